"""Answers of a seat by name, carried out at its table. Programs and models answer so.

    answer_at(tables, table, "US", "train")
    answer_at(tables, table, "US", "Sai, Hue")
    answer_at(tables, table, "VC", "VC pass")

A name answers the open question of `seat_sights`. A line that begins with a Faction is a whole line.
"""

from __future__ import annotations

from fitl_core.seat.answer_names import NoAnswer, answered, is_whole_line, walk_after
from fitl_core.seat.sights import SeatSight
from fitl_core.table.commands import Begin, Command, End, Say, Skip, Submit
from fitl_core.table.facts import Seat
from fitl_core.table.refusals import NotNow
from fitl_core.table.seat_sights import sight_of_table
from fitl_core.table.seats_asked import asked_at
from fitl_core.table.table_state import TableState
from fitl_core.table.tables import Answer, Tables


def answer_at(tables: Tables, table: str, seat: Seat, text: str, seen: int | None = None) -> Answer:
    """Carry out an answer of a seat by name, several clauses of the notation, or a whole line.

    `seen` is the version that the seat saw; without it, the present one. A move in which nothing more is open
    is complete. Nothing is changed if the answer is refused. Raises `Violation`, `NoAnswer`, `NotNow`,
    `NotationError`, and the errors of `Tables.do`.
    """
    state = tables.state(table)
    seen = state.version if seen is None else seen
    answer: Answer | None = None
    for command in _commands(state, seat, text.strip()):
        answer = tables.do(table, seat, command, seen=seen)
        seen = answer.version
    assert answer is not None
    return _completed(tables, answer, seat)


def _commands(state: TableState, seat: Seat, text: str) -> tuple[Command, ...]:
    """Return the commands that give an answer. Raises `NoAnswer`, `NotNow` or `Violation`."""
    if is_whole_line(text):
        return (Submit(text),)
    word = text.lower()
    asked = asked_at(state)
    if asked.what == "markers" and seat in asked.seats and word == "end":  # the end of the game (7.3)
        return (End(),)
    sight = sight_of_table(state, seat)
    if sight.what == "nothing":
        raise NotNow("you are asked nothing now")
    if word in sight.words:
        return _of_word(sight, word)
    if sight.walk is None:
        if not sight.questions:
            raise NoAnswer(f'"{text[:60]}" is no answer: {", ".join(sight.words)}')
        return (Say(answered(sight.questions[0], text)),)
    new = walk_after(sight, text).said[len(sight.walk.said) :]
    assert sight.asked is not None
    begins = () if state.begun is not None else (Begin(sight.asked, sight.walk.limop),)
    return (*begins, *[Say(clause) for _, clause in new])


def _of_word(sight: SeatSight, word: str) -> tuple[Command, ...]:
    """Return the command of a word that is no clause."""
    assert sight.asked is not None
    match word:
        case "limop":
            return (Begin(sight.asked, limop=True),)
        case "end":
            return (End(),)
        case "skip":
            return (Skip(),)
        case _:
            return (Submit(f"{sight.asked} {word}"),)


def _completed(tables: Tables, answer: Answer, seat: Seat) -> Answer:
    """End the seat's own move if nothing more is open in it."""
    state = tables.state(answer.table)
    if state.begun is None or not state.begun.segments or state.begun.asked is not None:
        return answer
    if state.seat_of(state.begun.faction) != seat:
        return answer
    sight = sight_of_table(state, seat)
    if sight.what != "turn" or sight.questions:
        return answer
    return tables.do(answer.table, seat, End(), seen=answer.version)
