"""The game as an AEC environment of PettingZoo; needs the extra `pettingzoo`.

    from fitl_core.environments.pettingzoo_env import env

    game = env(scenario="short", cards=6)
    game.reset(seed=7)
    for agent in game.agent_iter():
        observation, reward, termination, truncation, info = game.last()
        over = termination or truncation
        game.step(None if over else game.action_space(agent).sample(observation["action_mask"]))

docs/do/environments.md describes the observations and the actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from fitl_core.environments.action_layout import action_name, number_of_actions
from fitl_core.environments.game_steps import GameSteps, first_steps
from fitl_core.environments.missing_extras import NoExtra, Untyped
from fitl_core.environments.observations import LEAST, MOST, SIZE, observed
from fitl_core.environments.step_course import StepRules
from fitl_core.facts.editions import Edition
from fitl_core.facts.factions import Faction
from fitl_core.facts.players import FOUR_PLAYERS, player_words
from fitl_core.players.dice import Dice
from fitl_core.record.events import Event
from fitl_core.record.setup import Setup

try:
    import numpy
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv  # type: ignore[import-untyped]
except ImportError:
    raise NoExtra("pettingzoo") from None

if TYPE_CHECKING:
    _Environment = Untyped
else:
    _Environment = AECEnv

LARGEST_SEED = 2**31 - 1


class FitlEnv(_Environment):
    """A game as an environment. An agent is a seat, and may be asked several times in a row.

    Chance and Non-players act within `step`. The reward at the end is the victory margin of the seat (7.2).
    Raises the errors of `start` for a setup that cannot be played.
    """

    agent_selection: str
    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi"],
        "name": "fitl_v0",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        scenario: str = "short",
        cards: int | None = None,
        options: Sequence[str] = (),
        players: Sequence[Sequence[str]] = FOUR_PLAYERS,
        rules: Edition | str = Edition.SECOND,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        groups = tuple([tuple([Faction(one) for one in group]) for group in players])
        setup = Setup(scenario, rules=Edition(rules), players=groups, options=tuple(options))
        self._rules = StepRules(setup, cards)
        self._steps: GameSteps = first_steps(self._rules)
        self.render_mode = render_mode
        self.possible_agents: list[str] = [player_words(group) for group in groups]
        box = spaces.Box(LEAST, MOST, (SIZE,), numpy.float32)
        mask = spaces.Box(0, 1, (number_of_actions(),), numpy.int8)
        self.observation_spaces: dict[str, Any] = {
            agent: spaces.Dict({"observation": box, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces: dict[str, Any] = {
            agent: spaces.Discrete(number_of_actions()) for agent in self.possible_agents
        }
        self.agents: list[str] = []
        self._chance = Dice(0)

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions: the ids of the action layout."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. The same seed and the same actions give the same game."""
        random, _ = seeding.np_random(seed)
        self._chance = Dice(int(random.integers(LARGEST_SEED)) if seed is None else seed)
        self._steps = first_steps(self._rules).after_chance(self._chance)
        self.agents = list(self.possible_agents)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._look()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation of an agent. Only the agent that is asked has actions in its mask."""
        seat = self.possible_agents.index(agent)
        mask = numpy.zeros(number_of_actions(), numpy.int8)
        if self._steps.seat == seat:
            mask[list(self._steps.actions)] = 1
        row = numpy.asarray(observed(self._steps, seat), numpy.float32)
        return {"observation": row, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take an action of the agent that is asked; None for an agent whose game is over.

        Raises `NoAction` for an action that its mask excludes.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._steps = self._steps.after(int(action if action is not None else -1))
        self._steps = self._steps.after_chance(self._chance)
        self._look()
        self._accumulate_rewards()

    def _look(self) -> None:
        """Select the next agent, or end the game."""
        if self._steps.kind != "over":
            self.agent_selection = self.possible_agents[self._steps.seat]
            return
        self.agent_selection = self.agents[0]
        was_cut = self._steps.course.state.phase != "over"
        for agent, margin in zip(self.possible_agents, self._steps.course.returns(), strict=True):
            self.rewards[agent] = margin
            self.terminations[agent] = not was_cut
            self.truncations[agent] = was_cut

    @property
    def steps(self) -> GameSteps:
        """The game at this step."""
        return self._steps

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the game so far, as a log has them."""
        return self._steps.course.events

    def render(self) -> str | None:
        """Return the moves so far and the open actions in words, in the mode `ansi`."""
        if self.render_mode is None:
            return None
        return rendered(self._steps)

    def close(self) -> None:
        """End the environment. Nothing is held open."""


def rendered(steps: GameSteps) -> str:
    """Return the last moves and the open actions in words."""
    from notation import write_event

    moves = [write_event(event) for event in steps.course.events[-3:]]
    if steps.kind == "over":
        return "\n".join([*moves, f"over: {steps.course.returns()}"])
    names = ", ".join([action_name(one) for one in steps.actions])
    return "\n".join([*moves, f"{steps.who}: {names}"])


def env(**options: Any) -> FitlEnv:
    """Return a new environment; the arguments are those of `FitlEnv`."""
    return FitlEnv(**options)
