"""`fitl read`: sentences as moves."""

from __future__ import annotations

import click

from fitl_cli.opened_files import bytes_of, choose_position, name_of, open_game, tell_unsound, text_of
from fitl_cli.options import shared
from fitl_cli.output import ILLEGAL, UNREADABLE, Failure, leave, paint, say, say_json
from fitl_core.prose.proposals import Proposal, TextTooLong, read_prose


@click.command("read")
@click.argument("file", metavar="FILE")
@click.argument("text", nargs=-1, metavar="[TEXT]")
@shared("--at")
@shared("--json")
def command(file: str, text: tuple[str, ...], at: int | None, as_json: bool) -> None:
    """Propose moves that TEXT may mean, in the notation, in the current position of the game in FILE.

    TEXT has one or more sentences of a player: "ARVN trains in Saigon, 6 troops". Without TEXT the command
    reads standard input. The likeliest move comes first. Each proposal is legal, and shows its assumptions.
    The game does not change. Exit code 1 if no move was found.
    """
    if not text and file == "-":
        raise click.UsageError("the game is read from standard input: give the TEXT as an argument")
    game, replay = open_game(file)
    state = replay.steps[choose_position(game, replay, at, None)].state
    sentence = " ".join(text) if text else text_of(bytes_of("-"), name_of("-"))
    try:
        proposals = read_prose(state, sentence)
    except TextTooLong as error:
        raise Failure(error.message, UNREADABLE) from None
    if as_json:
        say_json({"proposals": proposals})
    else:
        say("\n".join(_lines(proposals)) or "no move was found in these words")
    if at is None:
        leave(tell_unsound(game))
    leave(0 if proposals else ILLEGAL)


def _lines(proposals: tuple[Proposal, ...]) -> list[str]:
    """Return each proposal with its words and assumptions."""
    color = paint()
    lines = []
    for proposal in proposals:
        lines.append(color.bold(proposal.move) + ("   (certain)" if proposal.certain else ""))
        lines.append(f"    from: {' | '.join(proposal.from_)}")
        lines += [f"    assumes: {assumed}" for assumed in proposal.assumes]
    return lines
