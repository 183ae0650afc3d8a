"""Events 101 to 110: every side, its clarifications and its refusals."""

import pytest
from table import position, refuses

# -- 101 Booby Traps -------------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["unshaded", "shaded"])
def test_card_101_capability(side):
    """The marker lies on the side that was executed."""
    game = position(card=101).play(f"VC event {side}")
    assert [(c.card, c.side) for c in game.state.capabilities] == [(101, side)]
    assert game.state.momentum == ()


def test_card_101_unshaded_one_ambush_space():
    """Both Insurgents may Ambush in a single space only."""
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


# -- 102 Cu Chi ------------------------------------------------------------------------------------


def test_card_102_unshaded_guerrillas_go():
    """All Guerrillas leave a COIN-Controlled space with a Tunneled Base; Bases and Troops stay."""
    game = position("Tay: 6ut vb^ vg vg* ng nt; Hue: 3ut nb^", card=102).play("VC event unshaded Tay")
    assert (game["Tay"], game["casualties"]) == ("6ut nt vb^", "")


def test_card_102_unshaded_spaces():
    """A Tunnel and COIN Control; one where Guerrillas are comes first (5.1.3); a City will do."""
    game = position("Tay: 3ut vb^ vg; Hue: 3ut nb^; Ple: 3ut vb vg; QTi: ut nb^ ng", card=102)
    with refuses("5.1.3", code="whole-effect"):
        game.play("VC event unshaded Hue")
    for where in ("Ple", "QTi"):
        assert game.refused(f"VC event unshaded {where}").code == "space-not-allowed"
    assert position("Hue: 3ut nb^ ng", card=102).play("VC event unshaded")["Hue"] == "3ut nb^"
    assert position(card=102).play("VC event unshaded").state.phase == "card"


def test_card_102_shaded_tunnels_and_guerrillas():
    """Every Base in the Province is Tunneled, and an NVA and a VC Guerrilla come, in any country."""
    game = position("NVn: nb vb", card=102).play("VC event shaded")
    assert game["NVn"] == "ng nb^ vg vb^"
    game = position("Tay: vb^ nb; Hue: vb", card=102).play("VC event shaded Tay")
    assert (game["Tay"], game["Hue"]) == ("ng nb^ vg vb^", "vb")


def test_card_102_shaded_markers_run_short():
    """With one marker left, the executing Faction chooses the Base; with none, Guerrillas still come."""
    full = "PLo: 2vb^; Par: 2nb^; Sih: nb^"
    game = position(f"{full}; Tay: vb nb", card=102).play("VC event shaded Tay Tay-nb+nb^")
    assert game["Tay"] == "ng nb^ vg vb"
    game = position(f"{full} vb^; Tay: vb nb", card=102).play("VC event shaded QTr")
    assert (game["QTr"], game["Tay"]) == ("ng vg", "nb vb")


def test_card_102_shaded_spaces():
    """A Province; one that can get a Tunnel comes first (5.1.3)."""
    game = position("Tay: vb; Hue: nb", card=102)
    assert game.refused("VC event shaded Hue").code == "space-not-allowed"
    with refuses("5.1.3", code="whole-effect"):
        game.play("VC event shaded QTr")


def test_card_102_shaded_supply():
    """Who executes may take its own Guerrilla up once none is Available, not the other's."""
    game = position("Tay: vb; Hue: vg ng", card=102, available="0vg 0ng")
    assert game.refused("VC event shaded Tay Tay+ng<Hue").rule == "1.4.1"
    game.play("VC event shaded Tay Tay+vg<Hue")
    assert (game["Tay"], game["Hue"]) == ("vg vb^", "ng")


# -- 103 Kent State --------------------------------------------------------------------------------


def test_card_103_unshaded_us_recovers():
    """2 Casualties become Available, the US gets a free Limited Operation and is Eligible at once."""
    game = position("Hue: 2ut 2vg*; Ple: ut vg*", card=103, casualties="ut ui ub", eligible="VC")
    game.play("VC event unshaded casualties>available:ui+ub US: assault Hue-2vg*")
    assert (game["Hue"], game["Ple"], game["casualties"]) == ("2ut", "ut vg*", "ut")
    assert game.to_act == "US"
    assert game.play("US pass").state.eligible == ("US", "NVA", "ARVN")


def test_card_103_unshaded_executed_by_the_us():
    """The US, executing, does not act again on the card, but stays Eligible, even without Casualties."""
    game = position("Hue: ut vg*", card=103, eligible="US ARVN").play("US event unshaded assault Hue")
    assert (game["Hue"], game.to_act) == ("ut", "ARVN")
    assert "US" in game.play("ARVN pass").state.eligible


def test_card_103_unshaded_limited_operation():
    """The Limited Operation has 1 space, no Sweep in Monsoon and no Assault under General Lansdale."""
    spaces = "Hue: 2ut 2vg*; Ple: ut vg*"
    line = "VC event unshaded US: assault Hue-2vg*, Ple-vg*"
    assert position(spaces, card=103).refused(line).code == "limop-one-space"
    game = position(spaces, card=103, next=125)
    assert game.refused("VC event unshaded US: sweep Hue").code == "monsoon"
    game = position(spaces, card=103, momentum=((78, "shaded"),))
    assert game.refused("VC event unshaded US: assault Hue-2vg*").code == "momentum"


def test_card_103_unshaded_other_reading():
    """By reading card-54 the US is Eligible from the next card on."""
    game = position("Sai: ut", card=103, eligible="VC NVA", readings=("card-54",))
    game.play("VC event unshaded US: sweep Sai")
    assert game.to_act == "NVA"
    assert "US" in game.play("NVA pass").state.eligible


def test_card_103_shaded_us_set_back():
    """Up to 3 Troop Casualties go Out of Play; Aid -6; the US is Ineligible at once."""
    game = position(card=103, casualties="4ut ub", eligible="VC US NVA", aid=4)
    assert game.refused("VC event shaded casualties>oop:4ut").code == "too-many"
    assert game.refused("VC event shaded casualties>oop:ub").code == "wrong-pieces"
    game.play("VC event shaded casualties>oop:2ut")
    assert (game["casualties"], game["oop"], game.state.aid) == ("2ut ub", "2ut", 0)
    assert game.to_act == "NVA"
    assert "US" not in game.play("NVA pass").state.eligible
    assert position(card=103, casualties="4ut").play("VC event shaded")["oop"] == ""


# -- 104 Main Force Bns ----------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["unshaded", "shaded"])
def test_card_104_capability(side):
    """The marker lies on the side that was executed."""
    game = position(card=104).play(f"VC event {side}")
    assert [(c.card, c.side) for c in game.state.capabilities] == [(104, side)]


# -- 105 Rural Pressure ----------------------------------------------------------------------------


def test_card_105_unshaded_four_provinces():
    """4 Provinces with VC pieces go 1 level toward Active Support; those that can shift come first."""
    game = position("QTr: vg PO; Ple: vb; BDi: vg* AO; KPh: vg; Tay: vg AS; PLo: vg; Hue: vg", card=105)
    for where in ("Tay", "PLo"):
        with refuses("5.1.3", code="whole-effect"):
            game.play(f"VC event unshaded {where}")
    for where in ("Hue", "KHo"):
        assert game.refused(f"VC event unshaded {where}").code == "space-not-allowed"
    game.play("VC event unshaded QTr, Ple=PS, BDi, KPh")
    assert [game.level(w) for w in ("QTr", "Ple", "BDi", "KPh", "Hue")] == ["N", "PS", "PO", "PS", "N"]
    assert position("QTr: vg", card=105).play("VC event unshaded").level("QTr") == "PS"


@pytest.mark.parametrize(("change", "patronage"), [("+6", 75), ("-6", 64)])
def test_card_105_shaded_three_provinces(change, patronage):
    """3 Provinces with Police go 1 level toward Active Opposition; then Patronage rises or falls."""
    game = position("QTr: ap; Ple: ap AS; BDi: ap; KPh: at; CLa: ap", card=105, patronage=70)
    game.play(f"VC event shaded QTr, Ple, BDi patronage{change}")
    assert [game.level(w) for w in ("QTr", "Ple", "BDi", "KPh")] == ["PO", "PS", "PO", "N"]
    assert game.state.patronage == patronage


def test_card_105_shaded_refusals():
    """Police are needed, and the direction of Patronage; it changes even if nothing shifts."""
    game = position("QTr: ap; Hue: ap; KPh: at", card=105)
    for where in ("Hue", "KPh"):
        assert game.refused(f"VC event shaded {where} patronage+6").code == "space-not-allowed"
    assert game.refused("VC event shaded QTr").code == "missing-choice"
    assert game.refused("VC event shaded QTr patronage+3").code == "wrong-amount"
    assert position(card=105).play("VC event shaded patronage-6").state.patronage == 14


# -- 106 Binh Duong --------------------------------------------------------------------------------


def test_card_106_unshaded_level_and_piece_for_each():
    """2 Provinces beside Saigon each shift 1 level either way and get a VC Guerrilla or a Police."""
    game = position("Tay: AS", card=106).play("VC event unshaded Tay+ap KPh=PS KPh+vg")
    assert [(game.level(w), game[w]) for w in ("Tay", "KPh")] == [("PS", "ap"), ("PS", "vg")]
    game = position(card=106).play("VC event unshaded BTu=PO BTu+ap, KHo=PO KHo+vg")
    assert [(game.level(w), game[w]) for w in ("BTu", "KHo")] == [("PO", "ap"), ("PO", "vg")]


def test_card_106_unshaded_refusals():
    """2 different Provinces beside Saigon are due, each with 1 level and 1 piece."""
    game = position(card=106)
    for where in ("Hue", "BXu", "SaCT", "Sai"):
        assert game.refused(f"VC event unshaded {where}=PS").code == "space-not-allowed"
    assert game.refused("VC event unshaded Tay=AS").code == "wrong-level"
    assert game.refused("VC event unshaded Tay=PS Tay+2ap").code == "too-many"
    assert game.refused("VC event unshaded Tay=PS Tay+at").code == "wrong-pieces"
    assert game.refused("VC event unshaded Tay=PS Tay+ap Tay=AS").code == "space-twice"
    assert game.refused("VC event unshaded Tay=PS Tay+ap").code == "missing-choice"


def test_card_106_unshaded_supply():
    """A type that is not Available cannot be named, but each side may take its own up."""
    fields = {"card": 106, "available": "0vg"}
    game = position("Hue: 3vg", **fields, eligible="US")
    assert game.refused("US event unshaded Tay=PS Tay+vg<Hue").rule == "1.4.1"
    game = position("Hue: 3vg", **fields).play("VC event unshaded Tay=PS Tay+vg<Hue KPh=PO KPh+ap")
    assert (game["Tay"], game["Hue"], game["KPh"]) == ("vg", "2vg", "ap")


# -- 107 Burning Bonze -----------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "gain"), [("AS", 6), ("PS", 3), ("AO", 3)])
def test_card_107_unshaded(level, gain):
    """Patronage +3, doubled while Saigon is at Active Support."""
    game = position(f"Sai: 3ap {level}", card=107, patronage=10).play("VC event unshaded")
    assert game.state.patronage == 10 + gain


def test_card_107_unshaded_cap():
    """Patronage stops at 75."""
    assert position("Sai: AS", card=107, patronage=72).play("VC event unshaded").state.patronage == 75


@pytest.mark.parametrize(("before", "after"), [("PS", "N"), ("AO", "AO")])
def test_card_107_shaded(before, after):
    """Saigon shifts a level if it can; Aid -12, at least 0."""
    game = position(f"Sai: 3ap {before}", card=107, aid=10).play("VC event shaded")
    assert (game.level("Sai"), game.state.aid) == (after, 0)


# -- 108 Draft Dodgers -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("casualties", "oop", "left"),
    [("ut ui", "5ut ub", "2ut ub"), ("", "2ut ub", "ub"), ("ut ui ub", "5ut", "5ut")],
)
def test_card_108_unshaded_volunteers(casualties, oop, left):
    """With fewer than 3 Casualties of any kind, 3 Troops Out of Play, or all, become Available."""
    game = position(card=108, casualties=casualties, oop=oop).play("VC event unshaded")
    assert game["oop"] == left


@pytest.mark.parametrize(
    ("casualties", "available", "gone"),
    [("ut ub", "9ut", "2ut"), ("3ut ui", "9ut", "3ut"), ("3ut", "ut", "ut"), ("", "9ut", "")],
)
def test_card_108_shaded_fewer_volunteers(casualties, available, gone):
    """An Available Troop for each Casualty of any kind, at most 3, goes Out of Play."""
    game = position(card=108, casualties=casualties, available=available).play("VC event shaded")
    assert game["oop"] == gone
    assert sum(game.state.casualties) == sum(position(casualties=casualties).state.casualties)


# -- 109 Nguyen Huu Tho ----------------------------------------------------------------------------


def test_card_109_unshaded_cities_turn():
    """Every City with VC pieces shifts 1 level toward Active Support."""
    game = position("Sai: vg AO; Hue: vb; DaN: ng; Kon: vg AS; KPh: vg", card=109).play("VC event unshaded")
    assert [game.level(w) for w in ("Sai", "Hue", "DaN", "Kon", "KPh")] == ["PO", "PS", "N", "AS", "N"]


def test_card_109_shaded_foothold():
    """A VC Base and an Underground Guerrilla in Saigon; the executing Faction stays Eligible."""
    game = position("Sai: ub", card=109, eligible="VC US").play("VC event shaded")
    assert game["Sai"] == "ub vg vb"
    assert game.play("US pass").state.eligible == ("US", "NVA", "ARVN", "VC")


def test_card_109_shaded_no_room():
    """Case 1.4.2: with 2 Bases in Saigon only the Guerrilla comes; who executes stays Eligible."""
    game = position("Sai: ub ab", card=109, eligible="US").play("US event shaded")
    assert game["Sai"] == "ub ab vg"
    assert "US" in game.state.eligible


def test_card_109_shaded_supply():
    """VC, executing, may take either up from the map, a Base without its Tunnel; others may not."""
    fields = {"card": 109, "available": "0vb 0vg"}
    game = position("Tay: vb^ 2vg*", **fields).play("VC event shaded Sai+vb^<Tay, Sai+vg*<Tay")
    assert (game["Sai"], game["Tay"]) == ("vg vb", "vg*")
    assert position("Tay: vb^ 2vg*", **fields, eligible="US").play("US event shaded")["Sai"] == ""


# -- 110 No Contact --------------------------------------------------------------------------------


def test_card_110_unshaded_refit():
    """2 Casualties come onto the map, Bases within stacking; Rangers and Irregulars go Underground."""
    game = position("CLa: ui* vg*; Hue: ar* ar", card=110, casualties="ut ui ub")
    game.play("VC event unshaded CLa+ui<casualties, Ple+ub<casualties")
    assert [game[w] for w in ("CLa", "Ple", "Hue", "casualties")] == ["2ui vg*", "ub", "2ar", "ut"]


def test_card_110_unshaded_refusals():
    """A third Casualty, 1 if 2 are there, North Vietnam and a Base on a LoC are refused."""
    game = position(card=110, casualties="ut ui ub")
    assert game.refused("VC event unshaded NVn+ut<casualties").code == "north-vietnam"
    assert game.refused("VC event unshaded SaCT+ub<casualties").code == "stacking"
    assert game.refused("VC event unshaded Hue+ut<casualties").code == "missing-choice"
    assert game.refused("VC event unshaded Hue+ut+ui+ub<casualties").code == "too-many"
    assert position("Hue: ar*", card=110).play("VC event unshaded")["Hue"] == "ar"


def test_card_110_shaded_guerrillas_hide():
    """All Guerrillas go Underground, everywhere; Special Forces stay Active."""
    game = position("NVn: ng*; Sih: 2vg* vg; SaCT: vg*; Hue: ui* ar* ng*", card=110)
    game.play("VC event shaded")
    assert [game[w] for w in ("NVn", "Sih", "SaCT", "Hue")] == ["ng", "3vg", "vg", "ui* ar* ng"]


def test_card_102_shaded_tunnels_told():
    """Tunnel markers that Bases get automatically may be written, and select the Province."""
    for way in ("Tay-vb+vb^", "Tay-nb+nb^ Tay-vb+vb^ Tay+ng+vg", "Tay"):
        assert position("Tay: vb nb", card=102).play(f"VC event shaded {way}")["Tay"] == "ng nb^ vg vb^"
    with refuses("card 102"):
        position("Tay: vb", card=102).play("VC event shaded Tay-nb+nb^")
