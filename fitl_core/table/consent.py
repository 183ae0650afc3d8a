"""Taking back: free as far as nobody has learned anything; beyond that, as all else of SPEC 3, by consent.

What the table agrees on never touches chance: cards come from the deck in their order, dice stay as they
fell. A move that is taken back behind a die gets other dice.
"""

from __future__ import annotations

import notation
from fitl_core.game.effective import Written
from fitl_core.game.replays import replay
from fitl_core.proofs.lines import dice_of
from fitl_core.record.events import (
    Amend,
    Correct,
    DecisionDice,
    Event,
    Note,
    Play,
    Reveal,
    RevealMarker,
    ShareOut,
    Stand,
    Void,
)
from fitl_core.record.spoken import spoken
from fitl_core.state.deck import come_up
from fitl_core.table import facts
from fitl_core.table.absorbing import events_of
from fitl_core.table.facts import Line, Seat
from fitl_core.table.minutes import Minutes
from fitl_core.table.moving import read_event
from fitl_core.table.refusals import Forbidden, NotNow, TableError, Unknown
from fitl_core.table.table_state import Begun, Proposal, TableState
from fitl_core.underway import Step

AgreedLine = Void | Amend | Correct | Stand
"""What needs the consent of all."""
OF_TABLE = Play | Reveal | DecisionDice | ShareOut
"""The lines by which cards and dice come and Factions change hands, the table's own."""


def take_back(minutes: Minutes, seat: Seat, line: int | None) -> None:
    """Take back the last answer of a move that has begun, or lines from `line` (the last one) on.

    Raises `Forbidden` behind the seat's own last die, a reveal, or another seat's decision: propose it.
    """
    state = minutes.state
    begun = state.begun
    if begun is not None and line is None:
        _take_back_answer(minutes, seat, begun)
        return
    if begun is not None and (begun.firm or state.seat_of(begun.faction) != seat):
        raise Forbidden(
            "behind a die or another's decision one takes nothing back alone: propose it", "SPEC 3"
        )
    mine = [one.line for one in state.recent if one.by == seat]
    wanted = line if line is not None else (mine[-1] if mine else None)
    if wanted is None or wanted not in mine:
        why = "behind a die, a card turned up or another's decision nothing is taken back alone"
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


def _outcome(state: TableState, event: AgreedLine) -> Step:
    """What such a line leads to, with what it does. Raises `FitlError` where it has nothing to work on."""
    game = replay(state.opened.setup, (*events_of(state), event))
    if game.error is not None:
        raise game.error
    return game.steps[-1]


# -- proposals --------------------------------------------------------------------------------------


def propose(minutes: Minutes, seat: Seat, line: str | Event) -> None:
    """Propose a line that needs every seat's consent; a seat that is alone has it at once.

    A `void` of the line that would be next takes back the move that has begun. Raises `TableError` for
    another line, or one that touches chance, and as `play` does for one that would lead nowhere.
    """
    state = minutes.state
    event = read_event(line if isinstance(line, str) else notation.write_event(line))
    if not isinstance(event, AgreedLine):
        raise TableError("proposed are lines void, amend, correct and ruling stand; submit others", "SPEC 3")
    if isinstance(event, Void) and event.number is None:
        event = Void(_last_in_force(state))
    _insist_on_fair(state, event)
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
        raise Unknown(f"there is no open proposal {number}; one stands until somebody moves")
    return found


def _last_in_force(state: TableState) -> int:
    """The number of what a `void` without one takes back: the move that has begun, else the last line."""
    events = events_of(state)
    if state.begun is not None:
        return len(events) + 1
    written = Written()
    for event in events:
        written.take(event)
    return next((n for n in range(len(events), 0, -1) if written.is_in_force(n)), 0)


def _voids_begun(state: TableState, event: AgreedLine) -> bool:
    """Whether a line takes back the move that has begun, and nothing besides."""
    return isinstance(event, Void) and event.number == len(state.lines) + 1 and state.begun is not None


def _carry_out_if_agreed(minutes: Minutes, number: int) -> None:
    """Write the line of a proposal to which every seat has agreed; an empty one has not."""
    state = minutes.state
    proposal = _proposal(state, number)
    if any(seat.name not in proposal.agreed for seat in state.seats):
        return
    event = proposal.event
    dice = tuple([die.proof for die in state.begun.dice]) if state.begun is not None else ()
    minutes.add(facts.Settled(number))
    if not _voids_begun(state, event):
        minutes.add_line(_line(state, event, dice), _outcome(state, event), proposal.by)
        return
    if dice:
        note = Note("the move that had begun is taken back by consent, with its dice")
        minutes.add_line(facts.Said(event=note, proof=dice), Step(state.position), proposal.by)
    minutes.add(facts.MoveDropped(), proposal.by)


def _line(state: TableState, event: AgreedLine, dice: tuple[str, ...]) -> Line:
    """The fact of an agreed line; `dice` are the proofs of those that a `void` makes useless."""
    match event:
        case Void():
            return facts.Undone(event=event, proof=dice)
        case Amend(number, move):
            return facts.Corrected(event=event, proof=_of_dice(state, number)[: len(dice_of(move))])
        case Correct():
            return facts.Corrected(event=event)
        case Stand():
            return facts.LetStand(event=event)


# -- chance is nobody's to agree on -----------------------------------------------------------------


def _insist_on_fair(state: TableState, event: AgreedLine) -> None:
    """Raise `TableError` for a line that would touch chance, `FitlError` for one that leads nowhere."""
    if _voids_begun(state, event):
        return
    if not isinstance(event, Void) and state.begun is not None and state.begun.dice:
        why = "a die has fallen in the move that has begun: it ends first, or is taken back by a void"
        raise NotNow(why, "SPEC 3")
    after = _outcome(state, event).state
    if isinstance(event, Void):
        return
    if isinstance(event, Amend | Stand):
        _insist_on_own_dice(state, event)
    before = state.position
    agreed_away = not isinstance(event, Amend) and after.revealed != before.revealed
    if come_up(after) != come_up(before) or agreed_away:
        raise Forbidden("cards come from the deck, markers from their holders", "SPEC 3")


def _insist_on_own_dice(state: TableState, event: Amend | Stand) -> None:
    """Raise `Forbidden` where an agreed move has a card, a marker, or other dice than fell in it."""
    fell: tuple[int, ...] = ()
    if isinstance(event, Amend):
        there = state.lines[event.number - 1].event
        fell = dice_of(there) if there is not None else ()
        if isinstance(there, OF_TABLE):
            raise Forbidden("the table's cards, dice and seats are not amended", "SPEC 3")
    if isinstance(event.move, OF_TABLE | RevealMarker):
        raise Forbidden("cards, dice, markers and seats are not agreed on", "SPEC 3")
    dice = dice_of(event.move)
    if dice != fell[: len(dice)]:
        told = ", ".join(map(str, fell)) or "none"
        raise Forbidden(f"dice stay as they fell in the line that is amended, in order: {told}", "SPEC 3")


def _of_dice(state: TableState, number: int) -> tuple[str, ...]:
    """The proofs of the dice that fell in a line."""
    return tuple([proof for proof in state.lines[number - 1].proof if proof.startswith("d")])
