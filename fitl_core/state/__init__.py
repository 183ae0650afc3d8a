"""Positions of the game, the draft that changes them, and what follows from them."""
