"""The stages of a move in an environment: what a seat, another seat, a Non-player or a die decides next.

A stage never changes. Its `after` returns the next stage, or the course after the event. Read
`answer_rows` next.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import msgspec

from fitl_core.environments.action_layout import NoAction, action_name, meaning_of, word_action
from fitl_core.environments.answer_rows import AnswerRows
from fitl_core.environments.step_chances import (
    FIRST_DIE,
    FIRST_MARKER,
    MARKER_KINDS,
    OF_A_DIE,
    Chances,
    of_cards,
    of_markers,
    outcome_words,
)
from fitl_core.environments.step_course import PivotalMoment, StepCourse, seat_group
from fitl_core.facts.card_list import pivotal_cards
from fitl_core.facts.factions import Faction
from fitl_core.facts.players import non_players
from fitl_core.players.move_prefixes import OtherAsked, left_out_key
from fitl_core.players.non_players.decide import Lacking, Runs, decide, next_non_player, run_decision
from fitl_core.players.non_players.in_players_moves import PlayersMove
from fitl_core.players.non_players.trace import Decision
from fitl_core.players.non_players.wanted import Wanted
from fitl_core.players.random_play import DeadEnd
from fitl_core.record.clauses import Clause, Roll
from fitl_core.record.events import DecisionDice, Pass, Pivotal, PlayCard, Reveal, RevealMarker, Waive
from fitl_core.record.spoken import written
from fitl_core.rules.pivotal import holding, may_place
from fitl_core.rules.sequence import open_deeds
from fitl_core.rules.waiting import next_step
from fitl_core.state.state import State
from fitl_core.strict_play import passing_is_open
from fitl_core.walks import OpenedQuestion, Walk, ask

PASS, LIMOP, PIVOTAL, WAIVE, END, SKIP = "pass", "limop", "pivotal", "waive", "end", "skip"
AGENDA, ASSET = "reveal-agenda", "reveal-asset"


class NextStage(ABC):
    """The next decision: of the Faction `who`, or of chance (None).

    `chances` are the outcomes of chance, empty for a choice.
    """

    who: Faction | None = None
    chances: Chances = ()

    @property
    def actions(self) -> tuple[int, ...]:
        """The legal actions of a choice; empty for chance."""
        return ()

    @property
    @abstractmethod
    def position(self) -> State:
        """The board at this point."""

    @abstractmethod
    def after(self, chosen: int) -> NextStage | StepCourse:
        """Return the stage after an action or an outcome. Raises `NoAction`."""


Then = Callable[[], NextStage | StepCourse]
"""Returns the stage after a word."""


class ChanceStage(NextStage):
    """A result of chance is due."""

    def __init__(
        self, position: State, chances: Chances, then: Callable[[int], NextStage | StepCourse]
    ) -> None:
        self._position = position
        self.chances = chances
        self._then = then

    @property
    def position(self) -> State:
        """The board at this point."""
        return self._position

    def after(self, chosen: int) -> NextStage | StepCourse:
        """Return the stage after an outcome. Raises `NoAction`."""
        if all(chosen != outcome for outcome, _ in self.chances):
            raise NoAction(f"chance has no outcome {chosen} here")
        return self._then(chosen)


class ChoiceStage(NextStage):
    """A seat decides: one of some words, or an answer."""

    def __init__(
        self,
        who: Faction,
        position: State | Callable[[], State],
        words: Mapping[str, Then],
        rows: AnswerRows | None = None,
        answer: Callable[[OpenedQuestion, Clause], NextStage | StepCourse] | None = None,
        walk: Walk | None = None,
    ) -> None:
        self.who: Faction | None = who
        self._walk = walk
        self._position = position
        self._words = words
        self.rows: AnswerRows | None = rows
        self._answer = answer
        self._actions: tuple[int, ...] | None = None

    @property
    def position(self) -> State:
        """The board at this point."""
        return self._position if isinstance(self._position, State) else self._position()

    @property
    def actions(self) -> tuple[int, ...]:
        """The legal words and the ids with which an answer may begin or go on."""
        if self._actions is None:
            rows = self.rows.next_ids if self.rows is not None else ()
            self._actions = (*sorted([word_action(word) for word in self._words]), *rows)
        return self._actions

    @property
    def mover(self) -> Faction | None:
        """The Faction whose move is in progress; None in a Non-player's move, and between moves."""
        return self._walk.faction if self._walk is not None else None

    @property
    def is_limited(self) -> bool:
        """Whether the move in progress is a Limited Operation."""
        return self._walk is not None and self._walk.limop

    def after(self, chosen: int) -> NextStage | StepCourse:
        """Return the stage after an action. Raises `NoAction`."""
        if chosen not in self.actions:
            raise NoAction(f"{action_name(chosen)} ({chosen}) is not open here")
        block, *fields = meaning_of(chosen)
        if block == "word":
            return self._words[fields[0]]()
        assert self.rows is not None and self._answer is not None and self.who is not None
        found = self.rows.after(chosen)
        if isinstance(found, AnswerRows):
            return ChoiceStage(self.who, self._position, {}, found, self._answer, self._walk)
        return self._answer(*found)


# -- between two moves --------------------------------------------------------------------------------


def next_stage(course: StepCourse) -> NextStage | None:
    """Return the next decision after the last event; None at the end of the game."""
    while True:
        found = _next(course)
        if not isinstance(found, StepCourse):
            return found
        course = found


def _next(course: StepCourse) -> NextStage | StepCourse | None:
    state = course.state
    if course.is_deal_due:
        return ChanceStage(state, of_markers(course.dealt), lambda one: _dealt(course, one))
    if course.is_over:
        return _at_end(course)
    waits = next_step(state)
    if waits.what in ("reveal", "card"):
        return ChanceStage(
            state,
            of_cards(state),
            lambda card: course.played(PlayCard(card) if waits.what == "card" else Reveal(card)),
        )
    if (pivotal := _pivotal(course, waits.faction)) is not None:
        return pivotal
    if (non_player := next_non_player(state)) is not None:
        return _non_player_acts(course, non_player, Runs(state), ())
    assert waits.faction is not None
    return _turn_begins(course, waits.faction, False)


def _dealt(course: StepCourse, outcome: int) -> StepCourse:
    marker = MARKER_KINDS[outcome - FIRST_MARKER]
    return msgspec.structs.replace(course, dealt=(*course.dealt, marker))


def _at_end(course: StepCourse) -> NextStage | None:
    """Ask each seat with hidden markers whether it reveals a Hidden Agenda (7.3).

    All of them are asked, so that the question says nothing of their markers.
    """
    for seat, group in enumerate(course.rules.seats):
        who = group[0]
        if seat in course.kept or not course.hand(seat):
            continue
        kept = msgspec.structs.replace(course, kept=(*course.kept, seat))
        words: dict[str, Then] = {SKIP: partial(_itself, kept)}
        if course.may_reveal(who, "agenda"):
            words[AGENDA] = partial(course.played, RevealMarker(who, "agenda"))
        return ChoiceStage(who, course.state, words)
    return None


def _itself(course: StepCourse) -> StepCourse:
    return course


def _pivotal(course: StepCourse, acting: Faction | None) -> NextStage | None:
    """Ask each player who may place a Pivotal Event before another acts, once at each moment (2.3.8)."""
    state, without = course.state, non_players(course.state.players)
    for faction in may_place(state):
        moment = PivotalMoment(faction, state.card, state.done, len(state.played))
        if faction is acting or faction in without or moment in course.asked:
            continue
        words: dict[str, Then] = {
            PIVOTAL: partial(course.played, Pivotal(faction, pivotal_cards()[faction])),
            WAIVE: partial(course.played, Waive(faction)),
        }
        if faction not in holding(state):
            asked = msgspec.structs.replace(course, asked=(*course.asked, moment))
            words[SKIP] = partial(_itself, asked)
        return ChoiceStage(faction, state, words)
    return None


# -- a move of a seat ------------------------------------------------------------------------------


class _Turn(msgspec.Struct, frozen=True):
    """A move in the making: the walk, the keys of questions left out, and the dice lines of Non-players."""

    course: StepCourse
    walk: Walk
    left_out: frozenset[str] = frozenset()
    lines: tuple[DecisionDice, ...] = ()

    def after(self, answer: Clause, who: Faction) -> NextStage | StepCourse:
        """Return the stage after an answer or a die."""
        return _goes_on(msgspec.structs.replace(self, walk=self.walk.say(answer, who)))

    def without(self, questions: list[OpenedQuestion]) -> NextStage | StepCourse:
        """Return the stage after some questions are left out."""
        keys = {left_out_key(len(self.walk.said), one.id) for one in questions}
        return _goes_on(msgspec.structs.replace(self, left_out=self.left_out | keys))

    def end(self) -> StepCourse:
        """Return the course after the move."""
        return self.course.played(*self.lines, self.walk.action)


def _turn_begins(course: StepCourse, faction: Faction, limop: bool) -> NextStage:
    """Return the stage of a Faction that is to act."""
    state = course.state
    turn = _Turn(course, ask(state, faction, limop=limop))
    questions = turn.walk.questions
    words: dict[str, Then] = {}
    if passing_is_open(state) and not (limop and questions):
        words[PASS] = partial(course.played, Pass(faction))
    if not limop:
        if state.phase == "card" and "limop" in open_deeds(state):
            words[LIMOP] = lambda: _turn_begins(course, faction, True)
        if faction in may_place(state):
            words[PIVOTAL] = partial(course.played, Pivotal(faction, pivotal_cards()[faction]))
        if course.dealt and course.may_reveal(faction, "agenda"):
            words[AGENDA] = partial(course.played, RevealMarker(faction, "agenda"))
        if course.dealt and course.may_reveal(faction, "asset"):
            words[ASSET] = partial(course.played, RevealMarker(faction, "asset"))
    if not words and not questions:
        raise DeadEnd(f"{faction} can neither act nor Pass in phase {state.phase}")
    return ChoiceStage(
        faction,
        state,
        words,
        AnswerRows(questions),
        lambda asked, clause: turn.after(clause, asked.who),
        turn.walk,
    )


def _goes_on(turn: _Turn) -> NextStage | StepCourse:
    """Return the next stage of a move: a die, a question, or its end."""
    walk, state = turn.walk, turn.course.state
    said = len(walk.said)
    questions = walk.questions
    open_ones = [one for one in questions if left_out_key(said, one.id) not in turn.left_out]
    must = not open_ones and not walk.may_end
    if not open_ones:
        if walk.may_end:
            return turn.end()
        open_ones = [one for one in questions if not one.is_chance]  # the end is refused without them
    if not open_ones:
        raise DeadEnd(f"{walk.faction}: no answer is open after {walk.said}")
    first = open_ones[0]
    if first.who in non_players(state.players):
        return _theirs(turn, first, ())
    if first.is_chance:
        return ChanceStage(state, OF_A_DIE, lambda one: turn.after(Roll(one - FIRST_DIE + 1), walk.faction))
    return _asked(turn, open_ones, must)


def _asked(turn: _Turn, open_ones: list[OpenedQuestion], must: bool) -> NextStage:
    """Return the stage of the seat that the first of some questions asks."""
    first, walk = open_ones[0], turn.walk
    seat = seat_group(turn.course, first.who)
    own: list[OpenedQuestion] = []
    for one in open_ones:
        if one.is_chance or one.who not in seat:
            break
        own.append(one)
    words: dict[str, Then] = {}
    if all(one.optional for one in own) and not must:
        is_acting = walk.faction in seat
        if len(own) < len(open_ones) or not is_acting:
            words[SKIP] = lambda: turn.without(own)
        elif walk.may_end:
            words[END] = turn.end
    return ChoiceStage(
        first.who,
        lambda: walk.position,
        words,
        AnswerRows(own),
        lambda asked, clause: turn.after(clause, asked.who),
        walk,
    )


# -- Non-players -----------------------------------------------------------------------------------


class _Supplied:
    """Chance of a decision that has been given so far. `missing` is the first want beyond that."""

    def __init__(self, given: tuple[Any, ...]) -> None:
        self._left = list(given)
        self.missing: Wanted | None = None

    def __call__(self, wanted: Wanted) -> Any:
        if self._left:
            return self._left.pop(0)
        if self.missing is None:
            self.missing = wanted
        return None


def _non_player_acts(
    course: StepCourse, faction: Faction, runs: Runs, given: tuple[Any, ...]
) -> NextStage | StepCourse:
    """Return what a Non-player's decision waits for, or the course after it."""
    supplied = _Supplied(given)
    decision: Decision = decide(course.state, faction, supplied, runs=runs)
    if supplied.missing is not None:
        return _wanted(
            course.state,
            supplied.missing,
            lambda one: _non_player_acts(course, faction, runs, (*given, one)),
        )
    if not decision.lines:
        raise DeadEnd(f"{faction} reaches no decision")
    return course.played(*decision.lines)


def _theirs(turn: _Turn, first: OpenedQuestion, given: tuple[Any, ...]) -> NextStage | StepCourse:
    """Let a Non-player answer in a player's move (8.4.1); return the next stage."""
    walk, state = turn.walk, turn.course.state
    move = PlayersMove(state, walk.faction, walk.limop)
    move.extend(walk.said)
    move.left_out |= turn.left_out
    stop = move.next_stop()
    if not isinstance(stop, OtherAsked):
        return turn.without([first])
    supplied = _Supplied(given)
    try:
        run_decision(move.answer(stop), supplied)
    except Lacking:
        assert supplied.missing is not None
        return _wanted(walk.position, supplied.missing, lambda one: _theirs(turn, first, (*given, one)))
    said = move.said
    after = walk
    if tuple(said) != walk.said:
        after = ask(state, walk.faction, written(said, walk.faction), walk.limop)
    left_out = turn.left_out | move.left_out
    if after is walk and left_out == turn.left_out:
        return turn.without([first])
    lines = (*turn.lines, *move.decider.lines)
    return _goes_on(_Turn(turn.course, after, frozenset(left_out), lines))


def _wanted(
    position: State, wanted: Wanted, then: Callable[[Any], NextStage | StepCourse], dice: tuple[int, ...] = ()
) -> NextStage | StepCourse:
    """Return the stage of the dice or the choice that a Non-player's decision waits for."""
    if (asked := wanted.asked) is not None:
        words: dict[str, Then] = {}
        if asked.optional and not wanted.owed:
            words[SKIP] = lambda: then(())
        return ChoiceStage(
            asked.who, lambda: asked.position, words, AnswerRows([asked]), lambda _, clause: then(clause)
        )
    if len(dice) == wanted.dice:
        return then(dice)
    return ChanceStage(
        position,
        OF_A_DIE,
        lambda one: _wanted(position, wanted, then, (*dice, one - FIRST_DIE + 1)),
    )


def step_words(chosen: int) -> str:
    """Return a step of a trail in words.

    >>> step_words(0), step_words(-132)
    ('pass', 'die 1')
    """
    return action_name(chosen) if chosen >= 0 else outcome_words(-1 - chosen)
