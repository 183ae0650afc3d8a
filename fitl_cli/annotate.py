"""`fitl annotate`: a game with the figures that result and what every move did."""

from __future__ import annotations

import click
import msgspec

import notation
from fitl_cli.digests import with_digests
from fitl_cli.game import Game, false_claims
from fitl_cli.output import ILLEGAL, UNREADABLE, Failure, say_data, say_json, write_file
from fitl_cli.positions import open_game, unsound_lines
from fitl_cli.refusals import claim_lines
from fitl_core.engine import Step
from fitl_core.game.replays import Replay
from fitl_core.record.claims import Claim, EligibleClaim
from fitl_core.record.events import Note
from fitl_core.state.state import State
from fitl_core.tell.figures import computed
from fitl_core.tell.words import control_changes, narrate
from notation import Entry, UnwritableError

GLYPHS = ("!", "?", "!!", "??", "!?", "?!")


class Annotated(msgspec.Struct, frozen=True, omit_defaults=True):
    """What `fitl annotate --json` prints: how many claims were added, and the text or where it went."""

    file: str
    events: int
    added: int
    out: str = ""
    text: str = ""


@click.command("annotate")
@click.argument("file", metavar="FILE")
@click.option("-o", "--output", "out", metavar="OUT", default=None, help="Write to this file.")
@click.option("--digests", is_flag=True, help="Record the digest of the position behind each Coup Round.")
@click.option("--at", type=int, default=None, help="The event for --comment and --glyph.")
@click.option("--comment", default=None, help="A comment to stand beside that event.")
@click.option("--glyph", default=None, type=click.Choice(GLYPHS), help="A glyph for that event.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(
    file: str,
    out: str | None,
    digests: bool,
    at: int | None,
    comment: str | None,
    glyph: str | None,
    as_json: bool,
) -> None:
    """Write a legal game with what its moves led to.

    Behind every event come claims for the figures that changed, under it `;=` lines with what it
    did. What people wrote (claims, glyphs, comments) stays. Nothing is written unless the game is
    legal and its claims hold. JSON Lines stay JSON Lines.
    """
    if (at is None) != (comment is None and glyph is None):
        raise click.UsageError("--at goes with --comment or --glyph")
    game, replay = open_game(file)
    _insist_on_sound(game, replay)
    document = game.log.sound
    entries, added = _annotate(document.log.entries, replay)
    if at is not None:
        entries = _remark(entries, at, comment, glyph)
    if digests:
        entries = tuple(with_digests(entries, replay))
    log = msgspec.structs.replace(document.log, entries=entries)
    try:
        text = notation.dump(log) if game.log.jsonl else notation.write(log)
        text.encode()
    except UnwritableError as error:
        raise Failure(f"{game.log.name} cannot be written: {error.message}", ILLEGAL) from None
    except UnicodeEncodeError:
        raise click.BadParameter(
            "this is no text in the terminal's encoding", param_hint="--comment"
        ) from None
    out = None if out == "-" else out
    if out is not None:
        write_file(out, text)
    if as_json:
        where = click.format_filename(out) if out is not None else ""
        say_json(Annotated(game.log.name, replay.sound, added, where, text if out is None else ""))
    elif out is None:
        say_data(text)


def _insist_on_sound(game: Game, replay: Replay) -> None:
    """End the command unless the game is legal to its end and every claim holds."""
    lines = unsound_lines(game)
    claims = false_claims(game)
    for claim in claims:
        lines += claim_lines(game, claim)
    if lines:
        code = UNREADABLE if game.log.faults else ILLEGAL
        raise Failure("\n".join([f"{game.log.name} is not annotated:", *lines]), code)


def _annotate(entries: tuple[Entry, ...], replay: Replay) -> tuple[tuple[Entry, ...], int]:
    """The entries with claims and computed lines, and how many claims are new."""
    done: list[Entry] = []
    number = added = 0
    for entry in entries:
        if entry.event is None:
            done.append(entry)
            continue
        number += 1
        before, step = replay.steps[number - 1].state, replay.steps[number]
        claims = entry.claims
        if not isinstance(entry.event, Note):
            claims = _merged(claims, results(before, step.state))
        added += len(claims) - len(entry.claims)
        done.append(msgspec.structs.replace(entry, claims=claims, computed=_computed(before, step)))
    return tuple(done), added


def results(before: State, after: State) -> tuple[Claim, ...]:
    """Claims for what changed; who is Eligible, when a card is finished."""
    found = computed(before, after)
    if after.phase == "finished" and before.phase != "finished":
        return (*found, EligibleClaim(after.eligible))
    return found


def _computed(before: State, step: Step) -> tuple[str, ...]:
    """What an event did, one consequence a line."""
    return tuple([str(told) for told in narrate(before, step.effects) + control_changes(before, step.state)])


def _merged(written: tuple[Claim, ...], more: tuple[Claim, ...]) -> tuple[Claim, ...]:
    """People's claims as they stand, then those for figures they did not claim."""
    claimed = {_figure(claim) for claim in written}
    return (*written, *[claim for claim in more if _figure(claim) not in claimed])


def _figure(claim: Claim) -> tuple[object, ...]:
    """What a claim is about, without the figure."""
    values = ("value", "level", "control", "number", "factions", "side", "winner")
    names = [name for name in claim.__struct_fields__ if name not in values]
    return (type(claim), *[getattr(claim, name) for name in names])


def _remark(entries: tuple[Entry, ...], at: int, comment: str | None, glyph: str | None) -> tuple[Entry, ...]:
    """Add a person's comment and glyph to an event; a comment comes behind one that is there."""
    events = [i for i, entry in enumerate(entries) if entry.event is not None]
    if not 1 <= at <= len(events):
        raise click.BadParameter(f"the events count from 1 to {len(events)}", param_hint="--at")
    i = events[at - 1]
    entry = entries[i]
    if isinstance(entry.event, Note):
        raise click.BadParameter(f"event {at} is a line of text; nothing stands beside it", param_hint="--at")
    if comment is not None:
        there = entry.comment.strip() if entry.comment else ""
        comment = f"{there} {comment.strip()}" if there else comment.strip()
        entry = msgspec.structs.replace(entry, comment=comment)
    if glyph is not None:
        entry = msgspec.structs.replace(entry, glyph=glyph)
    return (*entries[:i], entry, *entries[i + 1 :])
