"""The AEC environment passes the tests of PettingZoo, and hides what a seat may not know."""

from __future__ import annotations

import re
import warnings
from typing import Any

import pytest
from samples import WHOLE
from sources import ROOT

from fitl_core import replay
from fitl_core.environments.action_layout import NoAction, word_action

WHY = "the extra pettingzoo is not installed"
pytest.importorskip("pettingzoo", reason=WHY)

from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped] # noqa: E402

from fitl_core.environments.pettingzoo_env import FitlEnv, env  # noqa: E402

CARDS = 8 if WHOLE else 2


@pytest.fixture(autouse=True)
def _quiet() -> Any:
    """PettingZoo warns of dictionaries and of the names of agents, also for its own games."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


SETUPS: list[dict[str, Any]] = [
    {"scenario": "short"},
    {"scenario": "full", "options": ("deception",)},
    {"scenario": "short", "players": (("US", "ARVN"), ("VC",))},
]


@pytest.mark.parametrize("setup", SETUPS)
def test_api_test_of_pettingzoo(setup: dict[str, Any]) -> None:
    """Whole episodes by the rules of the AEC interface."""
    api_test(env(cards=CARDS, **setup), num_cycles=2000 if WHOLE else 60)


@pytest.mark.parametrize("setup", SETUPS[::2])
def test_seed_test_of_pettingzoo(setup: dict[str, Any]) -> None:
    """The same seed and actions give the same observations, also with Non-players."""
    seed_test(lambda: env(cards=CARDS, **setup), num_cycles=500 if WHOLE else 20)


def at_random(game: FitlEnv, seed: int) -> dict[str, float]:
    """Play an episode at random and return the rewards of its end."""
    game.reset(seed=seed)
    rewards: dict[str, float] = {}
    for place, agent in enumerate(game.possible_agents):
        game.action_space(agent).seed(seed + place)
    for agent in game.agent_iter():
        observation, reward, termination, truncation, _ = game.last()
        if termination or truncation:
            rewards[agent] = reward
            game.step(None)
        else:
            game.step(game.action_space(agent).sample(observation["action_mask"]))
    return rewards


def test_an_episode_is_a_game() -> None:
    """Its events are legal, and the rewards are the margins at the end (7.2)."""
    game = env(cards=2)
    rewards = at_random(game, 7)
    assert list(rewards) == ["US", "ARVN", "NVA", "VC"]
    assert tuple(rewards.values()) == game.steps.course.returns()
    replay(game.steps.course.rules.setup, game.events)


def test_only_the_agent_that_is_asked_has_actions() -> None:
    """The masks of the others are empty."""
    game = env(cards=1)
    game.reset(seed=1)
    for agent in game.possible_agents:
        assert bool(game.observe(agent)["action_mask"].any()) is (agent == game.agent_selection)


def test_an_action_outside_the_mask_is_refused() -> None:
    """The environment then stands as before."""
    game = env(cards=1)
    game.reset(seed=1)
    before = game.steps
    with pytest.raises(NoAction):
        game.step(word_action("waive"))
    assert game.steps is before


def test_render_shows_moves_and_actions() -> None:
    """In words, if it is asked for."""
    game = env(cards=1, render_mode="ansi")
    game.reset(seed=7)
    words = game.render()
    assert words is not None and "pass" in words


def test_the_example_of_the_page_runs() -> None:
    """The first example of docs/do/environments.md plays an episode to its end."""
    page = (ROOT / "docs" / "do" / "environments.md").read_text(encoding="utf-8")
    code = next(re.finditer(r"```python\n(.*?)```", page, re.DOTALL))[1]
    names: dict[str, Any] = {}
    exec(code, names)
    assert names["game"].agents == []
