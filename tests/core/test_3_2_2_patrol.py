"""Patrol (3.2.2)."""

import pytest
from table import position, refuses

# -- movement -------------------------------------------------------------------------------------


def test_3_2_2_over_locs_and_cities():
    """Case 3.2.2-01: cubes Patrol up to an Insurgent, then Activate and Assault it, for 3 Resources."""
    game = position("Sai: 4ap PS; CRa: ap PS; QNCR: vg", to_act="ARVN", ARVN=6)
    game.play("ARVN patrol Sai>SaCR>CRa>QNCR:2ap assault QNCR")
    assert (game["Sai"], game["QNCR"]) == ("2ap", "2ap")
    assert game.resources("ARVN") == 3


@pytest.mark.parametrize("piece", ["vg", "vg*", "nt"])
def test_3_2_2_cubes_stop_at_insurgents(piece):
    """Case 3.2.2-02: cubes may stop at Insurgent pieces, Underground or not, but not pass them."""
    game = position(f"Sai: 4ap PS; SaCR: {piece}; CRa: ap PS", to_act="ARVN", ARVN=6)
    with refuses("3.2.2", because="must stop in Saigon - Cam Ranh", code="path-blocked"):
        game.play("ARVN patrol Sai>SaCR>CRa:2ap")
    assert game.play("ARVN patrol Sai>SaCR:2ap").count("SaCR", "ap") == 2


def test_3_2_2_cubes_may_leave_insurgents():
    """Insurgents stop cubes that enter their space, not cubes that start there."""
    game = position("SaCR: 2at nt", to_act="ARVN").play("ARVN patrol SaCR>Sai>SaCT:2at")
    assert game["SaCT"] == "2at"


@pytest.mark.parametrize("line", ["Hue>HuDN>QNa:at", "Hue>QTr:at"])
def test_3_2_2_no_province(line):
    """Case 3.2.2-04: LoCs and Cities are entered, nothing else."""
    game = position("Hue: 2ap at PS", to_act="ARVN", ARVN=6)
    with refuses("3.2.2", because="LoCs and Cities", code="space-not-allowed"):
        game.play(f"ARVN patrol {line}")


def test_3_2_2_a_province_may_be_left():
    """Cubes come from any space, outside South Vietnam too."""
    game = position("QNa: 2ut; CLa: ut", to_act="US").play("US patrol QNa>HuDN:2ut, CLa>HuKS>Hue:ut")
    assert (game["HuDN"], game["Hue"]) == ("2ut", "ut")


def test_3_2_2_only_own_cubes():
    """Special Forces and the other Faction's cubes do not Patrol."""
    game = position("Sai: 2ut ui 2at ar", to_act="US")
    for piece in ("ui", "at", "ar"):
        with refuses("3.2.2", because="US Patrol moves no", code="piece-not-allowed"):
            game.play(f"US patrol Sai>SaCT:{piece}")


def test_3_2_2_each_cube_moves_once():
    """A cube Patrols only once, in any wording."""
    game = position("Sai: 3ut; SaCT: 2ut", to_act="US")
    with refuses("3.2.2", because="2 US Troops that have not moved", code="no-such-pieces"):
        game.play("US patrol Sai>SaCT:ut, SaCT>CaT:3ut")
    with refuses("3.2.2", because="2 US Troops that have not moved", code="no-such-pieces"):
        game.play("US patrol Sai>SaCT:ut, SaCT>CaT:2ut+ut")
    with refuses("3.2.2", because="not 4 US Troops to move"):
        game.play("US patrol Sai>SaCT:2ut+2ut")
    assert game.play("US patrol Sai>SaCT:ut, SaCT>CaT:2ut")["CaT"] == "2ut"


def test_3_2_2_not_adjacent():
    """Consecutive spaces of a Patrol path must be adjacent."""
    with refuses("1.3.6", because="not adjacent"):
        position("Sai: 2ap", to_act="ARVN").play("ARVN patrol Sai>CRa:ap")


# -- cost -----------------------------------------------------------------------------------------


def test_3_2_2_three_resources_in_all():
    """Case 3.2.2-08: ARVN need 3, for one destination or many; the US nothing."""
    with refuses("3.1", because="ARVN Resources 2", code="not-enough-resources"):
        position("Sai: 4ap PS", to_act="ARVN", ARVN=2).play("ARVN patrol Sai>SaCT:ap")
    game = position("Sai: 4ap PS", to_act="ARVN", ARVN=3)
    assert game.play("ARVN patrol Sai>SaCT:ap, Sai>SaCR:ap, Sai>SaDL:ap").resources("ARVN") == 0
    game = position("Sai: 4ut PS", to_act="US", ARVN=0).play("US patrol Sai>SaCT:ut, Sai>SaCR:ut")
    assert game.resources("ARVN") == 0


def test_3_2_2_moving_nothing():
    """Case 2.3.4-08: a Patrol without move or Assault takes place and costs 3."""
    game = position("Sai: 4at 2ap PS", to_act="ARVN", card=82, ARVN=9).play("ARVN patrol")
    assert game.resources("ARVN") == 6
    assert [(done.faction, done.deed) for done in game.state.done] == [("ARVN", "operation")]


# -- Activation -----------------------------------------------------------------------------------


def test_3_2_2_cubes_that_stand_still_find_as_well():
    """Case 3.2.2-05: each cube on a LoC Activates one Guerrilla. The Assault adds no cost."""
    game = position("HuDN: 2ap 3vg", to_act="ARVN", ARVN=6).play("ARVN patrol assault HuDN")
    assert game["HuDN"] == "2ap vg vg*"
    assert game.resources("ARVN") == 3


def test_3_2_2_only_own_cubes_find():
    """Cubes of the other Faction and Special Forces do not search in a Patrol."""
    game = position("HuDN: ut 2at ap ar 5vg", to_act="US").play("US patrol")
    assert game["HuDN"] == "ut 2at ap ar 4vg vg*"
    game = position("HuDN: 2ut 2at ap ar 5vg", to_act="ARVN").play("ARVN patrol")
    assert game["HuDN"] == "2ut 2at ap ar 2vg 3vg*"


def test_3_2_2_cities_are_not_searched():
    """Only Guerrillas on LoCs are found."""
    game = position("Sai: 4ap vg; SaCT: vg ap", to_act="ARVN").play("ARVN patrol Sai>SaCR>CRa:ap")
    assert (game["Sai"], game["SaCT"]) == ("3ap vg", "ap vg*")


def test_3_2_2_which_guerrilla_is_chosen():
    """If NVA and VC are both hidden, the Patrol chooses between them, within the number of each space."""
    game = position("HuDN: ap vg ng; SaCT: ap 2vg", to_act="ARVN")
    with refuses("3.2.2", code="missing-choice", because="Hue - Da Nang"):
        game.play("ARVN patrol")
    with refuses("3.2.2", code="too-many"):
        game.play("ARVN patrol SaCT*2vg HuDN*ng")
    assert game.play("ARVN patrol SaCT*vg HuDN*ng")["HuDN"] == "ap ng* vg"


# -- the Assault ----------------------------------------------------------------------------------


def test_3_2_2_assault_in_one_loc():
    """A Patrol Assaults in one LoC, not in a City."""
    where = "Sai: 4ap nt PS; SaCT: 2ap vg*; HuDN: 2ap vg*"
    with refuses("3.2.2", because="Saigon is none", code="space-not-allowed"):
        position(where, to_act="ARVN").play("ARVN patrol assault Sai")
    for line in ("ARVN patrol assault SaCT, HuDN", "ARVN patrol assault SaCT assault HuDN"):
        assert position(where, to_act="ARVN").refused(line).rule in ("2.3.4", "3.1", "3.2.2")
    game = position(where, to_act="ARVN").play("ARVN patrol assault SaCT-vg*")
    assert (game["SaCT"], game["HuDN"]) == ("2ap", "2ap vg*")


def test_3_2_2_assault_needs_targets():
    """A Patrol offers no Assault if no LoC has both own cubes and Insurgents."""
    game = position("Sai: 4at nt PS; SaCT: 2vg*; HuDN: 2at", to_act="ARVN")
    with refuses("3.2.2", because="no LoC that it can Assault", code="pieces-needed"):
        game.play("ARVN patrol assault")
    assert "assault" not in game.answers("ARVN patrol")
    with refuses("3.2.2"):
        game.play("ARVN patrol assault SaCT")


def test_3_2_2_underground_guerrillas_remain():
    """A Patrol's Assault removes only Active Guerrillas. Those still Underground remain."""
    game = position("HuDN: 4ap 5vg ng*", to_act="ARVN").play("ARVN patrol assault HuDN-2vg*")
    assert game["HuDN"] == "4ap ng* vg 2vg*"


def test_3_2_2_us_adds_no_arvn():
    """Case 3.2.2-07: the US Assault of a Patrol is not followed by ARVN."""
    game = position("SaCT: ut 4ap 3vg*", to_act="US", ARVN=30, econ=15)
    with refuses("3.2.2", because="no ARVN Assault", code="option-not-open"):
        game.play("US patrol assault SaCT arvn")
    assert game.play("US patrol assault SaCT")["SaCT"] == "ut 4ap 2vg*"
    assert game.resources("ARVN") == 30


# -- Limited Patrol -------------------------------------------------------------------------------


def second(spaces, faction, **fields):
    """Return a game with the Faction 2nd Eligible after an NVA Operation: a Limited Operation is open."""
    game = position(spaces + "; NVn: ng", card=55, eligible=f"NVA {faction}", **fields)
    return game.play("NVA rally NVn+ng")


def test_3_2_2_limop_gathers():
    """Case 2.3.5-01: a Limited Patrol has many origins and one destination, with the Assault there."""
    game = second("Sai: 3ut PS; CaT: 2ut PS; SaCT: 3vg", "US")
    game.play("US limop patrol Sai>SaCT:2ut, CaT>SaCT:ut assault SaCT")
    assert (game["SaCT"], game["Sai"], game["CaT"]) == ("3ut", "ut", "ut")


def test_3_2_2_limop_has_one_destination():
    """Case 2.3.5-02: a second destination is refused."""
    game = second("Sai: 3ut PS; SaCT: vg; SaCR: vg", "US")
    with refuses("2.3.5", because="single destination", code="limop-one-space"):
        game.play("US limop patrol Sai>SaCT:ut, Sai>SaCR:ut")


def test_3_2_2_limop_assaults_its_destination():
    """Case 2.3.5-03: a Limited Patrol Assaults its destination. Without moves, any one LoC."""
    where = "Sai: 3ut PS; HuDN: 2ut 2vg*"
    with refuses("3.2.2", because="only its destination", code="limop-one-space"):
        second(where, "US").play("US limop patrol Sai>SaCT:2ut assault HuDN")
    assert second(where, "US").play("US limop patrol assault HuDN")["HuDN"] == "2ut"


def test_3_2_2_limop_finds_everywhere():
    """A Limited Patrol searches all LoCs, though it has one destination."""
    game = second("Sai: 3at PS; HuDN: 2at 2vg", "ARVN", ARVN=3).play("ARVN limop patrol Sai>SaCT:at")
    assert game["HuDN"] == "2at 2vg*"
    assert game.resources("ARVN") == 0


def test_3_2_2_limop_no_special_activity():
    """A Limited Patrol has no Special Activity (2.3.5)."""
    with refuses("2.3.5", code="limop-special-activity"):
        second("Sai: 3at PS", "ARVN").play("ARVN limop patrol Sai>SaCT:at | transport")


# -- with others ----------------------------------------------------------------------------------


def test_3_2_2_monsoon():
    """Monsoon does not stop a Patrol (2.3.9)."""
    game = position("Sai: 3at PS", to_act="ARVN", next=125).play("ARVN patrol Sai>SaCT:at")
    assert game["SaCT"] == "at"


def test_3_2_2_special_activity_between():
    """A Transport between moves and search brings Troops that search as well (4.1)."""
    game = position("Sai: 2at ap PS; SaCT: 3vg", to_act="ARVN")
    game.play("ARVN patrol Sai>SaCT:ap | transport Sai>SaCT:2at | patrol SaCT*3vg assault SaCT-vg*")
    assert game["SaCT"] == "2at ap 2vg*"


def test_3_2_2_insurgents_do_not_patrol():
    """Patrol is an Operation of the Counterinsurgents."""
    with refuses("3.1", code="not-your-verb"):
        position("SaCT: 2vg", to_act="VC").play("VC patrol SaCT>Sai:vg")


def test_3_2_2_limop_by_the_other_reading():
    """By reading 3.2.2-15 a Limited Patrol Activates on its destination alone."""
    where = "Sai: 2ut; SaCT: vg; HuDN: 2ut vg"
    game = second(where, "US").play("US limop patrol Sai>SaCT:2ut")
    assert (game["SaCT"], game["HuDN"]) == ("2ut vg*", "2ut vg*")
    game = second(where, "US", readings=("3.2.2-15",)).play("US limop patrol Sai>SaCT:2ut")
    assert (game["SaCT"], game["HuDN"]) == ("2ut vg*", "2ut vg")


# -- legs -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "legs", "path"),
    [
        ("Sai: 3ut", "Sai>SaCR:2ut, SaCR>CRa:2ut, CRa>QNCR:2ut", "Sai>SaCR>CRa>QNCR:2ut"),
        ("Hue: 3ut", "Hue>HuDN:3ut, HuDN>DaN:ut", "Hue>HuDN:2ut, Hue>HuDN>DaN:ut"),
        ("Sai: ut; CRa: ut", "Sai>SaCR:ut, CRa>SaCR:ut, SaCR>Sai:ut", "CRa>SaCR:ut, Sai>SaCR>Sai:ut"),
        ("QNa: 2ut", "QNa>HuDN:2ut, HuDN>DaN:2ut", "QNa>HuDN>DaN:2ut"),
    ],
)
def test_3_2_2_legs_of_one_path(where, legs, path):
    """A path may be written leg by leg, with the outcome of one path."""
    ends = [position(where, to_act="US").play(f"US patrol {line}").state for line in (legs, path)]
    assert ends[0] == ends[1]


@pytest.mark.parametrize(
    ("where", "line"),
    [
        ("Sai: 3ut; SaCR: vg", "US patrol Sai>SaCR:2ut, SaCR>CRa:2ut"),
        ("Sai: 3ut", "US patrol Sai>SaCR:2ut, SaCR>CRa:3ut"),
        ("Sai: 3ut", "US patrol Sai>SaCR:2ut | airlift Sai>Hue:ut | patrol SaCR>CRa:2ut"),
    ],
)
def test_3_2_2_no_second_leg(where, line):
    """A Patrol path stops at Insurgents, starts at present cubes and allows nothing between its legs."""
    refused = position(where, to_act="US").refused(line)
    assert (refused.rule, refused.code) == ("3.2.2", "no-such-pieces")
    assert "2 US Troops moved in" in str(refused)


# -- M-48 Patton, shaded ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("ARVN patrol Sai>SaCT:2at NVA: Hue-at", "piece-not-allowed"),  # did not move
        ("ARVN patrol Sai>SaCT:2at NVA: Tay-at", "piece-not-allowed"),  # nobody is there
        ("ARVN patrol NVA: Sai-at", "piece-not-allowed"),  # nobody moved
        ("ARVN patrol Sai>SaCT:3at NVA: SaCT-2at, SaCT-at", "too-many"),
    ],
)
def test_card_14_names_its_own_rule(line, code):
    """NVA's wrong removal after a Patrol is refused under card 14, wherever it is written."""
    game = position("Sai: 4at; Hue: 2at", to_act="ARVN", capabilities=((14, "shaded"),))
    with refuses("card 14", code=code):
        game.play(line)


@pytest.mark.parametrize(("die", "space", "code"), [(5, "SaCT", "missed"), (2, "CaT", "piece-not-allowed")])
def test_card_14_names_its_own_rule_in_the_original_edition(die, space, code):
    """In the original edition the die of card 14 decides the losses."""
    game = position("Sai: 4at", to_act="ARVN", capabilities=((14, "shaded"),), rules="original")
    with refuses("card 14", code=code):
        game.play(f"ARVN patrol Sai>SaCT:2at {{{die}}} NVA: {space}-at")
