"""Events without a player (8.4): whether a Non-player plays them, and every choice in them.

Read next `playing`, then `carrying_out`.
"""
