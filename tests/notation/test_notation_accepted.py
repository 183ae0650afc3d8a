"""Ways of writing that are accepted, and words that only look like names (SPEC 6)."""

from __future__ import annotations

import pytest

import notation
from fitl_core.errors import UnknownName
from fitl_core.facts.card_list import cards
from fitl_core.facts.move_words import EVENT_OPTIONS, VERBS, told
from fitl_core.record.claims import ChangeClaim, TrackClaim
from notation import NotationError, UnwritableError, read_line, space_named, write_claim, write_entry
from notation.space_names import LEAST_OF_NAME, OTHER_MEANINGS, space_keys, spaces_beginning_with
from notation.tag_names import KNOWN, LIKELY, USUAL, known_name, likely_tag

_WORDS = """
sa op ops limop special activity activities operation operations event pass card base bases troops police
cubes guerrillas rangers irregulars terror sabotage support opposition passive active neutral underground
tunnel trail aid patronage econ population control coin insurgent eligible phase coup round resources
score margin available casualties border highway coast province city loc locs laos cambodia vietnam
monsoon capability momentum leader agitate pacification and or of in to from the then with both all each
any none not no now next at as by for on can will may must do does did has have had
"""
NO_NAMES = _WORDS.split()
"""Words of the rulebook, and those that English sentences are made of."""


def canonical(line: str) -> str:
    """A line as it is written."""
    return write_entry(read_line(line))[0]


def fault(line: str) -> NotationError:
    """The fault of a line that must have one."""
    with pytest.raises(NotationError) as caught:
        read_line(line)
    return caught.value


@pytest.mark.parametrize("word", NO_NAMES)
def test_no_common_word_is_the_beginning_of_a_name(word: str) -> None:
    """SPEC 6: `sa` was Saigon once; an ambiguous beginning names no space either."""
    with pytest.raises(UnknownName):
        space_named(word)
    assert fault(f"US train {word}+2ub").code != ""


def test_beginnings_have_three_letters_and_no_other_meaning() -> None:
    """SPEC 6: whatever is shorter is refused with the spaces that begin so; codes are all long enough."""
    assert min(map(len, space_keys())) == LEAST_OF_NAME
    short = {name[:2] for name in space_keys()}
    assert not any(map(spaces_beginning_with, short | set(OTHER_MEANINGS)))
    found = fault("US train Hu")
    assert (found.code, found.candidates[0]) == ("word-unknown", "Hue")
    assert "Special Activity" in fault("US train Sai+2ub, sa").advice
    assert "Special Activity" in fault("US train Sai+2ub | SA advise Sai").advice
    with pytest.raises(UnknownName, match="cut short"):
        space_named("Pl")


def test_every_card_by_number_and_title() -> None:
    """SPEC 6: as a heading, revealed, chosen in an Event, claimed; the title whole, or cut short."""
    for card, facts in cards().items():
        if card == 0:
            continue
        assert canonical(f"#{card} {facts.title}") == f"#{card}"
        assert canonical(f"next #{card}: {facts.title[:4]} ! => Aid 5") == f"next #{card} !   => Aid 5"
        assert (
            canonical(f"VC event shaded #{card} {facts.title} Hue-ut") == f"VC   event shaded #{card} Hue-ut"
        )
        claimed = f"VC   pass   => #{card} shaded"
        assert canonical(f"VC pass => #{card} {facts.title} shaded") == claimed
        if facts.title != "Failed Attempt" and not facts.title[0].isdigit():
            assert canonical(f"next {facts.title}") == f"next #{card}"
    assert [c.title for c in cards().values() if c.title.lower() in (*EVENT_OPTIONS, *VERBS)] == []


def test_a_wrong_title_names_the_right_card() -> None:
    """SPEC 6: a wrong title is refused with both cards; a text that is no title is an unexpected one."""
    found = fault("next #50 Green Beret")
    assert found.code == "card-title" and "Uncle Ho" in found.message
    assert found.candidates == ("#50 Uncle Ho", "#68 Green Berets")
    assert fault("#50 Unkle Ho").candidates == ("#50 Uncle Ho",)
    assert fault("#50 VC pass").code == "unexpected"
    assert fault("#50 -").code == "unexpected"
    assert fault("next Failed Attempt").candidates == ("#129 Failed Attempt", "#130 Failed Attempt")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("VC rally Ple: 2 underground VC guerrillas", "VC   rally Ple+2vg"),
        ("VC rally Ple 2 underground VC guerrillas, Hue: base", "VC   rally Ple+2vg, Hue+vb"),
        ("VC rally Ple: +2 guerrillas + base", "VC   rally Ple+2vg+vb"),
        ("NVA rally NVn: 2 guerrillas + base", "NVA  rally NVn+2ng+nb"),
        ("US train Sai: 6 ARVN troops pacify Sai: Passive Support", "US   train Sai+6at pacify Sai=PS"),
        ("ARVN assault QTr: 2 active VC guerrillas + 1 VC base", "ARVN assault QTr-2vg*-vb"),
        ("VC attack Hue guerrillas roll 1 Hue: 2 US troops", "VC   attack Hue guerrillas {1} Hue-2ut"),
        ("US sweep QTr: 2 underground VC guerrillas", "US   sweep QTr*2vg"),
        ("VC event unshaded Ple: -2 underground VC guerrillas +base", "VC   event unshaded Ple-2vg+vb"),
        ("VC event unshaded Ple: ~2 guerrillas", "VC   event unshaded Ple~2vg"),
        ("VC pass => Ple: 2 underground VC guerrillas", "VC   pass   => Ple 2vg"),
        ("VC pass => Sai: Passive Support, Sai: terror 1", "VC   pass   => Sai=PS, Sai terror 1"),
        ("VC pass => casualties: 2 US troops", "VC   pass   => casualties 2ut"),
        ('correct "Ple: 2 underground VC guerrillas"', 'correct "Ple 2vg"'),
    ],
)
def test_pieces_behind_a_colon(written: str, meant: str) -> None:
    """SPEC 6: a space and its pieces in words, wherever pieces stand."""
    assert canonical(written) == meant


@pytest.mark.parametrize("verb", ["march", "event", "tax", "raid"])
def test_pieces_without_a_sign_need_a_verb_that_says_what_becomes_of_them(verb: str) -> None:
    """SPEC 6: with other verbs pieces could come or go, and the fault shows both forms."""
    for colon in (":", ""):
        found = fault(f"VC {verb} Ple{colon} 2 VC guerrillas")
        assert (found.code, found.hint) == (
            "unexpected",
            "pieces that come are written Ple+2vg, pieces that go Ple-2vg",
        )


@pytest.mark.parametrize("verb", [*VERBS, "pass", "waive", "hold"])
def test_moves_as_they_are_told(verb: str) -> None:
    """SPEC 6: moves may be written with verbs as people speak, such as `VC passes` or `NVA rallies`."""
    assert canonical(f"NVA {told(verb)}") == f"NVA  {verb}"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("NVA rally NVn+2 guerrillas", "NVA  rally NVn+2ng"),
        ("VC rally Hue+Guerilla, Tay+base", "VC   rally Hue+vg, Tay+vb"),
        ("NVA march Hue>QTr:2 underground guerrillas+active guerrilla", "NVA  march Hue>QTr:2ng+ng*"),
        ("VC event shaded NVA: Hue+2 guerrillas, Sai~guerrillas", "VC   event shaded NVA: Hue+2ng, Sai~ng"),
        ("VC rally Hue-2vg+base", "VC   rally Hue-2vg+vb"),
        ("ARVN train Sai + 6 Troops", "ARVN train Sai+6at"),
        ("US sweep Hue>QTr:2 troops", "US   sweep Hue>QTr:2ut"),
        ("US sweep QTr*2 VC underground guerrillas", "US   sweep QTr*2vg"),
    ],
)
def test_pieces_without_a_faction_are_the_speakers(written: str, meant: str) -> None:
    """SPEC 6: where they come, move or go Underground."""
    assert canonical(written) == meant


@pytest.mark.parametrize(
    "written",
    [
        "US train Sai+2 troops",
        "US airlift Hue>Sai:2 troops",
        "VC rally Hue-2 guerrillas+vb",
        "NVA infiltrate Hue-guerrilla+ng",
        "VC attack Hue-troops",
        "US sweep QTr*guerrilla",
        "VC march Hue>Sai:2 troops",
        "VC pass => Hue 2 guerrillas",
    ],
)
def test_pieces_that_could_be_anothers_are_refused(written: str) -> None:
    """SPEC 6: with every kind that is called so."""
    found = fault(written)
    assert found.code == "piece-ambiguous" and len(found.candidates) >= 2


@pytest.mark.parametrize(
    "die", ["(4)", "( 4 )", "roll 4", "rolls 4", "Rolled a 4", "roll of 4", "roll: {4}", "die 4"]
)
def test_a_die_in_words(die: str) -> None:
    """SPEC 6: also on a line that goes on."""
    wanted = "VC   attack Hue guerrillas {4} Hue-2at"
    assert canonical(f"VC attack Hue guerrillas {die} Hue-2at") == wanted
    assert canonical(f"VC attack Hue guerrillas\n  {die}, Hue-2at") == wanted
    assert fault(f"VC attack Hue {die.replace('4', '7')}").code == "number-range"


def test_a_change_and_a_figure_are_two_claims() -> None:
    """SPEC 5: the sign distinguishes them, so that no figure below 0 can be claimed."""
    entry = read_line("VC pass => NVA +1, NVA 1, VC resources - 3, US +0")
    assert entry.claims[:3] == (ChangeClaim("NVA", 1), TrackClaim("NVA", 1), ChangeClaim("VC", -3))
    assert write_entry(entry) == ["VC   pass   => NVA +1, NVA 1, VC -3, US +0"]
    with pytest.raises(UnwritableError):
        write_claim(TrackClaim("NVA", -1))
    assert "no Resources" in fault("VC pass => US resources 4").advice
    wrapped = "VC pass =>\nVC margin -8,\nVC resources 4"
    assert canonical(wrapped) == "VC   pass   => VC margin -8, VC 4"


@pytest.mark.parametrize("form", ["text", "json"])
def test_tags_that_are_likely_to_mean_a_known_one(form: str) -> None:
    """SPEC 2: all of the list, in any case; a known name of five letters or more with a letter wrong."""
    wrong = {name: tag for tag, names in LIKELY.items() for name in names}
    for tag in KNOWN:
        if len(tag) >= 5:
            wrong |= {
                tag[1:]: tag,
                f"{tag}x": tag,
                f"{tag[:2]}q{tag[3:]}": tag,
                tag[1] + tag[0] + tag[2:]: tag,
            }
    for name, tag in wrong.items():
        if form == "text":
            _, (found,) = notation.scan(f'[FITL "2"]\n[Scenario "full"]\n[{name.upper()} "x"]')
        else:
            with pytest.raises(NotationError) as caught:
                notation.load(f'{{"tags":[["FITL","2"],["Scenario","full"],["{name}","x"]]}}')
            found = caught.value
        assert (found.code, found.candidates) == ("tag-unknown", (f'[{tag} "x"]',)), name


def test_other_tags_are_kept() -> None:
    """SPEC 2: tags that only describe a game are kept, and names that nobody takes for a known tag."""
    for name in (*USUAL - {"rule"}, "Guards", "X-mine", "FITR", "House-rules", "Reader"):
        assert likely_tag(name) is None
        log = notation.read(f'[FITL "2"]\n[Scenario "full"]\n[{name} "x"]').log
        assert log.tag(name) == "x"
    assert {known_name(name.upper()) for name in KNOWN} == set(KNOWN)


def test_rule_with_numbers_of_rules_is_no_edition() -> None:
    """SPEC 2: a dispute case names its rules in a `Rule` tag, which is no misspelt `Rules`."""
    assert likely_tag("Rule", "4.5.1, card 17") is likely_tag("Rule", "card 17") is None
    assert likely_tag("Rule", "2") == likely_tag("Rule", "second") == "Rules"


def test_tags_in_json_lines_have_any_case() -> None:
    """SPEC 8: as in the text form, so that none is passed over."""
    log = notation.load('{"tags":[["fitl","2"],["SCENARIO","full"],["rules","original"]]}').log
    assert str(notation.setup_of(log).rules) == "original"


@pytest.mark.parametrize(
    "wrapped",
    [
        "VC pass ; [%by VC] [%proof d6 1 VC: Attack\nin Hue] [%proof card 1/27 00ff\nab12] well",
        "VC pass ; [%by VC] [%proof d6 1\nVC: Attack in Hue]\n[%proof card 1/27 00ff\nab12] well",
        "VC pass ; [%by VC] [%proof\nd6 1 VC: Attack in Hue] [%proof card 1/27\n00ff ab12] well",
        "> VC pass ;\n> [%by VC] [%proof d6 1 VC: Attack in Hue]\n> [%proof card\n> 1/27 00ff ab12] well",
    ],
)
def test_fields_that_a_mail_program_has_wrapped(wrapped: str) -> None:
    """SPEC 6: a field that is not closed goes on in the next line; a line may begin with a field."""
    whole = "VC   pass   ; [%by VC] [%proof d6 1 VC: Attack in Hue] [%proof card 1/27 00ff ab12] well"
    assert canonical(wrapped) == whole
    note = notation.read_line(wrapped.replace("VC pass ;", "note"))
    assert note.proof == notation.read_line(whole).proof and note.by == "VC"


def test_a_field_that_is_never_closed() -> None:
    """SPEC 6: no line that begins an entry is drawn into it; the fault is where the field begins."""
    text = '[FITL "2"]\n[Scenario "full"]\nVC pass ; [%proof d6\nwords of it\nNVA pass ; [%by NVA]\nUS pass'
    document, (found,) = notation.scan(text)
    assert (found.code, found.line, found.column) == ("field-form", 3, 11)
    assert len(document.log.events) == 2
