"""Special Activities of VC after or during an Operation: Tax, else Subvert (8.5.1, 8.5.3, 8.5.4, 8.5.5)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from fitl_core.facts.counting import counted
from fitl_core.facts.game_map import BoardSpace
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.vc.subvert import subvert
from fitl_core.players.non_players.vc.tax import MOST_RESOURCES, brings_apart_from, tax
from fitl_core.players.non_players.verb_attempts import attempt
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Verb


def has_acted(d: Decider, verb: str) -> bool:
    """Check whether this action has a verb already."""
    return d.walk is not None and any(clause == Verb(verb) for _, clause in d.walk.said)


def tax_or_subvert(d: Decider, may_subvert: bool = True) -> Deciding[None]:
    """Tax if not done and Resources are few; otherwise, or if that is impossible, Subvert (sa-1, sa-2)."""
    if has_acted(d, "tax") or has_acted(d, "ambush"):
        return
    few, money = d.money <= MOST_RESOURCES, counted(d.money, "Resource")
    if d.test("8.5.1/sa-1", few, f"{money}, {'no more' if few else 'more'} than {MOST_RESOURCES}"):
        if (yield from attempt(d, "tax", tax)):
            return
        d.note("8.5.1/sa-1", "no space qualifies for Tax")
    else:
        d.note("8.5.1/sa-1", f"no Tax: {money}")
    if may_subvert and not (yield from attempt(d, "subvert", subvert)):
        d.note("8.5.1/sa-2", "nothing can be Subverted: no Special Activity")


def payable_with_tax(d: Decider, equal: Sequence[BoardSpace]) -> bool:
    """Check whether all these spaces can be paid in any order, with a Tax during the Operation."""
    if d.spendable >= len(equal):
        return True
    return not has_acted(d, "tax") and d.spendable + brings_apart_from(d, equal) >= len(equal)


def tax_for_money(d: Decider, verb: str, node: str, spared: Collection[BoardSpace] = ()) -> Deciding[bool]:
    """Tax if no Resources are left and it was not done, then go on with the Operation; return whether it was
    done.

    Spaces that are `spared` are not Taxed: there the Operation still needs the Underground Guerrilla
    (NP-Q09).
    """
    if d.money > 0 or has_acted(d, "tax"):
        return False
    before, begun = d.walk, len(d.trace)
    d.note(node, "no Resources are left: Tax before going on")
    if not (yield from attempt(d, "tax", partial(tax, spared=spared))):
        d.take_back(before, begun)
        return False
    if before is not None and not d.begin(verb):
        d.take_back(before, begun)
        return False
    return True
