"""The facts that make a command late: facts after the version it saw, on which it depends.

A command depends on the facts that decide whether it is open and how it acts:

- A move, a proposal, a consent, a standing order and an end depend on the game: lines except comments, parts
  of moves, dice, Factions that change hands, the beginning and the end of play.
- A command about a seat (its player, its seed, its markers) depends on facts of that seat, and on Factions
  that change hands. The host's removal of a player depends on nothing that the player can do in play.
- Consent to a proposal, and taking back an order, also depend on the fate of that proposal or order.
- A comment, and the statement of a symbol on a card, depend on nothing.

No command depends on comments, on another seat's orders (they are sealed, and act when they are opened), or
on other proposals. So nobody can keep others from moving by such facts. One exception: a proposed `void`
without a number takes back the last line, and a comment is a line. `tables` uses this module.
"""

from __future__ import annotations

from collections.abc import Iterable

import notation
from fitl_core.errors import FitlError
from fitl_core.record.events import Event, Void
from fitl_core.table import commands as c
from fitl_core.table import facts
from fitl_core.table.commands import Command
from fitl_core.table.fact_fold import GOES_ON
from fitl_core.table.facts import Fact, Recorded, Seat

_HANDS_CHANGE = facts.PlayersSet | facts.SharedOut
_GAME = GOES_ON | _HANDS_CHANGE | facts.DeckSealed | facts.OrderOpened | facts.TableClosed
_OF_SEAT = (
    facts.Seated | facts.SeatLeft | facts.SeedPromised | facts.SeedGiven | facts.MarkersDealt | facts.Finished
)
_OF_PROPOSAL = facts.Declined | facts.Settled
_OF_ORDER = facts.OrderOpened | facts.OrderTakenBack


def first_that_changes(command: Command, seat: Seat, since: Iterable[Recorded]) -> Recorded | None:
    """Return the first fact in `since` on which a seat's command depends, or None."""
    return next((one for one in since if _depends(command, seat, one.fact)), None)


def _depends(command: Command, seat: Seat, fact: Fact) -> bool:
    """Check whether a command of a seat depends on a fact."""
    match command:
        case c.SubmitComment() | c.StateSymbol():
            return False
        case c.ProposeVacation() | c.EndVacation():
            return _concerns(fact, seat)
        case c.Sit() | c.Leave() | c.PromiseSeed() | c.GiveSeed() | c.ChooseMarkers():
            return _concerns(fact, seat)
        case c.Unseat(other) | c.HandOver(other) | c.TakeOver(other):
            return _concerns(fact, other)
        case c.Agree(number) | c.Decline(number):
            return isinstance(fact, _GAME) or (isinstance(fact, _OF_PROPOSAL) and fact.number == number)
        case c.TakeBackOrder(number):
            return isinstance(fact, _OF_ORDER) and fact.number == number
        case c.Propose(line) if _names_last_line(line):
            return isinstance(fact, _GAME | facts.NoteSaid)
        case _:
            return isinstance(fact, _GAME) or _concerns(fact, seat)


def _concerns(fact: Fact, seat: Seat) -> bool:
    """Check whether a fact is about a seat, or about who plays which Faction."""
    return isinstance(fact, _HANDS_CHANGE) or (isinstance(fact, _OF_SEAT) and fact.seat == seat)


def _names_last_line(line: str | Event) -> bool:
    """Check whether a proposed line means the last line of the log, whichever that is."""
    try:
        event = notation.read_line(line).event if isinstance(line, str) else line
    except FitlError:
        return False  # the text is refused later because it is no line
    return isinstance(event, Void) and event.number is None
