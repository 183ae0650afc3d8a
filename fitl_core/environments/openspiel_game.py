"""The game for OpenSpiel; needs the extra `openspiel`.

    import pyspiel
    import fitl_core.environments.openspiel_game       # registers the game

    game = pyspiel.load_game("fitl(scenario=short,cards=3)")
    state = game.new_initial_state()

Steps, action ids and observations are those of the PettingZoo environment. docs/do/environments.md describes
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from fitl_core.environments.action_layout import (
    NoAction,
    Row,
    action_name,
    meaning_of,
    number_of_actions,
    row_of,
)
from fitl_core.environments.answer_rows import AnswerRows
from fitl_core.environments.game_steps import GameSteps, first_steps
from fitl_core.environments.missing_extras import NoExtra, Untyped
from fitl_core.environments.observations import HAND, SIZE, information_of, observed, recalled, sight_words
from fitl_core.environments.step_chances import NUMBER_OF_OUTCOMES, outcome_words
from fitl_core.environments.step_course import StepRules
from fitl_core.environments.turn_stages import ChoiceStage
from fitl_core.facts.editions import Edition
from fitl_core.facts.factions import Faction
from fitl_core.facts.options import has_markers
from fitl_core.facts.players import SHARED_OUT, Players, player_words
from fitl_core.facts.scenario_list import scenario
from fitl_core.record.setup import Setup
from fitl_core.seat.answer_names import name_of_answer

try:
    import numpy
    import pyspiel  # type: ignore[import-not-found]
except ImportError:
    raise NoExtra("openspiel") from None

if TYPE_CHECKING:
    _Game = Untyped
    _State = Untyped
else:
    _Game, _State = pyspiel.Game, pyspiel.State

SHORT_NAME = "fitl"
LEAST_MARGIN, MOST_MARGIN = -50.0, 70.0
"""The bounds of a victory margin (7.2)."""
STEPS_OF_A_CARD = 10_000
"""More steps than a card with a Coup Round can have."""
DEFAULTS: dict[str, Any] = {
    "scenario": "short",
    "cards": 0,
    "options": "",
    "players": 4,
    "seats": "",
    "rules": "second",
}
"""The parameters of the game. `cards` 0 plays the whole deck. `seats` replaces `players`: "US+ARVN/VC"."""


def _game_type(is_open: bool) -> Any:
    """Return the type of the game. It is open where nobody has Deception markers (7.3)."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=SHORT_NAME,
        long_name="Fire in the Lake",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            kinds.Information.PERFECT_INFORMATION if is_open else kinds.Information.IMPERFECT_INFORMATION
        ),
        utility=kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


def _seats(params: Mapping[str, Any]) -> Players:
    """Return the seats of the parameters. Raises `NoAction` for a number of players that is not 2 to 4."""
    if params["seats"]:
        groups = str(params["seats"]).upper().split("/")
        return tuple([tuple([Faction(one) for one in group.split("+")]) for group in groups])
    found = {4: SHARED_OUT[0], 3: SHARED_OUT[1], 2: SHARED_OUT[3]}.get(int(params["players"]))
    if found is None:
        raise NoAction(f"players is 2, 3 or 4, not {params['players']}; seats names the Factions of fewer")
    return found


class FitlGame(_Game):
    """The game with its parameters (`DEFAULTS`). Raises the errors of `start` for an impossible setup."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        chosen = {**DEFAULTS, **(params or {})}
        options = tuple([one for one in str(chosen["options"]).split("/") if one])
        setup = Setup(
            str(chosen["scenario"]),
            rules=Edition(str(chosen["rules"])),
            players=_seats(chosen),
            options=options,
        )
        cards = int(chosen["cards"])
        self.first: GameSteps = first_steps(StepRules(setup, cards or None))
        deck = sum([events + 1 for events, _ in scenario(setup.scenario).piles])
        self._longest = STEPS_OF_A_CARD * (cards or deck)
        info = pyspiel.GameInfo(
            num_distinct_actions=number_of_actions(),
            max_chance_outcomes=NUMBER_OF_OUTCOMES,
            num_players=len(setup.players),
            min_utility=LEAST_MARGIN,
            max_utility=MOST_MARGIN,
            max_game_length=self._longest,
        )
        super().__init__(_game_type(not has_markers(options)), info, dict(params or {}))

    def new_initial_state(self) -> FitlState:
        """Return the first state: the first chance of the game."""
        return FitlState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return a number of results of chance that no game exceeds."""
        return self._longest

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> FitlObserver:
        """Return an observer, by default of the present position as a seat sees it."""
        return FitlObserver(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class FitlState(_State):
    """A state of the game: `steps` is the game at this step."""

    def __init__(self, game: FitlGame) -> None:
        super().__init__(game)
        self.steps: GameSteps = game.first

    def current_player(self) -> int:
        """Return the seat that decides, or the player of chance or of the end."""
        match self.steps.kind:
            case "over":
                return int(pyspiel.PlayerId.TERMINAL)
            case "chance":
                return int(pyspiel.PlayerId.CHANCE)
            case "choice":
                return self.steps.seat

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.steps.actions)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance with their chances."""
        return list(self.steps.chances)

    def _apply_action(self, action: int) -> None:
        self.steps = self.steps.after(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return outcome_words(action) if player == pyspiel.PlayerId.CHANCE else action_name(action)

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        """Return an action as data: its block, and its fields."""
        if player == pyspiel.PlayerId.CHANCE:
            return {"chance": outcome_words(action)}
        block, *fields = meaning_of(action)
        return {"action": block, "fields": fields}

    def _struct_to_actions(self, struct: Mapping[str, Any]) -> list[int]:
        """Return the actions of a struct: one action, or the row of an answer by name.

        `{"answer": "Sai+2at"}` names an answer as the notation writes it. Raises `NoAction` for anything
        else, and for what is not open.
        """
        return struct_actions(self.steps, struct)

    def is_terminal(self) -> bool:
        """Check whether the game is over."""
        return self.steps.kind == "over"

    def returns(self) -> list[float]:
        """Return the victory margin of each seat at the end (7.2), before it 0."""
        course = self.steps.course
        return list(course.returns()) if self.is_terminal() else [0.0] * len(course.rules.seats)

    def __str__(self) -> str:
        return sight_words(self.steps)


def struct_actions(steps: GameSteps, struct: Mapping[str, Any]) -> list[int]:
    """Return the actions of a struct, as `FitlState` takes it. Raises `NoAction`."""
    if "chance" in struct:
        found = [one for one, _ in steps.chances if outcome_words(one) == struct["chance"]]
    elif "answer" in struct:
        found = _answer_row(steps, str(struct["answer"]))
    else:
        wanted = (str(struct.get("action", "")), *map(str, struct.get("fields", ())))
        found = [one for one in steps.actions if meaning_of(one) == wanted]
    if not found:
        raise NoAction(f"{dict(struct)!r:.80} is not open here")
    return found


def _answer_row(steps: GameSteps, name: str) -> list[int]:
    """Return the actions still to be taken for an answer by name; empty if no answer has it."""
    rows = _rows(steps)
    for asked in rows.questions if rows is not None else ():
        for clause in asked.accepted():
            if name_of_answer(clause) == name and (found := _taken(steps, row_of(clause))):
                return found
    return []


def _taken(steps: GameSteps, row: Row) -> list[int]:
    """Return the actions of a row without those that are taken by themselves; empty if one is not open."""
    found: list[int] = []
    rows = _rows(steps)
    while rows is not None and row[: len(rows.begun)] == rows.begun:
        action = row[len(rows.begun)]
        if action not in steps.actions:
            return []
        found.append(action)
        steps = steps.after(action)
        rows = _rows(steps)
        if rows is None or not rows.begun:
            break
    return found


def _rows(steps: GameSteps) -> AnswerRows | None:
    """Return the answers that a seat may give at this step."""
    return steps.stage.rows if isinstance(steps.stage, ChoiceStage) else None


class FitlObserver:
    """Writes the observation of a state as numbers and as text.

    The tensor `public` is the observation without the own Deception markers, and `hand` has these. With
    perfect recall, `recall` counts each action and each outcome of the game so far.
    """

    def __init__(self, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise NoAction(f"an observation takes no parameters, not {params}")
        self._is_public = bool(iig_obs_type.public_info)
        self._is_recalled = bool(iig_obs_type.perfect_recall)
        self._is_private = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        sizes = dict(self._sizes())
        self.tensor: Any = numpy.zeros(sum(sizes.values()), numpy.float32)
        self.dict: dict[str, Any] = {}
        first = 0
        for name, size in sizes.items():
            self.dict[name] = self.tensor[first : first + size]
            first += size

    def _sizes(self) -> Iterator[tuple[str, int]]:
        if self._is_public:
            yield "public", SIZE - (HAND.stop - HAND.start)
        if self._is_private:
            yield "hand", HAND.stop - HAND.start
        if self._is_public and self._is_recalled:
            yield "recall", number_of_actions() + NUMBER_OF_OUTCOMES

    def set_from(self, state: FitlState, player: int) -> None:
        """Write the observation of a seat into the tensor."""
        row = observed(state.steps, player)
        if "public" in self.dict:
            self.dict["public"][:] = row[: HAND.start] + row[HAND.stop :]
        if "hand" in self.dict:
            self.dict["hand"][:] = row[HAND]
        if "recall" in self.dict:
            self.dict["recall"][:] = recalled(state.steps, player)

    def string_from(self, state: FitlState, player: int) -> str:
        """Return the observation of a seat as text."""
        steps = state.steps
        hand = ", ".join(steps.course.hand(player)) if self._is_private else ""
        if not self._is_public:
            return hand
        if self._is_recalled:
            return information_of(steps, player if self._is_private else None)
        lines = [f"seat {player_words(steps.course.rules.seats[player])}"] if self._is_private else []
        lines += [f"own markers: {hand}"] if hand else []
        return "\n".join([*lines, sight_words(steps)])


pyspiel.register_game(_game_type(True), FitlGame)
