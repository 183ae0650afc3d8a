"""Replay pages in a browser: written to a file, opened from there, read as they show a position."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from fitl_core import play_log, read_log
from fitl_core.game.files import Game
from fitl_core.game.non_player_verdicts import traces
from fitl_core.pages.whole_replay import replay_page
from fitl_core.pictures.shapes import plain
from fitl_core.tell.state_view import StateView

if TYPE_CHECKING:
    from playwright.sync_api import Page

FIXTURES = Path(__file__).parents[2] / "fixtures"
SHOWN = """() => Object.fromEntries([...document.querySelectorAll(
    '#changing [data-value], #changing [data-number]')].map(
    one => [one.id, Number(one.dataset.value ?? one.dataset.number)]))"""


@cache
def game_of(name: str) -> Game:
    """A game of the fixtures, played."""
    path = FIXTURES / name
    return play_log(read_log(path.read_bytes(), path.name))


@cache
def html_of(name: str, trace: bool = False) -> str:
    """The page of a game of the fixtures."""
    replay = game_of(name).replay
    assert replay is not None
    return replay_page(game_of(name), replay, traces(replay) if trace else None)


def open_replay(page: Page, html: str, folder: Path, event: int = 0) -> None:
    """Open a page from disk, at an event, with no network."""
    file = folder / "replay.html"
    file.write_text(html, encoding="utf-8")
    page.context.set_offline(True)
    page.goto(f"{file.as_uri()}#{event}")


def open_fixture(page: Page, name: str, folder: Path, event: int = 0) -> None:
    """Open the replay of a game of the fixtures at an event."""
    open_replay(page, html_of(name), folder, event)


def shown(page: Page) -> dict[str, int]:
    """The figures on the board of a page, by the ids of margins, tracks, pieces and markers."""
    found: dict[str, int] = page.evaluate(SHOWN)
    return found


def shown_event(page: Page) -> int:
    """The number of the event that a page shows."""
    return int(page.inner_text("#number"))


def expected(told: StateView) -> dict[str, int]:
    """Return the numbers that a page must show for the output of `fitl show --json`."""
    tracks = {"aid": told.tracks.aid, "patronage": told.tracks.patronage, "trail": told.tracks.trail}
    tracks |= {name: getattr(told.tracks.resources, name) for name in ("ARVN", "NVA", "VC")}
    found = {f"track-{name}": value for name, value in tracks.items()}
    found |= {f"margin-{faction}": margin for faction, margin in told.margins.items()}
    rooms = {name: space.pieces for name, space in told.spaces.items()}
    rooms |= {"box-available": told.available, "box-casualties": told.casualties, "box-oop": told.out_of_play}
    for name, pieces in rooms.items():
        found |= {f"{name}-{plain(kind.code)}": number for kind, number in pieces.items()}
    for name, space in told.spaces.items():
        found |= {f"{name}-terror": space.terror} if space.terror else {}
        found |= {f"{name}-sabotage": 1} if space.sabotage else {}
    return found
