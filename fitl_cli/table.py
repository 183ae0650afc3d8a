"""`fitl table`: a table in a store, for scripts and moderators: opened, played at, shown, taken away."""

from __future__ import annotations

import click
import msgspec

from fitl_cli.agreed import agreed, agreed_options
from fitl_cli.app import Commands
from fitl_cli.output import ILLEGAL, leave, paint, say, say_data, say_json
from fitl_cli.stored import at_tables, json_option, store_option
from fitl_cli.writing import write_file
from fitl_core.facts.editions import Edition
from fitl_core.facts.scenarios import scenarios
from fitl_core.game.adjudications import RefusalView
from fitl_core.record.effects import Effect
from fitl_core.record.setup import Setup
from fitl_core.table.asked import SeatsAsked, asked_at
from fitl_core.table.facts import TABLE, Recorded
from fitl_core.table.tables import Answer, OpenedTable, Tables


class Told(msgspec.Struct, frozen=True):
    """What a command that changes a table prints with `--json`.

    `refused` is why the rest of a move was not carried out, behind a die.
    """

    table: str
    version: int
    facts: tuple[Recorded, ...]
    effects: tuple[Effect, ...]
    asked: SeatsAsked
    refused: RefusalView | None = None


@click.group("table", cls=Commands)
def command() -> None:
    """A table in a store: a game that several people write, with deck and dice dealt by the table.

    Whoever has the store speaks for every seat. SEAT is a player's Factions: US, NVA+VC.
    """


@command.command("new")
@store_option
@click.option("--scenario", type=click.Choice(sorted(scenarios())), default="short", show_default=True)
@click.option("--rules", type=click.Choice([e.value for e in Edition]), default="second", show_default=True)
@agreed_options("four players and none if not given")
@click.option("--seats-add", is_flag=True, help="Each seat adds a seed of its own before the deck is sealed.")
@click.option("--deadline", type=click.IntRange(min=1), default=None, help="Seconds a seat has to decide.")
@click.option("--name", default="", metavar="TABLE", help="What the table is called; else a name is drawn.")
@json_option
def new(
    address: str,
    scenario: str,
    rules: str,
    players: str | None,
    options: str | None,
    readings: str | None,
    seats_add: bool,
    deadline: int | None,
    name: str,
    as_json: bool,
) -> None:
    """Open a table. Prints its name, and the secret link of each seat and of the host, this once."""
    setup = agreed(Setup(scenario, Edition(rules)), players, options, readings)
    with at_tables(address, as_json, create=True) as tables:
        opened = tables.open(setup, seats_add=seats_add, deadline=deadline, table=name)
    _tell_links(opened, as_json)


@command.command("seat")
@click.argument("table")
@click.argument("seat")
@store_option
@click.option("--name", default=None, help="Who sits there; an empty name is erased.")
@click.option("--leave", "deed", flag_value="leave", help="The seat is left.")
@click.option("--resign", "deed", flag_value="resign", help="The game is given up; of two seats it ends.")
@click.option("--free", "deed", flag_value="free", help="The host makes it free; its link holds no more.")
@click.option("--hand-over", "deed", flag_value="hand-over", help="The empty seat goes to Non-players (8.0).")
@click.option("--take-over", "deed", flag_value="take-over", help="A seat is made of Non-players' Factions.")
@click.option(
    "--link", "new_link", is_flag=True, help="Make a new secret link; the one before holds no more."
)
@json_option
def seat(
    table: str, seat: str, address: str, name: str | None, deed: str | None, new_link: bool, as_json: bool
) -> None:
    """Take a seat, leave it, name who sits there, make it a new link, or hand it to Non-players and back."""
    from fitl_core.table import commands as c

    of_host: dict[str | None, c.Command] = {
        "free": c.Unseat(seat),
        "hand-over": c.HandOver(seat),
        "take-over": c.TakeOver(seat),
    }
    of_seat: dict[str | None, c.Command] = {None: c.Sit(), "leave": c.Leave(), "resign": c.Resign()}
    with at_tables(address, as_json) as tables:
        state = tables.state(table)
        if state.seat(seat) is None and seat != "host" and deed != "take-over":
            from fitl_core.table.seating import known_seat

            known_seat(state, seat)
        link = tables.new_link(table, "" if seat == "host" else seat) if new_link else ""
        if name is not None:
            tables.set_name(table, seat, name or None)
        if deed in of_host:
            _tell(tables, tables.do(table, TABLE, of_host[deed], seen=state.version), as_json)
        elif (not new_link and name is None) or deed is not None:
            _tell(tables, tables.do(table, seat, of_seat[deed], seen=state.version), as_json)
        elif as_json:
            say_json({"table": table, "seat": seat, "link": link, "name": name})
        elif link:
            say(link)


@command.command("show")
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
    if seen.begun is not None:
        say(f"begun: {seen.begun.text}")
    for question in seen.questions:
        say(f"  {question.who}: {question.prompt} ({question.rule})")
    say(_waits(seen.asked))
    if state.board is not None:
        from fitl_core.tell.board import board_table

        head, *lines = board_table(state.board)
        say("\n".join(["", color.bold(head), *lines]))


@command.command("say")
@click.argument("table")
@click.argument("seat")
@click.argument("line", nargs=-1)
@store_option
@click.option("--propose", is_flag=True, help="The line needs the consent of every seat: propose it.")
@click.option("--agree", type=int, default=None, metavar="N", help="Consent to proposal N.")
@click.option("--decline", type=int, default=None, metavar="N", help="Refuse proposal N.")
@click.option("--order", is_flag=True, help="The line is a standing order for a Pivotal Event.")
@click.option("--skip", is_flag=True, help="Leave unanswered what the seat is asked.")
@click.option("--end", is_flag=True, help="The move that has begun is complete.")
@click.option("--seen", type=int, default=None, metavar="V", help="The version seen; refused if it is late.")
@click.option("--key", default="", help="A command sent again under its key is done once.")
@json_option
def say_line(
    table: str,
    seat: str,
    line: tuple[str, ...],
    address: str,
    propose: bool,
    agree: int | None,
    decline: int | None,
    order: bool,
    skip: bool,
    end: bool,
    seen: int | None,
    key: str,
    as_json: bool,
) -> None:
    """Play at a table: a line of the notation, whole; dice are left out, they fall at the table."""
    from fitl_core.table import commands as c

    text = " ".join(line)
    wanted: list[c.Command] = []
    if text:
        wanted.append(c.Propose(text) if propose else c.GiveOrder(text) if order else c.Submit(text))
    wanted += [c.Agree(agree)] if agree is not None else []
    wanted += [c.Decline(decline)] if decline is not None else []
    wanted += [c.Skip()] if skip else []
    wanted += [c.End()] if end else []
    if len(wanted) != 1 or (propose and order):
        raise click.UsageError("say one thing: a line, --agree, --decline, --skip or --end")
    with at_tables(address, as_json) as tables:
        version = tables.version(table) if seen is None else seen
        _tell(tables, tables.do(table, seat, wanted[0], seen=version, key=key), as_json)


@command.command("undo")
@click.argument("table")
@click.argument("seat")
@store_option
@click.option("--line", type=int, default=None, metavar="N", help="Line N and all behind it.")
@json_option
def undo(table: str, seat: str, address: str, line: int | None, as_json: bool) -> None:
    """Take back a seat's last line or answer, as far as nobody has learned anything from it."""
    from fitl_core.table.commands import TakeBack

    with at_tables(address, as_json) as tables:
        answer = tables.do(table, seat, TakeBack(line), seen=tables.version(table))
        _tell(tables, answer, as_json)


@command.command("why")
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


@command.command("branch")
@click.argument("table")
@store_option
@click.option("--at", type=click.IntRange(min=1), default=None, help="The version; else the last one.")
@click.option("--name", default="", metavar="NEW", help="What the new table is called; else a name is drawn.")
@json_option
def branch(table: str, address: str, at: int | None, name: str, as_json: bool) -> None:
    """Open a table that goes on from where another one stood, the rest of its deck dealt anew.

    Prints its name and links, as `new` does.
    """
    with at_tables(address, as_json) as tables:
        opened = tables.branch(table, tables.version(table) if at is None else at, name=name)
    _tell_links(opened, as_json)


@command.command("export")
@click.argument("table")
@store_option
@click.option("--facts", is_flag=True, help="The whole table with its secrets, as JSON Lines: for `import`.")
@click.option("--jsonl", is_flag=True, help="The log as JSON Lines.")
@click.option("-o", "--output", "out", metavar="OUT", default=None, help="Write to this file.")
@json_option
def export(table: str, address: str, facts: bool, jsonl: bool, out: str | None, as_json: bool) -> None:
    """Write a table's log, which validates and verifies like any file; or all of the table."""
    import notation
    from fitl_core.table.logs import log_of_table

    with at_tables(address, as_json) as tables:
        if facts:
            from fitl_core.table.exports import exported

            text = exported(tables.store, table)
        else:
            log = log_of_table(tables.state(table), tables.names(table))
            text = notation.dump(log) if jsonl else notation.write(log)
    if as_json:
        say_json({"table": table, "text": text})
    elif out is None or out == "-":
        say_data(text)
    if out is not None and out != "-":
        write_file(out, text)


@command.command("import")
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


@command.command("list")
@store_option
@json_option
def list_tables(address: str, as_json: bool) -> None:
    """List the tables of a store, with whom each waits for."""
    with at_tables(address, as_json) as tables:
        rows = []
        for table in tables.names_of_tables():
            state = tables.state(table)
            rows.append({"table": table, "version": state.version, "asked": asked_at(state)})
            if not as_json:
                say(f"{table}  version {state.version}  {_waits(asked_at(state))}")
        if as_json:
            say_json({"tables": rows})


def _tell_links(opened: OpenedTable, as_json: bool) -> None:
    """Print the name of a new table, and the links of its seats and host."""
    if as_json:
        say_json(opened)
    else:
        links = [f"{seat or 'host'}: {link}" for seat, link in opened.links.items()]
        say("\n".join([f"table {opened.table}", *links]))


def _tell(tables: Tables, answer: Answer, as_json: bool) -> None:
    """Print what came of a command, and leave with 1 where the rest of a move was refused."""
    state = tables.state(answer.table)
    asked = asked_at(state)
    if as_json:
        said = (answer.facts, answer.effects, asked, answer.refused)
        say_json(Told(answer.table, answer.version, *said))
    else:
        from fitl_core.tell.effects import narrate

        say("\n".join([*_lines(answer), *[f"  {told.text}" for told in narrate(answer.effects)]]))
        if (why := answer.refused) is not None:
            say(paint().red(f"not carried out behind the die: {why.rule}: {why.message}"))
        say(_waits(asked))
    leave(ILLEGAL if answer.refused is not None else 0)


def _lines(answer: Answer) -> list[str]:
    """The lines that were written, and the dice that fell."""
    import notation
    from fitl_core.table.facts import DieFell, Line

    told = [f"version {answer.version}" + (" (done before)" if answer.again else "")]
    for one in answer.facts:
        if isinstance(one.fact, Line):
            told.append(notation.write_event(one.fact.event))
        elif isinstance(one.fact, DieFell) and one.fact.kind == "move":
            told.append(f"{{{one.fact.die}}}: {one.fact.what}")
    return told


def _waits(asked: SeatsAsked) -> str:
    """Whom a table waits for, in a line."""
    if not asked.seats:
        return asked.words or "waits for nobody"
    due = f", until {asked.due}" if asked.due else ""
    return f"waits for {', '.join(asked.seats)}: {asked.words or asked.what} ({asked.rule}){due}"
