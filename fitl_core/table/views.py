"""The views of a table for a seat or a spectator, made only from facts that the seat may know.

Read `fitl_core.server` for the delivery of views.
"""

from __future__ import annotations

import msgspec

from fitl_core.errors import Violation
from fitl_core.facts.factions import Faction
from fitl_core.facts.options import DeceptionMarker
from fitl_core.players.non_players.unknown_symbols import UnknownSymbol
from fitl_core.record.events import Action
from fitl_core.rules.pivotal import may_place
from fitl_core.strict_play import passing_is_open
from fitl_core.table.automatic_steps import pending_choice, settle
from fitl_core.table.consent import brought_by_lines, missing_consents
from fitl_core.table.facts import TABLE, Seat
from fitl_core.table.minutes import Minutes
from fitl_core.table.refusals import Unknown
from fitl_core.table.seats_asked import SeatsAsked, asked_at
from fitl_core.table.stating_symbols import symbols_wanted
from fitl_core.table.stepwise import open_questions
from fitl_core.table.table_state import Begun, LineProposal, SeatState, StandingOrder, Status, TableState
from fitl_core.table.time_left import TimeLeft, time_left
from fitl_core.table.unfinished_moves import misfit
from fitl_core.tell.pivotal_views import PivotalEventView, view_pivotal_events
from fitl_core.tell.state_view import StateView, view
from fitl_core.tell.words import standing
from fitl_core.walks import AskedView, ask
from notation import write_event

CLOSING = "close the table"
"""The text of a proposal that is no line of the log."""


class SeatView(msgspec.Struct, frozen=True):
    """A seat as everybody sees it: its name and Factions, its player, its seeds and the number of its
    markers. `away` is the last day of its vacation.
    """

    name: Seat
    factions: tuple[Faction, ...]
    taken: bool
    player: str = ""
    resigned: bool = False
    promised: str = ""
    seed: str = ""
    markers: int = 0
    away: str = ""


class LineView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the log: its number, its text, its author, and the proofs of its dice and cards.

    `typed` is the move as its player worded it, if the rules ask for other clauses.
    """

    number: int
    text: str
    by: Seat
    time: str
    proof: tuple[str, ...] = ()
    typed: str = ""


class BegunView(msgspec.Struct, frozen=True):
    """An unfinished move: its clauses in the notation, the dice that fell in it, and the `typed` clauses if
    they differ.
    """

    faction: Faction
    text: str
    dice: tuple[int, ...] = ()
    typed: str = ""


class ProposalView(msgspec.Struct, frozen=True):
    """An open proposal: its line, its author, the seats that agree, and those that must still agree.

    `late` is the seat that a vote gives to Non-players, `until` the last day of a vacation of the author.
    """

    number: int
    by: Seat
    line: str
    agreed: tuple[Seat, ...]
    missing: tuple[Seat, ...] = ()
    late: Seat = ""
    until: str = ""


class OrderView(msgspec.Struct, frozen=True):
    """A standing order: its seal for everybody; its text for its own seat, and for everybody after it has
    acted.
    """

    number: int
    seat: Seat
    seal: str
    text: str = ""


class TableView(msgspec.Struct, frozen=True):
    """A table as a seat (`""`: a spectator) sees it.

    `questions` are those that the seat may answer now in an unfinished move. `may_pass` says whether its
    Faction that acts may Pass; `may_place` names its Factions that could place their Pivotal Event.
    `pivotal_events` are those that Factions hold.
    `may_take_back` says whether its last line may be taken back without consent. `trouble` says why the
    unfinished move will be set aside, because the rules have changed. From line `unshown` on nobody knows the
    position (0: it is known); `position` is then the one before that line, and `cards_up` has the cards that
    a `correct` line names then. `lines` holds the lines after a number. `time` is None without a deadline.
    `symbols_wanted` are unknown symbols of the two cards face up, which a player can state (8.4.1).
    """

    table: str
    version: int
    seat: Seat
    status: Status
    asked: SeatsAsked
    standing: str
    seats: tuple[SeatView, ...]
    lines: tuple[LineView, ...]
    position: StateView | None = None
    begun: BegunView | None = None
    questions: tuple[AskedView, ...] = ()
    may_end: bool = False
    may_pass: bool = False
    may_place: tuple[Faction, ...] = ()
    pivotal_events: tuple[PivotalEventView, ...] = ()
    may_take_back: bool = False
    trouble: str = ""
    unshown: int = 0
    cards_up: str = ""
    markers: tuple[DeceptionMarker, ...] = ()
    proposals: tuple[ProposalView, ...] = ()
    orders: tuple[OrderView, ...] = ()
    commitment: str = ""
    root: str = ""
    chain: str = ""
    seed: str = ""
    parent: str = ""
    time: TimeLeft | None = None
    symbols_wanted: tuple[UnknownSymbol, ...] = ()


def view_table(
    state: TableState,
    seat: Seat | None,
    names: dict[Seat, str] | None = None,
    after: int = 0,
    position: StateView | None = None,
    now: str = "",
) -> TableView:
    """Return a table as a seat sees it, with its lines after number `after`; None means a spectator.

    `position` is the view of its board, if that has been made already; `now` (ISO 8601) is for `time`.
    Raises `Unknown` if there is no such seat.
    """
    if seat and state.seat(seat) is None:
        raise Unknown(f'there is no seat "{seat[:40]}"')
    mine, asked, why = seat or "", asked_at(state), misfit(state)
    questions, may_end = _questions(state, mine) if why is None else ((), False)
    own, board = state.seat(mine), state.board
    is_mine_to_act = asked.what in ("action", "phase") and mine in asked.seats
    return TableView(
        table=state.table,
        version=state.version,
        seat=mine,
        status=state.status,
        asked=asked,
        standing=standing(board) if board is not None and not state.unshown else asked.words,
        seats=tuple([_seat_view(state, one, (names or {}).get(one.name, ""), now) for one in state.seats]),
        lines=lines_of(state, after),
        position=position or (view(board, len(state.lines)) if board is not None else None),
        begun=_begun_view(state.begun) if state.begun is not None else None,
        questions=questions,
        may_end=may_end,
        may_pass=is_mine_to_act and board is not None and passing_is_open(board),
        may_place=_may_place(state, mine),
        pivotal_events=_pivotal_events(state),
        may_take_back=any(one.by == mine for one in state.recent) if mine else False,
        trouble=_trouble(state, asked, why),
        unshown=state.unshown,
        cards_up=_cards_up(state) if state.unshown else "",
        markers=own.markers if own is not None else (),
        proposals=tuple([_proposal_view(state, one) for one in state.proposals]),
        orders=tuple([_order_view(one, mine) for one in state.orders]),
        commitment=state.opened.commitment,
        root=state.root,
        chain=state.chain,
        seed=state.seed if state.status == "closed" else "",
        parent=state.opened.parent,
        time=time_left(state, now) if now else None,
        symbols_wanted=tuple(symbols_wanted(state)),
    )


def lines_of(state: TableState, after: int = 0) -> tuple[LineView, ...]:
    """Return the lines of the log after a number."""
    return tuple(
        [
            LineView(number, write_event(entry.event), entry.by, entry.time, entry.proof, entry.typed)
            for number, entry in enumerate(state.lines[after:], after + 1)
            if entry.event is not None
        ]
    )


def _seat_view(state: TableState, seat: SeatState, player: str, now: str) -> SeatView:
    """Return a seat as everybody sees it; of its markers only the number that it still holds."""
    used = 0
    if state.board is not None:
        used = sum([one.faction in state.factions_of(seat.name) for one in state.board.revealed])
    return SeatView(
        seat.name,
        state.factions_of(seat.name),
        seat.taken,
        player,
        seat.resigned,
        seat.promised,
        seat.seed,
        max(len(seat.markers) - used, 0) if state.status != "gathering" else 0,
        seat.away if now and seat.is_away(now) else "",
    )


def _proposal_view(state: TableState, proposal: LineProposal) -> ProposalView:
    missing = missing_consents(state, proposal)
    line, late, until = line_proposed(proposal), proposal.late, proposal.until
    return ProposalView(proposal.number, proposal.by, line, proposal.agreed, missing, late, until)


def line_proposed(proposal: LineProposal) -> str:
    """Return a proposal as text."""
    if proposal.event is not None:
        return write_event(proposal.event)
    if proposal.late:
        return f"give the seat {proposal.late} to Non-players"
    return f"vacation until {proposal.until}" if proposal.until else CLOSING


def _order_view(order: StandingOrder, mine: Seat) -> OrderView:
    """Return a standing order. Only its own seat sees its text before it has acted."""
    is_known = order.opened or order.seat == mine
    return OrderView(order.number, order.seat, order.seal, order.text if is_known else "")


def _begun_view(begun: Begun) -> BegunView:
    dice = tuple([die.die for die in begun.dice])
    if not begun.segments:
        return BegunView(begun.faction, str(begun.faction), dice)
    text = write_event(Action(begun.faction, begun.segments, begun.limop))
    typed = write_event(Action(begun.faction, begun.typed, begun.limop)) if begun.typed else ""
    return BegunView(begun.faction, text, dice, typed)


def _questions(state: TableState, mine: Seat) -> tuple[tuple[AskedView, ...], bool]:
    """Return the questions that a seat may answer in an unfinished move, and whether the seat may end the
    move.
    """
    begun = state.begun
    if not mine or begun is None:
        return (), False
    wanted = pending_choice(state)
    if wanted is not None and wanted.asked is not None:
        return ((wanted.asked.view(),) if state.seat_of(wanted.asked.who) == mine else ()), False
    if mine not in (state.seat_of(begun.faction), state.seat_of(begun.asked or begun.faction)):
        return (), False
    walk = ask(state.position, begun.faction, begun.segments, begun.limop)
    may_end = begun.asked is None and state.seat_of(begun.faction) == mine and walk.may_end
    return tuple([asked.view() for asked in open_questions(state, mine, walk)]), may_end


def _trouble(state: TableState, asked: SeatsAsked, why: Violation | None) -> str:
    """Return why the unfinished move will be set aside, or why the table cannot take its next step.

    Empty if all is well.
    """
    begun = state.begun
    if begun is None and state.status == "playing" and not asked.seats:
        stuck = settle(Minutes(state, TABLE, state.since))
        return f"{stuck.refusal.rule}: {stuck.message}" if stuck is not None else ""
    if why is None or begun is None:
        return ""
    words = f"{why.refusal.rule}: {why.message}"
    return f"the next command sets the move of {begun.faction} aside: today's rules refuse it ({words})"


def _cards_up(state: TableState) -> str:
    """Return the cards that have come up, if nobody knows the position, in the words of a position."""
    known = state.position.played
    new = [card for card in brought_by_lines(state)[0] if card not in known]
    words = ["played", *map(str, (*known, *new[:-1]))]
    return f"{' '.join(words)}; next {new[-1]}" if new else " ".join(words)


def _may_place(state: TableState, mine: Seat) -> tuple[Faction, ...]:
    """Return the Factions of a seat that could place their Pivotal Event now (2.3.8)."""
    if state.board is None or state.status != "playing" or not mine or mine == TABLE:
        return ()
    return tuple([faction for faction in may_place(state.board) if state.seat_of(faction) == mine])


def _pivotal_events(state: TableState) -> tuple[PivotalEventView, ...]:
    """Return the Pivotal Events that Factions hold, unless nobody knows the position."""
    return view_pivotal_events(state.board) if state.board is not None and not state.unshown else ()
