"""The laboratory: policies, moves and Factions compared over many games, with standard errors."""

from __future__ import annotations

import sys

import pytest
from non_player_table import table

from fitl_core.errors import Violation
from fitl_core.facts.factions import FACTIONS, NVA, US, VC, Faction
from fitl_core.laboratory.balance import balance_games, balance_of, drift
from fitl_core.laboratory.branching import PlayOut, branched, play_out, whole_move
from fitl_core.laboratory.comparing import PolicyComparison, compared, contender_of, pairs_of
from fitl_core.laboratory.comparison_chart import comparison_chart
from fitl_core.laboratory.estimates import Estimate, estimate
from fitl_core.laboratory.lab_games import LabGame, LabResult, play_lab_game
from fitl_core.laboratory.other_versions import play_in_version
from fitl_core.record.events import Action, Pass
from fitl_core.record.setup import Setup
from fitl_core.state.state import State
from notation import read_line

SHORT = Setup("short")
CARDS = 3
HERE = "Sai 2ut AS; KGi 2vg; VC 5; played 107; next 68; eligible VC"


def result(seat: str, margin: int, seed: int = 1, winner: str | None = None, fault: str = "") -> LabResult:
    """Return a result of a game in which a seat has a margin."""
    by_faction = {faction: margin if faction == seat else 0 for faction in FACTIONS}
    return LabResult(_faction(seat), seed, by_faction, winner and _faction(winner), True, fault=fault)


def _faction(name: str) -> Faction:
    return next(faction for faction in FACTIONS if faction == name)


def state_at(position: str) -> State:
    """Return a position with four players."""
    return table(position, "US ARVN NVA VC")


def move(state: State, text: str) -> Action | Pass:
    """Return a move as the rules ask for it."""
    event = read_line(text).event
    assert event is not None
    return whole_move(state, event)


def compare(
    first: str, second: str, games: int = 2, seats: tuple[Faction, ...] = (US, VC)
) -> PolicyComparison:
    """Compare two sides in short games of a few cards."""
    pairs = pairs_of(SHORT, contender_of(first), contender_of(second), range(games), seats, cards=CARDS)
    return compared([play_in_version(one) for one in pairs], first, second, "section-8", "short")


def test_7_2_a_mean_has_its_standard_error() -> None:
    """Four values with a spread of 1.29 have an error of half of that; one value has none."""
    assert estimate([1, 2, 3, 4]) == Estimate(2.5, pytest.approx(0.6455, abs=1e-4), 4)
    assert estimate([5]).error is None and not estimate([5]).is_clear
    assert estimate([4, 4]).is_clear
    with pytest.raises(ValueError, match="needs a value"):
        estimate([])


def test_7_2_a_game_is_the_same_each_time() -> None:
    """The seed decides deck, dice and policies; another seed gives another game."""
    game = LabGame(SHORT, VC, "greedy", seed=4, cards=CARDS)
    assert play_lab_game(game) == play_lab_game(game)
    assert play_lab_game(game) != play_lab_game(LabGame(SHORT, VC, "greedy", seed=5, cards=CARDS))


def test_7_2_a_policy_against_itself_differs_in_nothing() -> None:
    """The pairs have the same deck and dice: each difference is 0, without an error."""
    found = compare("greedy", "greedy")
    assert [one.seat for one in found.seats] == [US, VC, None]
    assert {(one.margin.mean, one.margin.error) for one in found.seats} == {(0, 0)}
    assert found.seats[-1].pairs == 4


def test_7_2_an_own_reading_belongs_to_one_side() -> None:
    """Readings and options of a side are added to those of the setup."""
    side = contender_of("random readings=1.4.1-03+card-75")
    assert side.setup(SHORT).readings == ("1.4.1-03", "card-75")
    for wrong in ("random readings", "random seats=US"):
        with pytest.raises(ValueError, match="no part of a contender"):
            contender_of(wrong)


def test_7_2_another_version_plays_its_side() -> None:
    """Games of another Python give the same results where its fitl is the same; a missing one is a fault."""
    assert compare("random", f"random python={sys.executable}", 1, (VC,)).seats[0].margin.mean == 0
    with pytest.raises(ValueError, match="plays no game"):
        compare("random", "random python=/no/python", 1, (VC,))


def test_7_2_differences_are_taken_by_pairs() -> None:
    """A pair with a fault is left out and named; the others give the mean difference."""
    results = [
        *(result("VC", 3, 1, "VC"), result("VC", 1, 1)),
        *(result("VC", 6, 2), result("VC", 2, 2)),
        *(result("VC", 9, 3, fault="after event 7: stuck"), result("VC", 2, 3)),
    ]
    found = compared(results, "a", "b", "random", "short")
    (seat,) = found.seats
    assert (seat.pairs, seat.margin.mean, seat.margin.error, seat.wins.mean) == (2, 3, 1, 0.5)
    assert found.faults == ("seed 3, VC: after event 7: stuck",)
    assert "VC +3.00 ± 1.00" in comparison_chart(found)
    with pytest.raises(ValueError, match="no pair"):
        compared(results[4:], "a", "b", "random", "short")


def test_7_2_two_moves_are_played_out_on_the_same_chance() -> None:
    """The same move twice differs in nothing; a Rally against a Pass differs in some games."""
    state = state_at(HERE)
    rally, passes = move(state, "VC rally KGi-2vg+vb"), move(state, "VC pass")

    def pair(seed: int, one: Action | Pass, other: Action | Pass) -> tuple[LabResult, LabResult]:
        first, second = [
            play_out(PlayOut(state, "random", seed, VC, each, cards=CARDS)) for each in (one, other)
        ]
        return first, second

    same = branched([pair(seed, rally, rally) for seed in range(3)], VC, "random")
    assert {one.margin.mean for one in same.differences} == {0}
    other = branched([pair(seed, rally, passes) for seed in range(3)], VC, "random")
    assert other.faults == () and other.differences[0].faction is VC
    assert [one.faction for one in other.differences] == [VC, US, *[f for f in FACTIONS if f not in (US, VC)]]


def test_3_3_1_an_illegal_move_is_not_played_out() -> None:
    """Its ruling is raised; missing dice are rolled in each play-out."""
    with pytest.raises(Violation, match="Support"):
        move(state_at(HERE), "VC rally Sai")
    state = state_at("Sai 2ut 3vg; VC 5; played 107; next 68; eligible VC")
    attack = move(state, "VC attack Sai guerrillas Sai-2ut")
    faults = [play_out(PlayOut(state, "random", seed, VC, attack, cards=1)).fault for seed in range(6)]
    assert any(not fault for fault in faults)
    with pytest.raises(ValueError, match="an action or a Pass"):
        move(state, "next #68")


def test_7_2_a_rate_that_moved_is_told() -> None:
    """In games of the same seeds, 8 of 100 that VC loses may be chance; 9 are more than three errors."""
    before = [VC] * 60 + [NVA] * 40
    assert drift(before, before) == drift(before, [NVA] * 8 + before[8:]) == []
    assert drift(before, [NVA] * 9 + before[9:]) == [
        "NVA won 40.0%, and now 49.0%",
        "VC won 60.0%, and now 51.0%",
    ]
    assert drift(before, [NVA] * 20 + before[20:85] + [VC] * 15) == []  # 20 lost and 15 won
    with pytest.raises(ValueError, match="cannot be compared"):
        drift(before, before[1:])


def test_8_0_a_balance_of_non_players() -> None:
    """Section 8 plays all Factions as Non-players; each game has one winner if it is over."""
    results = [play_lab_game(one) for one in balance_games(SHORT, "section-8", range(2))]
    found = balance_of(results, "short", "section-8")
    assert found.faults == () and sum(found.wins.values()) == 1 and found.events > 50
