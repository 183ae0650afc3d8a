"""The fold of a table: a state and a fact give the next state, without any question, die or other input.

Read `carrying_out` next: it makes the facts that are folded here.
"""

from __future__ import annotations

import msgspec

from fitl_core.facts.card_symbols import with_stated
from fitl_core.facts.players import Players, player_words
from fitl_core.proofs.seeds import joint_key
from fitl_core.record.clauses import Roll
from fitl_core.record.events import RevealMarker
from fitl_core.record.spoken import flatten, segments
from fitl_core.rules.sequence import to_act
from fitl_core.state.state import State
from fitl_core.table import facts
from fitl_core.table.facts import LINES, TABLE, Line, Recorded, Seat
from fitl_core.table.kept_steps import kept_start
from fitl_core.table.older_lines import first_step, played_later, unattested
from fitl_core.table.refusals import Misplaced
from fitl_core.table.table_draft import TableDraft
from fitl_core.table.table_state import (
    Begun,
    Fallen,
    LineProposal,
    Retractable,
    SeatState,
    StandingOrder,
    TableState,
    replaced,
)
from notation import Entry

GOES_ON = (
    facts.MoveBegun
    | facts.MoveDropped
    | facts.MoveSetAside
    | facts.DieFell
    | facts.Chosen
    | facts.MoveEnded
    | facts.CardRevealed
    | facts.Undone
    | facts.Corrected
    | facts.LetStand
    | facts.SharedOut
)
"""Facts by which the game goes on. Open proposals lapse then: the seats agreed in an earlier situation.

A proposed vacation does not: it does not depend on the situation.
"""


def opened(table: str, recorded: Recorded) -> TableState:
    """Return a table at its first fact. Raises `Misplaced` if that fact is not an opening."""
    fact = recorded.fact
    if not isinstance(fact, facts.Opened):
        raise Misplaced(f'table "{table[:60]}" does not begin with its opening')
    players = fact.setup.players
    seats = tuple([SeatState(player_words(group)) for group in players])
    return TableState(
        table=table,
        version=recorded.version,
        opened=fact,
        players=players,
        seats=seats,
        since=recorded.at,
    )


def absorb(state: TableState, recorded: Recorded, after: State | None = None) -> TableState:
    """Return the table after one more fact. Raises as `absorb_into` does."""
    draft = TableDraft(state)
    absorb_into(draft, recorded, after)
    return draft.freeze()


def absorb_into(draft: TableDraft, recorded: Recorded, after: State | None = None) -> None:
    """Change a table by one more fact. `after` is the position that a line leads to, if it is known.

    A line leads to the position of its kept step. Today's rules play a line without one (`older_lines`).
    Raises `UnfitEffects` for effects that do not fit the position: the draft is of no use after that.
    """
    fact = recorded.fact
    if draft.state.proposals and isinstance(fact, GOES_ON):
        lasting = tuple([one for one in draft.state.proposals if one.until])
        draft.state = replaced(draft.state, proposals=lasting)
    match fact:  # the most frequent facts first
        case facts.MoveBegun():
            _with_clauses(draft, fact, recorded)
        case _ if type(fact) in LINES:
            _with_line(draft, recorded, after)
        case facts.DieFell() | facts.Chosen() | facts.MoveDropped() | facts.MoveSetAside():
            _with_move(draft, fact, recorded)
        case facts.NonPlayerDecided() | facts.Opened():
            pass
        case _:
            _with_other(draft, recorded)
    draft.version = recorded.version


def _with_other(draft: TableDraft, recorded: Recorded) -> None:
    """Change a table by a fact outside moves that writes no line."""
    fact, state = recorded.fact, draft.state
    match fact:
        case _ if isinstance(fact, _OfSeat):
            draft.state = _with_seat(state, fact, recorded, draft.number_of_lines)
        case _ if isinstance(fact, _OfProposal):
            draft.state = _with_proposal(state, fact, recorded.by)
        case (
            facts.OrderGiven()
            | facts.OrderSealed()
            | facts.OrderOpened()
            | facts.OrderTakenBack()
            | facts.OrderLapsed()
        ):
            draft.state = _with_order(state, fact)
            if isinstance(fact, facts.OrderOpened):
                draft.recent = ()
        case facts.SeedKept(seed):
            draft.state = replaced(state, seed=seed)
        case facts.PlayersSet() | facts.SymbolStated():
            draft.state = _with_setup(state, fact)
        case facts.DeckSealed(root):
            _with_deck(draft, root, recorded)
        case facts.StepsKept(steps):
            draft.set_steps(steps)
        case facts.TableClosed(why):
            draft.state = replaced(state, status="closed", closed=why)
            draft.begun = None
        case _:
            raise AssertionError("`absorb_into` handles the other facts")


def _with_setup(state: TableState, fact: facts.PlayersSet | facts.SymbolStated) -> TableState:
    """Return the table with other players, or with a stated symbol in place of an earlier one."""
    setup = state.opened.setup
    match fact:
        case facts.PlayersSet(players):
            setup = msgspec.structs.replace(setup, players=players)
        case facts.SymbolStated(stated):
            setup = msgspec.structs.replace(setup, symbols=with_stated(setup.symbols, stated))
    state = replaced(state, opened=msgspec.structs.replace(state.opened, setup=setup))
    return _with_players(state, fact.players) if isinstance(fact, facts.PlayersSet) else state


# -- seats ------------------------------------------------------------------------------------------

_OfSeat = (
    facts.Seated
    | facts.SeatLeft
    | facts.SeedPromised
    | facts.SeedGiven
    | facts.MarkersDealt
    | facts.Finished
    | facts.VacationBegun
    | facts.VacationEnded
)


def _with_seat(state: TableState, fact: _OfSeat, recorded: Recorded, lines: int) -> TableState:
    """Return the table after a fact about one seat. `lines` is the number of lines so far."""
    match fact:
        case facts.Seated(seat):
            return _seat(state, seat, taken=True, resigned=False, unseated=False)
        case facts.SeatLeft(seat, resigned):
            before = state.seat(seat)  # a promise without a seed ends with its player
            promised = before.promised if before is not None and before.seed else ""
            others = [one for one in state.proposals if not (one.until and one.by == seat)]
            proposals = tuple([_without_consent(one, seat) for one in others])
            left = {"taken": False, "resigned": resigned, "unseated": recorded.by == TABLE}
            asked_again = replaced(state, proposals=proposals)
            return _seat(asked_again, seat, promised=promised, away="", back="", **left)
        case facts.SeedPromised(seat, commitment):
            return _seat(state, seat, promised=commitment)
        case facts.SeedGiven(seat, seed):
            return _seat(state, seat, seed=seed)
        case facts.MarkersDealt(seat, markers):
            return _seat(state, seat, markers=markers, dealt_behind=lines, chose=True)
        case facts.Finished(seat):
            return _seat(state, seat, finished=True)
        case facts.VacationBegun(seat, until, back):
            others = [one for one in state.proposals if one.late != seat]
            return _seat(replaced(state, proposals=tuple(others)), seat, away=until, back=back)
        case facts.VacationEnded(seat):
            return _seat(state, seat, away="", back=recorded.at)


def _seat(state: TableState, name: Seat, **changes: object) -> TableState:
    """Return the table with some fields of one seat changed."""
    seats = [msgspec.structs.replace(seat, **changes) if seat.name == name else seat for seat in state.seats]
    return replaced(state, seats=tuple(seats))


def _with_deck(draft: TableDraft, root: str, recorded: Recorded) -> None:
    """Change a table when its deck is sealed. Play and the chain begin."""
    before, step = draft.freeze(), recorded.step
    kept = step if step is not None else kept_start(first_step(before))
    sealed = replaced(
        before,
        status="playing",
        root=root,
        key=key_of(before),
        board=kept.first_state(),
        steps=(kept if step is not None else unattested(kept),),
        is_kept=step is not None,
        since=recorded.at,
    )
    draft.load(sealed)
    draft.begin_chain(before)


def key_of(state: TableState) -> str:
    """Return the key of dice and deck: the table's seed joined with the seeds that the seats have added."""
    added = [bytes.fromhex(seat.seed) for seat in state.seats if seat.seed]
    return joint_key(bytes.fromhex(state.seed), added).hex()


# -- moves that have begun --------------------------------------------------------------------------

_OfMove = facts.MoveDropped | facts.MoveSetAside | facts.DieFell | facts.Chosen


def _with_clauses(draft: TableDraft, fact: facts.MoveBegun, recorded: Recorded) -> None:
    """Change a table by the clauses of the unfinished move."""
    if draft.recent:
        _keep_recent(draft, recorded.by)
    begun, decides = draft.begun, fact.asked or fact.faction
    decided = to_act(draft.board) if begun is None else begun.asked or begun.faction
    if decided is not decides:  # while the same Faction decides, its time goes on running
        draft.since = recorded.at
    draft.begun = Begun(
        fact.faction,
        fact.segments,
        fact.limop,
        fact.asked,
        fact.left_out,
        fact.firm,
        fact.whole,
        begun.dice if begun is not None else (),
        begun.chosen if begun is not None else (),
        fact.typed,
    )


def _with_move(draft: TableDraft, fact: _OfMove, recorded: Recorded) -> None:
    """Change a table by another part of a move."""
    if draft.recent:
        _keep_recent(draft, recorded.by)
    match fact:
        case facts.DieFell(what, die, proof, kind):
            draft.begun = _with_die(draft.begun, Fallen(what, die, proof, kind))
            draft.rolled += 1
            draft.recent = ()
        case facts.Chosen(_, answer):
            begun = draft.begun
            if begun is None:
                raise Misplaced(f"fact {recorded.version} answers in a move that has not begun")
            draft.begun = msgspec.structs.replace(begun, chosen=(*begun.chosen, answer))
            draft.recent = ()
            draft.since = recorded.at
        case facts.MoveDropped():
            draft.begun = None
        case facts.MoveSetAside():
            draft.begun = None
            draft.since = recorded.at


def _keep_recent(draft: TableDraft, by: Seat) -> None:
    """Keep the right of a seat to take its lines back alone; the other seats lose theirs."""
    draft.recent = tuple([one for one in draft.recent if one.by == by])


def _with_die(begun: Begun | None, fallen: Fallen) -> Begun:
    """Return the unfinished move after a die in it.

    In a player's move the die is also the next clause, unless it decides for a Non-player.
    """
    if begun is None:
        raise Misplaced(f"a die falls in a move that has not begun: {fallen.proof[:80]}")
    said, firm = begun.segments, begun.firm
    if said:
        clauses = (*flatten(said), *([Roll(fallen.die)] if fallen.kind == "move" else []))
        said, firm = segments(clauses), len(clauses)
    return msgspec.structs.replace(begun, segments=said, firm=firm, dice=(*begun.dice, fallen))


# -- proposals and orders ---------------------------------------------------------------------------

_OfProposal = (
    facts.Proposed
    | facts.ClosingProposed
    | facts.HandOverProposed
    | facts.VacationProposed
    | facts.Agreed
    | facts.Declined
    | facts.ProposalLapsed
    | facts.Settled
)
_OfOrder = facts.OrderGiven | facts.OrderSealed | facts.OrderOpened | facts.OrderTakenBack | facts.OrderLapsed


def _with_proposal(state: TableState, fact: _OfProposal, by: Seat) -> TableState:
    """Return the table after a fact about a proposal."""
    match fact:
        case facts.Proposed(number, event, typed):
            return _proposed(state, LineProposal(number, by, event, (by,), typed))
        case facts.ClosingProposed(number):
            return _proposed(state, LineProposal(number, by, None))
        case facts.HandOverProposed(number, late):
            return _proposed(state, LineProposal(number, by, None, (by,), late=late))
        case facts.VacationProposed(number, until):
            return _proposed(state, LineProposal(number, by, None, (by,), until=until))
        case facts.Agreed(number, seat):
            return replaced(state, proposals=tuple([_agreed(one, number, seat) for one in state.proposals]))
        case facts.Declined(number) | facts.ProposalLapsed(number) | facts.Settled(number):
            return replaced(state, proposals=tuple([one for one in state.proposals if one.number != number]))


def _proposed(state: TableState, proposal: LineProposal) -> TableState:
    return replaced(state, proposals=(*state.proposals, proposal), proposed=proposal.number)


def _agreed(proposal: LineProposal, number: int, seat: Seat) -> LineProposal:
    if proposal.number != number or seat in proposal.agreed:
        return proposal
    return msgspec.structs.replace(proposal, agreed=(*proposal.agreed, seat))


def _without_consent(proposal: LineProposal, seat: Seat) -> LineProposal:
    """Return a proposal without the consent of a seat whose player left: the next player is asked again."""
    agreed = tuple([one for one in proposal.agreed if one != seat])
    return msgspec.structs.replace(proposal, agreed=agreed)


def _with_order(state: TableState, fact: _OfOrder) -> TableState:
    """Return the table after a fact about a standing order."""
    match fact:
        case facts.OrderGiven(number, seat, seal):
            order = StandingOrder(number, seat, seal)
            return replaced(state, orders=(*state.orders, order), ordered=number)
        case facts.OrderSealed(number, _, text, salt):
            return _order(state, number, text=text, salt=salt)
        case facts.OrderOpened(number, text, salt):
            return _order(state, number, text=text, salt=salt, opened=True)
        case facts.OrderTakenBack(number) | facts.OrderLapsed(number):
            return replaced(state, orders=tuple([one for one in state.orders if one.number != number]))


def _order(state: TableState, number: int, **changes: object) -> TableState:
    """Return the table with some fields of one standing order changed."""
    orders = [
        msgspec.structs.replace(order, **changes) if order.number == number else order
        for order in state.orders
    ]
    return replaced(state, orders=tuple(orders))


# -- lines ------------------------------------------------------------------------------------------


def entry_of(recorded: Recorded) -> Entry:
    """Return the log entry that the fact of a line writes."""
    fact = recorded.fact
    assert isinstance(fact, Line)
    return Entry(
        event=fact.event,
        by=recorded.by,
        time=recorded.at,
        proof=fact.proof,
        chain=fact.chain,
        typed=fact.typed,
    )


def _with_line(draft: TableDraft, recorded: Recorded, after: State | None) -> None:
    """Change a table by a fact that writes a line."""
    fact, step = recorded.fact, recorded.step
    assert isinstance(fact, Line)
    number = draft.number_of_lines + 1
    if step is None:
        step, after = played_later(draft.freeze(), fact.event)
        draft.is_kept = False
    if after is not None:
        draft.set_board(after)
    else:
        draft.carry_out(step)
    draft.lines.append(entry_of(recorded))
    draft.steps.append(step)
    draft.link(fact.chain)
    draft.unshown = 0 if step.is_shown else draft.unshown or number
    players = draft.players
    if players != draft.state.players:
        draft.state = _with_players(draft.state, players)
    _go_on(draft, number, fact, recorded)


def _go_on(draft: TableDraft, number: int, line: Line, recorded: Recorded) -> None:
    """Change what a seat may take back alone, the unfinished move, and the time, by line `number`."""
    recent, began = draft.recent, draft.since
    match line:
        case facts.NoteSaid():
            return
        case facts.SharedOut():
            draft.recent = ()
            draft.since = recorded.at
            return
        case facts.Undone(event=event):
            draft.recent = tuple(
                [one for one in recent if event.number is not None and one.line < event.number]
            )
            draft.since = next((one.since for one in recent if one.line == event.number), recorded.at)
        case facts.MoveEnded(event=event) if (
            recorded.by != TABLE
            and not line.proof
            and not isinstance(event, RevealMarker)
            and not _others_decided(draft.begun)
        ):
            mine = [one for one in recent if one.by == recorded.by]
            draft.recent = (*mine, Retractable(number, recorded.by, began))
            draft.since = recorded.at
        case _:
            draft.recent = ()
            draft.since = recorded.at
    draft.begun = None


def _others_decided(begun: Begun | None) -> bool:
    """Check whether another seat has decided in the unfinished move, or a die has fallen in it."""
    return begun is not None and (begun.firm > 0 or begun.asked is not None or bool(begun.left_out))


def _with_players(state: TableState, players: Players) -> TableState:
    """Return the table with other players.

    A seat that is kept stays as it is. A seat that comes back has its former state, with no player on it.
    """
    present = {seat.name: seat for seat in state.seats}
    former = {seat.name: seat for seat in state.gone}
    names = [player_words(group) for group in players]
    seats = tuple([present.get(name) or former.get(name) or SeatState(name) for name in names])
    removed = [_emptied(seat) for seat in state.seats if seat.name not in names]
    still_gone = [seat for seat in state.gone if seat.name not in names]
    proposals = tuple([one for one in state.proposals if not one.until or one.by in names])
    gone = (*still_gone, *removed)
    return replaced(state, players=players, seats=seats, gone=gone, proposals=proposals)


def _emptied(seat: SeatState) -> SeatState:
    return msgspec.structs.replace(seat, taken=False, away="", back="")
