"""How Sphinx makes pages of this directory: `sphinx-build -W docs build/docs` (extra `docs`)."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from posixpath import dirname, normpath, relpath
from typing import Any

from pygments.lexers.special import TextLexer

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

project = "fitl"
copyright = "the authors of fitl, MIT License"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown"}
root_doc = "index"
html_theme = "alabaster"
html_theme_options = {"description": "Fire in the Lake from its written record", "page_width": "70em"}
html_show_sourcelink = False
myst_heading_anchors = 3
autodoc_member_order = "bysource"

ELSEWHERE = {
    "look-up/notation": "notation/SPEC.md",
    "look-up/changelog": "CHANGELOG.md",
    "look-up/contributing": "CONTRIBUTING.md",
}
"""Pages whose text stands in other files, by the names of those."""
PAGES = {file: f"{page}.md" for page, file in ELSEWHERE.items()} | {"README.md": "index.md"}
LINK = re.compile(r"\]\((?!\w+:)([^)#\s]+)(#[^)\s]*)?\)")
LITERAL = re.compile(r"`([^`\n]+)`")


def setup(app: Any) -> None:
    """Take in pages from elsewhere, and have docstrings read as the plain text that they are."""
    for name in ("tag", "wrong-tag", "entry", "liberal", "wrong"):  # blocks of SPEC.md
        app.add_lexer(name, TextLexer)
    app.connect("source-read", _take_in)
    app.connect("autodoc-process-docstring", _plain)


def _take_in(app: Any, page: str, content: list[str]) -> None:
    """The text of a page, its links leading to pages here where there is one."""
    file = ELSEWHERE.get(page, f"docs/{page}.md")
    if page in ELSEWHERE:
        content[0] = (ROOT / file).read_text(encoding="utf-8")

    def led_here(link: re.Match[str]) -> str:
        meant = normpath(f"{file}/../{link[1]}")
        target = f"docs/{PAGES[meant]}" if meant in PAGES else meant
        return f"]({relpath(target, dirname(f'docs/{page}'))}{link[2] or ''})"

    content[0] = LINK.sub(led_here, content[0])


def _plain(app: Any, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """A docstring as reStructuredText: words in backticks are code, and indented lines stay as they are."""
    plain: list[str] = []
    was_indented = in_example = False
    for line in lines:
        in_example = bool(line.strip()) and (in_example or line.lstrip().startswith(">>>"))
        is_indented = line.startswith("    ") and not in_example
        if is_indented and not was_indented:
            plain += ["::", ""]
        plain.append(line if is_indented or in_example else _escaped(line))
        was_indented = is_indented or (was_indented and not line.strip())
    lines[:] = plain


def _escaped(line: str) -> str:
    """A line of prose. Only words in backticks are markup."""
    parts = LITERAL.split(line)
    return "".join(
        [f"``{part}``" if i % 2 else re.sub(r"([\\*_|`])", r"\\\1", part) for i, part in enumerate(parts)]
    )
