"""How VC choose and carry out Terror (8.5.1)."""

from __future__ import annotations

from fitl_core.facts.board import BoardSpace
from fitl_core.facts.factions import VC
from fitl_core.facts.pieces import BASES, Kind
from fitl_core.players.non_players.attempts import attempt
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.vc.tax import tax
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At

RULE = "8.5.1"
RICH = 12
"""Beyond so many Resources VC Sabotage LoCs."""
LITTLE_AID = 30
"""Below so much Aid they do."""


def is_called_for(d: Decider) -> Deciding[bool]:
    """Whether VC Terrorize: where there is Support, or enough Population for two dice (8.5.1)."""
    shiftable = _targets(d, "terror")
    at_support = [where for where in shiftable if d.support(where) > 0]
    names = ", ".join([where.name for where in at_support]) or "none"
    if d.test("8.5.1/if-1", bool(at_support), f"Support with an Underground Guerrilla: {names}"):
        return True
    people = _population(d, shiftable)
    most, fewest = 12, 2
    if people < fewest:
        return d.test("8.5.1/if-2", False, f"Population that could shift: {people}")
    if people >= most:
        return d.test("8.5.1/if-2", True, f"Population that could shift: {people}")
    dice = yield from d.roll("8.5.1/if-2", 2, f"Population that could shift: {people}")
    return d.test("8.5.1/if-2", people >= sum(dice), f"{people} against {sum(dice)}")


def _targets(d: Decider, begin_with: str = "") -> list[BoardSpace]:
    """Where Terror may be and would shift the people, the last Guerrilla of a Base spared (do-2)."""
    return [where for where in d.open_spaces(begin_with) if _shifts(d, where) and not _is_spared(d, where)]


def _shifts(d: Decider, where: BoardSpace) -> bool:
    return where.population > 0 and d.support(where) > -2


def _is_spared(d: Decider, where: BoardSpace) -> bool:
    """Whether Terror would expose the last Underground Guerrilla of a VC Base without Support there."""
    last = d.number(where, (Kind.VG,)) == 1 and d.number(where, BASES[VC]) > 0
    return last and d.support(where) in (0, -1)


def _population(d: Decider, shiftable: list[BoardSpace]) -> int:
    """How much Population Terror could shift: as many spaces as Resources pay (NP-Q02)."""
    if d.other_reading("NP-Q02"):
        return sum([where.population for where in shiftable])
    most_first = sorted([where.population for where in shiftable], reverse=True)
    return sum(most_first[: d.money])


def terror(d: Decider) -> Deciding[bool]:
    """Terror in every space where it shifts, then on LoCs; Tax whenever the money is gone (do-1 to do-3)."""
    done = False
    taxed = False
    while True:
        if d.money == 0 and not taxed:
            taxed = yield from _tax_amid(d)
        if not (left := _targets(d)):
            break
        where = yield from d.pick_space("8.5.1/do-2", left, ("a", lambda at: at.population))
        yield from d.say(At(where.id))
        done = True
    if d.test(
        "8.5.1/do-3", d.money > RICH and d.now.aid < LITTLE_AID, f"{d.money} Resources, Aid {d.now.aid}"
    ):
        while left := [at for at in d.open_spaces() if at.is_loc and not d.now.spaces[at.index].sabotage]:
            where = yield from d.pick_space("8.5.1/do-3", left)
            yield from d.say(At(where.id))
            done = True
    return done


def _tax_amid(d: Decider) -> Deciding[bool]:
    """Tax for money, then Terror goes on (do-1)."""
    if not (yield from attempt(d, "tax", tax)):
        return False
    d.note("8.5.1/do-1", "Tax, as no Resources are left")
    return d.begin("terror")
