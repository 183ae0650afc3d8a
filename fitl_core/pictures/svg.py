"""Writing SVG: elements with presentation attributes, everything escaped, no style and no script."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from notation.quoting import is_printable

Value = str | int | float


class Element:
    """An element with its attributes and what is in it: elements and text."""

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
        """What its title says; empty where it has none."""
        first = self.inside[0] if self.inside else ""
        return "".join(map(str, first.inside)) if isinstance(first, Element) and first.name == "title" else ""

    def add(self, *inside: Element | str) -> Element:
        """Put more into it; the element itself."""
        self.inside += inside
        return self

    def parts(self) -> Iterable[str]:
        """The text of the element, in parts."""
        told = "".join([f' {key}="{_written(value)}"' for key, value in self.attributes.items()])
        if not self.inside:
            yield f"<{self.name}{told}/>"
            return
        yield f"<{self.name}{told}>"
        for one in self.inside:
            if isinstance(one, str):
                yield escape(_visible(one), quote=False)
            else:
                yield from one.parts()
        yield f"</{self.name}>"

    def __str__(self) -> str:
        return "".join(self.parts())


def group(inside: Iterable[Element | str] = (), /, title: str = "", **attributes: Value | None) -> Element:
    """A group, with a title that a pointer or a reader's voice tells."""
    found = Element("g", [Element("title", [title])] if title else [], **attributes)
    return found.add(*inside)


def text(said: str, x: float, y: float, size: float, **attributes: Value | None) -> Element:
    """A line of text with its baseline at a point."""
    return Element("text", [said], x=x, y=y, font_size=size, **attributes)


def _visible(said: str) -> str:
    """A text without what no picture can have: control characters, halves of pairs."""
    if is_printable(said):
        return said
    return "".join([letter for letter in said if is_printable(letter) or letter == "\n"])


def _written(value: Value) -> str:
    if isinstance(value, str):
        return escape(_visible(value))
    return f"{value:g}" if isinstance(value, int) else f"{round(value, 2):g}"
