"""Parts of a move in another order or in more pieces than the rules ask for them.

They say the same.

An alternative may stand before the space in which it is chosen (`rangers KPh`), the pieces of one placement
or removal side by side (`KPh+2ui KPh+ui`), a die behind the pieces that go by it, the Aid of a Train or an
Assault anywhere among its parts (2.4.1 and 3.2.4 set no order), and the name of what is done free once more
where the Event is taken up again behind a transfer (`march … | transfer NVA+2 | event march …`). Looked at
only where a move would be refused as it stands. A Sweep may name a space by what it finds there alone
(`sweep QTr*2vg`), which then comes behind all its movement.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.facts.pieces import Count
from fitl_core.facts.vocabulary import VERBS
from fitl_core.record.clauses import (
    Activate,
    At,
    ChooseFaction,
    Clause,
    Move,
    Number,
    Option,
    Place,
    Rebox,
    Remove,
    Replace,
    Roll,
    Verb,
    space_of,
)
from fitl_core.record.spoken import Said
from fitl_core.rules.forms.pieces import totals

ADD_AID = ("train", "assault", "advise")
"""Operations that may raise Aid by themselves, and the Activity that may at its end."""


def set_right(said: Sequence[Said]) -> list[Said]:
    """What has been said, in the order and in the pieces in which the rules ask for it."""
    words: list[Said] = []
    verb, under_way = "", ""
    for who, clause in _with_searched(_with_aid_last(said)):
        verb = clause.name if isinstance(clause, Verb) else verb
        if verb == "event" and isinstance(clause, Option) and clause.name in VERBS:
            behind = words[-1][1] if words else clause
            if clause.name == under_way and isinstance(behind, Verb):
                continue
            under_way = clause.name
        before = words[-1] if words and words[-1][0] is who else None
        if before is not None and (joined := _joined(before[1], clause)) is not None:
            words[-1] = (who, joined)
        elif isinstance(clause, Roll):
            hit = _before_what_it_hits(words, verb)
            where = getattr(words[hit][1], "space", "") if verb == "attack" and hit < len(words) else ""
            named = [(who, At(where))] if where and words[hit - 1][1] != At(where) else []
            words[hit:hit] = [*named, (who, clause)]
        elif before is not None and verb == "event" and isinstance(clause, At) and _is_alternative(before[1]):
            words[-1:] = [(who, clause), before]
        else:
            words.append((who, clause))
    return words


class Reordered(NamedTuple):
    """What has been said in another order, and the spaces in it that were `put` before what they stood in."""

    said: list[Said]
    put: list[At]


def spaces_first(said: Sequence[Said], pieces: bool = False) -> Reordered:
    """What has been set right, with what an Event has executed free behind the space of it (`sweep Sai`).

    With `pieces` those that move there, or go there, name that space, too (`sweep CLa>SLa:2at`, `assault
    HuDN-vg*`). The same space is named once for all that is executed there (`sweep QTr assault QTr`).
    """
    words: list[Said] = []
    put: list[At] = []
    verb = ""
    freed: Said | None = None  # what is executed free, if nothing stands behind it yet
    last: Said | None = None  # the space for which something has been executed free
    for who, clause in set_right(said):
        verb = clause.name if isinstance(clause, Verb) else verb
        named = At(space_of(clause)) if pieces and isinstance(clause, Move | Remove) else clause
        if isinstance(named, At) and last == (who, named):
            words += [(who, clause)] if clause is not named else []
        elif freed is not None and freed[0] is who and isinstance(named, At):
            words[-1:] = [(who, named), freed]
            words += [(who, clause)] if clause is not named else []
            put.append(named)
            last = (who, named)
        else:
            words.append((who, clause))
        names = verb == "event" and isinstance(clause, Option) and clause.name in VERBS
        freed = (who, clause) if names else None
        if freed is not None and len(words) > 1 and isinstance(words[-2][1], At):
            last = words[-2]
    return Reordered(words, put)


def gathered(said: Sequence[Said]) -> list[Said]:
    """What has been said, with what an Event takes from a space, or brings there, said at once.

    It stands where the first of it stood: the pieces of several spaces are one set, in whatever order.
    """
    words: list[Said] = []
    verb = ""
    first: dict[tuple[Faction, Clause], int] = {}  # where each thing of an Event stood that pieces can join
    for who, clause in said:
        if isinstance(clause, Verb):
            first.clear()
            verb = clause.name
        if verb != "event" or not isinstance(clause, Place | Remove):
            words.append((who, clause))
            continue
        at = first.setdefault((who, _of_no_pieces(clause)), len(words))
        if at < len(words) and (joined := _joined(words[at][1], clause)) is not None:
            words[at] = (who, joined)
        else:
            words.append((who, clause))
    return words


def apart(said: Sequence[Said]) -> list[Said]:
    """What has been said, with the kinds of pieces that an Event moves each said alone.

    Of some it may ask, while others go or come by themselves (`casualties>oop:2ut+ub`, card 120).
    """
    words: list[Said] = []
    verb = ""
    for who, clause in said:
        verb = clause.name if isinstance(clause, Verb) else verb
        if verb == "event" and isinstance(clause, Place | Remove | Rebox):
            words += [(who, msgspec.structs.replace(clause, pieces=(count,))) for count in clause.pieces]
        else:
            words.append((who, clause))
    return words


def places_in(others: Sequence[Said], said: Sequence[Said]) -> list[int]:
    """Where each of what has been set right stands among all that was said; what is new, behind the last."""
    known = {id(clause): place for place, (_, clause) in enumerate(said)}
    places: list[int] = []
    for _, clause in others:
        behind = min(places[-1] + 1, len(said) - 1) if places else 0
        places.append(known.get(id(clause), behind))
    return places


def figures_ahead(said: Sequence[Said]) -> list[int]:
    """The places of figures that stand right behind a verb: they may be about anything behind them."""
    places: list[int] = []
    for at, (_, clause) in enumerate(said):
        before = said[at - 1][1] if at else clause
        if isinstance(clause, Number) and (isinstance(before, Verb) or at - 1 in places):
            places.append(at)
    return places


def _with_aid_last(said: Sequence[Said]) -> list[Said]:
    """What has been said, with the Aid that a Train or an Assault adds by itself behind it (3.2.1, 3.2.4).

    Not behind an Activity that takes Aid for Patronage, for which it may be wanted (4.3.1).
    """
    words = list(said)
    verb, at, last = "", -1, -1
    for place, (_, clause) in enumerate(said):
        if isinstance(clause, Verb):
            verb = clause.name
        elif at < 0 and verb in ADD_AID and isinstance(clause, Number) and clause.track == "aid":
            at = place
        if verb in ADD_AID and not isinstance(clause, Verb):
            last = place
    between = said[at : last + 1]
    if at >= 0 and Option("patronage") not in [clause for _, clause in between]:
        words[at : last + 1] = [*between[1:], between[0]]
    return words


def _before_what_it_hits(words: Sequence[Said], verb: str) -> int:
    """The place of a die: before the pieces that go by it, where those are written before it.

    An Air Strike has one for all its spaces, an Attack one for each.
    """
    at = len(words)
    while at and isinstance(hit := words[at - 1][1], Remove | Replace | Number):
        if verb == "attack" and at < len(words) and hit.space != words[at][1].space:  # type: ignore[union-attr]
            break
        at -= 1
    return at


def _is_alternative(clause: Clause) -> bool:
    """Whether a clause names an alternative or a Faction, not what is executed free, nor the Event's side."""
    sided = (*VERBS, "shaded", "unshaded")
    return isinstance(clause, ChooseFaction) or (isinstance(clause, Option) and clause.name not in sided)


def _with_searched(said: Sequence[Said]) -> list[Said]:
    """What has been said, with the spaces that a Sweep names only by what it finds, before it searches."""
    words: list[Said] = []
    verb, searches = "", 0
    named: set[str] = set()
    for who, clause in said:
        if isinstance(clause, Verb) or (isinstance(clause, Option) and clause.name in VERBS):
            verb, searches = clause.name, 0
        if isinstance(clause, At | Move) and verb == "sweep":
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
    if _of_no_pieces(first) != _of_no_pieces(second):
        return None
    counts = totals((*first.pieces, *second.pieces))
    return msgspec.structs.replace(first, pieces=tuple([Count(n, kind) for kind, n in counts.items()]))


def _of_no_pieces(clause: Place | Remove) -> Place | Remove:
    """What is placed or goes, without the pieces: what is alike in this is one placement or removal."""
    return msgspec.structs.replace(clause, pieces=())
