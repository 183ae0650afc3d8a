"""The course of an action: to its end, to a die that falls, or to another seat that is asked.

If a die is due, the clauses before it are written first. Then the die falls, and the action goes on with the
clauses submitted after it, or its player is asked. Read `whole_moves` next.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from fitl_core.errors import Violation
from fitl_core.facts.factions import Faction
from fitl_core.players.move_prefixes import DieDue, OtherAsked, left_out_key, playable_prefix
from fitl_core.reading.meanings import answers_only
from fitl_core.record.clauses import Roll
from fitl_core.record.events import Action
from fitl_core.record.spoken import Said, spoken, written
from fitl_core.table.answering import let_non_players_answer, write_players_move
from fitl_core.table.facts import TABLE, Seat
from fitl_core.table.minutes import Minutes
from fitl_core.table.table_state import Begun, Fallen
from fitl_core.table.whole_moves import Attempted, attempt, insist_on_some_face, other_decides_first
from fitl_core.underway import Step, Underway
from fitl_core.walks import OpenedQuestion, Walk, ask
from fitl_core.wording.canonical_form import typed_beside


def carry_on(
    minutes: Minutes,
    faction: Faction,
    said: list[Said],
    limop: bool,
    seat: Seat,
    whole: bool = True,
    answered: bool = False,
    typed: Sequence[Said] = (),
) -> Violation | None:
    """Carry an action of the player on `seat` to its end, or to the seat that it waits for.

    If it is not `whole`, it is not ended. `answered` says that another seat has answered in it: its player
    may then still owe an answer. `typed` are its clauses as they were typed, if the table has already asked
    for others. Returns the refusal of the clauses after a die. Raises `Violation` if nothing has been
    written.
    """
    action = _Carried(minutes, faction, said, limop, seat, whole, answered, typed)
    begins_here = len(minutes.facts)
    try:
        while action.goes_on():
            pass
    except Violation as violation:
        if answered and violation.incomplete:
            action.keep()
            return None
        if len(minutes.facts) == begins_here:
            raise
        return violation
    return None


class _Carried:
    """An action that is carried on. The dice that fall in it are added to `said`.

    The table keeps the clauses that the rules ask for, and the typed ones beside them if they differ.
    """

    def __init__(
        self,
        minutes: Minutes,
        faction: Faction,
        said: list[Said],
        limop: bool,
        seat: Seat,
        whole: bool,
        answered: bool,
        typed: Sequence[Said],
    ) -> None:
        self.said = said
        self._typed = list(typed or said)
        self._asked: list[Said] = said
        self._reworded = bool(typed)
        self._minutes = minutes
        self._faction = faction
        self._limop = limop
        self._seat = seat
        self._whole = whole
        self._answered = answered
        self._opened_before: set[tuple[str, str]] | None = None
        self._left_out: tuple[str, ...] = ()  # by Non-players, in this command
        self._has_answers = False

    def goes_on(self) -> bool:
        """Take one step, and check whether there is another one. Raises `Violation` for a refused step."""
        outcome, self._asked, later, reworded = self._attempt(self.said)
        if reworded:
            self.said, self._reworded = [*self._asked, *later], True
        match outcome:
            case Step():
                self._finish(outcome)
            case DieDue():
                self._let_fall(outcome, later)
            case OtherAsked(_, who):
                if self._minutes.state.seat_of(who) == TABLE:
                    return self._let_answer(msgspec.structs.replace(outcome, at=len(self._asked)))
                if later:
                    raise other_decides_first(outcome)
                self._begin(asked=who, whole=self._whole)
        return isinstance(outcome, DieDue)

    def _let_answer(self, asked: OtherAsked) -> bool:
        """Let a Non-player answer, unless the player may still add clauses. Check whether it continues."""
        if asked.at == len(self.said) and not self._whole:
            self._begin()
            return False
        answers = let_non_players_answer(self._minutes, self._faction, self.said, self._limop, asked)
        self.said, self._has_answers = answers.said, True
        self._asked, self._reworded = answers.said, self._reworded or answers.reworded
        self._left_out = (*self._left_out, *answers.left_out)
        if answers.waits is not None or self._minutes.state.begun is not None:
            self._begin(asked=answers.waits, whole=self._whole)
        return answers.waits is None

    def _attempt(self, said: Sequence[Said]) -> Attempted:
        state = self._minutes.state
        own = state.factions_of(self._seat)
        return attempt(state.position, self._faction, said, self._limop, own, self._unanswered)

    def keep(self) -> None:
        """Write the clauses of the action, which others have answered in and whose player still owes one."""
        position = self._minutes.state.position
        self._asked = answers_only(partial(Underway, position, self._faction, self._limop), self.said)
        self._reworded = self._reworded or self._asked != self.said
        self._begin()

    def _typed_so_far(self, later: int = 0) -> Sequence[Said]:
        """Return the typed clauses without the last ones, if the rules ask for others; else nothing."""
        return self._typed[: max(len(self._typed) - later, 0)] if self._reworded else ()

    @property
    def _unanswered(self) -> tuple[str, ...]:
        """The questions that others have left out."""
        begun = self._minutes.state.begun
        return (*(begun.left_out if begun is not None else ()), *self._left_out)

    def _begin(self, asked: Faction | None = None, whole: bool = False) -> None:
        firm = len(self._asked) if self._answered or self._has_answers else None
        left_out = tuple(dict.fromkeys(self._unanswered))
        self._minutes.begin(
            self._faction,
            self._asked,
            self._limop,
            asked=asked,
            left_out=left_out,
            whole=whole,
            firm=firm,
            typed=self._typed_so_far(),
        )

    def _finish(self, step: Step) -> None:
        """End the action, unless others say when, or a die has opened a question that nobody could answer
        before.
        """
        if not self._whole:
            self._begin()
            return
        if self._opened_before is not None and self._opened() - self._opened_before:
            return
        event = Action(self._faction, written(self._asked, self._faction), self._limop)
        as_typed = Action(self._faction, written(self._typed, self._faction), self._limop)
        typed = typed_beside(as_typed, event) if self._reworded else ""
        write_players_move(self._minutes, event, step, self._seat, typed)

    def _let_fall(self, due: DieDue, later: list[Said]) -> None:
        """Let a die fall, if the clauses after it can be carried out for at least one face."""
        if later:
            insist_on_some_face(self._attempt, self._faction, self._asked, later)
            self._opened_before = None
        elif self._opened_before is None:
            self._opened_before = self._opened()
        typed = self._typed_so_far(len(later))
        fallen = roll_after(self._minutes, self._faction, self._asked, self._limop, due.what, typed)
        self.said = [*self._asked, (self._faction, Roll(fallen.die)), *later]

    def _opened(self) -> set[tuple[str, str]]:
        """Return the questions that are open to the player after the written clauses: their ids and words."""
        state = self._minutes.state
        walk = ask(state.position, self._faction, written(self._asked, self._faction), self._limop)
        own = state.factions_of(self._seat)
        return {
            (asked.id, asked.prompt) for asked in walk.questions if asked.who in own and not asked.is_chance
        }


def answer_first(minutes: Minutes) -> bool:
    """Let a Non-player answer if it is asked first in the unfinished move. Check whether one was."""
    state, begun = minutes.state, minutes.state.begun
    if begun is None or begun.asked is not None or not state.factions_of(TABLE):
        return False
    walk = ask(state.position, begun.faction, begun.segments, begun.limop)
    first = first_unskipped(walk, begun.left_out)
    if first is None or state.seat_of(first.who) != TABLE:
        return False
    players = [faction for faction in Faction if state.seat_of(faction) != TABLE]
    outcome = playable_prefix(state.position, walk.action, walk.said, players, begun.left_out)
    if not isinstance(outcome, OtherAsked) or outcome.at < len(walk.said):
        return False  # a forced answer is not written
    answer_in_begun(minutes, begun, outcome)
    return True


def answer_in_begun(minutes: Minutes, begun: Begun, asked: OtherAsked) -> None:
    """Let a Non-player answer in the unfinished move, and write the new clauses."""
    said = spoken(begun.segments, begun.faction)
    answers = let_non_players_answer(minutes, begun.faction, said, begun.limop, asked)
    left_out = tuple(dict.fromkeys((*begun.left_out, *answers.left_out)))
    minutes.begin(
        begun.faction,
        answers.said,
        begun.limop,
        asked=answers.waits,
        left_out=left_out,
        firm=len(answers.said),
        whole=begun.whole,
    )


def first_unskipped(walk: Walk, left_out: tuple[str, ...]) -> OpenedQuestion | None:
    """Return the first open question after the written clauses, without those that others have left out."""
    at = len(walk.said)
    first = walk.first
    if first is None or left_out_key(at, first.id) not in left_out:
        return first
    return next((one for one in walk.questions if left_out_key(at, one.id) not in left_out), None)


def roll_after(
    minutes: Minutes,
    faction: Faction,
    before: list[Said],
    limop: bool,
    what: str,
    typed: Sequence[Said] | None = None,
) -> Fallen:
    """Write the clauses before a die, and let the die fall."""
    begun = minutes.state.begun
    if begun is None or begun.segments != written(before, faction):
        minutes.begin(faction, before, limop, typed=typed)
    return minutes.roll(what)
