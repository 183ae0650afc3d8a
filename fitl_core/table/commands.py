"""The commands that a seat sends to its table: immutable Structs in a union by their tags.

`carrying_out` carries a command out. Read it next.
"""

from __future__ import annotations

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.facts.options import DeceptionMarker
from fitl_core.record.clauses import Clause
from fitl_core.record.events import Amend, Correct, Event, Stand, Void
from fitl_core.table.facts import Seat
from fitl_core.table.refusals import TableError

LONGEST = 16_384
"""The largest size of a command as JSON, in bytes."""


class _Command(
    msgspec.Struct, frozen=True, tag_field="command", omit_defaults=True, forbid_unknown_fields=True
):
    """Base of all commands."""


# -- moves ------------------------------------------------------------------------------------------


class Submit(_Command, frozen=True, tag="submit"):
    """A whole move or another line of a seat in play (`VC waive`), as text in the notation or as an event.

    The table rolls the dice, so the line leaves them out. If a move has begun, the line repeats the clauses
    of that move and goes on from there.
    """

    move: str | Event


class Begin(_Command, frozen=True, tag="begin"):
    """Begin a Faction's action, to be answered step by step."""

    faction: Faction
    limop: bool = False


class Say(_Command, frozen=True, tag="say"):
    """Give one more answer in the unfinished move."""

    answer: Clause


class Skip(_Command, frozen=True, tag="skip"):
    """Leave a question in another seat's move unanswered.

    In the seat's own move, let the next die fall, or let the others decide.
    """


class End(_Command, frozen=True, tag="end"):
    """Complete the unfinished move."""


class TakeBack(_Command, frozen=True, tag="take-back"):
    """Take back the last answer of the unfinished move, else the last line, or all lines from `line` on.

    A seat may do so alone as far back as its own last die, a reveal, or the decision of another seat.
    Anything earlier has to be proposed.
    """

    line: int | None = None


class SubmitComment(_Command, frozen=True, tag="comment"):
    """Write a comment into the log."""

    text: str


class StateSymbol(_Command, frozen=True, tag="state-symbol"):
    """State symbols on the printed cards, by which Non-players decide about Events (8.4.1).

    `symbols` is written as in the header: `33 NVA rifle`. Any player may do so, and the host.
    """

    symbols: str


# -- proposals: lines that every seat must agree to --------------------------------------------------


class Propose(_Command, frozen=True, tag="propose"):
    """Propose a `void`, `amend`, `correct` or `ruling stand` line, as text or event."""

    line: str | Void | Amend | Correct | Stand


class ProposeHandOver(_Command, frozen=True, tag="propose-hand-over"):
    """Propose to give a late seat to Non-players (8.0). The players for whom the table does not wait vote."""

    seat: Seat


class ProposeVacation(_Command, frozen=True, tag="propose-vacation"):
    """Propose to be away until the end of a day ("2026-12-03", UTC). Every other player must agree."""

    until: str


class EndVacation(_Command, frozen=True, tag="end-vacation"):
    """End the own vacation: the time of the seat runs again."""


class Agree(_Command, frozen=True, tag="agree"):
    """Consent to a proposal by its number."""

    number: int


class Decline(_Command, frozen=True, tag="decline"):
    """Decline a proposal, or withdraw one's own."""

    number: int


# -- standing orders --------------------------------------------------------------------------------


class GiveOrder(_Command, frozen=True, tag="give-order"):
    """Give a sealed standing order for a Pivotal Event: `VC: pivotal if playable, else waive`."""

    text: str


class TakeBackOrder(_Command, frozen=True, tag="take-back-order"):
    """Cancel a standing order."""

    number: int


# -- seats ------------------------------------------------------------------------------------------


class Sit(_Command, frozen=True, tag="sit"):
    """Take the seat, which must be free."""


class PromiseSeed(_Command, frozen=True, tag="promise-seed"):
    """Commit to the seed that the seat will add to the table's seed: `sha256:` and the hash of the seed."""

    commitment: str


class GiveSeed(_Command, frozen=True, tag="give-seed"):
    """Give the promised seed, in hexadecimal."""

    seed: str


class ChooseMarkers(_Command, frozen=True, tag="choose-markers"):
    """Choose the seat's two Deception markers under the Handicap option (7.3)."""

    markers: tuple[DeceptionMarker, ...]


class Leave(_Command, frozen=True, tag="leave"):
    """Leave the seat, which another player may take."""


class Resign(_Command, frozen=True, tag="resign"):
    """Give up the game. With two seats or fewer the table is closed; with more the seat is left."""


class Unseat(_Command, frozen=True, tag="unseat"):
    """The host removes the player of a seat, so that another may take it."""

    seat: Seat


class HandOver(_Command, frozen=True, tag="hand-over"):
    """The host hands an empty seat to Non-players (8.0), in play or before. The seat is then removed."""

    seat: Seat


class TakeOver(_Command, frozen=True, tag="take-over"):
    """The host makes a seat of Factions that Non-players have ("NVA", "US+ARVN"). A player may take it."""

    seat: Seat


class Close(_Command, frozen=True, tag="close"):
    """The host closes a table before play, or after the asked seat has missed the deadline.

    Otherwise the host proposes to close it. Every seat must agree, except a seat that its player has left
    without being removed by the host.
    """


Command = (
    Submit
    | Begin
    | Say
    | Skip
    | End
    | TakeBack
    | SubmitComment
    | StateSymbol
    | Propose
    | ProposeHandOver
    | ProposeVacation
    | EndVacation
    | Agree
    | Decline
    | GiveOrder
    | TakeBackOrder
    | Sit
    | PromiseSeed
    | GiveSeed
    | ChooseMarkers
    | Leave
    | Resign
    | Unseat
    | HandOver
    | TakeOver
    | Close
)
"""All commands. `HOST_COMMANDS` names those of the host."""

_DECODER: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)
"""The decoder is made at import because msgspec must not learn a type in two threads at once."""

HOST_COMMANDS: tuple[type, ...] = (Unseat, HandOver, TakeOver, Close)
"""The commands of the host, who acts under the name `TABLE`."""


def checked(command: Command) -> Command:
    """Return a command with all values of their declared types, and within the size limit.

    Raises `TableError` for any other command: a program can put any value into a Struct.
    """
    try:
        encoded = msgspec.json.encode(command)
        if len(encoded) > LONGEST:
            raise TableError(f"a command has at most {LONGEST:,} bytes as JSON, not {len(encoded):,}")
        return _DECODER.decode(encoded)
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError, RecursionError) as error:
        raise TableError(f"this is no command: {error}") from None
