"""Chance that can be checked afterwards: seeds, dice, decks, and a chain over the lines of a game."""
