"""docs/look-up/codes.md, made from the core's list: `python tests/pages.py codes` writes it."""

from __future__ import annotations

import re
from pathlib import Path

from fitl_core.facts.code_lists import codes

ROOT = Path(__file__).parents[1]
SPEC = (ROOT / "notation" / "SPEC.md").read_text(encoding="utf-8")

NO_LOG_REACHES = {
    "card-cancelled": "only `number_after_card` of a replay refuses a card.",
    "needs-the-log": "only `engine.play` on a single position lacks the log.",
    "no-such-event": "only `state_at` of a replay refuses an event.",
    "no-such-card": "the reader refuses a card that is not 1 to 130 (`number-range`), in both forms.",
    "wrong-roll": "the reader refuses a die that does not show 1 to 6 (`number-range`), in both forms.",
    "option-twice": "the reader refuses the tag Options (`tag-value`).",
    "option-unknown": "the reader refuses the tag Options (`tag-value`).",
    "options-together": "the reader refuses the tag Options (`tag-value`).",
    "players-unknown": "the reader refuses the tag Players (`tag-value`).",
    "reading-twice": "the reader refuses the tag Readings (`tag-value`).",
    "reading-unknown": "the reader refuses the tag Readings (`tag-value`).",
    "symbol-impossible": "the reader refuses the tag Symbols (`tag-value`).",
    "symbol-known": "the reader refuses the tag Symbols (`tag-value`).",
    "symbol-twice": "the reader refuses the tag Symbols (`tag-value`).",
}
"""Violation codes that only a caller of the library meets, each with the reason why no file can."""

INTRODUCTION = """# Codes

Each refusal has a code: `code` of an error, and of each problem in `fitl validate --json`. The code stays
the same if the words of the message change. `python tests/pages.py codes` makes this list from
`fitl_core/facts/data/codes.json`.

## Refused by the rules

A refusal also has its rule, and several rules may share a code. Each file ends with a move that is refused
with the code.

| code | what it says | shown by |
|---|---|---|
"""
FAULTS = """
## Faults of a text

`notation/SPEC.md` 7 describes the faults. The examples are from there, if one line can show the fault.

| code | what it says | example |
|---|---|---|
"""
WARNINGS = """
## Warnings

`fitl validate` shows a warning, and the exit code stays: `warnings` in `fitl validate --json`,
`Document.doubts`.

| code | what it says |
|---|---|
"""
ERRORS = """
## Other errors

| code | what it says |
|---|---|
"""


def page() -> str:
    """Return the whole page."""
    listed = codes()
    violations = [f"| `{code}` | {says} | {_shown_by(code)} |" for code, says in listed.violations.items()]
    faults = [f"| `{code}` | {says} | {_example(code)} |" for code, says in listed.faults.items()]
    errors = [f"| `{code}` | {says} |" for code, says in listed.errors.items()]
    warnings = [f"| `{code}` | {says} |" for code, says in listed.warnings.items()]
    parts = (INTRODUCTION, violations, FAULTS, faults, WARNINGS, warnings, ERRORS, errors)
    return "".join([part if isinstance(part, str) else "\n".join(part) + "\n" for part in parts])


def _shown_by(code: str) -> str:
    """The first file of the code's name, or why there is none."""
    path = ROOT / "fixtures" / "refusals" / f"{code}.fitl"
    return f"[{path.name}](../../fixtures/refusals/{path.name})" if path.exists() else NO_LOG_REACHES[code]


def _example(code: str) -> str:
    found = re.search(rf"^(.+) ≡ {re.escape(code)}$", SPEC, re.MULTILINE)
    return "`" + found[1].replace("|", "\\|") + "`" if found else ""


if __name__ == "__main__":
    print(page(), end="")
