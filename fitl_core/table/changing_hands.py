"""Factions that change hands at a table: a seat goes to Non-players, or one is made of theirs (8.0)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fitl_core.engine import play, start
from fitl_core.facts.factions import Faction
from fitl_core.facts.options import has_markers
from fitl_core.facts.players import FOUR_PLAYERS, Players, player_words
from fitl_core.record.events import ShareOut
from fitl_core.record.spoken import spoken
from fitl_core.table import facts
from fitl_core.table.facts import TABLE, Seat
from fitl_core.table.minutes import Minutes
from fitl_core.table.refusals import NotNow, Unknown
from fitl_core.table.sealing import markers_dealt
from fitl_core.table.seating import known_seat
from notation.tag_values import players_of


def hand_over(minutes: Minutes, name: Seat) -> None:
    """Hand an empty seat to Non-players, who act by themselves from here on; its standing orders are gone.

    Before play the game then begins without it. Raises `NotNow` where somebody sits there, or dice have
    fallen in a move of it that has begun; `Violation` where the rules or options do not allow it.
    """
    state = minutes.state
    if known_seat(state, name).taken:
        raise NotNow(f"somebody sits on seat {name}: he leaves first, or the host makes it free")
    handed = state.factions_of(name)
    _drop_move_of(minutes, handed)
    _share_out(minutes, tuple([group for group in state.players if player_words(group) != name]))
    for order in state.orders:
        if order.seat == name:
            minutes.add(facts.OrderTakenBack(order.number), TABLE)
    begun = minutes.state.begun
    if begun is not None and begun.asked in handed and minutes.state.seat_of(begun.faction) != TABLE:
        said = spoken(begun.segments, begun.faction)  # nobody is asked there any more: its player goes on
        minutes.begin(begun.faction, said, begun.limop)


def take_over(minutes: Minutes, name: Seat) -> None:
    """Make a seat of Non-players' Factions. Raises as `hand_over` does, `Unknown` for no such Factions."""
    state = minutes.state
    wanted = players_of(name) or ()
    without = state.factions_of(TABLE)
    if len(wanted) != 1 or not set(wanted[0]) <= set(without):
        whose = ", ".join(without) or "none"
        raise Unknown(f'"{name[:40]}" is no seat of Non-players\' Factions; there are: {whose}', "8.0")
    _drop_move_of(minutes, wanted[0])
    order = [faction for (faction,) in FOUR_PLAYERS]
    players = sorted((*state.players, *wanted), key=lambda group: order.index(group[0]))
    _share_out(minutes, tuple(players))
    if state.status == "playing" and has_markers(minutes.state.position.options):
        bare = [seat.name for seat in minutes.state.seats if not seat.markers]
        for seat, markers in markers_dealt(minutes.state):
            if seat in bare:
                minutes.add(facts.MarkersDealt(seat, markers), TABLE)


def _share_out(minutes: Minutes, players: Players) -> None:
    """Write the line that shares the Factions out anew; before play, with whom the game begins."""
    state = minutes.state
    if state.status == "gathering":
        if not players:
            raise NotNow("a table has at least one seat with a player", "1.5")
        start(msgspec.structs.replace(state.opened.setup, players=players))  # raises where it may not be
        minutes.add(facts.PlayersSet(players), TABLE)
        return
    event = ShareOut(players)
    minutes.add_line(facts.SharedOut(event=event), play(minutes.state.position, event), TABLE)


def _drop_move_of(minutes: Minutes, factions: Sequence[Faction]) -> None:
    """Take back what has begun of a move of one of these Factions, or of a Non-player's that waits.

    A Non-player decides anew, since who decides around it is not the same. Raises `NotNow` where a die has
    fallen in a player's move, or another seat has answered.
    """
    begun = minutes.state.begun
    if begun is None:
        return
    if minutes.state.seat_of(begun.faction) == TABLE:
        minutes.spend_dice(f"the dice of {begun.faction} decide nothing: it decides anew, with other players")
        minutes.add(facts.MoveDropped())
    elif begun.faction in factions and begun.firm:
        why = f"a die has fallen or another has answered in the move of {begun.faction} that has begun"
        raise NotNow(f"{why}: whoever takes the seat goes on with it", "SPEC 3")
    elif begun.faction in factions:
        minutes.add(facts.MoveDropped())
