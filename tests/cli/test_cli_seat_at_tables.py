"""`fitl seat --store`, `fitl table go-on` and `fitl play --policy`: programs and policies among people."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import HEADER, fitl
from test_cli_seat import ANSWERING, BAD, agents, program

OTHERS = ("--policy", "US=random", "--policy", "ARVN=random", "--policy", "NVA=random")
SECRET = "--key=TOP"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a table t in `tables.db`, where everybody sits."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FITL_STORE", raising=False)
    while True:
        assert fitl("table", "new", "--name", "t", "--scenario", "short").exit_code == 0
        for seat in ("US", "ARVN", "NVA", "VC"):
            assert fitl("table", "seat", "t", seat).exit_code == 0
        if "(2.3.2)" in fitl("table", "show", "t").output:  # the first card is no Coup card
            return tmp_path
        for file in tmp_path.glob("tables.db*"):
            file.unlink()


def shown() -> dict[str, object]:
    """The table as data."""
    found: dict[str, object] = json.loads(fitl("table", "show", "t", "--json").output)
    return found


def notes() -> list[str]:
    """The comments of the table about policies."""
    lines = fitl("table", "export", "t").output.splitlines()
    return [line for line in lines if "policy" in line]


def test_the_examples_play_at_a_table(here: Path) -> None:
    """Others have policies; the program writes lines at the table, and no answer is refused."""
    for command in agents():
        found = fitl(
            "seat", "t", "VC", "--store", "tables.db", "--program", command, *OTHERS, "--lines", "9", "--json"
        )
        assert found.exit_code == 0, found.output
        told = json.loads(found.output)
        assert (told["file"], told["seat"], told["refused"], len(told["lines"])) == ("t", "VC", 0, 9)
        assert any(line.startswith("VC") for line in told["lines"])
    assert fitl("tables", "check").exit_code == 0 and notes() == []


def test_the_program_waits_for_people(here: Path) -> None:
    """Without policies the command stops as soon as a person must decide."""
    command = program(ANSWERING.replace("ANSWERS", "['pass'] * 9"))
    for seat in ("US", "ARVN", "NVA", "VC"):
        found = fitl("seat", "t", seat, "--store", "tables.db", "--program", command)
        assert found.exit_code == 0 and "the table waits for" in found.output
    assert "pass" in fitl("table", "export", "t").output


@pytest.mark.parametrize("kind", ["dies", "stalls", "floods", "nonsense", "wrong encoding", "illegal"])
def test_a_bad_program_at_a_table(kind: str, here: Path) -> None:
    """The exit code is 1; a comment of the seat says what happened, without the command."""
    text = BAD[kind][0]
    asked = ("seat", "t", "VC", "--store", "tables.db", "--seconds-each", "1", *OTHERS, "--lines", "8")
    found = fitl(*asked, "--program", f"{program(text)} {SECRET}")
    assert (found.exit_code, "the game is incomplete" in found.output) == (1, True), found.output
    assert len(notes()) == 1 and "VC failed" in notes()[0] and "the table waits for the seat" in notes()[0]
    assert SECRET not in notes()[0] and "agent" not in notes()[0]
    assert shown()["asked"]["seats"] == ["VC"]  # type: ignore[index]


@pytest.mark.parametrize(("then", "words"), [("section-8", "plays on"), ("hand-over", "goes to Non-players")])
def test_the_game_goes_on_without_the_program(then: str, words: str, here: Path) -> None:
    """By section 8 in its seat for now, or without its seat."""
    asked = ("seat", "t", "VC", "--store", "tables.db", *OTHERS, "--lines", "8", "--if-it-fails", then)
    found = fitl(*asked, "--program", program(BAD["dies"][0]))
    assert found.exit_code == 1 and "the program failed" in found.output
    assert words in notes()[0] and found.output.count("\n") >= 8
    assert ("VC" in [seat["name"] for seat in shown()["seats"]]) == (then == "section-8")  # type: ignore[attr-defined, index]


def test_policies_hold_seats(here: Path) -> None:
    """`seat --give-to` names the seat after it; `go-on` lets them play until a person must decide."""
    for seat in ("US", "ARVN", "NVA"):
        assert fitl("table", "seat", "t", seat, "--give-to", "random").exit_code == 0
    found = fitl("table", "go-on", "t", "--json")
    played = json.loads(found.output)
    assert found.exit_code == 0 and played["why"].startswith("the table waits for VC")
    assert all(not line.startswith("VC") for line in played["lines"])
    plain = fitl("table", "go-on", "t", "--policy", "VC=greedy", "--seed", "4", "--lines", "3")
    assert plain.exit_code == 0 and "the asked number of lines is played" in plain.output
    assert fitl("table", "seat", "t", "VC", "--give-to", "random", "--json").output.startswith("{")


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (("seat", "u", "VC", "--store", "tables.db", "--program", "cat"), 2),
        (("seat", "t", "XX", "--store", "tables.db", "--program", "cat"), 2),
        (("seat", "t", "VC", "--store", "tables.db", "--program", "cat", "--secret", "x"), 2),
        (("seat", "t", "VC", "--store", "none.db", "--program", "cat"), 3),
        (("table", "seat", "t", "VC", "--give-to", "genius"), 2),
        (("table", "seat", "t", "VC", "--give-to", "random", "--leave"), 2),
        (("table", "go-on", "u"), 2),
        (("table", "go-on", "t", "--policy", "VC=genius"), 2),
        (("play", "game.fitl", "VC", "pass", "--policy", "US=random"), 2),
        (("play", "game.fitl", "--type-dice", "--policy", "US=random"), 2),
    ],
)
def test_wrong_use(given: tuple[str, ...], code: int, here: Path) -> None:
    """A table, seat, store or policy that is not there; options that exclude each other."""
    Path("game.fitl").write_text(HEADER)
    found = fitl(*given)
    assert found.exit_code == code, found.output


def test_policies_sit_at_the_prompt(here: Path) -> None:
    """`play --policy`: policies play their Factions to the end of the game, and nobody is asked."""
    assert fitl("new", "--deal", "--scenario", "short", "--seed", "5", "-o", "game.fitl").exit_code == 0
    whole = fitl("play", "game.fitl", "--policy", "all=random", "--seed", "3", stdin="")
    assert whole.exit_code == 0, whole.output
    text = Path("game.fitl").read_text()
    assert all(f"\n{faction}" in text for faction in ("US", "ARVN", "NVA", "VC"))
    assert fitl("validate", "game.fitl").exit_code == 0 and fitl("verify", "game.fitl").exit_code == 0


def test_people_and_policies_at_the_prompt(here: Path) -> None:
    """The person is asked for VC only; `undo` takes back the person's last move, not that of a policy."""
    assert fitl("new", "--deal", "--scenario", "short", "--seed", "5", "-o", "game.fitl").exit_code == 0
    others = ("--policy", "all=random", "--policy", "VC=greedy")
    assert fitl("play", "game.fitl", *OTHERS, stdin="pass\nundo\npass\nstop\n").exit_code == 0
    lines = [line for line in Path("game.fitl").read_text().splitlines() if line and line[0] != "["]
    passed = [number for number, line in enumerate(lines) if line.split() == ["VC", "pass"]]
    assert len(passed) == 2 and "void" in " ".join(lines)
    assert fitl("play", "game.fitl", *others, stdin="").exit_code == 0
    assert fitl("validate", "game.fitl").exit_code == 0
