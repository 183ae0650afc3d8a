"""Completion in shells, switched on as docs/look-up/cli.md explains."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from command_line import ROOT

from fitl_cli.app import app

SHELLS = ("bash", "zsh", "fish")


def completed(shell: str, words: str, at: str) -> str:
    """Return the completions of words for a shell, from this process."""
    asked = {"_FITL_COMPLETE": f"{shell}_complete", "COMP_WORDS": words, "COMP_CWORD": at}
    done = CliRunner().invoke(app, [], env=asked, prog_name="fitl")
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout


def script_for(shell: str) -> str:
    """Return the script that `fitl` gives to a shell."""
    environment = {**os.environ, "_FITL_COMPLETE": f"{shell}_source", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "fitl_cli"]
    done = subprocess.run(command, env=environment, capture_output=True, timeout=60, check=False)
    assert done.stderr == b""
    return done.stdout.decode()


@pytest.mark.parametrize("shell", SHELLS)
def test_each_shell_gets_its_script(shell: str) -> None:
    """Each shell gets a script that asks `fitl`; an installed shell can parse it."""
    script = script_for(shell)
    assert f"_FITL_COMPLETE={shell}_complete" in script
    if (found := shutil.which(shell)) is not None:
        subprocess.run([found, "-n"], input=script.encode(), timeout=60, check=True)


@pytest.mark.parametrize("shell", SHELLS)
def test_commands_options_and_files_are_completed(shell: str) -> None:
    """A command is completed by its first letters, then its options, and file names where it takes a file."""

    def complete(words: str, begun: str) -> str:
        at = len(words.split()) if not begun else len(words.split()) - 1
        return completed(shell, words, begun if shell == "fish" else str(at))

    assert "validate" in complete("fitl val", "val")
    assert "--strict" in complete("fitl validate --str", "--str")
    assert "file" in complete("fitl validate ", "")
    assert "file" in complete("fitl replay x.fitl --html ", "")


def test_bash_completes_with_what_the_readme_says(tmp_path: Path) -> None:
    """The script, loaded in bash, completes as on the Tab key."""
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("no bash")
    fitl = tmp_path / "fitl"
    fitl.write_text(f'#!/bin/sh\nexec {sys.executable} -m fitl_cli "$@"\n', encoding="utf-8")
    fitl.chmod(0o755)
    script = (
        'eval "$(_FITL_COMPLETE=bash_source fitl)"; COMP_WORDS=(fitl adj); COMP_CWORD=1; '
        '_fitl_completion fitl adj fitl; echo "${COMPREPLY[@]}"'
    )
    paths = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [bash, "-c", script], env={**os.environ, **paths}, capture_output=True, timeout=60, check=True
    )
    assert done.stdout.decode().split() == ["adjudicate"]
