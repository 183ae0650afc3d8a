"""`fitl deal`, `roll`, `order`, `chain` and `verify`: what they print, write and refuse."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest
from command_line import TUTORIAL, fitl, fitl_process
from proven_game import cards_proven, proven_game

import notation
from notation import Log

HEAD = proven_game().tag("Chain-Head") or ""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a dealt game, which does not begin with a Coup card: `secret` and `game.fitl`."""
    monkeypatch.chdir(tmp_path)
    with monkeypatch.context() as known:
        known.setattr("secrets.token_bytes", lambda size: bytes([7]) * size)
        assert fitl("deal", "secret", "-o", "game.fitl").exit_code == 0
    return tmp_path


def written(log: Log, name: str = "proven.fitl") -> str:
    """A log in a file."""
    text = notation.dump(log) if name.endswith("jsonl") else notation.write(log)
    Path(name).write_text(text, encoding="utf-8")
    return name


# -- verify -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["proven.fitl", "proven.jsonl"])
def test_a_sound_game_is_verified(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit code 0; the same in both forms, and behind fmt and annotate, with the head published."""
    monkeypatch.chdir(tmp_path)
    log = proven_game()
    lines, cards = len(log.entries), cards_proven(log)
    file = written(log, name)
    result = fitl("verify", file, "--head", HEAD)
    assert result.exit_code == 0
    assert result.output.startswith(f"{name}: verified\n  proven: {lines} lines follow by their links")
    assert f", {cards} cards lay in their places" in result.output
    assert f"  head: {HEAD}\n" in result.output
    more = ("--jsonl",) if name.endswith("jsonl") else ()
    assert fitl("fmt", file, *more, "-o", file).exit_code == 0
    assert fitl("annotate", file, "--digests", "-o", file).exit_code == 0
    assert fitl("annotate", file, "--at", "9", "--comment", "well", "--glyph", "!", "-o", file).exit_code == 0
    again = fitl("verify", file, "--head", HEAD, "--json")
    report = json.loads(again.output)
    assert (again.exit_code, report["verified"]) == (0, True)
    assert (report["links"], report["bound"]) == (lines, lines + 2)
    assert (report["first"], report["faults"], report["file"]) == (None, [], name)
    assert fitl("fmt", file, "--rules", "-o", file).exit_code == 0


def test_the_first_that_is_wrong_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its event and line, with exit code 1."""
    monkeypatch.chdir(tmp_path)
    file = written(proven_game())
    text = Path(file).read_text(encoding="utf-8")
    number, line = next((i, line) for i, line in enumerate(text.splitlines(), 1) if "space {" in line)
    die = line[line.index("{") + 1]
    Path(file).write_text(text.replace(line, line.replace(f"{{{die}", f"{{{int(die) % 6 + 1}")))
    result = fitl("verify", file)
    assert result.exit_code == 1
    assert (
        f"{file}:{number}:1: error: event " in result.output and "its link does not follow" in result.output
    )
    report = json.loads(fitl("verify", file, "--json").output)
    assert [fault["code"] for fault in report["faults"]] == ["link-wrong", "die-wrong"]
    assert report["first"] == report["faults"][0] and report["first"]["line"] == number
    assert f"the first that is wrong is event {report['first']['event']}\n" in result.output


def test_a_game_without_proofs_is_not_verified() -> None:
    """Nothing is wrong, nothing is proven: exit code 1, and it is said what is missing."""
    result = fitl("verify", TUTORIAL)
    assert result.exit_code == 1
    assert "not verified: nothing in it is proven\n  proven: nothing\n" in result.output
    assert "there is no sealed deck" in result.output and "there is no chain" in result.output


def test_what_cannot_be_verified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files with faults are unreadable (3), heads that are none a matter of usage (2)."""
    monkeypatch.chdir(tmp_path)
    written(proven_game())
    for broken in ('[Seed-Opened "0"]', '[Deck-Root "x"]', '[Chain-Head "]"]'):
        name = broken[1:].split()[0]
        lines = Path("proven.fitl").read_text(encoding="utf-8").splitlines()
        Path("broken.fitl").write_text("\n".join([broken if f"[{name} " in line else line for line in lines]))
        result = fitl("verify", "broken.fitl")
        assert result.exit_code == 3 and f"{name} is " in result.output
    assert fitl("verify", "nowhere").exit_code == 3
    for head in ("", "0", "x" * 64, "0" * 65):
        assert fitl("verify", "proven.fitl", "--head", head).exit_code == 2
    assert fitl("verify", "proven.fitl", "--head", HEAD.upper()).exit_code == 0


def test_many_faults_are_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty are told, and how many more there are; JSON has them all."""
    monkeypatch.chdir(tmp_path)
    log = proven_game()
    file = written(Log(tuple([tag for tag in log.tags if tag.name != "Deck-Root"]), log.entries[::-1]))
    told = fitl("verify", file).output
    more = len(json.loads(fitl("verify", file, "--json").output)["faults"]) - 20
    assert told.count("error: ") == 20 and f"and {more} more that are wrong" in told


# -- deal -------------------------------------------------------------------------------------------


def test_a_deck_is_dealt(here: Path) -> None:
    """SECRET is for its owner alone; the same again prints the same; the game is legal and verified."""
    assert stat.S_IMODE(os.stat("secret").st_mode) == 0o600
    assert fitl("deal", "secret").output == Path("game.fitl").read_text(encoding="utf-8")
    assert fitl("validate", "game.fitl").exit_code == fitl("verify", "game.fitl").exit_code == 0
    seed = json.loads(Path("secret").read_text(encoding="utf-8"))["seed"]
    assert seed not in Path("game.fitl").read_text(encoding="utf-8")
    other = fitl("deal", "secret", "--scenario", "full")
    assert other.exit_code == 1 and "another game already" in other.output


def test_seeds_differ_and_are_added(here: Path) -> None:
    """Two dealers have two decks; --commit first, then --add; seats by any case, in their order."""
    assert fitl("deal", "other").output != fitl("deal", "secret").output
    tag = fitl("deal", "third", "--commit").output.strip()
    assert json.loads(fitl("deal", "fourth", "--commit", "--json").output)["commitment"].startswith("sha256:")
    dealt = fitl("deal", "third", "--add", "vc=a", "--add", "US = b c", "--players", "US VC").output
    assert tag in dealt and '[Seeds-Added "US:622063 VC:61"]' in dealt
    early = fitl("deal", "fifth", "--add", "US=x")
    assert early.exit_code == 2 and "--commit" in early.output and not Path("fifth").exists()
    fitl("deal", "fifth", "--commit")
    before = Path("fifth").read_text()
    for added, code in (("US", 2), ("US=", 2), ("NVA+VC=x", 1), ("XX=x", 1)):
        assert fitl("deal", "fifth", "--add", added).exit_code == code
        assert Path("fifth").read_text() == before
    assert fitl("deal", "fifth", "--add", "US=a", "--add", "US=b").exit_code == 1
    assert fitl("deal", "fifth", "--add", "US=" + "x" * 257).exit_code == 1


def test_what_is_not_dealt(here: Path) -> None:
    """Options that exclude each other, secrets that are none or would be overwritten or shown."""
    for arguments in (
        ("secret", "--next"),
        ("secret", "game.fitl"),
        ("secret", "game.fitl", "--next", "--open"),
        ("secret", "game.fitl", "--commit"),
        ("secret", "game.fitl", "--next", "--add", "US=x"),
        ("secret", "game.fitl", "--next", "-o", "x"),
        ("new", "--commit", "--add", "US=x"),
        ("-",),
        ("new", "-o", "new"),
        ("secret", "game.fitl", "--open", "-o", "./secret"),
        ("secret", "--commit"),
    ):
        assert fitl("deal", *arguments).exit_code == 2, arguments
    assert "is not overwritten" in fitl("deal", "secret", "--commit").output
    for data in (b"", b"{}", b"\xff", b"[" * 10_000, Path("game.fitl").read_bytes()):
        Path("bad").write_bytes(data)
        for arguments in (("deal", "bad"), ("roll", "bad", "x"), ("deal", "bad", "game.fitl", "--next")):
            result = fitl(*arguments)
            assert result.exit_code == 3 and result.output.startswith("fitl: bad: "), data
    kept = json.loads(Path("secret").read_text(encoding="utf-8"))
    for change in (
        {"seed": "00"},
        {"seed": "0" * 64},
        {"header": kept["header"][:4]},
        {"rolled_for": ["  "]},
    ):
        Path("bad").write_text(json.dumps(kept | change))
        assert fitl("roll", "bad", "x").exit_code == 3
    assert fitl("deal", "nowhere/secret").exit_code == 74


def test_the_next_card(here: Path) -> None:
    """Once the card before it is finished; its position is that of the cards in force."""
    game = Path("game.fitl")
    result = fitl("deal", "secret", "game.fitl", "--next")
    assert result.exit_code == 1 and result.output.startswith("fitl: the card is not finished: ")
    assert "#" not in result.output
    for _ in range(4):
        faction = fitl("legal", "game.fitl").output.split("\n")[0].split(": ")[-1].split()[0]
        game.write_text(game.read_text() + f"{faction} pass\n")
    line = fitl("deal", "secret", "game.fitl", "--next").output
    assert line.startswith("next #") and "[%proof card 3/27 " in line
    said = json.loads(fitl("deal", "secret", "game.fitl", "--next", "--json").output)
    assert said["line"] + "\n" == line and said["entry"]["event"]["event"] == "reveal"
    game.write_text(game.read_text() + line)
    assert fitl("verify", "game.fitl").exit_code == fitl("validate", "game.fitl").exit_code == 0
    assert fitl("deal", "secret", "game.fitl", "--next").exit_code == 1
    game.write_text(game.read_text() + "void\n")
    assert fitl("deal", "secret", "game.fitl", "--next").output == line
    game.write_text(game.read_text() + "US train Hue+99at\n")
    assert "is not legal, so no card is drawn" in fitl("deal", "secret", "game.fitl", "--next").output


def test_another_dealers_game(here: Path) -> None:
    """Nothing is turned up or opened in it."""
    fitl("deal", "other", "-o", "other.fitl")
    for way in ("--next", "--open"):
        result = fitl("deal", "secret", "other.fitl", way)
        assert result.exit_code == 1 and "not the dealer's game" in result.output
    Path("started.fitl").write_text(Path("game.fitl").read_text().replace('"second"', '"original"'))
    assert "starts otherwise" in fitl("deal", "secret", "started.fitl", "--open").output
    fitl("deal", "undealt", "--commit")
    assert fitl("deal", "undealt", "game.fitl", "--open").exit_code == 1
    assert fitl("deal", "undealt", TUTORIAL, "--open").exit_code == 1
    assert fitl("roll", "undealt", "x").exit_code == 2


def test_the_seed_is_opened(here: Path) -> None:
    """It stands behind the commitment; opened twice it stands there once; JSON Lines stay so."""
    assert fitl("deal", "secret", "game.fitl", "--open", "-o", "game.fitl").exit_code == 0
    text = Path("game.fitl").read_text()
    assert text.count("[Seed-Opened ") == 1 and text == fitl("deal", "secret", "game.fitl", "--open").output
    Path("game.jsonl").write_text(fitl("fmt", "game.fitl", "--jsonl").output)
    assert fitl("deal", "secret", "game.jsonl", "--open").output == Path("game.jsonl").read_text()
    assert json.loads(fitl("deal", "secret", "game.fitl", "--open", "--json").output)["text"] == text
    assert "Seed-Opened" not in fitl("verify", "game.fitl").output


# -- roll, order, chain -----------------------------------------------------------------------------


def test_dice_are_numbered_on(here: Path) -> None:
    """Each call goes on where the last one stopped, and all can be told again."""
    first = fitl("roll", "secret", "VC: Attack in Hue", "NVA: Attack in Hue").output
    assert first.count("{") == 2 and "[%proof d6 1 VC: Attack in Hue] [%proof d6 2 NVA: Attack" in first
    third = json.loads(fitl("roll", "secret", "US: 8.8.1", "--dice", "2", "--json").output)["dice"]
    assert [die["proof"] for die in third] == ["d6 3 US: 8.8.1", "d6 4 US: 8.8.1"]
    every = fitl("roll", "secret").output.splitlines()
    assert len(every) == 4 and every[2] == f"{{{third[0]['die']}}}   ; [%proof d6 3 US: 8.8.1]"
    for purpose in ("", " x", "a  b", "a\nb", "x" * 201, "\udcff"):
        assert fitl("roll", "secret", purpose).exit_code == 2
    assert fitl("roll", "secret", "x", "--dice", "0").exit_code == 2
    assert len(fitl("roll", "secret").output.splitlines()) == 4
    assert stat.S_IMODE(os.stat("secret").st_mode) == 0o600
    lines = [f"dice US 8.8.1 {{{third[i]['die']}}} ; [%proof {third[i]['proof']}]" for i in (0, 1)]
    spent = "note " + " ".join([line.partition("; ")[2] for line in every[:2]])
    Path("game.fitl").write_text("\n".join([Path("game.fitl").read_text(), spent, *lines]))
    fitl("deal", "secret", "game.fitl", "--open", "-o", "game.fitl")
    assert json.loads(fitl("verify", "game.fitl", "--json").output)["dice"] == 2


def test_orders_are_sealed_and_opened(here: Path) -> None:
    """The file is for its owner alone; the seal says nothing of the text."""
    text = "VC: Tet if playable, else waive"
    sealed = fitl("order", "tet", "--seal", text).output
    assert stat.S_IMODE(os.stat("tet").st_mode) == 0o600 and "Tet" not in sealed
    assert fitl("order", "tet").output == sealed != fitl("order", "again", "--seal", text).output
    opened = fitl("order", "tet", "--open").output
    assert text in opened
    said = json.loads(fitl("order", "tet", "--open", "--json").output)
    assert (said["text"], said["line"] + "\n") == (text, opened) and said["seal"] in sealed
    assert "text" not in json.loads(fitl("order", "tet", "--json").output)
    Path("game.fitl").write_text(Path("game.fitl").read_text() + sealed + opened)
    assert json.loads(fitl("verify", "game.fitl", "--json").output)["orders"] == 1
    assert fitl("order", "tet", "--seal", text).exit_code == 2
    assert fitl("order", "new", "--seal", text, "--open").exit_code == 2
    for wrong in ("", "a\nb", "x" * 1_001, "\udcff"):
        assert fitl("order", "new", "--seal", wrong).exit_code == 2 and not Path("new").exists()
    assert fitl("order", "game.fitl", "--open").exit_code == fitl("order", "nowhere").exit_code == 3
    assert fitl("order", "-", "--seal", text).exit_code == 2


def test_a_chain_goes_on(here: Path) -> None:
    """Lines written later are linked; a chain that does not hold is not gone on with."""
    assert fitl("chain", "game.fitl", "-o", "game.fitl").exit_code == 0
    text = Path("game.fitl").read_text()
    assert text == fitl("chain", "game.fitl").output
    Path("game.fitl").write_text(text + "note away\n")
    behind = fitl("verify", "game.fitl")
    assert behind.exit_code == 1 and "event 3: it has no link" in behind.output
    head = json.loads(fitl("chain", "game.fitl", "-o", "game.fitl", "--json").output)["head"]
    assert fitl("verify", "game.fitl", "--head", head).exit_code == 0
    assert f"head: {head}" in fitl("chain", "game.fitl", "-o", "game.fitl").output
    Path("game.jsonl").write_text(fitl("fmt", "game.fitl", "--jsonl").output)
    assert fitl("chain", "game.jsonl").output == Path("game.jsonl").read_text()
    for old, new in (("note ", "note x"), ("[%chain ", "[%chained "), ('Chain-Head "', 'Chain-Head "0')):
        Path("bad.fitl").write_text(Path("game.fitl").read_text().replace(old, new, 1))
        assert fitl("chain", "bad.fitl").exit_code in (1, 3), old
    assert fitl("chain", TUTORIAL).output.count("[%chain ") > 30


def test_what_the_programs_leave_behind(here: Path) -> None:
    """In a process of its own: a full disk, an unwritable folder and a reader that goes away are told."""
    result = fitl_process("roll", str(here / "secret"), "VC: Attack in Hue")
    assert result.returncode == 0 and result.stdout.startswith(b"{")
    assert sorted(path.name for path in here.iterdir()) == ["game.fitl", "secret"]
