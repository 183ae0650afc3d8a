"""The state of an Event that a Non-player carries out, and trials of an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fitl_core.errors import Violation
from fitl_core.facts.card_list import Side
from fitl_core.facts.factions import Faction
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.events.changes import Changes
from fitl_core.players.non_players.events.conditions import CONDITIONS, is_player
from fitl_core.players.non_players.events.instructions import Instruction, instruction_for
from fitl_core.players.non_players.wanted import Deciding, Wanted
from fitl_core.record.clauses import Clause
from fitl_core.state.state import State
from fitl_core.walks import OpenedQuestion, Walk

BEST_FACE = 6
"""The face of each die in a trial: the best possible result."""


class Execution:
    """One Event that a Non-player carries out: the `card`, its `side`, and the `node` that decided on it.

    A trial shows the result of an answer. It has `until`, ends at the first question for which that is true,
    makes plain choices instead of further trials, and leaves no trace.
    """

    def __init__(self, d: Decider, card: int, side: Side, node: str) -> None:
        self.d = d
        self.card = card
        self.side = side
        self.node = node
        self.until: Callable[[OpenedQuestion], bool] | None = None
        self.must_answer: bool = False
        """Whether a question that the priorities leave out must be answered, so that the Event can end."""
        self.stopped: bool = False
        """Whether a trial of a space has ended at a free Operation or Activity."""
        self.acted: bool = False
        """Whether a free Operation or Activity has been carried out."""
        self.after: State | None = None
        """The position where a trial ended before the Event."""
        self.early: bool = False
        """Whether a trial ends as soon as anything has changed."""
        self.last_space: dict[str, str] = {}
        """The space in which pieces were last placed, removed or replaced, by the prompt."""
        self.aim: str | None = None
        """The one space to which pieces go, after it has been picked."""
        self.plans: dict[str, list[Clause]] = {}
        """The answers that are still to be given, after they have been decided together."""
        self.of_a_player: bool = False
        """Whether a player executes the Event. It then stops at questions to that player."""
        self.passes: bool = False
        """Whether the player left out the questions before the first question to a Non-player."""

    @property
    def instruction(self) -> Instruction:
        """The card's instruction for the deciding Faction (8.4.1)."""
        return instruction_for(self.card, self.d.faction, self.d.start.symbols)

    def is_player(self, faction: Faction) -> bool:
        """Check whether a Faction has a player, who decides for it."""
        return is_player(self.d, faction)

    def holds(self, condition: str) -> bool:
        """Check whether a condition of an instruction holds. "" always holds."""
        return not condition or CONDITIONS[condition](self.d)

    @property
    def outcome(self) -> State:
        """The result of a trial: the position where it ended, or the end of the whole Event if that is legal
        there.
        """
        if self.after is not None:
            return self.after
        whole = self.walk.pending is None or not self.walk.may_end
        return self.d.now if whole else self.walk.play().state

    def instructed(self) -> tuple[str, ...]:
        """Return the alternatives that the instruction takes, in order of preference (8.4.1)."""
        for alternative in self.instruction.options:
            if self.holds(alternative.when):
                return alternative.take
        return ()

    @property
    def walk(self) -> Walk:
        """The action so far."""
        walk = self.d.walk
        assert walk is not None
        return walk

    def say(self, clause: Clause, who: Faction) -> bool:
        """Answer with a clause. Raises `Violation` if it is refused."""
        self.d.walk = self.walk.say(clause, who)
        self.must_answer = self.passes = False
        return True

    def fork(self) -> Execution:
        """Return a trial that begins at the current point."""
        trial = Execution(self.d, self.card, self.side, self.node)
        trial.d = Decider(self.d.start, self.d.faction, self.d.conduct, self.d.beginnings)
        trial.d.walk, trial.d.failed = self.d.walk, dict(self.d.failed)
        trial.last_space, trial.aim = dict(self.last_space), self.aim
        trial.plans = {name: list(plan) for name, plan in self.plans.items()}
        trial.of_a_player = self.of_a_player
        return trial


def run_trial(deciding: Deciding[Any], face: int = BEST_FACE) -> Any:
    """Run a trial to its end: each die shows `face`, the first of equal candidates is taken, players answer
    first.

    Optional questions to a player are left out.
    """
    given: Any = None
    while True:
        try:
            wanted = deciding.send(given)
        except StopIteration as ended:
            return ended.value
        given = _given(wanted, face)


def _given(wanted: Wanted, face: int) -> Any:
    if (asked := wanted.asked) is not None:
        answers = () if asked.optional else asked.answers(most=1)
        return answers[0] if answers else ()
    if wanted.kind in ("space", "even"):
        return (1,) * wanted.dice
    return (face,) * wanted.dice


def try_answer(
    run: Execution, asked: OpenedQuestion, clause: Clause, going_on: Any
) -> tuple[Changes, bool] | None:
    """Return the changes by an answer up to the next question of this kind, or None if the answer is refused.

    `going_on` carries out the rest. The second part of the result says whether a free Operation or Activity
    was reached. The trial ends there, except on the cards whose free actions decide about the space.
    """
    trial = run.fork()
    trial.until = lambda later: (later.rule, later.prompt) == (asked.rule, asked.prompt)
    before = run.d.now
    try:
        trial.d.walk = run.walk.say(clause, asked.who)
        run_trial(going_on(trial))
        after = trial.outcome
    except Violation:
        return None
    return Changes(before, after, run.d.faction), trial.stopped or trial.acted
