"""The policy `command`: a program decides, by JSON Lines on its standard input and output.

Each decision is one `DecisionRequest`; the answer is `{"answer": "rally"}`: a name that the briefing lists, a
word such as "pass", clauses, or a whole move. An illegal answer gets its ruling, and another try.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

import msgspec

import notation
from fitl_core.errors import FitlError, Violation
from fitl_core.game.adjudications import RefusalView, refusal_view
from fitl_core.players.move_prefixes import playable_prefix
from fitl_core.policies.programs import MOST_BYTES_OF_ANSWER, Program, ProgramFault
from fitl_core.policies.seat_policy import placed
from fitl_core.record.clauses import Clause, Roll
from fitl_core.record.events import Action, Event, Pass, Pivotal, Waive
from fitl_core.record.spoken import spoken
from fitl_core.seat.answer_names import NoAnswer, answered, is_whole_line, walk_after
from fitl_core.seat.briefings import BriefingLimits, SeatBriefing, briefing
from fitl_core.seat.sights import PASS, PIVOTAL, SKIP, WAIVE, SeatSight, at_turn, going_on
from fitl_core.wording.canonical_form import canonical_action

T = TypeVar("T")
MOST_LEGAL = 20
"""The most legal answers that a ruling names."""


class DecisionRequest(msgspec.Struct, frozen=True):
    """One decision, as a program reads it: its number, the briefing, and the ruling on the last answer."""

    decision: int
    briefing: SeatBriefing
    refused: RefusalView | None = None


class ProgramAnswer(msgspec.Struct, frozen=True):
    """The answer of a program, by name. `decision` may repeat the number of the request."""

    answer: str
    decision: int | None = None


class ProgramsEnd(msgspec.Struct, frozen=True):
    """The last line to a program: why nothing more is asked."""

    over: str


class CommandPolicy:
    """A program that decides. `asked` counts its decisions, and `refused` its refused answers.

    `tries` are those of one decision, and `seconds` the time of one answer. Raises `ProgramFault` if the
    program fails, or gives no legal answer in these tries.
    """

    name = "command"

    def __init__(self, program: Program, tries: int = 3, seconds: float = 60.0) -> None:
        self.program = program
        self.asked: int = 0
        self.refused: int = 0
        self._tries = tries
        self._seconds = seconds

    def act(self, sight: SeatSight) -> Event | None:
        """Return the move of the program, answer by answer or whole."""
        assert sight.asked is not None
        while True:
            found = self._ask(sight, partial(_accepted, sight))
            if not isinstance(found, SeatSight):
                return found
            if not found.questions and found.walk is not None and found.walk.said:
                return found.walk.action
            sight = found

    def answer(self, sight: SeatSight) -> Clause | None:
        """Return the answer of the program in another's move."""
        return self._ask(sight, partial(_clause, sight))

    def close(self, why: str) -> None:
        """Tell the program why nothing more is asked, and end it."""
        self.program.close(msgspec.json.encode(ProgramsEnd(why)))

    def _ask(self, sight: SeatSight, accept: Callable[[str], T]) -> T:
        """Return an accepted answer. Raises `ProgramFault`."""
        self.asked += 1
        ruling: RefusalView | None = None
        for left in range(self._tries, 0, -1):
            limits = BriefingLimits(MOST_BYTES_OF_ANSWER, left, self._seconds)
            request = DecisionRequest(self.asked, briefing(sight, limits=limits), ruling)
            line = self.program.ask(msgspec.json.encode(request), self._seconds)
            try:
                return accept(_read_answer(line, self.asked))
            except FitlError as error:
                self.refused += 1
                ruling = _ruling(error)
        assert ruling is not None
        why = f"{ruling.rule}: {ruling.message}" if ruling.rule else ruling.message
        raise ProgramFault(
            self.program.title, f"gave no legal answer in {self._tries} tries", f"; the last: {why}"
        )


def _read_answer(line: bytes, decision: int) -> str:
    """Return the answer in a line of a program. Raises `NoAnswer`."""
    try:
        found = msgspec.json.decode(line, type=ProgramAnswer)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NoAnswer(f'an answer is one line of JSON in UTF-8, {{"answer": "pass"}}: {error}') from None
    if found.decision not in (None, decision):
        raise NoAnswer(f"decision {decision} is asked, not {found.decision}")
    return found.answer.strip()


def _ruling(error: FitlError) -> RefusalView:
    if not isinstance(error, Violation):
        return RefusalView(error.code, "", error.message, (), "", None, ())
    whole = refusal_view(error)
    return msgspec.structs.replace(whole, legal=whole.legal[:MOST_LEGAL])


def _accepted(sight: SeatSight, text: str) -> Event | SeatSight | None:
    """Return the event of an answer, or the sight after it. Raises `FitlError` for another text."""
    word = text.lower()
    if word in sight.words:
        return _after_word(sight, word)
    if is_whole_line(text):
        return _whole(sight, text)
    if sight.walk is None:
        raise NoAnswer(f'"{text[:60]}" is no answer: {", ".join(sight.words)}')
    return going_on(sight, walk_after(sight, text))


def _after_word(sight: SeatSight, word: str) -> Event | SeatSight | None:
    assert sight.asked is not None
    match word:
        case "pass":
            return Pass(sight.asked)
        case "limop":
            return at_turn(sight, sight.asked, Action(sight.asked, (), limop=True))
        case "pivotal":
            return placed(sight.asked)
        case "waive":
            return Waive(sight.asked)
        case _ if sight.walk is None:
            return None
        case _:
            return sight.walk.action


def _whole(sight: SeatSight, text: str) -> Event:
    """Return a whole line as an event of the seat. Raises `FitlError`."""
    event = notation.read_line(text).event
    words = {Pass: PASS, Pivotal: PIVOTAL, Waive: WAIVE}
    if isinstance(event, Pass | Pivotal | Waive) and event.faction is sight.asked:
        if words[type(event)] in sight.words:
            return event
        raise NoAnswer(f"{words[type(event)]} is not open here")
    if not isinstance(event, Action) or event.faction is not sight.asked or sight.walk is None:
        raise NoAnswer(f"a move of {sight.asked} is asked")
    said, begun = spoken(event.segments, event.faction), sight.walk.said
    if tuple(said[: len(begun)]) != begun:
        raise NoAnswer(f"the move has begun: {notation.write_event(sight.walk.action)}; go on from there")
    if any(isinstance(clause, Roll) for _, clause in said[len(begun) :]):
        raise NoAnswer("dice fall by themselves: write the move without them")
    if playable_prefix(sight.state, event, said, sight.factions) is not None:
        return event
    return canonical_action(sight.state, event)


def _clause(sight: SeatSight, text: str) -> Clause | None:
    """Return an answer in another's move; None leaves the question out. Raises `NoAnswer`."""
    if text.lower() == SKIP and SKIP in sight.words:
        return None
    refused: NoAnswer | None = None
    for asked in sight.questions:
        try:
            return answered(asked, text)
        except NoAnswer as error:
            refused = refused or error
    raise refused or NoAnswer("nothing is asked")
