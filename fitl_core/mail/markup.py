"""Read the text of an HTML mail: lines as shown, quoted blocks with `>` before them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

_TOKENS = re.compile(r"<!--|<[^<>]*>|[^<]+|<")
_NAME = re.compile(r"</?\s*([A-Za-z][A-Za-z0-9]*)")
_HIDDEN = frozenset({"script", "style", "head", "title", "template"})
_STRUCK = frozenset({"s", "strike", "del"})
_SIGNATURE = re.compile(
    r"""\s(?:class|id)\s*=\s*["']?[^"'>]{0,200}?\b(?:gmail_|moz-|ms-outlook-mobile-)?signature\b""",
    re.IGNORECASE,
)
_BLOCKS = frozenset(
    {
        "address",
        "article",
        "blockquote",
        "body",
        "dd",
        "div",
        "dl",
        "dt",
        "footer",
        "form",
        "header",
        "hr",
        "html",
    }
    | {
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "li",
        "main",
        "nav",
        "ol",
        "p",
        "pre",
        "section",
        "table",
        "textarea",
    }
    | {"tbody", "tfoot", "thead", "tr", "ul"}
)
_SIGNED = frozenset({"div", "span", "section", "table", "pre", "footer"})
_PARTS = _BLOCKS | {"br", "span", "font", "b", "meta"}
_LINES_KEPT = frozenset({"pre", "textarea"})
_QUOTED_PART = re.compile(
    r"""\s(?:class|id)\s*=\s*["']?[^"'>]{0,200}?\b(?:(?:gmail|yahoo|protonmail|zmail|tutanota)_(?:quote|quoted|extra))\b"""
)
"""Parts of a page in which mail programs put the mail that is answered."""
MOST_DEPTH = 50
"""The greatest depth of quoted blocks. Deeper blocks are shown at this depth."""


def is_html(text: str) -> bool:
    """Check whether a text is HTML: it begins with a tag of a page or of a part of one."""
    begins = text.lstrip()[:200]
    first = _NAME.match(begins)
    return begins[:9].lower() == "<!doctype" or (first is not None and first[1].lower() in _PARTS)


def text_of_html(html: str) -> str:
    """Return the text that a reader sees. Any input is accepted, and the time grows only with its length."""
    return "\n".join(_Shown(html).lines)


class _Shown:
    """The text of a page so far, line by line."""

    def __init__(self, html: str) -> None:
        self.lines: list[str] = []
        self._line: list[str] = []
        self._depth = self._kept = 0
        self._in_part = self._part_depth = 0
        self._hidden = ""
        self._within = 0
        for token in _tokens(html):
            self._take(token)
        self._end_line()

    def _take(self, token: str) -> None:
        tag = _NAME.match(token) if token.startswith("<") else None
        if tag is None:
            is_text = not (token.startswith(("<!", "<?")) and token.endswith(">"))
            if is_text and not self._hidden:
                self._say(unescape(token))
            return
        name, closes = tag[1].lower(), token.startswith("</")
        if self._hidden:
            self._pass_over(name, closes or token.endswith("/>"), closes)
        elif self._is_unsaid(name, token):
            self._hidden = "" if closes or token.endswith("/>") else name
        elif name == "br":
            self._end_line(even_empty=True)
        elif name in ("td", "th"):
            self._line.append(" ")
        elif name in _BLOCKS:
            self._block(name, closes)
            if name == "div":
                self._quoting_part(token, closes)

    def _is_unsaid(self, name: str, token: str) -> bool:
        """Check whether the content of an element counts for nothing: hidden, struck out, or a signature."""
        return (
            name in _HIDDEN or name in _STRUCK or (name in _SIGNED and _SIGNATURE.search(token) is not None)
        )

    def _pass_over(self, name: str, ends: bool, closes: bool) -> None:
        """Take a tag inside a skipped element. Elements of the same name may be nested in it."""
        if name != self._hidden:
            return
        if not closes:
            self._within += name not in _HIDDEN and not ends
        elif self._within:
            self._within -= 1
        else:
            self._hidden = ""

    def _block(self, name: str, closes: bool) -> None:
        self._end_line()
        by = -1 if closes else 1
        if name == "blockquote":
            self._depth = max(0, self._depth + by)
            if closes and self._in_part and self._depth == self._part_depth:
                self._leave_part()  # an answer below the quote is in the same part
        elif name in _LINES_KEPT:
            self._kept = max(0, self._kept + by)
        elif name == "p" and not closes and self.lines and self.lines[-1].strip("> "):
            self.lines.append(self._quoting.rstrip())

    def _quoting_part(self, token: str, closes: bool) -> None:
        """Take a part of the page in which a mail program quotes the answered mail, up to its end."""
        if self._in_part:
            self._in_part += -1 if closes else 1
            if not self._in_part:
                self._leave_part()
        elif not closes and _QUOTED_PART.search(token):
            self._in_part, self._part_depth = 1, self._depth + 1
            self._depth += 1

    def _leave_part(self) -> None:
        self._in_part, self._depth = 0, self._part_depth - 1

    def _say(self, text: str) -> None:
        if self._kept:
            first, *rest = text.split("\n")
            self._line.append(first)
            for line in rest:
                self._end_line(even_empty=True)
                self._line.append(line)
        else:
            self._line.append(re.sub(r"[ \t\r\n\f]+", " ", text))

    @property
    def _quoting(self) -> str:
        return "> " * min(self._depth, MOST_DEPTH)

    def _end_line(self, even_empty: bool = False) -> None:
        text = "".join(self._line)
        self._line.clear()
        shown = text.rstrip() if self._kept else re.sub(" +", " ", text).strip(" ")
        if shown or even_empty:
            self.lines.append((self._quoting + shown).rstrip())


def _tokens(html: str) -> Iterator[str]:
    """Yield tags and stretches of text, without comments."""
    at = 0
    while (token := _TOKENS.match(html, at)) is not None:
        at = token.end()
        if token[0] == "<!--":
            end = html.find("-->", at)
            at = len(html) if end < 0 else end + 3
        else:
            yield token[0]
