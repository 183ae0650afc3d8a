"""Taking back: free as far as nobody has learned anything; beyond that, as all else of SPEC 3, by consent."""

from __future__ import annotations

from fitl_core.game.replays import replay
from fitl_core.record.events import Amend, Correct, Event, Stand, Void
from fitl_core.record.spoken import spoken
from fitl_core.table import facts
from fitl_core.table.absorbing import events_of
from fitl_core.table.facts import Line, Seat
from fitl_core.table.minutes import Minutes
from fitl_core.table.moving import read_event
from fitl_core.table.refusals import Forbidden, NotNow, TableError, Unknown
from fitl_core.table.table_state import Begun, Proposal, TableState
from fitl_core.underway import Step

AGREED_LINES = (Void, Amend, Correct, Stand)


def take_back(minutes: Minutes, seat: Seat, line: int | None) -> None:
    """Take back the last answer of a move that has begun, or lines from `line` (the last one) on.

    Raises `Forbidden` behind the seat's own last die, a reveal, or another seat's decision: propose it.
    """
    state = minutes.state
    begun = state.begun
    if begun is not None and line is None:
        _take_back_answer(minutes, seat, begun)
        return
    if begun is not None and begun.firm:
        raise Forbidden("a die has fallen in the move that has begun: propose to take it back", "SPEC 3")
    mine = [one for one in state.recent if one.by == seat]
    wanted = line if line is not None else (mine[-1].line if mine else None)
    if wanted is None or wanted not in [one.line for one in mine]:
        why = "behind a die, a card turned up or another's decision nothing is taken back without consent"
        raise Forbidden(f"{why}: propose it", "SPEC 3")
    event = Void(wanted)
    minutes.add_line(facts.Undone(event=event), _outcome(state, event))


def _take_back_answer(minutes: Minutes, seat: Seat, begun: Begun) -> None:
    state = minutes.state
    if state.seat_of(begun.faction) != seat:
        raise Forbidden("the move that has begun is another seat's", "SPEC 3")
    said = spoken(begun.segments, begun.faction)
    if not said:
        minutes.add(facts.MoveDropped())
    elif len(said) <= begun.firm:
        why = "a die has fallen, or another seat has decided, behind what was said"
        raise Forbidden(f"{why}: propose to take it back", "SPEC 3")
    else:
        minutes.begin(begun.faction, said[:-1], begun.limop)


def _outcome(state: TableState, event: Void | Amend | Correct | Stand) -> Step:
    """What such a line leads to, with what it does. Raises `FitlError` where it has nothing to work on."""
    game = replay(state.opened.setup, (*events_of(state), event))
    if game.error is not None:
        raise game.error
    return game.steps[-1]


# -- proposals --------------------------------------------------------------------------------------


def propose(minutes: Minutes, seat: Seat, line: str | Event) -> None:
    """Propose a line that needs every seat's consent; a seat that is alone has it at once.

    Raises `TableError` for another line, and as `play` does for one that would lead nowhere.
    """
    state = minutes.state
    event = read_event(line) if isinstance(line, str) else line
    if not isinstance(event, AGREED_LINES):
        raise TableError("proposed are lines void, amend, correct and ruling stand; submit others", "SPEC 3")
    _outcome(state, event)
    number = state.proposed + 1
    minutes.add(facts.Proposed(number, event))
    _carry_out_if_agreed(minutes, number)


def agree(minutes: Minutes, seat: Seat, number: int) -> None:
    """Consent to a proposal; the last consent carries it out. Raises as `propose`."""
    proposal = _proposal(minutes.state, number)
    if seat in proposal.agreed:
        raise NotNow(f"you have agreed to proposal {number} already")
    minutes.add(facts.Agreed(number, seat))
    _carry_out_if_agreed(minutes, number)


def decline(minutes: Minutes, seat: Seat, number: int) -> None:
    """Refuse a proposal: it is gone."""
    _proposal(minutes.state, number)
    minutes.add(facts.Declined(number, seat))


def _proposal(state: TableState, number: int) -> Proposal:
    found = next((one for one in state.proposals if one.number == number), None)
    if found is None:
        raise Unknown(f"there is no open proposal {number}")
    return found


def _carry_out_if_agreed(minutes: Minutes, number: int) -> None:
    """Write the line of a proposal to which all who sit at the table have agreed."""
    state = minutes.state
    proposal = _proposal(state, number)
    if any(seat.taken and seat.name not in proposal.agreed for seat in state.seats):
        return
    step = _outcome(state, proposal.event)
    minutes.add(facts.Settled(number))
    minutes.add_line(_line(proposal.event), step, proposal.by)


def _line(event: Void | Amend | Correct | Stand) -> Line:
    match event:
        case Void():
            return facts.Undone(event=event)
        case Amend() | Correct():
            return facts.Corrected(event=event)
        case Stand():
            return facts.LetStand(event=event)
