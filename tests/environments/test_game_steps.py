"""Games as single steps: whole games, branches, chance, secrets, returns."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import pytest
from samples import WHOLE

from fitl_core import Faction, Setup, replay, start
from fitl_core.environments.action_layout import NoAction, action_name, word_action
from fitl_core.environments.game_steps import GameSteps, first_steps
from fitl_core.environments.observations import SIZE, information_of, observed
from fitl_core.environments.step_chances import FIRST_MARKER, NUMBER_OF_OUTCOMES, of_markers
from fitl_core.environments.step_course import StepRules
from fitl_core.facts.players import FOUR_PLAYERS, SHARED_OUT, Players
from fitl_core.players.decks import card_chances, redeal
from fitl_core.players.dice import Dice
from fitl_core.state.victory import margins

US, ARVN, NVA, VC = Faction.US, Faction.ARVN, Faction.NVA, Faction.VC
GAMES: list[tuple[str, tuple[str, ...], Players]] = [
    ("short", (), FOUR_PLAYERS),
    ("full", ("deception",), FOUR_PLAYERS),
    ("medium", ("period-events", "political-rhythm"), SHARED_OUT[3]),
    ("short", (), ((US,), (NVA,))),
    ("full", (), ((ARVN,),)),
]
CARDS = None if WHOLE else 3


def played_on(steps: GameSteps, dice: Dice, most: int = 10**9) -> list[GameSteps]:
    """Return the steps of a random game: those at which a seat decides, and the last."""
    found = [steps.after_chance(dice)]
    while found[-1].kind == "choice" and len(found) < most:
        found.append(found[-1].after(dice.draw(found[-1].actions)).after_chance(dice))
    return found


@pytest.mark.parametrize(("scenario", "options", "players"), GAMES)
def test_random_games_end(scenario: str, options: tuple[str, ...], players: Players) -> None:
    """A random game in steps ends with margins, and its events are a game by the rules."""
    setup = Setup(scenario, options=options, players=players)
    last = played_on(first_steps(StepRules(setup, CARDS)), Dice(f"{scenario} {players}"))[-1]
    assert (last.kind, last.actions, last.chances, last.seat) == ("over", (), (), -1)
    game = replay(setup, last.course.events)
    assert game.state == last.course.state
    assert len(last.course.returns()) == len(players)
    if players == FOUR_PLAYERS:
        points = margins(game.state)
        assert last.course.returns() == tuple([points[one] for one in (US, ARVN, NVA, VC)])


@pytest.mark.parametrize(("scenario", "options", "players"), GAMES[:4])
def test_a_branch_is_like_a_pickled_game(scenario: str, options: tuple[str, ...], players: Players) -> None:
    """From any step a game goes on in the same way as from a copy and from its pickle."""
    rules = StepRules(Setup(scenario, options=options, players=players), 2)
    for number, steps in enumerate(played_on(first_steps(rules), Dice(3), 60)):
        again = pickle.loads(pickle.dumps(steps))
        assert copy.deepcopy(steps) is steps
        assert (again.kind, again.who, again.actions) == (steps.kind, steps.who, steps.actions)
        if steps.kind == "choice" and number % 5 == 0:
            chosen = steps.actions[-1]
            for one in (steps.after(chosen), steps.after(chosen), again.after(chosen)):
                assert (one.kind, one.who, one.actions) == (
                    steps.after(chosen).kind,
                    steps.after(chosen).who,
                    steps.after(chosen).actions,
                )


def test_an_action_that_is_not_open() -> None:
    """It is refused by name, and nothing changes."""
    steps = first_steps(StepRules(Setup("short"))).after_chance(Dice(1))
    shut = word_action("waive")
    assert shut not in steps.actions
    with pytest.raises(NoAction, match="waive"):
        steps.after(shut)
    with pytest.raises(NoAction):
        first_steps(StepRules(Setup("short"))).after(NUMBER_OF_OUTCOMES)


def test_the_chances_of_a_card_are_those_of_the_deck() -> None:
    """A card comes up as often as in decks that are dealt anew (2.1), also where a Coup card is due."""
    options = ("political-rhythm",)
    steps = first_steps(StepRules(Setup("short", options=options)))
    dice = Dice(11)
    for card in range(6):
        state = steps.course.state
        chances = card_chances(state)
        assert sum(chances.values()) == pytest.approx(1)
        drawn = [redeal(state, f"{card} {one}")[0] for one in range(300)]
        coups = [one for one in chances if one > 124]
        share = sum([chances[one] for one in coups])
        found = sum([one in coups for one in drawn]) / len(drawn)
        assert set(drawn) <= set(chances)
        assert abs(found - share) < 0.1
        steps = steps.after(dice.draw(list(chances)))
        while steps.kind == "choice":
            steps = steps.after(word_action("pass"))


def test_markers_are_dealt_first() -> None:
    """Each of four seats gets two of twelve markers (7.3)."""
    steps = first_steps(StepRules(Setup("short", options=("deception",)), 1))
    assert steps.chances == tuple([(FIRST_MARKER + kind, 1 / 3) for kind in range(3)])
    for _ in range(4):
        steps = steps.after(FIRST_MARKER)
    assert [outcome for outcome, _ in steps.chances] == [FIRST_MARKER + 1, FIRST_MARKER + 2]
    assert dict(of_markers(("agenda",)))[FIRST_MARKER] == pytest.approx(3 / 11)


def test_secrets_of_other_seats_change_nothing() -> None:
    """Games that differ only in the markers of VC look the same to all others up to the end."""
    rules = StepRules(Setup("short", options=("deception",)), 2)
    pairs = []
    for of_vc in ((0, 2), (1, 1)):
        steps = first_steps(rules)
        for kind in (0, 1, 1, 2, 2, 2, *of_vc):
            steps = steps.after(FIRST_MARKER + kind)
        pairs.append(steps)
    dice = (Dice(4), Dice(4))
    compared = 0
    while True:
        pairs = [steps.after_chance(one) for steps, one in zip(pairs, dice, strict=True)]
        first, second = pairs
        for seat, is_same in enumerate((True, True, True, False)):
            assert (observed(first, seat) == observed(second, seat)) is is_same
            assert (information_of(first, seat) == information_of(second, seat)) is is_same
            assert len(observed(first, seat)) == SIZE
        if first.kind == "over":
            break
        both = sorted(set(first.actions) & set(second.actions))
        if first.seat != 3:
            assert first.actions == second.actions
        plain = [one for one in both if "reveal" not in action_name(one)]
        chosen = dice[0].draw(plain)
        assert dice[1].draw(plain) == chosen
        pairs = [steps.after(chosen) for steps in pairs]
        compared += 1
    assert compared > 20


def test_a_hidden_agenda_may_be_revealed_after_the_end() -> None:
    """Its player is asked, and its margin rises by 1 (7.3)."""
    steps = first_steps(StepRules(Setup("short", options=("deception",)), 1))
    for kind in (0, 1, 1, 2, 2, 2, 1, 2):
        steps = steps.after(FIRST_MARKER + kind)
    dice, skip = Dice(2), word_action("skip")
    while not steps.course.is_over:
        steps = steps.after_chance(dice)
        if steps.kind == "choice" and not steps.course.is_over:
            steps = steps.after(word_action("pass"))
    assert steps.who is US and [action_name(one) for one in steps.actions] == ["skip", "reveal-agenda"]
    ends = []
    for first in (skip, word_action("reveal-agenda")):
        after = steps.after(first)
        while after.kind != "over":
            assert after.actions == (skip,)
            after = after.after(skip)
        ends.append(after.course.returns())
    assert ends[1] == (ends[0][0] + 1, *ends[0][1:])


def test_start_is_that_of_the_setup() -> None:
    """The first step has the position of the scenario."""
    assert first_steps(StepRules(Setup("full"))).position == start(Setup("full")).state


@pytest.mark.parametrize(
    ("package", "module", "extra"),
    [("pettingzoo", "pettingzoo_env", "pettingzoo"), ("pyspiel", "openspiel_game", "openspiel")],
)
def test_a_missing_extra_is_named(package: str, module: str, extra: str) -> None:
    """Where its package is not installed, the module says which extra it needs."""
    program = f"import sys; sys.modules['{package}'] = None; import fitl_core.environments.{module}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and f'pip install "fitl[{extra}]"' in done.stderr


def test_rules_without_a_seat_or_a_card() -> None:
    """They are refused before the game begins."""
    with pytest.raises(ValueError, match="1 or more, not -1"):
        first_steps(StepRules(Setup("short"), -1))
    with pytest.raises(ValueError, match="no seat"):
        first_steps(StepRules(Setup("short", players=())))
