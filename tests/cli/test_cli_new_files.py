"""New files, and those that would take another's place: what is there already stays, and nobody's is lost."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import ROOT, TUTORIAL, fitl, fitl_process, game_in


def test_eight_new_ones_at_once(tmp_path: Path) -> None:
    """A seal or a commitment that was printed can be opened: none is kept in the place of another."""
    seals = [("order", "kept", "--seal", f"order {n}") for n in range(8)]
    commitments = [("deal", "dealer", "--commit")] * 8
    for asked in (seals, commitments):
        running = [
            subprocess.Popen(
                [sys.executable, "-m", "fitl_cli", one, str(tmp_path / name), *more],
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
            for one, name, *more in asked
        ]
        printed = [process.communicate(timeout=60)[0] for process in running]
        codes = sorted([process.returncode for process in running])
        assert codes[0] == 0 and set(codes[1:]) <= {2, 74}
        if asked is seals:
            (seal,) = filter(None, printed)
            assert fitl_process("order", str(tmp_path / "kept")).stdout == seal
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dealer", "kept"]


def test_a_new_file_that_somebody_else_makes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What came in between stays, as when an edit came in between; the same once more is no loss."""
    from fitl_cli import writing
    from fitl_cli.output import Failure

    out, alone = tmp_path / "game.fitl", writing._alone

    def slowly(directory: str) -> object:
        out.write_text("by another\n")
        return alone(directory)

    monkeypatch.setattr(writing, "_alone", slowly)
    for read in (b"", b"before\n"):
        with pytest.raises(Failure, match=r"stays|changed since") as failure:
            writing.write_file(str(out), "mine\n", read)
        assert failure.value.exit_code == 74
    writing.write_file(str(out), "by another\n", b"")
    assert out.read_text() == "by another\n"
    assert [path.name for path in tmp_path.iterdir()] == ["game.fitl"]


def test_a_game_is_not_dealt_over_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same deck once more is the same game; one that was played on stays (74)."""
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        assert fitl("deal", "secret", "--scenario", "short", "-o", "game.fitl").exit_code == 0
    with open("game.fitl", "a") as file:
        file.write("note played on\n")
    result = fitl("deal", "secret", "--scenario", "short", "-o", "game.fitl")
    assert (result.exit_code, "something in it already" in result.output) == (74, True)
    assert Path("game.fitl").read_text().endswith("note played on\n")


@pytest.mark.parametrize("where", ["/dev/null", "/dev/stdout", "pipe"])
@pytest.mark.parametrize("asked", [("order", "--seal", "x"), ("deal",), ("deal", "--commit")])
def test_a_secret_is_kept_in_a_file(where: str, asked: tuple[str, ...], tmp_path: Path) -> None:
    """In a device it would be lost, or told to all, with its seal printed; a pipe is waited for by nobody."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    result = fitl_process(asked[0], str(pipe) if where == "pipe" else where, *asked[1:])
    assert (result.returncode, result.stdout) == (2, b"")
    assert b"a secret goes to a file of its own" in result.stderr
    assert pipe.is_fifo()


def test_a_turn_is_not_written_over_its_game(tmp_path: Path) -> None:
    """As a picture is not."""
    copy = game_in(tmp_path)
    assert fitl("turn", str(copy), "-o", str(copy)).exit_code == 2
    assert copy.read_bytes() == Path(TUTORIAL).read_bytes()
