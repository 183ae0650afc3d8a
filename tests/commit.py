"""The commit of the tree and the machine, for pages of figures."""

from __future__ import annotations

import os
import platform
import subprocess
from pathlib import Path


def commit() -> str:
    """Return the commit of this tree, in short."""
    command = ["git", "rev-parse", "--short", "HEAD"]
    folder = Path(__file__).parent
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout.strip()


def machine() -> str:
    """Return Python's version, and the kind and number of the processors."""
    return f"Python {platform.python_version()}, {platform.machine()} with {os.cpu_count()} processors"


def measured_at() -> str:
    """Return the commit and the machine in words."""
    return f"Commit {commit()}, {machine()}"
