"""Sort the counts of a clause, and join two clauses with one meaning."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from fitl_core.facts.pieces import KINDS, Count
from fitl_core.record.clauses import Clause, Place, Remove, Replace


def sorted_counts(clause: Clause) -> Clause:
    """Return a clause with the counts of each group in the order of the kinds, each kind once."""
    changed = {}
    for name in ("pieces", "by"):
        if counts := getattr(clause, name, ()):
            changed[name] = _added_up(counts)
    return msgspec.structs.replace(clause, **changed) if changed else clause


def _added_up(counts: Iterable[Count]) -> tuple[Count, ...]:
    total: dict[Any, int] = {}
    for count in counts:
        total[count.kind] = total.get(count.kind, 0) + count.number
    return tuple([Count(total[kind], kind) for kind in KINDS if kind in total])


def one_of(first: Clause, second: Clause) -> Clause | None:
    """Join two clauses that differ only in their counts to one with both counts. None for other clauses."""
    groups = [name for name in ("pieces", "by") if name in first.__struct_fields__]
    if not groups or type(first) is not type(second):
        return None
    bare = dict.fromkeys(groups, ())
    if msgspec.structs.replace(first, **bare) != msgspec.structs.replace(second, **bare):
        return None
    both = {name: _added_up((*getattr(first, name), *getattr(second, name))) for name in groups}
    return msgspec.structs.replace(first, **both)


def one_meaning(first: Clause, second: Clause) -> Clause | None:
    """Join a removal and the placement that follows it to one clause, or return None.

    In one space the pieces are replaced. In two spaces they are taken up from the first (1.4.1).
    """
    if not isinstance(first, Remove) or not isinstance(second, Place) or second.source != "available":
        return None
    if first.space == second.space:
        return Replace(first.space, first.pieces, second.pieces)
    return Place(second.space, first.pieces, first.space)
