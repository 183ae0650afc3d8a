"""Every error of the project: one tree under `FitlError`."""

from __future__ import annotations

from typing import Any, Literal

import msgspec


class FitlError(Exception):
    """Anything `fitl` refuses or cannot do. `code` is stable; the text is for people."""

    code: str = "error"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message: str = message


class UnknownName(FitlError):
    """A scenario, edition, space or kind that does not exist."""

    code = "unknown-name"


class NotSupported(FitlError):
    """A rule that is not built yet, by its number."""

    code = "not-supported"

    def __init__(self, what: str, rule: str) -> None:
        super().__init__(f"not supported yet: {what} ({rule})")
        self.what = what
        self.rule = rule


class Refusal(msgspec.Struct, frozen=True, gc=False):
    """Why an answer is not allowed: stable code, rule number, reason, and the facts that decided."""

    code: str
    rule: str
    message: str
    facts: tuple[str, ...] = ()


class Violation(FitlError):
    """An illegal event: who, where, by which rule and facts, and what would be legal.

    `refusal` says why; `faction` who; `legal` the answers that were open instead (clauses, maybe
    many), `optional` whether it could also be left out; `clause` which clause of the action is at
    fault, counted over its segments with each verb as a clause of its own (None: the whole event),
    `closed_by` those by which what it answers was closed, and `last_asked` the last question for such a thing
    where nothing asks for it. It is `incomplete` where everything that is
    written is accepted and something is owed still. `position` is the State in which a move was refused,
    with all that the move itself had changed; None where that was the one before it.
    """

    def __init__(
        self,
        refusal: Refusal,
        *,
        faction: str | None = None,
        asked: str = "",
        legal: tuple[Any, ...] = (),
        optional: bool = False,
        clause: int | None = None,
    ) -> None:
        super().__init__(refusal.message)
        self.message: str = refusal.message
        self.code: str = refusal.code
        self.refusal: Refusal = refusal
        self.faction = faction
        self.asked = asked
        self.legal = legal
        self.optional = optional
        self.clause = clause
        self.closed_by: tuple[int, ...] = ()
        self.last_asked: str = ""
        self.incomplete: bool = False
        self.position: Any = None

    def restate(self, refusal: Refusal) -> None:
        """Give another reason, once it is found."""
        self.refusal, self.code, self.message = refusal, refusal.code, refusal.message

    def add(self, fact: str) -> None:
        """Tell one more fact of the position, if it says anything."""
        if fact:
            facts = (*self.refusal.facts, fact)
            self.refusal = msgspec.structs.replace(self.refusal, facts=facts)

    def reword(self, message: str) -> None:
        """Say the reason in other words, where more is known about what was refused."""
        self.refusal = msgspec.structs.replace(self.refusal, message=message)
        self.message = message

    @property
    def verdict(self) -> Literal["illegal", "incomplete"]:
        """What is to be said of the event: that it is illegal, or that something is still owed."""
        return "incomplete" if self.incomplete else "illegal"

    @property
    def rule(self) -> str:
        """The number of the rule that refuses."""
        return self.refusal.rule

    @property
    def facts(self) -> tuple[str, ...]:
        """The facts of the position that decided."""
        return self.refusal.facts

    def __str__(self) -> str:
        facts = f" ({'; '.join(self.facts)})" if self.facts else ""
        return f"{self.rule}: {self.message}{facts}"
