"""Whole games in memory: each seat has a policy, and Non-players decide by section 8.

for played in policy_game(setup, deck, Dice(7), {Faction.US: policy_named("greedy")}):
    ...
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fitl_core.facts.factions import Faction
from fitl_core.facts.players import non_players, player_words
from fitl_core.players.dice import Dice
from fitl_core.players.non_players.decide import decide, next_non_player
from fitl_core.players.non_players.random_games import FACES
from fitl_core.players.non_players.wanted import Wanted
from fitl_core.players.random_play import DeadEnd, PlayedEvent, play_events, play_on
from fitl_core.policies.moves import PivotalQuestions, SeatMove, choice
from fitl_core.policies.random_policy import RandomPolicy
from fitl_core.policies.seat_policy import Policy
from fitl_core.record.effects import Effect
from fitl_core.record.events import Event, Reveal
from fitl_core.record.setup import Setup
from fitl_core.rules.pivotal import may_place
from fitl_core.rules.waiting import next_step
from fitl_core.seat.sights import SeatSight, last_decision
from fitl_core.state.state import State
from fitl_core.strict_play import play_canonical
from fitl_core.tell.happenings import Happened, happened


def policy_game(
    setup: Setup, deck: list[int], dice: Dice, policies: Mapping[Faction, Policy], cards: int | None = None
) -> Iterator[PlayedEvent]:
    """Play from a dealt deck until the game is over, the deck is empty or `cards` (1 or more) are finished.

    A Faction with a player and no policy plays at random. Dice fall from `dice`, so the same arguments give
    the same game. Raises the errors of `start`, `DeadEnd` if the engine has a fault, and `PolicyFault`.
    """
    return play_events(setup, _Course(deck, dice, policies).events, cards)


def policy_game_from(
    state: State, deck: list[int], dice: Dice, policies: Mapping[Faction, Policy], cards: int | None = None
) -> Iterator[PlayedEvent]:
    """Play on from a position between two events, as `policy_game` does from the beginning.

    `deck` has the cards that have not come up (`redeal`), its top card first. Seats know no earlier event.
    """
    return play_on(state, _Course(deck, dice, policies).events, cards)


class _Course:
    """The course of a game: who decides next, and what every seat knows."""

    def __init__(self, deck: list[int], dice: Dice, policies: Mapping[Faction, Policy]) -> None:
        self._deck = list(deck)
        self._dice = dice
        otherwise = RandomPolicy(dice.draw(range(1_000_000_000)))
        self._policies = {faction: policies.get(faction, otherwise) for faction in Faction}
        self._events: list[Event] = []
        self._effects: list[tuple[Effect, ...]] = []
        self._state: State | None = None
        self._pivotal_questions = PivotalQuestions(self._sight_of, self._policies)

    def events(self, state: State) -> tuple[Event, ...]:
        """Return the next events, and remember them."""
        self._state = state
        found = self._next(state)
        for event in found:
            step = play_canonical(state, event)
            self._events.append(event)
            self._effects.append(step.effects)
            state = step.state
        return found

    def _next(self, state: State) -> tuple[Event, ...]:
        waits = next_step(state)
        if waits.what in ("reveal", "card"):
            return (Reveal(self._deck.pop(0) if self._deck else 0),)
        if (about_pivotal := self._pivotal(state, waits.faction)) is not None:
            return (about_pivotal,)
        if (non_player := next_non_player(state)) is not None:
            decision = decide(state, non_player, self._chance)
            if not decision.lines:
                raise DeadEnd(f"{non_player} reaches no decision")
            return decision.lines
        assert waits.faction is not None
        move = SeatMove(self._sight_of, waits.faction, self._policies, self._roll)
        event = move.made()
        return (*move.lines, event)

    def _pivotal(self, state: State, acting: Faction | None) -> Event | None:
        """Ask each player who may place a Pivotal Event before another acts, once."""
        for faction in may_place(state):
            if faction is acting or faction in non_players(state.players):
                continue
            if (event := self._pivotal_questions.ask(state, faction)) is not None:
                return event
        return None

    def _sight_of(self, factions: tuple[Faction, ...]) -> SeatSight:
        assert self._state is not None
        return SeatSight(
            seat=player_words(factions),
            factions=factions,
            state=self._state,
            event=len(self._events),
            last=last_decision(tuple(self._events), factions),
            happened_since=self._since,
        )

    def _since(self, number: int) -> tuple[Happened, ...]:
        numbers = range(max(number, 0) + 1, len(self._events) + 1)
        return tuple([happened(one, self._events[one - 1], self._effects[one - 1]) for one in numbers])

    def _roll(self, purpose: str, kind: str) -> int:
        return self._dice.draw(FACES)

    def _chance(self, wanted: Wanted) -> Any:
        if wanted.asked is not None:
            return choice(self._sight_of, self._policies, wanted)
        return tuple([self._dice.draw(FACES) for _ in range(wanted.dice)])
