"""Factions without a player (section 8). One procedure decides, explains and checks their moves.

Read next `decide`, then `decider`. Each Faction has a package: `us`, `arvn`, `nva`, `vc`.
"""
