"""Secrets, chains and signatures of version 0.2.0: verified, and played on, with today's code."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from released_files import LAST, read

import notation
from fitl_cli.app import app
from fitl_core import next_step, replay
from fitl_core.proofs import verify
from fitl_core.proofs.signatures import can_sign

SEALED = ("dealt", "chained", "signed")


def fitl(*arguments: str | Path) -> Result:
    """Run a command, which must succeed."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.output
    return result


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """A copy of all files of 0.2.0 that a dealer and a player have."""
    for path in LAST.glob("*"):
        if path.suffix in (".secret", ".key") or path.stem in (*SEALED, "opened"):
            shutil.copy(path, tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", SEALED)
def test_a_sealed_game_verifies_as_far_as_it_can(name: str) -> None:
    """Cards, links and signatures hold. Dice and the order wait for what is not opened."""
    found = verify(read(LAST / f"{name}.fitl").log)
    assert found.sound and found.cards == 11
    assert (found.links > 30) == (name != "dealt")
    assert any("seed is not opened" in why for why in found.unchecked)


def test_an_opened_game_verifies_whole() -> None:
    """Cards, dice, order and links are all checked, and nothing is left unchecked."""
    found = verify(read(LAST / "opened.fitl").log)
    assert found.sound and not found.unchecked and not found.open_points
    assert (found.cards, found.dice, found.orders) == (11, 6, 1)


@pytest.mark.parametrize("pattern", [r"\{4\}", r"QNa-ar", r"card 2/27 .", r"opened [0-9a-f]"])
def test_a_changed_game_does_not_verify(pattern: str) -> None:
    """One other sign in a die, a move, a card's proof or the opened order is found."""
    text = (LAST / "opened.fitl").read_text(encoding="utf-8")
    place = re.search(pattern, text)
    assert place is not None
    at = place.end() - 1 - text[place.start() : place.end()].endswith("}")
    changed = text[:at] + {"4": "5", "r": "t", "0": "1"}.get(text[at], "0") + text[at + 1 :]
    assert changed != text
    assert not verify(notation.read(changed).log).sound


def test_the_dealer_goes_on_with_his_secret(desk: Path) -> None:
    """The next die has the next number, and the opened seed proves it. It is reported as unused."""
    secret, game = desk / "dealer.secret", desk / "dealt.fitl"
    assert "[%proof d6 7 VC: a test]" in fitl("roll", secret, "VC: a test").output
    before = read(game).log
    waits = next_step(replay(notation.setup_of(before), before.events).state)
    assert waits.what in ("action", "phase") and waits.faction is not None
    fitl("play", game, f"{waits.faction} pass", "--secret", secret)
    fitl("deal", secret, game, "--open", "-o", desk / "open.fitl")
    found = verify(read(desk / "open.fitl").log)
    assert found.sound and found.dice == 6
    assert any("die 7" in point.message for point in found.open_points)


def test_the_dealer_turns_up_the_next_card(desk: Path) -> None:
    """The card after the last proven one lies in its place of the deck that was sealed."""
    secret, game = desk / "dealer.secret", desk / "dealt.fitl"
    while True:
        log = read(game).log
        waits = next_step(replay(notation.setup_of(log), log.events).state)
        if waits.what == "reveal":
            break
        fitl("play", game, f"{waits.faction} pass", "--secret", secret)
    with game.open("a", encoding="utf-8") as file:
        file.write(fitl("deal", secret, "--next", game).output)
    found = verify(read(game).log)
    assert found.sound and found.cards == 12


def test_a_chain_is_continued(desk: Path) -> None:
    """The old head stands in the longer chain."""
    game = desk / "chained.fitl"
    head = read(game).log.tag("Chain-Head")
    assert head is not None
    with game.open("a", encoding="utf-8") as file:
        file.write("note it goes on\n")
    fitl("fmt", game, "--chain", "-o", game)
    fitl("verify", game, "--head", head)
    assert read(game).log.tag("Chain-Head") != head


def test_a_seat_signs_on_with_its_key(desk: Path) -> None:
    """Old signatures hold, and a new line is signed with the same key."""
    if not can_sign():
        pytest.skip("the extra signatures is not installed")
    game = desk / "signed.fitl"
    before = verify(read(game).log).signatures
    with game.open("a", encoding="utf-8") as file:
        file.write("note [%by US] it goes on\n")
    fitl("sign", desk / "us.key", game, "--seat", "us", "-o", game)
    after = verify(read(game).log)
    assert before == 6 and after.sound and after.signatures == 7
