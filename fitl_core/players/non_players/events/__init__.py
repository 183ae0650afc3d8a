"""Events without a player (8.4): whether they are played, and every choice in them."""
