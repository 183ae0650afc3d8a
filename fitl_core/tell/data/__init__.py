"""Data that is told: the dispute cases, made by `tests/case_index.py`."""
