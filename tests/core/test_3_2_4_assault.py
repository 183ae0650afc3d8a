"""Assault (3.2.4): strength, order of removal, Tunnels, Aid, and the ARVN Assault that follows."""

import pytest
from table import position, refuses

# -- strength -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "faction, space, cubes, removed",
    [
        ("US", "KHo", "3ut", 3),
        ("US", "KHo", "2ut ub", 4),
        ("US", "BDi", "3ut", 1),
        ("US", "BDi", "2ut ub", 4),
        ("US", "BDi", "3ut ab", 1),  # 3.2.4-02: an ARVN Base is no US Base
        ("US", "SaCT", "3ut", 3),
        ("ARVN", "KHo", "5at 4ap", 2),
        ("ARVN", "BDi", "5at ab", 1),
        ("ARVN", "Tay", "4at", 2),
        ("ARVN", "Hue", "2at 3ap", 2),
        ("ARVN", "SaCT", "at 3ap", 2),
    ],
)
def test_3_2_4_strength(faction, space, cubes, removed):
    """Case 3.2.4-02: cubes, Police in Cities and on LoCs, Highland and US Bases decide how many go."""
    game = position(f"{space}: {cubes} 7vg*", to_act=faction).play(f"{faction} assault {space}")
    assert game.count(space, "vg*") == 7 - removed


def test_3_2_4_special_forces_are_no_cubes():
    """Case 3.2.4-11: Irregulars alone cannot Assault."""
    with refuses("3.2.4", because="needs US cubes"):
        position("BDi: 2ui 2vg*", to_act="US").play("US assault BDi")


def test_3_2_4_needs_insurgents():
    """A space without Insurgents is not selected."""
    with refuses("3.2.4", because="needs Insurgents"):
        position("BDi: 2ut", to_act="US").play("US assault BDi")


def test_3_2_4_a_strength_of_nothing():
    """Selecting a space without effect is legal: 1 Troop in Highland."""
    assert position("BDi: ut 2vg*", to_act="US").play("US assault BDi")["BDi"] == "ut 2vg*"


def test_3_2_4_too_many():
    """The facts of a surplus removal show the strength."""
    violation = position("QTi: 2ut 4vg*", to_act="US").refused("US assault QTi-3vg*")
    assert violation.rule == "3.2.4"
    assert violation.facts == ("US Assault in Quang Tin-Quang Ngai removes 2: 2 Troops",)
    highland = position("Ple: 3ut 4vg*", to_act="US").refused("US assault Ple-2vg*")
    assert highland.facts[0].endswith("removes 1: 3 Troops in Highland without a US Base, 2 for each piece")
    province = position("Ple: 3ap 3at 4vg*", to_act="ARVN").refused("ARVN assault Ple-2vg*")
    assert province.facts[0].endswith("3 ARVN Troops (no Police in a Province), in Highland 3 for each piece")


def test_3_2_4_arvn_pays_3_a_space():
    """ARVN pay 3 a space, the US nothing."""
    where = "KHo: 2ut 4at 3vg*; Hue: 2at ut vg*"
    game = position(where, to_act="ARVN", ARVN=5)
    with refuses("3.1", because="ARVN Resources 2; 3 needed"):
        game.play("ARVN assault KHo-2vg*, Hue-vg*")
    assert position(where, to_act="US", ARVN=0).play("US assault KHo-2vg*, Hue-vg*").resources("ARVN") == 0


# -- order ----------------------------------------------------------------------------------------


def test_3_2_4_troops_first():
    """NVA Troops go before Guerrillas."""
    game = position("QTi: 2ut 2nt 2vg*", to_act="US")
    with refuses("3.2.4", because="NVA Troops go first", code="order-of-removal"):
        game.play("US assault QTi-nt-vg*")
    assert game.play("US assault QTi-2nt")["QTi"] == "2ut 2vg*"


def test_3_2_4_guerrillas_before_bases():
    """Active Guerrillas of either Insurgent go before any Base."""
    game = position("QTi: 2ut ng* vg* vb", to_act="US")
    with refuses("3.2.4", because="no NVA or VC Guerrilla remains", code="base-shielded"):
        game.play("US assault QTi-vg*-vb")


def test_3_2_4_an_ignored_guerrilla_shields_bases():
    """NVA Guerrillas that the US ignore protect the VC Base."""
    game = position("QTi: 4ut ng* vg* vb", to_act="US")
    with refuses("3.2.4", because="Guerrillas go before Bases"):
        game.play("US assault QTi-vg*-vb")
    assert game.play("US assault QTi-vg*")["QTi"] == "4ut ng* vb"


def test_3_2_4_other_insurgent_shields_base():
    """Case 3.2.4-05: an Underground NVA Guerrilla shields the VC Base. The space may still be selected."""
    game = position("QDu: 4ut ng vb", to_act="US")
    with refuses("3.2.4", because="1 Underground, 0 Active"):
        game.play("US assault QDu-vb")
    assert game.play("US assault QDu")["QDu"] == "4ut ng vb"


def test_3_2_4_underground_guerrilla_shields_base():
    """An Underground Guerrilla of either Insurgent keeps Bases from being Assaulted."""
    game = position("Ple: 3ut vb ng", to_act="US")
    with refuses("3.2.4", because="Underground Guerrillas"):
        game.play("US assault Ple-vb")


def test_3_2_4_no_underground_guerrillas():
    """Underground Guerrillas are out of reach."""
    with refuses("3.2.4", because="no Underground Guerrillas", code="underground"):
        position("QTi: 2ut 2vg", to_act="US").play("US assault QTi-2vg")


# -- Tunnels --------------------------------------------------------------------------------------


def test_3_2_4_no_die_without_hits_left():
    """Case 3.2.4-09: the hits go to the Guerrillas; no die is rolled."""
    game = position("Tay: 2ut 2vg* vb^ AO", to_act="US").play("US assault Tay-2vg*")
    assert game["Tay"] == "2ut vb^"
    with refuses("3.2.4", code="surplus-clause"):
        position("Tay: 2ut 2vg* vb^", to_act="US").play("US assault Tay-2vg* {5}")


@pytest.mark.parametrize("die, left", [(2, "2ut nb^"), (5, "2ut nb")])
def test_3_2_4_open_base_before_the_tunnel(die, left):
    """Case 3.2.4-10: the VC Base goes, then the die decides on the Tunnel."""
    game = position("Tay: 2ut vb nb^", to_act="US").play(f"US assault Tay-vb {{{die}}}")
    assert game["Tay"] == left


def test_3_2_4_tunnel_before_the_open_base():
    """The Assaulting Faction may choose the Tunnel before the open Base. Then nothing more is removed."""
    game = position("Tay: 2ut vb nb^", to_act="US").play("US assault Tay {6}")
    assert game["Tay"] == "2ut nb vb"


def test_3_2_4_which_tunnel():
    """Of two Tunneled Bases of different Factions the line must name one."""
    game = position("Tay: 3ut vb^ nb^", to_act="US")
    assert game.answers("US assault Tay {4}") == ["NVA", "VC"]
    assert game.play("US assault Tay {4} VC")["Tay"] == "3ut nb^ vb"


def test_3_2_4_example_two_tunneled_bases_alone():
    """Rulebook example: 3 US Troops and 2 Tunneled Bases in Jungle: no piece goes, one Tunnel may."""
    game = position("Tay: 3ut vb^ nb^", to_act="US")
    assert position("Tay: 3ut 2vb^", to_act="US").play("US assault Tay {5}")["Tay"] == "3ut vb vb^"
    assert game.play("US assault Tay {3}")["Tay"] == "3ut nb^ vb^"


def test_3_2_4_tunnel_shielded_by_an_ignored_guerrilla():
    """An ignored Guerrilla shields a Tunneled Base, so the Base needs no die."""
    game = position("Tay: 4ut ng* vg* vb^", to_act="US").play("US assault Tay-vg*")
    assert game["Tay"] == "4ut ng* vb^"


def test_3_2_4_tunnel_die_is_owed():
    """A Tunnel next in line asks for its die."""
    with refuses("3.2.4", because="the Tunnel in Tay Ninh", code="missing-choice"):
        position("Tay: 3ut vb^", to_act="US").play("US assault Tay")


@pytest.mark.parametrize(("target", "tunnel"), [("vg*", "nb^"), ("ng*", "vb^"), ("vb", "nb^"), ("nt", "vb^")])
def test_3_1_tunnel_of_an_ignored_enemy(target, tunnel):
    """An enemy with only a Tunneled Base may be ignored without a die, or Assaulted."""
    spaces, line = f"Tay: 3ut {target} {tunnel}", f"US assault Tay-{target}"
    assert position(spaces, to_act="US").play(line)["Tay"] == f"3ut {tunnel}"
    assert position(spaces, to_act="US").play(f"{line} {{6}}")["Tay"] == f"3ut {tunnel[:-1]}"
    assert position(spaces, to_act="US").play(f"{line} tunnel {{1}}")["Tay"] == f"3ut {tunnel}"


def test_3_1_tunnel_of_a_targeted_enemy():
    """An Assault meets a Tunnel after its Faction has lost a piece, or if no other target exists."""
    for spaces, line in (("Tay: 3ut vg* vb^", "US assault Tay-vg*"), ("Tay: 3ut nb^", "US assault Tay")):
        assert position(spaces, to_act="US").refused(line).code == "missing-choice"
    assert (
        position("Tay: 3ut vg* vb^ nb^", to_act="US").refused("US assault Tay-vg*").code == "missing-choice"
    )


def test_3_1_tunnel_or_cobras():
    """If Cobras roll too, a single die is theirs. `tunnel` before a first die gives it to the Tunnel (13)."""
    game = position("Tay: 3ut vg* nb^", to_act="US", capabilities=((13, "shaded"),))
    assert game.play("US assault Tay-vg* {6}")["Tay"] == "3ut nb^"
    game = position("Tay: 3ut vg* nb^", to_act="US", capabilities=((13, "shaded"),))
    assert game.play("US assault Tay-vg* tunnel {6} {6}")["Tay"] == "3ut nb"


# -- Aid and the follow-up ------------------------------------------------------------------------


def test_3_2_4_aid_for_a_base():
    """Case 3.2.4-07: ARVN Assault earns 6 Aid for each Base."""
    game = position("KHo: 4at vg* vb", to_act="ARVN", ARVN=6, aid=10).play("ARVN assault KHo-vg*-vb")
    assert (game["KHo"], game.state.aid, game.resources("ARVN")) == ("4at", 16, 3)
    assert position("KHo: 4at nb vb", to_act="ARVN", aid=10).play("ARVN assault KHo-nb-vb").state.aid == 22


def test_3_2_4_no_aid_for_the_us():
    """A Base that the US remove earns nothing."""
    game = position("QTi: 2ut vg* vb", to_act="US", aid=10).play("US assault QTi-vg*-vb")
    assert (game["QTi"], game.state.aid) == ("2ut", 10)


def test_3_2_4_follow_up():
    """ARVN follow in 1 space for 3 Resources, and earn Aid for a Base."""
    game = position("KHo: 2ut 4at 3vg* vb", to_act="US", ARVN=18, aid=10)
    game.play("US assault KHo-2vg* arvn KHo-vg*-vb")
    assert (game["KHo"], game.resources("ARVN"), game.state.aid) == ("2ut 4at", 15, 16)
    assert game.state.eligible == position().state.eligible


def test_3_2_4_follow_up_once():
    """Only one US Assault space is followed up."""
    game = position("KHo: ut 2at 2vg*; QTi: ut 2at 2vg*", to_act="US", ARVN=40)
    with refuses("3.2.4", because="no second one", code="option-not-open"):
        game.play("US assault KHo-vg* arvn KHo-vg*, QTi-vg* arvn QTi-vg*")


def test_3_2_4_follow_up_where_the_us_assaulted():
    """ARVN follow only where the US Assaulted, and with cubes of their own."""
    game = position("KHo: ut 2at 2vg*; QTi: 2at 2vg*", to_act="US", ARVN=40)
    with refuses("3.2.4", because="was not Assaulted by the US"):
        game.play("US assault KHo-vg* arvn QTi-vg*")
    game = position("KHo: ut 2vg*; QTi: 2at 2vg*", to_act="US", ARVN=40)
    with refuses("3.2.4", because="needs ARVN cubes"):
        game.play("US assault KHo-vg* arvn KHo-vg*")


def test_3_2_4_no_follow_up_for_arvn():
    """ARVN Assault is not followed by another."""
    with refuses("3.2.4", code="surplus-clause"):
        position("KHo: 4at 4vg*", to_act="ARVN").play("ARVN assault KHo-2vg* arvn KHo-2vg*")
