"""The examples in the docstrings of every module are right."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest
from sources import modules

WITH_EXAMPLES = [name for name, path in modules().items() if ">>> " in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("name", sorted(WITH_EXAMPLES))
def test_examples_of_a_module(name: str) -> None:
    """Each example prints the lines below it."""
    result = doctest.testmod(import_module(name), optionflags=doctest.ELLIPSIS)
    assert result.attempted and not result.failed
