"""Factions without a player (section 8): one procedure that decides, explains and checks their moves."""
