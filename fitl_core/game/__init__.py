"""A game as a file: text and rules together."""
