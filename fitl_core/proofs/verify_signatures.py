"""Check that lines of Factions and writers with a key are signed by them."""

from __future__ import annotations

from fitl_core.proofs.findings import Findings
from fitl_core.proofs.signatures import can_sign, is_signed, signature_of
from fitl_core.proofs.signers import acting, signers
from notation import Entry, Log
from notation.seals import by_seat


def verify_signatures(log: Log, findings: Findings) -> None:
    """Check every line that a seat with a key has to sign, and the signatures of other lines.

    In a game without the tag `Proofs` only the writer of a line had to sign. There a line of a Faction with a
    key that names another writer is an open point.
    """
    keys, number, unchecked_lines = by_seat(log.tag("Seat-Keys")), 0, 0
    for place, (entry, signer) in enumerate(zip(log.entries, signers(log), strict=True)):
        number += entry.event is not None
        signature, event = signature_of(entry), number if entry.event is not None else None
        held: list[str] = []
        if signature is None:
            if signer.seat and event is not None:
                why = _missing(signer.seat, entry)
                if entry.by == signer.seat or log.tag("Proofs") is not None:
                    findings.line("signature-missing", why, place, event)
                else:
                    findings.open_point("signature-missing", why, place, event)
        elif not (seats := _who_may_sign(signer.seat, entry, keys)):
            why = "it is signed, and the header has no key for its writer"
            findings.line("signature-wrong", why, place, event)
        elif not can_sign():
            unchecked_lines += 1
        elif held := [seat for seat in seats if is_signed(keys[seat], entry.chain, signature)]:
            findings.signatures += 1
        else:
            why = f"this is no signature of {' or '.join(seats)} for its link"
            findings.line("signature-wrong", why, place, event)
        for seat in signer.left:
            if event is not None and seat not in held and can_sign():
                why = f"{seat} has a key and loses its player here; {seat} has not signed this line"
                findings.open_point("seat-left", why, place, event)
    if unchecked_lines:
        why = f'signatures of {unchecked_lines} lines: that needs PyNaCl, pip install "fitl[signatures]"'
        findings.unchecked.append(why)


def _missing(seat: str, entry: Entry) -> str:
    if entry.by == seat or acting(entry.event) is None:
        return f"{seat} has a key, and this line of {seat} is not signed"
    written_by = f"{entry.by} wrote it" if entry.by else "it names no writer"
    return f"{seat} acts here and has a key, and this line is not signed ({written_by}): fitl sign signs it"


def _who_may_sign(seat: str, entry: Entry, keys: dict[str, str]) -> list[str]:
    """Return the seats whose signature holds: the seat that has to sign, or else every seat with a key."""
    if seat:
        return [seat]
    return [] if acting(entry.event) is not None else list(keys)
