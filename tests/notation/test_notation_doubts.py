"""Doubts that are no fault (SPEC 7): comments that begin as moves do, tags without effect."""

from __future__ import annotations

import pytest
from measured import in_time

import notation
from fitl_core.facts.move_words import VERBS
from notation.errors import MOST_OF_KIND

HEADER = '[FITL "2"]\n[Scenario "full"]\n\n'


def doubts(text: str) -> list[tuple[str, int, int]]:
    """The code, line and column of each doubt about a text; it has no fault."""
    document = notation.read(text)
    return [(doubt.code, doubt.span.line, doubt.span.column) for doubt in document.doubts]


@pytest.mark.parametrize(
    "said",
    [
        *VERBS,
        "Advise Sai irregulars",
        "air strike QTr",
        "taxes Sai",
        "| tax Sai",
        "SA: advise Sai",
        "sa tax",
        "then tax Sai",
        "VC: tax Sai",
        "NVA rally Hue+2ng",
        "Sai+6at",
        "Saigon - 2 VC Guerrillas",
        "Hue>Sai:2at",
        "available > casualties: ut",
        "BDi*2vg",
        "Hue=PS",
        "aid+6",
        "{4}",
        "and Tax in Saigon",
        "then tax at Hue",
        "roll 4",
        "2 VC guerrillas in Hue",
        "2vg Hue",
        "+2 guerrillas",
        "-2 underground VC guerrillas, Sai",
        "Ple: +2 underground VC guerrillas",
        "Ple: -vg",
        "3 ARVN troops to Saigon",
        "1 base",
        "Hue 2vg",
        "Quang Tri: 2 active VC guerrillas, 1 base",
        "available 3ut",
    ],
)
def test_a_comment_that_begins_as_a_move_does(said: str) -> None:
    """The doubt has the place of the words: beside a move, on a separate line, after fields."""
    assert doubts(HEADER + f"US train Sai ; {said}") == [("comment-move", 4, 16)]
    assert doubts(HEADER + f"US train Sai\n;{said}") == [("comment-move", 5, 2)]
    assert doubts(HEADER + f"VC pass ; [%by Ann] {said}") == [("comment-move", 4, 21)]
    log = notation.dump(notation.read(HEADER + f"VC pass ; {said}").log)
    assert [doubt.code for doubt in notation.load(log).doubts] == ["comment-move"]


@pytest.mark.parametrize("said", ["(tax Sai)", '"| tax Sai"', '"Sai+6at"', "\u201ctax Sai\u201d"])
def test_a_move_in_brackets_or_quotation_marks(said: str) -> None:
    """Brackets and quotation marks change nothing: the place is that of the words in them."""
    ((code, line, column),) = doubts(HEADER + f"US train Sai ; {said}")
    assert (code, line) == ("comment-move", 4) and column > 16


@pytest.mark.parametrize(
    "said",
    [
        "(two flip)",
        "(a tax would hurt)",
        "nothing to gain",
        "Saigon - a mess",
        "Hue = lost",
        "VC attack next turn",
        "and so on",
        "then tax them",
        "air was thick",
        "roll high",
        "agreed: he had said Hue",
        "Aid is low",
        "a tax would have been better",
        "[%by Ann]",
        "2 VC guerrillas were enough",
        "2 troops in the way",
        "1 base too many",
        "2026-05-03",
        "Hue 3 ago",
        "card 50 was bad",
        "-- Ann",
        "",
    ],
)
def test_other_comments_are_comments(said: str) -> None:
    """Remarks of players raise no doubt."""
    assert doubts(HEADER + f"VC pass ; {said}") == []


def test_claims_in_a_comment() -> None:
    """Claims inside a comment are a doubt, because nobody would check them."""
    assert doubts(HEADER + "VC pass ; => VC 6") == [("comment-claim", 4, 11)]


def test_unusual_tags_are_mentioned_once() -> None:
    """SPEC 2: those that tell of a game are usual."""
    usual = '[Site "x"]\n[Title "x"]\n[File "x"]\n[Date "x"]\n[Event "x"]\n[Round "1"]\n'
    assert doubts('[FITL "2"]\n[Scenario "full"]\n' + usual) == []
    strange = "".join([f'[Odd{i} "x"]\n' for i in range(9)])
    document = notation.read('[FITL "2"]\n[Scenario "full"]\n' + usual + strange)
    (doubt,) = document.doubts
    assert doubt.message.endswith("Odd0, Odd1, Odd2, Odd3, Odd4, Odd5 and 3 more")
    assert doubt.span.line == 9
    assert notation.load(notation.dump(document.log)).doubts[0].message == doubt.message


def test_a_tag_that_is_refused_is_not_mentioned_again() -> None:
    """SPEC 2: one that is likely to mean a known one."""
    document, faults = notation.scan('[FITL "2"]\n[Scenario "full"]\n[Card "107 55"]\n[Rule "3.2.1"]')
    assert ([fault.code for fault in faults], document.doubts) == (["tag-unknown"], ())


@pytest.mark.parametrize(
    "name", ["Editon", "Rulset", "Faction", "Positon", "Readigns", "Plyers", "Senario", "Playes", "Rulebooks"]
)
def test_a_tag_that_is_misspelt_is_refused(name: str) -> None:
    """SPEC 2: a tag is misspelt if it is a letter off from a known tag, or from a likely name of one."""
    _, faults = notation.scan(f'[FITL "2"]\n[Scenario "full"]\n[{name} "x"]\n')
    assert [fault.code for fault in faults] == ["tag-unknown"]


@pytest.mark.parametrize("name", ["Site", "Editions", "Sedation", "Motion", "Deck", "Rules-lawyer"])
def test_other_tags_are_kept(name: str) -> None:
    """A tag that only sounds like a known one is kept, without a fault."""
    _, faults = notation.scan(f'[FITL "2"]\n[Scenario "full"]\n[{name} "x"]\n')
    assert faults == ()


def test_doubts_are_capped_and_cheap() -> None:
    """The doubts of a kind have the same limit as faults, and comments cost little."""
    found = notation.read(HEADER + "VC pass ; tax Sai\n" * 500).doubts
    assert len(found) == MOST_OF_KIND and found[-1].message.endswith("(and 480 more of this kind)")
    in_time(2, lambda: notation.read(HEADER + "; Saigon - a mess, is it not - and Hue, too\n" * 5000))
