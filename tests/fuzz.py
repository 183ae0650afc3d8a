"""Logs gone wrong on their way: `python tests/fuzz.py [--seconds N] [--seed N] [--keep FOLDER]`.

The logs of the fixtures, in both forms, are cut, spliced and sprinkled with hostile bytes; each is read,
played and written again. What ends in anything but a `FitlError`, or takes too long, is kept in FOLDER.
`fitl` must be installed or on PYTHONPATH.
"""

from __future__ import annotations

import argparse
import re
import signal
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import notation
from fitl_core.errors import FitlError
from fitl_core.game.files import LogFile, false_claims, play_log
from fitl_core.players.dice import Dice

FIXTURES = Path(__file__).parents[1] / "fixtures"
WORD = re.compile(rb"[A-Za-z]+|[0-9]+|[^\sA-Za-z0-9]")
LIMIT = 5
"""Seconds after which a file counts as a hang."""

HOSTILE = [
    *[char.encode() for char in "\0\x1b\x85\u2028\u202e\u200b\ufeff“”’–→…٣é字🂡ﬁ"],
    *[b"\xff", b"\xc3", b"\xed\xa0\x80", b"\r", b"\n", b"\r\n\r\n", b"\t", b"\\", b'"', b"\\u0000"],
    *[b">> ", b"> > >", b"=>", b"=> =>", b"->", b"|", b"||", b";", b"!?", b"[", b"]", b"{7}", b"{}", b"("],
    *[b"9" * 400, b"-0", b"+1e9", b"#131", b"#0", b"1/2", b"[" * 300, b"Sai" * 200, b" " * 5000],
    *[b"a" * 30000, b"<oop", b"next none", b"VC event ", b"digest ", b"limop", b"NVA: "],
    *[
        b'[Position "',
        b'[FITL "2"]',
        b'[Scenario "x"]',
        b"[Options",
        b'{"event":',
        b"null",
        b"[[[[",
        b"1e999",
    ],
]


class Hang(Exception):
    """It took too long."""


def corpus() -> list[bytes]:
    """Every log of the fixtures as text, and as JSON Lines where it can be read."""
    texts = [path.read_bytes() for path in sorted(FIXTURES.rglob("*.fitl"))]
    loaded = []
    for text in texts:
        document, faults = notation.scan(text) if b"\0" not in text else (None, ())
        if document is not None and not faults:
            loaded.append(notation.dump(document.log).encode())
    return texts + loaded


def mutant(logs: Sequence[bytes], dice: Dice) -> bytes:
    """One of the logs, after an accident or some more."""
    data = dice.draw(logs)
    for _ in range(dice.draw((1, 1, 1, 2, 3, 6))):
        data = _accident(data, dice.draw(logs), dice)
    return data


def _accident(data: bytes, other: bytes, dice: Dice) -> bytes:
    """A word of another log in it, something lost, doubled or hostile; seldom a whole file upset."""
    at, to = sorted([dice.draw(range(len(data) + 1)), dice.draw(range(len(data) + 1))])
    near = min(to, at + dice.draw(range(1, 12)))
    match dice.draw(range(40)):
        case 0:
            return data[:near]
        case 1:
            return data[:at] + other[dice.draw(range(len(other))) :]
        case 2:
            return b"\n".join([dice.draw((b"> ", b">", b" ")) + line for line in data.split(b"\n")])
        case 3:
            coding = dice.draw(("utf-16", "utf-32", "latin-1", "cp037"))
            return data.decode("latin-1").encode(coding, "replace")
        case 4 | 5:
            lines = data.split(b"\n")
            lines.insert(dice.draw(range(len(lines))), dice.draw(other.split(b"\n")))
            return b"\n".join(lines)
        case 6 | 7 | 8:
            return data[:at] + bytes([dice.draw(range(256))]) + data[at + 1 :]
        case 9 | 10 | 11 | 12:
            return data[:at] + dice.draw(HOSTILE) + data[at:]
        case 13 | 14 | 15 | 16:
            return data[:at] + data[near:]
        case 17 | 18 | 19:
            return data[:near] + data[at:]
        case _:
            words, strangers = list(WORD.finditer(data)), WORD.findall(other)
            if not words or not strangers:
                return data
            word = dice.draw(words)
            return data[: word.start()] + dice.draw(strangers) + data[word.end() :]


def survive(data: bytes) -> None:
    """Read, play and write a file; raises what no file may cause: anything that is no `FitlError`."""
    for read in (notation.scan, notation.load):
        try:
            found = read(data)
        except FitlError:
            continue
        document, faults = found if isinstance(found, tuple) else (found, ())
        for fault in faults:
            assert fault.code and fault.message and fault.line >= 1 and fault.column >= 1
        game = play_log(LogFile("fuzz", data, "", document, tuple(faults)))
        false_claims(game)
        if not faults:
            once = notation.write(document.log)
            again = notation.read(once).log
            assert again == document.log and notation.write(again) == once


@contextmanager
def _limited() -> Iterator[None]:
    def late(_signal: int, _frame: object) -> None:
        raise Hang(f"more than {LIMIT} seconds")

    signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, LIMIT)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def main() -> None:
    """Try files for so many seconds; exit 1 where one did not survive."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path, default=Path("fuzz-kept"), metavar="FOLDER")
    asked = parser.parse_args()
    logs = corpus()
    seed, kept = asked.seed, 0
    end = time.monotonic() + asked.seconds
    while time.monotonic() < end:
        data = mutant(logs, Dice(seed))
        try:
            with _limited():
                survive(data)
        except Exception:
            asked.keep.mkdir(exist_ok=True)
            (asked.keep / f"{seed}.fitl").write_bytes(data)
            kept += 1
            print(f"seed {seed}\n{traceback.format_exc(limit=-4)}")
        seed += 1
    print(f"{seed - asked.seed} files, {kept} of them did not survive" + (f": {asked.keep}" if kept else ""))
    sys.exit(1 if kept else 0)


if __name__ == "__main__":
    main()
