"""List the next possible moves in a game, or the next answers of a begun move, in the notation.

`fitl_core.walks` asks the questions.
"""

from __future__ import annotations

import msgspec

import notation
from fitl_core import walks
from fitl_core.asking.budgets import Budget
from fitl_core.errors import FitlError
from fitl_core.facts.card_list import pivotal_cards
from fitl_core.facts.factions import Faction
from fitl_core.facts.players import non_players
from fitl_core.players.non_players.decide import answer_move
from fitl_core.players.non_players.trace import Need
from fitl_core.record.clauses import Verb
from fitl_core.record.events import Action, Pivotal
from fitl_core.rules.pivotal import may_place
from fitl_core.rules.sequence import to_act
from fitl_core.rules.waiting import next_step
from fitl_core.state.state import State
from fitl_core.strict_play import passing_is_open
from fitl_core.tell.words import standing


class AskedQuestion(msgspec.Struct, frozen=True):
    """An open question: the Faction that decides it, its rule, and every answer in the notation."""

    id: str
    faction: Faction
    rule: str
    prompt: str
    optional: bool
    answers: tuple[str, ...]


class OpenMoves(msgspec.Struct, frozen=True):
    """The possible moves in a position of a game, or the open questions after the beginning `move`.

    `may_end`: the move could end at this point. `may_pass`: the Faction to act may Pass instead. `pivotal`
    are the lines that can place a Pivotal Event now. `expects` is the next step if the game waits for no
    Faction: "next" for a card, "pivotal" for a decision on a Pivotal Event.

    If a player's move asks a Non-player first, `answer` is the move with its answer, and `needs` the missing
    dice. `next_card` is the card shown as the next one. `monsoon`: it is Monsoon (2.3.9). `unexamined` names
    the parts that were not examined because the work has a limit. Answers may be missing then.
    """

    file: str
    event: int
    standing: str
    to_act: Faction | None
    move: str = ""
    questions: tuple[AskedQuestion, ...] = ()
    may_end: bool = False
    may_pass: bool = False
    pivotal: tuple[str, ...] = ()
    expects: str = ""
    answer: str = ""
    needs: tuple[Need, ...] = ()
    next_card: int | None = None
    monsoon: bool = False
    unexamined: tuple[str, ...] = ()


MOST_PLAYED = 20_000
"""The most clauses that are played to find the answers that lead to a legal end."""
_EXPECTS = {"over": "", "card": "card", "reveal": "next", "nothing": "next"}


class NobodyToAct(FitlError):
    """The text of a move names no Faction, and nobody is to act."""

    code = "nobody-to-act"


class NoMove(FitlError):
    """A text is not the beginning of a move with questions."""

    code = "no-move"


def next_moves(name: str, state: State, number: int, text: str = "") -> OpenMoves:
    """Return the possible moves in a position after event `number`, or the next answers after `text`.

    `text` is the beginning of a move in the notation. Without a Faction it is a move of the Faction to act.
    Raises `Violation` if the beginning is illegal, `NoMove` if it is not a move, and `NobodyToAct` if it must
    name its Faction. Raises `NotationError` (with the column in `move_line`) or `UnreadableError` if it
    cannot be read.
    """
    with Budget(MOST_PLAYED) as work:
        moves = _next_moves(name, state, number, text)
    return msgspec.structs.replace(moves, unexamined=tuple(work.unexamined)) if work.unexamined else moves


def _next_moves(name: str, state: State, number: int, text: str) -> OpenMoves:
    faction = to_act(state)
    begun = OpenMoves(
        name,
        number,
        standing(state),
        faction,
        pivotal=_pivotal_lines(state),
        next_card=state.next,
        monsoon=state.monsoon,
    )
    move = begun_move(text, faction)
    waits = next_step(state)
    if move is None:
        return msgspec.structs.replace(begun, expects=_EXPECTS[waits.what])
    if not text and waits.holding:
        return msgspec.structs.replace(begun, expects="pivotal")
    written = notation.write_event(move) if move.segments else ""
    walk = walks.ask(state, move.faction, move.segments, move.limop)
    answer, needs = _answer(state, move, walk)
    return msgspec.structs.replace(
        begun,
        move=written,
        questions=_merged([_asked(question, bool(written)) for question in walk.questions]),
        may_end=walk.may_end and bool(written),
        may_pass=not written and not move.limop and passing_is_open(state),
        answer=answer,
        needs=needs,
    )


def _answer(state: State, move: Action, walk: walks.Walk) -> tuple[str, tuple[Need, ...]]:
    """Return a player's move with the answer of the Non-player asked first, and the missing dice."""
    without = non_players(state.players)
    if move.faction in without or walk.first is None or walk.first.who not in without:
        return "", ()
    decision = answer_move(state, move, lambda _: None)
    if decision is None or decision.needs:
        return "", decision.needs if decision is not None else ()
    return notation.write_event(decision.lines[-1]), ()


def move_line(text: str, faction: Faction | None) -> str:
    """Return the beginning of a move as a line of a log: with a Faction's tag, without a bar at the end."""
    words = text.rstrip(" |,").split()
    if words and words[0].rstrip(":").upper() in set(Faction):
        faction = Faction(words.pop(0).rstrip(":").upper())
    if faction is None:
        if not words:
            return ""
        raise NobodyToAct("nobody is to act here; begin the move with a Faction")
    return " ".join([faction, *words])


def _pivotal_lines(state: State) -> tuple[str, ...]:
    """Return the lines that can place a Pivotal Event now (2.3.8)."""
    places = [Pivotal(faction, pivotal_cards()[faction]) for faction in may_place(state)]
    return tuple([notation.write_event(event) for event in places])


def begun_move(text: str, faction: Faction | None) -> Action | None:
    """Read the beginning of a move of the Faction that it names, or else of `faction`. None without either.

    The text may be only a Faction's tag. It may end with the bar before the next verb. Raises `NoMove` if it
    is another event.
    """
    line = move_line(text.strip(), faction)
    mover, *words = line.split() or [""]
    if not mover:
        return None
    if not words or [word.lower() for word in words] == ["limop"]:
        return Action(Faction(mover), (), limop=bool(words))
    event = notation.read_line(line).event
    if not isinstance(event, Action):
        raise NoMove("this is not the beginning of an Operation, Special Activity or Event")
    return event


def _asked(question: walks.OpenedQuestion, has_begun: bool) -> AskedQuestion:
    """Return a question with its answers. If the move has begun, a verb is written after a bar."""
    answers = [
        f"| {clause.name}" if has_begun and isinstance(clause, Verb) else notation.write_clause(clause)
        for clause in question.answers()
    ]
    return AskedQuestion(
        question.id, question.who, question.rule, question.prompt, question.optional, tuple(answers)
    )


def _merged(questions: list[AskedQuestion]) -> tuple[AskedQuestion, ...]:
    """Return the questions in order, each only once."""
    return tuple(dict.fromkeys(questions))
