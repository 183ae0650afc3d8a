"""The policy `search`: it plays the game on in its head, many times, and takes the move that did best.

Monte-Carlo tree search over information sets: each play deals the unseen cards again (2.1) and rolls its own
dice. A node is a move, as the clauses that its Faction decided, without dice. More moves are tried as a node
is visited more often. After the tree, random moves go on to a cut-off, and `greedy.worth` judges the position
for each Faction. Read `planned_moves` for how a move is carried out in another world.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable

import msgspec

from fitl_core.errors import FitlError
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.facts.players import FOUR_PLAYERS
from fitl_core.players.decks import redeal
from fitl_core.players.dice import Dice
from fitl_core.policies.greedy import GreedyWeights, worth
from fitl_core.policies.planned_moves import PASSING, Plan, carried_out, planned, random_plan
from fitl_core.policies.random_policy import random_answer, random_rest
from fitl_core.policies.seat_policy import action_of, dice_of, own_beginning, placed
from fitl_core.policies.section_eight import SectionEightPolicy
from fitl_core.record.clauses import Clause
from fitl_core.record.events import Action, Event, Pass, Reveal
from fitl_core.rules.waiting import next_step
from fitl_core.seat.sights import PASS, SeatSight
from fitl_core.state.state import State
from fitl_core.strict_play import passing_is_open, play_canonical

PLAYS = 60
"""The number of plays for one decision, if no other is given."""
MOST_PLAYS = 100_000
"""The number of plays if only the time is limited."""
MOVES_AHEAD = 6
"""The most moves after the first one in a play."""
WIDENING = 1.6
"""A node that was visited n times has at most this number times the square root of n moves."""
EXPLORATION = 4.0
"""The weight of moves that were seldom tried, in points of `greedy.worth`."""


class SearchLimits(msgspec.Struct, frozen=True):
    """The limits of one decision. With `seconds` the search reads the clock, and decisions may differ."""

    plays: int = PLAYS
    seconds: float | None = None
    moves_ahead: int = MOVES_AHEAD


class _Node:
    """A move in the tree: how often it was played, its results by Faction in sum, and the moves after it."""

    def __init__(self) -> None:
        self.visits = 0
        self.total = dict.fromkeys(FACTIONS, 0.0)
        self.after: dict[Plan, _Node] = {}

    def best(self, faction: Faction) -> Plan:
        """Return the move to try again: good for the Faction, or seldom tried."""
        wide = math.log(self.visits + 1)

        def promise(plan: Plan) -> float:
            node = self.after[plan]
            return node.total[faction] / node.visits + EXPLORATION * math.sqrt(wide / node.visits)

        return max(self.after, key=promise)


class SearchPolicy:
    """Takes the move that did best in many plays. `plays` counts those of all decisions."""

    name = "search"

    def __init__(
        self,
        seed: int | str = 0,
        limits: SearchLimits | None = None,
        weights: GreedyWeights | None = None,
    ) -> None:
        self._seed = seed
        self.limits: SearchLimits = limits or SearchLimits()
        self._weights = weights or GreedyWeights()
        self._section_eight = SectionEightPolicy(seed)
        self.plays: int = 0

    def act(self, sight: SeatSight) -> Event | None:
        """Return the best move. A Pivotal Event is placed as soon as possible."""
        assert sight.asked is not None
        if sight.walk is None:
            return placed(sight.asked)
        search = _Search(sight, dice_of(self._seed, sight, "search"), self.limits, self._weights)
        begins = time.monotonic() if self.limits.seconds is not None else 0.0
        search.offer(self._section_eight.act(sight))
        for _ in range(self.limits.plays):
            search.play()
            self.plays += 1
            if self.limits.seconds is not None and time.monotonic() - begins > self.limits.seconds:
                break
        return search.chosen() or random_rest(sight, dice_of(self._seed, sight))

    def answer(self, sight: SeatSight) -> Clause | None:
        """Return a random answer: in another's move one answer seldom decides."""
        return random_answer(sight, dice_of(self._seed, sight))


class _Search:
    """The search for one decision. It knows what the sight knows, and nothing else."""

    def __init__(self, sight: SeatSight, dice: Dice, limits: SearchLimits, weights: GreedyWeights) -> None:
        assert sight.asked is not None and sight.walk is not None
        self._sight = sight
        self._faction = sight.asked
        self._dice = dice
        self._limits = limits
        self._weights = weights
        self._root = _Node()
        self._events: dict[Plan, Event] = {}
        # In its head everybody is a player who moves at random: Non-players take too long to decide.
        self._state = msgspec.structs.replace(sight.state, players=FOUR_PLAYERS)
        if PASS in sight.words:
            self._offer(PASSING, Pass(self._faction))

    def offer(self, event: Event | None) -> None:
        """Add a move of the seat that is worth a try."""
        if isinstance(event, Action) and event.segments:
            self._offer(planned(event, self._sight.factions), event)

    def _offer(self, plan: Plan, event: Event) -> None:
        if plan not in self._events:
            self._events[plan] = event

    def play(self) -> None:
        """Play once from here to the cut-off, and note the result at each node on the way."""
        walk = self._sight.walk
        assert walk is not None
        plan = self._first_plan()
        if plan is None:
            return
        deck = redeal(self._sight.state, self._dice.draw(range(1_000_000_000)))
        path = [self._root, self._root.after.setdefault(plan, _Node())]
        try:
            state = carried_out(self._state, self._faction, plan, self._dice, walk.action)
            state = self._down(state, deck, path)
        except FitlError:  # the move has no end in this world
            state = self._state
        for faction, result in self._results(state).items():
            for node in path:
                node.total[faction] += result
        for node in path:
            node.visits += 1

    def _first_plan(self) -> Plan | None:
        """Return the move of the seat to play: one that was offered, a new one, or the most promising."""
        untried = [plan for plan in self._events if plan not in self._root.after]
        if untried:
            return untried[0]
        if len(self._root.after) < self._width(self._root) and (found := self._new_move()) is not None:
            return found
        return self._root.best(self._faction) if self._root.after else None

    def _new_move(self) -> Plan | None:
        sight = self._sight
        walk = sight.walk
        assert walk is not None
        try:
            done = random_plan(self._state, self._faction, self._dice, walk.action if walk.said else None)
        except FitlError:
            return None
        own = own_beginning(sight, done.said)
        if len(own) <= len(walk.said):
            return None
        event = action_of(sight, own, done.limop)
        plan = planned(event, sight.factions)
        self._offer(plan, event)
        return plan

    def _width(self, node: _Node) -> int:
        return 1 + int(WIDENING * math.sqrt(node.visits))

    def _down(self, state: State, deck: list[int], path: list[_Node]) -> State:
        """Return the position at the cut-off: along the tree, one new move, then at random."""
        in_tree = True
        for _ in range(self._limits.moves_ahead):
            state, faction = self._to_next_move(state, deck)
            if faction is None:
                break
            node = path[-1]
            try:
                if in_tree and len(node.after) >= self._width(node):
                    plan = node.best(faction)
                    state = carried_out(state, faction, plan, self._dice)
                else:
                    walk = random_plan(state, faction, self._dice)
                    plan = planned(walk.action, (faction,))
                    state = play_canonical(state, walk.action).state
            except FitlError:  # nothing is open, or the move does not fit here
                if not passing_is_open(state):
                    break
                plan = PASSING
                state = carried_out(state, faction, plan, self._dice)
            if in_tree:
                in_tree = plan in node.after
                path.append(node.after.setdefault(plan, _Node()))
        return state

    def _to_next_move(self, state: State, deck: list[int]) -> tuple[State, Faction | None]:
        """Turn up cards until a Faction is to act; no Faction at the end of the game or deck."""
        for _ in range(len(deck) + 2):
            waits = next_step(state)
            if waits.what in ("reveal", "card"):
                state = play_canonical(state, Reveal(deck.pop(0) if deck else 0)).state
                continue
            return state, waits.faction if waits.what not in ("over", "nothing") else None
        return state, None

    def _results(self, state: State) -> dict[Faction, float]:
        own = self._sight.factions
        return {
            faction: worth(state, faction, own if faction in own else (faction,), self._weights)
            for faction in FACTIONS
        }

    def chosen(self) -> Event | None:
        """Return the move that was played most often, of equal ones the better one."""

        def rank(plan: Plan) -> tuple[int, float]:
            node = self._root.after[plan]
            return node.visits, node.total[self._faction] / node.visits

        plans: Iterable[Plan] = [plan for plan in self._root.after if plan in self._events]
        best = max(plans, key=rank, default=None)
        return None if best is None else self._events[best]
