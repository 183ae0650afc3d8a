"""`fitl bot`: what the Non-player to act does next, by section 8."""

from __future__ import annotations

from collections.abc import Iterator

import click

import notation
from fitl_cli.fmt import log_text
from fitl_cli.opening import open_game, sound_document, tell_unsound
from fitl_cli.output import ILLEGAL, Failure, leave, paint, say, say_data, say_json
from fitl_cli.writing import is_same_file, write_file
from fitl_core.errors import FitlError, Violation
from fitl_core.game.bots import Choices, Decided, FixedDice, answer_in, decide_next
from fitl_core.game.replays import Replay
from fitl_core.players.dice import Dice
from fitl_core.players.non_players.random_games import cup
from fitl_core.players.non_players.telling import leaning_lines, trace_lines


@click.command("bot")
@click.argument("file", metavar="FILE")
@click.option(
    "--dice", "dice_text", default=None, metavar="DICE", help="Dice as they fell, in the order asked for."
)
@click.option("--seed", type=int, default=None, help="Roll what is needed from a seed.")
@click.option(
    "--choose",
    "choices",
    multiple=True,
    metavar="CLAUSE",
    help="What a player chooses in it, in the order asked; - leaves it out.",
)
@click.option("--move", "move", default=None, metavar="MOVE", help="A player's move: what they answer in it.")
@click.option("--explain", is_flag=True, help="Tell each step of the decision, with its rule.")
@click.option(
    "-o",
    "--output",
    "out",
    metavar="OUT",
    default=None,
    help="Write the game with the lines appended; -: to standard output.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(
    file: str,
    dice_text: str | None,
    seed: int | None,
    choices: tuple[str, ...],
    move: str | None,
    explain: bool,
    out: str | None,
    as_json: bool,
) -> None:
    """Say what the Non-player to act does next: its lines, and the steps at the table.

    Where dice are needed it says which and for what: give them with --dice "2 6 1", or have them rolled with
    --seed, or write them into the game as dice lines. What players are to choose is given with --choose
    "Hue-2ut", once for each. With --move "VC event shaded" it is a player's turn: the move is completed by
    what Non-players answer in it, behind their dice. Exit code 1: no Non-player is to act, dice or a choice
    are missing, or there are some for which nobody asked.
    """
    if dice_text is not None and seed is not None:
        raise click.UsageError("--dice and --seed exclude each other")
    if as_json and out == "-":
        raise click.UsageError("--json and -o - exclude each other: both write to standard output")
    game, replay = open_game(file)
    unsound = tell_unsound(game)
    if unsound:
        leave(unsound)
    fixed = FixedDice(_dice(dice_text or ""))
    chosen = Choices(choices, cup(Dice(seed)) if seed is not None else fixed)
    try:
        decided = decide_next(replay, chosen) if move is None else _answered(replay, move, chosen)
    except Violation as violation:
        raise Failure(f"{violation.rule}: {violation.message}", ILLEGAL) from None
    except notation.NotationError as fault:
        raise click.BadParameter(fault.message, param_hint="--choose") from None
    _insist_on_asked(decided, fixed, chosen)
    to_stdout = out == "-" and bool(decided.events)
    if as_json:
        say_json(decided.view)
    elif not to_stdout:
        say("\n".join(_lines(decided, explain)))
    if not decided.events:
        leave(ILLEGAL)
    if out is not None:
        log = sound_document(game.log).log
        entries = (*log.entries, *[notation.Entry(event) for event in decided.events])
        text = log_text(game.log.name, notation.Log(log.tags, entries), game.log.jsonl)
        if to_stdout:
            say_data(text)
        else:
            write_file(out, text, game.log.raw if is_same_file(file, out) else None)


def _answered(replay: Replay, move: str, chosen: Choices) -> Decided:
    """A player's move with what Non-players answer in it; a text that is none is wrong usage."""
    try:
        return answer_in(replay, move, chosen)
    except Violation:
        raise
    except FitlError as fault:
        raise click.BadParameter(fault.message, param_hint="--move") from None


def _insist_on_asked(decided: Decided, fixed: FixedDice, chosen: Choices) -> None:
    """Refuse dice and choices for which nobody asked: given here, or in lines at the end of the game."""
    if decided.unasked:
        lines = "; ".join([notation.write_event(line) for line in decided.unasked])
        raise Failure(f"{decided.decision.faction} decides now: nobody asked for {lines}", ILLEGAL)
    if fixed.left and decided.events:
        raise Failure(f"nobody asked for these dice: {' '.join(map(str, fixed.left))}", ILLEGAL)
    if chosen.left and decided.events:
        raise Failure(f"nobody asked for these choices: {'; '.join(chosen.left)}", ILLEGAL)


def _dice(text: str) -> list[int]:
    """The dice of an argument: digits from 1 to 6, with spaces or commas between or without."""
    faces = [face for face in text.replace(",", " ") if not face.isspace()]
    if any(face not in "123456" for face in faces):
        raise click.BadParameter(f'"{text}" is not made of dice, 1 to 6', param_hint="--dice")
    return [int(face) for face in faces]


def _lines(decided: Decided, explain: bool) -> Iterator[str]:
    color, it, view = paint(), decided.decision, decided.view
    missing = "dice are needed" if all(need.dice for need in it.needs) else "a player is to choose"
    yield color.bold(f"{it.faction}: {f'{it.kind}, by {it.node}' if view.lines else missing}")
    if explain:
        yield from [f"  {line}" for line in (*trace_lines(it.trace), *leaning_lines(it))]
    for need in it.needs:
        yield f"needed: {need.words}" if need.dice else f"to be chosen by a player: {need.what}"
    yield from view.lines
    if view.steps:
        yield from ["at the table:", *[f"  - {step}" for step in view.steps]]
