"""docs/evidence/compliance.md, the statement for a release: `python tests/pages.py compliance` writes it."""

from __future__ import annotations

from collections import Counter

from case_index import CASES, case_of, natural

from fitl_core.tell.cases import DisputeCase

INTRODUCTION = """# Compliance

`fitl` decides the {number} dispute cases of `fixtures/cases`. {legal} moves are legal. {illegal} are
refused with the rule and code shown. {incomplete} are incomplete, and {forced} effects are automatic.
`test_dispute_cases.py` plays each case in every edition of its row (o original, s second), so passing
tests prove this page. {choices} cases depend on a reading; the verdict of the other reading follows.
`fitl rulings --cases ID` shows a case.

| case | rules | editions | verdict | question |
|---|---|---|---|---|
"""


def page() -> str:
    """Return the whole page."""
    paths = sorted(CASES.glob("*.fitl"), key=natural)
    cases = [case_of(path.read_text(encoding="utf-8")) for path in paths]
    words = Counter(case.verdict.partition(" ")[0] for case in cases)
    head = INTRODUCTION.format(
        number=len(cases),
        legal=words["legal"],
        illegal=words["illegal"],
        incomplete=words["incomplete"],
        forced=words["forced"],
        choices=sum(1 for case in cases if case.choice),
    )
    return head + "\n".join([_row(case) for case in cases]) + "\n"


def _row(case: DisputeCase) -> str:
    editions = " ".join([name[0] for name in case.editions])
    verdict = case.verdict
    if case.choice:
        verdict += f"; by `Readings` {case.choice}: {case.otherwise}"
    cells = [case.id, ", ".join(case.rules), editions, verdict, case.question.replace("|", "\\|")]
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    print(page(), end="")
