"""A Faction carrying out an Operation, Special Activity or Event on a draft.

`Turn` is what procedures hold: it asks in the Faction's name and under the procedure's rule, pays,
and reaches the draft. `Act` is the record of the action that several procedures share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec

from fitl_core.board import BoardSpace
from fitl_core.cardlist import Side
from fitl_core.choices import (
    Answer,
    Choice,
    FactionChoice,
    NumberChoice,
    OptionChoice,
    RollChoice,
    SpaceChoice,
)
from fitl_core.draft import Draft
from fitl_core.errors import Refusal
from fitl_core.events import Box, Clause, Edition, Track
from fitl_core.factions import US, Faction
from fitl_core.pieces import Count, Kind


class Act(msgspec.Struct):
    """What an action has done so far, for the rules that look across its parts (4.1.1, 4.4.3).

    `operation` and `activity` are verbs. `arrived` counts pieces by the space they moved into, so
    that none moves twice; `groups` the Marching groups by (from, to) (3.3.2); `ambushable` the
    March destinations with the number of Underground Guerrillas that Marched in; `unresolved` the
    Attack spaces selected and paid for, not yet resolved (3.3.3). An Event may make it `free`, let
    it be left out (`may_skip`), keep it `within` some spaces or to `most_spaces`, or let a March
    begin only in `march_from`.
    """

    operation: str | None = None
    activity: str | None = None
    limop: bool = False
    free: bool = False
    may_skip: bool = False
    within: Callable[[BoardSpace], Refusal | None] | None = None
    most_spaces: int | None = None
    march_from: frozenset[str] | None = None
    operation_spaces: list[str] = []
    activity_spaces: list[str] = []
    arrived: dict[tuple[str, str], int] = {}
    paid: set[str] = set()
    groups: dict[tuple[str, str], list[int]] = {}
    ambushable: dict[str, int] = {}
    unresolved: list[str] = []

    def note_arrival(self, where: BoardSpace, pieces: tuple[Count, ...]) -> None:
        """Remember that these pieces have moved into a space."""
        for count in pieces:
            key = (where.id, count.kind)
            self.arrived[key] = self.arrived.get(key, 0) + count.number

    def note_activated(self, where: BoardSpace, kind: Kind, number: int) -> None:
        """Remember that, of the pieces that have moved into a space, so many are now Active."""
        number = min(number, self.arrived.get((where.id, kind), 0))
        self.note_arrival(where, (Count(-number, kind), Count(number, kind.active)))


class Pause(Choice):
    """No question of its own: a point at which something else may come in between."""

    between = True

    def take(self, clause: Clause) -> Answer:
        return None

    def candidates(self) -> Iterator[Clause]:
        return iter(())


class Turn:
    """A Faction (`faction`) under a rule (`rule`) on a draft, as part of an act."""

    def __init__(self, draft: Draft, faction: Faction, rule: str, act: Act) -> None:
        self.draft = draft
        self.faction = faction
        self.rule = rule
        self.act = act

    def under(self, rule: str, faction: Faction | None = None) -> Turn:
        """The same act under another rule, or another Faction's part in it."""
        return Turn(self.draft, faction or self.faction, rule, self.act)

    def granted(self, faction: Faction, act: Act) -> Turn:
        """A free Operation or Special Activity that an Event grants a Faction (3.1.2, 5.5)."""
        act.free = True
        return Turn(self.draft, faction, self.rule, act)

    # -- the position -------------------------------------------------------------------------

    @property
    def monsoon(self) -> bool:
        """Whether it is Monsoon (2.3.9)."""
        return self.draft.state.monsoon

    @property
    def original(self) -> bool:
        """Whether the original edition's rules are played."""
        return self.draft.state.rules is Edition.ORIGINAL

    @property
    def leader(self) -> str:
        """The RVN Leader whose text is in effect, by id (2.4.1)."""
        return self.draft.state.leader_in_effect

    def capability(self, card: int) -> Side | None:
        """On which side a Capability is in effect (5.3)."""
        return next((c.side for c in self.draft.state.capabilities if c.card == card), None)

    def momentum(self, card: int) -> Side | None:
        """On which side a Momentum Event is in effect (5.4)."""
        return next((c.side for c in self.draft.state.momentum if c.card == card), None)

    # -- asking -------------------------------------------------------------------------------

    def no(self, code: str, message: str, *facts: str) -> Refusal:
        """A Refusal under this turn's rule."""
        return Refusal(code, self.rule, message, facts)

    def operation_space(
        self,
        prompt: str,
        test: Callable[[BoardSpace], Refusal | None],
        opens: tuple[type, ...] = (),
        may_be_none: bool = False,
        waiting: Callable[[BoardSpace], bool] | None = None,
    ) -> SpaceChoice:
        """Ask for a further space of the Operation: each once (3.1), a LimOp just one (2.3.5).

        Selected spaces that are `waiting` to be resolved may be named again.
        """
        chosen = self.act.operation_spaces

        def whole(where: BoardSpace) -> Refusal | None:
            if waiting is not None and waiting(where):
                return None
            return self.refuse_again(where, chosen, "3.1") or self.refuse_new_space(where) or test(where)

        optional = bool(chosen) or may_be_none or self.act.may_skip
        choice = SpaceChoice(self.faction, self.rule, prompt, whole, optional, opens)
        choice.between = True
        return choice

    def pause(self) -> Pause:
        """A point between the steps of an Operation at which its Special Activity may come (4.1)."""
        return Pause(self.faction, "4.1", "a Special Activity", optional=True)

    def activity_space(
        self,
        prompt: str,
        test: Callable[[BoardSpace], Refusal | None],
        most: int,
        opens: tuple[type, ...] = (),
        may_be_none: bool = False,
        limited_by: str = "",
    ) -> SpaceChoice:
        """Ask for a further space of the Special Activity: each once (4.1), at most so many."""
        chosen = self.act.activity_spaces

        def whole(where: BoardSpace) -> Refusal | None:
            refusal = self.refuse_again(where, chosen, "4.1") or self.refuse_more(chosen, most, limited_by)
            return refusal or test(where)

        optional = bool(chosen) or may_be_none
        return SpaceChoice(self.faction, self.rule, prompt, whole, optional, opens)

    def refuse_again(self, where: BoardSpace, chosen: list[str], rule: str) -> Refusal | None:
        """Whether a space has been selected already."""
        if where.id in chosen:
            why = f"{where.name} is selected already; each space only once"
            return Refusal("space-twice", rule, why)
        return None

    def refuse_more(self, chosen: list[str], most: int, limited_by: str = "") -> Refusal | None:
        """Whether the space limit is reached: the rule's, or a card's that limits it further."""
        if len(chosen) >= most:
            why = f"at most {most} space{'s' if most != 1 else ''}"
            return Refusal("too-many-spaces", limited_by or self.rule, why)
        return None

    def refuse_new_space(self, where: BoardSpace) -> Refusal | None:
        """Whether no further space may be selected for the Operation, or not this one.

        A Limited Operation has one (2.3.5); an Event may say where and in how many (5.5).
        """
        act = self.act
        if act.limop and act.operation_spaces:
            return Refusal("limop-one-space", "2.3.5", "a Limited Operation is in just 1 space")
        if act.most_spaces is not None:
            refusal = self.refuse_more(act.operation_spaces, act.most_spaces)
            if refusal is not None:
                return refusal
        return act.within(where) if act.within is not None else None

    def option(
        self,
        prompt: str,
        options: Mapping[str, Refusal | None],
        implied: Mapping[str, Callable[[Clause], bool]] | None = None,
        optional: bool = False,
    ) -> OptionChoice:
        """Ask for one of several alternatives."""
        return OptionChoice(self.faction, self.rule, prompt, options, implied, optional)

    def announce(self, name: str) -> OptionChoice:
        """The name of a free Operation or Special Activity that comes now; it may be left out."""
        return OptionChoice(self.faction, self.rule, f"the free {name}", {name: None})

    def roll(self, prompt: str) -> RollChoice:
        """Ask how a die fell."""
        return RollChoice(self.faction, self.rule, prompt)

    def amount(
        self, prompt: str, track: Track, changes: Mapping[int, Refusal | None], space: str = ""
    ) -> NumberChoice:
        """Ask, as an option, for a change of a track or of a space's markers."""
        return NumberChoice(self.faction, self.rule, prompt, track, changes, space, optional=True)

    def name_faction(self, prompt: str, factions: Mapping[Faction, Refusal | None]) -> Choice:
        """Ask for a Faction."""
        return FactionChoice(self.faction, self.rule, prompt, factions)

    # -- paying -------------------------------------------------------------------------------

    def refuse_cost(self, cost: int, even_if_free: bool = False) -> Refusal | None:
        """Whether the Faction cannot pay a cost; free actions cost nothing (3.1.2)."""
        if self.act.free and not even_if_free:
            return None
        return self.draft.refuse_payment(self.faction, cost)

    def pay(self, cost: int, even_if_free: bool = False) -> None:
        """Pay a cost from the Faction's Resources, the US from ARVN's (1.8.1)."""
        if cost and (even_if_free or not self.act.free):
            self.draft.pay(self.faction, cost, self.rule)

    # -- pieces ------------------------------------------------------------------------------

    def refuse_absent(self, where: BoardSpace, pieces: tuple[Count, ...]) -> Refusal | None:
        """Whether a space has fewer of some kind than are named."""
        for count in pieces:
            have = self.draft.number(where, (count.kind,))
            if have < count.number:
                return self.no("no-such-pieces", f"{where.name} has {count.kind.words(have)}")
        return None

    def remove_by_enemy(self, where: BoardSpace, pieces: tuple[Count, ...]) -> None:
        """Remove pieces by enemy action: US pieces to Casualties, all others to Available (3.3.3)."""
        for count in pieces:
            to: Box = "casualties" if count.kind.faction is US else "available"
            self.draft.remove(where, count.kind, count.number, self.rule, to)
