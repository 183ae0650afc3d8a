"""The US without a player: Patrol, Advise, Sweep (8.8.4, 8.8.5)."""

from us_decides import MONSOON, Seat, seat, us

from fitl_core.players.non_players.us.sweep import is_called_for


def test_8_8_4_do_1_all_troops_to_one_city_without_active_support():
    """Both groups reach every City; of those without Active Support one is drawn. Irregulars stay."""
    there = f"CLa 2ut ui; Hue AS; trail 1; {MONSOON}"
    assert us(there, "patrol", [3, 3, 4]) == "patrol CLa>HuKS>Hue>HuDN>DaN:2ut | airstrike {4} trail-1"


def test_8_8_4_do_1_a_barred_road_leaves_the_loc():
    """Where nothing but a LoC with VC can be reached they stop there, look about, and Assault."""
    there = f"CLa 2ut; HuKS 2vg; trail 0; {MONSOON}"
    assert us(there, "patrol", policy="JFK") == "patrol CLa>HuKS:2ut HuKS*2vg assault HuKS-2vg*"


def test_8_8_4_do_1_more_cities_only_if_needed():
    """Each group can reach only a barred LoC of its own: two destinations; the Assault is where more go."""
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
    """Underground, and at Support."""
    for there, called in (("KPh vg PS", True), ("KPh vg* PS", False), ("KPh vg", False)):
        assert is_called_for(Seat(seat(there)).d) is called


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
    """1 Troop more Activates both; no COIN Control is wanting behind it."""
    there = "KPh 2vg ut ap PS; KHo ub 4ut PS; trail 1"
    assert us(there, "sweep", [2]) == "sweep KPh, KHo>KPh:ut KPh*2vg | airstrike {2} trail-1"


def test_8_8_5_do_2_the_last_three_coin_units_stay_at_support():
    """Nobody leaves a space at Support with 3 COIN units, nor gives COIN Control away."""
    there = "KPh 2vg ut PS; {} ; trail 1"
    assert us(there.format("KHo 3ut PS"), "sweep", [2]) == "sweep KPh KPh*vg | airstrike {2} trail-1"
    assert us(there.format("KHo 3ut 2vg*"), "sweep", [2]) == "sweep KPh KPh*vg | airstrike {2} trail-1"


def test_8_8_5_do_2_no_troops_into_a_space_with_three_nva_troops():
    """With 2 NVA Troops they go in, with 3 not."""
    near = "; KHo ub 6ut; trail 1"
    assert us("KPh 2vg ut 3nt PS" + near, "sweep", [2]) == "sweep KPh KPh*vg | airstrike {2} trail-1"
    went_in = "sweep KPh, KHo>KPh:ut, KHo>KPh:3ut KPh*2vg | airstrike {2} trail-1"
    assert us("KPh 2vg ut 2nt PS" + near, "sweep", [2]) == went_in


def test_8_8_5_do_2_troops_from_laos_and_cambodia_first():
    """As many as leave COIN Control behind come from Laos, the rest from elsewhere."""
    there = "CLa 3ut; QNa 4vg ut ap; DaN ub 6ut; trail 1"
    found = us(there, "sweep", [2])
    assert found == "sweep QNa, CLa>QNa:2ut, DaN>QNa:ut QNa*4vg | airstrike {2} trail-1"


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
    """Cobras and Booby Traps in both spaces: the search goes on behind what they remove."""
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
