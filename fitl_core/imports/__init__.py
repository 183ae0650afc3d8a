"""Games and positions that others keep: saves of another program, lists of pieces."""
