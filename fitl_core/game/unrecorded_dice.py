"""Find the Policy and the promises of Non-players that a log leaves open, because it lacks their dice.

The dice lines of a decision show in the move after them. Two dice also change the position: the die for the
Policy (8.8.1), and the die for a promise to play the next Event (8.5.2, 8.6.2, 8.7.1, 8.8.2). Without such a
die the replay goes on with a position that may be wrong, so a later move may only seem to depart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import get_args

import msgspec

from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.facts.non_player_nodes import EVENT_OR_PASS, POLICY_NODE
from fitl_core.facts.phases import Policy
from fitl_core.players.non_players.dice_search import NonPlayerMove
from fitl_core.players.non_players.move_verdicts import RIGHT, MoveVerdict
from fitl_core.record.events import Pass
from fitl_core.record.play_effects import PolicySet
from fitl_core.rules.promises import may_promise
from fitl_core.state.state import State


class UnrecordedDice:
    """The Policy and the promises that are not known. `judge` gives the verdict on a move in a position."""

    def __init__(self, judge: Callable[[NonPlayerMove], MoveVerdict]) -> None:
        self._judge = judge
        self._policy_missing_at = 0
        self._promise_missing_at: dict[tuple[Faction, int | None], int] = {}
        """The number of the Pass that may have promised the Event of a card."""

    def learn(self, number: int, played: NonPlayerMove, verdict: MoveVerdict) -> None:
        """Note which die is missing at the move with this number, or which die has come."""
        if _lacks_policy_die(played, verdict):
            self._policy_missing_at = number
        elif any(type(effect) is PolicySet for effect in played.effects) or _has_die(played, POLICY_NODE):
            self._policy_missing_at = 0
        if verdict.verdict not in RIGHT and _lacks_promise_die(played):
            self._promise_missing_at[played.faction, played.before.next] = number

    def excuse(self, played: NonPlayerMove) -> MoveVerdict:
        """Return the verdict on a move, or that it was not examined if a missing die may make it right."""
        verdict = self._judge(played)
        if verdict.verdict not in ("departs", "rolls-missing"):
            return verdict
        for before, unknown in self._other_positions(played, verdict):
            other = self._judge(msgspec.structs.replace(played, before=before))
            may_be_right = other.verdict in (*RIGHT, "not-decidable")
            if may_be_right or (verdict.verdict == "departs" and other.verdict != "departs"):
                return msgspec.structs.replace(verdict, verdict="not-examined", needs=unknown)
        return verdict

    def _other_positions(self, played: NonPlayerMove, verdict: MoveVerdict) -> Iterator[tuple[State, str]]:
        """Yield the position with another promise or Policy, and in words which die is missing.

        Another Policy is tried only for a move that departs: it decides about no roll.
        """
        state, faction = played.before, played.faction
        promises: list[tuple[State, tuple[str, ...]]] = [(state, ())]
        if missing_at := self._promise_missing_at.get((faction, state.card)):
            words = (
                f"whether {faction} promised this Event is not known: no die for it before event {missing_at}"
            )
            promises.append((_with_other_promise(state, faction), (words,)))
        policies = [state.policy]
        if self._policy_missing_at and verdict.verdict == "departs":
            policies += [policy for policy in get_args(Policy) if policy != state.policy]
        words = f"the Policy is not known: no die for it before event {self._policy_missing_at}"
        for policy in policies:
            for position, unknown in promises:
                if policy != state.policy:
                    position, unknown = msgspec.structs.replace(position, policy=policy), (*unknown, words)
                if unknown:
                    yield position, "; ".join(unknown)


def _has_die(played: NonPlayerMove, node: str) -> bool:
    """Check whether a die for a node is recorded before the move."""
    return any(line.node == node for line in played.dice)


def _lacks_policy_die(played: NonPlayerMove, verdict: MoveVerdict) -> bool:
    """Check whether the decision rolled for the Policy with a die that is not recorded."""
    is_rolled = any(step.step == "roll" and step.node == POLICY_NODE for step in verdict.trace)
    return (is_rolled or verdict.node == POLICY_NODE) and not _has_die(played, POLICY_NODE)


def _lacks_promise_die(played: NonPlayerMove) -> bool:
    """Check whether the move is a Pass that a missing die may have made a promise."""
    faction, move = played.faction, played.move
    if not isinstance(move, Pass) or not may_promise(played.before, faction) or not played.before.leader_box:
        return False
    return not _has_die(played, f"{EVENT_OR_PASS[faction]}/if-1")


def _with_other_promise(state: State, faction: Faction) -> State:
    """Return the position with the promise of a Faction taken back, or made if there is none."""
    promises = set(state.promises) ^ {faction}
    return msgspec.structs.replace(state, promises=tuple([one for one in FACTIONS if one in promises]))
