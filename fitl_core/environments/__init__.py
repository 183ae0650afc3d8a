"""A game as single steps, for programs that learn: PettingZoo (AEC) and OpenSpiel.

`game_steps` needs no other package; `pettingzoo_env` and `openspiel_game` need the extra of their name. Read
`action_layout` next.
"""
