"""Commands that add moves to a file write the canonical action, and what was typed beside it."""

from __future__ import annotations

import html
import json
from pathlib import Path

import pytest
from command_line import HEADER, fitl
from strict_reader import read_nothing

import notation
from fitl_core.game.appending import appended, insist_on_sound
from fitl_core.game.canonical_lines import canonical_log
from fitl_core.game.files import play_log, read_log
from fitl_core.pages.whole_replay import replay_page
from fitl_core.proofs.chain import chained
from fitl_core.proofs.verification import verify

BEGUN = HEADER + "VC   event shaded\n"
TYPED = "NVA  rally NVA-1 NVn+2ng"
ASKED = "NVA  rally NVn+2ng"
BESIDE = f"{ASKED}   ; [%typed {TYPED}]"
MAIL = "From: Nat <nat@example.org>\nDate: Fri, 1 May 2026 12:00:00 +0000\nMessage-ID: <1@x>\n\n"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game in which NVA is to act."""
    path = tmp_path / "game.fitl"
    path.write_text(BEGUN)
    return path


def test_play_writes_the_canonical_action(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says what it wrote and what was typed; the file plays without a reader, as it did not before."""
    result = fitl("play", str(game), "nva rally NVA-1, North Vietnam + 2 guerrillas")
    assert result.exit_code == 0 and f"{ASKED}\n  typed: {TYPED}\n" in result.output
    assert game.read_text() == f"{BEGUN}{BESIDE}\n"
    assert fitl("validate", str(game)).exit_code == 0
    before = game.read_text().replace(ASKED, TYPED, 1)
    read_nothing(monkeypatch)
    assert play_log(read_log(game.read_bytes())).error is None
    assert play_log(read_log(before.encode())).error is not None


def test_a_move_in_the_words_of_the_rules_has_no_typed_text(game: Path) -> None:
    """Its line is as it was."""
    assert fitl("play", str(game), "nva rally North Vietnam + 2 guerrillas ; well").exit_code == 0
    assert game.read_text() == f"{BEGUN}{ASKED}   ; well\n"


@pytest.mark.parametrize(("die", "line"), [(5, "VC   attack BDi {5}"), (2, "VC   attack BDi {2} BDi-2at")])
def test_play_rolls_dice_around_what_is_typed(
    game: Path, monkeypatch: pytest.MonkeyPatch, die: int, line: str
) -> None:
    """The typed text has no dice that the program rolled; the event has them where the rules ask."""
    game.write_text('[FITL "2"]\n[Scenario "short"]\n\n#107\nnext #55\n')
    monkeypatch.setattr("fitl_cli.desk.secrets.randbelow", lambda _: die - 1)
    typed = "VC   attack VC-1 BDi" + (" BDi-2at" if die == 2 else "")
    assert fitl("play", str(game), typed).exit_code == 0
    assert game.read_text().endswith(f"{line}   ; [%typed {typed}]\n")


def test_an_amendment_is_written_so_too(game: Path) -> None:
    """Its move is read in the position of the event that it replaces."""
    fitl("play", str(game), "NVA pass")
    number = len(notation.read(game.read_text()).log.events)
    assert fitl("play", str(game), f"amend {number} {TYPED}").exit_code == 0
    assert game.read_text().endswith(f"amend {number} {ASKED}   ; [%typed amend {number} {TYPED}]\n")
    assert fitl("validate", str(game)).exit_code == 0


def test_reply_writes_the_canonical_action(game: Path, tmp_path: Path) -> None:
    """With writer, time and mark of the mail; the same mail brings nothing twice."""
    mail = tmp_path / "mail"
    mail.write_text(MAIL + TYPED + "\n")
    result = fitl("reply", str(game), str(mail))
    assert result.exit_code == 0 and f"typed: {TYPED}" in result.output
    (entry,) = notation.read(game.read_text()).log.entries[-1:]
    assert (entry.typed, entry.by) == (TYPED, "Nat") and notation.write_event(entry.event) == ASKED
    assert "played before" in fitl("reply", str(game), str(mail)).output
    mail.write_text(MAIL.replace("1@x", "2@x") + f"> {TYPED}\n\nVC pass\n")
    assert "the log does not hold it" not in fitl("reply", str(game), str(mail)).output


def test_a_mail_does_not_say_what_was_typed(game: Path, tmp_path: Path) -> None:
    """The field is the game's: a false text would be covered by the chain."""
    mail = tmp_path / "mail"
    mail.write_text(f"{MAIL}{ASKED} ; [%typed NVA pass]\n")
    result = fitl("reply", str(game), str(mail))
    assert result.exit_code == 1 and "[%typed …] out" in result.output and game.read_text() == BEGUN


@pytest.mark.parametrize("typed", ["VC   event shaded | transfer NVA+1 VC-1", "VC   event shaded"])
def test_bot_keeps_what_was_typed(tmp_path: Path, typed: str) -> None:
    """Non-players complete a move of a player. Their answers alone are no other wording."""
    path = tmp_path / "game.fitl"
    there = "Sai ut 2at; Hue ut at; NVn 12vg; VC 5; played 2; next 68; eligible VC"
    path.write_text(f'[FITL "2"]\n[Scenario "full"]\n[Players "VC"]\n[Position "{there}"]\n')
    result = fitl("bot", str(path), "--move", typed, "--seed", "1", "-o", str(path))
    assert result.exit_code == 0 and "VC-1" not in result.output
    entry = notation.read(path.read_text()).log.entries[-1]
    assert entry.typed == (typed if "VC-1" in typed else "")


@pytest.mark.parametrize("jsonl", [False, True])
def test_import_writes_canonical_actions(tmp_path: Path, jsonl: bool) -> None:
    """Of a whole log, with the old wordings; a log with links stays as it is linked, and verifies."""
    path, other = tmp_path / "old", tmp_path / "new.fitl"
    log = notation.read(BEGUN + TYPED + "\nVC pass\n").log
    path.write_text(notation.dump(log) if jsonl else notation.write(log))
    assert fitl("import", str(path), "-o", str(other)).exit_code == 0
    assert BESIDE in other.read_text() and other.read_text().startswith('[FITL "4"]')
    linked = chained(log)
    assert canonical_log(linked) == linked and canonical_log(canonical_log(log)) == canonical_log(log)
    path.write_text(notation.dump(linked) if jsonl else notation.write(linked))
    assert fitl("import", str(path), "-o", str(tmp_path / "linked.fitl")).exit_code == 0
    assert notation.read((tmp_path / "linked.fitl").read_text()).log == linked


def test_a_linked_game_goes_on_with_typed_texts(tmp_path: Path) -> None:
    """Old lines keep their events and links; a new line gets a link that covers its typed text."""
    linked = notation.write(chained(notation.read(BEGUN + TYPED + "\n").log))
    game = play_log(read_log(linked.encode()))
    after = appended(game, [notation.read_line("next #68"), notation.read_line("note on")])
    insist_on_sound(game, after)
    assert after.log.raw.startswith(linked.encode()) and b"typed" not in after.log.raw
    path = tmp_path / "game.fitl"
    path.write_text(notation.write(chained(notation.read(BEGUN).log)))
    assert fitl("play", str(path), TYPED).exit_code == 0
    assert fitl("fmt", "--chain", str(path), "-o", str(path)).exit_code == 0
    log = notation.read(path.read_text()).log
    assert log.entries[-1].typed == TYPED and not [one for one in verify(log).faults if "link" in one.code]
    changed = notation.read(path.read_text().replace(TYPED, "NVA  rally NVn")).log
    assert [fault.code for fault in verify(changed).faults if "link" in fault.code] == ["link-wrong"]


def test_play_answers_in_json(game: Path) -> None:
    """The line has the field, as in the file."""
    answer = json.loads(fitl("play", str(game), TYPED, "--json").output)
    assert answer["lines"] == [BESIDE]


HOSTILE = [TYPED, "<script>alert(1)</script>", "\x1b[31mred", "[%by Mallory] a]b", "x" * 9000]


@pytest.mark.parametrize("hostile", HOSTILE)
def test_pages_show_typed_texts_as_text(game: Path, hostile: str) -> None:
    """Escaped, whoever wrote the file."""
    log = notation.read(BEGUN + ASKED).log
    entries = (*log.entries[:-1], notation.Entry(log.entries[-1].event, typed=hostile))
    game.write_text(notation.write(notation.Log(log.tags, entries)))
    played = play_log(read_log(game.read_bytes()))
    assert played.replay is not None
    page = replay_page(played, played.replay)
    assert "<script>alert" not in page and "\x1b" not in page
    if hostile.isprintable():
        assert f"typed: <code>{html.escape(hostile, quote=False)}</code>" in page
    for command in (["validate"], ["show"], ["annotate"], ["play", "--json"]):
        assert "\x1b" not in fitl(*command, str(game), *(["next #68"] if "play" in command else [])).output
