"""SVG elements with presentation attributes. Everything is escaped; there is no style and no script.

All modules of this package use them.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from notation.quoting import is_printable

Value = str | int | float


class Element:
    """An element with its attributes and its contents: elements and text."""

    def __init__(
        self, name: str, inside: Iterable[Element | str] = (), /, **attributes: Value | None
    ) -> None:
        self.name = name
        self.inside: list[Element | str] = list(inside)
        self.attributes: dict[str, Value] = {
            key.rstrip("_").replace("_", "-"): value for key, value in attributes.items() if value is not None
        }

    @property
    def title(self) -> str:
        """The text of its title; empty without one."""
        first = self.inside[0] if self.inside else ""
        return "".join(map(str, first.inside)) if isinstance(first, Element) and first.name == "title" else ""

    def add(self, *inside: Element | str) -> Element:
        """Add contents, and return the element itself."""
        self.inside += inside
        return self

    def parts(self) -> Iterable[str]:
        """Yield the text of the element, in parts."""
        attributes = "".join([f' {key}="{_written(value)}"' for key, value in self.attributes.items()])
        if not self.inside:
            yield f"<{self.name}{attributes}/>"
            return
        yield f"<{self.name}{attributes}>"
        for one in self.inside:
            if isinstance(one, str):
                yield escape(_visible(one), quote=False)
            else:
                yield from one.parts()
        yield f"</{self.name}>"

    def __str__(self) -> str:
        return "".join(self.parts())


def group(inside: Iterable[Element | str] = (), /, title: str = "", **attributes: Value | None) -> Element:
    """Return a group. Pointers and screen readers show its title."""
    element = Element("g", [Element("title", [title])] if title else [], **attributes)
    return element.add(*inside)


def text(words: str, x: float, y: float, size: float, **attributes: Value | None) -> Element:
    """Return a line of text with its baseline at a point."""
    return Element("text", [words], x=x, y=y, font_size=size, **attributes)


def _visible(words: str) -> str:
    """Return a text without characters that no picture can hold: control characters and lone surrogates."""
    if is_printable(words):
        return words
    return "".join([letter for letter in words if is_printable(letter) or letter == "\n"])


def _written(value: Value) -> str:
    if isinstance(value, str):
        return escape(_visible(value))
    return f"{value:g}" if isinstance(value, int) else f"{round(value, 2):g}"
