"""Verify a log: chain, signatures, dice, deck, markers and orders, as far as they can be proven yet.

Read `findings` for the result, then the modules `verify_chain` to `verify_signatures`.
"""

from __future__ import annotations

from fitl_core.errors import Violation
from fitl_core.game.effective import EffectiveLog
from fitl_core.proofs.errors import ProofError
from fitl_core.proofs.findings import Findings, Verification
from fitl_core.proofs.kinds import Proof, UnknownProof, read_proof
from fitl_core.proofs.proof_lines import ProofLine
from fitl_core.proofs.purposes import compare_purposes
from fitl_core.proofs.seeds import insist_on_seed, joint_key, read_seed
from fitl_core.proofs.unused_dice import find_unused_dice
from fitl_core.proofs.verify_chain import verify_chain
from fitl_core.proofs.verify_deck import DeckCheck
from fitl_core.proofs.verify_dice import DiceCheck
from fitl_core.proofs.verify_markers import MarkersCheck
from fitl_core.proofs.verify_orders import OrdersCheck
from fitl_core.proofs.verify_signatures import verify_signatures
from fitl_core.record.events import Note
from notation import Entry, Log, setup_of
from notation.seals import added_seeds


def verify(log: Log, head: str | None = None, *, ask_rules: bool = False) -> Verification:
    """Return the faults of a log entry by entry, the proven things, and those that cannot be checked.

    Before the dealer's seed is opened (`Seed-Opened`) the chain, the cards' places in the sealed deck, and
    the numbers of dice are checked. After it all dice, the whole deck and the drawn Deception markers are
    checked, too. A forger of a whole file can make its chain anew. `head` is a link published during the
    game, which a forged chain does not have. Open points can be proven neither right nor wrong; the table has
    to judge them.

    The rules of the game are not asked, so a game that today's rules refuse can be verified. With `ask_rules`
    they say the purposes of dice, and other purposes are open points. Raises `notation.UnwritableError` for a
    header with a flaw.
    """
    findings = Findings()
    setup = setup_of(log)
    lines = lines_of(log, findings)
    numbered = any(line.rolls for line in lines)
    key = _key(log, numbered, findings)
    verify_chain(log, head, findings)
    verify_signatures(log, findings)
    promised = log.tag("Seed-Commitment") is not None
    dice = DiceCheck(key, numbered or has_sealed_dice(log), findings, promised)
    deck = DeckCheck(setup, log.tag("Deck-Root"), key, findings)
    markers, orders = MarkersCheck(setup, key, promised, findings), OrdersCheck(findings)
    written, nothing = EffectiveLog(), []
    for line in lines:
        dice.take(line, written.is_in_force)
        try:
            written.take(line.event)
        except Violation:  # `fitl validate` reports the fault; the numbers of later lines stay
            written.take(Note(""))
            nothing.append(line.number)
        deck.take(line, written.end)
        markers.take(line, written.end)
        orders.take(line)
    find_unused_dice(lines, written.is_in_force, findings)
    if ask_rules:
        compare_purposes(setup, lines, findings)
        findings.rules_asked = True
    for check in (deck, dice, markers, orders):
        check.finish()
    strange = [line.number for line in lines if any(isinstance(proof, UnknownProof) for proof in line.proofs)]
    findings.in_events("proofs are of a kind that is not known", strange)
    findings.in_events("lines that work on the log have nothing to work on", nothing)
    return findings.verified()


def has_sealed_dice(log: Log) -> bool:
    """Check whether each die of a game needs a proof, by the tag `Proofs`.

    In an older game a die without proof is an open point as long as no die has one.
    """
    return log.tag("Proofs") is not None and log.tag("Seed-Commitment") is not None


def lines_of(log: Log, findings: Findings) -> list[ProofLine]:
    """Return the lines of a log. Unreadable proofs, and proofs without an event, are faults."""
    lines: list[ProofLine] = []
    for place, entry in enumerate(log.entries):
        if entry.event is not None:
            number = len(lines) + 1
            proofs = _proofs(entry, place, number, findings)
            lines.append(ProofLine(place, number, entry.event, proofs, entry.by))
        elif entry.proof or entry.chain:
            why = "a proof or link stands beside a comment alone, where it proves nothing"
            findings.line("proof-stray", why, place, None)
    return lines


def _proofs(entry: Entry, place: int, number: int, findings: Findings) -> tuple[Proof, ...]:
    proofs: list[Proof] = []
    for text in entry.proof:
        try:
            proofs.append(read_proof(text))
        except ProofError as error:
            findings.line("proof-form", error.message, place, number)
    return tuple(proofs)


def _key(log: Log, numbered: bool, findings: Findings) -> bytes | None:
    """Return the key of dice and deck, or None unless the opened seed fits its commitment."""
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
