"""Annotate a log: add claims, consequences, digests and remarks. `fitl_core.tell` has the words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from fitl_core.errors import UnknownName
from fitl_core.game.digests import with_digests
from fitl_core.game.files import Game
from fitl_core.game.normal_games import normal_events
from fitl_core.game.replays import ReplayedGame
from fitl_core.record.claims import Claim, EligibleClaim
from fitl_core.record.events import Note, Stand
from fitl_core.state.figures import computed
from fitl_core.state.state import State
from fitl_core.tell.effects_in_words import narrate
from fitl_core.underway import Step
from notation import Document, Entry, Log, write_event

APART = " / "
"""The sign between two comments on one line."""


class EntryRemark(msgspec.Struct, frozen=True):
    """A person's remark on an entry: a comment, a glyph, or both. An empty glyph takes away the present one.

    The comment follows a present comment after a slash. With `instead` it replaces the present one.
    """

    comment: str | None = None
    glyph: str | None = None
    instead: bool = False


class Annotated(msgspec.Struct, frozen=True):
    """An annotated log, and the number of added claims."""

    log: Log
    added: int


def annotate(
    log: Log, replay: ReplayedGame, *, digests: bool = False, why: Mapping[int, Sequence[str]] | None = None
) -> Annotated:
    """Return a legal log with claims for every changed figure, and the effects of each event in words.

    People's own texts stay. A move that is not in normal form gets its normal form on a line below.
    `digests` adds the digest of the position after each Coup Round. `why` are lines to put first below an
    event, by its number. `replay` belongs to the log. Raises `IndexError` if not all of the log is sound.
    """
    entries, added = _annotate(log.entries, replay, why or {})
    if digests:
        entries = tuple(with_digests(entries, replay))
    return Annotated(msgspec.structs.replace(log, entries=entries), added)


def entry_of_event(log: Log, number: int) -> int:
    """Return the index in `entries` of event `number`, counted from 1.

    Raises `UnknownName` for another number.
    """
    events = [at for at, entry in enumerate(log.entries) if entry.event is not None]
    if not 1 <= number <= len(events):
        raise UnknownName(f"number: there is no event {number}; the events count from 1 to {len(events)}")
    return events[number - 1]


def entry_on_line(document: Document, line: int) -> int:
    """Return the index in `entries` of the entry on a line of the file, or of the entry of a computed line.

    Raises `UnknownName` if the line has no entry.
    """
    begun = [at for at, place in enumerate(document.places) if place.whole.line <= line]
    if not begun or not 1 <= line <= len(document.source) or not document.source[line - 1].strip():
        raise UnknownName(f"at: no entry of the game stands on line {line}")
    return begun[-1]


def remarked(log: Log, at: int, remark: EntryRemark) -> Log:
    """Return a log with a person's remark on entry `at`, counted from 0. A comment alone can be taken away.

    Raises `UnknownName` for an entry that does not exist, and `ValueError` for an entry that cannot have
    the remark.
    """
    if not -len(log.entries) <= at < len(log.entries):
        raise UnknownName(f"at: there is no entry {at}; the log has {len(log.entries)}")
    entry = log.entries[at]
    if isinstance(entry.event, Note):
        raise ValueError("this entry is a note; a note cannot have a remark")
    if entry.event is None and remark.glyph:
        raise ValueError("this entry is a comment; a comment cannot have a glyph")
    if remark.comment is not None:
        present = "" if remark.instead else (entry.comment or "").strip()
        comment = APART.join([part for part in (present, remark.comment.strip()) if part])
        entry = msgspec.structs.replace(entry, comment=comment or None)
    if remark.glyph is not None:
        entry = msgspec.structs.replace(entry, glyph=remark.glyph)
    kept = () if entry == Entry() else (_writable(entry),)
    return msgspec.structs.replace(log, entries=(*log.entries[:at], *kept, *log.entries[at + 1 :]))


def _writable(entry: Entry) -> Entry:
    """Return an entry that can be written: a line with only fields becomes an empty comment."""
    if entry.event is None and entry.comment is None:
        return msgspec.structs.replace(entry, comment="")
    return entry


def sound_part(game: Game) -> tuple[int, int]:
    """Return the number of sound entries, and the line of the file (from 1) at which the rest begins."""
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
    entries: tuple[Entry, ...], replay: ReplayedGame, why: Mapping[int, Sequence[str]]
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
        if not isinstance(entry.event, Note | Stand):  # the figures of a move let stand belong to the event
            claims = _merged(claims, results(before, step.state))
        added += len(claims) - len(entry.claims)
        lines = _computed(step)
        if full[number - 1] != entry.event:
            lines = (f"in full: {write_event(full[number - 1])}", *lines)
        lines = (*why.get(number, ()), *lines)
        done.append(msgspec.structs.replace(entry, claims=claims, computed=lines))
    return tuple(done), added


def results(before: State, after: State) -> tuple[Claim, ...]:
    """Return claims for the changed figures, and for the Eligible Factions when a card is finished."""
    claims = computed(before, after)
    if after.phase == "finished" and before.phase != "finished":
        return (*claims, EligibleClaim(after.eligible))
    return claims


def _computed(step: Step) -> tuple[str, ...]:
    """Return the effects of an event in words, one on each line."""
    return tuple([str(line) for line in narrate(step.effects)])


def _merged(written: tuple[Claim, ...], more: tuple[Claim, ...]) -> tuple[Claim, ...]:
    """Return people's own claims, then the claims about other figures."""
    claimed = {_figure(claim) for claim in written}
    return (*written, *[claim for claim in more if _figure(claim) not in claimed])


def _figure(claim: Claim) -> tuple[object, ...]:
    """Return the subject of a claim, without its figure."""
    values = ("value", "level", "control", "number", "factions", "side", "winner")
    names = [name for name in claim.__struct_fields__ if name not in values]
    return (type(claim), *[getattr(claim, name) for name in names])
