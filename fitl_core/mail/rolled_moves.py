"""Roll the dice that are due in a written move."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

import notation
from fitl_core.errors import Violation
from fitl_core.facts.factions import FACTIONS
from fitl_core.game.open_moves import move_line
from fitl_core.mail.chance import Cup
from fitl_core.players.move_prefixes import DieDue, Outcome
from fitl_core.proofs.dealer import RolledDie
from fitl_core.record.clauses import Roll
from fitl_core.record.events import Action
from fitl_core.record.spoken import Said, spoken, written
from fitl_core.rules.sequence import to_act
from fitl_core.state.state import State
from fitl_core.table.whole_moves import attempt, insist_on_some_face
from notation import Entry
from notation.logical_lines import begins_entry


class Cast(msgspec.Struct, frozen=True):
    """An action as far as it is written, with the `dice` rolled in it; `owed` is why it is incomplete."""

    action: Action
    dice: tuple[RolledDie, ...] = ()
    owed: Violation | None = None


def entry_typed(text: str, state: State) -> Entry:
    """Return the line that somebody types in a position. A move without a Faction is the acting Faction's.

    Raises `NotationError` and `UnreadableError` as `notation.read_line`, and `NobodyToAct` if a Faction is
    missing.
    """
    text = text.strip()
    return notation.read_line(text if begins_entry(text) else move_line(text, to_act(state)))


def cast(state: State, action: Action, cup: Cup) -> Cast:
    """Return an action with a die rolled wherever one is due in it, or after it.

    Nothing is rolled if the clauses after a die are illegal for every result. Raises `Violation` for an
    illegal action; dice already rolled in it stay rolled.
    """
    clauses = spoken(action.segments, action.faction)
    fallen: list[RolledDie] = []
    attempted = partial(_attempt, state, action)
    while True:
        owed = None
        try:
            outcome = attempted(clauses)
        except Violation as violation:
            if not violation.incomplete:
                raise
            owed = violation
        if owed is not None or not isinstance(outcome, DieDue):
            whole = Action(action.faction, written(clauses, action.faction), action.limop)
            return Cast(whole, tuple(fallen), owed)
        before, after = clauses[: outcome.at], clauses[outcome.at :]
        if after:
            insist_on_some_face(attempted, action.faction, before, after)
        fallen.append(die := cup(f"{action.faction}: {outcome.what}"))
        clauses = [*before, (action.faction, Roll(die.die)), *after]


def _attempt(state: State, action: Action, clauses: Sequence[Said]) -> Outcome:
    return attempt(state, action.faction, clauses, action.limop, FACTIONS)
