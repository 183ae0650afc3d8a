"""What `fitl_core` offers: lazily, with types, each name with a word of explanation."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import fitl_core

ROOT = Path(__file__).parents[1]
SOURCE = ast.parse((ROOT / "fitl_core/__init__.py").read_text(encoding="utf-8"))


def typed_names() -> dict[str, str]:
    """The names that type checkers see, each with its module."""
    block = next(node for node in SOURCE.body if isinstance(node, ast.If))
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    return {alias.name: str(node.module) for node in imports for alias in node.names}


def test_importing_costs_nothing() -> None:
    """No rule, no table and no other module is loaded before a name is asked for."""
    program = "import sys, fitl_core; print(*sys.modules)"
    command = [sys.executable, "-c", program]
    found = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True).stdout.split()
    assert [name for name in found if name.startswith(("fitl_", "notation", "msgspec"))] == ["fitl_core"]


def test_type_checkers_and_programs_see_the_same_names() -> None:
    """The imports for type checkers, `__all__` and the modules of the running program agree."""
    homes = {name: f"fitl_core.{home}" for home, names in fitl_core._HOMES.items() for name in names.split()}
    assert typed_names() == homes
    assert sorted([*homes, "__version__"]) == sorted(fitl_core.__all__)
    assert set(fitl_core.__all__) <= set(dir(fitl_core))


@pytest.mark.parametrize("name", [name for name in fitl_core.__all__ if name != "__version__"])
def test_every_name_is_there_and_explained(name: str) -> None:
    """A function or class says what it is, with the rule where it follows one."""
    found = getattr(fitl_core, name)
    if inspect.isfunction(found) or inspect.isclass(found):
        assert found.__module__ == typed_names()[name]
        assert found.__doc__ and len(found.__doc__) > 20, name
        assert name not in found.__doc__.split("\n")[0] or " " in found.__doc__


def test_the_scripts_of_the_library_page_are_short() -> None:
    """A Train is answered step by step in at most 15 lines, a whole random game played in at most 25."""
    page = (ROOT / "docs/library.md").read_text(encoding="utf-8")
    scripts = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    for named, most in (("ask(state, Faction.ARVN)", 15), ("while (waits := awaited(state))", 25)):
        (script,) = [script for script in scripts if named in script]
        lines = [line for line in script.splitlines() if line.startswith((">>> ", "... "))]
        assert 5 < len(lines) <= most
        assert all(
            word in ("fitl_core", "notation")
            for word in re.findall(r"^>>> (?:from|import) (\w+)", script, re.M)
        )


def test_other_names_are_refused() -> None:
    """A name that is not offered is an AttributeError; what is below stays importable."""
    with pytest.raises(AttributeError, match="no attribute 'saigon'"):
        fitl_core.saigon  # noqa: B018
    from fitl_core import engine

    assert engine.play is fitl_core.play


def test_the_version_is_that_of_the_package() -> None:
    """As it stands in pyproject.toml."""
    assert f'version = "{fitl_core.__version__}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
