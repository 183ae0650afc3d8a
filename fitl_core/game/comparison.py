"""Compare two games: their first difference, the resulting positions, and whether they meet again."""

from __future__ import annotations

from typing import Literal

import msgspec

import notation
from fitl_core.game.files import Game
from fitl_core.game.normal_games import normal_events
from fitl_core.game.replays import ReplayedGame
from fitl_core.record.events import DigestLine, Event, Note, PlayCard
from fitl_core.state.state import State
from fitl_core.tell.position_differences import Difference, differences

HEADER_TAGS = ("Rules", "Scenario", "Cards")
_EDITION = "second"


class Side(msgspec.Struct, frozen=True):
    """One game's part of a difference: event number, line of the file, and move. 0: the game has ended.

    An amendment has the number and line of the move that it replaces. `sound`: the event is legal. If it is
    not, its outcome is the last legal position.
    """

    event: int
    line: int
    move: str
    sound: bool


class Meeting(msgspec.Struct, frozen=True):
    """The events after which the two games have the same position again, and the card."""

    a: int
    b: int
    card: int | None


class Comparison(msgspec.Struct, frozen=True):
    """The differences between two games.

    `verdict`: "same" (every move), "equivalent" (other moves, the same position after every card)
    or "different". `after` are the differences directly after the first moves that differ. `meeting` is the
    point at which the games meet again. `final` are the differences between the last sound positions.
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
    """Compare two games by their moves in force.

    Raises `ValueError` for a game that could not begin (no `replay`).
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
    first_number, second_number = min(parting[0], first.sound), min(parting[1], second.sound)
    outcome = not headers and _outcomes(first) == _outcomes(second)
    after = differences(first.steps[first_number].state, second.steps[second_number].state)
    met = _meeting(first, second, first_number, second_number) if after else None
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


def _in_normal_form(game: ReplayedGame) -> ReplayedGame:
    """Return the game with its moves in normal form, so that different spellings do not count."""
    return msgspec.structs.replace(game, events=normal_events(game))


def _header_differences(one: Game, other: Game) -> tuple[Difference, ...]:
    in_header = []
    for name in HEADER_TAGS:
        default = _EDITION if name == "Rules" else "not said"
        ours, theirs = (_tag(game, name) or default for game in (one, other))
        if ours != theirs and (name != "Cards" or "not said" not in (ours, theirs)):
            in_header.append(Difference("Header", name, ours, theirs))
    return tuple(in_header)


def _tag(game: Game, name: str) -> str | None:
    assert game.log.document is not None
    return game.log.document.log.tag(name)


def _parting(first: ReplayedGame, second: ReplayedGame) -> tuple[int, int] | None:
    """Return the numbers of the first events that differ. After the end of a game it is the next number.

    Notes and digests are skipped. A `#55` that only repeats the revealed card is skipped if the other game
    has none there.
    """
    first_number = second_number = 0
    while True:
        first_number = _next_move(first, first_number)
        second_number = _next_move(second, second_number)
        first_event, second_event = _event(first, first_number), _event(second, second_number)
        if first_event is None and second_event is None:
            return None
        if first_event == second_event:
            continue
        if isinstance(first_event, PlayCard) != isinstance(second_event, PlayCard):
            if _repeats(first, first_number):
                second_number -= 1
                continue
            if _repeats(second, second_number):
                first_number -= 1
                continue
        return first_number, second_number


def _next_move(replay: ReplayedGame, number: int) -> int:
    """Return the number of the next event other than a note or digest."""
    number += 1
    while isinstance(_event(replay, number), Note | DigestLine):
        number += 1
    return number


def _event(replay: ReplayedGame, number: int) -> Event | None:
    return replay.events[number - 1] if 1 <= number <= len(replay.events) else None


def _repeats(replay: ReplayedGame, number: int) -> bool:
    """Check whether an event only names the card that is already in play."""
    event = _event(replay, number)
    return (
        isinstance(event, PlayCard)
        and number <= replay.sound
        and replay.steps[number - 1].state.card == event.card
    )


def _side(game: Game, replay: ReplayedGame, number: int) -> Side:
    event = _event(replay, number)
    if event is None:
        return Side(0, 0, "", True)
    written = _written(game, number)
    line = game.places[written - 1].whole.line
    return Side(written, line, notation.write_event(event), number <= replay.sound)


def _written(game: Game, number: int) -> int:
    """Return the number of the written event for the event with this number in force."""
    assert game.replay is not None
    return game.replay.numbers[number - 1] if number else 0


def _outcomes(replay: ReplayedGame) -> list[State]:
    """Return the positions after every card, and the last one."""
    done = [step.state for step in replay.steps if step.state.phase in ("finished", "over")]
    whole = [] if replay.error is None else [replay.steps[0].state]
    return [*dict.fromkeys(done), replay.state, *whole]


def _meeting(
    first: ReplayedGame, second: ReplayedGame, first_start: int, second_start: int
) -> Meeting | None:
    """Return the first position after the difference that both games reach, or None."""
    known: dict[State, int] = {}
    for number in range(second_start, second.sound + 1):
        known.setdefault(second.steps[number].state, number)
    for number in range(first_start, first.sound + 1):
        state = first.steps[number].state
        if state in known:
            return Meeting(number, known[state], state.card)
    return None
