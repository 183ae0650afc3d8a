"""The pages of docs/ build without a warning (extra `docs`)."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest
from test_public_names import PUBLIC

ROOT = Path(__file__).parents[1]


def test_the_pages_build_without_a_warning(tmp_path: Path) -> None:
    """Every link leads somewhere, every public name of the library has its place in the reference."""
    pytest.importorskip("myst_parser", reason="the extra docs is not installed")
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "docs", str(tmp_path)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert built.returncode == 0, built.stderr
    reference = (tmp_path / "look-up" / "reference.html").read_text(encoding="utf-8")
    described = set(re.findall(r'id="[\w.]+\.(\w+)"', reference))
    for module in PUBLIC:
        for name in module.__all__:
            found = inspect.unwrap(getattr(module, name))
            if inspect.isroutine(found) or inspect.isclass(found):
                assert name in described, name
