"""Conditions of Event Instructions that depend on the position alone (8.4.1), by their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fitl_core.facts.factions import ARVN, NVA, US, VC, Faction
from fitl_core.facts.game_map import BoardSpace, board
from fitl_core.facts.pieces import BASES, GUERRILLAS, INSURGENT_BASES, OF_FACTION, SPECIAL_FORCES, Kind
from fitl_core.facts.players import non_players
from fitl_core.players.non_players.decider import Decider
from fitl_core.state.deck import coup_cards_left
from fitl_core.state.state import resources

Condition = Callable[[Decider], bool]

LINEBACKER_II = 121
GUERRILLA_KINDS = (*GUERRILLAS[NVA], *GUERRILLAS[VC])


def is_player(d: Decider, faction: Faction) -> bool:
    """Check whether a Faction has a player."""
    return faction not in non_players(d.start.players)


def _has_player(faction: Faction) -> Condition:
    return lambda d: is_player(d, faction)


def _policy(*policies: str) -> Condition:
    return lambda d: d.start.policy in policies


def _no_outside_base(d: Decider) -> bool:
    """Check that no NVA Base outside the South lacks Underground Guerrillas (card 26)."""
    return not any(is_exposed_base(d, where) for where in board().spaces)


def is_exposed_base(d: Decider, where: BoardSpace) -> bool:
    """Check whether a space is outside the South with an NVA Base and no Underground Guerrilla."""
    unseen = d.number(where, (Kind.NG, Kind.VG))
    return not where.in_south_vietnam and d.number(where, BASES[NVA]) > 0 and not unseen


def _no_irregular_abroad(d: Decider) -> bool:
    abroad = [where for where in board().spaces if where.in_laos_or_cambodia]
    return not any(d.number(where, SPECIAL_FORCES[US]) for where in abroad)


def _us_is_ineligible(d: Decider) -> bool:
    """Check whether the US cylinder is in the Ineligible box: neither Eligible nor on the card's track."""
    acted = [done.faction for done in d.start.done]
    return US not in d.start.eligible and US not in acted


def _next_coup_is_final(d: Decider) -> bool:
    """Check whether the next Coup card is the last one of the deck (2.4.2)."""
    return coup_cards_left(d.start) == 1


def _nothing_active(d: Decider) -> bool:
    """Check whether it is Monsoon, or no Guerrilla of the Faction is Active (card 110)."""
    active = GUERRILLAS[d.faction][1]
    return d.start.monsoon or not any(d.number(where, (active,)) for where in board().spaces)


def has_base_and_2_guerrillas(d: Decider, where: BoardSpace) -> bool:
    """Check whether a space of the South has an Insurgent Base and exactly 2 Guerrillas (card 56)."""
    exactly = d.number(where, GUERRILLA_KINDS) == 2
    return where.in_south_vietnam and exactly and d.number(where, INSURGENT_BASES) > 0


CONDITIONS: Mapping[str, Condition] = {
    "always": lambda _: True,
    "us-is-a-player": _has_player(US),
    "arvn-is-a-player": _has_player(ARVN),
    "nva-is-a-player": _has_player(NVA),
    "vc-is-a-player": _has_player(VC),
    "arvn-is-a-non-player": lambda d: not is_player(d, ARVN),
    "policy-jfk": _policy("JFK"),
    "policy-lbj": _policy("LBJ"),
    "policy-nixon": _policy("Nixon"),
    "policy-jfk-or-lbj": _policy("JFK", "LBJ"),
    "short-or-linebacker-ii-executed": lambda d: (
        d.start.scenario == "short" or LINEBACKER_II in d.start.played
    ),
    "no-nva-base-exposed-outside-the-south": _no_outside_base,
    "no-irregular-in-laos-or-cambodia": _no_irregular_abroad,
    "us-is-ineligible": _us_is_ineligible,
    "next-coup-is-final": _next_coup_is_final,
    "us-pieces-out-of-play": lambda d: any(d.now.out_of_play[kind.slot] for kind in OF_FACTION[US]),
    "nva-resources-below-20": lambda d: resources(d.now, NVA) < 20,
    "no-base-with-exactly-2-guerrillas": lambda d: (
        not any(has_base_and_2_guerrillas(d, where) for where in board().spaces)
    ),
    "monsoon-or-no-own-active-guerrilla": _nothing_active,
}
"""Each condition by its name. `changes.LACKING` has those that depend on the result of the Event."""
