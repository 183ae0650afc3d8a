"""Whether the lines of seats with a key are signed by them."""

from __future__ import annotations

from fitl_core.proofs.findings import Findings
from fitl_core.proofs.signatures import can_sign, is_signed, signature_of
from notation import Log
from notation.seals import by_seat


def verify_signatures(log: Log, findings: Findings) -> None:
    """Look at every line of a seat that has a key, and at signatures where there is none."""
    keys, number, left = by_seat(log.tag("Seat-Keys")), 0, 0
    for place, entry in enumerate(log.entries):
        number += entry.event is not None
        found, event = signature_of(entry), number if entry.event is not None else None
        key = keys.get(entry.by)
        if found is None:
            if key is not None and entry.event is not None:
                why = f"{entry.by} has a key, and this line of {entry.by} is not signed"
                findings.line("signature-missing", why, place, event)
        elif key is None:
            why = "it is signed, and the header has no key for whoever wrote it"
            findings.line("signature-wrong", why, place, event)
        elif not can_sign():
            left += 1
        elif is_signed(key, entry.chain, found):
            findings.signatures += 1
        else:
            findings.line("signature-wrong", f"this is no signature of {entry.by} for its link", place, event)
    if left:
        why = f"signatures of {left} lines: that needs PyNaCl, pip install 'fitl[signatures]'"
        findings.unchecked.append(why)
