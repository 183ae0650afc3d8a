"""Assault (3.2.4)."""

from table import position, refuses


def test_3_2_4_underground_guerrilla_shields_base():
    """An Underground Guerrilla of either Insurgent keeps Bases from being Assaulted."""
    game = position("Ple: 3ut vb ng", to_act="US")
    with refuses("3.2.4", because="Underground Guerrillas"):
        game.play("US assault Ple-vb")


def test_3_2_4_example_two_tunneled_bases_alone():
    """Rulebook example: 3 US Troops and 2 Tunneled Bases in Jungle: no piece goes, one Tunnel may."""
    game = position("Tay: 3ut vb^ nb^", to_act="US")
    assert position("Tay: 3ut 2vb^", to_act="US").play("US assault Tay {5}")["Tay"] == "3ut vb vb^"
    assert game.play("US assault Tay {3}")["Tay"] == "3ut nb^ vb^"
