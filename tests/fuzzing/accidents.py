"""Accidents of logs on their way: cut, spliced, sprinkled with strange words and hostile bytes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fitl_core.players.dice import Dice

WORD = re.compile(rb"[A-Za-z]+|[0-9]+|[^\sA-Za-z0-9]")

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


def mutant(whole: bytes, others: Sequence[bytes], dice: Dice) -> bytes:
    """Return a file after an accident or more; `others` (at least one) are files to mix it with."""
    data = whole
    for _ in range(dice.draw((1, 1, 1, 2, 3, 6))):
        data = _accident(data, dice.draw(others), dice)
    return data


def _accident(data: bytes, other: bytes, dice: Dice) -> bytes:
    """A word of another log in it, something lost, doubled or hostile; seldom a whole file upset."""
    at, to = sorted([dice.draw(range(len(data) + 1)), dice.draw(range(len(data) + 1))])
    near = min(to, at + dice.draw(range(1, 12)))
    match dice.draw(range(40)):
        case 0:
            return data[:near]
        case 1:
            return data[:at] + other[dice.draw(range(len(other) + 1)) :]
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
