"""A walk that remembers its trials, because a decision that looks ahead repeats them.

The walk does not explain a refused answer: a decision tries many answers and never shows the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cached_property, partial
from typing import Any, TypeVar

from fitl_core.asking.walk import ProcedureWalk as Inner
from fitl_core.facts.factions import Faction
from fitl_core.record.clauses import Clause
from fitl_core.state.state import State
from fitl_core.strict_play import insist_on_turn
from fitl_core.underway import Underway
from fitl_core.walks import OpenedQuestion, Walk

Found = TypeVar("Found")


class RememberingWalk(Walk):
    """A walk that keeps the walks after it for as long as it lives."""

    def __init__(self, state: State, faction: Faction, limop: bool, inner: Inner) -> None:
        super().__init__(state, faction, limop, inner)
        self._tried: dict[tuple[Clause, Faction | None, bool], Walk | None] = {}
        self._asked: dict[str, OpenedQuestion | None] = {}

    @classmethod
    def begun(cls, state: State, faction: Faction) -> RememberingWalk:
        """Begin an action without clauses."""
        insist_on_turn(state, faction, False)
        return cls(state, faction, False, Inner(partial(Underway, state, faction, False)))

    def first_for(self, form: str) -> OpenedQuestion | None:
        if form not in self._asked:
            self._asked[form] = super().first_for(form)
        return self._asked[form]

    @cached_property
    def pending(self) -> OpenedQuestion | None:
        return super().pending

    @cached_property
    def questions(self) -> tuple[OpenedQuestion, ...]:
        return super().questions

    @cached_property
    def position(self) -> State:
        return super().position

    def say(self, clause: Clause, who: Faction | None = None, unproven: bool = False) -> Walk:
        key = clause, who, unproven
        tried = self._tried.get(key)
        if tried is None:
            tried = self._tried[key] = self._with(self._inner.say(clause, who, unproven))
        return tried

    def behind(self, clause: Clause, unproven: bool = False) -> Walk | None:
        key = clause, None, unproven
        if key not in self._tried:
            self._tried[key] = super().behind(clause, unproven)
        return self._tried[key]


class Beginnings:
    """The walks without clauses of one position, and trials that begin there; each is made once."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._begun: dict[Faction, Walk] = {}
        self._found: dict[Hashable, Any] = {}

    def of(self, faction: Faction) -> Walk:
        """Return the walk of a Faction. Raises `Violation` if it is not the Faction's turn."""
        if faction not in self._begun:
            self._begun[faction] = RememberingWalk.begun(self._state, faction)
        return self._begun[faction]

    def once(self, key: Hashable, find: Callable[[], Found]) -> Found:
        """Return the result of a trial. The trial with this key is made once."""
        if key not in self._found:
            self._found[key] = find()
        found: Found = self._found[key]
        return found
