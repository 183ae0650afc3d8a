"""The protocol of policies, and the parts that they share.

A policy is a function of its seed and of a seat's sight: the same sight gets the same decision. So it has no
memory, and a game can be taken up anywhere. Read `policy_games` next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from fitl_core.errors import FitlError
from fitl_core.facts.card_list import pivotal_cards
from fitl_core.facts.factions import Faction
from fitl_core.players.dice import Dice
from fitl_core.players.move_prefixes import OtherAsked, left_out_key, playable_prefix
from fitl_core.players.non_players.random_games import FACES
from fitl_core.record.clauses import Clause, Roll
from fitl_core.record.events import Action, Event, Pivotal
from fitl_core.record.spoken import Said, written
from fitl_core.seat.sights import SeatSight
from fitl_core.underway import Step


class Policy(Protocol):
    """An object that decides for a seat, at its turn and when it is asked."""

    name: str

    def act(self, sight: SeatSight) -> Event | None:
        """Return the move of a seat at its turn, or its decision on its Pivotal Event (None: let it be).

        An action may stop where a die is due or another seat decides. The policy is then asked again.
        It continues the clauses that have begun.
        """
        ...

    def answer(self, sight: SeatSight) -> Clause | None:
        """Return an answer in a move of another Faction; None leaves the question out."""
        ...


def dice_of(seed: int | str, sight: SeatSight, purpose: str = "") -> Dice:
    """Return the chance of one decision, the same for a seed and a sight."""
    if sight.walk is not None:
        said = len(sight.walk.said)
    else:  # in a Non-player's move each of its questions has chance of its own
        said = sight.questions[0].clauses_before if sight.questions else 0
    return Dice(f"{seed} {sight.event} {sight.asked} {sight.what} {said} {purpose}")


def own_beginning(sight: SeatSight, said: Sequence[Said]) -> tuple[Said, ...]:
    """Return clauses up to the first new die, or the first new answer of another seat."""
    begun = len(sight.walk.said) if sight.walk is not None else 0
    for place, (who, clause) in enumerate(said):
        if place >= begun and (isinstance(clause, Roll) or who not in sight.factions):
            return tuple(said[:place])
    return tuple(said)


def action_of(sight: SeatSight, said: Sequence[Said], limop: bool = False) -> Action:
    """Return clauses as the action of the Faction whose turn it is."""
    assert sight.asked is not None
    return Action(sight.asked, written(said, sight.asked), limop)


def is_playable(
    sight: SeatSight, said: tuple[Said, ...], limop: bool, left_out: frozenset[str] = frozenset()
) -> bool:
    """Check whether a player may play clauses to their end: after a die that is due, with some face of it.

    A question of another player before the end must be one that he may leave out: the clauses go on after it.
    """
    move = action_of(sight, said, limop)
    try:
        stop = playable_prefix(sight.state, move, said, sight.factions, left_out)
    except FitlError:
        return False
    if stop is None or isinstance(stop, Step) or stop.at >= len(said):
        return stop is not None
    if isinstance(stop, OtherAsked):
        left_out |= {left_out_key(stop.at, stop.id)}
        return stop.optional and is_playable(sight, said, limop, left_out)
    assert sight.asked is not None
    before, after = said[: stop.at], said[stop.at :]
    faces = [(*before, (sight.asked, Roll(face)), *after) for face in FACES]
    return any(is_playable(sight, rolled, limop, left_out) for rolled in faces)


def placed(faction: Faction) -> Pivotal:
    """Return the line that places a Faction's Pivotal Event."""
    return Pivotal(faction, pivotal_cards()[faction])
