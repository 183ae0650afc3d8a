"""`fitl rulings --cases`: the dispute cases, by rule or one by one."""

from __future__ import annotations

import click

from fitl_cli.options import shared
from fitl_cli.output import USAGE, Failure, paint, say, say_json
from fitl_core.tell.cases import DisputeCase, case_lines, cases, cases_on


@click.command("cases")
@click.argument("wanted", metavar="[ID|RULE]", required=False)
@shared("--json", "A list of the cases.")
def command(wanted: str | None, as_json: bool) -> None:
    """List all dispute cases, those on a RULE (3.2.4, a section like 3.2, "card 17"), or show the case ID.

    A case is a log: it can be checked, changed and argued with.
    """
    matching_cases = _found(wanted)
    if as_json:
        say_json(matching_cases)
    elif len(matching_cases) == 1 and matching_cases[0].id == wanted:
        heading, *lines = case_lines(matching_cases[0])
        say("\n".join([paint().bold(heading), *lines]))
    else:
        for case in matching_cases:
            say(f"{paint().bold(f'{case.id:9}')} {case.verdict.partition(' ')[0]:10} {case.question}")


def _found(wanted: str | None) -> list[DisputeCase]:
    if wanted is None:
        return list(cases().values())
    if wanted in cases():
        return [cases()[wanted]]
    matching_cases = cases_on(wanted)
    if not matching_cases:
        raise Failure(f'no case has the id, and none is on the rule, "{wanted}"', USAGE)
    return matching_cases
