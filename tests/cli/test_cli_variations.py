"""`fitl variations`, and variations in other commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import FIXTURES, fitl

GAME = FIXTURES / "what-if.fitl"


def test_a_list_with_verdicts() -> None:
    told = fitl("variations", str(GAME))
    assert told.exit_code == 0
    heads = [line.partition(" (line")[0] for line in told.stdout.splitlines()]
    assert heads == [
        'variation 1 "wait" in place of event 1',
        'variation 1.1 "both wait" in place of event 2',
        'variation 2 "no Aid" in place of event 3',
    ]
    listed = json.loads(fitl("variations", str(GAME), "--json").stdout)
    assert [(one["number"], one["at"], one["verdict"], one["events"]) for one in listed] == [
        ("1", 1, "legal", 2), ("1.1", 2, "legal", 1), ("2", 3, "legal", 1),
    ]  # fmt: skip


@pytest.mark.parametrize("wanted", ["1", "wait", "1.1", "both wait", "2"])
def test_one_is_a_game_of_its_own(wanted: str, tmp_path: Path) -> None:
    """A variation printed as a game has its verdict in the file, after the events of the game before it."""
    out = tmp_path / "one.fitl"
    assert fitl("variations", str(GAME), wanted, "-o", str(out)).exit_code == 0
    assert out.read_text() == fitl("variations", str(GAME), wanted).stdout
    whole = json.loads(fitl("validate", "--json", str(out)).stdout)
    listed = json.loads(fitl("variations", str(GAME), "--json").stdout)
    (one,) = [one for one in listed if wanted in (one["number"], one["name"])]
    assert whole["verdict"] == one["verdict"] == "legal"
    assert whole["events"] == one["at"] - 1 + one["events"]


def _wrong(old: str, new: str) -> str:
    text = GAME.read_text()
    assert old in text
    return text.replace(old, new)


@pytest.mark.parametrize(
    ("text", "verdict", "place"),
    [
        (_wrong("NVA  rally NVn+2ng", "NVA  rally NVn+9ng"), "illegal", (10, 12)),
        (_wrong("VC 6", "VC 7"), "claims", (9, 16)),
        (_wrong("no Aid\nARVN train Sai+6at", "no Aid\nARVN train Sai+5at"), "legal", None),
    ],
    ids=["illegal", "claim", "legal"],
)
def test_each_is_checked(text: str, verdict: str, place: tuple[int, int] | None) -> None:
    """A variation's fault is reported at its line (exit code 1); the game itself stays legal."""
    report = json.loads(fitl("validate", "--json", "-", stdin=text).stdout)
    assert report["verdict"] == "legal" and report["errors"] == []
    verdicts = [one["verdict"] for one in report["variations"]]
    assert verdict in verdicts
    for command in ("validate", "variations"):
        told = fitl(command, "-", stdin=text)
        assert told.exit_code == (1 if place else 0)
        if place:
            assert f"<stdin>:{place[0]}:{place[1]}: " in told.stdout


def test_behind_what_is_illegal_nothing_is_checked() -> None:
    """A variation at the place of the illegal event is checked; later ones are not."""
    text = GAME.read_text().replace(
        "\nNVA  pass\nARVN train", "\nNVA  pass\nNVA  pass\n( right\nARVN pass\n)\nARVN train"
    )
    report = json.loads(fitl("validate", "--json", "-", stdin=text).stdout)
    assert [(one["name"], one["verdict"]) for one in report["variations"]] == [
        ("wait", "legal"), ("both wait", "legal"), ("right", "legal"), ("no Aid", "unchecked"),
    ]  # fmt: skip
    assert "not checked: the game is not sound up to there" in fitl("validate", "-", stdin=text).stdout


def test_other_commands_keep_them() -> None:
    """`fmt` in both forms and `annotate` keep every variation, with the same verdicts."""
    text = GAME.read_text()
    assert fitl("fmt", str(GAME)).stdout == text
    jsonl = fitl("fmt", "--jsonl", str(GAME)).stdout
    assert fitl("fmt", "-", stdin=jsonl).stdout == text
    annotated = fitl("annotate", str(GAME)).stdout
    assert fitl("variations", "-", stdin=annotated).exit_code == 0
    assert annotated.count("\n(") == 3 and fitl("annotate", "-", stdin=annotated).stdout == annotated


def test_which_one() -> None:
    """A number goes before a name; a shared name lists its numbers, an unknown one lists all variations."""
    twice = GAME.read_text().replace("( no Aid", "( wait")
    assert 'the variations 1, 2 are called "wait"' in fitl("variations", "-", "wait", stdin=twice).stderr
    missing = fitl("variations", str(GAME), "nothing")
    assert missing.exit_code == 2 and "1 wait; 1.1 both wait; 2 no Aid" in missing.stderr
    assert fitl("variations", str(GAME), "-o", "x").exit_code == 2
    assert fitl("variations", str(FIXTURES / "tutorial.fitl")).stdout == "no variations\n"


def test_a_fault_in_a_variation() -> None:
    """A fault in a variation makes the file unreadable, but the game is still checked."""
    told = fitl("validate", "-", stdin=_wrong("NVn+2ng", "NVm+2ng"))
    assert told.exit_code == 3
    assert '"no Aid" in place of event 3 (line 17): legal' in told.stdout
    assert fitl("variations", "-", stdin=_wrong("NVn+2ng", "NVm+2ng")).exit_code == 3
