"""A replay that trusts recorded effects asks no rule; its digest shows whether they fit the game."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from fixture_games import FIXTURES, files, fixture

import notation
from fitl_core import engine
from fitl_core.errors import Violation
from fitl_core.game.replays import ReplayedGame, Untrusted, replay
from fitl_core.record.board_effects import TrackChanged
from fitl_core.record.effects import Effect
from fitl_core.record.setup import Setup
from fitl_core.state.applying import UnfitEffects
from fitl_core.state.position_digest import digest


def _game(path: Path) -> tuple[Setup, ReplayedGame]:
    game = fixture(path).replay
    assert game is not None
    return notation.setup_of(fixture(path).document.log), game


TUTORIAL = FIXTURES / "tutorial.fitl"


@pytest.mark.parametrize("path", files(FIXTURES), ids=lambda path: path.stem)
def test_effects_fold_to_the_same_game(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Recorded effects, kept as JSON, fold to every position that the rules reach."""
    setup, game = _game(path)
    kept = msgspec.json.decode(msgspec.json.encode(game.effects), type=tuple[tuple[Effect, ...], ...])
    for name in ("play", "start"):
        monkeypatch.setattr(engine, name, None)
        monkeypatch.setattr(f"fitl_core.game.replays.{name}", None)
    events = game.events[: game.sound]
    assert replay(setup, events, effects=kept, check=False, digest=digest(game.state)).steps == game.steps


def test_without_effects_nothing_is_trusted() -> None:
    """Trust without recorded effects is a usage error, also if every event is checked."""
    setup, game = _game(TUTORIAL)
    with pytest.raises(Untrusted, match="a replay folds effects"):
        replay(setup, game.events, check=False)
    with pytest.raises(Untrusted, match="37 events have effects of the start and one for each, not 37"):
        replay(setup, game.events, effects=game.effects[1:], check=False)
    with pytest.raises(Untrusted, match="go with check=False"):
        replay(setup, game.events, effects=game.effects)
    with pytest.raises(Untrusted, match="go with check=False"):
        replay(setup, game.events, digest=digest(game.state))


def test_other_effects_lead_to_another_digest() -> None:
    """One changed figure changes the position, so the digest differs."""
    setup, game = _game(TUTORIAL)
    end = digest(game.state)
    other = [*game.effects[:-1], (*game.effects[-1], TrackChanged("1.8", "VC", 0, 75))]
    assert replay(setup, game.events, effects=other, check=False).state.resources[2] == 75
    with pytest.raises(Violation) as refused:
        replay(setup, game.events, effects=other, check=False, digest=end)
    assert refused.value.code == "digest-differs"
    assert f"recorded {end}" in refused.value.facts


def test_effects_of_another_game_do_not_fit() -> None:
    """Effects that move missing pieces are reported as an error of the tree, without a traceback."""
    setup, game = _game(TUTORIAL)
    with pytest.raises(UnfitEffects, match="do not fit the position"):
        replay(setup, game.events[1:], effects=game.effects[1:][::-1], check=False)
