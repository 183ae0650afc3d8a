"""docs/compliance.md, the statement for a release: `python tests/compliance_page.py > docs/compliance.md`."""

from __future__ import annotations

from collections import Counter

from case_index import CASES, case_of, natural

from fitl_core.tell.cases import DisputeCase

INTRODUCTION = """# Compliance

What `fitl` decides in each of the {number} dispute cases of `fixtures/cases`: {legal} legal, {illegal}
refused with the rule and code shown, {incomplete} incomplete, {forced} that happen by themselves.
`test_dispute_cases.py` plays each in every edition that it names (o original, s second), so that this page is
true when the tests pass. Where a point can be read in two ways ({choices} cases), the verdict of the other
reading stands behind it. `fitl cases ID` tells a case.

| case | rules | editions | verdict | question |
|---|---|---|---|---|
"""


def page() -> str:
    """The whole page."""
    cases = [case_of(path.read_text(encoding="utf-8")) for path in sorted(CASES.glob("*.fitl"), key=natural)]
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
