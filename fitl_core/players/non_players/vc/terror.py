"""VC Terror (8.5.1)."""

from __future__ import annotations

from functools import partial

from fitl_core.facts.counting import counted
from fitl_core.facts.factions import VC
from fitl_core.facts.game_map import BoardSpace, board
from fitl_core.facts.pieces import BASES, Kind
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.flowchart import FlowCondition
from fitl_core.players.non_players.together import in_any_case
from fitl_core.players.non_players.vc.after_operation import payable_with_tax, tax_for_money
from fitl_core.players.non_players.vc.cadres import pay_cadres
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At
from fitl_core.state.state import resources

RICH = 12
"""With more Resources than this VC Sabotage LoCs."""
LITTLE_AID = 30
"""VC Sabotage LoCs only below this Aid."""


def _at_support(d: Decider) -> tuple[int, str]:
    names = [where.name for where in _targets(d, "terror") if d.support(where) > 0]
    return bool(names), f"Support with an Underground Guerrilla: {', '.join(names) or 'none'}"


def _shiftable(d: Decider) -> tuple[int, str]:
    people = _population(d, _targets(d, "terror"))
    return people, f"Population that could shift: {people}"


CONDITIONS = (
    FlowCondition("8.5.1/if-1", _at_support),
    FlowCondition("8.5.1/if-2", _shiftable, dice=2),
)


def _targets(d: Decider, begin_with: str = "") -> list[BoardSpace]:
    """Return where Terror is possible and would shift a space. The last Guerrilla of a Base is
    spared (do-2).
    """
    return d.open_spaces(begin_with, fits=lambda where: _shifts(d, where) and not _is_spared(d, where))


def _shifts(d: Decider, where: BoardSpace) -> bool:
    return where.population > 0 and d.support(where) > -2 and d.number(where, (Kind.VG,)) > 0


def _is_spared(d: Decider, where: BoardSpace) -> bool:
    """Check whether Terror would expose the last Underground Guerrilla of a VC Base in a space without
    Support.
    """
    last = d.number(where, (Kind.VG,)) == 1 and d.number(where, BASES[VC]) > 0
    return last and d.support(where) in (0, -1)


def _population(d: Decider, shiftable: list[BoardSpace]) -> int:
    """Return how much Population Terror could shift, in as many spaces as Resources pay (NP-Q02)."""
    if d.other_reading("NP-Q02"):
        return sum([where.population for where in shiftable])
    most_first = sorted([where.population for where in shiftable], reverse=True)
    return sum(most_first[: min(d.spendable, d.most_spaces("terror", shiftable))])


def terror(d: Decider) -> Deciding[bool]:
    """Terrorize every space that shifts, then LoCs; Tax whenever Resources run out (do-1 to do-3).

    Return whether anything was done.
    """
    done = False
    while True:
        yield from tax_for_money(d, "terror", "8.5.1/do-1", _wanted_still(d))
        if not (targets := _targets(d)):
            break
        where = yield from d.pick_space("8.5.1/do-2", targets, "a", together=partial(payable_with_tax, d))
        yield from d.say(At(where.id))
        yield from pay_cadres(d, where)
        done = True
    money = resources(d.start, VC) if d.other_reading("NP-Q08") else d.money
    facts = (f"{counted(money, 'Resource')}, more than {RICH}", f"Aid {d.now.aid}, less than {LITTLE_AID}")
    if d.test("8.5.1/do-3", money > RICH and d.now.aid < LITTLE_AID, *facts):
        while targets := _to_sabotage(d):
            where = yield from d.pick_space("8.5.1/do-3", targets, together=in_any_case)
            yield from d.say(At(where.id))
            yield from pay_cadres(d, where)
            done = True
    return done


def _wanted_still(d: Decider) -> list[BoardSpace]:
    """Return where a Guerrilla is spared for a later Terror, by the other reading of NP-Q09."""
    if d.money or not d.other_reading("NP-Q09"):
        return []
    return [
        at
        for at in board().spaces
        if _shifts(d, at) and not _is_spared(d, at) and d.number(at, (Kind.VG,)) == 1
    ]


def _to_sabotage(d: Decider) -> list[BoardSpace]:
    """Return the LoCs without Sabotage that Terror may select."""
    return [at for at in d.open_spaces() if at.is_loc and not d.now.spaces[at.index].sabotage]
