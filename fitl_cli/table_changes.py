"""Commands of `fitl table` that change a table: open, branch, sit, play, undo, close."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, get_args

import click

from fitl_cli.game_options import game_asked, game_options
from fitl_cli.given_stores import at_tables, json_option, store_option, waits
from fitl_cli.options import formerly, shared
from fitl_cli.output import ILLEGAL, leave, paint, say, say_json
from fitl_cli.policy_options import policy_option, seats_held
from fitl_core.facts.options import DeceptionMarker
from fitl_core.policies.registry import POLICY_NAMES, close_policies
from fitl_core.table.facts import TABLE
from fitl_core.table.tables import Answer, OpenedTable

if TYPE_CHECKING:
    from fitl_core.table.policy_seats import AfterFailure

KINDS: tuple[DeceptionMarker, ...] = get_args(DeceptionMarker)


@click.command("new")
@store_option
@game_options()
@click.option("--seats-add", is_flag=True, help="Each seat adds a seed of its own before the deck is sealed.")
@click.option(
    "--seconds",
    "deadline",
    type=click.IntRange(min=1),
    default=None,
    help="The seconds that a seat has for a decision.",
)
@formerly("--deadline", "--seconds", "deadline", type=click.IntRange(min=1))
@shared("--name", "Else a name is drawn.")
@json_option
def new(address: str, seats_add: bool, deadline: int | None, name: str, as_json: bool, **asked: str) -> None:
    """Open a table. Print its name, and the secret links of all seats and the host, once only."""
    setup = game_asked(**asked)
    with at_tables(address, as_json, create=True) as tables:
        opened = tables.open(setup, seats_add=seats_add, deadline=deadline, table=name)
    _tell_links(opened, as_json)


@click.command("branch")
@click.argument("table")
@store_option
@click.option(
    "--at-version",
    type=click.IntRange(min=1),
    default=None,
    metavar="V",
    help="The version to continue from; else the last one.",
)
@formerly("--at", "--at-version", "at_version", type=click.IntRange(min=1))
@shared("--name", "Else a name is drawn.")
@json_option
def branch(table: str, address: str, at_version: int | None, name: str, as_json: bool) -> None:
    """Open a table that continues another one from a version. The rest of the deck is dealt again.

    The command prints its name and links, as `new` does.
    """
    with at_tables(address, as_json) as tables:
        opened = tables.branch(table, tables.version(table) if at_version is None else at_version, name=name)
    _tell_links(opened, as_json)


@click.command("seat")
@click.argument("table")
@click.argument("seat")
@store_option
@click.option(
    "--player",
    "name",
    default=None,
    metavar="NAME",
    help="The person who sits down; an empty name erases the name.",
)
@formerly("--name", "--player", "name")
@click.option("--leave", "deed", flag_value="leave", help="Leave the seat.")
@click.option("--resign", "deed", flag_value="resign", help="Give up the game; with two seats it ends.")
@click.option("--free", "deed", flag_value="free", help="The host frees the seat; its link expires.")
@click.option("--hand-over", "deed", flag_value="hand-over", help="Give the empty seat to Non-players (8.0).")
@click.option("--take-over", "deed", flag_value="take-over", help="Make a seat from Non-players' Factions.")
@click.option("--link", "new_link", is_flag=True, help="Make a new secret link; the old one expires.")
@click.option(
    "--give-to",
    "policy",
    type=click.Choice(POLICY_NAMES),
    default=None,
    help="Give the seat to a policy. It plays when the table is asked to go on (`fitl table go-on`).",
)
@json_option
def seat(
    table: str,
    seat: str,
    address: str,
    name: str | None,
    deed: str | None,
    new_link: bool,
    policy: str | None,
    as_json: bool,
) -> None:
    """Take a seat, leave it, name its player, renew its link, or hand it to a policy or to Non-players."""
    from fitl_core.table import commands as c
    from fitl_core.table.seating import known_seat

    if policy is not None:
        if deed is not None or new_link or name is not None:
            raise click.UsageError("--give-to goes alone: the seat is named after the policy")
        _give_to_policy(address, table, seat, policy, as_json)
        return

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
@click.option("--promise", default=None, metavar="HASH", help="Commit to the seed of the seat.")
@click.option("--give-seed", "seed", default=None, metavar="HEX", help="Give the promised seed.")
@formerly("--seed", "--give-seed", "seed")
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
    """Prepare a seat for play: add a seed, choose Deception markers."""
    from fitl_core.table import commands as c

    wanted: list[c.Command] = [c.ChooseMarkers(markers)] if markers or draw else []
    wanted += [c.PromiseSeed(promise)] if promise is not None else []
    wanted += [c.GiveSeed(seed)] if seed is not None else []
    if len(wanted) != 1 or (markers and draw):
        raise click.UsageError("give one of --promise, --give-seed, --marker (twice) and --draw")
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
@click.option("--skip", is_flag=True, help="Skip the question that the seat is asked.")
@click.option("--end", is_flag=True, help="End the move that has begun.")
@click.option(
    "--seen", type=int, default=None, metavar="V", help="The version that you saw; a late command is refused."
)
@click.option(
    "--command-id", "key", default="", metavar="ID", help="A command sent again under this id is done once."
)
@formerly("--key", "--command-id", "key")
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
    """Play a whole line of the notation at a table. Leave dice out: the table rolls them."""
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
        raise click.UsageError("give one of a line, --agree, --decline, --skip and --end")
    with at_tables(address, as_json) as tables:
        version = tables.version(table) if seen is None else seen
        _tell(tables.do(table, seat, wanted[0], seen=version, key=key), as_json)


@click.command("go-on")
@click.argument("table")
@store_option
@policy_option
@shared("--seed", "It goes with --policy.")
@shared("--lines")
@shared("--if-it-fails")
@json_option
def go_on(
    table: str,
    address: str,
    held: tuple[str, ...],
    seed: int | None,
    most: int | None,
    after_failure: AfterFailure,
    as_json: bool,
) -> None:
    """Let the policies of a table play, until a person must decide or the game is over.

    A seat has a policy by `fitl table seat TABLE SEAT --give-to greedy`, or by --policy for this time only.
    Other seats wait for their players.
    """
    from fitl_core.table.policy_seats import play_on, policies_at

    with at_tables(address, as_json) as tables:
        policies = {**policies_at(tables, table), **seats_held(tables.state(table), held, seed or 0)}
        try:
            played = play_on(tables, table, policies, most, after_failure)
        finally:
            close_policies(policies.values(), "the table is left alone")
    if as_json:
        say_json(played)
    else:
        failed = [f"the policy of seat {seat} failed: {why}" for seat, why in played.faults.items()]
        faults = [paint().red(line) for line in failed]
        say("\n".join([*played.lines, *faults, played.why]))
    leave(ILLEGAL if played.faults else 0)


@click.command("undo")
@click.argument("table")
@click.argument("seat")
@store_option
@click.option(
    "--from-line", "line", type=int, default=None, metavar="N", help="Line N and all lines after it."
)
@formerly("--line", "--from-line", "line", type=int)
@json_option
def undo(table: str, seat: str, address: str, line: int | None, as_json: bool) -> None:
    """Take back a seat's last line or answer, if nobody has learned anything from it."""
    from fitl_core.table.commands import TakeBack

    with at_tables(address, as_json) as tables:
        _tell(tables.do(table, seat, TakeBack(line), seen=tables.version(table)), as_json)


@click.command("close")
@click.argument("table")
@store_option
@json_option
def close(table: str, address: str, as_json: bool) -> None:
    """Close a table: its seed is opened, and all chance can be verified.

    A table in play closes at once if the asked seat has missed the deadline, or if all seats are empty. Else
    closing is proposed: each seat consents with `table say TABLE SEAT --agree N`.
    """
    from fitl_core.table.commands import Close

    with at_tables(address, as_json) as tables:
        _tell(tables.do(table, TABLE, Close(), seen=tables.version(table)), as_json)


def _give_to_policy(address: str, table: str, seat: str, policy: str, as_json: bool) -> None:
    """Give a seat to a policy, with a seed of its own."""
    from fitl_core.table.policy_seats import give_to_policy

    with at_tables(address, as_json) as tables:
        give_to_policy(tables, table, seat, policy, secrets.token_hex(8))
    if as_json:
        say_json({"table": table, "seat": seat, "policy": policy})
    else:
        say(f"{seat}: policy {policy}")


def _tell_links(opened: OpenedTable, as_json: bool) -> None:
    """Print the name of a new table, and the links of its seats and host."""
    if as_json:
        say_json(opened)
    else:
        links = [f"{seat or 'host'}: {link}" for seat, link in opened.links.items()]
        say("\n".join([f"table {opened.table}", *links]))


def _tell(answer: Answer, as_json: bool) -> None:
    """Print the result of a command, and leave with 1 if the rest of a move was refused."""
    if as_json:
        say_json(answer)
    else:
        from fitl_core.tell.effects_in_words import narrate

        say("\n".join([*_lines(answer), *[f"  {one.text}" for one in narrate(answer.effects)]]))
        if (why := answer.refused) is not None:
            say(paint().red(f"not carried out after the die: {why.rule}: {why.message}"))
        say(waits(answer.asked))
    leave(ILLEGAL if answer.refused is not None else 0)


def _lines(answer: Answer) -> list[str]:
    """Return the written or proposed lines, and the rolled dice."""
    import notation
    from fitl_core.table.facts import ClosingProposed, DieFell, Line, Proposed
    from fitl_core.table.views import CLOSING

    lines = [f"version {answer.version}" + (" (done before)" if answer.again else "")]
    for one in answer.facts:
        if isinstance(one.fact, Line):
            lines.append(notation.write_event(one.fact.event))
            lines += [f"  typed: {one.fact.typed}"] if one.fact.typed else []
        elif isinstance(one.fact, Proposed):
            lines.append(f"proposal {one.fact.number}: {notation.write_event(one.fact.event)}")
        elif isinstance(one.fact, ClosingProposed):
            lines.append(f"proposal {one.fact.number}: {CLOSING}")
        elif isinstance(one.fact, DieFell) and one.fact.kind == "move":
            lines.append(f"{{{one.fact.die}}}: {one.fact.what}")
    return lines
