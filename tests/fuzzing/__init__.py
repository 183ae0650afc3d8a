"""Inputs of the fuzzers for the readers, the rules and the command line: `python tests/fuzz.py`."""
