"""Examples and notes of the rulebook's sections 1 to 3 that no other file holds."""

import pytest
from table import position, refuses

from fitl_core.facts.game_map import board
from fitl_core.record.clauses import Move
from notation.writer import write_clause

HELD = "Hue: 2ap; DaN: ap; Kon: ap; QNh: ap; CRa: ap; AnL: ap; Sai: 3ap; CaT: ap"
"""COIN Control of every City, so that nothing is Sabotaged."""

MINH = ()
"""The leader box at the start: Duong Van Minh leads and is no card."""


def where(code):
    """Return a space of the map by its code."""
    return next(space for space in board().spaces if space.code == code)


# -- 1.3 The map ------------------------------------------------------------------------------


def test_1_3_1_note_locs_are_spaces_and_towns_are_none():
    """47 spaces: 8 Cities, 22 Provinces and 17 LoCs, and nothing else."""
    kinds = [space.kind for space in board().spaces]
    locs = [space for space in board().spaces if space.is_loc]
    assert (kinds.count("city"), kinds.count("province"), len(locs)) == (8, 22, 17)
    assert len(kinds) == 47


def test_1_3_2_provinces():
    """Population 0 to 2, and one of three kinds of ground."""
    provinces = [space for space in board().spaces if space.kind == "province"]
    assert {space.population for space in provinces} == {0, 1, 2}
    assert {space.terrain for space in provinces} == {"highland", "lowland", "jungle"}


def test_1_3_3_cities():
    """Saigon counts 6, Hue 2, the six others 1."""
    cities = {space.code: space.population for space in board().spaces if space.is_city}
    assert sorted(cities.values()) == [1] * 6 + [2, 6]
    assert (cities["Sai"], cities["Hue"]) == (6, 2)


def test_1_3_4_note_locs_hold_forces():
    """Each LoC has Econ 0, 1 or 2, and pieces of all sides may be on it."""
    assert {space.econ for space in board().spaces if space.is_loc} == {0, 1, 2}
    assert position("SaCT: ut at ng vg")["SaCT"] == "ut at ng vg"


def test_1_3_5_foreign_countries():
    """North Vietnam, 2 Provinces of Laos and 4 of Cambodia; all other spaces, LoCs too, are the South."""
    countries = [space.country for space in board().spaces]
    abroad = {country: countries.count(country) for country in ("north-vietnam", "laos", "cambodia")}
    assert abroad == {"north-vietnam": 1, "laos": 2, "cambodia": 4}
    assert countries.count("south-vietnam") == 40
    assert all(space.country == "south-vietnam" for space in board().spaces if space.is_loc)


def test_1_3_5_insurgents_enter_north_vietnam():
    """NVA and VC may enter North Vietnam, which is closed to COIN (1.4.2)."""
    assert position("QTr: 2nt", to_act="NVA").play("NVA march QTr>NVn:2nt")["NVn"] == "2nt"
    assert position("QTr: 2vg", to_act="VC").play("VC march QTr>NVn:2vg")["NVn"] == "2vg"


def test_1_3_7_coasts():
    """Spaces on the ocean, across a LoC as well: 5 Cities, 12 Provinces; not the inland delta."""
    coastal = {space.code for space in board().spaces if space.coastal and not space.is_loc}
    assert {"Hue", "DaN", "QNh", "CRa", "Sai"} == {code for code in coastal if where(code).is_city}
    assert len(coastal) == 5 + 12
    assert {"NVn", "Sih", "PhB"} <= coastal
    assert {"KPh", "CaT", "Ple", "Tay"}.isdisjoint(coastal)


# -- 1.4 Forces, 1.5 Factions -----------------------------------------------------------------


@pytest.mark.parametrize("piece", ["ut", "ub"])
def test_1_4_1_exception_us_troops_and_bases_stay(piece):
    """The US take up Irregulars and ARVN forces only: Troops and Bases are not placed from the map."""
    game = position("Hue: ut ub; Sai: 3ut ub", to_act="US", available="0ut 0ub")
    with refuses("3.2.1", because="US Train places no"):
        game.play(f"US train Hue+{piece}<Sai")


def test_1_4_1_us_lifts_arvn_rangers():
    """The US take up Rangers as well, which enter Underground."""
    game = position("Hue: ut ub; Sai: ar*", to_act="US", available="0ar").play("US train Hue+ar*<Sai")
    assert (game["Hue"], game["Sai"]) == ("ut ub ar", "")


def test_1_4_1_arvn_lift_no_us_pieces():
    """ARVN place their own forces only."""
    with refuses("3.2.1"):
        position("Hue: at ab; Sai: ui", to_act="ARVN", available="0ui").play("ARVN train Hue+ui<Sai")


def test_1_4_3_note_moving_shows_and_hides_nobody():
    """Moving alone neither Activates nor hides a piece, even in a mixed group."""
    game = position("Par: vg vg*", to_act="VC").play("VC march Par>Tay:vg+vg*")
    assert game["Tay"] == "vg vg*"


def test_1_4_3_note_active_guerrillas_may_be_told_to_activate():
    """All Guerrillas of an Attack Activate, even if some or all are Active already."""
    game = position("Hue: vg 2vg* at", to_act="VC").play("VC attack Hue {3} Hue-at")
    assert game["Hue"] == "3vg*"


def test_1_5_1_friends_neither_stop_nor_feel_each_other():
    """Insurgents March through one another; COIN pieces Patrol past one another."""
    game = position("SLa: 2ng; CLa: 3vg", to_act="NVA", trail=2).play("NVA march SLa>CLa>QTr:2ng")
    assert (game["CLa"], game["QTr"]) == ("3vg", "2ng")
    game = position("Sai: ut; SaCT: 2at", to_act="US").play("US patrol Sai>SaCT>CaT:ut")
    assert game["CaT"] == "ut"


# -- 1.6 to 1.9 -------------------------------------------------------------------------------


def test_1_6_2_note_a_loc_is_always_neutral():
    """Terror and Tax on a LoC shift nothing."""
    game = position("SaCT: 2vg", to_act="VC").play("VC terror SaCT | tax SaCT")
    assert (game.level("SaCT"), game.space("SaCT").sabotage) == ("N", True)


def test_1_7_all_pieces_count():
    """Bases, Special Forces and Police count for Control as Troops do."""
    assert position("Tay: ub ab ui 2vg").control("Tay") == "coin"
    assert position("Tay: ub ab 2vg").control("Tay") == "none"
    assert position("Tay: nb^ ng vb").control("Tay") == "nva"


def test_1_8_losses_end_at_0():
    """Tracks do not fall below 0: Subversion at 0 Patronage."""
    game = position("KGi: vg; SaCT: vg 2at", to_act="VC", patronage=0)
    assert game.play("VC rally KGi+vg | subvert SaCT-2at").state.patronage == 0


def test_1_8_1_us_base_cost_free_operations_at_econ():
    """At Econ the US may still use free Operations: Irregulars, Sweep, Assault, Patrol."""
    spaces = "Hue: 2ut ub 2vg*"
    for line in ("US train Hue+2ui", "US sweep Hue", "US assault Hue", "US patrol"):
        assert position(spaces, to_act="US", ARVN=15, econ=15).play(line).resources("ARVN") == 15


def test_1_9_example_every_marker_from_the_board():
    """Markers are counted from pieces and levels, at any moment: a Rally's Base moves VC's by 1."""
    game = position("KGi: 2vg PO", to_act="VC")
    before = game.score("VC")
    assert game.play("VC rally KGi-2vg+vb").score("VC") == before + 1


# -- 2 Sequence of Play -----------------------------------------------------------------------


def test_2_3_two_factions_act_on_a_card():
    """After two Factions have executed, no other acts, even if two more are Eligible."""
    game = position("Hue: ut; KGi: vg", card=1).play("US train Hue\nNVA limop rally trail+1")
    assert (game.to_act, game.state.phase) == (None, "finished")
    assert set(game.state.eligible) == {"ARVN", "VC"}


def test_2_3_1_all_factions_start_eligible():
    """All Factions are Eligible at the start."""
    assert set(position().state.eligible) == {"US", "NVA", "ARVN", "VC"}


def test_2_3_1_ineligible_for_one_card_only():
    """A Faction that executed is Ineligible for one card only, and Eligible again on the card after it."""
    game = position("Hue: ut; KGi: vg", card=1).play("US train Hue\nNVA limop rally trail+1\nnext #3")
    assert set(game.state.eligible) == {"ARVN", "VC"}
    while game.to_act is not None:
        game.play(f"{game.to_act} pass")
    assert set(game.state.eligible) == {"US", "NVA", "ARVN", "VC"}


@pytest.mark.parametrize(
    ("line", "rule"),
    [("NVA rally trail+1", ""), ("NVA rally", "2.3.4"), ("US patrol", ""), ("US train", "3.2.1")],
)
def test_2_3_4_note_what_counts_as_executed(line, rule):
    """A Rally for the Trail alone and a Patrol of nothing count; Train and Rally of nothing do not."""
    faction = line.split()[0]
    game = position("Hue: ut; Sai: ut", to_act=faction)
    if not rule:
        assert game.play(line).state.done[0].faction == faction
        return
    with refuses(rule):
        game.play(line)


def test_2_3_4_note_a_single_troop_in_highland_has_assaulted():
    """No effect is needed: the 2nd Eligible gets a Limited Operation only."""
    game = position("QTr: ut vg*; KGi: vg", card=1, eligible="US VC").play("US assault QTr")
    with refuses("2.3.4"):
        game.play("VC event shaded")


def test_2_4_1_minh_pays_for_a_train_once():
    """Case 2.4.1-03: 5 Aid for the Train, however many spaces it has."""
    spaces = "Sai: 2at 3ap PS; Hue: 2at 2ap"
    game = position(spaces, to_act="ARVN", leader=MINH, ARVN=12, aid=15).play("ARVN train Sai+6at, Hue+6ap")
    assert (game.resources("ARVN"), game.state.aid) == (6, 20)


def test_2_3_7_a_card_is_turned_up_on_a_coup_card_too():
    """While a Coup card is played the next Event already shows."""
    game = position(HELD, card=17, next=126, phase="finished").play("next #43")
    assert (game.state.card, game.state.next) == (126, 43)


# -- 3 Operations -----------------------------------------------------------------------------

OPERATIONS = {
    "train": "COIN",
    "patrol": "COIN",
    "sweep": "COIN",
    "assault": "COIN",
    "rally": "Insurgents",
    "march": "Insurgents",
    "attack": "Insurgents",
    "terror": "Insurgents",
}


def not_theirs(faction, verbs, side):
    """Return the verbs that are refused to a Faction as not its own."""
    game = position("Hue: 2ut at 2ng 2vg", to_act=faction)
    refused = {verb: game.refused(f"{faction} {verb} Tay Tay {{1}} aid+1") for verb in verbs}
    return {verb for verb, refusal in refused.items() if refusal.code == "not-your-verb"} == {
        verb for verb in verbs if verbs[verb] != side
    }


@pytest.mark.parametrize("faction", ["US", "ARVN"])
def test_3_2_the_four_coin_operations(faction):
    """Train, Patrol, Sweep and Assault; no Insurgent one."""
    assert not_theirs(faction, OPERATIONS, "COIN")


@pytest.mark.parametrize("faction", ["NVA", "VC"])
def test_3_3_the_four_insurgent_operations(faction):
    """Rally, March, Attack and Terror; no COIN one."""
    assert not_theirs(faction, OPERATIONS, "Insurgents")


def test_3_1_note_nobodys_leave_is_asked():
    """No Faction needs leave for actions on a friend's pieces: US Train ARVN Police, NVA take VC over."""
    assert position("Hue: ut ub", to_act="US").play("US train Hue+6ap")["Hue"] == "ut ub 6ap"
    game = position("KGi: 3ng vg; KPh: ng", to_act="NVA")
    assert game.play("NVA rally KPh+ng | infiltrate KGi take KGi-vg+ng")["KGi"] == "4ng"


def test_3_1_2_exception_pacify_costs_in_a_train_that_costs_nothing():
    """A Train that places nothing is free, but its Pacify is paid."""
    game = position("Hue: 2at 2ap", to_act="ARVN", ARVN=3).play("ARVN train Hue pacify Hue=PS")
    assert game.resources("ARVN") == 0
    with refuses("3.1", because="cannot pay"):
        position("Hue: 2at 2ap", to_act="ARVN", ARVN=2).play("ARVN train Hue pacify Hue=PS")


def test_3_2_1_us_pacify_example_of_piece_and_control():
    """A US Pacify in Train needs no Police. Any US piece will do, a Base as well."""
    game = position("Kon: ub", to_act="US", ARVN=21, econ=15).play("US train Kon pacify Kon=AS")
    assert (game.level("Kon"), game.resources("ARVN")) == ("AS", 15)


def test_3_2_3_example_the_neighbour_enters_without_a_loc():
    """In the rulebook's example Troops in Binh Tuy may join those that cross Route 11, at one price."""
    game = position("CRa: 2at; BTu: 2at; QDu: 2vg", to_act="ARVN")
    game.play("ARVN sweep CRa>CRDL>QDu:2at BTu>QDu:2at")
    assert (game["QDu"], game.resources("ARVN")) == ("4at 2vg*", 17)


def test_3_2_4_example_a_roll_of_3_does_nothing():
    """In the rulebook's example both Tunnels stay on 1 to 3; from 4 on one marker goes, no piece."""
    game = position("Tay: 3ut 2vb^", to_act="US")
    assert game.play("US assault Tay {3}")["Tay"] == "3ut 2vb^"
    game = position("Tay: 3ut 2vb^", to_act="US")
    assert game.play("US assault Tay {4}")["Tay"] == "3ut vb vb^"


@pytest.mark.parametrize(
    ("faction", "there", "most"),
    [
        ("ARVN", "QTr: 3at 9vg*", 1),
        ("ARVN", "QTr: 5at 9vg*", 1),
        ("ARVN", "QTr: 6at 9vg*", 2),
        ("US", "QTr: 2ut 9vg*", 1),
        ("US", "QTr: 3ut 9vg*", 1),
        ("US", "QTr: ut ub 9vg*", 2),
        ("US", "QTr: 2ut ub 9vg*", 4),
    ],
)
def test_3_2_4_strength_in_highland_to_the_piece(faction, there, most):
    """Strength in Highland is a third for ARVN, half for the US, doubled at a US Base, and exactly that."""
    game = position(there, to_act=faction)
    for wrong in {most - 1, most + 1} - {0}:
        game.refused(f"{faction} assault QTr-{wrong}vg*")
    assert game.play(f"{faction} assault QTr-{most}vg*").count("QTr", "vg*") == 9 - most


def test_3_2_4_what_troops_leave_goes_to_guerrillas_then_bases():
    """Each hit counts once: first against Troops, then Guerrillas, then Bases."""
    with refuses("3.2.4"):
        position("QTi: 3ut 2nt 3vg*", to_act="US").play("US assault QTi-2nt-2vg*")
    assert position("QTi: 3ut 2nt 3vg*", to_act="US").play("US assault QTi-2nt-vg*")["QTi"] == "3ut 2vg*"
    game = position("QTi: 4ut nt 2vg* 2vb", to_act="US").play("US assault QTi-nt-2vg*-vb")
    assert game["QTi"] == "4ut vb"


def test_3_2_4_the_last_hit_for_the_open_base():
    """One hit takes the Base without a Tunnel; nothing is left for the other's die."""
    game = position("QTi: ut vb vb^", to_act="US")
    with refuses("3.2.4", code="surplus-clause"):
        game.play("US assault QTi-vb {5}")
    assert game.play("US assault QTi-vb")["QTi"] == "ut vb^"


def test_3_2_4_aid_for_bases_ends_at_75():
    """2 Bases at 70 Aid."""
    game = position("Sai: 4at 2vb", to_act="ARVN", aid=70).play("ARVN assault Sai-2vb")
    assert game.state.aid == 75


def test_3_3_1_trail_in_a_limited_rally_of_no_space():
    """A Limited Rally in no space may Improve the Trail, for 2 Resources."""
    game = position(to_act="NVA", NVA=2, trail=1).play("NVA limop rally trail+1")
    assert (game.state.trail, game.resources("NVA")) == (2, 0)


def test_3_3_2_example_three_would_not_be_seen():
    """In the rulebook's example, one Police less or Neutral would leave both Guerrillas Underground."""
    for there in ("ap PS", "2ap"):
        game = position(f"Par: 2vg; KPh: {there}", to_act="VC").play("VC march Par>KPh:2vg")
        assert game.count("KPh", "vg") == 2


def marches(faction, spaces, trail, limop=""):
    """Return the moves that a March may begin with."""
    answers = position(spaces, to_act=faction, trail=trail).asked(f"{faction} {limop}march")
    return [
        write_clause(move)
        for question in answers.questions
        for move in question.answers()
        if isinstance(move, Move)
    ]


def test_3_3_2_every_step_is_listed():
    """A VC March lists each neighbour with 1 and with 2 pieces, and no further space, at any Trail."""
    listed = marches("VC", "Par: 2vg", trail=4)
    assert len(listed) == 2 * len(where("Par").adjacent)
    assert {"Par>Tay:vg", "Par>Tay:2vg", "Par>KPh:2vg"} <= set(listed)


def test_3_3_2_ways_along_the_trail_are_listed():
    """NVA: on from Laos and Cambodia, never back to where the path was; else single steps only."""
    along_trail = marches("NVA", "NVn: ng", trail=1)
    assert {"NVn>CLa:ng", "NVn>CLa>QTr:ng", "NVn>CLa>SLa>Ple:ng"} <= set(along_trail)
    assert "NVn>QTr>Hue:ng" not in along_trail
    paths = [way.partition(":")[0].split(">") for way in along_trail]
    assert all(len(set(path)) == len(path) for path in paths)
    single = [way for way in along_trail if way.count(">") == 1]
    assert marches("NVA", "NVn: ng", trail=0) == single
    assert marches("NVA", "NVn: ng", trail=1, limop="limop ") == single


def test_3_3_2_a_limited_march_of_two_groups():
    """Both into the one destination; going on, or elsewhere, is refused."""
    game = position("Par: vg; Tay: vg", to_act="VC")
    with refuses("2.3.5", code="limop-one-space"):
        game.play("VC limop march Par>KPh:vg Tay>Fis:vg")
    assert game.play("VC limop march Par>Fis:vg Tay>Fis:vg")["Fis"] == "2vg"


def test_3_3_4_note_a_marked_space_gets_no_second_marker():
    """Terror twice on two cards leaves one marker, though the level shifts each time."""
    game = position("Hue: 2vg PS terror 1", to_act="VC").play("VC terror Hue")
    assert (game.space("Hue").terror, game.level("Hue")) == (1, "N")
