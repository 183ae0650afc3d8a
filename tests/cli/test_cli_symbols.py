"""Symbols of cards at the command line (8.4.1): `play` asks for them once, and other commands name them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import fitl

import notation

HEAD = '[FITL "2"]\n[Scenario "full"]\n[Players "US+ARVN"]\n'
HERE = '[Position "NVn nb 3nt; trail 0; NVA 1; casualties 2ut; played 1; next 68; eligible NVA"]\n'
AFTER_A_ROLL = '[Position "NVn nb 3nt; trail 3; NVA 5; leaders 126 127; played 61; next 68; eligible NVA"]\n'
TEXT = '[Position "Sai 2ut 2at; Hue 2vg; VC 5; casualties 3ut; played 117; next 68; eligible VC"]\n'
UNKNOWN = "card 1's symbol for NVA is unknown; the default was played, as if the card had none"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the file of a game in which NVA, a Non-player, decide about card 1."""
    game = tmp_path / "game.fitl"
    game.write_text(HEAD + HERE)
    return game


def _sit(path: Path, *lines: str) -> str:
    result = fitl("play", str(path), stdin="".join([f"{line}\n" for line in lines]))
    assert result.exit_code == 0, result.output
    return result.output


def test_8_4_1_play_asks_for_a_symbol_and_remembers_it(path: Path) -> None:
    """The answer stands in the header, the move is made by it, and the question does not come again."""
    told = _sit(path, "rifle", "stop")
    assert "card 1 (Gulf of Tonkin): which symbol is printed below NVA?" in told
    assert "none, rifle, or nothing if you do not know" in told
    text = path.read_text()
    assert text.startswith(HEAD + HERE + '[Symbols "1 NVA rifle"]\n')
    assert "rally" in text
    path.write_text(text.partition("\n\n")[0] + "\n")
    again = _sit(path, "stop")
    assert "which symbol" not in again
    assert "unknown" not in again
    assert "rally" in path.read_text()


def test_8_4_1_play_goes_on_without_an_answer(path: Path) -> None:
    """Without an answer the default is played, and the player is told so; the file has no tag."""
    told = _sit(path, "", "stop")
    assert UNKNOWN in told
    assert "Symbols" not in path.read_text()
    assert "event shaded" in path.read_text()
    assert told.count("which symbol is printed") == 1


def test_8_4_1_play_refuses_a_wrong_answer_and_asks_again(path: Path) -> None:
    """A word that is no symbol, or one that the card cannot have, is refused with the reason."""
    told = _sit(path, "gun", "halo", "none", "stop")
    assert '"gun" is no symbol' in told
    assert "card 1 (Gulf of Tonkin) has no halo for NVA" in told
    assert '[Symbols "1 NVA none"]' in path.read_text()


def test_8_4_1_stopping_at_the_question_plays_nothing(path: Path) -> None:
    """`stop` at the question leaves the file as it is."""
    before = path.read_text()
    _sit(path, "stop")
    assert path.read_text() == before


def test_8_4_1_typed_dice_are_not_asked_for_twice(path: Path) -> None:
    """The symbol comes before the die of the Capability, and a rifle needs no such die."""
    path.write_text(HEAD + AFTER_A_ROLL)
    lines = "".join([f"{line}\n" for line in ("none", "3", "stop")])
    told = fitl("play", str(path), "--type-dice", stdin=lines).output
    assert told.index("which symbol") < told.index("a die, 1 to 6, for NVA: 8.6.2/if-2")
    assert told.count("a die, 1 to 6, for NVA: 8.6.2/if-2") == 1
    assert "dice NVA 8.6.2/if-2 {3}" in path.read_text()


def test_8_4_1_play_keeps_the_file_and_its_other_tags(path: Path) -> None:
    """Comments, blank lines, line ends and another symbol stay; the tag is written in place."""
    text = (HEAD + '[Symbols "4 US none"]\n[Site "by mail"]\n' + HERE + "\n; as it was\n").replace(
        "\n", "\r\n"
    )
    path.write_bytes(text.encode())
    _sit(path, "rifle", "stop")
    kept = path.read_bytes().decode()
    assert kept.startswith(text.replace('"4 US none"', '"1 NVA rifle, 4 US none"'))


def test_8_4_1_play_writes_the_tag_into_json_lines(path: Path) -> None:
    """A game in JSON Lines gets the tag in its header."""
    path.write_text(notation.dump(notation.read(path.read_text()).log))
    _sit(path, "rifle", "stop")
    header = json.loads(path.read_text().split("\n")[0])
    assert ["Symbols", "1 NVA rifle"] in header["tags"]


def test_8_4_1_play_asks_for_the_text_of_an_instruction(path: Path) -> None:
    """That card 117 has a halo for VC is known; what its instruction says can be stated."""
    path.write_text(HEAD + TEXT)
    lines = "6\n6\ndeclines us-is-a-player\nstop\n"  # no Terror by these dice
    told = fitl("play", str(path), "--type-dice", stdin=lines).output
    assert "what does the instruction for VC say?" in told
    assert '[Symbols "117 VC halo declines us-is-a-player"]' in path.read_text()


def test_8_4_1_bot_says_that_the_default_was_played(path: Path) -> None:
    """`bot` names the symbol in its text, with `--explain`, and in its JSON."""
    assert UNKNOWN in fitl("bot", str(path)).output
    assert fitl("bot", str(path), "--explain").output.count(UNKNOWN) == 1
    data = json.loads(fitl("bot", str(path), "--json").output)
    assert data["unknown"] == [1]
    assert data["symbols"] == [{"card": 1, "faction": "NVA", "possible": ["none", "rifle"]}]
    path.write_text(HEAD + '[Symbols "1 NVA none"]\n' + HERE)
    assert "unknown" not in fitl("bot", str(path), "--explain").output


def test_8_4_1_legal_says_that_the_default_is_played(path: Path) -> None:
    """`legal --explain` names the unknown symbol."""
    assert UNKNOWN in fitl("legal", str(path), "--explain").output


def test_8_4_1_replay_and_annotate_say_that_the_default_was_played(path: Path) -> None:
    """The reasons of a move name the symbol that was unknown."""
    path.write_text(HEAD + HERE + "\nNVA event shaded\n")
    assert UNKNOWN in fitl("replay", str(path), "--explain").output.replace("\n", " ")
    assert "symbol for NVA is unknown" in fitl("annotate", str(path), "--explain").output


def test_8_4_1_validate_names_faction_card_and_alternatives(path: Path) -> None:
    """A verdict says what each symbol would lead to, in the text and in the JSON."""
    path.write_text(HEAD + HERE + "\nNVA event shaded\n")
    ways = ["with none NVA would play the Event shaded", "with a rifle NVA would decline and Rally"]
    assert f"not decidable: NVA, card 1: {'; '.join(ways)}" in fitl("validate", str(path)).output
    (verdict,) = json.loads(fitl("validate", str(path), "--json").output)["non_players"]
    assert verdict["alternatives"] == [f"NVA, card 1: {'; '.join(ways)}"]
    assert verdict["symbols"] == [{"card": 1, "faction": "NVA", "possible": ["none", "rifle"]}]


def test_8_4_1_a_file_with_a_wrong_symbol_is_unreadable(path: Path) -> None:
    """`validate` names line and column of each wrong symbol; `play` writes nothing."""
    path.write_text(HEAD + '[Symbols "4 US none, 5 VC none"]\n' + HERE)
    result = fitl("validate", str(path))
    assert result.exit_code != 0
    assert "4:22" in result.output
    assert "card 5 (Wild Weasels) has another symbol for VC: rifle, not none" in result.output


IN_A_MOVE = (
    '[Players "US"]\n[Position "Sai 2ut 2at 2vg; Tay 3vg vb; VC 5; played 118; next 68; eligible US"]\n'
)


def _in_a_players_event(tmp_path: Path, *answers: str) -> tuple[str, str]:
    """Play an Event of US in which VC, a Non-player, choose. Return the output and the file."""
    path = tmp_path / "own.fitl"
    path.write_text('[FITL "2"]\n[Scenario "full"]\n' + IN_A_MOVE)
    return _sit(path, "US event unshaded", *answers, "stop"), path.read_text()


@pytest.mark.parametrize("answer", ["none", "rifle"])
def test_8_4_1_a_symbol_that_matters_within_a_players_event(tmp_path: Path, answer: str) -> None:
    """A Non-player that chooses within a player's Event asks for its symbol, too, and then goes on."""
    told, text = _in_a_players_event(tmp_path, answer)
    assert told.count("which symbol is printed below VC?") == 1
    assert f'[Symbols "118 VC {answer}"]' in text
    assert "event unshaded VC: Sai-vg, Tay-vg" in text


def test_8_4_1_a_default_within_a_players_event_is_told(tmp_path: Path) -> None:
    """Without an answer the default is played, and the player is told so after his Event."""
    told, text = _in_a_players_event(tmp_path, "")
    assert "card 118's symbol for VC is unknown; the default was played" in told
    assert "Symbols" not in text
    assert "event unshaded VC: Sai-vg, Tay-vg" in text


def test_8_4_1_symbols_of_a_new_game() -> None:
    """`fitl new --symbols` writes the tag in its order, and refuses a symbol that cannot be."""
    assert (
        '[Symbols "4 ARVN none, 33 NVA rifle"]\n'
        in fitl("new", "--players", "US", "--symbols", "33 NVA rifle, 4 ARVN none").stdout
    )
    refused = fitl("new", "--players", "US", "--symbols", "37 VC none")
    assert refused.exit_code == 2
    assert "card 37 (Khe Sanh) has another symbol for VC: halo, not none (8.4.1)" in refused.output
