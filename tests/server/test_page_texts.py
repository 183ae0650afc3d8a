"""The texts of the page: one catalogue, complete in English and German, and no text anywhere else."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from script_tokens import Token, tokens
from serving import ask, served

from fitl_core.server.page_texts import FOLDER, Text, page_texts, texts_in

SCRIPTS = sorted(FOLDER.parent.glob("*.js"))
LANGUAGES = sorted(path.stem for path in FOLDER.glob("*.json"))
ENGLISH = texts_in(FOLDER / "en.json")
TOPICS = {key.split(".")[0] for key in ENGLISH}

HOLE = re.compile(r"\{(\w+)\}")
KEY = re.compile(r"([a-z]+)\.[a-z_{}-]+")
FILE = re.compile(r".*\.(svg|json|js)")
SHOWN = re.compile(r"[^\W\d_].* | .*[^\W\d_]|[A-Z][a-z]+")
"""A text for people: letters and a space, or a capitalised word."""
SPOKEN = {"aria-label", "title", "placeholder", "alt", "textContent", "label"}
"""Names of values that people read or hear: no literal of letters may be given to them."""
EXCEPTIONS = {
    r"fitl( [a-z{}1\\]+)+(n\{\})?|fitl: \{\}": "keys of the browser's storage; the name of the program",
    r"Authorization|Bearer \{\}|Notification": "words of the browser's interfaces",
    r"Enter|Escape": "names of keys",
    r"nearly over": "a mark that the browser keeps",
    r": empty|seeds |Deception markers |Momentum|Capability": "the server's words, which the page compares",
    r"Now|Next": "ids of the two cards face up",
    r"(void|amend|correct|ruling|pivotal|reveal|pass|waive).*": "the notation, and keys that begin with it",
    r"\{\}:? (pass|pivotal|reveal|waive).*": "the notation",
    r"halo plays|\{\} \{\} \{\}": "a symbol in the notation",
    r"\(prefers-color-scheme: dark\)|<svg .*": "a question of style; markup",
    r"(turn|faction|note|contact|side|card) (mine|\{\})": "class lists",
    r"[.#\[][\w-]+.*|textarea, select, .*": "selectors",
    r"Air Lift|Air Strike|Available|Casualties|Out of Play": "rule terms",
    r"Neutral|(Active|Passive) (Support|Opposition)": "rule terms",
    r"no text of the page: \{\}|no value of a text: \{\}": "for programmers",
}
TECHNICAL = {"class", "className", "data-key"}
"""Names of values that nobody reads."""
ASKING = {
    "querySelector",
    "querySelectorAll",
    "closest",
    "matches",
    "startsWith",
    "getItem",
    "setItem",
    "RegExp",
}
"""Functions that take a selector, a key or a pattern."""


def literal_texts(script: str) -> list[str]:
    """Return the texts for people that stand in a script itself, each with its line."""
    found = tokens(script)
    return [
        f"{token.line}: {token.text}"
        for place, token in enumerate(found)
        if token.kind == "text" and _is_for_people(token, found[max(place - 3, 0) : place])
    ]


def _is_for_people(token: Token, before: list[Token]) -> bool:
    words = [one.text for one in before]
    if words[-1:] in (["("], [":"], ["="]):
        name = words[-2] if len(words) > 1 else ""
        if name in TECHNICAL or (words[-1] == "(" and name in ASKING):
            return False
        is_given = name in SPOKEN if words[-1] != "(" else name == "button"
        if is_given and re.search(r"[^\W\d_]", token.text.replace("{}", "").removeprefix("fitl")):
            return True
    if not SHOWN.fullmatch(token.text.replace("\n", " ")) and not _has_words(token.text):
        return False
    return not any(re.fullmatch(known, token.text) for known in EXCEPTIONS)


def _has_words(text: str) -> bool:
    """Whether a text has a space and, outside of its holes, a letter."""
    return " " in text and re.search(r"[^\W\d_]", text.replace("{}", "")) is not None


def forms(text: Text) -> list[str]:
    """Return a text, or all of its plural forms."""
    if isinstance(text, str):
        return [text]
    return [form for one in text.values() for form in forms(one)]


def holes(text: Text) -> set[str]:
    """Return the names of the values in a text."""
    return {name for form in forms(text) for name in HOLE.findall(form)}


def named_keys() -> set[str]:
    """Return the keys in the scripts; `{}` stands for a part that is only known to the running page."""
    texts = {
        token.text for path in SCRIPTS for token in tokens(path.read_text("utf-8")) if token.kind == "text"
    }
    return {
        text
        for text in texts
        if (found := KEY.fullmatch(text)) and found[1] in TOPICS and not FILE.fullmatch(text)
    }


def used(keys: set[str]) -> set[str]:
    """Return the English keys that some keys of the scripts mean."""
    patterns = [re.compile(re.escape(key).replace(r"\{\}", "[a-z_-]+")) for key in keys]
    return {key for key in ENGLISH if any(pattern.fullmatch(key) for pattern in patterns)}


def test_each_key_of_the_page_has_an_english_text() -> None:
    """A key without a text would be shown itself."""
    keys = named_keys()
    assert len(keys) > 200
    assert sorted(key for key in keys if not used({key})) == []


def test_each_english_text_is_used() -> None:
    """A text that nobody shows is removed. The server uses the name of the language."""
    assert sorted(set(ENGLISH) - used(named_keys())) == ["language.name"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_is_complete(language: str) -> None:
    """Each language has the keys of English, and in each text the same values."""
    texts = texts_in(FOLDER / f"{language}.json")
    assert sorted(set(ENGLISH) ^ set(texts)) == []
    assert {key: holes(text) for key, text in texts.items() if holes(text) != holes(ENGLISH[key])} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_have_a_number_and_a_last_resort(language: str) -> None:
    """Each form is for a category of `Intl.PluralRules`, and `other` is there for all other numbers."""
    for key, text in texts_in(FOLDER / f"{language}.json").items():
        if isinstance(text, dict):
            ordinal = text.get("ordinal", text)
            assert isinstance(ordinal, dict) and "other" in ordinal, key
            assert set(ordinal) <= {"zero", "one", "two", "few", "many", "other"}, key
            assert "number" in holes(text) or key == "rules.leave", key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_markup_or_empty(language: str) -> None:
    """Texts are shown as they are: without markup, and without space around them."""
    for key, text in texts_in(FOLDER / f"{language}.json").items():
        for form in forms(text):
            assert form and "<" not in form, key
            assert form == form.strip() or key == "time.or", key


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_script_has_a_text_of_its_own(path: Path) -> None:
    """All texts for people are in the catalogue."""
    assert literal_texts(path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    "script",
    [
        'make("p", {}, "Nothing is here")',
        "make('p', {}, 'nothing here')",
        "make(`p`, {}, `${number} seats`)",
        'button("go", act)',
        'button("Go", act)',
        'make("input", { "aria-label": "name" })',
        'make("input", { placeholder: "Name" })',
        'field.title = `seat ${name ? ` of ${name}` : ""}`',
        "field.textContent = 'done'",
    ],
)
def test_a_text_in_a_script_is_found(script: str) -> None:
    """The check above can fail."""
    assert literal_texts(script) != []


def test_comments_patterns_and_class_lists_are_no_texts() -> None:
    """A script without texts: nothing is found in it."""
    assert literal_texts(
        '/* no text */ make("p", { class: "a b" }); // A text\n/"a b"/.test(x / 2 / "a b".length)'
    ) == ["2: a b"]


def test_a_language_is_chosen_by_what_a_browser_wants() -> None:
    """The first wanted language with a file; a variety of it is good enough; else English."""
    wanted = (["de"], ["fr", "de-AT", "en"], ["DE-ch"], ["fr"], [""])
    assert [page_texts(one).language for one in wanted] == ["de", "de", "de", "en", "en"]
    assert page_texts([]).languages == {"de": "Deutsch", "en": "English"}


def test_a_missing_text_is_english(tmp_path: Path) -> None:
    """One new file is a new language. The answer names the texts that it lacks."""
    (tmp_path / "en.json").write_text((FOLDER / "en.json").read_text("utf-8"), "utf-8")
    (tmp_path / "fr.json").write_text(
        json.dumps({"language": {"name": "Français"}, "page": {"yes": "Oui"}}), "utf-8"
    )
    french = page_texts(["fr-CA"], tmp_path)
    assert french.languages == {"en": "English", "fr": "Français"}
    assert (french.texts["page.yes"], french.texts["page.no"]) == ("Oui", "No")
    assert set(french.missing) == set(ENGLISH) - {"language.name", "page.yes"}


def test_the_server_sends_one_language() -> None:
    """The wanted one, whatever else the query has; a browser that knows it gets no second copy."""
    with served() as port:
        answer = ask(port, "GET", "/static/texts.json?languages=xx,../en,de-DE,en")
        assert (answer.status, answer.json["language"], answer.json["missing"]) == (200, "de", [])
        assert answer.json["texts"]["page.yes"] == "Ja" and "Yes" not in answer.body.decode()
        known = {"If-None-Match": answer.headers["etag"]}
        again = ask(port, "GET", "/static/texts.json?languages=de", headers=known)
        assert (again.status, again.body) == (304, b"")
        assert ask(port, "GET", "/static/texts.json").json["language"] == "en"
