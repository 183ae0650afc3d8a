"""Whose mail it is: whether a move is sent by whom the game says to play that Faction.

The header says who plays, by names, mail addresses or both: `[US "Marta"]`, `[VC "Pavel <p@example.org>"]`,
`[Moderator "Ann"]`. Who deals may send anybody's move.
"""

from __future__ import annotations

from email.utils import parseaddr

from fitl_core.errors import FitlError
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.mail.letters import Letter
from notation import Log

MODERATOR = "Moderator"
"""The tag that names who may send anybody's move."""


class NotTheirs(FitlError):
    """A move in a mail from somebody who plays another Faction."""

    code = "not-theirs"


class Senders:
    """Who plays, by the header of a log; `by` is who is said to have written, in place of `From`."""

    def __init__(self, log: Log, by: str = "") -> None:
        told = {faction: log.tag(faction) or "" for faction in FACTIONS}
        self._players: dict[Faction, str] = {who: name for who, name in told.items() if _is_name(name)}
        self._moderator: str = log.tag(MODERATOR) or ""
        self._by = by

    def insist_on(self, faction: Faction, letter: Letter) -> None:
        """Raises `NotTheirs` where whoever sends a move of a Faction is known to play others only."""
        seat = _factions_of(self._by)
        if seat:
            if faction not in seat:
                raise NotTheirs(f"this is a move of {faction}, and the mail is taken for one of {self._by}")
            return
        name, address = (self._by, "") if self._by else (letter.by, letter.address)
        if _is_same(self._moderator, name, address):
            return
        his = [one for one, player in self._players.items() if _is_same(player, name, address)]
        if his and faction in self._players and faction not in his:
            player = parseaddr(self._players[faction])[0] or self._players[faction]
            raise NotTheirs(f"{faction} is played by {player}, and this mail is from {name or address}")

    def strange(self, letter: Letter) -> str:
        """What is to be said of a mail from nobody whom the game names; "" for others."""
        if self._by or not self._players or not (letter.by or letter.address):
            return ""
        known = [*self._players.values(), self._moderator]
        if any(_is_same(player, letter.by, letter.address) for player in known):
            return ""
        return f"{letter.by or letter.address} is nobody whom the game names as a player"


def _is_name(value: str) -> bool:
    """Whether a tag names somebody: an import says "a player" or "a Trung bot"."""
    return bool(value.strip(" ?-.")) and not value.startswith("a ")


def _factions_of(seat: str) -> tuple[Faction, ...]:
    """The Factions of a seat, written as in `Players`: "US+ARVN"; none where it is a name."""
    parts = seat.upper().split("+")
    return tuple([Faction(part) for part in parts]) if set(parts) <= set(FACTIONS) else ()


def _is_same(player: str, name: str, address: str) -> bool:
    """Whether a player of the header is whom a mail names: by address, or by the words of the name."""
    his_name, his_address = parseaddr(player)
    if "@" not in his_address:
        his_name, his_address = player, ""
    if his_address and address:
        return his_address.casefold() == address.casefold()
    his_words, words = his_name.casefold().split(), name.casefold().split()
    fewer = min(len(his_words), len(words))
    return fewer > 0 and his_words[:fewer] == words[:fewer]
