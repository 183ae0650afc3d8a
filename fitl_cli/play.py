"""`fitl play`: continue a game file, by one move or question by question."""

from __future__ import annotations

from typing import NoReturn

import click
import msgspec

import notation
from fitl_cli.adjudicate import ruling_lines
from fitl_cli.desk import GameDesk, put_lines
from fitl_cli.opened_files import open_game, tell_unsound
from fitl_cli.options import formerly, shared
from fitl_cli.output import ILLEGAL, UNREADABLE, USAGE, Failure, leave, say, say_json
from fitl_cli.policy_options import policies_held, policy_option
from fitl_core.errors import FitlError
from fitl_core.game.adjudications import adjudicate_move, view_adjudication
from fitl_core.game.disputes import FactionsMove
from fitl_core.game.files import Game
from fitl_core.mail.rolled_moves import entry_typed
from fitl_core.mail.senders import NotTheirs
from fitl_core.policies.registry import close_policies
from fitl_core.proofs.errors import ProofError
from fitl_core.record.events import PlayCard, Reveal
from fitl_core.tell.effects_in_words import Consequence, narrate
from fitl_core.tell.words import standing
from notation import Entry


class PlayOutput(msgspec.Struct, frozen=True):
    """The output of `fitl play --json`: the added lines, and the effects of the last one."""

    file: str
    event: int
    lines: tuple[str, ...]
    told: tuple[Consequence, ...]
    standing: str


@click.command("play")
@click.argument("file", metavar="FILE")
@click.argument("move", nargs=-1, metavar="[MOVE]")
@shared("--secret")
@shared("--by")
@click.option("--key", default=None, metavar="KEY", help="The key file of a seat, which signs its lines.")
@click.option("--type-dice", is_flag=True, help="You type the dice as they fell; else they are rolled.")
@formerly("--dice", "--type-dice", "type_dice", "typed".__eq__, type=click.Choice(["rolled", "typed"]))
@policy_option
@shared("--seed", "It goes with --policy.")
@shared("--json", "It goes with a MOVE.")
def command(
    file: str,
    move: tuple[str, ...],
    secret: str | None,
    by: str,
    key: str | None,
    type_dice: bool,
    held: tuple[str, ...],
    seed: int | None,
    as_json: bool,
) -> None:
    """Check a MOVE and add it to FILE; without a MOVE, ask for moves until you stop.

    An illegal MOVE gets a ruling, and nothing is written. Missing dice are rolled: by the dealer's SECRET,
    with proofs, else by chance. The default SECRET is FILE with the ending .secret, if that exists. When
    asked for a move, answer by number or in the notation. Non-players act, policies play their Factions
    (--policy VC=greedy), and the cards of a sealed deck come up, without your help. Without a sealed deck
    you say which card comes up. Each move is in FILE as soon as it is complete: stop whenever you like.

    WHO stands beside each of your lines ([%by VC]); a seat cannot write lines of another's Faction. With KEY
    (fitl sign --new) each new line of that seat is signed. Then all lines have links; FILE is reformatted.
    """
    if file == "-":
        raise click.UsageError("moves are added to a file, not to standard input")
    text = " ".join(move).strip()
    if as_json and not text:
        raise click.UsageError("--json goes with a MOVE")
    policies = policies_held(held, seed or 0)
    if policies and (text or type_dice):
        raise click.UsageError("--policy goes without a MOVE, and with rolled dice")
    game, _ = open_game(file)
    if game.log.faults or not _works_on_the_log(text):
        leave(tell_unsound(game))
    desk = GameDesk(file, game, secret, by, key)
    if text:
        if type_dice:
            raise click.UsageError("--type-dice asks for dice: with a MOVE, write them in it, as {4}")
        _play_one(desk, text, as_json)
    else:
        from fitl_cli.sitting import Sitting

        try:
            Sitting(desk, type_dice, policies).play()
        finally:
            if policies:
                close_policies(policies.values(), "the game is set aside")


def _play_one(desk: GameDesk, text: str, as_json: bool) -> None:
    """Add one move to the file, or rule on it and leave."""
    replay, before = desk.game.replay, len(desk.game.entries)
    assert replay is not None
    try:
        entry = entry_typed(text, replay.state)
    except (notation.NotationError, notation.UnreadableError) as fault:
        advice = f" ({fault.advice})" if isinstance(fault, notation.NotationError) and fault.advice else ""
        raise Failure(f"the move cannot be read: {fault.message}{advice}", UNREADABLE) from None
    except FitlError as error:
        raise Failure(error.message, USAGE) from None
    try:
        entries = desk.cast(replay.state, entry)
        entry = entries[-1]
        desk.put(entries)
    except FitlError as error:
        _refuse(desk.game, entry, error, as_json)
    _tell(desk, before, as_json)


def _works_on_the_log(text: str) -> bool:
    """Check whether a line may mend what is illegal in a game."""
    return text.lower().startswith(("void", "amend"))


def _refuse(game: Game, entry: Entry, error: FitlError, as_json: bool) -> NoReturn:
    """Print why a line is not added to the game, and leave with 1."""
    event = entry.event
    if isinstance(error, ProofError | NotTheirs) or not isinstance(event, FactionsMove | PlayCard | Reveal):
        raise Failure(str(error), ILLEGAL)
    assert game.replay is not None
    ruled = adjudicate_move(game.replay.state, event, claims=entry.claims)
    if as_json:
        say_json(view_adjudication(ruled))
    else:
        say("\n".join([*ruling_lines(ruled), f"nothing is added to {game.log.name}"]))
    raise click.exceptions.Exit(ILLEGAL)


def _tell(desk: GameDesk, before: int, as_json: bool) -> None:
    """Print the lines after this number of events, and their effects."""
    replay = desk.game.replay
    assert replay is not None
    if as_json:
        effects = tuple([one for step in replay.steps[before + 1 :] for one in narrate(step.effects)])
        lines = tuple([notation.write_entry(entry)[0] for entry in desk.game.entries[before:]])
        say_json(PlayOutput(desk.game.log.name, replay.sound, lines, effects, standing(replay.state)))
    else:
        say("\n".join([*put_lines(desk.game, before), standing(replay.state)]))
