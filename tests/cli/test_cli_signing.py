"""`fitl play --by --key` and `fitl sign`: each line of a Faction with a key is signed, whoever wrote it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fitl_cli.app import app

pytest.importorskip("nacl")

BEGUN = '[FITL "2"]\n[Scenario "short"]\n[Cards "107 55"]\n\n#107\n'


def fitl(*arguments: str) -> Result:
    """Run a command and check that it ends without a traceback."""
    result = CliRunner().invoke(app, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def codes(file: str = "game.fitl") -> list[tuple[str, int]]:
    """Return the faults that `fitl verify` finds, each with its event."""
    faults = json.loads(fitl("verify", file, "--json").output)["faults"]
    return [(fault["code"], fault["event"]) for fault in faults]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a folder with a game in which VC and NVA have a key each."""
    monkeypatch.chdir(tmp_path)
    Path("game.fitl").write_text(BEGUN)
    for seat in ("VC", "NVA"):
        arguments = ("sign", f"{seat}.key", "game.fitl", "--seat", seat, "--new", "-o", "game.fitl")
        assert fitl(*arguments).exit_code == 0
    return tmp_path


def test_play_writes_the_writer_and_signs(here: Path) -> None:
    """`play --key` signs each line and names the key's seat as its writer unless `--by` gives a name."""
    assert fitl("play", "game.fitl", "VC event shaded", "--key", "VC.key").exit_code == 0
    assert fitl("play", "game.fitl", "NVA pass", "--key", "NVA.key", "--by", "Bo").exit_code == 0
    assert fitl("play", "game.fitl", "ARVN pass", "--by", "Ann").exit_code == 0
    assert fitl("chain", "game.fitl", "-o", "game.fitl").exit_code == 0
    text = Path("game.fitl").read_text()
    assert text.count("[%sig ") == 2
    assert next(line for line in text.splitlines() if "[%by VC]" in line).startswith("VC ")
    assert "[%by Bo]" in text and "[%by Ann]" in text
    report = json.loads(fitl("verify", "game.fitl", "--json", "--strict").output)
    assert (report["faults"], report["signatures"], report["open_points"]) == ([], 2, [])
    assert fitl("validate", "game.fitl").exit_code == 0


@pytest.mark.parametrize("by", [(), ("--by", "US"), ("--by", "Eve"), ("--by", "Moderator")])
def test_the_faction_that_acts_has_to_sign(here: Path, by: tuple[str, ...]) -> None:
    """A line of VC without the signature of VC is a fault, whatever writer the line names."""
    line = "VC event shaded"
    if by:
        line += f" ; [%by {by[1]}]"
    Path("game.fitl").write_text(f"{Path('game.fitl').read_text()}{line}\n")
    fitl("chain", "game.fitl", "-o", "game.fitl")
    assert codes() == [("signature-missing", 2)]
    assert fitl("verify", "game.fitl").exit_code == 1
    signed = fitl("sign", "VC.key", "game.fitl", "--seat", "VC", "-o", "game.fitl")
    assert (signed.exit_code, signed.output) == (0, "signed: 2\n")
    assert codes() == []


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["amend 2 VC pass"], [("signature-missing", 3)]),
        (["ruling stand VC tax Sai => VC 12"], [("signature-missing", 3)]),
        (["VC hold"], [("signature-missing", 3)]),
        (["NVA pass ; [%by VC]"], [("signature-missing", 3)]),
        (["note [%by NVA] away"], [("signature-missing", 3)]),
        (["note away", "void", "US pass"], []),
        (["players US ARVN NVA", "VC pass"], []),
    ],
)
def test_lines_that_have_to_be_signed(here: Path, lines: list[str], expected: list[tuple[str, int]]) -> None:
    """Amended moves, let-stand moves and notes of a seat with a key need its signature; others do not."""
    assert fitl("play", "game.fitl", "VC event shaded", "--key", "VC.key").exit_code == 0
    Path("game.fitl").write_text(Path("game.fitl").read_text() + "\n".join(lines) + "\n")
    fitl("chain", "game.fitl", "-o", "game.fitl")
    assert codes() == expected


def test_another_seats_signature(here: Path) -> None:
    """A line needs the signature of the Faction that acts, not of the writer."""
    text = Path("game.fitl").read_text() + "NVA pass ; [%by VC]\n"
    Path("game.fitl").write_text(text)
    assert fitl("sign", "VC.key", "game.fitl", "--seat", "VC", "-o", "game.fitl").exit_code == 1
    assert Path("game.fitl").read_text() == text
    assert fitl("sign", "NVA.key", "game.fitl", "--seat", "NVA", "-o", "game.fitl").exit_code == 0
    assert codes() == []


def test_a_faction_that_loses_its_player_is_an_open_point(here: Path) -> None:
    """A line that takes a seat with a key out of the game is open until that seat signs it."""
    Path("game.fitl").write_text(Path("game.fitl").read_text() + "players US ARVN NVA\nVC pass\n")
    fitl("chain", "game.fitl", "-o", "game.fitl")
    report = json.loads(fitl("verify", "game.fitl", "--json").output)
    assert [(point["code"], point["event"]) for point in report["open_points"]] == [("seat-left", 2)]
    assert fitl("sign", "VC.key", "game.fitl", "--seat", "VC", "-o", "game.fitl").output == "signed: 2\n"
    assert json.loads(fitl("verify", "game.fitl", "--json").output)["open_points"] == []


def test_a_game_from_before_has_open_points(here: Path) -> None:
    """Without the tag `Proofs` a signature is required only on lines that name the seat as their writer."""
    text = Path("game.fitl").read_text().replace('[Proofs "2"]\n', "")
    Path("game.fitl").write_text(text + "VC event shaded\nNVA pass ; [%by NVA]\n")
    fitl("chain", "game.fitl", "-o", "game.fitl")
    report = json.loads(fitl("verify", "game.fitl", "--json").output)
    assert [(fault["code"], fault["event"]) for fault in report["faults"]] == [("signature-missing", 3)]
    assert [(one["code"], one["event"]) for one in report["open_points"]] == [("signature-missing", 2)]


def test_nothing_to_sign(here: Path) -> None:
    """A game without a line to sign has exit code 1, also with `--json`, and stays as it was."""
    Path("game.fitl").write_text(Path("game.fitl").read_text() + "US pass\n")
    before = Path("game.fitl").read_bytes()
    result = fitl("sign", "VC.key", "game.fitl", "--seat", "VC", "-o", "game.fitl")
    assert (
        result.exit_code == 1 and "no line of VC is without a signature: nothing is signed" in result.output
    )
    result = fitl("sign", "VC.key", "game.fitl", "--seat", "VC", "-o", "other.fitl", "--json")
    assert result.exit_code == 1 and json.loads(result.output)["signed"] == []
    assert Path("game.fitl").read_bytes() == before and not Path("other.fitl").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        (("NVA pass", "--key", "VC.key"), 1, "this is a line of NVA, and the writer is VC"),
        (("NVA pass", "--by", "VC"), 1, "this is a line of NVA, and the writer is VC"),
        (("VC pass", "--key", "VC.key", "--by", "NVA"), 2, "this is the key of VC, and --by says NVA"),
        (("VC pass", "--key", "other.key"), 1, "the header does not have this key"),
        (("VC pass", "--key", "game.fitl"), 3, "this is no file of a key"),
        (("VC pass", "--key", "nowhere"), 3, "nowhere"),
    ],
)
def test_what_is_not_written(here: Path, arguments: tuple[str, ...], code: int, why: str) -> None:
    """A line of another seat, another game's key or a missing key leaves the file as it was."""
    Path("other.key").write_text("0" * 64 + "\n")
    before = Path("game.fitl").read_bytes()
    result = fitl("play", "game.fitl", *arguments)
    assert (result.exit_code, Path("game.fitl").read_bytes()) == (code, before), result.output
    assert why in result.output


def test_earlier_lines_are_not_signed_with_a_new_one(here: Path) -> None:
    """`play` signs only the new line; `fitl sign` signs earlier lines and names each one."""
    Path("game.fitl").write_text(Path("game.fitl").read_text() + "VC event shaded\n")
    assert fitl("play", "game.fitl", "NVA pass", "--key", "NVA.key").exit_code == 0
    assert fitl("play", "game.fitl", "note mine", "--key", "VC.key", "--by", "Cy").exit_code == 0
    assert codes() == [("signature-missing", 2)]
    forged = Path("game.fitl").read_text().replace("NVA   pass", "NVA  pass")
    Path("game.fitl").write_text(forged.replace("[%by NVA]", "[%by Eve]"))
    before = Path("game.fitl").read_bytes()
    result = fitl("play", "game.fitl", "VC pass", "--key", "VC.key")
    assert result.exit_code == 1 and Path("game.fitl").read_bytes() == before
