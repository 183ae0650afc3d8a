"""The trace of a decision in words, one line for each step, for `bot`, `replay` and `annotate`."""

from __future__ import annotations

from collections.abc import Iterator

from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.non_player_node_words import node_words
from fitl_core.players.non_players.trace import Decision, TraceStep
from fitl_core.record.clauses import Clause
from notation.writer import write_clause


def candidate_name(one: object) -> str:
    """Return the name of a candidate in the trace."""
    if isinstance(one, BoardSpace):
        return one.name
    return write_clause(one) if isinstance(one, Clause) else str(one)


def trace_lines(trace: tuple[TraceStep, ...]) -> list[str]:
    """Return the steps of a decision, one line each: the node, the facts and the result.

    >>> step = TraceStep(step="test", rule="8.6.4", node="8.6.4/if-1", facts=("Trail 3",), result="no")
    >>> trace_lines((step,))
    ['8.6.4/if-1: Trail 3: no']
    """
    return [f"{step.node}: {_step_words(step)}" for step in trace]


def reason_words(node: str, trace: tuple[TraceStep, ...]) -> str:
    """Return the reason of a decision in words: the procedure, and the answers to its conditions."""
    words = node_words()
    rule = node.partition("/")[0]
    answers = {
        step.node: step.result
        for step in trace
        if step.step == "test" and "/if-" in step.node and step.result in ("yes", "no")
    }
    asked = [f"{words[one].partition('. ')[0]}? {result}" for one, result in answers.items() if one in words]
    return f"{words.get(rule, 'Section 8')} ({rule})" + (f": {'; '.join(asked)}" if asked else "")


def _step_words(step: TraceStep) -> str:
    facts = "; ".join(step.facts)
    match step.step:
        case "test":
            return f"{facts}: {step.result}" if facts else step.result
        case "roll":
            dice = "+".join(map(str, step.dice))
            return f"rolled {dice}{f' = {sum(step.dice)}' if step.dice[1:] else ''}; {facts}"
        case "narrow":
            return f"{_figures(step)}: {step.result}"
        case "pick":
            dice = f"{{{' '.join(map(str, step.dice))}}} " if step.dice else ""
            return f"{step.result} ({dice}{facts})"
        case _:
            return f"{step.result} ({facts})" if facts else step.result


def _figures(step: TraceStep) -> str:
    """Return each candidate with its figure. The lowest figure stays for "fewest" and "nearest"."""
    sign = -1 if " fewest " in step.node or " nearest " in step.node else 1
    return " | ".join([f"{one.name} {sign * one.figure}" for one in step.candidates])


def reliance_lines(decision: Decision) -> Iterator[str]:
    """Yield the open readings and unknown symbols on which a decision relies."""
    if decision.readings:
        yield f"readings: {', '.join(decision.readings)}"
    if decision.unknown:
        cards = ", ".join([str(card) for card in decision.unknown])
        yield f"symbol or instruction unknown, the default played: card {cards}"
