"""Facts of the game: map, pieces, cards, scenarios, options, words; data files and their types."""
