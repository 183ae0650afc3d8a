"""Seats: taken, left, handed over; seeds that they add; and the deck that is sealed once all are there."""

from __future__ import annotations

from collections import Counter

from fitl_core.errors import Refusal, Violation
from fitl_core.facts.options import HANDICAP, DeceptionMarker
from fitl_core.proofs.hexadecimal import digits_of
from fitl_core.proofs.seeds import insist_on_seed, read_seed
from fitl_core.rules.deception import MARKERS_OF_A_PLAYER
from fitl_core.table import facts
from fitl_core.table.absorbing import key_of
from fitl_core.table.facts import TABLE, Seat
from fitl_core.table.minutes import Minutes
from fitl_core.table.refusals import Forbidden, NotNow, Unknown
from fitl_core.table.sealing import deck_of, markers_dealt, used_by
from fitl_core.table.table_state import SeatState, TableState, replaced


def known_seat(state: TableState, name: Seat) -> SeatState:
    """A seat by its name. Raises `Unknown`."""
    seat = state.seat(name)
    if seat is None:
        there = ", ".join([one.name for one in state.seats]) or "none"
        raise Unknown(f'there is no seat "{name[:40]}"; there are: {there}', "1.5")
    return seat


def sit(minutes: Minutes, name: Seat) -> None:
    """Take a seat that is free. Raises `NotNow` where it is taken."""
    if known_seat(minutes.state, name).taken:
        raise NotNow(f"seat {name} is taken")
    minutes.add(facts.Seated(name))


def leave(minutes: Minutes, name: Seat, resigned: bool = False) -> None:
    """Get up. Who resigns one of two seats ends the game."""
    if not known_seat(minutes.state, name).taken:
        raise NotNow(f"nobody sits on seat {name}")
    if resigned and minutes.state.status == "playing" and len(minutes.state.seats) <= 2:
        minutes.add(facts.Closed("resigned", minutes.state.seed, name))
    else:
        minutes.add(facts.Left(name, resigned))


def close(minutes: Minutes) -> None:
    """Close a table that nobody plays at any more; its seed is opened."""
    minutes.add(facts.Closed("abandoned", minutes.state.seed, TABLE), TABLE)


# -- seeds ------------------------------------------------------------------------------------------


def promise_seed(minutes: Minutes, name: Seat, commitment: str) -> None:
    """Commit to the seed that a seat adds, before anybody has given his."""
    seat = known_seat(minutes.state, name)
    if not minutes.state.opened.seats_add or minutes.state.status != "gathering":
        raise NotNow("no seat adds a seed now")
    if seat.promised:
        raise NotNow(f"seat {name} has committed to its seed already")
    digits_of(commitment, "a commitment")
    minutes.add(facts.SeedPromised(name, commitment))


def give_seed(minutes: Minutes, name: Seat, seed: str) -> None:
    """Give the seed that was promised, once every seat has promised one."""
    seat = known_seat(minutes.state, name)
    if not all(one.promised for one in minutes.state.seats):
        raise NotNow("a seed is given once every seat has committed to its own")
    if seat.seed:
        raise NotNow(f"seat {name} has given its seed already")
    insist_on_seed(read_seed(seed), seat.promised)
    minutes.add(facts.SeedGiven(name, seed))


# -- markers ----------------------------------------------------------------------------------------


def choose_markers(minutes: Minutes, name: Seat, markers: tuple[DeceptionMarker, ...]) -> None:
    """By the Handicap option a seat chooses its Deception markers (7.3), or with none draws them blindly.

    What others have chosen bears on nothing here: a refusal would tell it.
    """
    seat = known_seat(minutes.state, name)
    if HANDICAP not in minutes.state.opened.setup.options or minutes.state.status != "gathering":
        raise NotNow("no markers are chosen now")
    if seat.chose:
        raise NotNow(f"seat {name} has chosen")
    if markers and len(markers) != MARKERS_OF_A_PLAYER:
        why = f"a player has {MARKERS_OF_A_PLAYER} markers"
        raise Violation(Refusal("no-markers", "7.3", why))
    used = used_by(minutes.state, name)
    if markers and not Counter(markers) >= Counter(used):
        raise Violation(Refusal("no-markers", "7.3", f"among them are those used already: {', '.join(used)}"))
    minutes.add(facts.MarkersDealt(name, markers))


# -- the beginning ----------------------------------------------------------------------------------


def waits_for(state: TableState) -> str:
    """What a table that gathers still waits for, in words; empty where play can begin."""
    empty = [seat.name for seat in state.seats if not seat.taken]
    if empty:
        return f"seats to be taken: {', '.join(empty)}"
    if state.opened.seats_add:
        without = [seat.name for seat in state.seats if not seat.seed]
        if without:
            return f"seeds to be added by: {', '.join(without)}"
    if HANDICAP in state.opened.setup.options:
        without = [seat.name for seat in state.seats if not seat.chose]
        if without:
            return f"Deception markers to be chosen by: {', '.join(without)}"
    return ""


def begin_play(minutes: Minutes) -> None:
    """Seal the deck and deal the markers, once all seats and seeds are there."""
    if minutes.state.status != "gathering" or waits_for(minutes.state):
        return
    keyed = replaced(minutes.state, key=key_of(minutes.state))
    deck = deck_of(keyed)
    minutes.add(facts.DeckSealed(deck.root, len(deck.cards)), TABLE)
    for name, markers in markers_dealt(minutes.state):
        minutes.add(facts.MarkersDealt(name, markers), TABLE)


def insist_on_host(seat: Seat) -> None:
    """Raise `Forbidden` for a command of the host's by anybody else."""
    if seat != TABLE:
        raise Forbidden("this is for the host of the table")
