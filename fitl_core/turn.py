"""A Faction carrying out an Operation, Special Activity or Event on a draft.

`Turn` is what procedures hold: it asks in the Faction's name and under the procedure's rule, pays,
and reaches the draft. `Act` is the record of the action that several procedures share.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from typing import Any, Literal

import msgspec

from fitl_core.board import BoardSpace
from fitl_core.cardlist import Side
from fitl_core.choices import (
    Alternatives,
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
from fitl_core.events import Box, Clause, Edition, Level, Track
from fitl_core.factions import US, Faction
from fitl_core.lasting import FORBIDDEN, TYPHOON_KATE
from fitl_core.pieces import Count, Kind
from fitl_core.state import side_in_effect


class Strike(msgspec.Struct, frozen=True):
    """How the Air Strike of an Event differs from the rule's (4.2.3).

    Its `hits` come without a die, or it removes so many pieces `each_space`; it strikes where there
    are no US or ARVN pieces (`unseen`), does not Degrade the `trail`, or removes `bases_first`.
    """

    hits: int | None = None
    each_space: int | None = None
    unseen: bool = False
    trail: bool = True
    bases_first: bool = False


class Terms(msgspec.Struct, frozen=True):
    """On what terms an Event grants an Operation or Special Activity (5.5); none for a Faction's own.

    It may be `free` of cost (3.1.2), be left out (`may_skip`), be kept `within` some spaces or to
    `most_spaces`, and let a March begin only in `march_from`.
    """

    free: bool = False
    may_skip: bool = False
    within: Callable[[BoardSpace], Refusal | None] | None = None
    most_spaces: int | None = None
    march_from: frozenset[str] | None = None
    past_tunnels: bool = False  # a US Assault that removes Tunneled Bases like others
    strike: Strike = Strike()
    in_place: bool = False  # a Sweep without movement
    alone: bool = False  # a US Assault that no ARVN one follows
    joint: tuple[Kind, ...] = ()  # the cubes that Sweep and Assault together, all as US Troops
    acts_as: Faction | None = None  # it decides, but acts as this Faction would
    sweep_from: Callable[[BoardSpace], Refusal | None] | None = None  # where its Troops come from
    sweep_into: BoardSpace | None = None  # the space of a Sweep, selected already
    march_kinds: tuple[Kind, ...] = ()  # the only pieces that March
    march_into: BoardSpace | None = None  # the one space in which a March ends
    against: Faction | None = None  # an Assault that removes only this Faction's pieces
    everywhere: bool = False  # in every space that qualifies, or in as many as may be
    exposed: bool = False  # an Ambush for which an Active Guerrilla will do


OWN = Terms()
"""The terms of an action of a Faction's own."""


class Act(msgspec.Struct):
    """What an action has done so far, for the rules that look across its parts (4.1.1, 4.4.3).

    `operation` and `activity` are verbs. `arrived` counts pieces by the space they moved into, so
    that none moves twice; `groups` the Marching groups by (from, to) (3.3.2); `ambushable` the
    March destinations with the number of Underground Guerrillas that Marched in; `unresolved` the
    Attack spaces selected and paid for, not yet resolved (3.3.3), `only_ambush` those of them without
    enemies (4.4.3). `given` says of NVA and VC what each had before its first transfer, and how much
    it has given (1.5.2);
    `followed` whether an ARVN Assault has followed a US one (3.2.4); `tanks` whether shaded PT-76
    is used, owed to a further Attack by Troops, or `open`: left to an Attack or used without a
    difference (card 45).
    """

    operation: str | None = None
    activity: str | None = None
    limop: bool = False
    terms: Terms = OWN
    operation_spaces: list[str] = []
    activity_spaces: list[str] = []
    arrived: dict[tuple[str, Kind], int] = {}
    paid: set[str] = set()
    groups: dict[tuple[str, str], list[int]] = {}
    ambushable: dict[str, int] = {}
    unresolved: list[str] = []
    only_ambush: list[str] = []
    given: dict[Faction, tuple[int, int]] = {}
    tanks: Literal["", "owed", "open", "used"] = ""
    followed: bool = False
    uses: dict[int, list[str]] = {}
    convoyed: list[str] = []

    def note_arrival(self, where: BoardSpace, pieces: tuple[Count, ...]) -> None:
        """Remember that these pieces have moved into a space."""
        for count in pieces:
            key = (where.id, count.kind)
            self.arrived[key] = self.arrived.get(key, 0) + count.number

    def forget_arrival(self, where: BoardSpace, pieces: tuple[Count, ...]) -> None:
        """Forget, of pieces that leave a space for others, those that had moved into it."""
        for count in pieces:
            moved = min(count.number, self.arrived.get((where.id, count.kind), 0))
            self.note_arrival(where, (Count(-moved, count.kind),))

    def note_activated(self, where: BoardSpace, kind: Kind, number: int) -> None:
        """Remember that, of the pieces that have moved into a space, so many are now Active."""
        number = min(number, self.arrived.get((where.id, kind), 0))
        self.note_arrival(where, (Count(-number, kind), Count(number, kind.active)))

    def note_use(self, card: int, where: BoardSpace) -> None:
        """Remember that a lasting Event has been used in a space."""
        self.uses.setdefault(card, []).append(where.id)

    def has_used(self, card: int) -> int:
        """In how many spaces a lasting Event has been used."""
        return len(self.uses.get(card, ()))


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
        self.terms: Terms = act.terms
        """On what terms it is executed."""

    def under(self, rule: str, faction: Faction | None = None) -> Turn:
        """The same act under another rule, or another Faction's part in it."""
        return Turn(self.draft, faction or self.faction, rule, self.act)

    # -- the position -------------------------------------------------------------------------

    @property
    def monsoon(self) -> bool:
        """Whether it is Monsoon (2.3.9)."""
        return self.draft.state.monsoon

    @property
    def original(self) -> bool:
        """Whether the original edition's rules are played."""
        return self.draft.state.rules is Edition.ORIGINAL

    def plays_option(self, option: str) -> bool:
        """Whether the players have agreed on an option (`fitl_core.options`)."""
        return option in self.draft.state.options

    def alternative(self, reading: str) -> bool:
        """Whether the players read an open question the other way (`fitl_core.readings`)."""
        return reading in self.draft.state.rulings

    @property
    def leader(self) -> str:
        """The RVN Leader whose text is in effect, by id (2.4.1)."""
        return self.draft.state.leader_in_effect

    def capability(self, card: int) -> Side | None:
        """On which side a Capability is in effect (5.3)."""
        return side_in_effect(self.draft.state.capabilities, card)

    def momentum(self, card: int) -> Side | None:
        """On which side a Momentum Event is in effect (5.4)."""
        return side_in_effect(self.draft.state.momentum, card)

    def when_played(self, card: int) -> int:
        """Where a card stands among those played; a Period's Capability is older than all of them."""
        played = self.draft.state.played
        return played.index(card) if card in played else -1

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

        optional = bool(chosen) or may_be_none or self.terms.may_skip
        choice = SpaceChoice(self.faction, self.rule, prompt, whole, optional, opens)
        choice.between = True
        if self.terms.everywhere:
            choice.optional = not choice.is_open()
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
        most, limited_by = self.activity_limit(most, limited_by)

        def whole(where: BoardSpace) -> Refusal | None:
            refusal = self.refuse_again(where, chosen, "4.1") or self.refuse_more(chosen, most, limited_by)
            return refusal or self.refuse_outside(where) or test(where)

        optional = bool(chosen) or may_be_none or self.terms.may_skip
        choice = SpaceChoice(self.faction, self.rule, prompt, whole, optional, opens)
        if self.terms.everywhere:
            choice.optional = not choice.is_open()
        return choice

    def activity_limit(self, most: int, limited_by: str = "") -> tuple[int, str]:
        """In how many spaces a Special Activity may be, and the card that limits it if one does.

        An Event that grants it may say its own number (5.1.2, 5.5); else Typhoon Kate (card 115)
        leaves 1, but to those Activities that it forbids and an Event grants all the same.
        """
        if self.terms.most_spaces is not None:
            return self.terms.most_spaces, self.rule
        special = self.act.operation or self.act.activity  # and no Support Phase
        if not special or most == 1 or not self.momentum(TYPHOON_KATE):
            return most, limited_by
        forbidden = self.act.activity in FORBIDDEN[TYPHOON_KATE, "unshaded"]
        if not forbidden and not (self.terms.free and self.alternative("card-115")):
            return 1, f"card {TYPHOON_KATE}"
        return most, limited_by

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
        return self.refuse_granted_space(where, act.operation_spaces)

    def refuse_granted_space(self, where: BoardSpace, chosen: list[str]) -> Refusal | None:
        """Whether an Event grants its free Operation in no more spaces, or not in this one (5.5)."""
        if self.terms.most_spaces is not None:
            refusal = self.refuse_more(chosen, self.terms.most_spaces)
            if refusal is not None:
                return refusal
        return self.refuse_outside(where)

    def refuse_beyond(self, most: int, card: int) -> Refusal | None:
        """Whether a lasting Event lets the Operation select no further space.

        An Event that grants the Operation in more prevails (5.1.2).
        """
        if self.terms.most_spaces is not None or self.terms.everywhere:
            return None
        return self.refuse_more(self.act.operation_spaces, most, f"card {card}")

    def refuse_outside(self, where: BoardSpace) -> Refusal | None:
        """Whether an Event keeps its free Operation or Special Activity out of a space (5.5)."""
        return self.terms.within(where) if self.terms.within is not None else None

    def option(
        self,
        prompt: str,
        options: Alternatives,
        implied: Mapping[str, Callable[[Clause], bool]] | None = None,
        optional: bool = False,
    ) -> OptionChoice:
        """Ask for one of several alternatives."""
        return OptionChoice(self.faction, self.rule, prompt, options, implied, optional)

    def announce(self, name: str) -> OptionChoice:
        """The name of a free Operation or Special Activity that comes now; it may be left out."""
        return OptionChoice(self.faction, self.rule, f"the free {name}", {name: None})

    def roll(self, prompt: str) -> Generator[Choice, Any, int]:
        """Ask how a die fell; that is told among the effects, whatever it leads to."""
        die: int = yield RollChoice(self.faction, self.rule, prompt)
        self.draft.report(self.rule, note=f"{prompt}: the die shows {die}")
        return die

    def amount(
        self, prompt: str, track: Track, changes: Mapping[int, Refusal | None], space: str = ""
    ) -> NumberChoice:
        """Ask, as an option, for a change of a track or of a space's markers."""
        return NumberChoice(self.faction, self.rule, prompt, track, changes, space, optional=True)

    def change(self, prompt: str, track: Track, *changes: int) -> NumberChoice:
        """Ask for one of several changes of a track: `patronage+4` or `patronage-4`."""
        return NumberChoice(self.faction, self.rule, prompt, track, dict.fromkeys(changes))

    def name_faction(self, prompt: str, factions: Mapping[Faction, Refusal | None]) -> Choice:
        """Ask for a Faction."""
        return FactionChoice(self.faction, self.rule, prompt, factions)

    # -- paying -------------------------------------------------------------------------------

    def refuse_cost(self, cost: int, even_if_free: bool = False) -> Refusal | None:
        """Whether the Faction cannot pay a cost; free actions cost nothing (3.1.2)."""
        if self.terms.free and not even_if_free:
            return None
        return self.draft.refuse_payment(self.faction, cost)

    def pay(self, cost: int, even_if_free: bool = False) -> None:
        """Pay a cost from the Faction's Resources, the US from ARVN's (1.8.1)."""
        if cost and (even_if_free or not self.terms.free):
            self.draft.pay(self.faction, cost, self.rule)

    # -- pieces ------------------------------------------------------------------------------

    def add(self, track: Track, change: int) -> int:
        """Change a track or Resources within its limits (1.8, 6.7). Returns the change that took place."""
        return self.draft.add(track, change, self.rule)

    def shift(self, where: BoardSpace, levels: int) -> None:
        """Shift a space toward Active Support (or, negative, Active Opposition), as far as it goes."""
        self.draft.shift(where, levels, self.rule)

    def set_level(self, where: BoardSpace, level: Level) -> None:
        """Set a space to a level, if it has Population (1.6.1)."""
        self.draft.set_level(where, level.value_, self.rule)

    def refuse_absent(self, where: BoardSpace, pieces: tuple[Count, ...]) -> Refusal | None:
        """Whether a space has fewer of some kind than are named."""
        for count in pieces:
            have = self.draft.of_kind(where, count.kind)
            if have < count.number:
                return self.no("no-such-pieces", f"{where.name} has {count.kind.words(have)}")
        return None

    def remove_by_enemy(self, where: BoardSpace, pieces: tuple[Count, ...]) -> None:
        """Remove pieces by enemy action: US pieces to Casualties, all others to Available (3.3.3)."""
        for count in pieces:
            to: Box = "casualties" if count.kind.faction is US else "available"
            self.draft.remove(where, count.kind, count.number, self.rule, to)
