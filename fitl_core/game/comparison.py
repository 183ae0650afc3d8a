"""Two games compared: where they part, how the positions then differ, and whether they meet again."""

from __future__ import annotations

from typing import Literal

import msgspec

import notation
from fitl_core.game.files import Game
from fitl_core.game.normal import normal_events
from fitl_core.game.replays import Replay
from fitl_core.record.events import Digest, Event, Note, Play
from fitl_core.state.state import State
from fitl_core.tell.compare import Difference, differences

HEADER_TAGS = ("Rules", "Scenario", "Cards")
_EDITION = "second"


class Side(msgspec.Struct, frozen=True):
    """One game's part of a difference: event number, line of the file, the move; 0 where it has ended.

    A move that was amended has the number and line of the one in whose place it stands.

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
    """How two games differ.

    `verdict`: "same" (every move), "equivalent" (other moves, the same position after every card)
    or "different". `after` are the differences right behind the first moves that differ, `meeting`
    where the games meet again after that, `final` the differences between the last sound positions.
    """

    a: str
    b: str
    verdict: Literal["same", "equivalent", "different"]
    headers: tuple[Difference, ...] = ()
    first: tuple[Side, Side] | None = None
    after: tuple[Difference, ...] = ()
    meeting: Meeting | None = None
    final: tuple[Difference, ...] = ()


def compare(one: Game, other: Game) -> Comparison:
    """The comparison of two games, by the moves in force.

    Raises `ValueError` where one could not even begin (no `replay`).
    """
    if one.replay is None or other.replay is None:
        raise ValueError("a game that could not begin has no positions to compare")
    first, second = one.replay.in_force, other.replay.in_force
    headers = _header_differences(one, other)
    parting = _parting(_in_normal_form(first), _in_normal_form(second))
    if parting is None:
        final = differences(first.state, second.state) if headers else ()
        return Comparison(
            one.log.name, other.log.name, "different" if headers else "same", headers, final=final
        )
    here, there = min(parting[0], first.sound), min(parting[1], second.sound)
    outcome = not headers and _outcomes(first) == _outcomes(second)
    after = differences(first.steps[here].state, second.steps[there].state)
    met = _meeting(first, second, here, there) if after else None
    if met is not None:
        met = Meeting(_written(one, met.a), _written(other, met.b), met.card)
    return Comparison(
        one.log.name,
        other.log.name,
        "equivalent" if outcome else "different",
        headers,
        (_side(one, first, parting[0]), _side(other, second, parting[1])),
        after,
        met,
        differences(first.state, second.state),
    )


def _in_normal_form(game: Replay) -> Replay:
    """The same game with its moves in normal form: what was only spelled otherwise does not count."""
    return msgspec.structs.replace(game, events=normal_events(game))


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
    written = _written(game, number)
    line = game.places[written - 1].whole.line
    return Side(written, line, notation.write_event(event), number <= replay.sound)


def _written(game: Game, number: int) -> int:
    """The number of the line that the event of this number in force stands for."""
    assert game.replay is not None
    return game.replay.numbers[number - 1] if number else 0


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
