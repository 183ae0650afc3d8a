"""A draft of a move that a seat puts together before anybody sees it: its open questions, and how to play it.

Drafts never change a table. The page of the server shows them. Read `stepwise` for answers that do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

import notation
from fitl_core.errors import Violation
from fitl_core.facts.factions import Faction
from fitl_core.players.move_prefixes import DieDue, OtherAsked, left_out_key
from fitl_core.record.clauses import Clause, Verb, spaces_of
from fitl_core.record.effects import Effect
from fitl_core.record.events import Action
from fitl_core.record.spoken import spoken
from fitl_core.state.state import State
from fitl_core.table.automatic_steps import pending_choice
from fitl_core.table.commands import Say, Skip, Submit
from fitl_core.table.facts import TABLE, Seat
from fitl_core.table.history import insist_on_shown
from fitl_core.table.moving import insist_on_seat, read_event
from fitl_core.table.refusals import Forbidden, NotNow, TableError
from fitl_core.table.table_state import Begun, TableState
from fitl_core.table.unfinished_moves import misfit
from fitl_core.table.whole_moves import attempt
from fitl_core.tell.idle_moves import idle_words
from fitl_core.underway import Step
from fitl_core.walks import OpenedQuestion, Walk, ask
from fitl_core.wording.normal_form import normal_action
from notation.writer import write_clause

MOST_ANSWERS = 40
"""The default number of answers of a question that a draft shows."""
MOST_MADE = 5_000
"""The largest number of answers that are made to find the spaces with which they begin."""


class DraftAnswer(msgspec.Struct, frozen=True):
    """An open answer: its clause, its text, and the ids of the spaces that it names."""

    clause: Clause
    text: str
    spaces: tuple[str, ...]


class DraftQuestion(msgspec.Struct, frozen=True):
    """An open question as `AskedView`. `mine` says whether this seat answers it, `chance` whether a die does.

    `spaces` holds the ids of the spaces with which an answer begins, also of answers that are not shown.
    """

    id: str
    who: Faction
    rule: str
    prompt: str
    forms: tuple[str, ...]
    optional: bool
    chance: bool
    mine: bool
    answers: tuple[DraftAnswer, ...]
    spaces: tuple[str, ...]
    more: bool


class LeftOut(msgspec.Struct, frozen=True):
    """An automatic effect if its question is not answered. `text` is empty if nothing happens."""

    prompt: str
    rule: str
    text: str


class MoveDraft(msgspec.Struct, frozen=True, kw_only=True):
    """A move as far as a seat has put it together, after the clauses of the unfinished move at the table.

    `commit` is the command that plays it as it stands, None while something is `owed`. `leads_to` says
    whether the move is then whole, a die falls, or another seat is asked; `words` says the same in words.
    `skip` is the command that leaves the seat's question unanswered. `idle` says that a whole move does
    nothing, or only costs Resources; it is empty otherwise.
    """

    version: int
    faction: Faction
    limop: bool
    said: tuple[Clause, ...]
    line: str
    questions: tuple[DraftQuestion, ...]
    unsaid: tuple[LeftOut, ...] = ()
    commit: Submit | Say | None = None
    leads_to: str = ""
    words: str = ""
    skip: Skip | None = None
    owed: str = ""
    idle: str = ""


class Drafted(msgspec.Struct, frozen=True):
    """A draft with its effects so far, and the position after them."""

    draft: MoveDraft
    effects: tuple[Effect, ...]
    position: State


def draft_move(
    state: TableState,
    seat: Seat,
    faction: Faction,
    said: Sequence[Clause] = (),
    limop: bool = False,
    *,
    space: str | None = None,
    most: int = MOST_ANSWERS,
) -> Drafted:
    """Return a draft with the questions that follow `said` in a Faction's move. Nothing is written, and no
    die falls.

    With a `space` (its id), only answers that name it are listed, and verbs that can lead to one. Raises
    `Violation` if a clause is refused, `Forbidden` if the move is not the seat's, and `NotNow` if the game is
    not played.
    """
    if state.status != "playing":
        raise NotNow(f"nothing is played at this table: it is {state.status}")
    if (why := misfit(state)) is not None:
        raise why
    insist_on_shown(state)
    wanted = pending_choice(state)
    if wanted is not None and wanted.asked is not None:
        return _choice(state, seat, wanted.asked, tuple(said), space, most)
    begun = state.begun if state.begun is not None and state.begun.faction is faction else None
    _insist_on_say(state, seat, faction, begun)
    limop = begun.limop if begun is not None else limop
    walk = ask(state.position, faction, begun.segments if begun is not None else (), limop)
    for number, clause in enumerate(said, 1):
        walk = walk.say(clause, unproven=number < len(said))
    questions = tuple([_question(state, seat, walk, one, space, most) for one in _unskipped(walk, begun)])
    made = MoveDraft(
        version=state.version,
        faction=faction,
        limop=limop,
        said=tuple(said),
        line=_line(walk),
        questions=questions,
        unsaid=tuple(
            [LeftOut(one.prompt, one.rule, _text(one.answer) if one.answer else "") for one in walk.unsaid]
        ),
        skip=_skip(state, seat, begun, questions) if not said else None,
    )
    return Drafted(_with_commit(made, state, seat, walk, begun), walk.effects, walk.position)


def typed(state: TableState, faction: Faction, line: str) -> tuple[tuple[Clause, ...], bool]:
    """Return the clauses of a typed line after those of the unfinished move, and whether it is a LimOp.

    Statements of automatic effects in a whole action are turned into the answers that a walk takes. Raises
    `NotationError` if the line cannot be read, `TableError` if it is no action of this Faction, and `NotNow`
    if it does not go on from the unfinished move.
    """
    event = read_event(line)
    if not isinstance(event, Action) or event.faction is not faction:
        raise TableError(f"this is no action of {faction}", "SPEC 3")
    if state.begun is None or state.begun.faction is not faction:
        event = _in_answers(state.position, event)
        return tuple([clause for _, clause in spoken(event.segments, faction)]), event.limop
    said = [clause for _, clause in spoken(event.segments, faction)]
    before = [clause for _, clause in spoken(state.begun.segments, faction)]
    if said[: len(before)] != before or event.limop != state.begun.limop:
        raise NotNow("a move has begun: go on from there, or take it back")
    return tuple(said[len(before) :]), event.limop


def _in_answers(position: State, action: Action) -> Action:
    """Return a legal action as answers of a walk, by its normal form if needed. Return any other action
    unchanged.
    """
    try:
        walk: Walk | None = ask(position, action.faction, limop=action.limop)
        for _, clause in spoken(action.segments, action.faction):
            walk = walk.behind(clause, unproven=True) if walk is not None else None
        return action if walk is not None else normal_action(position, action)
    except Violation:
        return action


def _insist_on_say(state: TableState, seat: Seat, faction: Faction, begun: Begun | None) -> None:
    """Raise `Forbidden` unless the move is the seat's, or the seat is asked in it."""
    if begun is None or begun.asked is None:
        insist_on_seat(state, seat, faction)
    elif state.seat_of(begun.asked) != seat:
        raise Forbidden(f"{begun.asked} is asked here, not you", "1.5")


def _unskipped(walk: Walk, begun: Begun | None) -> Iterator[OpenedQuestion]:
    """Return the open questions without those that others have left out."""
    left_out = begun.left_out if begun is not None else ()
    at = len(walk.said)
    return (one for one in walk.questions if left_out_key(at, one.id) not in left_out)


def _question(
    state: TableState, seat: Seat, walk: Walk, asked: OpenedQuestion, space: str | None, most: int
) -> DraftQuestion:
    is_mine = not asked.is_chance and asked.who in state.factions_of(seat)
    answers = _answers(walk, asked, space) if is_mine else []
    return _shown(asked, is_mine, answers, most)


def _shown(asked: OpenedQuestion, is_mine: bool, clauses: list[Clause], most: int) -> DraftQuestion:
    """Return a question with the first of its answers."""
    answers = tuple([DraftAnswer(clause, _text(clause), spaces_of(clause)) for clause in clauses[:most]])
    begins_with = tuple(dict.fromkeys([spaces[0] for clause in clauses if (spaces := spaces_of(clause))]))
    parts = (asked.id, asked.who, asked.rule, asked.prompt, asked.forms, asked.optional)
    return DraftQuestion(*parts, asked.is_chance, is_mine, answers, begins_with, len(clauses) > most)


def _answers(walk: Walk, asked: OpenedQuestion, space: str | None) -> list[Clause]:
    """Return the answers of a question. With a `space`, those that name it and the verbs that lead to one."""
    clauses = list(asked.answers(space=space, most=MOST_MADE))
    if space is not None and "verb" in asked.forms:
        verbs = [clause for clause in asked.answers() if isinstance(clause, Verb)]
        clauses += [verb for verb in verbs if _leads_to(walk, verb, space)]
    return clauses


def _leads_to(walk: Walk, verb: Verb, space: str) -> bool:
    """Check whether an answer after a verb can name a space."""
    after = walk.behind(verb, unproven=True)
    return after is not None and any(one.answers(space=space, most=1) for one in after.questions)


def _text(clause: Clause) -> str:
    return clause.name if isinstance(clause, Verb) else write_clause(clause)


def _line(walk: Walk) -> str:
    return notation.write_event(walk.action) if walk.said else str(walk.faction)


def _skip(
    state: TableState, seat: Seat, begun: Begun | None, questions: tuple[DraftQuestion, ...]
) -> Skip | None:
    """Return the command that leaves the seat's question in another's move unanswered, if it may."""
    if begun is None or begun.asked is None:
        return None
    own = next((one for one in questions if one.who is begun.asked), None)
    return Skip() if own is None or own.optional else None


def _with_commit(
    made: MoveDraft, state: TableState, seat: Seat, walk: Walk, begun: Begun | None
) -> MoveDraft:
    """Return a draft with the command that plays it as it stands, if it can be played."""
    if not walk.said or (not made.said and begun is not None and state.seat_of(begun.faction) != seat):
        return made
    actor = state.seat_of(walk.faction)
    left_out = begun.left_out if begun is not None else ()
    idle = ""
    try:
        own = state.factions_of(actor)
        outcome = attempt(state.position, walk.faction, walk.said, walk.limop, own, left_out).outcome
    except Violation as violation:
        if actor == seat:
            return msgspec.structs.replace(made, owed=violation.message)
        leads_to, words = "other", f"{walk.faction} goes on"
    else:
        match outcome:
            case Step(effects=effects):
                leads_to, words, idle = "whole", "the move is whole", idle_words(walk.faction, effects)
            case DieDue(_, what):
                leads_to, words = "die", f"a die falls: {what}"
            case OtherAsked(at, who) if at < len(walk.said) and state.seat_of(who) != TABLE:
                return msgspec.structs.replace(made, owed=f"{outcome.who} decides first: {outcome.prompt}")
            case OtherAsked():
                leads_to, words = "other", f"{outcome.who} decides: {outcome.prompt}"
    return msgspec.structs.replace(made, commit=Submit(made.line), leads_to=leads_to, words=words, idle=idle)


def _choice(
    state: TableState,
    seat: Seat,
    asked: OpenedQuestion,
    said: tuple[Clause, ...],
    space: str | None,
    most: int,
) -> Drafted:
    """Return the draft of a player's answer in a Non-player's Event. It takes a single answer."""
    insist_on_seat(state, seat, asked.who)
    assert state.begun is not None
    question = _shown(asked, True, list(asked.answers(space=space, most=MOST_MADE)), most)
    made = MoveDraft(
        version=state.version,
        faction=state.begun.faction,
        limop=False,
        said=said,
        line=str(state.begun.faction),
        questions=() if said else (question,),
        commit=Say(said[0]) if said else None,
        leads_to="other" if said else "",
        words=f"{state.begun.faction} goes on" if said else "",
        skip=Skip() if asked.optional and not said else None,
    )
    return Drafted(made, (), state.position)
