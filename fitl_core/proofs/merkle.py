"""A Merkle tree over texts: one root for all, and for each a short path that shows that it is in its place.

The tree has the shape of RFC 6962: of n leaves the largest power of 2 below n are on the left. Leaves, inner
nodes and the root are hashed with different first lines, the root with the number of leaves.
"""

from __future__ import annotations

from collections.abc import Sequence

from fitl_core.proofs.hexadecimal import sha256


def leaf(text: str) -> str:
    """The hash of a leaf."""
    return sha256("fitl leaf 1", text)


def top(leaves: Sequence[str]) -> str:
    """The hash of a tree of 1 or more leaves, given by their hashes."""
    if len(leaves) == 1:
        return leaves[0]
    left = _left(len(leaves))
    return _node(top(leaves[:left]), top(leaves[left:]))


def root(number: int, top_: str) -> str:
    """The hash of a whole tree with its number of leaves."""
    return sha256("fitl root 1", str(number), top_)


def path(leaves: Sequence[str], place: int) -> tuple[str, ...]:
    """The hashes beside the way from the leaf at `place` (from 0) up, the lowest first."""
    if len(leaves) == 1:
        return ()
    left = _left(len(leaves))
    if place < left:
        return (*path(leaves[:left], place), top(leaves[left:]))
    return (*path(leaves[left:], place - left), top(leaves[:left]))


def climbed(number: int, place: int, leaf_: str, hashes: Sequence[str]) -> str | None:
    """The hash of the tree of `number` leaves, from one at `place` and its path; None where it is no path.

    >>> leaves = [leaf(word) for word in "abcde"]
    >>> climbed(5, 3, leaves[3], path(leaves, 3)) == top(leaves)
    True
    """
    if not 0 <= place < number or len(hashes) != depth(number, place):
        return None
    if number == 1:
        return leaf_
    left, *below, beside = _left(number), *hashes
    if place < left:
        found = climbed(left, place, leaf_, below)
        return None if found is None else _node(found, beside)
    found = climbed(number - left, place - left, leaf_, below)
    return None if found is None else _node(beside, found)


def depth(number: int, place: int) -> int:
    """How many hashes the path of a leaf has."""
    found = 0
    while number > 1:
        left = _left(number)
        number, place = (left, place) if place < left else (number - left, place - left)
        found += 1
    return found


def _left(number: int) -> int:
    return 1 << (number - 1).bit_length() - 1


def _node(left: str, right: str) -> str:
    return sha256("fitl node 1", left, right)
