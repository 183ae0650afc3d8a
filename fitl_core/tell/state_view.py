"""Show a state to other programs as a JSON object: ids of the map, derived figures, digest.

`schema` is its JSON Schema, the page `docs/look-up/state.schema.json`. `fitl_core.tell.board_text` shows a
state to people.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from fitl_core.facts.card_list import Side, cards
from fitl_core.facts.editions import Edition
from fitl_core.facts.factions import FACTIONS, ControlName, Faction
from fitl_core.facts.game_map import board
from fitl_core.facts.levels import level
from fitl_core.facts.options import DeceptionMarker
from fitl_core.facts.phases import Ending, Phase, Policy
from fitl_core.facts.pieces import Kind, to_counts
from fitl_core.facts.players import Players, non_players
from fitl_core.rules.pivotal import held, holding, may_place
from fitl_core.rules.sequence import to_act
from fitl_core.state.control import control_in
from fitl_core.state.final_places import LonePlayer, lone_player, places
from fitl_core.state.position_digest import digest
from fitl_core.state.state import State
from fitl_core.state.victory import margins, scores

SupportName = Literal[
    "active-support", "passive-support", "neutral", "passive-opposition", "active-opposition"
]


class ResourcesView(msgspec.Struct, frozen=True):
    """Resources of ARVN, NVA and VC (1.8). The US has none."""

    ARVN: int
    NVA: int
    VC: int


class TracksView(msgspec.Struct, frozen=True):
    """The tracks, from 0 to 75. The Trail is from 0 to 4."""

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
    """One space. `pieces` has no zeros."""

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
    """Pivotal Events (2.3.8): the Factions that hold one, can place it now, or waive it on this card.

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

    `eligible` is the Eligible box: during a card, the Factions that have not acted on it. Pieces off the map
    count as Underground or without Tunnel. `margins` include the Hidden Agendas. `policy` is that of a
    Non-player US (8.8.1). `promises` are the Non-players that will play the next Event without a roll.

    `winner` is the Faction whose margin won; its player in `players` has won. `ended`: in a Victory Phase,
    or after the final Coup Round. `places` has the Factions of each place, from the first on, after the end
    of the game. `lone_player` is the result of the only player of a game with Non-players (8.9).

    `let_stand` are the numbers of the events in force that the table let stand, and `corrected` those of its
    corrections of the position.
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
    """Return the view of a state after event number `event` (0: the start), and of the table's agreements.

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
    """Return the JSON Schema of `StateView`."""
    return msgspec.json.schema(StateView)


def schema_text() -> str:
    """Return the text of the schema, as in `docs/look-up/state.schema.json`."""
    encoded = msgspec.json.encode(schema(), order="deterministic")
    return msgspec.json.format(encoded, indent=2).decode() + "\n"


def _by_faction(figures: dict[Faction, int]) -> dict[Faction, int]:
    return {faction: figures[faction] for faction in FACTIONS}


def _support_name(support: int) -> SupportName:
    name: Any = level(support).name.lower().replace("_", "-")
    return name  # type: ignore[no-any-return]
