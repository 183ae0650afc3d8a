"""`fitl annotate --evaluate`: chances to win beside moves, glyphs, and their curve on the replay page."""

from __future__ import annotations

import pytest

from fitl_core import play_log, read_log
from fitl_core.facts.factions import ARVN, FACTIONS, NVA, US, VC, Faction
from fitl_core.game.chances import EVALUATED, chances_in
from fitl_core.laboratory.branching import play_out
from fitl_core.laboratory.estimates import Estimate
from fitl_core.laboratory.evaluating import (
    EvaluatedMove,
    evaluated_moves,
    moves_of,
    play_outs,
    with_evaluation,
)
from fitl_core.laboratory.lab_games import LabResult
from fitl_core.pages.whole_replay import replay_page
from notation import read, write

HEAD = '[FITL "2"]\n[Scenario "short"]\n\n'
GAME = b'[FITL "2"]\n[Scenario "short"]\n[Cards "107 55"]\n\nVC pass\nNVA pass !\nARVN pass\n'


def moved(mean: float, error: float | None) -> str:
    """Return the glyph of a move that changed its Faction's margin by this much."""
    return EvaluatedMove(1, VC, dict.fromkeys(FACTIONS, 0.25), Estimate(mean, error, 10)).glyph


def test_7_2_only_a_clear_loss_gets_a_glyph() -> None:
    """4 points are bad, 1 point is dubious; nothing within two standard errors counts, and no gain."""
    assert [moved(-4.5, 1), moved(-2, 0.5), moved(-0.5, 0.1)] == ["?", "?!", ""]
    assert [moved(-4.5, 3), moved(4.5, 1), moved(-9, None)] == ["", "", ""]


def result(winner: Faction, arvn: int, seed: int = 1, fault: str = "") -> LabResult:
    """Return the result of a play-out."""
    margins = {one: arvn if one is ARVN else 0 for one in FACTIONS}
    return LabResult(None, seed, margins, winner, True, fault=fault)


def test_7_2_a_move_is_compared_by_pairs_of_play_outs() -> None:
    """The margin of its Faction after the move less that before it; a pair with a fault is left out."""
    game = play_log(read_log(GAME, "game.fitl"))
    assert game.replay is not None and moves_of(game.replay) == [1, 2, 3]
    pair = [result(VC, 5), result(VC, 5), result(VC, 5)]
    after = [result(ARVN, 1), result(VC, 2), result(ARVN, 9, fault="stuck")]
    moves = evaluated_moves(game.replay, [*pair, *pair, *pair, *after], 3)
    assert moves[2].faction is ARVN and moves[2].wins[ARVN] == 0.5
    assert (moves[2].change.mean, moves[2].change.number) == (-3.5, 2)
    assert moves[2].glyph == "?!"


def test_7_2_chances_stand_beside_the_moves_and_on_the_replay_page() -> None:
    """People's glyphs stay, a second evaluation replaces the first, and the tag names the policy."""
    game = play_log(read_log(GAME, "game.fitl"))
    assert game.replay is not None and game.log.document is not None
    asked = list(play_outs(game.replay, "random", (1, 2)))
    results = [play_out(one) for one in asked[:4]]
    moves = evaluated_moves(game.replay, [*results, *results], 2)
    log = with_evaluation(game.log.document.log, moves, "random", 2)
    again = with_evaluation(log, moves, "random", 2)
    assert again == log and log.tag(EVALUATED) == "random, 2 games from before and after each move"
    assert [entry.glyph for entry in log.entries if entry.event is not None][1] == "!"
    text = write(log)
    assert list(chances_in(read(text).log)) == [1, 2, 3]
    read_again = play_log(read_log(text.encode(), "game.fitl"))
    assert read_again.replay is not None
    page = replay_page(read_again, read_again.replay)
    assert 'id="chart-chances"' in page and "Chances to win, in percent (random, 2 games" in page
    assert 'id="chart-chances"' not in replay_page(game, game.replay)


@pytest.mark.parametrize("field", ["US 20", "US x NVA 1 ARVN 1 VC 1", "US 101 NVA 1 ARVN 1 VC 1", "²"])
def test_7_2_a_field_that_cannot_be_read_is_passed_over(field: str) -> None:
    """The page then has no curve."""
    assert chances_in(read(f"{HEAD}VC pass ; [%_win {field}]\n").log) == {}
    whole = chances_in(read(f"{HEAD}VC pass ; [%_win US 1 NVA 2 ARVN 3 VC 94]\n").log)
    assert whole == {1: {US: 1, NVA: 2, ARVN: 3, VC: 94}}
