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
from fitl_core.players.move_prefixes import DieDue
from fitl_core.proofs.dealer import RolledDie
from fitl_core.reading.meanings import answers_only
from fitl_core.record.clauses import Roll
from fitl_core.record.events import Action
from fitl_core.record.spoken import Said, spoken, written
from fitl_core.rules.sequence import to_act
from fitl_core.state.state import State
from fitl_core.table.whole_moves import Attempted, attempt, insist_on_some_face
from fitl_core.underway import Underway
from notation import Entry
from notation.logical_lines import begins_entry


class Cast(msgspec.Struct, frozen=True):
    """An action as far as it is written, as the rules ask for it, with the `dice` rolled in it.

    `owed` is why it is incomplete. `reworded` says whether the rules ask for other clauses than those typed.
    """

    action: Action
    dice: tuple[RolledDie, ...] = ()
    owed: Violation | None = None
    reworded: bool = False


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
    reworded = False
    while True:
        try:
            outcome, asked, later, is_reworded = attempted(clauses)
        except Violation as violation:
            if not violation.incomplete:
                raise
            answers = answers_only(partial(Underway, state, action.faction, action.limop), clauses)
            return Cast(_whole(action, answers), tuple(fallen), violation, reworded or answers != clauses)
        reworded = reworded or is_reworded
        if not isinstance(outcome, DieDue):
            return Cast(_whole(action, [*asked, *later]), tuple(fallen), None, reworded)
        if later:
            insist_on_some_face(attempted, action.faction, asked, later)
        fallen.append(die := cup(f"{action.faction}: {outcome.what}"))
        clauses = [*asked, (action.faction, Roll(die.die)), *later]


def _whole(action: Action, clauses: Sequence[Said]) -> Action:
    """Return an action with other clauses."""
    return Action(action.faction, written(clauses, action.faction), action.limop)


def _attempt(state: State, action: Action, clauses: Sequence[Said]) -> Attempted:
    return attempt(state, action.faction, clauses, action.limop, FACTIONS)
