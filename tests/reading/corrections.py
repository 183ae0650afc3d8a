"""Ask for corrections of moves with one mistake: is the right move among the suggestions?

    PYTHONPATH=.:tests python tests/reading/corrections.py --games 6 --seed 100

Each mistake changes one thing of a legal move so that the rules refuse it. The suggestions are all near moves
that are found. Their cost is counted here, not by the reader: 1 for a change of one field of a clause, 2 for
another clause, one more or one less. A mistake counts as "found" if at most `FEW` suggestions have the least
cost and the right move is among them. "Ties" are those with more. Without few suggestions, the refusal
must list the right clause among the legal values ("listed"); a wrong die must be asked for again.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

import msgspec
from actions_of_games import Example, PlayedMove, Table, played_moves, text_of, trial_options
from counted_work import Cost, CountedWork
from mistake_kinds import mistake_kind

from fitl_core.engine import play
from fitl_core.errors import FitlError, Violation
from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import Count
from fitl_core.players.dice import Dice
from fitl_core.record.clauses import Clause, Roll, SetLevel
from fitl_core.record.events import Action, Segment
from fitl_core.record.spoken import flatten
from fitl_core.tell.adjudication import adjudicate
from fitl_core.tell.suggested_moves import near_moves
from fitl_core.testing.mistakes import altered

FEW = 3
"""The most suggestions that are shown."""
DRAWN = 80
"""The number of mistakes that are drawn for one action; the first refused one of each kind is tried."""
MOST_ACTIONS = 60
"""The most actions of one game that get mistakes of a rare kind."""
WAYS = 5
"""The most mistakes of one kind of which the first refused one is tried."""
KINDS = (
    "number",
    "kind of piece",
    "state",
    "word",
    "order",
    "segments",
    "space",
    "path",
    "box",
    "level",
    "die",
)
GOALS = {"space": 0.85, "path": None, "order": None}
GOAL = 0.95
"""The share of mistakes with few suggestions that must have the right move among them.

`GOALS` has other goals. A path and the order of clauses have none.
"""
RARE = ("level", "box", "die")
"""The kinds that few actions can have: they are tried in further actions of the same games."""
MOST_TIES = 0.40
FOUND, NEARER, MISSED, NONE_LISTED = "found", "another is nearer", "missed", "none, listed"
NONE_UNLISTED, TIES_LISTED, TIES = "none, unlisted", "ties, listed", "ties, unlisted"
OUTCOMES = (FOUND, NEARER, MISSED, TIES_LISTED, TIES, NONE_LISTED, NONE_UNLISTED)
RIGHT = (FOUND, TIES_LISTED, NONE_LISTED)


def mistakes(move: PlayedMove, dice: Dice) -> dict[str, list[Action]]:
    """Return the action with one mistake of each kind, in a few ways, as far as a kind can be drawn."""
    wrong: dict[str, list[Action]] = {kind: [] for kind in KINDS}
    for other in _drawn(move, dice):
        if other.faction is move.action.faction and other != move.action:
            of_kind = wrong.get(_kind(move.action, other), [])
            if len(of_kind) < WAYS and other not in of_kind:
                of_kind.append(other)
    return wrong


def _drawn(move: PlayedMove, dice: Dice) -> Iterator[Action]:
    for _ in range(DRAWN):
        yield altered(move.action, move.others, dice)
    states = _in_other_states(move.action)
    if states:
        yield dice.draw(states)
    yield from _with_other_figures(move.action)
    segments = move.action.segments
    if len(segments) > 1:
        yield Action(move.action.faction, tuple(dice.sample(segments, len(segments))), move.action.limop)


def _in_other_states(action: Action) -> list[Action]:
    """Return the action with pieces of one clause Active instead of Underground, or the other way."""
    found = []
    for at, part in enumerate(action.segments):
        for place, clause in enumerate(part.clauses):
            for name in ("pieces", "by"):
                turned = tuple([_turned(count) for count in getattr(clause, name, ())])
                if turned != getattr(clause, name, ()):
                    other: Any = msgspec.structs.replace(clause, **{name: turned})
                    clauses = (*part.clauses[:place], other, *part.clauses[place + 1 :])
                    parts = (*action.segments[:at], Segment(part.verb, clauses), *action.segments[at + 1 :])
                    found.append(Action(action.faction, parts, action.limop))
    return found


def _with_other_figures(action: Action) -> Iterator[Action]:
    """Yield the action with another result of one die, or with another level."""
    for at, part in enumerate(action.segments):
        for place, clause in enumerate(part.clauses):
            others: Sequence[Clause] = ()
            if isinstance(clause, Roll):
                others = [Roll(die) for die in range(1, 7)]
            elif isinstance(clause, SetLevel):
                others = [SetLevel(clause.space, level) for level in Level]
            for other in others:
                clauses = (*part.clauses[:place], other, *part.clauses[place + 1 :])
                parts = (*action.segments[:at], Segment(part.verb, clauses), *action.segments[at + 1 :])
                yield Action(action.faction, parts, action.limop)


def _turned(count: Count) -> Count:
    kind = count.kind
    return Count(count.number, kind.active if kind.is_underground else kind.underground)


def _kind(right: Action, wrong: Action) -> str:
    """Return the kind of a mistake; the state of pieces and the order of segments are kinds of their own."""
    if Counter(right.segments) == Counter(wrong.segments) and right.limop == wrong.limop:
        return "segments"
    kind: str = mistake_kind(right, wrong)
    if kind != "kind of piece":
        return kind
    pairs = zip(flatten(right.segments), flatten(wrong.segments), strict=True)
    one, other = next(pair for pair in pairs if pair[0] != pair[1])
    name = "pieces" if getattr(one, "pieces", ()) != getattr(other, "pieces", ()) else "by"
    off_map = [[count.kind.off_map for count in getattr(clause, name)] for clause in (one, other)]
    return "state" if off_map[0] == off_map[1] else kind


# -- costs ----------------------------------------------------------------------------------------


def distance(one: Action, other: Action) -> int:
    """Return the cost of the changes between two actions: 1 for one field, 2 for a clause.

    Segments in another order are one edit that changes no word, so they cost 1.
    """
    if one.segments != other.segments and Counter(one.segments) == Counter(other.segments):
        return 1 + 2 * (one.faction != other.faction)
    first, second = _words(one), _words(other)
    row = list(range(0, 2 * len(second) + 1, 2))
    for at, clause in enumerate(first, 1):
        before, row = row, [2 * at]
        for to, wanted in enumerate(second, 1):
            row.append(min(before[to] + 2, row[-1] + 2, before[to - 1] + _change(clause, wanted)))
    return row[-1] + (one.limop != other.limop) + 2 * (one.faction != other.faction)


@lru_cache(maxsize=4096)
def _words(action: Action) -> tuple[Clause, ...]:
    return flatten(action.segments)


def _change(one: Clause, other: Clause) -> int:
    if one == other:
        return 0
    if type(one) is not type(other):
        return 2
    differing = [name for name in one.__struct_fields__ if getattr(one, name) != getattr(other, name)]
    return 1 if len(differing) == 1 else 2


class Corrected(NamedTuple):
    """What became of a mistake: the outcome, the words for it, the cost of its suggestions.

    `shown`: the right move is among the first `FEW`, as an answer shows them.
    """

    outcome: str
    words: str
    cost: Cost
    shown: bool


def corrected(move: PlayedMove, kind: str, wrong: Action, right: Action) -> Corrected | None:
    """Return whether a refusal leads to the right move; None if the wrong move is legal."""
    try:
        play(move.state, wrong)
        return None
    except Violation as violation:
        refused = violation
    except FitlError:
        return None
    with (work := CountedWork()):
        first = near_moves(move.state, wrong, FEW)
    shown = any(_is_right(move, one) for one in first)
    words = f"{refused.code}: {refused}"
    if kind == "die":
        return Corrected(*_of_die(move, wrong, right, refused), work.cost(), shown)
    found = near_moves(move.state, wrong, None)
    costs = {one: distance(wrong, one) for one in found}
    least = [one for one in found if costs[one] == min(costs.values())]
    words = f"{words} | {len(found)} found: {'; '.join(map(text_of, least[:FEW]))}"
    return Corrected(_outcome(move, wrong, right, refused, least), words, work.cost(), shown)


def _is_right(move: PlayedMove, one: Action) -> bool:
    """Check whether a suggestion is the right move, or has the same outcome."""
    return one == move.action or play(move.state, one).state == move.after


def _outcome(
    move: PlayedMove, wrong: Action, right: Action, refused: Violation, least: Sequence[Action]
) -> str:
    if not least:
        return NONE_LISTED if _lists(refused, right, wrong) else NONE_UNLISTED
    if len(least) > FEW:
        return TIES_LISTED if _lists(refused, right, wrong) else TIES
    if any(_is_right(move, one) for one in least):
        return FOUND
    return NEARER if distance(wrong, least[0]) < distance(wrong, right) else MISSED


def _lists(refused: Violation, right: Action, wrong: Action) -> bool:
    """Check whether a refusal lists a clause of the right move that the wrong one lacks."""
    return any(clause in refused.legal for clause in set(_words(right)) - set(_words(wrong)))


def _of_die(move: PlayedMove, wrong: Action, right: Action, refused: Violation) -> tuple[str, str]:
    """Return whether the answer to a wrong die asks for the roll, or lists what the die allows."""
    answered = adjudicate(move.state, wrong)
    words = f"{refused.code}: {refused} | to roll: {[one.purpose for one in answered.to_roll]}"
    if answered.to_roll or any(isinstance(clause, Roll) for clause in refused.legal):
        return FOUND, words
    return (NONE_LISTED if _lists(refused, right, wrong) else NONE_UNLISTED), words


# -- figures --------------------------------------------------------------------------------------


class Result(NamedTuple):
    """The outcomes by kind of mistake, and the cost of each refusal with suggestions by kind."""

    table: Table
    costs: defaultdict[str, list[Cost]]
    shown: Counter[str]

    def few(self, kind: str = "") -> int:
        """Return how many mistakes have one to `FEW` nearest suggestions, of one kind or of all."""
        kinds = [kind] if kind else list(self.table.counts)
        return sum(self.table.counts[one][outcome] for one in kinds for outcome in (FOUND, NEARER, MISSED))

    def share_found(self, kind: str = "") -> float:
        """Return the share of these whose right move is among the suggestions, 0 to 1."""
        kinds = [kind] if kind else list(self.table.counts)
        return sum(self.table.counts[one][FOUND] for one in kinds) / max(1, self.few(kind))

    def share_of_ties(self, kind: str = "") -> float:
        """Return the share of mistakes with more than `FEW` nearest suggestions, 0 to 1."""
        kinds = [kind] if kind else list(self.table.counts)
        ties = sum(self.table.counts[one][outcome] for one in kinds for outcome in (TIES, TIES_LISTED))
        return ties / max(1, self.table.total(kind))

    def share_shown(self, kind: str = "") -> float:
        """Return the share of mistakes whose right move is among the first `FEW` suggestions, 0 to 1."""
        return (self.shown[kind] if kind else self.shown.total()) / max(1, self.table.total(kind))

    def goal_lines(self) -> list[str]:
        """Return a table of each kind of mistake beside its goal."""
        lines = [
            "| mistake | refused | few suggestions | right one among them | goal | ties | among the first 3 |"
        ]
        lines.append("|---" * 7 + "|")
        for kind in (*[kind for kind in KINDS if kind in self.table.counts], ""):
            aim = GOALS.get(kind, GOAL) if kind else None
            goal = "" if aim is None else f"{aim:.0%}"
            found, ties, shown = self.share_found(kind), self.share_of_ties(kind), self.share_shown(kind)
            lines.append(
                f"| {kind or 'all'} | {self.table.total(kind)} | {self.few(kind)} |"
                f" {found:.1%} | {goal} | {ties:.1%} | {shown:.1%} |"
            )
        return lines

    def cost_lines(self) -> list[str]:
        """Return the cost of a refusal with three suggestions: median, nine of ten, worst."""
        lines = ["| mistake | plays | clauses | ms |", "|---|---|---|---|"]
        every = [cost for costs in self.costs.values() for cost in costs]
        for kind, costs in (*sorted(self.costs.items()), ("all", every)):
            cells = [", ".join(_spread(sorted(column))) for column in zip(*costs, strict=True)]
            lines.append(f"| {kind} | {' | '.join(cells)} |")
        return lines


def _spread(figures: Sequence[float]) -> list[str]:
    last = len(figures) - 1
    return [f"{figures[at]:,.0f}" for at in (last // 2, round(last * 0.9), last)]


def run(games: int, seed: int, actions: int = 6) -> Result:
    """Make one mistake of each kind in some actions of each game, and look at the suggestions.

    Mistakes of the `RARE` kinds are made in all actions of these games.
    """
    result = Result(Table(OUTCOMES, RIGHT), defaultdict(list), Counter())
    chosen = {move.name for move in played_moves(games, seed, actions)}
    for move in played_moves(games, seed, MOST_ACTIONS):
        _try_mistakes(move, KINDS if move.name in chosen else RARE, result)
    return result


def _try_mistakes(move: PlayedMove, kinds: Sequence[str], result: Result) -> None:
    """Make one mistake of each of these kinds in a move, and count what becomes of it."""
    for kind, ways in mistakes(move, Dice(f"mistakes {move.name}")).items():
        tried = ((wrong, corrected(move, kind, wrong, move.action)) for wrong in ways if kind in kinds)
        for wrong, found in islice(((one, each) for one, each in tried if each is not None), 1):
            example = Example(move.name, text_of(wrong), text_of(move.action), found.words)
            result.table.count(kind, found.outcome, example)
            result.shown[kind] += found.shown
            result.costs[kind].append(found.cost)


def main() -> None:
    """Print the tables and examples of failures."""
    asked = trial_options(__doc__, 6).parse_args()
    result = run(asked.games, asked.seed, asked.actions)
    lines = [*result.goal_lines(), "", *result.table.lines(), "", *result.cost_lines(), ""]
    print("\n".join([*lines, *result.table.example_lines(asked.examples)]))


if __name__ == "__main__":
    main()
