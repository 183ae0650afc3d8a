"""The laws of games, held against every saved one as far as it is sound."""

from __future__ import annotations

from pathlib import Path

import pytest
from fixture_games import FIXTURES, FOLDERS, files, fixture

import notation
from fitl_core.errors import FitlError
from fitl_core.game.replays import Replay
from fitl_core.players.dice import Dice
from fitl_core.testing.laws_of_games import hold_laws

SMALL = (*FOLDERS[1:], FIXTURES / "cases")


def hold(path: Path) -> bool:
    """Hold the laws against a file's game; False where it could not even begin."""
    saved = fixture(path)
    if saved.replay is None:
        return False
    hold_laws(notation.setup_of(saved.document.log), saved.replay, Dice(path.stem))
    return True


@pytest.mark.parametrize("path", files(FIXTURES), ids=lambda path: path.stem)
def test_the_laws_hold_in_a_saved_game(path: Path) -> None:
    """The tutorial, the short and the medium game, and the opened campaign."""
    assert hold(path)


@pytest.mark.parametrize("folder", SMALL, ids=lambda folder: folder.name)
def test_the_laws_hold_in_every_small_file(folder: Path) -> None:
    """Refusals, mistakes and cases: what stands before the illegal move is a legal game."""
    begun = [path.name for path in files(folder) if hold(path)]
    assert len(begun) > 0.9 * len(files(folder))


def test_a_broken_law_is_told_of_a_game() -> None:
    """The laws can fail: a game with an effect, a position or an event of another one breaks some."""
    saved = fixture(FIXTURES / "tutorial.fitl")
    assert saved.replay is not None
    game, setup = saved.replay, notation.setup_of(saved.document.log)
    wrong = (
        Replay(game.events, (*game.steps[:-1], game.steps[-2])),
        Replay((*game.events[:-1], game.events[0]), game.steps),
    )
    for broken in wrong:
        with pytest.raises(FitlError):
            hold_laws(setup, broken, Dice(0))
