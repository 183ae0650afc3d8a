"""Dice and draws from a key: their values, that each result is as likely as every other, and their proofs."""

import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fitl_core.proofs.drawing import KeyDraws, below, stream
from fitl_core.proofs.errors import ProofError
from fitl_core.proofs.rolls import RollProof, die_of, read_roll, roll_die

KEY = bytes(range(32))


def test_dice_of_a_known_key():
    """Written down, so that a game dealt today can be verified by every later version."""
    purposes = ["VC: Attack in Hue", "dice NVA 8.6.1/if-2", "ARVN: Raid"]
    assert [roll_die(KEY, number, purpose)[0] for number, purpose in enumerate(purposes, 1)] == [1, 4, 1]
    assert [roll_die(KEY, number, "x", 20)[0] for number in range(1, 9)] == [4, 17, 12, 12, 7, 5, 5, 9]


def test_a_die_is_the_first_byte_that_counts():
    """A die is computed as in SPEC 11, here by hand."""
    block = hmac.digest(KEY, b"fitl roll 1\n6\n7\nVC: Attack in Hue\n0", "sha256")
    wanted = next(byte for byte in block if byte < 252) % 6 + 1
    assert roll_die(KEY, 7, "VC: Attack in Hue") == (wanted, "d6 7 VC: Attack in Hue")


@pytest.mark.parametrize("number", range(1, 257))
def test_each_result_stands_for_as_many_bytes(number):
    """No bias, exactly: of the 256 bytes each result has the same number, all others are passed over."""
    taken: Counter[int] = Counter()
    for byte in range(256):
        behind = iter([byte, 0])
        result = below(number, behind)
        if next(behind, None) == 0:
            taken[result] += 1
    assert taken == dict.fromkeys(range(number), 256 // number)


def test_bytes_that_do_not_count_lead_to_the_next_block():
    """A block without a byte that counts is followed by another."""
    values = stream(KEY, "x")
    first = [next(values) for _ in range(96)]
    expected = [byte for block in range(3) for byte in hmac.digest(KEY, f"x\n{block}".encode(), "sha256")]
    assert first == expected


def test_more_results_than_a_byte_has_are_refused():
    """1 to 256; nothing is drawn among none."""
    for number in (0, -1, 257):
        with pytest.raises(ValueError, match="1 to 256"):
            below(number, iter([1]))


@given(st.binary(min_size=32, max_size=32), st.integers(0, 40))
def test_a_shuffle_holds_each_item_once(key, number):
    """`shuffled` and `sample` of all are the same order."""
    items = list(range(number))
    order = list(KeyDraws(key, "deck").shuffled(items))
    assert sorted(order) == items
    assert KeyDraws(key, "deck").sample(items, number) == order
    assert [KeyDraws(key, "one").draw(range(7)) for _ in range(2)] == [
        KeyDraws(key, "one").draw(range(7))
    ] * 2


def test_a_shuffle_draws_among_those_left():
    """Each order comes of one choice among n, one among n - 1…: all orders are as likely."""
    drawing = KeyDraws(KEY, "markers US")
    values = stream(KEY, "fitl draw 1\nmarkers US")
    left, order = list("abcdef"), []
    while left:
        order.append(left.pop(below(len(left), values)))
    assert list(drawing.shuffled("abcdef")) == order


def test_number_purpose_faces_and_key_all_count():
    """Dice that differ in number, purpose, faces or key are drawn separately."""
    streams = {
        tuple(die_of(key, RollProof(number + i, purpose, faces)) for i in range(0, 100, 2))
        for key in (KEY, bytes(32))
        for number in (1, 2)
        for purpose in ("a", "b")
        for faces in (6, 20)
    }
    assert len(streams) == 16


@given(st.integers(1, 999_999), st.integers(2, 256), st.text(min_size=1, max_size=60))
def test_a_proof_is_read_as_it_was_written(number, faces, purpose):
    """`read_roll` gives back the words that `roll_die` takes; both refuse the same words."""
    try:
        die, text = roll_die(KEY, number, purpose, faces)
    except ProofError:
        with pytest.raises(ProofError):
            read_roll(f"d{faces} {number} {purpose}")
        return
    assert 1 <= die <= faces
    assert read_roll(text) == RollProof(number, purpose, faces)
    assert die_of(KEY, read_roll(text)) == die


BAD_NUMBERS = "d6|d6 7|d6 7 |d6 07 x|d6 0 x|d6 -7 x|d6 ٣ x|d6 1000000 x|d1 7 x|d257 7 x|6 7 x"
GARBAGE = f"|{BAD_NUMBERS}|d6 7  x|d6 7 a  b|d6 7 \u202ex".split("|")
HUGE = ["d6 7 x\ny", "d6 7 " + "x" * 201, "d6 " + "9" * 10**6 + " x"]


@pytest.mark.parametrize("text", [*GARBAGE, *HUGE], ids=range(len(GARBAGE) + 3))
def test_garbage_is_no_proof_of_a_die(text):
    """The message is one line with the right form of the proof."""
    with pytest.raises(ProofError) as caught:
        read_roll(text)
    assert len(str(caught.value)) < 300 and "\n" not in str(caught.value)
