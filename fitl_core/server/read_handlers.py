"""The handlers of requests that read tables: views, the log with the effects of each line, pictures, proofs.

Read `write_handlers` for the other requests, and `scenes` for the parts of the page.
"""

from __future__ import annotations

import re
from functools import cache, partial

import msgspec

import notation
from fitl_core.facts.card_list import cards, pivotal_cards
from fitl_core.facts.card_words import card_words
from fitl_core.facts.editions import Edition
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.options import OF_RECORDS, OPTION_WORDS
from fitl_core.facts.players import SHARED_OUT, WITH_NON_PLAYERS
from fitl_core.facts.rule_readings import readings
from fitl_core.facts.scenario_list import scenarios
from fitl_core.game.adjudications import AdjudicationView, adjudicate_move, view_adjudication
from fitl_core.game.files import play_log, read_log
from fitl_core.game.replays import ReplayedGame
from fitl_core.pages.whole_replay import replay_page, replay_policy
from fitl_core.pictures.board_svg import board_picture
from fitl_core.pictures.change_marks import marks_of
from fitl_core.pictures.charts import SIZE, chart
from fitl_core.players.non_players.decision_reasons import reasons
from fitl_core.players.non_players.trace_words import trace_lines
from fitl_core.proofs.findings import Verification
from fitl_core.proofs.verification import verify
from fitl_core.rules.deception import NAMES, USES
from fitl_core.server.bodies import (
    AtLine,
    Behind,
    BoardDrawing,
    Charted,
    Choice,
    Decisions,
    DecisionTold,
    Differing,
    DrawnBoard,
    EventsTold,
    FactsKnown,
    Having,
    Judge,
    LeaderTold,
    LinesJudged,
    MarkerTold,
    OfLine,
    Sketch,
    Sketched,
    TableChoices,
)
from fitl_core.server.calls import Call, FileAnswer
from fitl_core.server.compression import PartlySecret
from fitl_core.server.problems import RequestError
from fitl_core.server.scenes import events_told
from fitl_core.table.drafts import draft_move, typed
from fitl_core.table.history import insist_on_shown
from fitl_core.table.moving import read_event
from fitl_core.table.refusals import NotNow, Unknown
from fitl_core.table.table_state import TableState
from fitl_core.table.views import TableView
from fitl_core.tell.card_previews import CardView, view_card
from fitl_core.tell.effects_in_words import narrate
from fitl_core.tell.state_view import StateView, view
from fitl_core.underway import Step

NARROW = (440, 320)
"""The size of a chart that is shown next to a board."""
NOT_BEGUN = "play has not begun: there is no board yet"


@cache
def _choices() -> TableChoices:
    options = tuple([Choice(name, words) for name, words in OPTION_WORDS.items() if name not in OF_RECORDS])
    shares = tuple([players for players in (*SHARED_OUT, *WITH_NON_PLAYERS) if players])
    leaders = [
        LeaderTold(card.id, card.title, card_words()[card.number]["unshaded"])
        for card in cards().values()
        if card.lasting.get("unshaded") == "leader"
    ]
    return TableChoices(
        tuple(scenarios()),
        tuple(Edition),
        shares,
        options,
        tuple(readings().values()),
        pivotal_cards(),
        tuple(leaders),
        tuple([MarkerTold(marker, name, USES[marker]) for marker, name in NAMES.items()]),
    )


def choices(_call: Call) -> TableChoices:
    """Return the choices for a new table: scenarios, editions, players, options, readings."""
    return _choices()


def look(call: Call) -> TableView:
    """Return the table as the client's seat sees it, with the lines of its log after a number."""
    query: Behind = call.query
    return call.tables.view(call.table, call.seat, query.after)


def card(call: Call) -> CardView:
    """Return a card in the words of this program."""
    return view_card(call.query.number)


def position(call: Call) -> StateView:
    """Return the position after a line of the log, or the present one."""
    query: AtLine = call.query
    replay = _replay(call)
    number = _line(replay, query.line)
    return view(replay.steps[number].state, number)


def events(call: Call) -> EventsTold:
    """Return the lines of the log after a number, with the effects of each."""
    query: Behind = call.query
    state = call.state
    if state.board is None:
        return EventsTold(state.version, ())
    return EventsTold(state.version, events_told(state, call.desk.played.replay(state), query.after))


def scene(call: Call) -> PartlySecret:
    """Return the parts of the page that a client with a number of lines does not have."""
    query: Having = call.query
    state = call.state
    lines = lines_had(state, query.lines)
    return call.desk.scenes.parts(state, call.seat, call.tables.names(call.table), lines, call.tables.now())


def drawing(call: Call) -> BoardDrawing:
    """Return the parts of the board after a line that differ from the board after another line."""
    query: Differing = call.query
    replay = _replay(call)
    since = None if query.since is None else _line(replay, query.since)
    return call.desk.scenes.line_drawn(call.table, replay, _line(replay, query.line), since)


def board(call: Call) -> FileAnswer:
    """Return the board as a picture, after a line of the log or as it is now."""
    query: DrawnBoard = call.query
    replay = _replay(call)
    number = _line(replay, query.line)
    marked = _spaces(query.highlight, "$.highlight"), _spaces(query.crop, "$.crop")
    draw = partial(_board, replay.steps[number], query, *marked)
    return FileAnswer(call.desk.drawings.get((call.table, number, query), draw))


def _board(step: Step, query: DrawnBoard, highlight: list[str], crop: list[str]) -> str:
    marks = marks_of(step.effects if query.changes else ())
    return board_picture(
        step.state,
        theme=query.theme,
        labels=query.labels,
        highlights=dict.fromkeys((*marks.spaces, *highlight)),
        arrows=marks.arrows,
        crop=crop,
    )


def charts(call: Call) -> FileAnswer:
    """Return curves of the game so far."""
    query: Charted = call.query
    size = NARROW if query.narrow else SIZE
    return FileAnswer(chart(_replay(call), query.of, theme=query.theme, size=size))


def log(call: Call) -> FileAnswer:
    """Return the log as a file. It validates; after the table is closed, all of it can be verified."""
    text = notation.write(call.tables.log(call.table))
    return FileAnswer(text, _file_name(call))


def _file_name(call: Call) -> str:
    """Return the name of a file with the log of the table."""
    return f"{re.sub('[^A-Za-z0-9_-]', '-', call.table)}.fitl"


def replay_file(call: Call) -> FileAnswer:
    """Return the game so far as a replay page."""
    _replay(call)
    text = notation.write(call.tables.log(call.table))
    game = play_log(read_log(text.encode(), _file_name(call)))
    if game.replay is None:
        raise NotNow("the log of this table cannot be replayed")
    return FileAnswer(replay_page(game, game.replay), policy=f"{replay_policy()}; frame-ancestors 'none'")


def facts(call: Call) -> FactsKnown:
    """Return the facts after a version that the client's seat may know."""
    query: Behind = call.query
    version = call.tables.version(call.table)
    return FactsKnown(version, call.tables.facts(call.table, call.seat, query.after))


def decisions(call: Call) -> Decisions:
    """Return the decisions of Non-players for their moves after a line."""
    query: OfLine = call.query
    in_words = [
        DecisionTold(
            **msgspec.structs.asdict(taken),
            told=tuple(trace_lines(taken.trace)),
            reason=" ".join(reasons(taken.node, taken.trace)),
        )
        for taken in call.tables.decisions(call.table, query.after)
        if query.line in (None, taken.line)
    ]
    return Decisions(tuple(in_words))


def verify_table(call: Call) -> Verification:
    """Return the proofs of the log so far: chain, dice, deck and orders, and the parts that cannot be checked
    yet.
    """
    return verify(call.tables.log(call.table))


def older_rules(call: Call) -> LinesJudged:
    """Return the lines that today's rules judge otherwise. They stand as they were played."""
    return call.desk.older_rules.judged(call.tables.store, call.state)


def sketch(call: Call) -> Sketched:
    """Return the questions that follow a part of a move, and its effects so far. Nothing is written."""
    wanted: Sketch = call.body
    state = call.state
    _insist_on_space(wanted.space, "$.space")
    said, limop = wanted.said, wanted.limop
    if wanted.move is not None:
        said, limop = typed(state, wanted.faction, wanted.move)
    made = draft_move(state, call.own_seat, wanted.faction, said, limop, space=wanted.space, most=wanted.most)
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
    """Adjudicate a line in the table's present position, with the legal alternatives. Nothing is written."""
    wanted: Judge = call.body
    _, state = call.own_seat, call.state
    board = state.board
    if board is None:
        raise NotNow(NOT_BEGUN)
    insist_on_shown(state)
    return view_adjudication(adjudicate_move(board, read_event(wanted.move)))


def _replay(call: Call) -> ReplayedGame:
    """Return the game of the table. Raises `NotNow` before play."""
    state = call.state
    if state.board is None:
        raise NotNow(NOT_BEGUN)
    return call.desk.played.replay(state)


def lines_had(state: TableState, lines: int | None) -> int | None:
    """Return the number of log lines that a client has; None for none, and before play. Raises `Unknown`."""
    if lines is not None and lines > len(state.lines):
        raise Unknown(f"there is no line {lines}; the log has {len(state.lines)}")
    return None if state.board is None else lines


def _line(replay: ReplayedGame, number: int | None) -> int:
    """Return the number of a line; without one, that of the last line. Raises `Unknown`."""
    if number is not None and number > replay.sound:
        raise Unknown(f"there is no line {number}; the log has {replay.sound}")
    return replay.sound if number is None else number


def _spaces(names: str, where: str) -> list[str]:
    """Return the ids of spaces, separated by commas. Raises `RequestError` for an unknown one."""
    ids = [name for name in names.split(",") if name]
    for name in ids:
        _insist_on_space(name, where)
    return ids


def _insist_on_space(name: str | None, where: str) -> None:
    if name is not None and name not in spaces_by_id():
        raise RequestError(f'there is no space "{name}"', where)
