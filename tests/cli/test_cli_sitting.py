"""`fitl play FILE`: a game played to its end at a prompt, through a pipe and on a terminal."""

from __future__ import annotations

import os
import pty
import random
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from command_line import HEADER, ROOT, fitl, game_here

from fitl_cli.prompts import Ended, Prompt

SOLO = (
    '[FITL "2"]\n[Scenario "full"]\n[Players "VC"]\n'
    '[Position "Ple vg vb 2at ap PS; BDi 2vg 2ut PO; VC 3; ARVN 20; played 41; next 68; eligible VC US"]\n'
)
"""VC, the only player, acts first on card 41; the US is a Non-player."""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a game of two players at a real table: no deck is dealt, and VC is to act."""
    return game_here(tmp_path, monkeypatch, HEADER)


def sit(path: Path, *lines: str, more: Sequence[str] = ()) -> tuple[int, str, str]:
    """Play on by lines through a pipe; return the exit code, the output, and the file's new text."""
    result = fitl("play", str(path), *more, stdin="".join([f"{line}\n" for line in lines]))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output, path.read_text()


# -- a move, question by question -------------------------------------------------------------------


def test_answers_by_number_and_in_words(game: Path) -> None:
    """Answers may be numbers, codes or several parts in one line; an empty line ends the move."""
    code, told, text = sit(game, "1", "Hue", "Ple, QTr+3vg", "")
    assert (code, text) == (0, HEADER + "VC   rally Hue, Ple, QTr+3vg\n"), told
    assert "VC: an Operation or the Event [2.3.4]\n   1 rally   2 march" in told
    assert "3 VC Guerrillas placed in Quang Tri from Available" in told
    assert told.endswith("stopped; game.fitl has all that was played\n")


def test_what_is_said_of_a_line_that_does_not_fit(game: Path) -> None:
    """A line that does not fit gets the reason and the question again; earlier answers stay."""
    code, told, text = sit(game, "1", "Saigun", "99", "Sai Sai", "Hue", "")
    assert (code, text) == (0, HEADER + "VC   rally Hue\n")
    assert (
        'no: "Saigun" is not a space, option or track (perhaps' in told
        or 'no: "Saigun" is not a space' in told
    )
    assert told.count("\nno: ") == 3


def test_taken_back_and_given_up(game: Path) -> None:
    """`back` takes back one answer and `drop` the move; the file has neither."""
    code, told, text = sit(game, "1", "back", "Hue", "back", "Ple", "", "1", "Kon", "drop", "pass")
    assert (code, text) == (0, HEADER + "VC   rally Ple\nNVA  pass\n"), told
    assert "there is nothing to take back" in told
    assert "the move is dropped" in told


def test_a_whole_line_or_the_beginning_of_one(game: Path) -> None:
    """A line may have claims and comments; an incomplete line is completed by questions."""
    false, true = "VC rally Hue => VC 9", "VC rally Hue => VC 4   ; [%by Ann] first"
    code, told, text = sit(game, false, true, "note lunch", "rally", "DaN", "", "stop", "pass")
    lines = "VC   rally Hue   => VC 4   ; [%by Ann] first\nnote lunch\nNVA  rally DaN\n"
    assert (code, text) == (0, HEADER + lines)
    assert "no: claimed VC 9, it is VC 4" in told


def test_an_illegal_line_is_ruled_on(game: Path) -> None:
    """An illegal line gets the ruling of `fitl adjudicate`, and the file stays as it was."""
    code, told, text = sit(game, "VC rally Sai, Hue", "ARVN pass")
    assert (code, text) == (0, HEADER)
    assert "legal moves near it:" in told
    assert "2.3.2" in told


def test_the_last_move_is_taken_back(game: Path) -> None:
    """`undo` takes back a player's last move and all events after it by a line of the log."""
    code, _, text = sit(game, "pass", "pass", "undo", "rally Hue", "")
    assert (code, text) == (0, HEADER + "VC   pass\nNVA  pass\nvoid 2\nNVA  rally Hue\n")
    assert fitl("validate", "game.fitl").exit_code == 0


def test_help_board_and_a_limited_operation(game: Path) -> None:
    """`?`, `show`, `limop` and other words are accepted in place of a move."""
    code, told, text = sit(game, "VC event shaded", "?", "show", "limop", "?", "rally", "Hue", "")
    assert (code, text) == (0, HEADER + "VC   event shaded\nNVA  limop rally Hue\n")
    for word in ("place your Pivotal Event", "Casualties    none", "take back the last answer"):
        assert word in told


def test_a_choice_in_the_move_of_a_non_player_is_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The question says whose move it belongs to, and `?` shows the answers and the codes."""
    path = game_here(tmp_path, monkeypatch, "")
    path.unlink()
    assert fitl("new", "--deal", "--seed", "3", "--players", "US", "-o", "game.fitl").exit_code == 0
    code, told, _ = sit(path, "train Sai+2ap", "", "train Sai", "?", "3", "stop")
    assert code == 0
    assert "This part of the move of NVA, a Non-player, is the choice of a player:" in told
    assert '"train Sai" is none of the answers' in told
    assert "ut US Troops" in told and "AS, PS Active, Passive Support" in told


# -- cards and dice ---------------------------------------------------------------------------------


def test_cards_that_somebody_turns_up(game: Path) -> None:
    """A turned-up card is named by number or part of its title; an impossible card is refused."""
    passes = ("pass",) * 4
    code, told, text = sit(game, *passes, "107", "Green Berets", "stop")
    assert (code, text) == (
        0,
        HEADER + "VC   pass\nNVA  pass\nARVN pass\nUS   pass\nnext #68\n\n#55\n",
    ), told
    assert "no: 2.1" in told


def test_dice_that_somebody_rolls(game: Path) -> None:
    """With `--type-dice` each die is asked for until a face of 1 to 6 is typed."""
    code, told, text = sit(game, "VC attack Ple", "7", "x", "3", "", "", more=["--type-dice"])
    assert (code, "{3}" in text) == (0, True), told
    assert told.count("a die, 1 to 6, for VC: the Attack in Pleiku") == 3


def test_a_non_player_acts_by_itself(game: Path) -> None:
    """A Non-player acts without a prompt, with its dice and the lines of section 8."""
    game.write_text(SOLO)
    code, _, text = sit(game, "pass", "107", "stop")
    assert code == 0
    assert "\nVC   pass\n" in text
    assert "\nUS   " in text
    assert "departs" not in fitl("validate", str(game)).output


def test_8_1_a_non_player_says_why_it_acts(game: Path) -> None:
    """The reasons stand below its move, and `why` shows each step. Before any decision there is none."""
    game.write_text(SOLO.replace("eligible VC US", "eligible VC").replace("played 41", "played 41 75"))
    assert "no Non-player has decided yet" in sit(game, "why", "stop")[1]
    game.write_text(
        SOLO.replace('[Players "VC"]', '[Players "VC US"]').replace("eligible VC US", "eligible NVA VC")
    )
    code, told, _ = sit(game, "why", "stop")
    assert code == 0
    move = told.index("\nNVA  ")
    reason = told.index("because", move)
    assert told.index("NVA Resources", move) < reason < told.index("8.6.1/if-1: ", reason), told


def test_8_0_dice_are_asked_for_by_what_they_decide(game: Path) -> None:
    """The prompt for a Non-player's dice names the question that they answer."""
    game.write_text(
        SOLO.replace("Ple vg vb 2at ap PS; BDi 2vg 2ut PO", "NVn 6ng; trail 2; NVA 8").replace("VC US", "NVA")
    )
    _, told, _ = sit(game, *"23456123456123456", "stop", more=["--type-dice"])
    assert "2 dice: which of Hue, " in told and "(8.6.4/do-4, 8.2)?" in told, told


def test_a_pivotal_event_is_offered_before_others_act(tmp_path: Path) -> None:
    """A Faction that may place a Pivotal Event is asked before another acts (2.3.8)."""
    path = tmp_path / "game.fitl"
    position = "QTr 20vg; Hue 2vg; VC 3; NVA 9; played 119 41; next 68; leaders 125 126; eligible US VC"
    path.write_text(f'[FITL "2"]\n[Scenario "full"]\n[Players "US VC"]\n[Position "{position}"]\n')
    code, told, text = sit(path, "", "pass", "stop")
    assert code == 0
    asked = "VC may place card 124 Tet Offensive before anybody acts (2.3.8)"
    assert (asked in told, "US   pass\n" in text) == (True, True), told


# -- to the end -------------------------------------------------------------------------------------


class Answerer:
    """A random player that answers each question, sometimes with a line that does not fit."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.asked = 0

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        """Return one of the words, nothing, or nonsense."""
        self.asked += 1
        if self.asked > 4000:
            raise Ended
        if self.random.random() < 0.03:
            return self.random.choice(["back", "drop", "undo", "?", "show", "nonsense", "99", "all"])
        if " " in prompt and self.random.random() < 0.4:
            return ""
        fitting = [word for word in words if word not in ("stop", "show", "?", "undo")]
        return self.random.choice(fitting) if fitting else ""


@pytest.mark.parametrize("seed", [1, 2])
def test_a_solo_game_without_an_editor(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A solo game from `fitl new` to its end is legal, dictated by section 8 and fully proven."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Prompt, "ask", (answerer := Answerer(seed)).ask)
    assert fitl("new", "--deal", "--seed", str(seed), "--players", "VC", "-o", "game.fitl").exit_code == 0
    result = fitl("play", "game.fitl")
    assert (result.exit_code, answerer.asked <= 4000) == (0, True), result.output[-500:]
    assert "the game is over: " in result.output.split("\n")[-2]
    verdict = fitl("validate", "game.fitl", "--strict")
    assert (verdict.exit_code, "dictated" in verdict.output) == (0, True), verdict.output
    assert fitl("deal", "game.secret", "--open-seed", "game.fitl", "-o", "game.fitl").exit_code == 0
    assert fitl("verify", "game.fitl").exit_code == 0


# -- a terminal -------------------------------------------------------------------------------------


class Terminal:
    """A command on a terminal that the test controls."""

    def __init__(self, *arguments: str) -> None:
        self.master, self.slave = pty.openpty()
        environment = {**os.environ, "TERM": "xterm", "NO_COLOR": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "fitl_cli", *arguments],
            cwd=ROOT,
            env=environment,
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            start_new_session=True,
        )
        self.said = ""

    def type(self, keys: str, until: str) -> None:
        """Press keys, then wait until a text appears on the screen after the old ones."""
        os.write(self.master, keys.encode())
        self.wait(until)

    def wait(self, until: str) -> None:
        """Wait for a text on the screen."""
        begun, seen = time.monotonic(), ""
        while until not in seen:
            assert time.monotonic() - begun < 20, (until, seen)
            seen += os.read(self.master, 4096).decode()
        self.said += seen

    @property
    def echoes(self) -> bool:
        """Check whether the terminal shows typed keys, as it does for a shell."""
        return bool(termios.tcgetattr(self.slave)[3] & termios.ECHO)


@pytest.mark.parametrize("ends", [signal.SIGINT, signal.SIGTERM])
def test_on_a_terminal(ends: signal.Signals, game: Path) -> None:
    """Tab completes; Ctrl-C and SIGTERM leave the file complete and the terminal restored."""
    terminal = Terminal("play", str(game.resolve()))
    terminal.wait("VC> ")
    terminal.type("ral\t\n", "rally> ")
    terminal.type("Hue\n", "rally Hue> ")
    terminal.type("\n", "NVA> ")
    assert game.read_text() == HEADER + "VC   rally Hue\n"
    terminal.type("rally\n", "rally> ")
    terminal.process.send_signal(ends)
    assert terminal.process.wait(20) == 128 + ends
    assert terminal.echoes
    assert game.read_text() == HEADER + "VC   rally Hue\n"
    assert [path.name for path in game.resolve().parent.iterdir()] == ["game.fitl"]


def test_what_a_terminal_or_a_pipe_may_send(game: Path) -> None:
    """Binary input, control characters, endless lines and an early end of input do no harm."""
    assert sit(game, "undo", "0" * 5000 + "1", "1" * 5000, "1", "0" * 9 + "1", "stop")[2] == HEADER
    for stdin in (b"", b"\xff\xfe\x00\n", b"\x1b[2J\x07\n" * 50, b"x" * 300_000 + b"\n", b"1\n\x00\n"):
        result = fitl("play", str(game), stdin=stdin)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        assert (result.exit_code, game.read_text()) == (0, HEADER)
        assert "\x1b" not in result.output
