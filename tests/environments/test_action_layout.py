"""The layout of actions: fixed numbers, one row for each answer, the same answers as the questions list."""

from __future__ import annotations

from itertools import pairwise

import pytest
from sources import ROOT

from fitl_core import Count, Faction, Kind, Setup
from fitl_core.environments.action_layout import (
    NoAction,
    action_name,
    action_of_meaning,
    blocks,
    meaning_of,
    number_of_actions,
    row_of,
)
from fitl_core.environments.answer_rows import AnswerRows
from fitl_core.environments.game_steps import first_steps
from fitl_core.environments.observations import FIELDS
from fitl_core.environments.step_course import StepRules
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import random_step
from fitl_core.record.clauses import By, Move, Number, Place, Rebox, Remove, Replace, Roll
from fitl_core.walks import ask

PAGE = ROOT / "docs" / "do" / "environments.md"


def test_every_id_has_one_meaning() -> None:
    """Blocks follow each other without a gap, and an id and its meaning lead to each other."""
    assert blocks()[0].first == 0
    assert all(one.first + one.size == after.first for one, after in pairwise(blocks()))
    assert all(action_of_meaning(*meaning_of(one)) == one for one in range(number_of_actions()))


def test_the_layout_is_that_of_the_page() -> None:
    """The page lists each block and each field of an observation with its place."""
    page = PAGE.read_text(encoding="utf-8")
    for block in blocks():
        line = f"| `{block.name}` | {block.first} | {block.size} | {block.says} |"
        assert line in page, line
    first = 0
    for field in FIELDS:
        line = f"| `{field.name}` | {first} | {field.size} | {field.says} |"
        assert line in page, line
        first += field.size


@pytest.mark.parametrize(
    ("clause", "names"),
    [
        (Place("saigon", (Count(2, Kind.AT), Count(1, Kind.UT))), "place saigon, pieces 1 ut, pieces 2 at"),
        (Place("hue", (Count(3, Kind.UT),), "oop"), "place hue, from-box oop, pieces 3 ut"),
        (Place("hue", (Count(1, Kind.VG),), "saigon"), "place hue, from-space saigon, pieces 1 vg"),
        (
            Remove("hue", (Count(1, Kind.VG_ACTIVE),), "casualties"),
            "remove hue, to-box casualties, pieces 1 vg*",
        ),
        (Move(("hue", "da-nang"), (Count(1, Kind.UT),)), "move hue, along da-nang, pieces 1 ut"),
        (Rebox("casualties", "available", (Count(2, Kind.UT),)), "rebox casualties available, pieces 2 ut"),
        (
            Replace("hue", (Count(2, Kind.VG),), (Count(1, Kind.VB),)),
            "replace hue, pieces 2 vg, by, pieces 1 vb",
        ),
    ],
)
def test_a_clause_with_pieces_is_a_row(clause: Place, names: str) -> None:
    """Form and space first, then pieces in the order of their kinds, then the end."""
    assert ", ".join([action_name(one) for one in row_of(clause)]) == f"{names}, finish"


def test_a_change_is_a_track_and_an_amount() -> None:
    """Also the Terror of a space."""
    assert [action_name(one) for one in row_of(Number("aid", 6))] == ["track aid", "change +6"]
    assert [action_name(one) for one in row_of(Number("terror", -1, "hue"))] == ["terror hue", "change -1"]


@pytest.mark.parametrize("number", [-1, 10**6])
def test_a_number_that_is_no_action(number: int) -> None:
    """A number below 0 or beyond the layout is refused."""
    with pytest.raises(NoAction):
        meaning_of(number)


@pytest.mark.parametrize("clause", [Roll(3), By(Faction.US)])
def test_a_clause_that_is_no_answer(clause: Roll) -> None:
    """Dice and tags are no answers of a player."""
    with pytest.raises(NoAction, match="form"):
        row_of(clause)


def every_row(rows: AnswerRows) -> set[tuple[int, ...]]:
    """Return the row of each answer to which the ids lead."""
    found: set[tuple[int, ...]] = set()
    for one in rows.next_ids:
        after = rows.after(one)
        found |= every_row(after) if isinstance(after, AnswerRows) else {row_of(after[1])}
    return found


def test_rows_are_the_answers() -> None:
    """In random moves the ids lead to exactly the answers that the open questions list."""
    dice, looked = Dice(5), 0
    for seed in range(6):
        steps = first_steps(StepRules(Setup("short"), cards=3)).after_chance(dice)
        assert steps.who is not None, seed
        walk = ask(steps.course.state, steps.who)
        while walk.questions and len(walk.said) < 8:
            questions = [asked for asked in walk.questions if not asked.is_chance]
            listed = {row_of(one) for asked in questions for one in asked.answers()}
            if len(listed) < 400:
                looked += 1
                assert every_row(AnswerRows(questions)) == listed
            walk = random_step(walk, dice)
    assert looked > 12
