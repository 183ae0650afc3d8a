"""Sentences as moves: the shares that are read as intended, and the limits that always hold."""

from __future__ import annotations

import random
from functools import partial

import pytest
from bench.prose import AMONG, FIXTURES, Sentence, found, measured, position, sentences
from measured import in_time
from samples import WHOLE, sampled

from fitl_core.asking.budgets import Budget
from fitl_core.engine import play
from fitl_core.errors import FitlError
from fitl_core.game.replays import replay
from fitl_core.prose.proposals import LONGEST_TEXT, Proposal, TextTooLong, read_prose
from fitl_core.prose.search import MOST_PLAYED
from fitl_core.record.events import Action
from fitl_core.state.state import State
from fitl_core.wording.normal_form import normal_action
from notation import read, read_line, setup_of, write_event

ENDLESS = 10**9
WORDS = "train sweep Saigon Hue 6 troops to from and each 3 base passive support , . ( ) govern aid Plieku"
TUNED = sentences("tuned")
GOVERN = TUNED[5]
"""ARVN Train in Saigon, Pacify it, and Govern two Cities."""


def first(text: str) -> Proposal:
    """The first proposal for a text where ARVN are to act on card 107 of the tutorial."""
    return read_prose(position(GOVERN), text)[0]


@pytest.mark.parametrize(("name", "least", "sample"), [("kept-apart", 40, 4), ("watched", 351, 11)])
def test_sentences_are_read_as_meant(name: str, least: int, sample: int) -> None:
    """Four of five sentences are right at the first proposal, and each certain proposal is right.

    `.ci/run` reads one sentence of 4, and one of 11 of the large set.
    """
    one_of = 1 if WHOLE else sample
    counts, _ = measured(name, one_of=one_of)
    assert counts["all"] >= least // one_of
    assert counts["first"] >= 0.8 * counts["all"]
    assert counts["wrong"] == 0


@pytest.mark.parametrize(
    "sentence", sampled(TUNED, 5), ids=lambda one: f"{one.game} {one.at} {one.text[:40]}"
)
def test_no_sentence_is_certain_and_wrong(sentence: object) -> None:
    """No certain proposal is wrong, and no sentence gets more than five proposals.

    `.ci/run` reads one sentence of five.
    """
    proposals = read_prose(position(sentence), sentence.text)
    assert "wrong" not in found(sentence, proposals)
    assert len(proposals) <= 5


def test_a_level_that_another_space_has_is_not_reached() -> None:
    """Saigon and An Loc are at Passive Support already: a Pacify to that level there is not certain."""
    log = read('[FITL "2"]\n[Scenario "full"]\n[Cards "107 55"]\n\nVC pass\nNVA pass\n').log
    proposals = read_prose(replay(setup_of(log), log.events).state, GOVERN.text)
    assert "passive support" in GOVERN.text.lower()
    assert proposals and not any(proposal.certain for proposal in proposals)


def test_the_example_of_the_docs() -> None:
    """The example is certain: every word is used, and nothing is assumed."""
    proposal = first(GOVERN.text)
    assert proposal.move == GOVERN.moves[0]
    assert proposal.certain and proposal.assumes == ()
    assert proposal.from_ == (
        "trains", "Saigon", "6 troops", "pacifies", "passive support", "governs", "An Loc", "Can Tho", "aid",
    )  # fmt: skip


def test_each_proposal_is_legal_and_in_normal_form() -> None:
    """Each proposal is legal and in normal form, also one that nobody meant.

    `.ci/run` reads one sentence of 27.
    """
    for sentence in sampled(TUNED[::9], 3):
        state = position(sentence)
        for proposal in read_prose(state, sentence.text):
            event = read_line(proposal.move).event
            assert event is not None
            play(state, event)
            if isinstance(event, Action):
                assert write_event(normal_action(state, event)) == proposal.move


def test_a_line_of_the_notation_is_taken_as_it_is() -> None:
    """A line of the notation is taken as it is, with the Faction or without, in normal form."""
    assert first("train Sai+6at").move == "ARVN train Sai+6at aid+5"
    assert first("ARVN: train saigon + 6 AT").certain


@pytest.mark.parametrize(
    "text",
    [
        "ARVN trains in Saigon, 6 troops, or maybe 5",
        "Should ARVN train in Saigon, 6 troops?",
        "ARVN trains in Sagon, 6 troops",
        "ARVN trains in Saigon",
        "ARVN trains 6 cubes in Saigon",
        "ARVN trains in Saigon, 6 troops, wherever blorks are",
        "ARVN trains in Saigon, 6 troops, for 12 resources",
    ],
)
def test_what_leaves_a_doubt_is_not_certain(text: str) -> None:
    """A doubt, an unknown or misspelt word, something open, a figure that is wrong."""
    proposals = read_prose(position(GOVERN), text)
    assert proposals and not any(proposal.certain for proposal in proposals)


def test_what_is_assumed_is_said() -> None:
    """A misspelt word, an unstated part, and an ignored part are each reported as an assumption."""
    assert '"Sagon" is misspelt' in first("ARVN trains in Sagon, 6 troops").assumes
    assert first("ARVN trains in Saigon").assumes
    assert '"9" is left out of account' in first("ARVN trains in Saigon, 6 troops, 9").assumes


@pytest.mark.parametrize(
    "text",
    [
        "ARVN trains in Saigon, 5 troops, no wait, 6 troops",
        "ARVN trains in Saigon (4 troops). Sorry, I meant 6 troops",
        "ARVN trains in Hue, scratch that, in Saigon, 6 troops",
        "ARVN trains 5 troops in Saigon (correction: 6)",
    ],
)
def test_what_is_put_right_is_read_so_and_is_not_certain(text: str) -> None:
    """Only the corrected words of a sentence count, and the move is not certain."""
    assert first(text).move == "ARVN train Sai+6at aid+5"
    assert not first(text).certain


def test_the_same_is_what_was_said_before() -> None:
    """ "The same" repeats the parts of another space, before its name or after it."""
    whole = "ARVN train Hue+2at+ap, Sai+2at+ap aid+5"
    for text in (
        "ARVN trains 2 troops and a police in Hue, the same in Saigon",
        "ARVN trains Hue 2 troops 1 police, Saigon likewise",
    ):
        assert first(text).move == whole


def test_a_road_of_one_town_is_no_city() -> None:
    """Pieces go to the road that a City names; a road that nothing names leaves a doubt."""
    patrol = first("ARVN patrols with 2 police from Saigon to the An Loc road")
    assert patrol.move.startswith("ARVN patrol Sai>SaBM:2ap") and "AnL" not in patrol.move
    assert not any(
        one.certain for one in read_prose(position(GOVERN), "ARVN patrols, 1 police Hue to the road")
    )


@pytest.mark.parametrize("name", ["Q. Tri", "QTri", "q tri", "QT"])
def test_names_are_shortened_by_a_letter(name: str) -> None:
    """Either of two words of a name may be one letter, with a full stop or without."""
    assert "QTr" in first(f"ARVN sweeps {name}, 1 troop from Hue").move


def test_what_stands_behind_a_semicolon_is_read() -> None:
    """A semicolon begins a comment in the notation, but none in a sentence."""
    assert first("train Sai+6at; govern AnL aid").move.startswith("ARVN train Sai+6at | govern AnL aid")


def test_a_claim_that_is_false_is_told() -> None:
    """The line is proposed all the same, and is not certain."""
    proposal = first("ARVN train Sai+6at => ARVN 3")
    assert proposal.assumes == ('"ARVN 3" is not so',)
    assert not proposal.certain


def test_parts_are_done_in_the_order_that_is_told() -> None:
    """Parts are done in the order of the words, or as "before" and "after" arrange them."""
    for text in (
        "ARVN governs Can Tho for aid, then trains 6 troops in Saigon",
        "Before training 6 troops in Saigon ARVN governs Can Tho for aid",
        "ARVN trains 6 troops in Saigon after governing Can Tho for aid",
    ):
        assert first(text).move == "ARVN govern CaT aid | train Sai+6at aid+5"


@pytest.mark.parametrize("text", ["ARVN trains 2 troops in Saigon and Hue", "ARVN passes, US trains in Hue"])
def test_what_may_be_meant_otherwise_is_not_certain(text: str) -> None:
    """ "Two" may mean in each space or in all, and a word another Faction's action: neither is certain."""
    assert not any(proposal.certain for proposal in read_prose(position(GOVERN), text))


def test_another_faction_is_not_proposed_for() -> None:
    """Only the Faction that is to act, here ARVN, gets proposals."""
    assert read_prose(position(GOVERN), "The US trains in Saigon") == ()


def test_nothing_in_it_is_no_proposal() -> None:
    """A text without a verb, of signs, or of nothing gets no proposal."""
    for text in (
        "hello there",
        "ARVN does not train in Saigon",
        "...",
        " ",
        "{{{{",
        "6 troops",
        "\x00\u202e",
    ):
        assert read_prose(position(GOVERN), text) == ()


def test_long_texts_are_refused() -> None:
    """A text as long as a mail is refused."""
    with pytest.raises(TextTooLong, match="at most 2000"):
        read_prose(position(GOVERN), "x" * (LONGEST_TEXT + 1))


@pytest.mark.parametrize("part", ["1 ", "the base ", "2 guerrillas ", "Tay Ninh: 2 guerrillas; ", "Hue and "])
@pytest.mark.parametrize("before", ["", "VC rally "])
def test_the_same_again_and_again_ends_soon(before: str, part: str) -> None:
    """Many pieces and spaces in one text: with the cube of 1,000 numbers it was a minute."""
    log = read((FIXTURES / "short-game.fitl").read_bytes()).log
    steps = replay(setup_of(log), log.events).steps
    redeploying = next(step.state for step in steps if step.state.phase == "redeploy-nva")
    for state in (position(GOVERN), redeploying):
        for number in (1_000 // len(part), 140 // len(part.split())):
            in_time(5, partial(_read_or_refused, state, before + part * number))


def _read_or_refused(state: State, text: str) -> None:
    try:
        read_prose(state, text)
    except TextTooLong as refused:
        assert "at most 150" in refused.message


def test_hostile_texts_end_soon() -> None:
    """Any words end soon: the search takes a bounded number of steps."""
    words = WORDS.split()
    dice = random.Random(7)
    for length in (40, 120):
        text = " ".join(dice.choices(words, k=length))[:LONGEST_TEXT]
        with Budget(ENDLESS) as work:
            assert len(read_prose(position(GOVERN), text)) <= 5
        assert ENDLESS - work.left < 2 * MOST_PLAYED, "one search for the sentence, and its proposals"


def test_a_text_is_read_alike_each_time() -> None:
    """No order of sets or memory of earlier texts bears on it."""
    again = [read_prose(position(one), one.text) for one in TUNED[:3]]
    assert again == [read_prose(position(one), one.text) for one in TUNED[:3]]


def test_the_fixture_names_legal_moves() -> None:
    """Every expected move is legal at its place in the game."""
    for name in ("tuned", "kept-apart"):
        for sentence in sentences(name):
            for move in sentence.moves:
                event = read_line(move).event
                assert event is not None
                try:
                    play(position(sentence), event)
                except FitlError as error:
                    raise AssertionError(f"{sentence.text}: {error.message}") from error
    assert AMONG == 3


@pytest.mark.parametrize(
    ("game", "at", "text", "move"),
    [
        (
            "medium-game.fitl",
            18,
            "ARVN event shaded: two each to Resources, Aid and Patronage",
            "ARVN event shaded ARVN+2 aid+2 patronage+2",
        ),
        (
            "medium-game.fitl",
            18,
            "ARVN event shaded. Aid, patronage and resources all go up by 2",
            "ARVN event shaded ARVN+2 aid+2 patronage+2",
        ),
        ("prose/non-players-1.fitl", 62, "ARVN doesn't pacify", "ARVN pass"),
        ("medium-game.fitl", 1, "VC does not play Tet yet", "VC   waive"),
    ],
)
def test_one_number_for_several_tracks_and_what_is_denied(game: str, at: int, text: str, move: str) -> None:
    """A number counts for each track in a list; an action that the sentence denies is not proposed."""
    proposals = read_prose(position(Sentence(game, at, text, (move,))), text)
    assert proposals[0].move == move


def test_pieces_said_together_are_one_for_each_space() -> None:
    """A number of pieces equal to the number of spaces is proposed as one for each, marked as assumed."""
    game = Sentence("prose/non-players-1.fitl", 40, "VC rally 2 guerrillas in An Loc and Quang Nam", ())
    (proposal, *_) = read_prose(position(game), game.text)
    assert proposal.move == "VC   rally AnL+vg, QNa+vg"
    assert not proposal.certain and any("in each" in one for one in proposal.assumes)


@pytest.mark.parametrize(
    ("game", "at", "text", "move"),
    [
        (5, 60, "VC agitate Quang Tin to active, Ba Xuyen to active", "VC   agitate QTi=AO, BXu=AO"),
        (
            5,
            92,
            "NVA rally, replacing two guerrillas in Quang Tri with a base, 4 guerrillas in Southern Laos",
            "NVA  rally SLa+4ng, QTr-2ng+nb",
        ),
        (
            5,
            104,
            "ARVN train Kontum 2 troops 4 police, and two rangers in An Loc",
            "ARVN train Kon+2at+4ap, AnL+2ar",
        ),
        (
            5,
            183,
            "desertion: a troop each from Kontum, Qui Nhon, Cam Ranh, An Loc, Saigon, Pleiku and Kien Hoa, "
            "and a police each Can Tho, Hue-Da Nang, Kontum-BMT, the Saigon-BMT road, Saigon-Can Tho, "
            "Can Tho-Chau Doc",
            "ARVN desert Kon-at, QNh-at, CRa-at, AnL-at, Sai-at, CaT-ap, Ple-at, KHo-at, HuDN-ap, KoBM-ap, "
            "SaBM-ap, SaCT-ap, CTCD-ap",
        ),
        (
            6,
            24,
            "20 NVA troops redeploy to Quang Tri: 8 from the North, 8 from Central Laos and 4 from "
            "Southern Laos",
            "NVA  redeploy NVn>QTr:8nt, CLa>QTr:8nt, SLa>QTr:4nt",
        ),
        (
            6,
            35,
            "ARVN train QNh, PhB, Hue, three troops plus three police in each",
            "ARVN train Hue+3at+3ap, QNh+3at+3ap, PhB+3at+3ap",
        ),
        (
            7,
            53,
            "US trains an irregular in Quang Tri. Advise: irregulars in Pleiku kill two VC guerrillas, one "
            "active one underground.",
            "US   train QTr+ui | advise Ple irregulars Ple-vg-vg*",
        ),
        (
            8,
            21,
            "Two terrors by VC, in Pleiku and Phu Bon, and they subvert: the police in Binh Tuy becomes a "
            "guerrilla, two troops in Kien Giang are removed",
            "VC   terror Ple, PhB | subvert BTu-ap+vg, KGi-2at",
        ),
    ],
)
def test_words_that_several_spaces_or_pieces_share(game: int, at: int, text: str, move: str) -> None:
    """The first proposal gives each word its space, its place and its piece."""
    sentence = Sentence(f"prose/non-players-{game}.fitl", at, text, (move,))
    assert read_prose(position(sentence), text)[0].move == move


@pytest.mark.parametrize(
    ("game", "at", "text", "move"),
    [
        (
            "medium-game.fitl",
            62,
            "NVA march on Binh Dinh: six troops from Central Laos, and the four troops already in "
            "Southern Laos.",
            "NVA  march CLa>SLa>BDi:6nt, SLa>BDi:4nt",
        ),
        (
            "full-opening.fitl",
            21,
            "ARVN sweeps Kien Hoa with three troops from Saigon and Ba Xuyen with two from Can Tho.",
            "ARVN sweep Sai>KHo:3at, CaT>BXu:2at",
        ),
        (
            "full-opening.fitl",
            26,
            "NVA march 3 active guerrillas from Pleiku to Southern Laos and three from Parrot's Beak "
            "to Kien Phong",
            "NVA  march Par>KPh:3ng, Ple>SLa:3ng*",
        ),
        (
            "full-opening.fitl",
            10,
            "VC March & Ambush: 1 guerrilla Kien Phong to Kien Hoa, 1 guerrilla Kien Giang to Ba Xuyen; "
            "ambush in Kien Hoa and in Ba Xuyen.",
            "VC   march KPh>KHo:vg, KGi>BXu:vg | ambush KHo-ap, BXu-ap",
        ),
        (
            "prose/non-players-8.fitl",
            30,
            "US assault in Pleiku (2 active VC, then the base), Khanh Hoa (same) and Phu Bon (1 active VC)",
            "US   assault Ple-2vg*-vb, PhB-vg*, KhH-2vg*-vb",
        ),
    ],
)
def test_who_goes_where_and_what_is_announced(game: str, at: int, text: str, move: str) -> None:
    """Ways along the Trail, a destination with its own senders, either side, an announcement, the same."""
    assert read_prose(position(Sentence(game, at, text, (move,))), text)[0].move == move
