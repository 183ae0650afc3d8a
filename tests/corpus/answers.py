"""Answer the questions of the corpus with the code on PYTHONPATH: JSON Lines in, JSON Lines out.

Only public names are used, so that the same script runs with the code of another tree. An internal error is
an answer, too.
"""

from __future__ import annotations

import hashlib
import json
import sys
from typing import Any

import msgspec

import notation
from fitl_core import (
    FitlError,
    ReplayedGame,
    Violation,
    adjudicate_move,
    digest,
    judge_non_players,
    normal,
    replay,
    view_adjudication,
)


def main() -> None:
    """Answer each question of standard input in turn."""
    for line in sys.stdin:
        question = json.loads(line)
        try:
            answer = _answer(question)
        except FitlError as error:
            answer = {"error": _of_error(error)}
        except Exception as error:
            answer = {"internal": f"{type(error).__name__}: {error}"}
        print(json.dumps({"id": question["id"], **answer}), flush=True)


def _answer(question: dict[str, str]) -> dict[str, Any]:
    document = notation.read(question["log"])
    faults = [[gap.after, gap.part] for gap in document.gaps]
    setup = notation.setup_of(document.log)
    if question["kind"] == "move":
        start, event = replay(setup, ()).state, document.log.events[-1]
        return _of_move(replay(setup, (event,)), view_adjudication(adjudicate_move(start, event)))
    return {"faults": faults, **_of_game(replay(setup, document.log.events), setup)}


def _of_move(played: ReplayedGame, view: Any) -> dict[str, Any]:
    """Return the answer about one move. Messages are left out: they may be written better."""
    found = msgspec.to_builtins(view)
    refusal = found.pop("refusal") or {}
    error = played.error
    return {
        "verdict": found["verdict"],
        "code": refusal.get("code"),
        "rule": refusal.get("rule"),
        "clause": error.clause if isinstance(error, Violation) else None,
        "legal": refusal.get("legal"),
        "rules": found["rules"],
        "nearest": found["nearest"],
        "message": refusal.get("message"),
        **_of_game(played, None),
    }


def _of_game(played: ReplayedGame, setup: Any) -> dict[str, Any]:
    steps = [[digest(step.state), _short(msgspec.to_builtins(step.effects))] for step in played.steps]
    forms = (
        [notation.write_event(event) for event in normal(setup, played.events)] if setup is not None else []
    )
    decided = (
        [msgspec.to_builtins(one.verdict) for one in judge_non_players(played)] if setup is not None else []
    )
    return {
        "sound": played.sound,
        "digests": [step[0] for step in steps],
        "effects": [step[1] for step in steps],
        "canonical": forms,
        "dictated": [[one["verdict"], one["node"]] for one in decided],
        "error": _of_error(played.error),
    }


def _of_error(error: FitlError | None) -> list[Any] | None:
    if error is None:
        return None
    return [getattr(error, name, None) for name in ("code", "rule", "clause")]


def _short(effects: Any) -> str:
    return hashlib.sha256(json.dumps(effects, sort_keys=True).encode()).hexdigest()[:16]


if __name__ == "__main__":
    main()
