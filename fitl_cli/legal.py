"""`fitl legal`: what may be done next, or behind part of a move."""

from __future__ import annotations

import click

from fitl_cli.opening import choose_position, open_game, tell_unsound
from fitl_cli.output import ILLEGAL, UNREADABLE, Failure, leave, paint, say, say_json
from fitl_core.errors import FitlError, Violation
from fitl_core.game.bots import FixedDice, decide_next
from fitl_core.game.next_moves import NextMoves, NoMove, move_line, next_moves
from fitl_core.game.notices import reason_lines
from fitl_core.game.replays import Replay
from fitl_core.players.non_players.telling import trace_lines
from fitl_core.rules.sequence import to_act
from fitl_core.state.state import State
from fitl_core.tell.lines import printable, wrapped
from fitl_core.tell.words import monsoon_words, next_card_words
from notation import NotationError, UnreadableError

MOST_ANSWERS = 40


@click.command("legal")
@click.argument("file", metavar="FILE")
@click.argument("move", nargs=-1, metavar="[PARTIAL MOVE]")
@click.option("--at", type=int, default=None, help="Behind this event (0: the start).")
@click.option("--all", "everything", is_flag=True, help=f"All answers, also more than {MOST_ANSWERS}.")
@click.option("--trace", is_flag=True, help="Tell what the Non-player to act looks at.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object with all answers.")
def command(
    file: str, move: tuple[str, ...], at: int | None, everything: bool, trace: bool, as_json: bool
) -> None:
    """Say who decides what next, under which rule, and list the legal answers.

    PARTIAL MOVE is the beginning of a move in the notation, as in 'US sweep QTr'; without a Faction
    it is that of the one to act. Quote it where it holds > or *.
    """
    game, replay = open_game(file)
    number = choose_position(game, replay, at, None)
    state = replay.steps[number].state
    text = " ".join(move).strip()
    try:
        result = next_moves(game.log.name, state, number, text)
    except FitlError as error:
        raise _failure(error, state, text) from None
    if as_json:
        say_json(result)
    else:
        say("\n".join(_lines(result, everything, state)))
        if trace:
            say("\n".join(_trace(replay if number == replay.sound else replay.until(number))))
    if at is None:
        leave(tell_unsound(game))


def _trace(replay: Replay) -> list[str]:
    """What the Non-player to act decides by, up to the dice that are missing; nothing where none is to
    act.
    """
    try:
        decision = decide_next(replay, FixedDice(())).decision
    except Violation:
        return ["no Non-player is to act"]
    needs = [f"needed: {need.words}" for need in decision.needs]
    return [
        f"{decision.faction}, a Non-player:",
        *[f"  {line}" for line in trace_lines(decision.trace)],
        *needs,
    ]


def _failure(error: FitlError, state: State, text: str) -> Failure:
    """Why nothing can be listed behind the beginning of a move."""
    match error:
        case NoMove():
            return Failure(error.message, UNREADABLE)
        case NotationError():
            advice = f" ({error.advice})" if error.advice else ""
            line = printable(move_line(text, to_act(state)))
            lines = [f"the move cannot be read: {error.message}{advice}", f"    {line}"]
            return Failure("\n".join([*lines, f"    {' ' * (error.column - 1)}^"]), UNREADABLE)
        case UnreadableError():
            return Failure(f"the move cannot be read: {error.message}", UNREADABLE)
        case Violation():
            lines = [f"{error.verdict}: {error.rule}: {error.message}", f"    {printable(text)}"]
            return Failure("\n".join([*lines, *reason_lines(error)]), ILLEGAL)
        case _:
            return Failure(error.message, ILLEGAL)


def _lines(result: NextMoves, everything: bool, state: State) -> list[str]:
    color = paint()
    lines = [color.bold(f"{result.file} after event {result.event}: {result.standing}")]
    if shows := next_card_words(state):
        lines += [f"next: {shows}", *([monsoon_words(state)] if state.monsoon else [])]
    if result.expects == "pivotal":
        return [*lines, "expected: a Pivotal Event, or waive", *_placing(result)]
    if result.expects:
        what = "#N, the card that is played" if result.expects == "card" else "next #N, the card revealed"
        return [*lines, f"expected: {what}"]
    if result.move:
        lines.append(f"behind: {printable(result.move)}")
    for asked in result.questions:
        answers = list(asked.answers)
        shown = answers if everything else answers[:MOST_ANSWERS]
        if len(answers) > len(shown):
            shown.append(f"and {len(answers) - len(shown)} more (--all)")
        optional = ", optional" if asked.optional else ""
        lines.append(f"{asked.faction} [{asked.rule}{optional}]: {asked.prompt}")
        lines += wrapped(shown, "    ")
    if result.answer:
        lines.append(f"a Non-player's answer: {printable(result.answer)}")
    lines += [f"a Non-player answers behind {need.words}" for need in result.needs]
    if result.may_end:
        lines.append("or end the move here" if result.questions else "the move is complete")
    if result.may_pass:
        lines.append("or pass")
    return lines if result.move else lines + _placing(result)


def _placing(result: NextMoves) -> list[str]:
    return [f"or {printable(line)}   (2.3.8)" for line in result.pivotal]
