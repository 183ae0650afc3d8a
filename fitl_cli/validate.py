"""`fitl validate`: is a game legal, and do the figures that its players wrote hold?"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import click

from fitl_cli.game import FalseClaim, Game, false_claims, play_log, read_log
from fitl_cli.jobs import each, jobs_option
from fitl_cli.output import ILLEGAL, UNREADABLE, Unreadable, leave, paint, say, say_json, warn
from fitl_core.errors import NotSupported, Violation
from fitl_core.tell.words import standing

if TYPE_CHECKING:
    from fitl_cli.report import Report


@click.command("validate")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each file.")
@jobs_option
def command(files: tuple[str, ...], as_json: bool, jobs: int) -> None:
    """Check games: notation, rules, and the figures claimed.

    FILE is a log in the notation or in JSON Lines; - reads standard input. Exit code 0: all legal;
    1: an illegal move or a false claim; 3: a file that cannot be read. The highest code wins.
    """
    # Standard input is only this process's.
    side_by_side = each(partial(_validate, as_json=as_json), files, 1 if "-" in files else jobs)
    code = 0
    for validated in side_by_side:
        if validated.unreadable:
            warn(validated.unreadable)
        if isinstance(validated.told, str):
            say(validated.told)
        elif validated.told is not None:
            say_json(validated.told)
        code = max(code, validated.code)
    leave(code)


class _Validated(NamedTuple):
    """What is printed about a file, as text or JSON or on stderr, and its exit code."""

    code: int
    told: str | Report | None
    unreadable: str = ""


def _validate(path: str, as_json: bool) -> _Validated:
    try:
        log = read_log(path)
    except Unreadable as failure:
        if not as_json:
            return _Validated(failure.exit_code, None, failure.message)
        from fitl_cli.report import unreadable

        return _Validated(failure.exit_code, unreadable(path, failure))
    game = play_log(log)
    claims = false_claims(game)
    code = exit_code(game, claims)
    if as_json:
        from fitl_cli.report import report

        return _Validated(code, report(game, claims, code))
    problems = _problems(game, claims) if code else []
    blocks = ["\n".join(lines) + "\n" for lines in problems]
    return _Validated(code, "\n".join([*blocks, verdict(game, claims)]))


def exit_code(game: Game, claims: tuple[FalseClaim, ...]) -> int:
    """What the state of a file means for the command's exit code."""
    if game.log.faults or (game.replay is None and not isinstance(game.setup_error, Violation)):
        return UNREADABLE
    if game.replay is None:
        return ILLEGAL
    return ILLEGAL if game.replay.error is not None or claims else 0


def _problems(game: Game, claims: tuple[FalseClaim, ...]) -> list[list[str]]:
    """All that is wrong, in the order of the file."""
    from fitl_cli.refusals import claim_lines, error_lines, error_of, fault_lines, place_of_error

    found = [((fault.line, fault.column), fault_lines(game.log, fault)) for fault in game.log.faults]
    found += [((claim.place.line, claim.place.column), claim_lines(game, claim)) for claim in claims]
    if error_of(game) is not None:
        span = place_of_error(game).span
        found.append(((span.line, span.column), error_lines(game)))
    return [lines for _, lines in sorted(found, key=lambda one: one[0])]


def verdict(game: Game, claims: tuple[FalseClaim, ...]) -> str:
    """One line: what is so, and where the game stands."""
    name = paint().bold(game.log.name)
    wrong = []
    if game.log.faults:
        wrong.append(_counted(len(game.log.faults), "fault"))
    if claims:
        wrong.append(_counted(len(claims), "false claim"))
    replay = game.replay
    if replay is None:
        why = "; ".join(wrong) or "the game cannot begin"
        return f"{name}: {paint().red(why)}"
    place = f" (line {game.places[replay.sound - 1].whole.line})" if replay.sound else ""
    sound = f"sound up to event {replay.sound}{place}" if replay.sound else "no event is sound"
    if replay.error is not None:
        unbuilt = isinstance(replay.error, NotSupported)
        wrong.append(f"{sound}, then {'not supported yet' if unbuilt else 'illegal'}")
    elif game.log.faults:
        wrong.append(sound)
    if wrong:
        return f"{name}: {paint().red('; '.join(wrong))}; {standing(replay.state)}"
    return f"{name}: {paint().green('legal')}, {_counted(replay.sound, 'event')}; {standing(replay.state)}"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
