"""The writer of lines in a game file: his name beside each line, and the signature of his seat."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fitl_cli.opened_files import bytes_of, name_of
from fitl_cli.output import ILLEGAL, USAGE, Failure, UnreadableFile
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.facts.players import Players, non_players
from fitl_core.mail.senders import NotTheirs
from fitl_core.proofs.errors import ProofError
from fitl_core.proofs.seeds import read_seed
from fitl_core.proofs.signatures import public_key, signed_by
from fitl_core.proofs.signers import acting
from fitl_core.record.events import DecisionDice, Note
from notation import Entry, Log
from notation.seals import by_seat

SEATS = ("US", "ARVN", "NVA", "VC", "US+ARVN", "NVA+VC")


def key_in(path: str) -> bytes:
    """Return the secret key of a file. End the command if the file has none."""
    try:
        return read_seed(bytes_of(path).decode(errors="replace").strip())
    except ProofError:
        raise UnreadableFile(f"{name_of(path)}: this is no file of a key", "no-key") from None


class Pen(msgspec.Struct, frozen=True):
    """The writer of lines: `by` beside each of them, and the `key` of his `seat`, if he signs them."""

    by: str = ""
    seat: str = ""
    key: bytes = b""

    def write(self, entries: Sequence[Entry], players: Players) -> tuple[Entry, ...]:
        """Return lines with their writer. Lines of Non-players and notes of unused dice get none.

        Raises `NotTheirs` for a line of a Faction that another seat plays.
        """
        with_writer: list[Entry] = []
        for entry in entries:
            who = acting(entry.event)
            is_by_itself = isinstance(entry.event, DecisionDice) or who in non_players(players)
            if not self.by or is_by_itself or (isinstance(entry.event, Note) and entry.proof):
                with_writer.append(entry)
                continue
            if who is not None and self.seat and who not in factions_of(self.seat):
                raise NotTheirs(f"this is a line of {who}, and the writer is {self.seat}")
            with_writer.append(msgspec.structs.replace(entry, by=entry.by or self.by))
        return tuple(with_writer)

    def signed(self, log: Log, since: int) -> Log:
        """Return a log with the writer's signatures on its entries from `since` on. Raises `ProofError`."""
        return signed_by(log, self.seat, self.key, since)[0] if self.key else log


def pen(log: Log, by: str, key: str | None) -> Pen:
    """Return the pen of a writer, with the key in a file. End the command if the header has another key."""
    by = " ".join(by.split())
    seat = by.upper() if by.upper() in SEATS else ""
    if key is None:
        return Pen(seat or by, seat)
    secret = key_in(key)
    try:
        public = public_key(secret)
    except ProofError as error:
        raise Failure(error.message, ILLEGAL) from None
    seats = [name for name, known in by_seat(log.tag("Seat-Keys")).items() if known == public]
    if not seats:
        why = "the header does not have this key: fitl sign --new puts it there before the first link"
        raise Failure(f"{name_of(key)}: {why}", ILLEGAL)
    if seat and seat != seats[0]:
        raise Failure(f"{name_of(key)}: this is the key of {seats[0]}, and --by says {seat}", USAGE)
    return Pen(by if by and not seat else seats[0], seats[0], secret)


def factions_of(seat: str) -> tuple[Faction, ...]:
    """Return the Factions of a seat, written as in the header: `US+ARVN`."""
    return tuple([faction for faction in FACTIONS if faction in seat.split("+")])
