"""`fitl bot`, and the reports of `validate` and `random` on Non-players."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import TUTORIAL, fitl

HEAD = '[FITL "2"]\n[Scenario "full"]\n[Players "US+ARVN"]\n'
NO_DICE = f'{HEAD}[Position "Ple vg vb 2at ap PS; VC 1; played 41; next 68; eligible VC"]\n'
ONE_ROLL = f'{HEAD}[Position "QTr 2nt PS; QTi ng PS; trail 3; NVA 5; played 41; next 68; eligible NVA"]\n'
DIE_NEEDED = """\
NVA: dice are needed
needed: 1 die: NVA Troops or Underground NVA Guerrillas could Terror at Support (Passive or Active) \
on at least 1d6 Population in all? Population at Support in reach: 4 (8.6.3/if-1)
"""
FREE_FOR_BASES = ("Northeast Cambodia", "The Fishhook", "The Parrot's Beak", "Sihanoukville")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return the path for a game."""
    return tmp_path / "game.fitl"


def test_bot_says_what_is_done(game: Path) -> None:
    """`bot` prints the lines of the decision and the actions to take at the table."""
    game.write_text(NO_DICE)
    result = fitl("bot", str(game))
    assert result.exit_code == 0
    assert result.output.startswith("VC: operation, by 8.5.1/if-1\nVC   terror Ple\nat the table:\n")
    assert "  - VC Resources 1 -> 0" in result.output


def test_bot_explains(game: Path) -> None:
    """`--explain` lists each step with its node, and the readings that it relies on."""
    game.write_text(NO_DICE)
    told = fitl("bot", str(game), "--explain").output
    assert "8.5.1/if-1: Support with an Underground Guerrilla: Pleiku-Darlac: yes" in told
    assert "readings: " in told


def test_bot_writes_what_goes_one_path_once(game: Path) -> None:
    """Troops moved for two purposes on one path are written as one move, which is dictated."""
    turn = "CLa 3ut 4ng; KHo vg*; Sai ub 2ut nt; trail 0; played 41; next 68; eligible US; policy JFK"
    game.write_text(f'[FITL "2"]\n[Scenario "full"]\n[Players "NVA+VC"]\n[Position "{turn}"]\n')
    fitl("bot", str(game), "-o", str(game))
    assert game.read_text().endswith("assault Sai-nt | airlift CLa>KHo:3ut | assault KHo-vg*\n")
    assert "1 dictated" in fitl("validate", str(game)).output


def test_bot_needs_dice(game: Path) -> None:
    """Without the dice that it needs, `bot` names them, decides nothing and ends with exit code 1."""
    game.write_text(ONE_ROLL)
    result = fitl("bot", str(game))
    assert result.exit_code == 1
    assert result.output == DIE_NEEDED
    data = json.loads(fitl("bot", str(game), "--json").output)
    assert [(need["for"], need["dice"]) for need in data["needs"]] == [("8.6.3/if-1", 1)]
    assert (data["kind"], data["lines"]) == ("undecided", [])


def test_bot_takes_dice(game: Path) -> None:
    """Given dice are written as lines before the move, whether they meet the condition or not."""
    game.write_text(ONE_ROLL)
    data = json.loads(fitl("bot", str(game), "--dice", "4", "--json").output)
    assert data["lines"] == ["dice NVA 8.6.3/if-1 {4}", "NVA  terror QTr, QTi"]
    assert (data["faction"], data["kind"], data["node"]) == ("NVA", "operation", "8.6.3/if-1")
    assert {"step", "rule", "node"} <= set(data["trace"][0])
    refused = json.loads(fitl("bot", str(game), "--dice", "5", "--json").output)
    assert refused["lines"] == [] or "terror" not in refused["lines"][-1]


def test_bot_refuses_dice_that_nobody_asked_for(game: Path) -> None:
    """Dice beyond the required ones are refused, not ignored."""
    game.write_text(NO_DICE)
    result = fitl("bot", str(game), "--dice", "3 4")
    assert result.exit_code == 1
    assert "nobody asked for these dice: 3 4" in result.output


@pytest.mark.parametrize("dice", ["7", "a", "0"])
def test_bot_refuses_what_is_no_die(game: Path, dice: str) -> None:
    """A die has faces 1 to 6: anything else is wrong usage."""
    game.write_text(NO_DICE)
    assert fitl("bot", str(game), "--dice", dice).exit_code == 2


def test_bot_seed_and_dice_exclude_each_other(game: Path) -> None:
    """`--seed` and `--dice` together are refused as wrong usage."""
    game.write_text(NO_DICE)
    assert fitl("bot", str(game), "--dice", "1", "--seed", "1").exit_code == 2


def test_bot_rolls_from_a_seed(game: Path) -> None:
    """The same seed gives the same lines, and section 8 dictates them."""
    game.write_text(ONE_ROLL)
    out = game.with_name("after.fitl")
    first = fitl("bot", str(game), "--seed", "5").output
    assert fitl("bot", str(game), "--seed", "5", "-o", str(out)).output == first
    told = json.loads(fitl("validate", str(out), "--json").output)
    assert [one["verdict"] for one in told["non_players"]] == ["dictated"]


def test_bot_goes_on_from_dice_that_are_written(game: Path) -> None:
    """Dice lines at the end of the game count; only the lines after them are printed."""
    game.write_text(f"{ONE_ROLL}\ndice NVA 8.6.3/if-1 {{4}}\n")
    data = json.loads(fitl("bot", str(game), "--json").output)
    assert data["lines"] == ["NVA  terror QTr, QTi"]


@pytest.mark.parametrize(
    ("lines", "unasked", "line"),
    [
        ("dice NVA 8.6.1/if-2 {4}", "dice NVA 8.6.1/if-2 {4}", 6),
        ("dice VC 8.5.1/if-2 {4 4}", "dice VC 8.5.1/if-2 {4 4}", 6),
        ("dice NVA 8.6.3/if-1 {4}\ndice NVA space {1 1}", "dice NVA space {1 1}", 7),
        ("dice NVA space {1 1}\ndice NVA 8.6.3/if-1 {4}", "dice NVA space {1 1}", 6),
        ("dice NVA 8.6.4/do-3 space {1 1}", "dice NVA 8.6.4/do-3 space {1 1}", 6),
    ],
)
def test_bot_refuses_lines_that_nobody_asked_for(game: Path, lines: str, unasked: str, line: int) -> None:
    """Dice lines at the end must be the required ones; `bot` and `validate` report others by their line."""
    game.write_text(f"{ONE_ROLL}\n{lines}\n")
    out = game.with_name("after.fitl")
    for more in ((), ("--seed", "1"), ("--json",)):
        result = fitl("bot", str(game), "-o", str(out), *more)
        assert (result.exit_code, out.exists()) == (1, False)
        assert f"NVA decides now: nobody asked for {unasked}" in result.output
    told = json.loads(fitl("validate", str(game), "--json").output)["non_players"]
    assert [(one["verdict"], one["line"]) for one in told] == [("rolls-missing", line)]


def test_validate_lets_dice_wait_for_their_move(game: Path) -> None:
    """Required dice whose move is not written yet are no fault."""
    game.write_text(f"{ONE_ROLL}\ndice NVA 8.6.3/if-1 {{4}}\n")
    assert fitl("validate", str(game), "--strict").exit_code == 0
    assert json.loads(fitl("validate", str(game), "--json").output)["non_players"] == []


def test_bot_writes_to_standard_output(game: Path) -> None:
    """`-o -` prints the game alone, ready for a pipe; with `--json` it is refused."""
    game.write_text(NO_DICE)
    result = fitl("bot", str(game), "-o", "-")
    assert result.exit_code == 0
    assert result.output.startswith("[FITL") and result.output.endswith("]\n\nVC   terror Ple\n")
    assert fitl("validate", "-", "--strict", stdin=result.output).exit_code == 0
    assert fitl("bot", str(game), "-o", "-", "--json").exit_code == 2


def test_bot_does_not_choose_for_a_player(game: Path) -> None:
    """A seed never decides a player's choice: `bot` names the choice and decides nothing."""
    game.write_text(f'{HEAD}[Position "Sai 5ut; Hue 2ut; NVn 12vg; VC 5; played 9; next 68; eligible VC"]\n')
    result = fitl("bot", str(game), "--seed", "1")
    assert result.exit_code == 1
    assert result.output.startswith("VC: a player is to choose\nto be chosen by a player: ")
    data = json.loads(fitl("bot", str(game), "--seed", "1", "--json").output)
    assert (data["kind"], data["lines"], data["needs"][0]["dice"]) == ("undecided", [], 0)


def test_bot_takes_what_players_choose(game: Path) -> None:
    """`--choose` gives one player's choice in the notation; a wrong one is refused with the question."""
    game.write_text(f'{HEAD}[Position "Sai 5ut; Hue 2ut; NVn 12vg; VC 5; played 9; next 68; eligible VC"]\n')
    asked = fitl("bot", str(game)).output
    result = fitl("bot", str(game), "--choose", "Sai-2ut", "--choose", "US: Hue-ut", "--json")
    assert json.loads(result.output)["lines"] == ["VC   event shaded US: Sai-2ut, Hue-ut"]
    wrong = fitl("bot", str(game), "--choose", "Sai-2at")
    assert wrong.exit_code == 1
    assert '"Sai-2at" is not an answer of US to: ' in wrong.output
    assert asked.split(": ")[-1].strip() in wrong.output
    assert fitl("bot", str(game), "--choose", "nonsense").exit_code == 2
    more = fitl("bot", str(game), "--choose", "Sai-3ut", "--choose", "Hue-ut")
    assert (more.exit_code, "nobody asked for these choices: Hue-ut" in more.output) == (1, True)


def test_bot_appends_to_the_game_itself(game: Path) -> None:
    """`-o` may name the game itself, which then has the new lines."""
    game.write_text(NO_DICE)
    assert fitl("bot", str(game), "-o", str(game)).exit_code == 0
    assert game.read_text().rstrip().endswith("VC   terror Ple")
    assert fitl("validate", str(game), "--strict").exit_code == 0


def test_bot_without_a_non_player() -> None:
    """When a player is to act, `bot` ends with exit code 1 and names the rule."""
    result = fitl("bot", TUTORIAL)
    assert result.exit_code == 1
    assert "8.1: no Non-player decides now" in result.output


def test_validate_strict(game: Path) -> None:
    """A departing move or dice left over have exit code 0, and 1 with `--strict`."""
    game.write_text(f"{NO_DICE}\nVC pass\n")
    result = fitl("validate", str(game))
    assert result.exit_code == 0
    assert "departs at 8.5.1/if-1: VC   pass; due: VC   terror Ple" in result.output
    assert "Non-players: 1 departs" in result.output
    assert fitl("validate", str(game), "--strict").exit_code == 1
    game.write_text(f"{ONE_ROLL}\ndice NVA 8.6.3/if-1 {{4}}\ndice NVA space {{1 1}}\nNVA terror QTr, QTi\n")
    result = fitl("validate", str(game))
    assert (result.exit_code, "nobody asked for event 2, the dice of space" in result.output) == (0, True)
    assert fitl("validate", str(game), "--strict").exit_code == 1


def test_validate_json(game: Path) -> None:
    """JSON lists each move of a Non-player with its event, verdict and node."""
    game.write_text(f"{NO_DICE}\nVC terror Ple\n")
    (only,) = json.loads(fitl("validate", str(game), "--json").output)["non_players"]
    assert (only["event"], only["verdict"], only["node"]) == (1, "dictated", "8.5.1/if-1")


def test_random_with_non_players() -> None:
    """A random game with Non-players is legal and dictated, and the same for a seed; --json too."""
    arguments = ("random", "--players", "US ARVN", "--scenario", "short", "--seed", "2", "--cards", "4")
    text = fitl(*arguments).output
    assert fitl(*arguments).output == text
    told = json.loads(fitl("validate", "-", "--json", stdin=text).output)
    assert told["verdict"] == "legal"
    assert {one["verdict"] for one in told["non_players"]} <= {"dictated", "not-decidable"}
    assert json.loads(fitl(*arguments, "--json").output)["text"] == text


THERE = "Sai ut 2at; Hue ut at; NVn 12vg; VC 5; played 2; next 68; eligible VC"
PLAYERS_TURN = f'{HEAD.replace("US+ARVN", "VC")}[Position "{THERE}"]\n'


def test_bot_completes_a_players_move(game: Path) -> None:
    """With `--move`, `bot` adds the needed dice and the Non-players' answers to a player's move."""
    game.write_text(PLAYERS_TURN)
    out = game.with_name("after.fitl")
    needs = fitl("bot", str(game), "--move", "VC event shaded")
    question = f"which of {', '.join(FREE_FOR_BASES)} (8.4, 8.2)?"
    assert (needs.exit_code, needs.output) == (1, f"NVA: dice are needed\nneeded: 2 dice: {question}\n")
    data = json.loads(fitl("bot", str(game), "--move", "event shaded", "--dice", "31", "--json").output)
    assert data["lines"][0] == "dice NVA 8.4 space {3 1}"
    assert (data["faction"], data["kind"], data["node"]) == ("NVA", "answer", "8.4")
    done = fitl("bot", str(game), "--move", "VC event shaded", "--seed", "1", "-o", str(out))
    assert done.exit_code == 0 and "VC   event shaded NVA: " in done.output
    told = json.loads(fitl("validate", str(out), "--strict", "--json").output)
    assert [one["verdict"] for one in told["non_players"]] == ["dictated"]


@pytest.mark.parametrize(
    ("move", "code", "why"),
    [
        ("VC rally NVn+vg", 1, "this move asks no Non-player"),
        ("VC rally", 1, "still to be said, by VC: a space to Rally in"),
        ("VC event", 1, "still to be said, by VC: the side of the Event"),
        ("VC event shaded Hue", 1, "has no further question after these clauses"),
        ("VC fly", 2, "no verb is called"),
        ("VC pass", 2, "this is not the beginning of an Operation, Special Activity or Event"),
        ("", 2, "this is not the beginning of a move"),
    ],
)
def test_bot_refuses_a_move_in_which_nobody_is_asked(game: Path, move: str, code: int, why: str) -> None:
    """A move that is illegal, incomplete, missing or asks no Non-player is refused with the reason."""
    game.write_text(PLAYERS_TURN)
    result = fitl("bot", str(game), "--move", move, "--seed", "1")
    assert result.exit_code == code
    assert why in result.output


def test_legal_tells_what_a_non_player_answers(game: Path) -> None:
    """When a player's move waits for a Non-player, `legal` shows its answer, or the dice that it needs."""
    game.write_text(PLAYERS_TURN)
    assert "a Non-player answers after 2 dice" in fitl("legal", str(game), "VC event shaded").output
    data = json.loads(fitl("legal", str(game), "VC event shaded", "--json").output)
    question = f"2 dice: which of {', '.join(FREE_FOR_BASES)} (8.4, 8.2)?"
    assert (data["answer"], data["needs"]) == ("", [{"for": "8.4", "dice": 2, "question": question}])
    game.write_text(
        PLAYERS_TURN.replace(
            "ut 2at; Hue ut at; NVn 12vg; VC 5; played 2;", "5ut; Hue 2ut; NVn 12vg; VC 5; played 9;"
        )
    )
    assert (
        "a Non-player's answer: VC   event shaded US: " in fitl("legal", str(game), "VC event shaded").output
    )
