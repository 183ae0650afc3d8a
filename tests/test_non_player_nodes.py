"""Section 8 as a table: each node stands in the code and is named by a test; the page lists both."""

from __future__ import annotations

import pytest
from non_player_nodes_page import PAGE, in_code, in_tests, nodes, page


def test_the_page_is_fresh() -> None:
    """The page is fresh; `python tests/pages.py non-players` writes it again."""
    assert PAGE.read_text(encoding="utf-8") == page()


def test_every_node_stands_in_the_code() -> None:
    """A node that no code looks at is a rule left out."""
    assert [name for name, modules in in_code().items() if not modules] == []


def test_every_node_has_a_test() -> None:
    """One that names it, or is named by its rule."""
    assert [name for name, tests in in_tests().items() if not tests] == []


@pytest.mark.parametrize("node", nodes(), ids=lambda node: node.id)
def test_a_node_has_its_rule_in_front(node) -> None:
    """The name of a node begins with its rule."""
    assert node.id.partition("/")[0] == node.rule
