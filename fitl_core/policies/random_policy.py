"""The policy `random`: legal answers by chance. It is the fastest policy, and knows nothing of the game."""

from __future__ import annotations

from fitl_core.players.dice import Dice
from fitl_core.players.random_play import TRANSFER, is_done, random_step
from fitl_core.policies.seat_policy import dice_of, placed
from fitl_core.record.clauses import Clause
from fitl_core.record.events import Action, Event, Pass, Waive
from fitl_core.seat.sights import PASS, SKIP, WAIVE, SeatSight, going_on

PASSING = 0.08
"""The chance to Pass on an Event card. In a Coup Round it is 0.25."""


class RandomPolicy:
    """Answers at random."""

    name = "random"

    def __init__(self, seed: int | str = 0) -> None:
        self._seed = seed

    def act(self, sight: SeatSight) -> Event | None:
        """Return a random move, or a random decision on the Pivotal Event."""
        assert sight.asked is not None
        dice = dice_of(self._seed, sight)
        if sight.walk is None:
            if SKIP in sight.words and dice.chance(0.7):
                return None
            return placed(sight.asked) if dice.chance(0.5) else Waive(sight.asked)
        chance = PASSING if sight.state.phase == "card" else 0.25
        if PASS in sight.words and (not sight.questions or dice.chance(chance)):
            return Pass(sight.asked)
        return random_rest(sight, dice)

    def answer(self, sight: SeatSight) -> Clause | None:
        """Return a random answer, or sometimes none."""
        return random_answer(sight, dice_of(self._seed, sight))


def random_rest(sight: SeatSight, dice: Dice) -> Action:
    """Return the move of a sight with random answers, as far as the seat decides alone."""
    walk = sight.walk
    assert walk is not None
    now = sight
    while now.questions:
        if walk.said and is_done(walk, now.questions, dice):
            break
        if (walk.may_end or SKIP in now.words) and _only_transfers(now):
            break
        if walk.said and SKIP in now.words and dice.chance(0.5):
            break
        walk = random_step(walk, dice, now.questions)
        now = going_on(sight, walk)
    return walk.action


def _only_transfers(sight: SeatSight) -> bool:
    """Check whether nothing but an optional transfer is open: it could be repeated without end."""
    return all(asked.optional and asked.answers(most=2) == (TRANSFER,) for asked in sight.questions)


def random_answer(sight: SeatSight, dice: Dice) -> Clause | None:
    """Return a random answer to one of the questions of a sight; None where it leaves them out."""
    if WAIVE in sight.words or (SKIP in sight.words and dice.chance(0.3)):
        return None
    answers = dice.draw(sight.questions).answers(most=20) if sight.questions else ()
    return dice.draw(answers) if answers else None
