"""Chance as a log records it: the dice lines before a Non-player's move, and the dice within the move."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from typing import Any

from fitl_core.players.non_players.random_spaces import random_spaces
from fitl_core.players.non_players.wanted import Wanted
from fitl_core.record.clauses import Clause
from fitl_core.record.effects import Effect, Rolled
from fitl_core.record.events import DecisionDice
from fitl_core.record.spoken import Said


class RecordedChance:
    """Supplies recorded dice in the order of the log. Missing random picks are taken from `forced`, then the
    first.

    With `pick` false, missing picks are not supplied. A random space is picked among the spaces `named`
    (ids), if any of them is a candidate. After the decision `ways` has the number of choices at each pick
    that no line decided.
    """

    def __init__(
        self,
        lines: Sequence[DecisionDice],
        effects: Sequence[Effect],
        said: Sequence[Said] = (),
        forced: Sequence[int] = (),
        pick: bool = True,
        named: Collection[str] = (),
    ) -> None:
        self._pick = pick
        self._named = named
        self._lines = deque(lines)
        self._pending: deque[int] = deque()
        self._line_begun: DecisionDice | None = None
        self._rolled: dict[str, deque[int]] = {}
        for effect in effects:
            if isinstance(effect, Rolled):
                self._rolled.setdefault(effect.what, deque()).append(effect.die)
        self._said = list(said)
        self._forced = deque(forced)
        self.ways: list[int] = []

    @property
    def unused_lines(self) -> tuple[DecisionDice, ...]:
        """The lines that were never asked for, or not for all their dice."""
        begun = (self._line_begun,) if self._line_begun is not None and self._pending else ()
        return (*begun, *self._lines)

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
        """Return the dice of the next line if it fits. Dice beyond the first roll are kept for rolling
        again.
        """
        if wanted.again:
            return self._taken(wanted.dice)
        if self._pending:
            return None  # the line has more dice than were rolled
        name = wanted.what if wanted.kind == "decision" else wanted.kind
        if self._lines and self._fits(self._lines[0], name, wanted):
            self._line_begun = self._lines.popleft()
            self._pending.extend(self._line_begun.dice)
            return self._taken(wanted.dice)
        return self._unrolled(wanted) if self._pick and wanted.kind != "decision" else None

    @staticmethod
    def _fits(line: DecisionDice, name: str, wanted: Wanted) -> bool:
        return (
            line.faction is wanted.who
            and line.node == name
            and line.among == wanted.among
            and (len(line.dice) == wanted.dice or (wanted.kind == "even" and len(line.dice) > wanted.dice))
        )

    def _taken(self, number: int) -> tuple[int, ...] | None:
        if len(self._pending) < number:
            return None
        return tuple([self._pending.popleft() for _ in range(number)])

    def _unrolled(self, wanted: Wanted) -> tuple[int, ...]:
        """Return dice for a pick that no line decided: the next forced choice, or the first one.

        The dice select a random space (8.2) or a candidate by equal chances.
        """
        spaces = [name for name in wanted.spaces if name in self._named] or wanted.spaces
        place = self._forced.popleft() if self._forced else 0
        self.ways.append(len(spaces) if wanted.kind == "space" else wanted.among)
        if wanted.kind == "space":
            return _roll_for(spaces[place])
        value = place * (6**wanted.dice // wanted.among)
        return tuple([value // 6**i % 6 + 1 for i in reversed(range(wanted.dice))])

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


def _roll_for(space: str) -> tuple[int, ...]:
    """Return a roll of the Random Spaces Map that names the space."""
    roll = next(roll for roll, name in random_spaces().table.items() if name == space)
    return (int(roll[0]), int(roll[1]))
