"""The fold of a table: a state and a fact give the next state. It asks nobody and draws nothing."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from fitl_core.engine import play, start
from fitl_core.facts.factions import Faction
from fitl_core.facts.players import Players, player_words
from fitl_core.game.replays import replay
from fitl_core.proofs.chain import genesis
from fitl_core.proofs.seeds import joint_key
from fitl_core.record.clauses import Roll
from fitl_core.record.events import Amend, Event, Note, RevealMarker, Void
from fitl_core.record.setup import Setup
from fitl_core.record.spoken import flatten, segments
from fitl_core.rules.sequence import to_act
from fitl_core.state.state import State
from fitl_core.table import facts
from fitl_core.table.facts import TABLE, Line, Recorded, Seat
from fitl_core.table.logs import sealed_tags
from fitl_core.table.refusals import Misplaced
from fitl_core.table.table_state import (
    Before,
    Begun,
    Fallen,
    Proposal,
    SeatState,
    StandingOrder,
    TableState,
    replaced,
)
from notation import Entry

GOES_ON = (
    facts.MoveBegun
    | facts.MoveDropped
    | facts.DieFell
    | facts.Chosen
    | facts.MoveEnded
    | facts.CardRevealed
    | facts.Undone
    | facts.Corrected
    | facts.LetStand
    | facts.SharedOut
)
"""Facts by which the game goes on. What was proposed before lapses: it was agreed to as it stood then."""


def opened(table: str, recorded: Recorded) -> TableState:
    """A table at its first fact."""
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
    """The table behind one fact more; `after` is the position that a line has led to, where it is known.

    Raises `FitlError` for a line that the rules of today refuse.
    """
    fact, version = recorded.fact, recorded.version
    if isinstance(fact, GOES_ON):
        state = replaced(state, proposals=())
    if isinstance(fact, Line):
        return replaced(_with_line(state, recorded, after), version=version)
    return replaced(_with(state, recorded), version=version)


def _with(state: TableState, recorded: Recorded) -> TableState:
    """The table behind a fact that writes no line."""
    fact = recorded.fact
    match fact:
        case facts.Opened() | facts.Decided():
            return state
        case facts.MoveBegun() | facts.MoveDropped() | facts.DieFell() | facts.Chosen():
            return _with_move(state, fact, recorded)
        case facts.Proposed() | facts.Agreed() | facts.Declined() | facts.Settled():
            return _with_proposal(state, fact, recorded.by)
        case facts.OrderGiven() | facts.OrderSealed() | facts.OrderOpened() | facts.OrderTakenBack():
            return _with_order(state, fact)
        case facts.SeedKept(seed):
            return replaced(state, seed=seed)
        case facts.PlayersSet(players):
            setup = msgspec.structs.replace(state.opened.setup, players=players)
            begins = replaced(state, opened=msgspec.structs.replace(state.opened, setup=setup))
            return _with_players(begins, players)
        case facts.DeckSealed(root):
            return _with_deck(state, root, recorded.at)
        case facts.Closed(why):
            return replaced(state, status="closed", closed=why, begun=None)
        case (
            facts.Seated()
            | facts.Left()
            | facts.SeedPromised()
            | facts.SeedGiven()
            | facts.MarkersDealt()
            | facts.Finished()
        ):
            return _with_seat(state, fact)
        case _:
            raise AssertionError("what writes a line is told apart before")


# -- seats ------------------------------------------------------------------------------------------

_OfSeat = (
    facts.Seated | facts.Left | facts.SeedPromised | facts.SeedGiven | facts.MarkersDealt | facts.Finished
)


def _with_seat(state: TableState, fact: _OfSeat) -> TableState:
    """The table behind something that concerns one seat."""
    match fact:
        case facts.Seated(seat):
            return _seat(state, seat, taken=True, resigned=False)
        case facts.Left(seat, resigned):
            before = state.seat(seat)  # a promise that was not kept goes with him who gave it
            promised = before.promised if before is not None and before.seed else ""
            proposals = tuple([_without_consent(one, seat) for one in state.proposals])
            left = replaced(state, proposals=proposals)
            return _seat(left, seat, taken=False, resigned=resigned, promised=promised)
        case facts.SeedPromised(seat, commitment):
            return _seat(state, seat, promised=commitment)
        case facts.SeedGiven(seat, seed):
            return _seat(state, seat, seed=seed)
        case facts.MarkersDealt(seat, markers):
            return _seat(state, seat, markers=markers, dealt_behind=len(state.lines), chose=True)
        case facts.Finished(seat):
            return _seat(state, seat, finished=True)


def _seat(state: TableState, name: Seat, **changes: object) -> TableState:
    """A table with something changed at one seat."""
    seats = [msgspec.structs.replace(seat, **changes) if seat.name == name else seat for seat in state.seats]
    return replaced(state, seats=tuple(seats))


def _with_deck(state: TableState, root: str, at: str) -> TableState:
    """The deck lies there: play begins, and with it the chain."""
    board = start(state.opened.setup).state
    chain = genesis(sealed_tags(state, root))
    return replaced(state, status="playing", root=root, key=key_of(state), board=board, chain=chain, since=at)


def key_of(state: TableState) -> str:
    """What dice and deck come from: the table's seed, and those that the seats have added."""
    added = [bytes.fromhex(seat.seed) for seat in state.seats if seat.seed]
    return joint_key(bytes.fromhex(state.seed), added).hex()


# -- moves that have begun --------------------------------------------------------------------------

_OfMove = facts.MoveBegun | facts.MoveDropped | facts.DieFell | facts.Chosen


def _with_move(state: TableState, fact: _OfMove, recorded: Recorded) -> TableState:
    """The table behind a part of a move. Another seat's may not be taken back by what came before it."""
    begun, at = state.begun, recorded.at
    state = replaced(state, recent=tuple([one for one in state.recent if one.by == recorded.by]))
    match fact:
        case facts.MoveBegun(faction, said, limop, asked, left_out, firm, whole):
            since = state.since if _is_asked(state) is (asked or faction) else at
            dice = begun.dice if begun is not None else ()
            chosen = begun.chosen if begun is not None else ()
            begun = Begun(faction, said, limop, asked, left_out, firm, whole, dice, chosen)
            return replaced(state, begun=begun, since=since)
        case facts.MoveDropped():
            return replaced(state, begun=None)
        case facts.DieFell(what, die, proof, kind):
            fallen = Fallen(what, die, proof, kind)
            return replaced(_with_die(state, fallen), rolled=state.rolled + 1, recent=())
        case facts.Chosen(_, answer):
            if begun is None:
                raise Misplaced(f"fact {recorded.version} answers in a move that has not begun")
            begun = msgspec.structs.replace(begun, chosen=(*begun.chosen, answer))
            return replaced(state, begun=begun, recent=(), since=at)


def _is_asked(state: TableState) -> Faction | None:
    """Who decides now, in a move or before it: whoever only thinks again has no more time for it."""
    begun = state.begun
    return to_act(state.position) if begun is None else begun.asked or begun.faction


def _with_die(state: TableState, fallen: Fallen) -> TableState:
    """A die in the move that has begun: of a player's it is the next clause, unless it decides something."""
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

_OfProposal = facts.Proposed | facts.Agreed | facts.Declined | facts.Settled
_OfOrder = facts.OrderGiven | facts.OrderSealed | facts.OrderOpened | facts.OrderTakenBack


def _with_proposal(state: TableState, fact: _OfProposal, by: Seat) -> TableState:
    """The table behind something that concerns a proposal."""
    match fact:
        case facts.Proposed(number, event):
            proposal = Proposal(number, by, event, (by,))
            return replaced(state, proposals=(*state.proposals, proposal), proposed=number)
        case facts.Agreed(number, seat):
            return replaced(state, proposals=tuple([_agreed(one, number, seat) for one in state.proposals]))
        case facts.Declined(number) | facts.Settled(number):
            return replaced(state, proposals=tuple([one for one in state.proposals if one.number != number]))


def _agreed(proposal: Proposal, number: int, seat: Seat) -> Proposal:
    if proposal.number != number or seat in proposal.agreed:
        return proposal
    return msgspec.structs.replace(proposal, agreed=(*proposal.agreed, seat))


def _without_consent(proposal: Proposal, seat: Seat) -> Proposal:
    """A proposal behind somebody's leaving: whoever takes the seat is asked himself."""
    agreed = tuple([one for one in proposal.agreed if one != seat])
    return msgspec.structs.replace(proposal, agreed=agreed)


def _with_order(state: TableState, fact: _OfOrder) -> TableState:
    """The table behind something that concerns a standing order."""
    match fact:
        case facts.OrderGiven(number, seat, seal):
            order = StandingOrder(number, seat, seal)
            return replaced(state, orders=(*state.orders, order), ordered=number)
        case facts.OrderSealed(number, _, text, salt):
            return _order(state, number, text=text, salt=salt)
        case facts.OrderOpened(number, text, salt):
            return replaced(_order(state, number, text=text, salt=salt, opened=True), recent=())
        case facts.OrderTakenBack(number):
            return replaced(state, orders=tuple([one for one in state.orders if one.number != number]))


def _order(state: TableState, number: int, **changes: object) -> TableState:
    """A table with something changed in one standing order."""
    orders = [
        msgspec.structs.replace(order, **changes) if order.number == number else order
        for order in state.orders
    ]
    return replaced(state, orders=tuple(orders))


# -- lines ------------------------------------------------------------------------------------------


def entry_of(recorded: Recorded) -> Entry:
    """The entry of the log that a line's fact writes."""
    fact = recorded.fact
    assert isinstance(fact, Line)
    return Entry(event=fact.event, by=recorded.by, time=recorded.at, proof=fact.proof, chain=fact.chain)


def _with_line(state: TableState, recorded: Recorded, after: State | None) -> TableState:
    """The table behind a fact that writes a line."""
    fact = recorded.fact
    assert isinstance(fact, Line)
    before, number = state.position, len(state.lines) + 1
    entry = entry_of(recorded)
    if after is None:
        try:
            after = behind(state, fact.event)
        except KeyError as error:
            raise Misplaced(f"fact {recorded.version} names what there is not: {error}") from None
    changed = replaced(state, lines=(*state.lines, entry), chain=fact.chain, board=after)
    if after.players != state.players:
        changed = _with_players(changed, after.players)
    match fact:
        case facts.Said():
            return changed
        case facts.SharedOut():
            return replaced(changed, recent=(), since=recorded.at)
        case facts.Undone(event=event):
            kept = [one for one in state.recent if event.number is not None and one.line < event.number]
            since = next((one.since for one in state.recent if one.line == event.number), recorded.at)
            return replaced(changed, recent=tuple(kept), begun=None, since=since)
        case facts.MoveEnded(event=event) if (
            recorded.by != TABLE
            and not fact.proof
            and not isinstance(event, RevealMarker)
            and not _others_decided(state.begun)
        ):
            mine = [one for one in state.recent if one.by == recorded.by]
            recent = (*mine, Before(number, recorded.by, before, state.since))
            return replaced(changed, recent=recent, begun=None, since=recorded.at)
        case _:
            return replaced(changed, recent=(), begun=None, since=recorded.at)


def _others_decided(begun: Begun | None) -> bool:
    """Whether another seat has decided in the move that has begun, or a die has fallen in it."""
    return begun is not None and (begun.firm > 0 or begun.asked is not None or bool(begun.left_out))


def _with_players(state: TableState, players: Players) -> TableState:
    """The table with other players: seats stay, go, come, or come back as they were, with nobody there."""
    there = {seat.name: seat for seat in state.seats}
    gone = {seat.name: seat for seat in state.gone}
    names = [player_words(group) for group in players]
    seats = tuple([there.get(name) or gone.get(name) or SeatState(name) for name in names])
    left = [msgspec.structs.replace(seat, taken=False) for seat in state.seats if seat.name not in names]
    others = [seat for seat in state.gone if seat.name not in names]
    return replaced(state, players=players, seats=seats, gone=(*others, *left))


def behind(state: TableState, event: Event) -> State:
    """The position to which an event leads as the next line. Raises `FitlError` where it is refused."""
    match event:
        case Note():
            return state.position
        case Void(number) if (found := _recent(state, number)) is not None:
            return found
        case Void() | Amend():
            return _replayed(state.opened.setup, (*events_of(state), event))
        case _:
            return play(state.position, event).state


def events_of(state: TableState) -> tuple[Event, ...]:
    """The events of the log, in order."""
    return tuple([entry.event for entry in state.lines if entry.event is not None])


def _recent(state: TableState, number: int | None) -> State | None:
    """The position before a line that is still at hand."""
    return next((one.state for one in state.recent if one.line == number), None)


def _replayed(setup: Setup, events: Iterable[Event]) -> State:
    """The position behind events that are played from the start. Raises the error of the first refused."""
    game = replay(setup, events)
    if game.error is not None:
        raise game.error
    return game.state
