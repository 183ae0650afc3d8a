"""The pages of docs/ build without a warning (extra `docs`)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def test_the_pages_build_without_a_warning(tmp_path: Path) -> None:
    """Every link leads somewhere, every public name of the library has its place in the reference."""
    pytest.importorskip("myst_parser", reason="the extra docs is not installed")
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "docs", str(tmp_path)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert built.returncode == 0, built.stderr
    reference = (tmp_path / "reference.html").read_text(encoding="utf-8")
    for name in ("fitl_core.play", "fitl_core.import_game", "fitl_core.Tables", "notation.read_line"):
        assert f'id="{name}"' in reference, name
