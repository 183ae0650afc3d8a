"""Effects of saved games, besides the law that they are the whole change (`laws_of_games`)."""

from __future__ import annotations

from pathlib import Path

import pytest
from fixture_games import FOLDERS, files, fixture

from fitl_core.engine import start
from fitl_core.facts.cards import coup_cards
from fitl_core.record.board_effects import ControlChanged
from fitl_core.record.setup import Setup
from fitl_core.state.applying import apply_effects
from fitl_core.state.start import set_up


@pytest.mark.parametrize("path", files(*FOLDERS), ids=lambda path: path.stem)
def test_1_7_control_is_told_at_the_end_of_an_event(path: Path) -> None:
    """Each space at most once, behind everything else."""
    game = fixture(path).replay
    for step in game.steps if game else ():
        kinds = [isinstance(effect, ControlChanged) for effect in step.effects]
        assert kinds == sorted(kinds)
        spaces = [effect.space for effect in step.effects if isinstance(effect, ControlChanged)]
        assert len(spaces) == len(set(spaces))


@pytest.mark.parametrize("coup", sorted(coup_cards() - {0}))
def test_2_4_a_game_that_begins_with_a_coup_card_tells_what_happened(coup: int) -> None:
    """The start has effects of its own where a Coup card is the first."""
    setup = Setup("full", cards=(coup, 1))
    step = start(setup)
    assert step.effects
    assert apply_effects(set_up(setup), step.effects) == step.state
