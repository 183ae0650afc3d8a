"""The fold of a table: a state and a fact give the next state, without any question, die or other input.

Read `carrying_out` next: it makes the facts that are folded here.
"""

from __future__ import annotations

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.facts.players import Players, player_words
from fitl_core.proofs.chain import genesis
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
from fitl_core.table.table_log import sealed_tags
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
"""Facts by which the game goes on. Open proposals lapse then: the seats agreed in an earlier situation."""


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
    """Return the table after one more fact. `after` is the position that a line leads to, if it is known.

    A line leads to the position of its kept step. Today's rules play a line without one (`older_lines`).
    Raises `UnfitEffects` for effects that do not fit the position.
    """
    fact, version = recorded.fact, recorded.version
    if state.proposals and isinstance(fact, GOES_ON):
        state = replaced(state, proposals=())
    if type(fact) in LINES:
        return replaced(_with_line(state, recorded, after), version=version)
    return replaced(_with(state, recorded), version=version)


def _with(state: TableState, recorded: Recorded) -> TableState:
    """Return the table after a fact that writes no line."""
    fact = recorded.fact
    match fact:
        case facts.Opened() | facts.NonPlayerDecided():
            return state
        case facts.StepsKept(steps):
            return replaced(state, steps=(*steps, *state.steps[len(steps) :]), is_kept=True)
        case (
            facts.MoveBegun() | facts.MoveDropped() | facts.MoveSetAside() | facts.DieFell() | facts.Chosen()
        ):
            return _with_move(state, fact, recorded)
        case (
            facts.Proposed()
            | facts.ClosingProposed()
            | facts.Agreed()
            | facts.Declined()
            | facts.ProposalLapsed()
            | facts.Settled()
        ):
            return _with_proposal(state, fact, recorded.by)
        case (
            facts.OrderGiven()
            | facts.OrderSealed()
            | facts.OrderOpened()
            | facts.OrderTakenBack()
            | facts.OrderLapsed()
        ):
            return _with_order(state, fact)
        case facts.SeedKept(seed):
            return replaced(state, seed=seed)
        case facts.PlayersSet(players):
            setup = msgspec.structs.replace(state.opened.setup, players=players)
            begins = replaced(state, opened=msgspec.structs.replace(state.opened, setup=setup))
            return _with_players(begins, players)
        case facts.DeckSealed(root):
            return _with_deck(state, root, recorded)
        case facts.TableClosed(why):
            return replaced(state, status="closed", closed=why, begun=None)
        case (
            facts.Seated()
            | facts.SeatLeft()
            | facts.SeedPromised()
            | facts.SeedGiven()
            | facts.MarkersDealt()
            | facts.Finished()
        ):
            return _with_seat(state, fact, recorded.by)
        case _:
            raise AssertionError("`absorb` handles the facts that write a line")


# -- seats ------------------------------------------------------------------------------------------

_OfSeat = (
    facts.Seated | facts.SeatLeft | facts.SeedPromised | facts.SeedGiven | facts.MarkersDealt | facts.Finished
)


def _with_seat(state: TableState, fact: _OfSeat, by: Seat) -> TableState:
    """Return the table after a fact about one seat."""
    match fact:
        case facts.Seated(seat):
            return _seat(state, seat, taken=True, resigned=False, unseated=False)
        case facts.SeatLeft(seat, resigned):
            before = state.seat(seat)  # a promise without a seed ends with its player
            promised = before.promised if before is not None and before.seed else ""
            proposals = tuple([_without_consent(one, seat) for one in state.proposals])
            asked_again = replaced(state, proposals=proposals)
            unseated = by == TABLE
            return _seat(
                asked_again, seat, taken=False, resigned=resigned, promised=promised, unseated=unseated
            )
        case facts.SeedPromised(seat, commitment):
            return _seat(state, seat, promised=commitment)
        case facts.SeedGiven(seat, seed):
            return _seat(state, seat, seed=seed)
        case facts.MarkersDealt(seat, markers):
            return _seat(state, seat, markers=markers, dealt_behind=len(state.lines), chose=True)
        case facts.Finished(seat):
            return _seat(state, seat, finished=True)


def _seat(state: TableState, name: Seat, **changes: object) -> TableState:
    """Return the table with some fields of one seat changed."""
    seats = [msgspec.structs.replace(seat, **changes) if seat.name == name else seat for seat in state.seats]
    return replaced(state, seats=tuple(seats))


def _with_deck(state: TableState, root: str, recorded: Recorded) -> TableState:
    """Return the table after its deck is sealed. Play and the chain begin."""
    step = recorded.step
    kept = step if step is not None else kept_start(first_step(state))
    return replaced(
        state,
        status="playing",
        root=root,
        key=key_of(state),
        board=kept.first_state(),
        steps=(kept if step is not None else unattested(kept),),
        is_kept=step is not None,
        chain=genesis(sealed_tags(state, root)),
        since=recorded.at,
    )


def key_of(state: TableState) -> str:
    """Return the key of dice and deck: the table's seed joined with the seeds that the seats have added."""
    added = [bytes.fromhex(seat.seed) for seat in state.seats if seat.seed]
    return joint_key(bytes.fromhex(state.seed), added).hex()


# -- moves that have begun --------------------------------------------------------------------------

_OfMove = facts.MoveBegun | facts.MoveDropped | facts.MoveSetAside | facts.DieFell | facts.Chosen


def _with_move(state: TableState, fact: _OfMove, recorded: Recorded) -> TableState:
    """Return the table after a part of a move.

    Lines of other seats can then no longer be taken back by their seats alone.
    """
    begun, at = state.begun, recorded.at
    if state.recent and any(one.by != recorded.by for one in state.recent):
        state = replaced(state, recent=tuple([one for one in state.recent if one.by == recorded.by]))
    match fact:
        case facts.MoveBegun(faction, said, limop, asked, left_out, firm, whole):
            since = state.since if _deciding_faction(state) is (asked or faction) else at
            dice = begun.dice if begun is not None else ()
            chosen = begun.chosen if begun is not None else ()
            begun = Begun(faction, said, limop, asked, left_out, firm, whole, dice, chosen)
            return replaced(state, begun=begun, since=since)
        case facts.MoveDropped():
            return replaced(state, begun=None)
        case facts.MoveSetAside():
            return replaced(state, begun=None, since=at)
        case facts.DieFell(what, die, proof, kind):
            fallen = Fallen(what, die, proof, kind)
            return replaced(_with_die(state, fallen), rolled=state.rolled + 1, recent=())
        case facts.Chosen(_, answer):
            if begun is None:
                raise Misplaced(f"fact {recorded.version} answers in a move that has not begun")
            begun = msgspec.structs.replace(begun, chosen=(*begun.chosen, answer))
            return replaced(state, begun=begun, recent=(), since=at)


def _deciding_faction(state: TableState) -> Faction | None:
    """Return the Faction that decides now. While it stays the same, its time goes on running."""
    begun = state.begun
    return to_act(state.position) if begun is None else begun.asked or begun.faction


def _with_die(state: TableState, fallen: Fallen) -> TableState:
    """Return the table after a die in the unfinished move.

    In a player's move the die is also the next clause, unless it decides for a Non-player.
    """
    begun = state.begun
    if begun is None:
        raise Misplaced(f"a die falls in a move that has not begun: {fallen.proof[:80]}")
    said, firm = begun.segments, begun.firm
    if said:
        clauses = (*flatten(said), *([Roll(fallen.die)] if fallen.kind == "move" else []))
        said, firm = segments(clauses), len(clauses)
    begun = msgspec.structs.replace(begun, segments=said, firm=firm, dice=(*begun.dice, fallen))
    return replaced(state, begun=begun)


# -- proposals and orders ---------------------------------------------------------------------------

_OfProposal = (
    facts.Proposed
    | facts.ClosingProposed
    | facts.Agreed
    | facts.Declined
    | facts.ProposalLapsed
    | facts.Settled
)
_OfOrder = facts.OrderGiven | facts.OrderSealed | facts.OrderOpened | facts.OrderTakenBack | facts.OrderLapsed


def _with_proposal(state: TableState, fact: _OfProposal, by: Seat) -> TableState:
    """Return the table after a fact about a proposal."""
    match fact:
        case facts.Proposed(number, event):
            proposal = LineProposal(number, by, event, (by,))
            return replaced(state, proposals=(*state.proposals, proposal), proposed=number)
        case facts.ClosingProposed(number):
            proposal = LineProposal(number, by, None)
            return replaced(state, proposals=(*state.proposals, proposal), proposed=number)
        case facts.Agreed(number, seat):
            return replaced(state, proposals=tuple([_agreed(one, number, seat) for one in state.proposals]))
        case facts.Declined(number) | facts.ProposalLapsed(number) | facts.Settled(number):
            return replaced(state, proposals=tuple([one for one in state.proposals if one.number != number]))


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
            return replaced(_order(state, number, text=text, salt=salt, opened=True), recent=())
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
    return Entry(event=fact.event, by=recorded.by, time=recorded.at, proof=fact.proof, chain=fact.chain)


def _with_line(state: TableState, recorded: Recorded, after: State | None) -> TableState:
    """Return the table after a fact that writes a line."""
    fact = recorded.fact
    assert isinstance(fact, Line)
    number = len(state.lines) + 1
    entry = entry_of(recorded)
    step = recorded.step
    if step is None:
        step, after = played_later(state, fact.event)
    elif after is None:
        after = step.step(state.position).state
    changed = replaced(
        state,
        lines=(*state.lines, entry),
        steps=(*state.steps, step),
        chain=fact.chain,
        board=after,
        unshown=0 if step.is_shown else state.unshown or number,
        is_kept=state.is_kept and recorded.step is not None,
    )
    if after.players != state.players:
        changed = _with_players(changed, after.players)
    match fact:
        case facts.NoteSaid():
            return changed
        case facts.SharedOut():
            return replaced(changed, recent=(), since=recorded.at)
        case facts.Undone(event=event):
            retractable = [
                one for one in state.recent if event.number is not None and one.line < event.number
            ]
            since = next((one.since for one in state.recent if one.line == event.number), recorded.at)
            return replaced(changed, recent=tuple(retractable), begun=None, since=since)
        case facts.MoveEnded(event=event) if (
            recorded.by != TABLE
            and not fact.proof
            and not isinstance(event, RevealMarker)
            and not _others_decided(state.begun)
        ):
            mine = [one for one in state.recent if one.by == recorded.by]
            recent = (*mine, Retractable(number, recorded.by, state.since))
            return replaced(changed, recent=recent, begun=None, since=recorded.at)
        case _:
            return replaced(changed, recent=(), begun=None, since=recorded.at)


def _others_decided(begun: Begun | None) -> bool:
    """Check whether another seat has decided in the unfinished move, or a die has fallen in it."""
    return begun is not None and (begun.firm > 0 or begun.asked is not None or bool(begun.left_out))


def _with_players(state: TableState, players: Players) -> TableState:
    """Return the table with other players.

    A seat that is kept stays as it is. A seat that comes back has its former state, with no player on it.
    """
    present = {seat.name: seat for seat in state.seats}
    gone = {seat.name: seat for seat in state.gone}
    names = [player_words(group) for group in players]
    seats = tuple([present.get(name) or gone.get(name) or SeatState(name) for name in names])
    removed = [msgspec.structs.replace(seat, taken=False) for seat in state.seats if seat.name not in names]
    still_gone = [seat for seat in state.gone if seat.name not in names]
    return replaced(state, players=players, seats=seats, gone=(*still_gone, *removed))
