"""What a table's stream is made of: immutable facts, in the order in which they happened.

Every class is a tagged Struct; its tag is the kind under which a store keeps it. A fact says who may know it
(`audience`): everybody, one seat, or the table alone. The log of the game is made from those that are
`Line`s: what each of them writes, who wrote it, and what vouches for its chance.

A seat is a player's place, named by his Factions: "US", "NVA+VC". People's names stand beside the stream.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.facts.options import DeceptionMarker
from fitl_core.facts.players import Players
from fitl_core.players.non_players.trace import TraceStep
from fitl_core.record.clauses import Clause
from fitl_core.record.events import (
    Action,
    Amend,
    Correct,
    DecisionDice,
    Hold,
    Note,
    Pass,
    Pivotal,
    Play,
    Reveal,
    RevealMarker,
    Segment,
    ShareOut,
    Stand,
    Void,
    Waive,
)
from fitl_core.record.setup import Setup

Seat = str
"""A player's place, by his Factions in their order: "US", "US+ARVN"."""
TABLE = ""
"""The table itself where a seat is named: it deals, rolls, and acts for Non-players."""


class _Fact(msgspec.Struct, frozen=True, tag_field="fact", omit_defaults=True, forbid_unknown_fields=True):
    """Base of all facts."""


# -- seats ------------------------------------------------------------------------------------------


class Opened(_Fact, frozen=True, tag="opened"):
    """A table is there: the game to be played, without cards, and the commitment to the table's seed.

    Where `seats_add` is set, each seat adds a seed of its own before the deck is sealed. `deadline` is the
    number of seconds that a seat has to decide, None for as long as it likes. In the position from which it
    starts `seen` cards have come up. A table that branches off has the name and version of its `parent`
    ("abc@17").
    """

    setup: Setup
    commitment: str
    seats_add: bool = False
    deadline: int | None = None
    parent: str = ""
    seen: int = 0


class SeedKept(_Fact, frozen=True, tag="seed-kept"):
    """The table's own seed, 32 bytes in hexadecimal: nobody's to know until the table is closed."""

    seed: str


class Seated(_Fact, frozen=True, tag="seated"):
    """Somebody sits on a seat, the first or in another's place."""

    seat: Seat


class Left(_Fact, frozen=True, tag="left"):
    """Nobody sits on a seat any more; it waits for another. Who `resigned` has given the game up."""

    seat: Seat
    resigned: bool = False


class PlayersSet(_Fact, frozen=True, tag="players-set"):
    """Factions change hands before play (8.0): the game begins with these players."""

    players: Players


class SeedPromised(_Fact, frozen=True, tag="seed-promised"):
    """A seat's commitment to the seed that it adds."""

    seat: Seat
    commitment: str


class SeedGiven(_Fact, frozen=True, tag="seed-given"):
    """The seed that a seat had promised, in hexadecimal: known to all."""

    seat: Seat
    seed: str


class DeckSealed(_Fact, frozen=True, tag="deck-sealed"):
    """The deck lies there, `cards` of them, by the root of its Merkle tree; play begins."""

    root: str
    cards: int


class MarkersDealt(_Fact, frozen=True, tag="markers-dealt"):
    """The Deception markers of a seat (7.3), dealt or chosen, known to it alone until it reveals them."""

    seat: Seat
    markers: tuple[DeceptionMarker, ...]


# -- moves ------------------------------------------------------------------------------------------


class MoveBegun(_Fact, frozen=True, tag="move-begun"):
    """A move as far as it has been said, in place of what was begun of it; a Non-player's has no segments.

    `asked` is the Faction that decides next, where it is another. `left_out` are the questions that other
    seats have left unanswered in it, each with the number of things said before. The first `firm` clauses,
    each verb counted as one, nobody takes back alone. If it is `whole`, its own seat has nothing to add: it
    ends once others have answered.
    """

    faction: Faction
    segments: tuple[Segment, ...] = ()
    limop: bool = False
    asked: Faction | None = None
    left_out: tuple[str, ...] = ()
    firm: int = 0
    whole: bool = False


class MoveDropped(_Fact, frozen=True, tag="move-dropped"):
    """The move that had begun is taken back before any die or other seat's answer in it."""


class Chosen(_Fact, frozen=True, tag="chosen"):
    """A player's answer within a Non-player's Event; None where he leaves it out."""

    faction: Faction
    answer: Clause | None


class DieFell(_Fact, frozen=True, tag="die-fell"):
    """A die in the move that has begun, behind what was said of it: what for, and its proof.

    `kind` is that of a Non-player's decision ("decision", "space", "even"), else "move".
    """

    what: str
    die: int
    proof: str
    kind: str = "move"


class Decided(_Fact, frozen=True, tag="decided"):
    """How a Non-player came to the lines that follow (8.0)."""

    faction: Faction
    node: str
    trace: tuple[TraceStep, ...] = ()


class _Line(_Fact, frozen=True):
    """Base of the facts that write a line of the log: proofs of its chance, its link of the chain."""

    proof: tuple[str, ...] = ()
    chain: str = ""


PlayedAtTable = Action | Pass | Waive | Hold | RevealMarker | Pivotal | DecisionDice
"""What a seat plays, says or shows, and what is rolled for a Non-player."""


class MoveEnded(_Line, frozen=True, tag="move-ended", kw_only=True):
    """A move, whole, or what a seat or Non-player says or rolls in play."""

    event: PlayedAtTable


class CardRevealed(_Line, frozen=True, tag="card-revealed", kw_only=True):
    """The next card of the deck, with its place in the tree."""

    event: Play | Reveal


class Undone(_Line, frozen=True, tag="undone", kw_only=True):
    """A line and all behind it are taken back."""

    event: Void


class Corrected(_Line, frozen=True, tag="corrected", kw_only=True):
    """The table has agreed on other figures, or on another move in the place of one."""

    event: Correct | Amend


class LetStand(_Line, frozen=True, tag="let-stand", kw_only=True):
    """The table lets a move stand that the rules refuse."""

    event: Stand


class SharedOut(_Line, frozen=True, tag="shared-out", kw_only=True):
    """Factions change hands: a seat's go to Non-players, or some of theirs to a new seat (8.0)."""

    event: ShareOut


class Said(_Line, frozen=True, tag="said", kw_only=True):
    """Something said at the table."""

    event: Note


Line = MoveEnded | CardRevealed | Undone | Corrected | LetStand | SharedOut | Said
"""The facts that write a line of the log."""


# -- what needs the consent of all ------------------------------------------------------------------


class Proposed(_Fact, frozen=True, tag="proposed"):
    """A line that needs every seat's consent: proposal `number`, from 1. It lapses when somebody moves."""

    number: int
    event: Void | Amend | Correct | Stand


class Agreed(_Fact, frozen=True, tag="agreed"):
    """A seat consents to a proposal; with the last one it is carried out."""

    number: int
    seat: Seat


class Declined(_Fact, frozen=True, tag="declined"):
    """A seat does not consent: the proposal is gone."""

    number: int
    seat: Seat


class Settled(_Fact, frozen=True, tag="settled"):
    """Every seat has agreed to a proposal: its line follows."""

    number: int


# -- standing orders --------------------------------------------------------------------------------


class OrderGiven(_Fact, frozen=True, tag="order-given"):
    """A seat has given a standing order, sealed: order `number`, and the hash of its salted text."""

    number: int
    seat: Seat
    seal: str


class OrderSealed(_Fact, frozen=True, tag="order-sealed"):
    """What a standing order says, and its salt: its seat's to know until it bites."""

    number: int
    seat: Seat
    text: str
    salt: str


class OrderOpened(_Fact, frozen=True, tag="order-opened"):
    """A standing order has bitten: what it said, and its salt, for all to compare with its seal."""

    number: int
    text: str
    salt: str


class OrderTakenBack(_Fact, frozen=True, tag="order-taken-back"):
    """A seat's standing order no longer stands."""

    number: int


# -- the end ----------------------------------------------------------------------------------------

Why = Literal["over", "resigned", "abandoned"]


class Finished(_Fact, frozen=True, tag="finished"):
    """A seat has nothing to reveal any more behind the end of the game (7.3)."""

    seat: Seat


class Closed(_Fact, frozen=True, tag="closed"):
    """Nothing is played here any more; the table's seed is opened, by which all can be verified."""

    why: Why
    seed: str
    by: Seat = TABLE


Fact = (
    Opened
    | SeedKept
    | Seated
    | Left
    | PlayersSet
    | SeedPromised
    | SeedGiven
    | DeckSealed
    | MarkersDealt
    | MoveBegun
    | MoveDropped
    | Chosen
    | DieFell
    | Decided
    | MoveEnded
    | CardRevealed
    | Undone
    | Corrected
    | LetStand
    | SharedOut
    | Said
    | Proposed
    | Agreed
    | Declined
    | Settled
    | OrderGiven
    | OrderSealed
    | OrderOpened
    | OrderTakenBack
    | Finished
    | Closed
)


class Recorded(msgspec.Struct, frozen=True):
    """A fact with its `version` (from 1), when it came (ISO 8601), by which seat and which command.

    `more` says that another fact of the same command follows: there the table has not come to rest.
    """

    version: int
    at: str
    by: Seat
    fact: Fact
    command: str = ""
    more: bool = False


def audience(fact: Fact) -> Seat | None:
    """Who alone may know a fact: a seat, the `TABLE`, or None for everybody."""
    match fact:
        case SeedKept():
            return TABLE
        case MarkersDealt(seat) | OrderSealed(_, seat):
            return seat
        case _:
            return None
