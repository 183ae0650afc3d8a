"""The facts of a table's stream: immutable Structs, in the order in which they happened.

The tag of each class is the kind under which a store keeps the fact. `audience` says who may know a fact:
everybody, one seat, or the table alone. The facts that are `Line`s write the lines of the log. Such a fact
has the event, its author, and the proofs of its dice and cards.

A seat is named by its Factions: "US", "NVA+VC". The names of people are kept outside the stream. Read
`table_state` next.
"""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from fitl_core.facts.card_symbols import CardSymbol
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
    PlayCard,
    Reveal,
    RevealMarker,
    Segment,
    ShareOut,
    Stand,
    Void,
    Waive,
)
from fitl_core.record.setup import Setup
from fitl_core.table.kept_steps import KeptStep

Seat = str
"""The name of a seat: its Factions in their order, such as "US" or "US+ARVN"."""
TABLE = ""
"""The name of the table where a seat is expected: it deals, rolls, and acts for Non-players."""


# The fields are values only and form no cycles, so the garbage collector can skip them (`gc=False`).
class _Fact(
    msgspec.Struct, frozen=True, tag_field="fact", omit_defaults=True, forbid_unknown_fields=True, gc=False
):
    """Base of all facts."""


# -- seats ------------------------------------------------------------------------------------------


class Opened(_Fact, frozen=True, tag="opened"):
    """The table exists: its setup (without cards) and the commitment to the table's seed.

    If `seats_add` is set, each seat adds a seed before the deck is sealed. `deadline` is the number of
    seconds that a seat has for a decision; None means no limit. `seen` is the number of cards that had come
    up in the starting position. `parent` is the name and version of the table from which this one branched
    off ("abc@17"), and `branched` the position from which it goes on. `proofs` is the tag `Proofs` of the
    log; 1 means a table that is older than the tag.
    """

    setup: Setup
    commitment: str
    seats_add: bool = False
    deadline: int | None = None
    parent: str = ""
    seen: int = 0
    proofs: int = 1
    branched: KeptStep | None = None


class SeedKept(_Fact, frozen=True, tag="seed-kept"):
    """The table's own seed, 32 bytes in hexadecimal. Nobody may know it until the table is closed."""

    seed: str


class Seated(_Fact, frozen=True, tag="seated"):
    """A player has taken a seat."""

    seat: Seat


class SeatLeft(_Fact, frozen=True, tag="left"):
    """A player has left a seat, which is free again. `resigned` says whether the player gave up the game."""

    seat: Seat
    resigned: bool = False


class PlayersSet(_Fact, frozen=True, tag="players-set"):
    """Factions change hands before play (8.0): the game begins with these players."""

    players: Players


class SeedPromised(_Fact, frozen=True, tag="seed-promised"):
    """The commitment of a seat to the seed that it will add."""

    seat: Seat
    commitment: str


class SeedGiven(_Fact, frozen=True, tag="seed-given"):
    """The seed that a seat had promised, in hexadecimal. Everybody may know it."""

    seat: Seat
    seed: str


class DeckSealed(_Fact, frozen=True, tag="deck-sealed"):
    """The deck of `cards` cards is fixed by the `root` of its Merkle tree. Play begins."""

    root: str
    cards: int


class MarkersDealt(_Fact, frozen=True, tag="markers-dealt"):
    """The Deception markers of a seat (7.3), dealt or chosen. The seat alone knows them until it reveals
    them.
    """

    seat: Seat
    markers: tuple[DeceptionMarker, ...]


# -- moves ------------------------------------------------------------------------------------------


class MoveBegun(_Fact, frozen=True, tag="move-begun"):
    """The clauses of an unfinished move; they replace those of an earlier `MoveBegun`. A Non-player's move
    has none.

    `asked` is the Faction that decides next, if it is not the moving Faction. `left_out` names the questions
    that other seats have skipped, each with the number of clauses before it. A seat cannot take back the
    first `firm` clauses alone; each verb counts as one clause. `whole` means that the moving seat has nothing
    to add: the move ends after the answers of the others. `typed` are the clauses as players typed them,
    without dice, if the rules ask for other ones.
    """

    faction: Faction
    segments: tuple[Segment, ...] = ()
    limop: bool = False
    asked: Faction | None = None
    left_out: tuple[str, ...] = ()
    firm: int = 0
    whole: bool = False
    typed: tuple[Segment, ...] = ()


class MoveDropped(_Fact, frozen=True, tag="move-dropped"):
    """The unfinished move is taken back. No die has fallen and no other seat has answered in it."""


class MoveSetAside(_Fact, frozen=True, tag="move-set-aside"):
    """The unfinished move is set aside, because today's rules refuse a part of it (`why`).

    `release` is the release of these rules. The dice of the move decide nothing: a comment before this fact
    has their proofs.
    """

    why: str
    release: int


class Chosen(_Fact, frozen=True, tag="chosen"):
    """A player's answer in a Non-player's Event; None if the player leaves it out."""

    faction: Faction
    answer: Clause | None


class DieFell(_Fact, frozen=True, tag="die-fell"):
    """A die that fell in the unfinished move, after the clauses written so far, with its purpose and proof.

    `kind` is "decision", "space" or "even" for a die of a Non-player's decision, otherwise "move".
    """

    what: str
    die: int
    proof: str
    kind: str = "move"


class NonPlayerDecided(_Fact, frozen=True, tag="decided"):
    """The decision of a Non-player, with its trace. The lines that it led to follow (8.0)."""

    faction: Faction
    node: str
    trace: tuple[TraceStep, ...] = ()


class _Line(_Fact, frozen=True):
    """Base of the facts that write a line of the log: `proof` holds the proofs of dice and cards, `chain` the
    link.

    The event has the canonical action of a move. `typed` is the text of the move as its player worded it, if
    that differs.
    """

    proof: tuple[str, ...] = ()
    chain: str = ""
    typed: str = ""


PlayedAtTable = Action | Pass | Waive | Hold | RevealMarker | Pivotal | DecisionDice
"""The events of a seat in play, and the dice that are rolled for a Non-player."""


class MoveEnded(_Line, frozen=True, tag="move-ended", kw_only=True):
    """A complete move, another event of a seat or Non-player in play, or the dice of a Non-player."""

    event: PlayedAtTable


class CardRevealed(_Line, frozen=True, tag="card-revealed", kw_only=True):
    """The next card of the deck, with the proof of its place in the Merkle tree."""

    event: PlayCard | Reveal


class Undone(_Line, frozen=True, tag="undone", kw_only=True):
    """A line and all later lines are taken back."""

    event: Void


class Corrected(_Line, frozen=True, tag="corrected", kw_only=True):
    """The seats have agreed to correct the position, or to replace a move by another one."""

    event: Correct | Amend


class LetStand(_Line, frozen=True, tag="let-stand", kw_only=True):
    """The seats have agreed that a move stands although the rules refuse it."""

    event: Stand


class SharedOut(_Line, frozen=True, tag="shared-out", kw_only=True):
    """Factions change hands: those of a seat go to Non-players, or some of theirs go to a new seat (8.0)."""

    event: ShareOut


class NoteSaid(_Line, frozen=True, tag="said", kw_only=True):
    """A comment at the table."""

    event: Note


Line = MoveEnded | CardRevealed | Undone | Corrected | LetStand | SharedOut | NoteSaid
"""The facts that write a line of the log."""
LINES: frozenset[type] = frozenset(get_args(Line))
"""The classes of `Line`, for a fast check."""
LINE_KINDS: tuple[str, ...] = tuple([str(line.__struct_config__.tag) for line in get_args(Line)])
"""The kinds under which a store keeps lines."""


# -- proposals: lines that every seat must agree to --------------------------------------------------


class Proposed(_Fact, frozen=True, tag="proposed"):
    """Proposal `number` (from 1) of a line that every seat must agree to. It lapses when the game goes on.

    `typed` is the text of the line as its seat worded it, if the event has another wording.
    """

    number: int
    event: Void | Amend | Correct | Stand
    typed: str = ""


class ClosingProposed(_Fact, frozen=True, tag="closing-proposed"):
    """The host proposes to close a table in play: proposal `number`. It lapses as any other proposal does."""

    number: int


class HandOverProposed(_Fact, frozen=True, tag="hand-over-proposed"):
    """A seat proposes to give a late `seat` to Non-players: proposal `number`. It lapses as others do."""

    number: int
    seat: Seat


class VacationProposed(_Fact, frozen=True, tag="vacation-proposed"):
    """A seat proposes to be away until the end of a day ("2026-12-03", UTC): proposal `number`.

    This proposal stays open when the game goes on.
    """

    number: int
    until: str


class Agreed(_Fact, frozen=True, tag="agreed"):
    """A seat agrees to a proposal. The last consent carries the proposal out."""

    number: int
    seat: Seat


class Declined(_Fact, frozen=True, tag="declined"):
    """A seat declines a proposal, which is then removed."""

    number: int
    seat: Seat


class ProposalLapsed(_Fact, frozen=True, tag="proposal-lapsed"):
    """A proposal is removed, because it cannot be carried out any more (`why`)."""

    number: int
    why: str


class Settled(_Fact, frozen=True, tag="settled"):
    """Every seat that is asked has agreed to a proposal. It is carried out in the next facts."""

    number: int


# -- symbols of cards -------------------------------------------------------------------------------


class SymbolStated(_Fact, frozen=True, tag="symbol-stated"):
    """The symbol on a printed card below a Non-player (8.4.1). Decisions use it from now on."""

    symbol: CardSymbol


# -- vacations --------------------------------------------------------------------------------------


class VacationBegun(_Fact, frozen=True, tag="vacation-begun"):
    """A seat is away until the end of a day. No time runs for it before `back` (ISO 8601)."""

    seat: Seat
    until: str
    back: str


class VacationEnded(_Fact, frozen=True, tag="vacation-ended"):
    """A seat is back before the end of its vacation."""

    seat: Seat


# -- standing orders --------------------------------------------------------------------------------


class OrderGiven(_Fact, frozen=True, tag="order-given"):
    """A seat has given standing order `number`. `seal` is the hash of its salted text."""

    number: int
    seat: Seat
    seal: str


class OrderSealed(_Fact, frozen=True, tag="order-sealed"):
    """The text and the salt of a standing order. Only its seat may know them until the order acts."""

    number: int
    seat: Seat
    text: str
    salt: str


class OrderOpened(_Fact, frozen=True, tag="order-opened"):
    """A standing order has acted: its text and salt, which everybody can compare with its seal."""

    number: int
    text: str
    salt: str


class OrderTakenBack(_Fact, frozen=True, tag="order-taken-back"):
    """A standing order of a seat is cancelled."""

    number: int


class OrderLapsed(_Fact, frozen=True, tag="order-lapsed"):
    """A standing order is removed, because today's rules refuse it (`why`)."""

    number: int
    why: str


# -- lines of older tables --------------------------------------------------------------------------


class StepsKept(_Fact, frozen=True, tag="steps-kept"):
    """The steps of the lines so far, for a table whose facts did not carry them; the first is the start.

    They were computed by the rules of `release`. Only these facts of a table are about earlier ones.
    """

    steps: tuple[KeptStep, ...]
    release: int


# -- the end ----------------------------------------------------------------------------------------

Why = Literal["over", "resigned", "abandoned"]


class Finished(_Fact, frozen=True, tag="finished"):
    """After the end of the game, a seat reveals no more markers (7.3)."""

    seat: Seat


class TableClosed(_Fact, frozen=True, tag="closed"):
    """The table is closed. The table's seed is opened, so that everybody can verify the game."""

    why: Why
    seed: str
    by: Seat = TABLE


Fact = (
    Opened
    | SeedKept
    | Seated
    | SeatLeft
    | PlayersSet
    | SeedPromised
    | SeedGiven
    | DeckSealed
    | MarkersDealt
    | MoveBegun
    | MoveDropped
    | MoveSetAside
    | Chosen
    | DieFell
    | NonPlayerDecided
    | MoveEnded
    | CardRevealed
    | Undone
    | Corrected
    | LetStand
    | SharedOut
    | NoteSaid
    | Proposed
    | ClosingProposed
    | HandOverProposed
    | VacationProposed
    | Agreed
    | Declined
    | ProposalLapsed
    | Settled
    | VacationBegun
    | VacationEnded
    | SymbolStated
    | OrderGiven
    | OrderSealed
    | OrderOpened
    | OrderTakenBack
    | OrderLapsed
    | StepsKept
    | Finished
    | TableClosed
)


class Recorded(msgspec.Struct, frozen=True, gc=False):
    """A fact with its `version` (from 1), its time `at` (ISO 8601), its seat `by` and the key of its command.

    `more` says that another fact of the same command follows: the table is not yet at rest. A fact that
    writes a line has its `step`, and so has the sealing of the deck.
    """

    version: int
    at: str
    by: Seat
    fact: Fact
    command: str = ""
    more: bool = False
    step: KeptStep | None = None


def audience(fact: Fact) -> Seat | None:
    """Return the only one who may know a fact, a seat or the `TABLE`; None if everybody may know it."""
    match fact:
        case SeedKept() | StepsKept():
            return TABLE
        case MarkersDealt(seat) | OrderSealed(_, seat):
            return seat
        case _:
            return None
