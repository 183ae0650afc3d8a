"""A replay to send: a game as one page that opens from disk and asks nothing of any network."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from itertools import zip_longest
from string import Template

from fitl_core.facts.board import board, spaces_by_id
from fitl_core.facts.factions import FACTIONS
from fitl_core.game.files import Game, false_claims
from fitl_core.game.non_players import NonPlayerTrace
from fitl_core.game.replays import Replay
from fitl_core.game.verdicts import summary
from fitl_core.pages.events import event_sections
from fitl_core.pages.html import allowed, data, tag
from fitl_core.pages.versions import Versions
from fitl_core.pictures import marks
from fitl_core.pictures.board import board_picture, changing
from fitl_core.pictures.changes import moves
from fitl_core.pictures.charts import CHARTS, TITLES, chart
from fitl_core.pictures.colours import COLOURS, colour_rules
from fitl_core.pictures.svg import Element
from fitl_core.state.positions import position_of
from fitl_core.state.state import State
from notation.position import KEYS, write_position

CHART_SIZE = (560, 190)


def replay_page(game: Game, replay: Replay, why: Mapping[int, NonPlayerTrace] | None = None) -> str:
    """A game, as far as it is sound, as a page of HTML; `why` are Non-players' decisions to be told in it.

    The page holds a picture of the start, what differs behind each event, and a script that puts it there:
    what is drawn or told, is so here, and nowhere a second time.
    """
    style = colour_rules() + _file("replay.css")
    script = _file("replay.js")
    first = replay.steps[0].state
    return Template(_file("replay.html")).substitute(
        style_hash=allowed(style),
        script_hash=allowed(script),
        style=style,
        script=script,
        title=_text(_title(game)),
        about="".join([str(tag("p", line)) for line in _about(game, replay)]),
        board=board_picture(first, theme="page", highlights=spaces_by_id(), title="Board at the start"),
        charts="".join(_charts(replay)),
        names="".join([str(tag("option", TITLES[name], value=name)) for name in CHARTS]),
        factions="".join([_button(str(faction)) for faction in FACTIONS]),
        events="".join(map(str, event_sections(game, replay, why or {}))),
        last=replay.sound,
        data=data(_data(replay)),
    )


def _file(name: str) -> str:
    return files("fitl_core.pages.data").joinpath(name).read_text(encoding="utf-8")


def _text(said: str) -> str:
    """A text as it stands in HTML."""
    return "".join(list(tag("x", said).parts())[1:-1])


def _title(game: Game) -> str:
    """What the game is called; else its file, and not where on somebody's disk that lies."""
    log = game.log.document.log if game.log.document is not None else None
    named = (log.tag("Event") or log.tag("Title")) if log is not None else None
    return named or game.log.short_name


def _about(game: Game, replay: Replay) -> list[str]:
    """Who plays, and how far the game goes and is sound."""
    log = game.log.document.log if game.log.document is not None else None
    named = [(faction, log.tag(faction)) for faction in FACTIONS] if log is not None else []
    players = ", ".join([f"{faction} {name}" for faction, name in named if name])
    verdict = summary(game, false_claims(game))
    return [*([players] if players else []), f"{verdict.what}{verdict.where}"]


def _button(faction: str) -> str:
    label = f"the next move of {faction}"
    return str(tag("button", faction, type="button", data_go="faction", data_by=faction, aria_label=label))


def _charts(replay: Replay) -> list[str]:
    """The curves, of which one is in sight."""
    hidden = {name: "" if name == "margins" else " hidden" for name in CHARTS}
    return [
        f'<div class="chart" id="chart-{name}"{hidden[name]}>'
        f"{chart(replay, name, theme='page', size=CHART_SIZE)}</div>"
        for name in CHARTS
    ]


def _data(replay: Replay) -> dict[str, object]:
    """What is drawn, and the parts of the position as a tag `Position` has them, behind each event."""
    drawn, position = Versions(), Versions()
    colours = COLOURS["page"]
    last: tuple[Element, ...] = ()
    shown: State | None = None
    board: tuple[Element, ...] = ()
    for number, step in enumerate(replay.steps):
        is_new = step.state is not shown  # behind a note nothing is
        if is_new:
            shown, board = step.state, changing(step.state, colours)
            for name, words in _parts(step.state).items():
                position.note(number, name, words)
        parts = (*board, marks.arrows(moves(step.effects), colours))
        for part, before in zip_longest(parts, last) if is_new else ((parts[-1], last[-1]),):
            if part is not before:
                drawn.note(number, str(part.attributes["id"]), str(part))
        last = parts
    return {"drawn": drawn.data(), "position": position.data()}


def _parts(state: State) -> dict[str, str]:
    """The parts of a position by the words that open them, in order; those that are not told are empty."""
    told = {part.partition(" ")[0].lower(): part for part in write_position(position_of(state)).split("; ")}
    return {name: told.get(name.lower(), "") for name in (*[where.code for where in board().spaces], *KEYS)}
