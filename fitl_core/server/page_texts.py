"""The texts of the page in the language of its reader. A translation is one file in `page/texts`.

A file has topics, and each topic has texts by their names. A text that a translation lacks is sent in
English. Read `page/say.js` for the page's use of them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import msgspec

FOLDER = Path(__file__).with_name("page") / "texts"
"""The folder with one file for each language, named by its tag: `en.json`."""
ENGLISH = "en"
"""The language of the page in which no text is missing."""

Text = str | dict[str, str | dict[str, str]]
"""A text, or its forms by the categories of plurals; the forms for ordinal numbers are within `ordinal`."""


class PageTexts(msgspec.Struct, frozen=True):
    """The texts of a language by their keys, such as `log.board`, and the names of all languages."""

    language: str
    languages: dict[str, str]
    missing: list[str]
    texts: dict[str, Text]


class TextsFile(NamedTuple):
    """The texts of a language as they are sent, and their tag for the browser's cache."""

    body: bytes
    etag: str


def page_texts(wanted: Sequence[str], folder: Path = FOLDER) -> PageTexts:
    """Return the texts in the first wanted language that has a file. English stands in for a missing text."""
    files = {path.stem: path for path in sorted(folder.glob("*.json"))}
    language = chosen_language(wanted, files)
    english = texts_in(files[ENGLISH])
    found = texts_in(files[language])
    names = {tag: str(texts_in(path)["language.name"]) for tag, path in files.items()}
    missing = [key for key in english if key not in found]
    return PageTexts(language, names, missing, {key: found.get(key, text) for key, text in english.items()})


def chosen_language(wanted: Sequence[str], offered: Mapping[str, object]) -> str:
    """Return the first wanted language that is offered: `de-AT` is served by `de`. Without one, English."""
    known = {tag.lower(): tag for tag in offered}
    for one in wanted:
        tag = one.strip().lower()
        if found := known.get(tag) or known.get(tag.split("-")[0]):
            return found
    return ENGLISH


def texts_in(path: Path) -> dict[str, Text]:
    """Return the texts of a file by their keys, each made of a topic and a name."""
    topics = json.loads(path.read_text(encoding="utf-8"))
    return {f"{topic}.{name}": text for topic, texts in topics.items() for name, text in texts.items()}


@cache
def languages_offered() -> tuple[str, ...]:
    """Return the tags of all languages that have a file."""
    return tuple(path.stem for path in sorted(FOLDER.glob("*.json")))


def texts_file(wanted: Sequence[str]) -> TextsFile:
    """Return the texts in the first wanted language, ready to be sent."""
    return _file(chosen_language(wanted, dict.fromkeys(languages_offered())))


@cache
def _file(language: str) -> TextsFile:
    body = msgspec.json.encode(page_texts([language]))
    return TextsFile(body, f'"{sha256(body).hexdigest()[:32]}"')
