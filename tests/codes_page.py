"""docs/codes.md, made of the core's list: `python tests/codes_page.py > docs/codes.md`."""

from __future__ import annotations

import re
from pathlib import Path

from fitl_core.facts.codes import codes

ROOT = Path(__file__).parents[1]
SPEC = (ROOT / "notation" / "SPEC.md").read_text(encoding="utf-8")

NO_LOG_REACHES = {
    "card-cancelled": "asked of a replay, which card to show (`number_after_card`)",
    "needs-the-log": "asked of a single position (`engine.play`); a replay has the log",
    "no-such-event": "asked of a replay, which event to show (`state_at`)",
    "no-such-card": "the reader refuses a card that is not 1 to 130 (`number-range`), in both forms",
    "wrong-roll": "the reader refuses a die that does not show 1 to 6 (`number-range`), in both forms",
    "option-twice": "the reader refuses the tag Options (`tag-value`)",
    "option-unknown": "the reader refuses the tag Options (`tag-value`)",
    "options-together": "the reader refuses the tag Options (`tag-value`)",
    "players-unknown": "the reader refuses the tag Players (`tag-value`)",
    "reading-twice": "the reader refuses the tag Readings (`tag-value`)",
    "reading-unknown": "the reader refuses the tag Readings (`tag-value`)",
}
"""Violation codes that only a caller of the library meets, and why no file can."""

INTRODUCTION = """# Codes

Whatever `fitl` refuses has a code that stays the same when its words change: `code` of an error, and of
each problem in `fitl validate --json`. This is the whole list, made from `fitl_core/facts/data/codes.json` by
`python tests/codes_page.py`.

## What the rules refuse

A refusal has its rule, too: the same code may come from several. Each file ends with a move that is refused
by the code.

| code | what it says | shown by |
|---|---|---|
"""
FAULTS = """
## What is wrong with a text

`notation/SPEC.md` 7 says when; an example from there, where a line can show it.

| code | what it says | example |
|---|---|---|
"""
WARNINGS = """
## What is odd, and no fault

`fitl validate` says it and the exit code stays: `warnings` in `fitl validate --json`, `Document.doubts`.

| code | what it says |
|---|---|
"""
ERRORS = """
## The rest

| code | what it says |
|---|---|
"""


def page() -> str:
    """The whole page."""
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
    return f"[{path.name}](../fixtures/refusals/{path.name})" if path.exists() else NO_LOG_REACHES[code]


def _example(code: str) -> str:
    found = re.search(rf"^(.+) ≡ {re.escape(code)}$", SPEC, re.MULTILINE)
    return "`" + found[1].replace("|", "\\|") + "`" if found else ""


if __name__ == "__main__":
    print(page(), end="")
