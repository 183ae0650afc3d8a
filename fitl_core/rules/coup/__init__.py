"""Coup Rounds (6.0), a module for each phase and `rounds` for their order."""
