"""Events 68, 75, 79, 97, 101, 107 and 112: both sides, their clarifications and refusals."""

import pytest
from table import position, refuses

SIX = ("QTr", "QNa", "QTi", "BDi", "Ple", "PhB")

# -- 68 Green Berets -------------------------------------------------------------------------------


@pytest.mark.parametrize(("option", "kind"), [("irregulars", "ui"), ("rangers", "ar")])
def test_card_68_unshaded_three_and_active_support(option, kind):
    """3 of one type, Underground, and the Province jumps to Active Support from any level."""
    game = position("Ple: vg AO", card=68).play(f"ARVN event unshaded Ple {option} Ple+3{kind}")
    assert (game["Ple"].split()[0], game.level("Ple")) == (f"3{kind}", "AS")


def test_card_68_unshaded_pieces_tell_space_and_type():
    """What is placed says where and which."""
    assert position(card=68).play("ARVN event unshaded Ple+3ui")["Ple"] == "3ui"


def test_card_68_unshaded_no_mix_and_no_fewer():
    """One type only, and all 3 of it."""
    assert position(card=68).refused("ARVN event unshaded Ple+2ui+ar").rule == "card 68"
    with refuses("card 68", code="too-few"):
        position(card=68).play("ARVN event unshaded Ple+2ui")
    with refuses("card 68", code="too-many"):
        position(card=68).play("ARVN event unshaded Ple+4ui")


def test_card_68_unshaded_space():
    """A Province that COIN may enter and NVA do not Control."""
    for where in ("NVn", "Hue", "SaCT", "KPh"):
        with refuses("card 68", code="space-not-allowed"):
            position("KPh: 3nt", card=68).play(f"ARVN event unshaded {where} irregulars")


def test_card_68_unshaded_province_without_population():
    """Ruling 1.6.2-02: it gets pieces and stays Neutral, if no Province can be won instead."""
    won = (*SIX, "KhH", "QDu", "BTu", "Tay", "KPh", "KHo", "BXu", "KGi")
    held = "; ".join(f"{where}: ap AS" for where in won)
    game = position(held, card=68).play("ARVN event unshaded PLo irregulars")
    assert (game["PLo"], game.level("PLo"), game.control("PLo")) == ("3ui", "N", "coin")
    with refuses("5.1.3", code="whole-effect"):
        position(card=68).play("ARVN event unshaded PLo irregulars")


def test_card_68_unshaded_fewer_available():
    """As many as there are; NVA cannot lift the rest from the map."""
    game = position("Hue: 2ui", card=68, available="1ui", eligible="NVA")
    assert game.play("NVA event unshaded Ple irregulars")["Ple"] == "ui"
    with refuses("1.4.1", code="not-available"):
        position("Hue: 2ui", card=68, available="1ui", eligible="NVA").play(
            "NVA event unshaded Ple+ui Ple+2ui<Hue"
        )


def test_card_68_unshaded_us_and_arvn_may_lift():
    """The US its Irregulars and ARVN forces, ARVN its Rangers only, once none is Available."""
    fields = {"card": 68, "available": "1ui 0ar"}
    game = position("Hue: 2ui* 3ar", eligible="US", **fields)
    assert game.play("US event unshaded Ple+ui Ple+2ui*<Hue")["Ple"] == "3ui"
    game = position("Hue: 2ui* 3ar", eligible="US", **fields)
    assert game.play("US event unshaded Ple rangers Ple+3ar<Hue")["Ple"] == "3ar"
    with refuses("1.4.1", code="not-available"):
        position("Hue: 2ui* 3ar", **fields).play("ARVN event unshaded Ple+ui Ple+2ui*<Hue")
    refused = position("Hue: ui", card=68, eligible="US").refused(
        "US event unshaded Ple irregulars Ple+ui<Hue"
    )
    assert refused.code == "surplus-clause"


def test_card_68_shaded_three_irregulars_and_active_opposition():
    """From anywhere, in any state, to Available; one of their Provinces is set."""
    game = position("Ple: ui PS; CLa: ui*; Hue: 2ui", card=68, available="0ui")
    game.play("ARVN event shaded Ple-ui, CLa-ui*, Hue-ui Ple")
    assert (game["Ple"], game["CLa"], game["Hue"], game["casualties"]) == ("", "", "ui", "")
    assert (game.level("Ple"), game.count("available", "ui")) == ("AO", 3)


def test_card_68_shaded_fewer_than_three():
    """All that there are."""
    game = position("Ple: ui", card=68).play("ARVN event shaded")
    assert (game["Ple"], game.level("Ple")) == ("", "AO")


def test_card_68_shaded_one_must_come_from_a_province_that_can_be_set():
    """Whole effect first (5.1.3), wherever such a choice exists."""
    game = position("Ple: ui; CLa: 3ui", card=68)
    with refuses("5.1.3", code="whole-effect"):
        game.play("ARVN event shaded CLa-3ui")
    assert game.play("ARVN event shaded CLa-2ui, Ple-ui").level("Ple") == "AO"


def test_card_68_shaded_without_such_a_province():
    """Irregulars in Cities and outside the South leave all the same."""
    game = position("Hue: ui PS; CLa: 2ui", card=68).play("ARVN event shaded Hue-ui, CLa-2ui CLa")
    assert (game["CLa"], game.level("Hue"), game.level("CLa")) == ("", "PS", "N")


def test_card_68_shaded_only_a_province_they_left():
    """Not a City, nor a Province elsewhere."""
    game = position("Ple: 2ui; QTr: ui; Hue: ui", card=68)
    for where in ("Hue", "KPh"):
        assert game.refused(f"ARVN event shaded Ple-ui, QTr-ui, Hue-ui {where}").code == "space-not-allowed"


# -- 75 Sihanouk -----------------------------------------------------------------------------------


def test_card_75_unshaded_us_sweeps_and_assaults():
    """The named Faction Sweeps into Cambodia, even in Monsoon, then Assaults in one space there."""
    game = position("Tay: 4ut; Fis: 2ng vg; Par: vg*", card=75, next=125)
    game.play("ARVN event unshaded US US: Tay>Fis:4ut Fis*2ng Fis-2ng*")
    assert (game["Fis"], game["Tay"]) == ("4ut vg", "")
    assert set(game.state.eligible) == {"US", "NVA", "ARVN", "VC"}
    assert [(done.faction, done.deed) for done in game.state.done] == [("ARVN", "event")]


def test_card_75_unshaded_arvn_pays_nothing():
    """Both Operations are free."""
    game = position("Tay: 4at; Fis: 2ng", card=75, ARVN=0)
    game.play("ARVN event unshaded ARVN sweep Tay>Fis:4at Fis*2ng assault Fis-2ng*")
    assert (game["Fis"], game.resources("ARVN")) == ("4at", 0)


def test_card_75_unshaded_assault_may_be_elsewhere():
    """The Assault need not be where the Sweep went."""
    game = position("Tay: 2ut; Fis: ng; Par: 2ut 2vg*", card=75)
    game.play("ARVN event unshaded US US: Tay>Fis:2ut Fis*ng assault Par-2vg*")
    assert (game["Par"], game["Fis"]) == ("2ut", "2ut ng*")


def test_card_75_unshaded_arvn_follow_up_is_free():
    """After a US Assault ARVN may add its own at no cost, below Econ as well."""
    game = position("Fis: 2ut 2at 3vg*", card=75, ARVN=0)
    game.play("ARVN event unshaded US US: sweep Fis assault Fis-2vg* arvn Fis-vg*")
    assert (game["Fis"], game.resources("ARVN")) == ("2ut 2at", 0)


def test_card_75_unshaded_only_in_cambodia():
    """A Sweep elsewhere, or a Faction other than the two, is refused."""
    game = position("Tay: 4ut 2vg", card=75)
    with refuses("card 75", code="wrong-faction"):
        game.play("ARVN event unshaded VC")
    assert game.refused("ARVN event unshaded US US: Tay").rule in ("3.2.3", "card 75")


def test_card_75_unshaded_the_named_faction_decides():
    """US choices carry the US tag when ARVN executes."""
    with refuses("3.2.3", code="missing-choice"):
        position("Tay: 4ut; Fis: 2ng", card=75).play("ARVN event unshaded US Tay>Fis:4ut")


def test_card_75_shaded_rally_and_march():
    """VC, then NVA: Rally in Cambodia, March from there, all free and in Monsoon, too."""
    game = position("Fis: vb 2vg; Par: nb ng", card=75, next=125, NVA=0, VC=0, eligible="NVA")
    game.play("NVA event shaded VC: rally Fis+vg march Fis>Tay:2vg NVA: rally Par+2ng march Par>KPh:2ng")
    assert (game["Fis"], game["Tay"], game["Par"], game["KPh"]) == ("vg vb", "2vg", "ng nb", "2ng")
    assert (game.resources("NVA"), game.resources("VC")) == (0, 0)
    assert "VC" not in [done.faction for done in game.state.done]


def test_card_75_shaded_march_only_from_rallied_spaces():
    """A space in which that Faction did not Rally is no origin."""
    game = position("Fis: 2vg; Par: 2vg", card=75, eligible="VC")
    with refuses("3.3.2", because="no Rally"):
        game.play("VC event shaded rally Fis+vg march Par>KPh:vg")


def test_card_75_shaded_selected_is_rallied():
    """A space selected without effect counts: here no Guerrilla is Available, none is lifted."""
    game = position("Fis: ng*", card=75, eligible="NVA", available="0ng 0vg 0nb 0vb")
    game.play("NVA event shaded VC: rally Sih NVA: rally Fis march Fis>Tay:ng*")
    assert game["Tay"] == "ng*"


def test_card_75_shaded_only_cambodia():
    """A Rally elsewhere is refused."""
    assert position("Tay: 2vg", card=75, eligible="VC").refused("VC event shaded rally Tay+vg").code


def test_card_75_shaded_trail_improvement_costs():
    """Free Rally or not, the Trail costs NVA 2 (3.1.2)."""
    game = position("Fis: ng", card=75, eligible="NVA", NVA=3, trail=1)
    game.play("NVA event shaded VC: rally Sih+vg NVA: rally Fis+ng trail+1")
    assert (game.resources("NVA"), game.state.trail) == (1, 2)


def test_card_75_shaded_nva_go_on_only_through_rallied_spaces():
    """Along the Trail each space left must have been Rallied in."""
    spaces = "Fis: 2ng; Par: ng"
    game = position(spaces, card=75, eligible="NVA", trail=2)
    with refuses("3.3.2", because="Parrot"):
        game.play("NVA event shaded VC: rally Sih+vg NVA: rally Fis+ng march Fis>Par>Sih:2ng")
    game.play("NVA event shaded VC: rally Sih+vg NVA: rally Fis+ng, Par+ng march Fis>Par>Sih:2ng")
    assert game["Sih"].startswith("2ng")


def test_card_75_shaded_a_rally_is_due():
    """With a legal space each Rallies in at least one."""
    assert position(card=75, eligible="NVA").refused("NVA event shaded").code == "missing-choice"


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


# -- 97 Brinks Hotel -------------------------------------------------------------------------------


def test_card_97_unshaded_aid_and_leader_face_down():
    """Aid +10; the Leader's text is ignored, the card stays in the box."""
    game = position(card=97, leader=(126,), aid=70).play("VC event unshaded aid")
    assert (game.state.aid, game.state.leader_box) == (75, (126,))
    assert (game.state.leader, game.state.leader_in_effect) == ("young-turks", "none")


@pytest.mark.parametrize(("before", "moved"), [(15, 4), (3, 3), (0, 0)])
def test_card_97_unshaded_patronage(before, moved):
    """4 Patronage, or what there is, become ARVN Resources."""
    game = position(card=97, patronage=before, ARVN=20).play("VC event unshaded patronage")
    assert (game.state.patronage, game.resources("ARVN")) == (before - moved, 20 + moved)


@pytest.mark.parametrize(("box", "leader"), [((), "duong-van-minh"), ((129,), "none")])
def test_card_97_unshaded_minh_and_failed_attempts_stay(box, leader):
    """Only a Leader's card turns."""
    game = position(card=97, leader=box).play("VC event unshaded aid")
    assert (game.state.leader_in_effect, game.state.leader_face_down) == (leader, False)


def test_card_97_unshaded_silences_young_turks():
    """Govern earns nothing extra with the card face down."""
    game = position(
        "CaT: 2ap PS; Sai: 3ap", to_act="ARVN", leader=(126,), leader_face_down=True, patronage=10
    )
    assert game.play("ARVN train Sai+at | govern CaT aid").state.patronage == 10


def test_card_97_unshaded_needs_its_choice():
    """Aid or Patronage must be said."""
    assert position(card=97).refused("VC event unshaded").code == "missing-choice"


def test_card_97_shaded_city():
    """2 levels toward Active Opposition and a Terror marker, also a second; nobody is Activated."""
    game = position("Sai: vg ap PS terror; Hue: vb", card=97).play("VC event shaded Sai")
    assert (game.level("Sai"), game.space("Sai").terror, game["Sai"]) == ("PO", 2, "ap vg")


def test_card_97_shaded_shift_as_far_as_it_goes():
    """From Passive Opposition it is one level."""
    assert position("Hue: vb PO", card=97).play("VC event shaded").level("Hue") == "AO"


def test_card_97_shaded_no_marker_left():
    """With all 15 on the map there is only the shift."""
    game = position("Sai: vg; KPh: terror 15", card=97).play("VC event shaded")
    assert (game.level("Sai"), game.space("Sai").terror) == ("AO", 0)


def test_card_97_shaded_a_city_that_can_shift_comes_first():
    """One at Active Opposition only if no other has VC (5.1.3)."""
    with refuses("5.1.3", code="whole-effect"):
        position("Sai: vg AO; Hue: vg", card=97).play("VC event shaded Sai")
    game = position("Sai: vg AO", card=97).play("VC event shaded")
    assert (game.level("Sai"), game.space("Sai").terror) == ("AO", 1)


def test_card_97_shaded_refusals():
    """A City, and VC in it."""
    game = position("Sai: ng; Tay: 2vg; Hue: vg; CaT: vg", card=97)
    with refuses("card 97", code="pieces-needed"):
        game.play("VC event shaded Sai")
    with refuses("card 97", code="space-not-allowed"):
        game.play("VC event shaded Tay")
    assert position("Sai: ng", card=97).play("VC event shaded").level("Sai") == "N"


# -- 101 Booby Traps -------------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["unshaded", "shaded"])
def test_card_101_capability(side):
    """The marker lies on the side that was executed."""
    game = position(card=101).play(f"VC event {side}")
    assert [(c.card, c.side) for c in game.state.capabilities] == [(101, side)]
    assert game.state.momentum == ()


def test_card_101_unshaded_one_ambush_space():
    """Ambush in a single space, for both Insurgents."""
    for faction, guerrilla in (("VC", "vg"), ("NVA", "ng")):
        game = position(
            f"Sai: 2{guerrilla} 2at; Hue: 2{guerrilla} 2at", to_act=faction, capabilities=((101, "unshaded"),)
        )
        refused = game.refused(f"{faction} attack Sai, Hue | ambush Sai-at, Hue-at")
        assert refused.code == "too-many-spaces"


@pytest.mark.parametrize(("die", "troops", "casualties"), [(3, 2, "ut"), (4, 3, "")])
def test_card_101_shaded_sweep_loses_a_troop(die, troops, casualties):
    """After the Guerrillas are Activated, a roll of 1-3 costs 1 Troop."""
    game = position("Hue: 3ut 2vg", to_act="US", capabilities=((101, "shaded"),))
    game.play(f"US sweep Hue {{{die}}}")
    assert (game.count("Hue", "ut"), game.count("Hue", "vg*")) == (troops, 2)
    assert game["casualties"] == casualties


def test_card_101_shaded_arvn_troops_return_to_available():
    """One roll for each space; Police are never lost, and without Troops nobody rolls."""
    game = position("Hue: 2at ap; Sai: 3ap 2vg", to_act="ARVN", capabilities=((101, "shaded"),))
    game.play("ARVN sweep Hue, Sai {1}")
    assert (game["Hue"], game["casualties"]) == ("at ap", "")


def test_card_101_shaded_the_roll_is_owed():
    """A Sweep without its die is not finished."""
    game = position("Hue: 3ut 2vg", to_act="US", capabilities=((101, "shaded"),))
    with refuses("card 101", code="missing-choice"):
        game.play("US sweep Hue")


# -- 107 Burning Bonze -----------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "gain"), [("AS", 6), ("PS", 3), ("AO", 3)])
def test_card_107_unshaded(level, gain):
    """Patronage +3, doubled while Saigon is at Active Support."""
    game = position(f"Sai: 3ap {level}", card=107, patronage=10).play("VC event unshaded")
    assert game.state.patronage == 10 + gain


def test_card_107_unshaded_cap():
    """At most 75."""
    assert position("Sai: AS", card=107, patronage=72).play("VC event unshaded").state.patronage == 75


@pytest.mark.parametrize(("before", "after"), [("PS", "N"), ("AO", "AO")])
def test_card_107_shaded(before, after):
    """Saigon shifts a level if it can; Aid -12, at least 0."""
    game = position(f"Sai: 3ap {before}", card=107, aid=10).play("VC event shaded")
    assert (game.level("Sai"), game.state.aid) == (after, 0)


# -- 112 Colonel Chau ------------------------------------------------------------------------------


def test_card_112_unshaded_six_police():
    """1 each into 6 Provinces, Laos and Cambodia among them."""
    game = position(card=112).play("VC event unshaded QTr, QNa, QTi, BDi, Ple, CLa")
    assert [game[where] for where in (*SIX[:5], "CLa")] == ["ap"] * 6


def test_card_112_unshaded_refusals():
    """Different Provinces, no City, not North Vietnam, all 6."""
    game = position(card=112)
    with refuses("card 112", code="space-twice"):
        game.play("VC event unshaded QTr, QTr")
    with refuses("card 112", code="space-not-allowed"):
        game.play("VC event unshaded Hue")
    with refuses("1.4.2", code="north-vietnam"):
        game.play("VC event unshaded NVn")
    assert game.refused("VC event unshaded QTr, QNa, QTi, BDi, Ple").code == "missing-choice"
    with refuses("card 112"):
        game.play("VC event unshaded QTr+2ap")


def test_card_112_unshaded_as_many_as_there_are():
    """With 2 Available, VC place 2 and lift none."""
    game = position("Sai: 3ap", card=112, available="2ap").play("VC event unshaded QTr+ap, QNa+ap")
    assert (game["QTr"], game["QNa"], game["Sai"]) == ("ap", "ap", "3ap")
    game = position("Sai: 3ap", card=112, available="1ap")
    assert game.refused("VC event unshaded QTr+ap, QNa+ap<Sai").code == "surplus-clause"


@pytest.mark.parametrize("faction", ["US", "ARVN"])
def test_card_112_unshaded_coin_may_lift_police(faction):
    """Once none is Available, from elsewhere on the map; but that is no duty."""
    fields = {"card": 112, "available": "1ap", "eligible": faction}
    game = position("Sai: 3ap", **fields).play(f"{faction} event unshaded QTr+ap, QNa+ap<Sai")
    assert (game["QTr"], game["QNa"], game["Sai"]) == ("ap", "ap", "2ap")
    assert position("Sai: 3ap", **fields).play(f"{faction} event unshaded QTr+ap")["Sai"] == "3ap"


def test_card_112_shaded_three_provinces():
    """A level toward Active Opposition and an Underground VC Guerrilla in each."""
    game = position("QTr: at PS; Ple: ar; BDi: ab AS; KPh: ap", card=112)
    game.play("VC event shaded QTr, Ple, BDi")
    assert [game.level(where) for where in ("QTr", "Ple", "BDi")] == ["N", "PO", "PS"]
    assert [game.count(where, "vg") for where in ("QTr", "Ple", "BDi", "KPh")] == [1, 1, 1, 0]


def test_card_112_shaded_provinces_that_can_shift_come_first():
    """One without Population, or at Active Opposition, only when no other is left."""
    game = position("PLo: at; QTr: at AO; Ple: at; BDi: at; KPh: at", card=112)
    for where in ("PLo", "QTr"):
        with refuses("5.1.3", code="whole-effect"):
            game.play(f"VC event shaded {where}")
    game = position("PLo: at; QTr: at AO; Ple: at", card=112).play("VC event shaded Ple, PLo, QTr")
    assert [game.count(where, "vg") for where in ("Ple", "PLo", "QTr")] == [1, 1, 1]


def test_card_112_shaded_shifts_without_guerrillas():
    """None Available: the levels still shift; only VC may lift its own from the map."""
    fields = {"card": 112, "available": "0vg"}
    spaces = "QTr: at; Ple: at; BDi: at; Tay: 2vg"
    game = position(spaces, eligible="ARVN", **fields).play("ARVN event shaded QTr, Ple, BDi")
    assert (game.level("QTr"), game["QTr"]) == ("PO", "at")
    game = position(spaces, **fields).play("VC event shaded QTr QTr+vg<Tay, Ple, BDi")
    assert (game["QTr"], game["Tay"], game["Ple"]) == ("at vg", "vg", "at")


def test_card_112_shaded_needs_arvn_in_a_province():
    """Fewer than 3 such Provinces: all of them; US pieces are not enough, nor a City."""
    game = position("QTr: at; Hue: at; Ple: ut", card=112)
    with refuses("card 112", code="pieces-needed"):
        game.play("VC event shaded Ple")
    with refuses("card 112", code="space-not-allowed"):
        game.play("VC event shaded Hue")
    assert position("QTr: at; Ple: ut", card=112).play("VC event shaded").level("QTr") == "PO"
