"""The trace of a decision in words, one line for each step, for `bot`, `replay` and `annotate`."""

from __future__ import annotations

from collections.abc import Iterator

from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.non_player_measures import measure_at
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
    return [f"{step.node}: {_step_words(step)}{' [taken back]' if step.undone else ''}" for step in trace]


def _step_words(step: TraceStep) -> str:
    facts = "; ".join(step.facts)
    match step.step:
        case "test":
            return f"{facts}: {step.result}" if facts else step.result
        case "roll":
            dice = "+".join(map(str, step.dice))
            return f"rolled {dice}{f' = {sum(step.dice)}' if step.dice[1:] else ''}; {facts}"
        case "narrow":
            words, sign = measured(step)
            figures = " | ".join([f"{one.name} {sign * one.figure}" for one in step.candidates])
            return f"{f'{words}: ' if words else ''}{figures}: {step.result}"
        case "pick":
            dice = f"{{{' '.join(map(str, step.dice))}}} " if step.dice else ""
            return f"{step.result} ({dice}{facts})"
        case _:
            return f"{step.result} ({facts})" if facts else step.result


def measured(step: TraceStep) -> tuple[str, int]:
    """Return the words of a narrowing step's measure ("" if it has none), and the sign of its shown figures.

    If the lowest figure is the best, the step has its negative.
    """
    measure = measure_at(step.node)
    if measure is None:
        return "", 1
    if measure.less:
        return measure.less, -1
    is_below = measure.below and max(one.figure for one in step.candidates) < 0
    return (measure.below, -1) if is_below else (measure.words, 1)


def reliance_lines(decision: Decision) -> Iterator[str]:
    """Yield the open readings and unknown symbols on which a decision relies."""
    if decision.readings:
        yield f"readings: {', '.join(decision.readings)}"
    yield from [unknown.line for unknown in decision.symbols]
