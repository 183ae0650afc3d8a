"""Convert a board printed by `fitl show --json` (since version 0.1.0) to a position to continue from."""

from __future__ import annotations

import msgspec

from fitl_core.errors import FitlError
from fitl_core.facts.card_list import Side, cards
from fitl_core.facts.editions import Edition
from fitl_core.facts.factions import ControlName, Faction
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.levels import Level
from fitl_core.facts.options import ANY_DECK, POLITICAL_RHYTHM, DeceptionMarker
from fitl_core.facts.phases import Ending, Phase, Policy
from fitl_core.facts.pieces import KINDS, Count, Kind
from fitl_core.facts.players import FOUR_PLAYERS, Players
from fitl_core.facts.scenario_list import scenario
from fitl_core.imports.faults import ImportFault, ImportRemark, Unimportable
from fitl_core.imports.json_files import decoded
from fitl_core.record.clauses import Track
from fitl_core.record.position import InSpace, Position
from fitl_core.record.setup import Setup
from fitl_core.state.impossible import DETENTE, ImpossiblePosition
from fitl_core.state.positions import position_of, restore
from fitl_core.state.start import set_up
from fitl_core.state.state import FAILED_ATTEMPTS

_LEVELS = {level.name.lower().replace("_", "-"): level for level in Level}


class _Resources(msgspec.Struct, frozen=True):
    ARVN: int
    NVA: int
    VC: int


class _Tracks(msgspec.Struct, frozen=True):
    aid: int
    patronage: int
    econ: int
    trail: int
    resources: _Resources


class _Leader(msgspec.Struct, frozen=True):
    box: tuple[str, ...]
    face_down: bool = False


class _Space(msgspec.Struct, frozen=True):
    support: str
    control: ControlName
    terror: int
    sabotage: bool
    pieces: dict[Kind, int]


class _Momentum(msgspec.Struct, frozen=True):
    card: int
    side: Side


class _Pivotal(msgspec.Struct, frozen=True):
    waived: tuple[Faction, ...] = ()
    peace_talks: bool = False


class _Revealed(msgspec.Struct, frozen=True):
    faction: Faction
    marker: DeceptionMarker


class _View(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of a view that define a position. Everything else in the view follows from them."""

    rules: Edition
    scenario: str
    card: int | None
    next: int | None
    phase: Phase
    eligible: tuple[Faction, ...]
    tracks: _Tracks
    leader: _Leader
    spaces: dict[str, _Space]
    available: dict[Kind, int]
    casualties: dict[Kind, int]
    out_of_play: dict[Kind, int]
    capabilities: dict[str, Side]
    momentum: tuple[_Momentum, ...] = ()
    pivotal: _Pivotal = _Pivotal()
    players: Players = FOUR_PLAYERS
    options: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    revealed: tuple[_Revealed, ...] = ()
    policy: Policy | None = None
    promises: tuple[Faction, ...] = ()
    winner: Faction | None = None
    ended: Ending | None = None


NOT_TOLD = ImportRemark(
    "a board does not show the cards played before, nor the deeds on this card: "
    "any card may come up (any-deck), and Eligible Factions act as if first"
)


def setup_of_view(raw: bytes) -> Setup:
    """Return the setup of a game that continues from a view.

    Raises `Unimportable` for an unreadable view, and for an impossible board, naming the fields.
    """
    try:
        view = decoded(raw, _View)
    except msgspec.DecodeError as error:
        raise Unimportable((ImportFault("", str(error)),)) from None
    strangers = [name for name in view.spaces if name not in spaces_by_id()]
    levels = [name for name, space in view.spaces.items() if space.support not in _LEVELS]
    faults = [ImportFault(f"spaces.{name}", "there is no such space") for name in strangers]
    faults += [ImportFault(f"spaces.{name}.support", "there is no such level") for name in levels]
    if faults:
        raise Unimportable(tuple(faults))
    options = (*[one for one in view.options if one not in (POLITICAL_RHYTHM, ANY_DECK)], ANY_DECK)
    setup = Setup(view.scenario, view.rules, None, view.players, options, view.readings)
    try:
        state = restore(set_up(setup), _position(view))
    except ImpossiblePosition as error:
        impossible = [ImportFault(fault.part, fault.refusal.message) for fault in error.faults]
        raise Unimportable(tuple(impossible), is_of_board=True) from None
    except FitlError as error:
        raise Unimportable((ImportFault("", error.message),)) from None
    return msgspec.structs.replace(setup, position=position_of(state))


def _position(view: _View) -> Position:
    tracks: tuple[tuple[Track, int], ...] = (
        ("ARVN", view.tracks.resources.ARVN),
        ("NVA", view.tracks.resources.NVA),
        ("VC", view.tracks.resources.VC),
        ("aid", view.tracks.aid),
        ("patronage", view.tracks.patronage),
        ("econ", view.tracks.econ),
        ("trail", view.tracks.trail),
    )
    leaders = _leaders(view)
    before = [card for card in leaders if card not in scenario(view.scenario).leader_box]
    before += [DETENTE] if Kind.NT in view.out_of_play else []
    last = [view.card] if view.card is not None else []
    return Position(
        spaces=tuple([_space(name, view.spaces[name]) for name in spaces_by_id() if name in view.spaces]),
        available=_counts(view.available),
        casualties=_counts(view.casualties),
        out_of_play=_counts(view.out_of_play),
        tracks=tracks,
        leaders=leaders,
        face_down=view.leader.face_down,
        capabilities=tuple([(int(card), side) for card, side in view.capabilities.items() if card.isdigit()]),
        momentum=tuple([(one.card, one.side) for one in view.momentum]),
        eligible=view.eligible,
        played=(*[card for card in before if card not in last], *last),
        next=view.next,
        phase=view.phase,
        waived=view.pivotal.waived,
        peace_talks=view.pivotal.peace_talks,
        revealed=tuple([(one.faction, one.marker) for one in view.revealed]),
        policy=view.policy,
        promises=view.promises,
        winner=view.winner,
        ended=view.ended,
    )


def _leaders(view: _View) -> tuple[int, ...]:
    """Return the cards of the Leader box. Only the face-up cards identify a Failed Attempt."""
    attempts = sorted(set(FAILED_ATTEMPTS) - {view.next}, key=lambda number: number != view.card)
    numbers = {card.id: number for number, card in cards().items() if card.is_coup}
    failed = cards()[FAILED_ATTEMPTS[0]].id
    unused = iter(attempts)
    return tuple([next(unused, 0) if name == failed else numbers.get(name, 0) for name in view.leader.box])


def _space(name: str, space: _Space) -> InSpace:
    level = _LEVELS[space.support]
    return InSpace(name, _counts(space.pieces), level, space.terror, space.sabotage, space.control)


def _counts(pieces: dict[Kind, int]) -> tuple[Count, ...]:
    return tuple([Count(pieces[kind], kind) for kind in KINDS if pieces.get(kind)])
