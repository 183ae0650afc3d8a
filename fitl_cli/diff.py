"""`fitl diff`: where two games part, how the positions then differ, and whether they meet again."""

from __future__ import annotations

import click
import msgspec

import notation
from fitl_cli.game import Game
from fitl_cli.output import ILLEGAL, leave, paint, say, say_json
from fitl_cli.positions import open_game, tell_unsound
from fitl_cli.refusals import clean
from fitl_core.game.replays import Replay
from fitl_core.record.events import Digest, Event, Note, Play
from fitl_core.state.state import State
from fitl_core.tell.compare import Difference, differences
from fitl_core.tell.words import card_words

HEADER_TAGS = ("Rules", "Scenario", "Cards")
_EDITION = "second"


class Side(msgspec.Struct, frozen=True):
    """One game's part of a difference: event number, line of the file, the move; 0 where it has ended.

    `sound` is whether that event is legal; if not, its outcome is the last legal position.
    """

    event: int
    line: int
    move: str
    sound: bool


class Meeting(msgspec.Struct, frozen=True):
    """The events after which the two games are at the same position again, and the card."""

    a: int
    b: int
    card: int | None


class Comparison(msgspec.Struct, frozen=True):
    """What `fitl diff --json` prints.

    `verdict`: "same" (every move), "equivalent" (other moves, the same position after every card)
    or "different". `after` are the differences right behind the first moves that differ, `meeting`
    where the games meet again after that, `final` the differences between the last sound positions.
    """

    a: str
    b: str
    verdict: str
    headers: tuple[Difference, ...] = ()
    first: tuple[Side, Side] | None = None
    after: tuple[Difference, ...] = ()
    meeting: Meeting | None = None
    final: tuple[Difference, ...] = ()


@click.command("diff")
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(a: str, b: str, as_json: bool) -> None:
    """Compare two games move by move, then position by position.

    Comments, claims, notes, digests, other header tags and ways of typing do not count. Exit code 0
    if all moves are the same, or if at least the position after every card and at the end is; else 1.
    """
    one, first = open_game(a)
    other, second = open_game(b)
    result = compare(one, first, other, second)
    if as_json:
        say_json(result)
    else:
        for line in _lines(result):
            say(line)
    codes = [tell_unsound(one), tell_unsound(other)]
    leave(max(*codes, 0 if result.verdict != "different" else ILLEGAL))


def compare(one: Game, first: Replay, other: Game, second: Replay) -> Comparison:
    """The comparison of two games."""
    headers = _header_differences(one, other)
    parting = _parting(first, second)
    if parting is None:
        final = differences(first.state, second.state) if headers else ()
        verdict = "different" if headers else "same"
        return Comparison(one.log.name, other.log.name, verdict, headers, final=final)
    here, there = min(parting[0], first.sound), min(parting[1], second.sound)
    outcome = not headers and _outcomes(first) == _outcomes(second)
    after = differences(first.steps[here].state, second.steps[there].state)
    return Comparison(
        one.log.name,
        other.log.name,
        "equivalent" if outcome else "different",
        headers,
        (_side(one, first, parting[0]), _side(other, second, parting[1])),
        after,
        _meeting(first, second, here, there) if after else None,
        differences(first.state, second.state),
    )


def _header_differences(one: Game, other: Game) -> tuple[Difference, ...]:
    found = []
    for name in HEADER_TAGS:
        default = _EDITION if name == "Rules" else "not said"
        ours, theirs = (_tag(game, name) or default for game in (one, other))
        if ours != theirs and (name != "Cards" or "not said" not in (ours, theirs)):
            found.append(Difference("Header", name, ours, theirs))
    return tuple(found)


def _tag(game: Game, name: str) -> str | None:
    assert game.log.document is not None
    return game.log.document.log.tag(name)


def _parting(first: Replay, second: Replay) -> tuple[int, int] | None:
    """The numbers of the first events that differ (one past the last where a game has ended).

    Notes and digests are passed over, and so is a `#55` that only repeats what was revealed, where
    the other game has none.
    """
    here = there = 0
    while True:
        here, there = _next_move(first, here), _next_move(second, there)
        mine, yours = _event(first, here), _event(second, there)
        if mine is None and yours is None:
            return None
        if mine == yours:
            continue
        if isinstance(mine, Play) != isinstance(yours, Play):
            if _repeats(first, here):
                there -= 1
                continue
            if _repeats(second, there):
                here -= 1
                continue
        return here, there


def _next_move(replay: Replay, number: int) -> int:
    """The number of the next event that is no remark."""
    number += 1
    while isinstance(_event(replay, number), Note | Digest):
        number += 1
    return number


def _event(replay: Replay, number: int) -> Event | None:
    return replay.events[number - 1] if 1 <= number <= len(replay.events) else None


def _repeats(replay: Replay, number: int) -> bool:
    """Whether an event only names the card that is played already."""
    event = _event(replay, number)
    return (
        isinstance(event, Play)
        and number <= replay.sound
        and replay.steps[number - 1].state.card == event.card
    )


def _side(game: Game, replay: Replay, number: int) -> Side:
    event = _event(replay, number)
    if event is None:
        return Side(0, 0, "", True)
    line = game.places[number - 1].whole.line
    return Side(number, line, notation.write_event(event), number <= replay.sound)


def _outcomes(replay: Replay) -> list[State]:
    """The positions after every card, and the last one."""
    done = [step.state for step in replay.steps if step.state.phase in ("finished", "over")]
    whole = [] if replay.error is None else [replay.steps[0].state]
    return [*dict.fromkeys(done), replay.state, *whole]


def _meeting(first: Replay, second: Replay, here: int, there: int) -> Meeting | None:
    """The first position behind the difference that both games reach."""
    known: dict[State, int] = {}
    for number in range(there, second.sound + 1):
        known.setdefault(second.steps[number].state, number)
    for number in range(here, first.sound + 1):
        state = first.steps[number].state
        if state in known:
            return Meeting(number, known[state], state.card)
    return None


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
        where = f"event {side.event}, line {side.line}: {clean(side.move)}" if side.event else "has ended"
        lines.append(f"  {name}  {where}{mark}")
    lines += _table("the positions behind them differ", result.after)
    if not result.after and all(side.sound for side in result.first):
        lines += ["", color.green("the positions behind them are the same")]
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
