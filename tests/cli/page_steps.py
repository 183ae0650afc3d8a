"""The steps of a page: each command in its indented blocks, with the output shown below it."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from command_line import ROOT, fitl


def pages_of_docs() -> list[str]:
    """Return every page of docs/, by its path below that folder."""
    docs = ROOT / "docs"
    return sorted(page.relative_to(docs).as_posix() for page in docs.rglob("*.md"))


def steps(page: str) -> list[tuple[str, list[str]]]:
    """Return the commands of a page of docs/, in order, each with the output that the page shows."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    blocks = re.findall(r"(?:^ {4}.*\n|^\n(?=\n* {4}))+", text, re.MULTILINE)
    return [
        (command, shown.splitlines())
        for block in blocks
        for command, _, shown in [
            step.partition("\n")
            for step in re.sub(r"^ {4}", "", block, flags=re.M).strip("\n").split("$ ")[1:]
        ]
    ]


def run(command: str, shown: list[str]) -> list[str]:
    """Run a command of a page and return its output. `cat` of a missing file writes it: a mail arrives."""
    words = shlex.split(command)
    words, out = (words[:-2], words[-1]) if words[-2:-1] == [">>"] else (words, "")
    stdin = None
    if "|" in words:
        at = words.index("|")
        assert words[0] == "echo", command
        stdin, words = " ".join(words[1:at]) + "\n", words[at + 1 :]
    match words:
        case ["fitl", *arguments]:
            result = fitl(*arguments, stdin=stdin)
            text = result.output
            assert result.exception is None or isinstance(result.exception, SystemExit)
        case ["echo", text]:
            text += "\n"
        case ["cat", name]:
            if not Path(name).exists():
                Path(name).write_text("\n".join([*shown, ""]), encoding="utf-8")
            text = Path(name).read_text(encoding="utf-8")
        case _:
            raise AssertionError(command)
    if out:
        with Path(out).open("a", encoding="utf-8") as file:
            file.write(text)
        return []
    return text.splitlines()


def same(printed: list[str], shown: list[str]) -> bool:
    """Check whether the output is the one shown; `…` matches anything."""
    pattern = ".*".join([re.escape(part) for part in "\n".join(shown).split("…")])
    return re.fullmatch(pattern, "\n".join(printed), re.DOTALL) is not None
