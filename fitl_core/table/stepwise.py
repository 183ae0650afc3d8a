"""Moves of a seat in single answers: begin, answer, let others decide, and end.

Read `moving` for whole moves, and `carrying_on` for the course of an action.
"""

from __future__ import annotations

from fitl_core.asking.written_answers import still_to_say
from fitl_core.errors import Violation
from fitl_core.facts.factions import Faction
from fitl_core.players.move_prefixes import DieDue, OtherAsked, left_out_key
from fitl_core.record.clauses import Clause, Roll
from fitl_core.record.spoken import Said as Spoken
from fitl_core.record.spoken import spoken
from fitl_core.table.carrying_on import answer_in_begun, carry_on, first_unskipped, roll_after
from fitl_core.table.facts import TABLE, Seat
from fitl_core.table.minutes import Minutes
from fitl_core.table.moving import insist_on_replaceable, insist_on_seat
from fitl_core.table.refusals import Forbidden, NotNow
from fitl_core.table.table_state import Begun, TableState
from fitl_core.table.whole_moves import attempt, other_decides_first, skipped_question
from fitl_core.walks import OpenedQuestion, Walk, ask
from notation.writer import write_clause


def begin(minutes: Minutes, seat: Seat, faction: Faction, limop: bool) -> None:
    """Begin an action, to be answered step by step. Raises the errors of `submit`."""
    state = minutes.state
    insist_on_seat(state, seat, faction)
    if state.begun is not None:
        insist_on_replaceable(state.begun, faction)
    if ask(state.position, faction, limop=limop).first is None:
        raise NotNow(f"{faction} can do nothing here but Pass", "2.3.3")
    minutes.begin(faction, [], limop)


def say(minutes: Minutes, seat: Seat, answer: Clause) -> Violation | None:
    """Add one answer to the unfinished move. Raises the errors of `submit`."""
    state, begun = minutes.state, _begun(minutes.state)
    if isinstance(answer, Roll):
        raise Forbidden("the table rolls the dice: answer without them", "3.0")
    _insist_on_turn(state, seat, begun)
    write_clause(answer)  # raises for a clause that the notation cannot write
    actor = state.seat_of(begun.faction)
    walk = ask(state.position, begun.faction, begun.segments, begun.limop)
    walk = walk.say(answer, _who_answers(state, seat, walk, answer))
    said = list(walk.said)
    insist_on_seat(state, seat, said[-1][0])
    _insist_on_nobody_skipped(state, begun, said)
    typed = [*as_typed(begun), said[-1]] if begun.typed else []
    if begun.whole:
        return carry_on(minutes, begun.faction, said, begun.limop, actor, answered=seat != actor, typed=typed)
    _go_on(minutes, walk, begun.firm if seat == actor else len(said), begun.left_out, typed)
    return None


def as_typed(begun: Begun) -> list[Spoken]:
    """Return the clauses of the unfinished move as they were typed, if they differ; else none."""
    return spoken(begun.typed, begun.faction)


def _who_answers(state: TableState, seat: Seat, walk: Walk, answer: Clause) -> Faction | None:
    """Return the Faction for which a seat answers in another's move, whose own questions might take the
    answer too.
    """
    begun = _begun(state)
    if begun.asked is None:
        return None
    return next((one.who for one in open_questions(state, seat, walk) if one.accepts(answer)), begun.asked)


def _go_on(minutes: Minutes, walk: Walk, firm: int, left_out: tuple[str, ...], typed: list[Spoken]) -> None:
    """Write the new clauses, roll the dice that come next, then ask the seat that decides."""
    state, begun = minutes.state, _begun(minutes.state)
    faction, limop = begun.faction, begun.limop
    while (first := first_unskipped(walk, left_out)) is not None and _falls(state, first):
        minutes.begin(faction, list(walk.said), limop, left_out=left_out, firm=firm, typed=typed)
        minutes.roll(first.prompt)
        begun = _begun(minutes.state)
        firm = begun.firm
        walk = ask(state.position, faction, begun.segments, limop)
    is_other = first is not None and state.seat_of(first.who) not in (state.seat_of(begun.faction), TABLE)
    asked = first.who if first is not None and is_other else None
    minutes.begin(faction, list(walk.said), limop, asked=asked, left_out=left_out, firm=firm, typed=typed)


def _falls(state: TableState, asked: OpenedQuestion) -> bool:
    """Check whether a die is to be rolled at once. A die of a Non-player is not."""
    return asked.is_chance and state.seat_of(asked.who) != TABLE


def _insist_on_turn(state: TableState, seat: Seat, begun: Begun) -> None:
    """Raise `Forbidden` if the next answer in the unfinished move is not the seat's."""
    whose = begun.asked or begun.faction
    if state.seat_of(whose) != seat:
        raise Forbidden(f"{whose} is asked here, not you", "1.5")


def _insist_on_nobody_skipped(state: TableState, begun: Begun, said: list[Spoken]) -> None:
    """Raise `Violation` if an answer follows an unanswered question of another seat."""
    own = state.factions_of(state.seat_of(begun.faction))
    skipped = skipped_question(state.position, begun.faction, said, begun.limop, own, begun.left_out)
    if skipped is not None:
        raise other_decides_first(skipped)


def open_questions(state: TableState, seat: Seat, walk: Walk) -> tuple[OpenedQuestion, ...]:
    """Return the questions that a seat may answer in the unfinished move, up to the first of another seat.

    If a seat other than the mover is asked, the mover has passed over the earlier questions.
    """
    begun = state.begun
    if begun is None or state.seat_of(begun.asked or begun.faction) != seat:
        return ()
    own = state.factions_of(seat)
    found: list[OpenedQuestion] = []
    for asked in walk.questions:
        if asked.is_chance or left_out_key(len(walk.said), asked.id) in begun.left_out:
            continue
        if asked.who in own:
            found.append(asked)
        elif found or begun.asked is None:
            break
    return tuple(found)


def skip(minutes: Minutes, seat: Seat) -> Violation | None:
    """Leave a question in another seat's move unanswered; in the seat's own, let the die fall or others
    decide.

    Raises `Violation` if the question must be answered.
    """
    begun, state = _begun(minutes.state), minutes.state
    _insist_on_turn(state, seat, begun)
    actor = state.seat_of(begun.faction)
    said = spoken(begun.segments, begun.faction)
    if begun.asked is None:
        _skip_own(minutes, begun, said)
        return None
    walk = ask(state.position, begun.faction, begun.segments, begun.limop)
    theirs = [one for one in walk.questions if one.who is begun.asked]
    question = next((one for one in theirs if left_out_key(len(said), one.id) not in begun.left_out), None)
    if question is not None and not question.optional:
        refusal = still_to_say(question.who, question.prompt, question.rule)
        raise Violation(refusal, faction=question.who, asked=question.prompt)
    left_out = begun.left_out
    if question is not None:
        left_out = (*left_out, left_out_key(len(said), question.id))
    _insist_on_no_debt(state, begun, said, left_out, walk)
    if begun.whole:
        minutes.begin(begun.faction, said, begun.limop, left_out=left_out, firm=len(said), whole=True)
        typed = as_typed(begun)
        return carry_on(minutes, begun.faction, said, begun.limop, actor, answered=True, typed=typed)
    _go_on(minutes, walk, len(said), left_out, as_typed(begun))
    return None


def _insist_on_no_debt(
    state: TableState, begun: Begun, said: list[Spoken], left_out: tuple[str, ...], walk: Walk
) -> None:
    """Raise `Violation` if the other seat owes more than the question that it leaves out.

    More is owed if the end is refused (card 90), or if only that question could pay a debt: an Operation
    selects at least one space (2.3.4).
    """
    own = state.factions_of(state.seat_of(begun.faction))
    try:
        outcome = attempt(state.position, begun.faction, said, begun.limop, own, left_out).outcome
    except Violation as violation:
        if violation.faction not in own:
            raise
        return
    if not isinstance(outcome, OtherAsked) or outcome.optional or outcome.who is not begun.asked:
        return
    if all(one.id != outcome.id for one in walk.questions):
        refusal = still_to_say(outcome.who, outcome.prompt, outcome.rule)
        raise Violation(refusal, faction=outcome.who, asked=outcome.prompt)


def _skip_own(minutes: Minutes, begun: Begun, said: list[Spoken]) -> None:
    """Let the die that is due fall without another answer, or let others decide."""
    state = minutes.state
    own = state.factions_of(state.seat_of(begun.faction))
    outcome = attempt(state.position, begun.faction, said, begun.limop, own, begun.left_out).outcome
    match outcome:
        case DieDue():
            roll_after(minutes, begun.faction, said, begun.limop, outcome.what)
        case OtherAsked(_, who) if state.seat_of(who) == TABLE:
            answer_in_begun(minutes, begun, outcome)
        case OtherAsked():
            minutes.begin(begun.faction, said, begun.limop, asked=outcome.who)
        case _:
            raise NotNow("no die is due here, and nobody else decides: answer, or end the move")


def end(minutes: Minutes, seat: Seat) -> Violation | None:
    """Complete the unfinished move. Raises `Violation` if an answer is owed."""
    begun = _begun(minutes.state)
    insist_on_seat(minutes.state, seat, begun.faction)
    said = spoken(begun.segments, begun.faction)
    return carry_on(minutes, begun.faction, said, begun.limop, seat, typed=as_typed(begun))


def _begun(state: TableState) -> Begun:
    """Return the unfinished move. Raises `NotNow` if there is none."""
    if state.begun is None or state.seat_of(state.begun.faction) == TABLE:
        raise NotNow("no move has begun: begin one, or submit it whole")
    return state.begun
