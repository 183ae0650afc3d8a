"""The nodes of section 8 in our own words (`facts/data/non-player-nodes.json`)."""

from __future__ import annotations

import msgspec

from fitl_core.facts.data import once, read


class _Node(msgspec.Struct):
    id: str
    says: str


class _File(msgspec.Struct):
    nodes: tuple[_Node, ...]


@once
def node_words() -> dict[str, str]:
    """Return the words of every node by its name.

    >>> node_words()["8.4.6"]
    'Pivotal Event'
    """
    return {node.id: node.says for node in read("non-player-nodes.json", _File).nodes}
