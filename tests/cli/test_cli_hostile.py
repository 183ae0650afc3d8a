"""Hostile file names and mails: no command prints a character that a terminal obeys."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path
from unittest import mock

import msgspec
import pytest
from command_line import FIXTURES, HEADER, ROOT

from fitl_cli.app import COMMANDS, RENAMED
from fitl_cli.run import run
from notation.quoting import is_hidden

SEEN = "ab"
HIDDEN = "\x1b[2J\x07\t\x9b31m\u202e\u200b\ufeff\u2066\U000e0041\u034f\u3164\ufe0f\u115f"
"""Control, direction and zero-width characters, of categories Cc, Cf and others."""
NAME = f"{SEEN}{HIDDEN}"
BYTES = os.fsdecode(b"b\xff\xc3")
"""The name of a file that is no UTF-8."""
LEGAL = (
    HEADER[:-1] + f'[Event "{HIDDEN}"]\n\nVC   event shaded ; [%by A{HIDDEN}] [%_x {HIDDEN}] {HIDDEN}\n'
    f"( {HIDDEN}\nVC pass ; {HIDDEN}\n)\nnote {HIDDEN}\n"
)
WRONG = f'NVA  {HIDDEN}\n[{HIDDEN}]\nnote {HIDDEN}\n[Rule{HIDDEN} "x"]\nVC rally {HIDDEN} => Hue {HIDDEN} 3\n'
LETTER = f"From: {HIDDEN} <a@b>\nSubject: {HIDDEN}\nDate: {HIDDEN}\n\n"
TRIED: dict[str, tuple[tuple[str, ...], ...]] = {
    "new": (("--players", HIDDEN), ("--deal", "--secret", f"{NAME}/x", "-o", NAME)),
    "play": (("legal", f"NVA rally {HIDDEN}"), ("wrong",), ("legal", f"note {HIDDEN}")),
    "seat": (
        ("legal", "NVA", "--program", f"echo {HIDDEN}", "--tries", "1"),
        ("legal", "NVA", "--program", f"{HIDDEN}"),
        ("wrong", HIDDEN, "--program", "cat", "--policy", HIDDEN),
    ),
    "reply": (
        ("legal", "letter"),
        ("legal", "lines", "--by", HIDDEN),
        ("legal", "--watch", "folder", "--once"),
        ("legal", "--watch", NAME),
    ),
    "turn": (("legal",), ("wrong", "--page"), ("legal", "--for", HIDDEN)),
    "validate": (("legal", "wrong", NAME), ("wrong", "--continue"), ("legal", "--jobs", HIDDEN)),
    "replay": (("legal",), ("wrong",), ("legal", "--html", "-"), ("legal", "--html", f"{NAME}/x")),
    "show": (("legal",), ("wrong",), ("legal", "--at", HIDDEN)),
    "board": (("legal",), ("legal", "--crop", HIDDEN), ("legal", "-o", f"{NAME}/x")),
    "chart": (("legal",), ("legal", "--of", HIDDEN)),
    "diff": (("legal", "wrong"), ("legal", NAME)),
    "annotate": (("legal",), ("wrong", "--sound"), ("legal", "--event", "1", "--comment", HIDDEN)),
    "fmt": (("legal",), ("wrong",), ("legal", "--check"), ("legal", "--jsonl")),
    "variations": (("legal",), ("legal", "1"), ("legal", HIDDEN)),
    "legal": (("legal",), ("legal", HIDDEN)),
    "read": (("legal", f"NVA rallies in {HIDDEN}"), ("wrong", HIDDEN)),
    "adjudicate": (("legal",), ("legal", "--move", f"NVA rally {HIDDEN}")),
    "cases": ((HIDDEN,),),
    "rulings": ((HIDDEN,),),
    "bot": (("legal", "--dice", HIDDEN), ("legal", "--move", HIDDEN)),
    "deal": ((f"{NAME}/x",), ("secret", "--add", HIDDEN), ("letter", "legal", "--next")),
    "roll": (("letter", HIDDEN), ("legal", HIDDEN)),
    "order": (("order", "--seal", HIDDEN), ("letter", "--open")),
    "chain": (("legal",), ("wrong",)),
    "sign": (("letter", "legal", "--seat", HIDDEN),),
    "verify": (("legal",), ("legal", "--head", HIDDEN)),
    "random": (("--seed", "3", "--players", HIDDEN), ("--scenario", HIDDEN)),
    "table": (("show", HIDDEN), ("import", "legal", "--name", HIDDEN), ("list", "--store", NAME), (HIDDEN,)),
    "serve": (("--host", HIDDEN), ("--store", f"{NAME}/x"), ("--port", HIDDEN)),
    "lab": (("compare", HIDDEN, "random"), ("balance", "--played-by", HIDDEN)),
    "mcp": (("--store", f"{NAME}/x"), ("--store", "memory:", "--table", HIDDEN, "--seat-link", HIDDEN)),
    "tables": (("backup", NAME), ("backup", BYTES), ("copy", NAME), ("check", "--store", HIDDEN)),
    "stats": (("legal", "wrong", NAME), (".",)),
    "import": (("save",), ("saves",), (NAME,)),
    "compare": (("legal", "pieces"), ("legal", NAME)),
    "settle": (("legal",), ("wrong", "--yes"), ("legal", "-o", f"{NAME}/x", "--yes")),
    "position": (("legal",), ("wrong", "--header")),
    "card": (("68", "--game", "legal"), (HIDDEN,)),
    "schema": ((HIDDEN,),),
}
"""Arguments for each command; `legal`, `wrong` and so on are files."""


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Yield the files by content; each has a hostile name, too."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FITL_STORE", "memory:")
    texts = {
        "legal": LEGAL,
        "wrong": LEGAL + WRONG,
        "letter": f"{LETTER}VC rally Hue{HIDDEN}\nNVA pass ; {HIDDEN}\n> {HIDDEN}\n{HIDDEN}\n",
        "lines": f"{LETTER}NVA pass ; {HIDDEN}\n",
        "pieces": f"Tay {HIDDEN} Ninh: 2 {HIDDEN}\nHue{HIDDEN}: 3 police\n{HIDDEN},{HIDDEN},{HIDDEN}\n",
        "save": _strange(FIXTURES / "scala" / "save-004"),
    }
    for name, text in texts.items():
        Path(f"{name}{NAME}.fitl").write_text(text)
    found = {name: f"{name}{NAME}.fitl" for name in texts}
    found |= {"folder": f"folder{NAME}", "saves": f"saves{NAME}", "secret": "secret", "order": "order"}
    Path(found["folder"]).mkdir()
    Path(found["folder"], f"1{NAME}").write_text(texts["letter"])
    Path(found["folder"], f"2{BYTES}").write_text(texts["lines"])
    Path(found["saves"]).mkdir()
    for path in (FIXTURES / "scala").iterdir():
        Path(found["saves"], path.name).write_text(
            _strange(path) if path.name.startswith("log") else path.read_text()
        )
    return found


def _strange(path: Path) -> str:
    """Write a JSON file with hidden characters after every text."""

    def strange(value: object) -> object:
        match value:
            case dict():
                return {key: strange(one) for key, one in value.items()}
            case list():
                return [strange(one) for one in value]
            case str():
                return value + HIDDEN
        return value

    return json.dumps(strange(json.loads(path.read_text())), ensure_ascii=False)


def said(*arguments: str) -> tuple[int, str, str]:
    """Return the exit code of a command and its output on both streams."""
    streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2)]
    nothing = io.TextIOWrapper(io.BytesIO())
    with mock.patch.multiple(sys, stdin=nothing, stdout=streams[0], stderr=streams[1]):
        code = run(arguments)
    out, error = [stream.buffer.getvalue().decode() for stream in streams]  # type: ignore[attr-defined]
    return code, out, error


def test_every_command_is_tried() -> None:
    assert set(TRIED) == {*COMMANDS, *RENAMED}


@pytest.mark.parametrize("command", TRIED)
def test_nothing_hidden_is_printed(command: str, files: dict[str, str]) -> None:
    """No hidden character of a file, name, tag, comment, field, mail, save or argument is printed."""
    for tried in TRIED[command]:
        asked = [files.get(one, one) for one in tried]
        for more in ((), ("--json",)):
            code, out, error = said(command, *asked, *more)
            assert code in (0, 1, 2, 3, 69, 74), error
            assert [char for char in out + error if char != "\n" and is_hidden(char)] == []
            if more and out:
                assert all(msgspec.json.decode(line) is not None for line in out.splitlines())


@pytest.mark.parametrize("command", ["stats", "validate", "replay", "turn", "tables"])
def test_names_that_are_no_text(command: str, files: dict[str, str]) -> None:
    """A file name that is not UTF-8 is reported like any other, in JSON too."""
    Path(BYTES).write_text(LEGAL)
    asked = ("backup", f"{BYTES}.db") if command == "tables" else (BYTES,)
    for more in ((), ("--json",), ("--csv",) if command == "stats" else ()):
        code, out, error = said(command, *asked, *more)
        assert (code, error) == (0, "") or command == "tables", error
        assert "internal" not in error and out.isprintable() is not None
    assert said("stats", f"{BYTES}.fitl", "--json")[0] == 3


def test_what_is_hidden_behind_the_sound_part(files: dict[str, str]) -> None:
    """`annotate --sound` writes the unsound rest exactly to a file; elsewhere it is escaped."""
    text = LEGAL + f"VC pass\nnote a{HIDDEN}\nNVA  {HIDDEN}\n"
    Path("game").write_text(text)
    _, out, _ = said("annotate", "--sound", "game")
    assert f"VC pass\nnote a{HIDDEN}\nNVA  {HIDDEN}\n" not in out
    import notation

    note = next(line for line in out.splitlines() if line.startswith("note") and "a\\u001b" in line)
    assert notation.read_line(note) == notation.read_line(f"note a{HIDDEN}")
    said("annotate", "--sound", "game", "-o", "other")
    assert Path("other").read_text().endswith(f"VC pass\nnote a{HIDDEN}\nNVA  {HIDDEN}\n")


def test_the_fixture_is_hidden() -> None:
    """Every character of the fixture is hidden, except digits, letters and brackets."""
    assert [char for char in HIDDEN if not is_hidden(char)] == list("[2J31m")
    assert not is_hidden(" ") and ROOT.exists()
