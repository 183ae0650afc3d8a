"""A written action answers the questions of its rules, clause by clause, in order.

`follow` runs a procedure on the clauses; left-over and missing ones are refused with what was
expected. `questions` is the same run stopped where the clauses end: what would be asked next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from fitl_core.asking.questions import Answer, Choice, Procedure, RollChoice, Taken, VerbChoice
from fitl_core.errors import Refusal, Violation
from fitl_core.facts.factions import Faction
from fitl_core.record.clauses import By, Clause, Roll, Verb


class _Refused(NamedTuple):
    at: int
    choice: Choice
    refusal: Refusal
    answers: tuple[Clause, ...]


class Script:
    """The clauses of one action, and how far they have been used.

    Without `explain` a Violation has no `legal` answers where a clause was first passed over: to list
    them takes long, and most clauses that one question refuses answer a later one.
    """

    def __init__(self, clauses: Sequence[Clause], actor: Faction, explain: bool = True) -> None:
        self.explain = explain
        self.clauses = clauses
        self.actor = actor
        self.at = 0
        self._end = len(clauses)
        self.speaker = actor
        self._refused: _Refused | None = None
        self._asked: list[Choice] = []
        self._rule = "3.1"  # of the last answer

    @property
    def exhausted(self) -> bool:
        """Whether every clause has been used."""
        return self.at >= self._end

    def answer(self, choice: Choice) -> Any:
        """The value of the next clause for this question; None where an optional one is declined.

        Raises `Violation` where the clause is refused or an answer is missing.
        """
        answer = self._take(choice) if self.at < self._end else None
        if answer is not None:
            if isinstance(answer, Taken):
                self._asked.clear()
                self._rule = choice.rule
                self.at += answer.consumed
                return answer.value
            self._note(choice, answer)
        if choice.optional:
            self._asked.append(choice)
            return None
        return self._unsaid(choice)

    def _take(self, choice: Choice) -> Answer:
        """Whether the next clause answers, if it is for the Faction that decides; its tag is used up here."""
        clause = self.clauses[self.at]
        # Own types are compared: that is quicker than `isinstance`, and done for every question.
        if type(clause) is By:
            if clause.faction is not choice.faction or self.at + 1 >= self._end:
                return None
            self.speaker = clause.faction
            self.at += 1
            clause = self.clauses[self.at]
        if type(clause) is Verb:
            self.speaker = self.actor  # a new part of the action is the acting Faction's
            if choice.aside is not None and choice.faction is self.speaker:
                return choice.aside.take(clause)
        if choice.faction is not self.speaker and type(choice) is not RollChoice:
            return None
        return choice.take(clause)

    def _note(self, choice: Choice, refusal: Refusal) -> None:
        """Keep the first refusal of a clause: if nothing else takes it, that is the reason."""
        if self._refused is None or self._refused.at != self.at:
            answers = choice.answers() if self.explain else ()
            self._refused = _Refused(self.at, choice, refusal, answers)

    def _unsaid(self, choice: Choice) -> Any:
        """What is forced need not be written: a single answer is taken without its clause.

        A clause that the choice has refused may then answer a later one.
        """
        forced = None if choice.explicit else choice.forced()
        if forced is not None and isinstance(taken := choice.take(forced), Taken):
            return taken.value
        if choice.lapses and not choice.is_open():
            return None
        self.raise_refused()
        answers = choice.answers()
        who = f"{choice.faction} owe{'s' if choice.faction is Faction.US else ''}"
        if not answers:
            why = f"{choice.prompt}: there is no legal answer"
            refusal = Refusal("no-answer", choice.rule, why)
        else:
            refusal = Refusal("missing-choice", choice.rule, f"still to be said ({who} it): {choice.prompt}")
        at = None if self.exhausted else self.at
        raise Violation(refusal, faction=choice.faction, asked=choice.prompt, legal=answers, clause=at)

    def raise_refused(self) -> None:
        """Raise the refusal of the clause that is next, if it has been refused."""
        refused = self._refused
        if refused is not None and refused.at == self.at:
            raise Violation(
                refused.refusal,
                faction=refused.choice.faction,
                asked=refused.choice.prompt,
                legal=refused.answers,
                optional=refused.choice.optional,
                clause=refused.at,
            )

    def finish(self) -> None:
        """Refuse clauses that nothing asked for."""
        if self.at >= self._end:
            return
        self.raise_refused()
        prompts = list(dict.fromkeys(choice.prompt for choice in self._asked if choice.is_open()))
        facts = (f"asked here: {'; '.join(prompts)}",) if prompts else ()
        rule = next((c.rule for c in self._asked if not isinstance(c, VerbChoice)), self._rule)
        die = isinstance(self.clauses[self.at], Roll)
        why = "no die is rolled here" if die else "nothing asks for this part of the move"
        refusal = Refusal("surplus-clause", rule, why, facts)
        legal = tuple(dict.fromkeys(answer for choice in self._asked for answer in choice.answers()))
        raise Violation(refusal, faction=self.speaker, legal=legal, optional=True, clause=self.at)


def follow(procedure: Procedure, script: Script) -> None:
    """Run a procedure on a script to its end. Raises `Violation`."""
    value: Any = None
    try:
        while True:
            value = script.answer(procedure.send(value))
    except StopIteration:
        pass
    except Violation as violation:
        script.raise_refused()  # why a clause was not taken says more than what fails without it
        # A general rule refused inside a verb of the draft: the clause just used is at fault.
        if violation.faction is None:
            violation.faction = script.speaker
        if violation.clause is None and violation.code != "missing-choice" and script.at:
            violation.clause = script.at - 1
        raise
    script.finish()


def follow_so_far(procedure: Procedure, script: Script) -> None:
    """Run a procedure to where it asks behind the last clause, or ends. Raises `Violation`."""
    value: Any = None
    try:
        while True:
            choice = procedure.send(value)
            if script.exhausted:
                return
            value = script.answer(choice)
    except StopIteration:
        script.finish()


class Question(NamedTuple):
    """A question that is open at the end of a partial move, with its legal answers."""

    choice: Choice
    answers: tuple[Clause, ...]


class Questions(NamedTuple):
    """All questions open at one point; `may_end` says whether the move could also stop here."""

    open: tuple[Question, ...]
    may_end: bool


def questions(procedure: Procedure, script: Script) -> Questions:
    """What is asked where the clauses of the script end. Raises `Violation` as `follow` does."""
    found: list[Question] = []
    value: Any = None
    try:
        while True:
            choice = procedure.send(value)
            if not script.exhausted:
                value = script.answer(choice)
                continue
            answers = choice.answers()
            forced = None if choice.optional or choice.explicit else choice.forced()
            if answers and forced is None:
                found.append(Question(choice, answers))
            if choice.optional or (choice.lapses and not answers):
                value = None
            elif forced is not None:
                value = script.answer(choice)
            else:
                return Questions(tuple(found), may_end=False)
    except StopIteration:
        script.finish()
        return Questions(tuple(found), may_end=True)
    except Violation:
        if found and script.exhausted:
            return Questions(tuple(found), may_end=False)
        script.raise_refused()
        raise


def leads_on(procedure: Procedure, script: Script, may_end: bool) -> bool:
    """Whether, where the clauses of the script end, the move can be gone on with (or `may_end` there).

    The same run as `questions`, stopped at the first answer that is no Special Activity put before it.
    """
    value: Any = None
    try:
        while True:
            choice = procedure.send(value)
            if not script.exhausted:
                value = script.answer(choice)
                continue
            forced = None if choice.optional or choice.explicit else choice.forced()
            if forced is not None:
                value = script.answer(choice)
                continue
            verbs_count = isinstance(choice, VerbChoice) and not choice.optional
            if choice.is_open(verbs=verbs_count):
                return True
            if not (choice.optional or (choice.lapses and not choice.is_open())):
                return False
            value = None
    except StopIteration:
        return may_end and script.exhausted
    except Violation:
        return False
