"""`fitl reply`: a mail's lines put into the game, or the ruling to send back; a folder of mails watched."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import HEADER, ROOT, TUTORIAL, fitl, game_here

BEGUN = HEADER + "VC   event shaded\n"


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game in which NVA is to act."""
    return game_here(tmp_path, monkeypatch, BEGUN)


def mail(*lines: str, sender: str = "Bo <bo@example.org>") -> str:
    """A mail in a file of its own."""
    head = [f"From: {sender}", "Date: Sun, 03 May 2026 14:00:00 +0200", "Subject: Re: game", ""]
    path = Path(f"{len(list(Path.cwd().glob('*.eml')))}.eml")
    path.write_text("\n".join([*head, *lines, ""]))
    return str(path)


def reply(*arguments: str, code: int, stdin: str | None = None) -> str:
    """What is printed for `game.fitl`."""
    result = fitl("reply", "game.fitl", *arguments, stdin=stdin)
    assert result.exit_code == code, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.output


SIGNED = "   ; [%by Bo] [%time 2026-05-03T12:00Z]\n"


def test_a_move_in_a_mail(game: Path) -> None:
    """With who wrote it and when; greetings, quotes and signature do no harm."""
    told = reply(
        mail("Hi all,", "", "> VC event shaded", "", "NVA passes", "", "-- ", "Bo", "US pass"), code=0
    )
    assert game.read_text() == BEGUN + "NVA  pass" + SIGNED
    assert told.startswith("NVA  pass\n")
    assert told.endswith("ARVN is to act (2.3.2)\n")


def test_several_moves_at_once(game: Path) -> None:
    """All of them, or none."""
    both = ("NVA pass", "ARVN train Sai+6at pacify Sai=PS => Aid 9   ; [%by ARVN] at last")
    told = reply(mail(*both), code=1)
    assert "claimed Aid 9, it is Aid 8" in told
    assert "ARVN train Sai+6at pacify Sai=PS   => Aid 8\n```" in told
    assert game.read_text() == BEGUN
    reply(mail(*both[:1], both[1].replace("Aid 9", "Aid 8")), code=0)
    line = "ARVN train Sai+6at pacify Sai=PS   => Aid 8   ; [%by ARVN] [%time 2026-05-03T12:00Z] at last\n"
    assert game.read_text() == BEGUN + "NVA  pass" + SIGNED + line


def test_a_ruling_with_a_line_to_send_back(game: Path) -> None:
    """The reason, near moves, and the nearest one in a fence; nothing is put into the game."""
    told = reply(mail("NVA rally DaN+2ng"), code=1)
    for part in (
        "line 1 of the mail: 3.3.1: 2 NVA Guerrillas",
        "legal moves near it:",
        "```\nNVA  rally DaN+ng\n```",
    ):
        assert part in told, part
    assert told.endswith("nothing is put into game.fitl\n")
    assert game.read_text() == BEGUN


def test_a_sentence_is_sent_back_in_the_notation(game: Path) -> None:
    """What the words of a line mean is proposed, and not put into the game; nonsense has no proposal."""
    told = reply(mail("NVA passes on this one"), code=1)
    assert "perhaps it was to be:\n```\nNVA  pass\n```\nnothing is put into game.fitl\n" in told
    assert "perhaps" not in reply(mail("NVA frobnicates Hue+2ng"), code=1).split("(perhaps")[0]
    assert game.read_text() == BEGUN


def test_a_move_let_stand(game: Path) -> None:
    """With `--stand` what the rules refuse stands with the figures that the mail says (SPEC 3)."""
    reply(mail("NVA rally DaN+2ng => NVA 9, DaN 2ut 1ap 2ng"), "--stand", "--by", "NVA", code=0)
    line = (
        "ruling stand NVA rally DaN+2ng   => NVA 9, DaN 2ut 1ap 2ng   ; [%by NVA] [%time 2026-05-03T12:00Z]\n"
    )
    assert game.read_text() == BEGUN + line.replace("NVA rally", "NVA  rally")
    assert (
        "1 move let stand" in fitl("validate", "game.fitl").output
        or fitl("validate", "game.fitl").exit_code == 0
    )


def test_what_the_table_agrees_on(game: Path) -> None:
    """With `--stand` a mail may change what has been played, where there is something to change."""
    reply(mail("void 1"), "--stand", code=0)
    assert game.read_text() == BEGUN + "void 1" + SIGNED
    assert "event 9 comes later than this line" in reply(mail("void 9"), "--stand", code=1)


@pytest.mark.parametrize(
    ("lines", "code", "message"),
    [
        (("I pass on this, sorry",), 1, "no line of the notation is found in this mail"),
        (("NVA raly Hue",), 1, 'no verb is called "raly" (perhaps: rally)'),
        (("NVA rally DaN+ng", "Hue"), 1, "it is not clear whether the next line belongs to it"),
        (("ARVN pass",), 1, "2.3.2: "),
        (("VC event shaded",), 1, "event 1 says the same: has this mail been taken before?"),
        (
            ("> digest 2:0123456789abcdef", "NVA pass"),
            1,
            "for another game: digest 2:0123456789abcdef is none of",
        ),
        (('[FITL "2"]', '[Scenario "full"]', "", "NVA pass"), 1, "compare it with fitl diff"),
        (("NVA pass",) * 101, 1, "more than 100 lines of the notation"),
        (("void 1",), 1, "it takes a word that the table agrees"),
        (("amend 1 VC pass",), 1, "it takes a word that the table agrees"),
        (('correct "aid 75"',), 1, "it takes a word that the table agrees"),
        (("players VC",), 1, "it takes a word that the table agrees"),
        (("ruling stand NVA rally DaN+2ng => NVA 75",), 1, "it takes a word that the table agrees"),
    ],
)
def test_what_is_not_put_into_the_game(lines: tuple[str, ...], code: int, message: str, game: Path) -> None:
    """It is named, and the game stays as it was."""
    told = reply(mail(*lines), code=code)
    assert message in told
    assert game.read_text() == BEGUN


def test_digests_say_for_which_position(game: Path) -> None:
    """That of the turn quoted is this one; an older one is told; one of another game beside it stops all."""
    turn = fitl("turn", "game.fitl").output
    quoted = "".join([f"> {line}\n" for line in turn.split("\n")])
    told = reply(mail("NVA pass", "", quoted), code=0)
    assert ("written" in told, "quoted" in told) == (False, False)
    whole = game.read_text()
    assert "it was written behind event 1, and 1 event came since" in reply(
        mail("ARVN pass", "", quoted), code=0
    )
    both = mail("US pass", "", quoted, "> digest 2:0123456789abcdef")
    assert "this mail is about two games" in reply(both, code=1)
    assert game.read_text().startswith(whole)


def test_quoted_lines_that_the_log_does_not_hold(game: Path) -> None:
    """They are told, and never put into the game."""
    told = reply(mail("> US pass", "> VC   EVENT shaded", "NVA pass"), code=0)
    assert "line 1 is quoted, and the log does not hold it: US pass" in told
    assert "EVENT" not in told
    assert game.read_text() == BEGUN + "NVA  pass" + SIGNED


def test_dice_left_out_are_rolled_by_the_dealer(game: Path) -> None:
    """Where the game has its secret: with the proof; without one the die is owed."""
    fitl("new", "--deal", "--seed", "9", "-o", "dealt.fitl")
    while "VC is to act" not in fitl("validate", "dealt.fitl").output:
        assert fitl("play", "dealt.fitl", "pass").exit_code == 0
    assert fitl("reply", "dealt.fitl", mail("VC attack BTu", sender="vc@x")).exit_code == 0
    line = Path("dealt.fitl").read_text().split("\n")[-2]
    assert "[%by vc]" in line
    assert "[%proof d6 1 VC: the Attack in Binh Tuy" in line
    assert fitl("verify", "dealt.fitl").exit_code == 0
    Path("game.fitl").write_text(HEADER)
    assert "VC still owes" in reply(mail("VC attack Ple"), code=1)


def test_text_pages_and_mailboxes(game: Path) -> None:
    """Pasted text on standard input, a page, a mailbox of two mails."""
    reply("-", code=0, stdin="here:\n\nNVA pass\n")
    Path("post.html").write_text("<html><body><p>Mine:</p><div>ARVN&nbsp;pass</div></body></html>")
    reply("post.html", code=0)
    box = "From a Sun\nFrom: Us <u@x>\n\nUS pass\n\nFrom b Sun\nFrom: me@x\n\nnext #68\n"
    Path("box").write_text(box)
    reply("box", code=0)
    assert game.read_text() == BEGUN + "NVA  pass\nARVN pass\nUS   pass   ; [%by Us]\nnext #68   ; [%by me]\n"


def test_as_data(game: Path) -> None:
    """Lines, remarks, or the trouble with its ruling and the corrected line."""
    good = json.loads(reply(mail("NVA pass", "> US pass"), "--json", code=0))
    assert (good["event"], good["lines"], good["trouble"]) == (2, ["NVA  pass" + SIGNED[:-1]], None)
    assert len(good["remarks"]) == 1
    bad = json.loads(reply(mail("ARVN tran Sai"), "--json", code=1))
    assert (bad["trouble"]["code"], bad["trouble"]["line"], bad["lines"]) == ("unreadable", 1, [])
    bad = json.loads(reply(mail("ARVN train Sai+7at"), "--json", code=1))
    assert bad["ruling"]["refusal"]["rule"] == "3.2.1"
    assert bad["trouble"]["corrected"] == ["ARVN train Sai+6at"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((), 2),
        (("a", "--watch", "."), 2),
        (("a", "--once"), 2),
        (("nowhere",), 3),
        (("game.fitl", "--secret", TUTORIAL), 3),
        (("--watch", "nowhere", "--once"), 2),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], code: int, game: Path) -> None:
    """As any command ends."""
    reply(*arguments, code=code)
    assert game.read_text() == BEGUN


def test_files_at_fault(game: Path) -> None:
    """A mail that is none is unreadable; so is a game, whatever the mail says."""
    Path("m").write_bytes(b"\0\1\2")
    assert "m: this is a binary file, no mail" in reply("m", code=3)
    game.write_text(BEGUN + "US pass\n")
    assert "illegal: 2.3.2" in reply(mail("NVA pass"), code=1)
    game.write_text(BEGUN)
    game.chmod(0o400)
    assert "read-only" in reply(mail("NVA pass"), code=74)
    assert fitl("reply", "-", "m").exit_code == 2


# -- a folder ---------------------------------------------------------------------------------------


def test_a_folder_is_taken_mail_by_mail(game: Path) -> None:
    """Each once, by its content, in the order of the names; one that is refused does not stop the others."""
    for place, name, text in (
        ("new", "1", "NVA pass\n"),
        ("new", "2", "US train Sai\n"),
        ("cur", "3:2,S", "ARVN pass\n"),
        (".", "4", "\0"),
        (".", ".hidden", "US pass\n"),
    ):
        Path("box", place).mkdir(parents=True, exist_ok=True)
        Path("box", place, name).write_text(text)
    told = reply("--watch", "box", "--once", code=0)
    assert game.read_text() == BEGUN + "NVA  pass\nARVN pass\n"
    done = Path("box/.fitl-replies").read_text()
    assert [line.split()[1:] for line in done.splitlines()] == [
        ["0", "1"],
        ["1", "2"],
        ["0", "3:2,S"],
        ["3", "4"],
    ]
    assert "2:\n2, line 1 of the mail: 2.3.2" in told
    Path("box/new/2").rename("box/cur/2:2,S")
    assert reply("--watch", "box", "--once", code=0) == ""
    Path("box/new/5").write_text("US pass\n")
    assert reply("--watch", "box", "--once", code=0).startswith("5:\nUS   pass\n")


def test_watching_ends_by_a_signal(game: Path) -> None:
    """It takes what comes, and Ctrl-C ends it with 130."""
    Path("box").mkdir()
    command = [
        sys.executable,
        "-m",
        "fitl_cli",
        "reply",
        str(game.resolve()),
        "--watch",
        str(Path("box").resolve()),
    ]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(0.3)
    Path("box/1").write_text("NVA pass\n")
    begun = time.monotonic()
    while game.read_text() == BEGUN:
        assert time.monotonic() - begun < 20
        time.sleep(0.05)
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 130
    assert game.read_text() == BEGUN + "NVA  pass\n"


def test_a_mail_that_is_still_being_written(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is taken once it no longer grows: its beginning might be another move."""
    looks: list[bytes] = []

    def look(_seconds: float) -> None:
        looks.append(game.read_bytes())
        if len(looks) == 1:
            Path("box/1").write_text("NVA pass\nARVN pass\n")
        if len(looks) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr("fitl_cli.watching.time.sleep", look)
    Path("box").mkdir()
    Path("box/1").write_text("NVA pass\n")
    reply("--watch", "box", code=1)  # click's own way to end: the process ends by its signal, with 130
    assert looks == [BEGUN.encode(), BEGUN.encode(), BEGUN.encode() + b"NVA  pass\nARVN pass\n"]


def test_a_mail_that_cannot_be_read(game: Path) -> None:
    """It is told of, the next one is taken, and the exit code is 3; one that is gone is no mail."""
    Path("box").mkdir()
    Path("box/1").symlink_to("/proc/self/mem")  # a file that is there, and that nobody reads from its start
    Path("box/2").write_text("NVA pass\n")
    assert "Input/output error" in reply("--watch", "box", "--once", code=3)
    assert game.read_text() == BEGUN + "NVA  pass\n"


NAMES = '[US "Ann"]\n[ARVN "Ann <ann@example.org>"]\n[NVA "Bo"]\n[VC "cy@example.org"]\n[Moderator "Mo"]\n'


@pytest.mark.parametrize(
    ("sender", "options", "told"),
    [
        ("Bo <bo@example.org>", (), ""),
        ("Bo Brown <b@example.org>", (), ""),
        ("Mo <mo@example.org>", (), ""),
        ("Dee <dee@example.org>", (), "Dee is nobody whom the game names as a player"),
        ("Cy <CY@example.org>", (), "NVA is played by Bo, and this mail is from Cy"),
        ("Ann <ann@example.org>", (), "NVA is played by Bo, and this mail is from Ann"),
        ("Ann <ann@example.org>", ("--by", "Mo"), ""),
        ("Ann <ann@example.org>", ("--by", "NVA"), ""),
        (
            "Bo <bo@example.org>",
            ("--by", "US+ARVN"),
            "this is a move of NVA, and the mail is taken for one of US+ARVN",
        ),
        ("Ann <ann@example.org>", ("--stand",), ""),
    ],
)
def test_whose_move_it_is(sender: str, options: tuple[str, ...], told: str, game: Path) -> None:
    """Where the header says who plays, nobody sends the move of another; but the moderator may."""
    begun = BEGUN.replace("\n\n", f"\n{NAMES}\n", 1)
    game.write_text(begun)
    refused = "this" in told
    found = reply(mail("NVA pass", sender=sender), *options, code=1 if refused else 0)
    assert told in found
    assert ("NVA  pass" in game.read_text()) is not refused
    assert ("nobody whom" in found) == ("nobody whom" in told)


def test_who_plays_in_other_letters(game: Path) -> None:
    """`[nva "Bo"]` is not passed over in silence; `[Moderater "Mo"]` is a fault."""
    begun = BEGUN.replace("\n\n", f"\n{NAMES.replace('NVA', 'nva')}\n", 1)
    game.write_text(begun)
    assert "NVA is played by Bo" in reply(mail("NVA pass", sender="Cy <cy@example.org>"), code=1)
    game.write_text(begun.replace("Moderator", "Moderater"))
    result = fitl("validate", str(game))
    assert (result.exit_code, "Moderator" in result.output) == (3, True), result.output


def test_whose_move_it_is_without_names(game: Path) -> None:
    """A header that names nobody, and text that is from nobody: whatever is legal is taken."""
    assert "nobody whom" not in reply(mail("NVA pass", sender="Dee <d@example.org>"), code=0)
    game.write_text(BEGUN.replace("\n\n", f"\n{NAMES}\n", 1))
    assert "nobody whom" not in reply("-", code=0, stdin="NVA pass\n")


@pytest.mark.parametrize(
    "line",
    [
        '"NVA pass"',
        "\u201cNVA pass\u201d.",
        "\u00abNVA pass\u00bb",
        "| NVA pass",
        "| NVA | pass |",
        "\u2502 NVA pass",
    ],
)
def test_what_stands_in_marks_or_behind_a_bar(line: str, game: Path) -> None:
    """Whose move it is is not certain: it is told, and not put into the game."""
    told = reply(mail("Hello,", "", line), code=1)
    assert "line 3 is quoted, and the log does not hold it: NVA pass" in told
    assert game.read_text() == BEGUN


def test_a_bar_joins_the_parts_of_a_move(game: Path) -> None:
    """What goes on behind a bar in the next line belongs to the move."""
    reply(mail("NVA pass", "ARVN train Sai+6at", "   | govern AnL aid"), code=0)
    assert "ARVN train Sai+6at | govern AnL aid" in game.read_text()


@pytest.mark.parametrize("part", ["gmail_quote gmail_quote_container", "yahoo_quoted"])
def test_what_a_mail_program_quotes_by_a_part_of_its_page(part: str, game: Path) -> None:
    """All in that part is quoted, but for what is answered below the block with the old mail."""
    page = (
        f'<div>Hi</div><div class="{part}"><div>VC event shaded</div><blockquote>VC event shaded</blockquote>'
        "<div>NVA pass</div></div>"
    )
    Path("below.html").write_text(page)
    reply("below.html", code=0)
    assert game.read_text() == BEGUN + "NVA  pass\n"
    Path("above.html").write_text(f'<div class="{part}"><div>ARVN pass</div></div><p>no move yet</p>')
    told = reply("above.html", code=1)
    assert "is quoted, and the log does not hold it: ARVN pass" in told
