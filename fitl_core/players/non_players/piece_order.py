"""The order in which pieces go or come (8.1.2), as pure functions of the pieces."""

from __future__ import annotations

from collections.abc import Iterable

from fitl_core.facts.pieces import Count, Kind, Pieces

BASES_FIRST = (Kind.UB, Kind.AB, Kind.VB, Kind.NB, Kind.VB_TUNNELED, Kind.NB_TUNNELED)
"""Bases: US before ARVN, VC before NVA. No rule orders a Tunneled Base and another."""
ENEMY_IRREGULAR = (
    Kind.UI,
    Kind.AR,
    Kind.UI_ACTIVE,
    Kind.AR_ACTIVE,
    Kind.VG,
    Kind.NG,
    Kind.VG_ACTIVE,
    Kind.NG_ACTIVE,
)
"""Enemy Guerrillas and Special Forces: Underground before Active; then US before ARVN, VC before NVA."""
TROOPS_FIRST = (Kind.UT, Kind.AT, Kind.NT)
ALL = 999
"""More than all pieces of a kind."""
OWN_IRREGULAR = (
    Kind.AR_ACTIVE,
    Kind.UI_ACTIVE,
    Kind.NG_ACTIVE,
    Kind.VG_ACTIVE,
    Kind.AR,
    Kind.UI,
    Kind.NG,
    Kind.VG,
)
"""Own Guerrillas and Special Forces: Active before Underground; then the reverse of the enemy's order."""


def enemy_pieces(
    there: Pieces, kinds: Iterable[Kind], most: int, last_police_last: bool = True
) -> tuple[Count, ...]:
    """Return up to `most` enemy pieces of these kinds that are targeted or removed first (8.1.2 point 1).

    The order is Bases, then Guerrillas and Special Forces, then Troops and Police in turn. The turns begin
    with the less numerous kind, or with Troops if equal. The last Police is removed last (NP-Q06). `there`
    has the pieces of the space.
    """
    allowed = set(kinds)
    pieces_left = {kind: there[kind.slot] for kind in allowed}
    order = [kind for kind in (*BASES_FIRST, *ENEMY_IRREGULAR) if kind in allowed]
    taken = _in_order(pieces_left, order, most)
    troops = [kind for kind in TROOPS_FIRST if kind in allowed]
    police = pieces_left.get(Kind.AP, 0)
    spare = there[Kind.AP.slot] - 1 if last_police_last else police  # the last one waits for the Troops
    begin_with_troops = sum(there[kind.slot] for kind in troops) <= there[Kind.AP.slot]
    first_police = min(police, max(spare, 0))
    return _counted(
        taken + _in_turn(pieces_left, troops, first_police, police, most - len(taken), begin_with_troops)
    )


def own_pieces(
    there: Pieces, kinds: Iterable[Kind], most: int, last_police_last: bool = False
) -> tuple[Count, ...]:
    """Return up to `most` own or friendly pieces of these kinds that are removed first (8.1.2 point 2).

    The order is Troops and Police in turn, then Guerrillas and Special Forces (Active before Underground),
    then Bases. The turns begin with the more numerous kind, or with Troops if equal. If `last_police_last` is
    true, the last Police goes after all Troops.
    """
    allowed = set(kinds)
    pieces_left = {kind: there[kind.slot] for kind in allowed}
    troops = [kind for kind in reversed(TROOPS_FIRST) if kind in allowed]
    police = pieces_left.get(Kind.AP, 0)
    begin_with_troops = sum(there[kind.slot] for kind in troops) >= there[Kind.AP.slot]
    spare = min(police, max(0, there[Kind.AP.slot] - 1)) if last_police_last else police
    taken = _in_turn(pieces_left, troops, spare, police, most, begin_with_troops)
    order = [kind for kind in (*OWN_IRREGULAR, *reversed(BASES_FIRST)) if kind in allowed]
    return _counted(taken + _in_order(pieces_left, order, most - len(taken)))


def kind_by_kind(there: Pieces, kinds: Iterable[Kind], most: int = ALL) -> tuple[Count, ...]:
    """Return up to `most` pieces, every piece of a kind before the next kind.

    >>> [count.number for count in kind_by_kind((2, 0, 3), (Kind.UI_ACTIVE, Kind.UI, Kind.UT), 4)]
    [3, 1]
    """
    taken = []
    for kind in kinds:
        if (number := min(most, there[kind.slot])) > 0:
            taken.append(Count(number, kind))
            most -= number
    return tuple(taken)


def in_turn(troops: int, police: int, most: int, troops_there: int, police_there: int) -> tuple[int, int]:
    """Return how many Troops and Police come in turn into a space (8.1.2 point 1).

    `troops` and `police` can come, `most` together. `troops_there` and `police_there` are in the space
    already. The turns begin with the less numerous kind there, or with Troops if equal.

    >>> in_turn(9, 9, 6, 1, 4), in_turn(1, 9, 6, 0, 0), in_turn(9, 9, 5, 3, 1)
    ((3, 3), (1, 5), (2, 3))
    """
    came = [0, 0]
    can = [troops, police]
    turn = 0 if troops_there <= police_there else 1
    while sum(came) < most and came != can:
        if came[turn] < can[turn]:
            came[turn] += 1
        turn = 1 - turn
    return came[0], came[1]


def _in_order(left: dict[Kind, int], order: Iterable[Kind], most: int) -> list[Kind]:
    taken: list[Kind] = []
    for kind in order:
        number = min(left[kind], most - len(taken))
        taken += [kind] * number
        left[kind] -= number
    return taken


def _in_turn(
    left: dict[Kind, int], troops: list[Kind], spare: int, police: int, most: int, begin_with_troops: bool
) -> list[Kind]:
    """Return Troops and Police in turn. The Police beyond `spare` go after the last Troop."""
    taken: list[Kind] = []
    gone = 0
    turn_of_troops = begin_with_troops
    while len(taken) < most:
        soldier = next((kind for kind in troops if left[kind]), None)
        if soldier is None and gone == police:
            break
        if soldier is not None and (turn_of_troops or gone >= spare):
            taken.append(soldier)
            left[soldier] -= 1
        elif gone < (spare if soldier is not None else police):
            taken.append(Kind.AP)
            gone += 1
        turn_of_troops = not turn_of_troops
    return taken


def _counted(kinds: list[Kind]) -> tuple[Count, ...]:
    """Return the pieces as a move names them, in the order in which the kinds first appear."""
    return tuple([Count(kinds.count(kind), kind) for kind in dict.fromkeys(kinds)])
