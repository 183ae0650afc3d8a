"""Events 76 to 80: every side, the clarifications that bear on it, and what it refuses."""

import pytest
from table import position, refuses

# -- 76 Annam --------------------------------------------------------------------------------------


def test_card_76_unshaded_counts_shared_spaces():
    """Every space with pieces of both, Tunneled Bases and LoCs too; Patronage +2."""
    game = position("CLa: nt vg; SLa: ng vb^; HuDN: ng vg; Hue: ng", card=76, VC=2).play(
        "ARVN event unshaded"
    )
    assert (game.resources("NVA"), game.resources("VC"), game.state.patronage) == (17, 0, 22)


def test_card_76_shaded_support_goes():
    """Hue, Da Nang, and 1 Province beside either; Opposition stays."""
    game = position("Hue: AO; DaN: AS; QNa: PS; QTr: AS; Ple: AS", card=76)
    with refuses("card 76", code="space-not-allowed"):
        game.play("ARVN event shaded Ple")
    game.play("ARVN event shaded QTr=N")
    assert [game.level(w) for w in ("Hue", "DaN", "QTr", "QNa")] == ["AO", "N", "N", "PS"]


def test_card_76_shaded_without_such_a_province():
    """The Cities change all the same."""
    game = position("Hue: PS; QTi: PO", card=76).play("ARVN event shaded")
    assert (game.level("Hue"), game.level("QTi")) == ("N", "PO")


# -- 77 Detente ------------------------------------------------------------------------------------


def test_card_77_unshaded_halves():
    """Half, rounded down, stays; 5 Available NVA Troops go Out of Play, or all."""
    game = position(card=77, NVA=15, VC=6).play("ARVN event unshaded")
    assert (game.resources("NVA"), game.resources("VC"), game["oop"]) == (7, 3, "5nt")
    assert position(card=77, available="2nt").play("ARVN event unshaded")["oop"] == "2nt"


def test_card_77_shaded_nva_choose():
    """NVA takes Resources or Infiltrates; VC Rallies either way."""
    game = position("Ple: vg", card=77, NVA=70, VC=0).play(
        "ARVN event shaded NVA: resources VC: rally Ple+vg"
    )
    assert (game.resources("NVA"), game["Ple"], game.resources("VC")) == (75, "2vg", 0)
    game = position("QTr: nb", card=77, NVA=0, trail=2).play(
        "ARVN event shaded NVA: infiltrate QTr build QTr+3nt"
    )
    assert (game["QTr"], game.resources("NVA")) == ("3nt nb", 0)


def test_card_77_shaded_rally_in_six_spaces():
    """6 at the most, none where there is Support."""
    rallies = ", ".join(f"{w}+vg" for w in ("Ple", "QTr", "QNa", "QTi", "BDi", "PhB"))
    game = position(card=77).play(f"ARVN event shaded NVA: resources VC: rally {rallies}")
    assert game["PhB"] == "vg"
    refused = position(card=77).refused(f"ARVN event shaded NVA: resources VC: rally {rallies}, Tay+vg")
    assert refused.code == "too-many-spaces"
    assert position("Hue: PS", card=77).refused("ARVN event shaded NVA: resources VC: rally Hue+vg").code


# -- 78 General Lansdale ---------------------------------------------------------------------------


def test_card_78_unshaded_active_support_and_terror():
    """From any level, with any US or ARVN piece; a Terror marker more; Patronage +1."""
    game = position("QTr: ar* AO terror 1; Sai: at", card=78).play("ARVN event unshaded")
    assert (game.level("QTr"), game.space("QTr").terror, game.state.patronage) == ("AS", 2, 21)


def test_card_78_unshaded_spaces_that_change_come_first():
    """5.1.3: one at Active Support already only if there is no other; never Saigon."""
    with refuses("5.1.3", code="whole-effect"):
        position("Hue: at AS; Ple: ut", card=78).play("ARVN event unshaded Hue")
    game = position("Hue: at AS; Sai: at; PLo: 2at", card=78).play("ARVN event unshaded")
    assert (game.space("Hue").terror, game.space("PLo").terror) == (1, 0)
    assert position("Hue: vg", card=78).play("ARVN event unshaded").state.patronage == 21


def test_card_78_unshaded_without_a_marker_left():
    """The rest applies."""
    game = position("Hue: at; Ple: terror 15", card=78).play("ARVN event unshaded")
    assert (game.level("Hue"), game.space("Hue").terror) == ("AS", 0)


def test_card_78_shaded_patronage_and_momentum():
    """Patronage +3; the Momentum stays until the Reset."""
    game = position(card=78, patronage=74).play("ARVN event shaded")
    assert game.state.patronage == 75
    assert [(m.card, m.side) for m in game.state.momentum] == [(78, "shaded")]


# -- 79 Henry Cabot Lodge --------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "after"), [(10, 30), (60, 75)])
def test_card_79_unshaded_aid(before, after):
    """Aid +20, at most 75."""
    assert position(card=79, aid=before).play("ARVN event unshaded").state.aid == after


def test_card_79_shaded_three_pieces_and_patronage():
    """Any ARVN pieces, Patronage +2 each; ARVN is Ineligible through the next card."""
    game = position("Hue: 2at ab; Ple: ar", card=79, next=43, patronage=10, eligible="NVA US")
    game.play("NVA event shaded Hue-at-ab, Ple-ar\nUS pass")
    assert (game["Hue"], game["Ple"], game.state.patronage) == ("at", "", 16)
    assert set(game.state.eligible) == {"US", "VC"}
    game.play("next #51\nVC pass" if game.to_act == "VC" else "next #51")
    assert game.to_act == "US"


def test_card_79_shaded_up_to_includes_none():
    """ARVN still becomes Ineligible."""
    game = position("Hue: 2at", card=79, eligible="NVA", patronage=10).play("NVA event shaded")
    assert (game["Hue"], game.state.patronage) == ("2at", 10)
    assert "ARVN" not in game.state.eligible


def test_card_79_shaded_bars_arvn_on_this_card_too():
    """ARVN, waiting behind NVA, cannot become 2nd Eligible any more."""
    game = position(card=79, eligible="NVA ARVN VC").play("ARVN pass\nNVA event shaded")
    assert game.to_act == "VC"
    game = position("Hue: 2at", card=79, next=2, eligible="NVA ARVN")
    game.play("ARVN pass\nNVA event shaded")
    assert set(game.state.eligible) == {"US", "VC"}


def test_card_79_shaded_lasts_through_one_card():
    """The card after the next sees ARVN again."""
    game = position(card=79, next=43, eligible="NVA").play("NVA event shaded\nnext #51")
    while game.to_act:
        game.play(f"{game.to_act} pass")
    assert "ARVN" in game.state.eligible


def test_card_79_shaded_by_arvn_itself():
    """It is Ineligible as after any Event."""
    game = position("Hue: at", card=79, eligible="ARVN").play("ARVN event shaded Hue-at")
    assert "ARVN" not in game.state.eligible


def test_card_79_shaded_refusals():
    """No fourth piece, no US piece, Patronage at most 75."""
    game = position("Hue: 5at ut", card=79, eligible="NVA", patronage=72)
    with refuses("card 79", code="too-many"):
        game.play("NVA event shaded Hue-4at")
    with refuses("card 79", code="wrong-pieces"):
        game.play("NVA event shaded Hue-ut")
    assert game.play("NVA event shaded Hue-3at").state.patronage == 75


# -- 80 Light at the End of the Tunnel -------------------------------------------------------------


def test_card_80_each_piece_has_its_effects():
    """For each piece Patronage +2, a shift, 4 NVA Troops; the executing Faction stays Eligible."""
    game = position("Hue: 2ut ub PS; Sai: AS", card=80, eligible="NVA")
    game.play("NVA event unshaded Hue-ut-ub Hue=N Sai=PS NVn+6nt, Par+2nt")
    assert (game["Hue"], game.level("Hue"), game.level("Sai")) == ("ut", "N", "PS")
    assert (game["NVn"], game["Par"], game.state.patronage, game["casualties"]) == ("6nt", "2nt", 24, "")
    assert (game.count("available", "ub"), "NVA" in game.state.eligible) == (6, True)


def test_card_80_the_same_space_twice():
    """Each piece has its own shift; by reading card-80 the spaces differ."""
    line = "ARVN event unshaded Hue-2ut Hue=N Hue=PO NVn+8nt"
    assert position("Hue: 2ut PS", card=80).play(line).level("Hue") == "PO"
    with refuses("card 80", code="space-twice"):
        position("Hue: 2ut PS", card=80, readings=("card-80",)).play(line.replace("Hue=PO", "Hue"))


def test_card_80_one_to_four_pieces():
    """At least 1 if there is any, 4 at the most."""
    game = position("Hue: 5ut; Sai: PS", card=80)
    with refuses("card 80", code="missing-choice"):
        game.play("ARVN event unshaded")
    with refuses("card 80", code="too-many"):
        game.play("ARVN event unshaded Hue-5ut")
    game = position(card=80).play("ARVN event unshaded")
    assert (game.state.patronage, "ARVN" in game.state.eligible) == (20, True)


def test_card_80_only_spaces_that_can_shift_and_outside_the_south():
    """Nothing at Active Opposition is chosen; no NVA Troops into the South."""
    game = position("Hue: ut AO", card=80)
    with refuses("5.1.3", because="possible in Da Nang"):
        game.play("ARVN event unshaded Hue-ut Hue")
    with refuses("card 80", code="space-not-allowed"):
        game.play("ARVN event unshaded Hue-ut Sai=PO QTr+4nt")
