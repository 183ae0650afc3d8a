"""Every error of the project: one tree under `FitlError`."""

from __future__ import annotations

from typing import Any, Literal

import msgspec


class Portable(BaseException):
    """An error that keeps all its fields and notes when it is pickled or copied.

    A process pool pickles each error of a worker. By default Python then calls the constructor with `args`.
    That fails if the constructor has other arguments.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the class, `args` and fields. `__init__` is not called for the copy."""
        return _remade, (type(self), self.args), self.__dict__.copy()


def _remade(kind: type[Portable], args: tuple[Any, ...]) -> Portable:
    """Return an error of that class without its fields, which pickle and copy set next."""
    return kind.__new__(kind, *args)


class FitlError(Portable, Exception):
    """Anything that `fitl` refuses or cannot do. `code` is stable; the text is for people."""

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
    """The reason against an answer: a stable code, the rule, the reason in words, and the deciding facts."""

    code: str
    rule: str
    message: str
    facts: tuple[str, ...] = ()


class Violation(FitlError):
    """An illegal event: the Faction, the place, the rule with its facts, and the legal answers.

    `refusal` is the reason. `faction` is the one at fault. `legal` are the answers that were open instead
    (maybe many), and `optional` says whether the question may also be left out. `clause` is the number of
    the clause at fault, counted over all segments, each verb as one clause (None: the whole event).
    `closed_by` are the clauses that closed its question, and `last_asked` is the last question for such a
    clause, if none asks for it now. The event is `incomplete` if every written clause is accepted and a
    required answer is missing. `position` is the State at the refusal, with the changes by the move itself;
    None means the State before.
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
        """Replace the reason by a better one."""
        self.refusal, self.code, self.message = refusal, refusal.code, refusal.message

    def add(self, fact: str) -> None:
        """Add a fact of the position, unless it is empty."""
        if fact:
            facts = (*self.refusal.facts, fact)
            self.refusal = msgspec.structs.replace(self.refusal, facts=facts)

    def reword(self, message: str) -> None:
        """Reword the reason, with more knowledge of the refused clause."""
        self.refusal = msgspec.structs.replace(self.refusal, message=message)
        self.message = message

    @property
    def verdict(self) -> Literal["illegal", "incomplete"]:
        """Return the verdict on the event: illegal, or incomplete."""
        return "incomplete" if self.incomplete else "illegal"

    @property
    def rule(self) -> str:
        """The number of the refusing rule."""
        return self.refusal.rule

    @property
    def facts(self) -> tuple[str, ...]:
        """The deciding facts of the position."""
        return self.refusal.facts

    def __str__(self) -> str:
        facts = f" ({'; '.join(self.facts)})" if self.facts else ""
        return f"{self.rule}: {self.message}{facts}"
