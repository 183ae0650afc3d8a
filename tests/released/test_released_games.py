"""Games, positions and pages of released versions are read, played on and written today."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from released_files import LAST, OLDEST, REFUSED, RELEASED, Recorded, name_of, plays_on, read, recorded

import notation
from fitl_core import Faction, digest, position_of, replay, start
from fitl_core.game.files import false_claims, play_log, read_log
from fitl_core.state import resources
from notation.position_reader import read_position, write_position

GAMES = [*recorded(OLDEST), *recorded(LAST)]
PLAYED = [game for game in GAMES if game.path != REFUSED]
JSON_LINES = [path for path in sorted(RELEASED.glob("*/*.jsonl")) if not path.name.startswith("table-")]


def test_every_game_has_its_record() -> None:
    """No game of a release is left out of the tests below."""
    assert {game.path for game in GAMES} == set(RELEASED.glob("*/*.fitl"))
    assert len(recorded(OLDEST)) >= 9 and len(recorded(LAST)) >= 18 and len(JSON_LINES) >= 4


@pytest.mark.parametrize("game", PLAYED, ids=name_of)
def test_a_game_is_legal_and_ends_in_its_position(game: Recorded) -> None:
    """A digest is compared if it has the version of today's digests. Those of version 1 only count events."""
    log = read(game.path).log
    played = replay(notation.setup_of(log), log.events)
    assert played.error is None and played.sound == game.events
    if game.digest.startswith("2:"):
        assert digest(played.state) == game.digest and not played.unchecked_digests
    else:
        assert game.path.parent == OLDEST


@pytest.mark.parametrize("name", ["short-digests", "short-original", "medium-two-players"])
def test_digests_of_0_1_0_are_named_as_unchecked(name: str) -> None:
    """They cover another text of the position. Their lines are kept as they are."""
    log = read(OLDEST / f"{name}.fitl").log
    unchecked = replay(notation.setup_of(log), log.events).unchecked_digests
    text = notation.write(log)
    assert unchecked
    for number in unchecked:
        line = notation.write_event(log.events[number - 1])
        assert re.fullmatch(r"digest [0-9a-f]{16}", line) and line in text


@pytest.mark.parametrize("name", ["short-digests", "short-original", "medium-non-players"])
def test_a_changed_digest_of_0_2_0_is_refused(name: str) -> None:
    """Digests of version 2 are compared with the position."""
    text = (LAST / f"{name}.fitl").read_text(encoding="utf-8")
    if "digest 2:" not in text:
        text += f"digest {next(game.digest for game in GAMES if game.path == LAST / f'{name}.fitl')}\n"
    changed = re.sub(r"digest 2:(.)", lambda found: f"digest 2:{'1' if found[1] == '0' else '0'}", text)
    log = notation.read(changed).log
    error = replay(notation.setup_of(log), log.events).error
    assert error is not None and error.code == "digest-differs"


@pytest.mark.parametrize("game", PLAYED, ids=name_of)
def test_a_game_goes_on(game: Recorded) -> None:
    """Further legal moves follow, and the longer game is written and read as today's form."""
    log = read(game.path).log
    over = replay(notation.setup_of(log), log.events).state.phase == "over"
    assert (plays_on(log) is None) == over


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_a_game_keeps_its_lines(game: Recorded) -> None:
    """Writer and reader of today keep events, claims, comments, writers, proofs and links."""
    log = read(game.path).log
    again = notation.read(notation.write(log)).log
    assert again.entries == log.entries
    assert notation.load(notation.dump(log)).log.entries == log.entries
    assert not false_claims(play_log(read_log(game.path.read_bytes(), game.path.name)))


@pytest.mark.parametrize("path", JSON_LINES, ids=name_of)
def test_json_lines_say_what_the_text_says(path: Path) -> None:
    """JSON Lines of a game and its text have the same entries."""
    lines, text = read(path).log, read(path.with_suffix(".fitl")).log
    assert lines.entries == text.entries
    assert notation.setup_of(lines) == notation.setup_of(text)


@pytest.mark.parametrize("here", [OLDEST, LAST], ids=name_of)
def test_a_position_is_that_of_its_game(here: Path) -> None:
    """The position after event 9 is written as it was, and a game begins from it."""
    text = (here / "position.txt").read_text(encoding="utf-8").strip()
    opening = read(here / "medium-opening.fitl").log
    game = replay(notation.setup_of(opening), opening.events)
    assert read_position(text) == read_position(write_position(position_of(game.state_at(9))))
    header = read(here / "position.fitl").log
    setup = notation.setup_of(header)
    assert setup.position == read_position(text)
    assert digest(start(setup).state) == digest(game.state_at(9))
    assert plays_on(header) is not None


def test_corrections_in_words_stay_words() -> None:
    """The free `amend`, `void` and `ruling` lines of version 1 change nothing: they are notes today."""
    opening, corrected = (read(OLDEST / f"medium-{name}.fitl").log for name in ("opening", "corrected"))
    games = [replay(notation.setup_of(log), log.events) for log in (opening, corrected)]
    assert games[0].state == games[1].state
    assert games[1].sound == games[0].sound + 4 and not games[1].taken_back


def test_corrections_of_0_2_0_are_in_force() -> None:
    """A move is amended and taken back, another let stand, and figures are corrected."""
    log = read(LAST / "medium-corrected.fitl").log
    game = replay(notation.setup_of(log), log.events)
    assert game.taken_back == {25} and game.stands == (28,) and game.corrections == (29,)
    assert (game.state.aid, game.state.trail) == (12, 2)


def test_a_game_that_todays_rules_refuse() -> None:
    """Rules release 2 refuses a Sweep whose Troops move again after a Raid (3.2.3); 0.1.0 played it.

    The sound part is kept and goes on. With the move let stand, the game goes on after it as well.
    """
    log = read(REFUSED).log
    game = replay(notation.setup_of(log), log.events)
    assert game.sound == 53 and game.error is not None
    assert (game.error.code, game.error.rule) == ("one-operation", "3.2.3")  # type: ignore[attr-defined]
    sound = notation.Log(log.tags, log.entries[: log.entries.index(_entry_of(log, 53)) + 1])
    assert plays_on(sound) is not None
    move = notation.write_event(log.events[53])
    stands = notation.read_line(f"ruling stand {move}").event
    longer = replay(notation.setup_of(log), (*log.events[:53], stands))  # type: ignore[arg-type]
    assert longer.error is None and longer.stands == (54,)


def _entry_of(log: notation.Log, number: int) -> notation.Entry:
    return [entry for entry in log.entries if entry.event is not None][number - 1]


def test_a_replay_page_shows_the_game_of_today() -> None:
    """The lines of the page are those of the log, and its figures those of today's positions."""
    log = read(LAST / "full-readings.fitl").log
    game = replay(notation.setup_of(log), log.events)
    page = (LAST / "replay.html").read_text(encoding="utf-8")
    parts = re.split(r'<li id="e\d+"', page)[2:]
    lines = [html.unescape(found[1]) for part in parts if (found := re.search(r"<code>(.*?)</code>", part))]
    assert [notation.read_line(line).event for line in lines] == list(log.events)
    for part, step in zip(parts, game.steps[1:], strict=True):
        figures = re.search(r"ARVN (\d+).*; Aid (\d+), Patronage (\d+)", part)
        if figures is not None:
            state = step.state
            money = resources(state, Faction.ARVN)
            assert [int(figure) for figure in figures.groups()] == [money, state.aid, state.patronage]
