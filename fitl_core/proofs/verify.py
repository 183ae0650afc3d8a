"""What of a log can be proven: chain, signatures, dice, deck, markers and orders, as far as it can be yet."""

from __future__ import annotations

from fitl_core.errors import Violation
from fitl_core.game.effective import Written
from fitl_core.proofs.errors import ProofError
from fitl_core.proofs.findings import Findings, Verified
from fitl_core.proofs.kinds import Proof, Unknown, read_proof
from fitl_core.proofs.lines import Line
from fitl_core.proofs.seeds import insist_on_seed, joint_key, read_seed
from fitl_core.proofs.verify_chain import verify_chain
from fitl_core.proofs.verify_deck import DeckCheck
from fitl_core.proofs.verify_dice import DiceCheck
from fitl_core.proofs.verify_markers import MarkersCheck
from fitl_core.proofs.verify_orders import OrdersCheck
from fitl_core.proofs.verify_signatures import verify_signatures
from fitl_core.record.events import Note
from notation import Entry, Log, setup_of
from notation.seals import added_seeds


def verified(log: Log, head: str | None = None) -> Verified:
    """What of a log holds, what does not, entry by entry, and what cannot be checked.

    Before the dealer's seed is opened (`Seed-Opened`) that is the chain, the cards' places in the sealed
    deck, and the numbers of dice; behind it all dice, the whole deck and the Deception markers that were
    drawn. Whoever writes a file anew can make its chain anew: `head` is a link published while the game went
    on, which such a chain does not have. No rule of the game is asked. Raises `notation.UnwritableError` for
    a header with a flaw.
    """
    findings = Findings()
    setup = setup_of(log)
    lines = _lines(log, findings)
    numbered = any(line.rolls for line in lines)
    key = _key(log, numbered, findings)
    verify_chain(log, head, findings)
    verify_signatures(log, findings)
    dice = DiceCheck(key, numbered, findings)
    deck = DeckCheck(setup, log.tag("Deck-Root"), key, findings)
    markers, orders = MarkersCheck(setup, key, findings), OrdersCheck(findings)
    written, nothing = Written(), []
    for line in lines:
        dice.take(line, written.is_in_force)
        try:
            written.take(line.event)
        except Violation:  # `fitl validate` tells it; the numbers of those behind it stay
            written.take(Note(""))
            nothing.append(line.number)
        deck.take(line, written.end)
        markers.take(line, written.end)
        orders.take(line)
    for check in (deck, dice, markers, orders):
        check.finish()
    strange = [line.number for line in lines if any(isinstance(proof, Unknown) for proof in line.proofs)]
    findings.in_events("proofs are of a kind that is not known", strange)
    findings.in_events("lines that work on the log have nothing to work on", nothing)
    return findings.verified()


def _lines(log: Log, findings: Findings) -> list[Line]:
    """The lines of a log; proofs that cannot be read, and those beside no event, are faults."""
    found: list[Line] = []
    for place, entry in enumerate(log.entries):
        if entry.event is not None:
            number = len(found) + 1
            found.append(Line(place, number, entry.event, _proofs(entry, place, number, findings)))
        elif entry.proof or entry.chain:
            why = "a proof or link stands beside a comment alone, where it proves nothing"
            findings.line("proof-stray", why, place, None)
    return found


def _proofs(entry: Entry, place: int, number: int, findings: Findings) -> tuple[Proof, ...]:
    found: list[Proof] = []
    for text in entry.proof:
        try:
            found.append(read_proof(text))
        except ProofError as error:
            findings.line("proof-form", error.message, place, number)
    return tuple(found)


def _key(log: Log, numbered: bool, findings: Findings) -> bytes | None:
    """The key of dice and deck, where the dealer's seed has been opened and is that committed to."""
    committed, opened = log.tag("Seed-Commitment"), log.tag("Seed-Opened")
    if committed is None:
        others = [tag for tag in ("Seed-Opened", "Seeds-Added", "Deck-Root") if log.tag(tag) is not None]
        if others or numbered:
            what = others[0] if others else "a die's proof"
            why = f"the header has no Seed-Commitment: {what} could have been made up at any time"
            findings.header("seed", why, "Seed-Commitment")
        return None
    if opened is None:
        findings.unchecked.append("the dealer's seed is not opened yet (Seed-Opened)")
        return None
    try:
        seed = read_seed(opened)
        insist_on_seed(seed, committed)
        return joint_key(seed, [added for _, added in added_seeds(log.tag("Seeds-Added"))])
    except ProofError as error:
        findings.header("seed", error.message, "Seed-Opened")
        return None
