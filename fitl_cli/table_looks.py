"""What `fitl table` looks at: tables are shown, explained, listed, taken away and brought back."""

from __future__ import annotations

import click

from fitl_cli.output import paint, say, say_data, say_json
from fitl_cli.stored import at_tables, json_option, store_option, waits
from fitl_cli.writing import write_file
from fitl_core.table.asked import asked_at


@click.command("show")
@click.argument("table")
@store_option
@click.option("--seat", default=None, help="As this seat sees it; without, as a spectator.")
@click.option("--after", type=click.IntRange(min=0), default=0, help="Lines behind this one alone.")
@json_option
def show(table: str, address: str, seat: str | None, after: int, as_json: bool) -> None:
    """Show a table: its seats, the lines of its log, whom it waits for, and the board."""
    from fitl_core.table.views import table_view

    with at_tables(address, as_json) as tables:
        state = tables.state(table)
        seen = table_view(state, seat, tables.names(table), after)
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
    for proposal in seen.proposals:
        agreed_to = ", ".join(proposal.agreed)
        say(f"proposal {proposal.number} by {proposal.by}: {proposal.line} (agreed: {agreed_to})")
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
        from fitl_core.tell.board import board_table

        head, *lines = board_table(state.board)
        say("\n".join(["", color.bold(head), *lines]))


@click.command("why")
@click.argument("table")
@store_option
@click.option("--after", type=click.IntRange(min=0), default=0, help="Of moves behind this line alone.")
@json_option
def why(table: str, address: str, after: int, as_json: bool) -> None:
    """Tell why the table's Non-players did what they did: each step of their decisions, with its rule."""
    from fitl_core.players.non_players.telling import trace_lines

    with at_tables(address, as_json) as tables:
        taken = tables.decisions(table, after)
    if as_json:
        say_json({"table": table, "decisions": taken})
        return
    for one in taken:
        steps = [f"       {step}" for step in trace_lines(one.trace)]
        say("\n".join([f"{one.line:5}  {one.faction}, by {one.node}", *steps]))


@click.command("list")
@store_option
@json_option
def list_tables(address: str, as_json: bool) -> None:
    """List the tables of a store, with whom each waits for."""
    with at_tables(address, as_json) as tables:
        rows = []
        for table in tables.names_of_tables():
            state = tables.state(table)
            asked = asked_at(state)
            rows.append({"table": table, "version": state.version, "asked": asked})
            if not as_json:
                say(f"{table}  version {state.version}  {waits(asked)}")
        if as_json:
            say_json({"tables": rows})


@click.command("export")
@click.argument("table")
@store_option
@click.option("--facts", is_flag=True, help="The whole table with its secrets, as JSON Lines: for `import`.")
@click.option("--jsonl", is_flag=True, help="The log as JSON Lines.")
@click.option("-o", "--output", "out", metavar="OUT", default=None, help="Write to this file.")
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
        write_file(out, text)


@click.command("import")
@click.argument("file")
@store_option
@click.option("--name", default="", metavar="TABLE", help="What the table is called here; else as it was.")
@json_option
def import_table(file: str, address: str, name: str, as_json: bool) -> None:
    """Take in a table that `export --facts` has written."""
    from fitl_cli.opening import bytes_of, name_of, text_of
    from fitl_core.table.exports import imported

    text = text_of(bytes_of(file), name_of(file))
    with at_tables(address, as_json, create=True) as tables:
        table, version = imported(tables.store, text, name)
    if as_json:
        say_json({"table": table, "version": version})
    else:
        say(f"table {table}, version {version}")
