"""The chain over a log's lines: each line's link is the hash of what it says and of the link before it.

A link covers the event, the figures claimed, who wrote it, when, and its proofs, as the JSON form has them:
keys sorted, no white space, ASCII. Comments, glyphs, computed lines and other fields stand outside, and so do
lines that change nothing and are put in later without a link: comment lines and digests.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

import msgspec

from fitl_core.proofs.hexadecimal import sha256
from fitl_core.record.events import Amend, Digest, Void
from notation import Entry, Log, Tag, setup_of, tags_of

SEALED_TAGS = ("Seed-Commitment", "Seeds-Added", "Deck-Root", "Seat-Keys")
"""The tags of the header that the chain begins with, behind those that say the game."""


def genesis(tags: Iterable[Tag]) -> str:
    """What the first link is made on: 64 digits over the tags of a header that mean something.

    Those are what the game starts from, and those of `SEALED_TAGS`.
    Raises `notation.UnwritableError` for a header with a flaw.
    """
    log = Log(tuple(tags), ())
    said = [tag for tag in tags_of(setup_of(log)) if tag.name != "FITL"]
    said += [Tag(name, value) for name in SEALED_TAGS if (value := log.tag(name)) is not None]
    return sha256("fitl chain 1", _json([[tag.name, tag.value] for tag in said]))


def link(previous: str, entry: Entry) -> str:
    """The link of an entry with an event, 64 digits, on the one before it or the `genesis`.

    >>> from fitl_core.facts.factions import VC
    >>> from fitl_core.record.events import Pass
    >>> link("0" * 64, Entry(Pass(VC)))[:12]
    '29c8ebc0df65'
    """
    return _link(previous, entry, len(entry.claims))


def claims_linked(previous: str, entry: Entry) -> int | None:
    """How many of its claims the link of an entry covers; None where the link is another.

    Claims that were put in behind those of the player, as `fitl annotate` does, stand outside.
    """
    numbers = range(len(entry.claims), -1, -1)
    return next((number for number in numbers if _link(previous, entry, number) == entry.chain), None)


def stands_outside(entry: Entry) -> bool:
    """Whether an entry has no part in the chain: a comment line, or a digest put in without a link."""
    return entry.event is None or (isinstance(entry.event, Digest) and not entry.chain)


def as_linked(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The entries as their links know them: numbers of events leave out those that stand outside."""
    numbers = [0]
    for entry in entries:
        if entry.event is not None:
            numbers.append(numbers[-1] + (not stands_outside(entry)))
        event = entry.event
        if isinstance(event, Void | Amend) and event.number is not None and event.number < len(numbers):
            event = msgspec.structs.replace(event, number=numbers[event.number])
            entry = msgspec.structs.replace(entry, event=event)
        yield entry


def chained(log: Log) -> Log:
    """A log with a link on every entry that has none, and the head of the chain in its header.

    Links that are there are kept, whether or not they are right; digests without one get one only behind the
    last link. Raises as `genesis` does.
    """
    last = max([i for i, entry in enumerate(log.entries) if entry.chain], default=-1)
    before = genesis(log.tags)
    done: list[Entry] = []
    linked = as_linked(log.entries)
    for i, (entry, known) in enumerate(zip(log.entries, linked, strict=True)):
        if entry.event is not None and (i > last or not stands_outside(entry)):
            before = entry.chain or link(before, known)
            entry = msgspec.structs.replace(entry, chain=before)
        done.append(entry)
    tags = [tag for tag in log.tags if tag.name != "Chain-Head"]
    return Log((*tags, Tag("Chain-Head", before)), tuple(done))


def _link(previous: str, entry: Entry, claims: int) -> str:
    said: dict[str, object] = {
        "event": entry.event,
        "claims": entry.claims[:claims],
        "by": entry.by,
        "time": entry.time,
        "proof": entry.proof,
    }
    return sha256("fitl link 1", previous, _json({key: value for key, value in said.items() if value}))


def _json(value: object) -> str:
    return json.dumps(msgspec.to_builtins(value), sort_keys=True, separators=(",", ":"))
