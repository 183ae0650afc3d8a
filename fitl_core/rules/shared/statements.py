"""What follows by itself and is written all the same: a level that results, pieces that go, Aid that rises.

Nothing asks for it. So it is looked at only where a move would be refused for it: what is true may stand in
the move, what is not is refused with what happens in fact. What has been said once is said no second time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, Protocol

from fitl_core.asking.questions import Procedure
from fitl_core.asking.stating import StatingAnswers
from fitl_core.asking.written import WrittenAnswers, follow
from fitl_core.errors import Refusal, Violation
from fitl_core.facts.board import spaces_by_id
from fitl_core.facts.cards import cards
from fitl_core.facts.levels import Level, level
from fitl_core.facts.pieces import Count, Kind
from fitl_core.record import board_effects as happened
from fitl_core.record.clauses import (
    Activate,
    ChooseCard,
    Clause,
    Hide,
    Number,
    Place,
    Rebox,
    Remove,
    Replace,
    Roll,
    SetLevel,
    Verb,
)
from fitl_core.record.effects import Effect
from fitl_core.record.spoken import Said
from fitl_core.rules.forms.names import naming
from fitl_core.rules.shared.rewording import as_moves, as_tunnels, in_turn, reworded
from fitl_core.rules.shared.set_right import gathered, set_right
from fitl_core.state.draft import Draft

NOT_ASKED = ("surplus-clause", "missing-choice")
"""The codes of refusals that say only that something else was asked for."""

Statement = Activate | ChooseCard | Hide | Number | Place | Rebox | Remove | Replace | SetLevel
"""Clauses by which a player may say what follows by itself."""


EVENT = Verb("event")


class Underway(Protocol):
    """An action being carried out on a draft."""

    draft: Draft
    procedure: Procedure


def answers_only(begin: Callable[[], Underway], said: Sequence[Said]) -> list[Said]:
    """What has been said and is refused so, as the rules ask for it, without what happens by itself.

    All of it where that makes it neither legal nor such that only something is owed behind it.
    Raises `Violation` for what is stated and is not so.
    """
    before = begin().draft.before
    worded = (
        reworded(before, said),
        set_right(said),
        as_moves(said),
        as_tunnels(before, said),
        in_turn(begin().draft, said),
        gathered(said),
    )
    for otherwise in worded:
        if otherwise != list(said) and (found := _without_stated(begin, otherwise)) is not None:
            return found
    found = _without_stated(begin, said, owing=True, insist=True)
    if found is None and (in_order := set_right(said)) != list(said):
        found = _without_stated(begin, in_order, owing=True)
    return list(said) if found is None else found


class Rest(NamedTuple):
    """What has been said but for what was only stated, and the place of each among all that was said."""

    said: list[Said]
    places: list[int]


def refused(begin: Callable[[], Underway], said: Sequence[Said]) -> Rest:
    """What is refused and to be explained: set right, where that says more, and without true statements."""
    in_order = set_right(said)
    less = in_order != list(said) and _says_less(begin, said) and _refusal_of(begin, in_order)
    if not less or less.code in ("missing-choice", "space-twice"):
        return _without_true(begin, said)
    rest = _without_true(begin, in_order)
    places = _places(in_order, said)
    return Rest(rest.said, [places[place] for place in rest.places])


def _says_less(begin: Callable[[], Underway], said: Sequence[Said]) -> bool:
    """Whether what is said is refused only because something else is asked for."""
    refusal = _refusal_of(begin, said)
    return refusal is not None and refusal.clause is not None and refusal.code in NOT_ASKED


def _refusal_of(begin: Callable[[], Underway], said: Sequence[Said]) -> Violation | None:
    """The first refusal of what is said, unexplained."""
    try:
        follow(begin().procedure, WrittenAnswers(said, explain=False))
    except Violation as violation:
        return violation
    return None


def _places(others: Sequence[Said], said: Sequence[Said]) -> list[int]:
    """Where each of what has been set right stands among all that was said; what is new, behind the last."""
    known = {id(clause): place for place, (_, clause) in enumerate(said)}
    places: list[int] = []
    for _, clause in others:
        behind = min(places[-1] + 1, len(said) - 1) if places else 0
        places.append(known.get(id(clause), behind))
    return places


def _without_true(begin: Callable[[], Underway], said: Sequence[Said]) -> Rest:
    """What is refused, without the true statements before it: they are not the reason."""
    left, stated = list(said), set[int]()
    while True:
        action = begin()
        answers = StatingAnswers(left, stated, partial(_is_so, action, left))
        try:
            follow(action.procedure, answers)
        except Violation as violation:
            at = answers.at
            is_new = at < len(left) and at not in stated and violation.code in NOT_ASKED
            if is_new and isinstance(left[at][1], Statement):
                stated.add(at)
                continue
            true = {place for place in stated if place < at and place not in answers.opened}
        else:
            true = set()
        kept = [place for place in range(len(left)) if place not in true]
        rest = [left[place] for place in kept]
        if true and _refusal_of(begin, rest) is None:  # a statement before what makes it true is the reason
            return Rest(left, [*range(len(left))])
        return Rest(rest, kept)


def _without_stated(
    begin: Callable[[], Underway], said: Sequence[Said], owing: bool = False, insist: bool = False
) -> list[Said] | None:
    """What has been said without what happens by itself, or None where that is refused.

    With `owing` something may be owed behind it; with `insist`, raises `Violation` for what is not so.
    """
    left, stated = list(said), set[int]()
    while True:
        action = begin()
        answers = StatingAnswers(left, stated, partial(_is_so, action, left))
        try:
            follow(action.procedure, answers)
        except Violation as violation:
            at = answers.at
            if owing and at >= len(left) and violation.code == "missing-choice":
                return _said_for(left, stated, answers.opened)  # all that is written is so
            if at >= len(left) or not isinstance(clause := left[at][1], Statement):
                return None
            if at not in stated:
                if violation.code not in NOT_ASKED:
                    return None
                stated.add(at)
            elif isinstance(clause, Replace):
                left[at : at + 1] = [(left[at][0], part) for part in _parts(clause)]
            else:
                if insist:
                    _insist_on_truth(action, left, at, len(left) - len(said), at in answers.opened)
                return None
        else:
            return _said_for(left, stated, answers.opened)


def _said_for(said: Sequence[Said], stated: Collection[int], opened: Mapping[int, object]) -> list[Said]:
    """What has been said, with what a statement selects or names in its place, if it does."""
    instead = {at: named for at in stated if (named := naming(opened.get(at))) is not None}
    return [
        (who, instead.get(at, clause))
        for at, (who, clause) in enumerate(said)
        if at not in stated or at in instead
    ]


def _parts(replaced: Replace) -> tuple[Remove, Place]:
    """A replacement of which one half happens by itself."""
    return Remove(replaced.space, replaced.pieces), Place(replaced.space, replaced.by)


def _unsaid(action: Underway, said: Sequence[Said], at: int) -> Unsaid:
    return Unsaid(action.draft, [clause for _, clause in said[:at]])


def _is_so(action: Underway, said: Sequence[Said], at: int, selects: bool) -> bool:
    return _unsaid(action, said, at).is_said_by(said[at][1], selects)


def _insist_on_truth(action: Underway, said: Sequence[Said], at: int, split: int, selects: bool) -> None:
    """Raise `Violation` where a statement is about what happens by itself, and is not so."""
    who, clause = said[at]
    refusal = _unsaid(action, said, at).refute(clause, selects)
    if refusal is not None:
        raise Violation(refusal, faction=who, clause=at - split)


class _Deed(NamedTuple):
    """Something that is done with pieces of a kind: in a space (from where), or between two boxes."""

    how: str
    where: str
    kind: Kind


class Unsaid:
    """What an action has done so far on its draft that nobody has said."""

    def __init__(self, draft: Draft, said: Iterable[Clause]) -> None:
        self._draft = draft
        self._pieces: Counter[_Deed] = Counter()
        self._changes: dict[tuple[str, str], list[int]] = {}
        self._levels: dict[str, Level] = {}
        self._rules: dict[object, str] = {}
        self._happened: dict[str, str] = {}  # by space, under which rule anything did last
        for effect in draft.effects:
            self._note(effect)
        self._said = tuple(said)
        for clause in self._said:
            self._take_off(clause)

    def _note(self, effect: Effect) -> None:
        """Keep what an effect has done."""
        if space := getattr(effect, "space", ""):
            self._happened[space] = effect.rule
        match effect:
            case happened.LevelChanged(rule, space, _, new):
                self._levels[space] = new
                self._rules[space] = rule
            case happened.TrackChanged(rule, track, old, new):
                self._change(rule, track, "", new - old)
            case happened.TerrorChanged(rule, space, old, new):
                self._change(rule, "terror", space, new - old)
            case happened.SabotageChanged(rule, space, new):
                self._change(rule, "sabotage", space, 1 if new else -1)
            case _:
                clause = happened.as_clause(effect)
                for deed, number in _deeds(clause) if clause is not None else ():
                    self._pieces[deed] += number
                    self._rules[deed] = effect.rule

    def _change(self, rule: str, track: str, space: str, by: int) -> None:
        self._changes.setdefault((track, space), []).append(by)
        self._rules[track, space] = rule

    def _take_off(self, clause: Clause) -> None:
        """What a clause has said, nothing else need say."""
        if isinstance(clause, Number):
            changes = self._changes.get((clause.track, clause.space), [])
            if clause.change in changes:
                changes.remove(clause.change)
            elif clause.change == sum(changes):
                changes.clear()
        else:
            self._pieces.subtract(dict(_deeds(clause)))

    def is_said_by(self, clause: Clause, selects: bool = False) -> bool:
        """Whether a clause, which may have selected its space, says what has happened by itself."""
        if isinstance(clause, ChooseCard):
            return EVENT in self._said and clause.card == self._draft.state.card
        if isinstance(clause, SetLevel):
            return clause not in self._said and self._level(clause.space, selects) is clause.level
        if isinstance(clause, Number):
            changes = self._changes.get((clause.track, clause.space), [])
            return bool(changes) and (clause.change in changes or clause.change == sum(changes))
        deeds = list(_deeds(clause))
        return bool(deeds) and all(self._pieces[deed] == number for deed, number in deeds)

    def _level(self, space: str, named: bool) -> Level | None:
        """The level to which a space has come, or at which it stays though the action is about it."""
        if space in self._levels:
            return self._levels[space]
        named = named or any(getattr(clause, "space", "") == space for clause in self._said)
        return level(self._draft[spaces_by_id()[space]].support) if named else None

    def refute(self, clause: Clause, selects: bool = False) -> Refusal | None:
        """Why a clause about what happens by itself is not so: what happens in fact; None if nothing does.

        One that `selects` its space is about that, though nothing happens there.
        """
        if isinstance(clause, ChooseCard):
            return self._refute_card(clause.card)
        if isinstance(clause, SetLevel):
            return self._refute_level(clause, selects)
        if isinstance(clause, Number) and clause.space:
            return self._refute_marker(clause)
        if isinstance(clause, Number):
            changes = self._changes.get((clause.track, clause.space))
            if not changes or self._is_hit_of_strike(clause):
                return None
            why = f"{clause.track} changes by {sum(changes):+d} here, not by {clause.change:+d}"
            return Refusal("wrong-amount", self._rules[clause.track, clause.space], why)
        for deed, number in _deeds(clause):
            if self._pieces[deed] > 0 and self._pieces[deed] != number:
                why = f"{_WORDS[deed.how]} here: {deed.kind.words(self._pieces[deed])}, not {number}"
                return Refusal("wrong-pieces", self._rules[deed], why)
        return None

    def _is_hit_of_strike(self, clause: Number) -> bool:
        """Whether it may be what an Air Strike does to the Trail: that says nothing of what an Event does."""
        return clause.track == "trail" and any(isinstance(said, Roll | Remove) for said in self._said)

    def _refute_card(self, number: int) -> Refusal | None:
        """Why an Event is not that of a card; None where there is no Event."""
        played = self._draft.state.card
        if played is None or EVENT not in self._said or played == number:
            return None
        names = [f"card {each} {cards()[each].title}" for each in (played, number)]
        return Refusal("wrong-card", "2.3.7", f"the Event is that of {names[0]}, not of {names[1]}")

    def _refute_level(self, clause: SetLevel, named: bool) -> Refusal | None:
        now, name = self._level(clause.space, named), spaces_by_id()[clause.space].name
        rule = self._rules.get(clause.space) or self._happened.get(clause.space)
        if now is None or now is clause.level or rule is None:
            return None
        verb = "becomes" if clause.space in self._levels else "stays at"
        return Refusal("wrong-level", rule, f"{name} {verb} {now.words}, not {clause.level.words}")

    def _refute_marker(self, clause: Number) -> Refusal | None:
        rule = self._happened.get(clause.space)
        if clause.change < 0 or rule is None:
            return None
        changes = self._changes.get((clause.track, clause.space))
        if changes:
            why = f"{clause.track} there changes by {sum(changes):+d}, not by {clause.change:+d}"
            return Refusal("wrong-amount", rule, why)
        if not self._draft.markers_left():
            return Refusal("no-marker-left", rule, "no Terror or Sabotage marker is left")
        name = spaces_by_id()[clause.space].name
        return Refusal("wrong-amount", rule, f"{name} gets no further marker of {clause.track.title()}")


_WORDS = {
    "place": "placed",
    "remove": "removed",
    "activate": "Activated",
    "hide": "turned Underground",
    "rebox": "moved",
}


def _deeds(clause: Clause) -> Iterator[tuple[_Deed, int]]:
    """What a clause says of pieces."""
    match clause:
        case Place(space, pieces, source):
            yield from _each("place", space + source, pieces)
        case Remove(space, pieces):
            yield from _each("remove", space, pieces)
        case Replace(space, pieces, by):
            yield from _each("remove", space, pieces)
            yield from _each("place", space + "available", by)
        case Activate(space, pieces):
            yield from _each("activate", space, pieces)
        case Hide(space, pieces):
            yield from _each("hide", space, pieces)
        case Rebox(source, to, pieces):
            yield from _each("rebox", source + to, pieces)


def _each(how: str, where: str, pieces: tuple[Count, ...]) -> Iterator[tuple[_Deed, int]]:
    return ((_Deed(how, where, count.kind), count.number) for count in pieces)
