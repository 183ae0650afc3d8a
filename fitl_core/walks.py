"""A walk: a Faction's action in the making, question by question.

    walk = ask(state, Faction.ARVN)
    walk = walk.say(Verb("train")).say(At("saigon"))
    for question in walk.questions:
        print(question.id, question.prompt, question.answers(most=5))
    action = walk.action                     # once walk.may_end

A walk never changes; `say` gives the next one. A walk keeps nothing elsewhere: you may drop it at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import msgspec

from fitl_core.arguments import converted
from fitl_core.asking.random_order import Chance, in_random_order
from fitl_core.asking.runs import Run
from fitl_core.asking.walk import OpenQuestion
from fitl_core.asking.walk import ProcedureWalk as Inner
from fitl_core.engine import play
from fitl_core.errors import Violation
from fitl_core.facts.factions import Faction
from fitl_core.reading.refusal_reasons import explain_so_far
from fitl_core.record.clauses import Clause, Verb, spaces_of
from fitl_core.record.effects import Effect
from fitl_core.record.events import Action, Segment
from fitl_core.record.spoken import Said, spoken, written
from fitl_core.rules.question_ids import id_of
from fitl_core.rules.shared.unstated_effects import Statement
from fitl_core.rules.well_formed import insist_on_clause
from fitl_core.state.state import State
from fitl_core.strict_play import in_writing, insist_on_turn, place
from fitl_core.underway import Step, Underway
from fitl_core.wording.normal_form import normal_action

ANSWERS_ONLY = "step by step only answers are said; what follows by itself may be stated in a whole action"
"""The fact that goes with a clause that no question takes."""
MOST_SHOWN = 20
"""The default number of answers of a question in a view."""


class OpenedQuestion:
    """An open question. `who` decides it under `rule`; `id` is the same in every version of the program.

    `forms` are the JSON tags of the clauses that answer it. An `optional` question may be left out. A die
    answers an `is_chance` question. `most` is the number of pieces that it takes in all, if it counts them.
    Answers are computed when they are asked for.
    """

    def __init__(self, inner: OpenQuestion) -> None:
        self._inner = inner
        self.id: str = id_of(inner.rule, inner.step)
        self.who: Faction = Faction(inner.who)
        self.rule: str = inner.rule
        self.prompt: str = inner.prompt
        self.forms: tuple[str, ...] = inner.forms
        self.optional: bool = inner.optional
        self.is_chance: bool = inner.by_chance
        self.most: int | None = inner.most

    @property
    def clauses_before(self) -> int:
        """The number of clauses of the action before this question."""
        return self._inner.clauses_before

    @property
    def position(self) -> State:
        """Return the board at this question, after the questions before it were passed."""
        underway = self._inner.underway
        assert isinstance(underway, Underway)
        return underway.draft.freeze()

    def answers(self, space: str | None = None, most: int | None = None) -> tuple[Clause, ...]:
        """Return the clauses that answer it and lead to a legal end, of one space (its id), at most `most`.

        Give a bound: moves of many pieces have thousands of answers.
        """
        keep: Callable[[Clause], bool] | None = None if space is None else partial(_concerns, space)
        return self._inner.answers(keep, most)

    def accepted(self) -> tuple[Clause, ...]:
        """Yield the clauses that fit the question. A few of them may lead to no legal end."""
        return tuple(self._inner.legal())

    def fitting(self, order: Callable[[Iterator[Clause]], Iterator[Clause]]) -> Iterator[Clause]:
        """Yield the clauses of `accepted` one by one in a given order."""
        return self._inner.fitting(order)

    def accepts(self, answer: Clause) -> bool:
        """Check whether a clause fits the question, without the search for a legal end."""
        return self._inner.accepts(answer)

    def leads_on(self, answer: Clause) -> bool:
        """Check whether a fitting clause leads to a legal end, for any die."""
        return self._inner.leads_on(answer)

    def view(self, most: int | None = MOST_SHOWN) -> AskedView:
        """Return the question as data, with its first answers."""
        answers = self.answers(most=None if most is None else most + 1)
        more = most is not None and len(answers) > most
        parts = (self.id, self.who, self.rule, self.prompt, self.forms, self.optional)
        return AskedView(*parts, answers[:most], more)


def _concerns(space: str, clause: Clause) -> bool:
    """Check whether a clause names a space."""
    return space in spaces_of(clause)


class AskedView(msgspec.Struct, frozen=True):
    """An open question as data, with its first answers. `more` says whether there are others."""

    id: str
    who: Faction
    rule: str
    prompt: str
    forms: tuple[str, ...]
    optional: bool
    answers: tuple[Clause, ...]
    more: bool = False


class PassableQuestion(msgspec.Struct, frozen=True):
    """A question that may be passed: a forced one with its only `answer`, an optional one with None."""

    id: str
    who: Faction
    rule: str
    prompt: str
    answer: Clause | None = None


class WalkView(msgspec.Struct, frozen=True):
    """A walk as data: the action so far, whether it may end, the open questions, and the effects so far.

    `unsaid` are the questions that may be passed next.
    """

    action: Action
    may_end: bool
    questions: tuple[AskedView, ...]
    effects: tuple[Effect, ...]
    unsaid: tuple[PassableQuestion, ...] = ()


class SampledAnswer(NamedTuple):
    """A legal answer, the Faction that gives it, and the walk after it."""

    who: Faction
    clause: Clause
    walk: Walk


class Walk:
    """An action in the making, with its open questions."""

    def __init__(self, state: State, faction: Faction, limop: bool, inner: Inner) -> None:
        self.state = state
        self.faction = faction
        self.limop = limop
        self._inner = inner
        self._said: tuple[Said, ...] | None = None

    @property
    def said(self) -> tuple[Said, ...]:
        """The answers so far, each with its Faction, without tags."""
        if self._said is None:
            pairs = self._inner.said
            self._said = tuple([(Faction(who), clause) for who, clause in pairs if who is not None])
        return self._said

    @property
    def action(self) -> Action:
        """The action so far, with the tags that it needs."""
        return Action(self.faction, written(self.said, self.faction), self.limop)

    @property
    def normal(self) -> Action:
        """Return the action in normal form: forced answers written, sets in board order.

        Raises `Violation` if it is not complete.
        """
        return normal_action(self.state, self.action)

    @property
    def first(self) -> OpenedQuestion | None:
        """The first open question. It is found faster than all of them."""
        question = self._inner.first
        return OpenedQuestion(question) if question is not None else None

    @property
    def pending(self) -> OpenedQuestion | None:
        """The question at which the action stands, even if its only answer may be left out."""
        question = self._inner.pending
        return OpenedQuestion(question) if question is not None else None

    def first_for(self, form: str) -> OpenedQuestion | None:
        """Return the first question that a clause of this form answers ("at", "remove"), also a forced one.

        It is faster than `questions`, since answers are not tried to a legal end.
        """
        question = self._inner.first_for(form)
        return OpenedQuestion(question) if question is not None else None

    @property
    def questions(self) -> tuple[OpenedQuestion, ...]:
        """The open questions: the required one, and the passable ones before it."""
        return tuple([OpenedQuestion(question) for question in self._inner.questions])

    @property
    def unsaid(self) -> tuple[PassableQuestion, ...]:
        """The questions that may be passed here, in order, up to the required one or the end of the action.

        A forced question is carried out with its only answer, which need not be given.
        """
        left_out = []
        for inner, answer in self._inner.unsaid:
            asked = OpenedQuestion(inner)
            left_out.append(PassableQuestion(asked.id, asked.who, asked.rule, asked.prompt, answer))
        return tuple(left_out)

    @property
    def may_end(self) -> bool:
        """Whether the action may end here; forced answers need not be given."""
        return self._inner.may_end

    @property
    def effects(self) -> tuple[Effect, ...]:
        """The effects so far, without those at the end of the action."""
        return tuple(self._underway.draft.effects)

    @property
    def position(self) -> State:
        """The board now, within the action."""
        return self._underway.draft.freeze()

    @property
    def _underway(self) -> Underway:
        underway = self._inner.underway
        assert isinstance(underway, Underway)
        return underway

    def say(self, clause: Clause, who: Faction | None = None, unproven: bool = False) -> Walk:
        """Return the walk after one more clause. Without `who` the deciding Faction gives it.

        Raises `Violation` as `play` does, and if no legal end of the action is found after it. For a Special
        Activity before its Operation, a search for an end plays at most 4,000 clauses. With `unproven` there
        is no search: use it if you know how the action goes on; `may_end` shows whether it can end.
        A walk takes answers only. Statements of automatic effects, and other wordings for pieces taken up
        (1.4.1), belong to whole actions and are refused here.
        """
        try:
            inner = self._inner.say(clause, who, unproven)
        except Violation as violation:
            insist_on_clause(clause)
            self._locate(violation, (*self.said, (who or self.faction, clause)))
            if self._answers_nothing(clause):
                violation.add(ANSWERS_ONLY)
            raise
        except Exception:
            insist_on_clause(clause)
            raise
        return self._with(inner)

    def behind(self, clause: Clause, unproven: bool = False) -> Walk | None:
        """Return the walk after one more clause, or None if `say` would raise: a trial without the cost of
        an explanation.
        """
        inner = self._inner.behind(clause, unproven)
        return None if inner is None else self._with(inner)

    def _with(self, inner: Inner) -> Walk:
        return type(self)(self.state, self.faction, self.limop, inner)

    def _answers_nothing(self, clause: Clause) -> bool:
        """Check whether no open question takes a clause of this form; a whole action may state it."""
        form = clause.__struct_config__.tag
        return isinstance(clause, Statement) and all(form not in asked.forms for asked in self.questions)

    def _locate(self, violation: Violation, said: tuple[Said, ...]) -> None:
        """Add hints to a Violation, and the written place of its fault."""
        at = violation.clause
        self._underway.advise(violation, said[at][1] if at is not None else None)
        if isinstance(said[0][1], Verb):  # no clause has a written place before its verb
            place(violation, written(said, self.faction))

    def sample(self, chance: Chance) -> SampledAnswer | None:
        """Return one legal answer drawn by chance, without a list of all; None if no question is open.

        A question is drawn, then one of its answers; dice are answers, too. Not all answers are equally
        likely, but each can be drawn. The same walk and the same state of `chance` give the same answer.
        Check `may_end` first if the action may end here.
        """
        found = self._inner.sample(partial(in_random_order, chance=chance))
        if found is None:
            return None
        walk = self._with(found)
        who, clause = walk.said[-1]
        return SampledAnswer(who, clause, walk)

    def play(self) -> Step:
        """Carry out the action as given. Raises `Violation` if it is not complete."""
        return play(self.state, self.action)

    def view(self, most: int | None = MOST_SHOWN) -> WalkView:
        """Return the walk as data, with the first answers of each question."""
        questions = tuple([asked.view(most) for asked in self.questions])
        return WalkView(self.action, self.may_end, questions, self.effects, self.unsaid)


def schema_text() -> str:
    """Return the JSON Schema of `WalkView`, as shipped in `docs/look-up/walk.schema.json`."""
    encoded = msgspec.json.encode(msgspec.json.schema(WalkView), order="deterministic")
    return msgspec.json.format(encoded, indent=2).decode() + "\n"


def ask(state: State, faction: Faction, begun: tuple[Segment, ...] = (), limop: bool = False) -> Walk:
    """Begin a walk: a Faction's action, from its start or after the part that has `begun`.

    Raises `Violation` if it is not the Faction's turn, or if that part is illegal.
    """
    faction = converted(faction, Faction, "faction")
    insist_on_turn(state, faction, limop)
    begin = partial(Underway, state, faction, limop)
    said = spoken(begun, faction)
    try:
        run = Run(begin, said)
    except Violation:
        with in_writing(begun):
            explain_so_far(begin, said)
    return Walk(state, faction, limop, Inner(begin, run=run, explain=explain_so_far))
