"""Pieces that are named while none of their type is Available (1.4.1): their source is required.

This holds only if the Faction may take them from the map, which is tried; otherwise the pieces cannot be
placed. If some are Available, but fewer, the named number cannot be placed either.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from fitl_core.asking.written_answers import still_to_say
from fitl_core.errors import Refusal, Violation
from fitl_core.facts.game_map import BoardSpace, board, spaces_by_id
from fitl_core.facts.pieces import Count, Kind, number_named
from fitl_core.reading.path_walks import AskedRun, Begin
from fitl_core.reading.taking_up import as_taken_up
from fitl_core.record.clauses import Clause, Place, Remove, Replace, Verb, space_of
from fitl_core.record.spoken import Said
from fitl_core.rules.forms.piece_questions import totals
from fitl_core.rules.shared.placing_pieces import forms
from fitl_core.state.draft import Draft

RULE = "1.4.1"
NOT_AVAILABLE = "not-available"
"""The code of the refusal of these pieces."""
MOST_WAYS = 24
"""The largest number of sources that are tried."""

TakenUp = tuple[tuple[str, Count], ...]
"""Pieces in their state on the map, each with the space from which they are taken."""


def with_sources(draft: Draft, written: Sequence[Said], at: int) -> Iterator[tuple[TakenUp, list[Said]]]:
    """Yield wordings of the move in which the missing pieces at a place are taken from the map.

    The `draft` is in the position before that clause.
    """
    who, clause = written[at]
    verbs = [place for place, (_, word) in enumerate(written[:at]) if isinstance(word, Verb)]
    named = [word for _, word in written[verbs[-1] if verbs else 0 : at]]
    for taken in islice(_sources(draft, clause), MOST_WAYS):
        words = [(who, word) for word in _in_full(clause, taken, named)]
        yield taken, [*written[:at], *words, *written[at + 1 :]]


def can_name_sources(begin: Begin, said: Sequence[Said], at: int) -> bool:
    """Check whether some wording takes the missing pieces of a clause from the map."""
    return next(with_sources(draft_after(begin, said[:at]), said, at), None) is not None


def ask_for_source(violation: Violation, begin: Begin, said: Sequence[Said], at: int) -> None:
    """Make the Violation of the clause at a place ask from where its pieces are taken up."""
    (who, clause), draft = said[at], draft_after(begin, said[:at])
    later = len(said) - at - 1
    ways = with_sources(draft, said, at)
    open_ = [taken for taken, words in ways if _are_accepted(begin, words[: len(words) - later])]
    least = min([len(taken) for taken in open_], default=0)
    parts = [part for taken in open_ if len(taken) == least for part in taken]
    legal = dict.fromkeys([Place(space_of(clause), (count,), space) for space, count in parts])
    violation.restate(source_owed(draft, who, clause))
    violation.faction, violation.asked = who, source_asked(draft, clause)
    violation.legal, violation.optional = tuple(legal), False


def draft_after(begin: Begin, said: Sequence[Said]) -> Draft:
    """Return the draft after these clauses. Raises `Violation` if one of them is refused."""
    return AskedRun(begin, said).underway.draft


def _are_accepted(begin: Begin, said: Sequence[Said]) -> bool:
    """Check whether all clauses are accepted."""
    try:
        AskedRun(begin, said)
    except Violation:
        return False
    return True


def source_asked(draft: Draft, clause: Clause) -> str:
    """Name the source that is required, in words."""
    short = " and ".join([kind.words(number) for kind, number in _short(draft, clause).items()])
    where = spaces_by_id()[getattr(clause, "space", "")].name
    return f"where on the map to take up {short} for {where}"


def source_owed(draft: Draft, who: str, clause: Clause) -> Refusal:
    """Refuse a clause for want of its source."""
    facts = tuple([f"Available: {kind.words(draft.available[kind.slot])}" for kind in _short(draft, clause)])
    return still_to_say(who, source_asked(draft, clause), RULE, facts)


def _short(draft: Draft, clause: Clause) -> Mapping[Kind, int]:
    """Return the number of pieces that a clause brings in, for each kind of which none is Available."""
    match clause:
        case Place(pieces=come, source="available") | Replace(by=come):
            wanted = totals([Count(count.number, count.kind.off_map) for count in come])
            return {kind: number for kind, number in wanted.items() if not draft.available[kind.slot]}
    return {}


def _sources(draft: Draft, clause: Clause) -> Iterator[TakenUp]:
    """Yield possible sources of the pieces: each space that has enough of them, else several spaces."""
    short = _short(draft, clause)
    elsewhere = [where for where in board().spaces if where.id != getattr(clause, "space", "")]
    several: list[tuple[str, Count]] = []
    for kind, number in short.items():
        missing = number
        for where in elsewhere:
            for form, have in _stood(draft, where, kind):
                if len(short) == 1 and have >= number:
                    yield ((where.id, Count(number, form)),)
                if have and missing:
                    several.append((where.id, Count(min(have, missing), form)))
                    missing -= min(have, missing)
        if missing:
            return
    if len(several) > 1:
        yield tuple(several)


def _stood(draft: Draft, where: BoardSpace, kind: Kind) -> Iterator[tuple[Kind, int]]:
    """Yield the states and numbers of pieces in a space that the action has not brought there."""
    before = draft.before.spaces[where.index].pieces
    stood = sum([before[form.slot] for form in forms((kind,))])
    return ((form, min(draft.of_kind(where, form), stood)) for form in forms((kind,)))


def _in_full(clause: Clause, taken: TakenUp, named: Sequence[Clause]) -> Iterator[Clause]:
    """Yield a clause reworded with pieces from the map instead of Available; in an Event one for one.

    `named` are the clauses of its segment before it, the verb first.
    """
    verb = named[0] if named else None
    if isinstance(clause, Replace) and verb == Verb("event"):
        others = _others(clause.by, taken)
        first, rest = _parted(clause.pieces, number_named(others))
        if others:
            yield Replace(clause.space, first, others)
        yield Remove(clause.space, rest)
        for space, count in taken:
            yield from [Place(clause.space, (Count(1, count.kind),), space)] * count.number
    elif isinstance(clause, Replace):
        yield from as_taken_up([Remove(space, (count,)) for space, count in taken], clause, named)
    elif isinstance(clause, Place):
        if others := _others(clause.pieces, taken):
            yield Place(clause.space, others)
        yield from [Place(clause.space, (count,), space) for space, count in taken]


def _parted(pieces: Sequence[Count], first: int) -> tuple[tuple[Count, ...], tuple[Count, ...]]:
    """Return the first `first` of some pieces, and the rest of them."""
    one_by_one = [Count(1, count.kind) for count in pieces for _ in range(count.number)]
    parts = totals(one_by_one[:first]), totals(one_by_one[first:])
    begin, rest = [tuple([Count(number, kind) for kind, number in part.items()]) for part in parts]
    return begin, rest


def _others(pieces: Sequence[Count], taken: TakenUp) -> tuple[Count, ...]:
    """Return the pieces that come from Available."""
    rest = totals(pieces)
    for _, count in taken:
        rest[count.kind.off_map] -= count.number
    return tuple([Count(number, kind) for kind, number in rest.items() if number])
