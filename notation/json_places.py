"""Where everything stands in a line of JSON, and keys that stand there twice."""

from __future__ import annotations

import re
from functools import cache

import msgspec


class Place:
    """Where a value stands: from `start` up to `end`, counted from 0; its `members` or `items` likewise.

    `keys` says where the key of each member stands.
    """

    __slots__ = ("end", "items", "keys", "members", "start")

    def __init__(self, start: int, end: int = 0) -> None:
        self.start: int = start
        self.end: int = end
        self.members: dict[str, Place] | None = None
        self.items: list[Place] | None = None
        self.keys: dict[str, tuple[int, int]] = {}

    def at(self, *path: str | int) -> Place:
        """The place of a part, by its keys and numbers; of the innermost part that is there."""
        here = self
        for step in path:
            if isinstance(step, str):
                inner = (here.members or {}).get(step)
            else:
                inner = here.items[step] if here.items is not None and step < len(here.items) else None
            if inner is None:
                return here
            here = inner
        return here


class RepeatedKey(Exception):
    """A key that its object has already, and where it stands."""

    def __init__(self, key: str, start: int, end: int) -> None:
        super().__init__(key)
        self.key = key
        self.start = start
        self.end = end


def places_of(line: str) -> Place:
    """The places in a line of sound JSON. Raises `RepeatedKey`."""
    root = top = Place(0)
    outer: list[Place] = []
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
        here = Place(start, end)
        if key is not None and top.members is not None:
            top.members[key] = here
            key = None
        elif top.items is not None:
            top.items.append(here)
        else:
            root = here
        if token in "{[":
            outer.append(top)
            top = here
            if token == "{":
                here.members = {}
            else:
                here.items = []
    return root


def path_of(message: str) -> tuple[str | int, ...]:
    """The path that an error of msgspec names: `... - at `$.event.segments[0]``."""
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
