"""The commands of `fitl`. Each one's module is imported only when it is called."""

from __future__ import annotations

import click

COMMANDS = {
    "validate": "Check games: notation, rules, and the figures claimed.",
    "replay": "Tell a game event by event, with what each did and why.",
    "show": "Show the board after an event or a card.",
    "board": "Draw the board after an event or a card, as SVG or PNG.",
    "chart": "Draw the curves of a game: margins, tracks, Support, Control.",
    "diff": "Compare two games: where they part, and how they then differ.",
    "annotate": "Write a game with its figures and what every move did.",
    "fmt": "Write a game in canonical form, or check that it is.",
    "legal": "List what may be done next, or behind part of a move.",
    "adjudicate": "Rule on one move: the verdict, its rules and facts, and what would be legal.",
    "cases": "Browse the dispute cases, by rule or one by one.",
    "bot": "Say what the Non-player to act does next, and why.",
    "deal": "Deal a sealed deck for a game by mail, turn up its cards, open its seed.",
    "roll": "Roll dice with their proofs for a game by mail.",
    "order": "Seal an order, or open it.",
    "chain": "Link the lines of a game, each to the one before it.",
    "sign": "Sign the lines of a seat.",
    "verify": "Check chain, dice, deck and orders of a game.",
    "random": "Play a random legal game and write its log.",
    "table": "Play at a table in a store: dealt, rolled and checked by it.",
    "tables": "Check, or back up, all tables of a store.",
    "position": "Print a position as one line that can be written by hand.",
    "card": "Tell what a card does.",
    "schema": "Print the JSON Schema of `show --json`.",
}
"""Every command and what it is for; the module of the same name holds it."""
FORMER_NAMES = {"rulings": "cases"}
"""What commands were called in version 0.1.0; they still answer to it."""


class Commands(click.Group):
    """A group whose help, and that of its commands, is printed as everything else is."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name; None if there is none."""
        found = super().get_command(ctx, cmd_name)
        if found is not None:
            _help_through_us(found.get_help_option(ctx))
        return found


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports one when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, the most used first."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name; None if there is none."""
        cmd_name = FORMER_NAMES.get(cmd_name, cmd_name)
        if cmd_name not in COMMANDS:
            return None
        from importlib import import_module

        module = import_module(f"fitl_cli.{cmd_name}")
        found: click.Command = module.command
        _help_through_us(found.get_help_option(ctx))
        return found

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The option `--help` of the group itself."""
        return _help_through_us(super().get_help_option(ctx))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands for `fitl --help`, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _help_through_us(option: click.Option | None) -> click.Option | None:
    """Have `--help` printed as everything else is: where it cannot be, that is told."""
    if option is not None:
        option.callback = _print_help
    return option


def _print_help(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from fitl_cli.output import say

        say(ctx.get_help())
        ctx.exit()


def _print_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        import fitl_core
        from fitl_cli.output import say

        say(f"fitl {fitl_core.__version__}")
        ctx.exit()


@click.group(cls=LazyGroup)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Print the version.",
)
def app() -> None:
    """Fire in the Lake from its written record: check, replay, compare and annotate games."""
