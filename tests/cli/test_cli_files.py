"""Files that commands write: whole or not at all, never over another file; devices and links are kept."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from command_line import HEADER, ROOT, TUTORIAL, fitl, fitl_process, game_in, processes_of
from samples import WHOLE

from fitl_cli.run import run

AT_ONCE = 8 if WHOLE else 4
"""The processes that write at once."""


@cache
def annotated() -> bytes:
    """The tutorial as `fitl annotate` writes it."""
    return fitl_process("annotate", TUTORIAL).stdout


def litter(folder: Path) -> list[str]:
    """Return the names of files left in the folder, except the games."""
    return [path.name for path in folder.iterdir() if path.name not in ("game.fitl", "other.fitl")]


@pytest.mark.parametrize("command", ["annotate", "fmt"])
def test_a_device_is_written_through(command: str) -> None:
    before = os.stat("/dev/null").st_rdev
    assert fitl_process(command, TUTORIAL, "-o", "/dev/null").returncode == 0
    assert os.stat("/dev/null").st_rdev == before


@pytest.mark.parametrize("where", ["/dev/stdout", "/dev/fd/1"])
def test_standard_output_by_its_path(where: str, tmp_path: Path) -> None:
    assert fitl_process("annotate", TUTORIAL, "-o", where).stdout == annotated()
    out = tmp_path / "other.fitl"
    with out.open("ab") as file:
        file.write(b"; before\n")
        file.flush()
        command = [sys.executable, "-m", "fitl_cli", "annotate", TUTORIAL, "-o", where]
        subprocess.run(command, stdout=file, cwd=ROOT, check=True)
    assert out.read_bytes() == b"; before\n" + annotated()


def test_standard_output_by_links(tmp_path: Path) -> None:
    """A link to standard output is written through; a file that is appended to keeps its content."""
    (tmp_path / "one").symlink_to("/dev/stdout")
    (tmp_path / "two").symlink_to("one")
    (tmp_path / "dev").symlink_to("/dev")
    for name in ("two", "dev/stdout", "dev/fd/1"):
        out = tmp_path / "other.fitl"
        out.write_bytes(b"; before\n")
        assert fitl_process("annotate", TUTORIAL, "-o", str(tmp_path / name)).stdout == annotated()
        with out.open("ab") as file:
            command = [sys.executable, "-m", "fitl_cli", "annotate", TUTORIAL, "-o", str(tmp_path / name)]
            subprocess.run(command, stdout=file, cwd=ROOT, check=True)
        assert out.read_bytes() == b"; before\n" + annotated()
    assert (tmp_path / "one").is_symlink() and (tmp_path / "two").is_symlink()


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="no /proc")
def test_a_pipe_of_another_process() -> None:
    """`/proc/7/fd/1` can name a pipe without a path; output is written to the pipe."""
    line = f"{sys.executable} -m fitl_cli annotate {TUTORIAL} -o /proc/$$/fd/1"
    assert (
        subprocess.run(["bash", "-c", line], stdout=subprocess.PIPE, cwd=ROOT, check=True).stdout
        == annotated()
    )


def test_a_file_stays_its_owner_s(tmp_path: Path) -> None:
    """A rewritten file keeps its owner and mode, also when root writes it."""
    copy = game_in(tmp_path)
    owner = (1234, 1235) if os.geteuid() == 0 else (os.geteuid(), os.getegid())
    os.chown(copy, *owner)
    copy.chmod(0o640)
    assert fitl("fmt", str(copy), "-o", str(copy)).exit_code == 0
    there = copy.stat()
    assert (there.st_uid, there.st_gid, there.st_mode & 0o777) == (*owner, 0o640)


def test_a_directory_that_stays_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command gives up after a while if another process keeps the directory locked."""
    fcntl = pytest.importorskip("fcntl")
    copy = game_in(tmp_path)
    monkeypatch.setattr("fitl_cli.writing.PATIENCE", 0.1)
    descriptor = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    result = fitl("fmt", str(copy), "-o", str(copy))
    os.close(descriptor)
    assert result.exit_code == 74
    assert "keeps its directory locked" in result.output
    assert copy.read_bytes() == Path(TUTORIAL).read_bytes()


def test_a_pipe_is_written_through(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard: list[bytes] = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_bytes()), daemon=True)
    reader.start()
    assert fitl_process("annotate", TUTORIAL, "-o", str(pipe)).returncode == 0
    reader.join(10)
    assert heard == [annotated()]
    assert pipe.is_fifo()


def test_links_are_followed(tmp_path: Path) -> None:
    copy = game_in(tmp_path)
    link = tmp_path / "link"
    link.symlink_to(copy.name)
    copy.chmod(0o640)
    assert fitl_process("annotate", str(link), "-o", str(link)).returncode == 0
    assert link.is_symlink()
    assert copy.read_bytes() == annotated()
    assert copy.stat().st_mode & 0o777 == 0o640
    assert litter(tmp_path) == ["link"]


def test_a_read_only_file_is_refused(tmp_path: Path) -> None:
    copy = game_in(tmp_path)
    copy.chmod(0o444)
    result = fitl_process("annotate", str(copy), "-o", str(copy))
    assert result.returncode == 74
    assert b"read-only" in result.stderr
    assert copy.read_bytes() == Path(TUTORIAL).read_bytes()
    assert litter(tmp_path) == []


@pytest.mark.parametrize("name", ["new/", "new/.", "game.fitl/", "", "."])
def test_the_name_of_a_directory_is_refused(name: str, tmp_path: Path) -> None:
    """A path that ends in a slash is refused, and no file is written under the name without it."""
    copy = game_in(tmp_path)
    result = fitl_process("annotate", TUTORIAL, "-o", f"{tmp_path}/{name}")
    assert result.returncode == 74
    assert b"this names a directory" in result.stderr
    assert litter(tmp_path) == []
    assert copy.read_bytes() == Path(TUTORIAL).read_bytes()


def test_a_file_with_two_names_is_refused(tmp_path: Path) -> None:
    copy = game_in(tmp_path)
    os.link(copy, tmp_path / "other.fitl")
    result = fitl_process("fmt", str(copy), "-o", str(copy))
    assert result.returncode == 74
    assert b"2 names" in result.stderr
    assert copy.samefile(tmp_path / "other.fitl")


def test_no_more_room(tmp_path: Path) -> None:
    """Under `ulimit -f` the file stays as it was and no temporary file remains."""
    copy = game_in(tmp_path)
    line = f"ulimit -f 1; {sys.executable} -m fitl_cli annotate {copy} -o {copy}"
    result = subprocess.run(["bash", "-c", line], capture_output=True, cwd=ROOT, check=False)
    assert result.returncode == 74, result.stderr
    assert copy.read_bytes() == Path(TUTORIAL).read_bytes()
    assert litter(tmp_path) == []


@pytest.mark.parametrize(("command", "step"), [("annotate", "annotate"), ("import_", "log_text")])
def test_a_file_that_has_changed_is_not_written(
    command: str, step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that another process changed meanwhile is not overwritten."""
    module = import_module(f"fitl_cli.{command}")
    copy = game_in(tmp_path)
    plain = getattr(module, step)

    def slowly(*arguments: object, **more: object) -> object:
        copy.write_bytes(copy.read_bytes() + b"; by another\n")
        return plain(*arguments, **more)

    monkeypatch.setattr(module, step, slowly)
    result = fitl(command.rstrip("_"), str(copy), "-o", str(copy))
    assert result.exit_code == 74
    assert "changed since it was read" in result.output
    assert copy.read_bytes().endswith(b"; by another\n")


def test_several_at_once_lose_nothing(tmp_path: Path) -> None:
    copy = game_in(tmp_path)
    command = [sys.executable, "-m", "fitl_cli", "annotate", str(copy), "-o", str(copy), "--event", "2"]
    each = [[*command, "--comment", f"by {n}"] for n in range(AT_ONCE)]
    running = [subprocess.Popen(one, cwd=ROOT, stderr=subprocess.PIPE) for one in each]
    done = [process.wait(60) for process in running]
    text = copy.read_text()
    assert set(done) <= {0, 74}
    assert all(f"by {n}" in text for n, code in enumerate(done) if code == 0)
    assert 0 in done
    assert litter(tmp_path) == []


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc to look for processes in")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_all_processes(number: signal.Signals, code: int) -> None:
    """Ctrl-C ends all processes of `--jobs` within 2 seconds, without a traceback."""
    command = [sys.executable, "-m", "fitl_cli", "random", "--check", "--games", "400", "--jobs", "2"]
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, start_new_session=True)
    deadline = time.monotonic() + 30
    while len(members := processes_of(process.pid)) < 3 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert len(members) >= 3
    begun = time.monotonic()
    os.killpg(process.pid, number) if number is signal.SIGINT else process.send_signal(number)
    assert process.wait(10) == code
    assert time.monotonic() - begun < 2
    assert process.stderr is not None and process.stderr.read() == b""
    time.sleep(0.1)
    assert processes_of(process.pid) == []


def test_a_signal_while_starting_is_no_traceback() -> None:
    """Ctrl-C at any moment after the first line ends with exit code 130 and prints nothing."""
    command = [sys.executable, "-m", "fitl_cli", "validate", TUTORIAL]
    codes = set()
    for wait in (0.03, 0.05, 0.08, 0.12):
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(wait)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=20)
        codes.add(process.returncode)
        assert b"fitl_cli" not in said
    assert codes <= {0, 130, -2, 1}  # before our first line it is Python's own


HOSTILE = "\x1b[2J\x07\x9b31m\u202e\u200b\ufeff\u2066\U000e0041"


def hidden(data: bytes) -> list[str]:
    """Return the characters of an output that a terminal would obey."""
    from unicodedata import category

    return [char for char in data.decode() if char != "\n" and category(char) in ("Cc", "Cf", "Zl", "Zp")]


@pytest.mark.parametrize(
    "arguments",
    [
        ("validate",),
        ("validate", "--json"),
        ("replay",),
        ("replay", "--json"),
        ("show",),
        ("show", "--json"),
        ("annotate",),
        ("annotate", "--json"),
        ("fmt",),
        ("fmt", "--jsonl"),
        ("fmt", "--check"),
        ("legal",),
        ("diff", TUTORIAL),
        ("position",),
        ("adjudicate",),
    ],
)
def test_nothing_reaches_a_terminal_raw(
    arguments: tuple[str, ...], tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """No control, bidi or zero-width character of a file, a name or an argument reaches a terminal."""
    legal = HEADER.replace("[Cards", f'[Event "{HOSTILE}"]\n[Cards') + f"VC   event shaded ; {HOSTILE}\n"
    (tmp_path / HOSTILE[:5]).write_text(legal)
    (tmp_path / "bad").write_text(legal + f"NVA  {HOSTILE}\n[{HOSTILE}]\nnote {HOSTILE}\n")
    for last in (str(tmp_path / HOSTILE[:5]), str(tmp_path / "bad"), HOSTILE, f"--{HOSTILE}"):
        run([*arguments, last])
        assert hidden(b"".join(capfdbinary.readouterr())) == []


def test_what_is_hidden_survives_in_files(tmp_path: Path) -> None:
    """`fmt` escapes invisible characters and reads them back unchanged; JSON keeps them exactly."""
    import msgspec

    text = HEADER + f"VC   event shaded ; {HOSTILE}\n"
    once = fitl_process("fmt", "-", stdin=text.encode()).stdout
    assert fitl_process("fmt", "-", stdin=once).stdout == once
    lines = fitl_process("fmt", "--jsonl", "-", stdin=once).stdout
    assert fitl_process("fmt", "-", stdin=lines).stdout == once
    assert msgspec.json.decode(lines.splitlines()[1])["comment"] == HOSTILE


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no SIGHUP here")
@pytest.mark.parametrize(("ignored", "code"), [(False, 129), (True, 0)])
def test_a_terminal_that_goes_away(ignored: bool, code: int) -> None:
    """SIGHUP ends a command as Ctrl-C does; under `nohup` the command continues."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN if ignored else signal.SIG_DFL)
    try:
        command = [sys.executable, "-m", "fitl_cli", "validate", "-"]
        process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
    finally:
        signal.signal(signal.SIGHUP, before)
    time.sleep(1)
    process.send_signal(signal.SIGHUP)
    _, said = process.communicate(Path(TUTORIAL).read_bytes() if ignored else None, timeout=60)
    assert (process.returncode, said) == (code, b"")


AS_ANYBODY = """
import io, os, sys
from fitl_cli.run import run

game, own, *refused = sys.argv[1:]
text = open(game, "rb").read()


def annotate(out):
    sys.stdin = io.TextIOWrapper(io.BytesIO(text))
    return run(["annotate", "-", "-o", out])


# What is imported only when it is needed is needed here, where all may still be read.
codes = [annotate(own), annotate(os.path.join(own, "none"))]
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
print(*codes, *map(annotate, (own, *refused)))
"""
"""`annotate` run by an ordinary user: by whoever runs this, or by nobody in root's place.

The process itself becomes that user, who then need not be able to start this Python.
"""


@pytest.fixture
def reachable() -> Iterator[Path]:
    """Yield a folder that every user can reach, unlike one of pytest's."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        yield Path(folder)


def test_an_ordinary_user_writes_only_what_he_may(reachable: Path) -> None:
    """A user without permission for a directory or a file writes nothing there: exit code 74."""
    closed, open_to_all = reachable / "closed", reachable / "open"
    closed.mkdir()
    open_to_all.mkdir()
    theirs, within, own = reachable / "theirs.fitl", closed / "game.fitl", open_to_all / "own.fitl"
    for path in (theirs, within):
        path.write_bytes(Path(TUTORIAL).read_bytes())
    if os.geteuid() == 0:
        within.chmod(0o666)
        own.write_bytes(b"")
        own.chmod(0o666)
        open_to_all.chmod(0o777)
    else:
        theirs.chmod(0o444)
        closed.chmod(0o555)
    before = {path: path.read_bytes() for path in (theirs, within)}
    command = [sys.executable, "-c", AS_ANYBODY, TUTORIAL, own, theirs, within, closed / "new.fitl"]
    result = subprocess.run(command, capture_output=True, cwd=ROOT, check=False)
    assert (result.stdout, result.returncode) == (b"0 74 0 74 74 74\n", 0), result.stderr
    assert {path: path.read_bytes() for path in (theirs, within)} == before
    assert [path.name for path in (*closed.iterdir(), *open_to_all.iterdir())] == ["game.fitl", "own.fitl"]
    assert own.read_bytes() == annotated()


def test_several_new_ones_at_once(tmp_path: Path) -> None:
    """Every seal or commitment that was printed can be opened: no file of another process is replaced."""
    seals = [("order", "kept", "--seal", f"order {n}") for n in range(AT_ONCE)]
    commitments = [("deal", "dealer", "--commit")] * AT_ONCE
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
    """A file that appears meanwhile stays (74), as after an edit; the same content is no conflict."""
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
    """The same deck may be dealt over the same game; a game with further lines stays (74)."""
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        assert fitl("deal", "secret", "--scenario", "short", "-o", "game.fitl").exit_code == 0
    with open("game.fitl", "a") as file:
        file.write("note played on\n")
    result = fitl("deal", "secret", "--scenario", "short", "-o", "game.fitl")
    assert (result.exit_code, "has content already" in result.output) == (74, True)
    assert Path("game.fitl").read_text().endswith("note played on\n")


@pytest.mark.parametrize("where", ["/dev/null", "/dev/stdout", "pipe"])
@pytest.mark.parametrize("asked", [("order", "--seal", "x"), ("deal",), ("deal", "--commit")])
def test_a_secret_is_kept_in_a_file(where: str, asked: tuple[str, ...], tmp_path: Path) -> None:
    """A secret is never written to a device or a pipe, where it would be lost or shown."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    result = fitl_process(asked[0], str(pipe) if where == "pipe" else where, *asked[1:])
    assert (result.returncode, result.stdout) == (2, b"")
    assert b"a secret needs its own file" in result.stderr
    assert pipe.is_fifo()


def test_a_turn_is_not_written_over_its_game(tmp_path: Path) -> None:
    """`turn -o` refuses to overwrite its own game, as `board -o` does."""
    copy = game_in(tmp_path)
    assert fitl("turn", str(copy), "-o", str(copy)).exit_code == 2
    assert copy.read_bytes() == Path(TUTORIAL).read_bytes()
