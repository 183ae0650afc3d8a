"""Whether a mail means its moves: doubtful ones are not played, honest ones are."""

from __future__ import annotations

from pathlib import Path

import pytest
from measured import in_time
from samples import WHOLE

from fitl_core.mail.doubts import (
    CONSIDERED,
    DENIED,
    OTHER_MOVE,
    OTHER_SPACE,
    OTHER_VERB,
    UNCLEAR_LEAD,
    Weighed,
    weighed,
)
from fitl_core.mail.forum_marks import without_marks
from fitl_core.mail.found_lines import lines_in_mail
from fitl_core.mail.quotes import lines_of

MOVE = "VC   rally Tay+vg"
OTHER = "VC terror Hue"


def look(text: str) -> Weighed:
    """Read the meaning of a mail in which `@` stands for a move and `%` for another of the same Faction."""
    lines = lines_of(without_marks(text.replace("@", MOVE).replace("%", OTHER)))
    found = lines_in_mail(lines).lines
    assert found and all(one.entry is not None for one in found), text
    return weighed(lines, found)


MAILS = Path(__file__).parent / "mails"
"""Mails by kind: one a line; `|` ends a line, `@` and `%` are moves.

`otherwise.txt` has idioms of all kinds, and sentences that only their place or words of the game give away.
`sly.txt` has short words of all kinds: most were played once, because no list had them.
"""
DOUBTFUL = ("questions", "withdrawn", "conditions", "considered", "otherwise", "sly")


def cases(kind: str) -> list[str]:
    """Return the mails of a kind."""
    return [as_mail(line) for line in (MAILS / f"{kind}.txt").read_text(encoding="utf-8").splitlines()]


def as_mail(line: str) -> str:
    """Return the mail of a line in which `|` ends a line."""
    return line.replace("|", "\n")


@pytest.mark.parametrize("text", [text for kind in DOUBTFUL for text in cases(kind)])
def test_what_leaves_a_doubt(text: str) -> None:
    """No line of a doubtful mail is played; the words and their line are named."""
    found = look(text)
    assert found.doubt is not None, text
    assert found.doubt.words and found.doubt.line >= 1


@pytest.mark.parametrize("text", cases("honest"))
def test_what_is_meant(text: str) -> None:
    """Greetings, excuses, chat and quotes of others leave no doubt."""
    assert look(text) == Weighed(), text


def test_there_are_enough_of_both() -> None:
    """Three hundred mails in doubt, a hundred and forty that are meant."""
    assert sum(len(cases(one)) for one in DOUBTFUL) >= 300
    assert len(cases("honest")) >= 140


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Dusk over the river:|@", UNCLEAR_LEAD),
        ("Unser Vorschlag:|@", UNCLEAR_LEAD),
        ("Seen elsewhere:||@", UNCLEAR_LEAD),
        ("Anyone near the river with|@", UNCLEAR_LEAD),
        ("Bo, this is what you heard of:|@", CONSIDERED),
        ("@||*KPh", OTHER_SPACE),
        ("@||Kien Phong!", OTHER_SPACE),
        ("@ ; Hue likewise", OTHER_SPACE),
        ("@||In addition: Subvert.", OTHER_VERB),
        ("@ ; tax too", OTHER_VERB),
        ("@||And they march.", OTHER_VERB),
        ("@||Reserve: VC pass", OTHER_MOVE),
        ("The choice is VC terror Hue|@", OTHER_MOVE),
        ("@||Bo gets: NVA pass", OTHER_MOVE),
        ("@||We march at dawn.", OTHER_VERB),
        ("Now I attack:|@", OTHER_VERB),
        ("@||I'll terror, comrades.", OTHER_VERB),
        ("@||A quiet pass.", OTHER_VERB),
        ("@||Such is life, nobody helps.", DENIED),
        ("Nobody is our friend.||@", DENIED),
    ],
)
def test_what_only_the_game_gives_away(text: str, why: str) -> None:
    """Words before a colon that lead to no move, another space, another verb, another move in a sentence."""
    found = look(as_mail(text))
    assert found.doubt is not None and found.doubt.why == why


@pytest.mark.parametrize(
    "text",
    [
        "@||Tay Ninh is ours!",
        "Kien Phong was hard to give up.||@",
        "We thought of nothing but the Tax, Bo.||Hello,||@||Rally, comrades!",
        "I rally:|@",
        "We march on|in our hearts.||Hello,||@",
        "Anyone may see that we rally with|@",
    ],
)
def test_what_the_game_does_not_give_away(text: str) -> None:
    """The spaces and verbs of the move itself, and whatever stands before it."""
    doubt = look(as_mail(text)).doubt
    assert doubt is None or doubt.why not in (OTHER_SPACE, OTHER_VERB)


@pytest.mark.parametrize(
    "between",
    [
        "No wait, better:",
        "Scratch that.",
        "Correction:",
        "Sorry, I meant:",
        "On second thought:",
        "Oops, wrong space. Make that:",
        "Actually, no:",
        "Ignore that, instead:",
    ],
)
def test_a_correction(between: str) -> None:
    """The later move is meant; between them may stand the words alone, or before the move on its line."""
    text = f"@\n\n{between}\n%\n"
    found = look(text)
    assert (found.doubt, [line.number for line, _ in found.taken_back]) == (None, [1])
    if between.endswith(":"):
        found = look(f"@\n{between} %")
        assert found.doubt is not None or [line.number for line, _ in found.taken_back] == [1]


@pytest.mark.parametrize(
    ("text", "taken_back"),
    [
        ("We pass\n\nNo wait, better:\n@", [1]),
        ("@\n\nNo wait, better: we pass", [1]),
        ("@\n\nSorry, I meant:\n%\n\nOh no, better: I pass", [1, 4]),
        ("@\nNVA pass\n\nNo wait, better: we pass", None),
        ("We pass\n\nNo wait, better: we pass", None),
    ],
)
def test_a_pass_in_words_is_corrected(text: str, taken_back: list[int] | None) -> None:
    """ "We pass" is of the Faction of the other moves; if there are none or several, the mail is in doubt.

    In a thread of several writers it may be anybody's.
    """
    lines = lines_of(text.replace("@", MOVE).replace("%", OTHER))
    moves = lines_in_mail(lines).lines
    found = weighed(lines, moves)
    assert [line.number for line, _ in found.taken_back] == (taken_back or [])
    assert (found.doubt is None) == (taken_back is not None)
    assert weighed(lines, moves, has_one_writer=False).doubt is not None


def test_a_correction_of_one_of_several() -> None:
    """The same Faction's moves are replaced, others stay; without a move after it there is a doubt."""
    text = "NVA pass\n@\n\nNo wait, better:\n\n%"
    assert [line.number for line, _ in look(text).taken_back] == [2]
    assert look("NVA pass\n\nNo wait, better:\n\n%").doubt is not None
    assert look("@\n\nNo wait, better:\n\n%\n\nScratch that.").doubt is not None


@pytest.mark.parametrize(
    "piece", ["maybe ", "if (", "? ", "a" * 50, "VC pass\nno\n", "wait. ", "VC pass\nHue\n"]
)
def test_time_goes_by_the_length(piece: str) -> None:
    """The time grows with the length of a mail, whatever it repeats. `.ci/long` takes 200,000 characters."""
    length = 200_000 if WHOLE else 50_000
    text = piece * (length // len(piece))
    lines = lines_of(text)
    in_time(length / 40_000, lambda: weighed(lines, lines_in_mail(lines).lines))


def test_the_moves_of_a_mail_are_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many sentences are held against them."""
    lines = lines_of("VC rally Hue+vg\nWe saw Hue then, and trained.\n" * 60)
    found = lines_in_mail(lines).lines
    written: list[object] = []
    monkeypatch.setattr("notation.write_event", lambda event: written.append(event) or "VC rally Hue train")
    assert weighed(lines, found).doubt is None
    assert len(found) == len(written) == 60


@pytest.mark.parametrize(
    "text",
    [
        "@\n\n" + "A word. " * 2_000 + "Scratch that.",
        "@\n\n" + "on and on " * 250 + "scratch that.",
        "@\n\n" + "A word.\n" * 4_000,
        "@\n" + "and on\n\n" + "we are well and " * 60 + "I take that back.",
    ],
)
def test_nothing_hides_in_a_long_mail(text: str) -> None:
    """Late lines of a long mail are read, or the mail is in doubt."""
    lines = lines_of(text.replace("@", MOVE))
    found = [one for one in lines_in_mail(lines).lines if one.entry is not None or one.why]
    assert found and (weighed(lines, found).doubt is not None or found[0].why)
