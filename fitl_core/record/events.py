"""What a log says: the events, made of clauses. Every class is an immutable tagged Struct."""

from __future__ import annotations

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.facts.options import DeceptionMarker
from fitl_core.facts.players import Players
from fitl_core.record.claims import Claim
from fitl_core.record.clauses import Clause
from fitl_core.record.position import Position


class Segment(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One verb of an action with its clauses, in the order they were carried out."""

    verb: str
    clauses: tuple[Clause, ...] = ()


class _Event(msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True, gc=False):
    """Base of all events of a log."""


class Play(_Event, frozen=True, tag="play"):
    """The card that is now played: `#107`. It must be the one that is (2.3.7)."""

    card: int


class Reveal(_Event, frozen=True, tag="reveal"):
    """The showing card is played and the deck's next is revealed: `next #68`; 0 when none is left."""

    card: int


class Action(_Event, frozen=True, tag="action"):
    """A Faction's move: verb segments in the order carried out; `limop` marks a Limited Operation."""

    faction: Faction
    segments: tuple[Segment, ...]
    limop: bool = False


class Pass(_Event, frozen=True, tag="pass"):
    """A Faction Passes (2.3.3), or does nothing in a phase of a Coup Round."""

    faction: Faction


class Digest(_Event, frozen=True, tag="digest"):
    """The digest of the state here, for another engine to compare."""

    digest: str


class Waive(_Event, frozen=True, tag="waive"):
    """A Faction says that it will not play its Pivotal Event on this card (2.3.8)."""

    faction: Faction


class Hold(_Event, frozen=True, tag="hold"):
    """A Faction asks play to wait while it decides on its Pivotal Event (2.3.8)."""

    faction: Faction


class RevealMarker(_Event, frozen=True, tag="reveal-marker"):
    """A Faction's player reveals one of his Deception markers (7.3): `VC reveal agenda`."""

    faction: Faction
    marker: DeceptionMarker


class Pivotal(_Event, frozen=True, tag="pivotal"):
    """A Faction places its Pivotal Event on the card that is played: `VC pivotal #124` (2.3.8)."""

    faction: Faction
    card: int


class Note(_Event, frozen=True, tag="note"):
    """Something said in the log that changes nothing: `note Peter is away until Monday`."""

    text: str


class DecisionDice(_Event, frozen=True, tag="dice"):
    """Dice that decide for a Non-player, as they fell, 1 to 6 each: `dice VC 8.5.3/if-2 {1 3 5}` (8.2-8.8).

    `node` is what of section 8 they were rolled for; "space" a random Province or City (8.2); "even" equal
    chances `among` so many candidates (8.4.7), which is 0 for all others.
    """

    faction: Faction
    node: str
    dice: tuple[int, ...]
    among: int = 0


class ShareOut(_Event, frozen=True, tag="players"):
    """From here on the Factions are shared out so (1.5, 8.0): `players US+ARVN NVA`, `players none`.

    A group for each player, in order, as `Setup.players` has them; whom nobody has is a Non-player.
    """

    players: Players


AnyMove = Play | Reveal | Action | Pass | Waive | Hold | RevealMarker | Pivotal | DecisionDice | ShareOut
"""What is played: an event that the rules carry out or refuse."""
JudgedMove = Reveal | Action | Pass | Pivotal
"""What the table can let stand against the rules; nothing is to be judged in the other moves."""


class Void(_Event, frozen=True, tag="void"):
    """Event `number` and all behind it are taken back, without one the last that is in force: `void 7`."""

    number: int | None = None


class Amend(_Event, frozen=True, tag="amend"):
    """Another move stands in the place of event `number`: `amend 7 VC rally Hue+2vg`."""

    number: int
    move: AnyMove


class Correct(_Event, frozen=True, tag="correct"):
    """Parts of the position are set to what the table agreed: `correct Hue 2at PS | aid 9`.

    `position` has the parts that are in `named`: ids of spaces, tracks, and other fields of a `Position`.
    """

    named: tuple[str, ...]
    position: Position


class Stand(_Event, frozen=True, tag="stand"):
    """A move that the rules refuse, and the figures that the table made of it.

    `ruling stand VC rally Hue+3vg => VC 9, Hue 3vg`: its deed counts (2.3.4), the figures are made true,
    nothing else changes.
    """

    move: JudgedMove
    claims: tuple[Claim, ...] = ()


Event = (
    Play
    | Reveal
    | Action
    | Pass
    | Digest
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
