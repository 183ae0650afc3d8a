"""Terror (3.3.4)."""

import pytest
from table import position, refuses

from fitl_core.facts.game_map import board

LOCS = [space.code for space in board().spaces if space.is_loc and space.code != "SaCT"][:14]


def test_3_3_4_under_coin_control():
    """Case 3.3.4-01: VC shift a City by 1 level though COIN Control it; it costs 1."""
    game = position("Sai: vg 4ap PS", to_act="VC", VC=1).play("VC terror Sai")
    assert (game["Sai"], game.level("Sai"), game.resources("VC")) == ("4ap vg*", "N", 0)
    assert game.space("Sai").terror == 1


def test_3_3_4_needs_underground():
    """Case 3.3.4-03: Terror needs its own Underground Guerrilla, not an Active or allied one."""
    game = position("Hue: 2vg* ng PS", to_act="VC", VC=3)
    violation = game.refused("VC terror Hue")
    assert (violation.rule, violation.code) == ("3.3.4", "pieces-needed")
    assert violation.facts == ("Hue: 2 Active VC Guerrillas",)


def test_3_3_4_vc_have_no_troops():
    """NVA Troops serve NVA only; Active NVA Guerrillas do not."""
    with refuses("3.3.4", because="Underground VC Guerrilla"):
        position("Hue: 2nt PS", to_act="VC").play("VC terror Hue")
    with refuses("3.3.4", because="or NVA Troop"):
        position("Hue: 2ng* vg PS", to_act="NVA").play("NVA terror Hue")


def test_3_3_4_on_a_loc():
    """Case 3.3.4-04: Sabotage, free of charge."""
    game = position("SaCT: vg 2ap", to_act="VC", VC=0).play("VC terror SaCT")
    assert (game["SaCT"], game.space("SaCT").sabotage, game.resources("VC")) == ("2ap vg*", True, 0)


def test_3_3_4_pays_for_each_space():
    """Terror costs 1 for each Province or City. A Faction without the Resources is refused."""
    where = "Hue: vg PS; CaT: vg PS; SaCT: vg"
    game = position(where, to_act="VC", VC=2).play("VC terror Hue, CaT, SaCT")
    assert game.resources("VC") == 0
    with refuses("3.1", because="VC Resources 0", code="not-enough-resources"):
        position(where, to_act="VC", VC=1).play("VC terror Hue, CaT")


def test_3_3_4_each_space_once():
    """Terror selects at least one space, and each only once."""
    game = position("Hue: 2vg PS; CaT: vg", to_act="VC")
    with refuses("3.1", code="space-twice"):
        game.play("VC terror Hue, Hue")
    with refuses("3.3.4", because="a space for Terror", code="missing-choice"):
        game.play("VC terror")


def test_3_3_4_where_a_marker_is():
    """Case 3.3.4-05: a marked space gets no second marker, but it shifts."""
    game = position("Hue: vg PS terror 1", to_act="VC", VC=2).play("VC terror Hue")
    assert (game.space("Hue").terror, game.level("Hue"), game.resources("VC")) == (1, "N", 1)
    assert game["Hue"] == "vg*"


@pytest.mark.parametrize("last, marked", [("terror 1", 0), ("", 1)])
def test_3_3_4_fifteen_markers(last, marked):
    """Case 3.3.4-06: Terror and Sabotage share 15; without a marker the shift still comes."""
    where = "; ".join(f"{code}: sabotage" for code in LOCS)
    game = position(f"{where}; Hue: vg PS; Kon: {last}", to_act="VC", VC=2).play("VC terror Hue")
    assert (game["Hue"], game.space("Hue").terror, game.level("Hue")) == ("vg*", marked, "N")
    assert game.resources("VC") == 1


def test_3_3_4_fifteen_markers_and_sabotage():
    """The last Terror marker goes to the first space, so the second LoC gets none."""
    where = "; ".join(f"{code}: sabotage" for code in LOCS)
    game = position(f"{where}; Hue: vg PS; SaCT: vg", to_act="VC").play("VC terror Hue, SaCT")
    assert (game.space("Hue").terror, game.space("SaCT").sabotage, game["SaCT"]) == (1, False, "vg*")


def test_3_3_4_sabotaged_already():
    """A Sabotaged LoC may be selected; its Guerrilla is exposed."""
    game = position("SaCT: vg sabotage", to_act="VC").play("VC terror SaCT")
    assert (game["SaCT"], game.space("SaCT").sabotage) == ("vg*", True)


def test_3_3_4_end_of_the_scale():
    """Case 1.6.1-01: Terror at Active Opposition places a marker without a shift."""
    game = position("QTi: 2vg AO", to_act="VC", VC=3).play("VC terror QTi")
    assert (game["QTi"], game.level("QTi"), game.space("QTi").terror) == ("vg vg*", "AO", 1)
    assert game.resources("VC") == 2


@pytest.mark.parametrize("code", ["PLo", "CLa"])
def test_3_3_4_without_population(code):
    """Case 1.6.2-03: Terror without Population costs 1 and places a marker, without a shift."""
    game = position(f"{code}: 2vg", to_act="VC", VC=3).play(f"VC terror {code}")
    assert (game[code], game.level(code), game.space(code).terror) == ("vg vg*", "N", 1)
    assert game.resources("VC") == 2


@pytest.mark.parametrize("before, after", [("AS", "PS"), ("PS", "N"), ("N", "N"), ("PO", "PO")])
def test_3_3_4_nva_only_lessen_support(before, after):
    """NVA Terror brings Support toward Neutral and no further."""
    game = position(f"Hue: ng {before}", to_act="NVA", NVA=1).play("NVA terror Hue")
    assert (game.level("Hue"), game["Hue"], game.resources("NVA")) == (after, "ng*", 0)


@pytest.mark.parametrize("rules", ["original", "second"])
def test_3_3_4_nva_troops(rules):
    """Case 3.3.4-08: Terror by Troops alone Activates no Guerrilla, neither NVA nor VC."""
    game = position("QTr: nt vg AS", to_act="NVA", NVA=2, rules=rules).play("NVA terror QTr")
    assert (game["QTr"], game.level("QTr"), game.resources("NVA")) == ("nt vg", "PS", 1)


def test_3_3_4_nva_troops_with_guerrilla():
    """With Troops and Guerrillas in a space, Terror Activates just one Guerrilla."""
    game = position("QTr: nt 2ng AS", to_act="NVA").play("NVA terror QTr")
    assert game["QTr"] == "nt ng ng*"


def test_3_3_4_limop():
    """A Limited Terror has one space and no Special Activity (2.3.5)."""
    for line in ("VC limop terror Hue, CaT", "VC limop terror Hue | tax CaT"):
        with refuses("2.3.5"):
            position("Hue: vg; CaT: vg", to_act="VC").play(line)


def test_3_3_4_in_monsoon():
    """Terror is allowed in Monsoon (2.3.9)."""
    assert position("Hue: vg PS", to_act="VC", next=125).play("VC terror Hue").level("Hue") == "N"


def test_3_3_4_tax_with_terror():
    """Case 1.8-01: Tax may accompany Terror on a LoC. Resources beyond 75 are lost."""
    game = position("Sai: 2vg ap; SaCT: vg", to_act="VC", VC=70).play("VC tax Sai | terror SaCT")
    assert (game.resources("VC"), game.level("Sai"), game["Sai"]) == (75, "PS", "ap vg vg*")
    assert (game["SaCT"], game.space("SaCT").sabotage) == ("vg*", True)


def test_3_3_4_not_with_ambush_or_infiltrate():
    """Terror carries neither Ambush nor Infiltrate (4.1.1)."""
    game = position("Hue: 2ng nt at PS; SLa: nb ng", to_act="NVA")
    with refuses("4.4.1", code="accompanying-operation"):
        game.play("NVA terror Hue | infiltrate SLa")
    with refuses("4.4.3", code="accompanying-operation"):
        game.play("NVA terror Hue | ambush Hue")


# -- other readings -----------------------------------------------------------------------------


def test_3_3_4_05_terror_where_a_marker_is_already():
    """Case 3.3.4-05, by the other reading: no shift without a new marker."""
    fields = {"to_act": "VC", "readings": ("3.3.4-05",)}
    assert position("Hue: vg PS terror 1", **fields).play("VC terror Hue").level("Hue") == "PS"
    assert position("Hue: vg PS", **fields).play("VC terror Hue").level("Hue") == "N"
    assert position("Hue: vg PS terror 1", to_act="VC").play("VC terror Hue").level("Hue") == "N"


def test_3_3_4_06_terror_without_markers_left():
    """Case 3.3.4-06, by the other reading: no shift when all 15 markers are on the map."""
    spaces = "Hue: vg PS; Sai: terror 15"
    assert position(spaces, to_act="VC", readings=("3.3.4-06",)).play("VC terror Hue").level("Hue") == "PS"
    assert position(spaces, to_act="VC").play("VC terror Hue").level("Hue") == "N"


def test_3_3_4_whose_guerrilla_in_the_original_edition():
    """In the original edition Terror needs its own Guerrilla. By reading 3.3.4-08 an ally's will do."""
    fields = {"to_act": "NVA", "rules": "original"}
    assert position("Hue: nt vg", **fields).play("NVA terror Hue")["Hue"] == "nt vg"
    either = {**fields, "readings": ("3.3.4-08",)}
    assert position("Hue: nt vg", **either).play("NVA terror Hue")["Hue"] == "nt vg*"
    assert position("Hue: ng vg", **either).play("NVA terror Hue*vg")["Hue"] == "ng vg*"
    assert position("Hue: ng vg", **either).refused("NVA terror Hue").code == "missing-choice"
    second = {**either, "rules": "second"}
    assert position("Hue: ng vg", **second).play("NVA terror Hue")["Hue"] == "ng* vg"
