"""Many games, to compare policies, readings, moves and Factions (`fitl lab`). Read `lab_games` next."""
