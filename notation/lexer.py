"""Tokens of a line, and a cursor over them that knows where each stands in the file."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache
from typing import NamedTuple

import msgspec

from notation.decode import Line
from notation.errors import NotationError
from notation.log import Span
from notation.quoting import is_printable


class Token(msgspec.Struct, frozen=True, gc=False):
    """`kind` is "word", "number", "glyph", "end", or the sign itself; `gap`: white space before it.

    `low` is the text in small letters.
    """

    kind: str
    text: str
    low: str
    start: int
    end: int
    gap: bool


_SAID = ("note", "comment")
"""Kinds of lines that are nothing but fields and a text."""


class Comment(NamedTuple):
    """The text behind a `;`, and the line and column of its first character.

    A field may go on in the next lines: those stand behind the first `ends` characters, if it is not 0.
    """

    text: str
    line: int
    column: int
    ends: int = 0

    def error(self, code: str, message: str, start: int, end: int, *, hint: str = "") -> NotationError:
        """A fault at a stretch of this text; in lines that go on with a field, at the end of the first."""
        if self.ends:
            start, end = min(start, self.ends - 1), min(end, self.ends)
        return NotationError(code, message, self.line, self.column + start, self.column + end, hint=hint)

    def followed_by(self, text: str) -> Comment:
        """The comment with a further line of its field."""
        return self._replace(text=f"{self.text.rstrip()} {text.strip()}", ends=self.ends or len(self.text))


class LogicalLine:
    """A line with the lines that continue it, comments taken out, and the places of its characters.

    `kind` is "tag", "comment", "computed", "note", "entry", "later" or "stray"; `size` counts
    all characters. `open` says that a quotation goes on behind the last line.
    """

    __slots__ = ("_quotes", "_starts", "comments", "kind", "open", "plain", "size", "text")

    def __init__(self, kind: str, line: Line) -> None:
        self.kind: str = kind
        self.text: str = ""
        self.plain: str = ""
        self.comments: list[Comment] = []
        self.size: int = 0
        self.open: bool = False
        self._quotes = kind == "entry" and line.plain.lstrip()[:7].lower() == "correct"
        self._starts: list[tuple[int, int, int]] = []
        self.extend(line)

    def extend(self, line: Line) -> None:
        """Continue with another line of the file."""
        text, plain = line.text, line.plain
        self.size += len(text) + 1
        if self.kind in ("entry", "stray"):
            cut = self._cut(plain)
            if cut >= 0:
                self.comments.append(Comment(text[cut + 1 :], line.number, line.offset + cut + 2))
                text, plain = text[:cut], plain[:cut]
        indent = 0
        if self._starts:
            indent = len(plain) - len(plain.lstrip())
            text, plain = text[indent:], plain[indent:]
            self.text = self.text.rstrip() + " "
            self.plain = self.plain[: len(self.text) - 1] + " "
        self._starts.append((len(self.text), line.number, line.offset + indent + 1))
        self.text += text
        self.plain += plain

    @property
    def has_fields(self) -> bool:
        """Whether fields can stand at its end: in a note, and where a comment has begun."""
        return self.kind in _SAID or bool(self.comments)

    @property
    def in_field(self) -> bool:
        """Whether it ends inside a field, as where a mail program has wrapped a long proof."""
        text = self.text if self.kind in _SAID else self.comments[-1].text if self.comments else ""
        at = text.rfind("[%")
        return at >= 0 and "]" not in text[at:] and (text[at + 2 : at + 3].isalpha() or text[at + 2 :] == "")

    def go_on_with_field(self, line: Line) -> None:
        """Continue the field in which it ends with another line of the file."""
        if self.kind in _SAID:
            self.extend(line)
        else:
            self.size += len(line.text) + 1
            self.comments[-1] = self.comments[-1].followed_by(line.text)

    def _cut(self, plain: str) -> int:
        """Where the comment of a line begins, or -1; in a `correct` line not inside its quotation."""
        if not self._quotes:
            return plain.find(";")
        for at, char in enumerate(plain):
            if char == '"':
                self.open = not self.open
            elif char == ";" and not self.open:
                return at
        return -1

    def stretch(self, start: int, end: int) -> LogicalLine:
        """A part of the text as a line of its own, its places still those of the file."""
        part = LogicalLine.__new__(LogicalLine)
        part.kind, part.comments, part.size, part.open = self.kind, [], end - start, False
        part._quotes = False
        part.text, part.plain = self.text[start:end], self.plain[start:end]
        first = [at for at in self._starts if at[0] <= start][-1]
        later = [(at - start, number, column) for at, number, column in self._starts if start < at < end]
        part._starts = [(0, first[1], first[2] + start - first[0]), *later]
        return part

    def span(self, start: int, end: int) -> Span:
        """Where a stretch of the text stands; one that goes over a line's end stops there."""
        if len(self._starts) == 1:
            _, number, column = self._starts[0]
            return Span(number, start + column, max(end, start) + column)
        following = bisect_right(self._starts, start, key=lambda at: at[0])
        offset, number, column = self._starts[following - 1]
        if following < len(self._starts):
            end = min(end, self._starts[following][0] - 1)
        return Span(number, start - offset + column, max(end, start) - offset + column)

    @property
    def whole(self) -> Span:
        """From the first character that is no white space to the end of the first line."""
        start = len(self.plain) - len(self.plain.lstrip())
        return self.span(start, len(self.plain.rstrip()))

    def error(
        self,
        code: str,
        message: str,
        start: int,
        end: int,
        *,
        hint: str = "",
        candidates: tuple[str, ...] = (),
    ) -> NotationError:
        """A fault at a stretch of this text."""
        span = self.span(start, end)
        return NotationError(
            code, message, span.line, span.column, span.end, hint=hint, candidates=candidates
        )


@cache
def _pattern() -> re.Pattern[str]:
    word = r"(?P<word>[^\W\d_]+(?:'[^\W\d_]*)*)"
    return re.compile(word + r"|(?P<number>[0-9]+)|(?P<glyph>[!?]+)|=>|\u21d2|->|\S")


_SAME = {"->": ">", "\u21d2": "=>"}


def tokens_of(plain: str) -> list[Token]:
    """The tokens of a plain text, closed by one of kind "end"."""
    out: list[Token] = []
    last = 0
    for match in _pattern().finditer(plain):
        text = match.group()
        start, end = match.span()
        kind = match.lastgroup or _SAME.get(text, text)
        out.append(Token(kind, text, text.lower(), start, end, start > last))
        last = end
    out.append(Token("end", "", "", last, last, True))
    return out


class Cursor:
    """Reads the tokens of one logical line from left to right; `now` is the one to be read next."""

    __slots__ = ("at", "line", "now", "tokens")

    def __init__(self, line: LogicalLine) -> None:
        self.line: LogicalLine = line
        self.tokens: list[Token] = tokens_of(line.plain)
        self.at: int = 0
        self.now: Token = self.tokens[0]

    def go(self, to: int) -> None:
        """Read on, or again, from a token, by its index."""
        self.at = to
        self.now = self.tokens[to]

    def ahead(self, by: int = 1) -> Token:
        """A token further on; past the last one, the end."""
        return self.tokens[min(self.at + by, len(self.tokens) - 1)]

    def take(self) -> Token:
        """Read a token; the end is never passed."""
        token = self.now
        if token.kind != "end":
            self.go(self.at + 1)
        return token

    def skip(self, kind: str) -> bool:
        """Read the token if it is of this kind, and say whether it was."""
        if self.now.kind != kind:
            return False
        self.go(self.at + 1)
        return True

    def skip_word(self, *words: str) -> bool:
        """Read the token if it is one of these words in any case, and say whether it was."""
        if self.now.kind != "word" or self.now.low not in words:
            return False
        self.go(self.at + 1)
        return True

    def span_from(self, first: int) -> Span:
        """The span from a token, by its index, to the last one read."""
        last = max(self.at - 1, first)
        return self.line.span(self.tokens[first].start, self.tokens[last].end)

    def expected(self, what: str, *, hint: str = "", candidates: tuple[str, ...] = ()) -> NotationError:
        """The fault that something else stands here."""
        token = self.now
        if token.kind == "end":
            message = f"{what} expected, but the line ends here"
            return self.fault("unfinished", message, hint=hint, candidates=candidates)
        return self.fault(
            "unexpected", f'{what} expected, not "{shown(token.text)}"', hint=hint, candidates=candidates
        )

    def fault(
        self,
        code: str,
        message: str,
        first: int | None = None,
        last: int | None = None,
        *,
        hint: str = "",
        candidates: tuple[str, ...] = (),
    ) -> NotationError:
        """A fault at the tokens from `first` to `last`, by index; at the next one unless said."""
        begin = self.tokens[self.at if first is None else first]
        end = begin if last is None else self.tokens[last]
        return self.line.error(code, message, begin.start, end.end, hint=hint, candidates=candidates)


def shown(text: str) -> str:
    """A word of the file as an error shows it: short, and without characters that do not print."""
    text = "".join([char if is_printable(char) else "\ufffd" for char in text[:41]])
    return text if len(text) <= 40 else text[:40] + "…"
