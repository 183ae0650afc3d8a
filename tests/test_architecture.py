"""Imports run downwards only, room by room, as `rooms.py` says."""

from __future__ import annotations

import ast
import importlib
import re
import sys
import tomllib
from pathlib import Path

from rooms import AREAS, ROOMS, area_of, arrows, house, picture, room_of
from sources import PACKAGES, front_doors, imports_of, modules, tree_of

from fitl_core.asking.questions import Question
from fitl_core.reading.path_walks import ActionUnderway

ROOT = Path(__file__).parents[1]
OTHERWISE_CALLED = {
    "nacl": "pynacl",
    "resvg_py": "resvg-py",
    "prometheus_client": "prometheus-client",
    "pyspiel": "open_spiel",
}
"""The name under which a package is installed, if it differs from the name of its import."""


FOLLOW_QUESTIONS = {
    "fitl_core.walks": "an action in the making, answer by answer",
    "fitl_core.tell.other_edition": "the last question before a difference of the editions",
    "fitl_core.prose.search": "supplies the words of a sentence to the search",
}
"""The modules above the rules that follow questions one by one, each with its reason."""


def foreign_imports() -> set[str]:
    """The packages from elsewhere that the code imports, wherever in a file."""
    found = set()
    for path in modules().values():
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.partition(".")[0])
    return found - set(PACKAGES) - sys.stdlib_module_names


def test_every_package_that_is_imported_is_declared() -> None:
    """Each imported package is declared, because a package that another one brings may vanish with it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    users = {name: needs for name, needs in extras.items() if name not in ("ci", "test", "docs", "bench")}
    declared = [*project["dependencies"], *(need for needs in users.values() for need in needs)]
    names = {re.split(r"[<>=\[;]", need)[0] for need in declared}
    found = {OTHERWISE_CALLED.get(name, name) for name in foreign_imports()}
    assert found <= names, found - names


def test_imports_run_downwards_only() -> None:
    """A module imports only from its own room and from lower rooms; front doors are exempt."""
    wrong = []
    for module in modules():
        if module in front_doors():
            continue
        for name in imports_of(module):
            if name != "fitl_core" and room_of(name) < room_of(module):
                wrong.append(f"{module} imports {name}")
    assert wrong == []


def test_no_circle_of_modules() -> None:
    """No module imports, directly or through others, a module that imports it."""
    done: set[str] = set()

    def visit(module: str, way: tuple[str, ...]) -> None:
        assert module not in way, f"a circle: {' -> '.join([*way, module])}"
        if module not in done and module not in front_doors():
            for name in imports_of(module):
                if name != "fitl_core":
                    visit(name, (*way, module))
            done.add(module)

    for module in modules():
        visit(module, ())


def test_every_room_is_there() -> None:
    """Each room of the list is a folder or module with something in it."""
    lived_in = {room_of(module) for module in modules() if module != "fitl_core"}
    assert [room for i, (room, _) in enumerate(ROOMS) if i not in lived_in] == []


def test_every_room_is_in_one_area() -> None:
    """Every room is in exactly one area, and there are at most nine areas."""
    assert len(AREAS) <= 9
    assert [room for room, _ in ROOMS if area_of(room) is None] == []
    owned = [room for area in AREAS for room in area.rooms]
    assert len(owned) == len(set(owned))
    assert set(owned) <= {room for room, _ in ROOMS}


def test_areas_use_only_areas_below() -> None:
    """The arrows between areas all point downwards."""
    names = [area.name for area in AREAS]
    upwards = [
        f"{name} uses {one}"
        for name, used in arrows().items()
        for one in used
        if names.index(one) < names.index(name)
    ]
    assert upwards == []


def test_the_page_draws_these_areas_and_rooms() -> None:
    """docs/understand/architecture.md has the drawings of `rooms.py`. Stale? `python tests/pages.py`."""
    page = (ROOT / "docs" / "understand" / "architecture.md").read_text(encoding="utf-8")
    assert house() in page
    assert picture() in page


def test_modules_are_small() -> None:
    """No module is longer than 600 lines."""
    sizes = {name: path.read_text(encoding="utf-8").count("\n") for name, path in modules().items()}
    assert {name: size for name, size in sizes.items() if size > 600} == {}


def test_asking_knows_no_word_of_the_game() -> None:
    """The room of questions imports only the errors of the project."""
    found = {name for module in modules() if ".asking" in module for name in imports_of(module)}
    own = {name for name in found if name.startswith("fitl_core.asking")}
    assert found - own == {"fitl_core.errors"}


def test_one_search_for_a_meaning() -> None:
    """Only one module has a heap, and only the reader tries the clauses of a move in several ways.

    Whoever else follows questions is named here.
    """
    searching, following = set(), set()
    for module, path in modules().items():
        if module.startswith("fitl_core.asking."):
            continue
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Import) and any(alias.name == "heapq" for alias in node.names):
                searching.add(module)
            if not isinstance(node, ast.ImportFrom):
                continue
            if node.module == "heapq" and any(alias.name.startswith("heap") for alias in node.names):
                searching.add(module)
            if any(alias.name in ("Run", "AskedRun", "PathWalk") for alias in node.names):
                following.add(module)
    assert searching == {"fitl_core.reading.best_first"}
    assert {one for one in following if not one.startswith("fitl_core.reading.")} == set(FOLLOW_QUESTIONS)


def test_questions_stay_small() -> None:
    """A Question has at most 28 members, at most 12 of them methods; an action under way has at most 5."""
    own = {name: value for name, value in vars(Question).items() if not name.startswith("__")}
    methods = {name for name, value in own.items() if callable(value) or isinstance(value, property)}
    members = {name for name in (*own, *Question.__struct_fields__) if not name.startswith("_")}
    assert len(members) <= 28, sorted(members)
    assert len(methods) <= 12, sorted(methods)
    protocol = [cls for cls in ActionUnderway.__mro__ if cls.__module__.startswith("fitl_core")]
    declared = {name for cls in protocol for name in (*vars(cls), *cls.__annotations__)}
    assert len({name for name in declared if not name.startswith("_")}) <= 5


def test_functions_are_small() -> None:
    """No function of more than fifty lines, its docstring among them."""
    sizes = {
        f"{name}.{node.name}": (node.end_lineno or 0) - node.lineno + 1
        for name, path in modules().items()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert {name: size for name, size in sizes.items() if size > 50} == {}


def test_no_two_public_classes_share_a_name() -> None:
    """No two public classes of the product share a name."""
    homes: dict[str, list[str]] = {}
    for module, path in modules().items():
        for node in tree_of(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, []).append(module)
    assert {name: places for name, places in homes.items() if len(places) > 1} == {}


def test_no_two_modules_share_a_name() -> None:
    """Except modules that are parallel: of one verb or phase, of a command, or the errors of a package."""
    homes: dict[str, list[str]] = {}
    for module, path in modules().items():
        if path.name not in ("__init__.py", "__main__.py"):
            homes.setdefault(path.stem, []).append(module)
    doubled = {
        name: [module for module in places if not _is_parallel(name, module)]
        for name, places in homes.items()
        if len(places) > 1
    }
    assert {name: places for name, places in doubled.items() if len(places) > 1} == {}


def _is_parallel(name: str, module: str) -> bool:
    """Whether a module may share its name: a Faction's package has its own module for a verb of the rules."""
    of_faction = re.fullmatch(r"fitl_core\.players\.non_players\.(us|arvn|nva|vc)\.\w+", module)
    return bool(of_faction) or name == "errors" or module == f"fitl_cli.{name}"


def test_public_names_differ_by_more_than_case() -> None:
    """`play` and `Play` would be one name for a reader."""
    for package in front_doors():
        names = importlib.import_module(package).__all__
        folded = [name.lower().replace("_", "") for name in names]
        assert len(folded) == len(set(folded)), package


def test_no_public_name_is_that_of_a_module() -> None:
    """A name shared with a module would be the module or the function, whichever was imported first."""
    for package in front_doors():
        for name in importlib.import_module(package).__all__:
            assert f"{package}.{name}" not in modules(), f"{package}.{name}"
