"""`fitl fmt`: a log in its canonical form."""

from __future__ import annotations

import click
import msgspec

import notation
from fitl_cli.game import Log, read_log
from fitl_cli.output import ILLEGAL, Failure, leave, say, say_data, say_json, write_file
from fitl_cli.refusals import clean


class Form(msgspec.Struct, frozen=True, omit_defaults=True):
    """What `fitl fmt --json` prints; `line`, `found` and `canonical_line` say where it differs first."""

    file: str
    canonical: bool
    line: int = 0
    found: str = ""
    canonical_line: str = ""
    text: str = ""


@click.command("fmt")
@click.argument("file", metavar="FILE")
@click.option(
    "--check", is_flag=True, help="Only say whether the file is canonical (exit code 1: it is not)."
)
@click.option("--jsonl", is_flag=True, help="Write JSON Lines instead of the notation.")
@click.option("-o", "--output", "out", metavar="OUT", default=None, help="Write to this file.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(file: str, check: bool, jsonl: bool, out: str | None, as_json: bool) -> None:
    """Write a log in canonical form, or check that it has it. No rule is asked.

    A file in JSON Lines is checked as such; written it becomes notation, unless --jsonl is given.
    """
    if check and out is not None:
        raise click.UsageError("--check and --output exclude each other")
    log = read_log(file)
    text = canonical(log, jsonl or (check and log.jsonl))
    form = _compare(log, text)
    if check:
        if as_json:
            say_json(form)
        else:
            say(_verdict(form))
        leave(0 if form.canonical else ILLEGAL)
        return
    out = None if out == "-" else out
    if out is not None:
        write_file(out, text)
        text = ""
    if as_json:
        say_json(msgspec.structs.replace(form, text=text))
    elif out is None:
        say_data(text)


def canonical(log: Log, jsonl: bool) -> str:
    """The text of a sound log; ends the command where no text can say it."""
    try:
        return notation.dump(log.sound.log) if jsonl else notation.write(log.sound.log)
    except notation.UnwritableError as error:
        raise Failure(f"{log.name} cannot be written: {error.message}", ILLEGAL) from None


def _compare(log: Log, text: str) -> Form:
    if log.raw == text.encode():
        return Form(log.name, True)
    lines, wanted = log.source, text.split("\n")
    for number, (found, should) in enumerate(zip(lines, wanted, strict=False), 1):
        if found != should:
            return Form(log.name, False, number, found, should)
    if len(lines) == len(wanted):
        return Form(log.name, False, 1, "other line ends or encoding", "line feeds and UTF-8")
    number = min(len(lines), len(wanted))
    if len(lines) > len(wanted):
        return Form(log.name, False, number, "further lines", "the end of the file")
    return Form(log.name, False, number, "no line end", "a line end")


def _verdict(form: Form) -> str:
    if form.canonical:
        return f"{form.file}: canonical"
    found, should = clean(form.found)[:200], clean(form.canonical_line)[:200]
    return f"{form.file}:{form.line}: not canonical\n  is      {found}\n  should  {should}"
