"""A game as single steps: an answer of a seat, or a result of chance.

    steps = first_steps(StepRules(Setup("short"), cards=3))
    while steps.kind != "over":
        if steps.kind == "chance":
            steps = steps.after(drawn(steps.chances, dice))
        else:
            steps = steps.after(dice.draw(steps.actions))

Steps never change: `after` returns the next ones, so a branch costs nothing. One question is one step. A
clause with pieces takes several steps (`action_layout`). Read `turn_stages` next.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from fitl_core.environments.step_chances import Chances, drawn
from fitl_core.environments.step_course import StepCourse, StepRules
from fitl_core.environments.turn_stages import NextStage, next_stage
from fitl_core.facts.factions import Faction
from fitl_core.players.dice import Dice
from fitl_core.state.state import State

StepKind = Literal["chance", "choice", "over"]


class GameSteps:
    """A game at one step. `course` is the game at the last event, `ids` are the steps after it."""

    def __init__(self, course: StepCourse, ids: tuple[int, ...] = (), stage: NextStage | None = None) -> None:
        self.course = course
        self.ids = ids
        self._stage = stage

    @property
    def stage(self) -> NextStage | None:
        """The next decision; None at the end of the game."""
        if self._stage is None:
            self._stage = next_stage(self.course)
        return self._stage

    @property
    def kind(self) -> StepKind:
        """Whether chance or a seat decides next, or nobody."""
        stage = self.stage
        return "over" if stage is None else "chance" if stage.who is None else "choice"

    @property
    def who(self) -> Faction | None:
        """The Faction that decides next; None for chance, and at the end."""
        return self.stage.who if self.stage is not None else None

    @property
    def seat(self) -> int:
        """The seat that decides next, from 0; -1 for chance, and at the end."""
        return self.course.seat_of(self.who) if self.who is not None else -1

    @property
    def chances(self) -> Chances:
        """The outcomes of chance with their chances; empty if a seat decides."""
        return self.stage.chances if self.stage is not None else ()

    @property
    def actions(self) -> tuple[int, ...]:
        """The ids of the legal actions, in rising order; empty if no seat decides."""
        return self.stage.actions if self.stage is not None else ()

    @property
    def position(self) -> State:
        """The board at this step, also within a move."""
        return self.stage.position if self.stage is not None else self.course.state

    def after(self, chosen: int) -> GameSteps:
        """Return the steps after an action or an outcome. Raises `NoAction` if it is not open."""
        stage = self.stage
        found = None if stage is None else stage.after(chosen)
        is_chance = self.kind == "chance"
        ids = (*self.ids, -1 - chosen if is_chance else chosen)
        if isinstance(found, StepCourse):
            trail = (*self.course.trail, ids)
            return GameSteps(msgspec.structs.replace(found, trail=trail))
        return GameSteps(self.course, ids, found)

    def after_chance(self, dice: Dice) -> GameSteps:
        """Return the steps after all results of chance that are due."""
        steps = self
        while steps.kind == "chance":
            steps = steps.after(drawn(steps.chances, dice))
        return steps

    def __deepcopy__(self, memo: Any) -> GameSteps:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return (_taken_up, (self.course.encoded(), self.ids))


def first_steps(rules: StepRules) -> GameSteps:
    """Return the first step of a game. Raises the errors of `StepCourse.begin`."""
    return GameSteps(StepCourse.begin(rules))


def _taken_up(course: bytes, ids: tuple[int, ...]) -> GameSteps:
    """Return the steps of a game after a number of steps of a move."""
    steps = GameSteps(StepCourse.decoded(course))
    for one in ids:
        steps = steps.after(-1 - one if one < 0 else one)
    return steps
