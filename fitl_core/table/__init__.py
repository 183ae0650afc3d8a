"""A table: a game that several people write, fact by fact, with its secrets, its chance and its seats."""
