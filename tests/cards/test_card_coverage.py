"""Each card, side, Capability, Momentum and Leader is built, described in words and tested by name."""

import re
from functools import cache
from pathlib import Path

import pytest

from fitl_core.facts.card_list import cards
from fitl_core.facts.card_words import card_words
from fitl_core.rules.events import sides

TESTS = Path(__file__).parents[1]
EVENTS = [(number, side) for number in range(1, 125) for side in sides(number)]
LASTING = [
    (card.number, side)
    for card in cards().values()
    for side, kind in card.lasting.items()
    if kind.endswith("capability") or kind == "momentum"
]
LEADERS = (0, 125, 126, 127, 128, 129, 130)


@cache
def function_names(files: str = "test_*.py") -> frozenset[str]:
    """Return the names of all test functions in these files."""
    found: set[str] = set()
    for path in TESTS.rglob(files):
        found.update(re.findall(r"^def (test_\w+)\(", path.read_text(encoding="utf-8"), re.MULTILINE))
    return frozenset(found)


@cache
def that_bite() -> frozenset[str]:
    """Tests of lasting effects in play: they stand in their own files and with the rules."""
    return function_names() - function_names("test_cards_*.py")


def named(number: int, side: str) -> list[str]:
    """Return the tests about a side of a card. A test of two cards (`test_cards_4_8_...`) counts for both."""
    sole = cards()[number].sides == "single"
    own = re.compile(rf"test_card_{number}_" + ("" if sole else rf"{side}(_|$)"))
    several = re.compile(rf"test_cards_(\d+_)*?{number}_")
    return [name for name in function_names() if own.match(name) or several.match(name)]


def test_every_event_is_built() -> None:
    """120 Events and 4 Pivotal Events are built; 14 of them have one side."""
    assert len({number for number, _ in EVENTS}) == 124
    for number in range(1, 125):
        expected = {"unshaded", "shaded"} if cards()[number].sides == "dual" else {"unshaded"}
        assert set(sides(number)) == expected, number


@pytest.mark.parametrize(("number", "side"), EVENTS)
def test_every_side_has_a_test_and_words(number: int, side: str) -> None:
    """Each side of a card has a test named for it, and words that describe its effect."""
    assert named(number, side), f"no test test_card_{number}_{side}_..."
    assert len(card_words()[number][side]) > 5


def test_words_are_of_the_cards_and_sides_there_are() -> None:
    """The words describe exactly the existing cards and sides, in whole sentences."""
    assert set(card_words()) == set(cards())
    for number, words in card_words().items():
        assert set(words) == ({"unshaded"} if cards()[number].is_coup else set(sides(number))), number
        for text in words.values():
            assert text[0].isupper() or text[0].isdigit(), text
            assert text.endswith(".") and not text.endswith(".."), text


@pytest.mark.parametrize(("number", "side"), EVENTS)
def test_docstrings_begin_as_the_words_do(number: int, side: str) -> None:
    """The docstring of a side in the code begins like the words shown to players."""
    docstring = sides(number)[side].__doc__
    if docstring is None:
        assert cards()[number].lasting[side], "only a lasting effect alone has no procedure of its own"
        return
    begins = docstring.removeprefix(f"{number}: ").removesuffix(" …").removesuffix(".")
    assert card_words()[number][side].lower().startswith(begins.lower())


def test_capabilities_and_momentum_are_counted() -> None:
    """19 Capabilities with 2 sides, 15 sides of Momentum."""
    capabilities = [entry for entry in LASTING if cards()[entry[0]].lasting[entry[1]] != "momentum"]
    assert len(capabilities) == 38
    assert len(LASTING) - len(capabilities) == 15


@pytest.mark.parametrize(("number", "side"), LASTING)
def test_every_lasting_effect_has_tests_where_it_bites(number: int, side: str) -> None:
    """Each lasting effect has a test of its effect on the rules of play, in addition to tests of its card."""
    assert any(name in that_bite() for name in named(number, side)), (
        f"no test of card {number}, {side}, at work"
    )


@pytest.mark.parametrize("number", LEADERS)
def test_every_leader_and_coup_card_has_words_and_a_test(number: int) -> None:
    """Duong Van Minh and the six Coup cards have words and a test."""
    assert card_words()[number]["unshaded"]
    leader = cards()[number].title.lower().split()[-1]
    assert any(leader in name or f"card_{number}_" in name for name in function_names()), leader
