"""The names that `fitl_core` offers: lazily, with types, each with a short explanation."""

from __future__ import annotations

import ast
import builtins
import importlib
import inspect
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import get_args

import pytest
from sources import front_doors, modules, tree_of

import fitl_core
import notation
from fitl_core.moved_names import FORMER_MODULES, MOVED

ROOT = Path(__file__).parents[1]
DOORS = tuple([importlib.import_module(name) for name in front_doors()])
"""The public packages: `fitl_core`, and those below it with names of their own."""
PUBLIC = (*DOORS, notation)
OFFERED = {name for module in PUBLIC for name in module.__all__}


@cache
def typed_names(package: str) -> dict[str, str]:
    """Return the names of a package that type checkers see, each with its module."""
    block = next(node for node in tree_of(modules()[package]).body if isinstance(node, ast.If))
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    return {alias.name: str(node.module) for node in imports for alias in node.names}


def test_importing_costs_nothing() -> None:
    """No rule, no table and no other module is loaded before a name is asked for."""
    program = "import sys, fitl_core; print(*sys.modules)"
    command = [sys.executable, "-c", program]
    found = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True).stdout.split()
    loaded = {name for name in found if name.startswith(("fitl_", "notation", "msgspec"))}
    assert loaded == {"fitl_core", "fitl_core.lazy_names"}


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_type_checkers_and_programs_see_the_same_names(door: ModuleType) -> None:
    """The imports for type checkers, `__all__` and the modules of the running program agree."""
    homes = {name: f"{door.__name__}.{home}" for home, names in door._HOMES.items() for name in names.split()}
    assert typed_names(door.__name__) == homes
    assert sorted({*homes} | {"__version__"} & set(door.__all__)) == sorted(door.__all__)
    assert set(door.__all__) <= set(dir(door))


def test_the_first_door_has_few_names() -> None:
    """The first door has at most 120 names; the packages have the names of their topics."""
    assert len(fitl_core.__all__) <= 120


@pytest.mark.parametrize(
    ("door", "name"), [(door, name) for door in DOORS for name in typed_names(door.__name__)]
)
def test_every_name_is_there_and_explained(door: ModuleType, name: str) -> None:
    """The docstring of each function or class explains it, with the rule that it follows, if any."""
    found = getattr(door, name)
    if inspect.isfunction(found) or inspect.isclass(found):
        assert inspect.unwrap(found).__module__ == typed_names(door.__name__)[name]
        assert found.__doc__ and len(found.__doc__) > 20, name
        assert name not in found.__doc__.split("\n")[0] or " " in found.__doc__


@pytest.mark.parametrize("name", MOVED)
def test_a_moved_name_still_works(name: str) -> None:
    """A moved name still works, with a warning that names the new one."""
    home, _, last = f"fitl_core.{MOVED[name]}".rpartition(".")
    with pytest.warns(DeprecationWarning, match=MOVED[name]):
        assert getattr(fitl_core, name) is getattr(importlib.import_module(home), last)


@pytest.mark.parametrize(
    ("module", "name"), [(module, name) for module, names in FORMER_MODULES.items() for name in names]
)
def test_a_name_in_a_former_module_still_works(module: str, name: str) -> None:
    """A name that pages of version 0.1.0 gave in a module still imports from there, with a warning."""
    new = FORMER_MODULES[module][name]
    home, _, last = new.rpartition(".")
    with pytest.warns(DeprecationWarning, match=f"{module}.{name} is now {new}$") as warned:
        exec(f"from {module} import {name}", found := {})
    assert found[name] is getattr(importlib.import_module(home), last)
    assert [Path(one.filename).name for one in warned] == ["<string>"]


NAMED_BY_0_1_0 = (
    *("fitl_core.claims.holds", "fitl_core.session.replay", "fitl_core.victory.margins"),
    *("fitl_core.engine.ask", "fitl_core.engine.play", "fitl_core.engine.start"),
    *("fitl_core.vocabulary.OPTIONS", "fitl_core.vocabulary.VERBS"),
    *("fitl_core.events.Action", "fitl_core.events.Play", "fitl_core.events.Segment"),
    *("notation.FORMAT_VERSION", "notation.Document", "notation.Entry", "notation.EntryPlace"),
    *("notation.Gap", "notation.Log", "notation.NotationError", "notation.Span", "notation.Tag"),
    *("notation.UnreadableError", "notation.UnwritableError", "notation.dump", "notation.load"),
    *("notation.read", "notation.scan", "notation.setup_of", "notation.space_named", "notation.tags_of"),
    *("notation.write", "notation.write_claim", "notation.write_clause", "notation.write_entry"),
    *("notation.write_event", "notation.position.read_position", "notation.position.write_position"),
)
"""What the README, the pages and the specification of version 0.1.0 import or name with its module."""


@pytest.mark.parametrize("name", NAMED_BY_0_1_0)
@pytest.mark.filterwarnings("ignore:.* is now :DeprecationWarning")
def test_the_names_of_version_0_1_0_import(name: str) -> None:
    """A program that was written by the pages of version 0.1.0 finds each name."""
    module, _, last = name.rpartition(".")
    assert getattr(importlib.import_module(module), last) is not None


@pytest.mark.filterwarnings("ignore:.* is now :DeprecationWarning")
def test_the_programs_of_version_0_1_0_run() -> None:
    """The examples of its README and of its specification give the results that stood there."""
    from fitl_core.claims import holds
    from fitl_core.session import replay
    from fitl_core.victory import margins
    from notation.position import read_position, write_position

    log = notation.read((ROOT / "fixtures" / "tutorial.fitl").read_bytes()).log
    game = replay(notation.setup_of(log), log.events)
    assert (game.error, game.sound) == (None, 37)
    found = {str(faction): margin for faction, margin in margins(game.state).items()}
    assert found == {"US": -2, "NVA": -10, "ARVN": -12, "VC": -6}
    claims = [claim for entry in log.entries[-1:] for claim in entry.claims]
    assert all(holds(game.state, claim) for claim in claims)
    text = write_position(read_position("trail 2; Hue PS ap 2at; eligible VC"))
    assert text == "Hue 2at ap PS; trail 2; eligible VC"


def test_the_scripts_of_the_library_page_are_short() -> None:
    """A Train is answered step by step in at most 15 lines, a whole random game played in at most 25."""
    page = (ROOT / "docs/do/library.md").read_text(encoding="utf-8")
    scripts = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    for named, most in (("ask(state, Faction.ARVN)", 15), ("while (waits := next_step(state))", 25)):
        (script,) = [script for script in scripts if named in script]
        lines = [line for line in script.splitlines() if line.startswith((">>> ", "... "))]
        assert 5 < len(lines) <= most
        assert all(
            word in ("fitl_core", "notation")
            for word in re.findall(r"^>>> (?:from|import) (\w+)", script, re.M)
        )


@pytest.mark.parametrize("module", PUBLIC, ids=lambda module: module.__name__)
def test_the_reference_has_every_name(module: ModuleType) -> None:
    """Sphinx renders each object with its own docstring; the page lists the values and unions."""
    page = (ROOT / "docs/look-up/reference.md").read_text(encoding="utf-8")
    _, _, part = page.partition(f"## {module.__name__}\n")
    listed = set(re.findall(r"`(\w+)`", part.partition("\n## ")[0]))
    for name in module.__all__:
        found = getattr(module, name)
        is_rendered = inspect.isroutine(inspect.unwrap(found)) or inspect.isclass(found)
        assert is_rendered or name in listed, f"docs/look-up/reference.md does not have {name}"


def test_every_error_that_is_raised_is_public() -> None:
    """The docstring of a public function or method names the errors that it raises, and each is public."""
    offered = {*OFFERED, *dir(builtins)}
    for module in PUBLIC:
        for name in module.__all__:
            found = getattr(module, name)
            members = vars(found).values() if inspect.isclass(found) else ()
            for text in [one.__doc__ or "" for one in (found, *members) if callable(one)]:
                sentences = re.findall(r"\b[Rr]aises ([^.]*)", text)
                raised = {word for part in sentences for word in re.findall(r"`([A-Z][a-z]\w+)`", part)}
                assert raised <= offered, (name, raised)


def test_what_the_pages_name_is_public() -> None:
    """Every call that README and docs show in backticks, `board_picture(state)`, is of a public name."""
    offered = {*OFFERED, *dir(builtins)}
    for page in ("README.md", "docs/do/library.md", "docs/do/server.md"):
        text = (ROOT / page).read_text(encoding="utf-8")
        called = set(re.findall(r"`([a-z]\w+)\([^`]*\)`", text))
        assert called <= {*offered, "say"}, (page, called - offered)
        imported = re.findall(r"^>>> from (fitl_core[\w.]*) import", text, re.M)
        assert set(imported) <= set(front_doors()), (page, imported)


def test_the_pages_name_modules_only_where_they_are_public() -> None:
    """A class of effects is found in the module that the page names; all else is named by its package."""
    pages = ("README.md", "docs/do/library.md", "docs/do/server.md")
    text = "".join([(ROOT / page).read_text(encoding="utf-8") for page in pages])
    named = set(re.findall(r"`(fitl_core\.[\w.]+)`", text)) - {"fitl_core.__all__", *front_doors()}
    effects = get_args(fitl_core.Effect)
    homes = {effect.__module__ for effect in effects}
    assert homes <= named and len(effects) > 40
    for name in named - homes:
        package, _, last = name.rpartition(".")
        assert package in front_doors() and getattr(importlib.import_module(package), last), name


def test_other_names_are_refused() -> None:
    """A name that is not offered raises AttributeError; modules below stay importable."""
    with pytest.raises(AttributeError, match="no attribute 'saigon'"):
        fitl_core.saigon  # noqa: B018
    from fitl_core import engine

    assert engine.play is inspect.unwrap(fitl_core.play)


def test_the_version_is_that_of_the_package() -> None:
    """The version is the one in pyproject.toml."""
    assert f'version = "{fitl_core.__version__}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
