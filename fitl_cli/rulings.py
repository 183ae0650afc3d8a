"""`fitl rulings`: what is known about a rule, a card or a word."""

from __future__ import annotations

import click

from fitl_cli.output import ILLEGAL, Failure, paint, say, say_json
from fitl_core.tell.cases import case_lines
from fitl_core.tell.lines import paragraph
from fitl_core.tell.rulings import Rulings, rulings_on
from notation.lexer import shown


@click.command("rulings")
@click.argument("wanted", metavar="RULE|CARD|ID|WORDS", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(wanted: tuple[str, ...], as_json: bool) -> None:
    """Tell how a point is read: a rule (3.2.4, a section like 3.2), a card ("card 107"), an id, or words.

    How we read what the rules leave open, what a group may choose, the dispute cases about it, what cards do.
    """
    sought = " ".join(wanted)
    found = rulings_on(sought)
    if as_json:
        say_json(found)
    if found == Rulings():
        hint = 'try a rule, as 2.3.9, a card, as "card 107", or another word'
        raise Failure(f'nothing is known about "{shown(sought)}"; {hint}', ILLEGAL)
    if not as_json:
        say("\n".join(_lines(found)))


def _lines(found: Rulings) -> list[str]:
    if len(found.cases) == 1 and found == Rulings(cases=found.cases):
        heading, *lines = case_lines(found.cases[0])
        return [paint().bold(heading), *lines]
    lines = []
    for card in found.cards:
        lines.append(paint().bold(f"card {card.number} {card.title}"))
        for side, text in card.sides.items():
            lines += paragraph(f"{side}: {text}")
    for one in found.clarifications:
        on = ", ".join([f"card {of}" if of.isdecimal() else of for of in one.on])
        lines += [f"{paint().bold(on)}  {one.question}", *paragraph(one.answer)]
    for reading in found.readings:
        lines += [f"{paint().bold(reading.rule)}  {reading.question}", *paragraph(reading.default)]
        lines += paragraph(f'Or, with [Readings "{reading.id}"]: {reading.alternative}')
    for case in found.cases:
        verdict = case.verdict.partition(" ")[0]
        lines.append(f"{paint().bold(f'case {case.id}')}  {verdict}: {case.question}")
    return lines
