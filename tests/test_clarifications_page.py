"""docs/look-up/rulings.md has the data of the core, with the readings that a group can choose."""

import re
from pathlib import Path

from clarifications_page import page

from fitl_core.facts.card_list import cards
from fitl_core.facts.clarifications import clarifications, clarifications_on_card
from fitl_core.facts.rule_readings import readings

DOCS = Path(__file__).parents[1] / "docs"


def test_the_page_is_fresh() -> None:
    """Run `python tests/pages.py rulings` after a change of the data."""
    assert (DOCS / "look-up" / "rulings.md").read_text(encoding="utf-8") == page()


def test_every_clarification_is_on_a_rule_or_card() -> None:
    """Rule numbers have a dot, cards are numbers of cards."""
    for one in clarifications():
        for name in one.on:
            assert re.fullmatch(r"\d(\.\d+)+", name) or int(name) in cards(), name
    assert [one.question for one in clarifications_on_card(17)]


def test_every_selectable_reading_that_a_clarification_names_exists() -> None:
    """Reading card-16 in an answer is an id of a reading."""
    named = {
        word
        for one in clarifications()
        for words in re.findall(r"`Readings` ((?:[A-Za-z0-9.-]+(?: and )?)+)", one.answer)
        for word in words.split(" and ")
    }
    assert {word.rstrip(".,") for word in named} <= set(readings())


def test_every_reading_is_consulted() -> None:
    """The id of every reading stands in the code that asks for it."""
    code = "".join([path.read_text(encoding="utf-8") for path in (DOCS.parent / "fitl_core").rglob("*.py")])
    idle = {reading for reading in readings() if f'"{reading}"' not in code}
    assert idle == set()


def test_every_open_question_on_non_players_is_told() -> None:
    """NP-Q01 to NP-Q56: as a reading that a group can choose, or as a clarification."""
    told = set(re.findall(r"NP-Q\d\d", page()))
    assert told == {f"NP-Q{number:02}" for number in range(1, 57)}
