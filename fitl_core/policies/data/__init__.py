"""The learned weights of positions."""
