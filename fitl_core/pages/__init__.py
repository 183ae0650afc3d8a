"""Pages: a game as one file of HTML that any browser opens. Pure functions; nothing here writes a file."""
