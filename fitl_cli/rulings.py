"""`fitl rulings`: the dispute cases, by rule or one by one."""

from __future__ import annotations

import click

from fitl_cli.cases import Case, cases
from fitl_cli.output import USAGE, Failure, paint, say, say_json, wrapped


@click.command("rulings")
@click.argument("wanted", metavar="[ID|RULE]", required=False)
@click.option("--json", "as_json", is_flag=True, help="A JSON list of the cases.")
def command(wanted: str | None, as_json: bool) -> None:
    """List the dispute cases, those on a RULE (3.2.4, a section like 3.2, "card 17"), or tell the case ID.

    A case is a log: it can be checked, changed and argued with.
    """
    found = _found(wanted)
    if as_json:
        say_json(found)
    elif len(found) == 1 and found[0].id == wanted:
        say("\n".join(told(found[0])))
    else:
        for case in found:
            say(f"{paint().bold(f'{case.id:9}')} {case.verdict.partition(' ')[0]:8} {case.question}")


def _found(wanted: str | None) -> list[Case]:
    if wanted is None:
        return list(cases().values())
    if wanted in cases():
        return [cases()[wanted]]
    found = [case for case in cases().values() if any(_is_of(rule, wanted) for rule in case.rules)]
    if not found:
        raise Failure(f'no case has the id, and none is on the rule, "{wanted}"', USAGE)
    return found


def _is_of(rule: str, wanted: str) -> bool:
    """Whether a rule is the wanted one, or of its section."""
    return rule == wanted or rule.startswith(f"{wanted}.")


def told(case: Case) -> list[str]:
    """A case with its log."""
    lines = [
        paint().bold(f"{case.id} ({', '.join(case.rules)}; {' and '.join(case.editions)} edition)"),
        *paragraph(case.question),
        f"  verdict: {case.verdict}",
        *paragraph(f"because: {case.reason}"),
    ]
    if case.alternative:
        built = case.otherwise != "not built"
        where = f"(Ruling {case.choice}: {case.otherwise})" if built else "(not built)"
        lines += paragraph(f"or: {case.alternative} {where}")
    return [*lines, "", *[f"    {line}" for line in case.log.rstrip().split("\n")]]


def paragraph(text: str, indent: str = "  ") -> list[str]:
    """A text on indented lines."""
    return wrapped(text.split(), indent, between=" ")
