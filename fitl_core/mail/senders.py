"""The seat of a mail's sender, by the header of the game.

The header names the players by names, mail addresses or both: `[US "Marta"]`, `[VC "Pavel <p@example.org>"]`,
`[Moderator "Ann"]`. A tag with an address fits that address alone. A name fits the sender's name or the name
given by the moderator (`--by`), and a reply shows that nobody checked it. The moderator may send anybody's
move. A moderator known by name alone may not send the moves of a seat with an address.
"""

from __future__ import annotations

from collections.abc import Iterable
from email.utils import parseaddr

import msgspec

from fitl_core.errors import FitlError
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.mail.letters import Letter
from notation import Log, setup_of

MODERATOR = "Moderator"
"""The tag that names who may send anybody's move."""


class NotTheirs(FitlError):
    """A line in a mail from somebody who may not send it."""

    code = "not-theirs"


class Sender(msgspec.Struct, frozen=True):
    """The `seats` that a mail is bound to.

    The mail's address binds it to the `checked` seats, a name to the others. An `open` sender writes in a
    game whose header names nobody: all his lines are accepted. `moderates` marks the moderator's address.
    `turns_cards` marks the name of a moderator without an address. `unchecked` is shown if a line is accepted
    by a name.
    """

    name: str
    seats: tuple[Faction, ...] = ()
    checked: tuple[Faction, ...] = ()
    moderates: bool = False
    turns_cards: bool = False
    open: bool = False
    unchecked: str = ""

    @property
    def is_stranger(self) -> bool:
        """Return whether the game does not know the sender."""
        return not (self.seats or self.moderates or self.turns_cards or self.open)

    def why_unchecked(self, factions: Iterable[Faction | None]) -> str:
        """Return the remark for accepted lines of these Factions; empty if all were checked.

        None stands for a line of no Faction, and for a Pass whose Faction is not known yet.
        """
        all_checked = bool(self.checked) and set(self.seats) <= set(self.checked)
        checked = [one in self.checked if one is not None else all_checked for one in factions]
        return "" if self.moderates or all(checked) else self.unchecked


class Senders:
    """The players by the header of a log; `by` names the writer in place of `From`.

    With `addresses_only` only an address binds: nobody is there to answer for a name.
    """

    def __init__(self, log: Log, by: str = "", addresses_only: bool = False) -> None:
        tags = {faction: log.tag(faction) or "" for faction in FACTIONS}
        self._players: dict[Faction, str] = {who: name for who, name in tags.items() if _is_name(name)}
        self._moderator: str = log.tag(MODERATOR) or ""
        self._hands = setup_of(log).players
        self._by = by
        self._seat = _factions_of(by)
        self._addresses_only = addresses_only

    def sender_of(self, letter: Letter) -> Sender:
        """Return the sender of a mail with the seats that he is bound to."""
        name = self._by if self._by and not self._seat else letter.by
        shown = name or letter.address or "nobody"
        if not (self._players or self._moderator or self._seat) and not self._addresses_only:
            why = (
                f"nobody checked that {self._by} wrote this: the header names no players" if self._by else ""
            )
            return Sender(shown, open=True, unchecked=why)
        moderates = _has_address(self._moderator, letter.address)
        by_address = [who for who, one in self._players.items() if _has_address(one, letter.address)]
        turns_cards = not self._seat and self._is_moderator_by_name(name)
        free = [who for who in FACTIONS if self._is_free(who)]
        by_name = [who for who in free if turns_cards or self._is_by_name(who, name)]
        checked = self._with_the_rest_of_the_hand(by_address)
        seats = self._with_the_rest_of_the_hand([*by_address, *by_name])
        if self._seat:
            seats = self._seat if moderates else tuple([who for who in seats if who in self._seat])
            checked, moderates = seats if moderates else checked, False
        how = f"--by {self._by}" if self._by else f"the name {name}"
        why = f"who wrote this was not checked: {how} says it, no address"
        return Sender(shown, seats, checked, moderates, turns_cards, unchecked=why)

    def why_not(self, faction: Faction, sender: Sender, letter: Letter) -> str:
        """Return why a move of a Faction is not accepted from a sender, with the way out; empty if it is."""
        if sender.open or sender.moderates or faction in sender.seats:
            return ""
        player = self._players.get(faction, "")
        if _address_in(player) and not _has_address(player, letter.address):
            whence = f"from {letter.address}" if letter.address else "from no address"
            if not sender.seats or sender.turns_cards or sender.seats == self._seat or faction in self._seat:
                return f"{faction} is played from {_address_in(player)}, and this mail is {whence}{WAY_OUT}"
        if self._seat and faction not in self._seat:
            return f"this is a move of {faction}, and the mail is taken for one of {self._by}"
        if sender.is_stranger:
            return self.why_strange(sender)
        if player:
            his = parseaddr(player)[0] or player
            return f"{faction} is played by {his}, and this mail is from {sender.name}"
        return f"the header does not say who plays {faction}, and this mail is from {sender.name}{WAY_OUT}"

    def why_strange(self, sender: Sender) -> str:
        """Return why nothing is accepted from a stranger, with the way out."""
        if self._addresses_only:
            return (
                f"{sender.name} has no address in the header of the game, and a folder takes addresses only"
            )
        return f"{sender.name} is nobody whom the game names as a player{WAY_OUT}"

    def _is_by_name(self, who: Faction, name: str) -> bool:
        """Check whether a name binds a Faction without an address, or the moderator's word does."""
        return who in self._seat or (not self._seat and _is_same_name(self._players.get(who, ""), name))

    def _is_free(self, who: Faction) -> bool:
        """Check whether something other than an address may bind to a Faction."""
        return not (self._addresses_only or _address_in(self._players.get(who, "")))

    def _is_moderator_by_name(self, name: str) -> bool:
        """Check whether a name is the name of a moderator without an address."""
        free = not (self._addresses_only or _address_in(self._moderator))
        return free and _is_same_name(self._moderator, name)

    def _with_the_rest_of_the_hand(self, seats: list[Faction]) -> tuple[Faction, ...]:
        """Return the seats with Factions of the same player that have no tag of their own."""
        hands = [hand for hand in self._hands if set(hand) & set(seats)]
        more = [who for hand in hands for who in hand if who not in self._players]
        return tuple([who for who in FACTIONS if who in {*seats, *more}])


WAY_OUT = ": if it is theirs, play it yourself (fitl play FILE LINE), or name them in the header"
"""The way out, for the moderator."""


def may_claim(author: str, sender: Sender, letter: Letter, by: str) -> bool:
    """Check whether a line may say that `author` wrote it: the sender, or a seat of his."""
    seat = _factions_of(author)
    if seat:
        return sender.open or sender.moderates or set(seat) <= set(sender.seats)
    return sender.moderates or any(_is_same_name(author, name) for name in (by, letter.by) if name)


def _is_name(value: str) -> bool:
    """Check whether a tag names a person: an import writes "a player" or "a Trung bot"."""
    return bool(value.strip(" ?-.")) and not value.startswith("a ")


def _factions_of(seat: str) -> tuple[Faction, ...]:
    """Return the Factions of a seat, written as in `Players` ("US+ARVN"), or nothing for a name."""
    parts = seat.upper().split("+")
    return tuple([Faction(part) for part in parts]) if set(parts) <= set(FACTIONS) else ()


def _address_in(player: str) -> str:
    """Return the mail address in a tag of the header, empty if it has none."""
    address = parseaddr(player)[1]
    return address.casefold() if "@" in address else ""


def _has_address(player: str, address: str) -> bool:
    return bool(address) and _address_in(player) == address.casefold()


def _is_same_name(player: str, name: str) -> bool:
    """Check whether a player without an address has the name in a mail, by its words."""
    his_words, words = player.casefold().split(), name.casefold().split()
    fewer = min(len(his_words), len(words))
    return fewer > 0 and his_words[:fewer] == words[:fewer]
