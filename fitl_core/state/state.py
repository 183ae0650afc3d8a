"""The state of a game: immutable, shared between positions, without derived figures.

Control, Total Support and Opposition and the victory markers are functions of a state
(`fitl_core.state.victory`, `fitl_core.state.control`); nothing that can be computed is stored.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

import msgspec

from fitl_core.errors import UnknownName
from fitl_core.facts.card_list import Side, cards, coup_cards
from fitl_core.facts.card_symbols import CardSymbol
from fitl_core.facts.editions import Edition
from fitl_core.facts.factions import ARVN, NVA, VC, ControlName, Faction
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.options import DeceptionMarker
from fitl_core.facts.phases import Deed, Ending, Phase, Policy
from fitl_core.facts.pieces import KINDS, NO_PIECES, Pieces
from fitl_core.facts.players import FOUR_PLAYERS, Players

NO_LEADER = "none"

CAP = 75
"""The highest level of Resources, Aid and Patronage (1.8)."""
TRAIL_CAP = 4
MARKER_SUPPLY = 15
"""Terror and Sabotage markers in the game (3.3.4)."""
TUNNEL_SUPPLY = 6
"""Tunnel markers in the game (1.4.4)."""

BoxField = Literal["available", "casualties", "out_of_play"]
BOXES: dict[str, BoxField] = {"available": "available", "casualties": "casualties", "oop": "out_of_play"}
BOX_WORDS = {"available": "Available", "casualties": "Casualties", "oop": "Out of Play"}


class Space(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """The contents of one space: pieces, level (2 Active Support to -2 Active Opposition), markers."""

    pieces: Pieces = NO_PIECES
    support: int = 0
    terror: int = 0
    sabotage: bool = False


class Done(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A Faction and its action on the current card."""

    faction: Faction
    deed: Deed


class InEffect(msgspec.Struct, frozen=True, array_like=True):
    """A Capability or Momentum in effect: the card and the side that was executed (5.3, 5.4)."""

    card: int
    side: Side


def side_in_effect(markers: tuple[InEffect, ...], card: int) -> Side | None:
    """Return the side on which a Capability or Momentum is in effect (5.3, 5.4)."""
    for marker in markers:
        if marker.card == card:
            return marker.side
    return None


class Effort(msgspec.Struct, frozen=True, array_like=True):
    """Levels by which Pacification has shifted a space in this Support Phase (6.3.1)."""

    space: str
    levels: int


def efforts(levels: Iterable[tuple[str, int]]) -> tuple[Effort, ...]:
    """Return efforts in board order: the order in which they were made does not matter (6.3.1)."""
    in_order = sorted(levels, key=lambda effort: spaces_by_id()[effort[0]].index)
    return tuple([Effort(space, number) for space, number in in_order])


class Revealed(msgspec.Struct, frozen=True, array_like=True):
    """A Deception marker that a Faction's player has revealed (7.3)."""

    faction: Faction
    marker: DeceptionMarker


class State(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A position of the game, with everything on which later events depend.

    `spaces` is in the order of the board. Tracks are levels of 0 to 75 (Trail 0 to 4). `leader_box`
    holds card numbers from bottom to top, Failed Attempts beneath. `eligible` is the Eligible box;
    `done` are the actions on this card; `stays` and `barred` are the changes by Events to the next
    adjustment (2.3.6). `played` lists the cards already played, this one last. `held_control` is the Control
    of each space as it was when Redeploy began, while that phase lasts (6.4); `withdrawn` how many
    US pieces the Commitment Phase moved from the map to Available (6.5).
    `waived` and `holds` are the Factions that will play no Pivotal Event on this card, and those for
    which play waits while they decide (2.3.8); `peace_talks` is the marker that eases Linebacker II
    (card 3). A Pivotal Event lies on the Event that it cancels: it is `card` and the last one in
    `played`. A Faction still holds its Pivotal Event if that is not in `played`.

    `players`, `options`, `readings` and `symbols` are those of the `Setup`. The symbols are no part of the
    position: only decisions of Non-players use them. `revealed` are the Deception markers used so far;
    `full_option` says that one has made this turn's LimOp option a full one (7.3).
    `policy` is that of a Non-player US (8.8.1), else None; `promises` are the Non-players that will play the
    next Event without a roll, in the order of the Factions: where the card is the one on which they were
    promised, only if the Faction Passes (8.5.2, 8.6.2, 8.7.1, 8.8.2).
    `winner` is the Faction whose margin won; its player has won, with all his Factions (1.5). `ended`
    says how: by a Victory Phase (6.1) or by the margins after the final Coup Round (7.3).
    """

    rules: Edition
    scenario: str
    spaces: tuple[Space, ...]
    available: Pieces
    casualties: Pieces
    out_of_play: Pieces
    aid: int
    patronage: int
    econ: int
    trail: int
    resources: tuple[int, int, int]
    leader_box: tuple[int, ...] = ()
    leader_face_down: bool = False
    capabilities: tuple[InEffect, ...] = ()
    momentum: tuple[InEffect, ...] = ()
    eligible: tuple[Faction, ...] = ()
    done: tuple[Done, ...] = ()
    stays: tuple[Faction, ...] = ()
    barred: tuple[Faction, ...] = ()
    card: int | None = None
    next: int | None = None
    played: tuple[int, ...] = ()
    phase: Phase = "card"
    pacified: tuple[Effort, ...] = ()
    held_control: tuple[ControlName, ...] = ()
    withdrawn: int = 0
    winner: Faction | None = None
    waived: tuple[Faction, ...] = ()
    holds: tuple[Faction, ...] = ()
    peace_talks: bool = False
    players: Players = FOUR_PLAYERS
    options: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    revealed: tuple[Revealed, ...] = ()
    full_option: bool = False
    policy: Policy | None = None
    promises: tuple[Faction, ...] = ()
    ended: Ending | None = None
    symbols: tuple[CardSymbol, ...] = ()

    @property
    def leader(self) -> str:
        """The RVN Leader now in charge, by id; "none" after a Failed Attempt alone (2.4.1)."""
        return leader_of(self.leader_box)

    @property
    def eligible_box(self) -> tuple[Faction, ...]:
        """The Eligible box: while a card is played, without those that have acted on it (2.2, 2.3)."""
        acted = {done.faction for done in self.done} if self.phase == "card" else set()
        return tuple([faction for faction in self.eligible if faction not in acted])

    @property
    def leader_in_effect(self) -> str:
        """The Leader whose text applies: "none" while his card lies face down (card 97)."""
        return NO_LEADER if self.leader_face_down else self.leader

    @property
    def monsoon(self) -> bool:
        """Whether a Coup card shows as the next one while an Event card is played (2.3.9)."""
        return self.next in coup_cards() and self.card is not None and self.card not in coup_cards()


@lru_cache(maxsize=256)
def leader_of(leader_box: tuple[int, ...]) -> str:
    """Return the RVN Leader in charge with these cards in the box, by id (2.4.1)."""
    top = [number for number in leader_box if number not in FAILED_ATTEMPTS]
    if top:
        return cards()[top[-1]].id
    return NO_LEADER if leader_box else cards()[0].id


FAILED_ATTEMPTS = (129, 130)
RESOURCE_SLOT: dict[str, int] = {ARVN: 0, NVA: 1, VC: 2}


def resources(state: State, faction: Faction) -> int:
    """Return the Resources of ARVN, NVA or VC, 0 to 75 (1.8.1). Raises `UnknownName` for the US."""
    try:
        return state.resources[RESOURCE_SLOT[faction]]
    except KeyError:
        raise UnknownName(f"faction: {faction} has no Resources; ARVN, NVA and VC do (1.8.1)") from None


def total_pieces(state: State) -> Pieces:
    """Return all pieces of a state by their off-map kind: always the force pool."""
    return total_of_piles(state.spaces, state.available, state.casualties, state.out_of_play)


def total_of_piles(spaces: tuple[Space, ...], *boxes: Pieces) -> Pieces:
    """Return all pieces in spaces and boxes by their off-map kind."""
    piles = (*boxes, *[space.pieces for space in spaces])
    totals = [0] * len(KINDS)
    for kind, number in zip(KINDS, map(sum, zip(*piles, strict=True)), strict=True):
        totals[kind.off_map.slot] += number
    return tuple(totals)
