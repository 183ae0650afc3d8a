"""Write lines into a log that let events stand which today's rules judge otherwise.

`fitl_core.game.settling` finds the events and their figures.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from fitl_core.game.effective import lets_stand
from fitl_core.game.settling import JudgedOtherwise
from fitl_core.game.written_logs import with_rules_release
from fitl_core.proofs.chain import chained
from fitl_core.proofs.signatures import signature_of
from fitl_core.proofs.signers import signers
from fitl_core.record.events import Amend, Void
from notation import Entry, Log

NOT_AGAIN = ("sealed", "opened", "markers")
"""Kinds of proofs that stand in a log once. Those of dice and cards stand beside an amended move, too."""


def settled(log: Log, found: Iterable[JudgedOtherwise]) -> Log:
    """Return a log in which each event that has a line for it is let stand, and with today's release.

    A line follows its event directly. It stands at the end if a chain, a proof or another line counts the
    events: then no number changes, and new lines get links like the others.
    """
    lines = [event for event in found if event.stand is not None]
    whole = _at_the_end(log, lines) if counts_events(log) else _beside(log, lines)
    whole = with_rules_release(whole)
    return chained(whole) if is_linked(log) else whole


def unsigned(log: Log) -> tuple[str, ...]:
    """Return the seats that still have to sign a line that lets an earlier event stand, each once."""
    those = [pair for pair in zip(log.entries, signers(log), strict=True) if lets_stand(pair[0].event)]
    seats = [signer.seat for entry, signer in those if signature_of(entry) is None]
    return tuple(dict.fromkeys([seat for seat in seats if seat]))


def counts_events(log: Log) -> bool:
    """Check whether something in a log counts its events: the chain, proofs, or `void` and `amend` lines."""
    if is_linked(log) or log.tag("Seed-Commitment") is not None:
        return True
    return any(isinstance(event, Void | Amend) and event.number is not None for event in log.events)


def is_linked(log: Log) -> bool:
    """Check whether the lines of a log have links."""
    return log.tag("Chain-Head") is not None or any(entry.chain for entry in log.entries)


def _at_the_end(log: Log, lines: Sequence[JudgedOtherwise]) -> Log:
    events = [entry for entry in log.entries if entry.event is not None]
    new = [_entry(line, line.amends, events) for line in lines]
    return msgspec.structs.replace(log, entries=(*log.entries, *new))


def _beside(log: Log, lines: Sequence[JudgedOtherwise]) -> Log:
    events = [entry for entry in log.entries if entry.event is not None]
    due = {line.number: line for line in lines}
    entries, number = list[Entry](), 0
    for entry in log.entries:
        entries.append(entry)
        number += entry.event is not None
        if entry.event is not None and (line := due.get(number)) is not None:
            earlier = sum(other.number < line.amends for other in lines)
            entries.append(_entry(line, line.amends + earlier, events))
    return msgspec.structs.replace(log, entries=tuple(entries))


def _entry(line: JudgedOtherwise, amends: int, events: Sequence[Entry]) -> Entry:
    """Return the entry that lets an event stand, with the proofs of the dice and the card in it."""
    assert line.stand is not None
    proofs = [one for one in events[line.amends - 1].proof if not one.startswith(NOT_AGAIN)]
    by_rule = f" ({line.rule})" if line.rule else ""
    comment = f"played under older rules, judged otherwise today{by_rule}"
    return Entry(Amend(amends, line.stand), comment=comment, proof=tuple(proofs))
