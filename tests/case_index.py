"""fitl_core/tell/data/cases.json, the dispute cases as one file: `python tests/pages.py cases` writes it."""

from __future__ import annotations

from pathlib import Path

import msgspec

import notation
from fitl_core.tell.cases import DisputeCase
from notation.log import Log

CASES = Path(__file__).parents[1] / "fixtures" / "cases"


def natural(path: Path) -> list[int]:
    """Cases by rule number, then by their own."""
    return [int(part) for part in path.stem.replace("-", ".").split(".")]


def case_of(text: str) -> DisputeCase:
    """Return a case as its file has it."""
    log = notation.read(text).log
    events = [entry.event for entry in log.entries if entry.event is not None]
    editions = tag(log, "Editions")
    return DisputeCase(
        id=tag(log, "Case"),
        rules=tuple([rule.strip() for rule in tag(log, "Rule").split(",")]),
        verdict=tag(log, "Verdict"),
        question=tag(log, "Question"),
        reason=tag(log, "Reason"),
        move=notation.write_event(events[-1]) if events else "",
        log=text,
        editions=tuple(editions.split()) if editions else ("original", "second"),
        choice=tag(log, "Choice"),
        alternative=tag(log, "Alternative"),
        otherwise=tag(log, "Otherwise"),
    )


def tag(log: Log, name: str) -> str:
    return log.tag(name) or ""


def index() -> str:
    """The whole file: one case a line."""
    paths = sorted(CASES.glob("*.fitl"), key=natural)
    lines = [msgspec.json.encode(case_of(path.read_text(encoding="utf-8"))).decode() for path in paths]
    return "[\n" + ",\n".join(lines) + "\n]\n"


if __name__ == "__main__":
    print(index(), end="")
