"""No rule without a test or a reason, no test without a rule; docs/evidence/coverage.md lists them."""

import re

import pytest
from rule_coverage import PAGE, all_tests, by_rule, card_of, data, is_aside, page, rule_of, rules

from fitl_core.facts.card_list import cards


def test_the_page_is_fresh():
    """The page is fresh; `python tests/pages.py coverage` writes it again."""
    assert PAGE.read_text(encoding="utf-8") == page()


def test_every_rule_has_a_test_or_a_reason():
    """A rule has tests, or rules.json has the reason why it needs none."""
    assert [rule for rule, found in by_rule().items() if not found and "none" not in rules()[rule]] == []


def test_every_test_is_of_a_rule_or_card():
    """Named by a known rule or card, or listed as being about neither."""
    strays = [
        f"{test.file}::{test.name}"
        for test in all_tests()
        if rule_of(test.name) is None and card_of(test.name) not in cards() and not is_aside(test)
    ]
    assert strays == []


def test_what_is_set_aside_is_there():
    """Each entry of `aside` sets some test aside that is of no rule and no card."""
    unused = [
        key
        for key in data()["aside"]
        if not any(test.file == key or test.name.startswith(key) for test in all_tests())
    ]
    assert unused == []


def test_every_test_says_what_it_shows():
    """One docstring line each, by which the page lists it."""
    mute = [f"{test.file}::{test.name}" for test in all_tests() if not test.shows and not is_aside(test)]
    assert mute == []


@pytest.mark.parametrize("rule", rules())
def test_rules_are_numbers_in_few_words(rule):
    """A rule is a number, with at most a dozen words on its content."""
    assert re.fullmatch(r"[1-8](\.\d+){1,2}", rule)
    assert 2 <= len(rules()[rule]["lays"].split()) <= 12


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("test_3_2_4_strength", "3.2.4"),
        ("test_6_5_10_troops", "6.5"),
        ("test_6_0_order", "6.0"),
        ("test_3_every_answer", "3.0"),
        ("test_9_nothing", None),
        ("test_card_68_shaded", None),
    ],
)
def test_the_rule_in_a_name(name, rule):
    """A test's name counts for the longest known rule number that it begins with."""
    assert rule_of(name) == rule
