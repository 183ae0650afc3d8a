"""Search for dice that lead a Non-player to its recorded move, where the log lacks some of them.

A decision is run again for each way in which its unrecorded dice could fall. Ways near the recorded move come
first. A way ends early if it cannot lead to the move, or if it only repeats picks in another order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

from fitl_core.asking.budgets import Budget, spend
from fitl_core.errors import Portable
from fitl_core.facts.factions import US, Faction
from fitl_core.facts.move_words import ACTIVITIES, EVENT, OPERATIONS
from fitl_core.facts.non_player_nodes import (
    EQUAL_CHANCES,
    EVENT_OR_PASS,
    FACES,
    POLICY_NODE,
    RANDOM_SPACE,
    RULE_OF_CHANCE,
    step_of,
)
from fitl_core.players.non_players.decide import Runs, answer_move, decide
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.random_spaces import random_spaces
from fitl_core.players.non_players.recorded_chance import RecordedChance
from fitl_core.players.non_players.trace import Decision
from fitl_core.players.non_players.wanted import Wanted
from fitl_core.record.clauses import Clause, Move, Verb, spaces_of
from fitl_core.record.effects import Effect
from fitl_core.record.events import Action, DecisionDice, Event
from fitl_core.record.spoken import Said, spoken
from fitl_core.state.state import State

MOST_OF_SEARCH = 6_000
"""The most clauses that one search plays. The first way is always tried."""
COST_OF_WANT = 4
"""A decision whose walks are remembered takes as long for each of its wants as playing this number of
clauses.
"""
UNPRUNED = 3
"""The number of first ways that go on to their end, so that a verdict can show what is due."""
UNTRIED = "other ways in which the dice of a Non-player could fall"


Places = tuple[int, ...]
"""The option that a run takes at each point where dice are not recorded, or where a line could be kept."""


class _Option(msgspec.Struct, frozen=True):
    """An option that waits for its run: the places up to it, its node, and the space that it picks."""

    places: Places = ()
    node: str = ""
    space: str = ""


class NonPlayerMove(msgspec.Struct, frozen=True):
    """A Non-player's move in a log: the position before its dice lines, the dice, the move and the result.

    If `move` belongs to a player, the verdict is about the Non-player's choices in it. `dice_numbers` are the
    numbers of the dice lines' events, if they are known.
    """

    faction: Faction
    before: State
    dice: tuple[DecisionDice, ...]
    at: State
    move: Event
    after: State
    effects: tuple[Effect, ...]
    dice_numbers: tuple[int, ...] = ()

    @property
    def is_own(self) -> bool:
        """Whether the move is the Non-player's own, and not a player's move in which it answers."""
        return not isinstance(self.move, Action) or self.move.faction is self.faction


class Way(msgspec.Struct, frozen=True):
    """One way in which dice could fall: the decision, the dice without a line, and the lines without a use.

    `open_nodes` are the nodes whose dice are not recorded, in the order of asking.
    """

    decision: Decision
    open_nodes: tuple[str, ...]
    unused_lines: tuple[DecisionDice, ...]


class DiceSearch:
    """The ways in which the unrecorded dice of a decision could fall, by the recorded lines.

    `cut` says whether the budget ended before every way was tried. `tried` is the number of ways that were
    tried.
    """

    def __init__(self, played: NonPlayerMove, before: State) -> None:
        self.cut: bool = False
        self.tried: int = 0
        self.played: NonPlayerMove = played
        self.before: State = before
        self.recorded: Footprint = Footprint(played)
        self.memory: Runs = Runs(before)
        self._work = Budget(MOST_OF_SEARCH)
        self._is_whole = False
        self.most_kept: int = len(played.dice)
        self.seen: set[object] = set()
        self.acting: dict[str, bool] = {}
        """Whether a node acts in the space that it picks, as far as the runs have shown."""

    def __iter__(self) -> Iterator[Way]:
        """Yield the ways: first those that agree with the recorded move clause by clause.

        Ways that keep a line for a later pick of its node come next, because the line of this pick may be
        missing. Ways that move pieces otherwise come last.
        """
        near, keeping, far, aside = [_Option()], list[_Option](), list[_Option](), list[_Option]()
        while near or keeping or far:
            is_strict = bool(near or keeping)
            option = (near or keeping or far).pop()
            if self._is_elsewhere(option):
                aside.append(option)
                continue
            with self._work:
                self.cut = self.tried > 0 and self._work.ends(UNTRIED)
                if self.cut:
                    return
                run = _Run(self, option.places, is_strict)
                way = run.decided()
                spend(COST_OF_WANT * run.wants)
            if not self.tried:  # a whole record may lack one line by chance, and no more
                self._is_whole = way is not None and not way.open_nodes and not way.unused_lines
                self.most_kept = min(1, self.most_kept) if self._is_whole else self.most_kept
            self.tried += 1
            for others, has_line in run.others():
                (keeping if has_line else near if is_strict else far).extend(others)
            if False in self.acting.values():
                near += [one for one in aside if not self._is_elsewhere(one)]
                aside = [one for one in aside if self._is_elsewhere(one)]
            if run.was_strict and not self._is_whole:
                far.append(_Option(tuple(run.taken[: run.led_away])))
            if way is not None and not (run.kept and way.unused_lines):  # else a line was kept for nothing
                yield way

    def _is_elsewhere(self, option: _Option) -> bool:
        """Check whether an option picks a space in which its node acts, and the recorded move does not."""
        is_free = not option.space or self.tried < UNPRUNED or self.recorded.acts_in(option.space)
        return not is_free and self.acting.get(option.node, False)


class _Ended(Portable, Exception):
    """A run that goes on in vain: it cannot lead to the recorded move, or another run goes on alike."""


class _Point(msgspec.Struct, frozen=True):
    """A point of a run at which dice may be missing: the number of its options, and the spaces to pick.

    If a line `has_line` for it, that is the first option.
    """

    node: str
    options: int
    has_line: bool
    spaces: tuple[str, ...] = ()


class _Run(Runs):
    """One run of a decision. At each point where dice may be missing it takes the next place of `forced`.
    After these it takes the first option.

    `taken` are the places taken at the `points`. No other option is worth a try from the point `led_away` on.
    `was_strict` says that only a strict search gives up there. `kept` is the number of lines kept for later
    picks, and `wants` counts the wants.
    """

    def __init__(self, search: DiceSearch, forced: Places, is_strict: bool) -> None:
        self.beginnings, self.foreseen = search.memory.beginnings, search.memory.foreseen
        self.taken: list[int] = []
        self.points: list[_Point] = []
        self.led_away: int | None = None
        self.was_strict: bool = False
        self.kept: int = 0
        self.wants: int = 1
        self._search = search
        self._forced = forced
        self._is_strict = is_strict
        self._picked: Counter[object] = Counter()
        self._open_nodes: list[str] = []
        self._decider: Decider | None = None
        self._pick: tuple[str, str, int] | None = None
        played = search.played
        said = search.recorded.said if played.is_own else ()
        others = [one for one in said if one[0] is not played.faction]
        self._chance = RecordedChance(played.dice, played.effects, others, self._unrecorded)

    def decided(self) -> Way | None:
        """Return the way of this run, or None if it ended early."""
        played, before = self._search.played, self._search.before
        decision: Decision | None
        try:
            if played.is_own:
                decision = decide(before, played.faction, self._chance, runs=self)
            else:
                assert isinstance(played.move, Action)
                decision = answer_move(before, played.move, self._chance)
        except _Ended:
            return None
        self._observe()
        assert decision is not None, "a Non-player is asked in it"
        return Way(decision, tuple(self._open_nodes), self._chance.unused_lines)

    def others(self) -> Iterator[tuple[list[_Option], bool]]:
        """Yield the other options at the points that are new in this run, last first, and whether a line is
        kept there.
        """
        last = len(self.taken) if self.led_away is None else self.led_away
        for i in range(len(self._forced), last):
            point = self.points[i]
            spaces = (*[""] * point.has_line, *(point.spaces or [""] * point.options))
            options = [
                _Option((*self.taken[:i], place), point.node, spaces[place])
                for place in range(1, point.options)
            ]
            yield options[::-1], point.has_line

    def heed(self, decider: Decider, wanted: Wanted) -> None:
        """End the run if it cannot lead to the recorded move."""
        self._decider = decider
        self.wants += 1
        self._observe()
        recorded = self._search.recorded
        if self.led_away is not None or not recorded.excludes(decider, wanted, self._is_strict):
            return
        self.led_away = len(self.taken)
        self.was_strict = self._is_strict and not recorded.excludes(decider, wanted, False)
        if self._search.tried >= UNPRUNED:
            raise _Ended

    def _observe(self) -> None:
        """Note whether the node of the last pick has acted in the space that it picked."""
        walk = self._decider.walk if self._decider is not None else None
        if self._pick is None or walk is None:
            return
        node, space, begun = self._pick
        new = walk.said[begun:] if len(walk.said) >= begun else walk.said
        acts = any(space in _acted_in(clause) for _, clause in new)
        self._search.acting[node] = acts and self._search.acting.get(node, True)
        self._pick = None

    def looks_ahead(self, wanted: Wanted) -> bool:
        """Check whether a needless roll would do harm: in the first run, or by taking the dice of a line."""
        unused = [line.at for line in self._chance.unused_lines if line.node in RULE_OF_CHANCE]
        return not self._search.tried or "" in unused or step_of(wanted.what) in unused

    def _unrecorded(self, wanted: Wanted, is_recorded: bool) -> tuple[int, ...] | None:
        """Return dice that no line records, by the next place; None to take the recorded line."""
        if is_recorded and self.kept >= self._search.most_kept:
            return None
        place = self._next_place(wanted)
        spaces = self._search.recorded.nearest(wanted, self._decider)
        dice = [_roll_for(space) for space in spaces] or _rolls(wanted)
        self.points.append(_Point(wanted.what, len(dice) + is_recorded, is_recorded, tuple(spaces)))
        self.taken.append(place)
        if is_recorded and place == 0:
            return None
        self.kept += is_recorded
        self._open_nodes.append(wanted.what)
        given = dice[place - is_recorded]
        self._picked[wanted.what, wanted.kind, given] += wanted.kind != "decision"
        walk = self._decider.walk if self._decider is not None else None
        begun = len(walk.said) if walk is not None else 0
        self._pick = (wanted.what, spaces[place - is_recorded], begun) if spaces else None
        return given

    def _next_place(self, wanted: Wanted) -> int:
        """Return the next place. End the run where an earlier one went on from the same picks."""
        if len(self.taken) < len(self._forced):
            return self._forced[len(self.taken)]
        if self._decider is not None and self.led_away is None:
            here = self._point(self._decider, wanted)
            if here in self._search.seen:
                raise _Ended
            self._search.seen.add(here)
        return 0

    def _point(self, decider: Decider, wanted: Wanted) -> object:
        """Return what the rest of the decision depends on, whatever the order of the picks was."""
        said = Counter(decider.walk.said) if decider.walk is not None else Counter[Said]()
        outcomes = [(one.node, then.result) for one, then in pairwise(decider.trace) if one.step == "roll"]
        asked = (wanted.kind, wanted.what, wanted.spaces, wanted.among, wanted.again, self.kept)
        lines = self._chance.unused_lines
        return (asked, lines, frozenset(said.items()), tuple(outcomes), frozenset(self._picked.items()))


def _rolls(wanted: Wanted) -> list[tuple[int, ...]]:
    """Return the dice to try for a wish that picks no space: one roll for each outcome."""
    if wanted.kind == EQUAL_CHANCES:
        values = [place * (6**wanted.dice // wanted.among) for place in range(wanted.among)]
        return [tuple([v // 6**i % 6 + 1 for i in reversed(range(wanted.dice))]) for v in values]
    if wanted.what == POLICY_NODE:
        return [(face,) for face in range(1, FACES + 1)]
    return [(face,) * wanted.dice for face in (1, FACES)]  # a node compares the sum with a figure


class Footprint:
    """The spaces and verbs of a recorded move, to which the ways of a search are compared."""

    def __init__(self, played: NonPlayerMove) -> None:
        move = played.move
        self.said: Sequence[Said] = spoken(move.segments, move.faction) if isinstance(move, Action) else ()
        self._faction = played.faction
        clauses = list(_with_verbs(self.said))
        self._places = {(verb, space) for verb, clause in clauses for space in _acted_in(clause)}
        self._ends = {space for _, space in self._places}
        self._moved = _moved(self.said)
        self._verbs = {clause.name for _, clause in self.said if isinstance(clause, Verb)}

    def excludes(self, decider: Decider, wanted: Wanted, is_strict: bool) -> bool:
        """Check whether the action so far cannot become the recorded move, as it acts in another space.

        If it is strict, each move of pieces must be recorded, too. Otherwise pieces may change places. A
        Special Activity may still be set back as long as its Operation has done nothing.
        """
        walk = decider.walk
        all_said = walk.said if walk is not None else ()
        said = [one for one in all_said if is_strict or one[0] is self._faction]
        last = next((clause.name for _, clause in reversed(said) if isinstance(clause, Verb)), "")
        if last in OPERATIONS and last not in self._verbs and wanted.kind in RULE_OF_CHANCE:
            return True  # it picks spaces for another Operation
        is_astray = is_begun = False
        for verb, clause in _with_verbs(said):
            if verb in EVENT and not is_strict:
                return False  # its other side, or its text, may have other ways to the same position
            is_begun |= verb not in ACTIVITIES
            is_astray |= not self._has(verb, clause)
        if is_strict and not is_astray:
            is_astray = not _moved(said) <= self._moved
        return is_astray and is_begun

    def _has(self, verb: str, clause: Clause) -> bool:
        """Check whether the recorded move has the verb, and acts with it in the spaces of the clause."""
        acted_in = _acted_in(clause)
        if isinstance(clause, Move):
            return verb in self._verbs and self._ends.issuperset(acted_in)
        return verb in self._verbs and all((verb, space) in self._places for space in acted_in)

    def acts_in(self, space: str) -> bool:
        """Check whether the recorded move acts in a space."""
        return space in self._ends

    def nearest(self, wanted: Wanted, decider: Decider | None) -> list[str]:
        """Return the spaces of a pick: first those in which the recorded move acts and the action so far
        does not.
        """
        said = decider.walk.said if decider is not None and decider.walk is not None else ()
        done = {(verb, space) for verb, clause in _with_verbs(said) for space in _acted_in(clause)}
        verb = next((clause.name for _, clause in reversed(said) if isinstance(clause, Verb)), "")

        def distance(space: str) -> int:
            if (verb, space) in self._places:
                return 1 if (verb, space) in done else 0
            return 2 if space in self._ends else 3

        return sorted(wanted.spaces, key=distance) if wanted.kind == RANDOM_SPACE else []


def _acted_in(clause: Clause) -> tuple[str, ...]:
    """Return the spaces of a clause. Spaces that pieces only pass are left out: the way is free."""
    return (clause.path[0], clause.path[-1]) if isinstance(clause, Move) else spaces_of(clause)


def _moved(said: Sequence[Said]) -> Counter[object]:
    """Return how many pieces of each kind an action moves from each space to each other."""
    moved: Counter[object] = Counter()
    for _, clause in said:
        if isinstance(clause, Move):
            for count in clause.pieces:
                moved[clause.path[0], clause.path[-1], count.kind] += count.number
    return moved


def _with_verbs(said: Sequence[Said]) -> Iterator[tuple[str, Clause]]:
    """Yield the clauses of an action, each with its verb. The verbs themselves are left out."""
    verb = ""
    for _, clause in said:
        if isinstance(clause, Verb):
            verb = clause.name
        else:
            yield verb, clause


def _roll_for(space: str) -> tuple[int, ...]:
    """Return a roll of the Random Spaces Map that names the space."""
    roll = next(roll for roll, name in random_spaces().table.items() if name == space)
    return (int(roll[0]), int(roll[1]))


def changes_position(faction: Faction, node: str) -> bool:
    """Check whether dice of this node change the position: the Policy (8.8.1), or a promise."""
    return (node == POLICY_NODE and faction is US) or node == f"{EVENT_OR_PASS[faction]}/if-1"


def left_over(state: State, faction: Faction, lines: Sequence[DecisionDice]) -> tuple[DecisionDice, ...]:
    """Return the lines for which the next decision of a Faction does not ask, whatever further dice are.

    Missing dice are all 1, then all 6 where a node compares them. Dice of the move may still come.
    """
    fewest = tuple(lines)
    for face in (1, FACES):

        def missing(wanted: Wanted, is_recorded: bool, face: int = face) -> tuple[int, ...] | None:
            fallen = face if wanted.kind == "decision" else 1
            return None if is_recorded else (fallen,) * wanted.dice

        chance = RecordedChance(lines, unrecorded=missing)
        decision = decide(state, faction, chance)
        if decision.needs:
            return ()
        fewest = min(fewest, chance.unused_lines, key=len)
    return fewest
