"""Where the order of clauses does not matter.

Clauses stand in the order in which the rules ask for them: a Train places before its last step, a Sweep moves
before it searches, the sentences of an Event are carried out as they are printed (5.1). Two things are free.
The answers to a question that an Event asks again and again are a set, unless a rule orders them
(`Question.order`): a clause may come before one that was written earlier, if some question is asked before
both and after both. And the places in `_FREE` are free, also in Operations.

Three things never move. A clause without a space (an option, a die, a figure) stays with the one before it,
or with the space right after it. Nothing passes a die. Pieces that leave a space do not leave it before
others have come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from fitl_core.asking.questions import Question
from fitl_core.facts.card_list import SIDES
from fitl_core.facts.pieces import BASE_KINDS
from fitl_core.reading.move_tokens import MoveToken
from fitl_core.record.clauses import (
    Activate,
    At,
    ChooseFaction,
    Hide,
    Move,
    Number,
    Option,
    Place,
    Remove,
    Replace,
    SetLevel,
    Verb,
)
from fitl_core.rules.orders import STEPS

_BETWEEN = ("pause", "verb")
"""The steps of questions that stand between the parts of an action, so that they join no parts."""


class Used(NamedTuple):
    """A used clause, the number of the question that took it, and how many clauses it has said."""

    token: MoveToken
    at: int
    words: int


def may_come_first(later: MoveToken, earlier: MoveToken, used: Sequence[Used], question: Question) -> bool:
    """Check whether a clause may answer a question before the next clause, which was written earlier.

    `used` are the clauses before both. An alternative right after a bare space stays with it.
    """
    if isinstance(earlier.clause, Verb):
        return False
    is_space = later.verb != "event" and isinstance(later.clause, At)
    if is_space and is_alternative(earlier) and isinstance(used[-1].token.clause, At):
        return False
    if _is_free(later, earlier):
        return later.verb != "event" or not isinstance(later.clause, At) or question.rule.startswith("card")
    return later.verb == "event" and bool(later.space) and bool(earlier.space)


def means_the_same(used: Sequence[Used], asked: Sequence[tuple[str, str]]) -> bool:
    """Check whether each clause that comes before one written earlier may do so."""
    places = [one.token.place for one in used]
    if all(one <= other for one, other in pairwise(places)):
        return True
    first: dict[tuple[str, str], int] = {}
    last: dict[tuple[str, str], int] = {}
    for number, question in enumerate(asked):
        if question[1] not in _BETWEEN:
            first.setdefault(question, number)
            last[question] = number
    for at, one in enumerate(used):
        for other in islice(used, at + 1, None):
            if other.token.segment != one.token.segment:
                break
            if other.token.place >= one.token.place or _is_free(one.token, other.token):
                continue
            of_set = any(begin <= one.at and other.at <= last[key] for key, begin in first.items())
            if not of_set or not other.token.space or _follows(one.token, other.token):
                return False
    return True


def nearest(later: Iterable[MoveToken], earlier: MoveToken) -> Iterator[MoveToken]:
    """Yield the clauses that may come before another: of bare spaces after an alternative only the first."""
    spaces = 0
    for token in later:
        spaces += isinstance(token.clause, At)
        if spaces < 2 or not isinstance(token.clause, At) or not is_alternative(earlier):
            yield token


def floats(token: MoveToken) -> bool:
    """Check whether a clause is a figure that may stand anywhere in its Operation or Activity.

    A cost or gain may be written before its cause. The sentences of an Event have their order (5.1), and so
    has an Air Strike (4.2.3).
    """
    clause = token.clause
    return (
        isinstance(clause, Number) and not clause.space and token.verb != "event" and clause.track != "trail"
    )


def must_not_pass(late: MoveToken, token: MoveToken) -> bool:
    """Check whether a figure that waits may not come after a clause: Govern may need the Aid (4.3.1)."""
    return getattr(late.clause, "track", "") == "aid" and token.clause == Option("patronage")


def _is_free(later: MoveToken, earlier: MoveToken) -> bool:
    """Check whether `later` may come before `earlier` although the rules ask for them one after another."""
    return any(is_free(later, earlier) for is_free in _FREE.values())


def _follows(later: MoveToken, earlier: MoveToken) -> bool:
    """Check whether pieces leave a space into which the earlier clause brings pieces.

    Bases that change places may do so in any order in which each finds room (1.4.2).
    """
    match later.clause:
        case Place(source=source):
            start = source
        case Move(path) if not _moves_bases(later):
            start = path[0]
        case _:
            return False
    return isinstance(earlier.clause, Place | Move) and earlier.space == start


def _moves_bases(token: MoveToken) -> bool:
    return isinstance(token.clause, Move) and all(count.kind in BASE_KINDS for count in token.clause.pieces)


def is_alternative(token: MoveToken) -> bool:
    return isinstance(token.clause, ChooseFaction | Option) and not _is_side(token)


def _is_side(token: MoveToken) -> bool:
    return isinstance(token.clause, Option) and token.clause.name in SIDES


_OF_ONE_SPACE = (Place, Remove, Replace, SetLevel, Activate, Hide, Number)
"""Clauses about the pieces, the level or the markers of one space."""
_FREE: dict[str, Callable[[MoveToken, MoveToken], bool]] = {
    "an alternative, or the name of a free action, before its space": lambda later, earlier: (
        isinstance(later.clause, At) and is_alternative(earlier) and later.verb not in STEPS
    ),
    "in an Event, a space after the moves into it": lambda later, earlier: (
        later.verb == "event"
        and isinstance(later.clause, At)
        and isinstance(earlier.clause, Move)
        and earlier.space == later.space
    ),
    "Bases that move side by side, in an order in which each finds room (1.4.2)": lambda later, earlier: (
        _moves_bases(later) and _moves_bases(earlier)
    ),
    "in other segments, the pieces, level and markers of a named space before the next bare space": (
        lambda later, earlier: (
            later.verb != "event"
            and isinstance(earlier.clause, At)
            and isinstance(later.clause, _OF_ONE_SPACE)
            and later.space not in ("", earlier.space)
        )
    ),
    "in other segments, the level and markers of a named space before those of the next space": (
        lambda later, earlier: (
            later.verb != "event"
            and isinstance(earlier.clause, SetLevel | Number)
            and isinstance(later.clause, SetLevel | Number)
            and "" not in (earlier.space, later.space)
            and later.space != earlier.space
        )
    ),
    "the only space that an Event names": lambda later, earlier: (
        later.verb == "event" and later.only_space and not _is_side(earlier)
    ),
}
"""The places where the order is free, although one question is asked after the other."""
