"""A seat moves step by step: it begins, says answer by answer, lets others decide, and ends."""

from __future__ import annotations

from fitl_core.errors import Refusal, Violation
from fitl_core.facts.factions import Faction
from fitl_core.players.heeding import DieDue, OtherAsked, left_out_as
from fitl_core.record.clauses import Clause, Roll
from fitl_core.record.spoken import Said as Spoken
from fitl_core.record.spoken import spoken
from fitl_core.table.attempts import attempt, others_first, passed_over
from fitl_core.table.carrying_on import carry_on, first_heard, hear_begun, roll_behind
from fitl_core.table.facts import TABLE, Seat
from fitl_core.table.minutes import Minutes
from fitl_core.table.moving import insist_on_loose, insist_on_seat
from fitl_core.table.refusals import Forbidden, NotNow
from fitl_core.table.table_state import Begun, TableState
from fitl_core.walks import Asked, Walk, ask
from notation.writer import write_clause


def begin(minutes: Minutes, seat: Seat, faction: Faction, limop: bool) -> None:
    """An action begins, to be said answer by answer. Raises as `submit`."""
    state = minutes.state
    insist_on_seat(state, seat, faction)
    if state.begun is not None:
        insist_on_loose(state.begun, faction)
    if ask(state.position, faction, limop=limop).first is None:
        raise NotNow(f"{faction} can do nothing here but Pass", "2.3.3")
    minutes.begin(faction, [], limop)


def say(minutes: Minutes, seat: Seat, answer: Clause) -> Violation | None:
    """One answer more in the move that has begun. Raises as `submit`."""
    state, begun = minutes.state, _begun(minutes.state)
    if isinstance(answer, Roll):
        raise Forbidden("dice are the table's: they fall where they are due", "3.0")
    _insist_on_word(state, seat, begun)
    write_clause(answer)  # what no text can say is nothing to ask the rules about
    actor = state.seat_of(begun.faction)
    walk = ask(state.position, begun.faction, begun.segments, begun.limop)
    walk = walk.say(answer, _who_answers(state, seat, walk, answer))
    said = list(walk.said)
    insist_on_seat(state, seat, said[-1][0])
    _insist_on_nobody_passed_over(state, begun, said)
    if begun.whole:
        return carry_on(minutes, begun.faction, said, begun.limop, actor, answered=seat != actor)
    _go_on(minutes, walk, begun.firm if seat == actor else len(said), begun.left_out)
    return None


def _who_answers(state: TableState, seat: Seat, walk: Walk, answer: Clause) -> Faction | None:
    """For which of its Factions a seat answers in another's move, whose own questions might take it too."""
    begun = _begun(state)
    if begun.asked is None:
        return None
    return next((one.who for one in open_to(state, seat, walk) if one.accepts(answer)), begun.asked)


def _go_on(minutes: Minutes, walk: Walk, firm: int, left_out: tuple[str, ...]) -> None:
    """Write how far a move has come; let the dice fall that come next, then ask the seat that decides."""
    state, begun = minutes.state, _begun(minutes.state)
    while (first := first_heard(walk, left_out)) is not None and _falls(state, first):
        minutes.begin(begun.faction, list(walk.said), begun.limop, left_out=left_out, firm=firm)
        minutes.roll(first.prompt)
        begun = _begun(minutes.state)
        firm = begun.firm
        walk = ask(state.position, begun.faction, begun.segments, begun.limop)
    is_other = first is not None and state.seat_of(first.who) not in (state.seat_of(begun.faction), TABLE)
    asked = first.who if first is not None and is_other else None
    minutes.begin(begun.faction, list(walk.said), begun.limop, asked=asked, left_out=left_out, firm=firm)


def _falls(state: TableState, asked: Asked) -> bool:
    """Whether a die is asked for that falls by itself: in what a Non-player carries out it waits for that."""
    return asked.is_chance and state.seat_of(asked.who) != TABLE


def _insist_on_word(state: TableState, seat: Seat, begun: Begun) -> None:
    """Raise `Forbidden` where it is not a seat's to say the next thing in a move that has begun."""
    whose = begun.asked or begun.faction
    if state.seat_of(whose) != seat:
        raise Forbidden(f"{whose} is asked here, not you", "1.5")


def _insist_on_nobody_passed_over(state: TableState, begun: Begun, said: list[Spoken]) -> None:
    """Raise `Violation` where an answer stands behind a question of another seat that it has not heard."""
    own = state.factions_of(state.seat_of(begun.faction))
    found = passed_over(state.position, begun.faction, said, begun.limop, own, begun.left_out)
    if found is not None:
        raise others_first(found)


def open_to(state: TableState, seat: Seat, walk: Walk) -> tuple[Asked, ...]:
    """What a seat may answer in the move that has begun: its own questions, up to the first of another seat.

    Where another than the player of the move is asked, that player has passed over what comes before.
    """
    begun = state.begun
    if begun is None or state.seat_of(begun.asked or begun.faction) != seat:
        return ()
    own = state.factions_of(seat)
    found: list[Asked] = []
    for asked in walk.questions:
        if asked.is_chance or left_out_as(len(walk.said), asked.id) in begun.left_out:
            continue
        if asked.who in own:
            found.append(asked)
        elif found or begun.asked is None:
            break
    return tuple(found)


def skip(minutes: Minutes, seat: Seat) -> Violation | None:
    """Leave unanswered what a seat is asked in another's move; in its own let the die fall, or others decide.

    Raises `Violation` for what may not be left unanswered.
    """
    begun, state = _begun(minutes.state), minutes.state
    _insist_on_word(state, seat, begun)
    actor = state.seat_of(begun.faction)
    said = spoken(begun.segments, begun.faction)
    if begun.asked is None:
        _skip_own(minutes, begun, said)
        return None
    walk = ask(state.position, begun.faction, begun.segments, begun.limop)
    found = next((one for one in walk.questions if one.who is begun.asked), None)
    if found is not None and not found.optional:
        refusal = Refusal("missing-choice", found.rule, f"still to be said, by {found.who}: {found.prompt}")
        raise Violation(refusal, faction=found.who, asked=found.prompt)
    left_out = begun.left_out
    if found is not None:
        left_out = (*left_out, left_out_as(len(said), found.id))
    _insist_on_no_debt(state, begun, said, left_out)
    if begun.whole:
        minutes.begin(begun.faction, said, begun.limop, left_out=left_out, firm=len(said), whole=True)
        return carry_on(minutes, begun.faction, said, begun.limop, actor, answered=True)
    _go_on(minutes, walk, len(said), left_out)
    return None


def _insist_on_no_debt(
    state: TableState, begun: Begun, said: list[Spoken], left_out: tuple[str, ...]
) -> None:
    """Raise `Violation` where another seat owes more than the question that it leaves out (card 90)."""
    own = state.factions_of(state.seat_of(begun.faction))
    try:
        attempt(state.position, begun.faction, said, begun.limop, own, left_out)
    except Violation as violation:
        if violation.faction not in own:
            raise


def _skip_own(minutes: Minutes, begun: Begun, said: list[Spoken]) -> None:
    """Nothing more is said before the die that is due, which falls, or before others decide."""
    state = minutes.state
    own = state.factions_of(state.seat_of(begun.faction))
    found = attempt(state.position, begun.faction, said, begun.limop, own, begun.left_out)
    match found:
        case DieDue():
            roll_behind(minutes, begun.faction, said, begun.limop, found.what)
        case OtherAsked(_, who) if state.seat_of(who) == TABLE:
            hear_begun(minutes, begun, found)
        case OtherAsked():
            minutes.begin(begun.faction, said, begun.limop, asked=found.who)
        case _:
            raise NotNow("no die is due here, and nobody else decides: answer, or end the move")


def end(minutes: Minutes, seat: Seat) -> Violation | None:
    """The move that has begun is complete. Raises `Violation` where something is owed."""
    begun = _begun(minutes.state)
    insist_on_seat(minutes.state, seat, begun.faction)
    said = spoken(begun.segments, begun.faction)
    return carry_on(minutes, begun.faction, said, begun.limop, seat)


def _begun(state: TableState) -> Begun:
    """The move that has begun. Raises `Violation` where none has."""
    if state.begun is None or state.seat_of(state.begun.faction) == TABLE:
        raise NotNow("no move has begun: begin one, or submit it whole")
    return state.begun
