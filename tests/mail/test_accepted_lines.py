"""Which lines of mails are played, and why others are withheld: reasons, their order, and remarks."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import notation
from fitl_core.mail.accepted_lines import SortedOut, sort_lines
from fitl_core.mail.found_lines import FoundLine
from fitl_core.mail.letters import Letter
from fitl_core.mail.played_mails import mark_of
from fitl_core.mail.senders import Senders
from notation import Log

NAMED = """[US "Ann <ann@example.org>"]
[NVA "Bo"]
[VC "Cy <cy@example.org>"]
[Moderator "Mo <mo@example.org>"]
"""
SEALED = f'[Deck-Root "sha256:{"0" * 64}"]\n'
SENT = "2026-05-03T12:00Z"


def log_of(tags: str = NAMED, *lines: str) -> Log:
    """A game with these tags and lines."""
    return notation.read(f'[FITL "2"]\n[Scenario "short"]\n{tags}\n' + "\n".join(lines) + "\n").log


def mail(
    text: str, by: str = "Bo", address: str = "bo@example.org", time: str = SENT, **more: object
) -> Letter:
    """A mail of Bo's, unless somebody else is named."""
    return Letter(by, time, text, **{"address": address, **more})  # type: ignore[arg-type]


def mo(text: str, **more: object) -> Letter:
    """A mail of the moderator's."""
    return mail(text, "Mo", "mo@example.org", **more)  # type: ignore[arg-type]


def sort(*letters: Letter, log: Log | None = None, by: str = "", stand: bool = False) -> SortedOut:
    """Sort the lines of these mails."""
    log = log or log_of()
    return sort_lines(log, letters, Senders(log, by), by=by, stand=stand)


def withheld(found: SortedOut) -> list[tuple[int, str]]:
    """The lines that are withheld, each with its code; no line is played."""
    assert found.play == []
    return [(one.line, one.code) for one in found.withheld]


# -- a mail as a whole -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("NVA pass\nVC pass", [(1, "with-others"), (2, "not-theirs")]),
        ("VC pass\nNVA pass", [(1, "not-theirs"), (2, "with-others")]),
        ("VC pass\n\nIs this legal?", [(1, "not-theirs")]),
        ("NVA pass\n\nIs this legal?", [(1, "in-doubt")]),
        ("NVA pass\nVC pass\n\nIs this legal?", [(1, "in-doubt"), (2, "not-theirs")]),
        ("NVA pass\nvoid 1\n\nIs this legal?", [(1, "in-doubt"), (2, "with-others")]),
    ],
)
def test_one_line_withholds_all(text: str, expected: list[tuple[int, str]]) -> None:
    """Each with its own reason, else with that of the mail."""
    found = sort(mail(text))
    assert withheld(found) == expected and found.remarks == []


def test_the_first_line_with_a_reason_is_named_beside_the_others() -> None:
    """The doubt stands by the first line of all."""
    told = sort(mail("void 1\nNVA pass\n\nIs this legal?")).withheld[1].message
    assert told == "it stands in one mail with line 1: not played"


@pytest.mark.parametrize("text", ["VC pass\n\nIs this legal?", "void 1\n\nIs this legal?", "VC pass"])
def test_a_stranger_is_told_apart_from_a_doubt(text: str) -> None:
    """A stranger is refused as one first, because his doubts do not concern the game."""
    ((line, code),) = withheld(sort(mail(text, "Eve", "eve@example.org")))
    assert (line, code) == (1, "not-theirs")


def test_a_stranger_leaves_no_doubt_beside_his_line() -> None:
    """The first line is withheld for the second, and not for a stranger's doubts."""
    found = sort(mail("void 1\nVC pass\n\nIs this legal?", "Eve", "eve@example.org"))
    assert withheld(found) == [(1, "with-others"), (2, "not-theirs")]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("VC pass", "VC is played from cy@example.org, and this mail is from eve@example.org"),
        ("NVA pass", "Eve is nobody whom the game names as a player"),
        ("ruling stand VC pass", "Eve is nobody whom the game names as a player"),
        ("void 1", "Eve is nobody whom the game names as a player"),
    ],
)
@pytest.mark.parametrize("stand", [True, False])
def test_no_agreement_makes_a_stranger_a_player(text: str, told: str, stand: bool) -> None:
    """A stranger's line is refused for the same reason with --stand."""
    (one,) = sort(mail(text, "Eve", "eve@example.org"), stand=stand).withheld
    assert one.message.startswith(told)


def test_what_the_table_agreed_to_stands_whoever_sends_it() -> None:
    """With --stand, or by `ruling stand`, any player may send a line of another Faction."""
    assert len(sort(mail("VC pass"), stand=True).play) == 1
    assert withheld(sort(mail("VC pass"))) == [(1, "not-theirs")]
    assert len(sort(mail("ruling stand VC pass")).play) == 1


def test_several_mails_are_numbered_in_remarks() -> None:
    """Remarks have the number of their mail if there are several mails."""
    pass_ = mail("NVA pass")
    (one,) = sort(pass_).remarks
    assert one.startswith("who wrote this was not checked")
    both = sort(pass_, mail("NVA rally", id="<2@x>")).remarks
    assert [told.partition(": ")[0] for told in both] == ["mail 1", "mail 2"]


def test_only_a_line_that_is_taken_from_a_name_is_remarked_on() -> None:
    """A line that is withheld has its reason, and a mail without lines has nothing to say."""
    for text in ("VC pass", "NVA pass\n\nIs this legal?", "Good morning!"):
        assert sort(mail(text)).remarks == []
    assert sort(mo("NVA pass")).remarks == []


def test_a_line_taken_back_is_shown_without_what_a_terminal_would_do() -> None:
    """Eighty characters of the line are shown, without control characters."""
    (told, _) = sort(mail(f"NVA pass ; {'x' * 90}\x1b[31m\n\nNo wait, better:\nNVA rally")).remarks
    assert told.startswith('line 1 is taken back ("No wait, better:"), and not played: NVA pass ; xxx')
    assert "\x1b" not in told and len(told.rpartition("not played: ")[2]) == 80
    (told, _) = sort(mail("NVA pass ; \x1b[31m\n\nNo wait, better:\nNVA rally")).remarks
    assert "\x1b" not in told


# -- lines that were played before -------------------------------------------------------------------


def test_known_mails_have_nothing_new() -> None:
    """The lines of a known mail are known, and no mail is left."""
    first = sort(mail("NVA pass\nvoid 1", id="<1@x>"))
    log = log_of(NAMED, f"NVA pass ; [%mail {first.play[0].mark}]")
    found = sort(mail("NVA pass\nvoid 1", id="<1@x>"), mail("hello"), log=log)
    assert [one.line.number for one in found.known] == [1, 2] and found.play == found.withheld == []
    assert [one.number for one in found.mails] == [2] and [one.number for one in found.after_known] == [1]


def test_in_a_thread_only_what_stands_below_is_looked_at() -> None:
    """A question above the last line that was played is an old one."""
    thread = "Bo:\nMay I pass?\n\nNVA pass\n\nAnn:\n\nUS pass\n"
    (first,) = sort(Letter("", "", "Bo:\nMay I pass?\n\nNVA pass\n", pasted=True), log=log_of("")).withheld
    assert first.code == "in-doubt"
    mark = sort(Letter("", "", thread.replace("May I pass?", "x"), pasted=True), log=log_of("")).play[0].mark
    log = log_of("", f"NVA pass ; [%mail {mark}]")
    found = sort(Letter("", "", thread.replace("May I pass?", "x"), pasted=True), log=log)
    assert [one.line.text for one in found.play] == ["US pass"]
    assert [line.number for line in found.mails[0].lines] == [5, 6, 7, 8, 9]


PASTED_BEFORE = "NVA pass ; [%mail 0123456789abcdef]"


def pasted(*lines: str) -> SortedOut:
    """What becomes of a pasted text in a game that has played a Pass of NVA from another one."""
    return sort(Letter("", "", "\n".join(lines), pasted=True), log=log_of("", PASTED_BEFORE))


def test_a_thread_in_other_words_is_known_by_its_moves() -> None:
    """What follows them is new; where nothing does, the moderator decides."""
    found = pasted("Bo, 2 hours ago", "NVA pass", "", "Ann, now", "US pass")
    assert [one.line.text for one in found.play] == ["US pass"]
    assert found.remarks == [
        "up to line 2 this was played before, with other words above: only what follows is new"
    ]
    found = pasted("Bo, 2 hours ago", "NVA pass", "", "No wait, better:", "NVA rally")
    assert [one.line.text for one in found.play] == ["NVA rally"]


@pytest.mark.parametrize("new", ["", "\n\nCy, now\nARVN pass", "\n\nCy, now\nUS pass"])
def test_posts_that_were_pasted_one_by_one(new: str) -> None:
    """A post that was pasted alone is known in the thread, too. The same words once more are a new move."""
    thread = Letter("", "", f"Bo, Sunday\nNVA pass\n\nAnn, Monday\nUS pass{new}", pasted=True)
    first = mark_of(thread, FoundLine(2, "NVA pass", None))
    log = log_of("", f"NVA pass ; [%mail {first}]", "US pass ; [%mail 0123456789abcdef]")
    found = sort(thread, log=log)
    assert [one.line.text for one in found.play] == new.split("\n")[-1:] * bool(new)
    assert found.withheld == [] and len(found.remarks) == bool(new)
    assert [one.line.number for one in found.known] == ([] if new else [2])


def test_a_move_that_was_taken_back_in_a_thread_was_not_played() -> None:
    """The move in its place was."""
    found = pasted("NVA rally", "", "No wait, better:", "NVA pass", "", "Ann, now", "US pass")
    assert [one.line.text for one in found.play] == ["US pass"]


def test_one_line_in_the_same_words_may_be_a_new_move() -> None:
    """Alone it is no thread, and a mail with a header has a mark of its own."""
    assert [one.line.text for one in pasted("Bo, now", "NVA pass").play] == ["NVA pass"]
    found = sort(mail("NVA pass\nvoid 1"), log=log_of(NAMED, PASTED_BEFORE))
    assert [one.line.text for one in found.play] == ["NVA pass", "void 1"]


def test_a_pass_of_a_thread_may_be_of_another_writer() -> None:
    """In a mail "we pass" and its correction have one writer. In a thread they may have two."""
    text = "We pass\n\nNo wait, better:\nNVA rally"
    assert [one.line.text for one in sort(mail(text)).play] == ["NVA rally"]
    thread = Letter("", "", text, pasted=True)
    assert withheld(sort(thread, log=log_of(""))) == [(1, "in-doubt"), (4, "with-others")]


# -- cards of a sealed deck --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line", ["#107", "next #55", "next none", "amend 1 #107", "amend 1 next #55", "ruling stand next #55"]
)
@pytest.mark.parametrize("tags", [NAMED, '[NVA "Bo"]\n'])
def test_a_player_turns_up_no_card(line: str, tags: str) -> None:
    """A player's card is refused, in `amend` and `ruling stand` too, except without a sealed deck."""
    assert withheld(sort(mail(line), log=log_of(tags + SEALED))) == [(1, "card-unproven")]
    assert len(sort(mail(line), log=log_of(tags)).play) == 1


@pytest.mark.parametrize("line", ["#107", "next #55", "amend 1 next #55"])
def test_the_moderator_turns_up_cards(line: str) -> None:
    """The moderator turns up cards by address or name; in an open game anyone with the card's proof may."""
    assert len(sort(mo(line), log=log_of(NAMED + SEALED)).play) == 1
    by_name = log_of(NAMED.replace("Mo <mo@example.org>", "Mo") + SEALED)
    assert len(sort(mail(line, "Mo", "x@example.org"), log=by_name).play) == 1
    proven = f"{line} ; [%proof card 1/26 {'0' * 64}]"
    assert len(sort(mail(proven), log=log_of(SEALED)).play) == 1
    assert withheld(sort(mail(line), log=log_of(SEALED))) == [(1, "card-unproven")]
    assert withheld(sort(mail(proven), log=log_of(NAMED + SEALED))) == [(1, "card-unproven")]


# -- claims ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("claimed", "sent", "is_so"),
    [
        ("2026-05-03", SENT, True),
        ("2026-05-03T12:00Z", SENT, True),
        ("2026-05-03T12:00:30Z", "2026-05-03T12:00:59Z", True),
        ("2026-05-04", SENT, False),
        ("2026-05-03T12:01Z", SENT, False),
        ("2026-05-03T11:00Z", SENT, False),
        ("2026-05-03", "", False),
        ("2026-05-03T12:00Z", "", False),
    ],
)
def test_a_line_was_written_when_its_mail_was(claimed: str, sent: str, is_so: bool) -> None:
    """A claimed time is the mail's, to the minute or the day, except by the moderator or in pasted lines."""
    line = f"NVA pass ; [%time {claimed}]"
    found = sort(mail(line, time=sent))
    assert [one.code for one in found.withheld] == ([] if is_so else ["other-time"])
    if not is_so:
        assert f"written at {claimed}, and this mail at {sent or 'no time'}:" in found.withheld[0].message
    assert len(sort(mo(line, time=sent)).play) == 1
    assert len(sort(Letter("", "", line, pasted=True), log=log_of("")).play) == 1


def test_a_line_may_claim_the_name_that_the_moderator_gives() -> None:
    """`--by Bo` says that Bo wrote the mail, so a line may say so, too. It may name nobody else."""
    letter = mail("NVA pass ; [%by Bo]", "nick77", "")
    assert len(sort(letter, by="Bo").play) == 1
    assert withheld(sort(letter, by="NVA")) == [(1, "other-author")]
    assert withheld(sort(mail("NVA pass ; [%by Ann]", "nick77", ""), by="Bo")) == [(1, "other-author")]


@pytest.mark.parametrize("sender", [mail, mo])
@pytest.mark.parametrize("tags", ["", '[VC-Key "00"]\n'])
def test_a_line_of_a_mail_has_no_link(sender: Callable[[str], Letter], tags: str) -> None:
    """A link is of the line as it stands in the file. One from a mail would make `fitl verify` fail."""
    for line in (f"NVA pass ; [%chain {'0' * 64}]", f"NVA pass ; [%chain {'a' * 64}] well"):
        assert withheld(sort(sender(line), log=log_of(NAMED + tags))) == [(1, "linked")]


@pytest.mark.parametrize("proof", ["d6 1 NVA: Attack", f"card 1/26 {'0' * 64}", "order 00"])
def test_a_proof_needs_seals(proof: str) -> None:
    """Nothing can check a proof in a game without seals, so it would make `fitl verify` fail."""
    line = f"NVA pass ; [%proof {proof}]"
    assert withheld(sort(mail(line))) == withheld(sort(mo(line))) == [(1, "proof-unasked")]
    for seal in (SEALED, f'[Seed-Commitment "sha256:{"0" * 64}"]\n'):
        assert len(sort(mo(line), log=log_of(NAMED + seal)).play) == 1


def test_the_first_reason_is_told() -> None:
    """The first reason is the wrong Faction, then a wrong claim, then the text after it."""
    reasons = ["", "[%by Ann] ", "[%time 2026-05-04] ", "infiltrate QTr"]
    codes = []
    for i in range(4):
        who = "VC" if i == 0 else "NVA"
        (one,) = sort(mail(f"{who} pass ; {''.join(reasons[max(i, 1) :])}")).withheld
        codes.append(one.code)
    assert codes[:3] == ["not-theirs", "other-author", "other-time"] and codes[3] not in codes[:3]
