"""The three scenarios as starting states (2.1), from `data/scenarios.json`."""

from __future__ import annotations

from functools import cache

import msgspec

from fitl_core.board import board
from fitl_core.cardlist import Side, cards
from fitl_core.data import read
from fitl_core.errors import Refusal, UnknownName, Violation
from fitl_core.events import Level, Setup
from fitl_core.factions import ARVN, FACTIONS, NVA, VC, Faction
from fitl_core.figures import ControlName
from fitl_core.pieces import KINDS, NO_PIECES, Kind, Pieces, from_counts
from fitl_core.state import FAILED_ATTEMPTS, Space, State


class _StartSpace(msgspec.Struct, frozen=True):
    id: str
    pieces: dict[Kind, int]
    support: str = "neutral"


class Printed(msgspec.Struct, frozen=True):
    """What the setup states beside the pieces, for checking the data against itself."""

    victory: dict[Faction, int]
    control: dict[str, ControlName]
    available: dict[Kind, int]


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario's starting facts. `events` and `coups` say how many cards its deck has."""

    id: str
    title: str
    aid: int
    econ: int
    patronage: int
    trail: int
    resources: dict[Faction, int]
    leader_box: tuple[int, ...]
    events: int
    coups: int
    pivotal_events: bool
    piles: tuple[tuple[int, str], ...]
    period_capabilities: tuple[tuple[int, Side], ...]
    out_of_play: dict[Kind, int]
    spaces: tuple[_StartSpace, ...]
    printed: Printed


class _File(msgspec.Struct):
    provenance: tuple[str, ...]
    scenarios: tuple[Scenario, ...]


@cache
def scenarios() -> dict[str, Scenario]:
    """Every scenario by its id: short, medium, full."""
    raw = read("scenarios.json")
    return {scenario.id: scenario for scenario in msgspec.json.decode(raw, type=_File).scenarios}


def scenario(name: str) -> Scenario:
    """The scenario of this name. Raises `UnknownName`."""
    try:
        return scenarios()[name]
    except KeyError:
        known = ", ".join(scenarios())
        raise UnknownName(f'there is no scenario "{name}"; there are {known} (2.1)') from None


def set_up(setup: Setup) -> State:
    """The state at the start of a game (2.1, 2.2).

    Raises `UnknownName` for an unknown scenario and `Violation` for two cards that cannot lie there.
    """
    start = scenario(setup.scenario)
    spaces, out_of_play, available = _pieces(start.id)
    card, following = _first_cards(setup, start)
    return State(
        rules=setup.rules,
        scenario=start.id,
        spaces=spaces,
        available=available,
        casualties=NO_PIECES,
        out_of_play=out_of_play,
        aid=start.aid,
        patronage=start.patronage,
        econ=start.econ,
        trail=start.trail,
        resources=(start.resources[ARVN], start.resources[NVA], start.resources[VC]),
        leader_box=start.leader_box,
        eligible=FACTIONS,
        card=card,
        next=following,
        played=(card,) if card is not None else (),
    )


@cache
def _pieces(name: str) -> tuple[tuple[Space, ...], Pieces, Pieces]:
    """The spaces of a scenario, what is Out of Play, and what is left of the force pool (1.4.1)."""
    start = scenario(name)
    by_id = {space.id: space for space in start.spaces}
    support = {level.name.lower().replace("_", "-"): level.value_ for level in Level}
    spaces = []
    for where in board().spaces:
        here = by_id.get(where.id)
        spaces.append(Space(from_counts(here.pieces), support[here.support]) if here else Space())
    out_of_play = from_counts(start.out_of_play)
    left = dict(board().force_pool)
    for pieces in (out_of_play, *(space.pieces for space in spaces)):
        for kind, number in zip(KINDS, pieces, strict=True):
            if number:
                left[kind.off_map] -= number
    return tuple(spaces), out_of_play, from_counts(left)


def _first_cards(setup: Setup, start: Scenario) -> tuple[int | None, int | None]:
    """The two cards face up at the start: two different cards of the deck (2.2)."""
    if setup.cards is None:
        return None, None
    first, second = setup.cards
    check_card(first, start)
    check_card(second, start, (first,))
    return first, second


def check_card(number: int, start: Scenario, seen: tuple[int, ...] = ()) -> None:
    """Raise unless this card can come up from the draw deck behind those `seen` (2.1, 2.3.8)."""
    card = cards().get(number)
    if card is None or number == 0:
        raise Violation(Refusal("no-such-card", "2.1", f"there is no card {number}; cards run from 1 to 130"))
    if card.kind == "pivotal":
        why = f"card {number} ({card.title}) is a Pivotal Event: its Faction holds it, the deck has none"
        raise Violation(Refusal("pivotal-in-deck", "2.3.8", why))
    if number in seen:
        why = f"card {number} has come up already: each is in the deck once"
        raise Violation(Refusal("card-twice", "2.1", why))
    if number in start.leader_box:
        why = f"card {number} ({card.title}) lies in the RVN Leader box from the start"
        raise Violation(Refusal("card-twice", "2.1", why))
    if number in FAILED_ATTEMPTS and start.id == "short" and any(n in seen for n in FAILED_ATTEMPTS):
        raise Violation(Refusal("card-twice", "2.1", "the Short scenario has only one Failed Attempt"))
