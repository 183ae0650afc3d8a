"""The Events (5.0): `sides` leads from a card's number to one procedure for each side.

Each module has ten cards: card 62 is in `c061_070`. Code that several cards share is in `event_spaces`,
`event_pieces`, `free_actions` and `lasting_events`.
"""

from __future__ import annotations

from functools import cache, partial
from importlib import import_module
from typing import get_args

from fitl_core.asking.questions import Procedure
from fitl_core.errors import Refusal
from fitl_core.facts.card_list import Side, cards
from fitl_core.facts.card_words import told_by
from fitl_core.record.clauses import Clause, Option, Verb
from fitl_core.rules.context import Context
from fitl_core.rules.events.sides import Events, EventSide

HOMES = (
    "c001_010",
    "c011_020",
    "c021_030",
    "c031_040",
    "c041_050",
    "c051_060",
    "c061_070",
    "c071_080",
    "c081_090",
    "c091_100",
    "c101_110",
    "c111_120",
    "c121_124",
)
"""The modules of the Events, ten cards each; the last one has the Pivotal Events."""


SIDES = ("unshaded", "shaded")


@cache
def _events(home: str) -> Events:
    events: Events = import_module(f"fitl_core.rules.events.{home}").EVENTS
    return events


def sides(number: int) -> dict[Side, EventSide]:
    """Return the procedures of an Event's sides."""
    return _events(HOMES[(number - 1) // 10])[number]


def _one_text(ctx: Context, number: int) -> Refusal:
    why = "the card has no shaded text"
    return ctx.under("5.2").no("option-not-open", why, f"card {number} {cards()[number].title}")


def _one_side(ctx: Context, side: Side) -> Refusal:
    return ctx.under("5.2").no("answered-already", f"one text of an Event is executed, here the {side} one")


_DETAILS = tuple(form for form in get_args(Clause) if form is not Verb)
"""The forms of all clauses about an Event's details."""


def _nothing_decided(ctx: Context, number: int, side: Side) -> Refusal:
    why = "nothing is decided in this Event: all its effects are automatic"
    return ctx.under(f"card {number}").no("not-a-step", why, told_by(number, side))


def event_procedure(ctx: Context) -> Procedure:
    """Execute the played card, on the side that the Faction selects (5.1, 5.2)."""
    number = ctx.draft.state.card
    assert number is not None
    procedures = sides(number)
    options: dict[str, None] = dict.fromkeys(procedures)
    side: Side = yield ctx.option("the side of the Event", options)
    procedure = procedures[side](ctx.under(f"card {number}"))
    if ctx.progress.closed is not None:
        if procedure is None:
            ctx.close(partial(_nothing_decided, ctx, number, side), *_DETAILS)
        only = partial(_one_text, ctx, number) if len(options) == 1 else partial(_one_side, ctx, side)
        ctx.close(only, Option, names=SIDES)
    if procedure is not None:
        yield from procedure
