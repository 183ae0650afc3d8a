"""`fitl compare`: exit codes, places, JSON."""

from __future__ import annotations

import json

import pytest
from command_line import FIXTURES, fitl

SHORT = str(FIXTURES / "short-game.fitl")
TABLE = str(FIXTURES / "pieces/tay-ninh.txt")


def test_a_difference_is_exit_code_1() -> None:
    """Each difference has its line, with the spaces that the table omits; the exit code is 1."""
    result = fitl("compare", SHORT, TABLE)
    assert result.exit_code == 1
    assert result.stdout.startswith("Tay Ninh: log 4 VC Guerrillas, table 3\nnot in the table")


def test_the_board_of_an_earlier_event() -> None:
    """`--at` and `--card` select the board of an earlier event."""
    result = fitl("compare", SHORT, "-", "--at", "0", stdin="An Loc: 1 police\n")
    assert result.exit_code == 0
    assert result.stdout.startswith("1 spaces and boxes of the table are as in the log\nnot in the table")


def test_as_json() -> None:
    """`--json` reports each difference by the ids of space and pieces, and both numbers."""
    told = json.loads(fitl("compare", SHORT, TABLE, "--json").stdout)
    kinds = ["vc-guerrillas-underground", "vc-guerrillas-active"]
    assert told["different"] == [{"place": "tay-ninh", "pieces": kinds, "log": 4, "table": 3}]
    assert told["same"] is False and told["after"] == 121


@pytest.mark.parametrize("stdin", ["Hanoi: 2vg", "", b"\x00\x01\x02"])
def test_what_cannot_be_read_is_exit_code_3(stdin: str | bytes) -> None:
    """An unknown name is reported with its line and column (exit code 3)."""
    result = fitl("compare", SHORT, "-", stdin=stdin)
    assert result.exit_code == 3
    assert stdin != "Hanoi: 2vg" or '<stdin>:1:1: no space is called "Hanoi"' in result.stderr


def test_both_from_standard_input_is_usage() -> None:
    """Only one of game and table may come from standard input."""
    assert fitl("compare", "-", "-").exit_code == 2


ODD = (
    "Tay Ninh: 3 VC guerrillas, 1 tunneled base\nHanoi: 2vg\n",
    "Tay Ninh: 3 VC guerrillas, 1 tunneled base\nHue: 2 tanks\n",
    "Tay Ninh: 3 VC guerrillas, 1 tunneled base\nthe rest we did not count\n",
    "Tay Ninh: 3 VC guerrillas, 1 tunneled base\nHue: 200 police\n",
    "space,piece,count\nTay Ninh,vb^,1\nTay Ninh,vg,3\nHue,tank,1\n",
    "space,vg,vb^\nTay Ninh,3,1\nHue,many,0\n",
)


@pytest.mark.parametrize("table", ODD)
def test_one_odd_line_and_the_rest(table: str) -> None:
    """An odd row is named and its space skipped; the other spaces are compared."""
    result = fitl("compare", SHORT, "-", stdin=table)
    assert result.exit_code == 1
    assert result.stdout.startswith("Tay Ninh: log 4 VC Guerrillas")
    assert result.stderr.count("<stdin>:") == 1 and "Hue: log" not in result.stdout
    told = json.loads(fitl("compare", SHORT, "-", "--json", stdin=table).stdout)
    assert (told["same"], len(told["faults"])) == (False, 1)
    assert {one["place"] for one in told["different"]} == {"tay-ninh"}


def test_an_odd_line_alone_is_a_difference() -> None:
    """An odd row alone has exit code 1, even if all other spaces agree."""
    result = fitl("compare", SHORT, "-", "--at", "0", stdin="An Loc: 1 police\nHanoi: 2vg\n")
    assert (result.exit_code, "1 spaces and boxes" in result.stdout) == (1, True)
