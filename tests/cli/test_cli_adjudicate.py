"""`fitl adjudicate`: a ruling to paste into a mail, the forms of position and move, and their faults."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command_line import FIXTURES, HEADER, TUTORIAL, fitl, told

from fitl_core.tell.cases import cases

RULINGS = {
    "tunnel": ("Tay 4ut vb^ vg*; played 1; next 2", "US assault Tay-vg* {5}"),
    "econ": (
        "Hue 3ut 4at 4vg* PS; ARVN 17; econ 15; played 1; next 2",
        "US assault Hue-3vg* arvn Hue-vg*",
    ),
    "raid": (
        "QNa ar 2at; QTr 2ng* nb; ARVN 20; played 62; next 2",
        "ARVN sweep QNa | raid QNa>QTr:ar QTr-ng*-nb",
    ),
    "ambush": ("HuKS vg; Hue 2at ub; played 107; next 2", "VC attack HuKS | ambush HuKS Hue-ub"),
    "strike": ("QTr ut nt 2ng*; Sai ub; played 1; next 2", "US airstrike {2} QTr-2ng* | train Sai+ui"),
}


CASES = ["3.2.4-08", "4.3.3-01", "4.4.3-03", "4.2.3-04"]
"""More cases of the corpus whose whole adjudication is compared with a snapshot."""


@pytest.mark.parametrize("name", RULINGS)
def test_an_adjudication_reads_so(name: str, snapshot: Any) -> None:
    position, move = RULINGS[name]
    assert told(fitl("adjudicate", position, "--move", move)) == snapshot


@pytest.mark.parametrize("name", CASES)
def test_the_adjudication_of_a_case_reads_so(name: str, snapshot: Any) -> None:
    """A case's whole adjudication matches its snapshot; the case itself is listed first, with its reason."""
    assert told(fitl("adjudicate", _position(name), "--move", cases()[name].move)) == snapshot


def test_a_strike_with_a_die_by_the_original_edition(snapshot: Any) -> None:
    """The original edition refuses the die of an Air Strike; the report adds the other edition's verdict."""
    move = cases()["4.2.3-04"].move
    result = fitl("adjudicate", _position("4.2.3-04"), "--rules", "original", "--move", move)
    assert told(result) == snapshot


def test_a_move_in_other_words_is_read_as_its_canonical_form() -> None:
    """The ruling shows the canonical form of a legal move that the rules do not accept as it is written."""
    position = "Sai ap; QTr 30at; ARVN 20; played 68; next 2"
    for move, form in (
        ("ARVN train ARVN-3 QTr-6at, Sai+6at", "ARVN train Sai+6at<QTr"),
        ("ARVN train Sai+6at<QTr", ""),
    ):
        shown = told(fitl("adjudicate", position, "--move", move))
        assert ("read as: " + form in shown) if form else ("read as" not in shown)
        view = json.loads(fitl("adjudicate", position, "--move", move, "--json").stdout)
        assert view["read_as"] == form


def _position(name: str) -> str:
    """Return the value of the tag Position of a case's log."""
    line = next(line for line in cases()[name].log.splitlines() if line.startswith("[Position"))
    return line.removeprefix('[Position "').removesuffix('"]')


def test_the_strike_by_the_other_edition() -> None:
    """By the original edition an Air Strike rolls no die and may remove Guerrillas before Troops."""
    position, move = RULINGS["strike"]
    result = fitl("adjudicate", position, "--rules", "original", "--move", move.replace("{2} ", ""), "--json")
    ruled = json.loads(result.stdout)
    assert result.exit_code == 0 and ruled["legal"] and ruled["edition"] == "original"


def test_json_says_it_all() -> None:
    position, move = RULINGS["econ"]
    ruled = json.loads(fitl("adjudicate", position, "--move", move, "--json").stdout)
    assert not ruled["legal"] and ruled["refusal"]["code"] == "joint-operations"
    assert "Econ 15" in ruled["refusal"]["facts"] and "1.8.1" in ruled["rules"]
    assert ruled["nearest"] and ruled["cases"]


def test_a_move_in_a_game() -> None:
    result = fitl("adjudicate", TUTORIAL, "--at", "3", "--move", "US train Sai")
    assert result.exit_code == 1 and "illegal" in result.stdout


def test_a_point_with_two_readings_has_both_verdicts() -> None:
    position = "Sai 4ut; leaders 125 126; Hue 2ub; played 1; next 2; done US:pass"
    ruled = json.loads(fitl("adjudicate", position, "--move", "ARVN pivotal #123", "--json").stdout)
    assert [other["id"] for other in ruled["otherwise"]] == ["2.3.8-05"]
    assert ruled["legal"] and not ruled["otherwise"][0]["legal"]


@pytest.mark.parametrize(
    ("where", "move", "code"),
    [
        ("Hue 2xt", "US pass", 3),
        ("Hue 2at", "US blah", 3),
        ("Hue 3ub", "US pass", 1),
        ("Hue 2at", "US pass\nUS pass", 2),
        ("nosuchfile.fitl", "US pass", 3),
    ],
)
def test_bad_input(where: str, move: str, code: int) -> None:
    result = fitl("adjudicate", where, "--move", move)
    assert result.exit_code == code and "Traceback" not in result.output


def test_cases_are_listed_by_section_rule_card_and_id() -> None:
    everything = json.loads(fitl("cases", "--json").stdout)
    assert len(everything) == len(cases())
    section = fitl("cases", "3.2").stdout.splitlines()
    assert len(section) > len(fitl("cases", "3.2.4").stdout.splitlines()) > 3
    one = fitl("cases", "3.2.4-07").stdout
    assert '[Case "3.2.4-07"]' in one and "verdict: legal" in one
    assert fitl("cases", "9.9").exit_code == 2


def test_all_near_moves_are_listed() -> None:
    """A refusal lists three legal moves near the move; `--all` lists every one that differs in one clause."""
    dispute = ("adjudicate", "Tay 2vg; leaders 125; played 107; next 2", "--move", "VC march Tay>Hue:2vg")
    assert fitl(*dispute).stdout.count("VC   march Tay>") == 1 + 3
    assert fitl(*dispute, "--all").stdout.count("VC   march Tay>") == 1 + 16


def test_cases_like_a_legal_move_are_of_what_it_does() -> None:
    """Cases like a legal move concern its own verbs (Tax), not the Eligibility that follows every action."""
    position = "QTr 2vg; Tay 4vg at 2ap; leaders 128; played 128 107; next 68; eligible VC"
    ruled = json.loads(fitl("adjudicate", position, "--move", "VC rally QTr+vg | tax Tay", "--json").stdout)
    assert ruled["legal"] and all(case.startswith("4.5.1") for case in ruled["cases"][:2])


def test_what_an_event_does_by_itself_is_told_where_a_clause_says_otherwise() -> None:
    """A refused clause against an automatic effect (card 25) is answered with that effect."""
    position = "SaCT 2vg; leaders 128; played 128 25; next 55; eligible VC"
    ruled = json.loads(fitl("adjudicate", position, "--move", "VC event shaded CTBL+2vg", "--json").stdout)
    told = "effect of the Event without it: 2 VC Guerrillas placed in Saigon/Can Tho from Available [card 25]"
    assert told in ruled["refusal"]["facts"]


HERE = "Hue 2at; played 1; next 2"
LONG = "; ".join([f"{code} vg" for code in ("QTr", "QNa", "QTi", "BDi", "Kon", "KhH", "KPh")]) + f"; {HERE}"
LEGAL = "  verdict: legal ("


@pytest.mark.parametrize("filler", [" " * 300, " " * 20_000, "\n" * 300])
def test_a_position_of_any_length(filler: str) -> None:
    """A position may be longer than a file name can be, on one line or many."""
    result = fitl("adjudicate", f"{LONG};{filler}aid 9", "--move", "US pass => aid 9")
    assert result.exit_code == 0 and LEGAL in result.stdout


def test_a_position_in_a_file_or_on_standard_input(tmp_path: Path) -> None:
    """A position may stand in a file or on standard input, as `fitl position` writes it."""
    path = tmp_path / "position.txt"
    path.write_text(fitl("position", TUTORIAL, "--at", "4").stdout)
    one = fitl("adjudicate", str(path), "--rules", "original", "--move", "US pass")
    other = fitl("adjudicate", "-", "--rules", "original", "--move", "US pass", stdin=path.read_text())
    in_game = fitl("adjudicate", TUTORIAL, "--at", "4", "--move", "US pass")
    assert one.stdout == other.stdout == in_game.stdout and LEGAL not in one.stdout.splitlines()[0]


def test_a_game_on_standard_input() -> None:
    """A game on standard input is ruled on like a file, with its last move or a given one."""
    text = Path(TUTORIAL).read_text()
    assert fitl("adjudicate", "-", stdin=text).stdout == fitl("adjudicate", TUTORIAL).stdout
    said = ("--move", "next #12")
    assert fitl("adjudicate", "-", *said, stdin=text).stdout == fitl("adjudicate", TUTORIAL, *said).stdout


def test_the_last_move_of_a_game_is_ruled_on_in_the_position_before() -> None:
    """The refused move is ruled on, else the last move in force, with its claims checked."""
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
    """A move let stand is ruled on without the figures that the table gave it."""
    told = fitl("adjudicate", "-", stdin=HEADER + "ruling stand VC tax Sai => VC 9\n")
    assert told.exit_code == 1 and told.stdout.startswith("VC   tax Sai")


def test_at_without_a_move_is_the_move_there() -> None:
    """`--at 3` without a move rules on event 3 in the position after event 2."""
    assert fitl("adjudicate", TUTORIAL, "--event", "3").stdout.startswith("NVA  pass")
    assert fitl("adjudicate", TUTORIAL, "--event", "99").exit_code == 2


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
    """Text without a move is refused with a message, not a traceback."""
    result = fitl("adjudicate", "-", stdin=text)
    assert result.exit_code == code and "internal" not in result.stderr and result.stderr


def test_claims_behind_a_legal_move_are_checked() -> None:
    """A false claim after a legal move has exit code 1, and the move stays legal."""
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
    """Every fault of a move has a caret and a hint, as `fitl validate` shows a line's faults."""
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
    """Every fault of a position has a caret and a hint; JSON has the form of `fitl validate --json`."""
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
    """One pass reports syntax and rule faults in their order, but no fault that another may have caused."""
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
    """The impossible part of a correction is marked, and every fault of its position is listed."""
    line = 'correct "Hue 3at; aid 99; leaders 126 126"'
    told = fitl("validate", "-", stdin=HEADER + line + "\n").stdout.splitlines()
    assert told[1].strip() == line and line[told[2].index("^") - 4 :].startswith("aid 99")
    assert [text.split(":")[0].strip() for text in told[4:6]] == ["- 1.8", "- 2.4.1"]


def test_the_clause_at_fault_is_marked() -> None:
    """The clause at fault is marked in the printed move, as in the file."""
    lines = fitl("adjudicate", str(FIXTURES / "broken/tax-under-coin-control.fitl")).stdout.splitlines()
    assert lines[0][lines[1].index("^") :] == "BDi"


def test_players_options_and_readings_on_the_command_line(tmp_path: Path) -> None:
    """`--options` and `--readings` apply to a Position; for a game they replace its own."""
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
    """A wrong word is named, with the words that are possible."""
    result = fitl("adjudicate", HERE, option, value, "--move", "US pass")
    assert result.exit_code == 2 and told in result.stderr
