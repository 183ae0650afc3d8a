"""Judge each event of the corpus with the installed release: JSON Lines in, JSON Lines out.

    python answers.py <corpus.jsonl >older.jsonl
    python answers.py older.jsonl <corpus.jsonl >newer.jsonl

The first form plays each log to its end, or to the first event that is refused. The second form judges the
same events for the newer release, each from the position that the older release had before it. So a
difference has no consequences in later events.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from of_release import code

import notation
from fitl_core.errors import FitlError

Answer = dict[str, Any]
LINES_THAT_WORK = ("Void", "Amend")


def main() -> None:
    """Answer each log of standard input in turn."""
    guides = _guides(Path(sys.argv[1])) if len(sys.argv) > 1 else None
    for line in sys.stdin:
        asked = json.loads(line)
        guide = next(guides) if guides is not None else None
        print(json.dumps({"id": asked["id"], "release": code.RELEASE, **_of_log(asked["log"], guide)}))


def _guides(path: Path) -> Iterator[list[Answer]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)["events"]


def _of_log(text: str, guide: list[Answer] | None) -> Answer:
    """Return the answers on the start of a game and on each of its events."""
    found: list[Answer] = []
    stopped = ""
    try:
        setup, events = code.read(text)
        is_whole = code.RELEASE > 1  # whose writer is the only one that has other forms
        for answer in _own(setup, events, is_whole) if guide is None else _beside(setup, events, guide):
            found.append(answer)
    except FitlError as error:
        stopped = f"{error.code}: {error}"
    except notation.UnwritableError as error:
        stopped = f"unwritable: {error}"
    return {"events": found, "stopped": stopped}


def _own(setup: Any, events: tuple[Any, ...], is_whole: bool = True) -> Iterator[Answer]:
    """Yield the answer on the start, on each legal event, and on the first that is refused.

    Canonical forms and decisions of Non-players belong to a whole answer.
    """
    game = code.play(setup, events)
    decided = code.decisions(game) if is_whole else {}
    for number, step in enumerate(game.steps):
        answer = {
            "verdict": "legal",
            "position": code.written_position(setup, step.state),
            "digest": code.digest_of(step.state),
            "effects": code.told(step.effects),
        }
        if number:
            event = events[number - 1]
            answer["line"] = notation.write_event(event)
            if is_whole:
                answer["canonical"] = code.canonical(game.steps[number - 1].state, event)
        if number in decided:
            answer["decided"] = decided[number]
        yield answer
    if game.error is not None:
        yield {"line": notation.write_event(events[len(game.steps) - 1]), **_refused(game.error)}


def _refused(error: FitlError) -> Answer:
    return {
        "verdict": getattr(error, "verdict", "illegal"),
        "code": error.code,
        "rule": getattr(error, "rule", ""),
        "message": error.message,
    }


def _beside(setup: Any, events: tuple[Any, ...], guide: list[Answer]) -> Iterator[Answer]:
    """Yield the answers of this release, each from the position of the guide before the event.

    Play goes on while both agree. After a difference the game is set up from the guide's position. A later
    `void` or `amend` line may name an event that the new game does not have. So the answers end there.
    """
    first, is_new = 0, False
    is_whole = any("canonical" in answer for answer in guide)
    while True:
        for number, answer in enumerate(_own(setup, events[first:], is_whole), first):
            if number >= len(guide):
                return
            if is_new:
                is_new = False  # the position that the guide gave
                continue
            other = guide[number]
            if "position" in other and other["position"] != answer.get("position"):
                answer["guide"] = in_own_words(setup, other["position"])
            yield answer
            if "position" in other and answer.get("position") not in (other["position"], answer.get("guide")):
                break
        else:
            return
        if number + 1 == len(guide) or any(type(one).__name__ in LINES_THAT_WORK for one in events[number:]):
            return
        first, is_new = number, True
        setup = code.begun_from(setup, guide[number]["position"])


def in_own_words(setup: Any, position: str) -> str:
    """Return a position in text as this release writes it."""
    there = code.begun_from(setup, position)
    return str(code.written_position(there, code.play(there, ()).state))


if __name__ == "__main__":
    main()
