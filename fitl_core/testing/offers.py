"""Trial of offers: every offered answer must lead to a legal end, for every face of the dice."""

from __future__ import annotations

from fitl_core.errors import FitlError
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import random_step
from fitl_core.rules.pivotal import holding
from fitl_core.rules.sequence import to_act
from fitl_core.state.laws import BrokenLaw
from fitl_core.state.state import State
from fitl_core.strict_play import passing_is_open
from fitl_core.walks import Walk, ask

DICE_IN_FULL = 2
"""The number of dice of an action that are tried on every face. Later dice are tried on one face."""
LONG = 60
"""After this many further answers every action must be complete."""


def try_answers(state: State, dice: Dice) -> None:
    """Follow an answer to each open question to a legal end. Raises `BrokenLaw` if there is none."""
    faction = to_act(state)
    if faction is None or holding(state):
        return
    walk = ask(state, faction)
    if not (walk.questions or walk.may_end or passing_is_open(state)):
        raise BrokenLaw(f"{faction} is asked nothing in phase {state.phase}")
    insist_on_ends(walk, dice)


def insist_on_ends(walk: Walk, dice: Dice) -> None:
    """Follow one answer to each open question of a walk to a legal end. Raises `BrokenLaw` if
    there is none.
    """
    for question in walk.questions:
        accepted = question.accepted()
        offered = next((clause for clause in dice.shuffled(accepted) if question.leads_on(clause)), None)
        if offered is None:
            raise BrokenLaw(f"{question.id} is open without an answer after {walk.said}")
        try:
            _to_an_end(walk.say(offered, question.who), dice, DICE_IN_FULL)
        except FitlError as error:
            raise BrokenLaw(f"{question.id}: {offered} after {walk.said}: {error}") from error


def _to_an_end(walk: Walk, dice: Dice, full: int) -> None:
    """Give offered answers until the action is complete, and play it."""
    for _ in range(LONG):
        if walk.may_end:
            walk.play()
            if not walk.questions or dice.chance(0.5):
                return
        asked = walk.questions
        if full and len(asked) == 1 and asked[0].is_chance:
            for face in asked[0].accepted():
                _to_an_end(walk.say(face), dice, full - 1)
            return
        walk = random_step(walk, dice)
    if not walk.may_end:
        raise BrokenLaw(f"no end after {walk.said}")
