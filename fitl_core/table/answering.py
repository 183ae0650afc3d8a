"""What Non-players answer in a player's move, with the table's dice (8.4.1, 8.4.4); a decision's lines."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec

from fitl_core.engine import play
from fitl_core.facts.factions import Faction
from fitl_core.players.heeding import OtherAsked, left_out_as
from fitl_core.players.non_players.decide import Lacking, driven
from fitl_core.players.non_players.in_players_moves import PlayersMove
from fitl_core.players.non_players.trace import TraceStep
from fitl_core.players.non_players.wanted import Wanted
from fitl_core.proofs.decided import proven_lines
from fitl_core.record.events import Action, DecisionDice, Event, Note
from fitl_core.record.spoken import Said, spoken, written
from fitl_core.rules.shared.statements import answers_only
from fitl_core.table import facts
from fitl_core.table.attempts import others_first
from fitl_core.table.facts import TABLE, PlayedAtTable, Seat
from fitl_core.table.minutes import Minutes
from fitl_core.table.table_state import Fallen
from fitl_core.underway import Step, Underway


class Heard(msgspec.Struct, frozen=True):
    """A player's move behind a Non-player's answers: what is `said` now, and questions that were `left_out`.

    Where another seat is to choose first, it stands there and `waits` for that Faction.
    """

    said: list[Said]
    left_out: tuple[str, ...] = ()
    waits: Faction | None = None


def hear(minutes: Minutes, faction: Faction, said: list[Said], limop: bool, asked: OtherAsked) -> Heard:
    """What a Non-player answers to what it is asked in a player's move; dice fall for it.

    Raises `Violation` where they would fall before what the player has said behind it.
    """
    answers = answers_only(partial(Underway, minutes.state.position, faction, limop), said)
    if answers != said:
        return Heard(answers)  # it is asked anew behind them
    move = PlayersMove.of(minutes.state.position, Action(faction, written(said, faction), limop), asked.at)
    dice = _TablesDice(minutes, faction, said, limop, asked)
    try:
        driven(move.answered(to_end=False), dice)
    except Lacking:
        assert dice.waits is not None
        return Heard(list(dice.waits.said), (), dice.waits.asked.who if dice.waits.asked else None)
    return Heard(move.said, tuple(sorted(move.left_out)))


class _TablesDice:
    """Gives what Non-players want in a player's move: dice that have fallen for them, then others.

    `waits` is what it waits for of another seat.
    """

    def __init__(
        self, minutes: Minutes, faction: Faction, said: Sequence[Said], limop: bool, asked: OtherAsked
    ) -> None:
        self._minutes = minutes
        self._asked = asked
        self._behind = said[asked.at :]
        self._begin = partial(minutes.begin, faction, list(said[: asked.at]), limop)
        begun = minutes.state.begun
        self._fallen = [die.die for die in begun.dice if die.kind != "move"] if begun is not None else []
        self._left_out = begun.left_out if begun is not None else ()
        self._has_rolled = False
        self.waits: Wanted | None = None

    def __call__(self, wanted: Wanted) -> Any:
        if wanted.asked is not None:
            if left_out_as(len(wanted.said), wanted.asked.id) in self._left_out:
                return ()
            self.waits = wanted
            return None
        return tuple([self._die(wanted) for _ in range(wanted.dice)])

    def _die(self, wanted: Wanted) -> int:
        if self._fallen and wanted.kind != "move":
            return self._fallen.pop(0)
        if self._behind:
            raise others_first(self._asked)
        if not self._has_rolled:
            self._begin()
            self._has_rolled = True
        return self._minutes.roll(wanted.what, wanted.kind).die


# -- lines ------------------------------------------------------------------------------------------


def write_decision(
    minutes: Minutes,
    faction: Faction,
    node: str,
    trace: tuple[TraceStep, ...],
    lines: Sequence[Event],
    dice: Sequence[Fallen],
    by: Seat = TABLE,
) -> None:
    """The lines of a Non-player's decision, each with the proofs of its dice; the last is `by` somebody."""
    minutes.add(facts.Decided(faction, node, trace), TABLE)
    for entry in proven_lines(faction, lines, [(die.kind, die.proof) for die in dice]):
        event = entry.event
        if isinstance(event, Note):
            fact = facts.Said(event=event, proof=entry.proof)
            minutes.add_line(fact, play(minutes.state.position, event), TABLE)
            continue
        assert isinstance(event, PlayedAtTable)
        seat = TABLE if isinstance(event, DecisionDice) else by
        minutes.end_move(event, play(minutes.state.position, event), seat, entry.proof)


def write_players_move(minutes: Minutes, event: Action, step: Step, seat: Seat) -> None:
    """A player's move, whole, behind the dice that decided for Non-players in it."""
    state, begun = minutes.state, minutes.state.begun
    dice = begun.dice if begun is not None else ()
    said = spoken(event.segments, event.faction)
    if all(die.kind == "move" for die in dice) and all(state.seat_of(who) != TABLE for who, _ in said):
        minutes.end_move(event, step, seat, tuple([die.proof for die in dice]))
        return
    move = PlayersMove.of(state.position, event)
    with suppress(Lacking):
        driven(move.answered(), _Fallen(dice))
    decider, first = move.decider, next(iter(move.asked), event.faction)
    write_decision(minutes, first, move.node, tuple(decider.trace), (*decider.lines, event), dice, seat)


class _Fallen:
    """Gives the dice that have fallen for Non-players' decisions."""

    def __init__(self, dice: Sequence[Fallen]) -> None:
        self._left = [die.die for die in dice if die.kind != "move"]

    def __call__(self, wanted: Wanted) -> tuple[int, ...] | None:
        if wanted.kind == "move" or len(self._left) < wanted.dice:
            return None
        taken, self._left = self._left[: wanted.dice], self._left[wanted.dice :]
        return tuple(taken)
