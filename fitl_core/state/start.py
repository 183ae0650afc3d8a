"""The position at the start of a game, from its scenario, players and options (2.1, 2.2)."""

from __future__ import annotations

from functools import cache

from fitl_core.errors import NotSupported, Violation
from fitl_core.facts.card_symbols import in_order, refuse_symbols
from fitl_core.facts.editions import Edition
from fitl_core.facts.factions import ARVN, FACTIONS, NVA, US, VC
from fitl_core.facts.game_map import board
from fitl_core.facts.levels import Level
from fitl_core.facts.options import refuse_options
from fitl_core.facts.pieces import KINDS, NO_PIECES, Pieces, from_counts
from fitl_core.facts.players import non_players, refuse_players
from fitl_core.facts.rule_readings import refuse_readings
from fitl_core.facts.scenario_list import Scenario, scenario, set_out
from fitl_core.record.setup import Setup
from fitl_core.state.deck import check_card
from fitl_core.state.positions import restore
from fitl_core.state.state import InEffect, Space, State


def set_up(setup: Setup) -> State:
    """Return the state at the start of a game (2.1, 2.2).

    Raises `UnknownName` for an unknown scenario, and `NotSupported` for Non-players in the original edition.
    Raises `Violation` for unknown players, options or readings, for symbols of cards that cannot be, for two
    cards that cannot lie there, and for an impossible position.
    """
    start = scenario(setup.scenario)
    refusal = (
        refuse_players(setup.players, setup.readings)
        or refuse_options(setup.options, setup.players)
        or refuse_readings(setup.readings)
        or refuse_symbols(setup.symbols, setup.scenario, setup.options, setup.players)
    )
    if refusal is not None:
        raise Violation(refusal)
    without = non_players(setup.players)
    if without and setup.rules is Edition.ORIGINAL:
        why = (
            f"Non-players by the original rules ({' and '.join(without)}): section 8 is the second edition's"
        )
        raise NotSupported(why, "8.0")
    state = _scenario_start(setup, start)
    return restore(state, setup.position) if setup.position is not None else state


def _scenario_start(setup: Setup, start: Scenario) -> State:
    spaces, out_of_play, available = _pieces(start.id)
    card, following = _first_cards(setup, start)
    capabilities = set_out(start, setup.options, setup.players)
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
        capabilities=tuple([InEffect(number, side) for number, side in capabilities]),
        eligible=FACTIONS,
        card=card,
        next=following,
        played=(card,) if card is not None else (),
        players=setup.players,
        options=setup.options,
        readings=setup.readings,
        symbols=in_order(setup.symbols),
        policy=start.policy if US in non_players(setup.players) else None,
    )


@cache
def _pieces(name: str) -> tuple[tuple[Space, ...], Pieces, Pieces]:
    """Return the spaces of a scenario, the pieces Out of Play, and the rest of the force pool (1.4.1)."""
    start = scenario(name)
    by_id = {space.id: space for space in start.spaces}
    support = {level.name.lower().replace("_", "-"): level.value_ for level in Level}
    spaces = []
    for where in board().spaces:
        here = by_id.get(where.id)
        spaces.append(Space(from_counts(here.pieces), support[here.support]) if here else Space())
    out_of_play = from_counts(start.out_of_play)
    remaining = dict(board().force_pool)
    for pieces in (out_of_play, *(space.pieces for space in spaces)):
        for kind, number in zip(KINDS, pieces, strict=True):
            if number:
                remaining[kind.off_map] -= number
    return tuple(spaces), out_of_play, from_counts(remaining)


def _first_cards(setup: Setup, start: Scenario) -> tuple[int | None, int | None]:
    """Return the two cards face up at the start (2.2)."""
    if setup.cards is None:
        return None, None
    first, second = setup.cards
    check_card(first, start, setup.options, (), setup.players)
    check_card(second, start, setup.options, (first,), setup.players)
    return first, second
