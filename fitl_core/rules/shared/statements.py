"""Automatic effects that are written anyway: a new level, pieces that go, Aid that rises.

No question asks for them, so they are examined only if a move would be refused for them. A true statement
may stand in the move; a false one is refused with the actual effect. The same effect cannot be stated
twice. The change of a track may be stated before its cause, in the same segment. `unstated_effects` knows
what has happened; `reordering`, `space_order` and `taken_up_wordings` have other wordings of a move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

import msgspec

from fitl_core.asking import runs
from fitl_core.asking.budgets import COPIES_PER_CLAUSE, Budget, bounded, ends, spend
from fitl_core.asking.completing import can_be_completed
from fitl_core.asking.stating_answers import Early, StatingAnswers
from fitl_core.asking.traced_answers import TracedAnswers
from fitl_core.asking.written_answers import WrittenAnswers, follow
from fitl_core.errors import Violation
from fitl_core.record.clauses import (
    At,
    Number,
    Remove,
    Replace,
    SetLevel,
    Verb,
    space_of,
)
from fitl_core.record.spoken import Said
from fitl_core.rules.forms.name_questions import NumberChoice, naming
from fitl_core.rules.shared.boxes import refute_box
from fitl_core.rules.shared.reordering import (
    Reordered,
    destination_of,
    figures_ahead,
    halves_of,
    places_in,
    reorderings,
    spaces_first,
    with_kinds_split,
    with_pieces_joined,
)
from fitl_core.rules.shared.space_order import spaces_elsewhere, the_one_space_first
from fitl_core.rules.shared.taken_up_wordings import (
    as_moves,
    as_transfers,
    bases_in_workable_order,
    on_one_path,
    reworded,
)
from fitl_core.rules.shared.unstated_effects import EVENT, Statement, UnstatedEffects
from fitl_core.state.draft import Draft

MOST_PLAYED = 6_000
"""The largest number of clauses that are played to tell statements from answers in a refused move."""
NOT_ASKED = ("surplus-clause", "missing-choice")
"""The codes of refusals that say only that another clause was asked for."""


class ActionUnderway(runs.RunUnderway, Protocol):
    """An action being carried out on a draft."""

    draft: Draft


def answers_only(
    begin: Callable[[], ActionUnderway], written: Sequence[Said], most: int = MOST_PLAYED
) -> list[Said]:
    """Return the written clauses as the rules ask for them, without true statements.

    If the move is accepted as written, or no wording of it is accepted, all clauses are returned. Wordings
    are tried until `most` clauses were played. Raises `Violation` for a false statement.
    """
    with Budget(most, apart=True):
        return _answers_only(begin, written)


def _answers_only(begin: Callable[[], ActionUnderway], written: Sequence[Said]) -> list[Said]:
    if _refusal_of(begin, written) is None:
        return list(written)
    before = begin().draft.before
    worded = (
        Reordered(reworded(before, written), []),
        Reordered(reorderings(written), []),
        Reordered(as_moves(written), []),
        Reordered(as_transfers(before, written), []),
        Reordered(bases_in_workable_order(begin().draft, written), []),
        Reordered(on_one_path(written), []),
        Reordered(with_pieces_joined(written), []),
        Reordered(with_kinds_split(written), []),
        spaces_first(written),
        *spaces_elsewhere(written),
    )
    for otherwise, put in worded:
        if otherwise != list(written) and (accepted := _without_stated(begin, otherwise)) is not None:
            answers = accepted.answers_only(written)
            if _are_of_event(begin, answers, put):
                return answers
    accepted = _without_stated(begin, written, owing=True, insist=True)
    for in_order, put in (Reordered(reorderings(written), []), spaces_first(written)):
        if accepted is None and in_order != list(written) and _are_of_event(begin, in_order, put):
            accepted = _without_stated(begin, in_order, owing=True)
    order = the_one_space_first(written)
    if accepted is None and order.put and _are_of_event(begin, order.said, order.put):
        accepted = _without_stated(begin, order.said, owing=True)
    if accepted is None and (ahead := figures_ahead(written)):
        accepted = _without_stated(begin, written, ahead=ahead)
    return list(written) if accepted is None else accepted.answers_only(written)


def _are_of_event(begin: Callable[[], ActionUnderway], written: Sequence[Said], spaces: Sequence[At]) -> bool:
    """Check whether the Event itself, not a part of it, asks for each of these spaces.

    A space named for the Assault of an Event does not show where the Event Sweeps.
    """
    if not spaces:
        return True
    answers, ids = TracedAnswers(written), {id(space) for space in spaces}
    try:
        _play(begin(), answers)
    except Violation as refusal:
        at = refusal.clause
        if at is not None and id(written[at][1]) in ids and not refusal.rule.startswith("card"):
            return False
    asked = [heard.question for heard in answers.heard if heard.how == "said" and id(heard.answer) in ids]
    return all(question.rule.startswith("card") for question in asked)


def tells_true(begin: Callable[[], ActionUnderway], written: Sequence[Said]) -> bool:
    """Check whether all written clauses are accepted, some of them as true statements."""
    return _without_stated(begin, written, owing=True) is not None


class Rest(NamedTuple):
    """The clauses without mere statements, and the place of each among all written clauses."""

    said: list[Said]
    places: list[int]


@bounded(MOST_PLAYED)
def refused(begin: Callable[[], ActionUnderway], written: Sequence[Said]) -> Rest:
    """Return the clauses to explain a refusal by: reordered, if that says more, and without true statements.

    A space in another place than the rules ask for is not the reason if there is another fault.
    """
    first = _refusal_of(begin, written)
    says_less = first is not None and first.clause is not None and first.code in NOT_ASKED
    in_order = Reordered(reorderings(written), [])
    orders = in_order, spaces_first(written), spaces_first(written, pieces=True)
    faulty: list[tuple[int, Reordered]] = []
    for order in orders if says_less else ():
        if (remaining := _clauses_after_fault(begin, order, written, "surplus-clause")) is not None:
            faulty.append((remaining, order))
    unplaced = written[len(written) if first is None or first.clause is None else first.clause :]
    if says_less:
        taken_up = Reordered(reworded(begin().draft.before, written), [])
        remaining = _clauses_after_fault(begin, taken_up, written)
        # With more clauses remaining, it would refuse a clause that is accepted as written.
        if remaining is not None and remaining <= len(unplaced):
            faulty.append((remaining, taken_up))
    for order in (*spaces_elsewhere(written), the_one_space_first(written)):
        if (remaining := _clauses_after_fault(begin, order, written)) is None:
            continue
        placed = any(
            clause is one
            for _, one in unplaced[:1]
            for _, clause in order.said[: len(order.said) - remaining]
        )
        if remaining < len(unplaced) or placed:
            faulty.append((remaining, order))
    if not faulty:
        return _without_true(begin, written)
    return _rest_of(begin, min(faulty, key=lambda each: each[0])[1], written)


def _clauses_after_fault(
    begin: Callable[[], ActionUnderway], order: Reordered, written: Sequence[Said], also: str = ""
) -> int | None:
    """Return how many clauses are not accepted in another order; None if that order shows no fault.

    A refusal that only says that another clause is asked for shows no fault. A refusal with the code `also`
    shows one, unless it concerns a space that the order has put there.
    """
    refusal = _refusal_of(begin, order.said) if order.said != list(written) else None
    if refusal is None or (refusal.code in (*NOT_ASKED, "space-twice") and refusal.code != also):
        return None
    at = refusal.clause
    if at is not None and refusal.code == also and any(order.said[at][1] is space for space in order.put):
        return None
    if not _are_of_event(begin, order.said, order.put):
        return None
    return 0 if at is None else len(order.said) - at


def _rest_of(begin: Callable[[], ActionUnderway], order: Reordered, written: Sequence[Said]) -> Rest:
    """Return the refused clauses in another order without true statements, with their written places."""
    rest, places = _without_true(begin, order.said), places_in(order.said, written)
    return Rest(rest.said, [places[place] for place in rest.places])


def _refusal_of(begin: Callable[[], ActionUnderway], written: Sequence[Said]) -> Violation | None:
    """Return the first refusal of the clauses, without an explanation."""
    try:
        _play(begin(), WrittenAnswers(written, explain=False))
    except Violation as violation:
        return violation
    return None


def _play(action: ActionUnderway, answers: WrittenAnswers) -> None:
    try:
        follow(action.procedure, answers)
    finally:
        spend(answers.at + 1 + len(answers.said) // COPIES_PER_CLAUSE)


class _Stated:
    """The written clauses, some of them mere statements; played from the beginning each time."""

    def __init__(
        self, begin: Callable[[], ActionUnderway], written: Sequence[Said], stated: Sequence[int] = ()
    ) -> None:
        self._begin = begin
        self.said: list[Said] = list(written)
        self.stated: set[int] = set(stated)
        self._early: dict[int, Early] = {at: self._early_till(at) for at in stated}
        self._boxed: list[Remove] = []

    def follow(self) -> Violation | None:
        """Play the clauses and return the refusal, if any; `action` and `answers` are then the result."""
        self.action: ActionUnderway = self._begin()
        self.answers: StatingAnswers = StatingAnswers(self.said, self.stated, self._is_so, self._early)
        try:
            _play(self.action, self.answers)
        except Violation as violation:
            return violation
        return None

    def take_as_stated(self, violation: Violation, splits: bool = True) -> bool:
        """Check whether the refused clause may be a statement, and treat it as one from now on.

        With `splits`, a replacement is split, since one half of it may be a statement.
        """
        at = self.answers.at
        if at >= len(self.said) or not isinstance(clause := self.said[at][1], Statement):
            return False
        if ends("other wordings of the move"):
            return False
        if at not in self.stated:
            if violation.code == "wrong-amount" and isinstance(clause, Number):
                return self._is_cut(clause)
            if violation.code == "wrong-box" and isinstance(clause, Remove) and clause.to:
                self._boxed.append(clause)
                self.said[at] = (self.said[at][0], msgspec.structs.replace(clause, to=""))
                return True
            passable = self._restates_effect(violation, at) or self._is_skipped(violation, clause)
            if violation.code not in (*NOT_ASKED, "no-answer") and not passable:
                return False
            self.stated.add(at)
            if isinstance(clause, Number | SetLevel):
                early = self._early_till(at)
                if isinstance(clause, Number) or not early.opens:
                    self._early[at] = early
        elif splits and isinstance(clause, Replace):
            self.said[at : at + 1] = [(self.said[at][0], part) for part in halves_of(clause)]
            self._early = {place: self._early_till(place) for place in self._early}
        else:
            return False
        return True

    def _restates_effect(self, violation: Violation, at: int) -> bool:
        """Check whether a clause states a level, or an Event's effect in a space that another clause
        selected.
        """
        clause, before = self.said[at][1], [each for _, each in self.said[:at]]
        if violation.code != "space-twice" or not (EVENT in before or isinstance(clause, SetLevel)):
            return False
        return not any(type(each) is type(clause) and space_of(each) == space_of(clause) for each in before)

    def _is_skipped(self, violation: Violation, clause: Statement) -> bool:
        """Check whether a clause names one kind of pieces for which an optional question does not ask."""
        one_kind = len(getattr(clause, "pieces", ())) == 1
        return one_kind and violation.optional and violation.code == "wrong-pieces"

    def _is_cut(self, clause: Number) -> bool:
        """Check whether a figure and the only legal amount differ by the end of a track; then use the amount.

        The rules may ask for the full change, or for the change that has room; either may be written.
        """
        refusing = self.answers.refusing
        if refusing is None or clause.space:
            return False
        part, at = refusing.refusing(clause), self.answers.at
        if isinstance(part, NumberChoice) and part.whole == clause.change:
            meant: list[Number] = [*part.answers()]
        else:
            meant = [each for each in refusing.answers() if self._leaves(each, clause)]
        if len(meant) != 1:
            return False
        self.said[at] = (self.said[at][0], meant[0])
        return True

    def _leaves(self, asked: object, written: Number) -> bool:
        """Check whether the end of a track shortens the `asked` amount to the written one."""
        if not isinstance(asked, Number) or asked.track != written.track:
            return False
        draft = self.action.draft
        done = [(change.track, meant, change.new - change.old) for _, change, meant in draft.cut]
        forced = (written.track, asked.change, written.change) in done
        return forced or draft.room_for(asked.track, asked.change) == written.change  # type: ignore[arg-type]

    def _early_till(self, at: int) -> Early:
        """Return until when a statement must come true; it selects its space unless the space is named later.

        The sentences of an Event have their order (5.1); so has an Air Strike in the original edition
        (4.2.3).
        """
        verbs = {place: clause for place, (_, clause) in enumerate(self.said) if isinstance(clause, Verb)}
        part = next(clause for place, clause in reversed(verbs.items()) if place < at)
        later = [place for place in verbs if place > at]
        again = [place for place in later if verbs[place] == part]
        end = next((place for place in later if not again or place > again[-1]), len(self.said))
        space = getattr(self.said[at][1], "space", "")
        opens = not any(named == At(space) for _, named in self.said[at:end])
        trail = getattr(self.said[at][1], "track", "") == "trail"
        return Early(end, opens, answers=part.name != "event" and not trail)

    def answers_only(self, written: Sequence[Said]) -> list[Said]:
        """Return the answers in order; a statement that selects or names something is replaced by that.

        Raises `Violation` if pieces are `written` to another box than the one to which they have gone.
        """
        for boxed in self._boxed:
            if (refusal := refute_box(self.action.draft, boxed)) is not None:
                same = destination_of(boxed)
                at = next(at for at, (_, each) in enumerate(written) if destination_of(each) == same)
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
        """Raise `Violation` if the refused clause states an automatic effect falsely."""
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
        """Check whether a required answer before a statement, or a later clause, makes the statement true."""
        if refused.code != "missing-choice":
            return False
        at, written = self.answers.at, self.said
        end = self._early_till(at).end
        later = [*written[:at], *written[at + 1 : end], written[at], *written[end:]]
        return (end > at + 1 and tells_true(self._begin, later)) or can_be_completed(self._begin, written)

    def _is_so(self, others: Sequence[int], at: int, selects: bool) -> bool:
        return self._unsaid(others).is_stated_by(self.said[at][1], selects)

    def _unsaid(self, others: Sequence[int]) -> UnstatedEffects:
        return UnstatedEffects(self.action.draft, [self.said[place][1] for place in others])


def _without_true(begin: Callable[[], ActionUnderway], written: Sequence[Said]) -> Rest:
    """Return the clauses up to a refusal without the true statements, which are not the reason."""
    attempt = _Stated(begin, written)
    while (violation := attempt.follow()) is not None and attempt.take_as_stated(violation, splits=False):
        pass
    answers, clauses = attempt.answers, attempt.said
    true = set[int]()
    if violation is not None:
        true = attempt.stated - {answers.at, *answers.opened, *answers.moved}
    kept = [place for place in answers.in_order() if place not in true]
    rest = [clauses[place] for place in kept]
    if violation is not None:  # a name implied by a true statement replaces the statement
        for at, place in enumerate(kept):
            named = naming(answers.opened.get(place))
            if named is not None and place in attempt.stated and place != answers.at:
                rest[at] = (clauses[place][0], named)
    if true and _refusal_of(begin, rest) is None:  # a statement before its cause is the reason
        return Rest(clauses, [*range(len(clauses))])
    return Rest(rest, kept)


def _without_stated(
    begin: Callable[[], ActionUnderway],
    written: Sequence[Said],
    owing: bool = False,
    insist: bool = False,
    ahead: Sequence[int] = (),
) -> _Stated | None:
    """Separate statements from answers; return None if the clauses are refused.

    With `owing`, a required answer may be missing at the end. With `insist`, a false statement raises
    `Violation`. Figures at the places `ahead` answer only questions that nothing else answers.
    """
    attempt = _Stated(begin, written, ahead)
    while (violation := attempt.follow()) is not None:
        at = attempt.answers.at
        if owing and at >= len(attempt.said) and violation.code == "missing-choice":
            break  # every written clause is true
        if not attempt.take_as_stated(violation):
            if insist and at in attempt.stated and not attempt.may_come_true(violation):
                attempt.insist_on_truth(len(attempt.said) - len(written))
            return None
    return attempt
