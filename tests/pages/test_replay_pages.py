"""Replay pages as text: their content of a game, and that only their own script runs in them."""

from __future__ import annotations

import json
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from fitl_core import play_log, read_log
from fitl_core.game.files import Game
from fitl_core.game.non_player_verdicts import traces
from fitl_core.game.replays import ReplayedGame
from fitl_core.pages.html import allowed
from fitl_core.pages.whole_replay import replay_page
from fitl_core.pictures.board_svg import changing
from fitl_core.pictures.colours import COLOURS
from fitl_core.state.positions import position_of
from notation.position_reader import write_position

FIXTURES = Path(__file__).parents[2] / "fixtures"
GAMES = [*sorted(FIXTURES.glob("*.fitl")), *sorted((FIXTURES / "broken").glob("*.fitl"))]


def played(path: Path) -> tuple[Game, ReplayedGame]:
    """A game of the fixtures, as far as it is sound."""
    game = play_log(read_log(path.read_bytes(), path.name))
    assert game.replay is not None
    return game, game.replay


class Page(HTMLParser):
    """A page, read: its ids, attributes, and the text in each `script` and `style`."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.attributes: set[str] = set()
        self.policy = ""
        self.sources: dict[str, str] = {}
        self._in = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        told = dict(attrs)
        self.attributes |= set(told)
        self.ids.update([told["id"] or ""] if "id" in told else [])
        if told.get("http-equiv") == "Content-Security-Policy":
            self.policy = told["content"] or ""
        self._in = {"script": told.get("type") or "script", "style": "style"}.get(tag, "")

    def handle_data(self, data: str) -> None:
        """Text in an element."""
        if self._in:
            self.sources[self._in] = self.sources.get(self._in, "") + data

    def handle_endtag(self, tag: str) -> None:
        """An element ends."""
        self._in = ""


def value_at(versions: dict[str, Any], name: str, event: int) -> str:
    """Return the value of an element at an event."""
    changes = versions["changes"][name]
    last = max(place for place in range(0, len(changes), 2) if changes[place] <= event)
    return "".join([versions["pieces"][piece] for piece in versions["values"][changes[last + 1]]])


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_page_holds_a_game(path: Path) -> None:
    """Every id occurs once; each sound event has an item, its board and its position."""
    game, replay = played(path)
    html = replay_page(game, replay)
    page = Page(html)
    assert [name for name, number in page.ids.items() if number > 1] == []
    assert {f"e{number}" for number in range(replay.sound + 1)} <= set(page.ids)
    assert f"e{replay.sound + 1}" not in page.ids
    data = json.loads(page.sources["application/json"])
    for number in {0, replay.sound // 3, replay.sound}:
        state = replay.state_at(number)
        for part in changing(state, COLOURS["page"]):
            assert value_at(data["drawn"], str(part.attributes["id"]), number) == str(part)
        parts = [value_at(data["position"], name, number) for name in data["position"]["changes"]]
        assert "; ".join(filter(None, parts)) == write_position(position_of(state))
    assert replay_page(game, replay) == html


def test_a_page_runs_nothing_but_its_own_script() -> None:
    """The page's policy allows only its script and style, by hash; no handler, inline style or address."""
    game, replay = played(FIXTURES / "tutorial.fitl")
    html = replay_page(game, replay)
    page = Page(html)
    assert f"script-src {allowed(page.sources['script'])};" in page.policy
    assert f"style-src {allowed(page.sources['style'])};" in page.policy
    assert page.policy.startswith("default-src 'none'; img-src data:;")
    assert [name for name in page.attributes if name == "style" or name.startswith("on")] == []
    assert set(re.findall(r"https?://[^\"'` ]*", html)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"eval|innerHTML|document\.write|fetch|import\(", page.sources["script"])


def test_what_is_wrong_stands_in_the_list() -> None:
    """A false claim is shown at its event; a refusal or a fault of writing after the last sound event."""
    log = (FIXTURES / "tutorial.fitl").read_text(encoding="utf-8").splitlines()
    first = next(place for place, line in enumerate(log) if line.startswith("VC "))
    log[first] = log[first].partition("=>")[0] + "=> VC 77"
    log[first + 1 :] = ["NVA  rally Atlantis"]
    game = play_log(read_log("\n".join(log).encode(), "wrong.fitl"))
    assert game.replay is not None
    last = replay_page(game, game.replay).partition(f'<li id="e{game.replay.sound}"')[2]
    assert "<strong>false claim</strong>: claimed VC 77, it is" in last
    assert "<strong>error</strong>" in last and "<mark>Atlantis</mark>" in last


def test_what_a_table_did_about_its_mistakes_is_shown() -> None:
    """A retracted line is struck out; the writer, time and comments of a line are shown with it."""
    html = replay_page(*played(FIXTURES / "corrected-game.fitl"))
    assert re.findall(r'<li id="(e\d+)" class="void"', html) == ["e2", "e12"]
    assert '<p class="by">Ann, 2026-05-03T12:10Z</p><p class="comment">nobody had answered yet</p>' in html
    assert "let stand by the table: the rules refuse it" in html
    assert re.search(r'<li id="e8" data-spaces="north-vietnam"', html)  # amended: the move has one piece more


def test_glyphs_have_their_meaning() -> None:
    """Glyphs have their meaning as text, for listeners too."""
    html = replay_page(*played(FIXTURES / "medium-game.fitl"))
    assert '<abbr class="glyph" title="a good move">!</abbr>' in html


def test_decisions_of_non_players_are_told_where_asked_for() -> None:
    """A Non-player's decision can be opened under its move, on request."""
    game, replay = played(FIXTURES / "solo-game.fitl")
    why = traces(replay)
    assert replay_page(game, replay, why).count('<details class="why"><summary>section 8: ') == len(why) > 10
    assert '<details class="why">' not in replay_page(game, replay)


def test_a_game_without_events_has_its_start() -> None:
    """A page of a game without events shows its start, and has no event to step to."""
    game = play_log(read_log(b'[FITL "2"]\n[Scenario "short"]\n', "empty.fitl"))
    assert game.replay is not None
    html = replay_page(game, game.replay)
    assert 'id="e0"' in html and 'max="0"' in html and "<title>empty.fitl</title>" in html


def test_what_might_have_come_instead_is_told() -> None:
    """Each variation under the event in whose place it stands, to be opened, with those within it."""
    html = replay_page(*played(FIXTURES / "what-if.fitl"))
    first = html.partition('<li id="e1"')[2].partition('<li id="e2"')[0]
    assert '<details class="instead"><summary>instead: wait</summary><ol><li><code>VC   pass</code>' in first
    inner = first.partition("<code>NVA  rally NVn+2ng, CLa+2ng | infiltrate CLa+nt, SLa+nt</code>")[2]
    assert inner.startswith('<details class="instead"><summary>instead: both wait</summary>')
    assert "<summary>instead: no Aid</summary>" in html.partition('<li id="e3"')[2]


def test_a_page_is_called_as_the_game_is_or_its_file() -> None:
    """A page is named by the game's tag, else by the file name without its folders."""
    for tags, title in (('[Event "Hue & Co"]', "Hue &amp; Co"), ('[Title "T"]', "T"), ("", "game.fitl")):
        log = read_log(f'[FITL "2"]\n[Scenario "short"]\n{tags}\n'.encode(), "/home/ann/secret/game.fitl")
        game = play_log(log)
        assert game.replay is not None
        html = replay_page(game, game.replay)
        assert f"<title>{title}</title>" in html and "/home/ann" not in html
