"""An Event being carried out by a Non-player: what is known of it, and trials of an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fitl_core.errors import Violation
from fitl_core.facts.cards import Side
from fitl_core.facts.factions import Faction
from fitl_core.facts.players import non_players
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.events.changes import Changes
from fitl_core.players.non_players.events.conditions import CONDITIONS
from fitl_core.players.non_players.events.instructions import Instruction, instruction_for
from fitl_core.players.non_players.wanted import Deciding, Wanted
from fitl_core.record.clauses import Clause
from fitl_core.state.state import State
from fitl_core.walks import Asked, Walk

BEST_FACE = 6
"""What a die shows in a trial: the most that could happen."""


class Execution:
    """One Event that a Non-player carries out: `card`, its `side`, and the `node` that decided on it.

    A `trial` shows what would come of an answer: it goes on until what `until` tells, chooses plainly where
    another answer would have to be tried, and leaves no trace.
    """

    def __init__(self, d: Decider, card: int, side: Side, node: str, trial: bool = False) -> None:
        self.d = d
        self.card = card
        self.side = side
        self.node = node
        self.trial = trial
        self.until: Callable[[Asked], bool] | None = None
        self.must: bool = False
        """Whether what the priorities of a free Operation leave out is answered, so that the Event ends."""
        self.stopped: bool = False
        """Whether a trial of a space has come to a free Operation or Activity, where it ends."""
        self.acted: bool = False
        """Whether a free Operation or Activity has been carried out."""
        self.after: State | None = None
        """The position where a trial has ended before the Event has."""
        self.early: bool = False
        """Whether a trial ends as soon as anything has changed."""
        self.lately: dict[str, str] = {}
        """The space in which pieces were last placed, removed or replaced, by the prompt."""
        self.aim: str | None = None
        """The one space to which pieces go, once it has been found."""
        self.plan: list[Clause] | None = None
        """The moves that are still to come, once they have been found."""
        self.phases: set[str] = set()
        """The parts of a phase that the Event conducts which have been decided on, by their verbs."""
        self.of_a_player: bool = False
        """Whether a player executes the Event: it ends where he is asked."""
        self.passes: bool = False
        """Whether he has left out what comes before the first question to a Non-player."""

    @property
    def is_shallow(self) -> bool:
        """Whether it is enough to take the first of several: in the trial of a space."""
        return self.until is not None

    @property
    def told(self) -> Instruction:
        """What the card says to the Faction that decides now (8.4.1)."""
        return instruction_for(self.card, self.d.faction)

    def is_player(self, faction: Faction) -> bool:
        """Whether a Faction has a player, who decides for it."""
        return faction not in non_players(self.d.start.players)

    def holds(self, condition: str) -> bool:
        """Whether a condition of an instruction holds; "" always."""
        return not condition or CONDITIONS[condition](self.d)

    @property
    def outcome(self) -> State:
        """What a trial has come to: where it ended, or all of the Event if that may end there."""
        if self.after is not None:
            return self.after
        whole = self.walk.pending is None or not self.walk.may_end
        return self.d.now if whole else self.walk.play().state

    def verbs_told(self) -> tuple[str, ...]:
        """The free actions that the instruction names, the first one possible first (8.4.1)."""
        for alternative in self.told.options:
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
        """Say a clause; what is owed is looked for anew. Raises `Violation` where it is refused."""
        self.d.walk = self.walk.say(clause, who)
        self.must = self.passes = False
        return True

    def fork(self) -> Execution:
        """A trial that stands where this one stands."""
        other = Decider(self.d.start, self.d.faction, self.d.conduct)
        other.walk = self.d.walk
        other.failed = dict(self.d.failed)
        found = Execution(other, self.card, self.side, self.node, trial=True)
        found.lately = dict(self.lately)
        found.aim = self.aim
        found.plan = None if self.plan is None else list(self.plan)
        found.phases = set(self.phases)
        found.of_a_player = self.of_a_player
        return found


def driven(deciding: Deciding[Any], face: int = BEST_FACE) -> Any:
    """Run a trial to its end: each die shows `face`, equals are taken in their order, players answer first.

    What a player may leave out is left out.
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


def tried(run: Execution, asked: Asked, clause: Clause, going_on: Any) -> tuple[Changes, bool] | None:
    """What comes of an answer up to the next question of the kind, or None where it is refused.

    `going_on` carries out the rest; the second part of what is returned says whether it came to a free
    Operation or Activity. It ends there, but on the cards where these decide on the space.
    """
    trial = run.fork()
    trial.until = lambda later: (later.rule, later.prompt) == (asked.rule, asked.prompt)
    before = run.d.now
    try:
        trial.d.walk = run.walk.say(clause, asked.who)
        driven(going_on(trial))
        after = trial.outcome
    except Violation:
        return None
    return Changes(before, after, run.d.faction), trial.stopped or trial.acted
