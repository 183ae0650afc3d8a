"""`fitl reply`: a mail's lines added to the game, or the ruling to send back; a folder of mails watched."""

from __future__ import annotations

import json
import re
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
    """Write a mail to a new file and return the file's path."""
    head = [f"From: {sender}", "Date: Sun, 03 May 2026 14:00:00 +0200", "Subject: Re: game", ""]
    path = Path(f"{len(list(Path.cwd().glob('*.eml')))}.eml")
    path.write_text("\n".join([*head, *lines, ""]))
    return str(path)


def reply(*arguments: str, code: int, stdin: str | None = None) -> str:
    """Return the output of `fitl reply` for `game.fitl`; check the exit code."""
    result = fitl("reply", "game.fitl", *arguments, stdin=stdin)
    assert result.exit_code == code, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.output


SIGNED = "   ; [%by Bo] [%time 2026-05-03T12:00Z]\n"
ALONE = re.compile(r" {3}; \[%mail [0-9a-f]{16}\](?=\n|$)")
MARK = re.compile(r" \[%mail [0-9a-f]{16}\]")


def unmarked(game: Path) -> str:
    """Return a game without the marks of the mails that brought its lines."""
    return MARK.sub("", ALONE.sub("", game.read_text()))


def test_a_move_in_a_mail(game: Path) -> None:
    """A mail's move is added with its writer and time; greetings, quotes and signature are ignored."""
    told = reply(
        mail("Hi all,", "", "> VC event shaded", "", "NVA passes", "", "-- ", "Bo", "US pass"), code=0
    )
    assert unmarked(game) == BEGUN + "NVA  pass" + SIGNED
    assert told.startswith("NVA  pass\n")
    assert told.endswith("ARVN is to act (2.3.2)\n")


def test_several_moves_at_once(game: Path) -> None:
    """The moves of one mail are added together, or none of them."""
    both = ("NVA pass", "ARVN train Sai+6at pacify Sai=PS => Aid 9   ; [%by ARVN] at last")
    told = reply(mail(*both), code=1)
    assert "claimed Aid 9, it is Aid 8" in told
    assert "ARVN train Sai+6at pacify Sai=PS   => Aid 8\n```" in told
    assert game.read_text() == BEGUN
    reply(mail(*both[:1], both[1].replace("Aid 9", "Aid 8")), code=0)
    line = "ARVN train Sai+6at pacify Sai=PS   => Aid 8   ; [%by ARVN] [%time 2026-05-03T12:00Z] at last\n"
    assert unmarked(game) == BEGUN + "NVA  pass" + SIGNED + line


def test_a_ruling_with_a_line_to_send_back(game: Path) -> None:
    """A refused move gets the reason, near moves, and the nearest one in a fence; the game stays."""
    told = reply(mail("NVA rally DaN+2ng"), code=1)
    for part in (
        "line 1 of the mail: 3.3.1: 2 NVA Guerrillas",
        "legal moves near it:",
        "```\nNVA  rally DaN+ng\n```",
    ):
        assert part in told, part
    assert told.endswith("nothing is added to game.fitl\n")
    assert game.read_text() == BEGUN


def test_a_sentence_is_sent_back_in_the_notation(game: Path) -> None:
    """A move in words is proposed in the notation and not added to the game; nonsense gets no proposal."""
    told = reply(mail("So NVA passes on this one"), code=1)
    assert "perhaps it was to be:\n```\nNVA  pass\n```\n" in told
    assert told.endswith("nothing is added to game.fitl\n")
    assert "perhaps" not in reply(mail("NVA frobnicates Hue+2ng"), code=1).split("(perhaps")[0]
    assert game.read_text() == BEGUN


def test_a_move_let_stand(game: Path) -> None:
    """With `--stand` a refused move stands with the figures that the mail states (SPEC 3)."""
    reply(mail("NVA rally DaN+2ng => NVA 9, DaN 2ut 1ap 2ng"), "--stand", "--by", "NVA", code=0)
    line = (
        "ruling stand NVA rally DaN+2ng   => NVA 9, DaN 2ut 1ap 2ng   ; [%by NVA] [%time 2026-05-03T12:00Z]\n"
    )
    assert unmarked(game) == BEGUN + line.replace("NVA rally", "NVA  rally")
    assert (
        "1 move let stand" in fitl("validate", "game.fitl").output
        or fitl("validate", "game.fitl").exit_code == 0
    )


def test_what_the_table_agrees_on(game: Path) -> None:
    """With `--stand` a mail may correct an event that was played; a later event cannot be corrected."""
    reply(mail("void 1"), "--stand", code=0)
    assert unmarked(game) == BEGUN + "void 1" + SIGNED
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
        (("void 1",), 1, "the table has to agree"),
        (("amend 1 VC pass",), 1, "the table has to agree"),
        (('correct "aid 75"',), 1, "the table has to agree"),
        (("players VC",), 1, "the table has to agree"),
        (("ruling stand NVA rally DaN+2ng => NVA 75",), 1, "the table has to agree"),
    ],
)
def test_what_is_not_put_into_the_game(lines: tuple[str, ...], code: int, message: str, game: Path) -> None:
    """A line that cannot be added is named, and the game stays as it was."""
    told = reply(mail(*lines), code=code)
    assert message in told
    assert game.read_text() == BEGUN


def test_digests_say_for_which_position(game: Path) -> None:
    """A current digest is accepted, an older one is reported, and one of another game refuses the mail."""
    turn = fitl("turn", "game.fitl").output
    quoted = "".join([f"> {line}\n" for line in turn.split("\n")])
    told = reply(mail("NVA pass", "", quoted), code=0)
    assert ("written" in told, "quoted" in told) == (False, False)
    whole = game.read_text()
    assert "it was written after event 1, and 1 event came since" in reply(
        mail("ARVN pass", "", quoted), code=0
    )
    both = mail("US pass", "", quoted, "> digest 2:0123456789abcdef")
    assert "this mail is about two games" in reply(both, code=1)
    assert game.read_text().startswith(whole)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0)])
def test_the_latest_of_several_digests_counts(order: tuple[int, ...], game: Path) -> None:
    """A mail may quote a whole thread, with a digest for each turn. It was written after the last one."""
    digests = []
    for line in ("NVA pass", "ARVN pass", ""):
        digests.append(
            next(one for one in fitl("turn", "game.fitl").output.split("\n") if "digest 2:" in one)
        )
        if line:
            reply(mail(line), code=0)
    quoted = [f"> {digests[number]}" for number in order]
    whole = game.read_text()
    assert "it was written after" not in reply(mail("US pass", *quoted), code=0)
    game.write_text(whole)
    earlier = [f"> {digests[number]}" for number in order if number < 2]
    told = reply(mail("US pass", *earlier), code=0)
    assert "it was written after event 2, and 1 event came since" in told


def test_quoted_lines_that_the_log_does_not_hold(game: Path) -> None:
    """Quoted lines that the log lacks are reported and never added to the game."""
    told = reply(mail("> US pass", "> VC   EVENT shaded", "NVA pass"), code=0)
    assert "line 1 is quoted, and the log does not hold it: US pass" in told
    assert "EVENT" not in told
    assert unmarked(game) == BEGUN + "NVA  pass" + SIGNED


@pytest.mark.parametrize(
    ("quoted", "shown", "last"), [(10, 10, ""), (11, 10, "1 remark"), (14, 10, "4 remarks")]
)
def test_ten_remarks_are_shown_and_the_rest_counted(quoted: int, shown: int, last: str, game: Path) -> None:
    """A long thread does not flood the reply."""
    told = reply(
        mail(*[f"> NVA rally NVn+{number}ng" for number in range(1, quoted + 1)], "NVA pass"), code=0
    )
    assert told.count("is quoted, and the log does not hold it") == shown
    assert (f": and {last} more\n" in told) == bool(last) and (" more\n" in told) == bool(last)


def test_a_sentence_below_other_lines_gets_no_proposal(game: Path) -> None:
    """Its position is not the game's: the lines above it come first."""
    told = reply(mail("NVA pass", "ARVN pass", "NVA rallies in North Vietnam with 2 guerrillas."), code=1)
    assert "line 3 of the mail" in told and "perhaps" not in told
    assert "perhaps it was to be" in reply(mail("NVA rallies in North Vietnam with 2 guerrillas."), code=1)


def test_a_line_that_was_played_is_named_by_its_last_event(game: Path) -> None:
    """The remark names the last event with the same move."""
    game.write_text(f"{BEGUN}NVA pass\nARVN pass\n")
    again = "event 1 says the same: has this mail been taken before?"
    assert again in reply(mail("VC event shaded"), code=1)
    game.write_text(f"{BEGUN}void 1\nVC event shaded\nNVA pass\n")
    assert again.replace("1", "3") in reply(mail("VC event shaded"), code=1)


def test_dice_left_out_are_rolled_by_the_dealer(game: Path) -> None:
    """A game with its secret rolls the missing die with a proof; without a secret the die is owed."""
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


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("VC attack BTu {1}", "1 die, and 0 proofs of dice: leave the die out and the dealer rolls it"),
        (
            "VC attack BTu {1} ; [%proof d6 1 VC: Attack]",
            "the dealer has not rolled this die: d6 1 VC: Attack",
        ),
        ("next #55", "turned up by the dealer: fitl deal SECRET --next FILE"),
        ("#55", "turned up by the dealer: fitl deal SECRET --next FILE"),
    ],
)
def test_dice_and_cards_that_nobody_proves(line: str, told: str, game: Path) -> None:
    """A forged die is refused if the secret is at hand; every other forgery is refused without it."""
    fitl("new", "--deal", "--seed", "9", "-o", "dealt.fitl")
    while "VC is to act" not in fitl("validate", "dealt.fitl").output:
        assert fitl("play", "dealt.fitl", "pass").exit_code == 0
    if line == "next #55":
        assert (
            fitl("play", "dealt.fitl", "pass").exit_code == fitl("play", "dealt.fitl", "pass").exit_code == 0
        )
    before = Path("dealt.fitl").read_bytes()
    refused = fitl("reply", "dealt.fitl", mail(line)).output
    assert told in refused and "verdict" not in refused
    if "proof d6" not in line:
        Path("dealt.secret").rename("elsewhere")
        assert told in fitl("reply", "dealt.fitl", mail(line)).output
    assert Path("dealt.fitl").read_bytes() == before


@pytest.mark.parametrize("line", ["VC attack Sai {1}", "VC attack BTu {1} BTu-9at", "VC ambush BTu {6}"])
def test_the_table_lets_no_unproven_die_stand(line: str, game: Path) -> None:
    """The consent of the table makes a move legal, and no die proven. With or without the secret."""
    fitl("new", "--deal", "--seed", "9", "-o", "dealt.fitl")
    while "VC is to act" not in fitl("validate", "dealt.fitl").output:
        assert fitl("play", "dealt.fitl", "pass").exit_code == 0
    before = Path("dealt.fitl").read_bytes()
    for _ in range(2):
        result = fitl("reply", "dealt.fitl", mail(line), "--stand")
        assert result.exit_code == 1 and "1 die, and 0 proofs of dice" in result.output
        assert Path("dealt.fitl").read_bytes() == before
        if Path("dealt.secret").exists():
            Path("dealt.secret").rename("elsewhere")


def test_text_pages_and_mailboxes(game: Path) -> None:
    """Mails come as text on standard input, as a page, or in a mailbox of two mails."""
    reply("-", code=0, stdin="here:\n\nNVA pass\n")
    Path("post.html").write_text("<html><body><p>Mine:</p><div>ARVN&nbsp;pass</div></body></html>")
    reply("post.html", code=0)
    box = "From a Sun\nFrom: Us <u@x>\n\nUS pass\n\nFrom b Sun\nFrom: me@x\n\nnext #68\n"
    Path("box").write_text(box)
    reply("box", code=0)
    assert unmarked(game) == BEGUN + "NVA  pass\nARVN pass\nUS   pass   ; [%by Us]\nnext #68   ; [%by me]\n"


def test_as_data(game: Path) -> None:
    """`--json` reports lines and remarks, or the refusal with its ruling and the corrected line."""
    good = json.loads(reply(mail("NVA pass", "> US pass"), "--json", code=0))
    lines = [MARK.sub("", line) for line in good["lines"]]
    assert (good["event"], lines, good["trouble"]) == (2, ["NVA  pass" + SIGNED[:-1]], None)
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
    """Wrong usage has its exit code, and the game stays as it was."""
    reply(*arguments, code=code)
    assert game.read_text() == BEGUN


def test_files_at_fault(game: Path) -> None:
    """A binary file is no mail, and an illegal or read-only game takes no mail."""
    Path("m").write_bytes(b"\0\1\2")
    assert "m: this is a binary file, no mail" in reply("m", code=3)
    game.write_text(BEGUN + "US pass\n")
    assert "illegal: 2.3.2" in reply(mail("NVA pass"), code=1)
    game.write_text(BEGUN)
    game.chmod(0o400)
    assert "read-only" in reply(mail("NVA pass"), code=74)
    assert fitl("reply", "-", "m").exit_code == 2


# -- a folder ---------------------------------------------------------------------------------------

KNOWN = BEGUN.replace(
    "\n\n",
    '\n[US "a@x"]\n[ARVN "Ann <a@x>"]\n[NVA "Bo <bo@x>"]\n[VC "cy@x"]\n[Moderator "Mo <mo@x>"]\n\n',
    1,
)


@pytest.fixture
def known(game: Path) -> Path:
    """Return the game with the addresses of its players: a folder takes mails from addresses only."""
    game.write_text(KNOWN)
    return game


def posted(address: str, *lines: str) -> str:
    """Return a mail without name, date and id."""
    return "\n".join([f"From: {address}", "", *lines, ""])


def by(address: str) -> str:
    """Return the field that names a line's writer for a mail from an address."""
    return f"   ; [%by {address.partition('@')[0]}]\n"


def test_a_folder_is_taken_mail_by_mail(known: Path) -> None:
    """Each mail of a folder is taken once, in the order of names; a refused one does not stop the rest."""
    for place, name, text in (
        ("new", "1", posted("bo@x", "NVA pass")),
        ("new", "2", posted("a@x", "US train Sai")),
        ("cur", "3:2,S", posted("a@x", "ARVN pass")),
        (".", "4", "\0"),
        (".", ".hidden", posted("a@x", "US pass")),
    ):
        Path("box", place).mkdir(parents=True, exist_ok=True)
        Path("box", place, name).write_text(text)
    told = reply("--watch", "box", "--once", code=0)
    assert unmarked(known) == KNOWN + "NVA  pass" + by("bo@x") + "ARVN pass" + by("a@x")
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
    Path("box/new/5").write_text(posted("a@x", "US pass"))
    assert reply("--watch", "box", "--once", code=0).startswith("5:\nUS   pass\n")


def test_watching_ends_by_a_signal(known: Path) -> None:
    """`--watch` takes each mail as it arrives, and Ctrl-C ends the command with exit code 130."""
    Path("box").mkdir()
    command = [
        sys.executable,
        "-m",
        "fitl_cli",
        "reply",
        str(known.resolve()),
        "--watch",
        str(Path("box").resolve()),
    ]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(0.3)
    Path("box/1").write_text(posted("bo@x", "NVA pass"))
    begun = time.monotonic()
    while known.read_text() == KNOWN:
        assert time.monotonic() - begun < 20
        time.sleep(0.05)
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 130
    assert unmarked(known) == KNOWN + "NVA  pass" + by("bo@x")


def test_a_mail_that_is_still_being_written(known: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mail is taken once it no longer grows, because its beginning might be another move."""
    looks: list[str] = []

    def look(_seconds: float) -> None:
        looks.append(unmarked(known))
        if len(looks) == 1:
            Path("box/1").write_text(posted("mo@x", "NVA pass", "ARVN pass"))
        if len(looks) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr("fitl_cli.watching.time.sleep", look)
    Path("box").mkdir()
    Path("box/1").write_text(posted("bo@x", "NVA pass"))
    reply("--watch", "box", code=1)  # click's own way to end: the process ends by its signal, with 130
    assert looks == [
        KNOWN,
        KNOWN,
        f"{KNOWN}NVA  pass{by('mo@x')}ARVN pass{by('mo@x')}",
    ]


def test_a_mail_that_cannot_be_read(known: Path) -> None:
    """An unreadable mail is reported (exit code 3) and the next is taken; a vanished file is skipped."""
    Path("box").mkdir()
    Path("box/1").symlink_to("/proc/self/mem")  # a file that is there, and that nobody reads from its start
    Path("box/2").write_text(posted("bo@x", "NVA pass"))
    assert "Input/output error" in reply("--watch", "box", "--once", code=3)
    assert unmarked(known) == KNOWN + "NVA  pass" + by("bo@x")


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
    """With players named in the header, a sender plays only for his own seat; the moderator plays for all."""
    begun = BEGUN.replace("\n\n", f"\n{NAMES}\n", 1)
    game.write_text(begun)
    refused = "this mail" in told or "this is a move" in told or "nobody whom" in told
    found = reply(mail("NVA pass", sender=sender), *options, code=1 if refused else 0)
    assert told in found
    assert ("NVA  pass" in game.read_text()) is not refused
    assert ("nobody whom" in found) == ("nobody whom" in told)


def test_who_plays_in_other_letters(game: Path) -> None:
    """A tag `[nva "Bo"]` names a player as `[NVA "Bo"]` does; `[Moderater "Mo"]` is a fault."""
    begun = BEGUN.replace("\n\n", f"\n{NAMES.replace('NVA', 'nva')}\n", 1)
    game.write_text(begun)
    assert "NVA is played by Bo" in reply(mail("NVA pass", sender="Cy <cy@example.org>"), code=1)
    game.write_text(begun.replace("Moderator", "Moderater"))
    result = fitl("validate", str(game))
    assert (result.exit_code, "Moderator" in result.output) == (3, True), result.output


def test_whose_move_it_is_without_names(game: Path) -> None:
    """Without names in the header any sender may play; with names, text without a sender needs `--by`."""
    assert "nobody whom" not in reply(mail("NVA pass", sender="Dee <d@example.org>"), code=0)
    game.write_text(BEGUN.replace("\n\n", f"\n{NAMES}\n", 1))
    assert "nobody whom" in reply("-", code=1, stdin="NVA pass\n")
    assert "was not checked: --by NVA says it" in reply("-", "--by", "NVA", code=0, stdin="NVA pass\n")


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
    """A line in quotation marks or after a bar has no certain sender: it is reported and not played."""
    told = reply(mail("Hello,", "", line), code=1)
    assert "line 3 is quoted, and the log does not hold it: NVA pass" in told
    assert game.read_text() == BEGUN


def test_a_bar_joins_the_parts_of_a_move(game: Path) -> None:
    """A next line that begins with a bar belongs to the move."""
    reply(mail("NVA pass", "ARVN train Sai+6at", "   | govern AnL aid"), code=0)
    assert "ARVN train Sai+6at | govern AnL aid" in game.read_text()


@pytest.mark.parametrize("part", ["gmail_quote gmail_quote_container", "yahoo_quoted"])
def test_what_a_mail_program_quotes_by_a_part_of_its_page(part: str, game: Path) -> None:
    """A mail program's quoting part counts as quoted, except for an answer below the old mail's block."""
    page = (
        f'<div>Hi</div><div class="{part}"><div>VC event shaded</div><blockquote>VC event shaded</blockquote>'
        "<div>NVA pass</div></div>"
    )
    Path("below.html").write_text(page)
    reply("below.html", code=0)
    assert unmarked(game) == BEGUN + "NVA  pass\n"
    Path("above.html").write_text(f'<div class="{part}"><div>ARVN pass</div></div><p>no move yet</p>')
    told = reply("above.html", code=1)
    assert "is quoted, and the log does not hold it: ARVN pass" in told
