"""`fitl reply --next`: a mail, the next card, Non-players, and the block to send, in one command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import HEADER, fitl, game_here


@pytest.fixture
def dealt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a game with a sealed deck: three Factions have passed, and ARVN is to act."""
    monkeypatch.chdir(tmp_path)
    assert fitl("new", "--deal", "--seed", "9", "-o", "game.fitl").exit_code == 0
    for _ in range(3):
        assert fitl("play", "game.fitl", "pass").exit_code == 0
    return Path("game.fitl")


def mail(text: str, id: str = "<1@x>") -> str:
    """Write a mail to a file and return its path."""
    Path("m.eml").write_text(f"From: a@x\nMessage-ID: {id}\n\n{text}\n")
    return "m.eml"


def test_the_next_card_and_the_block(dealt: Path) -> None:
    """The next card comes with its proof; repeating the command adds no card and prints the block again."""
    told = fitl("reply", "game.fitl", mail("ARVN pass"), "--next")
    assert told.exit_code == 0
    assert told.output.startswith("ARVN pass\nnext #129\n#30\n")
    assert told.output.endswith(fitl("turn", "game.fitl").output)
    before = dealt.read_text()
    assert "[%proof card 3/" in before and fitl("verify", "game.fitl").exit_code == 0
    again = fitl("reply", "game.fitl", mail("ARVN pass"), "--next")
    assert again.exit_code == 0 and "nothing is new" in again.output and "digest 2:" in again.output
    assert dealt.read_text() == before


def test_as_data(dealt: Path) -> None:
    """`--json` reports all added lines, and the turn."""
    data = json.loads(fitl("reply", "game.fitl", mail("ARVN pass"), "--next", "--json").output)
    assert [line.split(";")[0].strip() for line in data["lines"]] == ["ARVN pass", "next #129", "#30"]
    assert (data["turn"]["event"], data["turn"]["asked"]) == (data["event"], "US")


def test_a_refused_mail_turns_up_nothing(dealt: Path) -> None:
    """A refused mail adds no line and turns up no card."""
    before = dealt.read_text()
    for text in ("VC pass", "may ARVN do this?\n\nARVN pass", "no move today"):
        told = fitl("reply", "game.fitl", mail(text), "--next")
        assert told.exit_code == 1 and "digest" not in told.output
        assert dealt.read_text() == before


def test_without_the_secret(dealt: Path) -> None:
    """Without the secret the move is added, and the reply explains how to turn up the card."""
    Path("game.secret").unlink()
    told = fitl("reply", "game.fitl", mail("ARVN pass"), "--next")
    assert told.exit_code == 0
    assert "a card is due: turn it up (fitl play FILE 'next #N'), or use --secret" in told.output
    assert "the next card comes up" in told.output


def test_a_card_without_a_sealed_deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--next` adds nothing when a player is asked next."""
    game_here(tmp_path, monkeypatch, HEADER + "VC   event shaded\n")
    told = fitl("reply", "game.fitl", mail("NVA pass"), "--next")
    assert told.exit_code == 0 and "is due" not in told.output and "ARVN is asked" in told.output


@pytest.mark.parametrize("players", ["US", "US+ARVN", "VC"])
def test_non_players_act(players: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Non-players act by the secret's dice until a player is asked, and the game verifies."""
    monkeypatch.chdir(tmp_path)
    assert fitl("new", "--deal", "--seed", "3", "--players", players, "-o", "game.fitl").exit_code == 0
    mover = players.partition("+")[0]
    note = fitl("reply", "game.fitl", mail("```\nnote a beginning\n```"), "--next")
    assert note.exit_code == 0, note.output
    log = Path("game.fitl").read_text()
    told = fitl("turn", "game.fitl").output
    assert f"{mover} is asked" in told or "ARVN is asked" in told or "decides in the midst" in note.output
    assert note.output.endswith(told)
    assert fitl("verify", "game.fitl").exit_code == fitl("validate", "game.fitl").exit_code == 0, log


@pytest.mark.parametrize(
    ("tag", "lines", "words"),
    [
        ("3 days", "NVA pass ; [%time 2026-05-03T12:00Z]\n", "Wednesday, 06 May 2026, 12:00 UTC (3 days"),
        ("36 hours", "NVA pass ; [%time 2026-05-03]\n", "Monday, 04 May 2026, 12:00 UTC"),
        ("2 Weeks", "NVA pass\n", "within 2 Weeks"),
        ("2026-06-01", "NVA pass\n", "Your answer is due: 2026-06-01."),
        ("as agreed", "", "Your answer is due: as agreed."),
    ],
)
def test_the_deadline(
    tag: str, lines: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deadline comes from the header or the command; a time to decide counts from the last line."""
    begun = HEADER + "VC   event shaded\n" + lines
    game = game_here(tmp_path, monkeypatch, begun.replace("\n\n", f'\n[Deadline "{tag}"]\n\n', 1))
    told = " ".join(fitl("turn", "game.fitl").output.split())
    assert words in told
    assert "Deadline" not in fitl("validate", "game.fitl").output
    game.write_text(begun)
    assert "is due" not in fitl("turn", "game.fitl").output
    assert words in " ".join(fitl("turn", "game.fitl", "--deadline", tag).output.split())


def test_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The key explains the codes of pieces, levels and the spaces on the board."""
    game_here(tmp_path, monkeypatch, HEADER)
    told = " ".join(fitl("turn", "game.fitl").output.split("The codes:")[1].split())
    for part in (
        "ut US Troops",
        "vg VC Guerrillas",
        "^ Tunneled",
        "PO the same Opposition",
        "KPh Kien Phong",
    ):
        assert part in told, part
