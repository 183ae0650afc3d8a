"""Print a fault of a file: the place, the line with carets below the marked part, the reason."""

from __future__ import annotations

from fitl_cli.output import paint
from fitl_core.game.fault_notices import FaultNotice
from fitl_core.tell.wrapping import printable


def notice_lines(name: str, notice: FaultNotice) -> list[str]:
    """Return the lines of one fault in the file of this name."""
    color, span, excerpt = paint(), notice.span, notice.excerpt
    tint = color.bold if notice.kind == "warning" else color.red
    kind = tint(f"{notice.kind}: ") if notice.kind else ""
    lines = [f"{color.bold(f'{name}:{span.line}:{span.column}:')} {kind}{printable(notice.message)}"]
    if excerpt is not None:
        carets = color.red("^" * excerpt.length)
        lines += [f"    {excerpt.text}", "    " + " " * excerpt.first + carets]
    return [*lines, *notice.details]
