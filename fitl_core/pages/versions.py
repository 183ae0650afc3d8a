"""Things that change from step to step, each value kept once, for a script that shows any step."""

from __future__ import annotations

import re

_TAGS = re.compile("(?=<)")


class Versions:
    """What each of several things is at each step.

    `values` are all there are, `changes` of each thing: a step and the number of the value that it has from
    there on, and so on by turns. A value is told by the numbers of its `pieces`, each a tag of SVG with the
    text behind it: most are in many values, and a page with 700 events is two thirds of what it would be.

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
        """Note what a thing is at a step; steps come in order."""
        place = self._places.setdefault(value, len(self._places))
        changes = self._changes.setdefault(name, [])
        if not changes or changes[-1] != place:
            changes += [step, place]

    def data(self) -> dict[str, object]:
        """All of it, as a script gets it."""
        pieces: dict[str, int] = {}
        values = [
            [pieces.setdefault(piece, len(pieces)) for piece in _TAGS.split(value) if piece]
            for value in self._places
        ]
        return {"pieces": list(pieces), "values": values, "changes": self._changes}
