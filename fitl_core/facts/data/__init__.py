"""The facts of the game as data files, each with a note of where they come from."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache, wraps
from threading import Lock, RLock
from typing import TypeVar

import msgspec

T = TypeVar("T")
_decoding = Lock()


def read(name: str, kind: type[T]) -> T:
    """A data file of this folder, as values of a type.

    Plain `open` instead of importlib.resources: it costs a tenth of the command line's start.
    """
    with open(os.path.join(os.path.dirname(__file__), name), "rb") as file:
        return decoded(file.read(), kind)


def decoded(raw: bytes, kind: type[T]) -> T:
    """JSON as values of a type, by one thread at a time.

    Two that decode a type for the first time at one moment bring msgspec down.
    """
    with _decoding:
        return msgspec.json.decode(raw, type=kind)


def once(load: Callable[[], T]) -> Callable[[], T]:
    """Keep the first result of a function without arguments: all threads get the same object.

    Rules compare spaces and cards by identity. With `functools.cache` alone, two threads that ask first at
    one moment get two objects.
    """
    kept, loading = cache(load), RLock()

    @cache
    @wraps(load)
    def first() -> T:
        with loading:
            return kept()

    return first
