"""The data of this room: the dispute cases, made by `tests/case_index.py`."""
