"""`fitl fmt`: a log in its canonical form."""

from __future__ import annotations

import click
import msgspec

from fitl_cli.chain import command as chain_command
from fitl_cli.log_text import log_text
from fitl_cli.opened_files import open_log, sound_document
from fitl_cli.options import formerly, shared
from fitl_cli.output import ILLEGAL, leave, say, say_data, say_json
from fitl_cli.writing import is_same_file, write_file
from fitl_core.game.forms import Form, form_of, in_normal_form
from fitl_core.tell.wrapping import printable


@click.command("fmt")
@click.argument("file", metavar="FILE")
@shared("--check", "Exit code 1: the file is not canonical.")
@click.option("--normal", is_flag=True, help="Write the moves in normal form, as far as they are legal.")
@formerly("--rules", "--normal", "normal", is_flag=True)
@click.option(
    "--chain", is_flag=True, help="Link each line to the line before; the header gets the head of the chain."
)
@shared("--jsonl")
@shared("--output")
@shared("--json")
@click.pass_context
def command(
    ctx: click.Context,
    file: str,
    check: bool,
    normal: bool,
    chain: bool,
    jsonl: bool,
    out: str | None,
    as_json: bool,
) -> None:
    """Write a log in canonical form, or check its form. Only --normal asks the rules of the game.

    With --normal, forced answers are written out and sets stand in board order, so that a game has one text.
    A file in JSON Lines is checked as JSON Lines. It is written as notation, unless --jsonl is given.
    """
    if check and out is not None:
        raise click.UsageError("--check and --output exclude each other")
    if chain:
        if check or normal or jsonl:
            raise click.UsageError("--chain goes with --output and --json alone")
        ctx.invoke(chain_command, file=file, out=out, as_json=as_json)
        return
    log = open_log(file)
    whole = sound_document(log).log
    name, raw, is_jsonl = log.name, log.raw, log.jsonl
    if not check and not as_json:
        del log  # the places of a long file take more memory than its text
    if normal:
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


def _verdict(form: Form) -> str:
    if form.canonical:
        return f"{form.file}: canonical"
    actual, should = printable(form.found)[:200], printable(form.canonical_line)[:200]
    return f"{form.file}:{form.line}: not canonical\n  is      {actual}\n  should  {should}"
