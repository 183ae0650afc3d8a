"""What requests see of tables: views, the log with what each line did, pictures, proofs."""

from __future__ import annotations

import re
from functools import cache, partial

import msgspec

import notation
from fitl_core.facts.board import spaces_by_id
from fitl_core.facts.cards import pivotal_cards
from fitl_core.facts.editions import Edition
from fitl_core.facts.options import OF_RECORDS, OPTION_WORDS
from fitl_core.facts.players import SHARED_OUT, WITH_NON_PLAYERS
from fitl_core.facts.readings import readings
from fitl_core.facts.scenarios import scenarios
from fitl_core.game.adjudications import AdjudicationView, adjudicated, adjudication_view
from fitl_core.game.replays import Replay
from fitl_core.pictures.board import board_picture
from fitl_core.pictures.changes import marks_of
from fitl_core.pictures.charts import SIZE, chart
from fitl_core.players.non_players.telling import trace_lines
from fitl_core.proofs.findings import Verified
from fitl_core.proofs.verify import verified
from fitl_core.server.calls import Call, Document
from fitl_core.server.problems import RequestError
from fitl_core.server.scenes import events_told
from fitl_core.server.shapes import (
    AtLine,
    Behind,
    Charted,
    Choice,
    Choices,
    Decisions,
    DecisionTold,
    Differing,
    Drawing,
    Drawn,
    EventsTold,
    FactsKnown,
    Having,
    Judge,
    OfLine,
    Sketch,
    Sketched,
)
from fitl_core.table.drafts import draft, typed
from fitl_core.table.moving import read_event
from fitl_core.table.refusals import NotNow, Unknown
from fitl_core.table.table_state import TableState
from fitl_core.table.views import TableView
from fitl_core.tell.cards import CardView, card_view
from fitl_core.tell.effects import narrate
from fitl_core.tell.view import StateView, view
from fitl_core.underway import Step

NARROW = (440, 320)
"""The size of a chart that stands beside a board."""
NOT_BEGUN = "play has not begun: there is no board yet"


@cache
def _choices() -> Choices:
    options = tuple([Choice(name, words) for name, words in OPTION_WORDS.items() if name not in OF_RECORDS])
    shares = tuple([players for players in (*SHARED_OUT, *WITH_NON_PLAYERS) if players])
    return Choices(
        tuple(scenarios()), tuple(Edition), shares, options, tuple(readings().values()), pivotal_cards()
    )


def choices(_call: Call) -> Choices:
    """What a new table may be: scenarios, editions, who plays what, options, readings."""
    return _choices()


def look(call: Call) -> TableView:
    """The table as one's seat sees it, with the lines of its log behind one."""
    query: Behind = call.query
    return call.tables.view(call.table, call.seat, query.after)


def card(call: Call) -> CardView:
    """A card in our own words."""
    return card_view(call.query.number)


def position(call: Call) -> StateView:
    """The position behind a line of the log, or as it stands."""
    query: AtLine = call.query
    replay = _replay(call)
    number = _line(replay, query.line)
    return view(replay.steps[number].state, number)


def events(call: Call) -> EventsTold:
    """The lines of the log behind one, with what each did."""
    query: Behind = call.query
    state = call.state
    if state.board is None:
        return EventsTold(state.version, ())
    return EventsTold(state.version, events_told(state, call.desk.played.replay(state), query.after))


def scene(call: Call) -> msgspec.Raw:
    """All that a page shows, for who has so many lines of the log."""
    query: Having = call.query
    state = call.state
    lines = lines_had(state, query.lines)
    return call.desk.scenes.scene(state, call.seat, call.tables.names(call.table), lines)


def drawing(call: Call) -> Drawing:
    """The board behind a line, as far as it differs from that behind another."""
    query: Differing = call.query
    replay = _replay(call)
    since = None if query.since is None else _line(replay, query.since)
    return call.desk.scenes.line_drawn(call.table, replay, _line(replay, query.line), since)


def board(call: Call) -> Document:
    """The board as a picture, behind a line of the log or as it stands."""
    query: Drawn = call.query
    replay = _replay(call)
    number = _line(replay, query.line)
    marked = _spaces(query.highlight, "$.highlight"), _spaces(query.crop, "$.crop")
    draw = partial(_board, replay.steps[number], query, *marked)
    return Document(call.desk.drawings.get((call.table, number, query), draw))


def _board(step: Step, query: Drawn, highlight: list[str], crop: list[str]) -> str:
    marks = marks_of(step.effects if query.changes else ())
    return board_picture(
        step.state,
        theme=query.theme,
        labels=query.labels,
        highlights=dict.fromkeys((*marks.spaces, *highlight)),
        arrows=marks.arrows,
        crop=crop,
    )


def charts(call: Call) -> Document:
    """Curves of the game so far."""
    query: Charted = call.query
    size = NARROW if query.narrow else SIZE
    return Document(chart(_replay(call), query.of, theme=query.theme, size=size))


def log(call: Call) -> Document:
    """The log, to be kept: it validates, and once the table is closed all of it can be verified."""
    text = notation.write(call.tables.log(call.table))
    return Document(text, f"{re.sub('[^A-Za-z0-9_-]', '-', call.table)}.fitl")


def facts(call: Call) -> FactsKnown:
    """The facts behind a version that one's seat may know."""
    query: Behind = call.query
    version = call.tables.version(call.table)
    return FactsKnown(version, call.tables.facts(call.table, call.seat, query.after))


def decisions(call: Call) -> Decisions:
    """Why Non-players did what they did, of their moves behind a line."""
    query: OfLine = call.query
    found = call.tables.decisions(call.table, query.after)
    told = [
        DecisionTold(**msgspec.structs.asdict(one), told=tuple(trace_lines(one.trace)))
        for one in found
        if query.line in (None, one.line)
    ]
    return Decisions(tuple(told))


def verify(call: Call) -> Verified:
    """What chain, dice, deck and orders of the log prove so far, and what cannot be checked yet."""
    return verified(call.tables.log(call.table))


def sketch(call: Call) -> Sketched:
    """What one is asked behind a part of a move, and what it does so far: nothing is written."""
    wanted: Sketch = call.body
    state = call.state
    _insist_on_space(wanted.space, "$.space")
    said, limop = wanted.said, wanted.limop
    if wanted.move is not None:
        said, limop = typed(state, wanted.faction, wanted.move)
    made = draft(state, call.own_seat, wanted.faction, said, limop, space=wanted.space, most=wanted.most)
    marks = marks_of(made.effects)
    drawn = None
    if wanted.since is not None:
        replay = _replay(call)
        since = _line(replay, wanted.since)
        drawn = call.desk.scenes.position_drawn(call.table, replay, since, made.position, made.effects)
    return Sketched(
        **msgspec.structs.asdict(made.draft),
        told=narrate(made.effects),
        changed=marks.spaces,
        arrows=marks.arrows,
        drawing=drawn,
    )


def adjudicate(call: Call) -> AdjudicationView:
    """A line adjudicated as the table stands, with what would be legal. Nothing is written."""
    wanted: Judge = call.body
    _, board = call.own_seat, call.state.board
    if board is None:
        raise NotNow(NOT_BEGUN)
    return adjudication_view(adjudicated(board, read_event(wanted.move)))


def _replay(call: Call) -> Replay:
    """The game of the table. Raises `NotNow` before it begins."""
    state = call.state
    if state.board is None:
        raise NotNow(NOT_BEGUN)
    return call.desk.played.replay(state)


def lines_had(state: TableState, lines: int | None) -> int | None:
    """How many lines of a log somebody has; None for nothing, and before play. Raises `Unknown`."""
    if lines is not None and lines > len(state.lines):
        raise Unknown(f"there is no line {lines}; the log has {len(state.lines)}")
    return None if state.board is None else lines


def _line(replay: Replay, number: int | None) -> int:
    """The number of a line, the last one without. Raises `Unknown`."""
    if number is not None and number > replay.sound:
        raise Unknown(f"there is no line {number}; the log has {replay.sound}")
    return replay.sound if number is None else number


def _spaces(names: str, where: str) -> list[str]:
    """Ids of spaces, by commas. Raises `RequestError` for one that there is not."""
    found = [name for name in names.split(",") if name]
    for name in found:
        _insist_on_space(name, where)
    return found


def _insist_on_space(name: str | None, where: str) -> None:
    if name is not None and name not in spaces_by_id():
        raise RequestError(f'there is no space "{name}"', where)
