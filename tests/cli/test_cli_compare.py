"""`fitl compare`: exit codes, places, JSON."""

from __future__ import annotations

import json

import pytest
from command_line import FIXTURES, fitl

SHORT = str(FIXTURES / "short-game.fitl")
TABLE = str(FIXTURES / "pieces/tay-ninh.txt")


def test_a_difference_is_exit_code_1() -> None:
    """One line for each, and what the table leaves out."""
    result = fitl("compare", SHORT, TABLE)
    assert result.exit_code == 1
    assert result.stdout.startswith("Tay Ninh: log 4 VC Guerrillas, table 3\nnot in the table")


def test_the_board_of_an_earlier_event() -> None:
    """By --at and --card as everywhere."""
    result = fitl("compare", SHORT, "-", "--at", "0", stdin="An Loc: 1 police\n")
    assert result.exit_code == 0
    assert result.stdout.startswith("1 spaces and boxes of the table are as in the log\nnot in the table")


def test_as_json() -> None:
    """Ids and numbers."""
    told = json.loads(fitl("compare", SHORT, TABLE, "--json").stdout)
    kinds = ["vc-guerrillas-underground", "vc-guerrillas-active"]
    assert told["different"] == [{"place": "tay-ninh", "pieces": kinds, "log": 4, "table": 3}]
    assert told["same"] is False and told["after"] == 121


@pytest.mark.parametrize("stdin", ["Hanoi: 2vg", "", b"\x00\x01\x02"])
def test_what_cannot_be_read_is_exit_code_3(stdin: str | bytes) -> None:
    """A name that is not known has line and column."""
    result = fitl("compare", SHORT, "-", stdin=stdin)
    assert result.exit_code == 3
    assert stdin != "Hanoi: 2vg" or '<stdin>:1:1: no space is called "Hanoi"' in result.stderr


def test_both_from_standard_input_is_usage() -> None:
    """Only one of them can be."""
    assert fitl("compare", "-", "-").exit_code == 2
