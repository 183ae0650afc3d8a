"""Each broken copy of the tutorial has one mistake, refused by the right rule on the right line."""

from __future__ import annotations

from pathlib import Path

import pytest

import notation
from fitl_core.errors import Violation
from fitl_core.game.replays import replay
from fitl_core.record.claims import TrackClaim
from fitl_core.state.figures import actual, holds

FIXTURES = Path(__file__).parents[2] / "fixtures"

MISTAKES = {
    "activity-with-limop": ("2.3.5", "limop-special-activity"),
    "event-after-operation": ("2.3.4", "option-not-open"),
    "ineligible": ("2.3.1", "ineligible"),
    "march-in-monsoon": ("2.3.9", "monsoon"),
    "tax-under-coin-control": ("4.5.1", "coin-control"),
    "troops-left-in-province": ("6.4.2", "must-redeploy"),
    "unaffordable-train": ("1.8.1", "joint-operations"),
    "underground-struck": ("4.2.3", "underground"),
    "wrong-card": ("2.3.7", "wrong-card"),
}


def _mistaken_line(name: str) -> int:
    """Return the one line in which a broken copy differs from the tutorial, apart from the header."""
    sound = (FIXTURES / "tutorial.fitl").read_text().splitlines()
    broken = (FIXTURES / "broken" / f"{name}.fitl").read_text().splitlines()
    assert len(sound) == len(broken)
    pairs = zip(sound, broken, strict=True)
    return next(n for n, (a, b) in enumerate(pairs, 1) if a != b and not a.startswith("["))


@pytest.mark.parametrize("name", MISTAKES)
def test_broken_copy_is_refused_by_its_rule_on_its_line(name: str) -> None:
    """Each broken copy is refused by the expected rule, with the expected code, on the expected line."""
    document = notation.read((FIXTURES / "broken" / f"{name}.fitl").read_bytes())
    game = replay(notation.setup_of(document.log), document.log.events)
    assert isinstance(game.error, Violation)
    assert (game.error.rule, game.error.code) == MISTAKES[name]
    places = [p for p, e in zip(document.places, document.log.entries, strict=True) if e.event]
    assert places[game.sound].whole.line == _mistaken_line(name)


def test_wrong_resources_claim_is_the_only_false_one() -> None:
    """A miscounted figure leaves the game legal; the claim is false by 1."""
    document = notation.read((FIXTURES / "broken" / "wrong-resources.fitl").read_bytes())
    game = replay(notation.setup_of(document.log), document.log.events)
    assert game.error is None
    entries = [e for e in document.log.entries if e.event is not None]
    false = [
        (claim, actual(game.state_at(n), claim))
        for n, entry in enumerate(entries, 1)
        for claim in entry.claims
        if not holds(game.state_at(n), claim)
    ]
    assert false == [(TrackClaim("VC", 11), TrackClaim("VC", 10))]


def test_every_broken_fixture_is_pinned() -> None:
    """Each broken copy has an expected refusal in this module."""
    names = {path.stem for path in (FIXTURES / "broken").glob("*.fitl")}
    assert names == {*MISTAKES, "wrong-resources"}
