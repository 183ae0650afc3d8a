"""Events 81 to 90: every side, its clarifications and its refusals."""

import pytest
from table import position, refuses

# -- 81 CIDG ---------------------------------------------------------------------------------------


def test_card_81_unshaded_a_die_of_guerrillas():
    """Each VC Guerrilla, in any state, becomes one of three, Underground; only in the South."""
    game = position("Hue: 2vg; HuDN: vg*; Fis: vg", card=81)
    game.play("ARVN event unshaded {3} Hue-vg+ar Hue-vg+ui HuDN-vg*+ap")
    assert (game["Hue"], game["HuDN"], game["Fis"]) == ("ui ar", "ap", "vg")
    assert position("Hue: vg; Fis: vg", card=81).play("ARVN event unshaded {6} Hue-vg+ap")["Fis"] == "vg"
    with refuses("card 81", code="space-not-allowed"):
        position("Hue: vg; Fis: vg", card=81).play("ARVN event unshaded {6} Fis-vg+ap")
    with refuses("card 81", code="missing-choice"):
        position("Hue: 3vg", card=81).play("ARVN event unshaded {3} Hue-vg+ar Hue-vg+ar")


def test_card_81_unshaded_short_supply():
    """If only some types are Available, one of them is due; if none is, the Guerrilla is only removed."""
    with refuses("card 81", code="whole-effect"):
        position("Hue: 2vg", card=81, available="0ar").play("ARVN event unshaded {2} Hue-vg")
    game = position("Hue: 2vg", card=81, available="0ar 0ui 1ap", eligible="VC")
    assert game.play("VC event unshaded {2} Hue-vg+ap Hue-vg")["Hue"] == "ap"


def test_card_81_shaded_militias_melt_away():
    """All Rangers, Police and Irregulars leave a Highland Province for Available; 2 Guerrillas come."""
    game = position("Ple: ui ut at 2ap 2ar* ab; PhB: 2ap", card=81, eligible="VC").play("VC event shaded")
    assert (game["Ple"], game["PhB"], game["casualties"]) == ("ut at ab 2vg", "2ap", "")
    assert game.count("available", "ui") == 6
    with refuses("card 81", code="space-not-allowed"):
        position("Ple: ui; KhH: ap; PhB: 2ap", card=81).play("ARVN event shaded PhB")


def test_card_81_shaded_short_supply():
    """Removed pieces leave even if no Guerrilla can replace them; VC may take up Guerrillas elsewhere."""
    game = position("Ple: ui; Hue: 2vg", card=81, available="0vg").play("ARVN event shaded")
    assert game["Ple"] == ""
    game = position("Ple: ui; Hue: 2vg*", card=81, available="0vg", eligible="VC")
    assert game.play("VC event shaded Ple Ple+2vg*<Hue")["Ple"] == "2vg"


# -- 82 Domino Theory ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "oop"),
    [
        ("US oop>available:2ut+ub", "ut 5at ab"),
        ("ARVN oop>available:5at+ab", "3ut ub"),
        ("US", "3ut ub 5at ab"),
    ],
)
def test_card_82_unshaded_pieces(answer, oop):
    """Up to 3 US pieces or up to 6 ARVN pieces return, Bases too."""
    game = position(card=82, oop="3ut ub 5at ab").play(f"ARVN event unshaded {answer}")
    assert (game["oop"], game.state.aid, game.resources("ARVN")) == (oop, 20, 20)


def test_card_82_unshaded_resources_and_aid():
    """Resources and Aid rise by 9, to 75 at most."""
    game = position(card=82, aid=75, ARVN=70).play("ARVN event unshaded resources")
    assert (game.state.aid, game.resources("ARVN")) == (75, 75)


def test_card_82_unshaded_one_of_the_three():
    """A mix of alternatives and a fourth US piece are refused."""
    game = position(card=82, oop="4ut 5at")
    assert game.refused("ARVN event unshaded US oop>available:2ut+at").code == "wrong-pieces"
    assert game.refused("ARVN event unshaded US oop>available:4ut").code == "too-many"
    assert game.refused("ARVN event unshaded NVA").code == "wrong-faction"


@pytest.mark.parametrize(("troops", "gone"), [(5, "3ut"), (2, "2ut")])
def test_card_82_shaded_troops_and_aid(troops, gone):
    """3 Available US Troops, or all, go Out of Play; Aid -9."""
    game = position(card=82, available=f"{troops}ut", aid=5).play("ARVN event shaded")
    assert (game["oop"], game.state.aid) == (gone, 0)


# -- 83 Election -----------------------------------------------------------------------------------


def test_card_83_unshaded_passive_to_active_support():
    """3 spaces at Passive Support go to Active Support; Aid +10."""
    game = position("Hue: PS; Sai: PS; DaN: PS; Ple: PS; KhH: PO", card=83)
    game.play("ARVN event unshaded Hue=AS, Sai, Ple")
    assert [game.level(w) for w in ("Hue", "Sai", "DaN", "Ple")] == ["AS", "AS", "PS", "AS"]
    assert game.state.aid == 30
    with refuses("card 83", code="space-not-allowed"):
        position("Hue: PS; DaN: PS; KhH: PO", card=83).play("ARVN event unshaded KhH")
    assert position(card=83, aid=70).play("ARVN event unshaded").state.aid == 75


def test_card_83_shaded_two_cities():
    """2 Cities that can shift lose 1 level each; Aid -15."""
    game = position("Hue: AO; Sai: AS; DaN: N", card=83).play("ARVN event shaded Sai=PS, DaN=PO")
    assert (game.level("Sai"), game.level("DaN"), game.state.aid) == ("PS", "PO", 5)
    with refuses("5.1.3", because="possible in Da Nang"):
        position("Hue: AO", card=83).play("ARVN event shaded Hue")
    with refuses("card 83", because="not a City"):
        position("Hue: AO", card=83).play("ARVN event shaded QTr")


def test_card_83_shaded_fewer_cities():
    """If only one City can shift, it is the only one required."""
    others = "; ".join(f"{where}: AO" for where in ("Hue", "DaN", "Kon", "QNh", "CRa", "AnL", "CaT"))
    game = position(others, card=83, aid=10).play("ARVN event shaded")
    assert (game.level("Sai"), game.state.aid) == ("PO", 0)


# -- 84 To Quoc ------------------------------------------------------------------------------------


def test_card_84_unshaded_where_nva_are():
    """1 Troop and 1 Police come to each space of the South with an NVA piece, LoCs too."""
    game = position("Hue: ng; HuDN: nt; Ple: nb^; CLa: nt; Sai: vg", card=84).play("ARVN event unshaded")
    assert [game[w] for w in ("Hue", "HuDN", "Ple")] == ["at ap ng", "at ap nt", "at ap nb^"]
    assert (game["CLa"], game["Sai"]) == ("nt", "vg")


def test_card_84_unshaded_short_supply():
    """The executing Faction says where they go; ARVN may take Troops up elsewhere."""
    spaces = "Hue: ng; Ple: ng; Sai: 2at"
    game = position(spaces, card=84, available="1at", eligible="NVA").play("NVA event unshaded Ple+at")
    assert (game["Hue"], game["Ple"]) == ("ap ng", "at ap ng")
    game = position(spaces, card=84, available="1at").play("ARVN event unshaded Ple+at Hue+at<Sai")
    assert (game["Hue"], game["Sai"]) == ("at ap ng", "at")


def test_card_84_shaded_a_third_of_the_cubes():
    """ARVN remove 1 in 3 everywhere; 3 of these spaces get a Guerrilla."""
    game = position("Hue: 3at; CLa: 2at; HuDN: 4ap 2at 3ar; Sai: 7at; Fis: 3ap", card=84, eligible="VC")
    game.play("VC event shaded ARVN: HuDN-at-ap VC: Hue+vg, HuDN+vg, Sai+vg")
    assert [game[w] for w in ("Hue", "CLa", "HuDN", "Sai", "Fis")] == [
        "2at vg",
        "2at",
        "at 3ap 3ar vg",
        "5at vg",
        "2ap",
    ]


def test_card_84_shaded_refusals():
    """Exactly a third of the cubes go; a Guerrilla comes only to a space that cubes left, 1 to each."""
    game = position("Hue: 6ap; Sai: 3at; Ple: 2at", card=84)
    assert game.refused("ARVN event shaded Hue-ap").code == "too-few"
    assert game.refused("ARVN event shaded Hue-2ap Hue+2vg").code == "too-many"
    assert game.refused("ARVN event shaded Hue-2ap Ple+vg").code == "space-not-allowed"
    assert position("Hue: 2at", card=84).play("ARVN event shaded")["Hue"] == "2at"


# -- 85 USAID --------------------------------------------------------------------------------------


def test_card_85_unshaded_three_coin_spaces():
    """3 spaces under COIN Control that can shift go 1 level toward Active Support."""
    game = position("Hue: at AO; DaN: at PS; Ple: at; QTr: at; Sai: at AS; KhH: vg", card=85)
    game.play("ARVN event unshaded Hue=PO, DaN=AS, Ple")
    assert [game.level(w) for w in ("Hue", "DaN", "Ple", "QTr")] == ["PO", "AS", "PS", "N"]
    for where, rule in (("Sai", "5.1.3"), ("KhH", "card 85")):
        with refuses(rule):
            position("Hue: at; DaN: at; Sai: at AS; KhH: vg", card=85).play(f"ARVN event unshaded {where}")


@pytest.mark.parametrize(
    ("changes", "result"),
    [
        ("aid-2", (20, 18, 20)),
        ("patronage+2 ARVN-2", (18, 20, 22)),
        ("ARVN+2 aid+2 patronage-2", (22, 22, 18)),
    ],
)
def test_card_85_shaded_any_or_all(changes, result):
    """One, two or all three totals change, each up or down."""
    game = position(card=85).play(f"ARVN event shaded {changes}")
    assert (game.resources("ARVN"), game.state.aid, game.state.patronage) == result


def test_card_85_shaded_refusals():
    """At least one total changes, each once and by 2; an impossible change is refused."""
    game = position(card=85, aid=75, patronage=0)
    assert game.refused("ARVN event shaded").code == "missing-choice"
    assert game.refused("ARVN event shaded ARVN+2 ARVN+2").code == "answered-already"
    assert game.refused("ARVN event shaded aid-1").code == "wrong-amount"
    for change in ("aid+2", "patronage-2"):
        assert game.refused(f"ARVN event shaded {change}").rule == "5.1.3"


# -- 86 Mandate of Heaven --------------------------------------------------------------------------


def test_card_86_unshaded_capability():
    """The marker lies on the side that was executed."""
    game = position(card=86).play("ARVN event unshaded")
    assert [(c.card, c.side) for c in game.state.capabilities] == [(86, "unshaded")]


def test_card_86_shaded_capability():
    """The marker replaces the one on the other side, if any (5.3)."""
    game = position(card=86, capabilities=((86, "unshaded"),)).play("ARVN event shaded")
    assert [(c.card, c.side) for c in game.state.capabilities] == [(86, "shaded")]


# -- 87 Nguyen Chanh Thi ---------------------------------------------------------------------------


def test_card_87_unshaded_three_pieces_and_a_shift_each():
    """3 pieces come within 3 of Hue, over LoCs too; each space with Population shifts once."""
    game = position("QTr: PO; DNDT: vg", card=87, available="0ar")
    game.play("ARVN event unshaded QTr+at+ab, DNDT+ap")
    assert (game["QTr"], game["DNDT"], game.level("QTr")) == ("at ab", "ap vg", "N")
    game = position("Hue: PO", card=87).play("ARVN event unshaded Hue+2at, SLa+ap")
    assert (game.level("Hue"), game.level("SLa"), game["SLa"]) == ("N", "N", "ap")


def test_card_87_unshaded_refusals():
    """A space farther away, North Vietnam, a third Base and fewer than 3 pieces are refused."""
    game = position("Hue: 2vb", card=87)
    assert game.refused("ARVN event unshaded Ple+3at").code == "space-not-allowed"
    assert game.refused("ARVN event unshaded NVn+3at").code == "north-vietnam"
    assert game.refused("ARVN event unshaded Hue+ab+2at").code == "stacking"
    assert game.refused("ARVN event unshaded Hue+2at").code == "missing-choice"


def test_card_87_unshaded_lifting():
    """If a type is not Available, US and ARVN may take it up from anywhere on the map; VC may not."""
    game = position("CaT: 3at", card=87, available="0at", eligible="US")
    game.play("US event unshaded Hue+2at<CaT Hue+ap")
    assert (game["Hue"], game["CaT"], game.level("Hue")) == ("2at ap", "at", "PS")
    game = position("CaT: 3at", card=87, available="0at", eligible="VC")
    assert game.refused("VC event unshaded Hue+at<CaT Hue+2ap").rule == "1.4.1"


def test_card_87_shaded_pieces_become_vc():
    """2 ARVN pieces within 2 of Hue become VC ones in place; a Base makes room for one; Patronage changes."""
    game = position("Hue: at ab nb; HuDN: ap", card=87, eligible="VC")
    game.play("VC event shaded Hue-ab+vb HuDN-ap+vg patronage-4")
    assert (game["Hue"], game["HuDN"], game.state.patronage) == ("at nb vb", "vg", 16)
    assert position(card=87).play("ARVN event shaded patronage+4").state.patronage == 24


def test_card_87_shaded_refusals():
    """Refused: a Base on a LoC, a piece from 3 spaces away, a US piece and a missing change of Patronage."""
    game = position("HuDN: at; QTi: 2at; Hue: ap ut", card=87, eligible="VC")
    assert game.refused("VC event shaded HuDN-at+vb Hue-ap+vg patronage-4").code == "stacking"
    assert game.refused("VC event shaded QTi-at+vg Hue-ap+vg patronage-4").code == "space-not-allowed"
    assert game.refused("VC event shaded Hue-ut+vg Hue-ap+vg patronage-4").code == "wrong-pieces"
    assert game.refused("VC event shaded HuDN-at+vg Hue-ap+vg").code == "missing-choice"
    assert game.refused("VC event shaded HuDN-at+vg Hue-ap+vg patronage+3").code == "wrong-amount"


def test_card_87_shaded_without_vc_pieces():
    """With no VC piece Available, the ARVN piece is only removed; VC, executing, may take a Guerrilla up."""
    game = position("HuDN: at; Sai: 2vg", card=87, available="0vg")
    game.play("ARVN event shaded HuDN-at patronage+4")
    assert (game["HuDN"], game["Sai"]) == ("", "2vg")
    game = position("HuDN: at; Sai: 2vg*", card=87, available="0vg", eligible="VC")
    game.play("VC event shaded HuDN-at HuDN+vg*<Sai patronage+4")
    assert (game["HuDN"], game["Sai"]) == ("vg", "vg*")


# -- 88 Phan Quang Dan -----------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "after"), [("N", "PS"), ("AO", "PO"), ("AS", "AS")])
def test_card_88_unshaded(before, after):
    """Saigon shifts toward Active Support; Patronage +5."""
    game = position(f"Sai: {before}", card=88).play("ARVN event unshaded")
    assert (game.level("Sai"), game.state.patronage) == (after, 25)


@pytest.mark.parametrize(("before", "after"), [("AS", "PS"), ("N", "N"), ("AO", "PO")])
def test_card_88_shaded(before, after):
    """Saigon shifts toward Neutral; Patronage -5, not below 0."""
    game = position(f"Sai: {before}", card=88, patronage=3).play("ARVN event shaded")
    assert (game.level("Sai"), game.state.patronage) == (after, 0)


def test_card_88_shaded_bars_arvn_at_once():
    """ARVN cannot become 2nd Eligible on this card and misses the next card."""
    game = position("Sai: vg", card=88, eligible="ARVN VC US").play("ARVN pass\nVC event shaded")
    assert game.to_act == "US"
    assert "ARVN" not in game.play("US pass").state.eligible


# -- 89 Tam Chau -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "after"), [("AS", "PS"), ("PS", "PS"), ("N", "PS"), ("AO", "PO")])
def test_card_89_unshaded(before, after):
    """Saigon shifts 1 level toward Passive Support, from above too; Patronage +6, not above 75."""
    game = position(f"Sai: {before}", card=89, patronage=70).play("ARVN event unshaded")
    assert (game.level("Sai"), game.state.patronage) == (after, 75)


@pytest.mark.parametrize(("before", "after"), [("AO", "PO"), ("PO", "PO"), ("N", "PO"), ("AS", "PS")])
def test_card_89_shaded(before, after):
    """A VC piece into Saigon; 1 level toward Passive Opposition, from below too; Patronage -6."""
    game = position(f"Sai: ub {before}", card=89).play("ARVN event shaded Sai+vb")
    assert (game["Sai"], game.level("Sai"), game.state.patronage) == ("ub vb", after, 14)


def test_card_89_shaded_what_can_come():
    """A third Base is refused; if no piece can come, the rest happens; only VC may take a piece up."""
    with refuses("1.4.2", code="stacking"):
        position("Sai: 2ub", card=89).play("ARVN event shaded Sai+vb")
    game = position("Sai: 2ub; Hue: vg*", card=89, available="0vg").play("ARVN event shaded")
    assert (game["Sai"], game.level("Sai")) == ("2ub", "PO")
    game = position("Tay: vb^", card=89, available="0vb", eligible="VC")
    assert game.play("VC event shaded Sai+vb^<Tay")["Sai"] == "vb"


# -- 90 Walt Rostow --------------------------------------------------------------------------------


def test_card_90_unshaded_from_anywhere():
    """2 ARVN pieces from Available, Out of Play or the map in any mix, though some are Available."""
    game = position("Sai: 3ut; Hue: 3at", card=90, oop="ab").play("ARVN event unshaded Sai+ab<oop Hue>Sai:at")
    assert (game["Sai"], game["Hue"], game["oop"]) == ("3ut at ab", "2at", "")


def test_card_90_unshaded_from_the_map_as_a_placement():
    """A piece from the map may be written as a placement from that space."""
    game = position("Sai: 3ut; Hue: 3at", card=90, oop="ab").play(
        "ARVN event unshaded Sai+ab<oop, Sai+at<Hue"
    )
    assert (game["Sai"], game["Hue"]) == ("3ut at ab", "2at")


def test_card_90_unshaded_refusals():
    """COIN-Controlled Provinces and Cities, 2 Bases at most, exactly 2 pieces, no US ones."""
    game = position("Sai: 3ut; SaCT: at", card=90, oop="2ut")
    for where in ("QTr", "SaCT"):
        assert game.refused(f"ARVN event unshaded {where}+2at").code == "space-not-allowed"
    assert game.refused("ARVN event unshaded Sai+at").code == "missing-choice"
    assert game.refused("ARVN event unshaded Sai+3at").code == "too-many"
    assert game.refused("ARVN event unshaded Sai+2ut<oop").code == "wrong-pieces"
    short = position("Sai: 3ut", card=90, oop="3at")
    with refuses("1.4.1", because="4 ARVN Troops cannot be placed"):
        short.play("ARVN event unshaded Sai+4at<oop")
    with refuses("card 90", because="3 pieces, at most 2 more"):
        short.play("ARVN event unshaded Sai+3at<oop")


def test_card_90_unshaded_sources_that_are_not_open():
    """A wrong source is refused with all legal sources; a right source is refused for the other fault."""
    game = position("Sai: 6at; Hue: ap", card=90, casualties="2ut")
    pinned = {
        "Hue+at<casualties": (
            "wrong-box",
            "they come from the map, Available or Out of Play, not from Casualties",
        ),
        "Hue+4at<Sai": ("too-many", "4 pieces, at most 2 more"),
        "QTr+at<Sai": ("space-not-allowed", "is not COIN-Controlled"),
        "Sai+2at<QTi": ("no-such-pieces", "has 0 ARVN Troops"),
        "Hue+ut<casualties": ("wrong-pieces", "no US Troop"),
    }
    for clause, (code, reason) in pinned.items():
        refused = game.refused(f"ARVN event unshaded {clause}")
        assert (refused.code, refused.rule) == (code, "card 90")
        assert reason in refused.message


def test_card_90_shaded_guerrillas_then_redeploy():
    """1 Guerrilla, NVA or VC, comes to each Province with ARVN pieces; Troops go to Cities for all Bases."""
    game = position("Ple: 2at ub; CLa: ar; SaCT: at; Hue: at; Sai: ap", card=90, eligible="VC")
    game.play("VC event shaded Ple+ng, CLa+vg ARVN: Ple>Sai:2at, SaCT>Hue:at")
    assert [game[w] for w in ("Ple", "CLa", "SaCT", "Hue")] == ["ub ng", "ar vg", "", "2at"]
    assert game["Sai"] == "2at ap"


def test_card_90_shaded_refusals():
    """Troops may not stay in Provinces; not to an NVA-Controlled City, a Base or a LoC; Police stay."""
    game = position("Ple: 2at ub ap; Hue: 2nt; QTr: ab", card=90, eligible="VC")
    line = "VC event shaded Ple+vg, QTr+vg"
    assert game.refused(line).code == "must-redeploy"
    for there in ("Hue", "QTr", "SaCT"):
        assert game.refused(f"{line} ARVN: Ple>{there}:2at").code == "space-not-allowed"
    assert game.refused(f"{line} ARVN: Ple>Sai:2at Ple>Sai:ap").code == "piece-not-allowed"
    assert game.refused("VC event shaded Ple+2vg ARVN: Ple>Sai:2at").code == "too-many"


def test_card_90_shaded_control_is_judged_before():
    """Saigon is open under NVA Control; a City that NVA would lose stays closed."""
    game = position("Sai: 3nt; Ple: 4at", card=90, eligible="VC")
    assert game.play("VC event shaded Ple+vg ARVN: Ple>Sai:4at").control("Sai") == "coin"
    game = position("Hue: nt; Ple: 2at", card=90, eligible="VC")
    refused = game.refused("VC event shaded Ple+vg ARVN: Ple>Hue:at Ple>Hue:at")
    assert refused.code == "space-not-allowed"


def test_card_90_shaded_too_few_guerrillas():
    """If Guerrillas run short, the executing Faction chooses the spaces and may then take up its own."""
    spaces = "Ple: ap; QTr: ap; Tay: 2vg"
    game = position(spaces, card=90, available="0vg 1ng").play("ARVN event shaded Ple+ng")
    assert (game["Ple"], game["QTr"]) == ("ap ng", "ap")
    game = position(spaces, card=90, available="0vg 1ng", eligible="VC")
    assert game.play("VC event shaded Ple+ng QTr+vg<Tay")["QTr"] == "ap vg"


def test_card_85_unshaded_where_a_shift_is_still_possible():
    """5.1.3: spaces already selected are not suggested as spaces that can shift."""
    game = position("Sai: 2ut; Hue: 2ut; CaT: 3ut AS; DaN: 2at", card=85, eligible="US")
    assert game.refused("US event unshaded Sai, Hue, CaT").facts[0] == "possible in Da Nang"
