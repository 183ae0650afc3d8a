"""Split a line into tokens, and read them with a cursor that knows their places in the file.

`notation.parts` reads the smallest parts of a line from a cursor.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache
from typing import NamedTuple

import msgspec

from notation.decode import TextLine
from notation.errors import NotationError
from notation.log import Span
from notation.quoting import is_printable


class Token(msgspec.Struct, frozen=True, gc=False):
    """A word, number or sign of a line.

    `kind` is "word", "number", "glyph", "end", or the sign itself. `low` is the text in small letters.
    `gap`: white space stands before the token.
    """

    kind: str
    text: str
    low: str
    start: int
    end: int
    gap: bool


_FREE_TEXT_KINDS = ("note", "comment")
"""Kinds of lines that have only fields and a text."""


class CommentText(NamedTuple):
    """The text after a `;`, and the line and column of its first character.

    A field may continue on the next lines. If it does, `ends` is the length of the text on the first line,
    else 0.
    """

    text: str
    line: int
    column: int
    ends: int = 0

    def error(self, code: str, message: str, start: int, end: int, *, hint: str = "") -> NotationError:
        """Return a fault at a stretch of this text, cut off at the end of its first line."""
        if self.ends:
            start, end = min(start, self.ends - 1), min(end, self.ends)
        return NotationError(code, message, self.line, self.column + start, self.column + end, hint=hint)

    def followed_by(self, text: str) -> CommentText:
        """Return the comment with one more line of its field."""
        return self._replace(text=f"{self.text.rstrip()} {text.strip()}", ends=self.ends or len(self.text))


class LogicalLine:
    """A line joined with the lines that continue it, without comments, with the places of its characters.

    `kind` is "tag", "comment", "computed", "note", "entry", "variation", "later" or "stray". `size` counts
    all characters. `open`: a quotation does not end on the last line.
    """

    __slots__ = ("_quotes", "_starts", "comments", "kind", "open", "plain", "size", "text")

    def __init__(self, kind: str, line: TextLine) -> None:
        self.kind: str = kind
        self.text: str = ""
        self.plain: str = ""
        self.comments: list[CommentText] = []
        self.size: int = 0
        self.open: bool = False
        self._quotes = kind == "entry" and line.plain.lstrip()[:7].lower() == "correct"
        self._starts: list[tuple[int, int, int]] = []
        self.extend(line)

    def extend(self, line: TextLine) -> None:
        """Continue with another line of the file."""
        text, plain = line.text, line.plain
        self.size += len(text) + 1
        if self.kind in ("entry", "stray"):
            cut = self._cut(plain)
            if cut >= 0:
                self.comments.append(CommentText(text[cut + 1 :], line.number, line.offset + cut + 2))
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
        """Whether fields can stand at the end of the line: in a note, or in a comment."""
        return self.kind in _FREE_TEXT_KINDS or bool(self.comments)

    @property
    def in_field(self) -> bool:
        """Whether the line ends inside a field, for example a long proof that a mail program has wrapped."""
        text = self.text if self.kind in _FREE_TEXT_KINDS else self.comments[-1].text if self.comments else ""
        at = text.rfind("[%")
        return at >= 0 and "]" not in text[at:] and (text[at + 2 : at + 3].isalpha() or text[at + 2 :] == "")

    def continue_field(self, line: TextLine) -> None:
        """Continue the field at the end of this line with another line of the file."""
        if self.kind in _FREE_TEXT_KINDS:
            self.extend(line)
        else:
            self.size += len(line.text) + 1
            self.comments[-1] = self.comments[-1].followed_by(line.text)

    def _cut(self, plain: str) -> int:
        """Return the index at which a comment begins, or -1.

        The quotation of a `correct` line has no comment.
        """
        if not self._quotes:
            return plain.find(";")
        for at, char in enumerate(plain):
            if char == '"':
                self.open = not self.open
            elif char == ";" and not self.open:
                return at
        return -1

    def stretch(self, start: int, end: int) -> LogicalLine:
        """Return a part of the text as a separate line that keeps its places in the file."""
        part = LogicalLine.__new__(LogicalLine)
        part.kind, part.comments, part.size, part.open = self.kind, [], end - start, False
        part._quotes = False
        part.text, part.plain = self.text[start:end], self.plain[start:end]
        first = [at for at in self._starts if at[0] <= start][-1]
        later = [(at - start, number, column) for at, number, column in self._starts if start < at < end]
        part._starts = [(0, first[1], first[2] + start - first[0]), *later]
        return part

    def span(self, start: int, end: int) -> Span:
        """Return the span of a stretch of the text, cut off at the end of its first line."""
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
        """The span from the first character other than white space to the end of the first line."""
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
        """Return a fault at a stretch of this text."""
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
    """Return the tokens of a plain text. The last one has the kind "end"."""
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
    """Reads the tokens of one logical line from left to right. `now` is the next token, `at` its index."""

    __slots__ = ("at", "line", "now", "tokens")

    def __init__(self, line: LogicalLine) -> None:
        self.line: LogicalLine = line
        self.tokens: list[Token] = tokens_of(line.plain)
        self.at: int = 0
        self.now: Token = self.tokens[0]

    def go(self, to: int) -> None:
        """Go forward or back to the token with this index."""
        self.at = to
        self.now = self.tokens[to]

    def ahead(self, by: int = 1) -> Token:
        """Return a later token without reading it. After the last one, return the end."""
        return self.tokens[min(self.at + by, len(self.tokens) - 1)]

    def take(self) -> Token:
        """Read and return the next token. The end can be read again and again."""
        token = self.now
        if token.kind != "end":
            self.go(self.at + 1)
        return token

    def skip(self, kind: str) -> bool:
        """Read the next token if it is of this kind, and return whether it is."""
        if self.now.kind != kind:
            return False
        self.go(self.at + 1)
        return True

    def skip_word(self, *words: str) -> bool:
        """Read the next token if it is one of these words in any case, and return whether it is."""
        if self.now.kind != "word" or self.now.low not in words:
            return False
        self.go(self.at + 1)
        return True

    def span_from(self, first: int) -> Span:
        """Return the span from the token with index `first` to the last token read."""
        last = max(self.at - 1, first)
        return self.line.span(self.tokens[first].start, self.tokens[last].end)

    def expected(self, what: str, *, hint: str = "", candidates: tuple[str, ...] = ()) -> NotationError:
        """Return the fault that the next token is not `what` was expected."""
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
        """Return a fault at the tokens with indexes `first` to `last`. Default: the next token."""
        begin = self.tokens[self.at if first is None else first]
        end = begin if last is None else self.tokens[last]
        return self.line.error(code, message, begin.start, end.end, hint=hint, candidates=candidates)


def shown(text: str) -> str:
    """Return a word of the file for an error message: at most 40 characters, without unprintable ones."""
    text = "".join([char if is_printable(char) else "\ufffd" for char in text[:41]])
    return text if len(text) <= 40 else text[:40] + "…"
