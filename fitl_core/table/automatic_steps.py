"""The automatic steps of a table: it turns cards up, opens Pivotal Events, acts for Non-players, and ends.

`settle` is called after every command. It goes on until a seat is asked, or the game is over. Read
`answering` next.
"""

from __future__ import annotations

from typing import Any

from fitl_core.asking.written_answers import still_to_say
from fitl_core.errors import FitlError, Refusal, Violation
from fitl_core.facts.card_list import pivotal_cards
from fitl_core.facts.factions import Faction
from fitl_core.facts.options import has_markers
from fitl_core.players.non_players.decide import decide, next_non_player
from fitl_core.players.non_players.events.pivotal_events import places_pivotal
from fitl_core.players.non_players.wanted import Wanted
from fitl_core.proofs.sealed_orders import SealedOrder
from fitl_core.record.clauses import Clause
from fitl_core.record.events import Hold, Note, Pivotal, PlayCard, Reveal, Waive
from fitl_core.rules.pivotal import holding, may_place
from fitl_core.rules.sequence import to_act
from fitl_core.rules.waiting import next_step
from fitl_core.state.deck import come_up
from fitl_core.state.state import State
from fitl_core.strict_play import play_canonical
from fitl_core.table import facts
from fitl_core.table.answering import write_decision
from fitl_core.table.carrying_on import answer_first
from fitl_core.table.facts import TABLE, Seat
from fitl_core.table.minutes import Minutes
from fitl_core.table.refusals import Forbidden
from fitl_core.table.sealing import deck_of
from fitl_core.table.standing_orders import faction_of_order, read_order
from fitl_core.table.table_state import Fallen, StandingOrder, TableState
from fitl_core.underway import Step
from notation.writer import write_clause


def settle(minutes: Minutes) -> Violation | None:
    """Take the table's automatic steps until a seat is asked or the game is over.

    Return why the next step cannot be taken, if the rules refuse it. The table then waits as it stands: its
    seats can take lines back, correct the position or hand Factions over, and the step is tried again.
    """
    while minutes.state.status == "playing" and not minutes.state.unshown:
        before = minutes.mark()
        try:
            if not _step(minutes):
                break
        except FitlError as error:
            minutes.go_back(before)
            return error if isinstance(error, Violation) else _stuck(error)
    return None


def _stuck(error: FitlError) -> Violation:
    return Violation(Refusal("no-answer", "8.0", f"the table cannot go on: {error.message}"))


def _step(minutes: Minutes) -> bool:
    """Take one automatic step. Check whether there was any."""
    state = minutes.state
    begun = state.begun
    if begun is not None and state.seat_of(begun.faction) != TABLE:
        return answer_first(minutes)
    position = state.position
    waits = next_step(position)
    match waits.what:
        case "over" | "nothing":
            return _close(minutes)
        case "card" | "reveal":
            _turn_up(minutes, waits.what == "card")
            return True
        case _:
            return _ask_about_pivotal(minutes, position) or _decide(minutes, position)


def _close(minutes: Minutes) -> bool:
    """Close the table after every seat has finished revealing markers (7.3). Check whether it was closed."""
    state = minutes.state
    if has_markers(state.position.options) and not all(seat.finished for seat in state.seats):
        return False
    minutes.add(facts.TableClosed("over", state.seed), TABLE)
    return True


def _turn_up(minutes: Minutes, is_first: bool) -> None:
    """Turn up the next card of the deck. The card that is played gets its own line."""
    state = minutes.state
    deck = deck_of(state)
    place = len(come_up(state.position)) - state.seen + 1
    card = deck.card_at(place)
    event: PlayCard | Reveal = PlayCard(card) if is_first else Reveal(card)
    fact = facts.CardRevealed(event=event, proof=(deck.proof_of(place),))
    minutes.add_line(fact, play_canonical(state.position, event), TABLE)
    played = minutes.state.position.card
    if not is_first and played is not None and next_step(minutes.state.position).what != "reveal":
        heading = PlayCard(played)
        step = play_canonical(minutes.state.position, heading)
        minutes.add_line(facts.CardRevealed(event=heading), step, TABLE)


# -- Pivotal Events ---------------------------------------------------------------------------------


def _ask_about_pivotal(minutes: Minutes, position: State) -> bool:
    """Carry out the standing orders that act now, and hold play for others who could place one (2.3.8)."""
    state = minutes.state
    acting = to_act(position)
    for faction in may_place(position):
        seat = state.seat_of(faction)
        if seat == TABLE:
            continue
        if (order := _standing(state, faction)) is not None:
            return _carry_out(minutes, order, faction)
        is_own = acting is not None and state.seat_of(acting) == seat
        if not is_own and faction not in position.holds:
            minutes.end_move(Hold(faction), play_canonical(position, Hold(faction)), TABLE)
            return True
    return False


def _standing(state: TableState, faction: Faction) -> StandingOrder | None:
    """Return the standing order of a Faction: the last one given, or None."""
    return next((one for one in reversed(state.orders) if faction_of_order(one.text) is faction), None)


def _carry_out(minutes: Minutes, order: StandingOrder, faction: Faction) -> bool:
    """Open a standing order that acts now, and carry it out. It lapses if the rules refuse it."""
    try:
        places = read_order(order.text).deed == "pivotal"
        event: Pivotal | Waive = Pivotal(faction, pivotal_cards()[faction]) if places else Waive(faction)
        step = play_canonical(minutes.state.position, event)
    except FitlError as error:
        minutes.remark(f"the standing order of {order.seat} lapses: {error.message}")
        minutes.add(facts.OrderLapsed(order.number, error.message), TABLE)
        return True
    if not order.opened:
        minutes.add(facts.OrderOpened(order.number, order.text, order.salt), TABLE)
        note = Note(f"the standing order of {order.seat} is opened: {order.text}")
        opened = str(SealedOrder(order.salt, order.text))
        minutes.add_line(facts.NoteSaid(event=note, proof=(opened,)), Step(minutes.state.position), TABLE)
    minutes.end_move(event, step, order.seat)
    if places:
        minutes.add(facts.OrderTakenBack(order.number), TABLE)
    return True


# -- Non-players ------------------------------------------------------------------------------------


class _Given:
    """The input of a Non-player's decision: the dice and answers given so far, then new dice.

    `waits` holds the question of a player that the decision waits for.
    """

    def __init__(self, minutes: Minutes, faction: Faction) -> None:
        self._minutes = minutes
        begun = minutes.state.begun
        self._faction = faction
        self._fallen = list(begun.dice) if begun is not None else []
        self._chosen = list(begun.chosen) if begun is not None else []
        self.dice: list[Fallen] = []
        self.waits: Wanted | None = None

    def __call__(self, wanted: Wanted) -> Any:
        if wanted.asked is not None:
            if self._chosen:
                answer = self._chosen.pop(0)
                return () if answer is None else answer
            self.waits = wanted
            return None
        return tuple([self._die(wanted).die for _ in range(wanted.dice)])

    def _die(self, wanted: Wanted) -> Fallen:
        if self._fallen:
            die = self._fallen.pop(0)
        else:
            if self._minutes.state.begun is None:
                self._minutes.begin(self._faction, [], limop=False)
            die = self._minutes.roll(wanted.what, wanted.kind)
        self.dice.append(die)
        return die


def _decide(minutes: Minutes, position: State) -> bool:
    """Let the Non-player to act decide and act. Return False without one, or if a player has to answer."""
    faction = next_non_player(position)
    if faction is None or (holding(position) and places_pivotal(position) is None):
        return False
    given = _Given(minutes, faction)
    decision = decide(position, faction, given)
    if (waits := given.waits) is not None:
        assert waits.asked is not None
        begun = minutes.state.begun
        if begun is None or begun.asked is not waits.asked.who:
            minutes.begin(faction, [], limop=False, asked=waits.asked.who)
        return False
    if not decision.lines:
        raise FitlError(f"{faction} reaches no decision: {decision.needs}")
    write_decision(minutes, faction, decision.node, decision.trace, decision.lines, given.dice)
    return True


def pending_choice(state: TableState) -> Wanted | None:
    """Return the question of a player that a Non-player's decision waits for, or None."""
    begun = state.begun
    if begun is None or state.seat_of(begun.faction) != TABLE or begun.asked is None:
        return None
    given = _Given(Minutes(state, TABLE, ""), begun.faction)
    decide(state.position, begun.faction, given)
    return given.waits


def choose(minutes: Minutes, seat: Seat, answer: Clause | None) -> None:
    """Write a player's answer in a Non-player's Event; None leaves it out.

    Raises `Forbidden` if another seat is asked, or `Violation` if the answer is not open.
    """
    state = minutes.state
    wanted = pending_choice(state)
    assert wanted is not None and wanted.asked is not None and state.begun is not None
    asked = wanted.asked
    if state.seat_of(asked.who) != seat:
        raise Forbidden(f"{asked.who} is asked, not you: {asked.prompt}", "8.4.1")
    if answer is None and (wanted.owed or not asked.optional):
        raise Violation(
            still_to_say(asked.who, asked.prompt, asked.rule), faction=asked.who, asked=asked.prompt
        )
    if answer is not None:
        write_clause(answer)
    if answer is not None and not (asked.accepts(answer) and asked.leads_on(answer)):
        refusal = Refusal("surplus-clause", asked.rule, f"this is no answer to: {asked.prompt}")
        raise Violation(refusal, faction=asked.who, asked=asked.prompt, legal=asked.answers(most=20))
    minutes.add(facts.Chosen(asked.who, answer))
