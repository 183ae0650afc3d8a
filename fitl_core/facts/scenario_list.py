"""The facts of the three scenarios (2.1), from `facts/data/scenarios.json`."""

from __future__ import annotations

import msgspec

from fitl_core.errors import UnknownName
from fitl_core.facts.card_list import Side
from fitl_core.facts.data import once, read
from fitl_core.facts.factions import ControlName, Faction
from fitl_core.facts.options import DIFFICULTY_A, PERIOD_EVENTS
from fitl_core.facts.phases import Policy
from fitl_core.facts.pieces import Kind
from fitl_core.facts.players import Players


class StartSpace(msgspec.Struct, frozen=True):
    """The contents of a space at the start."""

    id: str
    pieces: dict[Kind, int]
    support: str = "neutral"


class Printed(msgspec.Struct, frozen=True):
    """Figures that the setup states besides the pieces, for a check of the data."""

    victory: dict[Faction, int]
    control: dict[str, ControlName]
    available: dict[Kind, int]


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario's starting facts. `events` and `coups` are the numbers of cards in its deck.

    `policy` is the Policy of a Non-player US at the start (8.8.1). `piles` are, from the top, the numbers of
    Events and their Period; each pile has a Coup card, too.
    """

    id: str
    title: str
    aid: int
    econ: int
    patronage: int
    trail: int
    resources: dict[Faction, int]
    leader_box: tuple[int, ...]
    policy: Policy
    events: int
    coups: int
    pivotal_events: bool
    piles: tuple[tuple[int, str], ...]
    period_capabilities: tuple[tuple[int, Side], ...]
    out_of_play: dict[Kind, int]
    spaces: tuple[StartSpace, ...]
    printed: Printed


def set_out(start: Scenario, options: tuple[str, ...], players: Players) -> tuple[tuple[int, Side], ...]:
    """Return the Capabilities in effect from the start: cards and sides (2.1, 8.9).

    With difficulty-a they are those of the Medium scenario against the one player, and no others.
    """
    if DIFFICULTY_A in options and players:
        against: Side = "shaded" if players[0][0].is_coin else "unshaded"
        return tuple([one for one in scenarios()["medium"].period_capabilities if one[1] == against])
    return start.period_capabilities if PERIOD_EVENTS in options else ()


class _File(msgspec.Struct):
    provenance: tuple[str, ...]
    scenarios: tuple[Scenario, ...]


@once
def scenarios() -> dict[str, Scenario]:
    """Return every scenario by its id: short, medium, full."""
    return {scenario.id: scenario for scenario in read("scenarios.json", _File).scenarios}


def scenario(name: str) -> Scenario:
    """Return the scenario of this name. Raises `UnknownName`."""
    try:
        return scenarios()[name]
    except KeyError:
        known = ", ".join(scenarios())
        raise UnknownName(f'there is no scenario "{name}"; there are {known} (2.1)') from None
