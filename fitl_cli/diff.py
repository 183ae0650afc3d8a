"""`fitl diff`: the point at which two games part, the difference of positions, and where they meet again."""

from __future__ import annotations

import click

from fitl_cli.opened_files import open_game, tell_unsound
from fitl_cli.options import shared
from fitl_cli.output import ILLEGAL, leave, paint, say, say_json
from fitl_core.game.comparison import Comparison, compare
from fitl_core.tell.position_differences import Difference
from fitl_core.tell.words import card_words
from fitl_core.tell.wrapping import printable


@click.command("diff")
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@shared("--json")
def command(a: str, b: str, as_json: bool) -> None:
    """Compare two games move by move, then position by position.

    Comments, claims, notes, digests, other header tags and ways of typing do not count. Exit code 0 if all
    moves are the same, or at least the positions after every card and at the end; else 1.
    """
    one, _ = open_game(a)
    other, _ = open_game(b)
    result = compare(one, other)
    if as_json:
        say_json(result)
    else:
        say("\n".join(_lines(result)))
    codes = [tell_unsound(one), tell_unsound(other)]
    leave(max(*codes, 0 if result.verdict != "different" else ILLEGAL))


def _lines(result: Comparison) -> list[str]:
    color = paint()
    lines = [f"a: {result.a}", f"b: {result.b}"]
    lines += _table("the headers differ", result.headers)
    if result.first is None:
        if result.verdict == "same":
            return [*lines, color.green("the games are the same, move by move")]
        return [*lines, "", color.red("all moves are the same"), *_final(result)]
    lines += ["", color.red("the first moves that differ")]
    for name, side in zip("ab", result.first, strict=True):
        mark = "" if side.sound else color.red("   (illegal)")
        where = f"event {side.event}, line {side.line}: {printable(side.move)}" if side.event else "has ended"
        lines.append(f"  {name}  {where}{mark}")
    lines += _table("the positions after them differ", result.after)
    if not result.after and all(side.sound for side in result.first):
        lines += ["", color.green("the positions after them are the same")]
    elif result.meeting:
        meeting = result.meeting
        card = f" ({card_words(meeting.card)})" if meeting.card is not None else ""
        text = f"the games meet again after event {meeting.a} of a and event {meeting.b} of b{card}"
        lines += ["", color.green(text)]
    elif result.after:
        lines += ["", "the games do not meet again"]
    lines += _final(result)
    if result.verdict == "equivalent":
        lines.append(color.green("the moves differ, yet the position after every card is the same"))
    return lines


def _final(result: Comparison) -> list[str]:
    if result.final == result.after and result.final:
        return ["the last positions differ in the same way"]
    if not result.final:
        return ["the last positions are the same"]
    return _table("the last positions differ", result.final)


def _table(title: str, found: tuple[Difference, ...]) -> list[str]:
    if not found:
        return []
    rows = [("", "", "a", "b"), *[(one.where, one.what, one.a, one.b) for one in found]]
    widths = [max([len(row[i]) for row in rows]) for i in range(3)]
    lines, last = ["", paint().bold(title)], ""
    for where, what, a, b in rows:
        shown = where if where != last else ""
        lines.append(f"  {shown:<{widths[0]}}  {what:<{widths[1]}}  {a:<{widths[2]}}  {b}".rstrip())
        last = where
    return lines
