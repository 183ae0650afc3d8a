"""`fitl reply` trusts no sender: each may send only his own moves, once, and only if they are meant."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import HEADER, fitl, game_here

BEGUN = HEADER + "VC   event shaded\n"
PEOPLE = {
    "US": "Ann <ann@example.org>",
    "ARVN": "Ann <ann@example.org>",
    "NVA": "Bo",
    "VC": "Cy <cy@example.org>",
    "Moderator": "Mo <mo@example.org>",
}
NAMED = "".join([f'[{who} "{name}"]\n' for who, name in PEOPLE.items()])
KNOWN = BEGUN.replace("\n\n", f"\n{NAMED}\n", 1)


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a game in which NVA is to act, with its players in the header."""
    return game_here(tmp_path, monkeypatch, KNOWN)


def mail(*lines: str, sender: str = "Bo <bo@example.org>", id: str = "", name: str = "m.eml") -> str:
    """Write a mail to a file and return its path."""
    head = [
        f"From: {sender}",
        "Date: Sun, 03 May 2026 14:00:00 +0200",
        *([f"Message-ID: {id}"] if id else []),
    ]
    Path(name).write_text("\n".join([*head, "", *lines, ""]))
    return name


def reply(*arguments: str, code: int = 0, stdin: str | None = None) -> str:
    """Return the output of `fitl reply` for `game.fitl`; check the exit code."""
    result = fitl("reply", "game.fitl", *arguments, stdin=stdin)
    assert result.exit_code == code, result.output
    return result.output


def events(game: Path) -> list[str]:
    """Return the lines of a game without their comments."""
    body = game.read_text().split("\n\n", 1)[1]
    return [line.split(";")[0].rstrip() for line in body.splitlines() if line.strip()]


# -- who ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sender", "options", "line", "told"),
    [
        ("Bo <bo@elsewhere>", (), "NVA pass", "who wrote this was not checked: the name Bo says it"),
        ("Eve <eve@evil.example>", ("--by", "NVA"), "NVA pass", "not checked: --by NVA says it"),
        ("Mo <mo@example.org>", (), "NVA pass", ""),
        ("anybody <MO@example.org>", (), "NVA pass", ""),
    ],
)
def test_who_may_send_a_move(sender: str, options: tuple[str, ...], line: str, told: str, game: Path) -> None:
    """A name identifies a sender only without an address in the header, and is reported as unchecked."""
    found = reply(mail(line, sender=sender), *options)
    assert told in found and ("not checked" in found) == bool(told)
    assert events(game)[-1] == "NVA  pass"


@pytest.mark.parametrize(
    ("sender", "options", "line", "told"),
    [
        ("Eve <eve@evil.example>", (), "NVA pass", "Eve is nobody whom the game names as a player"),
        ('"Mo" <eve@evil.example>', (), "NVA pass", "Mo is nobody whom the game names"),
        (
            '"Cy" <eve@evil.example>',
            (),
            "VC pass",
            "VC is played from cy@example.org, and this mail is from eve@",
        ),
        ('"Cy" <eve@evil.example>', ("--by", "VC"), "VC pass", "VC is played from cy@example.org"),
        ("Cy <cy@example.org>", (), "NVA pass", "NVA is played by Bo, and this mail is from Cy"),
        ("Bo <bo@example.org>", (), "ARVN pass", "ARVN is played"),
        ("Bo <bo@example.org>", ("--by", "ARVN"), "ARVN pass", "ARVN is played from ann@example.org"),
        ("Eve <eve@evil.example>", ("--stand",), "NVA pass", "nobody whom the game names"),
        ("Eve <eve@evil.example>", ("--stand",), "void 1", "nobody whom the game names"),
        ("Eve <eve@evil.example>", (), "next #68", "nobody whom the game names"),
    ],
)
def test_who_may_not(sender: str, options: tuple[str, ...], line: str, told: str, game: Path) -> None:
    """A line from a stranger or another player is shown with a way out, and the game stays as it was."""
    found = reply(mail(line, sender=sender), *options, code=1)
    assert told in found and f"    {line}\n" in found
    assert game.read_text() == KNOWN


@pytest.mark.parametrize(
    "sender",
    [
        "=?utf-8?q?Cy_=3Ccy=40example=2Eorg=3E?= <eve@evil.example>",
        "cy@example.org, eve@evil.example",
        "eve@evil.example\nFrom: cy@example.org",
    ],
)
def test_an_address_that_is_only_shown_binds_nobody(sender: str, game: Path) -> None:
    """An address in a coded name, beside another address or in a second From does not identify the sender."""
    game.write_text(KNOWN.replace("VC   event shaded\n", ""))
    before = game.read_text()
    assert "VC is played from cy@example.org" in reply(mail("VC pass", sender=sender), code=1)
    assert game.read_text() == before


@pytest.mark.parametrize(
    ("sender", "options", "line", "is_played"),
    [
        ("Mo <eve@evil.example>", (), "NVA pass", True),
        ("Mo <eve@evil.example>", (), "VC pass", False),
        ("Mo <eve@evil.example>", (), "We pass", False),
        ("Eve <eve@evil.example>", ("--by", "Mo"), "VC pass", False),
        ("Mo <eve@evil.example>", ("--by", "VC"), "VC pass", False),
        ("Mo <cy@example.org>", (), "VC pass", True),
    ],
)
def test_a_moderator_known_by_name_alone(
    sender: str, options: tuple[str, ...], line: str, is_played: bool, game: Path
) -> None:
    """A moderator without an address sends unchecked moves, but none for a seat with an address."""
    begun = KNOWN.replace("Mo <mo@example.org>", "Mo")
    game.write_text(begun if line.startswith("NVA") else begun.replace("VC   event shaded\n", ""))
    before = game.read_text()
    told = reply(mail(line, sender=sender), *options, code=0 if is_played else 1)
    assert (game.read_text() != before) == is_played
    assert ("not checked" in told) == (line == "NVA pass" or line == "We pass")


@pytest.mark.parametrize("line", ["NVA pass", "We pass", "I pass."])
def test_the_name_of_another_player_is_not_checked_by_ones_own_address(line: str, game: Path) -> None:
    """A sender's own address does not confirm another player's name on the mail."""
    told = reply(mail(line, sender="Bo <cy@example.org>"))
    assert "not checked: the name Bo says it" in told
    assert events(game)[-1] == "NVA  pass"


@pytest.mark.parametrize("line", ["NVA pass ; [%by Ann]", "VC event", "next #55"])
def test_the_line_at_fault_is_named_first(line: str, game: Path) -> None:
    """The line at fault comes first; the lines with it in the mail are reported, too."""
    game.write_text(KNOWN.replace("\n\n", f'\n[Deck-Root "sha256:{"0" * 64}"]\n\n', 1))
    told = reply(mail("NVA pass", "", line), code=1)
    assert "line 1: it stands in one mail with line 3: not played" in told
    assert "line 3 of the mail: \x1b" not in told and f"    {line}\n" in told


def test_a_hand_of_two_factions(game: Path) -> None:
    """A player named for one Faction of a hand also plays the other."""
    text = KNOWN.replace('[ARVN "Ann <ann@example.org>"]\n', "").replace(
        '[Scenario "full"]', '[Scenario "full"]\n[Players "US+ARVN NVA VC"]'
    )
    game.write_text(text + "NVA  pass\n")
    reply(mail("ARVN pass", sender="ann@example.org"))
    assert events(game)[-1] == "ARVN pass"


def test_strangers_in_a_mailbox_do_not_stop_the_others(game: Path) -> None:
    """A stranger's lines in a mailbox are shown as not played, in text and JSON; the others are played."""
    box = "From a\nFrom: Eve <e@x>\n\nNVA pass\n\nFrom b\nFrom: Bo\nMessage-ID: <1@x>\n\nNVA pass\n"
    Path("box").write_text(box)
    assert "box, line 1 of mail 1: Eve is nobody" in reply("box")
    game.write_text(KNOWN)
    data = json.loads(reply("box", "--json"))
    assert [(one["code"], one["mail"], one["line"]) for one in data["withheld"]] == [("not-theirs", 1, 1)]
    assert events(game)[-1] == "NVA  pass"


@pytest.mark.parametrize("sender", ["Bo <bo@example.org>", "NVA", "Mo"])
def test_a_folder_takes_addresses_only(sender: str, game: Path) -> None:
    """A watched folder takes a mail only from a known address, because nobody can confirm a name there."""
    Path("box").mkdir()
    mail("NVA pass", sender=sender, name="box/1")
    assert "a folder takes addresses only" in reply("--watch", "box", "--once", "--by", "NVA")
    assert game.read_text() == KNOWN
    mail("NVA pass", sender="x <mo@example.org>", name="box/2")
    reply("--watch", "box", "--once")
    assert events(game)[-1] == "NVA  pass"


@pytest.mark.parametrize(
    ("field", "told"),
    [
        ("[%by Ann]", "says that Ann wrote it, and this mail is from Bo: leave [%by …] out"),
        ("[%by Mo]", "says that Mo wrote it"),
        ("[%by VC]", "says that VC wrote it"),
        (
            "[%time 2026-05-02]",
            "written at 2026-05-02, and this mail at 2026-05-03T12:00Z: leave [%time …] out",
        ),
        ("[%time 2026-05-03T11:00Z]", "written at 2026-05-03T11:00Z"),
    ],
)
def test_a_line_claims_no_other_author_or_time(field: str, told: str, game: Path) -> None:
    """A mail's line may not claim another name, seat or time."""
    assert told in reply(mail(f"NVA pass ; {field}"), code=1)
    assert game.read_text() == KNOWN


@pytest.mark.parametrize("field", ["[%sig abc]", f"[%sig {'0' * 128}]", "[%by Bo] [%sig x] well done"])
def test_a_line_of_a_mail_cannot_be_signed(field: str, game: Path) -> None:
    """A mail's line may not have a signature, because a wrong one would make `fitl verify` fail."""
    assert "leave [%sig …] out, and sign it there" in reply(mail(f"NVA pass ; {field}"), code=1)
    assert game.read_text() == KNOWN


@pytest.mark.parametrize(
    "field", ["[%by Bo]", "[%by NVA]", "[%time 2026-05-03]", "[%time 2026-05-03T12:00Z]", "[%mail 0]"]
)
def test_a_line_may_repeat_what_its_mail_says(field: str, game: Path) -> None:
    """A line that claims its own mail's author gets the mark of the mail instead."""
    reply(mail(f"NVA pass ; {field}"))
    assert "[%mail 0]" not in game.read_text() and "[%mail " in game.read_text()


# -- once --------------------------------------------------------------------------------------------


def test_a_mail_is_played_once(game: Path) -> None:
    """A mail is recognized by its Message-ID, else by date, sender and body, and is played once."""
    reply(mail("NVA pass", id="<1@x>"))
    before = game.read_text()
    assert "nothing is new: this was played before" in reply(mail("NVA pass", "again", id="<1@x>"))
    assert game.read_text() == before
    reply(mail("ARVN pass", sender="ann@example.org"))
    before = game.read_text()
    assert "nothing is new" in reply(mail("ARVN pass", sender="Ann Other <ann@example.org>"))
    assert game.read_text() == before


def test_a_mail_is_known_after_its_move_was_taken_back(game: Path) -> None:
    """A mail stays known after its move was voided, because the line and its mark stay."""
    reply(mail("NVA pass", id="<1@x>"))
    assert fitl("play", "game.fitl", "void").exit_code == 0
    before = game.read_text()
    assert "nothing is new" in reply(mail("NVA pass", id="<1@x>"))
    assert game.read_text() == before


def test_a_mailbox_that_has_grown(game: Path) -> None:
    """A mailbox that grew adds only its new mails; known ones are skipped silently."""
    one = "From a\nFrom: Bo\nMessage-ID: <1@x>\n\nNVA pass\n> US pass\n\n"
    two = "From b\nFrom: ann@example.org\nMessage-ID: <2@x>\n\nARVN pass\n"
    Path("box").write_text(one)
    assert "is quoted" in reply("box")
    Path("box").write_text(one + two)
    told = reply("box")
    assert told.startswith("ARVN pass\n") and "quoted" not in told
    assert events(game)[-2:] == ["NVA  pass", "ARVN pass"]


@pytest.mark.parametrize("is_page", [False, True])
def test_a_thread_that_has_grown(is_page: bool, game: Path) -> None:
    """A thread that was saved again adds its second post; the first post is skipped."""
    game.write_text(BEGUN)
    first = "Bo, Sunday\nOne, two.\n\nNVA pass\n\n"
    thread = [first, first + "Ann, Monday\nHello!\n\nARVN pass\n", first + "Ann, Monday\n\nARVN pass?\n"]
    for i, text in enumerate([thread[0], thread[2], thread[1], thread[1]]):
        shown = text if not is_page else f"<html><body><pre>{text}</pre></body></html>"
        told = reply("-", stdin=shown, code=1 if i == 1 else 0)
        assert ("this is a question" in told) == (i == 1)
    assert "nothing is new" in told
    assert events(game)[-2:] == ["NVA  pass", "ARVN pass"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("3 replies\nBo, 1 hour ago", "4 replies\nBo, 5 hours ago"),
        ("Bo, today", "Bo, yesterday"),
        ("A thread", "A thread\n\n(saved by Mo)"),
    ],
)
def test_a_thread_that_was_saved_again_with_other_words(before: str, after: str, game: Path) -> None:
    """A thread is recognized by its moves; if those moves come alone, they may be new and are not played."""
    game.write_text(BEGUN)
    reply("-", stdin=f"{before}\n\nNVA pass\n\nHello\n\nARVN pass\n")
    told = reply("-", stdin=f"{after}\n\nNVA pass\n\nARVN pass\n", code=1)
    assert "this was played before, from a text with other words above it" in told
    told = reply("-", stdin=f"{after}\n\nNVA pass\n\nARVN pass\n\nUS pass\n")
    assert "with other words above: only what follows is new" in told
    assert events(game)[-3:] == ["NVA  pass", "ARVN pass", "US   pass"]


@pytest.mark.parametrize("between", ["No wait, better:", "Scratch that.", "Correction:"])
def test_a_thread_that_has_grown_after_a_correction(between: str, game: Path) -> None:
    """A move that its sender corrected in a thread is not played when the thread grows."""
    game.write_text(BEGUN.replace("VC   event shaded\n", ""))
    thread = f"Cy\n\nVC pass\n\n{between}\n\nVC event shaded\n\n"
    reply("-", stdin=thread)
    assert "nothing is new" in reply("-", stdin=thread)
    reply("-", stdin=f"{thread}Bo\n\nNVA pass\n")
    assert events(game)[-2:] == ["VC   event shaded", "NVA  pass"]


@pytest.mark.parametrize(
    "sentence",
    ["We pass for now, folks.", "I train in Saigon, 6 troops.", "ARVN trains in Saigon:\n6 troops."],
)
def test_a_new_post_in_words(sentence: str, game: Path) -> None:
    """A new post in words below the known ones gets a proposal; a post without a move adds nothing."""
    game.write_text(BEGUN)
    thread = "Bo\n\nNVA pass\n\n"
    reply("-", stdin=thread)
    told = reply("-", stdin=f"{thread}Ann\n\n{sentence}\n", code=1)
    assert "perhaps it was to be:" in told
    assert "nothing is new" in reply("-", stdin=f"{thread}Ann\n\nNice!\n")


@pytest.mark.parametrize("line", ["NVA pass", "NVA pass ; again", "  NVA pass\n\n"])
def test_a_line_pasted_a_second_time_may_be_a_new_move(line: str, game: Path) -> None:
    """A line pasted again may be a new move: it is not played, and the reply shows the way out."""
    game.write_text(BEGUN)
    reply("-", stdin=line)
    before = game.read_text()
    told = reply("-", stdin=line, code=1)
    assert f"if it is meant once more: fitl play FILE '{line.strip()}'" in told
    assert game.read_text() == before


# -- meant -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (
            ("May NVA do this?", "", "NVA pass"),
            'this is a question: "May NVA do this?", in line 1: not played',
        ),
        (("NVA pass", "", "Scratch that."), 'this takes a move back: "Scratch that."'),
        (("I was thinking of", "NVA pass"), "this is only a plan, a proposal or a tale"),
        (
            ("If ARVN passes:", "NVA pass", "else:", "NVA march HuKS>QTr:ng"),
            "makes the move hang on something",
        ),
        (("NVA pass ?",), "this is a question"),
    ],
)
def test_what_is_not_meant_is_not_played(lines: tuple[str, ...], told: str, game: Path) -> None:
    """A doubtful move is not played; the reply shows the doubtful words and the way out."""
    found = reply(mail(*lines), code=1)
    assert told in found and "fitl play FILE LINE" in found
    assert game.read_text() == KNOWN


def test_a_correction_in_the_same_mail(game: Path) -> None:
    """A mail that corrects its own move plays the later one, and the reply names the other."""
    game.write_text(KNOWN.replace("VC   event shaded\n", ""))
    told = reply(mail("VC pass", "", "No wait, better: VC event shaded", sender="cy@example.org"))
    assert 'm.eml: line 1 is taken back ("No wait, better:"), and not played: VC pass' in told
    assert events(game)[-1] == "VC   event shaded"


@pytest.mark.parametrize(
    "comment",
    [
        "infiltrate QTr",
        "| bombard Hue-at",
        "then bombard Hue-at",
        "+2ng in Kontum",
        "2 NVA guerrillas in Hue",
        "(infiltrate QTr)",
        '"+2ng in Kontum"',
        "and Infiltrate in Quang Tri",
    ],
)
def test_a_part_of_the_move_behind_a_semicolon(comment: str, game: Path) -> None:
    """A part of a move after a semicolon would be lost: an error in a mail, a warning in a file."""
    told = reply(mail(f"NVA pass ; {comment}"), code=1)
    assert "after the semicolon reads as a part of the move" in told
    assert game.read_text() == KNOWN
    game.write_text(KNOWN + f"NVA pass ; {comment}\n")
    assert "warning" in fitl("validate", "game.fitl").output


# -- what a moderator would accept -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("NVA pass.", "NVA  pass"),
        ("We pass", "NVA  pass"),
        ("I pass.", "NVA  pass"),
        ("Pass!", "NVA  pass"),
        ("We will pass on this one.", "NVA  pass"),
        ("The NVA passes.", "NVA  pass"),
        ("The NVA passes this time.", "NVA  pass"),
        ("NVA is passing again", "NVA  pass"),
        ("nva pass on this card!", "NVA  pass"),
        ("I'm passing.", "NVA  pass"),
        ("Passing this turn", "NVA  pass"),
        ("Hello\n\nPass from us.\n\nBo", "NVA  pass"),
        ("NVA rally NVn+2ng\n\nNVA rallies in North Vietnam with 2 guerrillas.", "NVA  rally NVn+2ng"),
        ("In words: NVA rallies in North Vietnam, 2 guerrillas.\n\nNVA rally NVn+2ng", "NVA  rally NVn+2ng"),
        ("Two guerrillas in North Vietnam:\nNVA rally NVn+2ng", "NVA  rally NVn+2ng"),
        ("Rally in North Vietnam with two guerrillas:\n\nNVA rally NVn+2ng", "NVA  rally NVn+2ng"),
        ("We pass\n\nNo wait, better: NVA rally NVn+2ng", "NVA  rally NVn+2ng"),
        ("NVA rally NVn+2ng\n\nNo wait, better: we pass", "NVA  pass"),
        ("NVA rally NVn+2ng (two guerrillas arrive)", "NVA  rally NVn+2ng"),
        ("NVA rally NVn+2ng (north of the border) => NVA 9", "NVA  rally NVn+2ng   => NVA 9"),
        ("NVA rally NVn+2ng => NVA 9.", "NVA  rally NVn+2ng   => NVA 9"),
        ("NVA rallies in North Vietnam with 2 guerrillas:\nNVA rally NVn+2ng", "NVA  rally NVn+2ng"),
        ("NVA rallies in North Vietnam\nwith 2 guerrillas.\n\nNVA rally NVn+2ng", "NVA  rally NVn+2ng"),
    ],
)
def test_what_a_moderator_accepts(text: str, line: str, game: Path) -> None:
    """A mail may have full stops, Passes in words, words in brackets, and a sentence above its line."""
    reply(mail(*text.split("\n")))
    assert events(game)[-1] == line


@pytest.mark.parametrize(
    ("sender", "options", "told"),
    [
        ("Cy <cy@example.org>", (), "NVA is to act, and Cy plays VC: nobody passes"),
        ("Eve <e@x>", (), "Eve is nobody whom the game names"),
        ("Ann <ann@example.org>", (), "NVA is to act, and Ann plays US+ARVN"),
    ],
)
def test_a_pass_of_somebody_else(sender: str, options: tuple[str, ...], told: str, game: Path) -> None:
    """ "We pass" is a Pass of the sender's own Factions only."""
    assert told in reply(mail("We pass", sender=sender), *options, code=1)
    assert game.read_text() == KNOWN


@pytest.mark.parametrize(
    "text",
    [
        "NVA rallies in North Vietnam, placing two guerrillas there.",
        "The NVA rallies in North Vietnam\nand places two guerrillas there.",
        "Hi all,\n\nnow comes the rally: two guerrillas\nin North Vietnam.\n\nBo",
    ],
)
def test_a_sentence_is_proposed(text: str, game: Path) -> None:
    """A paragraph in words gets at most three proposals, each with its assumptions."""
    told = reply(mail(*text.split("\n")), code=1)
    assert "perhaps it was to be:\n```\nNVA  rally NVn+2ng\n```\n" in told
    assert 0 < told.count("```") <= 6
    assert game.read_text() == KNOWN


@pytest.mark.parametrize(
    "lines",
    [
        ("It seems that the", "NVA passes this time", "as so often."),
        ("Cy hopes that the", "NVA is passing again"),
        ("NVA passes this card", "on, as ever."),
    ],
)
def test_a_pass_in_words_is_a_line_of_its_own(lines: tuple[str, ...], game: Path) -> None:
    """A part of a sentence may deny or report the Pass."""
    reply(mail(*lines), code=1)
    assert game.read_text() == KNOWN


@pytest.mark.parametrize("lines", [("We pass", "US pass"), ("ARVN pass", "We pass")])
def test_two_passes_of_a_hand(lines: tuple[str, ...], game: Path) -> None:
    """ "We pass" is a Pass of its own. It describes no other line."""
    game.write_text(f"{KNOWN}NVA  pass\n")
    reply(mail(lines[0], "", lines[1], sender="Ann <ann@example.org>"))
    assert events(game)[-2:] == ["ARVN pass", "US   pass"]


@pytest.mark.parametrize(
    "lines",
    [
        ("I rally in North Vietnam with one guerrilla:", "@"),
        ("Hello all. We rally in North Vietnam with 1 guerrilla.", "", "@"),
        ("@", "", "So NVA rallies in North Vietnam with one guerrilla."),
        ("Now we march from North Vietnam to Quang Tri with one guerrilla:", "@"),
        ("The NVA will rally in North Vietnam with one guerrilla.", "", "The tea is good.", "", "@"),
    ],
)
def test_a_sentence_certainly_of_another_move(lines: tuple[str, ...], game: Path) -> None:
    """A sentence beside a move is compared with it. One that certainly describes another move is a doubt."""
    told = reply(mail(*[line.replace("@", "NVA rally NVn+2ng") for line in lines]), code=1)
    assert "this looks like another move: " in told and "if it is meant, play it yourself" in told
    assert game.read_text() == KNOWN


@pytest.mark.parametrize(
    "sentence",
    ["We rally in North Vietnam.", "I rally in North Vietnam with two guerrillas:", "The north will rise!"],
)
def test_a_sentence_of_the_same_move_or_of_a_part(sentence: str, game: Path) -> None:
    """A sentence that fits the move leaves no doubt."""
    reply(mail(sentence, "", "NVA rally NVn+2ng"))
    assert events(game)[-1] == "NVA  rally NVn+2ng"


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        (("NVA rallies in North Vietnam with 1 guerrilla:", "NVA rally NVn+2ng"), 2),
        (("NVA rally NVn+2ng", "", "NVA rallies in North Vietnam with 1 guerrilla."), 1),
    ],
)
def test_a_sentence_that_tells_another_move_than_its_line(
    lines: tuple[str, ...], place: int, game: Path
) -> None:
    """A sentence of a Faction that describes another move than its line is a doubt; neither is played."""
    told = reply(mail(*lines), code=1)
    assert f"this describes another move than line {place}: which is meant" in told
    assert game.read_text() == KNOWN


@pytest.mark.parametrize(
    "line", ["NVA rally DaN+2ng", "ruling stand NVA rally DaN+2ng", "NVA march HuKS>QTr:9ng"]
)
def test_a_move_let_stand_without_figures(line: str, game: Path) -> None:
    """A move let stand without figures changes nothing, and the reply states this."""
    game.write_text(BEGUN)
    told = reply(mail(line), "--stand")
    assert "line 1 has no figures: it counts as a deed and changes nothing on the board" in told
    game.write_text(BEGUN)
    assert "has no figures" not in reply(mail(f"{line} => NVA 9"), "--stand")


@pytest.mark.parametrize("figures", ["Hue 30at", "DaN 40ng", "aid 99"])
def test_a_move_let_stand_with_figures_that_cannot_be(figures: str, game: Path) -> None:
    """The table may agree on any figures that a board can have. The game stays as it was."""
    game.write_text(BEGUN)
    told = reply(mail(f"NVA rally DaN+2ng => {figures}"), "--stand", code=1)
    assert "this position is impossible" in told and "nothing is added to game.fitl" in told
    assert game.read_text() == BEGUN


@pytest.mark.parametrize(
    ("begun", "sender"), [(KNOWN, "Mo <mo@example.org>"), (BEGUN, "Eve <eve@example.org>"), (BEGUN, "Bo")]
)
def test_whoever_may_send_any_move_may_pass(begun: str, sender: str, game: Path) -> None:
    """The moderator may send "we pass" for anybody, and so may anyone in a game that names no players."""
    game.write_text(begun)
    reply(mail("We pass", sender=sender))
    assert events(game)[-1] == "NVA  pass"


@pytest.mark.parametrize(
    "line",
    [
        "NVA rally NVn+2ng...",
        "NVA pass ..",
        "NVA rally NVn+2ng (CLa+2ng)",
        "NVA rally NVn+2ng (and CLa+2ng)",
        "NVA rally NVn+2ng (VC pass)",
        "NVA rally NVn+2ng (note this one)",
    ],
)
def test_an_open_end_or_a_part_in_brackets(line: str, game: Path) -> None:
    """Dots may stand for more, and clauses or another line in brackets may be meant: nothing is played."""
    reply(mail(line), code=1)
    assert game.read_text() == KNOWN
