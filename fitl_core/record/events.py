"""Events: the moves and statements of a log, made of clauses. Every class is an immutable tagged Struct.

Read `fitl_core.record.clauses` and `fitl_core.record.effects` next.
"""

from __future__ import annotations

import msgspec

from fitl_core.arguments import converted
from fitl_core.facts.factions import Faction
from fitl_core.facts.options import DeceptionMarker
from fitl_core.facts.players import Players
from fitl_core.record.claims import Claim
from fitl_core.record.clauses import Clause
from fitl_core.record.position import Position


class Segment(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One verb of an action with its clauses, in the order in which they are carried out."""

    verb: str
    clauses: tuple[Clause, ...] = ()


class _Event(msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True, gc=False):
    """Base of all events of a log."""


class _OfFaction(_Event, frozen=True):
    """Base of events of one Faction."""

    faction: Faction

    def __post_init__(self) -> None:
        """Convert a name to its `Faction`.

        Raises `UnknownName` for another name, `TypeError` for another type.
        """
        if self.faction.__class__ is not Faction:
            msgspec.structs.force_setattr(self, "faction", converted(self.faction, Faction, "faction"))


class PlayCard(_Event, frozen=True, tag="play"):
    """The number of the played card: `#107`. It must be the card in play, or the first card (2.2, 2.3.7)."""

    card: int


class Reveal(_Event, frozen=True, tag="reveal"):
    """The shown card is played and the next card of the deck is revealed: `next #68`. 0 if none is left."""

    card: int


class Action(_OfFaction, frozen=True, tag="action"):
    """The move of a Faction: segments in the order of their execution. `limop` marks a Limited Operation."""

    segments: tuple[Segment, ...]
    limop: bool = False


class Pass(_OfFaction, frozen=True, tag="pass"):
    """A Faction Passes (2.3.3), or does nothing in a phase of a Coup Round."""


class DigestLine(_Event, frozen=True, tag="digest"):
    """The digest of the state at this point, for comparison by another engine."""

    digest: str


class Waive(_OfFaction, frozen=True, tag="waive"):
    """A Faction waives its Pivotal Event on this card (2.3.8)."""


class Hold(_OfFaction, frozen=True, tag="hold"):
    """A Faction asks play to wait while it decides on its Pivotal Event (2.3.8)."""


class RevealMarker(_OfFaction, frozen=True, tag="reveal-marker"):
    """The player of a Faction reveals one of his Deception markers (7.3): `VC reveal agenda`."""

    marker: DeceptionMarker


class Pivotal(_OfFaction, frozen=True, tag="pivotal"):
    """A Faction places its Pivotal Event on the played card: `VC pivotal #124` (2.3.8)."""

    card: int


class Note(_Event, frozen=True, tag="note"):
    """A text in the log that changes nothing: `note Peter is away until Monday`."""

    text: str


class DecisionDice(_OfFaction, frozen=True, tag="dice"):
    """Dice that decide for a Non-player, each from 1 to 6: `dice VC 8.5.3/if-2 {1 3 5}` (8.2-8.8).

    `node` is the node of section 8 that they decide. "space" means a random Province or City (8.2), and
    "even" equal chances for candidates (8.4.7). `among` is the number of these candidates, and 0 for any
    other node. `at` is the node of section 8 that picks the space or candidate. Older lines do not name it.
    """

    node: str
    dice: tuple[int, ...]
    among: int = 0
    at: str = ""


class ShareOut(_Event, frozen=True, tag="players"):
    """The players share out the Factions again (1.5, 8.0): `players US+ARVN NVA`, `players none`.

    There is one group for each player, in order, as in `Setup.players`. Factions in no group are Non-players.
    """

    players: Players


AnyMove = PlayCard | Reveal | Action | Pass | Waive | Hold | RevealMarker | Pivotal | DecisionDice | ShareOut
"""The events that the rules carry out or refuse."""
JudgedMove = Reveal | Action | Pass | Pivotal
"""The moves that the table can let stand against the rules. The other moves involve no judgement."""


class Void(_Event, frozen=True, tag="void"):
    """Event `number` and all later events are taken back: `void 7`.

    Without a number, the last event in force is taken back.
    """

    number: int | None = None


class Amend(_Event, frozen=True, tag="amend"):
    """Another move replaces event `number`: `amend 7 VC rally Hue+2vg`.

    A move let stand may replace it, too: `amend 7 ruling stand VC rally Hue+2vg => VC 9`.
    """

    number: int
    move: AnyMove | Stand


class Correct(_Event, frozen=True, tag="correct"):
    """The table sets parts of the position by agreement: `correct "Hue 2at PS; aid 9"`.

    `position` has the parts in `named`: ids of spaces, tracks, and other fields of a `Position`.
    """

    named: tuple[str, ...]
    position: Position


class Stand(_Event, frozen=True, tag="stand"):
    """A move that the table lets stand although the rules refuse it, with the resulting figures.

    `ruling stand VC rally Hue+3vg => VC 9, Hue 3vg`: the move counts in the sequence of play (2.3.4), and
    the figures are set. Nothing else changes.
    """

    move: JudgedMove
    claims: tuple[Claim, ...] = ()


Event = (
    PlayCard
    | Reveal
    | Action
    | Pass
    | DigestLine
    | Waive
    | Hold
    | Note
    | RevealMarker
    | Pivotal
    | DecisionDice
    | ShareOut
    | Void
    | Amend
    | Correct
    | Stand
)


def bare_move(event: Event) -> Event:
    """Return the move inside an amendment or a move let stand. Return any other event itself."""
    while isinstance(event, Amend | Stand):
        event = event.move
    return event
