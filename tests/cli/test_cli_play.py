"""`fitl new` and `fitl play FILE MOVE`: begin a game, and add moves to its file one by one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import FIXTURES, HEADER, TUTORIAL, fitl

from fitl_core.proofs.dealer import read_dealer
from fitl_core.rules.release import RULES_RELEASE

BEGUN = HEADER + "; what people wrote stays\nVC   event shaded   ; [%by Ann]  twice\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a folder with a begun game: `game.fitl`, in which NVA is to act."""
    monkeypatch.chdir(tmp_path)
    Path("game.fitl").write_text(BEGUN)
    return tmp_path


# -- new --------------------------------------------------------------------------------------------


def test_a_game_begins_without_cards(here: Path) -> None:
    """The header records scenario, players and options; the players enter the cards themselves."""
    result = fitl("new", "--scenario", "full", "--players", "US+ARVN", "--options", "easy", "-o", "new.fitl")
    assert (result.exit_code, result.output) == (0, "")
    assert Path("new.fitl").read_text().split("\n")[:6] == [
        '[FITL "3"]',
        '[Rules "second"]',
        f'[Rules-Release "{RULES_RELEASE}"]',
        '[Scenario "full"]',
        '[Players "US+ARVN"]',
        '[Options "easy"]',
    ]
    for line in ("#107", "next #55"):
        assert fitl("play", "new.fitl", line).exit_code == 0
    assert "VC is to act" not in fitl("validate", "new.fitl").output.split("card 107")[0]
    assert Path("new.fitl").read_text().endswith('[Options "easy"]\n\n#107\nnext #55\n')


def test_a_game_is_begun_on_what_holds_nothing(here: Path) -> None:
    """A new game may be written to a device or an empty file, but not over a file with content."""
    assert fitl("new", "-o", "/dev/null").exit_code == 0
    (here / "empty.fitl").touch()
    assert fitl("new", "-o", "empty.fitl").exit_code == 0
    assert fitl("new", "-o", "empty.fitl").exit_code == 2


def test_a_deck_is_dealt_with_a_game(here: Path) -> None:
    """The secret deck is a file beside the game that only its owner can read; a seed repeats the deck."""
    assert fitl("new", "--deal", "--seed", "7", "-o", "a.fitl").exit_code == 0
    assert fitl("new", "--deal", "--seed", "7", "--secret", "b", "-o", "b.fitl").exit_code == 0
    assert fitl("new", "--deal", "-o", "c.fitl").exit_code == 0
    assert Path("a.fitl").read_text() == Path("b.fitl").read_text() != Path("c.fitl").read_text()
    assert Path("a.secret").read_bytes() == Path("b").read_bytes()
    assert Path("a.secret").stat().st_mode & 0o777 == 0o600
    assert fitl("verify", "a.fitl").output.startswith("a.fitl: verified\n  proven: 2 cards lay")
    told = json.loads(fitl("new", "--deal", "--seed", "7", "--secret", "d", "--json").output)
    assert told["text"] == Path("a.fitl").read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--deal",), "name the file for deck and dice with -o or --secret"),
        (("--seed", "7"), "--seed and --secret go with --deal"),
        (("--deal", "--secret", "x.fitl", "-o", "x.fitl"), "x.fitl is the secret"),
        (("-o", "game.fitl"), "game.fitl is there already: choose another name for the new game"),
        (("--deal", "--secret", "game.fitl", "-o", "x.fitl"), "a secret is not overwritten"),
        (("--players", "US+VC"), "Invalid value for --players"),
    ],
)
def test_what_is_not_begun(arguments: tuple[str, ...], message: str, here: Path) -> None:
    """A refused `new` overwrites no file and leaves no new one."""
    result = fitl("new", *arguments)
    assert (result.exit_code, message in result.output) == (2, True), result.output
    assert sorted(path.name for path in here.iterdir()) == ["game.fitl"]
    assert Path("game.fitl").read_text() == BEGUN


# -- a move -----------------------------------------------------------------------------------------


def test_a_move_is_put_at_the_end(here: Path) -> None:
    """A move without its Faction is added in the notation; every earlier byte of the file stays."""
    result = fitl("play", "game.fitl", "passes")
    assert (result.exit_code, Path("game.fitl").read_text()) == (0, BEGUN + "NVA  pass\n")
    assert result.output.split("\n")[0] == "NVA  pass"
    assert "ARVN is to act" in result.output
    move = "trains Saigon + 6 troops; pacify? no. [%by Bo]"
    assert fitl("play", "game.fitl", *move.split()).exit_code == 0
    assert Path("game.fitl").read_text().endswith("ARVN train Sai+6at   ; [%by Bo] pacify? no.\n")
    assert fitl("play", "game.fitl", "note", "until", "Monday").exit_code == 0


@pytest.mark.parametrize("form", ["utf-16", "crlf", "jsonl", "no line end"])
def test_the_form_of_the_file_is_kept(form: str, here: Path) -> None:
    """A file keeps its form: UTF-16, Windows line ends, JSON Lines; a missing line end is added."""
    whole = BEGUN.encode()
    behind = b"NVA  pass\n"
    match form:
        case "utf-16":
            whole, behind = BEGUN.encode("utf-16"), "NVA  pass\n".encode("utf-16-le")
        case "crlf":
            whole, behind = BEGUN.replace("\n", "\r\n").encode(), b"NVA  pass\r\n"
        case "jsonl":
            whole = fitl("fmt", "game.fitl", "--jsonl").output.encode()
            behind = b'{"event":{"event":"pass","faction":"NVA"}}\n'
        case _:
            whole, behind = BEGUN.rstrip("\n").encode(), b"\nNVA  pass\n"
    Path("game.fitl").write_bytes(whole)
    assert fitl("play", "game.fitl", "pass").exit_code == 0
    assert Path("game.fitl").read_bytes() == whole + behind
    assert fitl("validate", "game.fitl").exit_code == 0


def test_a_move_as_data(here: Path) -> None:
    """`--json` returns the lines, their effects, and the Faction to act."""
    told = json.loads(fitl("play", "game.fitl", "NVA pass", "--json").output)
    assert (told["event"], told["lines"]) == (2, ["NVA  pass"])
    assert told["told"][0]["text"] == "NVA Passes" or told["told"]
    assert told["standing"].endswith("ARVN is to act (2.3.2)")


@pytest.mark.parametrize(
    ("move", "code", "message"),
    [
        ("NVA train Sai", 1, "NVA"),
        ("ARVN pass", 1, "because 2.3.2"),
        ("NVA rally DaN+2ng", 1, "legal moves near it:"),
        ("NVA rally", 1, "NVA still owes Rally in at least one space"),
        ("NVA pass => NVA 90", 1, "false claim: claimed NVA 90, it is"),
        ("next #68", 1, "because 2.3.7"),
        ("void 9", 1, "event 9 comes later than this line"),
        ("digest 2:00", 1, "another engine came to another state"),
        ("NVA raly Hue", 3, "(perhaps: rally)"),
        ("NVA pass\nARVN pass", 3, "one line of a game is expected"),
    ],
)
def test_a_move_is_ruled_on(move: str, code: int, message: str, here: Path) -> None:
    """An illegal, incomplete, false or unreadable move is not added to the file."""
    result = fitl("play", "game.fitl", move)
    assert (result.exit_code, message in result.output) == (code, True), result.output
    assert Path("game.fitl").read_text() == BEGUN
    assert result.exception is None or isinstance(result.exception, SystemExit)


def test_a_ruling_as_data(here: Path) -> None:
    """`--json` reports a refusal as `fitl adjudicate --json` does."""
    told = json.loads(fitl("play", "game.fitl", "NVA rally DaN+2ng", "--json").output)
    assert (told["legal"], told["refusal"]["rule"], bool(told["nearest"])) == (False, "3.3.1", True)


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        (HEADER + "NVA  pass\n", 1, "illegal: 2.3.2"),
        (HEADER + "VC   event shaded |\n", 3, "error"),
        (BEGUN + "note [%proof d6 1", 3, "is"),
        (BEGUN.replace('FITL "2"', 'FITL "1"'), 3, "convert it with fitl fmt to the current version"),
        ("", 3, "the file is empty"),
    ],
)
def test_a_file_that_takes_no_moves(text: str, code: int, message: str, here: Path) -> None:
    """A game that is illegal, faulty, of version 1 or open-ended takes no move."""
    Path("game.fitl").write_text(text)
    result = fitl("play", "game.fitl", "NVA pass")
    assert (result.exit_code, message in result.output) == (code, True), result.output
    assert Path("game.fitl").read_text() == text


def test_a_line_that_puts_an_illegal_game_right(here: Path) -> None:
    """An illegal game takes no move, but takes a line that removes its illegal event (SPEC 3)."""
    Path("game.fitl").write_text(f"{BEGUN}NVA rally Tay+9ng\n")
    for line, code in (("ARVN pass", 1), ("amend 2 NVA rally Tay+8ng", 1), ("void 1 2", 3)):
        assert fitl("play", "game.fitl", line).exit_code == code
    assert Path("game.fitl").read_text() == f"{BEGUN}NVA rally Tay+9ng\n"
    result = fitl("play", "game.fitl", "amend 2 NVA pass")
    assert result.exit_code == 0 and result.output.startswith("amend 2 NVA  pass\n")
    assert "ARVN is to act" in result.output
    assert fitl("validate", "--strict", "game.fitl").exit_code == 0


def test_what_play_is_not_asked_for(here: Path) -> None:
    """`play` refuses standard input as a game, a read-only file, and other wrong usage."""
    for arguments in (("-", "pass"), ("game.fitl", "--json"), ("game.fitl", "pass", "--type-dice")):
        assert fitl("play", *arguments).exit_code == 2
    Path("game.fitl").chmod(0o400)
    result = fitl("play", "game.fitl", "NVA pass")
    assert (result.exit_code, "read-only" in result.output) == (74, True)
    assert fitl("play", "game.fitl", "pass", "--secret", TUTORIAL).exit_code == 3


# -- dice -------------------------------------------------------------------------------------------


@pytest.fixture
def dealt(here: Path) -> Path:
    """Return a dealt game in which VC is to act."""
    assert fitl("new", "--deal", "--seed", "9", "-o", "dealt.fitl").exit_code == 0
    while "VC is to act" not in fitl("validate", "dealt.fitl").output:
        assert fitl("play", "dealt.fitl", "pass").exit_code == 0
    return Path("dealt.fitl")


def test_a_die_is_rolled_with_its_proof(dealt: Path) -> None:
    """The secret beside the game rolls the die, and the line records its proof."""
    result = fitl("play", "dealt.fitl", "attack BTu")
    assert result.exit_code == 0, result.output
    line = dealt.read_text().split("\n")[-2]
    assert line.startswith("VC   attack BTu {")
    assert line.endswith("[%proof d6 1 VC: the Attack in Binh Tuy-Binh Thuan, by 2 Guerrillas]")
    assert fitl("verify", "dealt.fitl").exit_code == 0


def test_a_die_that_fell_stays(dealt: Path) -> None:
    """A die of a refused move keeps its face: the move accepts only that face later."""
    before = dealt.read_text()
    assert fitl("play", "dealt.fitl", "attack BTu => VC 90").exit_code == 1
    fallen = read_dealer(Path("dealt.secret").read_bytes())
    assert dealt.read_text() == before
    assert fitl("play", "dealt.fitl", "attack BTu => VC 90").exit_code == 1
    assert read_dealer(Path("dealt.secret").read_bytes()) == fallen
    die = next(
        face for face in range(1, 7) if fitl("play", "dealt.fitl", f"attack BTu {{{face}}}").exit_code == 0
    )
    line = dealt.read_text().split("\n")[-2]
    assert line.startswith(f"VC   attack BTu {{{die}}}")


def test_dice_for_nothing_are_noted(dealt: Path) -> None:
    """A die of an abandoned move is recorded in a note, so that no die is missing."""
    assert fitl("play", "dealt.fitl", "attack BTu => VC 90").exit_code == 1
    assert fitl("play", "dealt.fitl", "attack Ple").exit_code == 0
    note, move = dealt.read_text().split("\n")[-3:-1]
    assert note.startswith("note [%proof d6 1 VC: the Attack in Binh Tuy")
    assert "[%proof d6 2 VC: the Attack in Pleiku" in move
    assert fitl("verify", "dealt.fitl").exit_code == 0


def test_another_games_secret(dealt: Path) -> None:
    """The secret of another game is named and refused; it deals no card and rolls no die."""
    assert fitl("new", "--deal", "-o", "other.fitl").exit_code == 0
    for more in ((), ("pass",)):
        result = fitl("play", "dealt.fitl", *more, "--secret", "other.secret", stdin="stop")
        assert (result.exit_code, "other.secret: this is not the dealer's game" in result.output) == (1, True)


def test_nothing_rolls_for_what_is_illegal(dealt: Path) -> None:
    """No die is rolled for a move that would be illegal on every face."""
    result = fitl("play", "dealt.fitl", "attack BTu guerrillas, Sai")
    assert result.exit_code == 1
    assert read_dealer(Path("dealt.secret").read_bytes()).rolled_for == ()


def test_without_the_secret_no_die_is_rolled(dealt: Path) -> None:
    """Without the secret the refusal names the die's purpose; a game without sealed dice rolls by chance."""
    Path("dealt.secret").unlink()
    before = dealt.read_text()
    told = fitl("play", "dealt.fitl", "attack BTu")
    assert told.exit_code == 1 and 'let the dealer roll "VC: the Attack in Binh Tuy' in told.output
    told = fitl("play", "dealt.fitl", "attack BTu {1}")
    assert told.exit_code == 1 and "1 die, and 0 proofs of dice: leave the die out" in told.output
    assert dealt.read_text() == before
    dealt.write_text(before.replace('[Proofs "2"]\n', ""))
    assert fitl("play", "dealt.fitl", "attack BTu").exit_code == 0
    assert "proof" not in dealt.read_text().split("\n")[-2]


def test_a_whole_game_takes_a_move_quickly() -> None:
    """A move refused at the end of a long game leaves the file as it was."""
    before = (FIXTURES / "short-game.fitl").read_bytes()
    assert fitl("play", str(FIXTURES / "short-game.fitl"), "VC pass").exit_code == 1
    assert (FIXTURES / "short-game.fitl").read_bytes() == before


ANSWERED = (
    '[FITL "2"]\n[Scenario "full"]\n[Players "VC"]\n'
    '[Position "Sai ut 2at; Hue ut at; NVn 12vg; VC 5; played 2; next 68; eligible VC"]\n'
)


@pytest.mark.parametrize(
    "typed", [None, "VC event shaded\n\nstop\n", "event\nshaded\n\nstop\n", "event shaded\n\n"]
)
def test_a_non_player_answers_in_a_players_move(typed: str | None, here: Path) -> None:
    """8.4.4: a Non-player's dice and answer join a player's move, as an argument, a line or step by step."""
    game = here / "answered.fitl"
    game.write_text(ANSWERED)
    if typed is None:
        told = fitl("play", str(game), "VC event shaded")
        assert told.exit_code == 0, told.output
    else:
        fitl("play", str(game), stdin=typed)
    lines = game.read_text().removeprefix(ANSWERED).split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith("VC "))
    assert lines[at - 1].startswith("dice NVA 8.4 space {")
    assert lines[at].startswith("VC   event shaded NVA: ")
    verdicts = json.loads(fitl("validate", str(game), "--strict", "--json").output)["non_players"]
    assert verdicts[0]["verdict"] == "dictated"
