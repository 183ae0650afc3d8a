"""`fitl legal`: the open questions and answers now, and after part of a move."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from command_line import FIXTURES, HEADER, TUTORIAL, fitl, told


def test_the_second_eligible_after_an_operation_alone(snapshot: Any) -> None:
    assert told(fitl("legal", TUTORIAL, "--at", "7")) == snapshot


def test_behind_a_part_of_a_move(snapshot: Any) -> None:
    assert told(fitl("legal", TUTORIAL, "--at", "3", "train Sai+6at")) == snapshot


def test_a_coup_round(snapshot: Any) -> None:
    assert told(fitl("legal", TUTORIAL, "--at", "31")) == snapshot


def test_the_faction_may_be_left_out() -> None:
    left_out = fitl("legal", TUTORIAL, "--at", "7", "sweep", "QTr")
    assert left_out.exit_code == 0
    assert left_out.output == fitl("legal", TUTORIAL, "--at", "7", "US sweep QTr").output


def test_a_tag_or_a_bar_may_stand_alone() -> None:
    asked = fitl("legal", TUTORIAL, "--at", "7").output
    assert fitl("legal", TUTORIAL, "--at", "7", "US").output == asked
    assert fitl("legal", TUTORIAL, "--at", "7", "limop").output == asked.replace("or pass\n", "")
    begun = fitl("legal", TUTORIAL, "--at", "3", "train Sai+6at").output
    assert fitl("legal", TUTORIAL, "--at", "3", "ARVN: train sai + 6at |").output == begun


def test_every_answer_is_one_that_can_be_written() -> None:
    found = msgspec.json.decode(fitl("legal", "--json", TUTORIAL, "--at", "15", "NVA march").stdout)
    answers = found["questions"][0]["answers"]
    assert len(answers) > 40
    text = fitl("legal", TUTORIAL, "--at", "15", "NVA march").output
    assert f"and {len(answers) - 40} more (--all)" in text
    assert answers[-1] in fitl("legal", "--all", TUTORIAL, "--at", "15", "NVA march").output


def test_where_nobody_is_to_act() -> None:
    assert fitl("legal", TUTORIAL).output.endswith("expected: next #N, the card revealed\n")
    unopened = HEADER.replace('[Cards "107 55"]\n', "")
    assert "expected: #N, the card that is played" in fitl("legal", "-", stdin=unopened).output
    assert fitl("legal", TUTORIAL, "sweep QTr").exit_code == 1


def test_a_part_that_is_illegal_is_refused() -> None:
    result = fitl("legal", TUTORIAL, "--at", "7", "ARVN sweep QTr")
    assert result.exit_code == 1
    assert "2.3.1: ARVN is Ineligible on this card" in result.stderr


def test_a_part_that_cannot_be_read() -> None:
    for text in ("swep QTr", "sweep Saigun", "pass", "#55"):
        assert fitl("legal", TUTORIAL, "--at", "7", text).exit_code == 3, text


def test_an_illegal_game_is_asked_at_its_last_sound_position() -> None:
    result = fitl("legal", str(FIXTURES / "broken" / "tax-under-coin-control.fitl"))
    assert result.exit_code == 1
    assert "VC is to act" in result.stdout


PIVOTAL = HEADER.replace('[Cards "107 55"]', '[Cards "107 1"]') + "#107\nVC hold\n"


def test_where_a_pivotal_event_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines that place a Pivotal Event are listed beside the answers, and alone while play waits."""
    monkeypatch.setattr("fitl_core.rules.pivotal._refuse_precondition", lambda _state, _faction: None)
    asked = fitl("legal", "-", "--at", "1", stdin=PIVOTAL).output
    assert asked.endswith("or VC   pivotal #124   (2.3.8)\n")
    assert asked.count("(2.3.8)") == 4
    held = fitl("legal", "-", stdin=PIVOTAL.replace("VC hold", "ARVN hold")).output
    assert "play waits for ARVN (2.3.8)" in held
    assert "expected: a Pivotal Event, or waive" in held
    assert "or pass" not in held
    shown = fitl("show", "-", stdin=PIVOTAL.replace("VC hold", "ARVN hold")).output
    assert "play waits for ARVN" in shown
