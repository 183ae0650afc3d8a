"""A walk that remembers what was tried behind it: a decision, made anew to look ahead, tries it again."""

from __future__ import annotations

from fitl_core.asking.walk import Walk as Inner
from fitl_core.facts.factions import Faction
from fitl_core.record.clauses import Clause
from fitl_core.state.state import State
from fitl_core.walks import Asked, Walk, ask


class RememberingWalk(Walk):
    """A walk as any other; the walks behind it live as long as it does."""

    def __init__(self, state: State, faction: Faction, limop: bool, inner: Inner) -> None:
        super().__init__(state, faction, limop, inner)
        self._tried: dict[tuple[Clause, bool], Walk | None] = {}
        self._asked: dict[str, Asked | None] = {}

    @classmethod
    def begun(cls, state: State, faction: Faction) -> RememberingWalk:
        """With nothing said."""
        return cls(state, faction, False, ask(state, faction)._inner)

    def first_for(self, form: str) -> Asked | None:
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
    """The walks of a position in which nothing has been said, each begun once."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._begun: dict[Faction, Walk] = {}

    def of(self, faction: Faction) -> Walk:
        """That of a Faction. Raises `Violation` where it is not its turn."""
        if faction not in self._begun:
            self._begun[faction] = RememberingWalk.begun(self._state, faction)
        return self._begun[faction]
