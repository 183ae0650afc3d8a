"""Questions, answers, and the walk through them; it knows no word of the game."""
