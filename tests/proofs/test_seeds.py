"""Seeds: commitments, the key of several seeds, and texts that are no seed."""

import hashlib

import pytest

from fitl_core.proofs.errors import ProofError
from fitl_core.proofs.seeds import commitment, insist_on_seed, joint_key, read_seed

SEED = bytes(range(32))


def test_a_commitment_is_the_hash_of_a_label_and_the_seed():
    """A commitment follows SPEC 11, with fixed digits for one seed, so that no later version changes it."""
    by_hand = hashlib.sha256(b"fitl seed 1\n" + SEED.hex().encode()).hexdigest()
    assert commitment(SEED) == f"sha256:{by_hand}"
    assert by_hand == "1212a7d2e8ac360dbe4085b7fc2f68c30af32199add118cf9f58d0c812056cbc"


def test_only_the_seed_committed_to_is_taken():
    """Another seed is refused, and the message has that seed's commitment."""
    insist_on_seed(SEED, commitment(SEED))
    with pytest.raises(ProofError, match="not the one committed to"):
        insist_on_seed(bytes(32), commitment(SEED))
    for garbage in ("", "sha256:", "sha256:" + "0" * 63, "0" * 64, "sha256:" + "G" * 64, "x" * 10**6):
        with pytest.raises(ProofError, match="64 digits") as caught:
            insist_on_seed(SEED, garbage)
        assert len(str(caught.value)) < 200


def test_the_key_hangs_on_every_seed_and_its_place():
    """The dealer's, and those added, in their order; where one ends and the next begins."""
    lines = ["fitl key 1", SEED.hex(), b"a".hex(), b"bc".hex()]
    assert joint_key(SEED, [b"a", b"bc"]) == hashlib.sha256("\n".join(lines).encode()).digest()
    keys = [
        joint_key(SEED, added)
        for added in ([], [b"a"], [b"a", b"bc"], [b"bc", b"a"], [b"ab", b"c"], [b"abc"], [b"a", b"b", b"c"])
    ]
    assert len({*keys, joint_key(bytes(32), [])}) == len(keys) + 1
    assert keys[0].hex() == "01e0bb15cab376f93a286947511f10a7f749443448f9b1c31eb96f550340823f"


@pytest.mark.parametrize("size", [0, 16, 31, 33])
def test_a_dealers_seed_has_32_bytes(size):
    """A shorter one could be guessed; there is one length only."""
    with pytest.raises(ProofError, match=f"32 bytes, not {size}"):
        commitment(bytes(size))
    with pytest.raises(ProofError, match="32 bytes"):
        joint_key(bytes(size), [])


def test_added_seeds_have_1_to_256_bytes():
    """An added seed of no bytes, or of more than 256, is refused."""
    for wrong in (b"", bytes(257)):
        with pytest.raises(ProofError, match="1 to 256"):
            joint_key(SEED, [wrong])


def test_seeds_are_read_as_they_are_written():
    """A seed is written with 64 small digits, and any other text is refused."""
    assert read_seed(SEED.hex()) == SEED
    for wrong in ("", SEED.hex().upper(), SEED.hex()[1:], SEED.hex() + "00", "g" * 64, "٣" * 64):
        with pytest.raises(ProofError, match="64 digits"):
            read_seed(wrong)
