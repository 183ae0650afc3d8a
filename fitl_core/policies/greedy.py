"""The policy `greedy`: one ply. It plays random moves to their end in its head and takes the best.

The worth of a position is a weighted sum (`GreedyWeights`). Dice and the answers of others are imagined.
"""

from __future__ import annotations

import msgspec

from fitl_core.errors import FitlError
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import DeadEnd, is_done, random_step
from fitl_core.policies.random_policy import random_answer, random_rest
from fitl_core.policies.seat_policy import action_of, dice_of, own_beginning, placed
from fitl_core.record.clauses import Clause
from fitl_core.record.events import Action, Event, Pass
from fitl_core.seat.sights import LIMOP, PASS, SeatSight, at_turn
from fitl_core.state.state import State, resources
from fitl_core.state.victory import margins
from fitl_core.strict_play import play_canonical
from fitl_core.walks import Walk

TRIED_MOVES = 12
"""The number of moves that are tried for one decision."""
ENOUGH = 12
"""Resources above this number are worth nothing."""


class GreedyWeights(msgspec.Struct, frozen=True):
    """The weights of a position: the own margin, the best margin of a rival, and each own Resource up to 12.

    A rival is any Faction of another seat.
    """

    margin: float = 1.0
    rival: float = -0.25
    resource: float = 0.1


def worth(state: State, faction: Faction, factions: tuple[Faction, ...], weights: GreedyWeights) -> float:
    """Return the worth of a position for a Faction, of a seat with these Factions."""
    by_faction = margins(state)
    rivals = [by_faction[one] for one in FACTIONS if one not in factions]
    own = 0 if faction is Faction.US else min(resources(state, faction), ENOUGH)
    best = max(rivals) if rivals else 0
    return weights.margin * by_faction[faction] + weights.rival * best + weights.resource * own


class GreedyPolicy:
    """Takes the best of several random moves, by the position after each."""

    name = "greedy"

    def __init__(
        self, seed: int | str = 0, tried: int = TRIED_MOVES, weights: GreedyWeights | None = None
    ) -> None:
        self._seed = seed
        self._tried = tried
        self._weights = weights or GreedyWeights()

    def act(self, sight: SeatSight) -> Event | None:
        """Return the best move of those tried. A Pivotal Event is placed as soon as possible."""
        assert sight.asked is not None
        if sight.walk is None:
            return placed(sight.asked)
        found: list[tuple[float, int, Event]] = []
        if PASS in sight.words:
            move = Pass(sight.asked)
            found.append((self._worth(sight, play_canonical(sight.state, move).state), 0, move))
        for number in range(1, self._tried + 1):
            dice = dice_of(self._seed, sight, f"trial {number}")
            if (tried := self._try(sight, dice)) is not None:
                found.append((tried[0], -number, tried[1]))
        if not found:
            return random_rest(sight, dice_of(self._seed, sight))
        return max(found, key=lambda each: each[:2])[2]

    def answer(self, sight: SeatSight) -> Clause | None:
        """Return a random answer: in another's move one answer seldom decides."""
        return random_answer(sight, dice_of(self._seed, sight))

    def _try(self, sight: SeatSight, dice: Dice) -> tuple[float, Action] | None:
        """Return the worth of a random move, and the move as far as the seat decides alone."""
        assert sight.walk is not None and sight.asked is not None
        if LIMOP in sight.words and dice.chance(0.15):
            sight = at_turn(sight, sight.asked, Action(sight.asked, (), limop=True))
        try:
            walk = _to_an_end(sight, dice)
            after = play_canonical(sight.state, walk.action).state
        except (DeadEnd, FitlError):
            return None
        beginning = own_beginning(sight, walk.said)
        assert sight.walk is not None
        if len(beginning) == len(sight.walk.said):  # somebody else answered first in this trial
            return None
        return self._worth(sight, after), action_of(sight, beginning, walk.limop)

    def _worth(self, sight: SeatSight, after: State) -> float:
        assert sight.asked is not None
        return worth(after, sight.asked, sight.factions, self._weights)


def _to_an_end(sight: SeatSight, dice: Dice) -> Walk:
    """Return the walk with random answers of everybody, to a legal end."""
    walk = sight.walk
    assert walk is not None
    while not (walk.said and is_done(walk, walk.questions, dice)):
        walk = random_step(walk, dice)
    return walk
