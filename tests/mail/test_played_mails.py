"""The marks of mails in a log: differences that make another mail, and those that do not."""

from __future__ import annotations

import pytest

import notation
from fitl_core.mail.found_lines import FoundLine
from fitl_core.mail.letters import Letter
from fitl_core.mail.played_mails import begins_as_played, mark_of, marked, marks_in
from notation import Log

LINE = FoundLine(3, "VC pass", None)
BODY = Letter("Cy", "2026-05-03T12:00Z", "Hi,\n\nVC pass\n\nCy", address="cy@example.org")
PASTED = Letter("", "", "Cy, Sunday\n\nVC pass\n\nBo, Monday\n\nNVA pass", pasted=True)


def changed(letter: Letter, **values: object) -> Letter:
    """Another letter."""
    fields = {name: getattr(letter, name) for name in letter.__struct_fields__}
    return Letter(**{**fields, **values})


@pytest.mark.parametrize(
    ("letter", "mark"),
    [
        (changed(BODY, id="<1@x>"), "a7a43ae796e1496b"),
        (BODY, "3a0263b4b694279a"),
        (PASTED, "9e07d9cc2fffd861"),
    ],
)
def test_marks_stay_what_they_are(letter: Letter, mark: str) -> None:
    """Games in files have them: another way to make them would play old mails again."""
    assert mark_of(letter, LINE) == mark


@pytest.mark.parametrize(
    "values",
    [
        {"time": "2026-05-03T12:01Z"},
        {"time": ""},
        {"address": "bo@example.org"},
        {"address": "", "by": "Bo"},
        {"text": "Hi,\n\nVC pass\n\nCy Smith"},
        {"text": ""},
        {"id": "<1@x>"},
        {"pasted": True},
    ],
)
def test_another_mail_has_another_mark(values: dict[str, object]) -> None:
    """A mail with another date, sender, body or Message-ID has another mark."""
    assert mark_of(changed(BODY, **values), LINE) != mark_of(BODY, LINE)


@pytest.mark.parametrize(
    "values",
    [
        {"by": "Cy Smith"},
        {"text": "Hi,\nVC   pass\n\n\nCy\n"},
        {"remarks": ("a part was skipped",)},
        {"flowed": True},
    ],
)
def test_the_same_mail_in_another_form_has_the_same_mark(values: dict[str, object]) -> None:
    """A mail keeps its mark with a name beside the address, other blanks, or another check of the sender."""
    assert mark_of(changed(BODY, **values), LINE) == mark_of(BODY, LINE)


@pytest.mark.parametrize("line", [1, 2, 5, 9])
def test_all_lines_of_a_mail_have_one_mark(line: int) -> None:
    """Each line of a text without header has its own."""
    other = FoundLine(line, "NVA pass", None)
    assert mark_of(BODY, other) == mark_of(BODY, LINE)
    assert mark_of(PASTED, other) != mark_of(PASTED, LINE)


@pytest.mark.parametrize(
    ("text", "is_same"),
    [
        ("Cy, Sunday\n\nVC pass", True),
        ("Cy, Sunday\n\nVC pass\n\nBo, Tuesday\n\nNVA rally", True),
        ("Cy,   Sunday\n \nVC pass", True),
        ("Cy, Monday\n\nVC pass", False),
        ("\n\nVC pass", False),
    ],
)
def test_a_pasted_line_is_known_by_the_text_up_to_it(text: str, is_same: bool) -> None:
    """The mark of a pasted line ignores blanks and the text after the line."""
    assert (mark_of(changed(PASTED, text=text), LINE) == mark_of(PASTED, LINE)) == is_same


def test_the_same_line_further_down_has_another_mark() -> None:
    """The same line further down has another mark, because it may be another move in the same words."""
    twice = Letter("", "", "VC pass\nVC pass", pasted=True)
    one, two = (mark_of(twice, FoundLine(number, "VC pass", None)) for number in (1, 2))
    assert one != two


def test_text_in_no_known_encoding_has_a_mark() -> None:
    """Bytes that no character stands for are kept as they came."""
    letters = [
        Letter("Cy", "", f"caf{one}\nVC pass", pasted=pasted) for one in "\udce9\udcea" for pasted in (0, 1)
    ]
    assert len({mark_of(letter, FoundLine(2, "VC pass", None)) for letter in letters}) == 4


def test_a_mark_stands_beside_other_fields() -> None:
    """In front of them, and in place of one that the mail claims."""
    entry = notation.read_line("VC pass ; [%_seat 2] [%mail 0000000000000000] [%_b x] well")
    kept = marked(entry, "1" * 16)
    assert kept.fields == (("mail", "1" * 16), ("_seat", "2"), ("_b", "x"))
    assert (kept.event, kept.comment) == (entry.event, entry.comment)


def test_only_marks_are_marks() -> None:
    """Another field with such a value is none."""
    lines = ("VC pass ; [%mail a]", "; [%_mail b] [%mail c] x", "NVA pass ; [%_seat d] [%mail a]")
    log = Log((), tuple([notation.read_line(line) for line in lines if not line.startswith(";")]))
    assert marks_in(log) == {"a"}


# -- threads that were saved again -------------------------------------------------------------------

OF_A_THREAD = "; [%mail 0123456789abcdef]"


def known_lines(thread: list[str], *log: str) -> int:
    """How many of the first lines of a thread are known in a game with these lines."""
    text = '[FITL "2"]\n[Scenario "short"]\n\n' + "\n".join(log) + "\n"
    lines = [
        FoundLine(number, line, None, passes=True)
        if line == "We pass"
        else FoundLine(number, line, notation.read_line(line) if line[:2].isupper() else None)
        for number, line in enumerate(thread, 1)
    ]
    return begins_as_played(notation.read(text).log, lines)


@pytest.mark.parametrize(
    "fields",
    ["", "; [%by Bo]", "; [%time 2026-05-03] [%mail 0123456789abcdef]", "; [%_mail 0123456789abcdef]"],
)
def test_only_lines_of_pasted_texts_belong_to_a_thread(fields: str) -> None:
    """The same move from a mail with a date, or written by hand, may be another one in the same words."""
    assert known_lines(["NVA pass", "US pass"], f"NVA pass {fields}") == 0
    assert known_lines(["NVA pass", "US pass"], f"NVA pass {OF_A_THREAD}") == 1


@pytest.mark.parametrize(("line", "is_known"), [("NVA pass", 1), ("NVA rally NVn+2ng", 0), ("next #55", 0)])
def test_a_pass_in_words_is_known_as_a_pass_only(line: str, is_known: int) -> None:
    """ "We pass" names no Faction: it is the Pass of whoever was to act. Other words are no Pass."""
    assert known_lines(["We pass", "US pass"], f"{line} {OF_A_THREAD}") == is_known
    assert known_lines(["we think", "US pass"], f"{line} {OF_A_THREAD}") == 0


@pytest.mark.parametrize(("written", "played"), [("", " {3}"), ("", " {4} {1}"), (" {6}", " {2}")])
def test_a_line_is_known_whatever_its_dice(written: str, played: str) -> None:
    """The dealer rolled the dice that the thread lacks."""
    assert known_lines([f"VC attack BTu{written}"], f"VC attack BTu{played} {OF_A_THREAD}") == 1
    assert known_lines([f"VC attack BTu{written}"], f"VC attack Ple{played} {OF_A_THREAD}") == 0


@pytest.mark.parametrize(
    ("thread", "known"),
    [
        (["NVA pass", "US pass", "ARVN pass"], 3),
        (["NVA pass", "ARVN pass", "US pass"], 2),
        (["US pass", "NVA pass"], 1),
        (["VC pass", "NVA pass"], 0),
    ],
)
def test_a_thread_is_known_in_its_order(thread: list[str], known: int) -> None:
    """A line is known only after the lines above it; the game may have other lines between them."""
    played = [f"{who} pass {OF_A_THREAD}" for who in ("NVA", "US", "ARVN")]
    assert known_lines(thread, *played) == known
