"""A move that somebody has written, its dice rolled where they are due."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

import notation
from fitl_core.errors import Violation
from fitl_core.facts.factions import FACTIONS
from fitl_core.game.next_moves import move_line
from fitl_core.mail.chance import Cup
from fitl_core.players.heeding import DieDue, Outcome
from fitl_core.proofs.dealer import Die
from fitl_core.record.clauses import Roll
from fitl_core.record.events import Action
from fitl_core.record.spoken import Said, spoken, written
from fitl_core.rules.sequence import to_act
from fitl_core.state.state import State
from fitl_core.table.attempts import attempt, insist_on_some_face
from notation import Entry
from notation.lines import begins_entry


class Cast(msgspec.Struct, frozen=True):
    """An action as far as it is said, with the `dice` that fell in it; `owed` is why it is not whole."""

    action: Action
    dice: tuple[Die, ...] = ()
    owed: Violation | None = None


def entry_typed(text: str, state: State) -> Entry:
    """The line that somebody types in a position: without a Faction, a move is of the one to act.

    Raises `NotationError` and `UnreadableError` as `notation.read_line`, `NobodyToAct` where a Faction is
    missing.
    """
    text = text.strip()
    return notation.read_line(text if begins_entry(text) else move_line(text, to_act(state)))


def cast(state: State, action: Action, cup: Cup) -> Cast:
    """An action with a die rolled wherever one is due in it, or behind it.

    Nothing rolls where what is said behind a die is illegal however it falls. Raises `Violation` for what is
    illegal, and then what has fallen in it has fallen.
    """
    said = spoken(action.segments, action.faction)
    fallen: list[Die] = []
    attempted = partial(_attempt, state, action)
    while True:
        owed = None
        try:
            outcome = attempted(said)
        except Violation as violation:
            if not violation.incomplete:
                raise
            owed = violation
        if owed is not None or not isinstance(outcome, DieDue):
            whole = Action(action.faction, written(said, action.faction), action.limop)
            return Cast(whole, tuple(fallen), owed)
        before, behind = said[: outcome.at], said[outcome.at :]
        if behind:
            insist_on_some_face(attempted, action.faction, before, behind)
        fallen.append(die := cup(f"{action.faction}: {outcome.what}"))
        said = [*before, (action.faction, Roll(die.die)), *behind]


def _attempt(state: State, action: Action, said: Sequence[Said]) -> Outcome:
    return attempt(state, action.faction, said, action.limop, FACTIONS)
