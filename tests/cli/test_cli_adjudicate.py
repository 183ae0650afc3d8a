"""`fitl adjudicate` and `fitl cases`: what can be pasted in a mail, and the cases behind it."""

import json
from typing import Any

import pytest
from command_line import TUTORIAL, fitl, told

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
"""Cases of the corpus whose adjudication is read whole, besides the positions above."""


@pytest.mark.parametrize("name", RULINGS)
def test_an_adjudication_reads_so(name: str, snapshot: Any) -> None:
    position, move = RULINGS[name]
    assert told(fitl("adjudicate", position, "--move", move)) == snapshot


@pytest.mark.parametrize("name", CASES)
def test_the_adjudication_of_a_case_reads_so(name: str, snapshot: Any) -> None:
    """The case itself comes first among those like it, with its reason."""
    assert told(fitl("adjudicate", _position(name), "--move", cases()[name].move)) == snapshot


def test_a_strike_with_a_die_by_the_original_edition(snapshot: Any) -> None:
    """The die is what is wrong with it, and the other edition's verdict is told."""
    move = cases()["4.2.3-04"].move
    result = fitl("adjudicate", _position("4.2.3-04"), "--rules", "original", "--move", move)
    assert told(result) == snapshot


def _position(name: str) -> str:
    """The value of the tag Position of a case's log."""
    line = next(line for line in cases()[name].log.splitlines() if line.startswith("[Position"))
    return line.removeprefix('[Position "').removesuffix('"]')


def test_the_strike_by_the_other_edition() -> None:
    """Without a die, and Guerrillas may go before Troops."""
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
    """Three legal moves near it; with --all every one that differs in one clause."""
    dispute = ("adjudicate", "Tay 2vg; leaders 125; played 107; next 2", "--move", "VC march Tay>Hue:2vg")
    assert fitl(*dispute).stdout.count("VC   march Tay>") == 1 + 3
    assert fitl(*dispute, "--all").stdout.count("VC   march Tay>") == 1 + 16


def test_cases_like_a_legal_move_are_of_what_it_does() -> None:
    """Who is Eligible next is told of every action: the cases of 2.3.6 do not come before those of Tax."""
    position = "QTr 2vg; Tay 4vg at 2ap; leaders 128; played 128 107; next 68; eligible VC"
    ruled = json.loads(fitl("adjudicate", position, "--move", "VC rally QTr+vg | tax Tay", "--json").stdout)
    assert ruled["legal"] and all(case.startswith("4.5.1") for case in ruled["cases"][:2])


def test_what_an_event_does_by_itself_is_told_where_a_clause_says_otherwise() -> None:
    """Card 25 places in the LoCs of the Mekong: Can Tho - Bac Lieu is none, and the reason says which is."""
    position = "SaCT 2vg; leaders 128; played 128 25; next 55; eligible VC"
    ruled = json.loads(fitl("adjudicate", position, "--move", "VC event shaded CTBL+2vg", "--json").stdout)
    told = "without it the Event does: 2 VC Guerrillas placed in Saigon/Can Tho from Available [card 25]"
    assert told in ruled["refusal"]["facts"]
