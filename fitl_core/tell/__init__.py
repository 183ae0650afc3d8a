"""Effects, refusals and positions in words."""
