"""Changes of Factions at a table: a seat goes to Non-players, or a new seat is made of their Factions (8.0).

`seating` has the other commands about seats. Read it next.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fitl_core.engine import start
from fitl_core.facts.factions import Faction
from fitl_core.facts.options import has_markers
from fitl_core.facts.players import FOUR_PLAYERS, Players, player_words
from fitl_core.record.events import ShareOut
from fitl_core.record.spoken import spoken
from fitl_core.strict_play import play_canonical
from fitl_core.table import facts
from fitl_core.table.facts import TABLE, Seat
from fitl_core.table.minutes import Minutes
from fitl_core.table.refusals import NotNow, Unknown
from fitl_core.table.sealing import markers_dealt
from fitl_core.table.seating import known_seat
from fitl_core.table.table_state import TableState
from fitl_core.table.unfinished_moves import misfit
from notation.tag_values import players_of


def hand_over(minutes: Minutes, name: Seat) -> None:
    """Hand an empty seat to Non-players, and cancel its standing orders.

    Before play the game then begins without the seat. Raises `NotNow` if somebody sits there, or if dice have
    fallen in its unfinished move. Raises `Violation` if the rules or options do not allow it.
    """
    state = minutes.state
    if known_seat(state, name).taken:
        raise NotNow(f"somebody sits on seat {name}: the player leaves first, or the host frees the seat")
    handed = state.factions_of(name)
    _drop_move_of(minutes, handed)
    _share_out(minutes, tuple([group for group in state.players if player_words(group) != name]))
    for order in state.orders:
        if order.seat == name:
            minutes.add(facts.OrderTakenBack(order.number), TABLE)
    begun = minutes.state.begun
    if begun is not None and begun.asked in handed and minutes.state.seat_of(begun.faction) != TABLE:
        said = spoken(begun.segments, begun.faction)  # the asked seat is gone: the move's player goes on
        minutes.begin(begun.faction, said, begun.limop)
    _drop_misfit(minutes)


def take_over(minutes: Minutes, name: Seat) -> None:
    """Make a seat of Non-players' Factions. Raises `Unknown` if they do not have them, and errors as
    `hand_over`.
    """
    state = minutes.state
    wanted = players_of(name) or ()
    of_non_players = state.factions_of(TABLE)
    if len(wanted) != 1 or not set(wanted[0]) <= set(of_non_players):
        listed = ", ".join(of_non_players) or "none"
        raise Unknown(f'"{name[:40]}" is no seat of Non-players\' Factions; there are: {listed}', "8.0")
    _drop_move_of(minutes, wanted[0])
    order = [faction for (faction,) in FOUR_PLAYERS]
    players = sorted((*state.players, *wanted), key=lambda group: order.index(group[0]))
    _share_out(minutes, tuple(players))
    if state.status == "playing" and has_markers(minutes.state.position.options):
        bare = [seat.name for seat in minutes.state.seats if not seat.markers]
        for seat, markers in markers_dealt(minutes.state):
            if seat in bare:
                minutes.add(facts.MarkersDealt(seat, markers), TABLE)
    _drop_misfit(minutes)


def _share_out(minutes: Minutes, players: Players) -> None:
    """Write the line that shares out the Factions. Before play, change the players of the setup."""
    state = minutes.state
    if state.status == "gathering":
        if not players:
            raise NotNow("a table has at least one seat with a player", "1.5")
        _insist_on_open(state, players)
        minutes.add(facts.PlayersSet(players), TABLE)
        return
    event = ShareOut(players)
    minutes.add_line(facts.SharedOut(event=event), play_canonical(minutes.state.position, event), TABLE)


def _insist_on_open(state: TableState, players: Players) -> None:
    """Raise the error of the rules if a game cannot begin with these players."""
    if state.opened.branched is None:
        start(msgspec.structs.replace(state.opened.setup, players=players))
    else:
        play_canonical(state.opened.branched.first_state(), ShareOut(players))


def _drop_move_of(minutes: Minutes, factions: Sequence[Faction]) -> None:
    """Drop an unfinished move of one of these Factions, or of a Non-player.

    A Non-player decides again because the players around it change. Raises `NotNow` if a die has fallen in a
    player's move, or if another seat has answered in it.
    """
    begun = minutes.state.begun
    if begun is None:
        return
    if minutes.state.seat_of(begun.faction) == TABLE:
        minutes.spend_dice(
            f"the dice of {begun.faction} decide nothing: it decides again, with other players"
        )
        minutes.add(facts.MoveDropped())
    elif begun.faction in factions and begun.firm:
        why = f"a die has fallen or another has answered in the move of {begun.faction} that has begun"
        raise NotNow(f"{why}: whoever takes the seat goes on with it", "SPEC 3")
    elif begun.faction in factions:
        minutes.add(facts.MoveDropped())


def _drop_misfit(minutes: Minutes) -> None:
    """Drop an unfinished move that the rules refuse with the new players.

    A transfer from a Non-player is an example (8.1.2). Raises `NotNow` if a die has fallen in the move, or if
    another seat has answered in it.
    """
    begun, why = minutes.state.begun, misfit(minutes.state)
    if begun is None or why is None:
        return
    if begun.firm:
        because = f"the move of {begun.faction} that has begun needs the players as they are"
        raise NotNow(f"{because} ({why.message}): it ends first", why.refusal.rule)
    minutes.add(facts.MoveDropped())
