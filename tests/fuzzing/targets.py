"""The targets: each takes any bytes, and raises only where `fitl` is at fault.

A reader's refusal is a `FitlError` that names a code and a place. An accepted input is written, and read
again as the same. A command ends with an exit code of docs/look-up/cli.md, never with an internal error, and
prints nothing that a terminal would obey.
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
from fitl_cli.run import run
from fitl_cli.variations import branch_lines
from fitl_core.engine import play
from fitl_core.errors import FitlError
from fitl_core.game.disputes import position_in_dispute
from fitl_core.game.fault_notices import notices
from fitl_core.game.file_reports import report, variation_report
from fitl_core.game.files import Game, false_claims, play_log, read_log
from fitl_core.game.game_verdicts import summary
from fitl_core.game.replays import replay
from fitl_core.game.statistics import figures_of
from fitl_core.game.variations import branches
from fitl_core.imports.faults import Unimportable
from fitl_core.imports.file_kinds import form_of, import_file
from fitl_core.imports.piece_checks import check_pieces
from fitl_core.imports.piece_lists import UnreadableTable, read_pieces
from fitl_core.imports.scala_games import import_game
from fitl_core.mail.letters import letters_in
from fitl_core.mail.replies import reply_to
from fitl_core.mail.turn_words import turn_lines
from fitl_core.mail.turns import summarize_turn
from fitl_core.prose.proposals import read_prose
from fitl_core.record.setup import Setup
from fitl_core.state.positions import position_of
from fitl_core.state.state import State
from fitl_core.stores.port import Store, StoreError
from notation.errors import NotationError
from notation.position_reader import scan_position, write_position
from notation.reader import scan_line

FIXTURES = Path(__file__).parents[2] / "fixtures"
Target = Callable[[bytes], None]
FILE_BEGINS = b"== "
"""Begins the name of a file, where several are given as one input."""


def text(data: bytes) -> None:
    """Read and play a file, give its verdict in words and as data, and write it again."""
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
    """Read lines of JSON after a header, or with their own header."""
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
    """Read figures after a move."""
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
    """Read a mail, or a mailbox, in answer to a game: each line is legal after the game, or reported."""
    try:
        letters = letters_in(data)
    except FitlError as error:
        assert error.code and error.message
        return
    assert all(letter.by.isprintable() and letter.time.isprintable() for letter in letters)
    found = reply_to(_game(), letters, stand=len(data) % 2 == 0)
    if found.trouble is None:
        assert found.entries and found.after.error is None
    else:
        assert found.trouble.code and found.trouble.message and found.after is _game()
    msgspec.json.encode((found.trouble, found.remarks))


def variations(data: bytes) -> None:
    """Read a file: each variation in it has a verdict, in words and as data, and is a separate game."""
    try:
        log = read_log(data, "fuzz")
    except FitlError:
        return
    if log.document is None or log.faults:
        return
    for branch in branches(play_log(log)):
        assert branch.verdict in ("legal", "illegal", "incomplete", "claims", "unchecked")
        msgspec.json.encode(variation_report(branch))
        assert list(branch_lines(branch))
        _same_again(branch.log)


def told(data: bytes) -> None:
    """A file that can begin: its turn for a mail and its figures, without anything that is obeyed."""
    try:
        log = read_log(data, data[:40].decode(errors="replace"))
    except FitlError:
        return
    game = play_log(log)
    if game.replay is None:
        return
    found = summarize_turn(game.log.name, game.replay)
    assert turn_lines(found, game.replay.state)
    msgspec.json.encode((found, figures_of(game.replay, game.log.name)))


def prose(data: bytes) -> None:
    """A sentence in one of some positions: each proposal is legal there, and the same when it is read."""
    positions = _positions()
    state = positions[data[0] % len(positions)] if data else positions[0]
    try:
        proposals = read_prose(state, _said(data[1:]))
    except FitlError as error:
        assert error.code and error.message
        return
    for one in proposals:
        event = notation.read_line(one.move).event
        assert event is not None and notation.write_event(event) == one.move, one
        write_position(position_of(play(state, event).state))


def table(data: bytes) -> None:
    """A table of pieces, held against one of some positions."""
    positions = _positions()
    state = positions[len(data) % len(positions)]
    try:
        found = read_pieces(data)
    except UnreadableTable as error:
        assert error.faults and all(one.line >= 1 and one.column >= 1 for one in error.faults)
        return
    except FitlError as error:
        assert error.code and error.message
        return
    for whole in (False, True):
        checked = check_pieces(state, found, whole)
        assert all(str(one) for one in checked.different)
        msgspec.json.encode(checked)


def imports(data: bytes) -> None:
    """Read saves and logs of another program after lines such as `== save-000`; or one file alone."""
    try:
        if data.startswith(FILE_BEGINS):
            parts = [part.partition(b"\n") for part in data.split(FILE_BEGINS)[1:]]
            game = import_game({_said(name).strip(): body for name, _, body in parts})
        elif form_of(data) == "log":
            return
        else:
            game = import_file(data, "save-007")
    except Unimportable as error:
        assert error.faults and all(str(one) for one in error.faults)
        return
    msgspec.json.encode((game.steps, game.remarks, game.faults))
    _same_again(game.log)
    assert play_log(read_log(notation.write(game.log).encode(), "fuzz")).error is None


def arguments(data: bytes) -> None:
    """Run a command line, its arguments between line ends; the text after an empty line is standard input."""
    said, _, stdin = data.partition(b"\n\n")
    asked = _within_reason([os.fsdecode(one) for one in said.split(b"\n") if b"\0" not in one])
    out, error = _Terminal(), _Terminal()
    with (
        mock.patch("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin))),
        mock.patch("sys.stdout", out),
        mock.patch("sys.stderr", error),
        mock.patch("fitl_cli.sources.each", _one_by_one),
        mock.patch("fitl_cli.random.each", _one_by_one),
        mock.patch("fitl_cli.tables.each", _one_by_one),
        mock.patch.dict(os.environ, {"FITL_STORE": "memory:"}),
        _no_files(),
    ):
        code = run(asked)
    assert code in (0, 1, 2, 3, 74), (code, asked, out.said(), error.said())
    obeyed = [char for char in out.said() + error.said() if category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")]
    assert set(obeyed) <= {"\n"}, (asked, obeyed)


TARGETS: dict[str, Target] = {
    one.__name__: one
    for one in (
        text,
        jsonl,
        line,
        claims,
        position,
        variations,
        mail,
        prose,
        table,
        imports,
        told,
        arguments,
    )
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
    """Return bytes as a command gets them in an argument: invalid UTF-8 becomes lone surrogates."""
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


AFAR = ("stats", "import", "serve", "table", "tables", "reply", "deal", "order", "sign", "new", "play")
"""Commands that go through folders, wait, write, or reach stores and clusters."""


def _within_reason(asked: list[str]) -> list[str]:
    """Return arguments that ask for no hours of work, no network and nothing outside the folder.

    Short numbers, random games of one card, folders read once, nothing served.
    """
    if set(asked) & set(AFAR):
        asked = [
            one.replace("/", "_").replace("..", ".") for one in asked if not one.startswith(("--st", "--on"))
        ]
    if "serve" in asked:
        return [*asked, "--help"]
    if "reply" in asked:
        return [*asked, "--once"] if any(one.startswith("--w") for one in asked) else asked
    if "random" not in asked:
        return asked
    return [*[re.sub(r"(?<=\d)\d+", "", one) for one in asked], "--cards", "1"]


@cache
def _folder() -> str:
    """Return the folder in which the commands run, with the files that they may read."""
    folder = tempfile.mkdtemp(prefix="fitl-fuzz-")
    for name in (
        "tutorial.fitl",
        "corrected-game.fitl",
        "what-if.fitl",
        "pieces/tay-ninh.txt",
        "scala/save-004",
    ):
        (Path(folder) / Path(name).name).write_bytes((FIXTURES / name).read_bytes())
    return folder


@contextlib.contextmanager
def _no_files() -> Iterator[None]:
    """Nothing is written, and no device or pipe is read that would wait for ever."""
    real = open

    def opened(path: str, mode: str = "r", *rest: object, **more: object) -> object:
        if isinstance(path, str) and ("/" in path or not os.path.isfile(path)):
            raise FileNotFoundError(2, "No such file or directory", path)
        return real(path, mode, *rest, **more)  # type: ignore[call-overload]

    def refused(*_: object) -> None:
        raise OSError("nothing is written while this is tried")

    def refused_store(*_: object) -> Store:
        raise StoreError("no store but memory: is opened while this is tried")

    before = os.getcwd()
    os.chdir(_folder())
    try:
        with contextlib.ExitStack() as stack:
            stack.enter_context(mock.patch("fitl_cli.opened_files.open", opened, create=True))
            for way in ("_write", "_write_through"):
                stack.enter_context(mock.patch(f"fitl_cli.writing.{way}", refused))
            for way in ("_file", "_server"):
                stack.enter_context(mock.patch(f"fitl_core.stores.store_addresses.{way}", refused_store))
            yield
    finally:
        os.chdir(before)
