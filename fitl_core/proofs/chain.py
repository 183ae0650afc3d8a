"""The chain over a log's lines: each link is a hash of its line and of the previous link.

A link covers the event, the figures claimed, the writer, the time, the proofs and the typed text, in their
JSON form: keys sorted, no white space, ASCII. It does not cover comments, glyphs, computed lines and other
fields. Lines that change nothing need no link if they are added later: comment lines and digests.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

import msgspec

from fitl_core.proofs.hexadecimal import sha256
from fitl_core.record.events import Amend, DigestLine, Void
from notation import Entry, Log, Tag, setup_of, tags_of

SEALED_TAGS = ("Proofs", "Seed-Commitment", "Seeds-Added", "Deck-Root", "Seat-Keys")
"""The tags of the header with which the chain begins, after the tags that describe the game."""


def genesis(tags: Iterable[Tag]) -> str:
    """Return the text that the first link is made on: 64 digits over the meaningful tags of a header.

    Meaningful are the tags of the game's start, and those of `SEALED_TAGS`. Symbols of cards are no part of
    them, because a player may state a symbol during the game. Raises `notation.UnwritableError` for a header
    with a flaw.
    """
    log = Log(tuple(tags), ())
    meaningful = [tag for tag in tags_of(setup_of(log)) if tag.name not in ("FITL", "Symbols")]
    meaningful += [Tag(name, value) for name in SEALED_TAGS if (value := log.tag(name)) is not None]
    return sha256("fitl chain 1", _json([[tag.name, tag.value] for tag in meaningful]))


def link(previous: str, entry: Entry) -> str:
    """Return the link of an entry with an event, 64 digits, made on the previous link or the `genesis`.

    >>> from fitl_core.facts.factions import VC
    >>> from fitl_core.record.events import Pass
    >>> link("0" * 64, Entry(Pass(VC)))[:12]
    '29c8ebc0df65'
    """
    return _link(previous, entry, len(entry.claims))


def claims_linked(previous: str, entry: Entry) -> int | None:
    """Return how many of its claims an entry's link covers, or None if the link does not match.

    Claims that `fitl annotate` adds after the player's claims are not covered.
    """
    numbers = range(len(entry.claims), -1, -1)
    return next((number for number in numbers if _link(previous, entry, number) == entry.chain), None)


def stands_outside(entry: Entry) -> bool:
    """Check whether an entry has no part in the chain: a comment line, or a digest added without a link."""
    return entry.event is None or (isinstance(entry.event, DigestLine) and not entry.chain)


def entries_as_linked(entries: Iterable[Entry], all_after: int | None = None) -> Iterator[Entry]:
    """Yield the entries as their links cover them: event numbers do not count entries outside the chain.

    After the place `all_after` every entry with an event counts as part of the chain.
    """
    numbers = [0]
    for place, entry in enumerate(entries):
        if entry.event is not None:
            is_late = all_after is not None and place > all_after
            numbers.append(numbers[-1] + (is_late or not stands_outside(entry)))
        event = entry.event
        if isinstance(event, Void | Amend) and event.number is not None and event.number < len(numbers):
            event = msgspec.structs.replace(event, number=numbers[event.number])
            entry = msgspec.structs.replace(entry, event=event)
        yield entry


def chained(log: Log) -> Log:
    """Return a log with a link on every entry that has none, and the head of the chain in its header.

    Existing links are kept, right or wrong. A digest without a link gets one only after the last link. Raises
    as `genesis` does.
    """
    last = max([i for i, entry in enumerate(log.entries) if entry.chain], default=-1)
    before = genesis(log.tags)
    with_links: list[Entry] = []
    linked = entries_as_linked(log.entries, last)
    for i, (entry, as_linked) in enumerate(zip(log.entries, linked, strict=True)):
        if entry.event is not None and (i > last or not stands_outside(entry)):
            before = entry.chain or link(before, as_linked)
            entry = msgspec.structs.replace(entry, chain=before)
        with_links.append(entry)
    tags = [tag for tag in log.tags if tag.name != "Chain-Head"]
    return Log((*tags, Tag("Chain-Head", before)), tuple(with_links))


def _link(previous: str, entry: Entry, claims: int) -> str:
    covered: dict[str, object] = {
        "event": entry.event,
        "claims": entry.claims[:claims],
        "by": entry.by,
        "time": entry.time,
        "proof": entry.proof,
        "typed": entry.typed,
    }
    return sha256("fitl link 1", previous, _json({key: value for key, value in covered.items() if value}))


def _json(value: object) -> str:
    return json.dumps(msgspec.to_builtins(value), sort_keys=True, separators=(",", ":"))
