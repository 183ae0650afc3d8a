"""Parts of an Event in another order or in more pieces than the rules ask for them; they say the same.

An alternative may stand before the space in which it is chosen (`rangers KPh`), the pieces of one placement
side by side (`KPh+2ui KPh+ui`), and the name of what is done free once more where the Event is taken up again
behind a transfer (`march … | transfer NVA+2 | event march …`). Looked at only where a move would be refused
as it stands.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fitl_core.facts.pieces import Count
from fitl_core.facts.vocabulary import VERBS
from fitl_core.record.clauses import At, ChooseFaction, Clause, Option, Place, Remove, Verb
from fitl_core.record.spoken import Said
from fitl_core.rules.forms.pieces import totals


def set_right(said: Sequence[Said]) -> list[Said]:
    """What has been said in Events, with a space before what is chosen in it, and each placement in one."""
    words: list[Said] = []
    verb, under_way = "", ""
    for who, clause in said:
        verb = clause.name if isinstance(clause, Verb) else verb
        if verb == "event" and isinstance(clause, Option) and clause.name in VERBS:
            behind = words[-1][1] if words else clause
            if clause.name == under_way and isinstance(behind, Verb):
                continue
            under_way = clause.name
        before = words[-1] if words and words[-1][0] is who and verb == "event" else None
        if before is not None and (joined := _joined(before[1], clause)) is not None:
            words[-1] = (who, joined)
        elif before is not None and isinstance(clause, At) and isinstance(before[1], Option | ChooseFaction):
            words[-1:] = [(who, clause), before]
        else:
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
