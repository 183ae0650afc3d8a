"""A walk that remembers its trials, because a decision that looks ahead repeats them."""

from __future__ import annotations

from fitl_core.asking.walk import ProcedureWalk as Inner
from fitl_core.facts.factions import Faction
from fitl_core.record.clauses import Clause
from fitl_core.state.state import State
from fitl_core.walks import OpenedQuestion, Walk, ask


class RememberingWalk(Walk):
    """A walk that keeps the walks after it for as long as it lives."""

    def __init__(self, state: State, faction: Faction, limop: bool, inner: Inner) -> None:
        super().__init__(state, faction, limop, inner)
        self._tried: dict[tuple[Clause, bool], Walk | None] = {}
        self._asked: dict[str, OpenedQuestion | None] = {}

    @classmethod
    def begun(cls, state: State, faction: Faction) -> RememberingWalk:
        """Begin an action without clauses."""
        return cls(state, faction, False, ask(state, faction)._inner)

    def first_for(self, form: str) -> OpenedQuestion | None:
        if form not in self._asked:
            self._asked[form] = super().first_for(form)
        return self._asked[form]

    def say(self, clause: Clause, who: Faction | None = None, unproven: bool = False) -> Walk:
        if who is not None:
            return super().say(clause, who, unproven)
        tried = self._tried.get((clause, unproven))
        if tried is None:
            tried = self._tried[clause, unproven] = super().say(clause, who, unproven)
        return tried

    def behind(self, clause: Clause, unproven: bool = False) -> Walk | None:
        tried = clause, unproven
        if tried not in self._tried:
            self._tried[tried] = super().behind(clause, unproven)
        return self._tried[tried]


class Beginnings:
    """The walks without clauses of one position; each is begun once."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._begun: dict[Faction, Walk] = {}

    def of(self, faction: Faction) -> Walk:
        """Return the walk of a Faction. Raises `Violation` if it is not the Faction's turn."""
        if faction not in self._begun:
            self._begun[faction] = RememberingWalk.begun(self._state, faction)
        return self._begun[faction]
