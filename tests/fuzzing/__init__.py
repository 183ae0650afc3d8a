"""What the fuzzers throw at the readers, the rules and the command line: `python tests/fuzz.py`."""
