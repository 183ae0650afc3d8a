"""The sealed deck: its cards, its tree, and the content of each proof."""

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fitl_core.facts.options import PERIOD_EVENTS, POLITICAL_RHYTHM
from fitl_core.facts.scenario_list import scenario
from fitl_core.proofs.errors import ProofError
from fitl_core.proofs.merkle import climbed, depth, leaf, path, root, top
from fitl_core.proofs.sealed_deck import SealedDeck, check, seal_deck
from fitl_core.record.setup import Setup
from fitl_core.state.deck import check_card, check_end

KEY = bytes(range(32))
KNOWN = "12 61 56 46 98 127 19 97 14 105 80 129 106 68 76 115 41 64 96 109 32 100 38 84 42 119 128"
DECK = seal_deck(Setup("short"), KEY)
TALL = SealedDeck(tuple(range(1, 131)), tuple(f"{i:032x}" for i in range(130)))


def _sha(*lines: str) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def test_the_deck_of_a_known_key():
    """Written down, so that a game dealt today can be verified by every later version."""
    assert " ".join(map(str, DECK.cards)) == KNOWN
    assert DECK.root == "sha256:74b45a4bb06102278dc57c224afc0de3911333e13109ea3cb1e86b343e1f9f52"
    assert DECK.salts[0] == hmac.digest(KEY, b"fitl salt 1\n1", "sha256")[:16].hex()


@pytest.mark.parametrize("name", ["short", "medium", "full"])
@pytest.mark.parametrize("options", [(), (PERIOD_EVENTS, POLITICAL_RHYTHM)])
def test_2_1_sealed_decks_are_decks(name, options):
    """A sealed deck follows the same construction as every other deck, whatever the key."""
    for seed in range(5):
        deck = seal_deck(Setup(name, options=options), bytes([seed] * 32)).cards
        for i, number in enumerate(deck):
            check_card(number, scenario(name), options, tuple(deck[:i]))
        check_end(scenario(name), deck)


def test_the_tree_of_three_by_hand():
    """Leaves, nodes and root as SPEC 11 has them; of three leaves two stand on the left."""
    three = SealedDeck((7, 8, 9), tuple(digit * 32 for digit in "abc"))
    a, b, c = (_sha("fitl leaf 1", f"{i} {i + 6} {digit * 32}") for i, digit in enumerate("abc", 1))
    ab = _sha("fitl node 1", a, b)
    whole = _sha("fitl node 1", ab, c)
    assert three.root == "sha256:" + _sha("fitl root 1", "3", whole)
    assert three.proof_of(1) == f"card 1/3 {'a' * 32} {b} {c}"
    assert three.proof_of(3) == f"card 3/3 {'c' * 32} {ab}"
    assert three.proof_of(4) == f"none 3 {whole}"
    check(three.root, 3, 9, three.proof_of(3))


@pytest.mark.parametrize("deck", [DECK, TALL, SealedDeck((5,), ("0" * 32,))], ids=["short", "130", "1"])
def test_every_proof_shows_its_card_and_no_other(deck):
    """A proof shows each card at its position, and the end after them; no other card, position or root."""
    number = len(deck.cards)
    for position in range(1, number + 2):
        card, proof = deck.card_at(position), deck.proof_of(position)
        check(deck.root, position, card, proof)
        other = card % 130 + 1
        for wrong in {(position, other), (position + 1, card), (position, 0)} - {(position, card)}:
            with pytest.raises(ProofError):
                check(deck.root, *wrong, proof)
        with pytest.raises(ProofError, match="another root"):
            check("sha256:" + "0" * 64, position, card, proof)
    for position in (0, -1, number + 2):
        with pytest.raises(ProofError, match="no position"):
            deck.proof_of(position)
        with pytest.raises(ProofError, match="no position"):
            deck.card_at(position)


def test_any_digit_of_a_proof_counts():
    """A proof with a character changed, left out or doubled is refused."""
    for position in (3, 27, 28):
        card, proof = DECK.card_at(position), DECK.proof_of(position)
        for i, character in enumerate(proof):
            for put in {"0", "1", "", character * 2, " ", "x"} - {character}:
                with pytest.raises(ProofError):
                    check(DECK.root, position, card, proof[:i] + put + proof[i + 1 :])


GARBAGE = f"""

card
card 3
card 3/27
card 0/27 x
card 28/27 {"0" * 32}
card 3/131 {"0" * 32}
card ٣/27 {"0" * 32}
card 3/27 {"G" * 32}
none
none 27
none 0 x
none 27 {"0" * 63}
drand:4711""".split("\n")
HUGE = ["a" * 10**7, f"card 3/27 {'0' * 32}" + f" {'0' * 64}" * 10**5, f"card 3/27 {'0' * 32}\n{'0' * 64}"]


@pytest.mark.parametrize("proof", [*GARBAGE, *HUGE], ids=range(len(GARBAGE) + 3))
def test_garbage_is_no_proof_of_a_card(proof):
    """The message is short and has the right form, however huge the garbage is."""
    with pytest.raises(ProofError) as caught:
        check(DECK.root, 3, 8, proof)
    assert len(str(caught.value)) < 300


def test_a_wrong_length_of_the_path_is_told():
    """A path that was cut, or has one hash more."""
    proof = DECK.proof_of(3)
    for wrong in (proof.rpartition(" ")[0], f"{proof} {'0' * 64}"):
        with pytest.raises(ProofError, match="another length"):
            check(DECK.root, 3, DECK.card_at(3), wrong)


words = st.lists(st.text("ab", max_size=3), min_size=1, max_size=70)


@given(words, st.data())
def test_each_leaf_climbs_to_the_top(texts, data):
    """The path from every leaf leads to the tree's hash; from another place or leaf it does not."""
    leaves = [leaf(f"{i} {text}") for i, text in enumerate(texts)]
    place = data.draw(st.integers(0, len(leaves) - 1))
    hashes = path(leaves, place)
    assert len(hashes) == depth(len(leaves), place) <= (len(leaves) - 1).bit_length()
    assert climbed(len(leaves), place, leaves[place], hashes) == top(leaves)
    assert climbed(len(leaves), place, leaf("z"), hashes) != top(leaves)
    other = data.draw(st.integers(-1, len(leaves)))
    if other != place:
        assert climbed(len(leaves), other, leaves[place], hashes) != top(leaves)


@given(words, words)
def test_trees_of_different_leaves_differ(one, other):
    """Trees of different leaves differ, also where one repeats its last leaf."""
    roots = [root(len(texts), top([leaf(text) for text in texts])) for texts in (one, other, [*one, one[-1]])]
    assert (roots[0] == roots[1]) == (one == other)
    assert roots[0] != roots[2]


def test_an_inner_node_is_no_leaf():
    """Nobody can show a node, or a root, as a card: each is hashed under a different name."""
    leaves = [leaf(text) for text in "abcd"]
    assert leaf(f"{leaves[0]}\n{leaves[1]}") != top(leaves[:2])
    assert root(1, leaves[0]) != top(leaves[:1])
