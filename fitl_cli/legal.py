"""`fitl legal`: the legal answers now, or after a part of a move."""

from __future__ import annotations

import click

from fitl_cli.opened_files import choose_position, open_game, tell_unsound
from fitl_cli.options import formerly, shared
from fitl_cli.output import ILLEGAL, UNREADABLE, Failure, leave, paint, say, say_json
from fitl_core.errors import FitlError, Violation
from fitl_core.game.bots import FixedDice, decide_next
from fitl_core.game.fault_notices import reason_lines
from fitl_core.game.open_moves import NoMove, OpenMoves, move_line, next_moves
from fitl_core.game.replays import ReplayedGame
from fitl_core.players.non_players.decision_reasons import explanation
from fitl_core.rules.sequence import to_act
from fitl_core.state.state import State
from fitl_core.tell.words import monsoon_words, next_card_words
from fitl_core.tell.wrapping import printable, unexamined_words, wrapped
from notation import NotationError, UnreadableError

MOST_ANSWERS = 40


@click.command("legal")
@click.argument("file", metavar="FILE")
@click.argument("move", nargs=-1, metavar="[PARTIAL MOVE]")
@shared("--at")
@shared("--all", f"More than {MOST_ANSWERS} answers, too.")
@shared("--explain", "As far as dice are known.")
@formerly("--trace", "--explain", "explain", is_flag=True)
@shared("--json", "It has all answers.")
def command(
    file: str, move: tuple[str, ...], at: int | None, everything: bool, explain: bool, as_json: bool
) -> None:
    """Show who decides next, under which rule, and list the legal answers.

    PARTIAL MOVE is the beginning of a move in the notation, as in 'US sweep QTr'. Without a Faction it is a
    move of the Faction to act. Quote it if it has > or *.
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
        if explain:
            say("\n".join(_trace(replay if number == replay.sound else replay.until(number))))
    if at is None:
        leave(tell_unsound(game))


def _trace(replay: ReplayedGame) -> list[str]:
    """Yield the decision of the Non-player to act, up to the first missing dice; nothing if none is to
    act.
    """
    try:
        decision = decide_next(replay, FixedDice(())).decision
    except Violation:
        return ["no Non-player is to act"]
    needs = [f"needed: {need.words}" for need in decision.needs]
    return [
        f"{decision.faction}, a Non-player:",
        *[f"  {line}" for line in explanation(decision.node, decision.trace)],
        *[f"  {unknown.line}" for unknown in decision.symbols],
        *needs,
    ]


def _failure(error: FitlError, state: State, text: str) -> Failure:
    """Return the reason why nothing can be listed after the beginning of a move."""
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


def _lines(result: OpenMoves, everything: bool, state: State) -> list[str]:
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
    lines += [f"a Non-player answers after {need.words}" for need in result.needs]
    if result.unexamined:
        lines.append(unexamined_words(result.unexamined))
    if result.may_end:
        lines.append("or end the move here" if result.questions else "the move is complete")
    if result.may_pass:
        lines.append("or pass")
    return lines if result.move else lines + _placing(result)


def _placing(result: OpenMoves) -> list[str]:
    return [f"or {printable(line)}   (2.3.8)" for line in result.pivotal]
