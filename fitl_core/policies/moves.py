"""One move of a seat: its policy answers, dice fall, and the policies of other seats answer in between."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fitl_core.errors import FitlError
from fitl_core.facts.factions import Faction
from fitl_core.facts.players import non_players, player_of
from fitl_core.players.move_prefixes import DieDue, OtherAsked, left_out_key, playable_prefix
from fitl_core.players.non_players.decide import run_decision
from fitl_core.players.non_players.in_players_moves import PlayersMove
from fitl_core.players.non_players.wanted import Wanted
from fitl_core.policies.seat_policy import Policy
from fitl_core.record.clauses import Roll
from fitl_core.record.events import Action, DecisionDice, Event, Pass
from fitl_core.record.spoken import Said, spoken, written
from fitl_core.seat.sights import SeatSight, at_turn, in_another_move, placing_pivotal, with_wanted
from fitl_core.state.state import State
from fitl_core.underway import Step

SightOf = Callable[[tuple[Faction, ...]], SeatSight]
"""Returns what the player of some Factions knows, before anything is asked."""
RollDie = Callable[[str, str], int]
"""Rolls a die for a purpose; the second argument is its kind (`Wanted.kind`)."""
MOST_ASKED = 200
"""The most times that a policy is asked in one move."""


class PolicyFault(FitlError):
    """A policy returned no legal move."""

    code = "policy-fault"


class SeatMove:
    """A move of a Faction, made by the policies of a game. `lines` are the dice lines of Non-players in it.

    `policies` has the policy of each Faction with a player; for a missing one `PolicyFault` is raised when
    it has to decide.
    """

    def __init__(
        self, sight_of: SightOf, faction: Faction, policies: Mapping[Faction, Policy], roll: RollDie
    ) -> None:
        self._sight_of = sight_of
        self._faction = faction
        self._policies = policies
        self._roll = roll
        self._own = sight_of(player_of(sight_of(()).state.players, faction))
        self._state = self._own.state
        self._left_out: set[str] = set()
        self._insists = False
        self._theirs: PlayersMove | None = None

    @property
    def lines(self) -> tuple[DecisionDice, ...]:
        """The lines of the dice that were rolled for Non-players."""
        return tuple(self._theirs.decider.lines) if self._theirs is not None else ()

    def made(self) -> Event:
        """Return the whole move. Raises `PolicyFault` for a policy that returns no legal move."""
        event = self._asked_for(Action(self._faction, ()))
        if not isinstance(event, Action):
            return event
        limop, said = event.limop, list(spoken(event.segments, event.faction))
        firm: list[Said] | None = None  # the clauses up to the last die, after which the rest may be illegal
        for _ in range(MOST_ASKED):
            action = Action(self._faction, written(said, self._faction), limop)
            stop = playable_prefix(self._state, action, said, self._own.factions, self._left_out)
            if isinstance(stop, Step):
                return action
            if stop is None and firm is not None:
                said, firm = self._continued(firm, limop), None
                continue
            if stop is None and self._left_out and not self._insists:
                self._insists = True  # an answer that may be left out alone is required in the end
                self._left_out.clear()
                continue
            if stop is None:
                raise PolicyFault(f"{self._faction}: the move is refused, or an answer is missing: {action}")
            at_end = stop.at >= len(said)
            said = self._with_others(said, stop, limop)
            firm = said[: stop.at + 1] if isinstance(stop, DieDue) else None
            if at_end:
                said = self._continued(said, limop)
        raise PolicyFault(f"{self._faction}: the move has no end")

    def _asked_for(self, begun: Action) -> Event:
        sight = at_turn(self._own, self._faction, begun, self._left_out)
        event = self._policy(self._faction).act(sight)
        if event is None or (isinstance(event, Action) and not event.segments):
            return Pass(self._faction)
        return event

    def _continued(self, said: list[Said], limop: bool) -> list[Said]:
        """Return the clauses with those that the policy adds after a die or an answer."""
        begun = Action(self._faction, written(said, self._faction), limop)
        if not at_turn(self._own, self._faction, begun, self._left_out).questions:
            return said
        event = self._asked_for(begun)
        before = list(spoken(begun.segments, self._faction))  # a die in another's part of an Event is his
        longer = list(spoken(event.segments, event.faction)) if isinstance(event, Action) else []
        return longer if longer[: len(before)] == before else said

    def _with_others(self, said: list[Said], stop: DieDue | OtherAsked, limop: bool) -> list[Said]:
        """Return the clauses with the die or the answer that is due."""
        if isinstance(stop, DieDue):
            die = Roll(self._roll(f"{self._faction}: {stop.what}", "move"))
            return [*said[: stop.at], (self._faction, die), *said[stop.at :]]
        if stop.who in non_players(self._state.players):
            return self._answered_by_non_player(said, stop, limop)
        before = said[: stop.at]
        move = Action(self._faction, written(before, self._faction), limop)
        theirs = self._sight_of(player_of(self._state.players, stop.who))
        sight = in_another_move(theirs, stop.who, move, self._left_out)
        answer = self._policy(stop.who).answer(sight)
        if answer is None and self._insists:
            answer = next(iter([one for asked in sight.questions for one in asked.answers(most=1)]), None)
        if answer is None:
            if not stop.optional and self._left_out and not self._insists:
                self._insists = True  # an earlier answer alone could meet this (2.3.4)
                self._left_out.clear()
                return said
            if not stop.optional:
                raise PolicyFault(f"{stop.who} must answer: {stop.prompt} ({stop.rule})")
            self._left_out.add(left_out_key(stop.at, stop.id))
            return said
        return [*before, (stop.who, answer), *said[stop.at :]]

    def _answered_by_non_player(self, said: list[Said], stop: OtherAsked, limop: bool) -> list[Said]:
        if self._theirs is None:
            self._theirs = PlayersMove(self._state, self._faction, limop)
        move = self._theirs
        move.extend(said)
        move.left_out |= self._left_out
        run_decision(move.answer(stop), self._chance_of(stop.who))
        self._left_out |= move.left_out
        return list(move.said)

    def _chance_of(self, faction: Faction) -> Callable[[Wanted], Any]:
        def chance(wanted: Wanted) -> Any:
            if wanted.asked is not None:
                return choice(self._sight_of, self._policies, wanted)
            who = wanted.who or faction
            return tuple([self._roll(f"{who}: {wanted.what}", wanted.kind) for _ in range(wanted.dice)])

        return chance

    def _policy(self, faction: Faction) -> Policy:
        return policy_of(self._policies, faction)


class PivotalQuestions:
    """The questions to policies about their Pivotal Events (2.3.8). Each is asked once at one moment."""

    def __init__(self, sight_of: SightOf, policies: Mapping[Faction, Policy]) -> None:
        self._sight_of = sight_of
        self._policies = policies
        self._asked: set[tuple[object, ...]] = set()

    def ask(self, state: State, faction: Faction) -> Event | None:
        """Return the decision of a Faction that may place its Pivotal Event now; None if it lets it be."""
        moment = (faction, state.card, state.done, state.played)
        if moment in self._asked:
            return None
        self._asked.add(moment)
        sight = self._sight_of(player_of(state.players, faction))
        return policy_of(self._policies, faction).act(placing_pivotal(sight, faction))


def policy_of(policies: Mapping[Faction, Policy], faction: Faction) -> Policy:
    """Return the policy of a Faction. Raises `PolicyFault` if there is none."""
    if faction not in policies:
        raise PolicyFault(f"{faction} has to decide, and no policy is given for it")
    return policies[faction]


def choice(sight_of: SightOf, policies: Mapping[Faction, Policy], wanted: Wanted) -> Any:
    """Return the choice of a player in a Non-player's decision; an empty tuple leaves it out."""
    asked = wanted.asked
    assert asked is not None
    sight = sight_of(player_of(sight_of(()).state.players, asked.who))
    answer = policy_of(policies, asked.who).answer(with_wanted(sight, asked))
    if answer is None and wanted.owed:
        answer = next(iter(asked.answers(most=1)), None)
    return () if answer is None else answer
