"""The laws: conditions that every position of every legal game meets."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from fitl_core.errors import FitlError
from fitl_core.facts.factions import ARVN, FACTIONS, US
from fitl_core.facts.game_map import BoardSpace, board
from fitl_core.facts.pieces import BASE_KINDS, KINDS, OF_FACTION, TUNNELED, Pieces, count_of, from_counts
from fitl_core.facts.players import non_players, player_of
from fitl_core.facts.scenario_list import scenario
from fitl_core.state.deck import check_card, come_up
from fitl_core.state.state import CAP, MARKER_SUPPLY, TRAIL_CAP, TUNNEL_SUPPLY, Space, State, total_of_piles

COIN_KINDS = (*OF_FACTION[US], *OF_FACTION[ARVN])


class BrokenLaw(FitlError):
    """A position that no legal game can have: a defect of the engine."""

    code = "broken-law"


def insist_on_laws(state: State) -> None:
    """Raise `BrokenLaw` with every broken law of a position."""
    broken = list(broken_laws(state))
    if broken:
        raise BrokenLaw("; ".join(broken))


def insist_on_deck(state: State) -> None:
    """Raise `Violation` unless the cards can have come up in this order (2.1).

    A game that begins from a Position may have had any cards before.
    """
    start, seen = scenario(state.scenario), come_up(state)
    for i, number in enumerate(seen):
        check_card(number, start, state.options, seen[:i], state.players)


def broken_laws(state: State) -> Iterator[str]:
    """Return every broken law of a position, in words."""
    yield from broken_on_the_table(state)
    if msgspec.json.decode(msgspec.json.encode(state), type=State) != state:
        yield "a state is not the same in JSON and back"


def broken_on_the_table(state: State) -> Iterator[str]:
    """Yield the broken laws that people can see on the board."""
    if _lost_or_made(state.spaces, state.available, state.casualties, state.out_of_play):
        yield "pieces are lost or made (1.4.1)"
    yield from _spaces(state.spaces)
    for box in (state.available, state.casualties, state.out_of_play):
        if min(box) < 0 or any(box[kind.slot] for kind in KINDS if kind.off_map is not kind):
            yield "a box has less than nothing, or a piece in a state of the map (1.4.3)"
    tracks = (state.aid, state.patronage, state.econ, *state.resources)
    if not all(0 <= track <= CAP for track in tracks) or not 0 <= state.trail <= TRAIL_CAP:
        yield "a track is beyond its ends (1.8, 6.7)"
    yield from _markers(state.spaces)
    if len(set(state.eligible)) != len(state.eligible) or not set(state.eligible) <= set(FACTIONS):
        yield "the Eligible box is no set of Factions (2.3.1)"
    if not (state.winner is None) == (state.ended is None) == (state.phase != "over"):
        yield "a game is over without a winner, or the other way (7.0)"
    shown = [player_of(state.players, revealed.faction) for revealed in state.revealed]
    if any(shown.count(player) > 2 for player in shown):
        yield "a player has used three markers (7.3)"
    without = non_players(state.players)
    if (state.policy is None) == (US in without):
        yield "a Policy without a Non-player US, or the other way (8.8.1)"
    if not set(state.promises) <= set(without):
        yield "a player's Faction promises to play the next Event (8.5.2)"
    if state.full_option and state.phase != "card":
        yield "a Hidden Asset outlives its card (7.3)"
    if state.held_control and not state.phase.startswith("redeploy"):
        yield "Control is held outside Redeploy (6.4)"


# An unchanged board is examined once: a log may set thousands of positions.
@lru_cache(maxsize=64)
def _lost_or_made(spaces: tuple[Space, ...], *boxes: Pieces) -> bool:
    return total_of_piles(spaces, *boxes) != from_counts(board().force_pool)


@lru_cache(maxsize=64)
def _spaces(spaces: tuple[Space, ...]) -> tuple[str, ...]:
    return tuple([broken for index, space in enumerate(spaces) for broken in _in_space(index, space)])


@lru_cache(maxsize=64)
def _markers(spaces: tuple[Space, ...]) -> tuple[str, ...]:
    broken = []
    if sum([space.terror + space.sabotage for space in spaces]) > MARKER_SUPPLY:
        broken.append("too many Terror and Sabotage markers (3.3.4)")
    if sum([count_of(space.pieces, TUNNELED) for space in spaces]) > TUNNEL_SUPPLY:
        broken.append("too many Tunnel markers (1.4.4)")
    return tuple(broken)


@lru_cache(maxsize=8192)  # as in `impossible`: most spaces are as they were
def _in_space(index: int, space: Space) -> tuple[str, ...]:
    return tuple(_broken_in(board().spaces[index], space))


def _broken_in(where: BoardSpace, space: Space) -> Iterator[str]:
    if min(space.pieces) < 0 or space.terror < 0:
        yield f"less than nothing in {where.name}"
    if count_of(space.pieces, BASE_KINDS) > (0 if where.is_loc else 2):
        yield f"too many Bases in {where.name} (1.4.2)"
    if space.support and not where.population:
        yield f"a level without Population in {where.name} (1.6.2)"
    if not -2 <= space.support <= 2:
        yield f"a level beyond the scale in {where.name} (1.6.1)"
    if (space.sabotage and not where.is_loc) or (space.terror and where.is_loc):
        yield f"the wrong marker in {where.name} (3.3.4)"
    if where.in_north_vietnam and count_of(space.pieces, COIN_KINDS):
        yield "US or ARVN pieces in North Vietnam (1.4.2)"
