"""The US without a player: Assault, Air Lift, Air Strike (8.8.3)."""

from us_decides import MONSOON, Seat, seat, us

from fitl_core.players.non_players.us.assault import called_for


def condition(position: str, policy: str = "LBJ", readings: str = "") -> str:
    """By which condition the US Assault."""
    return called_for(Seat(seat(position, policy, readings=readings)).d)


def test_8_8_3_if_1_a_base_can_be_removed():
    """In a Highland without a US Base 4 Troops remove 2 Guerrillas, not the Base behind them; 6 do."""
    assert condition("Ple 4ut vb 2vg*; ARVN 15; econ 15") == ""
    assert condition("Ple 6ut vb 2vg*; ARVN 15; econ 15") == "8.8.3/if-1"


def test_8_8_3_if_1_counts_an_added_arvn_assault():
    """What the US leave, ARVN take, if the US can pay 3 above Econ."""
    there = "KPh 2ut 4at vb 2vg*; econ 15; ARVN "
    assert condition(there + "17") == ""
    assert condition(there + "18") == "8.8.3/if-1"


def test_8_8_3_if_1_a_mere_tunnel_roll_does_not_count():
    """NP-Q34: the Base must go; by the other reading the roll is enough."""
    there = "KPh 2ut vb^; ARVN 15; econ 15"
    assert condition(there) == ""
    assert condition(there, readings="NP-Q34") == "8.8.3/if-1"


def test_8_8_3_if_1_a_lucky_roll_lets_arvn_take_the_base():
    """NP-Q34: the US take the Tunnel off, the added ARVN Assault takes the Base."""
    assert condition("KPh 2ut 2at vb^; ARVN 18; econ 15") == "8.8.3/if-1"


def test_8_8_3_if_1_no_assault_while_it_is_forbidden():
    """General Lansdale, shaded: nothing can be removed; NVA Troops still call for the attempt."""
    ban = "; ARVN 15; econ 15; momentum 78:shaded"
    assert condition("KPh 3ut vb" + ban) == ""
    assert condition("KPh 3ut nt" + ban) == "8.8.3/if-2"
    assert us("KPh 3ut nt" + ban, "assault") == ""


def test_8_8_3_if_2_nva_troops_beside_us_troops_or_a_base():
    """NVA Troops beside Irregulars alone do not call for an Assault."""
    assert condition("KPh ut nt") == "8.8.3/if-2"
    assert condition("KPh ub nt") == "8.8.3/if-2"
    assert condition("KPh ui nt") == ""


def test_8_8_3_do_1_and_air_strike_without_a_destination():
    """All three go; no Air Lift is possible, so two hits go on the Trail (worked in our own words)."""
    there = "Ple ub 3ut 2vg* vb; ARVN 15; econ 15; trail 2"
    assert us(there, "assault", [4]) == "assault Ple-2vg*-vb | airstrike {4} trail-1"


def test_8_8_3_do_1_order_where_spaces_are_limited():
    """Shaded Abrams leave 2 spaces: NVA Control removed goes before Population, then a US Base."""
    there = "Sai 3ut vg*; Hue ub 3ut vg*; KPh ub 3ut 5nt; DaN 3ut vg*; trail 0; capabilities 11:shaded"
    assert us(there, "assault", [2]) == "assault KPh-5nt, Hue-vg* | airstrike {2} DaN-vg*, Sai-vg*"


def test_8_8_3_shaded_cobras_stop_after_two_spaces():
    """The die of Cobras comes with each space, a third one is not Assaulted."""
    there = "Sai 3ut vg*; Hue 3ut vg*; DaN 3ut vg*; trail 0; capabilities 13:shaded"
    assert us(there, "assault", [6, 6, 1]) == "assault Sai-vg* {6}, Hue-vg* {6} | airstrike {1} DaN-vg*"


def test_8_8_3_shaded_search_and_destroy_spares_provinces_at_support():
    """A Province at Support is Assaulted for NVA Troops or a Base, not for Guerrillas."""
    bound = "; trail 0; ARVN 15; econ 15; capabilities 28:shaded"
    there = "KPh 4ut 2vg* PS; KHo 3ut nt PS" + bound
    assert us(there, "assault", [1]) == "assault KHo-nt | airstrike {1} KPh-vg*"


def test_8_8_3_arvn_assault_in_the_first_space_where_it_removes_more():
    """The order is random, as only one space gets the ARVN Assault that clears it (NP-Q37)."""
    there = "KPh 1ut 6at 3nt; KHo 1ut 6at 3nt; ARVN 18; econ 15; trail 0"
    lifted = "assault KPh-nt arvn KPh-2nt | airlift KPh>KHo:ut | assault KHo-2nt"
    assert us(there, "assault", [6, 1]) == lifted


def test_8_8_3_sa_1_air_lift_lets_more_than_half_be_removed():
    """Just as many Troops as remove all that can be removed: 5 more in a Highland against 3."""
    there = "KPh ub 8ut; QNa 1ut 3nt; trail 0"
    assert us(there, "assault") == "assault | airlift KPh>QNa:5ut | assault QNa-3nt"


def test_8_8_3_sa_1_troops_go_on_to_spaces_with_police():
    """One origin serves two destinations: the Assault's first, then Police without Active Support."""
    there = "KPh ub 8ut PS; KHo 3nt; BXu 2ap; trail 0"
    assert us(there, "assault") == "assault | airlift KPh>KHo:3ut, KPh>BXu:ut | assault KHo-3nt"


def test_8_8_3_sa_1_first_kind_of_origin_is_emptied():
    """From a space without COIN Control, Support and US Base all US units leave, the rest to the last."""
    assert us("QTr 3ut ui 6nt; Sai ap; trail 0", "airlift") == "airlift QTr>Sai:ut, QTr>Sai:2ut+ui"


def test_8_8_3_sa_1_support_keeps_three_coin_units():
    """At Support 3 COIN units stay, and COIN Control stays everywhere."""
    assert us("KPh 4ut PS; Sai ap vg; trail 0", "airlift") == "airlift KPh>Sai:ut"
    assert us("KPh 3ut PS; Sai ap vg; trail 0", "airlift") == ""


def test_8_8_3_sa_1_monsoon_leaves_one_destination():
    """In Monsoon 1 origin and 1 destination, drawn by chance."""
    there = f"KPh ub 8ut; BXu 2ap vg; KHo ap; trail 0; {MONSOON}"
    assert us(there, "airlift", [1, 1]) == "airlift KPh>KHo:ut"


def test_8_8_3_sa_1_special_forces_into_an_empty_space_of_laos_or_cambodia():
    """Where nothing else wants Troops, 1 Ranger goes; the space is drawn."""
    assert us("KPh ub 4ut 2ar; trail 0", "airlift", [1, 1]) == "airlift KPh>Par:ar"


def test_8_8_3_sa_1_troops_enter_laos_and_cambodia_only_by_nixon():
    """The Sweep lifts 3 Troops into Laos by Nixon; by JFK it has to do without."""
    there = "CLa 2ng 2ut; KPh ub 6ut; trail 0"
    assert us(there, "sweep", policy="Nixon") == "sweep CLa moved | airlift KPh>CLa:2ut | sweep CLa*2ng"
    assert us(there, "sweep", [1], policy="JFK") == "sweep CLa CLa*ng | airstrike {1} CLa-ng*"


def test_8_8_3_sa_2_aaa_keeps_the_trail_at_two():
    """Under shaded AAA the Trail is no reason to strike at 2; pieces are."""
    assert us("SLa ui; trail 2; capabilities 31:shaded", "airstrike") == ""
    assert us("SLa ui 3nt; trail 2; capabilities 31:shaded", "airstrike", [5]) == "airstrike {5} SLa-3nt"


def test_8_8_3_sa_2_nva_control_goes_from_the_most_population():
    """No more is removed there than that takes; what hits are left go elsewhere."""
    there = "SLa ui 3nt; QTr ui 4nt 2vg; BDi ui 2nt; trail 0"
    assert us(there, "airstrike", [4]) == "airstrike {4} QTr-nt, BDi-nt, SLa-2nt"


def test_8_8_3_sa_2_locs_from_saigon_outwards():
    """LoCs with COIN pieces come before Bases and other pieces."""
    there = "HuDN 2ut 2ng*; SaCT at 1vg*; Sai ub ut vg*; trail 0"
    assert us(there, "airstrike", [3]) == "airstrike {3} SaCT-vg*, HuDN-2ng*"


def test_8_8_3_sa_2_bases_first_at_active_opposition():
    """As many Bases as can be; of equal ones that at Active Opposition."""
    there = "KPh ut vb; KHo ut vb 3vg* AO; Tay ut 5vg*; trail 0"
    assert us(there, "airstrike", [4]) == "airstrike {4} KHo-3vg*-vb"
    assert us(there, "airstrike", [5]) == "airstrike {5} KHo-3vg*-vb, KPh-vb"


def test_8_8_3_sa_2_most_pieces_with_least_loss():
    """Hits go to Active Opposition first, then where the Population is lowest."""
    there = "KPh ut 3vg*; BXu ut 2vg* AO; Tay ut 5vg*; QNa ut vg*; trail 0"
    assert us(there, "airstrike", [3]) == "airstrike {3} BXu-2vg*, QNa-vg*"


def test_8_8_3_sa_2_unshaded_arc_light_strikes_an_unseen_province_first():
    """A Province without COIN pieces is struck before those with them."""
    there = "KPh 4nt; Hue ut 2ng*; trail 0; capabilities 8:unshaded"
    assert us(there, "airstrike", [4]) == "airstrike {4} KPh-4nt"


def test_8_8_3_none_when_no_piece_can_go():
    """1 Troop in a Highland removes nothing, and no other Troops could be lifted there."""
    assert us("QNa 1ut 3nt; trail 0", "assault") == ""


def test_8_8_3_a_tunnel_roll_that_fails_was_an_assault():
    """Shaded Abrams leave 2 spaces, and both have but a Tunnel: dice fell, so an Air Strike follows."""
    there = "Tay 2ut vb^; KPh 2ut vb^; QNa ub 2ut 3vg*; ARVN 15; econ 15; capabilities 11:shaded"
    assert us(there, "assault", [1, 1, 1]) == "assault Tay {1}, KPh {1} | airstrike {1} QNa-vg*"
