"""A reading that is certain is right: sentences that invite a wrong one, and plain ones that stay certain."""

from __future__ import annotations

from collections import Counter
from zlib import crc32

import pytest
from hostile_sentences import Hostile, hostile
from prose_stages import STAGES
from samples import WHOLE

from fitl_core.prose.proposals import Proposal, read_prose

HOSTILE = tuple(hostile())
SHARE, SHARE_TOLD = (12, 1) if WHOLE else (24, 3)
"""The test reads one sentence of 24, and one of three with the cause "told". `.ci/long` reads twice as many.
`python tests/bench/prose.py --hostile` reads all."""
SAMPLE = [
    one
    for one in HOSTILE
    if crc32(one.text.encode()) % SHARE == 0
    or (one.cause == "told" and crc32(one.text.encode()) % SHARE_TOLD == 0)
]


def certain_and_wrong(sentence: Hostile) -> list[str]:
    """The moves of which a reader is certain, and should not be."""
    proposals = read_prose(sentence.stage.state, sentence.text)
    return [one.move for one in proposals if one.certain and one.move not in sentence.allowed]


def first(stage: str, text: str) -> Proposal:
    """The first proposal for a sentence in the position of a stage."""
    state = next(one.state for one in STAGES if one.name == stage)
    return read_prose(state, text)[0]


def test_no_hostile_sentence_is_read_wrong_for_certain() -> None:
    """Every cause meets several verbs, every verb each kind of cause."""
    assert len(SAMPLE) >= (400 if WHOLE else 200)
    assert {one.cause for one in SAMPLE} == {one.cause for one in HOSTILE}
    verbs = Counter(one.stage.name for one in SAMPLE)
    assert set(verbs) == {stage.name for stage in STAGES} and min(verbs.values()) >= (8 if WHOLE else 3)
    wrong = [(one.text, moves) for one in SAMPLE if (moves := certain_and_wrong(one))]
    assert wrong == []


def test_plain_sentences_are_certain_and_right() -> None:
    """A plain sentence is enough: of three for each verb, nearly all are certain and right."""
    plain = [(stage, one) for stage in STAGES for one in stage.plain]
    assert len(plain) >= 60
    proposals = [(one, read_prose(stage.state, one.text)[0]) for stage, one in plain]
    assert [one.text for one, proposal in proposals if proposal.move != one.move] == []
    uncertain = [one.text for one, proposal in proposals if not proposal.certain]
    assert len(uncertain) <= 2, uncertain


@pytest.mark.parametrize(
    ("stage", "text", "word"),
    [
        ("terror", "VC terror Pleiku, none in Binh Dinh", "none"),
        ("airstrike", "US sweeps Pleiku, 2 VC revealed, airstrike rolled 2 kills both", "both"),
        ("rally", "VC rally 2 guerrillas in Binh Dinh, too", "too"),
        ("rally", "VC rally 2 guerrillas in Binh Dinh and it is done", "it"),
        ("tax", "VC rally 1 guerrilla in Quang Tri, tax there", "there"),
        ("train", "ARVN trains 3 troops in Saigon, respectively", "respectively"),
        ("pass", "VC passes already", "already"),
        ("sweep", "US sweeps Pleiku with the rest of the troops from Kontum", "the rest of the"),
        ("pacify", "ARVN pacifies Hue to passive support, Resources now 44", "Resources now 44"),
    ],
)
def test_a_word_that_is_not_accounted_for_is_listed(stage: str, text: str, word: str) -> None:
    """A pronoun, "both", "none", "too", any other word that found no clause, and a false statement."""
    proposal = first(stage, text)
    assert not proposal.certain
    assert any(word in assumed for assumed in proposal.assumes), proposal.assumes


@pytest.mark.parametrize(
    ("stage", "true", "false"),
    [
        (
            "rally",
            "VC rally 2 guerrillas in Binh Dinh for 1 resource",
            "VC rally 2 guerrillas in Binh Dinh for 2 resources",
        ),
        (
            "pacify",
            "ARVN pacifies Hue to passive support, ARVN resources 17",
            "ARVN pacifies Hue to passive support, ARVN resources 18",
        ),
        (
            "govern",
            "ARVN trains 2 police in Saigon, governs An Loc for aid, aid now 23",
            "ARVN trains 2 police in Saigon, governs An Loc for aid, aid now 20",
        ),
        ("pass", "VC passes, resources now 21", "VC passes, resources now 19"),
    ],
)
def test_only_a_true_statement_leaves_a_reading_certain(stage: str, true: str, false: str) -> None:
    """Figures are held against the effects; the move is the same."""
    assert first(stage, true).certain, first(stage, true).assumes
    assert not first(stage, false).certain
    assert first(stage, true).move == first(stage, false).move


@pytest.mark.parametrize("count", ["0", "99", "00031", "20000"])
def test_a_number_of_pieces_is_that_number(count: str) -> None:
    """Neither is a large number "all", nor its first figures the whole."""
    proposals = read_prose(STAGES[0].state, f"ARVN trains {count} troops in Saigon")
    assert not any(proposal.certain for proposal in proposals)
