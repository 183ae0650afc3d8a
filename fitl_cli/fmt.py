"""`fitl fmt`: a log in its canonical form."""

from __future__ import annotations

import click
import msgspec

import notation
from fitl_cli.opening import open_log, sound_document
from fitl_cli.output import ILLEGAL, Failure, leave, say, say_data, say_json
from fitl_cli.writing import is_same_file, write_file
from fitl_core.game.forms import Form, form_of, in_normal_form
from fitl_core.tell.lines import printable


@click.command("fmt")
@click.argument("file", metavar="FILE")
@click.option(
    "--check", is_flag=True, help="Only say whether the file is canonical (exit code 1: it is not)."
)
@click.option("--rules", is_flag=True, help="Write the moves in normal form, as far as they are legal.")
@click.option("--jsonl", is_flag=True, help="Write JSON Lines instead of the notation.")
@click.option("-o", "--output", "out", metavar="OUT", default=None, help="Write to this file.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(file: str, check: bool, rules: bool, jsonl: bool, out: str | None, as_json: bool) -> None:
    """Write a log in canonical form, or check that it has it. No rule is asked, unless with --rules.

    Then what is forced is written out and sets stand in board order, so that a game has one text.
    A file in JSON Lines is checked as such; written it becomes notation, unless --jsonl is given.
    """
    if check and out is not None:
        raise click.UsageError("--check and --output exclude each other")
    log = open_log(file)
    whole = sound_document(log).log
    name, raw, is_jsonl = log.name, log.raw, log.jsonl
    if not check and not as_json:
        del log  # where each part stood in a long file takes more room than what is written
    if rules:
        whole = in_normal_form(whole)
    text = log_text(name, whole, jsonl or (check and is_jsonl))
    if check:
        form = form_of(log, text)
        if as_json:
            say_json(form)
        else:
            say(_verdict(form))
        leave(0 if form.canonical else ILLEGAL)
        return
    out = None if out == "-" else out
    if out is not None:
        write_file(out, text, raw if is_same_file(file, out) else None)
    if as_json:
        say_json(msgspec.structs.replace(form_of(log, text), text=text if out is None else ""))
    elif out is None:
        say_data(text)


def log_text(name: str, log: notation.Log, jsonl: bool) -> str:
    """A log in canonical form; ends the command where no text can say it."""
    try:
        return notation.dump(log) if jsonl else notation.write(log)
    except notation.UnwritableError as error:
        raise Failure(f"{name} cannot be written: {error.message}", ILLEGAL) from None


def _verdict(form: Form) -> str:
    if form.canonical:
        return f"{form.file}: canonical"
    found, should = printable(form.found)[:200], printable(form.canonical_line)[:200]
    return f"{form.file}:{form.line}: not canonical\n  is      {found}\n  should  {should}"
