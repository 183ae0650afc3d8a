"""`fitl validate`: verdicts, refusals with their line and column, false claims, exit codes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from command_line import FIXTURES, HEADER, TUTORIAL, fitl, told

from notation import dump, read


def test_the_tutorial_is_legal() -> None:
    result = fitl("validate", TUTORIAL)
    assert result.exit_code == 0
    assert ": legal, 37 events; card 125 Nguyen Khanh is finished" in result.output


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_jobs_change_nothing_but_the_time(form: tuple[str, ...], tmp_path: Path) -> None:
    """Files checked in parallel are reported in the order in which they were given."""
    broken = sorted((FIXTURES / "broken").glob("*.fitl"))
    files = [str(path) for path in (*broken, TUTORIAL, tmp_path / "not-there.fitl", *broken[:3])]
    one, side_by_side = fitl("validate", *form, *files), fitl("validate", *form, "--jobs", "3", *files)
    assert (side_by_side.exit_code, side_by_side.output) == (one.exit_code, one.output)
    assert fitl("validate", "--jobs", "0", TUTORIAL).exit_code == 0
    assert fitl("validate", "--jobs", "-1", TUTORIAL).exit_code == 2


@pytest.mark.parametrize(
    "name", ["tax-under-coin-control", "troops-left-in-province", "underground-struck", "wrong-resources"]
)
def test_a_mistake_is_ruled_on(name: str, snapshot: Any) -> None:
    result = fitl("validate", str(FIXTURES / "broken" / f"{name}.fitl"))
    assert result.exit_code == 1
    assert told(result) == snapshot


def test_every_fault_of_syntax_is_listed_and_the_sound_part_checked(tmp_path: Path, snapshot: Any) -> None:
    path = tmp_path / "game.fitl"
    path.write_text(
        HEADER + "VC   event shaded   => Aid 4\nNVA  pass   => NVA x\n"
        "ARVN trian Saigun+6at => Aid 14\nnext #68\nUS sweep Qua\n"
    )
    result = fitl("validate", str(path))
    assert result.exit_code == 3
    assert told(result).replace(f"{tmp_path}/", "") == snapshot


def test_a_rule_that_is_not_built_is_no_traceback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing rule is a refusal that names the rule and the event that needs it."""
    from fitl_core.errors import NotSupported
    from fitl_core.game import replays

    def refuse(*_: object) -> None:
        raise NotSupported("Moon Landings", "9.9")

    monkeypatch.setattr(replays, "play", refuse)
    result = fitl("validate", TUTORIAL)
    assert result.exit_code == 1
    assert "not supported yet: Moon Landings (9.9)" in result.output
    assert "no event is sound, then not supported yet" in result.output


def test_json_says_the_same_as_the_text() -> None:
    result = fitl("validate", "--json", str(FIXTURES / "broken" / "tax-under-coin-control.fitl"), TUTORIAL)
    assert result.exit_code == 1
    broken, sound = (msgspec.json.decode(line) for line in result.stdout.splitlines())
    assert (sound["verdict"], sound["events"], sound["sound"], sound["errors"]) == ("legal", 37, 37, [])
    assert (broken["verdict"], broken["sound"], broken["to_act"], broken["card"]) == ("illegal", 11, "VC", 68)
    (error,) = broken["errors"]
    assert (error["line"], error["column"], error["end"]) == (24, 53, 56)
    assert (error["code"], error["rule"], error["event"]) == ("coin-control", "4.5.1", 12)
    assert "QTr" in error["legal"] and "BDi" not in error["legal"]


def test_json_on_claims_and_on_what_cannot_be_read(tmp_path: Path) -> None:
    claims = fitl("validate", "--json", str(FIXTURES / "broken" / "wrong-resources.fitl"))
    found = msgspec.json.decode(claims.stdout)
    assert found["verdict"] == "claims"
    assert [(c["claimed"], c["actual"], c["event"]) for c in found["claims"]] == [("VC 11", "VC 10", 12)]
    lost = fitl("validate", "--json", str(tmp_path / "nowhere.fitl"))
    assert lost.exit_code == 3
    assert msgspec.json.decode(lost.stdout)["verdict"] == "unreadable"


def test_of_several_files_the_highest_code_wins(tmp_path: Path) -> None:
    broken = str(FIXTURES / "broken" / "wrong-card.fitl")
    unreadable = tmp_path / "empty.fitl"
    unreadable.touch()
    assert fitl("validate", TUTORIAL, broken).exit_code == 1
    result = fitl("validate", str(unreadable), broken, TUTORIAL)
    assert result.exit_code == 3
    assert "legal, 37 events" in result.output


def test_standard_input_and_json_lines() -> None:
    text = Path(TUTORIAL).read_text()
    assert fitl("validate", "-", stdin=text).output.startswith("<stdin>: legal, 37 events")
    lines = dump(read(text).log)
    assert fitl("validate", "-", stdin=lines).output.startswith("<stdin>: legal, 37 events")


def test_an_illegal_move_in_json_lines_is_shown_in_the_notation() -> None:
    text = (FIXTURES / "broken" / "tax-under-coin-control.fitl").read_text()
    result = fitl("validate", "-", stdin=dump(read(text).log))
    assert result.exit_code == 1
    lines = result.output.splitlines()
    assert lines[1] == "    VC   rally Ple+2vg, QTr+3vg, Hue+vg | tax QTi, QDu, BDi"
    assert lines[2].index("^") == lines[1].index("BDi")


def test_long_lines_are_cut_around_the_fault() -> None:
    comment = "; " + "x" * 300
    result = fitl(
        "validate", "-", stdin=HEADER + f"VC   event shaded => Aid 3, Sai=N, {'US 32, ' * 40} US 31 {comment}"
    )
    shown, carets = result.output.splitlines()[1:3]
    assert len(shown) <= 110
    assert shown[carets.index("^") : carets.rindex("^") + 1] == "US 31"


def test_pieces_of_a_terminal_s_language_are_not_passed_on() -> None:
    result = fitl("validate", "-", stdin=HEADER + "VC event \x1b[31mshaded\n")
    assert result.exit_code == 3
    assert "\x1b" not in result.output


def test_cards_that_no_deck_has_are_shown_in_the_header(tmp_path: Path) -> None:
    """The two cards at the start are checked against the deck's first pile."""
    path = tmp_path / "game.fitl"
    header = '[FITL "2"]\n[Scenario "short"]\n[Options "political-rhythm"]\n[Cards "1 127"]\n'
    path.write_text(header + "\n#1\nUS pass\n")
    result = fitl("validate", str(path))
    assert result.exit_code == 1
    assert f"{path}:4:9: illegal: 2.1: by Political Rhythm" in result.output
