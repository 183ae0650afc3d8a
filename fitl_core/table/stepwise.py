"""A seat moves step by step: it begins, says answer by answer, lets others decide, and ends."""

from __future__ import annotations

from fitl_core.errors import Refusal, Violation
from fitl_core.facts.factions import Faction
from fitl_core.record.clauses import Clause, Roll
from fitl_core.record.spoken import Said as Spoken
from fitl_core.record.spoken import spoken
from fitl_core.table.attempts import OtherAsked, attempt, left_out_as, passed_over
from fitl_core.table.carrying_on import carry_on, others_first, roll_behind, voices
from fitl_core.table.facts import TABLE, Seat
from fitl_core.table.minutes import Minutes
from fitl_core.table.moving import insist_on_loose, insist_on_seat, insist_on_voice
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
    walk = ask(state.position, begun.faction, begun.segments, begun.limop).say(answer)
    said = list(walk.said)
    insist_on_voice(state, seat, said[-1][0], begun.faction)
    _insist_on_nobody_passed_over(state, begun, said)
    if begun.whole:
        return carry_on(minutes, begun.faction, said, begun.limop, actor, answered=seat != actor)
    firm = begun.firm if seat == actor else len(said)
    first = _first(walk, begun)
    if first is not None and first.is_chance:
        minutes.begin(begun.faction, said, begun.limop, firm=firm)
        minutes.roll(first.prompt)
        begun = _begun(minutes.state)
        firm = begun.firm
        walk = ask(state.position, begun.faction, begun.segments, begun.limop)
        said, first = list(walk.said), _first(walk, begun)
    is_other = first is not None and state.seat_of(first.who) not in (actor, TABLE)
    asked = first.who if first is not None and is_other else None
    minutes.begin(begun.faction, said, begun.limop, asked=asked, firm=firm)
    return None


def _insist_on_word(state: TableState, seat: Seat, begun: Begun) -> None:
    """Raise `Forbidden` where it is not a seat's to say the next thing in a move that has begun."""
    whose = begun.asked or begun.faction
    if state.seat_of(whose) != seat:
        raise Forbidden(f"{whose} is asked here, not you", "1.5")


def _insist_on_nobody_passed_over(state: TableState, begun: Begun, said: list[Spoken]) -> None:
    """Raise `Violation` where an answer stands behind a question of another seat that it has not heard."""
    own = voices(state, state.seat_of(begun.faction))
    found = passed_over(state.position, begun.faction, said, begun.limop, own, begun.left_out)
    if found is not None:
        raise others_first(found)


def _first(walk: Walk, begun: Begun) -> Asked | None:
    """What is asked first behind what has been said, but for what others have left unanswered."""
    at = len(walk.said)
    first = walk.first
    if first is None or left_out_as(at, first.id) not in begun.left_out:
        return first
    return next((one for one in walk.questions if left_out_as(at, one.id) not in begun.left_out), None)


def open_to(state: TableState, seat: Seat, walk: Walk) -> tuple[Asked, ...]:
    """What a seat may answer in the move that has begun: its own questions, up to the first of another seat.

    Where another than the player of the move is asked, that player has passed over what comes before.
    """
    begun = state.begun
    if begun is None or state.seat_of(begun.asked or begun.faction) != seat:
        return ()
    own = voices(state, seat) if begun.asked is None else state.factions_of(seat)
    found: list[Asked] = []
    for asked in walk.questions:
        if asked.who in own and not asked.is_chance:
            found.append(asked)
        elif (
            (found or begun.asked is None)
            and not asked.is_chance
            and left_out_as(len(walk.said), asked.id) not in begun.left_out
        ):
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
        return _skip_own(minutes, begun, said)
    walk = ask(state.position, begun.faction, begun.segments, begun.limop)
    found = next((one for one in walk.questions if one.who is begun.asked), None)
    if found is not None and not found.optional:
        refusal = Refusal("missing-choice", found.rule, f"still to be said, by {found.who}: {found.prompt}")
        raise Violation(refusal, faction=found.who, asked=found.prompt)
    left_out = begun.left_out
    if found is not None:
        left_out = (*left_out, left_out_as(len(said), found.id))
    minutes.begin(begun.faction, said, begun.limop, left_out=left_out, firm=len(said), whole=begun.whole)
    if begun.whole:
        return carry_on(minutes, begun.faction, said, begun.limop, actor, answered=True)
    return None


def _skip_own(minutes: Minutes, begun: Begun, said: list[Spoken]) -> Violation | None:
    """Nothing more is said before the die that is due, which falls, or before others decide."""
    state = minutes.state
    walk = ask(state.position, begun.faction, begun.segments, begun.limop)
    due = next((asked for asked in walk.questions if asked.is_chance), None)
    if due is not None:
        roll_behind(minutes, begun.faction, said, begun.limop, due.prompt)
        return None
    own = voices(state, state.seat_of(begun.faction))
    found = attempt(state.position, begun.faction, said, begun.limop, own, begun.left_out)
    if not isinstance(found, OtherAsked):
        raise NotNow("no die is due here, and nobody else decides: answer, or end the move")
    minutes.begin(begun.faction, said, begun.limop, asked=found.who)
    return None


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
