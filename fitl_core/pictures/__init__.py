"""Pictures: positions and games as SVG text. Pure functions; nothing here reads or writes a file."""
