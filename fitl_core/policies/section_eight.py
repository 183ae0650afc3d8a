"""The policy `section-8`: a seat is played as section 8 plays that Faction as a Non-player.

The decision is made in a position where nobody has the Faction. Its move is then played as a player's. If a
player may not play it, or section 8 does not know how to go on, the policy answers at random.
"""

from __future__ import annotations

from typing import Any

import msgspec

from fitl_core.errors import FitlError
from fitl_core.facts.factions import Faction
from fitl_core.players.dice import Dice
from fitl_core.players.non_players.decide import decide
from fitl_core.players.non_players.random_games import FACES
from fitl_core.players.non_players.wanted import Wanted
from fitl_core.policies.random_policy import RandomPolicy, random_answer
from fitl_core.policies.seat_policy import action_of, dice_of, is_playable, own_beginning, placed
from fitl_core.record.clauses import Clause, Roll
from fitl_core.record.events import Action, Event, Pass
from fitl_core.record.spoken import spoken
from fitl_core.seat.sights import PASS, SeatSight
from fitl_core.state.state import State


class SectionEightPolicy:
    """Decides by section 8. `fallbacks` counts the decisions that were made at random in its place."""

    name = "section-8"

    def __init__(self, seed: int | str = 0) -> None:
        self._seed = seed
        self._otherwise = RandomPolicy(seed)
        self.fallbacks: int = 0

    def act(self, sight: SeatSight) -> Event | None:
        """Return the move of section 8. A Pivotal Event is placed as soon as possible (8.4.6)."""
        assert sight.asked is not None
        if sight.walk is None:
            return placed(sight.asked)
        event = self._decided(sight)
        if event is None:
            self.fallbacks += 1
            return self._otherwise.act(sight)
        return event

    def answer(self, sight: SeatSight) -> Clause | None:
        """Return a random answer in another's move."""
        return random_answer(sight, dice_of(self._seed, sight))

    def _decided(self, sight: SeatSight) -> Event | None:
        """Return the decision as a player may play it, or None."""
        assert sight.walk is not None and sight.asked is not None
        posed = without_player(sight.state, sight.asked)
        dice = Dice(f"{self._seed} {sight.event} {sight.asked} section 8")
        fallen = [clause.die for _, clause in sight.walk.said if isinstance(clause, Roll)]
        try:
            decision = decide(posed, sight.asked, _chance(dice, fallen))
        except (FitlError, AssertionError, KeyError):
            return None
        event = decision.lines[-1] if decision.lines else None
        if isinstance(event, Pass):
            return event if PASS in sight.words else None
        return _as_players(sight, event) if isinstance(event, Action) else None


def without_player(state: State, faction: Faction) -> State:
    """Return a position in which nobody has a Faction."""
    groups = [tuple([one for one in group if one is not faction]) for group in state.players]
    return msgspec.structs.replace(state, players=tuple([group for group in groups if group]))


def _as_players(sight: SeatSight, event: Action) -> Action | None:
    """Return the action as far as its player decides alone; None if a player may not play it."""
    assert sight.walk is not None
    said, begun = spoken(event.segments, event.faction), sight.walk.said
    if tuple(said[: len(begun)]) != begun or (begun and event.limop != sight.walk.limop):
        return None
    own = own_beginning(sight, said)
    if not own:
        return None
    return action_of(sight, own, event.limop) if is_playable(sight, own, event.limop) else None


def _chance(dice: Dice, fallen: list[int]) -> Any:
    """Return the chance of a decision. The dice of the move that have fallen come first."""
    due = list(fallen)
    imagined = Dice(f"{dice.draw(range(1_000_000))}")

    def give(wanted: Wanted) -> Any:
        if wanted.asked is not None:
            answers = wanted.asked.answers(most=20)
            return imagined.draw(answers) if answers else ()
        if wanted.kind == "move":
            return tuple([due.pop(0) if due else imagined.draw(FACES) for _ in range(wanted.dice)])
        return tuple([dice.draw(FACES) for _ in range(wanted.dice)])

    return give
