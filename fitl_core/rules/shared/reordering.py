"""Clauses of a move in another order, or in more parts, than the rules ask for them.

The meaning is the same. An alternative may come before its space (`rangers KPh`). The pieces of one
placement or removal may come side by side (`KPh+2ui KPh+ui`), and a die after the pieces that go by it. The
Aid of a Train or an Assault may come anywhere among its clauses: 2.4.1 and 3.2.4 set no order. The name of
a free action may be repeated when an Event resumes after a transfer (`march … | transfer NVA+2 | event
march …`). A Sweep may name a space only by its Activation (`sweep QTr*2vg`), which then comes after all
movement. Other orders are tried only if a move would be refused as written. Read `space_order` next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.facts.move_words import VERBS
from fitl_core.facts.pieces import Count
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
from fitl_core.rules.forms.piece_questions import totals

PACIFY = Option("pacify")
ADD_AID = ("train", "assault", "advise")
"""The Operations that may raise Aid as an automatic effect, and the Activity that may at its end."""


def reorderings(written: Sequence[Said]) -> list[Said]:
    """Return the written clauses in the order and in the parts in which the rules ask for them."""
    words: list[Said] = []
    verb, free_action = "", ""
    for who, clause in _with_searched(_with_aid_last(written)):
        verb = clause.name if isinstance(clause, Verb) else verb
        if verb == "event" and isinstance(clause, Option) and clause.name in VERBS:
            previous = words[-1][1] if words else clause
            if clause.name == free_action and isinstance(previous, Verb):
                continue
            free_action = clause.name
        if verb == "train" and clause == PACIFY and (who, clause) in words:
            continue  # CORDS lets it Pacify in 2 spaces (card 19); the word for it may stand before both
        before = words[-1] if words and words[-1][0] is who else None
        if before is not None and (joined := _joined(before[1], clause)) is not None:
            words[-1] = (who, joined)
        elif isinstance(clause, Roll):
            hit = _place_of_die(words, verb)
            where = getattr(words[hit][1], "space", "") if verb == "attack" and hit < len(words) else ""
            named = [(who, At(where))] if where and words[hit - 1][1] != At(where) else []
            words[hit:hit] = [*named, (who, clause)]
        elif before is not None and verb == "event" and isinstance(clause, At) and _is_alternative(before[1]):
            words[-1:] = [(who, clause), before]
        else:
            words.append((who, clause))
    return words


class Reordered(NamedTuple):
    """The clauses in another order, and the spaces `put` before clauses after which they stood."""

    said: list[Said]
    put: list[At]


def spaces_first(written: Sequence[Said], pieces: bool = False) -> Reordered:
    """Return the reordered clauses, with a space named before the free action of an Event (`sweep Sai`).

    With `pieces`, pieces that move to a space, or are removed there, name that space, too (`sweep
    CLa>SLa:2at`, `assault HuDN-vg*`). A space is named once for all free actions there (`sweep QTr assault
    QTr`).
    """
    words: list[Said] = []
    put: list[At] = []
    verb = ""
    freed: Said | None = None  # the free action, if no clause follows it yet
    last: Said | None = None  # the space that was named for a free action
    for who, clause in reorderings(written):
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


def with_pieces_joined(written: Sequence[Said]) -> list[Said]:
    """Join the pieces that an Event takes from a space, or brings there, into one clause.

    The clause stands in the place of the first one: the pieces of several spaces are one set in any order.
    """
    words: list[Said] = []
    verb = ""
    first: dict[tuple[Faction, Clause], int] = {}  # the place of each clause that further pieces can join
    for who, clause in written:
        if isinstance(clause, Verb):
            first.clear()
            verb = clause.name
        if verb != "event" or not isinstance(clause, Place | Remove):
            words.append((who, clause))
            continue
        at = first.setdefault((who, _without_pieces(clause)), len(words))
        if at < len(words) and (joined := _joined(words[at][1], clause)) is not None:
            words[at] = (who, joined)
        else:
            words.append((who, clause))
    return words


def with_kinds_split(written: Sequence[Said]) -> list[Said]:
    """Split each clause in which an Event moves pieces into one clause for each kind.

    An Event may ask for some kinds, while others move as an automatic effect (`casualties>oop:2ut+ub`, card
    120).
    """
    words: list[Said] = []
    verb = ""
    for who, clause in written:
        verb = clause.name if isinstance(clause, Verb) else verb
        if verb == "event" and isinstance(clause, Place | Remove | Rebox):
            words += [(who, msgspec.structs.replace(clause, pieces=(count,))) for count in clause.pieces]
        else:
            words.append((who, clause))
    return words


def places_in(others: Sequence[Said], written: Sequence[Said]) -> list[int]:
    """Return the written place of each reordered clause; a new clause follows the clause before it."""
    known = {id(clause): place for place, (_, clause) in enumerate(written)}
    places: list[int] = []
    for _, clause in others:
        following = min(places[-1] + 1, len(written) - 1) if places else 0
        places.append(known.get(id(clause), following))
    return places


def figures_ahead(written: Sequence[Said]) -> list[int]:
    """Return the places of figures right after a verb: they may concern any later clause of the segment."""
    places: list[int] = []
    for at, (_, clause) in enumerate(written):
        before = written[at - 1][1] if at else clause
        if isinstance(clause, Number) and (isinstance(before, Verb) or at - 1 in places):
            places.append(at)
    return places


def _with_aid_last(written: Sequence[Said]) -> list[Said]:
    """Put the Aid that a Train or an Assault adds as an automatic effect at its end (3.2.1, 3.2.4).

    The Aid stays if an Activity between takes Aid for Patronage and may need it (4.3.1).
    """
    words = list(written)
    verb, at, last = "", -1, -1
    for place, (_, clause) in enumerate(written):
        if isinstance(clause, Verb):
            verb = clause.name
        elif at < 0 and verb in ADD_AID and isinstance(clause, Number) and clause.track == "aid":
            at = place
        if verb in ADD_AID and not isinstance(clause, Verb):
            last = place
    between = written[at : last + 1]
    if at >= 0 and Option("patronage") not in [clause for _, clause in between]:
        words[at : last + 1] = [*between[1:], between[0]]
    return words


def _place_of_die(words: Sequence[Said], verb: str) -> int:
    """Return the place of a die: before the pieces removed by it, if those are written before the die.

    An Air Strike has one die for all its spaces, an Attack one for each space.
    """
    at = len(words)
    while at and isinstance(hit := words[at - 1][1], Remove | Replace | Number):
        if verb == "attack" and at < len(words) and hit.space != words[at][1].space:  # type: ignore[union-attr]
            break
        at -= 1
    return at


def _is_alternative(clause: Clause) -> bool:
    """Check whether a clause names an alternative or a Faction, not a free action or the Event's side."""
    sided = (*VERBS, "shaded", "unshaded")
    return isinstance(clause, ChooseFaction) or (isinstance(clause, Option) and clause.name not in sided)


def _with_searched(written: Sequence[Said]) -> list[Said]:
    """Insert the spaces that a Sweep names only by Activation, before its first Activation."""
    words: list[Said] = []
    verb, searches = "", 0
    named: set[str] = set()
    for who, clause in written:
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
    """Return one clause for pieces placed or removed alike in one space, or None if they differ."""
    if type(first) is not type(second) or not isinstance(first, Place | Remove):
        return None
    assert isinstance(second, Place | Remove)
    if _without_pieces(first) != _without_pieces(second):
        return None
    counts = totals((*first.pieces, *second.pieces))
    return msgspec.structs.replace(first, pieces=tuple([Count(n, kind) for kind, n in counts.items()]))


def _without_pieces(clause: Place | Remove) -> Place | Remove:
    """Return a placement or removal without its pieces, for comparison."""
    return msgspec.structs.replace(clause, pieces=())


def destination_of(clause: Clause) -> tuple[type, str, str]:
    """Return the form, the space and the written box of a clause that removes pieces, for comparison."""
    return type(clause), getattr(clause, "space", ""), getattr(clause, "to", "")


def halves_of(replaced: Replace) -> tuple[Remove, Place]:
    """Return the two halves of a replacement, one of which is an automatic effect."""
    return Remove(replaced.space, replaced.pieces), Place(replaced.space, replaced.by)
