"""A Merkle tree over texts: one root for all texts, and for each text a short path that proves its place.

The tree has the shape of RFC 6962: of n leaves the largest power of 2 below n are on the left. Leaves, inner
nodes and the root are hashed with different first lines. The root is hashed with the number of leaves.
"""

from __future__ import annotations

from collections.abc import Sequence

from fitl_core.proofs.hexadecimal import sha256


def leaf(text: str) -> str:
    """Return the hash of a leaf."""
    return sha256("fitl leaf 1", text)


def top(leaves: Sequence[str]) -> str:
    """Return the hash of a tree, given the hashes of its leaves; without leaves, that of an empty leaf."""
    if not leaves:
        return leaf("")
    if len(leaves) == 1:
        return leaves[0]
    split = _left(len(leaves))
    return _node(top(leaves[:split]), top(leaves[split:]))


def root(number: int, top_: str) -> str:
    """Return the hash of a whole tree with its number of leaves."""
    return sha256("fitl root 1", str(number), top_)


def path(leaves: Sequence[str], place: int) -> tuple[str, ...]:
    """Return the sibling hashes on the way up from the leaf at `place` (from 0), the lowest first."""
    if len(leaves) == 1:
        return ()
    split = _left(len(leaves))
    if place < split:
        return (*path(leaves[:split], place), top(leaves[split:]))
    return (*path(leaves[split:], place - split), top(leaves[:split]))


def climbed(number: int, place: int, leaf_: str, hashes: Sequence[str]) -> str | None:
    """Return the hash of the tree of `number` leaves, from a leaf at `place` and its path.

    Return None if the hashes are not a path of that leaf.

    >>> leaves = [leaf(word) for word in "abcde"]
    >>> climbed(5, 3, leaves[3], path(leaves, 3)) == top(leaves)
    True
    """
    if not 0 <= place < number or len(hashes) != depth(number, place):
        return None
    if number == 1:
        return leaf_
    split, *below, beside = _left(number), *hashes
    if place < split:
        hash_below = climbed(split, place, leaf_, below)
        return None if hash_below is None else _node(hash_below, beside)
    hash_below = climbed(number - split, place - split, leaf_, below)
    return None if hash_below is None else _node(beside, hash_below)


def depth(number: int, place: int) -> int:
    """Return how many hashes the path of a leaf has."""
    hash_count = 0
    while number > 1:
        split = _left(number)
        number, place = (split, place) if place < split else (number - split, place - split)
        hash_count += 1
    return hash_count


def _left(number: int) -> int:
    return 1 << (number - 1).bit_length() - 1


def _node(left: str, right: str) -> str:
    return sha256("fitl node 1", left, right)
