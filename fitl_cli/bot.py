"""`fitl bot`: the next decision of the Non-player to act, by section 8."""

from __future__ import annotations

from collections.abc import Iterator

import click
import msgspec

import notation
from fitl_cli.log_text import log_text
from fitl_cli.opened_files import open_game, sound_document, tell_unsound
from fitl_cli.options import shared
from fitl_cli.output import ILLEGAL, Failure, leave, paint, say, say_data, say_json
from fitl_cli.writing import is_same_file, write_file
from fitl_core.errors import FitlError, Violation
from fitl_core.game.bots import BotDecision, FixedDice, WrittenChoices, answer_in, decide_next
from fitl_core.game.replays import ReplayedGame
from fitl_core.players.dice import Dice
from fitl_core.players.non_players.decision_reasons import explanation
from fitl_core.players.non_players.random_games import cup
from fitl_core.players.non_players.trace_words import reliance_lines, trace_lines
from notation.old import new_tags


@click.command("bot")
@click.argument("file", metavar="FILE")
@click.option(
    "--dice", "dice_text", default=None, metavar="DICE", help="Dice as they fell, in the order asked for."
)
@shared("--seed", "It rolls the needed dice.")
@click.option(
    "--choose",
    "choices",
    multiple=True,
    metavar="CLAUSE",
    help="A player's choice in it, in the order asked; - leaves it out.",
)
@shared("--move", "It is a player's, and Non-players complete it.")
@shared("--explain")
@shared("--output", "It gets the game with the new lines; -: to standard output.")
@shared("--json")
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
    """Decide for the Non-player to act: its lines, and the steps at the table.

    If dice are needed, the command says which and for what. Give them with --dice "2 6 1", roll them with
    --seed, or write them into the game as dice lines. --choose "Hue-2ut" gives a player's choice, once for
    each. With --move "VC event shaded" it is a player's turn: Non-players complete the move with their
    answers, after their dice. Exit code 1: no Non-player is to act, dice or a choice are missing, or dice or
    choices were given that nobody asked for.
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
    chosen = WrittenChoices(choices, cup(Dice(seed)) if seed is not None else fixed)
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
        text = log_text(game.log.name, _with_lines(sound_document(game.log).log, decided), game.log.jsonl)
        if to_stdout:
            say_data(text)
        else:
            write_file(out, text, game.log.raw if is_same_file(file, out) else None)


def _with_lines(log: notation.Log, decided: BotDecision) -> notation.Log:
    """Return a game with the lines of a decision, and what a player typed beside the last one."""
    *lines, last = [notation.Entry(event) for event in decided.events]
    entries = (*log.entries, *lines, msgspec.structs.replace(last, typed=decided.typed))
    return notation.Log(new_tags(log.tags, entries), entries)


def _answered(replay: ReplayedGame, move: str, chosen: WrittenChoices) -> BotDecision:
    """Return a player's move with the answers of Non-players. Text that is no move is wrong usage."""
    try:
        return answer_in(replay, move, chosen)
    except Violation:
        raise
    except FitlError as fault:
        raise click.BadParameter(fault.message, param_hint="--move") from None


def _insist_on_asked(decided: BotDecision, fixed: FixedDice, chosen: WrittenChoices) -> None:
    """Refuse dice and choices that nobody asked for, here or in lines at the end of the game."""
    if decided.unasked:
        lines = "; ".join([notation.write_event(line) for line in decided.unasked])
        raise Failure(f"{decided.decision.faction} decides now: nobody asked for {lines}", ILLEGAL)
    if fixed.unused and decided.events:
        raise Failure(f"nobody asked for these dice: {' '.join(map(str, fixed.unused))}", ILLEGAL)
    if chosen.unused and decided.events:
        raise Failure(f"nobody asked for these choices: {'; '.join(chosen.unused)}", ILLEGAL)


def _dice(text: str) -> list[int]:
    """Return the dice of an argument: digits from 1 to 6, with or without spaces or commas."""
    faces = [face for face in text.replace(",", " ") if not face.isspace()]
    if any(face not in "123456" for face in faces):
        raise click.BadParameter(f'"{text}" is not made of dice, 1 to 6', param_hint="--dice")
    return [int(face) for face in faces]


def _lines(decided: BotDecision, explain: bool) -> Iterator[str]:
    color, it, view = paint(), decided.decision, decided.view
    missing = "dice are needed" if all(need.dice for need in it.needs) else "a player is to choose"
    yield color.bold(f"{it.faction}: {f'{it.kind}, by {it.node}' if view.lines else missing}")
    if explain:
        why = explanation(it.node, it.trace) if view.lines else trace_lines(it.trace)
        yield from [f"  {line}" for line in (*why, *reliance_lines(it))]
    else:
        yield from [unknown.line for unknown in it.symbols]
    for need in it.needs:
        yield f"needed: {need.words}" if need.dice else f"to be chosen by a player: {need.what}"
    yield from view.lines
    if view.steps:
        yield from ["at the table:", *[f"  - {step}" for step in view.steps]]
