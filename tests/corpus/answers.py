"""Answer the questions of the corpus with the code on PYTHONPATH: JSON Lines in, JSON Lines out.

    PYTHONPATH=TREE python tests/corpus/answers.py [SECONDS] <questions.jsonl >answers.jsonl

It stops after SECONDS, if they are given. The same script runs with the code of another tree: it uses public
names where it can, and looks for the others. An internal error is an answer, too. The `cost` of an answer is
not compared.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from typing import Any

import msgspec
from counted_work import CountedWork

import notation
from fitl_core import (
    Action,
    Event,
    FitlError,
    ReplayedGame,
    Setup,
    State,
    Violation,
    adjudicate_move,
    digest,
    judge_non_players,
    normal,
    play,
    replay,
    start,
    view_adjudication,
)

FORM = 2
"""Scripts of two trees understand each other if this number is the same."""
ENDLESS = 10**9
Answer = dict[str, Any]
ANSWERS_ONLY = (("canonical_form", "canonical_action"), ("without_statements", "without_statements"))
"""The module and the function that leave statements out, in newer and in older trees."""
SUGGESTED = 3
"""The number of suggestions that are compared."""
_suggesting: CountedWork | None = None


def main() -> None:
    """Answer each question of standard input in turn."""
    _count_suggestions()
    end = time.monotonic() + float(sys.argv[1] if len(sys.argv) > 1 else ENDLESS)
    for line in sys.stdin:
        if time.monotonic() > end:
            break
        question = json.loads(line)
        print(json.dumps({"id": question["id"], "of": question["of"], **answer(question)}), flush=True)


def _count_suggestions() -> None:
    """Count the search for suggestions apart from the rest of an adjudication, if the tree has it so."""
    adjudication = import_module("fitl_core.tell.adjudication")
    search = getattr(adjudication, "near_moves", None)
    if search is None:
        return

    def counted(*arguments: Any) -> Any:
        global _suggesting
        with (_suggesting := _suggesting or CountedWork()):
            return search(*arguments)

    adjudication.near_moves = counted  # type: ignore[attr-defined]


def answer(question: dict[str, str]) -> Answer:
    """Return the answer to one question."""
    try:
        return _ANSWERS[question["kind"]](question)
    except FitlError as error:
        return {"error": _of_error(error)}
    except Exception as error:
        return {"internal": f"{type(error).__name__}: {error}"}


def _of_line(question: dict[str, str]) -> Answer:
    """Return the event that a line writes, in canonical form."""
    event = notation.read_line(question["text"]).event
    return {"canonical": None if event is None else notation.write_event(event)}


# -- games ----------------------------------------------------------------------------------------


def _of_game(question: dict[str, str]) -> Answer:
    document = notation.read(question["text"])
    setup = notation.setup_of(document.log)
    with (work := CountedWork()):
        played = replay(setup, document.log.events)
    decided = [msgspec.to_builtins(one.verdict) for one in judge_non_players(played)]
    return {
        "faults": [[gap.after, gap.part] for gap in document.gaps],
        "sound": played.sound,
        "digests": [digest(step.state) for step in played.steps],
        "effects": [_short(step.effects) for step in played.steps],
        "canonical": _canonical(setup, played),
        "dictated": [[one["verdict"], one["node"]] for one in decided],
        "error": _of_error(played.error),
        "cost": {"play": work.cost()},
    }


def _canonical(setup: Setup, played: ReplayedGame) -> list[str]:
    return [notation.write_event(event) for event in normal(setup, played.events)]


# -- moves ----------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _position(head: str) -> tuple[Setup, State]:
    setup = notation.setup_of(notation.read(head).log)
    return setup, start(setup).state


def _of_move(question: dict[str, str]) -> Answer:
    setup, state = _position(question["head"])
    event = notation.read_line(question["text"]).event
    assert event is not None, "the question has a move"
    error: FitlError | None = None
    with (work := CountedWork()):
        try:
            step = play(state, event)
        except Violation as violation:
            error = violation
    if error is not None:
        return _of_refusal(state, event, error, work)
    with (writing := CountedWork()):
        forms = normal(setup, (event,))
    return {
        "verdict": "legal",
        "digest": digest(step.state),
        "effects": _short(step.effects),
        "canonical": [notation.write_event(form) for form in forms],
        "answers": _answers_only(state, event),
        "cost": {"play": work.cost(), "normal": writing.cost()},
    }


def _answers_only(state: State, event: Event) -> str | None:
    """Return the move as the rules ask for it, without stated effects. None if the tree cannot say it."""
    if not isinstance(event, Action):
        return None
    for module, name in ANSWERS_ONLY:
        try:
            answers_only = getattr(import_module(f"fitl_core.wording.{module}"), name)
        except ImportError:
            continue
        return notation.write_event(answers_only(state, event))
    return None


def _of_refusal(state: State, event: Event, error: FitlError, work: CountedWork) -> Answer:
    """Return the reason and the suggestions. Messages may be written better: they are compared if asked."""
    global _suggesting
    _suggesting = None
    with (whole := CountedWork()):
        view = msgspec.to_builtins(view_adjudication(adjudicate_move(state, event)))
    refusal = view["refusal"] or {}
    return {
        "verdict": view["verdict"],
        "code": refusal.get("code"),
        "rule": refusal.get("rule"),
        "clause": getattr(error, "clause", None),
        "legal": refusal.get("legal"),
        "nearest": view["nearest"][:SUGGESTED],
        "rules": view["rules"],
        "unexamined": view["unexamined"],
        "message": refusal.get("message"),
        "cost": {
            "play": work.cost(),
            "suggest": (_suggesting or whole).cost(),  # without a search of its own the whole counts
            "adjudicate": whole.cost(),
        },
    }


def _of_error(error: FitlError | None) -> list[Any] | None:
    if error is None:
        return None
    return [getattr(error, name, None) for name in ("code", "rule", "clause")]


def _short(effects: Any) -> str:
    text = json.dumps(msgspec.to_builtins(effects), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


_ANSWERS: dict[str, Callable[[dict[str, str]], Answer]] = {
    "game": _of_game,
    "line": _of_line,
    "move": _of_move,
}


if __name__ == "__main__":
    main()
