"""A game with what its moves led to written into it: claims, consequences, digests, remarks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from fitl_core.game.digests import with_digests
from fitl_core.game.files import Game
from fitl_core.game.normal import normal_events
from fitl_core.game.replays import Replay
from fitl_core.record.claims import Claim, EligibleClaim
from fitl_core.record.events import Note, Stand
from fitl_core.state.figures import computed
from fitl_core.state.state import State
from fitl_core.tell.effects import narrate
from fitl_core.underway import Step
from notation import Document, Entry, Log, write_event


class Remark(msgspec.Struct, frozen=True):
    """What a person says beside an entry: a comment, a glyph, or both; empty ones take away what is there.

    A comment comes behind one that is there, or `instead` of it.
    """

    comment: str | None = None
    glyph: str | None = None
    instead: bool = False


class Annotated(msgspec.Struct, frozen=True):
    """An annotated log, and how many claims were added."""

    log: Log
    added: int


def annotated(
    log: Log, replay: Replay, *, digests: bool = False, why: Mapping[int, Sequence[str]] | None = None
) -> Annotated:
    """A legal log with claims for every figure that changed, and what each event did, one thing a line.

    What people wrote stays; under a move that left unsaid what is forced, or was written in another order,
    stands its normal form. `replay` is that of the log and sound as far as it goes, else an `IndexError` is
    raised; `digests` puts the digest of the position behind each Coup Round; `why` are lines that come
    first under an event, by its number.
    """
    entries, added = _annotate(log.entries, replay, why or {})
    if digests:
        entries = tuple(with_digests(entries, replay))
    return Annotated(msgspec.structs.replace(log, entries=entries), added)


def entry_of_event(log: Log, number: int) -> int:
    """Where in `entries` an event stands, numbered from 1. Raises `IndexError` where there is none."""
    events = [at for at, entry in enumerate(log.entries) if entry.event is not None]
    if not 1 <= number <= len(events):
        raise IndexError(f"the events count from 1 to {len(events)}")
    return events[number - 1]


def entry_on_line(document: Document, line: int) -> int:
    """Where in `entries` the one on a line of the file stands, its computed lines too.

    Raises `IndexError` where there is none.
    """
    begun = [at for at, place in enumerate(document.places) if place.whole.line <= line]
    if not begun or not 1 <= line <= len(document.source) or not document.source[line - 1].strip():
        raise IndexError(f"no entry of the game stands on line {line}")
    return begun[-1]


def remarked(log: Log, at: int, remark: Remark) -> Log:
    """A log with a person's remark beside entry `at` (from 0); a comment that stands alone can be taken away.

    Raises `ValueError` for a line of text, beside which nothing stands.
    """
    entry = log.entries[at]
    if isinstance(entry.event, Note):
        raise ValueError("this is a line of text; nothing stands beside it")
    if entry.event is None and remark.glyph:
        raise ValueError("this is a comment; no glyph stands beside it")
    if remark.comment is not None:
        there = "" if remark.instead else (entry.comment or "").strip()
        said = " ".join([part for part in (there, remark.comment.strip()) if part])
        entry = msgspec.structs.replace(entry, comment=said or None)
    if remark.glyph is not None:
        entry = msgspec.structs.replace(entry, glyph=remark.glyph)
    kept = () if entry == Entry() else (_said(entry),)
    return msgspec.structs.replace(log, entries=(*log.entries[:at], *kept, *log.entries[at + 1 :]))


def _said(entry: Entry) -> Entry:
    """An entry as it can be written: a line with nothing but fields is an empty comment."""
    if entry.event is None and entry.comment is None:
        return msgspec.structs.replace(entry, comment="")
    return entry


def sound_part(game: Game) -> tuple[int, int]:
    """How many entries of a game are sound, and the line of the file (from 1) from which on they are not."""
    document = game.log.document
    assert document is not None, "a game that has begun has been read"
    entries = document.log.entries
    end, line = len(entries), len(document.source) + 1
    events = [at for at, entry in enumerate(entries) if entry.event is not None]
    if game.sound < len(events):
        end = events[game.sound]
        line = document.places[end].whole.line
    for gap in document.gaps:
        if gap.where.line < line:
            end, line = gap.after, gap.where.line
    return end, line


def _annotate(
    entries: tuple[Entry, ...], replay: Replay, why: Mapping[int, Sequence[str]]
) -> tuple[tuple[Entry, ...], int]:
    """The entries with claims and computed lines, and how many claims are new."""
    done: list[Entry] = []
    number = added = 0
    full = normal_events(replay)
    for entry in entries:
        if entry.event is None:
            done.append(entry)
            continue
        number += 1
        before, step = replay.steps[number - 1].state, replay.steps[number]
        claims = entry.claims
        if not isinstance(entry.event, Note | Stand):  # the figures of a move let stand are its own
            claims = _merged(claims, results(before, step.state))
        added += len(claims) - len(entry.claims)
        told = _computed(step)
        if full[number - 1] != entry.event:
            told = (f"in full: {write_event(full[number - 1])}", *told)
        told = (*why.get(number, ()), *told)
        done.append(msgspec.structs.replace(entry, claims=claims, computed=told))
    return tuple(done), added


def results(before: State, after: State) -> tuple[Claim, ...]:
    """Claims for what changed; who is Eligible, when a card is finished."""
    found = computed(before, after)
    if after.phase == "finished" and before.phase != "finished":
        return (*found, EligibleClaim(after.eligible))
    return found


def _computed(step: Step) -> tuple[str, ...]:
    """What an event did, one consequence a line."""
    return tuple([str(told) for told in narrate(step.effects)])


def _merged(written: tuple[Claim, ...], more: tuple[Claim, ...]) -> tuple[Claim, ...]:
    """People's claims as they stand, then those for figures they did not claim."""
    claimed = {_figure(claim) for claim in written}
    return (*written, *[claim for claim in more if _figure(claim) not in claimed])


def _figure(claim: Claim) -> tuple[object, ...]:
    """What a claim is about, without the figure."""
    values = ("value", "level", "control", "number", "factions", "side", "winner")
    names = [name for name in claim.__struct_fields__ if name not in values]
    return (type(claim), *[getattr(claim, name) for name in names])
