"""The forms of question of this game: a space, an option, pieces, a move, a die, a verb."""
