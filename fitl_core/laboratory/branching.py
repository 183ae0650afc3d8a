"""Compare two moves in one position: play both on to the end, over and over, and take the difference.

Cards that have not come up are dealt again for each play-out, the same for both moves. Dice fall from the
same seed. So the difference of a pair has a smaller error. Read `comparing` for policies.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.facts.players import player_of
from fitl_core.laboratory.estimates import Estimate, estimate
from fitl_core.laboratory.lab_games import LabResult, counted_game
from fitl_core.players.decks import redeal
from fitl_core.players.dice import Dice
from fitl_core.policies.policy_games import policy_game_from
from fitl_core.policies.registry import close_policies, policy_named
from fitl_core.policies.seat_policy import Policy
from fitl_core.record.clauses import Clause
from fitl_core.record.events import Action, Event, Pass
from fitl_core.record.spoken import spoken, written
from fitl_core.seat.sights import SeatSight
from fitl_core.state.state import State
from fitl_core.strict_play import insist_on_turn, play_canonical
from fitl_core.table.whole_moves import attempt


class PlayOut(msgspec.Struct, frozen=True):
    """One play-out: from a position, a Faction's `move` if there is one, then play by a policy.

    All Factions with players have the policy. `seed` deals the cards that have not come up, and rolls the
    dice.
    """

    state: State
    policy: str
    seed: int
    faction: Faction | None = None
    move: Action | Pass | None = None
    cards: int | None = None


class BranchDifference(msgspec.Struct, frozen=True):
    """The first move against the second for a Faction: the mean differences of its margin and of its wins."""

    faction: Faction
    margin: Estimate
    wins: Estimate


class Branching(msgspec.Struct, frozen=True):
    """Two moves compared. `differences` has the Faction that moves first, then the others.

    `first` and `second` are the mean margins of the Faction that moves. `faults` are pairs that were left
    out, and why.
    """

    faction: Faction
    policy: str
    first: Estimate
    second: Estimate
    differences: tuple[BranchDifference, ...]
    faults: tuple[str, ...]


def whole_move(state: State, event: Event) -> Action | Pass:
    """Return a move as the rules ask for it. Its dice may be missing. Raises `Violation` for an illegal one.

    Raises `ValueError` for a line that is no move.
    """
    match event:
        case Action(faction, segments, limop):
            own = player_of(state.players, faction)
            tried = attempt(state, faction, spoken(segments, faction), limop, own)
            return Action(faction, written([*tried.asked, *tried.later], faction), limop)
        case Pass(faction):
            insist_on_turn(state, faction, False)
            play_canonical(state, event)
            return event
        case _:
            raise ValueError("only an action or a Pass can be played out")


def play_out(asked: PlayOut) -> LabResult:
    """Play on from a position to the end of the game. A `FitlError` becomes the `fault` of the result."""
    named = {faction: policy_named(asked.policy, f"{asked.seed} {faction}") for faction in FACTIONS}
    policies: dict[Faction, Policy] = dict(named)
    if asked.move is not None:
        for faction, policy in named.items():
            policies[faction] = _AfterMove(policy, asked.move, faction is asked.faction)
    deck, dice = redeal(asked.state, f"play-out {asked.seed}"), Dice(f"play-out {asked.seed}")
    played = policy_game_from(asked.state, deck, dice, policies, asked.cards)
    try:
        return counted_game(asked.faction, asked.seed, played)
    finally:
        close_policies(named.values(), "the game is over")


def branched(results: Iterable[tuple[LabResult, LabResult]], faction: Faction, policy: str) -> Branching:
    """Return the comparison of the play-outs of two moves, in pairs.

    Raises `ValueError` without a sound pair.
    """
    pairs: list[tuple[LabResult, LabResult]] = []
    faults: list[str] = []
    for one, other in results:
        if one.fault or other.fault:
            faults.append(f"play-out {one.seed}: {one.fault or other.fault}")
        else:
            pairs.append((one, other))
    if not pairs:
        raise ValueError("no pair of play-outs came to its end: " + "; ".join(faults[:3]))
    return Branching(
        faction,
        policy,
        estimate([one.margins[faction] for one, _ in pairs]),
        estimate([other.margins[faction] for _, other in pairs]),
        tuple(
            [
                BranchDifference(
                    who,
                    estimate([one.margins[who] - other.margins[who] for one, other in pairs]),
                    estimate([(one.winner is who) - (other.winner is who) for one, other in pairs]),
                )
                for who in (faction, *[each for each in FACTIONS if each is not faction])
            ]
        ),
        tuple(faults),
    )


class _AfterMove:
    """A policy that first plays a given move. Nobody else decides anything before it."""

    name = "after a move"

    def __init__(self, policy: Policy, move: Action | Pass, moves: bool) -> None:
        self._policy = policy
        self._move = move
        self._moves = moves

    def act(self, sight: SeatSight) -> Event | None:
        """Return the given move at first, then the decisions of the policy."""
        if sight.event > 0:
            return self._policy.act(sight)
        if sight.walk is None or not self._moves:
            return None
        return sight.walk.action if sight.walk.said else self._move

    def answer(self, sight: SeatSight) -> Clause | None:
        """Return the answer of the policy."""
        return self._policy.answer(sight)
