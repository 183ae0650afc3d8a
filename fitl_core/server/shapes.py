"""What clients send and get beside the shapes of `fitl_core.table`: requests, queries, answers."""

from __future__ import annotations

from typing import Annotated

import msgspec

from fitl_core.facts.editions import Edition
from fitl_core.facts.factions import Faction
from fitl_core.facts.players import Players
from fitl_core.facts.readings import Reading
from fitl_core.pictures.charts import ChartName
from fitl_core.pictures.colours import Theme
from fitl_core.pictures.marks import Arrow
from fitl_core.record.clauses import Clause
from fitl_core.record.setup import Setup
from fitl_core.stores.port import MOST_VERSIONS
from fitl_core.table.asked import SeatsAsked
from fitl_core.table.commands import Command
from fitl_core.table.decisions import DecisionTaken
from fitl_core.table.drafts import MOST_ANSWERS, Draft
from fitl_core.table.facts import Recorded, Seat
from fitl_core.table.table_state import Status
from fitl_core.table.tables import MOST_KEY, Answer
from fitl_core.table.views import TableView
from fitl_core.tell.effects import Told

Version = Annotated[int, msgspec.Meta(ge=0, le=MOST_VERSIONS)]
"""A version of a table, or the number of a line of its log."""
SpaceId = Annotated[str, msgspec.Meta(max_length=40)]


class _Sent(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of what clients send: nothing else may stand in it."""


# -- requests ---------------------------------------------------------------------------------------


class Open(_Sent, frozen=True):
    """A new table: its game, whether each seat adds a seed of its own, the seconds that a seat may take."""

    setup: Setup
    seats_add: bool = False
    deadline: Annotated[int, msgspec.Meta(ge=1, le=MOST_VERSIONS)] | None = None


class Tell(_Sent, frozen=True):
    """A command of a seat that saw the table at a version; with a `key` it is safe to send again."""

    command: Command
    seen: Version
    key: Annotated[str, msgspec.Meta(max_length=MOST_KEY)] = ""


class Sketch(_Sent, frozen=True):
    """A move to be drafted: what is `said` of it behind what has begun, or in its place a typed `move`.

    With a `space` its answers alone; with `since` what it changes on the board behind that line.
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
    """Who sits on one's seat; None: nobody is to know."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)] | None


class Relink(_Sent, frozen=True):
    """The seat that gets a new link; "" is the host's."""

    seat: Annotated[Seat, msgspec.Meta(max_length=40)]


# -- queries ----------------------------------------------------------------------------------------


class Behind(_Sent, frozen=True):
    """What comes after a line of the log, or a version."""

    after: Version = 0


class Having(_Sent, frozen=True):
    """How many lines of the log one has, with the board behind them; without, none of it."""

    lines: Version | None = None


class Listening(Having, frozen=True):
    """News behind a version; with `scene` also what a page shows then, as far as one has not had it."""

    after: Version = 0
    scene: bool = False


class Numbered(_Sent, frozen=True):
    """A card by its number."""

    number: Annotated[int, msgspec.Meta(ge=1, le=130)]


class AtLine(_Sent, frozen=True):
    """The position behind a line of the log; without, as it stands."""

    line: Version | None = None


class Drawn(_Sent, frozen=True):
    """A picture of the board: behind a line, with what changed, names, marked spaces (ids, by commas)."""

    line: Version | None = None
    theme: Theme = "light"
    changes: bool = False
    labels: bool = True
    highlight: Annotated[str, msgspec.Meta(max_length=400)] = ""
    crop: Annotated[str, msgspec.Meta(max_length=400)] = ""


class Differing(_Sent, frozen=True):
    """The board behind a line, as far as it differs from that behind another."""

    line: Version
    since: Version | None = None


class OfLine(_Sent, frozen=True):
    """What is behind a line; with `line`, of that one alone."""

    after: Version = 0
    line: Version | None = None


class Charted(_Sent, frozen=True):
    """Curves of the game so far."""

    of: ChartName = "margins"
    theme: Theme = "light"
    narrow: bool = False


# -- answers ----------------------------------------------------------------------------------------


class Choice(msgspec.Struct, frozen=True):
    """Something that may be chosen, and what it is."""

    id: str
    words: str


class Choices(msgspec.Struct, frozen=True):
    """What a new table may be, and the number of each Faction's Pivotal Event."""

    scenarios: tuple[str, ...]
    rules: tuple[Edition, ...]
    shares: tuple[Players, ...]
    options: tuple[Choice, ...]
    readings: tuple[Reading, ...]
    pivotal: dict[Faction, int]


class Drawing(msgspec.Struct, frozen=True):
    """A board, as far as it differs from that behind line `since`; None: all of it.

    `parts` are elements of SVG, each in the place of the one of its id in `/static/board.svg`; those of no id
    there stand in its group `changing`. `changed` are the spaces to be marked. The board is that behind a
    `line`; None: in the midst of a move.
    """

    line: int | None
    since: int | None
    parts: dict[str, str]
    changed: tuple[str, ...]


class Done(Answer, frozen=True, kw_only=True):
    """What came of a command, and its effects in words."""

    told: tuple[Told, ...]


class Sketched(Draft, frozen=True, kw_only=True):
    """A draft, with what it does so far in words and on the map."""

    told: tuple[Told, ...]
    changed: tuple[str, ...]
    arrows: tuple[Arrow, ...]
    drawing: Drawing | None = None


class EventTold(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the log with what it did: its effects in words, the spaces that changed, what moved.

    A move is `in_force` or `taken_back`; what is said in a `note`, and lines such as `void`, are neither.
    """

    number: int
    text: str
    by: Seat
    time: str
    proof: tuple[str, ...]
    in_force: bool
    taken_back: bool
    note: str
    told: tuple[Told, ...]
    changed: tuple[str, ...]
    arrows: tuple[Arrow, ...]
    card: int | None
    standing: str


class EventsTold(msgspec.Struct, frozen=True):
    """The log, from a line on."""

    version: int
    events: tuple[EventTold, ...]


class Scene(msgspec.Struct, frozen=True):
    """All that a page shows: the table as a seat sees it, the lines it has not had, the board since then.

    The view's own `lines` are left out. There is no drawing before play begins.
    """

    view: TableView
    events: tuple[EventTold, ...]
    drawing: Drawing | None


class FactsKnown(msgspec.Struct, frozen=True):
    """The facts behind a version that this seat may know; `version` is where the table is."""

    version: int
    facts: tuple[Recorded, ...]


class DecisionTold(DecisionTaken, frozen=True, kw_only=True):
    """A decision of a Non-player, with its steps in words."""

    told: tuple[str, ...]


class Decisions(msgspec.Struct, frozen=True):
    """Why Non-players did what they did."""

    decisions: tuple[DecisionTold, ...]


class Named(msgspec.Struct, frozen=True):
    """A seat with who sits there."""

    seat: Seat
    name: str | None


class Linked(msgspec.Struct, frozen=True):
    """A seat with its new link, told once."""

    seat: Seat
    link: str


class News(msgspec.Struct, frozen=True):
    """What one command brought: the facts of it that this seat may know, and the version behind it.

    Whom the table waits for, how it stands and how many lines its log has are told with the last of what
    is new; and the `scene` behind it to who has said how many lines he has.
    """

    version: int
    facts: tuple[Recorded, ...]
    asked: SeatsAsked | None = None
    status: Status | None = None
    lines: int | None = None
    scene: Scene | None = None
