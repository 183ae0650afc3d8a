"""`fitl annotate`: its additions, the text that it keeps, its refusals."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from command_line import FIXTURES, HEADER, TUTORIAL, fitl

from notation import read

GAME = (
    HEADER + "VC   event shaded !?   => US 32   ; bold\nNVA  pass\n"
    "ARVN train Sai+6at pacify Sai=PS | govern AnL aid, CaT aid\n"
)


def test_a_card(snapshot: Any) -> None:
    result = fitl("annotate", "-", stdin=GAME)
    assert result.exit_code == 0
    assert result.stdout == snapshot


@pytest.mark.parametrize("text", [GAME, Path(TUTORIAL).read_text()], ids=["card", "tutorial"])
def test_twice_is_once_and_the_outcome_is_sound(text: str) -> None:
    once = fitl("annotate", "-", stdin=text).stdout
    assert fitl("annotate", "-", stdin=once).stdout == once
    assert fitl("validate", "-", stdin=once).exit_code == 0
    assert fitl("fmt", "--check", "-", stdin=once).exit_code == 0
    before, after = read(text).log, read(once).log
    assert after.tags == before.tags
    for old, new in zip(before.entries, after.entries, strict=True):
        assert (new.event, new.glyph, new.comment) == (old.event, old.glyph, old.comment)
        assert new.claims[: len(old.claims)] == old.claims


def test_a_person_s_remark() -> None:
    result = fitl("annotate", "-", "--event", "1", "--comment", "and it paid", "--glyph", "!", stdin=GAME)
    entry = read(result.stdout).log.entries[0]
    assert (entry.glyph, entry.comment) == ("!", "bold / and it paid")


@pytest.mark.parametrize(
    ("said", "glyph", "comment"),
    [
        (("--comment", "no", "--replace"), "!?", "no"),
        (("--delete", "comment"), "!?", None),
        (("--comment", "", "--replace"), "!?", None),
        (("--delete", "glyph"), "", "bold"),
        (("--delete", "glyph", "--comment", "no", "--replace"), "", "no"),
        (("--delete", "glyph", "--delete", "comment"), "", None),
        (("--delete", "comment", "--glyph", "??"), "??", None),
    ],
)
def test_remarks_are_replaced_and_deleted(said: tuple[str, ...], glyph: str, comment: str | None) -> None:
    """A remark is replaced or deleted by the event's number or its line; nothing else changes."""
    by_number = fitl("annotate", "-", "--event", "1", *said, stdin=GAME).stdout
    assert by_number == fitl("annotate", "-", "--line", str(HEADER.count("\n") + 1), *said, stdin=GAME).stdout
    entry, *others = read(by_number).log.entries
    assert (entry.glyph, entry.comment) == (glyph, comment)
    assert others == list(read(GAME).log.entries[1:])


def test_a_comment_that_stands_alone() -> None:
    """A comment without an event is named by its line; it can be replaced and deleted."""
    text = HEADER + "; before\nVC   event shaded\n"
    line = str(HEADER.count("\n") + 1)
    replaced = fitl("annotate", "-", "--line", line, "--comment", "then", "--replace", stdin=text).stdout
    assert "; then\n" in replaced and "before" not in replaced
    gone = fitl("annotate", "-", "--line", line, "--delete", "comment", stdin=text).stdout
    assert len(read(gone).log.entries) == 1
    assert fitl("annotate", "-", "--line", line, "--glyph", "!", stdin=text).exit_code == 2
    for nowhere in ("0", "1", "-1", str(text.count("\n") + 1), "999999999999999999999"):
        told = fitl("annotate", "-", "--line", nowhere, "--delete", "comment", stdin=text)
        assert told.exit_code == 2 and "no entry of the game stands on line" in told.stderr


def test_options_that_contradict_each_other() -> None:
    for wrong in (
        ("--event", "1", "--line", "6", "--glyph", "!"),
        ("--event", "1", "--replace"),
        ("--event", "1", "--delete", "comment", "--comment", "x"),
        ("--event", "1", "--delete", "glyph", "--glyph", "!"),
        ("--delete", "glyph"),
        ("--sound", "--digests"),
    ):
        assert fitl("annotate", "-", *wrong, stdin=GAME).exit_code == 2


ILLEGAL_PART = "NVA  pass   ; I think\n\n#107   ; by hand\nUS   pass\n"


@pytest.mark.parametrize(
    ("behind", "code"), [(ILLEGAL_PART, 1), ("NVA  foo!\n; later\n", 3)], ids=["illegal", "unreadable"]
)
def test_the_sound_part_of_a_game_that_is_not(behind: str, code: int) -> None:
    """`--sound` annotates the sound part, keeps the rest unchanged, and reports the fault."""
    remark = ("--event", "1", "--glyph", "??")
    told = fitl("annotate", "-", "--sound", *remark, stdin=GAME + behind)
    assert told.exit_code == code
    assert told.stdout == fitl("annotate", "-", *remark, stdin=GAME).stdout + behind
    assert "illegal" in told.stderr or "foo" in told.stderr
    assert fitl("annotate", "-", "--sound", *remark, stdin=told.stdout).stdout == told.stdout
    assert (
        fitl("annotate", "-", "--sound", "--event", "4", "--glyph", "!", stdin=GAME + behind).exit_code == 2
    )


def test_a_false_claim_stays_and_is_told() -> None:
    """`--sound` keeps a false claim, reports it, and annotates the moves after it."""
    told = fitl("annotate", "-", "--sound", stdin=GAME.replace("US 32", "US 33"))
    assert told.exit_code == 1 and "claimed US 33" in told.stderr
    assert told.stdout == fitl("annotate", "-", stdin=GAME).stdout.replace("US 32,", "US 33,", 1)


def test_the_sound_part_of_json_lines() -> None:
    text = fitl("fmt", "--jsonl", "-", stdin=GAME).stdout
    wrong = text + '{"event": {"event":"pass","faction":"US"}}\n{"broken\n'
    told = fitl("annotate", "-", "--sound", stdin=wrong)
    assert told.stdout == fitl("annotate", "-", stdin=text).stdout + wrong[len(text) :]
    assert told.exit_code == 3


def test_a_remark_needs_an_event() -> None:
    assert fitl("annotate", "-", "--comment", "x", stdin=GAME).exit_code == 2
    assert fitl("annotate", "-", "--event", "1", stdin=GAME).exit_code == 2
    assert fitl("annotate", "-", "--event", "9", "--glyph", "!", stdin=GAME).exit_code == 2
    noted = GAME + "note so far\n"
    assert fitl("annotate", "-", "--event", "4", "--glyph", "!", stdin=noted).exit_code == 2


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (GAME.replace("6at", "7at"), 1),
        (GAME.replace("US 32", "US 33"), 1),
        (GAME.replace("6at", "6xt"), 3),
        ("", 3),
    ],
    ids=["illegal", "false claim", "syntax", "empty"],
)
def test_nothing_is_written_of_a_game_that_is_not_sound(text: str, code: int, tmp_path: Path) -> None:
    out = tmp_path / "out.fitl"
    out.write_text("precious")
    result = fitl("annotate", "-", "-o", str(out), stdin=text)
    assert result.exit_code == code
    assert result.stdout == ""
    assert out.read_text() == "precious"
    assert list(tmp_path.iterdir()) == [out]


def test_the_file_itself_may_be_the_output(tmp_path: Path) -> None:
    path = tmp_path / "game.fitl"
    path.write_text(GAME)
    assert fitl("annotate", str(path), "-o", str(path)).exit_code == 0
    assert path.read_text() == fitl("annotate", "-", stdin=GAME).stdout
    assert list(tmp_path.iterdir()) == [path]


def test_an_output_that_cannot_be_written(tmp_path: Path) -> None:
    result = fitl("annotate", TUTORIAL, "-o", str(tmp_path / "nowhere" / "out.fitl"))
    assert result.exit_code == 74
    assert fitl("annotate", TUTORIAL, "-o", str(tmp_path)).exit_code == 74
    assert fitl("annotate", TUTORIAL, "-o", "nul\0").exit_code == 74
    assert list(tmp_path.iterdir()) == []


def test_a_dash_as_output_is_standard_output() -> None:
    assert fitl("annotate", "-", "-o", "-", stdin=GAME).stdout == fitl("annotate", "-", stdin=GAME).stdout


def test_json_lines_stay_json_lines() -> None:
    lines = fitl("fmt", "--jsonl", TUTORIAL).stdout
    annotated = fitl("annotate", "-", stdin=lines)
    assert annotated.exit_code == 0
    assert annotated.stdout.startswith('{"tags"')


def test_a_broken_fixture_is_refused_with_its_reason() -> None:
    result = fitl("annotate", str(FIXTURES / "broken" / "wrong-resources.fitl"))
    assert result.exit_code == 1
    assert "claimed VC 11, it is VC 10 after event 12" in result.stderr


def test_digests_are_recorded_behind_each_coup_round(tmp_path: Path) -> None:
    """Three Coup Rounds get three digests, once; another engine's digest is reported with its card."""
    game = str(FIXTURES / "short-game.fitl")
    once, twice = tmp_path / "once.fitl", tmp_path / "twice.fitl"
    assert fitl("annotate", game, "--digests", "-o", str(once)).exit_code == 0
    assert once.read_text().count("\ndigest ") == 3
    assert fitl("annotate", str(once), "--digests", "-o", str(twice)).exit_code == 0
    assert twice.read_text() == once.read_text()
    assert fitl("validate", str(once)).exit_code == 0
    once.write_text(re.sub(r"(?m)^digest .*$", "digest 2:0000000000000000", once.read_text(), count=1))
    refused = fitl("validate", str(once))
    assert refused.exit_code == 1 and "card 127 Nguyen Cao Ky" in refused.stdout
