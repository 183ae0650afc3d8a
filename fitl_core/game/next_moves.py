"""What may be done next in a game, or behind part of a move: questions and answers in the notation."""

from __future__ import annotations

import msgspec

import notation
from fitl_core import walks
from fitl_core.engine import passing_is_open
from fitl_core.errors import FitlError
from fitl_core.facts.cards import pivotal_cards
from fitl_core.facts.factions import Faction
from fitl_core.facts.players import non_players
from fitl_core.players.non_players.decide import answer_move
from fitl_core.players.non_players.trace import Need
from fitl_core.record.clauses import Verb
from fitl_core.record.events import Action, Pivotal
from fitl_core.rules.awaited import awaited
from fitl_core.rules.pivotal import may_place
from fitl_core.rules.sequence import to_act
from fitl_core.state.state import State
from fitl_core.tell.words import standing


class Asked(msgspec.Struct, frozen=True):
    """A question that is open: who decides it, under which rule, and every answer in the notation."""

    id: str
    faction: Faction
    rule: str
    prompt: str
    optional: bool
    answers: tuple[str, ...]


class NextMoves(msgspec.Struct, frozen=True):
    """What may be done in a position of a game, or behind the beginning `move`.

    `may_end` says whether the move could end where it stands, `may_pass` whether the Faction to act
    may Pass instead; `pivotal` are the lines by which a Pivotal Event can be placed now; `expects` what
    is waited for where no Faction is ("next": a card; "pivotal": whether one is placed). Where a Non-player
    is asked first in a player's move, `answer` is the move with what it answers, `needs` the dice for that.
    `next_card` is the card that shows as the next one, `monsoon` whether it is Monsoon (2.3.9).
    """

    file: str
    event: int
    standing: str
    to_act: Faction | None
    move: str = ""
    questions: tuple[Asked, ...] = ()
    may_end: bool = False
    may_pass: bool = False
    pivotal: tuple[str, ...] = ()
    expects: str = ""
    answer: str = ""
    needs: tuple[Need, ...] = ()
    next_card: int | None = None
    monsoon: bool = False


_EXPECTS = {"over": "", "card": "card", "reveal": "next", "nothing": "next"}


class NobodyToAct(FitlError):
    """A move without a Faction where nobody is to act."""

    code = "nobody-to-act"


class NoMove(FitlError):
    """A text that is no beginning of a move that could go on."""

    code = "no-move"


def next_moves(name: str, state: State, number: int, text: str = "") -> NextMoves:
    """What may be done in a position behind event `number`, or behind the part of a move that `text` is.

    `text` is the beginning of a move in the notation; without a Faction it is that of the one to act.
    Raises `Violation` where that part is illegal already, `NotationError` (its column that in
    `move_line`) or `UnreadableError` where it cannot be read, `NoMove` where it is no move,
    `NobodyToAct` where it would have to name its Faction.
    """
    faction = to_act(state)
    begun = NextMoves(
        name,
        number,
        standing(state),
        faction,
        pivotal=_pivotal_lines(state),
        next_card=state.next,
        monsoon=state.monsoon,
    )
    move = begun_move(text, faction)
    waits = awaited(state)
    if move is None:
        return msgspec.structs.replace(begun, expects=_EXPECTS[waits.what])
    if not text and waits.holding:
        return msgspec.structs.replace(begun, expects="pivotal")
    written = notation.write_event(move) if move.segments else ""
    found = walks.ask(state, move.faction, move.segments, move.limop)
    answer, needs = _answer(state, move, found)
    return msgspec.structs.replace(
        begun,
        move=written,
        questions=_merged([_asked(question, bool(written)) for question in found.questions]),
        may_end=found.may_end and bool(written),
        may_pass=not written and not move.limop and passing_is_open(state),
        answer=answer,
        needs=needs,
    )


def _answer(state: State, move: Action, walk: walks.Walk) -> tuple[str, tuple[Need, ...]]:
    """A player's move with what a Non-player answers that is asked first, as a line, or what that needs."""
    without = non_players(state.players)
    if move.faction in without or walk.first is None or walk.first.who not in without:
        return "", ()
    decision = answer_move(state, move, lambda _: None)
    if decision is None or decision.needs:
        return "", decision.needs if decision is not None else ()
    return notation.write_event(decision.lines[-1]), ()


def move_line(text: str, faction: Faction | None) -> str:
    """The beginning of a move as a line of a log: with the tag of the one to act, without a last bar."""
    words = text.rstrip(" |,").split()
    if words and words[0].rstrip(":").upper() in set(Faction):
        faction = Faction(words.pop(0).rstrip(":").upper())
    if faction is None:
        if not words:
            return ""
        raise NobodyToAct("nobody is to act here; begin the move with a Faction")
    return " ".join([faction, *words])


def _pivotal_lines(state: State) -> tuple[str, ...]:
    """The lines by which a Pivotal Event can be placed now (2.3.8)."""
    places = [Pivotal(faction, pivotal_cards()[faction]) for faction in may_place(state)]
    return tuple([notation.write_event(event) for event in places])


def begun_move(text: str, faction: Faction | None) -> Action | None:
    """The beginning of a move, by the Faction it names or the one to act; None where nobody is.

    It may be as short as a Faction's tag, and end with the bar that stands before the next verb.
    """
    line = move_line(text.strip(), faction)
    mover, *words = line.split() or [""]
    if not mover:
        return None
    if not words or [word.lower() for word in words] == ["limop"]:
        return Action(Faction(mover), (), limop=bool(words))
    event = notation.read_line(line).event
    if not isinstance(event, Action):
        raise NoMove("this is no Operation, Special Activity or Event that could go on")
    return event


def _asked(question: walks.Asked, goes_on: bool) -> Asked:
    """A question with its answers; a verb that continues a move stands behind a bar."""
    answers = [
        f"| {clause.name}" if goes_on and isinstance(clause, Verb) else notation.write_clause(clause)
        for clause in question.answers()
    ]
    return Asked(question.id, question.who, question.rule, question.prompt, question.optional, tuple(answers))


def _merged(questions: list[Asked]) -> tuple[Asked, ...]:
    """The questions in order, without one that repeats another word for word."""
    return tuple(dict.fromkeys(questions))
