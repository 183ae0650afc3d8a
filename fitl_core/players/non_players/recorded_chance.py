"""Chance as a log records it: the dice lines before a Non-player's move, and the dice within the move."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from fitl_core.facts.non_player_nodes import EQUAL_CHANCES, step_of
from fitl_core.players.non_players.wanted import Wanted
from fitl_core.record.clauses import Clause
from fitl_core.record.effects import Effect, Rolled
from fitl_core.record.events import DecisionDice
from fitl_core.record.spoken import Said

Unrecorded = Callable[[Wanted, bool], tuple[int, ...] | None]
"""Supplies dice that no line records; None if it has none.

It is called with True, too, if a line would fit: with None that line is used, with dice it is kept.
"""


class RecordedChance:
    """Supplies recorded dice by the node that asks. `unrecorded` supplies dice that no line records.

    A line that names its node serves only that node, so a missing line leaves exactly its own dice open. The
    lines of one node serve in the order of the log. A line of an older log, which names no node, serves only
    if it is the first unused line.
    """

    def __init__(
        self,
        lines: Sequence[DecisionDice],
        effects: Sequence[Effect] = (),
        said: Sequence[Said] = (),
        unrecorded: Unrecorded | None = None,
    ) -> None:
        self._unrecorded = unrecorded
        self._lines = list(lines)
        self._pending: deque[int] = deque()
        self._line_begun: DecisionDice | None = None
        self._too_long: list[DecisionDice] = []
        self._rolled: dict[str, deque[int]] = {}
        for effect in effects:
            if isinstance(effect, Rolled):
                self._rolled.setdefault(effect.what, deque()).append(effect.die)
        self._said = list(said)

    @property
    def unused_lines(self) -> tuple[DecisionDice, ...]:
        """The lines that were never asked for, or not for all their dice."""
        begun = (self._line_begun,) if self._line_begun is not None and self._pending else ()
        return (*self._too_long, *begun, *self._lines)

    def __call__(self, wanted: Wanted) -> Any:
        match wanted.kind:
            case "choice":
                return self._choice(wanted)
            case "move":
                dice = self._rolled.get(wanted.what)
                return (dice.popleft(),) if dice else None
            case _:
                return self._line(wanted)

    def _line(self, wanted: Wanted) -> tuple[int, ...] | None:
        """Return the dice of the line that fits. Dice beyond the first roll are kept for rolling again."""
        if wanted.again:
            return self._taken(wanted.dice) or self._from_nowhere(wanted, False)
        if self._pending and self._line_begun is not None:
            self._too_long.append(self._line_begun)
            self._pending.clear()
        place = next((i for i, line in enumerate(self._lines) if _fits(line, i, wanted)), None)
        given = self._from_nowhere(wanted, place is not None)
        if given is not None or place is None:
            return given
        self._line_begun = self._lines.pop(place)
        self._pending.extend(self._line_begun.dice)
        return self._taken(wanted.dice)

    def _from_nowhere(self, wanted: Wanted, is_recorded: bool) -> tuple[int, ...] | None:
        return self._unrecorded(wanted, is_recorded) if self._unrecorded is not None else None

    def _taken(self, number: int) -> tuple[int, ...] | None:
        if len(self._pending) < number:
            return None
        return tuple([self._pending.popleft() for _ in range(number)])

    def _choice(self, wanted: Wanted) -> Clause | tuple[()] | None:
        """Return the player's next clause in the move if it answers the question; () if the question was left
        out.
        """
        asked = wanted.asked
        assert asked is not None
        unused_clauses = list(self._said)
        for one in wanted.said:  # forced clauses too: they were written without a choice
            if one in unused_clauses:
                unused_clauses.remove(one)
        clause = next((clause for who, clause in unused_clauses if who is asked.who), None)
        if clause is not None and asked.accepts(clause):
            return clause
        return () if asked.optional else None


def _fits(line: DecisionDice, place: int, wanted: Wanted) -> bool:
    """Check whether the unused line at this place, from 0, has the wanted dice."""
    if wanted.kind == "decision":
        is_for_it = line.node == wanted.what
    else:
        is_for_it = (
            line.node == wanted.kind and (line.at or not place) and line.at in ("", step_of(wanted.what))
        )
    more = wanted.kind == EQUAL_CHANCES and len(line.dice) > wanted.dice
    fits = len(line.dice) == wanted.dice or more
    return bool(is_for_it) and line.faction is wanted.who and line.among == wanted.among and fits
