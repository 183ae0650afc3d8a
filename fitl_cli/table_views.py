"""Commands of `fitl table` that look at tables: show, explain, list, export, import."""

from __future__ import annotations

import click

from fitl_cli.given_stores import at_tables, json_option, store_option, waits
from fitl_cli.options import shared
from fitl_cli.output import UNREADABLE, leave, paint, say, say_data, say_json
from fitl_cli.writing import write_file
from fitl_core.table.seats_asked import asked_at


@click.command("show")
@click.argument("table")
@store_option
@shared("--seat", "You see its view; by default a spectator's.", default=None)
@shared("--after")
@json_option
def show(table: str, address: str, seat: str | None, after: int, as_json: bool) -> None:
    """Show a table: its seats, the lines of its log, whom it waits for, and the board."""
    from fitl_core.table.views import view_table

    with at_tables(address, as_json) as tables:
        state = tables.state(table)
        seen = view_table(state, seat, tables.names(table), after, now=tables.now())
    if as_json:
        say_json(seen)
        return
    color = paint()
    say(color.bold(f"table {table}, version {seen.version}: {seen.standing}"))
    for one in seen.seats:
        who = one.player or ("taken" if one.taken else "free")
        say(f"  {one.name}: {who}")
    for line in seen.lines:
        say(f"{line.number:5}  {line.text}")
        if line.typed:
            say(f"       typed: {line.typed}")
    for proposal in seen.proposals:
        agreed_to = ", ".join(proposal.agreed)
        who = proposal.by or "the host"
        say(f"proposal {proposal.number} by {who}: {proposal.line} (agreed: {agreed_to})")
    for order in seen.orders:
        say(f"order {order.number} of {order.seat}: {order.text or 'sealed'}")
    if seen.markers:
        say(f"markers: {', '.join(seen.markers)}")
    if seen.begun is not None:
        say(f"begun: {seen.begun.text}")
    for question in seen.questions:
        say(f"  {question.who}: {question.prompt} ({question.rule})")
    say(waits(seen.asked))
    if state.board is not None:
        from fitl_core.tell.board_text import board_table

        head, *lines = board_table(state.board)
        say("\n".join(["", color.bold(head), *lines]))


@click.command("why")
@click.argument("table")
@store_option
@shared("--after")
@json_option
def why(table: str, address: str, after: int, as_json: bool) -> None:
    """Explain the decisions of the table's Non-players: each step with its rule."""
    from fitl_core.players.non_players.decision_reasons import explanation

    with at_tables(address, as_json) as tables:
        taken = tables.decisions(table, after)
    if as_json:
        say_json({"table": table, "decisions": taken})
        return
    for one in taken:
        steps = [f"       {step}" for step in explanation(one.node, one.trace)]
        say("\n".join([f"{one.line:5}  {one.faction}, by {one.node}", *steps]))


@click.command("list")
@store_option
@json_option
def list_tables(address: str, as_json: bool) -> None:
    """List the tables of a store, and for whom each waits.

    A table that cannot be read is named, the others are listed, and the exit code is 3.
    """
    from fitl_core.table.encoding import UnreadableFact

    with at_tables(address, as_json) as tables:
        rows: list[dict[str, object]] = []
        is_whole = True
        for table in tables.names_of_tables():
            try:
                state = tables.state(table)
            except UnreadableFact as error:
                is_whole = False
                rows.append({"table": table, "error": error.code, "message": error.message})
                if not as_json:
                    say(paint().red(error.message))
                continue
            asked = asked_at(state)
            rows.append({"table": table, "version": state.version, "asked": asked})
            if not as_json:
                say(f"{table}  version {state.version}  {waits(asked)}")
        if as_json:
            say_json({"tables": rows})
    leave(0 if is_whole else UNREADABLE)


@click.command("export")
@click.argument("table")
@store_option
@click.option("--facts", is_flag=True, help="The whole table with its secrets, as JSON Lines: for `import`.")
@shared("--jsonl")
@shared("--output")
@json_option
def export(table: str, address: str, facts: bool, jsonl: bool, out: str | None, as_json: bool) -> None:
    """Write a table's log, which validates and verifies like any file; or all of the table."""
    import notation

    with at_tables(address, as_json) as tables:
        if facts:
            from fitl_core.table.exports import exported

            text = exported(tables.store, table)
        else:
            log = tables.log(table)
            text = notation.dump(log) if jsonl else notation.write(log)
    if as_json:
        say_json({"table": table, "text": text})
    elif out is None or out == "-":
        say_data(text)
    if out is not None and out != "-":
        write_file(out, text, private=facts)


@click.command("import")
@click.argument("file")
@store_option
@shared("--name", "Else its old name.")
@json_option
def import_table(file: str, address: str, name: str, as_json: bool) -> None:
    """Import a table from `export --facts`."""
    from fitl_cli.opened_files import bytes_of, name_of, text_of
    from fitl_core.table.exports import imported

    text = text_of(bytes_of(file), name_of(file))
    with at_tables(address, as_json, create=True) as tables:
        table, version = imported(tables.store, text, name)
    if as_json:
        say_json({"table": table, "version": version})
    else:
        say(f"table {table}, version {version}")
