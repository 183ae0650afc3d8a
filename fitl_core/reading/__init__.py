"""The reader of written moves. It finds the canonical action along the cheapest path of edits."""
