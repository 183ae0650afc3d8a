"""Why a Non-player acted, in sentences: the condition that called for it, then a sentence for each choice.

The sentences come from the trace, so they name only what decided. `trace_words` has every step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fitl_core.facts.non_player_measures import measure_at
from fitl_core.facts.non_player_node_words import node_words
from fitl_core.players.non_players.trace import TraceStep, rule_of
from fitl_core.players.non_players.trace_words import measured, trace_lines
from fitl_core.players.non_players.unknown_symbols import DEFAULTS

EVENT_OR_PASS = "Event or Pass"
"""The title of the rules by which a Faction plays the Event or Passes. Their conditions say which."""
MOST_NAMED = 3
"""More candidates than this are counted, not named."""


def reasons(node: str, trace: Sequence[TraceStep]) -> list[str]:
    """Return the reasons of a decision in sentences, the first for the action as a whole.

    >>> step = TraceStep(step="test", rule="8.6.4", node="8.6.4/if-1", facts=("Trail 1",), result="yes")
    >>> reasons("8.6.4/if-1", (step,))
    ['Rally, because of this: Trail 1 (8.6.4/if-1).']
    """
    declined = [f"It {one.result} ({one.node})." for one in trace if one.result.startswith("declines")]
    unknown = [f"{_capital(one.facts[0])}: {one.result}." for one in trace if one.result in DEFAULTS]
    return [_action(node, trace), *declined, *unknown, *_choices(trace)]


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
        name = "Event" if node_words().get(node, "Event").endswith("Event") else "Pass"
    tests = [one for one in trace if one.step == "test" and "/if-" in one.node]
    facts = [one.facts for one in tests if one.node == node and one.result == "yes" and one.facts]
    if facts:
        rolls = [fact for one in trace if one.step == "roll" and one.node == node for fact in one.facts]
        return f"{name}, because of this: {'; '.join((*rolls, *facts[-1]))} ({node})."
    if tests and "/" not in node:
        return f"{name}, because no condition before it held ({node})."
    return f"{name} ({node})."


def _choices(trace: Sequence[TraceStep]) -> Iterator[str]:
    """Yield a sentence for each choice among several candidates."""
    narrowed: list[TraceStep] = []
    for step in trace:
        if step.step == "narrow":
            narrowed.append(step)
        elif step.step == "pick":
            yield from _choice(narrowed, step)
            narrowed = []


def _choice(narrowed: Sequence[TraceStep], pick: TraceStep) -> Iterator[str]:
    """Yield the sentence for one pick: the measures that decided, and the dice."""
    parts = [_narrowing(step, pick.result) for step in narrowed]
    if pick.dice:
        tied = [one.name for one in pick.candidates if one.name != pick.result]
        dice = " ".join(map(str, pick.dice))
        parts.append(f"{pick.result} before {_named(tied)}: by dice, {{{dice}}}")
    if parts:
        yield f"{'; '.join(parts)} ({pick.node})."


def _narrowing(step: TraceStep, picked: str) -> str:
    """Return the words for one measure: "Hue before Da Nang: more ARVN cubes, 4 against 2"."""
    best = max(one.figure for one in step.candidates)
    kept = [one.name for one in step.candidates if one.figure == best]
    gone = [one for one in step.candidates if one.figure < best]
    first = picked if picked in kept else _named(kept)
    words = _measure(step, best, max([one.figure for one in gone]))
    return f"{first} before {_named([one.name for one in gone])}: {words}"


def _measure(step: TraceStep, best: int, second: int) -> str:
    words, sign = measured(step)
    measure = measure_at(step.node)
    is_condition = measure is not None and measure.condition
    return words if is_condition else f"{words or step.node}, {sign * best} against {sign * second}"


def _named(names: Sequence[str]) -> str:
    """Return the names in a row; only their number if there are many."""
    if len(names) > MOST_NAMED:
        return f"{len(names)} others"
    return " and ".join([part for part in (", ".join(names[:-1]), names[-1]) if part])
