"""The three verdicts, and what is said of a clause that no question takes."""

from __future__ import annotations

import pytest
from table import Game, position

from fitl_core.errors import Violation

BOARD = "Tay: 2vg; Sai: 2vg 3at; QTr: 2ng 2nt 2at; Kon: ng at; KPh: vg"


def refused(line: str, where: str = BOARD, **fields: object) -> Violation:
    return position(where, to_act=line.split()[0], **fields).refused(line)


@pytest.mark.parametrize(
    ("rule", "line", "owed"),
    [
        ("3.3.1", "VC rally", "a space to Rally in"),
        ("3.3.3", "VC attack Sai", "the Attack in Saigon, by 2 Guerrillas"),
        ("2.3.4", "VC tax Tay", "the Operation"),
        ("3.3.3", "NVA attack {2} QTr-2at", "a space to Attack in"),
        ("3.3.1", "VC rally Tay | tax", "pieces to place in Tay Ninh"),
        ("4.5.1", "VC rally Tay+vg | tax | rally Sai+vg", "a space to Tax"),
        ("5.1", "VC event", "the side of the Event"),
    ],
)
def test_2_3_4_something_is_owed(rule, line, owed):
    """All that is written is accepted: what is owed is told, with its rule and by whom."""
    violation = refused(line)
    assert (violation.verdict, violation.code, violation.rule) == ("incomplete", "missing-choice", rule)
    assert (violation.faction, violation.asked) == (line.split()[0], owed)


@pytest.mark.parametrize(
    "line",
    [
        "VC rally Tay | subvert | rally",
        "NVA attack {2} Hue QTr-2at",
        "VC tax Tay | rally Kon+vg {3}",
        "VC terror",
    ],
)
def test_2_3_4_what_is_owed_does_not_make_it_whole(line):
    """Where something else is wrong, too, the move is illegal; alone it is incomplete."""
    assert refused(line).verdict == ("incomplete" if line == "VC terror" else "illegal")


@pytest.mark.parametrize(
    ("rule", "line", "code", "says"),
    [
        ("3.3.4", "VC terror Tay {4}", "not-a-step", "Terror rolls no die"),
        ("3.3.2", "VC march Tay>Sai:vg Sai+vg", "not-a-step", "March places no pieces"),
        ("4.5.1", "VC rally Tay+vg | tax Tay=N", "not-a-step", "Tax shifts no space"),
        ("3.2.2", "ARVN patrol shaded", "not-a-step", "Patrol knows no “shaded”"),
        ("3.2.2", "ARVN patrol Sai", "not-a-step", "selects no space by its bare name"),
        ("3.3.3", "VC attack Sai {5} Sai-2at", "missed", "has failed"),
        ("3.3.3", "NVA attack QTr troops QTr-at guerrillas", "answered-already", "how the Attack"),
        ("3.3.3", "VC attack Sai {2} {3}", "answered-already", "the Attack in Saigon"),
        ("3.3.1", "VC rally NVA: Tay", "wrong-speaker", "VC decides this, not NVA"),
        ("2.3.4", "VC event shaded | tax Tay", "event-alone", "the whole action"),
    ],
)
def test_3_1_why_a_clause_has_no_place(rule, line, code, says):
    """The reason is the one for the clause at which the fault is."""
    violation = refused(line)
    assert (violation.verdict, violation.code, violation.rule) == ("illegal", code, rule), violation
    assert says in violation.message


def test_3_1_what_is_left_names_the_last_question():
    """Nothing asks for it there; the last question for such a thing is told, and what closed it."""
    violation = position("Hue: 2ut; QTr: 2ut 2vg; Tay: vg", to_act="US").refused(
        "US sweep Hue, QTr QTr*2vg, Tay*vg"
    )
    assert violation.code == "surplus-clause"
    assert violation.last_asked == "Guerrillas to Activate in Quang Tri-Thua Thien"
    assert "closed by: QTr*2vg" in violation.facts


def test_3_1_the_position_is_the_one_in_which_it_was_refused():
    """With what the move itself had changed: the two pieces that its Attack removed."""
    violation = refused("VC attack Sai {1} Sai-2at {3}")
    assert Game(violation.position)["Sai"] == "at 2vg*"
