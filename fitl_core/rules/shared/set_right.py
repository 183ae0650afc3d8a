"""Parts of an Event or Sweep in another order or in more pieces than the rules ask for them.

They say the same.

An alternative may stand before the space in which it is chosen (`rangers KPh`), the pieces of one placement
side by side (`KPh+2ui KPh+ui`), and the name of what is done free once more where the Event is taken up again
behind a transfer (`march … | transfer NVA+2 | event march …`). Looked at only where a move would be refused
as it stands. A Sweep may name a space by what it finds there alone (`sweep QTr*2vg`), which then comes behind
all its movement.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fitl_core.facts.pieces import Count
from fitl_core.facts.vocabulary import VERBS
from fitl_core.record.clauses import Activate, At, ChooseFaction, Clause, Move, Option, Place, Remove, Verb
from fitl_core.record.spoken import Said
from fitl_core.rules.forms.pieces import totals


def set_right(said: Sequence[Said]) -> list[Said]:
    """What has been said in Events, with a space before what is chosen in it, and each placement in one."""
    words: list[Said] = []
    verb, under_way = "", ""
    for who, clause in _with_searched(said):
        verb = clause.name if isinstance(clause, Verb) else verb
        if verb == "event" and isinstance(clause, Option) and clause.name in VERBS:
            behind = words[-1][1] if words else clause
            if clause.name == under_way and isinstance(behind, Verb):
                continue
            under_way = clause.name
        before = words[-1] if words and words[-1][0] is who and verb == "event" else None
        if before is not None and (joined := _joined(before[1], clause)) is not None:
            words[-1] = (who, joined)
        elif before is not None and isinstance(clause, At) and _is_alternative(before[1]):
            words[-1:] = [(who, clause), before]
        else:
            words.append((who, clause))
    return words


def _is_alternative(clause: Clause) -> bool:
    """Whether a clause names an alternative or a Faction, not what is executed free."""
    return isinstance(clause, ChooseFaction) or (isinstance(clause, Option) and clause.name not in VERBS)


def _with_searched(said: Sequence[Said]) -> list[Said]:
    """What has been said, with the spaces that a Sweep names only by what it finds, before it searches."""
    words: list[Said] = []
    verb, searches = "", 0
    named: set[str] = set()
    for who, clause in said:
        if isinstance(clause, Verb) or (isinstance(clause, Option) and clause.name in VERBS):
            verb, searches = clause.name, 0
        if isinstance(clause, At | Move):
            named.add(clause.space if isinstance(clause, At) else clause.path[-1])
        if isinstance(clause, Activate) and verb == "sweep":
            searches = searches or len(words)
            if clause.space not in named:
                named.add(clause.space)
                words.insert(searches, (who, At(clause.space)))
                searches += 1
        words.append((who, clause))
    return words


def _joined(first: Clause, second: Clause) -> Clause | None:
    """Pieces that are placed, or that go, in one space and alike; None where they are not."""
    if type(first) is not type(second) or not isinstance(first, Place | Remove):
        return None
    assert isinstance(second, Place | Remove)
    if msgspec.structs.replace(first, pieces=()) != msgspec.structs.replace(second, pieces=()):
        return None
    counts = totals((*first.pieces, *second.pieces))
    return msgspec.structs.replace(first, pieces=tuple([Count(n, kind) for kind, n in counts.items()]))
