"""What follows by itself and is written all the same: a level that results, pieces that go, Aid that rises.

Nothing asks for it. So it is looked at only where a move would be refused for it: what is true may stand in
the move, what is not is refused with what happens in fact. What has been said once is said no second time.
The change of a track may be said before what causes it, in the same part of the action.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

import msgspec

from fitl_core.asking import runs
from fitl_core.asking.completing import can_be_completed
from fitl_core.asking.stating import Early, StatingAnswers
from fitl_core.asking.traced import TracedAnswers
from fitl_core.asking.written import WrittenAnswers, follow
from fitl_core.errors import Violation
from fitl_core.record.clauses import (
    At,
    Clause,
    Number,
    Place,
    Remove,
    Replace,
    SetLevel,
    Verb,
    space_of,
)
from fitl_core.record.spoken import Said
from fitl_core.rules.forms.names import NumberChoice, naming
from fitl_core.rules.shared.boxes import refute_box
from fitl_core.rules.shared.rewording import as_moves, as_transfers, in_turn, reworded
from fitl_core.rules.shared.set_right import (
    Reordered,
    apart,
    figures_ahead,
    gathered,
    places_in,
    set_right,
    spaces_first,
)
from fitl_core.rules.shared.spaces_named import spaces_elsewhere, the_one_space_first
from fitl_core.rules.shared.unsaid import EVENT, Statement, Unsaid
from fitl_core.state.draft import Draft

NOT_ASKED = ("surplus-clause", "missing-choice")
"""The codes of refusals that say only that something else was asked for."""


class Underway(runs.Underway, Protocol):
    """An action being carried out on a draft."""

    draft: Draft


def answers_only(begin: Callable[[], Underway], said: Sequence[Said]) -> list[Said]:
    """What has been said, as the rules ask for it where it is refused so, without what happens by itself.

    All of it where that makes it neither legal nor such that only something is owed behind it.
    Raises `Violation` for what is stated and is not so.
    """
    if _refusal_of(begin, said) is None:
        return list(said)
    before = begin().draft.before
    worded = (
        Reordered(reworded(before, said), []),
        Reordered(set_right(said), []),
        Reordered(as_moves(said), []),
        Reordered(as_transfers(before, said), []),
        Reordered(in_turn(begin().draft, said), []),
        Reordered(gathered(said), []),
        Reordered(apart(said), []),
        spaces_first(said),
        *spaces_elsewhere(said),
    )
    for otherwise, put in worded:
        if otherwise != list(said) and (found := _without_stated(begin, otherwise)) is not None:
            answers = found.answers_only(said)
            if _are_of_event(begin, answers, put):
                return answers
    found = _without_stated(begin, said, owing=True, insist=True)
    for in_order, put in (Reordered(set_right(said), []), spaces_first(said)):
        if found is None and in_order != list(said) and _are_of_event(begin, in_order, put):
            found = _without_stated(begin, in_order, owing=True)
    order = the_one_space_first(said)
    if found is None and order.put and _are_of_event(begin, order.said, order.put):
        found = _without_stated(begin, order.said, owing=True)
    if found is None and (ahead := figures_ahead(said)):
        found = _without_stated(begin, said, ahead=ahead)
    return list(said) if found is None else found.answers_only(said)


def _are_of_event(begin: Callable[[], Underway], said: Sequence[Said], spaces: Sequence[At]) -> bool:
    """Whether the Event itself asks for each of these spaces that what is said comes to, none of its parts.

    A space that is named for the Assault of an Event does not tell where it Sweeps.
    """
    if not spaces:
        return True
    answers, ids = TracedAnswers(said), {id(space) for space in spaces}
    try:
        follow(begin().procedure, answers)
    except Violation as refusal:
        at = refusal.clause
        if at is not None and id(said[at][1]) in ids and not refusal.rule.startswith("card"):
            return False
    asked = [heard.question for heard in answers.heard if heard.how == "said" and id(heard.answer) in ids]
    return all(question.rule.startswith("card") for question in asked)


def tells_true(begin: Callable[[], Underway], said: Sequence[Said]) -> bool:
    """Whether all that is said is accepted: some of it tells what happens by itself, as it does."""
    return _without_stated(begin, said, owing=True) is not None


class Rest(NamedTuple):
    """What has been said but for what was only stated, and the place of each among all that was said."""

    said: list[Said]
    places: list[int]


def refused(begin: Callable[[], Underway], said: Sequence[Said]) -> Rest:
    """What is refused and to be explained: set right, where that says more, and without true statements.

    Where spaces stand elsewhere than the rules ask for them, that is not the reason if another fault is.
    """
    first = _refusal_of(begin, said)
    says_less = first is not None and first.clause is not None and first.code in NOT_ASKED
    orders = Reordered(set_right(said), []), spaces_first(said), spaces_first(said, pieces=True)
    found: list[tuple[int, Reordered]] = []
    for order in orders if says_less else ():
        if (left := _left_by_a_fault(begin, order, said, "surplus-clause")) is not None:
            found.append((left, order))
    unplaced = said[len(said) if first is None or first.clause is None else first.clause :]
    for order in (*spaces_elsewhere(said), the_one_space_first(said)):
        if (left := _left_by_a_fault(begin, order, said)) is None:
            continue
        placed = any(
            clause is one for _, one in unplaced[:1] for _, clause in order.said[: len(order.said) - left]
        )
        if left < len(unplaced) or placed:
            found.append((left, order))
    if not found:
        return _without_true(begin, said)
    return _rest_of(begin, min(found, key=lambda each: each[0])[1], said)


def _left_by_a_fault(
    begin: Callable[[], Underway], order: Reordered, said: Sequence[Said], also: str = ""
) -> int | None:
    """How much is not accepted of all that is said where it is in another order; None if that is no fault.

    A refusal that only says that something else is asked for is none, but with the code that is so `also`,
    unless it is of what the order has put there.
    """
    found = _refusal_of(begin, order.said) if order.said != list(said) else None
    if found is None or (found.code in (*NOT_ASKED, "space-twice") and found.code != also):
        return None
    at = found.clause
    if at is not None and found.code == also and any(order.said[at][1] is space for space in order.put):
        return None
    if not _are_of_event(begin, order.said, order.put):
        return None
    return 0 if at is None else len(order.said) - at


def _rest_of(begin: Callable[[], Underway], order: Reordered, said: Sequence[Said]) -> Rest:
    """What is refused in another order, without true statements, with its places in all that was said."""
    rest, places = _without_true(begin, order.said), places_in(order.said, said)
    return Rest(rest.said, [places[place] for place in rest.places])


def _refusal_of(begin: Callable[[], Underway], said: Sequence[Said]) -> Violation | None:
    """The first refusal of what is said, unexplained."""
    try:
        follow(begin().procedure, WrittenAnswers(said, explain=False))
    except Violation as violation:
        return violation
    return None


class _Stated:
    """What has been said, some of it only stated; played from its beginning each time."""

    def __init__(
        self, begin: Callable[[], Underway], said: Sequence[Said], stated: Sequence[int] = ()
    ) -> None:
        self._begin = begin
        self.said: list[Said] = list(said)
        self.stated: set[int] = set(stated)
        self._early: dict[int, Early] = {at: self._early_till(at) for at in stated}
        self._boxed: list[Remove] = []

    def follow(self) -> Violation | None:
        """Play it: why it is refused, if it is; `action` and `answers` are then what has come of it."""
        self.action: Underway = self._begin()
        self.answers: StatingAnswers = StatingAnswers(self.said, self.stated, self._is_so, self._early)
        try:
            follow(self.action.procedure, self.answers)
        except Violation as violation:
            return violation
        return None

    def take_as_stated(self, violation: Violation, splits: bool = True) -> bool:
        """Whether what is refused may be a statement; it is taken for one then.

        Of a replacement one half may be a statement, if one `splits` it.
        """
        at = self.answers.at
        if at >= len(self.said) or not isinstance(clause := self.said[at][1], Statement):
            return False
        if at not in self.stated:
            if violation.code == "wrong-amount" and isinstance(clause, Number):
                return self._is_cut(clause)
            if violation.code == "wrong-box" and isinstance(clause, Remove) and clause.to:
                self._boxed.append(clause)
                self.said[at] = (self.said[at][0], msgspec.structs.replace(clause, to=""))
                return True
            told = self._is_told_again(violation, at) or self._is_passed_over(violation, clause)
            if violation.code not in (*NOT_ASKED, "no-answer") and not told:
                return False
            self.stated.add(at)
            if isinstance(clause, Number | SetLevel):
                early = self._early_till(at)
                if isinstance(clause, Number) or not early.opens:
                    self._early[at] = early
        elif splits and isinstance(clause, Replace):
            self.said[at : at + 1] = [(self.said[at][0], part) for part in _parts(clause)]
            self._early = {place: self._early_till(place) for place in self._early}
        else:
            return False
        return True

    def _is_told_again(self, violation: Violation, at: int) -> bool:
        """Whether it tells what an Event has done in a space that something else has selected, or a level."""
        clause, before = self.said[at][1], [each for _, each in self.said[:at]]
        if violation.code != "space-twice" or not (EVENT in before or isinstance(clause, SetLevel)):
            return False
        return not any(type(each) is type(clause) and space_of(each) == space_of(clause) for each in before)

    def _is_passed_over(self, violation: Violation, clause: Statement) -> bool:
        """Whether it names one kind of pieces, which a question that may be left out does not ask for."""
        one_kind = len(getattr(clause, "pieces", ())) == 1
        return one_kind and violation.optional and violation.code == "wrong-pieces"

    def _is_cut(self, clause: Number) -> bool:
        """Whether a figure and the one amount it can be differ by the end of a track; it becomes that amount.

        The rules may ask for what they add, or for what there is room for: the other may be written.
        """
        refusing = self.answers.refusing
        if refusing is None or clause.space:
            return False
        part, at = refusing.refusing(clause), self.answers.at
        if isinstance(part, NumberChoice) and part.whole == clause.change:
            meant: list[Number] = [*part.answers()]
        else:
            meant = [other for other in refusing.answers() if self._leaves(other, clause)]
        if len(meant) != 1:
            return False
        self.said[at] = (self.said[at][0], meant[0])
        return True

    def _leaves(self, asked: object, left: Number) -> bool:
        """Whether the end of a track leaves just so much of an amount that is asked for."""
        if not isinstance(asked, Number) or asked.track != left.track:
            return False
        draft = self.action.draft
        done = [(change.track, meant, change.new - change.old) for _, change, meant in draft.cut]
        forced = (left.track, asked.change, left.change) in done
        return forced or draft.room_for(asked.track, asked.change) == left.change  # type: ignore[arg-type]

    def _early_till(self, at: int) -> Early:
        """Till when what is stated must come true; it selects a space unless that is named behind it.

        The sentences of an Event have their order (5.1), and in the original edition an Air Strike (4.2.3).
        """
        verbs = {place: clause for place, (_, clause) in enumerate(self.said) if isinstance(clause, Verb)}
        part = next(clause for place, clause in reversed(verbs.items()) if place < at)
        behind = [place for place in verbs if place > at]
        again = [place for place in behind if verbs[place] == part]
        end = next((place for place in behind if not again or place > again[-1]), len(self.said))
        space = getattr(self.said[at][1], "space", "")
        opens = not any(named == At(space) for _, named in self.said[at:end])
        trail = getattr(self.said[at][1], "track", "") == "trail"
        return Early(end, opens, answers=part.name != "event" and not trail)

    def answers_only(self, written: Sequence[Said]) -> list[Said]:
        """What answers, in that order, with what a statement selects or names in its place.

        Raises `Violation` where pieces are `written` to another box than that to which they have gone.
        """
        for boxed in self._boxed:
            if (refusal := refute_box(self.action.draft, boxed)) is not None:
                same = _whither(boxed)
                at = next(at for at, (_, each) in enumerate(written) if _whither(each) == same)
                raise Violation(refusal, faction=written[at][0], clause=at)
        words: list[Said] = []
        for at in self.answers.in_order():
            who, clause = self.said[at]
            named = naming(self.answers.opened.get(at))
            if at not in self.stated or (at in self.answers.moved and at not in self.answers.opened):
                words.append((who, clause))
            elif named is not None:
                words.append((who, named))
        return words

    def insist_on_truth(self, split: int) -> None:
        """Raise `Violation` where what is refused states something that happens by itself, and is not so."""
        at = self.answers.at
        who, clause = self.said[at]
        unsaid = self._unsaid(self.answers.others)
        part = next(verb for _, verb in reversed(self.said[:at]) if isinstance(verb, Verb))
        refusal = unsaid.refute(part, clause, at in self.answers.opened)
        if refusal is None and self.answers.came_to_nothing:
            refusal = unsaid.refute_in(part, clause)
        if refusal is not None:
            violation = Violation(refusal, faction=who, clause=at - split)
            violation.position = self.action.draft.freeze()
            raise violation

    def may_come_true(self, refused: Violation) -> bool:
        """Whether what is owed before a statement, or is written behind it, makes it true."""
        if refused.code != "missing-choice":
            return False
        at, said = self.answers.at, self.said
        end = self._early_till(at).end
        later = [*said[:at], *said[at + 1 : end], said[at], *said[end:]]
        return (end > at + 1 and tells_true(self._begin, later)) or can_be_completed(self._begin, said)

    def _is_so(self, others: Sequence[int], at: int, selects: bool) -> bool:
        return self._unsaid(others).is_said_by(self.said[at][1], selects)

    def _unsaid(self, others: Sequence[int]) -> Unsaid:
        return Unsaid(self.action.draft, [self.said[place][1] for place in others])


def _without_true(begin: Callable[[], Underway], said: Sequence[Said]) -> Rest:
    """What is refused, without the true statements before it: they are not the reason."""
    told = _Stated(begin, said)
    while (violation := told.follow()) is not None and told.take_as_stated(violation, splits=False):
        pass
    answers, left = told.answers, told.said
    true = set[int]()
    if violation is not None:
        true = told.stated - {answers.at, *answers.opened, *answers.moved}
    kept = [place for place in answers.in_order() if place not in true]
    rest = [left[place] for place in kept]
    if violation is not None:  # what a true statement has named stands in its place
        for at, place in enumerate(kept):
            named = naming(answers.opened.get(place))
            if named is not None and place in told.stated and place != answers.at:
                rest[at] = (left[place][0], named)
    if true and _refusal_of(begin, rest) is None:  # a statement before what makes it true is the reason
        return Rest(left, [*range(len(left))])
    return Rest(rest, kept)


def _without_stated(
    begin: Callable[[], Underway],
    said: Sequence[Said],
    owing: bool = False,
    insist: bool = False,
    ahead: Sequence[int] = (),
) -> _Stated | None:
    """What has been said, with what happens by itself told apart, or None where that is refused.

    With `owing` something may be owed behind it; with `insist`, raises `Violation` for what is not so. What
    stands `ahead` answers only what nothing else does.
    """
    told = _Stated(begin, said, ahead)
    while (violation := told.follow()) is not None:
        at = told.answers.at
        if owing and at >= len(told.said) and violation.code == "missing-choice":
            break  # all that is written is so
        if not told.take_as_stated(violation):
            if insist and at in told.stated and not told.may_come_true(violation):
                told.insist_on_truth(len(told.said) - len(said))
            return None
    return told


def _whither(clause: Clause) -> tuple[type, str, str]:
    """What pieces a clause has go, as far as their boxes bear on it: from where, and to which."""
    return type(clause), getattr(clause, "space", ""), getattr(clause, "to", "")


def _parts(replaced: Replace) -> tuple[Remove, Place]:
    """A replacement of which one half happens by itself."""
    return Remove(replaced.space, replaced.pieces), Place(replaced.space, replaced.by)
