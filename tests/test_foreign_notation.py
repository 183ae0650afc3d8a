"""Another package called notation: the error names its file and the way out."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import pytest

import fitl_core

ROOT = Path(__file__).parents[1]
PROGRAMS = {
    "the library": "import fitl_core; fitl_core.play",
    "a module": "from fitl_core.engine import play",
    "notation first": "import notation, fitl_core",
    "a submodule of it": "import fitl_core.prose.proposals",
}
FOREIGN = {
    "a module": ("notation.py", "NAME = 'music'"),
    "a package": ("notation/__init__.py", "from math import pi"),
    "an empty package": ("notation/__init__.py", ""),
    "one that needs what is not there": ("notation/__init__.py", "import no_such_package"),
}


def run(program: list[str], *path: Path) -> subprocess.CompletedProcess[str]:
    """A program that finds modules there, and nowhere else but in Python's own places."""
    here = path[0] if path[0].is_dir() else path[0].parent
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path))}
    return subprocess.run(program, capture_output=True, text=True, env=environment, cwd=here)


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
@pytest.mark.parametrize("foreign", FOREIGN)
def test_a_foreign_package_is_named(foreign: str, program: str, tmp_path: Path) -> None:
    """A foreign package found before ours, installed there or beside the running program, is named."""
    name, text = FOREIGN[foreign]
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(text)
    told = run([sys.executable, "-c", program], tmp_path, ROOT)
    if program.startswith("import notation") and "no_such_package" in text:
        assert "no_such_package" in told.stderr  # fitl is not reached
        return
    last = told.stderr.strip().splitlines()[-1]
    assert last.startswith("ImportError: fitl needs its own package notation")
    assert str(tmp_path / name) in last and "--force-reinstall" in last


def test_one_that_overwrote_ours_is_named(tmp_path: Path) -> None:
    """Installed into the same folder: our submodules are there still."""
    for package in ("fitl_core", "notation"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    assert run([sys.executable, "-c", "import fitl_core"], tmp_path).returncode == 0
    (tmp_path / "notation/__init__.py").write_text("class Note: ...")
    told = run([sys.executable, "-c", "from fitl_core import play"], tmp_path)
    assert str(tmp_path / "notation/__init__.py") in told.stderr and "ImportError: fitl needs" in told.stderr


@pytest.mark.parametrize("content", [None, "SPEC.md", "pitch.py", "data/__init__.py"])
def test_a_folder_of_that_name_does_not_hide_ours(content: str | None, tmp_path: Path) -> None:
    """A regular package wins over a folder without `__init__.py`, wherever on the path the folder stands."""
    (tmp_path / "notation/data").mkdir(parents=True)
    if content is not None:
        (tmp_path / "notation" / content).touch()
    for program in PROGRAMS.values():
        told = run([sys.executable, "-c", program], tmp_path, ROOT)
        assert told.returncode == 0, told.stderr


def without_ours(folder: Path) -> Path:
    """A folder with the library, as where our package `notation` was uninstalled."""
    shutil.copytree(ROOT / "fitl_core", folder / "fitl_core", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


MISSING = {
    "no package": ("", "import fitl_core", "finds none. "),
    "a folder of that name": (
        "notation/data",
        "import fitl_core",
        "finds a folder without __init__.py: {}. ",
    ),
    "a module without a file": (
        "",
        "import sys, types; sys.modules['notation'] = types.ModuleType('notation'); import fitl_core",
        "finds another, which has no file. ",
    ),
}


@pytest.mark.parametrize(("folder", "program", "told"), MISSING.values(), ids=MISSING)
def test_where_ours_is_missing_the_error_says_what_is_there(
    folder: str, program: str, told: str, tmp_path: Path
) -> None:
    """The error lists the files that remain after another package is uninstalled, and its folder alone."""
    (without_ours(tmp_path) / folder).mkdir(parents=True, exist_ok=True)
    last = run([sys.executable, "-S", "-c", program], tmp_path).stderr.strip().splitlines()[-1]
    words = told.format(tmp_path / "notation")
    assert last.startswith(f"ImportError: fitl needs its own package notation, and `import notation` {words}")
    assert "--force-reinstall" in last


@pytest.mark.parametrize("is_read", [False, True])
def test_a_frozen_program_imports(is_read: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A loader that reads no files, or none that is there, is trusted: our submodules are found or not."""

    class Frozen:
        if is_read:

            def get_data(self, path: str) -> bytes:
                raise FileNotFoundError(path)

    spec = ModuleSpec("notation", Frozen(), origin="archive/notation/__init__.pyc")  # type: ignore[arg-type]
    module = ModuleType("notation")
    module.__spec__ = spec
    monkeypatch.setitem(sys.modules, "notation", module)
    fitl_core._insist_on_own_notation()


def test_ours_is_found_in_an_archive(tmp_path: Path) -> None:
    """The check reads a module wherever Python does."""
    with zipfile.ZipFile(tmp_path / "fitl.zip", "w") as archive:
        for package in ("fitl_core", "notation"):
            for file in (ROOT / package).rglob("*"):
                if file.is_file() and "__pycache__" not in file.parts:
                    archive.write(file, file.relative_to(ROOT))
    told = run([sys.executable, "-c", "import fitl_core; print(fitl_core.__file__)"], tmp_path / "fitl.zip")
    assert told.returncode == 0 and "fitl.zip" in told.stdout


def test_the_command_ends_with_the_words_alone(tmp_path: Path) -> None:
    """The exit code is 70, without a traceback: the installation is broken."""
    (tmp_path / "notation.py").write_text("")
    told = run([sys.executable, "-m", "fitl_cli", "--version"], tmp_path, ROOT)
    assert told.returncode == 70 and told.stderr.startswith("fitl: fitl needs its own package notation")
    assert "Traceback" not in told.stderr
