"""Taking back and proposals: a seat may take back alone as long as nobody has learned anything from its move.

Anything else needs the consent of every seat, as the corrections of SPEC 3 do. No agreement touches chance:
cards come from the deck in their order, and dice stay as they fell. After a move with a die is taken back,
new dice fall. Read `lateness` next.
"""

from __future__ import annotations

import msgspec

import notation
from fitl_core.errors import Violation
from fitl_core.game.effective import EffectiveLog
from fitl_core.proofs.proof_lines import dice_of
from fitl_core.record.events import (
    Amend,
    Correct,
    DecisionDice,
    Event,
    Note,
    PlayCard,
    Reveal,
    RevealMarker,
    ShareOut,
    Stand,
    Void,
    bare_move,
)
from fitl_core.record.spoken import spoken
from fitl_core.state.deck import come_up
from fitl_core.state.state import Revealed
from fitl_core.table import absences, facts
from fitl_core.table.facts import TABLE, Line, Seat
from fitl_core.table.history import events_of, insist_on_shown, played_next, settles
from fitl_core.table.minutes import Minutes
from fitl_core.table.moving import read_event
from fitl_core.table.refusals import Forbidden, NotNow, TableError, Unknown
from fitl_core.table.seats_asked import is_overdue
from fitl_core.table.table_state import Begun, LineProposal, SeatState, TableState
from fitl_core.underway import Step
from fitl_core.wording.canonical_form import typed_beside

AgreedLine = Void | Amend | Correct | Stand
"""The lines that need the consent of every seat."""
OF_TABLE = PlayCard | Reveal | DecisionDice | ShareOut
"""The lines of the table itself: cards, dice, and Factions that change hands."""


def take_back(minutes: Minutes, seat: Seat, line: int | None) -> None:
    """Take back the last answer of the unfinished move, or all lines from `line` on (None: the last line).

    Raises `Forbidden` if the seat's own die, a reveal, or another seat's decision has followed: the seat has
    to propose it.
    """
    state = minutes.state
    begun = state.begun
    if begun is not None and line is None:
        _take_back_answer(minutes, seat, begun)
        return
    if begun is not None and (begun.firm or state.seat_of(begun.faction) != seat):
        raise Forbidden(
            "after a die or another's decision a seat takes nothing back alone: propose it", "SPEC 3"
        )
    mine = [one.line for one in state.recent if one.by == seat]
    wanted = line if line is not None else (mine[-1] if mine else None)
    if wanted is None or wanted not in mine:
        why = "after a die, a revealed card or another's decision a seat takes nothing back alone"
        raise Forbidden(f"{why}: propose it", "SPEC 3")
    event = Void(wanted)
    minutes.add_line(facts.Undone(event=event), played_next(state, event).step)


def _take_back_answer(minutes: Minutes, seat: Seat, begun: Begun) -> None:
    state = minutes.state
    if state.seat_of(begun.faction) != seat:
        raise Forbidden("the move that has begun is another seat's", "SPEC 3")
    said = spoken(begun.segments, begun.faction)
    if not said:
        minutes.add(facts.MoveDropped())
    elif len(said) <= begun.firm:
        why = "a die has fallen, or another seat has decided, after your last answer"
        raise Forbidden(f"{why}: propose to take it back", "SPEC 3")
    else:
        minutes.begin(begun.faction, said[:-1], begun.limop, typed=())


def close(minutes: Minutes) -> None:
    """Close the table before play, or after a missed deadline. Otherwise propose to close it.

    A seat has no say if its player has left without being removed. Raises `NotNow` if closing is already
    proposed.
    """
    state = minutes.state
    if state.status == "gathering" or is_overdue(state, minutes.now):
        minutes.add(facts.TableClosed("abandoned", state.seed, TABLE), TABLE)
        return
    number = next((one.number for one in state.proposals if _is_closing(one)), None)
    if number is None:
        number = state.proposed + 1
        minutes.add(facts.ClosingProposed(number), TABLE)
    _carry_out_if_agreed(minutes, number)
    if not minutes.facts:
        raise NotNow(f"closing is proposed already: proposal {number} waits for the consent of the seats")


def _is_closing(proposal: LineProposal) -> bool:
    return proposal.event is None and not proposal.late and not proposal.until


def _has_a_say(seat: SeatState) -> bool:
    """Check whether closing needs a seat's consent: it also does after the host has removed the player."""
    return seat.taken or seat.unseated


# -- proposals --------------------------------------------------------------------------------------


def propose(minutes: Minutes, seat: Seat, line: str | Event) -> None:
    """Propose a line that needs the consent of every seat. A seat that is alone has it at once.

    A `void` of the next line takes back the unfinished move. Raises `TableError` for any other line, or one
    that touches chance. Raises the errors of `play` for a line that cannot be played.
    """
    state = minutes.state
    event = read_event(line if isinstance(line, str) else notation.write_event(line))
    if not isinstance(event, AgreedLine):
        raise TableError("propose only void, amend, correct or ruling stand; submit other lines", "SPEC 3")
    if isinstance(event, Void) and event.number is None:
        event = Void(_last_in_force(state))
    typed, event = event, insist_on_fair(state, event)
    number = state.proposed + 1
    minutes.add(facts.Proposed(number, event, typed_beside(typed, event)))
    _carry_out_if_agreed(minutes, number)


def propose_hand_over(minutes: Minutes, seat: Seat, late: Seat) -> None:
    """Propose to give a late seat to Non-players. If no other seat votes, it is done at once."""
    absences.insist_on_vote(minutes, seat, late)
    number = minutes.state.proposed + 1
    minutes.add(facts.HandOverProposed(number, late))
    _carry_out_if_agreed(minutes, number)


def propose_vacation(minutes: Minutes, seat: Seat, until: str) -> None:
    """Propose to be away until the end of a day. A player who is alone has it at once."""
    absences.insist_on_vacation(minutes, seat, until)
    number = minutes.state.proposed + 1
    minutes.add(facts.VacationProposed(number, until))
    _carry_out_if_agreed(minutes, number)


def settle_absences(minutes: Minutes) -> None:
    """Carry out the votes and vacations that all seats with a player have agreed to, after a player left."""
    for proposal in minutes.state.proposals:
        if (proposal.late or proposal.until) and proposal in minutes.state.proposals:
            _carry_out_if_agreed(minutes, proposal.number)


def agree(minutes: Minutes, seat: Seat, number: int) -> None:
    """Agree to a proposal. The last consent carries it out; it lapses if the rules refuse it by now."""
    proposal = _proposal(minutes.state, number)
    if proposal.late:
        absences.insist_on_voter(minutes.state, seat)
    if seat in proposal.agreed:
        raise NotNow(f"you have agreed to proposal {number} already")
    minutes.add(facts.Agreed(number, seat))
    before = minutes.mark()
    try:
        _carry_out_if_agreed(minutes, number)
    except Violation as refused:
        minutes.go_back(before)
        minutes.remark(f"proposal {number} lapses: {refused.message}")
        minutes.add(facts.ProposalLapsed(number, refused.message), TABLE)


def decline(minutes: Minutes, seat: Seat, number: int) -> None:
    """Decline a proposal, which is then removed."""
    if _proposal(minutes.state, number).late:
        absences.insist_on_voter(minutes.state, seat)
    minutes.add(facts.Declined(number, seat))


def _proposal(state: TableState, number: int) -> LineProposal:
    proposal = next((one for one in state.proposals if one.number == number), None)
    if proposal is None:
        raise Unknown(f"there is no open proposal {number}; a proposal lapses when somebody moves")
    return proposal


def _last_in_force(state: TableState) -> int:
    """Return the number that a `void` without one means: the unfinished move, else the last line in force."""
    events = events_of(state)
    if state.begun is not None:
        return len(events) + 1
    written = EffectiveLog()
    for event in events:
        written.take(event)
    return next((n for n in range(len(events), 0, -1) if written.is_in_force(n)), 0)


def _voids_begun(state: TableState, event: AgreedLine) -> bool:
    """Check whether a line takes back the unfinished move and nothing else."""
    return isinstance(event, Void) and event.number == len(state.lines) + 1 and state.begun is not None


def missing_consents(state: TableState, proposal: LineProposal) -> tuple[Seat, ...]:
    """Return the seats that must still agree to a proposal. An empty seat has not agreed to a line."""
    if proposal.late or proposal.until:
        asked = absences.asked_for_consent(state, proposal)
    else:
        is_line = proposal.event is not None
        asked = tuple([seat.name for seat in state.seats if is_line or _has_a_say(seat)])
    return tuple([name for name in asked if name not in proposal.agreed])


def _carry_out_if_agreed(minutes: Minutes, number: int) -> None:
    """Carry out a proposal if every seat that is asked has agreed."""
    state = minutes.state
    proposal = _proposal(state, number)
    event = proposal.event
    if missing_consents(state, proposal):
        return
    if proposal.late or proposal.until:
        absences.carry_out_absence(minutes, proposal)
        return
    if event is None:
        minutes.add(facts.Settled(number))
        minutes.add(facts.TableClosed("abandoned", state.seed, TABLE), TABLE)
        return
    dice = tuple([die.proof for die in state.begun.dice]) if state.begun is not None else ()
    if not _voids_begun(state, event):
        played = played_next(state, event)
        minutes.add(facts.Settled(number))
        line = msgspec.structs.replace(_line(state, event, dice), typed=proposal.typed)
        minutes.add_line(line, played.step, proposal.by, played.again)
        return
    minutes.add(facts.Settled(number))
    if dice:
        note = Note("the move that had begun is taken back by consent, with its dice")
        minutes.add_line(facts.NoteSaid(event=note, proof=dice), Step(state.position), proposal.by)
    minutes.add(facts.MoveDropped(), proposal.by)


def _line(state: TableState, event: AgreedLine, dice: tuple[str, ...]) -> Line:
    """Return the fact of an agreed line. `dice` holds the proofs of the dice that a `void` makes useless."""
    match event:
        case Void():
            return facts.Undone(event=event, proof=dice)
        case Amend(number, move):
            return facts.Corrected(event=event, proof=_of_dice(state, number)[: len(dice_of(move))])
        case Correct():
            return facts.Corrected(event=event)
        case Stand():
            return facts.LetStand(event=event)


# -- no agreement touches chance ---------------------------------------------------------------------


def insist_on_fair(state: TableState, event: AgreedLine) -> AgreedLine:
    """Return a line with the canonical action of its move.

    Raises `TableError` for a line that would touch chance, or `FitlError` for one that cannot be played.
    """
    if _voids_begun(state, event):
        return event
    if state.unshown and not settles(state, event):
        insist_on_shown(state)
    if not isinstance(event, Void) and state.begun is not None and state.begun.dice:
        why = "a die has fallen in the move that has begun: it ends first, or is taken back by a void"
        raise NotNow(why, "SPEC 3")
    played = played_next(state, event)
    after = played.step.state
    if isinstance(event, Void):
        return event
    if isinstance(event, Amend | Stand):
        _insist_on_own_dice(state, event)
    cards, markers = brought_by_lines(state)
    agreed_away = not isinstance(event, Amend) and after.revealed != markers
    if come_up(after) != cards or agreed_away:
        why = "cards come from the deck, markers from their holders"
        if state.unshown:
            came = ", ".join(map(str, cards)) or "none"
            why += f": the position has the cards that have come up ({came}; `played` and `next`)"
            why += " and the markers that were revealed"
        raise Forbidden(why, "SPEC 3")
    assert isinstance(played.event, AgreedLine)
    return played.event


def brought_by_lines(state: TableState) -> tuple[tuple[int, ...], tuple[Revealed, ...]]:
    """Return the cards that have come up, and the markers that were revealed.

    If nobody knows the position, those of later lines are among them.
    """
    cards, markers = list(come_up(state.position)), list(state.position.revealed)
    if state.unshown:
        log = EffectiveLog()
        for event in events_of(state):
            log.take(event)
        in_force = log.end.chain() if log.end is not None else ()
        for event in [link.event for link in in_force if link.number >= state.unshown]:
            match event:
                case Reveal(card):
                    cards.append(card)
                case PlayCard(card) if not cards:
                    cards.append(card)
                case RevealMarker(faction, marker):
                    markers.append(Revealed(faction, marker))
    return tuple(cards), tuple(markers)


def _insist_on_own_dice(state: TableState, event: Amend | Stand) -> None:
    """Raise `Forbidden` if an agreed move has a card, a marker, or other dice than those that fell in it."""
    fell: tuple[int, ...] = ()
    if isinstance(event, Amend):
        amended = state.lines[event.number - 1].event
        fell = dice_of(amended) if amended is not None else ()
        if amended is not None and isinstance(bare_move(amended), OF_TABLE):
            raise Forbidden("nobody can amend the table's cards, dice and seats", "SPEC 3")
    if isinstance(bare_move(event), OF_TABLE | RevealMarker):
        raise Forbidden("nobody can agree on cards, dice, markers or seats", "SPEC 3")
    dice = dice_of(event.move)
    if dice != fell[: len(dice)]:
        listed = ", ".join(map(str, fell)) or "none"
        raise Forbidden(f"dice stay as they fell in the amended line, in order: {listed}", "SPEC 3")


def _of_dice(state: TableState, number: int) -> tuple[str, ...]:
    """Return the proofs of the dice that fell in a line."""
    return tuple([proof for proof in state.lines[number - 1].proof if proof.startswith("d")])
