"""The policy `search`: it plays the game on in its head, many times, and takes the move that did best.

Monte-Carlo tree search over information sets: each play deals the unseen cards again (2.1) and rolls its own
dice. A node is a move, as the clauses that its Faction decided, without dice. The own moves are the move of
section 8, random ones, and variations of those that did well so far. If it looks ahead, moves of others
follow: more of them are tried as a node is visited more often, and random ones follow up to the cut-off. The
margins that are foreseen there judge the play for each Faction (`foreseen_margins`).
"""

from __future__ import annotations

import math
import time

import msgspec

from fitl_core.errors import FitlError
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.facts.players import FOUR_PLAYERS
from fitl_core.players.decks import redeal
from fitl_core.players.dice import Dice
from fitl_core.policies.foreseen_margins import foreseen_margins
from fitl_core.policies.planned_moves import PASSING, Plan, carried_out, planned, random_plan, varied
from fitl_core.policies.random_policy import random_answer, random_rest
from fitl_core.policies.seat_policy import action_of, dice_of, is_playable, own_beginning, placed
from fitl_core.policies.section_eight import SectionEightPolicy
from fitl_core.record.clauses import Clause
from fitl_core.record.events import Action, Event, Pass, Reveal
from fitl_core.record.spoken import spoken
from fitl_core.rules.waiting import next_step
from fitl_core.seat.sights import PASS, SeatSight
from fitl_core.state.state import State
from fitl_core.strict_play import passing_is_open, play_canonical

PLAYS = 200
"""The number of plays for one decision, if no other is given."""
MOST_PLAYS = 100_000
"""The number of plays if only the time is limited."""
MOVES_AHEAD = 0
"""The most moves after the own one in a play."""
WIDENING = 1.6
"""A node that was visited n times has at most this number times the square root of n moves after it."""
EXPLORATION = 4.0
"""The weight of moves that were seldom tried, in points."""
FRESH = 0.25
"""The chance of a play that its own move is a random one."""
AGAIN = 0.1
"""The chance that a move which was played often enough is played again, and not varied."""
ENOUGH_PLAYS = 2
"""A move was played often enough to be judged: dice differ from play to play."""
NEXT_BEST = 0.4
"""The chance that the next best move is taken in place of the best, and so on."""


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

    def mean(self, faction: Faction) -> float:
        """Return the mean result of the plays for a Faction."""
        return self.total[faction] / self.visits

    def best(self, faction: Faction) -> Plan:
        """Return the move to try again: good for the Faction, or seldom tried."""
        wide = math.log(self.visits + 1)

        def promise(plan: Plan) -> float:
            node = self.after[plan]
            return node.mean(faction) + EXPLORATION * math.sqrt(wide / node.visits)

        return max(self.after, key=promise)


class SearchPolicy:
    """Takes the move that did best in many plays. `plays` counts those of all decisions."""

    name = "search"

    def __init__(self, seed: int | str = 0, limits: SearchLimits | None = None) -> None:
        self._seed = seed
        self.limits: SearchLimits = limits or SearchLimits()
        self._section_eight = SectionEightPolicy(seed)
        self.plays: int = 0

    def act(self, sight: SeatSight) -> Event | None:
        """Return the best move. A Pivotal Event is placed as soon as possible."""
        assert sight.asked is not None
        if sight.walk is None:
            return placed(sight.asked)
        search = _Search(sight, dice_of(self._seed, sight, "search"), self.limits)
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

    def __init__(self, sight: SeatSight, dice: Dice, limits: SearchLimits) -> None:
        assert sight.asked is not None and sight.walk is not None
        self._sight = sight
        self._faction = sight.asked
        self._dice = dice
        self._limits = limits
        self._root = _Node()
        self._events: dict[Plan, Event] = {}
        self._untried: list[Plan] = []
        walk = sight.walk
        self._said = len(walk.said)
        self._begun = walk.action if walk.said else None
        self._state = sight.state
        if PASS in sight.words:
            self._offer(PASSING, Pass(self._faction))

    def offer(self, event: Event | None) -> None:
        """Add a move of the seat that is worth a try."""
        if isinstance(event, Action) and event.segments:
            self._offer(planned(event, self._sight.factions), event)

    def _offer(self, plan: Plan, event: Event) -> None:
        self._events[plan] = event
        self._untried.append(plan)

    def play(self) -> None:
        """Play once from here to the cut-off, and note the result at each node on the way."""
        try:
            moved = self._moved()
        except FitlError:  # this move has no end
            return
        if moved is None:
            return
        plan, state = moved
        path = [self._root, self._root.after.setdefault(plan, _Node())]
        if self._limits.moves_ahead:
            # In its head everybody is a player who moves at random: Non-players take too long to decide.
            state = msgspec.structs.replace(state, players=FOUR_PLAYERS)
            deck = redeal(self._sight.state, self._dice.draw(range(1_000_000_000)))
            state = self._down(state, deck, path)
        for faction, result in self._results(state).items():
            for node in path:
                node.total[faction] += result
        for node in path:
            node.visits += 1

    def _results(self, state: State) -> dict[Faction, float]:
        """Return the foreseen margin of each Faction that decides in the search; of the seat's own ones the
        mean of all of them.
        """
        own = self._sight.factions
        found = foreseen_margins(state, FACTIONS if self._limits.moves_ahead else own)
        return found | dict.fromkeys(own, sum([found[one] for one in own]) / len(own))

    def _moved(self) -> tuple[Plan, State] | None:
        """Return a move of the seat and the position after it; None if others decide before the seat does.

        It was offered, is a good one again, a variation of one, or random.
        """
        dice, begun = self._dice, self._begun
        plan = self._untried.pop() if self._untried else self._good()
        if plan is not None and self._is_played_as_it_is(plan):
            return plan, carried_out(self._state, self._faction, plan, dice, begun)
        if plan is None or not plan.clauses:
            walk = random_plan(self._state, self._faction, dice, begun)
        else:
            walk = varied(self._state, self._faction, plan, dice, begun)
        own = own_beginning(self._sight, walk.said)
        if len(own) <= self._said:
            return None
        event = action_of(self._sight, own, walk.limop)
        plan = planned(event, self._sight.factions)
        self._events.setdefault(plan, event)
        return plan, play_canonical(self._state, walk.action).state

    def _good(self) -> Plan | None:
        """Return the best move so far or one of the next; None for a random one."""
        if not self._root.after or self._dice.chance(FRESH):
            return None
        ranked = sorted(self._root.after, key=self._mean, reverse=True)
        place = 0
        while place + 1 < len(ranked) and self._dice.chance(NEXT_BEST):
            place += 1
        return ranked[place]

    def _is_played_as_it_is(self, plan: Plan) -> bool:
        node = self._root.after.get(plan)
        if node is None or not self._is_judged(plan):
            return True
        return self._dice.chance(AGAIN)

    def _mean(self, plan: Plan) -> float:
        return self._root.after[plan].mean(self._faction)

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

    def chosen(self) -> Event | None:
        """Return the move with the best result of those played often enough that a player may play."""
        after = self._root.after
        for plan in sorted(after, key=lambda plan: (self._is_judged(plan), self._mean(plan)), reverse=True):
            event = self._events[plan]
            if isinstance(event, Pass) or self._is_playable(event):
                return event
        return None

    def _is_judged(self, plan: Plan) -> bool:
        return not plan.clauses or self._root.after[plan].visits >= ENOUGH_PLAYS

    def _is_playable(self, event: Event) -> bool:
        assert isinstance(event, Action)
        return is_playable(self._sight, tuple(spoken(event.segments, event.faction)), event.limop)
