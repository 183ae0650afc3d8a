"""VC Rally (8.5.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fitl_core.facts.counting import counted
from fitl_core.facts.factions import NVA, VC
from fitl_core.facts.game_map import BoardSpace, board
from fitl_core.facts.lasting import CADRES
from fitl_core.facts.pieces import BASES, GUERRILLAS, Count, Kind, number_named
from fitl_core.facts.players import non_players
from fitl_core.players.non_players.decider import Decider, SpaceLetter
from fitl_core.players.non_players.flowchart import FlowCondition
from fitl_core.players.non_players.piece_order import own_pieces
from fitl_core.players.non_players.space_figures import control_with, has_room, pieces_in
from fitl_core.players.non_players.together import both, up_to
from fitl_core.players.non_players.vc.after_operation import payable_with_tax, tax_for_money
from fitl_core.players.non_players.vc.agitate import agitate_one, can_shift
from fitl_core.players.non_players.vc.tax import could_bring
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Clause, Hide, Option, Place, Replace

MOST_SPACES = 6
FOR_A_BASE = 4
"""The number of their Guerrillas with which VC build a Base."""
HIDDEN_AT_BASE = 4
"""VC place Guerrillas at a Base with fewer Underground ones than this."""
NEW_SPACES = 2

Clauses = Callable[[BoardSpace], Clause]


def _two_bases(d: Decider) -> tuple[int, str]:
    bases = [where for where in d.open_spaces("rally") or _rally_spaces(d) if _builds(d, where)]
    can_pay = min(d.most_spaces("rally", bases), MOST_SPACES, d.now.available[Kind.VB.slot], _payable(d))
    names = ", ".join([where.name for where in bases]) or "none"
    return (
        can_pay >= 2,
        f"{counted(can_pay, 'Base')} could be placed; 4 Guerrillas, room and a Base Available: {names}",
    )


def _available(d: Decider) -> tuple[int, str]:
    available = d.now.available[Kind.VG.slot]
    return available, f"{counted(available, 'Guerrilla')} Available"


CONDITIONS = (
    FlowCondition("8.5.3/if-1", _two_bases),
    FlowCondition("8.5.3/if-2", _available, dice=3, relation="less than"),
)


def _rally_spaces(d: Decider) -> list[BoardSpace]:
    """Return where VC might Rally if they had Resources: spaces without Support (3.3.1)."""
    return [where for where in board().spaces if not where.is_loc and d.support(where) <= 0]


def _payable(d: Decider) -> int:
    """Return how many spaces VC can pay, including the result of a Tax (do-0)."""
    return d.spendable + could_bring(d)


def _builds(d: Decider, where: BoardSpace) -> bool:
    return d.number(where, GUERRILLAS[VC]) >= FOR_A_BASE and has_room(d, where, Kind.VB)


class _Rally:
    """A Rally in progress, with the number of selected spaces."""

    def __init__(self, d: Decider) -> None:
        self.d = d
        self.selected = 0

    def can_pay(self, equal: Sequence[BoardSpace]) -> bool:
        """Check whether all these spaces can be paid in any order. Without Resources nothing need be paid."""
        return not self.d.spendable or payable_with_tax(self.d, equal)

    def step(
        self,
        node: str,
        fits: Callable[[BoardSpace], bool],
        clause: Clauses,
        most: int = MOST_SPACES,
        own_letters: tuple[SpaceLetter, ...] = (),
    ) -> Deciding[bool]:
        """Carry out one step: select as many fitting spaces as allowed; return whether any was selected."""
        d, done = self.d, 0
        while done < most and self.selected < MOST_SPACES:
            yield from tax_for_money(d, "rally", "8.5.3/do-0")
            if not (fitting_spaces := d.open_spaces(fits=fits)):
                break
            shared = self._letters(clause)
            letters = (
                (*shared, *own_letters) if _control_comes_first(d, own_letters) else (*own_letters, *shared)
            )
            pieces = d.now.available[(Kind.VB if node == "8.5.3/do-1" else Kind.VG).slot]
            left = min(most - done, pieces, MOST_SPACES - self.selected)
            together = both(up_to(left), self.can_pay)
            where = yield from d.pick_space(node, fitting_spaces, *letters, together=together)
            yield from d.say(clause(where))
            done += 1
            self.selected += 1
        return done > 0

    def _letters(self, clause: Clauses) -> tuple[tuple[str, Callable[[BoardSpace], int]], ...]:
        """Return the priorities of every step: COIN Control ended; of a player NVA, Control of Population
        ended.
        """
        d = self.d

        def frees(where: BoardSpace) -> int:
            return _ends(d, where, "coin", clause(where))

        def takes(where: BoardSpace) -> int:
            return where.population > 0 and _ends(d, where, "nva", clause(where))

        if NVA in non_players(d.start.players):
            return (("COIN Control ends", frees),)
        return (("COIN Control ends", frees), ("NVA Control ends", takes))


def _control_comes_first(d: Decider, own_letters: tuple[object, ...]) -> bool:
    """Check whether the removal of Control comes before a step's own letters (NP-Q52)."""
    return bool(own_letters) and d.other_reading("NP-Q52")


def _ends(d: Decider, where: BoardSpace, side: str, clause: Clause) -> bool:
    """Check whether a clause ends a side's Control of a space."""
    if d.control(where) != side:
        return False
    match clause:
        case Place(pieces=come):
            return control_with(d, where, come) != side
        case Replace(pieces=gone, by=come):
            return control_with(d, where, come, gone) != side
        case _:
            return False


def rally(d: Decider) -> Deciding[bool]:
    """Carry out the whole Operation, step by step (do-0 to do-5), then Agitation by Cadres.

    Return whether anything was done.
    """
    at_bases = [where for where in board().spaces if d.number(where, BASES[VC])]
    under_way = _Rally(d)
    done = yield from under_way.step("8.5.3/do-1", lambda at: _builds(d, at), lambda at: _base(d, at))
    done |= yield from under_way.step(
        "8.5.3/do-2",
        lambda at: _has_guerrilla_to_place(d) and not d.number(at, GUERRILLAS[VC]),
        lambda at: _one(at),
        NEW_SPACES,
        ("a", "b"),
    )
    done |= yield from under_way.step(
        "8.5.3/do-3",
        lambda at: _has_guerrilla_to_place(d) and _is_open_base(d, at),
        lambda at: _hidden_at_base(d, at),
    )
    done |= yield from under_way.step(
        "8.5.3/do-4",
        lambda at: _has_guerrilla_to_place(d) and 0 < d.number(at, GUERRILLAS[VC]) < FOR_A_BASE,
        lambda at: _one(at),
    )
    done |= yield from under_way.step(
        "8.5.3/do-5",
        lambda at: _has_guerrilla_to_place(d) and at.in_south_vietnam,
        lambda at: _at_base(d, at),
    )
    if not d.now.available[Kind.VG.slot]:
        d.note("8.5.3", "no VC Guerrilla is left Available")
    if done and d.capability(CADRES) == "shaded":
        yield from _agitate_by_cadres(d, at_bases)
    return done


def _has_guerrilla_to_place(d: Decider) -> bool:
    return d.now.available[Kind.VG.slot] > 0


def _is_open_base(d: Decider, where: BoardSpace) -> bool:
    return d.number(where, BASES[VC]) > 0 and d.number(where, (Kind.VG,)) < HIDDEN_AT_BASE


def _base(d: Decider, where: BoardSpace) -> Clause:
    """Return the clause that replaces 2 Guerrillas, Active ones first, by a Base."""
    given = own_pieces(pieces_in(d, where), GUERRILLAS[VC], 2)
    return Replace(where.id, given, (Count(1, Kind.VB),))


def _one(where: BoardSpace) -> Clause:
    return Place(where.id, (Count(1, Kind.VG),))


def _at_base(d: Decider, where: BoardSpace) -> Place:
    """Return the clause that places as many Guerrillas as 3.3.1 allows: Bases plus Population at a Base, else
    1.
    """
    bases = d.number(where, BASES[VC])
    most = bases + where.population if bases else 1
    return Place(where.id, (Count(min(most, d.now.available[Kind.VG.slot]), Kind.VG),))


def _hidden_at_base(d: Decider, where: BoardSpace) -> Clause:
    """Return the clause that places Guerrillas at a Base.

    By the other reading all Guerrillas there go Underground if that hides more (NP-Q10).
    """
    placed = _at_base(d, where)
    shown = d.number(where, (Kind.VG_ACTIVE,))
    if d.other_reading("NP-Q10") and shown > number_named(placed.pieces):
        return Hide(where.id, (Count(shown, Kind.VG),))
    return placed


def _agitate_by_cadres(d: Decider, at_bases: list[BoardSpace]) -> Deciding[None]:
    """Agitate in 1 space where VC Rallied at a Base (card 116, 8.5.6)."""
    agitating = d.try_clauses(Option("agitate"))
    if agitating is None:
        return
    before, d.walk = d.walk, agitating
    shiftable = d.open_spaces(fits=lambda where: where in at_bases and can_shift(d, where))
    if shiftable:
        yield from agitate_one(d, shiftable)
    else:
        d.walk = before
