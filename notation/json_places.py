"""Find the place of each value in a line of JSON, and keys that an object has twice."""

from __future__ import annotations

import re
from functools import cache

import msgspec

from fitl_core.errors import Portable


class JsonPlace:
    """The place of a value: from `start` up to `end`, counted from 0, with the places of its parts.

    `members` are the values of an object and `items` those of a list. `keys` has the place of each key.
    """

    __slots__ = ("end", "items", "keys", "members", "start")

    def __init__(self, start: int, end: int = 0) -> None:
        self.start: int = start
        self.end: int = end
        self.members: dict[str, JsonPlace] | None = None
        self.items: list[JsonPlace] | None = None
        self.keys: dict[str, tuple[int, int]] = {}

    def at(self, *path: str | int) -> JsonPlace:
        """Return the place of a part by its keys and indexes, or of the innermost part that exists."""
        place = self
        for step in path:
            if isinstance(step, str):
                inner = (place.members or {}).get(step)
            else:
                inner = place.items[step] if place.items is not None and step < len(place.items) else None
            if inner is None:
                return place
            place = inner
        return place


class RepeatedKey(Portable, Exception):
    """A key that stands twice in one object, with the place of the second."""

    def __init__(self, key: str, start: int, end: int) -> None:
        super().__init__(key)
        self.key = key
        self.start = start
        self.end = end


def places_of(line: str) -> JsonPlace:
    """Return the places in a line of sound JSON. Raises `RepeatedKey` for a key that an object has twice."""
    root = top = JsonPlace(0)
    outer: list[JsonPlace] = []
    key: str | None = None
    for match in _token().finditer(line):
        token = match.group()
        start, end = match.span()
        if token in "}]":
            top.end = end
            top = outer.pop()
            continue
        if key is None and top.members is not None:
            key = _text(token)
            if key in top.members:
                raise RepeatedKey(key, start, end)
            top.keys[key] = (start, end)
            continue
        place = JsonPlace(start, end)
        if key is not None and top.members is not None:
            top.members[key] = place
            key = None
        elif top.items is not None:
            top.items.append(place)
        else:
            root = place
        if token in "{[":
            outer.append(top)
            top = place
            if token == "{":
                place.members = {}
            else:
                place.items = []
    return root


def path_of(message: str) -> tuple[str | int, ...]:
    """Return the path in an error message of msgspec: `... - at `$.event.segments[0]``."""
    _, _, path = message.rpartition(" - at `")
    return tuple([int(step[1]) if step[1] else step[2] for step in _step().finditer(path)])


def _text(string: str) -> str:
    return str(msgspec.json.decode(string)) if "\\" in string else string[1:-1]


@cache
def _token() -> re.Pattern[str]:
    return re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]]|[^\s{}\[\],:"]+')


@cache
def _step() -> re.Pattern[str]:
    return re.compile(r"\[(\d+)\]|\.(\w+)")
