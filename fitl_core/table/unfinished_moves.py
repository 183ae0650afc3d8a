"""The unfinished move of a table under today's rules: it goes on if all its parts still fit.

Its clauses, choices and dice were written when other rules may have been in force. The next command plays
them by today's rules. A die fits a question of the same kind and purpose. If anything does not fit, the move
is set aside: its dice decide nothing, and its Faction moves again from the last line. No die is used twice.
Read `carrying_out` next.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import msgspec

from fitl_core.errors import FitlError, Refusal, Violation
from fitl_core.players.non_players.decide import Lacking, decide, run_decision
from fitl_core.players.non_players.in_players_moves import PlayersMove
from fitl_core.players.non_players.wanted import Wanted
from fitl_core.record.clauses import Clause, Roll
from fitl_core.record.events import Action
from fitl_core.record.spoken import Said, spoken, written
from fitl_core.rules.release import RULES_RELEASE
from fitl_core.table import facts
from fitl_core.table.facts import TABLE
from fitl_core.table.minutes import Minutes
from fitl_core.table.table_state import Begun, Fallen, TableState
from fitl_core.table.whole_moves import attempt, is_playable
from fitl_core.walks import ask


def misfit(state: TableState) -> Violation | None:
    """Return why today's rules refuse a part of the unfinished move; None if all of it fits."""
    begun = state.begun
    if begun is None or state.status != "playing":
        return None
    try:
        if state.seat_of(begun.faction) == TABLE:
            _insist_on_decision(state, begun)
        else:
            _insist_on_clauses(state, begun)
            _insist_on_dice(state, begun)
    except Violation as violation:
        return violation
    except FitlError as error:
        return Violation(Refusal("no-answer", "SPEC 3", error.message), faction=begun.faction)
    return None


def set_aside(minutes: Minutes, why: Violation) -> Violation:
    """Set the unfinished move aside, and return the reason for the seat that commands."""
    begun = minutes.state.begun
    assert begun is not None
    rule = why.refusal.rule
    words = f"the rules have changed since the move of {begun.faction} began: {why.message} ({rule})"
    if begun.dice:
        minutes.spend_dice(f"{words}; its dice decide nothing")
    else:
        minutes.remark(f"{words}; it is set aside")
    minutes.add(facts.MoveSetAside(f"{rule}: {why.message}", RULES_RELEASE), TABLE)
    told = f"{words}; it is set aside, and {begun.faction} moves again"
    refusal = msgspec.structs.replace(why.refusal, message=told)
    return Violation(refusal, faction=begun.faction)


def _insist_on_clauses(state: TableState, begun: Begun) -> None:
    """Raise `Violation` if a clause of a player's move is refused."""
    try:
        ask(state.position, begun.faction, begun.segments, begun.limop)
    except Violation:  # a walk takes no statements of automatic effects
        own = state.factions_of(state.seat_of(begun.faction))
        said = spoken(begun.segments, begun.faction)
        try:
            attempt(state.position, begun.faction, said, begun.limop, own, begun.left_out)
        except Violation as violation:
            if not is_playable(violation):
                raise


def _insist_on_dice(state: TableState, begun: Begun) -> None:
    """Raise `Violation` if a die in a player's move has another purpose now, or none."""
    said = spoken(begun.segments, begun.faction)
    fallen = iter([die for die in begun.dice if die.kind == "move"])
    for at, (_, clause) in enumerate(said):
        if isinstance(clause, Roll) and (die := next(fallen, None)) is not None:
            _insist_on_purpose(state, begun, said[:at], die)
    if any(die.kind != "move" for die in begun.dice):
        event = Action(begun.faction, begun.segments, begun.limop)
        move = PlayersMove.of(state.position, event)
        with suppress(Lacking):  # more dice will fall
            run_decision(move.answer_all(to_end=False), _KeptInput(begun, "move"))


def _insist_on_purpose(state: TableState, begun: Begun, before: list[Said], die: Fallen) -> None:
    """Raise `Violation` unless a die for this purpose is asked for after these clauses."""
    walk = ask(state.position, begun.faction, written(before, begun.faction), begun.limop)
    due = [one.prompt for one in walk.questions if one.is_chance]
    if die.what not in due:
        raise _no_such_die(die, due[0] if due else "")


def _insist_on_decision(state: TableState, begun: Begun) -> None:
    """Raise `Violation` if a Non-player asks for other dice or answers than those that it has."""
    decide(state.position, begun.faction, _KeptInput(begun))


class _KeptInput:
    """The dice and choices of an unfinished move, given out in order as far as they go.

    Dice of the kind `in_clauses` stand in the clauses of the move.
    """

    def __init__(self, begun: Begun, in_clauses: str = "") -> None:
        self._in_clauses = in_clauses
        self._dice = [die for die in begun.dice if die.kind != in_clauses]
        self._chosen = list(begun.chosen)

    def __call__(self, wanted: Wanted) -> Any:
        if wanted.asked is not None:
            return self._choice(wanted)
        if wanted.kind == self._in_clauses or len(self._dice) < wanted.dice:
            return None
        taken, self._dice = self._dice[: wanted.dice], self._dice[wanted.dice :]
        for die in taken:
            if (die.kind, die.what) != (wanted.kind, wanted.what):
                raise _no_such_die(die, wanted.what)
        return tuple([die.die for die in taken])

    def _choice(self, wanted: Wanted) -> Clause | tuple[()] | None:
        assert wanted.asked is not None
        if not self._chosen:
            return None
        answer = self._chosen.pop(0)
        if answer is not None and not wanted.asked.accepts(answer):
            why = f"an answer that was given does not fit this question: {wanted.asked.prompt}"
            raise Violation(Refusal("surplus-clause", wanted.asked.rule, why), faction=wanted.asked.who)
        return () if answer is None else answer


def _no_such_die(die: Fallen, due: str) -> Violation:
    asked = f"; a die is due for: {due}" if due else ""
    return Violation(Refusal("surplus-clause", "3.0", f"no die is due for: {die.what}{asked}"))
