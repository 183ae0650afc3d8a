"""New lines are refused at once if a die or a card in them is not proven."""

from __future__ import annotations

import pytest

import notation
from fitl_core.proofs.dealer import Dealer, dealt, first_lines, new_dealer, rolled
from fitl_core.proofs.new_line_proofs import Unproven, insist_on_proven
from fitl_core.proofs.verification import verify
from fitl_core.record.setup import Setup
from notation import Entry, Log

PURPOSE = "NVA: Attack in Hue"


def dealer_with(*purposes: str) -> tuple[Dealer, tuple[str, ...]]:
    """Return a dealer who has rolled for these purposes, and the dice with their written proofs."""
    dealer = dealt(new_dealer(bytes(range(32))), Setup("short"))
    dealer, dice = rolled(dealer, purposes) if purposes else (dealer, ())
    return dealer, tuple([f"{{{die.die}}} ; [%proof {die.proof}]" for die in dice])


DEALER, (FIRST, SECOND) = dealer_with(PURPOSE, "NVA: Attack in Saigon")
GAME = first_lines(DEALER)
OLD = Log(tuple([tag for tag in GAME.tags if tag.name != "Proofs"]), GAME.entries)


def line(text: str) -> tuple[Entry, ...]:
    """One line of the notation."""
    return (notation.read_line(text),)


def other_face(die: str) -> str:
    """A die with its proof, fallen otherwise."""
    return f"{{{int(die[1]) % 6 + 1}{die[2:]}"


@pytest.mark.parametrize(
    "text",
    [
        f"NVA attack Hue {FIRST}",
        f"amend 3 NVA attack Hue {FIRST}",
        f"ruling stand NVA attack Hue {FIRST}",
        f"dice NVA 8.6.3/if-2 {FIRST}",
        "NVA march Hue>QTr:ng",
    ],
)
def test_lines_that_are_proven(text: str) -> None:
    """Dice with proofs pass with and without the secret; lines without dice always do."""
    insist_on_proven(GAME, line(text), DEALER)
    insist_on_proven(GAME, line(text))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("NVA attack Hue {1}", "1 die, and 0 proofs of dice"),
        ("amend 3 NVA attack Hue {6}", "1 die, and 0 proofs of dice"),
        ("ruling stand NVA attack Hue {3}", "1 die, and 0 proofs of dice"),
        ("dice NVA even 2 {3}", "1 die, and 0 proofs of dice"),
        (f"NVA attack Sai {{2}}, Hue {FIRST}", "2 dice, and 1 proof of dice"),
        (f"NVA attack Hue {SECOND}", "this is die 2, and the next one is die 1"),
        ("next #55", "nothing proves that this is the card"),
        (f"next #55 ; [%proof {GAME.entries[1].proof[0]}]", "position 2; the card that is due is at 3"),
        ("next none", "nothing proves that this is the card"),
    ],
)
def test_lines_that_are_not_proven(text: str, why: str) -> None:
    """The public header suffices to refuse them."""
    for dealer in (None, DEALER):
        with pytest.raises(Unproven, match=why):
            insist_on_proven(GAME, line(text), dealer)


@pytest.mark.parametrize(
    "proof", ["d6 1 NVA: Attack in Quang Tri", "d6 3 NVA: Attack in Hue", "d20 1 NVA: Attack in Hue"]
)
def test_a_forged_proof(proof: str) -> None:
    """The dealer refuses a die that was not rolled, whatever its face; nothing shows how it would fall."""
    for face in range(1, 7):
        with pytest.raises(Unproven, match="has not rolled this die") as refused:
            insist_on_proven(GAME, line(f"NVA attack Hue {{{face}}} ; [%proof {proof}]"), DEALER)
        assert "fell as" not in str(refused.value)


def test_a_die_that_fell_otherwise() -> None:
    """A changed face is a fault even where the proof is genuine."""
    with pytest.raises(Unproven, match="fell as"):
        insist_on_proven(GAME, line(f"NVA attack Hue {other_face(FIRST)}"), DEALER)


def test_games_from_before() -> None:
    """Without the tag `Proofs` a die without proof is an open point in the report, but a card is not."""
    insist_on_proven(OLD, line("NVA attack Hue {1}"), DEALER)
    with pytest.raises(Unproven):
        insist_on_proven(OLD, line("next #55"))
    with pytest.raises(Unproven, match="has not rolled this die"):
        insist_on_proven(OLD, line("NVA attack Hue {1} ; [%proof d6 1 NVA: Attack in Kontum]"), DEALER)
    insist_on_proven(Log((), ()), line("NVA attack Hue {1}"))


@pytest.mark.parametrize(
    "text",
    ["NVA attack Hue {1}", "dice NVA even 2 {3}", "amend 1 NVA attack Hue {1}", "void\nVC attack Hue {4}"],
)
def test_verify_demands_the_proof_of_every_die(text: str) -> None:
    """A proof is demanded even where no die of the game has one: all may have been removed."""
    entries = tuple([entry for part in text.split("\n") for entry in line(part)])
    codes = [fault.code for fault in verify(Log(GAME.tags, (*GAME.entries, *entries))).faults]
    assert codes == ["die-unproven"]
    found = verify(Log(OLD.tags, (*OLD.entries, *entries)))
    assert not found.faults and any("no die has a proof" in told for told in found.unchecked)
