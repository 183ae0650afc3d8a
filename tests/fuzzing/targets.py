"""The targets: each takes any bytes, and raises only where `fitl` is at fault.

What a reader refuses is a `FitlError` that names a code and a place; what it accepts is written, and read
again as the same. A command ends with an exit code of the README's, never with an internal error, and prints
nothing that a terminal would obey.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from unicodedata import category
from unittest import mock

import msgspec

import notation
from fitl_cli.excerpts import notice_lines
from fitl_cli.output import Failure
from fitl_cli.run import run
from fitl_core.engine import play
from fitl_core.errors import FitlError
from fitl_core.game.disputes import position_in_dispute
from fitl_core.game.files import Game, false_claims, play_log, read_log
from fitl_core.game.notices import notices
from fitl_core.game.replays import replay
from fitl_core.game.reports import report
from fitl_core.game.verdicts import summary
from fitl_core.mail.letters import letters_in
from fitl_core.mail.replies import answered
from fitl_core.record.setup import Setup
from fitl_core.state.positions import position_of
from fitl_core.state.state import State
from notation.errors import NotationError
from notation.position import scan_position, write_position
from notation.reader import scan_line

FIXTURES = Path(__file__).parents[2] / "fixtures"
Target = Callable[[bytes], None]


def text(data: bytes) -> None:
    """A file: read, played, its verdict told in words and as data, and written again."""
    try:
        log = read_log(data, "fuzz")
    except FitlError as error:
        assert error.code and error.message
        return
    _well_placed(log.faults)
    game = play_log(log)
    claims = false_claims(game)
    for notice in notices(game, claims):
        assert notice_lines("fuzz", notice)
    summary(game, claims)
    msgspec.json.encode(report(game, claims))
    if log.document is not None and not log.faults:
        _same_again(log.document.log)


def jsonl(data: bytes) -> None:
    """Lines of JSON behind a header; or with one of their own."""
    whole = (
        data if data.lstrip()[:7] == b'{"tags"' else b'{"tags":[["FITL","2"],["Scenario","full"]]}\n' + data
    )
    try:
        log = notation.load(whole).log
    except FitlError as error:
        assert error.code and error.message
        return
    assert notation.load(notation.dump(log)).log == log
    _same_again(log)


def line(data: bytes) -> None:
    """A line of a game, played in one of some positions."""
    found, faults = _line_of(_said(data[1:]))
    _well_placed(faults)
    if found is None:
        return
    if found.event is not None:
        positions = _positions()
        try:
            step = play(positions[data[0] % len(positions)], found.event)
        except FitlError as error:
            assert error.code and error.message
        else:
            write_position(position_of(step.state))


def claims(data: bytes) -> None:
    """Figures behind a move."""
    _, faults = _line_of("VC pass => " + _said(data))
    _well_placed(faults)


def position(data: bytes) -> None:
    """A position as a value of the tag `Position`, and a game that begins from it."""
    said = _said(data)
    parts = scan_position(said)
    _well_placed(parts.faults)
    if not parts.faults:
        written = write_position(parts.position)
        again = scan_position(written)
        assert not again.faults and again.position == parts.position
        assert write_position(again.position) == written
    with contextlib.suppress(FitlError):
        state = position_in_dispute(said, Setup("full"))
        write_position(position_of(state))


def mail(data: bytes) -> None:
    """A mail, or a mailbox, in answer to a game: what it brings is legal behind it, or is told."""
    try:
        letters = letters_in(data)
    except FitlError as error:
        assert error.code and error.message
        return
    assert all(letter.by.isprintable() and letter.time.isprintable() for letter in letters)
    found = answered(_game(), letters, stand=len(data) % 2 == 0)
    if found.trouble is None:
        assert found.entries and found.after.error is None
    else:
        assert found.trouble.code and found.trouble.message and found.after is _game()
    msgspec.json.encode((found.trouble, found.remarks))


def arguments(data: bytes) -> None:
    """A command line, its arguments between line ends; what stands behind an empty line is standard input."""
    said, _, stdin = data.partition(b"\n\n")
    asked = _within_reason([os.fsdecode(one) for one in said.split(b"\n") if b"\0" not in one])
    out, error = _Terminal(), _Terminal()
    with (
        mock.patch("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin))),
        mock.patch("sys.stdout", out),
        mock.patch("sys.stderr", error),
        mock.patch("fitl_cli.sources.each", _one_by_one),
        mock.patch("fitl_cli.random.each", _one_by_one),
        _no_files(),
    ):
        code = run(asked)
    assert code in (0, 1, 2, 3, 74), (code, asked, out.said(), error.said())
    obeyed = [char for char in out.said() + error.said() if category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")]
    assert set(obeyed) <= {"\n"}, (asked, obeyed)


TARGETS: dict[str, Target] = {
    one.__name__: one for one in (text, jsonl, line, claims, position, mail, arguments)
}


@cache
def _game() -> Game:
    """A game in which NVA is to act."""
    header = b'[FITL "2"]\n[Rules "original"]\n[Scenario "full"]\n[Cards "107 55"]\n\n'
    return play_log(read_log(header + b"VC event shaded\n", "fuzz"))


class _Terminal(io.TextIOWrapper):
    """A stream that remembers, as a terminal without colours."""

    def __init__(self) -> None:
        self.kept = io.BytesIO()
        super().__init__(self.kept, encoding="utf-8", write_through=True)

    def said(self) -> str:
        """All that was printed."""
        return self.kept.getvalue().decode()


def _said(data: bytes) -> str:
    """Bytes as an argument of a command has them: what is no UTF-8 becomes lone surrogates."""
    return data.decode("utf-8", "surrogateescape")


def _line_of(said: str) -> tuple[notation.Entry | None, tuple[NotationError, ...]]:
    try:
        found, faults = scan_line(said)
    except notation.UnreadableError as error:
        assert error.code and error.message
        return None, ()
    if found is None:
        assert faults
        return None, faults
    entry = found[0]
    written = "\n".join(notation.write_entry(entry))
    assert notation.read_line(written) == entry, written
    return entry, faults


def _well_placed(faults: tuple[NotationError, ...]) -> None:
    for fault in faults:
        assert fault.code and fault.message and fault.line >= 1 and fault.end >= fault.column >= 1, fault


def _same_again(log: notation.Log) -> None:
    once = notation.write(log)
    again = notation.read(once).log
    assert again == log and notation.write(again) == once
    assert notation.load(notation.dump(log)).log == log


@cache
def _positions() -> tuple[State, ...]:
    """Positions of every kind in the games of the fixtures: some of each, and those of a Coup Round."""
    found: list[State] = []
    for name in ("tutorial", "short-game", "medium-game", "full-opening"):
        log = notation.read((FIXTURES / f"{name}.fitl").read_bytes()).log
        steps = replay(notation.setup_of(log), log.events).steps
        found += [
            step.state
            for i, step in enumerate(steps)
            if i % 9 == 0 or step.state.phase not in ("card", "finished")
        ]
    return tuple(found[:128])


def _one_by_one(work: Callable[[str], object], things: Sequence[str], _jobs: int) -> Iterator[object]:
    return map(work, things)


def _within_reason(asked: list[str]) -> list[str]:
    """Arguments that ask for no hours of work: short numbers, and random games of one card."""
    if "random" not in asked:
        return asked
    return [*[re.sub(r"(?<=\d)\d+", "", one) for one in asked], "--cards", "1"]


@cache
def _folder() -> str:
    """Where the commands run: what they may read is here."""
    folder = tempfile.mkdtemp(prefix="fitl-fuzz-")
    for name in ("tutorial.fitl", "corrected-game.fitl"):
        (Path(folder) / name).write_bytes((FIXTURES / name).read_bytes())
    return folder


@contextlib.contextmanager
def _no_files() -> Iterator[None]:
    """Nothing is written, and no device or pipe is read that would wait for ever."""
    real = open

    def opened(path: str, mode: str = "r", *rest: object, **more: object) -> object:
        if isinstance(path, str) and ("/" in path or not os.path.isfile(path)):
            raise FileNotFoundError(2, "No such file or directory", path)
        return real(path, mode, *rest, **more)  # type: ignore[call-overload]

    def refused(path: str, _text: str, _read: bytes | None = None) -> None:
        raise Failure(f"cannot write {path}", 74)

    before = os.getcwd()
    os.chdir(_folder())
    try:
        with contextlib.ExitStack() as stack:
            stack.enter_context(mock.patch("fitl_cli.opening.open", opened, create=True))
            for module in ("annotate", "fmt", "random"):
                stack.enter_context(mock.patch(f"fitl_cli.{module}.write_file", refused))
            yield
    finally:
        os.chdir(before)
