"""`fitl read`: sentences as moves."""

from __future__ import annotations

import click

from fitl_cli.opening import bytes_of, choose_position, name_of, open_game, tell_unsound, text_of
from fitl_cli.output import ILLEGAL, UNREADABLE, Failure, leave, paint, say, say_json
from fitl_core.prose.reading import Proposal, TextTooLong, read_prose


@click.command("read")
@click.argument("file", metavar="FILE")
@click.argument("text", nargs=-1, metavar="[TEXT]")
@click.option("--at", type=int, default=None, help="Behind this event (0: the start).")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(file: str, text: tuple[str, ...], at: int | None, as_json: bool) -> None:
    """Propose the move that TEXT tells of, in the notation, where the game in FILE stands.

    TEXT is a sentence, or a few, as a player writes them: "ARVN trains in Saigon, 6 troops". Without it
    standard input is read. The likeliest move stands first; each is legal, with what had to be assumed.
    Nothing is written into the game. Exit code 1 if no move was found.
    """
    if not text and file == "-":
        raise click.UsageError("the game is read from standard input: say the TEXT as an argument")
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
    """Each proposal with the words that it came from, and what it takes besides."""
    color = paint()
    lines = []
    for proposal in proposals:
        lines.append(color.bold(proposal.move) + ("   (certain)" if proposal.certain else ""))
        lines.append(f"    from: {' | '.join(proposal.from_)}")
        lines += [f"    assumes: {assumed}" for assumed in proposal.assumes]
    return lines
