"""The nodes of section 8 in our own words (`facts/data/non-player-nodes.json`)."""

from __future__ import annotations

import msgspec

from fitl_core.facts.data import once, read


class _Node(msgspec.Struct):
    id: str
    says: str
    aim: str = ""


class _File(msgspec.Struct):
    nodes: tuple[_Node, ...]


@once
def _nodes() -> tuple[_Node, ...]:
    return read("non-player-nodes.json", _File).nodes


@once
def node_words() -> dict[str, str]:
    """Return the words of every node by its name.

    >>> node_words()["8.4.6"]
    'Pivotal Event'
    """
    return {node.id: node.says for node in _nodes()}


@once
def node_aims() -> dict[str, str]:
    """Return in a few words what each step is for, by its node. Other nodes have no such words.

    >>> node_aims()["8.8.7/do-1"]
    'Place Irregulars'
    """
    return {node.id: node.aim for node in _nodes() if node.aim}
