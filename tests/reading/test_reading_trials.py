"""A sample of the trials of reading: no other meaning in silence, and shares not under their floors."""

from __future__ import annotations

import corrections
import left_out
import pytest
import random_wordings
from actions_of_games import Table, played_moves
from samples import WHOLE

from fitl_core.record.events import Action

SEED = 300
LEAST_SAME = 0.92
"""The share of wordings that are read as the same action. The reader of commit 43e6ba01 reached 93.2%."""
LEAST_ASKED = 0.68
"""The share of moves without a required clause whose refusal asks for it. That reader reached 69.7%."""
LEAST_FOUND = 0.95
"""The share of mistakes with few suggestions whose right move is among them. 97.8% at commit b9344ce."""
LEAST_HELPED = 0.88
"""The share of mistakes whose right move is suggested, or else its clause is listed. 90.5% at that commit."""
MOST_TIES = corrections.MOST_TIES
"""The share of mistakes with too many suggestions of one cost. That reader reached 30.2%."""


@pytest.fixture(scope="module")
def wordings() -> Table:
    """Wordings of the actions of a few games."""
    return random_wordings.run(games=6, each=1, seed=SEED, actions=6)


def test_no_wording_gets_another_meaning(wordings: Table) -> None:
    """Each wording is read as the same move, or refused."""
    assert wordings.total() > 200
    assert wordings.number(random_wordings.OTHER) == 0, "\n".join(wordings.example_lines(2))


def test_most_wordings_are_understood(wordings: Table) -> None:
    """The share of wordings read as the same action is not under its floor."""
    assert wordings.share() >= LEAST_SAME, "\n".join(wordings.lines())


def test_a_clause_left_out_is_asked_for() -> None:
    """A required clause is asked for, an optional one is not missed, and nothing is read as another move."""
    table = left_out.run(games=6, seed=SEED, actions=6)
    assert table.number(left_out.OTHER) == 0, "\n".join(table.example_lines(2))
    assert table.share_of("optional") == 1, "\n".join(table.example_lines(2))
    assert table.share_of("required") >= LEAST_ASKED, "\n".join(table.lines())


def test_a_mistake_leads_to_the_right_move() -> None:
    """The right move is among few suggestions, and there are not too many ties. `.ci/run` takes two games."""
    result = corrections.run(games=4 if WHOLE else 2, seed=SEED, actions=3)
    assert result.few() > (20 if WHOLE else 10)
    assert result.share_found() >= LEAST_FOUND, "\n".join(result.goal_lines())
    assert result.table.share() >= LEAST_HELPED, "\n".join(result.table.lines())
    assert result.share_of_ties() <= MOST_TIES, "\n".join(result.goal_lines())


def test_the_trial_sees_another_meaning() -> None:
    """A legal move of another meaning, in the place of a wording, is counted as one."""
    moves = list(played_moves(games=1, seed=SEED, actions=40))
    seen = set()
    for move in moves:
        for segment in range(1, len(move.action.segments)):
            shorter = Action(move.action.faction, move.action.segments[:segment], move.action.limop)
            seen.add(random_wordings.read(move, shorter).outcome)
    assert random_wordings.OTHER in seen
    assert {random_wordings.read(move, move.action).outcome for move in moves} == {random_wordings.SAME}


def test_the_cost_of_a_correction() -> None:
    """One field costs 1, a clause more or less costs 2."""
    (move,) = played_moves(games=1, seed=SEED, actions=1)
    first = move.action.segments[0]
    without = Action(move.action.faction, move.action.segments[1:], move.action.limop)
    assert corrections.distance(move.action, move.action) == 0
    assert corrections.distance(move.action, without) == 2 * (1 + len(first.clauses))
    other = Action(move.action.faction, move.action.segments, not move.action.limop)
    assert corrections.distance(move.action, other) == 1
