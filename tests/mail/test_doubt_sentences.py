"""How a mail falls into sentences, and which of them bears on which move."""

from __future__ import annotations

import pytest

from fitl_core.mail.doubts import (
    CONSIDERED,
    LONGEST_SENTENCE,
    ON_CONDITION,
    QUESTION,
    TAKEN_BACK,
    TOO_LONG,
    UNCLEAR_LEAD,
    Weighed,
    weighed,
)
from fitl_core.mail.found_lines import lines_in_mail
from fitl_core.mail.quotes import lines_of

MOVES = {"@": "VC   rally Tay+vg", "%": "VC terror Hue", "$": "VC pass", "&": "NVA pass"}


def look(text: str) -> Weighed:
    """Read the meaning of a mail in which signs stand for moves."""
    for sign, move in MOVES.items():
        text = text.replace(sign, move)
    lines = lines_of(text)
    found = lines_in_mail(lines).lines
    assert found and all(one.entry is not None for one in found), text
    return weighed(lines, found)


def doubt(text: str) -> tuple[str, str, int] | None:
    """The doubt that a mail leaves: why, by which words, in which line."""
    found = look(text).doubt
    return None if found is None else (found.why, found.words, found.line)


def taken_back(text: str) -> list[tuple[int, str]]:
    """The lines that a mail takes back, each with the words that do so; it leaves no doubt."""
    found = look(text)
    assert found.doubt is None, found.doubt
    return [(line.number, words) for line, words in found.taken_back]


@pytest.mark.parametrize(
    ("text", "why", "words", "line"),
    [
        ("I wonder\nabout the rain:\n@", CONSIDERED, "I wonder about the rain:", 1),
        ("Hi all,\nthis is\nperhaps it:\n@", CONSIDERED, "Hi all, this is perhaps it:", 1),
        ("Hi. This\nis perhaps it:\n@", CONSIDERED, "This is perhaps it:", 1),
        ("@\nIs this\nfine with you?", QUESTION, "Is this fine with you?", 2),
        ("@\n\nGood.\nIs this\nfine?", QUESTION, "Is this fine?", 4),
        ('(He wrote "fine.") Perhaps it rains.\n@', CONSIDERED, "Perhaps it rains.", 1),
        ("(Nice one!) Perhaps it rains.\n@", CONSIDERED, "Perhaps it rains.", 1),
        ("(Nice one!)\nPerhaps it rains.\n@", CONSIDERED, "Perhaps it rains.", 2),
        ('He wrote "fine."\nPerhaps it rains.\n@', CONSIDERED, "Perhaps it rains.", 2),
        ("@ ; perhaps", CONSIDERED, "perhaps", 1),
        ("Hello\n\nScratch that: @", TAKEN_BACK, "Scratch that:", 3),
        ("Hello\n\n@\n\nWell.\nUnless it rains.", ON_CONDITION, "Unless it rains.", 6),
    ],
)
def test_a_doubt_is_named_by_its_whole_sentence(text: str, why: str, words: str, line: int) -> None:
    """A doubt is named by its whole sentence, and by the line in which the sentence begins."""
    assert doubt(text) == (why, words, line)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("I\u2019d send this:\n@", CONSIDERED),
        ("I \u2018might\u2019 have:\n@", CONSIDERED),
        ("We haven\u2019t decided.\n@", CONSIDERED),
        ("@\n\nThat doesn\u2019t count.", TAKEN_BACK),
    ],
)
def test_curly_signs_are_read_as_straight_ones(text: str, why: str) -> None:
    """Curly signs, as phones write them, are read as straight ones."""
    found = doubt(text)
    assert found is not None and found[0] == why


@pytest.mark.parametrize(
    "link", ["http://example.org/what-if", "www.example.org/maybe", "https://x.example/?if=1;or=unless"]
)
def test_words_in_a_link_leave_no_doubt(link: str) -> None:
    """The words in a link leave no doubt, because nobody says them."""
    assert doubt(f"Look here: {link}\n\n@\n\nA map: {link}") is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("@\n\nSo.\n\nWell.\n\nIs the move legal?", QUESTION),
        ("Is the card out?\n\nSo.\n\nWell.\n\n@", QUESTION),
        ("@\n\nSo.\n\nWell.\n\nUnless ARVN has a turn.", ON_CONDITION),
        ("If the Event is gone.\n\nSo.\n\nWell.\n\n@", ON_CONDITION),
        ("@\n\nSo.\n\nWell.\n\nPerhaps the rules have it.", CONSIDERED),
        ("@\n\nSo.\n\nWell.\n\nIs the tea ready now, then?", None),
        ("@\n\nSo.\n\nWell.\n\nPerhaps we see snow.", None),
        ("@\n\nSo.\n\nWell.\n\nUnless we see snow.", None),
        ("@\n\nSo.\n\nPerhaps we see snow.", None),
        ("@\n\nPerhaps we see snow.", CONSIDERED),
        ("Perhaps we see snow.\n\n@", CONSIDERED),
        ("Perhaps we see snow.\n\nSo.\n\n@", None),
    ],
)
def test_far_from_a_move_only_what_speaks_of_the_game_counts(text: str, why: str | None) -> None:
    """Only words about the game count far from a move; beside a move all words do."""
    found = doubt(text)
    assert (found[0] if found else None) == why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("@\n\nGood.\n> quoted\nPerhaps we see snow.", None),
        ("@\n\nGood.\nPerhaps we see snow.", CONSIDERED),
        ("Perhaps Mo saw this:\n> VC pass\n\n@", None),
        ("Perhaps Mo saw this:\n@", CONSIDERED),
        ("VC rally Tay+vg,\n Hue+vg\n\nPerhaps we see snow.", CONSIDERED),
        ("VC rally Tay+vg,\n Hue+vg\n\nSo.\n\nPerhaps we see snow.", None),
    ],
)
def test_what_is_quoted_and_what_a_move_goes_on_with(text: str, why: str | None) -> None:
    """A quote parts two paragraphs; the line above it is about it; a second line of a move is the move."""
    found = doubt(text)
    assert (found[0] if found else None) == why


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@\n\nNo wait, better:\n%", [(1, "No wait, better:")]),
        (
            "@\n\nNo wait, better:\n%\n\nSorry, I meant:\n$",
            [(1, "No wait, better:"), (3 + 1, "Sorry, I meant:")],
        ),
        ("@ ; scratch that\n%", [(1, "scratch that")]),
        ("&\n@\n\nNo wait, better:\n%", [(2, "No wait, better:")]),
        ("@\n&\n\nNo wait, better:\n%", [(1, "No wait, better:")]),
        ("@\n%", []),
    ],
)
def test_what_a_correction_takes_back(text: str, expected: list[tuple[int, str]]) -> None:
    """The moves of the same Faction above it, each by the first words that do so."""
    assert taken_back(text) == expected


@pytest.mark.parametrize(
    "text", ["@\n\nNo wait, better:\n&", "@\n\n%\n\nScratch that.", "Scratch that.\n\n@"]
)
def test_a_correction_with_nothing_in_its_place_is_a_doubt(text: str) -> None:
    """A correction without a replacement is a doubt, because it may take back any move."""
    found = doubt(text)
    assert found is not None and found[0] == TAKEN_BACK


def test_only_the_last_sentence_leads_to_a_move() -> None:
    """Words before a colon lead to the move only if no other sentence stands between them."""
    assert doubt("Dusk over the river:\nMist came up.\n@") is None
    assert doubt("Dusk over the river.\nMist came up:\n@") == (UNCLEAR_LEAD, "Mist came up:", 2)


@pytest.mark.parametrize("words", ["Oops.", "Wait.", "Stop!", "No."])
def test_an_afterthought_needs_a_move_before_it(words: str) -> None:
    """Above the first move it is about something else."""
    assert doubt(f"{words}\n\nHello all.\n\n@") is None
    found = doubt(f"Hello all.\n\n@\n\n{words}")
    assert found is not None and found[0] == TAKEN_BACK


@pytest.mark.parametrize("behind", ["scratch that", "and so on", ""])
def test_a_sentence_that_is_too_long_is_a_doubt(behind: str) -> None:
    """The end of a long sentence is not read, although it may take back anything: the mail is in doubt."""
    most = "on and on " * (LONGEST_SENTENCE // 10)
    assert doubt(f"@\n\n{most}\n{behind}") == (None if not behind else (TOO_LONG, most[:80], 3))
    for end in ("more", "more\nscratch that"):
        assert doubt(f"@\n\n{most} {end}\n{behind}") == (TOO_LONG, most[:80], 3)
