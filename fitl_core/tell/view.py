"""A state as a JSON object for other programs: ids of the map, derived figures, digest.

`schema` is its JSON Schema, shipped as `docs/state.schema.json`.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from fitl_core.facts.board import board
from fitl_core.facts.cards import Side, cards
from fitl_core.facts.editions import Edition
from fitl_core.facts.factions import FACTIONS, ControlName, Faction
from fitl_core.facts.levels import level
from fitl_core.facts.options import DeceptionMarker
from fitl_core.facts.phases import Ending, Phase, Policy
from fitl_core.facts.pieces import Kind, to_counts
from fitl_core.facts.players import Players, non_players
from fitl_core.rules.pivotal import held, holding, may_place
from fitl_core.rules.sequence import to_act
from fitl_core.state.control import control_in
from fitl_core.state.digest import digest
from fitl_core.state.places import LonePlayer, lone_player, places
from fitl_core.state.state import State
from fitl_core.state.victory import margins, scores

SupportName = Literal[
    "active-support", "passive-support", "neutral", "passive-opposition", "active-opposition"
]


class ResourcesView(msgspec.Struct, frozen=True):
    """Resources of the Factions that have any (1.8)."""

    ARVN: int
    NVA: int
    VC: int


class TracksView(msgspec.Struct, frozen=True):
    """The tracks, 0 to 75; the Trail 0 to 4."""

    aid: int
    patronage: int
    econ: int
    trail: int
    resources: ResourcesView


class LeaderView(msgspec.Struct, frozen=True):
    """The RVN Leader by id, and the cards in his box from bottom to top (2.4.1)."""

    current: str
    box: tuple[str, ...]
    face_down: bool


class SpaceView(msgspec.Struct, frozen=True):
    """One space; only non-zero numbers of pieces."""

    support: SupportName
    control: ControlName
    terror: int
    sabotage: bool
    pieces: dict[Kind, int]


class MomentumView(msgspec.Struct, frozen=True):
    """A Momentum Event in effect."""

    card: int
    side: Side


class PivotalView(msgspec.Struct, frozen=True):
    """Pivotal Events (2.3.8): who still holds one, and could place it now; what was said on this card.

    `waiting_for` are the Factions for which play waits.
    """

    held: tuple[Faction, ...]
    placeable: tuple[Faction, ...]
    waived: tuple[Faction, ...]
    waiting_for: tuple[Faction, ...]
    peace_talks: bool


class RevealedView(msgspec.Struct, frozen=True):
    """A Deception marker that a Faction's player has revealed (7.3)."""

    faction: Faction
    marker: DeceptionMarker


class StateView(msgspec.Struct, frozen=True):
    """The board after event number `event`.

    `eligible` is the Eligible box: while a card is played, those that have not acted on it.
    Pieces off the map are counted under their Underground or unTunneled kind. `margins` have the
    Hidden Agendas in them. `policy` is that of a Non-player US (8.8.1); `promises` are the
    Non-players that will play the next Event without a roll. `winner` is the Faction whose margin won; its
    player in `players` has won; `ended` says whether in a Victory Phase or after the final Coup Round.
    `places` has from the first place on those who share it, none before the end; `lone_player` what the end
    is to the one player of a game with Non-players (8.9).
    `let_stand` and `corrected` are the numbers of the events in force that the table let stand, or with which
    it corrected the position.
    """

    rules: Edition
    scenario: str
    event: int
    card: int | None
    next: int | None
    phase: Phase
    to_act: Faction | None
    eligible: tuple[Faction, ...]
    tracks: TracksView
    leader: LeaderView
    victory: dict[Faction, int]
    margins: dict[Faction, int]
    spaces: dict[str, SpaceView]
    available: dict[Kind, int]
    casualties: dict[Kind, int]
    out_of_play: dict[Kind, int]
    capabilities: dict[str, Side]
    momentum: tuple[MomentumView, ...]
    pivotal: PivotalView
    players: Players
    non_players: tuple[Faction, ...]
    policy: Policy | None
    promises: tuple[Faction, ...]
    options: tuple[str, ...]
    readings: tuple[str, ...]
    revealed: tuple[RevealedView, ...]
    winner: Faction | None
    places: tuple[tuple[Faction, ...], ...]
    lone_player: LonePlayer | None
    ended: Ending | None
    digest: str
    let_stand: tuple[int, ...] = ()
    corrected: tuple[int, ...] = ()


def view(
    state: State, event: int, let_stand: tuple[int, ...] = (), corrected: tuple[int, ...] = ()
) -> StateView:
    """The view of a state reached by event number `event` (0: the start), and what the table agreed on.

    `let_stand` and `corrected` are numbers of events. Raises nothing.
    """
    box = tuple(cards()[number].id for number in state.leader_box)
    return StateView(
        rules=state.rules,
        scenario=state.scenario,
        event=event,
        card=state.card,
        next=state.next,
        phase=state.phase,
        to_act=to_act(state),
        eligible=state.eligible_box,
        tracks=TracksView(
            state.aid, state.patronage, state.econ, state.trail, ResourcesView(*state.resources)
        ),
        leader=LeaderView(state.leader, box, state.leader_face_down),
        victory=_by_faction(scores(state)),
        margins=_by_faction(margins(state)),
        spaces=_spaces(state),
        available=to_counts(state.available),
        casualties=to_counts(state.casualties),
        out_of_play=to_counts(state.out_of_play),
        capabilities={str(marker.card): marker.side for marker in state.capabilities},
        momentum=tuple(MomentumView(marker.card, marker.side) for marker in state.momentum),
        pivotal=PivotalView(held(state), may_place(state), state.waived, holding(state), state.peace_talks),
        players=state.players,
        non_players=non_players(state.players),
        policy=state.policy,
        promises=state.promises,
        options=state.options,
        readings=state.readings,
        revealed=tuple([RevealedView(shown.faction, shown.marker) for shown in state.revealed]),
        winner=state.winner,
        places=places(state),
        lone_player=lone_player(state),
        ended=state.ended,
        digest=digest(state),
        let_stand=let_stand,
        corrected=corrected,
    )


def _spaces(state: State) -> dict[str, SpaceView]:
    return {
        where.id: SpaceView(
            _support_name(space.support),
            control_in(state, where),
            space.terror,
            space.sabotage,
            to_counts(space.pieces),
        )
        for where, space in zip(board().spaces, state.spaces, strict=True)
    }


def schema() -> dict[str, Any]:
    """The JSON Schema of `StateView`."""
    return msgspec.json.schema(StateView)


def schema_text() -> str:
    """The schema as it is shipped in `docs/state.schema.json`."""
    encoded = msgspec.json.encode(schema(), order="deterministic")
    return msgspec.json.format(encoded, indent=2).decode() + "\n"


def _by_faction(figures: dict[Faction, int]) -> dict[Faction, int]:
    return {faction: figures[faction] for faction in FACTIONS}


def _support_name(support: int) -> SupportName:
    name: Any = level(support).name.lower().replace("_", "-")
    return name  # type: ignore[no-any-return]
