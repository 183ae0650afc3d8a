"""Events 61 to 65: every side, the clarifications that bear on it, and what it refuses."""

import msgspec
import pytest
from table import position, refuses

from fitl_core.state.state import Effort

# -- 61 Armored Cavalry ----------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["unshaded", "shaded"])
def test_card_61_is_a_capability(side):
    """Either side comes out and stays."""
    game = position(card=61).play(f"ARVN event {side}")
    assert [(c.card, c.side) for c in game.state.capabilities] == [(61, side)]


# -- 62 Cambodian Civil War ------------------------------------------------------------------------

CAMBODIA = "Sai: 4ut; Tay: 2ut; Par: 2vg vb; Fis: nb"


def test_card_62_unshaded_lift_sweep_and_bases():
    """The US lifts in, even in Monsoon; its Troops Sweep; ARVN, executing, removes 2 Bases."""
    game = position(CAMBODIA, card=62, next=125)
    game.play(
        "ARVN event unshaded US: airlift Sai>Par:4ut ARVN: US US: sweep Par, Par>Fis:2ut Par*vg"
        " ARVN: Par-vb, Fis-nb"
    )
    assert (game["Sai"], game["Par"], game["Fis"]) == ("", "2ut vg vg*", "2ut")


def test_card_62_unshaded_only_into_cambodia_and_from_there():
    """No other destination of the lift; no Troops Sweep in from outside."""
    game = position(CAMBODIA, card=62)
    with refuses("card 62", because="not in Cambodia"):
        game.play("ARVN event unshaded US: airlift Sai>Tay:ut")
    with refuses("card 62", because="Tay Ninh is not in Cambodia"):
        game.play("ARVN event unshaded US US: Tay>Fis:2ut")


def test_card_62_unshaded_without_lift_arvn_sweeps():
    """The lift may be left out; the Bases go all the same, Tunneled ones stay, even for their owner."""
    game = position("Par: 3at vg vb; Fis: vb^", card=62).play("ARVN event unshaded ARVN Par Par*vg")
    assert (game["Par"], game["Fis"]) == ("3at vg*", "vb^")
    game = position("Fis: vb^", card=62, eligible="VC").play("VC event unshaded ARVN ARVN: Fis")
    assert game["Fis"] == "vb^"


@pytest.mark.parametrize("momentum", [(115, "unshaded"), (15, "shaded")])
def test_card_62_unshaded_prevails_over_momentum(momentum):
    """5.1.2: neither Typhoon Kate nor Medevac stops the Air Lift that the Event names."""
    game = position("Sai: ut", card=62, momentum=(momentum,))
    assert game.play("ARVN event unshaded US: airlift Sai>Par:ut ARVN: US US: sweep Par")["Par"] == "ut"


def test_card_62_shaded_twelve_nva_pieces():
    """NVA decide the mix and the spaces, all in Cambodia."""
    game = position(card=62).play("ARVN event shaded NVA: Par+6nt, Sih+2nt+4ng")
    assert (game["Par"], game["Sih"]) == ("6nt", "2nt 4ng")
    with refuses("card 62", code="space-not-allowed"):
        position(card=62).play("ARVN event shaded NVA: CLa+6nt")
    with refuses("card 62", code="missing-choice"):
        position(card=62).play("ARVN event shaded NVA: Par+11nt")


def test_card_62_shaded_as_many_as_available():
    """With another Faction executing nothing comes from the map."""
    game = position("Hue: 2nt", card=62, available="2nt 0ng").play("ARVN event shaded NVA: Par+2nt")
    assert (game["Par"], game["Hue"]) == ("2nt", "2nt")


# -- 63 Fact Finding -------------------------------------------------------------------------------


def test_card_63_unshaded_pieces():
    """2 pieces, all of them, into the South, LoCs included; Aid +6."""
    game = position(card=63, oop="2ut ub").play("ARVN event unshaded Hue+ub<oop, HuDN+ut<oop")
    assert (game["Hue"], game["HuDN"], game["oop"], game.state.aid) == ("ub", "ut", "ut", 26)
    with refuses("card 63", code="missing-choice"):
        position(card=63, oop="2ut ub").play("ARVN event unshaded Hue+ub<oop")
    with refuses("card 63", code="space-not-allowed"):
        position(card=63, oop="2ut ub").play("ARVN event unshaded CLa+2ut<oop")
    with refuses("1.4.2", code="stacking"):
        position(card=63, oop="2ut ub").play("ARVN event unshaded HuDN+ub<oop")


@pytest.mark.parametrize(("patronage", "moved"), [(20, 5), (3, 3)])
def test_card_63_unshaded_patronage(patronage, moved):
    """A die of Patronage, or what there is, becomes ARVN Resources; Aid +6 as well."""
    game = position(card=63, patronage=patronage).play("ARVN event unshaded patronage {5}")
    assert (game.state.patronage, game.resources("ARVN")) == (patronage - moved, 20 + moved)
    assert game.state.aid == 26


@pytest.mark.parametrize(("option", "result"), [("patronage", (24, 20)), ("resources", (20, 24))])
def test_card_63_shaded_city_to_neutral(option, result):
    """A COIN-Controlled City with Support; then Patronage or VC Resources."""
    game = position("Hue: at AS; DaN: at 2vg PS; Sai: at AS", card=63)
    game.play(f"ARVN event shaded Hue=N {option}")
    assert (game.level("Hue"), game.level("DaN"), game.level("Sai")) == ("N", "PS", "AS")
    assert (game.state.patronage, game.resources("VC")) == result


def test_card_63_shaded_without_such_a_city():
    """The second part happens all the same (5.1.3)."""
    game = position("Hue: at PO", card=63).play("ARVN event shaded resources")
    assert (game.level("Hue"), game.resources("VC")) == ("PO", 24)
    with refuses("card 63", code="space-not-allowed"):
        position("Hue: at AS; DaN: vg PS", card=63).play("ARVN event shaded DaN resources")


# -- 64 Honolulu Conference ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "result"),
    [
        ("aid+10 patronage+3", (30, 23)),
        ("aid+10 patronage-5", (30, 15)),
        ("aid-10 patronage+3", (10, 23)),
        ("aid-10 patronage-5", (10, 15)),
    ],
)
def test_card_64_changes_and_insurgents_stay_eligible(changes, result):
    """All four combinations; VC, executing, stays Eligible and Agitates nothing."""
    game = position(card=64, eligible="VC").play(f"VC event unshaded {changes}")
    assert (game.state.aid, game.state.patronage) == result
    assert "VC" in game.state.eligible
    with refuses("card 64", code="wrong-amount"):
        position(card=64, eligible="VC").play("VC event unshaded aid+5")


def test_card_64_coin_pacifies_alone():
    """As in a Support Phase: its own Troops, Police, Control; 3 Resources a step; Ineligible then."""
    game = position("Hue: 2at ap PO terror 1; Sai: ut ap", card=64, ARVN=30, patronage=70)
    game.play("ARVN event unshaded aid+10 patronage+3 pacify Hue:terror-1 Hue=N")
    assert (game.level("Hue"), game.space("Hue").terror, game.resources("ARVN")) == ("N", 0, 24)
    assert game.state.pacified == ()
    with refuses("6.3.1", code="pieces-needed"):
        position("Sai: ut ap", card=64).play("ARVN event unshaded aid+10 patronage+3 Sai=PS")


def test_card_64_pacification_forgets_the_last_coup_round():
    """The limit of 4 spaces is this Event's own."""
    game = position("Hue: ut ap", card=64, ARVN=30, eligible="US")
    game.state = msgspec.structs.replace(
        game.state, pacified=tuple(Effort(name, 2) for name in ("saigon", "da-nang", "kontum", "can-tho"))
    )
    assert game.play("US event unshaded aid+10 patronage-5 Hue=AS").level("Hue") == "AS"


# -- 65 International Forces -----------------------------------------------------------------------


def test_card_65_unshaded_four_pieces():
    """Exactly 4 from Out of Play, anywhere that COIN may enter; an Insurgent chooses for itself."""
    game = position(card=65, oop="3ut ub 2ui", casualties="2ut", eligible="VC")
    game.play("VC event unshaded CLa+2ut<oop, Hue+ub+ui<oop")
    assert (game["CLa"], game["Hue"], game["oop"], game["casualties"]) == ("2ut", "ui ub", "ut ui", "2ut")


def test_card_65_unshaded_refusals():
    """Not fewer, not into North Vietnam, no Base on a LoC."""
    game = position(card=65, oop="3ut ub 2ui")
    with refuses("card 65", code="missing-choice"):
        game.play("ARVN event unshaded CLa+3ut<oop")
    with refuses("1.4.2", code="north-vietnam"):
        game.play("ARVN event unshaded NVn+2ut<oop")
    with refuses("1.4.2", code="stacking"):
        game.play("ARVN event unshaded HuDN+ub<oop")


def test_card_65_shaded_us_pieces_go_out_of_play():
    """The US chooses a die of its pieces, Bases too, whoever executes; not Casualties."""
    game = position("Hue: 3ut ub; Ple: ui*", card=65).play("ARVN event shaded {3} US: Hue-ut-ub, Ple-ui*")
    assert (game["Hue"], game["Ple"], game["oop"], game["casualties"]) == ("2ut", "", "ut ui ub", "")
    assert position("Hue: 3ut", card=65).play("ARVN event shaded {6}")["oop"] == "3ut"
