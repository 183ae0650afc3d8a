"""What `fitl table` changes: a table is opened, branched off, sat down and played at, taken back."""

from __future__ import annotations

from typing import get_args

import click

from fitl_cli.agreed import game_asked, game_options
from fitl_cli.output import ILLEGAL, leave, paint, say, say_json
from fitl_cli.stored import at_tables, json_option, store_option, waits
from fitl_core.facts.options import DeceptionMarker
from fitl_core.table.facts import TABLE
from fitl_core.table.tables import Answer, OpenedTable

KINDS: tuple[DeceptionMarker, ...] = get_args(DeceptionMarker)


@click.command("new")
@store_option
@game_options("as in a header without them")
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
    setup = game_asked(scenario, rules, players, options, readings)
    with at_tables(address, as_json, create=True) as tables:
        opened = tables.open(setup, seats_add=seats_add, deadline=deadline, table=name)
    _tell_links(opened, as_json)


@click.command("branch")
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


@click.command("seat")
@click.argument("table")
@click.argument("seat")
@store_option
@click.option("--name", default=None, help="Who sits there, and sits down; an empty name is erased.")
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
    from fitl_core.table.seating import known_seat

    of_host: dict[str | None, c.Command] = {
        "free": c.Unseat(seat),
        "hand-over": c.HandOver(seat),
        "take-over": c.TakeOver(seat),
    }
    of_seat: dict[str | None, c.Command] = {None: c.Sit(), "leave": c.Leave(), "resign": c.Resign()}
    with at_tables(address, as_json) as tables:
        state = tables.state(table)
        if seat != "host" and deed != "take-over":
            known_seat(state, seat)
        link = tables.new_link(table, "" if seat == "host" else seat) if new_link else ""
        if name is not None:
            tables.set_name(table, seat, name or None)
        place = state.seat(seat)
        sits_down = not new_link and (name is None or (name and place is not None and not place.taken))
        if deed in of_host:
            _tell(tables.do(table, TABLE, of_host[deed], seen=state.version), as_json)
        elif sits_down or deed is not None:
            _tell(tables.do(table, seat, of_seat[deed], seen=state.version), as_json)
        elif as_json:
            say_json({"table": table, "seat": seat, "link": link, "name": name})
        else:
            say(link or f"{seat}: {name or 'named no more'}")


@click.command("ready")
@click.argument("table")
@click.argument("seat")
@store_option
@click.option("--promise", default=None, metavar="HASH", help="Commit to the seed that the seat adds.")
@click.option("--seed", default=None, metavar="HEX", help="Give the seed that was promised.")
@click.option("--marker", "markers", multiple=True, type=click.Choice(KINDS), help="Choose one (7.3); twice.")
@click.option("--draw", is_flag=True, help="Choose no markers: draw them.")
@json_option
def ready(
    table: str,
    seat: str,
    address: str,
    promise: str | None,
    seed: str | None,
    markers: tuple[DeceptionMarker, ...],
    draw: bool,
    as_json: bool,
) -> None:
    """Do what a seat has to before play: add a seed, choose Deception markers."""
    from fitl_core.table import commands as c

    wanted: list[c.Command] = [c.ChooseMarkers(markers)] if markers or draw else []
    wanted += [c.PromiseSeed(promise)] if promise is not None else []
    wanted += [c.GiveSeed(seed)] if seed is not None else []
    if len(wanted) != 1 or (markers and draw):
        raise click.UsageError("say one thing: --promise, --seed, --marker (twice) or --draw")
    with at_tables(address, as_json) as tables:
        _tell(tables.do(table, seat, wanted[0], seen=tables.version(table)), as_json)


@click.command("say")
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
        _tell(tables.do(table, seat, wanted[0], seen=version, key=key), as_json)


@click.command("undo")
@click.argument("table")
@click.argument("seat")
@store_option
@click.option("--line", type=int, default=None, metavar="N", help="Line N and all behind it.")
@json_option
def undo(table: str, seat: str, address: str, line: int | None, as_json: bool) -> None:
    """Take back a seat's last line or answer, as far as nobody has learned anything from it."""
    from fitl_core.table.commands import TakeBack

    with at_tables(address, as_json) as tables:
        _tell(tables.do(table, seat, TakeBack(line), seen=tables.version(table)), as_json)


@click.command("close")
@click.argument("table")
@store_option
@json_option
def close(table: str, address: str, as_json: bool) -> None:
    """Close a table that nobody plays at any more: its seed is opened, and all can be verified."""
    from fitl_core.table.commands import Close

    with at_tables(address, as_json) as tables:
        _tell(tables.do(table, TABLE, Close(), seen=tables.version(table)), as_json)


def _tell_links(opened: OpenedTable, as_json: bool) -> None:
    """Print the name of a new table, and the links of its seats and host."""
    if as_json:
        say_json(opened)
    else:
        links = [f"{seat or 'host'}: {link}" for seat, link in opened.links.items()]
        say("\n".join([f"table {opened.table}", *links]))


def _tell(answer: Answer, as_json: bool) -> None:
    """Print what came of a command, and leave with 1 where the rest of a move was refused."""
    if as_json:
        say_json(answer)
    else:
        from fitl_core.tell.effects import narrate

        say("\n".join([*_lines(answer), *[f"  {told.text}" for told in narrate(answer.effects)]]))
        if (why := answer.refused) is not None:
            say(paint().red(f"not carried out behind the die: {why.rule}: {why.message}"))
        say(waits(answer.asked))
    leave(ILLEGAL if answer.refused is not None else 0)


def _lines(answer: Answer) -> list[str]:
    """The lines that were written or proposed, and the dice that fell."""
    import notation
    from fitl_core.table.facts import DieFell, Line, Proposed

    told = [f"version {answer.version}" + (" (done before)" if answer.again else "")]
    for one in answer.facts:
        if isinstance(one.fact, Line):
            told.append(notation.write_event(one.fact.event))
        elif isinstance(one.fact, Proposed):
            told.append(f"proposal {one.fact.number}: {notation.write_event(one.fact.event)}")
        elif isinstance(one.fact, DieFell) and one.fact.kind == "move":
            told.append(f"{{{one.fact.die}}}: {one.fact.what}")
    return told
