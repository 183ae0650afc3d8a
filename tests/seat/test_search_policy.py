"""The policy `search`: the same each time, within its limits, and without any secret."""

from __future__ import annotations

import time

import msgspec
import pytest

from fitl_core import Faction, Setup, margins, play_log, read_log
from fitl_core.facts.pieces import Kind, total_of
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import PlayedEvent, deal, random_game
from fitl_core.policies import UnknownPolicy, policy_game, policy_named
from fitl_core.policies.foreseen_margins import foreseen_margin, margin_weights, stage_of
from fitl_core.policies.planned_moves import PASSING, carried_out, planned, random_plan, varied
from fitl_core.policies.position_figures import FIGURE_NAMES, figures_of
from fitl_core.policies.search_policy import SearchLimits, SearchPolicy
from fitl_core.record.events import Action, Reveal
from fitl_core.seat import SeatSight, sight_of_game
from fitl_core.seat.sights import at_turn
from fitl_core.state.state import State, resources
from fitl_core.state.victory import scores
from fitl_core.strict_play import play_canonical


def sight() -> SeatSight:
    """VC is to act on card 107."""
    game = play_log(read_log(b'[FITL "2"]\n[Scenario "full"]\n[Cards "107 55"]\n', "game")).replay
    assert game is not None
    return sight_of_game(game, (Faction.VC,))


def test_a_number_of_plays_gives_the_same_move_each_time() -> None:
    """The chance of a decision comes from the seed and the sight; `plays` counts them."""
    moves = []
    for _ in range(2):
        policy = SearchPolicy(7, SearchLimits(20))
        moves.append(policy.act(sight()))
        assert policy.plays == 20
    assert moves[0] == moves[1] is not None


def test_time_ends_the_search() -> None:
    """With a limit of time the number of plays is open."""
    policy = SearchPolicy(7, SearchLimits(100_000, seconds=0.1))
    begins = time.monotonic()
    assert policy.act(sight()) is not None
    assert 0 < policy.plays < 100_000 and time.monotonic() - begins < 5


def until_third_reveal(played: list[PlayedEvent]) -> list[object]:
    """The events before the third card that is turned up."""
    reveals = [number for number, one in enumerate(played) if isinstance(one.event, Reveal)]
    return [one.event for one in played[: reveals[2]]]


def test_the_search_knows_no_card_that_lies_hidden() -> None:
    """Two decks that differ only below the second card give the same moves until that is turned up."""
    setup, deck = deal(Setup("short"), Dice(5))
    games = []
    for rest in (deck[2:], [*reversed(deck[2:8]), *deck[8:]]):
        policies = {Faction.VC: policy_named("search:10", 3), Faction.NVA: policy_named("search:10", 4)}
        games.append(list(policy_game(setup, [*deck[:2], *rest], Dice(9), policies, cards=4)))
    assert until_third_reveal(games[0]) == until_third_reveal(games[1])
    assert [one.event for one in games[0]] != [one.event for one in games[1]]


def test_planned_moves_are_carried_out_with_new_dice() -> None:
    """The clauses of a move without its dice lead to a whole move again; no clause is a Pass."""
    dice = Dice(4)
    setup, deck = deal(Setup("short"), dice)
    moves = 0
    for played in random_game(setup, deck, dice, 6):
        if isinstance(played.event, Action) and played.before.phase == "card":
            plan = planned(played.event, (played.event.faction,))
            after = carried_out(played.before, played.event.faction, plan, dice)
            assert after.done != played.before.done or after.phase != played.before.phase
            moves += 1
    assert moves > 4
    passed = carried_out(sight().state, Faction.VC, PASSING, dice)
    assert resources(passed, Faction.VC) == resources(sight().state, Faction.VC) + 1


@pytest.mark.parametrize(
    ("name", "limits"),
    [("search:200", (200, None)), ("search:0.5s", (100_000, 0.5)), ("search:2s", (100_000, 2.0))],
)
def test_limits_stand_behind_the_name(name: str, limits: tuple[int, float | None]) -> None:
    """A number is of plays, or of seconds with an s."""
    policy = policy_named(name)
    assert isinstance(policy, SearchPolicy) and policy.name == "search"
    assert (policy.limits.plays, policy.limits.seconds) == limits


@pytest.mark.parametrize(
    "name", ["search:", "search:0", "search:-1", "search:1.5", "search:tea", "search:1e9s"]
)
def test_limits_that_are_none(name: str) -> None:
    """They are refused."""
    with pytest.raises(UnknownPolicy):
        policy_named(name)


def positions(number: int) -> list[SeatSight]:
    """Sights of seats to act in a random game of the short scenario."""
    dice, found = Dice(8), []
    setup, deck = deal(Setup("short"), dice)
    for played in random_game(setup, deck, dice, 6):
        if isinstance(played.event, Action) and played.before.phase == "card":
            faction = played.event.faction
            bare = SeatSight(
                seat=str(faction),
                factions=(faction,),
                state=played.before,
                event=len(found),
                last=0,
                happened_since=lambda number: (),
            )
            found.append(at_turn(bare, faction))
    return found[:number]


def test_variations_are_moves_of_the_same_kind() -> None:
    """Most clauses of a move stay in its variations, and each of these may be played."""
    dice, others, shared = Dice(3), 0, 0
    for each in positions(5):
        assert each.asked is not None
        plan = planned(random_plan(each.state, each.asked, dice).action, (each.asked,))
        for _ in range(4):
            walk = varied(each.state, each.asked, plan, dice)
            play_canonical(each.state, walk.action)
            clauses = [clause for _, clause in walk.said]
            others += tuple(clauses) != plan.clauses
            shared += sum(clause in plan.clauses for clause in clauses) * 2 > len(clauses)
    assert others > 10 and shared > 8


def test_7_2_the_move_of_the_search_is_foreseen_to_be_better() -> None:
    """It is as good as the move of section 8, and mostly better, by the margin that is foreseen after it."""
    better = 0
    for each in positions(6):
        assert each.asked is not None
        search, usual = SearchPolicy(7, SearchLimits(60)), policy_named("section-8", 7)
        after = [_after(each, policy.act(each)) for policy in (search, usual)]
        found, compared = [foreseen_margin(state, each.asked) for state in after]
        better += found > compared
    assert better >= 4


def _after(sight: SeatSight, event: object) -> State:
    assert sight.asked is not None
    if isinstance(event, Action):
        return carried_out(sight.state, sight.asked, planned(event, sight.factions), Dice(5))
    return carried_out(sight.state, sight.asked, PASSING, Dice(5))


def test_7_2_margins_are_foreseen_from_figures_of_the_board() -> None:
    """The figures have names; the result of a game that is over is its margin."""
    state = sight().state
    found = dict(zip(FIGURE_NAMES, figures_of(state), strict=True))
    assert found["US Troops on the map"] == total_of([one.pieces for one in state.spaces], [Kind.UT])
    assert (found["Patronage"], found["score of VC"]) == (state.patronage, scores(state)[Faction.VC])
    assert found["cards since the last Coup Round"] == 1
    assert stage_of(state) == "3 rounds to come, between rounds"
    over = msgspec.structs.replace(state, phase="over")
    assert (
        foreseen_margin(over, Faction.VC) == margins(state)[Faction.VC] != foreseen_margin(state, Faction.VC)
    )
    weights = margin_weights()
    assert all(len(row) == len(FIGURE_NAMES) for of in weights.weights.values() for row in of.values())


def test_2_1_a_search_that_looks_ahead_plays_on() -> None:
    """With moves ahead it plays the moves of others after its own, and comes to a move as well."""
    policy = SearchPolicy(7, SearchLimits(30, moves_ahead=3))
    assert policy.act(sight()) is not None and policy.plays == 30
