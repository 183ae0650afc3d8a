"""Effects: the changes by an event, each with its rule, in the order in which they happen.

The effects are the whole change. `fitl_core.state.applying.apply_effects(before, effects)` returns the
position after the event. Every class is an immutable tagged Struct, and its tag is its name in the JSON
form. `rule` is the number of the rule or card that causes the effect. Spaces are ids of
`facts/data/map.json`, cards are numbers. Read `fitl_core.record.board_effects` and
`fitl_core.record.play_effects` next.
"""

from __future__ import annotations

import msgspec

from fitl_core.record.board_effects import BoardEffect, EffectBase
from fitl_core.record.play_effects import PlayEffect
from fitl_core.record.position import Position


class PartSet(msgspec.Struct, frozen=True):
    """A part of a position, or a figure, before and after, in the notation: `aid 15`, `aid 9`."""

    old: str
    new: str


class PositionSet(EffectBase, frozen=True, tag="position-set"):
    """The table sets the whole position, regardless of the rules.

    `parts` are the changed ones among the parts that the table named. They are empty if the table goes back
    to an earlier position.
    """

    position: Position
    parts: tuple[PartSet, ...] = ()


class Rolled(EffectBase, frozen=True, tag="rolled"):
    """The result of a die, and its purpose. It changes nothing."""

    what: str
    die: int


class Remark(EffectBase, frozen=True, tag="remark"):
    """An explanation of an effect, or of why there is none. It changes nothing."""

    text: str


Effect = BoardEffect | PlayEffect | PositionSet | Rolled | Remark


def effects_schema_text() -> str:
    """Return the JSON Schema of the effects of an event, the text of `docs/look-up/effects.schema.json`."""
    schema = msgspec.json.schema(tuple[Effect, ...])
    return msgspec.json.format(msgspec.json.encode(schema, order="deterministic"), indent=2).decode() + "\n"
