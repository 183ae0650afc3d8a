"""The commands of `fitl`. Each one's module is imported only when it is called."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

GROUPS = {
    "Play": {
        "new": "Begin a game: its header, and a sealed deck.",
        "play": "Add a move to a game, or be asked for one move after the other.",
        "reply": "Read a mail: add its moves to the game, or rule on them.",
        "turn": "Write the mail for a turn: what has happened, and what is open.",
        "bot": "Decide for the Non-player to act, and say why.",
        "random": "Play a random legal game and write its log.",
        "seat": "Let a program play a seat, by JSON Lines.",
    },
    "Check": {
        "validate": "Check games: notation, rules, and claimed figures.",
        "adjudicate": "Rule on one move: verdict, rules, facts, and legal moves near it.",
        "legal": "List the legal answers now, or after a part of a move.",
        "read": "Propose the moves that a sentence may mean.",
        "compare": "Compare a list of pieces with the board of a game.",
        "diff": "Compare two games: where they part, and how they differ then.",
    },
    "Look": {
        "replay": "Show a game event by event, with each effect and its rule.",
        "show": "Show the board after an event or a card, also as one line.",
        "board": "Draw the board, or the curves of a game, as SVG or PNG.",
        "stats": "Count games: winners, margins, length, verbs, Events, dice.",
        "variations": "List variations with their verdicts, or write one as a game.",
    },
    "Write": {
        "annotate": "Write a game with its figures and the effects of each move.",
        "fmt": "Write a game in canonical form, check it, or link its lines.",
        "import": "Make a log of a game or position of another program.",
        "settle": "Let moves stand that older rules allowed, so that a game goes on.",
    },
    "Prove": {
        "deal": "Deal a sealed deck, turn up its cards, open its seed.",
        "roll": "Roll dice with their proofs.",
        "order": "Seal an order, or open it.",
        "sign": "Sign the lines of a seat.",
        "verify": "Check chain, signatures, dice, deck, markers and orders.",
    },
    "Serve and look up": {
        "table": "Play at a table in a store, which deals, rolls and checks.",
        "tables": "Check, upgrade, back up or copy all tables of a store.",
        "serve": "Serve the tables of a store in the browser.",
        "mcp": "Serve the tables of a store to language models.",
        "lab": "Compare policies, moves and Factions over many games.",
        "rulings": "Search rulings, dispute cases and cards.",
    },
}
"""Every command with its purpose, in the groups of the help. The module of a command has its name (`import_`
for `import`)."""
COMMANDS = {name: purpose for group in GROUPS.values() for name, purpose in group.items()}
RENAMED = {
    "card": "rulings --show-card",
    "cases": "rulings --cases",
    "chain": "fmt --chain",
    "chart": "board --chart margins",
    "position": "show --one-line",
    "schema": "show --schema",
}
"""Commands of earlier versions: each still runs, and a line on stderr says the new name."""
FILES = ("FILE", "FILE...", "[FILE]", "FILE|POSITION", "SAVE|FOLDER", "A", "B", "OUT", "KEY", "SECRET")
"""The metavars of parameters that are names of files."""


class Commands(click.Group):
    """A group that prints its help, and the help of its commands, through `fitl_cli.output`."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name; None if there is none."""
        command = super().get_command(ctx, cmd_name)
        if command is not None:
            _help_through_us(command.get_help_option(ctx))
        return command


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports one when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, the most used first."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name; None if there is none."""
        if cmd_name not in COMMANDS and cmd_name not in RENAMED:
            return None
        from contextlib import redirect_stderr
        from importlib import import_module
        from io import StringIO
        from keyword import iskeyword

        with redirect_stderr(StringIO()):  # if memory is short, hashlib logs each hash that it cannot load
            module = import_module(f"fitl_cli.{cmd_name}{'_' if iskeyword(cmd_name) else ''}")
        command: click.Command = module.command
        if cmd_name in RENAMED and not ctx.resilient_parsing:
            from fitl_cli.output import warn

            warn(f"fitl {cmd_name} is now: fitl {RENAMED[cmd_name]}")
        _help_through_us(command.get_help_option(ctx))
        _complete_files(command)
        return command

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the option `--help` of the group."""
        return _help_through_us(super().get_help_option(ctx))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the groups of commands for `fitl --help`, without importing them."""
        for name, group in GROUPS.items():
            with formatter.section(name):
                formatter.write_dl(list(group.items()))


class _FileName(click.types.StringParamType):
    """The name of a file: any text, since the command itself reports its faults."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Let the shell complete names of files on the disk."""
        return [CompletionItem(incomplete, type="file")]


def _complete_files(command: click.Command) -> None:
    """Let a shell complete each parameter that is the name of a file."""
    for parameter in command.params:
        if parameter.metavar in FILES and parameter.type is click.STRING:
            parameter.type = _FileName()


def _help_through_us(option: click.Option | None) -> click.Option | None:
    """Print `--help` through `fitl_cli.output`, which reports a failure to write."""
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
