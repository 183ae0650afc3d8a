"""An event that has happened, with its line and its effects in words."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

import notation
from fitl_core.record.effects import Effect
from fitl_core.record.events import Event
from fitl_core.tell.effects_in_words import narrate


class Happened(msgspec.Struct, frozen=True):
    """An event with its line, and its effects in words."""

    event: int
    line: str
    told: tuple[str, ...]


def happened(number: int, event: Event, effects: Iterable[Effect]) -> Happened:
    """Return event `number` in words."""
    return Happened(number, notation.write_event(event), tuple(map(str, narrate(effects))))
