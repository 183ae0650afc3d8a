"""What a seat may tell its table to do: immutable commands, in a union by their tags."""

from __future__ import annotations

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.facts.options import DeceptionMarker
from fitl_core.record.clauses import Clause
from fitl_core.record.events import Amend, Correct, Event, Stand, Void
from fitl_core.table.facts import Seat
from fitl_core.table.refusals import TableError

LONGEST = 16_384
"""So many bytes a command has at most, as JSON."""


class _Command(
    msgspec.Struct, frozen=True, tag_field="command", omit_defaults=True, forbid_unknown_fields=True
):
    """Base of all commands."""


# -- moves ------------------------------------------------------------------------------------------


class Submit(_Command, frozen=True, tag="submit"):
    """A whole move, or what a seat says in play (`VC waive`): a line of the notation, or an event.

    Dice are the table's: where one falls the line has none. Behind a move that has begun the line is that
    move as far as it has come, and how it goes on.
    """

    move: str | Event


class Begin(_Command, frozen=True, tag="begin"):
    """A Faction's action begins, to be said step by step."""

    faction: Faction
    limop: bool = False


class Say(_Command, frozen=True, tag="say"):
    """One answer more in the move that has begun."""

    answer: Clause


class Skip(_Command, frozen=True, tag="skip"):
    """A seat leaves unanswered what it is asked in another's move; in its own the die that is due falls, or
    others decide.
    """


class End(_Command, frozen=True, tag="end"):
    """The move that has begun is complete."""


class TakeBack(_Command, frozen=True, tag="take-back"):
    """Take back the last answer of a move that has begun, else the last line, or all from a `line` on.

    Open as far back as the seat's own last die, reveal or other seat's decision; behind that, propose it.
    """

    line: int | None = None


class Comment(_Command, frozen=True, tag="comment"):
    """Say something that stands in the log."""

    text: str


# -- what needs the consent of all ------------------------------------------------------------------


class Propose(_Command, frozen=True, tag="propose"):
    """Propose a `void`, `amend`, `correct` or `ruling stand` line, as text or event."""

    line: str | Void | Amend | Correct | Stand


class Agree(_Command, frozen=True, tag="agree"):
    """Consent to a proposal by its number."""

    number: int


class Decline(_Command, frozen=True, tag="decline"):
    """Refuse a proposal, or take back one's own."""

    number: int


# -- standing orders --------------------------------------------------------------------------------


class GiveOrder(_Command, frozen=True, tag="give-order"):
    """Give a standing order for a Pivotal Event, sealed: `VC: pivotal if playable, else waive`."""

    text: str


class TakeBackOrder(_Command, frozen=True, tag="take-back-order"):
    """Let a standing order no longer stand."""

    number: int


# -- seats ------------------------------------------------------------------------------------------


class Sit(_Command, frozen=True, tag="sit"):
    """Take one's seat, which is free."""


class PromiseSeed(_Command, frozen=True, tag="promise-seed"):
    """Commit to the seed that the seat adds to the table's: `sha256:` and its hash."""

    commitment: str


class GiveSeed(_Command, frozen=True, tag="give-seed"):
    """Give the seed that was promised, in hexadecimal."""

    seed: str


class ChooseMarkers(_Command, frozen=True, tag="choose-markers"):
    """By the Handicap option: the two Deception markers that the seat chooses (7.3)."""

    markers: tuple[DeceptionMarker, ...]


class Leave(_Command, frozen=True, tag="leave"):
    """Get up from one's seat, which another may take."""


class Resign(_Command, frozen=True, tag="resign"):
    """Give the game up: of two seats it closes the table, of more the seat is left."""


class Unseat(_Command, frozen=True, tag="unseat"):
    """The host makes a seat free for another."""

    seat: Seat


class HandOver(_Command, frozen=True, tag="hand-over"):
    """The host hands an empty seat to Non-players (8.0), also before play: there is no such seat any more."""

    seat: Seat


class TakeOver(_Command, frozen=True, tag="take-over"):
    """The host makes a seat of Factions that Non-players have ("NVA", "US+ARVN"), for somebody to take."""

    seat: Seat


class Close(_Command, frozen=True, tag="close"):
    """The host closes a table that nobody plays at any more."""


Command = (
    Submit
    | Begin
    | Say
    | Skip
    | End
    | TakeBack
    | Comment
    | Propose
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
"""All commands. Those of the host are told by `HOST_COMMANDS`."""

_DECODER: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)
"""Made before any thread decodes: msgspec learns a type once, and not by two threads at one moment."""

HOST_COMMANDS: tuple[type, ...] = (Unseat, HandOver, TakeOver, Close)
"""What only the host may do, who speaks as the `TABLE`."""


def checked(command: Command) -> Command:
    """A command whose values are all of their types, and that is no longer than it may be.

    Raises `TableError` for another: a program may put anything into a Struct.
    """
    try:
        encoded = msgspec.json.encode(command)
        if len(encoded) > LONGEST:
            raise TableError(f"a command has at most {LONGEST:,} bytes as JSON, not {len(encoded):,}")
        return _DECODER.decode(encoded)
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError, RecursionError) as error:
        raise TableError(f"this is no command: {error}") from None
