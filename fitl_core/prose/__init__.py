"""Sentences that players write, read as moves: proposals in the notation, each one legal."""
