"""What a Non-player's decision is told in: steps, each with its rule and node, and what they come to."""

from __future__ import annotations

from typing import Literal

import msgspec

from fitl_core.facts.counting import counted
from fitl_core.facts.factions import Faction
from fitl_core.record.events import Event

StepName = Literal["test", "roll", "narrow", "pick", "note"]
DeedKind = Literal["event", "operation", "pass", "pivotal", "coup", "answer", "undecided"]


class Candidate(msgspec.Struct, frozen=True, array_like=True):
    """One of those that could be picked, with its figure by the priority that narrows: a name, a number."""

    name: str
    figure: int


class TraceStep(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One step of a decision.

    A `test` has the `facts` that decided, a `roll` its `dice` and what they are compared with (`facts`), a
    `narrow` its `candidates` with their figures, a `pick` what was taken (`result`) and by what (`facts`),
    a `note` what was not done, and why. `result` is "yes" or "no" for a test.
    """

    step: StepName
    rule: str
    node: str
    facts: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    result: str = ""


def rule_of(node: str) -> str:
    """The rule to which a node belongs: "8.5.3" of "8.5.3/if-2"."""
    return node.partition("/")[0]


def concluded(step: TraceStep, fact: str, result: str) -> TraceStep:
    """A step with what it came to, and by what, where there is anything to say of that."""
    facts = (*step.facts, fact) if fact else step.facts
    return msgspec.structs.replace(step, facts=facts, result=result)


class Need(msgspec.Struct, frozen=True, rename={"what": "for"}):
    """What is needed before more can be decided: so many `dice`; with 0 a choice of a player's."""

    what: str
    dice: int

    @property
    def words(self) -> str:
        """How many dice, and for what."""
        return f"{counted(self.dice, 'die', 'dice')} for {self.what}"


class Outcome(msgspec.Struct, frozen=True):
    """What a decision came to: the kind of deed, and the node that decided on it."""

    kind: DeedKind
    node: str


class Decision(msgspec.Struct, frozen=True):
    """A Non-player's decision: its `lines` (dice that were rolled for it, then the move) and its trace.

    Where dice or a player's choice are missing, `needs` says which, and nothing else is decided: no lines,
    and the kind is "undecided".
    `readings` are the open questions whose reading bore on it; `unknown` the cards on which it leaned
    though their symbol or instruction is not known. `marks` says for clauses of the action, by their
    place, how many steps of the trace stand before them.
    """

    faction: Faction
    kind: DeedKind
    node: str
    lines: tuple[Event, ...] = ()
    trace: tuple[TraceStep, ...] = ()
    needs: tuple[Need, ...] = ()
    readings: tuple[str, ...] = ()
    unknown: tuple[int, ...] = ()
    marks: tuple[tuple[int, int], ...] = ()
