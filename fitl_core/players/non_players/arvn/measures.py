"""Figures of the nodes of 8.7: the pieces of a side, the pieces that may leave, and the spaces that can be
paid.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from fitl_core.facts.factions import ARVN, NVA, US, VC
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.pieces import SLOTS_OF, Kind, Pieces, count_of
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.together import Together, up_to
from fitl_core.record.clauses import Verb
from fitl_core.rules.context import Context
from fitl_core.rules.progress import OWN, Grant, Progress
from fitl_core.state.control import control
from fitl_core.state.draft import Draft

Item = TypeVar("Item")

COIN_CUBES = (Kind.UT, Kind.AT, Kind.AP)
COIN_UNITS = (*COIN_CUBES, Kind.UI, Kind.UI_ACTIVE, Kind.AR, Kind.AR_ACTIVE)
COIN_TROOPS = (Kind.UT, Kind.AT)
RANGERS = (Kind.AR, Kind.AR_ACTIVE)
HIDDEN = (Kind.VG, Kind.NG)

_COIN = slice(SLOTS_OF[US].start, SLOTS_OF[ARVN].stop)
_INSURGENT = slice(SLOTS_OF[NVA].start, SLOTS_OF[VC].stop)


def coin(pieces: Pieces) -> int:
    """Return the number of COIN pieces."""
    return sum(pieces[_COIN])


def insurgents(pieces: Pieces) -> int:
    """Return the number of NVA and VC pieces."""
    return sum(pieces[_INSURGENT])


def hidden(pieces: Pieces) -> int:
    """Return the number of Underground Guerrillas."""
    return count_of(pieces, HIDDEN)


def may_leave(where: BoardSpace, pieces: Pieces) -> int:
    """Return how many COIN pieces may leave a space without ending COIN Control (1.7). Without it, all may
    leave.
    """
    if control(where, pieces) != "coin":
        return coin(pieces)
    return coin(pieces) - insurgents(pieces) - 1


def lacks_for_control(pieces: Pieces) -> int:
    """Return how many more COIN pieces bring COIN Control. 0 or less means that there are enough."""
    return insurgents(pieces) - coin(pieces) + 1


def rules_now(d: Decider, rule: str, verb: str | None = None, grant: Grant = OWN) -> Context:
    """Return a context in which the rules can be asked about the current position, on a draft of its own."""
    return Context(Draft(d.now), ARVN, rule, Progress(operation=verb, grant=grant))


def figure_from(
    table: Mapping[BoardSpace, Item], figure: Callable[[Item], int]
) -> Callable[[BoardSpace], int]:
    """Return a figure for spaces, taken from the table's entry for the space."""
    return lambda where: figure(table[where])


def has_said(d: Decider, verb: str) -> bool:
    """Check whether this action has a verb already."""
    return d.walk is not None and any(clause == Verb(verb) for _, clause in d.walk.said)


def is_granted(d: Decider) -> bool:
    """Check whether an Event grants the current action (5.5), free and within its own limits."""
    return d.walk is not None and bool(d.walk.said) and d.walk.said[0][1] == Verb("event")


def up_to_payable(d: Decider, spaces: int, price: int) -> Together[object]:
    """Return the condition that equal spaces are no more than `spaces`, and can all be paid."""
    return up_to(min(spaces, d.spendable // price if price else spaces))
