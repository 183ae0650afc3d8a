"""What VC do behind or amid an Operation: Tax, else Subvert (8.5.1, 8.5.3, 8.5.4, 8.5.5)."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from fitl_core.facts.board import BoardSpace
from fitl_core.facts.counting import counted
from fitl_core.players.non_players.attempts import attempt
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.vc.subvert import subvert
from fitl_core.players.non_players.vc.tax import MOST_RESOURCES, brings_apart_from, tax
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Verb


def has_acted(d: Decider, verb: str) -> bool:
    """Whether a verb has been said in this action."""
    return d.walk is not None and any(clause == Verb(verb) for _, clause in d.walk.said)


def tax_or_subvert(d: Decider, may_subvert: bool = True) -> Deciding[None]:
    """Tax, if it has not been done and Resources are few; failing that Subvert (sa-1, sa-2)."""
    if has_acted(d, "tax") or has_acted(d, "ambush"):
        return
    if d.test(
        "8.5.1/sa-1",
        d.money <= MOST_RESOURCES,
        f"{counted(d.money, 'Resource')}, no more than {MOST_RESOURCES}",
    ):
        if (yield from attempt(d, "tax", tax)):
            return
        d.note("8.5.1/sa-1", "nothing can be Taxed")
    if may_subvert and not (yield from attempt(d, "subvert", subvert)):
        d.note("8.5.1/sa-2", "nothing can be Subverted: no Special Activity")


def means_with_tax(d: Decider, tied: list[BoardSpace]) -> int:
    """How many of these spaces can be paid for in whatever order, with the Tax amid the Operation."""
    if d.means >= len(tied) or has_acted(d, "tax"):
        return d.means
    return d.means + brings_apart_from(d, tied)


def tax_for_money(d: Decider, verb: str, node: str, spared: Collection[BoardSpace] = ()) -> Deciding[bool]:
    """With no Resources left Tax, if that has not been done, and go on with the Operation; whether it
    was done.

    Not in spaces that are `spared`, where the Operation still wants the Underground Guerrilla (NP-Q09).
    """
    if d.money > 0 or has_acted(d, "tax"):
        return False
    before = d.walk
    if not (yield from attempt(d, "tax", partial(tax, spared=spared))):
        return False
    if before is not None and not d.begin(verb):
        d.walk = before
        return False
    d.note(node, f"no Resources were left: Tax first, which makes {d.money}")
    return True
