"""A game with what its moves led to written into it: claims, consequences, digests, remarks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from fitl_core.game.digests import with_digests
from fitl_core.game.normal import normal_events
from fitl_core.game.replays import Replay
from fitl_core.record.claims import Claim, EligibleClaim
from fitl_core.record.events import Note, Stand
from fitl_core.state.figures import computed
from fitl_core.state.state import State
from fitl_core.tell.effects import narrate
from fitl_core.underway import Step
from notation import Entry, Log, write_event


class Remark(msgspec.Struct, frozen=True):
    """What a person says of event `at` (from 1): a comment, a glyph, or both."""

    at: int
    comment: str | None = None
    glyph: str | None = None


class Annotated(msgspec.Struct, frozen=True):
    """An annotated log, and how many claims were added."""

    log: Log
    added: int


def annotated(
    log: Log, replay: Replay, *, digests: bool = False, why: Mapping[int, Sequence[str]] | None = None
) -> Annotated:
    """A legal log with claims for every figure that changed, and what each event did, one thing a line.

    What people wrote stays; under a move that left unsaid what is forced, or was written in another order,
    stands its normal form. `replay` is that of the log and sound to its end, else an `IndexError` is
    raised; `digests` puts the digest of the position behind each Coup Round; `why` are lines that come
    first under an event, by its number.
    """
    entries, added = _annotate(log.entries, replay, why or {})
    if digests:
        entries = tuple(with_digests(entries, replay))
    return Annotated(msgspec.structs.replace(log, entries=entries), added)


def remarked(log: Log, remark: Remark) -> Log:
    """A log with a person's remark beside an event; a comment comes behind one that is there.

    Raises `IndexError` for an event that is not there, `ValueError` for a line of text, beside which
    nothing stands.
    """
    events = [i for i, entry in enumerate(log.entries) if entry.event is not None]
    if not 1 <= remark.at <= len(events):
        raise IndexError(f"the events count from 1 to {len(events)}")
    i = events[remark.at - 1]
    entry = log.entries[i]
    if isinstance(entry.event, Note):
        raise ValueError(f"event {remark.at} is a line of text; nothing stands beside it")
    if remark.comment is not None:
        there, said = (entry.comment or "").strip(), remark.comment.strip()
        entry = msgspec.structs.replace(entry, comment=f"{there} {said}" if there else said)
    if remark.glyph is not None:
        entry = msgspec.structs.replace(entry, glyph=remark.glyph)
    return msgspec.structs.replace(log, entries=(*log.entries[:i], entry, *log.entries[i + 1 :]))


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
