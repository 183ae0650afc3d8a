"""`fitl deal`, `roll`, `order`, `chain` and `verify`: their output, files and refusals."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest
from command_line import TUTORIAL, fitl, fitl_process
from msgspec.structs import replace
from proven_game import cards_proven, proven_game

import notation
from fitl_core.facts.factions import Faction
from fitl_core.proofs.chain import chained
from fitl_core.record.events import Pass
from notation import Entry, Log

HEAD = proven_game().tag("Chain-Head") or ""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a folder with `secret` and a dealt `game.fitl` that does not begin with a Coup card."""
    monkeypatch.chdir(tmp_path)
    with monkeypatch.context() as known:
        known.setattr("secrets.token_bytes", lambda size: bytes([7]) * size)
        assert fitl("deal", "secret", "-o", "game.fitl").exit_code == 0
    return tmp_path


def written(log: Log, name: str = "proven.fitl") -> str:
    """Write a log to a file and return its path."""
    text = notation.dump(log) if name.endswith("jsonl") else notation.write(log)
    Path(name).write_text(text, encoding="utf-8")
    return name


# -- verify -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["proven.fitl", "proven.jsonl"])
def test_a_sound_game_is_verified(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sound game has exit code 0 in both forms, also after `fmt` and `annotate`; its head is compared."""
    monkeypatch.chdir(tmp_path)
    log = proven_game()
    lines, cards = len(log.entries), cards_proven(log)
    file = written(log, name)
    result = fitl("verify", file, "--head", HEAD)
    assert result.exit_code == 0
    assert result.output.startswith(f"{name}: verified, with 1 open point\n  proven: {lines} lines follow")
    assert f", {cards} cards lay in their places" in result.output
    assert f"  head: {HEAD}\n" in result.output
    more = ("--jsonl",) if name.endswith("jsonl") else ()
    assert fitl("fmt", file, *more, "-o", file).exit_code == 0
    assert fitl("annotate", file, "--digests", "-o", file).exit_code == 0
    assert (
        fitl("annotate", file, "--event", "9", "--comment", "well", "--glyph", "!", "-o", file).exit_code == 0
    )
    again = fitl("verify", file, "--head", HEAD, "--json")
    report = json.loads(again.output)
    assert (again.exit_code, report["verified"]) == (0, True)
    assert (report["links"], report["bound"]) == (lines, lines + 2)
    assert (report["first"], report["faults"], report["file"]) == (None, [], name)
    assert fitl("fmt", file, "--normal", "-o", file).exit_code == 0


def test_the_rules_are_asked_only_if_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The report says whether the rules were asked; they compare the purposes of dice."""
    monkeypatch.chdir(tmp_path)
    file = written(proven_game())
    without, asked = fitl("verify", file), fitl("verify", file, "--ask-rules")
    assert without.exit_code == asked.exit_code == 0
    assert (
        "  the rules were not asked: --ask-rules compares the purposes of dice with them\n" in without.output
    )
    assert "  the rules were asked for the purposes of dice only" in asked.output
    assert asked.output.startswith("proven.fitl: verified, with 25 open points\n")
    assert fitl("verify", file, "--rules").stdout == asked.stdout
    for options, is_asked in (((), False), (("--ask-rules",), True)):
        report = json.loads(fitl("verify", file, "--json", *options).output)
        codes = [point["code"] for point in report["open_points"]]
        assert (report["rules_asked"], "die-purpose" in codes) == (is_asked, is_asked)


def test_a_game_that_the_rules_refuse_is_verified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chain, deck and dice do not depend on the rules, which are not even called."""
    monkeypatch.chdir(tmp_path)
    log = proven_game()
    refused = Entry(Pass(Faction.US), by="US")
    whole = chained(Log(log.tags, (*[replace(entry, chain="") for entry in log.entries], refused, refused)))
    file = written(whole)
    assert fitl("validate", file).exit_code == 1
    monkeypatch.setattr("fitl_core.proofs.purposes.replay", None)
    result = fitl("verify", file)
    assert result.exit_code == 0 and "verified" in result.output
    second = pytest.importorskip("second_checker")
    assert second.check(notation.dump(notation.read(Path(file).read_text()).log).encode()) == ""


def test_the_first_that_is_wrong_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first fault is named by its event and line, with exit code 1."""
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
    """A game without proofs has no faults, but ends with exit code 1 and names each missing proof."""
    result = fitl("verify", TUTORIAL)
    assert result.exit_code == 1
    assert "not verified: nothing in it is proven\n  proven: nothing\n" in result.output
    assert "there is no sealed deck" in result.output and "there is no chain" in result.output


def test_what_cannot_be_verified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file with faults is unreadable (3); a malformed head is wrong usage (2)."""
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
    """The text lists twenty faults and the number of the others; JSON lists all of them."""
    monkeypatch.chdir(tmp_path)
    log = proven_game()
    file = written(Log(tuple([tag for tag in log.tags if tag.name != "Deck-Root"]), log.entries[::-1]))
    told = fitl("verify", file).output
    more = len(json.loads(fitl("verify", file, "--json").output)["faults"]) - 20
    assert told.count("error: ") == 20 and f"and {more} more that are wrong" in told


# -- deal -------------------------------------------------------------------------------------------


def test_a_deck_is_dealt(here: Path) -> None:
    """The secret is private; dealing again prints the same deck; the game is legal and verified."""
    assert stat.S_IMODE(os.stat("secret").st_mode) == 0o600
    assert fitl("deal", "secret").output == Path("game.fitl").read_text(encoding="utf-8")
    assert fitl("validate", "game.fitl").exit_code == fitl("verify", "game.fitl").exit_code == 0
    seed = json.loads(Path("secret").read_text(encoding="utf-8"))["seed"]
    assert seed not in Path("game.fitl").read_text(encoding="utf-8")
    other = fitl("deal", "secret", "--scenario", "full")
    assert other.exit_code == 1 and "another game already" in other.output


def test_seeds_differ_and_are_added(here: Path) -> None:
    """Two dealers have different decks; seats add seeds after `--commit`, in any case and their order."""
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
    """Conflicting options, invalid secrets, and secrets that would be overwritten or shown are refused."""
    for arguments in (
        ("secret", "--next"),
        ("secret", "game.fitl"),
        ("secret", "game.fitl", "--next", "--open-seed"),
        ("secret", "game.fitl", "--commit"),
        ("secret", "game.fitl", "--next", "--add", "US=x"),
        ("secret", "game.fitl", "--next", "-o", "x"),
        ("new", "--commit", "--add", "US=x"),
        ("-",),
        ("new", "-o", "new"),
        ("secret", "game.fitl", "--open-seed", "-o", "./secret"),
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
    """The next card is turned up once the last one is finished, by the number of cards in force."""
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
    refused = fitl("deal", "secret", "game.fitl", "--next").output
    assert "is not legal, so no card is drawn" in refused and "fitl settle FILE lets it stand" in refused


def test_another_dealers_game(here: Path) -> None:
    """The secret of another dealer turns up no card of the game and opens no seed."""
    fitl("deal", "other", "-o", "other.fitl")
    for way in ("--next", "--open-seed"):
        result = fitl("deal", "secret", "other.fitl", way)
        assert result.exit_code == 1 and "not the dealer's game" in result.output
    Path("started.fitl").write_text(Path("game.fitl").read_text().replace('"second"', '"original"'))
    assert "starts otherwise" in fitl("deal", "secret", "started.fitl", "--open-seed").output
    fitl("deal", "undealt", "--commit")
    assert fitl("deal", "undealt", "game.fitl", "--open-seed").exit_code == 1
    assert fitl("deal", "undealt", TUTORIAL, "--open-seed").exit_code == 1
    assert fitl("roll", "undealt", "x").exit_code == 2


def test_the_seed_is_opened(here: Path) -> None:
    """The opened seed follows the commitment once, in the notation and in JSON Lines."""
    assert fitl("deal", "secret", "game.fitl", "--open-seed", "-o", "game.fitl").exit_code == 0
    text = Path("game.fitl").read_text()
    assert (
        text.count("[Seed-Opened ") == 1 and text == fitl("deal", "secret", "game.fitl", "--open-seed").output
    )
    Path("game.jsonl").write_text(fitl("fmt", "game.fitl", "--jsonl").output)
    assert fitl("deal", "secret", "game.jsonl", "--open-seed").output == Path("game.jsonl").read_text()
    assert json.loads(fitl("deal", "secret", "game.fitl", "--open-seed", "--json").output)["text"] == text
    assert "Seed-Opened" not in fitl("verify", "game.fitl").output


@pytest.mark.parametrize("purposes", [["VC: x"], ["VC: x", "VC: x", "NVA: y"]])
@pytest.mark.parametrize("is_linked", [True, False])
def test_dice_that_are_in_no_line_come_out_with_the_seed(
    here: Path, purposes: list[str], is_linked: bool
) -> None:
    """A die that was rolled last and left out is reported when the seed is opened."""
    assert fitl("roll", "secret", *purposes).exit_code == 0
    if is_linked:
        fitl("fmt", "--chain", "game.fitl", "-o", "game.fitl")
    fitl("deal", "secret", "game.fitl", "--open-seed", "-o", "game.fitl")
    report = json.loads(fitl("verify", "game.fitl", "--json").output)
    assert report["verified"] and bool(report["links"]) == is_linked
    assert [point["code"] for point in report["open_points"]] == ["die-unused"] * len(purposes)
    text = Path("game.fitl").read_text()
    assert fitl("deal", "secret", "game.fitl", "--open-seed").output == text  # they stand there once


# -- roll, order, chain -----------------------------------------------------------------------------


def test_dice_are_numbered_on(here: Path) -> None:
    """Each call numbers its dice after those of the last call, and all dice can be listed again."""
    first = fitl("roll", "secret", "VC: Attack in Hue", "NVA: Attack in Hue").output
    assert first.count("{") == 2 and "[%proof d6 1 VC: Attack in Hue] [%proof d6 2 NVA: Attack" in first
    third = json.loads(fitl("roll", "secret", "US: 8.8.1", "--each", "2", "--json").output)["dice"]
    assert [die["proof"] for die in third] == ["d6 3 US: 8.8.1", "d6 4 US: 8.8.1"]
    every = fitl("roll", "secret").output.splitlines()
    assert len(every) == 4 and every[2] == f"{{{third[0]['die']}}}   ; [%proof d6 3 US: 8.8.1]"
    for purpose in ("", " x", "a  b", "a\nb", "x" * 201, "\udcff"):
        assert fitl("roll", "secret", purpose).exit_code == 2
    assert fitl("roll", "secret", "x", "--each", "0").exit_code == 2
    assert len(fitl("roll", "secret").output.splitlines()) == 4
    assert stat.S_IMODE(os.stat("secret").st_mode) == 0o600
    lines = [f"dice US 8.8.1 {{{third[i]['die']}}} ; [%proof {third[i]['proof']}]" for i in (0, 1)]
    spent = "note " + " ".join([line.partition("; ")[2] for line in every[:2]])
    Path("game.fitl").write_text("\n".join([Path("game.fitl").read_text(), spent, *lines]))
    fitl("deal", "secret", "game.fitl", "--open-seed", "-o", "game.fitl")
    assert json.loads(fitl("verify", "game.fitl", "--json").output)["dice"] == 2


def test_orders_are_sealed_and_opened(here: Path) -> None:
    """The file of an order is private, and its seal reveals nothing of the text."""
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
    """Later lines are linked to the chain; a broken chain is not continued."""
    assert fitl("fmt", "--chain", "game.fitl", "-o", "game.fitl").exit_code == 0
    text = Path("game.fitl").read_text()
    assert text == fitl("fmt", "--chain", "game.fitl").output
    Path("game.fitl").write_text(text + "note away\n")
    behind = fitl("verify", "game.fitl")
    assert behind.exit_code == 1 and "event 3: it has no link" in behind.output
    head = json.loads(fitl("fmt", "--chain", "game.fitl", "-o", "game.fitl", "--json").output)["head"]
    assert fitl("verify", "game.fitl", "--head", head).exit_code == 0
    assert f"head: {head}" in fitl("fmt", "--chain", "game.fitl", "-o", "game.fitl").output
    Path("game.jsonl").write_text(fitl("fmt", "game.fitl", "--jsonl").output)
    assert fitl("fmt", "--chain", "game.jsonl").output == Path("game.jsonl").read_text()
    for old, new in (("note ", "note x"), ("[%chain ", "[%chained "), ('Chain-Head "', 'Chain-Head "0')):
        Path("bad.fitl").write_text(Path("game.fitl").read_text().replace(old, new, 1))
        assert fitl("fmt", "--chain", "bad.fitl").exit_code in (1, 3), old
    assert fitl("fmt", "--chain", TUTORIAL).output.count("[%chain ") > 30


def test_what_the_programs_leave_behind(here: Path) -> None:
    """`roll` in a separate process prints dice and leaves no file except the game and the secret."""
    result = fitl_process("roll", str(here / "secret"), "VC: Attack in Hue")
    assert result.returncode == 0 and result.stdout.startswith(b"{")
    assert sorted(path.name for path in here.iterdir()) == ["game.fitl", "secret"]
