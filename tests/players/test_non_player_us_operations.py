"""The US without a player: its Operations and Special Activities (8.8.3 to 8.8.5)."""

import msgspec
from us_decides import MONSOON, Seat, seat, us

from fitl_core.facts.options import HIGH_WINDS
from fitl_core.players.non_players.flowchart import first_that_holds
from fitl_core.players.non_players.us.assault import CONDITIONS as FOR_ASSAULT
from fitl_core.players.non_players.us.sweep import CONDITIONS as FOR_SWEEP


def condition(position: str, policy: str = "LBJ", readings: str = "") -> str:
    """Return the condition by which the US Assault; without one, an empty text."""
    seated = Seat(seat(position, policy, readings=readings))
    return seated.drive(first_that_holds(seated.d, FOR_ASSAULT)) or ""


def test_8_8_3_if_1_a_base_can_be_removed():
    """In a Highland without a US Base, 4 Troops remove 2 Guerrillas but not the Base; 6 Troops remove it."""
    assert condition("Ple 4ut vb 2vg*; ARVN 15; econ 15") == ""
    assert condition("Ple 6ut vb 2vg*; ARVN 15; econ 15") == "8.8.3/if-1"


def test_8_8_3_if_1_counts_an_added_arvn_assault():
    """ARVN Assault removes the pieces that the US leave, if the US can pay 3 above Econ."""
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


def test_8_8_3_sa_1_no_origin_without_troops_that_can_go():
    """After 4 ARVN Troops no more ARVN go (4.2.2): Khanh Hoa has no others, so no dice decide."""
    there = "KPh 4at ab; KHo 2at ab; Tay 2ut ub; BXu ap ut 7vg; trail 0"
    assert us(there, "airlift") == "airlift KPh>BXu:4at, Tay>BXu:2ut"


def test_8_8_3_sa_1_a_lift_that_would_end_the_operation_is_left_out():
    """The only US Troop of the Assault stays (4.1): the Air Lift is dropped for an Air Strike."""
    there = "CRa 6at ap PS; CaT 3at 3ap vg terror 1; QTr ut nt 3ng nb vg AO; KHo ui ap PS"
    assert us(f"{there}; trail 2; capabilities 28:unshaded", "assault", None) == (
        "assault QTr-vg | airstrike {1} QTr-nt"
    )


def test_8_8_3_sa_1_high_winds_leave_arvn_troops_where_they_are():
    """In Monsoon the option lifts only US pieces (2.1); 5 COIN Troops are too many for 2 US Troops."""
    state = seat(f"KPh 4at ab 2ut; BXu ap 5vg; trail 0; {MONSOON}")
    assert Seat(state).act("airlift") == "airlift KPh>BXu:2ut+3at"
    assert Seat(msgspec.structs.replace(state, options=(HIGH_WINDS,))).act("airlift") == ""


def test_8_8_3_sa_1_special_forces_into_an_empty_space_of_laos_or_cambodia():
    """If no space needs Troops, 1 Ranger goes to a random empty space of Laos or Cambodia."""
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


def test_8_8_4_do_1_all_troops_to_one_city_without_active_support():
    """Both groups reach every City; of those without Active Support one is drawn. Irregulars stay."""
    there = f"CLa 2ut ui; Hue AS; trail 1; {MONSOON}"
    assert us(there, "patrol", [3, 3, 4]) == "patrol CLa>HuKS>Hue>HuDN>DaN:2ut | airstrike {4} trail-1"


def test_8_8_4_do_1_a_barred_road_leaves_the_loc():
    """US that can reach only a LoC with VC stop there, Activate, and Assault."""
    there = f"CLa 2ut; HuKS 2vg; trail 0; {MONSOON}"
    assert us(there, "patrol", policy="JFK") == "patrol CLa>HuKS:2ut HuKS*2vg assault HuKS-2vg*"


def test_8_8_4_do_1_more_cities_only_if_needed():
    """Two groups that reach only their own barred LoC have two destinations; the larger group Assaults."""
    there = f"CLa 2ut; HuKS 2vg; Par ut; CTCD vg; trail 0; {MONSOON}"
    moved = "patrol CLa>HuKS:2ut, Par>CTCD:ut, HuKS*2vg, CTCD*vg assault HuKS-2vg*"
    assert us(there, "patrol", [1], policy="JFK") == f"{moved} | airstrike {{1}} CTCD-vg*"


def test_8_8_4_do_1_one_space_goes_before_cities():
    """The fewest spaces come first: all on one barred LoC, not some of them in a City."""
    there = f"CLa 2ut; HuKS 2vg; Fis ut; trail 0; {MONSOON}"
    found = us(there, "patrol", policy="JFK")
    assert found.startswith("patrol CLa>HuKS:2ut, Fis>SaBM>")
    assert found.endswith(">HuKS:ut HuKS*2vg assault HuKS-2vg*")


def test_8_8_4_none_without_a_way_out():
    """No LoC leads out of Northeast Cambodia: no Patrol."""
    assert us(f"NEC 2ut; trail 0; {MONSOON}", "patrol") == ""


def test_8_8_4_sa_2_by_lbj_air_strike_by_others_advise():
    """LBJ strikes the Trail; by JFK ARVN Assault, and Aid comes."""
    there = f"CLa ut; KPh 4at 4nt; Hue 2ap; DaN AS; aid 20; trail 1; {MONSOON}"
    moved = "patrol CLa>HuKS>Hue:ut"
    assert us(there, "patrol", [3, 3, 2]) == f"{moved} | airstrike {{2}} trail-1"
    advised = f"{moved} | advise KPh assault KPh-2nt aid+6"
    assert us(there, "patrol", [3, 3], policy="JFK") == advised
    assert us(there, "patrol", [3, 3], policy="JFK", readings="NP-Q39") == moved


def test_8_8_4_sa_1_control_before_bases_before_most_pieces():
    """The Ranger's Base brings COIN Control; then 2 Guerrillas go where nothing better is left."""
    there = "KPh ar vb; KHo ui 3vg* 5ut; BXu 6at 2vg*; aid 31; trail 0"
    assert us(there, "advise", [4, 5]) in {
        "advise KPh rangers KPh-vb, KHo irregulars KHo-2vg*",
        "advise KPh rangers KPh-vb, BXu assault BXu-2vg*",
    }


def test_8_8_4_sa_1_both_spaces_need_no_dice():
    """Two spaces where Control changes are both Advised: their order does not matter."""
    there = "KPh 4at 4nt; KHo ui 2vg; aid 31; trail 0"
    assert us(there, "advise") == "advise KPh assault KPh-2nt, KHo irregulars KHo-2vg"


def test_8_8_4_sa_1_assault_before_irregulars_before_rangers():
    """Of means that do the same the first is taken: here each would remove 2."""
    assert us("KHo 5at ui ar 2nt; aid 31; trail 0", "advise") == "advise KHo assault KHo-2nt"
    assert us("KHo ui ar 2nt; aid 31; trail 0", "advise") == "advise KHo irregulars KHo-2nt"


def test_8_8_4_sa_1_nva_pieces_where_only_they_change_control():
    """VC Guerrillas would go first (8.1.2), but NVA Control goes only with NVA pieces."""
    assert us("KHo ui 2vg 4nt; aid 31; trail 0", "advise") == "advise KHo irregulars KHo-2nt"
    assert us("KHo ui at 2ap 2vg 2nt; aid 31; trail 0", "advise") == "advise KHo irregulars KHo-2vg"


def test_8_8_4_sa_1_sweep_with_arvn_in_spaces_left():
    """Nothing to remove: ARVN Activate most Guerrillas, VC before NVA."""
    assert us("KHo 3at 2vg 2ng; aid 31; trail 0", "advise") == "advise KHo sweep KHo*ng*2vg"


def test_8_8_4_sa_1_shaded_search_and_destroy_spares_provinces_at_support():
    """No ARVN Assault there; in a Province without Support there is."""
    bound = "; aid 31; trail 0; capabilities 28:shaded"
    assert us("KPh 4at 4nt PS" + bound, "advise") == ""
    assert us("KPh 4at 4nt" + bound, "advise") == "advise KPh assault KPh-2nt"


def test_8_8_4_sa_1_aid_up_to_thirty():
    """At 30 Aid 6 are added, above not; without a space there is no Advise (NP-Q56)."""
    assert us("KPh 4at 4nt; aid 30; trail 0", "advise") == "advise KPh assault KPh-2nt aid+6"
    assert us("KPh 4at 4nt; aid 31; trail 0", "advise") == "advise KPh assault KPh-2nt"
    assert us("KPh 3at; aid 3; trail 0", "advise") == ""


def test_8_8_5_if_1_a_guerrilla_hides_where_there_is_support():
    """if-1 holds for an Underground Guerrilla in a space at Support only."""
    for there, called in (("KPh vg PS", True), ("KPh vg* PS", False), ("KPh vg", False)):
        seated = Seat(seat(there))
        assert bool(seated.drive(first_that_holds(seated.d, FOR_SWEEP))) is called


def test_8_8_5_do_1_spaces_with_us_pieces_and_two_others():
    """All with US pieces; of the others 2, Support first, then a Base, then Population."""
    there = "KHo vg ut; Sai vg ub; BXu vg ap vb; KPh vg; QTr vg PS; Hue 3ut; trail 1"
    swept = "sweep Sai, KHo, QTr, BXu, Hue>QTr:ut, Hue>QTr:ut, KHo*vg, QTr*vg"
    assert us(there, "sweep", [1, 1, 1]) == f"{swept} | airstrike {{1}} KHo-vg*"


def test_8_8_5_do_1_two_spaces_under_shaded_booby_traps():
    """At most 2, by the same letters; the traps roll in each."""
    there = "KPh vg 2ut PS; KHo vg ut; Sai vg 2ut; trail 1; capabilities 101:shaded"
    assert us(there, "sweep", [5, 5, 2]) == "sweep KPh, Sai, KPh*vg {5}, Sai*vg {5} | airstrike {2} trail-1"


def test_8_8_5_do_2_all_guerrillas_first_no_more_troops_than_needed():
    """1 Troop more Activates both Guerrillas; COIN Control needs no further Troops."""
    there = "KPh 2vg ut ap PS; KHo ub 4ut PS; trail 1"
    assert us(there, "sweep", [2]) == "sweep KPh, KHo>KPh:ut KPh*2vg | airstrike {2} trail-1"


def test_8_8_5_do_2_the_last_three_coin_units_stay_at_support():
    """Nobody leaves a space at Support with 3 COIN units, nor gives COIN Control away."""
    there = "KPh 2vg ut PS; {} ; trail 1"
    assert us(there.format("KHo 3ut PS"), "sweep", [2]) == "sweep KPh KPh*vg | airstrike {2} trail-1"
    assert us(there.format("KHo 3ut 2vg*"), "sweep", [2]) == "sweep KPh KPh*vg | airstrike {2} trail-1"


def test_8_8_5_do_2_troops_that_find_guerrillas_stay():
    """Troops do not leave a space that is Swept if they find Guerrillas there; others do."""
    assert "KHo>KPh:ut" not in us("KPh 2vg ut; KHo 2vg 2ut; trail 1", "sweep", None)
    assert "KHo>KPh:ut" in us("KPh 2vg ut; KHo 2vg* 2ut; trail 1", "sweep", None)


def test_8_8_5_do_2_no_troops_into_a_space_with_three_nva_troops():
    """With 2 NVA Troops they go in, with 3 not."""
    near = "; KHo ub 6ut; trail 1"
    assert us("KPh 2vg ut 3nt PS" + near, "sweep", [2]) == "sweep KPh KPh*vg | airstrike {2} trail-1"
    went_in = "sweep KPh, KHo>KPh:ut, KHo>KPh:3ut KPh*2vg | airstrike {2} trail-1"
    assert us("KPh 2vg ut 2nt PS" + near, "sweep", [2]) == went_in


def test_8_8_5_do_2_troops_from_laos_and_cambodia_first():
    """Troops come from Laos first, as many as COIN Control there can spare; the rest from elsewhere."""
    there = "CLa 3ut; QNa 4vg ut ap; DaN ub 6ut; trail 1"
    found = us(there, "sweep", [2])
    assert found == "sweep QNa, CLa>QNa:2ut, DaN>QNa:ut QNa*4vg | airstrike {2} trail-1"


def test_8_8_5_do_2_troops_come_from_where_no_other_space_needs_them():
    """Quang Tri takes its Troops from Hue, because Quang Tin can have its own from Quang Nam alone."""
    there = "QTr 2vg vb; QTi 2vg; QNa 3ut; Hue 3ut; trail 1"
    moved = "sweep QTr, QTi, Hue>QTr:2ut, QNa>QTi:2ut, QTr*2vg, QTi*2vg"
    assert us(there, "sweep", [2]) == f"{moved} | airstrike {{2}} trail-1"


def test_8_8_5_do_2_equal_spaces_that_share_an_origin_need_no_dice():
    """Both Provinces get their Troops from Quang Nam, whichever is first (NP-Q50)."""
    there = "QTi vg; QTr vg; QNa 8ut; trail 1"
    moved = "sweep QTr, QTi, QNa>QTr:ut, QNa>QTi:ut, QNa>QTr:ut, QNa>QTi:ut, QTr*vg, QTi*vg"
    assert us(there, "sweep", [2]) == f"{moved} | airstrike {{2}} trail-1"


def test_8_8_5_do_2_then_more_than_half_then_coin_control():
    """3 of 5 can be found with 2 Troops more; COIN Control is out of reach."""
    there = "KPh 5vg ut; KHo ub 2ut 2ap; BXu 2ut; trail 1"
    assert us(there, "sweep", [2]) == "sweep KPh, KHo>KPh:2ut KPh*3vg | airstrike {2} trail-1"


def test_8_8_5_air_lift_before_the_search_by_jfk_and_nixon():
    """By JFK Troops are lifted in and no strike follows; by LBJ there is only the strike."""
    there = "KPh 3vg ui PS; Hue ub 6ut; trail 2"
    assert us(there, "sweep", policy="JFK") == "sweep KPh moved | airlift Hue>KPh:2ut | sweep KPh*3vg"
    assert us(there, "sweep", [2]) == "sweep KPh KPh*vg | airstrike {2} trail-1"


def test_8_8_5_do_3_vc_before_nva():
    """3 Troops find 3 of 4: both VC, then 1 NVA."""
    there = "KPh 2vg 2ng 3ut ap ; trail 1"
    assert us(there, "sweep", [2]) == "sweep KPh KPh*ng*2vg | airstrike {2} trail-1"


def test_8_8_5_none_where_nobody_can_be_found():
    """A space is selected that no Troops reach, and nobody is there: that is no Sweep."""
    assert us("KPh vg PS; trail 1", "sweep") == ""
    assert us("Sai 3ut; trail 1", "sweep") == ""


def test_8_8_5_do_3_a_loss_between_two_spaces():
    """Cobras and Booby Traps remove pieces in both spaces: the search continues after each loss."""
    cards = "capabilities 13:unshaded 101:shaded"
    there = f"QTi vg 2ut PS; BDi vg 2ut PS; trail 0; {cards}"
    swept = Seat(seat(there, policy="JFK"), [3, 3]).act("sweep")
    assert swept == "sweep QTi, BDi, QTi*vg QTi-vg* {3} VC: QTi-ut US: BDi-vg* {3} VC: BDi-ut"


def test_8_8_5_do_3_traps_where_nobody_is_found():
    """Booby Traps roll also where Troops that have come, on foot or by Air Lift, find nobody (card 101)."""
    there = "BTu 5vg 5ap PS; {} 2ut 2ap ub; trail 0; capabilities 101:shaded"
    for policy in ("LBJ", "JFK"):
        assert us(there.format("CRa"), "sweep", [3], policy) == "sweep BTu, CRa>BTu:ut {3} VC: BTu-ut"
    lifted = us(there.format("QTi"), "sweep", [4], "JFK")
    assert lifted == "sweep BTu moved | airlift QTi>BTu:ut | sweep {4}"


def test_8_8_4_sa_1_traps_where_nobody_is_found():
    """An Advise for the Aid alone (NP-Q56) Sweeps, and the traps roll."""
    there = "KPh 3at; aid 3; trail 0; capabilities 101:shaded"
    assert us(there, "advise", [6], readings="NP-Q56") == "advise KPh sweep {6} aid+6"


def test_8_8_4_do_1_what_nva_remove_behind_the_patrol():
    """Shaded M-48 Patton (card 14): Non-player NVA remove as many of the cubes that moved as they may."""
    there = f"CLa 2ut ui; Hue 2ap PS; trail 1; {MONSOON}; capabilities 14:shaded"
    removed = us(there, "patrol", [3, 3, 4], players="ARVN")
    assert removed == "patrol CLa>HuKS>Hue:2ut NVA: Hue-2ut | airstrike {4} trail-1"
    assert "NVA:" not in us(there, "patrol", [3, 3, 4], players="NVA+VC")
