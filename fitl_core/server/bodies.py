"""The types that clients send and receive, in addition to those of `fitl_core.table`: requests, queries,
answers.

Read `endpoints` for their use.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from fitl_core.facts.editions import Edition
from fitl_core.facts.factions import Faction
from fitl_core.facts.options import DeceptionMarker
from fitl_core.facts.players import Players
from fitl_core.facts.rule_readings import Reading
from fitl_core.pictures.charts import ChartName
from fitl_core.pictures.colours import Theme
from fitl_core.pictures.marks import Arrow
from fitl_core.record.clauses import Clause
from fitl_core.record.setup import Setup
from fitl_core.stores.port import MOST_VERSIONS
from fitl_core.table.checking import LineOtherwise
from fitl_core.table.commands import Command
from fitl_core.table.decisions import DecisionTaken
from fitl_core.table.drafts import MOST_ANSWERS, MoveDraft
from fitl_core.table.facts import Recorded, Seat
from fitl_core.table.seat_links import Keeping
from fitl_core.table.seats_asked import SeatsAsked
from fitl_core.table.table_state import Status
from fitl_core.table.tables import MOST_KEY, Answer
from fitl_core.table.views import TableView
from fitl_core.table.wishes import Way
from fitl_core.tell.effects_in_words import Consequence

Version = Annotated[int, msgspec.Meta(ge=0, le=MOST_VERSIONS)]
"""A version of a table, or the number of a line of its log."""
SpaceId = Annotated[str, msgspec.Meta(max_length=40)]


class _Sent(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of the types that clients send. They have no other fields."""


# -- requests ---------------------------------------------------------------------------------------


class OpenTable(_Sent, frozen=True):
    """A new table: its game, whether each seat adds a seed, the seconds that a seat has to decide, and its
    title.
    """

    setup: Setup
    seats_add: bool = False
    deadline: Annotated[int, msgspec.Meta(ge=1, le=MOST_VERSIONS)] | None = None
    title: Annotated[str, msgspec.Meta(max_length=60)] = ""


class Tell(_Sent, frozen=True):
    """A command of a seat that saw the table at a version. With a `key` it is safe to send again."""

    command: Command
    seen: Version
    key: Annotated[str, msgspec.Meta(max_length=MOST_KEY)] = ""


class Sketch(_Sent, frozen=True):
    """A move to be drafted: the clauses `said` after those of the unfinished move, or a typed `move` instead.

    With a `space`, only answers that name it are returned. With `since`, the changes of the board after that
    line are returned too.
    """

    faction: Faction
    limop: bool = False
    said: Annotated[tuple[Clause, ...], msgspec.Meta(max_length=500)] = ()
    move: Annotated[str, msgspec.Meta(max_length=10_000)] | None = None
    space: SpaceId | None = None
    since: Version | None = None
    most: Annotated[int, msgspec.Meta(ge=1, le=1000)] = MOST_ANSWERS


class Judge(_Sent, frozen=True):
    """A line to be adjudicated in the position of the table."""

    move: Annotated[str, msgspec.Meta(min_length=1, max_length=10_000)]


class Called(_Sent, frozen=True):
    """The name of the player on the client's seat; None erases it."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)] | None


class Relink(_Sent, frozen=True):
    """The seat that gets a new link ("": the host's), and those who still hold the seat besides it."""

    seat: Annotated[Seat, msgspec.Meta(max_length=40)]
    keeping: Keeping = "nobody"


class ChosenWays(_Sent, frozen=True):
    """The addresses at which a seat wants to hear of its turn; None: not by this way."""

    mail: Annotated[str, msgspec.Meta(max_length=300)] | None = None
    webhook: Annotated[str, msgspec.Meta(max_length=1000)] | None = None


class TriedWay(_Sent, frozen=True):
    """The way by which a test message is sent."""

    way: Way


class MessageLink(_Sent, frozen=True):
    """The seat and the secret of a link in a message: it stops messages, or confirms a mail address."""

    seat: Annotated[Seat, msgspec.Meta(max_length=40)]
    secret: Annotated[str, msgspec.Meta(max_length=100)]


# -- queries ----------------------------------------------------------------------------------------


class Behind(_Sent, frozen=True):
    """A number of a line of the log, or a version: the answer holds only later ones."""

    after: Version = 0


class Having(_Sent, frozen=True):
    """The number of lines of the log that the client has, with the board after them; None for nothing."""

    lines: Version | None = None


class Listening(Having, frozen=True):
    """News after a version. With `scene`, they also hold the parts of the page that the client lacks."""

    after: Version = 0
    scene: bool = False


class Numbered(_Sent, frozen=True):
    """A card by its number."""

    number: Annotated[int, msgspec.Meta(ge=1, le=130)]


class AtLine(_Sent, frozen=True):
    """The position after a line of the log; without a line, the present one."""

    line: Version | None = None


class DrawnBoard(_Sent, frozen=True):
    """A picture of the board: after a line, with its changes, names, and marked spaces (ids, separated by
    commas).
    """

    line: Version | None = None
    theme: Theme = "light"
    changes: bool = False
    labels: bool = True
    highlight: Annotated[str, msgspec.Meta(max_length=400)] = ""
    crop: Annotated[str, msgspec.Meta(max_length=400)] = ""


class Differing(_Sent, frozen=True):
    """The parts of the board after a line that differ from the board after another line."""

    line: Version
    since: Version | None = None


class OfLine(_Sent, frozen=True):
    """The decisions after a line; with `line`, only those of that line."""

    after: Version = 0
    line: Version | None = None


class Charted(_Sent, frozen=True):
    """Curves of the game so far."""

    of: ChartName = "margins"
    theme: Theme = "light"
    narrow: bool = False


# -- answers ----------------------------------------------------------------------------------------


class Choice(msgspec.Struct, frozen=True):
    """An option that may be chosen, and its description."""

    id: str
    words: str


class LeaderTold(msgspec.Struct, frozen=True):
    """An RVN Leader: his id in a position, his name, and his effect in words."""

    id: str
    name: str
    words: str


class MarkerTold(msgspec.Struct, frozen=True):
    """A kind of Deception marker: its id, its name, and its use in words."""

    id: DeceptionMarker
    name: str
    words: str


class TableChoices(msgspec.Struct, frozen=True):
    """The choices for a new table, the number of each Faction's Pivotal Event, and the words for RVN Leaders
    and Deception markers.
    """

    scenarios: tuple[str, ...]
    rules: tuple[Edition, ...]
    shares: tuple[Players, ...]
    options: tuple[Choice, ...]
    readings: tuple[Reading, ...]
    pivotal: dict[Faction, int]
    leaders: tuple[LeaderTold, ...] = ()
    markers: tuple[MarkerTold, ...] = ()


class BoardDrawing(msgspec.Struct, frozen=True):
    """The parts of a board that differ from the board after line `since`; None: all parts.

    `parts` are SVG elements. Each replaces the element with its id in `/static/board.svg`; elements with
    another id go into the group `changing`. `changed` names the spaces to be marked. The board is the one
    after `line`; None means a board during a move.
    """

    line: int | None
    since: int | None
    parts: dict[str, str]
    changed: tuple[str, ...]


class CommandDone(Answer, frozen=True, kw_only=True):
    """The answer to a command, with its effects in words."""

    told: tuple[Consequence, ...]


class Sketched(MoveDraft, frozen=True, kw_only=True):
    """A draft, with its effects so far in words and on the map."""

    told: tuple[Consequence, ...]
    changed: tuple[str, ...]
    arrows: tuple[Arrow, ...]
    drawing: BoardDrawing | None = None


class EventTold(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the log with its effects: in words, the spaces that changed, and the pieces that moved.

    A move is `in_force` or `taken_back`. Comments (`note`) and lines such as `void` are neither. If a line is
    not `is_shown`, nobody knows the position after it. `typed` is the move as its player worded it, if that
    differs. `words` is the line in words, and `faction` the Faction that acts in it, if it is a move.
    """

    number: int
    text: str
    by: Seat
    time: str
    proof: tuple[str, ...]
    in_force: bool
    taken_back: bool
    note: str
    told: tuple[Consequence, ...]
    changed: tuple[str, ...]
    arrows: tuple[Arrow, ...]
    card: int | None
    standing: str
    is_shown: bool = True
    typed: str = ""
    words: str = ""
    faction: Faction | None = None


class EventsTold(msgspec.Struct, frozen=True):
    """The lines of the log after a number."""

    version: int
    events: tuple[EventTold, ...]


class Scene(msgspec.Struct, frozen=True):
    """The parts of a page that the client lacks: the view of its seat, the new lines, and the board since
    then.

    The view's own `lines` are left out. There is no drawing before play.
    """

    view: TableView
    events: tuple[EventTold, ...]
    drawing: BoardDrawing | None


class FactsKnown(msgspec.Struct, frozen=True):
    """The facts after a version that this seat may know; `version` is that of the table."""

    version: int
    facts: tuple[Recorded, ...]


class DecisionTold(DecisionTaken, frozen=True, kw_only=True):
    """A decision of a Non-player, with its steps in words. `reason` is the short form."""

    told: tuple[str, ...]
    reason: str = ""


class Decisions(msgspec.Struct, frozen=True):
    """The decisions of Non-players."""

    decisions: tuple[DecisionTold, ...]


class NoteOnLine(msgspec.Struct, frozen=True):
    """A release note that explains another verdict: the release that brought it, the rule, what changed."""

    release: int
    rule: str
    what: str


class LineJudged(LineOtherwise, frozen=True, kw_only=True):
    """A line that today's rules judge otherwise, and the release notes that explain it.

    It `stands` unless it has been taken back or amended.
    """

    notes: tuple[NoteOnLine, ...]
    stands: bool


class LinesJudged(msgspec.Struct, frozen=True):
    """The lines of a table at a version that the rules of today's `release` judge otherwise."""

    version: int
    release: int
    lines: tuple[LineJudged, ...]


class Named(msgspec.Struct, frozen=True):
    """A seat with the name of its player."""

    seat: Seat
    name: str | None


class Linked(msgspec.Struct, frozen=True):
    """A seat with its new link, which is shown only once."""

    seat: Seat
    link: str


class MessageSent(msgspec.Struct, frozen=True):
    """The last message of a kind: its state, the time of its last change, the tries, and the last error."""

    state: Literal["waiting", "sending", "sent", "failed", "over"]
    time: str
    tries: int
    error: str


class WayKept(msgspec.Struct, frozen=True):
    """A way to hear of a turn: whether the server offers it, the seat's address, and the last messages.

    `reminder` and `overdue` are those about the end of the time for a decision. An address that is not
    confirmed gets only a link for that (`confirm`).
    """

    way: Way
    is_offered: bool
    address: str
    turn: MessageSent | None
    reminder: MessageSent | None
    overdue: MessageSent | None
    test: MessageSent | None
    confirm: MessageSent | None
    is_confirmed: bool


class WaysKept(msgspec.Struct, frozen=True):
    """The ways by which a seat hears of its turn."""

    ways: tuple[WayKept, ...]


class Stopped(msgspec.Struct, frozen=True):
    """The seat whose messages have been stopped."""

    seat: Seat


class Confirmed(msgspec.Struct, frozen=True):
    """The seat whose mail address has been confirmed."""

    seat: Seat


class News(msgspec.Struct, frozen=True):
    """The news of one command: those of its facts that this seat may know, and the version after it.

    The last of several news also holds the asked seats, the status and the number of log lines. It holds a
    `scene` if the client asked for one.
    """

    version: int
    facts: tuple[Recorded, ...]
    asked: SeatsAsked | None = None
    status: Status | None = None
    lines: int | None = None
    scene: Scene | None = None
