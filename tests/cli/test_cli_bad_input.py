"""Nothing that a file or an option holds ends in a traceback; each gets its exit code and a message."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from command_line import HEADER, ROOT, TUTORIAL, fitl, fitl_process

from fitl_cli import run as entry
from fitl_cli.app import COMMANDS, app
from fitl_core.facts.factions import VC
from fitl_core.game import replays
from fitl_core.record.setup import Setup
from fitl_core.underway import Step

GAME = HEADER + "VC   event shaded\nNVA  pass\nARVN pass\nUS   pass\n"
READERS = ("validate", "replay", "show", "diff", "annotate", "fmt", "legal")

UNREADABLE: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "the file is empty"),
    "blank": (b" \n\n", "the file is empty"),
    "binary": (bytes(range(256)), "binary"),
    "latin": (b"; \xe9\n" + GAME.encode(), ":1:3: not UTF-8 text"),
    "headless": (b"US pass\n", ":1:1: there is no header"),
    "version": (GAME.replace('FITL "2"', 'FITL "9"').encode(), ':1:8: error: this is format "9"'),
    "edition": (GAME.replace("original", "third").encode(), ':2:9: error: Rules "third" is not known'),
    "scenario": (GAME.replace("full", "tiny").encode(), ':3:12: error: Scenario "tiny" is not known'),
    "duplicate": (GAME.replace("[Cards", '[Rules "second"]\n[Cards').encode(), ":4:9: error: the tag Rules"),
    "equal cards": (GAME.replace("107 55", "55 55").encode(), ":4:9: error"),
    "space": ((HEADER + "ARVN train Saigun").encode(), ":6:12: error"),
    "piece": ((HEADER + "ARVN train Sai+6xx").encode(), ":6:17: error"),
    "ambiguous": ((HEADER + "ARVN train Quang").encode(), ":6:12: error"),
    "truncated": ((HEADER + "ARVN train Sai+").encode(), ":6:16: error"),
    "json cut": (b'{"tags":[["FITL","2"]', ":1:1: error"),
    "json card": (
        b'{"tags":[["FITL","2"],["Scenario","full"]]}\n{"event":{"event":"play","card":999}}',
        ":2:10: error: no card has the number 999",
    ),
    "json nested": (b'{"tags":' + b"[" * 100_000, ":1:1: error"),
}

ILLEGAL: dict[str, tuple[str, str]] = {
    "pivotal card": (GAME.replace("107 55", "121 55"), ":4:9: illegal: 2.3.8"),
    "wrong card": (HEADER + "#56\n", ":6:1: illegal: 2.3.7"),
    "card twice": (GAME + "next #107\n", ":10:1: illegal: 2.1"),
    "finished": (GAME + "US   train Sai\n", ":10:1: illegal: 2.3.7"),
    "too early": (HEADER + "next none\n", ":6:1: illegal: 2.3.7"),
}


@pytest.mark.parametrize("command", READERS)
@pytest.mark.parametrize("name", UNREADABLE)
def test_what_cannot_be_read(name: str, command: str, tmp_path: Path) -> None:
    data, message = UNREADABLE[name]
    path = tmp_path / "game.fitl"
    path.write_bytes(data)
    result = fitl(command, str(path), *([TUTORIAL] if command == "diff" else []))
    assert result.exit_code == 3
    assert message in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)


@pytest.mark.parametrize("command", READERS)
@pytest.mark.parametrize("name", ILLEGAL)
def test_what_is_illegal(name: str, command: str, tmp_path: Path) -> None:
    text, message = ILLEGAL[name]
    path = tmp_path / "game.fitl"
    path.write_text(text)
    result = fitl(command, str(path), *([TUTORIAL] if command == "diff" else []))
    if command == "fmt":
        assert result.exit_code == 0
    else:
        assert result.exit_code == 1
        assert message in result.output


@pytest.mark.parametrize("command", READERS)
def test_what_is_no_file(command: str, tmp_path: Path) -> None:
    more = [TUTORIAL] if command == "diff" else []
    for path in (str(tmp_path), str(tmp_path / "nowhere"), "nul\0", "\udcff"):
        result = fitl(command, path, *more)
        assert result.exit_code == 3, path
        assert len(result.output.splitlines()) == 1


@pytest.mark.parametrize("command", READERS)
def test_a_move_after_the_end_of_the_game(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move after the end of the game is refused; the test starts with an ended game to be quick."""
    begin = replays.start

    def at_the_end(setup: Setup) -> Step:
        return Step(msgspec.structs.replace(begin(setup).state, phase="over", winner=VC))

    monkeypatch.setattr(replays, "start", at_the_end)
    result = fitl(command, "-", *([TUTORIAL] if command == "diff" else []), stdin=HEADER + "US   pass\n")
    if command == "fmt":
        assert result.exit_code == 0
    else:
        assert result.exit_code == 1
        assert "<stdin>:6:1: illegal: 7.0: the game has ended: VC won" in result.output


def test_a_line_of_fifty_megabytes() -> None:
    result = fitl_process("validate", "-", stdin=HEADER.encode() + b"VC march " + b"Sai " * 12_500_000)
    assert result.returncode == 3
    assert b"<stdin>:6:20001: the line has 50,000,009 characters" in result.stderr


def test_a_file_that_never_ends() -> None:
    assert fitl("validate", "/dev/zero").exit_code == 3


def test_usage_errors() -> None:
    for arguments in (
        (),
        ("nope",),
        ("validate",),
        ("diff", TUTORIAL),
        ("show", TUTORIAL, "--at", "x"),
        ("--nope",),
    ):
        result = fitl(*arguments)
        assert result.exit_code == 2
        assert "Usage: " in result.stderr
        assert "Traceback" not in result.stderr
    process = fitl_process("nope")
    assert process.returncode == 2
    assert b"Usage: " in process.stderr
    assert b"Traceback" not in process.stderr


def test_version_and_help() -> None:
    assert fitl("--version").output.startswith("fitl ")
    text = fitl("--help").output
    for name in COMMANDS:
        assert f"  {name} " in text
        assert fitl(name, "--help").exit_code == 0


def test_a_reader_that_goes_away_changes_no_verdict() -> None:
    """`fitl ... | head -1`: quiet, with the exit code of the verdict."""
    for arguments, code in (
        (("replay", TUTORIAL), 0),
        (("replay", str(ROOT / "fixtures/broken/wrong-card.fitl")), 1),
    ):
        read_end, write_end = os.pipe()
        os.close(read_end)
        command = [sys.executable, "-m", "fitl_cli", *arguments]
        result = subprocess.run(command, stdout=write_end, stderr=subprocess.PIPE, cwd=ROOT, check=False)
        os.close(write_end)
        assert (result.returncode, result.stderr) == (code, b"")


def test_closed_streams() -> None:
    """A closed or full output stream ends each kind of command with the reason on stderr."""
    closed, full = (">&-", "it is closed"), (">/dev/full", "No space left on device")
    for command, (where, why) in (
        (f"validate {TUTORIAL}", closed),
        (f"annotate {TUTORIAL}", full),
        (f"show {TUTORIAL}", closed),
        ("--version", full),
        ("--help", closed),
        ("bot --help", full),
    ):
        if where == ">&-" or Path("/dev/full").exists():
            line = f"{sys.executable} -m fitl_cli {command} {where}"
            result = subprocess.run(line, shell=True, capture_output=True, cwd=ROOT, check=False)
            wanted = f"fitl: cannot write the output: {why}\n".encode()
            assert (result.returncode, result.stderr) == (74, wanted), line
    line = f"{sys.executable} -m fitl_cli validate {TUTORIAL} 2>&-"
    result = subprocess.run(line, shell=True, capture_output=True, cwd=ROOT, check=False)
    assert (result.returncode, result.stderr) == (0, b"")
    line = f"{sys.executable} -m fitl_cli validate - <&-"
    result = subprocess.run(line, shell=True, capture_output=True, cwd=ROOT, check=False)
    assert result.returncode == 3
    assert b"Traceback" not in result.stderr


def test_validating_imports_no_more_than_it_needs() -> None:
    """A small file is checked in about the time Python takes to start."""
    program = (
        "import sys; from fitl_cli.run import run; "
        f"code = run(['validate', {TUTORIAL!r}]); "
        "print(code, *sorted(sys.modules), file=sys.stderr)"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True
    )
    code, *modules = result.stderr.split()
    assert code == "0"
    others = {f"fitl_cli.{name}" for name in COMMANDS if name != "validate"}
    heavy = {"difflib", "json", "asyncio", "email", "logging", "unittest", "importlib.metadata"}
    games = {
        f"fitl_core.game.{name}" for name in ("notices", "reports", "comparison", "annotation", "stories")
    }
    assert not (others | heavy | games | {"fitl_cli.excerpts", "fitl_core.tell.position_differences"}) & set(
        modules
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("command", [f"show {TUTORIAL}", "nope", "show nowhere", "", "validate --nope"])
def test_a_full_disk_for_messages(command: str) -> None:
    """If even the message cannot be written, the exit code is 74."""
    line = f"{sys.executable} -m fitl_cli {command} >/dev/full 2>&1"
    assert subprocess.run(line, shell=True, cwd=ROOT, check=False).returncode == 74


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk() -> None:
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "fitl_cli", "show", TUTORIAL]
        result = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, cwd=ROOT, check=False)
    assert result.returncode == 74
    assert b"cannot write the output" in result.stderr


def test_the_last_resort(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """An unforeseen error is one line, with exit code 70."""

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("two\nlines")

    monkeypatch.setattr(app, "main", fail)
    assert entry.run(["validate", TUTORIAL]) == 70
    assert capsys.readouterr().err == "fitl: internal error: RuntimeError: two lines\n"

    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(app, "main", interrupt)
    assert entry.run(["validate", TUTORIAL]) == 130


def test_colours_only_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    from fitl_cli.output import Paint

    class Terminal:
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert Paint(Terminal()).red("x") != "x"
    monkeypatch.setenv("NO_COLOR", "1")
    assert Paint(Terminal()).red("x") == "x"
    assert "\x1b" not in CliRunner().invoke(app, ["validate", TUTORIAL]).output
