"""Values that change from step to step, each stored once, for a script that shows any step.

`whole_replay` uses them for the parts of the board and of the position.
"""

from __future__ import annotations

import re

_TAGS = re.compile("(?=<)")


class Versions:
    """The values of several named things at each step.

    `values` holds all distinct values. `changes` holds, for each name, a step and the number of its value
    from that step on, in alternation. A value is the list of the numbers of its `pieces`: each piece is an
    SVG tag with the text after it. Most pieces occur in many values, so a page with 700 events is a third
    smaller.

    >>> aid = Versions()
    >>> for step, value in enumerate(["aid 9", "aid 9", "aid 3", "aid 9"]):
    ...     aid.note(step, "aid", value)
    >>> aid.data()
    {'pieces': ['aid 9', 'aid 3'], 'values': [[0], [1]], 'changes': {'aid': [0, 0, 2, 1, 3, 0]}}
    """

    def __init__(self) -> None:
        self._places: dict[str, int] = {}
        self._changes: dict[str, list[int]] = {}

    def note(self, step: int, name: str, value: str) -> None:
        """Note the value of a name at a step. Steps come in order."""
        place = self._places.setdefault(value, len(self._places))
        changes = self._changes.setdefault(name, [])
        if not changes or changes[-1] != place:
            changes += [step, place]

    def data(self) -> dict[str, object]:
        """Return all values as the script reads them."""
        pieces: dict[str, int] = {}
        values = [
            [pieces.setdefault(piece, len(pieces)) for piece in _TAGS.split(value) if piece]
            for value in self._places
        ]
        return {"pieces": list(pieces), "values": values, "changes": self._changes}
