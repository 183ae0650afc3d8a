"""`fitl fmt`: the canonical form."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from command_line import HEADER, TUTORIAL, fitl

TYPED = HEADER + "vc: event shaded\nnva pass\narvn: train saigon + 6 ARVN Troops\n"
CANONICAL = HEADER + "VC   event shaded\nNVA  pass\nARVN train Sai+6at\n"


def test_what_people_type_is_made_canonical() -> None:
    assert fitl("fmt", "-", stdin=TYPED).stdout == CANONICAL
    assert fitl("fmt", "-", stdin=CANONICAL).stdout == CANONICAL


def test_check_names_the_first_line_that_differs() -> None:
    assert fitl("fmt", "--check", TUTORIAL).exit_code == 0
    result = fitl("fmt", "--check", "-", stdin=TYPED)
    assert result.exit_code == 1
    assert (
        result.output == "<stdin>:6: not canonical\n  is      vc: event shaded\n  should  VC   event shaded\n"
    )


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (CANONICAL.rstrip("\n").encode(), 8),
        ((CANONICAL + "\n").encode(), 9),
        (CANONICAL.replace("\n", "\r\n").encode(), 1),
        (CANONICAL.encode("utf-16"), 1),
        (b"\xef\xbb\xbf" + CANONICAL.encode(), 1),
    ],
    ids=["no line end", "blank line", "CRLF", "UTF-16", "BOM"],
)
def test_check_compares_byte_for_byte(data: bytes, line: int) -> None:
    result = fitl("fmt", "--check", "--json", "-", stdin=data)
    assert result.exit_code == 1
    assert msgspec.json.decode(result.stdout)["line"] == line


def test_json_lines_and_back(tmp_path: Path) -> None:
    lines = tmp_path / "game.jsonl"
    assert fitl("fmt", "--jsonl", TUTORIAL, "-o", str(lines)).exit_code == 0
    assert fitl("fmt", "--check", str(lines)).exit_code == 0
    assert fitl("fmt", str(lines)).stdout == Path(TUTORIAL).read_text()


def test_faults_are_listed_and_nothing_is_written(tmp_path: Path) -> None:
    out = tmp_path / "out.fitl"
    result = fitl("fmt", "-", "-o", str(out), stdin=TYPED.replace("saigon", "saigun"))
    assert result.exit_code == 3
    assert '"saigun" is not a space' in result.stderr
    assert not out.exists()


def test_check_and_output_exclude_each_other() -> None:
    assert fitl("fmt", TUTORIAL, "--check", "-o", "x").exit_code == 2


def test_with_the_rules_it_writes_the_normal_form() -> None:
    """`--normal` writes forced clauses and puts sets in board order, as far as the game is legal."""
    typed = (
        HEADER + "VC event shaded\nNVA pass\nARVN train Sai Sai+2ap+4at, Hue | govern AnL aid\nUS train Hue\n"
    )
    result = fitl("fmt", "--normal", "-", stdin=typed)
    assert result.exit_code == 0
    assert "ARVN train Hue, Sai+4at+2ap | govern AnL aid | train aid+5\nUS   train Hue\n" in result.stdout
    assert fitl("fmt", "--normal", "-", stdin=result.stdout).stdout == result.stdout
    assert "Sai Sai+2ap+4at" in fitl("fmt", "-", stdin=typed).stdout


def test_with_the_rules_a_game_that_cannot_begin_stays() -> None:
    """A game that cannot begin gets only the canonical form of its text."""
    nowhere = '[FITL "2"]\n[Scenario "full"]\n[Cards "125 1"]\n\nVC   rally Hue+vg Hue+vg\n'
    assert fitl("fmt", "--normal", "-", stdin=nowhere).stdout == fitl("fmt", "-", stdin=nowhere).stdout
