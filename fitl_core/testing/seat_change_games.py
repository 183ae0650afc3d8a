"""Random games at tables whose seats change: players leave, others sit, Non-players take over or give back.

player = SeatChanger(tables, table, Dice(7))
player.sit()
player.play()
"""

from __future__ import annotations

from fitl_core.errors import Violation
from fitl_core.facts.players import SHARED_OUT, non_players, player_words
from fitl_core.players.dice import Dice
from fitl_core.table.commands import Command, HandOver, Leave, Sit, TakeOver, Unseat
from fitl_core.table.facts import TABLE, Seat
from fitl_core.table.refusals import NotNow
from fitl_core.table.table_state import TableState
from fitl_core.table.tables import Tables
from fitl_core.testing.table_games import TablePlayer

OFTEN = 0.05
"""The probability that a seat changes before a command."""


class SeatChanger(TablePlayer):
    """Plays all seats of a table at random, and changes seats. `changed` counts these commands by kind."""

    def __init__(self, tables: Tables, table: str, dice: Dice, worded: bool = False) -> None:
        super().__init__(tables, table, dice, worded)
        self.changed: dict[str, int] = {}

    def _step(self, state: TableState) -> None:
        if self._dice.chance(OFTEN):
            self._change_a_seat(state)
            state = self.state
        if state.status == "playing":
            super()._step(state)

    def _change_a_seat(self, state: TableState) -> None:
        """Let a player leave and another sit, let section 8 take the seat, or take a seat back from it."""
        seats = [seat.name for seat in state.seats]
        way = self._dice.draw(range(4))
        if way == 0 and seats:
            name = self._dice.draw(seats)
            self._try(name, Leave())
            self._try(name, Sit())
        elif way == 1 and seats:
            name = self._dice.draw(seats)
            self._try(TABLE, Unseat(name))
            self._try(name, Sit())
        elif way == 2 and seats:
            name = self._dice.draw(seats)
            self._try(name, Leave())
            if not self._try(TABLE, HandOver(name)):
                self._try(name, Sit())
        elif open_seats := _seats_of_non_players(state):
            name = self._dice.draw(open_seats)
            if self._try(TABLE, TakeOver(name)):
                self._try(name, Sit())

    def _try(self, seat: Seat, command: Command) -> bool:
        """Give a command that the table may refuse because of an action in progress or its options."""
        try:
            self._do(seat, command)
        except (NotNow, Violation):
            return False
        kind = type(command).__name__
        self.changed[kind] = self.changed.get(kind, 0) + 1
        return True


def _seats_of_non_players(state: TableState) -> list[Seat]:
    """Return the seats that could be made of Non-players' Factions."""
    without = set(non_players(state.players))
    groups = {group for players in SHARED_OUT for group in players if set(group) <= without}
    return sorted(player_words(group) for group in groups)
