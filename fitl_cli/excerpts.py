"""What is wrong in a file, printed: the place, the line with carets under its mark, the reason."""

from __future__ import annotations

from fitl_cli.output import paint
from fitl_core.game.notices import Notice
from fitl_core.tell.lines import printable


def notice_lines(name: str, notice: Notice) -> list[str]:
    """One thing that is wrong in the file of this name."""
    color, span, excerpt = paint(), notice.span, notice.excerpt
    tint = color.bold if notice.kind == "warning" else color.red
    kind = tint(f"{notice.kind}: ") if notice.kind else ""
    lines = [f"{color.bold(f'{name}:{span.line}:{span.column}:')} {kind}{printable(notice.message)}"]
    if excerpt is not None:
        carets = color.red("^" * excerpt.length)
        lines += [f"    {excerpt.text}", "    " + " " * excerpt.first + carets]
    return [*lines, *notice.details]
