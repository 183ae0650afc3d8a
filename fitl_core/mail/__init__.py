"""A game that goes round as a file: moves put at its end, turns told, mails read."""
