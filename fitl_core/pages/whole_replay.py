"""A replay to send: a game as one page that opens from disk and needs no network.

Read `event_list` for its events, and `versions` for the data of its script.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from itertools import zip_longest
from string import Template

from fitl_core.facts.factions import FACTIONS
from fitl_core.facts.game_map import board, spaces_by_id
from fitl_core.game.chances import EVALUATED, chances_in
from fitl_core.game.files import Game, false_claims
from fitl_core.game.game_verdicts import summary
from fitl_core.game.non_player_verdicts import NonPlayerTrace
from fitl_core.game.replays import ReplayedGame
from fitl_core.pages.event_list import event_sections
from fitl_core.pages.html import allowed, data, tag
from fitl_core.pages.versions import Versions
from fitl_core.pictures import marks
from fitl_core.pictures.board_svg import board_picture, changing
from fitl_core.pictures.change_marks import moves
from fitl_core.pictures.charts import CHANCES, CHARTS, TITLES, chances_chart, chart
from fitl_core.pictures.colours import COLOURS, colour_rules
from fitl_core.pictures.svg import Element
from fitl_core.state.positions import position_of
from fitl_core.state.state import State
from notation.log import Log
from notation.position_reader import KEYS, write_position

CHART_SIZE = (560, 190)


def replay_page(game: Game, replay: ReplayedGame, why: Mapping[int, NonPlayerTrace] | None = None) -> str:
    """Return the sound part of a game as an HTML page. `why` holds the Non-players' decisions to be shown.

    The page has a picture of the start, the changes after each event, and a script that applies them. The
    script draws and words nothing itself.
    """
    style = _style()
    script = _file("replay.js")
    first = replay.steps[0].state
    log = game.log.document.log if game.log.document is not None else None
    return Template(_file("replay.html")).substitute(
        policy=replay_policy(),
        style=style,
        script=script,
        title=_text(_title(game)),
        about="".join([str(tag("p", line)) for line in _about(game, replay)]),
        board=board_picture(first, theme="page", highlights=spaces_by_id(), title="Board at the start"),
        charts="".join([*_charts(replay), *_chances(log, replay)]),
        names="".join([str(tag("option", words, value=name)) for name, words in _names(log).items()]),
        factions="".join([_button(str(faction)) for faction in FACTIONS]),
        events="".join(map(str, event_sections(game, replay, why or {}))),
        last=replay.sound,
        data=data(_data(replay)),
    )


def replay_policy() -> str:
    """Return the Content-Security-Policy of replay pages: nothing but their own style and script."""
    script, style = allowed(_file("replay.js")), allowed(_style())
    return (
        f"default-src 'none'; img-src data:; script-src {script}; style-src {style}; "
        "base-uri 'none'; form-action 'none'"
    )


def _style() -> str:
    return colour_rules() + _file("replay.css")


def _file(name: str) -> str:
    return files("fitl_core.pages.data").joinpath(name).read_text(encoding="utf-8")


def _text(words: str) -> str:
    """Return a text as it is written in HTML."""
    return "".join(list(tag("x", words).parts())[1:-1])


def _title(game: Game) -> str:
    """Return the name of the game, or the name of its file without the folder."""
    log = game.log.document.log if game.log.document is not None else None
    named = (log.tag("Event") or log.tag("Title")) if log is not None else None
    return named or game.log.short_name


def _about(game: Game, replay: ReplayedGame) -> list[str]:
    """Return the players, and how far the game is sound."""
    log = game.log.document.log if game.log.document is not None else None
    named = [(faction, log.tag(faction)) for faction in FACTIONS] if log is not None else []
    players = ", ".join([f"{faction} {name}" for faction, name in named if name])
    verdict = summary(game, false_claims(game))
    return [*([players] if players else []), f"{verdict.what}{verdict.where}"]


def _button(faction: str) -> str:
    label = f"the next move of {faction}"
    return str(tag("button", faction, type="button", data_go="faction", data_by=faction, aria_label=label))


def _charts(replay: ReplayedGame) -> list[str]:
    """Return the curves; only one of them is in sight."""
    hidden = {name: "" if name == "margins" else " hidden" for name in CHARTS}
    return [
        f'<div class="chart" id="chart-{name}"{hidden[name]}>'
        f"{chart(replay, name, theme='page', size=CHART_SIZE)}</div>"
        for name in CHARTS
    ]


def _names(log: Log | None) -> dict[str, str]:
    """Return the names of the charts with their titles."""
    own = {CHANCES: _title_of_chances(log)} if log is not None and chances_in(log) else {}
    return {**{str(name): TITLES[name] for name in CHARTS}, **own}


def _title_of_chances(log: Log) -> str:
    """Return a title that says by which policy the chances were found."""
    how = log.tag(EVALUATED)
    return f"Chances to win, in percent ({how})" if how else "Chances to win, in percent"


def _chances(log: Log | None, replay: ReplayedGame) -> list[str]:
    """Return the chart of the chances that stand beside moves, if there are any."""
    chances = chances_in(log) if log is not None else {}
    if log is None or not chances:
        return []
    drawn = chances_chart(replay, chances, _title_of_chances(log), theme="page", size=CHART_SIZE)
    return [f'<div class="chart" id="chart-{CHANCES}" hidden>{drawn}</div>']


def _data(replay: ReplayedGame) -> dict[str, object]:
    """Return the drawn parts of the board, and the parts of the position as in a tag `Position`, after each
    event.
    """
    drawn, position = Versions(), Versions()
    colours = COLOURS["page"]
    last: tuple[Element, ...] = ()
    shown: State | None = None
    board: tuple[Element, ...] = ()
    for number, step in enumerate(replay.steps):
        is_new = step.state is not shown  # a note changes nothing
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
    """Return the parts of a position by their first words, in order. A part without text is empty."""
    written = {
        part.partition(" ")[0].lower(): part for part in write_position(position_of(state)).split("; ")
    }
    return {
        name: written.get(name.lower(), "") for name in (*[where.code for where in board().spaces], *KEYS)
    }
