"""Why a Non-player acted, in sentences: the condition that called for it, then what it did step by step.

A step begins with its aim ("Place Irregulars"). A choice among several candidates says what decided. Others
are only named. The sentences come from the trace, so they name only what decided. `trace_words` has every
step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from fitl_core.facts.non_player_measures import measure_at
from fitl_core.facts.non_player_node_words import node_aims, node_words
from fitl_core.players.non_players.trace import TraceStep, rule_of
from fitl_core.players.non_players.trace_words import measured, trace_lines
from fitl_core.players.non_players.unknown_symbols import DEFAULTS

EVENT_OR_PASS = "Event or Pass"
"""The title of the rules by which a Faction plays the Event or Passes. Their conditions say which."""
PLAIN: frozenset[str] = frozenset(
    {
        "the only one",
        "the priorities",
        "all of them fit",
        "the first that is possible",
        "LoCs come last (8.3)",
        "every choice leads to the same position",
    }
)
"""The reasons of picks that say nothing beyond what is known without them."""
MOST_NAMED = 3
"""More candidates than this are counted, not named."""


def reasons(node: str, trace: Sequence[TraceStep]) -> list[str]:
    """Return the reasons of a decision in sentences: why not an earlier action, why this one, and its steps.

    Steps that were taken back are left out.

    >>> step = TraceStep(step="test", rule="8.6.4", node="8.6.4/if-1", facts=("Trail 1",), result="yes")
    >>> reasons("8.6.4/if-1", (step,))
    ['Rally, because of this: Trail 1 (8.6.4/if-1).']
    """
    trace = [one for one in trace if not one.undone]
    unknown = [f"{_capital(one.facts[0])}: {one.result}." for one in trace if one.result in DEFAULTS]
    return [*_before(node, trace), _action(node, trace), *unknown, *_steps(trace)]


def _before(node: str, trace: Sequence[TraceStep]) -> Iterator[str]:
    """Yield why the Event, and Operations that come before, were not executed."""
    last = {step.node: step for step in trace if step.step == "test" and _is_event(step.node)}
    for step in trace:
        fails = step.result == "no" and step.facts and last.get(step.node) is step
        if fails or step.result.startswith("declines"):
            facts = "; ".join([fact.rstrip(".") for fact in step.facts])
            yield f"No Event: {facts} ({step.node})."
        elif _is_fallback(step) and step.node != node:
            yield f"{_capital(step.result)} ({step.node})."


def _is_event(node: str) -> bool:
    """Check whether the Event is executed by a node."""
    return node_words().get(node, "").endswith("Event")


def _is_fallback(step: TraceStep) -> bool:
    """Check whether a note says that an Operation is impossible."""
    return step.step == "note" and step.node.endswith("/none")


def _capital(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def explanation(node: str, trace: Sequence[TraceStep]) -> list[str]:
    """Return the reasons of a decision, and then each step of its trace."""
    return [*reasons(node, trace), *trace_lines(tuple(trace))]


def _action(node: str, trace: Sequence[TraceStep]) -> str:
    """Return the sentence for the whole action: the condition that called for it."""
    if node.endswith("/none"):
        notes = [one.result for one in trace if one.step == "note" and one.node == node]
        return f"{_capital(notes[-1])} ({node})."
    name = node_words().get(rule_of(node), "Section 8")
    if name == EVENT_OR_PASS:
        name = "Event" if _is_event(node) else "Pass"
    tests = [one for one in trace if one.step == "test"]
    facts = [one.facts for one in tests if one.node == node and one.result == "yes" and one.facts]
    if facts and node != rule_of(node):
        rolls = [fact for one in trace if one.step == "roll" and one.node == node for fact in one.facts]
        return f"{name}, because of this: {'; '.join((*rolls, *facts[-1]))} ({node})."
    if node == rule_of(node) and any("/if-" in one.node for one in tests):
        also = "".join([f", and {fact}" for one in facts for fact in one])
        return f"{name}, because no condition before it held{also} ({node})."
    return f"{name} ({node})."


def _steps(trace: Sequence[TraceStep]) -> Iterator[str]:
    """Yield the sentences of each step: picks in a row of one node, with one aim."""
    row = _Row("", "")
    narrowed: list[TraceStep] = []
    for step in trace:
        here = step.node.partition(" ")[0]
        if step.step == "narrow":
            narrowed.append(step)
        elif step.step == "pick":
            if here != row.node:
                yield from row.sentences()
                row = _Row(here, node_aims().get(here, ""))
            row.choices.append(_choice(narrowed, step))
            narrowed = []
        elif step.step == "aim":
            yield from row.sentences()
            row = _Row(here, step.result)
        elif step.step == "note" and _is_told(step):
            yield from row.sentences()
            row = _Row("", "")
            yield f"{_capital(step.result)} ({here})."
    yield from row.sentences()


def _is_told(note: TraceStep) -> bool:
    """Check whether a note belongs to the steps of the action, and not to what comes before it."""
    return not (note.result.startswith("declines") or note.result in DEFAULTS or _is_fallback(note))


class _Choice(NamedTuple):
    """A picked candidate, and in words what decided; no words if there was nothing to decide."""

    picked: str
    words: str


class _Row:
    """The choices of one step in their order."""

    def __init__(self, node: str, aim: str) -> None:
        self.node = node
        self.aim = aim
        self.choices: list[_Choice] = []

    def sentences(self) -> Iterator[str]:
        """Yield a sentence for each choice, the first with the aim. Picks without a choice share one."""
        told, node = self.aim, "8.4" if _is_event(self.node) else self.node
        for words, choices in groupby(self.choices, attrgetter("words")):
            names = _in_row(dict.fromkeys([one.picked for one in choices]))
            if words:
                yield f"{told}{'. ' if told else ''}{_capital(words)} ({node})."
            elif self.aim:
                yield f"{told}{': ' if told else 'Then '}{names} ({node})."
            told = ""


def _in_row(names: Iterable[str]) -> str:
    """Return picks in a row: each destination with the origins of its pieces.

    >>> _in_row(["Hue", "from Kontum", "from Da Nang", "Saigon"])
    'Hue from Kontum and Da Nang, Saigon'
    """
    row = ""
    for name in names:
        origin = name.removeprefix("from ")
        is_origin, follows = origin != name, " from " in row.rpartition(", ")[2]
        row += f" and {origin}" if is_origin and follows else f" {name}" if is_origin else f", {name}"
    return row.removeprefix(",").strip()


def _choice(narrowed: Sequence[TraceStep], pick: TraceStep) -> _Choice:
    """Return a pick with what decided: the measures, the dice, or a reason of its own."""
    parts = [_narrowing(step, pick.result) for step in narrowed]
    if pick.dice:
        tied = [one.name for one in pick.candidates if one.name != pick.result]
        dice = " ".join(map(str, pick.dice))
        place = "".join([f" for {fact.removeprefix('8.2: ')}" for fact in pick.facts if " on" in fact])
        parts.append(f"{pick.result} before {_named(tied)}: by dice, {{{dice}}}{place}")
    elif not parts:
        parts = [f"{_capital(pick.result)}: {fact}" for fact in pick.facts if fact not in PLAIN]
    return _Choice(pick.result, "; ".join(parts))


def _narrowing(step: TraceStep, picked: str) -> str:
    """Return the words for one measure: "Hue before Da Nang: more ARVN cubes, 4 against 2"."""
    best = max(one.figure for one in step.candidates)
    kept = [one.name for one in step.candidates if one.figure == best]
    gone = [one for one in step.candidates if one.figure < best]
    first = picked if picked in kept else _named(kept)
    words = _measure(step, best, [one.figure for one in gone])
    return f"{first} before {_named([one.name for one in gone])}: {words}"


def _measure(step: TraceStep, best: int, others: Sequence[int]) -> str:
    """Return the words of a measure with the best figure, and the next one of the others."""
    words, sign = measured(step)
    measure = measure_at(step.node)
    if measure is not None and measure.condition:
        return words
    further = "" if len(set(others)) == 1 else (" or less" if sign > 0 else " or more")
    return f"{words or step.node}, {sign * best} against {sign * max(others)}{further}"


def _named(words: Sequence[str]) -> str:
    """Return candidates in a row without the words "from" and "beside", or the number of many."""
    if len(words) > MOST_NAMED:
        return f"{len(words)} others"
    names = [name.removeprefix("from ").removeprefix("beside ") for name in words]
    return " and ".join([part for part in (", ".join(names[:-1]), names[-1]) if part])
