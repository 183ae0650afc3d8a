"""Infiltrate (4.4.1)."""

from table import position, refuses


def infiltrate(spaces, line, **fields):
    """Return a game after NVA Improved the Trail from 1 to 2 and then Infiltrated."""
    return position(spaces, to_act="NVA", **fields).play(f"NVA rally trail+1 | infiltrate {line}")


def before_trail(spaces, line, **fields):
    """Return a game after NVA Infiltrated and then Improved the Trail."""
    return position(spaces, to_act="NVA", **fields).play(f"NVA infiltrate {line} | rally trail+1")


def test_4_4_1_troops_at_a_base():
    """Trail and Bases allow Troops, then Guerrillas turn into more."""
    game = before_trail("SLa: 3ng nb", "SLa+2nt SLa-3ng+3nt", trail=1)
    assert game["SLa"] == "5nt nb"
    with refuses("4.4.1", code="too-many"):
        before_trail("SLa: 3ng nb", "SLa+3nt", trail=1)


def test_4_4_1_the_trail_as_it_is():
    """Infiltrate uses the Trail as it is: an earlier Improvement counts."""
    assert infiltrate("SLa: 3ng nb", "SLa+3nt")["SLa"] == "3nt 3ng nb"


def test_4_4_1_only_guerrillas_or_only_troops():
    """Infiltrate places up to a number of Troops and replaces any Guerrillas, Active ones too."""
    assert infiltrate("SLa: ng* 2ng nb", "SLa-ng*-ng+2nt")["SLa"] == "2nt ng nb"
    with refuses("4.4.1", because="1 for 1"):
        infiltrate("SLa: 3ng nb", "SLa-2ng+nt")


def test_4_4_1_troops_need_a_base():
    """Without an NVA Base no Troops come."""
    with refuses("4.4.1", because="placing Troops needs an NVA Base"):
        infiltrate("KGi: 3ng vg", "KGi+2nt")


def test_4_4_1_troops_from_elsewhere():
    """With none Available, Infiltrate may take up Troops elsewhere to place or to replace with (1.4.1)."""
    game = infiltrate("SLa: 2ng nb; Hue: 3nt", "SLa+2nt<Hue Hue-nt SLa-ng+nt", available="0nt")
    assert (game["SLa"], game["Hue"]) == ("3nt ng nb", "")


def test_4_4_1_take_over_a_guerrilla():
    """Case 4.4.1-02: the Opposition shifts, then 1 VC Guerrilla becomes NVA, Underground."""
    game = infiltrate("KGi: 3ng vg AO", "KGi take KGi=PO KGi-vg+ng", NVA=2, available="5ng")
    assert (game["KGi"], game.level("KGi"), game.control("KGi")) == ("4ng", "PO", "nva")
    assert (game.state.trail, game.resources("NVA")) == (2, 0)


def test_4_4_1_an_active_guerrilla_hides():
    """An Active VC Guerrilla is replaced with an Underground NVA one (1.4.3)."""
    assert infiltrate("KGi: 3ng vg*", "KGi-vg*+ng")["KGi"] == "4ng"
    with refuses("1.4.3", because="Underground", code="wrong-pieces"):
        infiltrate("KGi: 3ng vg*", "KGi-vg*+ng*")


def test_4_4_1_shift_only():
    """The replacement of a VC piece is optional. The shift is forced and need not be written."""
    game = infiltrate("KGi: 3ng vg PO", "KGi take")
    assert (game["KGi"], game.level("KGi")) == ("3ng vg", "N")
    with refuses("4.4.1", because="1 level, to Passive Opposition"):
        infiltrate("KGi: 3ng vg AO", "KGi=N")


def test_4_4_1_no_shift_from_support():
    """Infiltrate shifts no Support."""
    assert infiltrate("KGi: 3ng vg PS", "KGi-vg+ng").level("KGi") == "PS"


def test_4_4_1_needs_base_or_majority():
    """Case 4.4.1-03: to take over, NVA must outnumber VC, Bases included. 2 against 2 do not."""
    violation = position("KGi: 2ng vg vb AO", to_act="NVA").refused("NVA rally trail+1 | infiltrate KGi")
    assert violation.rule == "4.4.1"
    assert violation.facts == ("Kien Giang-An Xuyen: 2 NVA against 2 VC pieces",)


def test_4_4_1_majority_to_take_over():
    """A Base lets NVA build, but to take over they must outnumber VC."""
    with refuses("4.4.1", because="more NVA than VC"):
        infiltrate("KGi: nb vg", "KGi-vg+ng")


def test_4_4_1_tunneled_base():
    """Case 4.4.1-05: a Tunneled VC Base becomes a Tunneled NVA Base."""
    game = position("Tay: 2ng vb^ AO", to_act="NVA", NVA=2, available="3nb 9vb")
    vc, nva = game.score("VC"), game.score("NVA")
    game.play("NVA rally trail+1 | infiltrate Tay=PO Tay-vb^+nb^")
    assert (game["Tay"], game.level("Tay")) == ("2ng nb^", "PO")
    assert (game.score("VC"), game.score("NVA")) == (vc - 3, nva + 1)
    assert game.count("available", "vb") == 10 and game.count("available", "nb") == 2


def test_4_4_1_no_plain_removal():
    """Case 4.4.1-06: a VC Base stays if no NVA Base can replace it."""
    where = "Tay: 3ng vb AO"
    with refuses("4.4.1", because="no NVA Base is Available", code="not-available"):
        infiltrate(where, "Tay=PO Tay-vb+nb", available="0nb")
    with refuses("4.4.1", because="not just removed", code="wrong-pieces"):
        infiltrate(where, "Tay=PO Tay-vb", available="0nb")


def test_4_4_1_a_base_given_up_elsewhere():
    """NVA may take up a Base elsewhere, even a Tunneled one, to replace the VC Base."""
    game = infiltrate("Tay: 3ng vb AO; CLa: nb^", "Tay=PO, CLa-nb^, Tay-vb+nb", available="0nb")
    assert (game["Tay"], game["CLa"]) == ("3ng nb", "")
    with refuses("1.4.1", because="only when none is Available"):
        infiltrate("Tay: 3ng vb; CLa: nb", "Tay take, CLa-nb, Tay-vb+nb", available="1nb")


def test_4_4_1_what_is_given_up_is_used():
    """A Base taken up for a takeover must be used for it."""
    game = position("Tay: 4ng vb vg; CLa: nb", to_act="NVA", available="0nb 5ng")
    assert game.play("NVA rally trail+1 | infiltrate Tay take, CLa-nb")["Tay"] == "4ng nb vg"


def test_4_4_1_two_bases_full():
    """A Base can be taken over in a full space, since one replaces the other."""
    game = infiltrate("Tay: 4ng vb nb; CLa: nb", "Tay take, CLa-nb, Tay-vb+nb", available="0nb")
    assert game["Tay"] == "4ng 2nb"


def test_4_4_1_two_spaces():
    """Infiltrate selects at most 2 spaces."""
    with refuses("4.4.1", because="at most 2 spaces"):
        infiltrate("SLa: nb; CLa: nb; Fis: nb", "SLa+nt, CLa+nt, Fis+nt")


def test_4_4_1_with_march():
    """Infiltrate may come inside a March: its new Troops may March at once."""
    game = position("SLa: nb; KGi: ng; Par: 2ng", to_act="NVA", trail=1)
    game.play("NVA march Par>KGi:2ng | infiltrate SLa+2nt | march SLa>CLa:2nt")
    assert (game["CLa"], game["KGi"]) == ("2nt", "3ng")


def test_4_4_1_troops_that_replace_marched_guerrillas_have_not_marched():
    """Troops that replaced marched Guerrillas are new pieces and may March on, like later arrivals."""
    game = position("NVn: 2ng; SLa: ng; QTr: nb", to_act="NVA", trail=2)
    game.play("NVA march NVn>QTr:2ng | infiltrate QTr-2ng+2nt | march QTr>Hue:2nt")
    assert (game["QTr"], game["Hue"]) == ("nb", "2nt")


def test_4_4_1_guerrillas_replaced_behind_their_march_are_forgotten():
    """If Infiltrate replaces the 2 Guerrillas that Marched in, the third, which had not moved, may March."""
    game = position("NVn: 2ng; QTr: ng nb", to_act="NVA", trail=2)
    game.play("NVA march NVn>QTr:2ng | infiltrate QTr-2ng+2nt | march QTr>Hue:ng")
    assert (game["QTr"], game["Hue"]) == ("2nt nb", "ng")
    game = position("NVn: 2ng; QTr: ng nb", to_act="NVA", trail=2)
    with refuses("3.3.2", because="2 NVA Guerrillas Marched in", code="no-such-pieces"):
        game.play("NVA march NVn>QTr:2ng, QTr>Hue:2ng")
