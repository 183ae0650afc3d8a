"""The data of a decision: trace steps with their rule and node, and the result.

Read next `telling`, which writes the trace in words.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from fitl_core.facts.counting import counted
from fitl_core.facts.factions import Faction
from fitl_core.players.non_players.unknown_symbols import UnknownSymbol
from fitl_core.record.events import Event

StepName = Literal["test", "roll", "narrow", "pick", "note", "aim"]
DeedKind = Literal["event", "operation", "pass", "pivotal", "coup", "answer", "undecided"]


class TraceCandidate(msgspec.Struct, frozen=True, array_like=True):
    """A candidate of a pick: its name, and its figure by the priority that narrows."""

    name: str
    figure: int


class TraceStep(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One step of a decision.

    A `test` has the `facts` that decided; its `result` is "yes" or "no". A `roll` has its `dice`, and in
    `facts` the figure to compare. A `narrow` has its `candidates` with their figures. A `pick` has the picked
    candidate as `result` and the reason as `facts`. A `note` has a remark as `result`, such as a step that
    was impossible. An `aim` says as `result` what the next steps are for, where a node has several aims.
    Steps are `undone` if what they decided was taken back.
    """

    step: StepName
    rule: str
    node: str
    facts: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    candidates: tuple[TraceCandidate, ...] = ()
    result: str = ""
    undone: bool = False


def rule_of(node: str) -> str:
    """Return the rule of a node: "8.5.3" for "8.5.3/if-2"."""
    return node.partition("/")[0]


def with_result(step: TraceStep, fact: str, result: str) -> TraceStep:
    """Return a step with its result and, if not empty, a further fact."""
    facts = (*step.facts, fact) if fact else step.facts
    return msgspec.structs.replace(step, facts=facts, result=result)


def with_word(step: TraceStep, word: str) -> TraceStep:
    """Return a choice with a word before each candidate: "from Hue"."""
    if step.step not in ("narrow", "pick"):
        return step
    candidates = [TraceCandidate(f"{word} {one.name}", one.figure) for one in step.candidates]
    return msgspec.structs.replace(step, candidates=tuple(candidates), result=f"{word} {step.result}")


class Need(msgspec.Struct, frozen=True, rename={"what": "for"}):
    """A missing input of a decision: `dice` dice, or a player's choice if `dice` is 0.

    `question` says in words what the dice decide.
    """

    what: str
    dice: int
    question: str = ""

    @property
    def words(self) -> str:
        """The number of dice and their purpose."""
        return self.question or f"{counted(self.dice, 'die', 'dice')} for {self.what}"


class DecisionOutcome(msgspec.Struct, frozen=True):
    """The result of a decision: the kind of deed, and the node that decided."""

    kind: DeedKind
    node: str


class Decision(msgspec.Struct, frozen=True):
    """A Non-player's decision: its `lines` (the dice rolled for it, then the move) and its trace.

    If dice or a player's choice are missing, `needs` names them, there are no lines and the kind is
    "undecided". `readings` are the open questions that the decision used. `unknown` are the cards on whose
    unknown symbol or instruction it relies. `marks` gives, for clauses of the action by their place, how many
    trace steps came before. `symbols` says of each of those cards what is unknown. `verb` is the verb of the
    action that an "undecided" decision has begun.
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
    symbols: tuple[UnknownSymbol, ...] = ()
    verb: str = ""
