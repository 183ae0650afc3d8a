"""Trials of the engine: random games, altered moves, and the laws that every game must obey."""
