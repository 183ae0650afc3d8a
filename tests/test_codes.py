"""One closed list of codes: it has each code of a refusal in the sources, and each listed code is used."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from codes_page import NO_LOG_REACHES, SPEC, page
from written_codes import ROOT, error_codes, faulted_with, refused_with, strings_in

from fitl_core.errors import Refusal, Violation
from fitl_core.facts.code_lists import codes
from notation.errors import NotationError
from notation.log import WarningCode

PAGE = Path(__file__).parents[1] / "docs" / "look-up" / "codes.md"


def test_every_refusal_has_a_listed_code() -> None:
    """Written as a plain string, so that nothing can make one up; and each listed code refuses somewhere."""
    written = refused_with()
    assert {code: places for code, places in written.items() if code not in codes().violations} == {}
    assert set(codes().violations) - set(written) == set()


def test_every_fault_of_a_text_has_a_listed_code() -> None:
    """Every fault of the notation has a listed code."""
    written = faulted_with()
    assert {code: places for code, places in written.items() if code not in codes().faults} == {}
    assert set(codes().faults) - strings_in(ROOT / "notation") == set()


def test_every_class_of_errors_has_a_listed_code() -> None:
    """Every class of errors has a listed code, and every code of that list has its class."""
    assert error_codes() == set(codes().errors)


def test_every_warning_has_a_listed_code() -> None:
    """The type of a `LogWarning` is the same closed list, and SPEC 7 describes each."""
    odd = SPEC[SPEC.index("### What is odd") : SPEC.index("## 8.")]
    assert all(f"`{code}`" in odd for code in codes().warnings)
    assert set(get_args(WarningCode)) == set(codes().warnings)


def test_an_unlisted_code_fails_every_test() -> None:
    """conftest.py looks up the code of every refusal that a test causes in the rules or the reader."""
    with pytest.raises(AssertionError, match="moon-landing"):
        Violation(Refusal("moon-landing", "9.9", "no"))
    with pytest.raises(AssertionError, match="moon-landing"):
        NotationError("moon-landing", "no", 1, 1)


def test_codes_are_written_alike_and_say_something() -> None:
    """Lower case with hyphens, in the order of the alphabet, each with a sentence."""
    lists = (codes().violations, codes().faults, codes().warnings, codes().errors)
    for listed in lists:
        assert list(listed) == sorted(listed)
        for code, says in listed.items():
            assert re.fullmatch(r"[a-z]+(-[a-z]+)*", code)
            assert says.endswith(".") and len(says) > 10, code


def test_the_notation_lists_its_faults() -> None:
    """Section 7 of SPEC.md names each fault of the notation, and every code that it names exists."""
    section = SPEC[SPEC.index("## 7. Faults") : SPEC.index("### What is odd")]
    named = {*re.findall(r"`([a-z]+(?:-[a-z]+)*)`", section), *re.findall(r"≡ ([a-z-]+)$", section, re.M)}
    assert named == set(codes().faults)


def test_the_page_is_fresh() -> None:
    """Run `python tests/pages.py codes` after a change of the list."""
    assert PAGE.read_text(encoding="utf-8") == page()
    assert set(NO_LOG_REACHES) <= set(codes().violations)
