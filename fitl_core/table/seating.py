"""The commands about seats: to take, leave and free them, to add seeds, and to choose markers.

The deck is sealed when all seats and seeds are there. Read `changing_hands` next.
"""

from __future__ import annotations

from collections import Counter

from fitl_core.errors import Refusal, Violation
from fitl_core.facts.options import HANDICAP, DeceptionMarker
from fitl_core.proofs.hexadecimal import digits_of
from fitl_core.proofs.seeds import insist_on_seed, read_seed
from fitl_core.rules.deception import MARKERS_OF_A_PLAYER
from fitl_core.table import facts
from fitl_core.table.fact_fold import key_of
from fitl_core.table.facts import TABLE, Seat
from fitl_core.table.kept_steps import kept_start
from fitl_core.table.minutes import Minutes
from fitl_core.table.older_lines import first_step
from fitl_core.table.refusals import Forbidden, NotNow, Unknown
from fitl_core.table.sealing import deck_of, markers_dealt, used_by
from fitl_core.table.table_state import SeatState, TableState, replaced


def known_seat(state: TableState, name: Seat) -> SeatState:
    """Return the seat of a name. Raises `Unknown`."""
    seat = state.seat(name)
    if seat is None:
        names = ", ".join([one.name for one in state.seats]) or "none"
        raise Unknown(f'there is no seat "{name[:40]}"; there are: {names}', "1.5")
    return seat


def sit(minutes: Minutes, name: Seat) -> None:
    """Take a free seat. Raises `NotNow` if it is taken."""
    if known_seat(minutes.state, name).taken:
        raise NotNow(f"seat {name} is taken")
    minutes.add(facts.Seated(name))


def leave(minutes: Minutes, name: Seat, resigned: bool = False) -> None:
    """Leave a seat. With two seats or fewer, resigning in play ends the game."""
    if not known_seat(minutes.state, name).taken:
        raise NotNow(f"nobody sits on seat {name}")
    if resigned and minutes.state.status == "playing" and len(minutes.state.seats) <= 2:
        minutes.add(facts.TableClosed("resigned", minutes.state.seed, name))
    else:
        minutes.add(facts.SeatLeft(name, resigned))


# -- seeds ------------------------------------------------------------------------------------------


def promise_seed(minutes: Minutes, name: Seat, commitment: str) -> None:
    """Commit to the seed that a seat adds, before any seat has given its seed."""
    seat = known_seat(minutes.state, name)
    if not minutes.state.opened.seats_add or minutes.state.status != "gathering":
        raise NotNow("no seat adds a seed now")
    if seat.promised:
        raise NotNow(f"seat {name} has committed to its seed already")
    digits_of(commitment, "a commitment")
    minutes.add(facts.SeedPromised(name, commitment))


def give_seed(minutes: Minutes, name: Seat, seed: str) -> None:
    """Give the promised seed, after every seat has promised one."""
    seat = known_seat(minutes.state, name)
    if not all(one.promised for one in minutes.state.seats):
        raise NotNow("give the seed after every seat has committed to its own")
    if seat.seed:
        raise NotNow(f"seat {name} has given its seed already")
    insist_on_seed(read_seed(seed), seat.promised)
    minutes.add(facts.SeedGiven(name, seed))


# -- markers ----------------------------------------------------------------------------------------


def choose_markers(minutes: Minutes, name: Seat, markers: tuple[DeceptionMarker, ...]) -> None:
    """Choose a seat's Deception markers under the Handicap option (7.3); without any, draw them blindly.

    The choices of others have no influence here: a refusal would reveal them.
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
        raise Violation(
            Refusal("no-markers", "7.3", f"choose also the markers used already: {', '.join(used)}")
        )
    minutes.add(facts.MarkersDealt(name, markers))


# -- the beginning ----------------------------------------------------------------------------------


def waits_for(state: TableState) -> str:
    """Return the missing parts of a table before play, in words; empty if play can begin."""
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
    """Seal the deck and deal the markers, when all seats and seeds are there."""
    if minutes.state.status != "gathering" or waits_for(minutes.state):
        return
    keyed = replaced(minutes.state, key=key_of(minutes.state))
    deck, first = deck_of(keyed), kept_start(first_step(minutes.state))
    minutes.add(facts.DeckSealed(deck.root, len(deck.cards)), TABLE, step=first)
    for name, markers in markers_dealt(minutes.state):
        minutes.add(facts.MarkersDealt(name, markers), TABLE)


def insist_on_host(seat: Seat) -> None:
    """Raise `Forbidden` for a command of the host from any other seat."""
    if seat != TABLE:
        raise Forbidden("this is for the host of the table")
