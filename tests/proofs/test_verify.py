"""The results of verifying before and after the seed is opened: dice, cards, orders, garbage."""

from __future__ import annotations

import msgspec
import pytest
from proven_game import KEY, ORDER, SEED, cards_proven, proven_game

import notation
from fitl_core.proofs.chain import chained
from fitl_core.proofs.findings import Verification
from fitl_core.proofs.rolls import roll_die
from fitl_core.proofs.sealed_deck import seal_deck
from fitl_core.proofs.sealed_orders import Sealed, order
from fitl_core.proofs.seeds import commitment
from fitl_core.proofs.verification import verify
from fitl_core.record.setup import Setup
from notation import Log, Tag

HEADER = f"""[FITL "2"]
[Scenario "short"]
[Seed-Commitment "{commitment(SEED)}"]
[Seeds-Added "US:54756573646179 VC:62616e616e61"]
"""
OPENED = f'[Seed-Opened "{SEED.hex()}"]\n'
DECK = seal_deck(Setup("short"), KEY)
SEALED = f'{HEADER}[Deck-Root "{DECK.root}"]\n'


def die(number: int, purpose: str = "VC: Attack in Hue") -> tuple[str, str]:
    """A die as it must be and as it must not be, each with its proof: `{4}   ; [%proof …]`."""
    fell, proof = roll_die(KEY, number, purpose)
    return f"{{{fell}}}", f"[%proof {proof}]"


def look(text: str) -> Verification:
    """Verify a text and return the result."""
    return verify(notation.read(text).log)


def faults(text: str) -> list[tuple[str, int | str | None]]:
    """Return the codes of the faults, each with the event or tag."""
    return [(fault.code, fault.event or fault.tag or None) for fault in look(text).faults]


def attack(*numbers: int, wrong: int = 0) -> str:
    """A move with these dice and their proofs; `wrong` is added to the dice."""
    dice = [die(number) for number in numbers]
    fell = [f"{{{(int(value[1]) - 1 + wrong) % 6 + 1}}}" for value, _ in dice]
    told = ", ".join(
        [f"{space} guerrillas {value}" for space, value in zip(("Hue", "Sai"), fell, strict=False)]
    )
    return f"VC attack {told} ; {' '.join([proof for _, proof in dice])}"


# -- dice -------------------------------------------------------------------------------------------


def test_dice_are_computed_again_from_the_opened_seed():
    """In moves and on the lines of Non-players, several in their order."""
    first, second = die(2), die(3)
    between = f"dice NVA space {{{first[0][1]} {second[0][1]}}} ; {first[1]} {second[1]}"
    text = "\n".join([HEADER + OPENED, attack(1), between, attack(4, 5)])
    found = look(text)
    assert (found.dice, found.faults) == (5, ())
    assert found.sound and not look("\n".join([HEADER, attack(1)])).sound


def test_a_die_that_fell_otherwise():
    """The fault names the right face of the die; before the seed is opened nobody can know it."""
    (fault,) = look(HEADER + OPENED + attack(1) + "\n" + attack(2, wrong=1)).faults
    assert (fault.code, fault.event) == ("die-wrong", 2)
    assert fault.message.startswith(f"die 2 fell as {die(2)[0][1]}, not ")
    found = look(HEADER + attack(1, wrong=1))
    assert found.faults == () and "1 die waits for the dealer's seed" in found.unchecked[-1]


@pytest.mark.parametrize(
    "lines, expected",
    [
        ([attack(1), attack(3)], [("die-number", 2)]),
        ([attack(2)], [("die-number", 1)]),
        ([attack(1), attack(1)], [("die-number", 2)]),
        ([attack(1, 1)], [("die-number", 1)]),
        ([attack(2, 1)], [("die-number", 1)]),
        ([attack(1), "VC attack Hue guerrillas {1}"], [("die-unproven", 2)]),
        (
            [attack(1), "VC attack Hue guerrillas {1}, Sai guerrillas {2} ; " + die(2)[1]],
            [("die-unproven", 2)],
        ),
        (["VC pass ; " + die(1)[1]], [("proof-stray", 1)]),
        (["note " + die(1)[1], attack(2)], []),
        ([attack(1), "void ; " + die(2)[1], attack(3)], []),
        (["VC attack Hue guerrillas {1} ; [%proof d20 1 x]"], [("die-wrong", 1)]),
    ],
)
def test_the_numbers_of_dice(lines, expected):
    """Numbers of dice start at 1, without doubles or gaps; spent dice stand beside notes and void lines."""
    found = faults(HEADER + OPENED + "\n".join(lines))
    assert found[: len(expected)] == expected and bool(found) == bool(expected)


def test_dice_of_a_non_player_may_stand_in_another_order():
    """Dice before a Non-player's move may be in another order; a missing die is reported with its place."""
    head = HEADER + OPENED
    decided = f"dice VC even 2 {die(2)[0]} ; {die(2)[1]}"
    assert faults(head + decided + "\n" + attack(1)) == []
    assert faults(head + decided + "\n" + attack(3)) == [("die-number", 1)]
    assert faults(head + decided) == [("die-number", 1)]


@pytest.mark.parametrize(
    "lines, expected",
    [
        ([attack(1), "amend 1 " + attack(1)], []),
        ([attack(1), "amend 1 " + attack(1), "amend 1 " + attack(1)], []),
        ([attack(1), "amend 1 " + attack(2)], []),
        ([attack(1), "void", attack(1)], []),
        ([attack(1), "void", attack(1), attack(1)], [("die-number", 4)]),
        ([attack(1), attack(2), "amend 1 " + attack(2)], [("die-number", 3)]),
        ([attack(1), "void", attack(1, wrong=2)], [("die-wrong", 3)]),
        ([attack(1), "void", attack(1).replace("for", "x").replace("Attack in", "Raid")], [("die-wrong", 3)]),
        ([attack(1), "void 9", attack(1)], [("die-number", 3)]),
    ],
)
def test_dice_of_a_line_whose_place_is_taken(lines, expected):
    """The same dice may stand again, as they fell, where their move is amended or was taken back."""
    assert faults(HEADER + "\n".join(lines)) == expected


def test_lines_with_nothing_to_work_on_are_told():
    """A line that has nothing to work on is reported as unchecked, and verifying goes on after it."""
    assert look(HEADER + "void 9\n" + attack(1)).unchecked[-1].endswith("nothing to work on: event 1")


def test_dice_without_any_proof_are_no_fault():
    """Dice without any proof fell at a table: the report states that, and has no fault."""
    found = look(HEADER + "VC attack Hue guerrillas {1}")
    assert found.faults == () and not found.sound
    assert "no die has a proof: 1 die fell at a table" in found.unchecked


# -- the deck ---------------------------------------------------------------------------------------


def turned(position: int, word: str = "next ", card: int | None = None, proof: int | None = None) -> str:
    """A line that turns up the card at a position, with the proof of it, or of another."""
    there = DECK.card_at(position) if card is None else card
    shown = f"#{there}" if there else "none"
    return f"{word}{shown} ; [%proof {DECK.proof_of(proof or position)}]"


START = turned(1, "") + "\n" + turned(2) + "\n"


def test_cards_are_proven_before_the_seed_is_opened():
    """Each card is proven by its path to the root, and after the last that none is left."""
    found = look(SEALED + START + "\n".join([turned(position) for position in range(3, 29)]))
    assert (found.cards, found.faults) == (28, ())


@pytest.mark.parametrize(
    "lines, expected",
    [
        ([turned(4)], [("card-wrong", 3)]),
        ([turned(3, card=DECK.card_at(4))], [("card-wrong", 3)]),
        ([turned(3, proof=4)], [("card-wrong", 3)]),
        ([turned(3, card=0)], [("card-wrong", 3)]),
        ([turned(3, card=0, proof=28)], [("card-wrong", 3)]),
        ([turned(3), turned(3)], [("card-wrong", 4)]),
        ([f"next #{DECK.card_at(3)}"], [("card-unproven", 3)]),
        ([turned(3) + f" [%proof {DECK.proof_of(4)}]"], [("proof-stray", 3)]),
        ([f"VC pass ; [%proof {DECK.proof_of(3)}]"], [("proof-stray", 3)]),
        ([turned(2, "")], [("proof-stray", 3)]),
        ([turned(3), "void", turned(3)], []),
        ([turned(3), "void", turned(4)], [("card-wrong", 5)]),
        ([turned(3), "VC pass", "amend 3 " + turned(3)], []),
        ([turned(3), turned(4), "amend 3 " + turned(4)], [("card-wrong", 5)]),
        (["ruling stand " + turned(3), turned(4)], []),
        ([turned(3), "void 1", turned(1, ""), turned(2)], []),
        ([turned(position) for position in range(3, 29)] + ["next none"], [("card-unproven", 29)]),
    ],
)
def test_each_card_stands_in_its_place(lines, expected):
    """Positions continue with the cards in force: a card that is taken back comes up again."""
    assert faults(SEALED + START + "\n".join(lines)) == expected


def test_cards_of_the_header():
    """The header's cards are the deck's first two, proven beside the first line or by the opened seed."""
    header = SEALED + f'[Cards "{DECK.cards[0]} {DECK.cards[1]}"]\n'
    both = f"#{DECK.cards[0]} ; [%proof {DECK.proof_of(1)}] [%proof {DECK.proof_of(2)}]\n"
    assert (look(header + both + turned(3)).cards, faults(header + both + turned(3))) == (3, [])
    bare = f"#{DECK.cards[0]}\n" + turned(3)
    waiting = [told for told in look(header + bare).unchecked if "of the header" in told]
    assert len(waiting) == 2 and faults(header + bare) == []
    opened = look(header + OPENED + bare)
    assert (opened.cards, opened.faults) == (3, ())
    wrong = SEALED + OPENED + f'[Cards "{DECK.cards[1]} {DECK.cards[0]}"]\n'
    assert faults(wrong) == [("card-wrong", "Cards")] * 2


def test_an_opened_seed_needs_no_proofs():
    """With the seed the whole deck is known: cards are compared with it, and the root too."""
    text = SEALED + OPENED + f"#{DECK.card_at(1)}\nnext #{DECK.card_at(2)}\nnext #{DECK.card_at(3)}\n"
    assert (look(text).cards, faults(text)) == (3, [])
    assert faults(text.replace(f"next #{DECK.card_at(3)}", f"next #{DECK.card_at(4)}")) == [("card-wrong", 3)]
    other = text.replace(DECK.root, "sha256:" + "0" * 64)
    assert faults(other)[0] == ("deck-root", "Deck-Root")


# -- seeds, orders, garbage -------------------------------------------------------------------------


def test_seeds():
    """No commitment, no proof; another seed than the one committed to; added seeds count."""
    bare = '[FITL "2"]\n[Scenario "short"]\n'
    assert faults(bare + OPENED) == faults(bare + attack(1)) == [("seed", "Seed-Commitment")]
    assert faults(HEADER + f'[Seed-Opened "{"0" * 64}"]\n') == [("seed", "Seed-Opened")]
    assert faults(HEADER.replace("VC:", "NVA:") + OPENED + attack(1)) == []
    assert faults(HEADER.replace("US:54", "US:55") + OPENED + attack(1, 2))[0][0] == "die-wrong"


def test_orders():
    """Orders are opened as they were sealed, once, and after the seal."""
    sealed, opened = f"note [%proof {Sealed(ORDER.seal)}]\n", f"note [%proof {ORDER}]\n"
    assert (look(HEADER + sealed + opened).orders, faults(HEADER + sealed + opened)) == (1, [])
    assert "orders are sealed and not opened: event 1" in look(HEADER + sealed).unchecked
    other = f"note [%proof {order('VC: Tet at once', bytes(range(16)))}]\n"
    for text, number in ((opened, 1), (sealed + other, 2), (sealed + opened * 2, 3), (sealed * 2, 2)):
        assert faults(HEADER + text)[0] == ("order-wrong", number)


GARBAGE = "d6|d6 1|d6 99999999999 x|d66666 1 x|card|card 99/27|none|sealed|sealed sha256:0|opened|opened 00 x"
HUGE = ("d6 1 " + "x" * 5_000, "card " + "f" * 19_000, "opened " + "0" * 32)


@pytest.mark.parametrize("proof", [*GARBAGE.split("|"), *HUGE])
def test_garbage_is_told_with_its_place(proof):
    """One short message, beside the event in which it stands, in both forms."""
    log = notation.read(f"{SEALED}{START}next #{DECK.card_at(3)} ; [%proof {proof}]").log
    for form in (log, notation.load(notation.dump(log)).log):
        found = verify(form).faults
        assert found and {fault.event for fault in found} == {3}
        assert all(len(fault.message) < 300 for fault in found)


def test_proofs_beside_comments_and_of_unknown_kinds():
    """A proof beside a comment proves nothing; a proof of an unknown kind is reported as unchecked."""
    assert faults(HEADER + "; [%proof d6 1 x]") == [("proof-stray", None)]
    assert (
        "of a kind that is not known: event 1"
        in look(HEADER + "VC pass ; [%proof drand:4711/2]").unchecked[-1]
    )


def test_a_game_without_any_proof_is_not_sound():
    """A game without any proof has no faults, but is not sound."""
    found = look('[FITL "2"]\n[Scenario "short"]\nVC pass')
    assert found.faults == () and not found.sound and len(found.unchecked) == 2


def test_the_game_before_its_seed_is_opened():
    """The chain, the cards and the numbers are proven before the seed is opened."""
    whole = proven_game()
    found = verify(proven_game(opened=False))
    assert found.sound and found.dice == 0
    assert (found.cards, found.links) == (cards_proven(whole), len(whole.entries))


def test_huge_logs_are_looked_at_in_good_time():
    """Time goes with the length, also for lines that nobody would write."""
    text = SEALED + START + "\n".join([*[turned(3), "void"] * 3_000, *["next none"] * 3_000])
    log = chained(notation.read(text).log)
    assert len(verify(log).faults) == 3_000
    many = HEADER + "\n".join([attack(1)] * 3_000)
    assert len(look(many).faults) == 2_999


def test_a_chain_is_looked_at_also_where_all_links_are_gone():
    """The head in the header shows that there were links, so their absence is a fault."""
    log = proven_game()
    bare = tuple([msgspec.structs.replace(entry, chain="") for entry in log.entries])
    found = verify(Log(log.tags, bare))
    assert found.first is not None and (found.first.code, found.first.event) == ("link-missing", 1)
    none = verify(Log(tuple([tag for tag in log.tags if tag.name != "Chain-Head"]), bare))
    assert none.sound and "there is no chain" in none.unchecked[0]
    assert verify(Log((*log.tags[:3], Tag("Chain-Head", "0" * 64)), ())).first is not None
