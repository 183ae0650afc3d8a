"""Air Strike under Capabilities and Momentum (4.2.3, 5.3, 5.4)."""

import pytest
from table import position, refuses


def strike(spaces="", move="", *, capabilities=(), momentum=(), **fields):
    """Return a US Patrol without moves, followed by this Air Strike."""
    fields = {"to_act": "US", "trail": 3, **fields}
    game = position(spaces, capabilities=capabilities, momentum=momentum, **fields)
    return game.play(f"US patrol | airstrike {move}")


# -- 4 Top Gun ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "die"), [("second", "{2} "), ("original", "")])
def test_card_4_unshaded_two_boxes(rules, die):
    """Degrading takes 2 boxes in place of 1, for the same 2 hits; not 1 box."""
    unshaded = ((4, "unshaded"),)
    assert strike(move=f"{die}trail-1", rules=rules).state.trail == 2
    assert strike(move=f"{die}trail-2", rules=rules, capabilities=unshaded).state.trail == 1
    with refuses("card 4", code="wrong-amount"):
        strike(move=f"{die}trail-1", rules=rules, capabilities=unshaded)


def test_card_4_unshaded_at_the_end_of_the_trail():
    """From 1 the Trail drops 1 box; under shaded AAA it drops 1 box from 3, and 2 boxes from 4."""
    top_gun, aaa = (4, "unshaded"), (31, "shaded")
    assert strike(move="{2} trail-1", trail=1, capabilities=(top_gun,)).state.trail == 0
    assert strike(move="{2} trail-1", trail=3, capabilities=(top_gun, aaa)).state.trail == 2
    assert strike(move="{2} trail-2", trail=4, capabilities=(top_gun, aaa)).state.trail == 2


@pytest.mark.parametrize("trail", [2, 3])
def test_card_31_shaded_refuses_the_second_box_of_top_gun(trail):
    """The floor of AAA is no end of the track: 2 boxes from 3 are refused for it, under the card."""
    with refuses("card 31", code="trail-end", because="below 2"):
        strike(move="{2} trail-2", trail=trail, capabilities=((4, "unshaded"), (31, "shaded")))


def test_card_4_unshaded_reading():
    """By the reading card-4 each box costs 2 hits, and it may be just 1 box."""
    fields = {"capabilities": ((4, "unshaded"),), "readings": ("card-4",)}
    assert strike(move="{3} trail-1", **fields).state.trail == 2
    assert strike(move="{4} trail-2", **fields).state.trail == 1
    assert strike(move="{6} trail-1", **fields).state.trail == 2
    with refuses("card 4", code="wrong-amount"):
        strike(move="{6} trail-1", capabilities=((4, "unshaded"),))


@pytest.mark.parametrize(("die", "trail"), [(3, 3), (4, 2)])
def test_card_4_shaded_die(die, trail):
    """The 2 hits are spent, then 4-6 is needed for the box; the die is owed once it is tried."""
    shaded = ((4, "shaded"),)
    game = strike("QTr: ui 2nt", f"{{4}} QTr-2nt trail-1 {{{die}}}", capabilities=shaded)
    assert (game["QTr"], game.state.trail) == ("ui", trail)
    assert strike(move=f"trail-1 {{{die}}}", rules="original", capabilities=shaded).state.trail == trail
    with refuses("card 4", because="still to be said"):
        strike(move="{2} trail-1", capabilities=shaded)
    with refuses("4.2.3", code="too-few-hits"):
        strike(move="{1} trail-1 {6}", capabilities=shaded)


# -- 5 Wild Weasels ---------------------------------------------------------------------------------

WEASELS = ((5, "shaded"),)


def test_card_5_shaded_one_piece_or_the_trail():
    """A strike removes 1 piece or Degrades the Trail, never both."""
    assert strike("QTr: ut 3nt", "{6} QTr-nt", momentum=WEASELS)["QTr"] == "ut 2nt"
    assert strike("QTr: ut 3nt", "{2} trail-1", momentum=WEASELS).state.trail == 2
    with refuses("card 5", code="too-many"):
        strike("QTr: ut 3nt", "{6} QTr-2nt", momentum=WEASELS)
    with refuses("card 5", because="has removed a piece"):
        strike("QTr: ut 3nt", "{6} QTr-nt trail-1", momentum=WEASELS)


def test_card_5_shaded_a_space_without_removal():
    """In the second edition a selected space without a removal still allows a Degrade."""
    assert strike("QTr: ut 3nt", "{6} QTr trail-1", momentum=WEASELS).state.trail == 2


def test_card_5_shaded_original():
    """In the original edition 6 pieces may go; the Trail may be Degraded only without a selected space."""
    fields = {"rules": "original", "momentum": WEASELS}
    assert strike("QTr: ut 3nt", "QTr-3nt", **fields)["QTr"] == "ut"
    assert strike("QTr: ut 3nt", "trail-1", **fields).state.trail == 2
    with refuses("card 5", because="selects spaces"):
        strike("QTr: ut 3nt", "QTr trail-1", **fields)


# -- 8 Arc Light ------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["NVn", "CLa", "Fis", "QNa"])
def test_card_8_unshaded_one_unseen_province(code):
    """1 Province, which may be foreign, needs no US or ARVN piece."""
    line = f"{{2}} {code}-2nt"
    assert strike(f"{code}: 2nt", line, capabilities=((8, "unshaded"),))[code] == ""
    with refuses("4.2.3", because="no US or ARVN piece"):
        strike(f"{code}: 2nt", line)


def test_card_8_unshaded_limits():
    """A second such Province, a City and a LoC are refused, even if no piece goes in the first."""
    fields = {"capabilities": ((8, "unshaded"),)}
    with refuses("card 8", because="selected already"):
        strike("QNa: nt; CLa: nt", "{2} QNa, CLa-nt", **fields)
    for code in ("Hue", "HuDN"):
        with refuses("4.2.3", because="no US or ARVN piece"):
            strike(f"{code}: ng*", f"{{2}} {code}-ng*", **fields)


def test_card_8_unshaded_counts_in_monsoon():
    """The Province counts as one of the 2 spaces in Monsoon."""
    fields = {"capabilities": ((8, "unshaded"),), "next": 126}
    with refuses("2.3.9", code="too-many-spaces"):
        strike("QNa: nt; Hue: ut ng*; BDi: ut ng*", "{3} QNa-nt, Hue-ng*, BDi-ng*", **fields)


@pytest.mark.parametrize(
    ("removed", "plain", "shaded"), [("nt", "N", "N"), ("2nt", "N", "PO"), ("nt+ng*", "N", "PO")]
)
def test_card_8_shaded_two_levels(removed, plain, shaded):
    """A space that loses 2 or more pieces shifts 2 levels; a space that loses 1 piece shifts 1."""
    move = f"{{3}} QTr-{removed.replace('+', '-')}"
    spaces = f"QTr: ut {removed.replace('+', ' ')} PS"
    assert strike(spaces, move).level("QTr") == plain
    assert strike(spaces, move, capabilities=((8, "shaded"),)).level("QTr") == shaded


def test_card_8_shaded_original_and_bases():
    """A Base counts as a piece; the original edition's selected space still shifts 1 level for nothing."""
    fields = {"capabilities": ((8, "shaded"),)}
    assert strike("QTr: ut nt nb PS", "{2} QTr-nt-nb", **fields).level("QTr") == "PO"
    assert strike("QTr: ut nt PS", "QTr", rules="original", **fields).level("QTr") == "N"
    assert strike("QTr: ut nt nb PS", "QTr-nt-nb", rules="original", **fields).level("QTr") == "PO"


# -- 20 Laser Guided Bombs ----------------------------------------------------------------------------


def test_card_20_unshaded_one_piece_shifts_nothing():
    """A space that loses exactly 1 piece does not shift; one that loses 2 shifts, 2 levels by Arc Light."""
    bombs, arc_light = (20, "unshaded"), (8, "shaded")
    assert strike("QTr: ut 2nt PS", "{3} QTr-nt", capabilities=(bombs,)).level("QTr") == "PS"
    assert strike("QTr: ut 2nt PS", "{3} QTr-2nt", capabilities=(bombs,)).level("QTr") == "N"
    assert strike("QTr: ut 2nt PS", "{3} QTr-2nt", capabilities=(bombs, arc_light)).level("QTr") == "PO"
    assert strike("QTr: ut nt PS", "QTr-nt", capabilities=(bombs,), rules="original").level("QTr") == "PS"


def test_card_20_shaded_two_pieces():
    """2 pieces go in all spaces together; remaining hits may Degrade the Trail."""
    fields = {"capabilities": ((20, "shaded"),)}
    game = strike("QTr: ut 3nt; Hue: ut ng*", "{4} QTr-nt, Hue-ng* trail-1", **fields)
    assert (game["QTr"], game["Hue"], game.state.trail) == ("ut 2nt", "ut", 2)
    with refuses("card 20", code="too-many"):
        strike("QTr: ut 3nt", "{6} QTr-3nt", **fields)
    assert strike("QTr: ut 3nt", "{1} QTr-nt", **fields)["QTr"] == "ut 2nt"


def test_card_20_shaded_original_four_pieces():
    """In the original edition the limit is 4 pieces."""
    fields = {"capabilities": ((20, "shaded"),), "rules": "original"}
    assert strike("QTr: ut 5nt", "QTr-4nt", **fields)["QTr"] == "ut nt"
    with refuses("card 20", code="too-many"):
        strike("QTr: ut 5nt", "QTr-5nt", **fields)


def test_card_20_shaded_and_wild_weasels():
    """4.2.3-14: both limits are obeyed: 1 piece, whichever came later."""
    fields = {"capabilities": ((20, "shaded"),), "momentum": WEASELS}
    with refuses("card 5", code="too-many"):
        strike("QTr: ui 4nt", "{4} QTr-2nt", **fields)
    assert strike("QTr: ui 4nt", "{4} QTr-nt", **fields)["QTr"] == "ui 3nt"


def test_card_20_shaded_and_wild_weasels_by_the_other_reading():
    """Reading 4.2.3-14: the later card's limit holds alone; a Period Capability is the older one."""
    fields = {"capabilities": ((20, "shaded"),), "momentum": WEASELS, "readings": ("4.2.3-14",)}
    assert strike("QTr: ui 4nt", "{4} QTr-2nt", played=(5, 20, 1), **fields)["QTr"] == "ui 2nt"
    for played in ((20, 5, 1), (5, 1)):
        with refuses("card 5", code="too-many"):
            strike("QTr: ui 4nt", "{4} QTr-2nt", played=played, **fields)


def test_card_20_shaded_an_events_own_number():
    """Aces' 6 hits prevail (5.1.2), unless the readings card-6-2 say otherwise."""
    fields = {"card": 6, "capabilities": ((20, "shaded"),), "trail": 3}
    line = "US event unshaded airstrike CLa-3nt"
    assert position("CLa: 4nt", **fields).play(line)["CLa"] == "nt"
    with refuses("card 20"):
        position("CLa: 4nt", readings=("card-6-2",), **fields).play(line)


def test_card_20_shaded_new_jersey():
    """The Event's 2 pieces in each space prevail; by reading card-30 they do not."""
    fields = {"card": 30, "capabilities": ((20, "shaded"),)}
    spaces, line = "QNa: 2ng*; QTi: 2ng*", "US event unshaded US airstrike QNa-2ng*, QTi-2ng*"
    assert position(spaces, **fields).play(line)["QTi"] == ""
    with refuses("card 20"):
        position(spaces, readings=("card-30",), **fields).play(line)


# -- 31 AAA -----------------------------------------------------------------------------------------


def test_card_31_shaded_not_below_2():
    """No Air Strike Degrades the Trail below 2; the pieces alone may go."""
    shaded = ((31, "shaded"),)
    assert strike(move="{2} trail-1", trail=3, capabilities=shaded).state.trail == 2
    assert strike(move="{2} trail-1", trail=2).state.trail == 1
    for trail in (1, 2):
        with refuses("card 31"):
            strike(move="{2} trail-1", trail=trail, capabilities=shaded)
    assert strike("QTr: ut 2nt", "{2} QTr-2nt", trail=2, capabilities=shaded)["QTr"] == "ut"


def test_card_31_shaded_other_causes():
    """Only Air Strikes are limited; Rolling Thunder, for example, is not."""
    game = position(card=10, trail=3, NVA=12, capabilities=((31, "shaded"),)).play("US event unshaded")
    assert (game.state.trail, game.resources("NVA")) == (1, 3)


# -- 33 MiGs ----------------------------------------------------------------------------------------


def test_card_33_shaded_a_troop_for_a_degrade():
    """A strike that Degrades the Trail costs 1 US Troop from Available, if there is one; another does not."""
    shaded = ((33, "shaded"),)
    assert strike(move="{2} trail-1", capabilities=shaded)["casualties"] == "ut"
    assert strike(move="{2} trail-1", capabilities=shaded, available="0ut")["casualties"] == ""
    assert strike("QTr: ut 2nt", "{2} QTr-2nt", capabilities=shaded)["casualties"] == ""
    assert strike(move="{2} trail-1")["casualties"] == ""


def test_card_33_shaded_against_top_gun():
    """Unshaded Top Gun switches it off; a failed roll of shaded Top Gun triggers nothing."""
    migs = (33, "shaded")
    game = strike(move="{2} trail-2", capabilities=(migs, (4, "unshaded")))
    assert (game["casualties"], game.state.trail) == ("", 1)
    assert strike(move="{2} trail-1 {2}", capabilities=(migs, (4, "shaded")))["casualties"] == ""
    assert strike(move="{2} trail-1 {5}", capabilities=(migs, (4, "shaded")))["casualties"] == "ut"


@pytest.mark.parametrize(("before", "after"), [(20, 14), (4, 0)])
def test_card_33_unshaded_in_reset(before, after):
    """Each Reset costs NVA 6 Resources, as far as they go."""
    fields = {"card": 126, "phase": "withdrawal", "played": (17, 126), "NVA": before, "withdrawn": 2}
    assert position(capabilities=((33, "unshaded"),), **fields).play("VC pass").resources("NVA") == after
    assert position(**fields).play("VC pass").resources("NVA") == before


# -- 34 SA-2s -----------------------------------------------------------------------------------------


def test_card_34_unshaded_a_piece_outside_the_south():
    """The US choose 1 NVA piece in North Vietnam, Laos or Cambodia, a Base too; it is owed."""
    fields = {"capabilities": ((34, "unshaded"),)}
    spaces = "NVn: nt ng; Fis: ng nb; CLa: nb^"
    assert strike(spaces, "{2} trail-1, Fis-nb", **fields)["Fis"] == "ng"
    assert strike(spaces, "{2} trail-1, NVn-ng", **fields)["NVn"] == "nt"
    with refuses("card 34", because="still to be said"):
        strike(spaces, "{2} trail-1", **fields)
    with refuses("card 34", code="too-many"):
        strike(spaces, "{2} trail-1, Fis-ng-nb", **fields)


def test_card_34_unshaded_limits():
    """Tunneled Bases, pieces in the South and VC are safe; a Degrade costs 1 piece, also for 2 boxes."""
    fields = {"capabilities": ((34, "unshaded"),)}
    assert strike("CLa: nb^ vg; QTr: ng", "{2} trail-1", **fields)["CLa"] == "nb^ vg"
    assert strike("QTr: ut nt; CLa: nt", "{1} QTr-nt", **fields)["CLa"] == "nt"
    both = ((34, "unshaded"), (4, "unshaded"))
    assert strike("CLa: 3nt", "{2} trail-2", capabilities=both)["CLa"] == "2nt"
    assert strike("CLa: 3nt", "{2} trail-1")["CLa"] == "3nt"


# -- Momentum that bars Air Strike and Air Lift -------------------------------------------------------


@pytest.mark.parametrize("momentum", [(10, "shaded"), (22, "shaded"), (41, "unshaded")])
def test_cards_10_22_41_no_air_strike(momentum):
    """Rolling Thunder, Da Nang and Bombing Pause: no Air Strike is chosen; an Event's goes ahead."""
    with refuses(f"card {momentum[0]}", because="no Air Strike", code="momentum"):
        strike("QTr: ut 2nt", "{2} QTr-2nt", momentum=(momentum,))
    game = position("QTr: ut 2nt", card=1, oop="6ut", momentum=(momentum,))
    game.play("US event unshaded airstrike {2} QTr-2nt Hue+6ut<oop")
    assert (game["QTr"], game.level("QTr"), game["Hue"]) == ("ut", "PO", "6ut")


def test_card_15_shaded_no_air_lift():
    """4.2.2-05: shaded Medevac bars Air Lift by choice; the unshaded side does not."""
    line = "US train Sai | airlift Sai>Hue:2ut"
    with refuses("card 15", code="momentum"):
        position("Sai: 4ut", to_act="US", momentum=((15, "shaded"),)).play(line)
    assert position("Sai: 4ut", to_act="US", momentum=((15, "unshaded"),)).play(line)["Hue"] == "2ut"


@pytest.mark.parametrize("momentum", [(15, "shaded"), (115, "unshaded")])
def test_card_15_shaded_an_events_air_lift(momentum):
    """An Air Lift that a later Event grants is carried out, in as many spaces as ever (5.1.2)."""
    spaces = "Hue: 2at PS; Sai: 3ut; Kon: ut"
    game = position(spaces, card=69, eligible="NVA", momentum=(momentum,))
    game.play("NVA event unshaded US US: airlift Sai>Hue:ut Kon>Hue:ut ARVN: govern Hue aid")
    assert game["Hue"] == "2ut 2at"


# -- 39 Oriskany, 115 Typhoon Kate ---------------------------------------------------------------------


def test_card_39_shaded_no_degrade():
    """Oriskany: an Air Strike does not Degrade the Trail."""
    with refuses("card 39"):
        strike(move="{4} trail-1", momentum=((39, "shaded"),))


KATE = ((115, "unshaded"),)


def test_card_115_unshaded_air_strike_in_one_space():
    """4.2.3-16: 1 space may be struck, also in Monsoon, and the Trail may still be Degraded."""
    game = strike("QTr: ui 2nt; BDi: ut 2vg*", "{4} QTr-2nt trail-1", momentum=KATE)
    assert (game["QTr"], game.state.trail) == ("ui", 2)
    for coming in (2, 126):
        with refuses("card 115", code="too-many-spaces"):
            strike("QTr: ui nt; BDi: ut vg*", "{4} QTr-nt, BDi-vg*", momentum=KATE, next=coming)


@pytest.mark.parametrize(
    ("spaces", "line"),
    [
        ("Sai: 4ut", "US train Sai | airlift Sai>Hue:2ut"),
        ("Sai: 4at", "ARVN patrol | transport Sai>SaCT:at"),
    ],
)
def test_card_115_unshaded_forbids(spaces, line):
    """Air Lift and Transport are refused."""
    with refuses("card 115", code="momentum"):
        position(spaces, to_act=line.split()[0], leader=(128,), momentum=KATE).play(line)


@pytest.mark.parametrize(
    ("spaces", "line"),
    [
        ("Sai: ut; Hue: 2ui; Kon: 2ui", "US train Sai | advise Hue irregulars, Kon irregulars"),
        ("Sai: 3at; Hue: 3at PS; Kon: 3at PS", "ARVN train Sai | govern Hue aid, Kon aid"),
        ("Sai: 3at; Hue: ar ng*; Kon: ar ng*", "ARVN patrol | raid Hue-ng*, Kon-ng*"),
        (
            "Sai: 3at; Kon: 2ar; Ple: ng*; BDi: ng*",
            "ARVN patrol | raid Kon>Ple:ar Ple-ng* Kon>BDi:ar BDi-ng*",
        ),
    ],
)
def test_card_115_unshaded_one_space(spaces, line):
    """Advise, Govern and Raid are limited to 1 space; without the card, to 2."""
    with refuses("card 115", code="too-many-spaces"):
        position(spaces, to_act=line.split()[0], leader=(128,), momentum=KATE).play(line)
    position(spaces, to_act=line.split()[0], leader=(128,)).play(line)


def test_card_115_unshaded_not_the_support_phase():
    """Pacification is not a Special Activity, so Typhoon Kate does not limit it."""
    fields = {"card": 126, "phase": "support-arvn", "played": (17, 126), "ARVN": 30, "momentum": KATE}
    game = position("Hue: at ap; DaN: at ap", **fields).play("ARVN pacify Hue=PS, DaN=PS")
    assert (game.level("Hue"), game.level("DaN")) == ("PS", "PS")
