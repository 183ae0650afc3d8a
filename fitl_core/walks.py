"""What a Faction is asked, step by step: a walk through the questions of its action.

    walk = ask(state, Faction.ARVN)
    walk = walk.say(Verb("train")).say(At("saigon"))
    for question in walk.questions:
        print(question.id, question.prompt, question.answers(most=5))
    action = walk.action                     # once walk.may_end

A walk never changes; `say` gives the next one. Nothing is kept anywhere else: a walk may be thrown away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import msgspec

from fitl_core.asking.reasons import explain
from fitl_core.asking.runs import Run
from fitl_core.asking.walk import OpenQuestion
from fitl_core.asking.walk import Walk as Inner
from fitl_core.engine import in_writing, insist_on_turn, place, play
from fitl_core.errors import Violation
from fitl_core.facts.factions import Faction
from fitl_core.record.clauses import Clause, Verb, spaces_of
from fitl_core.record.effects import Effect
from fitl_core.record.events import Action, Segment
from fitl_core.record.spoken import Said, spoken, written
from fitl_core.rules.question_ids import id_of
from fitl_core.rules.shared.unsaid import Statement
from fitl_core.state.state import State
from fitl_core.underway import Step, Underway
from fitl_core.wording.normal import normal_action

ANSWERS_ONLY = "step by step only answers are said; what follows by itself may be stated in a whole action"
"""The fact told where a clause is refused that no question takes."""
MOST_SHOWN = 20
"""So many answers of a question stand in a view, unless said otherwise."""


class Asked:
    """An open question. `who` decides it under `rule`; `id` is the same in every version of the program.

    `forms` are the names of the clauses that answer it, as JSON tags them; an `optional` one may be left
    out; by `is_chance` a die answers; `most` is how many pieces it takes in all, where it counts them. Its
    answers are made when they are looked at.
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
    def position(self) -> State:
        """The board as it stands where this is asked: what may be left out before it has been."""
        underway = self._inner.underway
        assert isinstance(underway, Underway)
        return underway.draft.freeze()

    def answers(self, space: str | None = None, most: int | None = None) -> tuple[Clause, ...]:
        """The clauses that answer it and lead to a legal end; of one space (its id), and at most so many.

        All of them may be thousands (moves of many pieces): give a bound.
        """
        keep: Callable[[Clause], bool] | None = None if space is None else partial(_concerns, space)
        return self._inner.answers(keep, most)

    def accepted(self) -> tuple[Clause, ...]:
        """The clauses that fit the question, untried: a few of them may not lead on."""
        return tuple(self._inner.legal())

    def fitting(self, order: Callable[[Iterator[Clause]], Iterator[Clause]]) -> Iterator[Clause]:
        """The clauses that fit the question, as `accepted`, looked at one by one in a given order."""
        return self._inner.fitting(order)

    def accepts(self, answer: Clause) -> bool:
        """Whether a clause fits the question, untried."""
        return self._inner.accepts(answer)

    def leads_on(self, answer: Clause) -> bool:
        """Whether one that fits leads to a legal end, whatever a die may bring."""
        return self._inner.leads_on(answer)

    def view(self, most: int | None = MOST_SHOWN) -> AskedView:
        """It as data, with the first of its answers."""
        answers = self.answers(most=None if most is None else most + 1)
        more = most is not None and len(answers) > most
        parts = (self.id, self.who, self.rule, self.prompt, self.forms, self.optional)
        return AskedView(*parts, answers[:most], more)


def _concerns(space: str, clause: Clause) -> bool:
    """Whether a clause names a space."""
    return space in spaces_of(clause)


class AskedView(msgspec.Struct, frozen=True):
    """An open question for a program, with its first answers; `more` says whether there are others."""

    id: str
    who: Faction
    rule: str
    prompt: str
    forms: tuple[str, ...]
    optional: bool
    answers: tuple[Clause, ...]
    more: bool = False


class Unsaid(msgspec.Struct, frozen=True):
    """A question that may be left out: a forced one with its only `answer`, an optional one with None."""

    id: str
    who: Faction
    rule: str
    prompt: str
    answer: Clause | None = None


class WalkView(msgspec.Struct, frozen=True):
    """A walk for a program: the action so far, whether it may end, what is asked, and what has been done.

    `unsaid` is what may be left out behind it.
    """

    action: Action
    may_end: bool
    questions: tuple[AskedView, ...]
    effects: tuple[Effect, ...]
    unsaid: tuple[Unsaid, ...] = ()


class Walk:
    """Where an action stands, and what is asked there."""

    def __init__(self, state: State, faction: Faction, limop: bool, inner: Inner) -> None:
        self.state = state
        self.faction = faction
        self.limop = limop
        self._inner = inner
        self._said: tuple[Said, ...] | None = None

    @property
    def said(self) -> tuple[Said, ...]:
        """What has been said, by whom: no tags."""
        if self._said is None:
            pairs = self._inner.said
            self._said = tuple([(Faction(who), clause) for who, clause in pairs if who is not None])
        return self._said

    @property
    def action(self) -> Action:
        """The action as far as it has been said, with the tags it needs."""
        return Action(self.faction, written(self.said, self.faction), self.limop)

    @property
    def normal(self) -> Action:
        """The action in its one form, once it `may_end`: what is forced said, sets in board order.

        Raises `Violation` where it is not complete.
        """
        return normal_action(self.state, self.action)

    @property
    def first(self) -> Asked | None:
        """The question asked first; to find it is quicker than to find all."""
        found = self._inner.first
        return Asked(found) if found is not None else None

    @property
    def pending(self) -> Asked | None:
        """The question at which the action stands, also one whose only answer may be left out."""
        found = self._inner.pending
        return Asked(found) if found is not None else None

    def first_for(self, form: str) -> Asked | None:
        """The first question that a clause of this form answers ("at", "remove"), a forced one too.

        It is quicker to find than those that are offered: what may lead to no end is not tried.
        """
        found = self._inner.first_for(form)
        return Asked(found) if found is not None else None

    @property
    def questions(self) -> tuple[Asked, ...]:
        """What is open: the question that is owed, and those that come before it and may be left out."""
        return tuple([Asked(found) for found in self._inner.questions])

    @property
    def unsaid(self) -> tuple[Unsaid, ...]:
        """What may be left out here, in order, up to the question that is owed or the end of the action.

        What is forced is carried out with its only answer, which need not be said.
        """
        left_out = []
        for inner, answer in self._inner.unsaid:
            asked = Asked(inner)
            left_out.append(Unsaid(asked.id, asked.who, asked.rule, asked.prompt, answer))
        return tuple(left_out)

    @property
    def may_end(self) -> bool:
        """Whether the action may end here; what is forced need not be said."""
        return self._inner.may_end

    @property
    def effects(self) -> tuple[Effect, ...]:
        """What has happened so far, before what ends the action."""
        return tuple(self._underway.draft.effects)

    @property
    def position(self) -> State:
        """The board as it stands now, in the midst of the action."""
        return self._underway.draft.freeze()

    @property
    def _underway(self) -> Underway:
        underway = self._inner.underway
        assert isinstance(underway, Underway)
        return underway

    def say(self, clause: Clause, who: Faction | None = None, unproven: bool = False) -> Walk:
        """The walk behind one clause more; without `who` it is said by whoever decides it.

        Raises `Violation` as `play` does, and where no end of the action is found behind it: where a Special
        Activity comes before its Operation, at most 400 ways on are tried. None is looked for if it may be
        `unproven`, by somebody who knows how the action goes on; whether it can end, `may_end` tells.
        It takes answers only: what says what follows by itself, or takes pieces up in other words (1.4.1),
        holds of a whole action, and is refused here.
        """
        try:
            inner = self._inner.say(clause, who, unproven)
        except Violation as violation:
            self._locate(violation, (*self.said, (who or self.faction, clause)))
            if self._answers_nothing(clause):
                violation.add(ANSWERS_ONLY)
            raise
        return self._with(inner)

    def behind(self, clause: Clause, unproven: bool = False) -> Walk | None:
        """The walk behind one clause more, or None where `say` would raise: a trial that costs no
        explanation.
        """
        inner = self._inner.behind(clause, unproven)
        return None if inner is None else self._with(inner)

    def _with(self, inner: Inner) -> Walk:
        return type(self)(self.state, self.faction, self.limop, inner)

    def _answers_nothing(self, clause: Clause) -> bool:
        """Whether nothing that is open takes a clause of this form, which may be stated of a whole action."""
        form = clause.__struct_config__.tag
        return isinstance(clause, Statement) and all(form not in asked.forms for asked in self.questions)

    def _locate(self, violation: Violation, said: tuple[Said, ...]) -> None:
        """Say of a Violation what may help, and where in writing the fault stands."""
        at = violation.clause
        self._underway.advise(violation, said[at][1] if at is not None else None)
        if isinstance(said[0][1], Verb):  # nothing stands anywhere in writing before its verb
            place(violation, written(said, self.faction))

    def play(self) -> Step:
        """The action carried out as it has been said. Raises `Violation` where it is not complete."""
        return play(self.state, self.action)

    def view(self, most: int | None = MOST_SHOWN) -> WalkView:
        """All that stands here as data, with the first answers of each question."""
        questions = tuple([asked.view(most) for asked in self.questions])
        return WalkView(self.action, self.may_end, questions, self.effects, self.unsaid)


def schema_text() -> str:
    """The JSON Schema of `WalkView` as it is shipped in `docs/walk.schema.json`."""
    encoded = msgspec.json.encode(msgspec.json.schema(WalkView), order="deterministic")
    return msgspec.json.format(encoded, indent=2).decode() + "\n"


def ask(state: State, faction: Faction, begun: tuple[Segment, ...] = (), limop: bool = False) -> Walk:
    """What a Faction is asked for its action, or behind the part of it that has begun.

    Raises `Violation` where it is not the Faction's turn, or that part is illegal already.
    """
    insist_on_turn(state, faction, limop)
    begin = partial(Underway, state, faction, limop)
    said = spoken(begun, faction)
    try:
        run = Run(begin, said)
    except Violation:
        with in_writing(begun):
            explain(begin(), begin, said, to_end=False)
    return Walk(state, faction, limop, Inner(begin, run=run))
