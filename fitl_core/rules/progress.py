"""The data that the parts of an action share: how an Event grants it, and its progress so far.

Data that only some Operations and Special Activities share is in records of their own
(`fitl_core.rules.shared`), which `Progress.record` keeps by type. An Event's changes to one of them are a
`Granted` of its own, an argument of its procedure.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import msgspec

from fitl_core.errors import Refusal
from fitl_core.facts.game_map import BoardSpace

R = TypeVar("R", bound=msgspec.Struct)


class Grant(msgspec.Struct, frozen=True):
    """The terms on which an Event grants any Operation or Special Activity (5.5).

    It is `free` of cost (3.1.2) and may be left out (`may_skip`). `within` refuses a space outside those
    that the Event allows, and `most_spaces` is their largest number. With `everywhere` it is carried out in
    every space that qualifies, or in as many as possible.
    """

    free: bool = True
    may_skip: bool = False
    within: Callable[[BoardSpace], Refusal | None] | None = None
    most_spaces: int | None = None
    everywhere: bool = False


FREE = Grant()
"""A free action without further terms."""
OWN = Grant(free=False)
"""A Faction's own action, which no Event grants and which has its usual cost."""


class Granted(msgspec.Struct, frozen=True):
    """The terms on which an Event grants one certain Operation or Special Activity."""


class ClosedForm(NamedTuple):
    """The reason why clauses of some forms are not asked for, kept for explanations.

    The reason holds for clauses in a `space`, if one is named, and for options of some `names`. `rule` is
    the rule that would ask for the clauses otherwise.
    """

    forms: tuple[type, ...]
    space: str
    names: tuple[str, ...]
    refusal: Refusal
    rule: str

    def concerns(self, clause: Any) -> bool:
        """Check whether the reason holds for this clause."""
        named = not self.names or getattr(clause, "name", "") in self.names
        return named and type(clause) in self.forms and self.space in ("", getattr(clause, "space", ""))


class Progress(msgspec.Struct):
    """The progress of an action so far, for the rules that look across its parts (4.1.1).

    `operation` and `activity` are its verbs, once they have begun; `limop` marks a Limited Operation. The
    selected spaces are in order, as ids. `uses` lists the spaces in which each lasting Event has been used,
    by card (5.3). `records` are those that some procedures share. `closed` collects the reasons why clauses
    are not asked for; None means that nobody needs them.
    """

    operation: str | None = None
    activity: str | None = None
    limop: bool = False
    grant: Grant = OWN
    operation_spaces: list[str] = []
    activity_spaces: list[str] = []
    uses: dict[int, list[str]] = {}
    records: dict[type, Any] = {}
    closed: list[ClosedForm] | None = None

    def record(self, kind: type[R]) -> R:
        """Return the record of this type, which the procedures share; create an empty one at first."""
        record: R | None = self.records.get(kind)
        if record is None:
            record = self.records[kind] = kind()
        return record

    def recorded(self, kind: type[R]) -> R | None:
        """Return the record of this type, or None if no procedure has begun one."""
        return self.records.get(kind)

    def note_use(self, card: int, where: BoardSpace) -> None:
        """Record that a lasting Event has been used in a space."""
        self.uses.setdefault(card, []).append(where.id)

    def has_used(self, card: int) -> int:
        """Return the number of spaces in which a lasting Event has been used."""
        return len(self.uses.get(card, ()))
