"""The commands of `fitl`. Each one's module is imported only when it is called."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

COMMANDS = {
    "new": "Begin a game: its header, and a sealed deck.",
    "play": "Put a move into a game, or be asked for move after move.",
    "reply": "Read a mail: put its moves into the game, or rule on them.",
    "turn": "Tell the turn for a mail: what has happened, and what is open.",
    "validate": "Check games: notation, rules, and the figures claimed.",
    "replay": "Tell a game event by event, with what each did and why.",
    "show": "Show the board after an event or a card.",
    "board": "Draw the board after an event or a card, as SVG or PNG.",
    "chart": "Draw the curves of a game: margins, tracks, Support, Control.",
    "diff": "Compare two games: where they part, and how they then differ.",
    "annotate": "Write a game with its figures and what every move did.",
    "fmt": "Write a game in canonical form, or check that it is.",
    "variations": "List what might have come instead, checked, or write one as a game.",
    "legal": "List what may be done next, or behind part of a move.",
    "read": "Propose the move that a sentence tells of, in the notation.",
    "adjudicate": "Rule on one move: the verdict, its rules and facts, and what would be legal.",
    "cases": "Browse the dispute cases, by rule or one by one.",
    "rulings": "Search readings of the rules and dispute cases, by rule, card or word.",
    "bot": "Say what the Non-player to act does next, and why.",
    "deal": "Deal a sealed deck for a game by mail, turn up its cards, open its seed.",
    "roll": "Roll dice with their proofs for a game by mail.",
    "order": "Seal an order, or open it.",
    "chain": "Link the lines of a game, each to the one before it.",
    "sign": "Sign the lines of a seat.",
    "verify": "Check chain, dice, deck, markers and orders of a game.",
    "random": "Play a random legal game and write its log.",
    "table": "Play at a table in a store: dealt, rolled and checked by it.",
    "serve": "Serve the tables of a store in the browser.",
    "tables": "Check, or back up, all tables of a store.",
    "stats": "Count what was played in games: winners, margins, length, verbs, Events, dice.",
    "import": "Make a log of a game or position that another program keeps.",
    "compare": "Hold a list of pieces by space against the board of a game.",
    "position": "Print a position as one line that can be written by hand.",
    "card": "Tell what a card does.",
    "schema": "Print the JSON Schema of `show --json`.",
}
"""Every command and what it is for; the module of the same name holds it (`import_` for `import`)."""
FILES = ("FILE", "FILE...", "[FILE]", "FILE|POSITION", "SAVE|FOLDER", "A", "B", "OUT", "KEY", "SECRET")
"""What help calls a parameter that is the name of a file."""


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
        if cmd_name not in COMMANDS:
            return None
        from contextlib import redirect_stderr
        from importlib import import_module
        from io import StringIO
        from keyword import iskeyword

        with redirect_stderr(StringIO()):  # where memory is short, hashlib logs each hash that finds no room
            module = import_module(f"fitl_cli.{cmd_name}{'_' if iskeyword(cmd_name) else ''}")
        found: click.Command = module.command
        _help_through_us(found.get_help_option(ctx))
        _complete_files(found)
        return found

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The option `--help` of the group itself."""
        return _help_through_us(super().get_help_option(ctx))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands for `fitl --help`, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


class _FileName(click.types.StringParamType):
    """The name of a file: any text, since the command itself says what is wrong with it."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The shell completes it by what is on the disk."""
        return [CompletionItem(incomplete, type="file")]


def _complete_files(command: click.Command) -> None:
    """Have a shell complete names of files where a parameter is called one."""
    for parameter in command.params:
        if parameter.metavar in FILES and parameter.type is click.STRING:
            parameter.type = _FileName()


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
