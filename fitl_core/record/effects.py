"""What an event did: effects with their rule, in the order they happened. They are its whole change.

`fitl_core.state.applying.apply_effects(before, effects)` is the position after the event, for every event of
every game. Every class is an immutable tagged Struct; the tag is its name in the JSON form, `rule` the number
of the rule or card by which it happened. Spaces are ids of `facts/data/map.json`, cards their numbers.
Where a reader needs to know what was before, `old` stands beside `new`.
"""

from __future__ import annotations

import msgspec

from fitl_core.record.board_effects import BoardEffect, EffectBase
from fitl_core.record.play_effects import PlayEffect
from fitl_core.record.position import Position


class PartSet(msgspec.Struct, frozen=True):
    """A part of a position, or a figure, before and after, as the notation writes it: `aid 15`, `aid 9`."""

    old: str
    new: str


class PositionSet(EffectBase, frozen=True, tag="position-set"):
    """The table sets the position, whatever the rules say: this is all of it.

    `parts` are those that the table named and that are others now; none where it goes back to an earlier one.
    """

    position: Position
    parts: tuple[PartSet, ...] = ()


class Rolled(EffectBase, frozen=True, tag="rolled"):
    """A die as it fell, and what it was rolled for. Changes nothing."""

    what: str
    die: int


class Remark(EffectBase, frozen=True, tag="remark"):
    """Something to know about what happened, or why nothing did. Changes nothing."""

    text: str


Effect = BoardEffect | PlayEffect | PositionSet | Rolled | Remark


def effects_schema_text() -> str:
    """The JSON Schema of the effects of an event, as it is shipped in `docs/effects.schema.json`."""
    schema = msgspec.json.schema(tuple[Effect, ...])
    return msgspec.json.format(msgspec.json.encode(schema, order="deterministic"), indent=2).decode() + "\n"
