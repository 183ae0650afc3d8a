"""Where tables are kept: a small port, and what stands behind it. Knows facts as bytes, and no rule."""
