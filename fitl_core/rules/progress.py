"""What the parts of an action share: how an Event grants it, and what has been done of it so far.

What only some Operations and Special Activities need of each other stands in records of their own
(`fitl_core.rules.shared`), which `Progress.record` keeps by their types; how an Event changes one
of them is a `Granted` of its own, which its procedure takes as an argument.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import msgspec

from fitl_core.errors import Refusal
from fitl_core.facts.board import BoardSpace

R = TypeVar("R", bound=msgspec.Struct)


class Grant(msgspec.Struct, frozen=True):
    """How an Event grants an Operation or Special Activity, whichever it is (5.5).

    It is `free` of cost (3.1.2) and may be left out (`may_skip`). `within` says why a space is none of
    those that the Event allows, `most_spaces` how many it allows; `everywhere` has it carried out in
    every space that qualifies, or in as many as may be.
    """

    free: bool = True
    may_skip: bool = False
    within: Callable[[BoardSpace], Refusal | None] | None = None
    most_spaces: int | None = None
    everywhere: bool = False


FREE = Grant()
"""A free action about which the Event says nothing more."""
OWN = Grant(free=False)
"""An action of a Faction's own, which no Event grants and which costs what it costs."""


class Granted(msgspec.Struct, frozen=True):
    """How one certain Operation or Special Activity that an Event grants differs from the rule's."""


class Closed(NamedTuple):
    """Why clauses of some forms are not asked for: kept to explain it.

    It is said of those in a `space`, if one is named, and of options of some `names`; under the `rule` that
    asks for them else.
    """

    forms: tuple[type, ...]
    space: str
    names: tuple[str, ...]
    refusal: Refusal
    rule: str

    def concerns(self, clause: Any) -> bool:
        """Whether it says so of this clause."""
        named = not self.names or getattr(clause, "name", "") in self.names
        return named and type(clause) in self.forms and self.space in ("", getattr(clause, "space", ""))


class Progress(msgspec.Struct):
    """What an action has done so far, for the rules that look across its parts (4.1.1).

    `operation` and `activity` are its verbs, as far as they have begun; `limop` marks a Limited
    Operation. The spaces that were selected stand in that order, as ids. `uses` says in which spaces
    each lasting Event has been used, by card (5.3). `records` are those that some procedures share.
    `closed` is what explains why something is not asked for: None while nobody wants to know.
    """

    operation: str | None = None
    activity: str | None = None
    limop: bool = False
    grant: Grant = OWN
    operation_spaces: list[str] = []
    activity_spaces: list[str] = []
    uses: dict[int, list[str]] = {}
    records: dict[type, Any] = {}
    closed: list[Closed] | None = None

    def record(self, kind: type[R]) -> R:
        """The record of this type, which the procedures that share it know; empty at first."""
        found: R | None = self.records.get(kind)
        if found is None:
            found = self.records[kind] = kind()
        return found

    def recorded(self, kind: type[R]) -> R | None:
        """The record of this type, if a procedure has begun one."""
        return self.records.get(kind)

    def note_use(self, card: int, where: BoardSpace) -> None:
        """Remember that a lasting Event has been used in a space."""
        self.uses.setdefault(card, []).append(where.id)

    def has_used(self, card: int) -> int:
        """In how many spaces a lasting Event has been used."""
        return len(self.uses.get(card, ()))
