"""Random games at tables: seats submit, answer, end, skip and take back.

play_table(tables, Setup("short"), Dice(7))
"""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta
from itertools import count

import msgspec

import notation
from fitl_core.errors import Violation
from fitl_core.facts.card_list import pivotal_cards
from fitl_core.facts.factions import Faction
from fitl_core.facts.options import HANDICAP, DeceptionMarker
from fitl_core.players.dice import Dice
from fitl_core.players.non_players.random_games import random_players_action
from fitl_core.record.clauses import Roll
from fitl_core.record.events import Action, Event, Pass, Pivotal, Waive
from fitl_core.record.setup import Setup
from fitl_core.record.spoken import spoken, written
from fitl_core.stores.memory import MemoryStore
from fitl_core.stores.port import Store
from fitl_core.strict_play import passing_is_open
from fitl_core.table.automatic_steps import pending_choice
from fitl_core.table.commands import Begin, ChooseMarkers, Command, End, Say, Sit, Skip, Submit, TakeBack
from fitl_core.table.facts import TABLE, Seat
from fitl_core.table.refusals import Forbidden, NotNow
from fitl_core.table.seats_asked import asked_at
from fitl_core.table.stepwise import open_questions
from fitl_core.table.table_state import Begun, TableState
from fitl_core.table.tables import Answer, Tables
from fitl_core.testing.typed_wordings import typed_otherwise
from fitl_core.walks import OpenedQuestion, ask

BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
CHOSEN: tuple[tuple[DeceptionMarker, ...], ...] = ((), ("asset", "asset"), ("agenda", "threat"))
"""The choices of a seat by the Handicap option: none, so that it draws, or two markers."""


def tables_of(seed: int | str, store: Store | None = None) -> Tables:
    """Return tables, in memory by default, whose clock and chance are the same for a seed."""
    times, draws = count(), count()

    def random(size: int) -> bytes:
        return hashlib.shake_256(f"{seed} {next(draws)}".encode()).digest(size)

    def now() -> str:
        return (BEGINNING + timedelta(seconds=next(times))).isoformat().replace("+00:00", "Z")

    return Tables(store or MemoryStore(), now, random)


def play_table(
    tables: Tables, setup: Setup, dice: Dice, most: int | None = None, worded: bool = False
) -> str:
    """Play a game at a new table until it is over, or for `most` commands; return the table's name.

    If it is `worded`, players type other wordings of their moves. Raises the error of an offered command that
    is refused: the table has a fault.
    """
    opened = tables.open(setup)
    player = TablePlayer(tables, opened.table, dice, worded)
    player.sit()
    player.choose_markers()
    player.play(most)
    return opened.table


class TablePlayer:
    """Plays all seats of a table at random. `given` counts the commands that were carried out.

    If it is `worded`, most of the submitted moves are in other wordings than the rules ask for.
    """

    def __init__(self, tables: Tables, table: str, dice: Dice, worded: bool = False) -> None:
        self.tables = tables
        self.table = table
        self.given: int = 0
        self._dice = dice
        self._worded = worded

    @property
    def state(self) -> TableState:
        """The current state of the table."""
        return self.tables.state(self.table)

    def sit(self) -> None:
        """Take every free seat."""
        for seat in self.state.seats:
            if not seat.taken:
                self._do(seat.name, Sit())

    def choose_markers(self) -> None:
        """Choose or draw the markers of every seat, with the Handicap option (7.3)."""
        if HANDICAP in self.state.opened.setup.options:
            for seat in self.state.seats:
                self._do(seat.name, ChooseMarkers(self._dice.draw(CHOSEN)))

    def play(self, most: int | None = None) -> None:
        """Play until the table is closed, or for `most` more commands."""
        end = None if most is None else self.given + most
        while self.state.status == "playing" and (end is None or self.given < end):
            self._step(self.state)

    def _do(self, seat: Seat, command: Command) -> Answer:
        seen = self.tables.version(self.table)
        answer = self.tables.do(self.table, seat, command, seen=seen)
        self.given += 1
        return answer

    def _step(self, state: TableState) -> None:
        """Give one command of the asked seat, and sometimes take it back."""
        asked = asked_at(state)
        seat = asked.seats[0]
        if state.begun is not None:
            self._go_on(state, state.begun, seat)
        elif asked.what == "pivotal":
            faction = self._dice.draw(asked.factions)
            places = Pivotal(faction, pivotal_cards()[faction])
            self._do(state.seat_of(faction), Submit(places if self._dice.chance(0.5) else Waive(faction)))
        elif asked.what == "markers":
            self._do(seat, End())
        else:
            self._move(state, seat, asked.factions[0])
        if self._dice.chance(0.05):
            self._take_back(seat)

    def _take_back(self, seat: Seat) -> None:
        if self.state.status == "playing":
            try:
                self._do(seat, TakeBack())
            except (Forbidden, NotNow):
                return

    def _move(self, state: TableState, seat: Seat, faction: Faction) -> None:
        """Submit a whole move, or begin one."""
        chance = self._dice.chance
        may_pass = passing_is_open(state.position)
        if may_pass and chance(0.1):
            self._do(seat, Submit(Pass(faction)))
            return
        action = None if chance(0.3) else random_players_action(state.position, faction, self._dice, [])
        if action is not None and self._worded:
            action = typed_otherwise(state.position, action, self._dice)
        try:
            if action is None:
                self._do(seat, Begin(faction))
            else:
                self._do(seat, Submit(notation.write_event(as_submitted(action, state))))
        except (Forbidden, NotNow, Violation):  # others must decide, or the table's die differs
            if may_pass:
                self._do(seat, Submit(Pass(faction)))
            else:
                self._do(seat, Begin(faction))

    def _go_on(self, state: TableState, begun: Begun, seat: Seat) -> None:
        """Answer a question of the move in progress, or end the move."""
        wanted = pending_choice(state)
        if wanted is not None and wanted.asked is not None:
            self._answer(seat, wanted.asked)
            return
        walk = ask(state.position, begun.faction, begun.segments, begun.limop)
        asked = open_questions(state, seat, walk)
        if begun.asked is not None:
            self._answer(seat, self._dice.draw(asked))
        elif walk.may_end and (not asked or self._dice.chance(0.4)):
            self._do(seat, End())
        elif not asked or (any(one.is_chance for one in walk.questions) and self._dice.chance(0.5)):
            self._do(seat, Skip())
        else:
            self._answer(seat, self._dice.draw(asked), End() if walk.may_end else Skip())

    def _answer(self, seat: Seat, asked: OpenedQuestion, otherwise: Command | None = None) -> None:
        """Give one of the first answers. Without an answer, or at random, give `otherwise` or skip."""
        answers = asked.answers(most=8)
        if not answers or (otherwise is None and asked.optional and self._dice.chance(0.3)):
            try:
                self._do(seat, otherwise or Skip())
                return
            except Violation:  # the question may be left out only after a required one
                if not answers:
                    raise
        self._do(seat, Say(self._dice.draw(answers)))


def as_submitted(action: Action, state: TableState) -> Event:
    """Return an action without its dice and without the answers of Non-players, which the table supplies."""
    said = [
        (who, clause)
        for who, clause in spoken(action.segments, action.faction)
        if not isinstance(clause, Roll) and state.seat_of(who) != TABLE
    ]
    return msgspec.structs.replace(action, segments=written(said, action.faction))
