"""The rules as procedures that ask."""
