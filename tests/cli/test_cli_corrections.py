"""Corrections that a table made, as the commands report them (SPEC 3), and files of version 1."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import FIXTURES, fitl

GAME = str(FIXTURES / "corrected-game.fitl")
NEW = '[FITL "2"]\n[Scenario "full"]\n[Cards "107 55"]\n\n#107\n'
OLD = NEW.replace('"2"', '"1"') + "ruling we let it stand\ndigest 9f86d081\nVC pass\n"


def test_validate_names_what_was_let_stand_and_corrected() -> None:
    """Let-stand and corrected events are named: exit code 0, with `--strict` 1; JSON has their numbers."""
    result = fitl("validate", GAME)
    assert result.exit_code == 0
    assert (
        "legal, but for event 11, let stand by the table, and event 10, where it corrected" in result.output
    )
    assert fitl("validate", "--strict", GAME).exit_code == 1
    report = json.loads(fitl("validate", "--json", GAME).output)
    assert (report["verdict"], report["let_stand"], report["corrected"]) == ("legal", [11], [10])
    stands = NEW + "ruling stand VC tax Sai\nruling stand NVA rally Hue+ng => Hue 1ng"
    told = fitl("validate", "-", stdin=stands).output
    assert "legal, but for events 2 and 3, let stand by the table" in told


def test_strict_asks_nothing_of_a_legal_game() -> None:
    """`--strict` accepts a legal game, also one whose let-stand ruling was taken back."""
    assert fitl("validate", "--strict", "-", stdin=NEW + "VC pass").exit_code == 0
    assert fitl("validate", "--strict", "-", stdin=NEW + "ruling stand VC tax Sai\nvoid").exit_code == 0


def test_replay_tells_what_the_lines_did() -> None:
    """`replay` reports events as voided, amended, corrected or let stand, with the rule's reason."""
    told = fitl("replay", GAME).output
    for words in (
        "the game goes back to event 1",
        "event 6 is another move now",
        "the rules refuse it (2.3.2: US is the leftmost Eligible Faction",
    ):
        assert words in told


def test_show_tells_history_as_it_then_was() -> None:
    """`--at 7` shows the move before its later amendment, with no event let stand."""
    before = json.loads(fitl("show", GAME, "--at", "7", "--json").output)
    after = json.loads(fitl("show", GAME, "--at", "8", "--json").output)
    assert (before["tracks"]["resources"]["NVA"], after["tracks"]["resources"]["NVA"]) == (9, 8)
    assert before["let_stand"] == [] and before["corrected"] == []
    last = json.loads(fitl("show", GAME, "--json").output)
    assert last["let_stand"] == [11] and last["corrected"] == [10]
    assert "event 11, let stand by the table" in fitl("show", GAME).output


def test_show_of_a_card_that_was_finished_twice() -> None:
    """`show --card` gives the board of the game in force, without the voided events."""
    lines = NEW + "VC event shaded\nNVA rally SLa+2ng\nvoid\nNVA rally SLa+ng"
    shown = json.loads(fitl("show", "-", "--card", "107", "--json", stdin=lines).output)
    assert shown["event"] == 5


def test_diff_compares_the_games_in_force(tmp_path: Path) -> None:
    """A game with a move taken back and written again is the same game."""
    one, other = tmp_path / "a.fitl", tmp_path / "b.fitl"
    one.write_text(NEW + "VC rally Tay+vg\nvoid\nVC event shaded\nNVA pass\namend 4 VC pass\nARVN pass")
    other.write_text(NEW + "VC pass\nNVA pass\nARVN pass")
    result = fitl("diff", str(one), str(other))
    assert (result.exit_code, "the games are the same" in result.output) == (0, True)
    other.write_text(NEW + "VC pass\nNVA pass\nUS pass")
    assert fitl("diff", str(one), str(other)).exit_code == 1


def test_fmt_writes_version_1_as_version_2() -> None:
    """`fmt` turns a free line of version 1 into a note and keeps its digest."""
    result = fitl("fmt", "-", stdin=OLD)
    assert result.exit_code == 0
    assert result.output.startswith('[FITL "2"]')
    assert "note ruling: we let it stand\ndigest 9f86d081\n" in result.output
    assert fitl("fmt", "--check", "-", stdin=OLD).exit_code == 1
    assert fitl("fmt", "-", stdin=result.output).output == result.output


def test_digests_of_version_1_are_said_to_be_unchecked() -> None:
    """A digest of version 1 is unchecked (exit code 0); a later version or a wrong digest has exit code 1."""
    result = fitl("validate", "-", stdin=OLD)
    assert result.exit_code == 0 and "1 digest of version 1 not compared" in result.output
    assert json.loads(fitl("validate", "--json", "-", stdin=OLD).output)["unchecked_digests"] == [3]
    later = fitl("validate", "-", stdin=NEW + "digest 7:00ff")
    assert later.exit_code == 1 and "this digest is of version 7" in later.output


@pytest.mark.parametrize("form", [(), ("--jsonl",)])
def test_fields_survive_fmt_and_annotate(form: tuple[str, ...]) -> None:
    """Known, free and unknown fields stay beside moves, notes and comments."""
    lines = NEW + "VC pass ; [%by Ann] [%_x 1] [%clk 2] hm\nnote [%by Ben] hm\n; [%_y 3]\n"
    written = fitl("fmt", "-", *form, stdin=lines).output
    annotated = fitl("annotate", "-", stdin=written).output
    for text in (written, annotated):
        plain = text.replace('"', "").replace(":", " ")
        for field in ("by Ann", "_x 1", "clk 2", "by Ben", "_y 3"):
            assert field in plain, text


def test_annotating_with_digests_keeps_the_numbers_right(tmp_path: Path) -> None:
    """An inserted digest shifts the later events; lines that name an event still name the same one."""
    game = fitl("random", "--seed", "3", "--scenario", "short", "--cards", "14").output
    count = len(game.split("\n\n", 1)[1].split())
    assert count
    lines = [line for line in game.split("\n\n", 1)[1].splitlines() if line]
    last = len(lines)
    path = tmp_path / "game.fitl"
    path.write_text(game + f"void {last}\n{lines[-1]}\namend {last + 2} {lines[-1]}\n")
    assert fitl("validate", str(path)).exit_code == 0, fitl("validate", str(path)).output
    out = fitl("annotate", "--digests", str(path)).output
    assert "digest 2:" in out
    assert fitl("validate", "-", stdin=out).exit_code == 0


def test_a_refused_clause_in_json_lines_has_its_place(tmp_path: Path) -> None:
    """The column is that of the clause in the line of JSON; the excerpt is in the notation."""
    path = tmp_path / "game.jsonl"
    path.write_text(fitl("fmt", "-", "--jsonl", stdin=NEW + "VC rally Tay+vg, Sai+9vg").output)
    report = json.loads(fitl("validate", "--json", str(path)).output)
    (problem,) = report["errors"]
    line = path.read_text().splitlines()[problem["line"] - 1]
    marked = line[problem["column"] - 1 : problem["end"] - 1]
    assert json.loads(marked)["space"] == "saigon"
    assert "^" in fitl("validate", str(path)).output


def test_an_illegal_amendment_is_marked_at_its_clause() -> None:
    """The caret stands under the clause of the move in the amending line."""
    result = fitl("validate", "-", stdin=NEW + "VC pass\namend 2 VC rally Tay+vg, Sai+9vg")
    assert result.exit_code == 1
    excerpt = result.output.splitlines()[1:3]
    start = excerpt[1].index("^")
    assert excerpt[0][start:].startswith("Sai")


def test_what_the_table_set_is_told_with_old_and_new_figures() -> None:
    """SPEC 3: `replay` and `show` give old and new figures of a correction, and omit unchanged ones."""
    said = 'correct "Sai; aid 9; ARVN 30; leaders 127; face-down; casualties ut"'
    lines = f"{NEW}{said}\nruling stand VC tax Sai => VC 9, Aid +3\n"
    corrected = "the table sets Sai 2ut ub 2at 3ap PS -> empty; casualties none -> ut; aid 15 -> 9"
    for command in ("replay", "show"):
        told = fitl(command, "-", stdin=lines).output
        assert corrected in told and "face-down no -> face-down" in told and "ARVN 30 ->" not in told
        assert "the table sets VC 5 -> 9; Aid 9 -> 12" in told


def test_hold_and_waive_that_bear_on_nothing() -> None:
    """2.3.8: a hold or waive without effect is legal: `validate` warns and `replay` gives the reason."""
    lines = NEW + "VC waive\nUS hold\namend 2 ARVN waives\n"
    result = fitl("validate", "-", stdin=lines)
    assert result.exit_code == 0 and result.output.count("warning: ") == 3
    assert "event 4 has no effect: ARVN could not place" in result.output
    warnings = json.loads(fitl("validate", "-", "--json", stdin=lines).output)["warnings"]
    assert [(one["code"], one["line"]) for one in warnings] == [("bears-on-nothing", n) for n in (6, 7, 8)]
    assert "play does not wait: US cannot place card 121" in fitl("replay", "-", stdin=lines).output


def test_a_comment_that_begins_as_a_move_warns() -> None:
    """A comment that begins as a move warns (SPEC 7); the exit code stays, and other faults are shown."""
    result = fitl("validate", "-", stdin=NEW + "VC pass ; tax Sai\nNVA tax Sai\n")
    assert result.exit_code == 1
    assert result.output.index(":6:11: warning: this comment") < result.output.index(":7:")
    assert fitl("validate", "-", stdin=NEW + "VC pass ; tax Sai\n").exit_code == 0
