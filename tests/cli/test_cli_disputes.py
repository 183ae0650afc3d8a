"""`fitl adjudicate`: how position and move are given, what is wrong in them, and claims."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import FIXTURES, HEADER, TUTORIAL, fitl

HERE = "Hue 2at; played 1; next 2"
LONG = "; ".join([f"{code} vg" for code in ("QTr", "QNa", "QTi", "BDi", "Kon", "KhH", "KPh")]) + f"; {HERE}"
LEGAL = "  verdict: legal ("


@pytest.mark.parametrize("filler", [" " * 300, " " * 20_000, "\n" * 300])
def test_a_position_of_any_length(filler: str) -> None:
    """Longer than the name of a file can be, on one line or many."""
    result = fitl("adjudicate", f"{LONG};{filler}aid 9", "--move", "US pass => aid 9")
    assert result.exit_code == 0 and LEGAL in result.stdout


def test_a_position_in_a_file_or_on_standard_input(tmp_path: Path) -> None:
    """A text with nothing but a position in it, as `fitl position` writes it."""
    path = tmp_path / "position.txt"
    path.write_text(fitl("position", TUTORIAL, "--at", "4").stdout)
    one = fitl("adjudicate", str(path), "--rules", "original", "--move", "US pass")
    other = fitl("adjudicate", "-", "--rules", "original", "--move", "US pass", stdin=path.read_text())
    in_game = fitl("adjudicate", TUTORIAL, "--at", "4", "--move", "US pass")
    assert one.stdout == other.stdout == in_game.stdout and LEGAL not in one.stdout.splitlines()[0]


def test_a_game_on_standard_input() -> None:
    """In its last position, or with its own last move."""
    text = Path(TUTORIAL).read_text()
    assert fitl("adjudicate", "-", stdin=text).stdout == fitl("adjudicate", TUTORIAL).stdout
    said = ("--move", "next #12")
    assert fitl("adjudicate", "-", *said, stdin=text).stdout == fitl("adjudicate", TUTORIAL, *said).stdout


def test_the_last_move_of_a_game_is_ruled_on_in_the_position_before() -> None:
    """The one that is refused, else the last one of a Faction that is in force; its claims are checked."""
    refused = json.loads(
        fitl("adjudicate", str(FIXTURES / "broken/tax-under-coin-control.fitl"), "--json").stdout
    )
    assert (refused["legal"], refused["refusal"]["code"]) == (False, "coin-control")
    told = fitl("adjudicate", "-", stdin=HEADER + "VC pass\nvoid\nVC event shaded => aid 9\nnote well\n")
    assert told.exit_code == 1 and told.stdout.startswith("VC   event shaded")
    assert "false claim: claimed Aid 9, it is Aid" in told.stdout
    amended = HEADER + "VC event shaded => aid 9\namend 1 VC pass\n"
    assert fitl("adjudicate", "-", stdin=amended).stdout.startswith("VC   pass")


def test_a_move_let_stand_is_ruled_on_as_the_move_that_it_is() -> None:
    """Its figures are what the table made of it, and no claims."""
    told = fitl("adjudicate", "-", stdin=HEADER + "ruling stand VC tax Sai => VC 9\n")
    assert told.exit_code == 1 and told.stdout.startswith("VC   tax Sai")


def test_at_without_a_move_is_the_move_there() -> None:
    """Event 3 in the position behind event 2."""
    assert fitl("adjudicate", TUTORIAL, "--at", "3").stdout.startswith("NVA  pass")
    assert fitl("adjudicate", TUTORIAL, "--at", "99").exit_code == 2


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (HEADER, 2),
        (HEADER + "note nothing yet\n", 2),
        (HEADER + "VC trian\n", 3),
        (HEADER + "void\n", 2),
        ('[FITL "2"]\n[Scenario "full"]\n[Position "Hue 9ui"]\n', 1),
        ("Hue 2at", 2),
        ("\0", 3),
        ("", 3),
    ],
)
def test_what_has_no_move_to_rule_on(text: str, code: int) -> None:
    """A word on what is missing, and no traceback."""
    result = fitl("adjudicate", "-", stdin=text)
    assert result.exit_code == code and "internal" not in result.stderr and result.stderr


def test_claims_behind_a_legal_move_are_checked() -> None:
    """A false one makes exit code 1; the move is legal all the same."""
    true = fitl("adjudicate", HERE, "--move", "US pass => ARVN 33, Hue 2at")
    assert true.exit_code == 0 and "false claim" not in true.stdout
    result = fitl("adjudicate", HERE, "--move", "US pass => ARVN 33, aid 14, Hue 3at", "--json")
    ruled = json.loads(result.stdout)
    assert result.exit_code == 1 and ruled["legal"]
    assert ruled["false_claims"] == [
        {"claimed": "Aid 14", "actual": "Aid 15"},
        {"claimed": "Hue 3at", "actual": "Hue 2at"},
    ]


def test_all_faults_of_a_move_are_shown_with_carets_and_hints() -> None:
    """As `fitl validate` shows those of a line."""
    result = fitl("adjudicate", HERE, "--move", "US trian Hue+6xt")
    assert result.exit_code == 3
    assert result.stderr.splitlines()[1:5] == [
        '--move:1:4: error: no verb is called "trian"',
        "    US trian Hue+6xt",
        "       ^^^^^",
        "    perhaps: train",
    ]
    assert "--move:1:15" in result.stderr


def test_all_faults_of_a_position_are_shown_with_carets_and_hints() -> None:
    """What cannot be read, or what cannot be; as JSON in the form of `fitl validate --json`."""
    result = fitl("adjudicate", "Hue 2xt; phase noon", "--move", "US pass")
    assert result.exit_code == 3
    assert [line for line in result.stderr.splitlines() if set(line.strip()) == {"^"}] == [
        "         ^^",
        "                   ^^^^",
    ]
    assert "one of: card, finished" in result.stderr
    result = fitl("adjudicate", "Hue 9ui; oop 5vg", "--move", "US pass", "--json")
    report = json.loads(result.stdout)
    assert (result.exit_code, report["verdict"], result.stderr) == (1, "illegal", "")
    assert [(error["rule"], error["column"]) for error in report["errors"]] == [("1.4.1", 1), ("1.4.1", 10)]


def test_what_cannot_be_read_hides_nothing_of_what_cannot_be() -> None:
    """One pass tells both in their order; what may hang on the rest is not told."""
    text = "casualties 3at; Hue 3ub 2xx; phase comitment; aid 99; played 1 126; leaders 128 126; next 2"
    marks = [("1.4.1", 1), ("1.4.2", 17), (None, 26), (None, 36), ("1.8", 47)]
    report = json.loads(fitl("adjudicate", text, "--move", "US pass", "--json").stdout)
    assert report["verdict"] == "unreadable"
    assert [(error["rule"], error["column"]) for error in report["errors"]] == marks
    game = f'[FITL "2"]\n[Scenario "full"]\n[Position "{text}"]\n'
    result = fitl("validate", "--json", "-", stdin=game)
    errors = json.loads(result.stdout)["errors"]
    assert [(error["rule"], error["column"] - 11) for error in errors] == marks and result.exit_code == 3


def test_the_part_of_a_correction_that_cannot_be_is_marked() -> None:
    """With everything that is impossible in the corrected position."""
    line = 'correct "Hue 3at; aid 99; leaders 126 126"'
    told = fitl("validate", "-", stdin=HEADER + line + "\n").stdout.splitlines()
    assert told[1].strip() == line and line[told[2].index("^") - 4 :].startswith("aid 99")
    assert [text.split(":")[0].strip() for text in told[4:6]] == ["- 1.8", "- 2.4.1"]


def test_the_clause_at_fault_is_marked() -> None:
    """In the move as it is told, as in the file."""
    lines = fitl("adjudicate", str(FIXTURES / "broken/tax-under-coin-control.fitl")).stdout.splitlines()
    assert lines[0][lines[1].index("^") :] == "BDi"


def test_players_options_and_readings_on_the_command_line(tmp_path: Path) -> None:
    """Of a Position; of a game in place of its own."""
    asset = "VC 2; Tay 2vg; done NVA:operation; played 55; next 2"
    arguments = ("--options", "deception", "--move", "VC reveal asset")
    assert fitl("adjudicate", asset, *arguments).exit_code == 0
    assert fitl("adjudicate", asset, *arguments[2:]).exit_code == 1
    assert fitl("adjudicate", asset, "--players", "US+ARVN NVA+VC", *arguments).exit_code == 2
    waived = "Sai 4ut; leaders 125 126; Hue 2ub; played 1; next 2; done US:pass"
    for readings, code in (("", 0), ("2.3.8-05", 1)):
        result = fitl("adjudicate", waived, "--readings", readings, "--move", "ARVN pivotal #123")
        assert result.exit_code == code
    path = tmp_path / "game.fitl"
    path.write_text(f'[FITL "2"]\n[Scenario "full"]\n[Position "{waived}"]\n\nARVN pivotal #123\n')
    assert fitl("adjudicate", str(path)).exit_code == 0
    assert fitl("adjudicate", str(path), "--readings", "2.3.8-05").exit_code == 1
    transfer = ("NVA 8; NVn 2ng; played 55; next 2", "--move", "NVA rally NVn+ng | transfer VC+2")
    arguments = ("--players", "US ARVN NVA+VC", "--readings", "1.5.2-05")
    assert fitl("adjudicate", *transfer, *arguments[:2]).exit_code == 0
    assert fitl("adjudicate", *transfer, *arguments).exit_code == 1


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("--players", "US+VC", "US+ARVN VC"),
        ("--players", "US+VC NVA ARVN", "1.5"),
        ("--options", "monsoon", "high-winds"),
        ("--readings", "9.9-99", "not known in Readings"),
        ("--scenario", "huge", "short"),
    ],
)
def test_wrong_words_on_the_command_line(option: str, value: str, told: str) -> None:
    """Named, with what there is."""
    result = fitl("adjudicate", HERE, option, value, "--move", "US pass")
    assert result.exit_code == 2 and told in result.stderr
