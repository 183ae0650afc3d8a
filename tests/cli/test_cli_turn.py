"""`fitl turn`: the block for a mail as text, page and data; the next card and Monsoon in plain view."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from command_line import FIXTURES, HEADER, TUTORIAL, fitl, game_here

import notation
from fitl_core.engine import play
from fitl_core.game.replays import replay
from fitl_core.mail.examples import examples
from fitl_core.mail.turn_words import WIDTH, folded
from fitl_core.rules.waiting import next_step

BEGUN = HEADER + "VC   event shaded\nNVA  pass\nARVN train Sai+6at pacify Sai=PS | govern AnL aid, CaT aid\n"
MONSOON = (
    '[FITL "2"]\n[Scenario "full"]\n[Options "high-winds"]\n'
    '[Position "Hue 2ut 2at vg; Ple 3vg; VC 1; ARVN 16; econ 15; played 1; next 127; eligible US VC"]\n'
)


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a game in which US is to act, after a move of ARVN."""
    return game_here(tmp_path, monkeypatch, BEGUN)


def told(*arguments: str) -> str:
    """Return the output of `fitl turn` for `game.fitl`."""
    result = fitl("turn", "game.fitl", *arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.output


def test_all_that_a_player_needs(game: Path) -> None:
    """The block has the Faction to act, digest, both cards, past events in both forms, and the board."""
    text = told()
    for part in (
        "game.fitl, event 3: card 107 Burning Bonze is finished",
        "```\ndigest 2:",
        "  next: card 55 Trucks (NVA VC US ARVN)",
        "From the start:\n```\nVC   event shaded\n```\n",
        "ARVN train Sai+6at pacify Sai=PS | govern AnL aid, CaT aid\n```\n",
        "  - Aid 15 -> ",
        "  Nobody is asked: the next card comes up.",
        "Sai  PS COIN",
        "  Resources NVA ",
        "  Victory: US ",
    ):
        assert part in text, part
    assert "How to answer" not in text


def test_since_when(game: Path) -> None:
    """`--since` counts from an event, `--for` from a Faction's last move; the newer events follow."""
    assert "From the start:\n```\nVC   event shaded\n```\n" in told("--since", "0")
    with game.open("a") as file:
        file.write("next #68\n#55\nNVA pass\nUS pass\n")
    assert "Since event 3:\n```\nnext #68\n```" in told()
    game.write_text(BEGUN)
    assert "VC   event" not in told("--since", "2")
    assert "Since event 2, NVA's last move:\n```\nARVN train" in told("--for", "nva")
    assert "Since event 3, ARVN's last move:\nNothing.\n" in told("--for", "ARVN")
    assert fitl("turn", "game.fitl", "--since", "9").exit_code == 2
    assert fitl("turn", "game.fitl", "--since", "1", "--for", "US").exit_code == 2


def examples_of(text: str) -> list[str]:
    """Return the example moves of a turn."""
    return re.findall(r"^  (?:For example|or): (.*)$", text, re.MULTILINE)


@pytest.mark.parametrize("at", [1, 2, 6, 18, 24, 33, 45, 72, 78, 105])
def test_examples_are_legal(at: int) -> None:
    """Example moves of an Operation, Event or phase are legal, with no choices of other Factions."""
    log = notation.read((FIXTURES / "short-game.fitl").read_bytes()).log
    state = replay(notation.setup_of(log), log.events).state_at(at)
    asked = next_step(state).faction
    assert asked is not None
    for line in examples(state, asked):
        event = notation.read_line(line).event
        assert event is not None and ": " not in line
        play(state, event)
    assert at != 1 or examples(state, asked) == ("ARVN train Hue+ap",)


def test_what_is_open_and_can_be_paid(game: Path) -> None:
    """The block lists the verbs that the Faction can pay with their costs, and explains how to answer."""
    game.write_text(MONSOON.replace("next 127", "next 68"))
    text = told()
    assert "US is asked: the Event, or an Operation, with a Special Activity or without." in " ".join(
        text.split()
    )
    assert "  RVN Leader: Duong Van Minh\n" in text and "Quote its digest" in text
    assert "acted on this card" not in text and "  still Eligible after US: VC\n" in text
    assert "  - assault\n" in text
    assert re.search(r"- train: 3 ARVN for each", text) is None
    assert "  - pass\n" in text
    assert "How to answer" in text
    assert "  For example: US   " in text and "  or: US   pass\n" in text and len(examples_of(text)) > 1
    assert all(fitl("adjudicate", "game.fitl", "--move", line).exit_code == 0 for line in examples_of(text))
    game.write_text(MONSOON.replace("eligible US VC", "eligible VC").replace("next 127", "next 68"))
    assert "  - rally: 1 VC for each space\n" in told()


def test_monsoon_and_the_next_card(game: Path) -> None:
    """`turn`, `show` and `legal` name Monsoon and the next card (2.3.9)."""
    game.write_text(MONSOON)
    rule = "Monsoon (2.3.9): no Sweep, March or Pivotal Event; US Air Strike and Air Lift in at most 2 spaces"
    assert "next: card 127 Nguyen Cao Ky (a Coup card)\n  Monsoon (2.3.9): no Sweep" in told()
    for command in ("show", "legal"):
        text = fitl(command, "game.fitl").output
        assert "card 127 Nguyen Cao Ky, a Coup card" in text
        assert rule in " ".join(text.split())
        assert "an Air Lift moves US pieces only (high-winds)" in text
    data = json.loads(fitl("legal", "game.fitl", "--json").output)
    assert (data["next_card"], data["monsoon"]) == (127, True)
    assert "Monsoon" not in fitl("show", TUTORIAL, "--at", "3").output


@pytest.mark.parametrize(
    ("done", "given"),
    [
        ("US:event", "an Operation, with a Special Activity or without"),
        ("US:operation", "a Limited Operation (limop)"),
        ("US:operation+activity", "the Event, or a Limited Operation (limop)"),
    ],
)
def test_what_has_been_done_bears_on_what_is_given(game: Path, done: str, given: str) -> None:
    """The block names who acted on the card, the choices that remain (2.3.4), and lasting effects."""
    text = MONSOON.replace("next 127", f"next 68; done {done}; momentum 5:shaded; capabilities 31:shaded")
    game.write_text(text)
    block = " ".join(told().split())
    assert f"VC is asked: {given}." in block
    assert f"acted on this card: US ({'the Event' if done == 'US:event' else 'an Operation'}" in block
    assert "Capabilities: #31 AAA, shaded" in block and "Momentum: #5 Wild Weasels, shaded" in block


def test_a_pivotal_event_that_waits(game: Path) -> None:
    """The block gives the line of a possible Pivotal Event, and names the Faction that play waits for."""
    position = "QTr 20vg; Hue 2vg; VC 3; played 119 41; next 68; leaders 125 126; eligible US VC"
    game.write_text(f'[FITL "2"]\n[Scenario "full"]\n[Position "{position}"]\n')
    assert (
        "  can be placed now (2.3.8): US   pivotal #121   ; Linebacker II\n"
        "  can be placed now (2.3.8): VC   pivotal #124   ; Tet Offensive\n"
        "  Write waive to let yours be, hold to make play wait for you.\n"
    ) in told()
    with game.open("a") as file:
        file.write("VC hold\n")
    assert "  Play waits for VC: pivotal or waive." in told()


def test_a_non_player_and_a_coup_round(game: Path) -> None:
    """The block names a Non-player that decides by section 8, and the question of a Coup phase."""
    game.write_text(MONSOON.replace("[Options", '[Players "VC"]\n[Options').replace("next 127", "next 68"))
    assert "  US, a Non-player, decides by section 8 (fitl bot).\n" in told()
    end = "Hue 2at ap; Ple 3vg; VC 9; played 1 127; next 68; phase support-vc"
    game.write_text(f'[FITL "2"]\n[Scenario "full"]\n[Position "{end}"]\n')
    assert "  - agitate: 1 VC for each Terror marker and level\n  - pass\n" in told()


@pytest.mark.parametrize("at", [0, 7, 20, 37])
def test_lines_are_short_and_notation_is_read_back(at: int, game: Path, tmp_path: Path) -> None:
    """No line is longer than a mail takes; each line in a fence reads back as the log's."""
    lines = Path(TUTORIAL).read_text().split("\n")
    game.write_text("\n".join(lines))
    text = told("--since", str(at))
    assert max(map(len, text.split("\n"))) <= WIDTH
    said = [part for part in re.findall(r"```\n(.*?)```", text, re.S) if not part.startswith("digest")]
    document, faults = notation.scan(HEADER + "\n".join(part for part in said if "COIN" not in part))
    assert faults == ()
    events = notation.read(Path(TUTORIAL).read_text()).log.events
    assert document.log.events[: len(events) - at] == events[at:]


def test_a_line_is_folded_where_it_can_be_read_back() -> None:
    """A folded line reads back the same: no fold before a verb; an unreadable line stays whole."""
    line = "VC   event shaded NVA: Hue+ng, NVA: Sai+ng, NVA: DaN+ng, NVA: QTr+ng, NVA: QNa+ng, NVA: Ple+ng"
    parts = folded(line, 30)
    assert len(parts) > 2
    assert notation.read_line("\n".join(parts)) == notation.read_line(line)
    assert folded("VC   pass") == ["VC   pass"]
    broken = "VC   rally " + "x" * 90
    assert folded(broken) == [broken]


def test_a_page(game: Path) -> None:
    """`--page` has the board as a picture and escapes the file's text; `-o` writes the page to a file."""
    page = told("--page")
    assert page.startswith("<!doctype html>")
    assert page.count("<svg") == 1
    assert "NVA  pass\n" in page
    assert told("--page", "-o", "turn.html") == ""
    assert Path("turn.html").read_text() == page
    Path("<b>.fitl").write_text(BEGUN)
    assert "<b>" not in fitl("turn", "<b>.fitl", "--page").output


def test_as_data(game: Path) -> None:
    """`--json` returns the whole block for a program."""
    data = json.loads(told("--json"))
    assert (data["event"], data["since"], data["asked"], data["expects"]) == (3, 0, None, "next")
    assert (data["played"]["number"], data["next"]["title"]) == (107, "Trucks")
    assert data["happened"][1]["line"] == "NVA  pass"
    assert set(data["margins"]) == {"US", "ARVN", "NVA", "VC"}


def test_a_game_that_is_not_sound(game: Path) -> None:
    """An unsound game gets the turn of its sound part, with the reason for its end."""
    with game.open("a") as file:
        file.write("VC pass\n")
    result = fitl("turn", "game.fitl")
    assert result.exit_code == 1
    assert "card 107 Burning Bonze" in result.stdout
    assert "illegal: 2.3.7" in result.stderr
