"""Chance that can be checked afterwards: seeds, dice, decks, sealed orders, the chain of a log."""
