"""Every error of the project: one tree under `FitlError`."""

from __future__ import annotations

from typing import Any

import msgspec


class FitlError(Exception):
    """Anything `fitl` refuses or cannot do. `code` is stable; the text is for people."""

    code: str = "error"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


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
    fault, counted over its segments with each verb as a clause of its own (None: the whole event).
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
        self.code: str = refusal.code
        self.refusal: Refusal = refusal
        self.faction = faction
        self.asked = asked
        self.legal = legal
        self.optional = optional
        self.clause = clause

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
