"""Attack (3.3.3)."""

import pytest
from table import position, refuses


def test_3_3_3_attrition():
    """Case 3.3.3-01: all Guerrillas Activate; 2 US Troops cost 2 Guerrillas."""
    game = position("QTr: 2vg vg* 2ut ap", to_act="VC", VC=2).play("VC attack QTr guerrillas {3} QTr-2ut")
    assert (game["QTr"], game["casualties"], game.resources("VC")) == ("ap vg*", "2ut", 1)


def test_3_3_3_a_miss():
    """A die above the number of Guerrillas removes nothing, yet all of them are Activated."""
    game = position("QTr: 2vg vg* 2ut", to_act="VC").play("VC attack QTr guerrillas {4}")
    assert game["QTr"] == "2ut 3vg*"
    with refuses("3.3.3", code="missed"):
        position("QTr: 2vg 2ut", to_act="VC").play("VC attack QTr guerrillas {4} QTr-2ut")


def test_3_3_3_the_die_tells_the_way():
    """A die without a word says that Guerrillas Attack, since Troops roll none."""
    assert position("QTr: 2vg ap", to_act="VC").play("VC attack QTr {2} QTr-ap")["QTr"] == "2vg*"


def test_3_3_3_up_to_two():
    """The attacker may remove fewer than 2."""
    game = position("QTr: 3vg 2ap", to_act="VC")
    assert game.play("VC attack QTr {1} QTr-ap")["QTr"] == "ap 3vg*"
    with refuses("3.3.3", because="at most 2"):
        position("QTr: 3vg 3ap", to_act="VC").play("VC attack QTr {1} QTr-3ap")


def test_3_3_3_by_troops():
    """Case 3.3.3-03: 5 Troops remove 2 pieces without Activation. A removed Irregular costs no Attrition."""
    game = position("QTr: 5nt 2ng 3at ui", to_act="NVA", NVA=2).play("NVA attack QTr troops QTr-at-ui")
    assert (game["QTr"], game["casualties"], game.resources("NVA")) == ("2at 5nt 2ng", "ui", 1)


def test_3_3_3_troops_attrition():
    """Attrition of an Attack by Troops is in Troops."""
    game = position("QTr: 4nt 2ng* 2ut", to_act="NVA").play("NVA attack QTr troops QTr-2ut")
    assert game["QTr"] == "2nt 2ng*"


def test_3_3_3_either_troops_or_guerrillas():
    """Case 3.3.3-04: an Attack by Troops rolls no die."""
    game = position("QTr: 4nt 2ng 4at", to_act="NVA", NVA=2)
    with refuses("3.3.3", code="answered-already"):
        game.play("NVA attack QTr troops QTr-2at {2}")


def test_3_3_3_bases_last():
    """Case 3.3.3-05: Police are removed before the US Base. The Base costs an attacker."""
    game = position("KGi: 4vg ub ap", to_act="VC", VC=2)
    with refuses("3.3.3", because="others left: 1", code="bases-last"):
        game.play("VC attack KGi guerrillas {1} KGi-ub")
    assert game.play("VC attack KGi guerrillas {1} KGi-ap-ub")["KGi"] == "3vg*"
    assert game["casualties"] == "ub"


def test_3_3_3_friends_are_not_attacked():
    """Case 3.3.3-06: VC pieces are no target of an NVA Attack."""
    with refuses("3.3.3", because="no enemy of NVA"):
        position("KPh: 4nt 3vg", to_act="NVA").play("NVA attack KPh troops KPh-2vg")


def test_3_3_3_attrition_as_far_as_possible():
    """Case 3.3.3-08: if Attrition exceeds the attackers, only the attackers present are removed."""
    game = position("QTr: vg 2ut", to_act="VC", VC=2).play("VC attack QTr guerrillas {1} QTr-2ut")
    assert (game["QTr"], game["casualties"]) == ("", "2ut")


def test_3_3_3_needs_attackers():
    """The Faction has pieces there, Guerrillas for one way and Troops for the other; VC have no Troops."""
    with refuses("3.3.3", because="VC has no pieces in"):
        position("KGi: ng at", to_act="VC").play("VC attack KGi {1}")
    with refuses("3.3.3", because="no NVA Guerrillas"):
        position("KGi: 2nt at", to_act="NVA").play("NVA attack KGi guerrillas {1}")
    with refuses("3.3.3"):
        position("KGi: 2vg at", to_act="VC").play("VC attack KGi troops KGi-at")


@pytest.mark.parametrize(("who", "base"), [("VC", "vb"), ("NVA", "nb"), ("VC", "vb^"), ("NVA", "nb^")])
def test_3_3_3_a_base_attacks_without_effect(who, base):
    """A Base alone may Attack: 1 Resource, no die, no effect (2.3.4)."""
    game = position(f"KGi: {base} at; Sai: vg ng ap", to_act=who).play(f"{who} attack KGi")
    assert (game["KGi"], game.resources(who)) == (f"at {base}", 19)
    assert game.state.done[0].deed == "operation"
    both = position(f"KGi: {base} at; Sai: vg ng ap", to_act=who).play(f"{who} attack KGi, Sai {{1}} Sai-ap")
    assert (both["KGi"], both.resources(who)) == (f"at {base}", 18)


def test_3_3_3_one_resource_a_space():
    """1 Resource a space, LoCs too."""
    game = position("KGi: 2vg at; SaCT: vg ap", to_act="VC", VC=1)
    with refuses("3.1", because="VC Resources 0; 1 needed"):
        game.play("VC attack KGi {2} KGi-at, SaCT {1} SaCT-ap")


def test_3_3_3_a_single_troop():
    """An Attack by 1 Troop is legal and removes nothing."""
    assert position("QTr: nt at", to_act="NVA").play("NVA attack QTr troops")["QTr"] == "at nt"


def test_3_3_3_how_is_owed():
    """The way and the die are asked for; a Limited Attack does not wait for an Ambush."""
    game = position("QTr: 4nt 2ng at", to_act="NVA")
    assert game.refused("NVA attack QTr").code == "missing-choice"
    assert game.open("NVA attack QTr") == ["guerrillas", "troops"]
    assert game.answers("NVA limop attack QTr") == ["guerrillas", "troops"]
    assert game.refused("NVA attack QTr guerrillas").message.startswith("still to be said, by NVA: ")


@pytest.mark.parametrize("text", ["VC attack KGi-at", "VC attack KGi guerrillas KGi-at"])
def test_3_3_3_no_removal_before_the_die(text):
    """A removal without its die is refused under Attack."""
    with refuses("3.3.3"):
        position("KGi: 2vg at", to_act="VC").play(text)


def test_3_3_3_a_die_is_of_the_attack_that_rolls():
    """Of two Attacks, the one by Troops alone is forced. The die belongs to the other."""
    game = position("QTr: 3nt at; Kon: 2ng at; QNa: 3ut", to_act="NVA", NVA=9)
    game.play("NVA attack QTr, Kon | bombard QNa-ut | attack {2} Kon-at")
    assert (game["QTr"], game["Kon"]) == ("3nt", "2ng*")
