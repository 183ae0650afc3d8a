"""The Support Phase of the Coup Round: Pacification, then Agitation (6.3)."""

import pytest
from coup_round import in_phase, pass_through
from table import refuses


def test_6_3_1_us_then_arvn_in_one_space():
    """Case 6.3.1-01: Terror first; 2 levels in all; the US stays at or above Econ."""
    game = in_phase("support-us", "Hue: ut at ap PO terror", ARVN=24)
    game.play("US pacify Hue:terror-1 Hue=N\nARVN pacify Hue=PS")
    assert (game.level("Hue"), game.space("Hue").terror, game.resources("ARVN")) == ("PS", 0, 15)


def test_6_3_1_two_levels_a_space_in_all():
    """Case 6.3.1-02: after the US, ARVN has no level left there."""
    game = in_phase("support-us", "Hue: ut at ap AO", ARVN=40).play("US pacify Hue=N")
    with refuses("6.3.1", code="too-many-levels"):
        game.play("ARVN pacify Hue=PS")


def test_6_3_1_three_levels_at_once():
    """A Faction shifts no space by three levels."""
    with refuses("6.3.1", code="too-many-levels"):
        in_phase("support-us", "Hue: ut at ap AO", ARVN=40).play("US pacify Hue=PS")


def test_6_3_1_police_are_needed():
    """Case 6.3.1-03: the US and ARVN need Police to Pacify."""
    with refuses("6.3.1", code="pieces-needed"):
        in_phase("support-us", "KhH: 2ut ui", ARVN=40).play("US pacify KhH=PS")


def test_6_3_1_own_troops_are_needed():
    """US Pacification needs US Troops, ARVN Pacification ARVN Troops."""
    with refuses("6.3.1", code="pieces-needed"):
        in_phase("support-us", "Hue: at ap", ARVN=40).play("US pacify Hue=PS")
    with refuses("6.3.1", code="pieces-needed"):
        in_phase("support-arvn", "Hue: ut ap", ARVN=40).play("ARVN pacify Hue=PS")


def test_6_3_1_coin_control_is_needed():
    """Pacification needs COIN Control: 2 COIN pieces against 2 are not enough."""
    with refuses("6.3.1", code="no-control"):
        in_phase("support-arvn", "KPh: at ap 2vg", ARVN=40).play("ARVN pacify KPh=PS")


def test_6_3_1_four_spaces_together():
    """Case 6.3.1-04: three by the US leave one to ARVN."""
    spaces = "Hue: ut at ap; DaN: ut at ap; Kon: ut at ap; QNh: at ap; CRa: at ap"
    game = in_phase("support-us", spaces, ARVN=60).play("US pacify Hue=PS, DaN=PS, Kon=PS")
    with refuses("6.3.1", because="together", code="too-many-spaces"):
        game.play("ARVN pacify QNh=PS, CRa=PS")
    assert game.play("ARVN pacify QNh=PS, Hue=AS").level("Hue") == "AS"


def test_6_3_1_us_may_not_go_below_econ():
    """The US cannot spend ARVN Resources below Econ. ARVN can."""
    game = in_phase("support-us", "Hue: ut at ap", ARVN=17)
    with refuses("1.8.1", code="joint-operations"):
        game.play("US pacify Hue=PS")
    assert game.play("US pass\nARVN pacify Hue=PS").resources("ARVN") == 14


def test_6_3_1_terror_first():
    """Pacification removes all Terror before any shift."""
    with refuses("6.3.1", code="terror-first"):
        in_phase("support-arvn", "Hue: at ap terror 2", ARVN=20).play("ARVN pacify Hue:terror-1 Hue=PS")


def test_6_3_1_terror_alone():
    """Pacification may only remove Terror, even in a Province without Population."""
    game = in_phase("support-arvn", "PLo: at ap terror 2", ARVN=20)
    game.play("ARVN pacify PLo:terror-2")
    assert (game.space("PLo").terror, game.level("PLo"), game.resources("ARVN")) == (0, "N", 14)
    with refuses("1.6.2", code="no-population"):
        in_phase("support-arvn", "PLo: at ap", ARVN=20).play("ARVN pacify PLo=PS")


@pytest.mark.parametrize(
    ("phase", "spaces", "line", "because"),
    [
        ("support-arvn", "PLo: at ap terror 2", "ARVN pacify PLo:terror-2", "no Population"),
        ("support-arvn", "Hue: at ap AS terror", "ARVN pacify Hue:terror-1", "cannot shift further"),
        ("support-vc", "KGi: vg AO terror", "VC agitate KGi:terror-1", "cannot shift further"),
    ],
)
def test_6_3_terror_alone_by_the_other_reading(phase, spaces, line, because):
    """Case 3.2.1-12, by the other reading: Terror is not removed where no shift could follow."""
    game = in_phase(phase, spaces, ARVN=20, VC=6, readings=("3.2.1-12",))
    assert because in str(game.refused(line))


def test_6_3_1_nothing_to_gain_there():
    """A space at Active Support without Terror is not Pacified."""
    with refuses("6.3.1", code="wrong-level"):
        in_phase("support-arvn", "Hue: at ap AS", ARVN=20).play("ARVN pacify Hue")


def test_6_3_2_agitation():
    """Agitation costs 1 Resource for the Terror marker, and 1 for each of 2 levels."""
    game = in_phase("support-vc", "KGi: vg PS terror", VC=6).play("VC agitate KGi:terror-1 KGi=PO")
    assert (game.level("KGi"), game.resources("VC")) == ("PO", 3)


def test_6_3_2_not_under_coin_control():
    """Case 6.3.2-02: VC do not Agitate under COIN Control."""
    with refuses("6.3.2", code="coin-control"):
        in_phase("support-vc", "KGi: vg 2ap", VC=6).play("VC agitate KGi=PO")


def test_6_3_2_needs_vc_pieces():
    """Agitation needs VC pieces, not NVA ones."""
    with refuses("6.3.2", code="pieces-needed"):
        in_phase("support-vc", "KGi: 3ng", VC=6).play("VC agitate KGi=PO")


def test_6_3_2_up_to_4_spaces():
    """VC Agitate in at most 4 spaces."""
    spaces = "; ".join(f"{where}: vg" for where in ("KGi", "KPh", "KHo", "BXu", "Tay"))
    game = in_phase("support-vc", spaces, VC=9)
    with refuses("6.3.2", code="too-many-spaces"):
        game.play("VC agitate KGi=PO, KPh=PO, KHo=PO, BXu=PO, Tay=PO")
    assert game.play("VC agitate KGi=PO, KPh=PO, KHo=PO, BXu=AO").resources("VC") == 4


def test_6_3_2_what_cannot_be_paid():
    """With 1 Resource VC Agitate 1 level, not 2. Agitation is no Operation, so 3.1 sets no cost."""
    with refuses("6.3.2", code="not-enough-resources"):
        in_phase("support-vc", "KGi: vg", VC=1).play("VC agitate KGi=AO")


def test_6_3_us_then_arvn_then_vc():
    """The US Pacify first, then ARVN. VC Agitate in the rest."""
    game = in_phase("support-us", "KGi: 2vg", econ=0)
    assert pass_through(game)[:3] == ["support-us", "support-arvn", "support-vc"]


def test_6_3_1_terror_removed_by_the_us_is_gone_for_arvn():
    """After the US pay for a Terror marker and one level, one level is left to ARVN."""
    game = in_phase("support-us", "Hue: 2ut 2at ap terror 1", ARVN=30, econ=15)
    game.play("US pacify Hue:terror-1 Hue=PS").play("ARVN pacify Hue=AS")
    assert (game.level("Hue"), game.resources("ARVN")) == ("AS", 21)


def test_6_3_1_one_level_each_is_two():
    """After one level of the US, ARVN have one there, not two; after two, the space is not offered."""
    game = in_phase("support-us", "Hue: 2ut 2at ap PO", ARVN=30).play("US pacify Hue=N")
    with refuses("6.3.1"):
        game.play("ARVN pacify Hue=AS")
    assert game.play("ARVN pacify Hue=PS").level("Hue") == "PS"
    game = in_phase("support-us", "Hue: 2ut 2at ap PO; DaN: 2at ap", ARVN=30).play("US pacify Hue=PS")
    assert game.answers("ARVN pacify") == ["DaN"]


def test_6_3_1_two_markers_two_steps():
    """Each Terror marker costs 3 to remove, whatever follows."""
    game = in_phase("support-arvn", "Hue: 2at ap terror 2", ARVN=9)
    assert game.play("ARVN pacify Hue:terror-2 Hue=PS").resources("ARVN") == 0


def test_6_3_1_no_loc():
    """LoCs are not Pacified."""
    with refuses("6.3.1", code="space-not-allowed"):
        in_phase("support-arvn", "SaCT: 2at ap").play("ARVN pacify SaCT=PS")


def test_6_3_1_not_toward_opposition_and_not_the_same_space_twice():
    """Pacify shifts a space only toward Support, and a Faction pacifies a space only once."""
    game = in_phase("support-arvn", "Hue: 2at ap")
    with refuses("6.3.1"):
        game.play("ARVN pacify Hue=PO")
    again = game.refused("ARVN pacify Hue=PS, Hue=AS")
    assert (again.rule, again.code) == ("6.3.1", "space-twice")


def test_6_3_2_two_levels_at_most():
    """VC Agitate 2 levels at most, from Passive Support to Passive Opposition."""
    game = in_phase("support-vc", "KGi: 2vg PS")
    with refuses("6.3.2"):
        game.play("VC agitate KGi=AO")
    assert game.play("VC agitate KGi=PO").resources("VC") == 18


def test_6_3_2_terror_first():
    """Agitation removes Terror before any shift, and may remove Terror alone."""
    game = in_phase("support-vc", "KGi: 2vg terror 2")
    with refuses("6.3.2"):
        game.play("VC agitate KGi=PO")
    with refuses("6.3.2"):
        game.play("VC agitate KGi:terror-1 KGi=PO")
    assert game.play("VC agitate KGi:terror-1").space("KGi").terror == 1


def test_6_3_2_up_to_active_opposition():
    """Agitation may shift Passive to Active Opposition."""
    assert in_phase("support-vc", "KGi: 2vg PO", VC=1).play("VC agitate KGi=AO").level("KGi") == "AO"


def test_6_3_2_no_loc_and_nothing_to_gain():
    """VC Agitate neither LoCs nor spaces at Active Opposition."""
    game = in_phase("support-vc", "SaCT: 2vg; KGi: 2vg AO")
    with refuses("6.3.2", code="space-not-allowed"):
        game.play("VC agitate SaCT=PO")
    with refuses("6.3.2"):
        game.play("VC agitate KGi=AO")


def test_6_3_2_a_base_is_a_piece():
    """A VC Base, Tunneled or not, lets VC Agitate."""
    assert in_phase("support-vc", "KGi: vb^").play("VC agitate KGi=PO").level("KGi") == "PO"
