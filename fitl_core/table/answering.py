"""Answers of Non-players in a player's move, with the table's dice (8.4.1, 8.4.4), and the lines of their
decisions.

`carrying_on` calls this module. Read it next.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.players.move_prefixes import OtherAsked, left_out_key
from fitl_core.players.non_players.decide import Lacking, run_decision
from fitl_core.players.non_players.in_players_moves import PlayersMove
from fitl_core.players.non_players.trace import TraceStep
from fitl_core.players.non_players.wanted import Wanted
from fitl_core.proofs.decided import proven_lines
from fitl_core.reading.meanings import answers_only
from fitl_core.record.events import Action, DecisionDice, Event, Note
from fitl_core.record.spoken import Said, spoken, written
from fitl_core.strict_play import play_canonical
from fitl_core.table import facts
from fitl_core.table.facts import TABLE, PlayedAtTable, Seat
from fitl_core.table.minutes import Minutes
from fitl_core.table.table_state import Fallen
from fitl_core.table.whole_moves import other_decides_first
from fitl_core.underway import Step, Underway


class AnsweredMove(msgspec.Struct, frozen=True):
    """A player's move after the answers of Non-players: its clauses, and the questions that they left out.

    `waits` is the Faction of another seat that has to choose first, if there is one. `reworded` says whether
    the rules ask for other clauses of the player than the written ones.
    """

    said: list[Said]
    left_out: tuple[str, ...] = ()
    waits: Faction | None = None
    reworded: bool = False


def let_non_players_answer(
    minutes: Minutes, faction: Faction, said: list[Said], limop: bool, asked: OtherAsked
) -> AnsweredMove:
    """Return a player's move with the answers of the Non-players that are asked in it. Dice are rolled for
    them.

    Raises `Violation` if a die would fall before a clause that the player has already written after it.
    """
    answers = answers_only(partial(Underway, minutes.state.position, faction, limop), said)
    if answers != said:
        return AnsweredMove(answers, reworded=True)  # the caller asks again after these clauses
    move = PlayersMove.of(minutes.state.position, Action(faction, written(said, faction), limop), asked.at)
    dice = _TablesDice(minutes, faction, said, limop, asked)
    try:
        run_decision(move.answer_all(to_end=False), dice)
    except Lacking:
        assert dice.waits is not None
        return AnsweredMove(list(dice.waits.said), (), dice.waits.asked.who if dice.waits.asked else None)
    return AnsweredMove(move.said, tuple(sorted(move.left_out)))


class _TablesDice:
    """The dice of Non-players' decisions in a player's move: first those that have fallen, then new ones.

    `waits` holds the question of another seat that has to be answered first.
    """

    def __init__(
        self, minutes: Minutes, faction: Faction, said: Sequence[Said], limop: bool, asked: OtherAsked
    ) -> None:
        self._minutes = minutes
        self._asked = asked
        self._later = said[asked.at :]
        self._begin = partial(minutes.begin, faction, list(said[: asked.at]), limop)
        begun = minutes.state.begun
        self._fallen = [die.die for die in begun.dice if die.kind != "move"] if begun is not None else []
        self._left_out = begun.left_out if begun is not None else ()
        self._has_rolled = False
        self.waits: Wanted | None = None

    def __call__(self, wanted: Wanted) -> Any:
        if wanted.asked is not None:
            if left_out_key(len(wanted.said), wanted.asked.id) in self._left_out:
                return ()
            self.waits = wanted
            return None
        return tuple([self._die(wanted) for _ in range(wanted.dice)])

    def _die(self, wanted: Wanted) -> int:
        if self._fallen and wanted.kind != "move":
            return self._fallen.pop(0)
        if self._later:
            raise other_decides_first(self._asked)
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
    typed: str = "",
) -> None:
    """Write the lines of a Non-player's decision, each with the proofs of its dice. The last line is by seat
    `by`, who typed it so.
    """
    minutes.add(facts.NonPlayerDecided(faction, node, trace), TABLE)
    for entry in proven_lines(faction, lines, [(die.kind, die.proof) for die in dice]):
        event = entry.event
        if isinstance(event, Note):
            fact = facts.NoteSaid(event=event, proof=entry.proof)
            minutes.add_line(fact, play_canonical(minutes.state.position, event), TABLE)
            continue
        assert isinstance(event, PlayedAtTable)
        step = play_canonical(minutes.state.position, event)
        if isinstance(event, DecisionDice):
            minutes.end_move(event, step, TABLE, entry.proof)
        else:
            minutes.end_move(event, step, by, entry.proof, typed)


def write_players_move(minutes: Minutes, event: Action, step: Step, seat: Seat, typed: str = "") -> None:
    """Write a player's whole move, after the dice that decided for Non-players in it.

    `typed` is the move as the player worded it, if the rules ask for other clauses.
    """
    state, begun = minutes.state, minutes.state.begun
    dice = begun.dice if begun is not None else ()
    said = spoken(event.segments, event.faction)
    if all(die.kind == "move" for die in dice) and all(state.seat_of(who) != TABLE for who, _ in said):
        minutes.end_move(event, step, seat, tuple([die.proof for die in dice]), typed)
        return
    move = PlayersMove.of(state.position, event)
    with suppress(Lacking):
        run_decision(move.answer_all(), _Fallen(dice))
    decider, first = move.decider, next(iter(move.asked), event.faction)
    lines: tuple[Event, ...] = (*decider.lines, event)
    write_decision(minutes, first, move.node, tuple(decider.trace), lines, dice, seat, typed)


class _Fallen:
    """The dice that have fallen for decisions of Non-players, given out in order."""

    def __init__(self, dice: Sequence[Fallen]) -> None:
        self._unused = [die.die for die in dice if die.kind != "move"]

    def __call__(self, wanted: Wanted) -> tuple[int, ...] | None:
        if wanted.kind == "move" or len(self._unused) < wanted.dice:
            return None
        taken, self._unused = self._unused[: wanted.dice], self._unused[wanted.dice :]
        return tuple(taken)
