"""8.5.1: how Non-player VC Terrorize, Tax and Subvert."""

from __future__ import annotations

from insurgents_decide import vc

SABOTEURS = "Sai vg PS; HuDN vg; aid 20; VC "


def test_8_5_1_support_calls_for_terror() -> None:
    """if-1: Support with an Underground Guerrilla and a Resource; no roll. Without Resources none."""
    found = vc("Ple vg vb 2at ap PS; VC 1")
    assert (found.node, found.move, found.dice) == ("8.5.1/if-1", "terror Ple", [])
    assert vc("Ple vg vb 2at ap PS; VC 0", None).says("8.5.1/if-1") == ["no"]
    assert vc("Ple vg* vb 2at ap PS; VC 1", None).says("8.5.1/if-1") == ["no"]


def test_8_5_1_population_against_two_dice() -> None:
    """if-2: Population that could shift, against two dice; equal is enough, and at 1 nothing is rolled."""
    people = "KPh 2vg; NVn 22vg; VC 9"
    found = vc(people, (1, 1))
    assert (found.node, found.move) == ("8.5.1/if-2", "terror KPh")
    assert vc(people, (1, 2, 6, 6, 6)).says("8.5.1/if-2")[-1] == "no"
    assert vc("BTu 2vg; NVn 22vg; VC 9", None).dice[0].startswith("dice VC 8.5.3/if-2")


def test_8_5_1_last_underground_guerrilla_at_base_is_spared() -> None:
    """do-2: not in a Neutral or Passive Opposition space with a VC Base; at Support it is used."""
    assert vc("Sai vg 3at PS; QTr vg vb; VC 5; aid 40").move == "terror Sai"
    assert vc("Sai vg 3at PS; QTr vg vb PO; VC 5; aid 40").move == "terror Sai"
    assert vc("Sai vg 3at PS; QTr 2vg vb; VC 5; aid 40").move == "terror Sai, QTr"
    assert vc("Sai vg 3at PS; QTr vg vb PS; VC 5; aid 40").move == "terror Sai, QTr"


def test_8_5_1_highest_population_first() -> None:
    """do-2: with Resources for one space the highest Population; not where nobody lives, nor at the end."""
    assert vc("Sai vg 3at PS; QTr vg 2at PS; VC 1; aid 40").move == "terror Sai | subvert QTr-2at"
    assert vc("Sai vg 3at PS; QTr vg AO; Kon vg; VC 2; aid 40").move == "terror Sai, Kon | tax QTr"


def test_8_5_1_tax_when_resources_are_gone() -> None:
    """do-1: at 0 Resources Tax, then on; that was the Special Activity."""
    found = vc("Sai 2vg 4at 2ap PS; QTr vg 2at ap PS; SaCT vg; VC 1; aid 40")
    assert found.move == "terror Sai | tax SaCT | terror QTr"
    assert found.says("8.5.1/do-1")


def test_8_5_1_tax_takes_what_terror_still_wants() -> None:
    """NP-Q09: Tax may expose a Guerrilla that Terror still wants; by the other reading it is spared."""
    position = "Sai vg PS; QTr vg PS; KPh vg AO; VC 1; aid 40"
    assert vc(position).move == "terror Sai | tax KPh, QTr"
    assert vc(position, readings=("NP-Q09",)).move == "terror Sai | tax KPh | terror QTr"


def test_8_5_1_sabotage_of_the_rich() -> None:
    """do-3: more than 12 Resources are left and Aid is below 30 (NP-Q08: or they were when it began)."""
    assert vc(f"{SABOTEURS}14").move == "terror Sai, HuDN"
    assert vc(f"{SABOTEURS}13").move == "terror Sai"
    assert vc(f"{SABOTEURS}13", readings=("NP-Q08",)).move == "terror Sai, HuDN"
    assert vc("Sai vg PS; HuDN vg; aid 30; VC 14").move == "terror Sai"
    assert vc("Sai vg PS; HuDN vg sabotage; aid 20; VC 14").move == "terror Sai"


def test_8_5_1_tax_behind_terror() -> None:
    """sa-1: with 9 Resources or fewer the LoCs by their Econ; with 10 none."""
    road = "Ple 2vg PS; SaCT vg; HuKS vg; aid 40; VC "
    assert vc(f"{road}10").move == "terror Ple | tax SaCT, HuKS"
    assert vc(f"{road}11").move == "terror Ple"


def test_8_5_1_tax_of_active_support_not_of_others() -> None:
    """sa-1: Active Support may be Taxed; with Resources no other Population is."""
    position = "Sai vg PS; KPh 2vg AS; BTu vg AO; VC 9; aid 40"
    assert vc(position).move == "terror Sai, KPh"
    assert vc("Sai vg PS; BTu vg AO; VC 2; aid 40").move == "terror Sai"


def test_8_5_1_subvert_frees_most_population() -> None:
    """sa-2: (a) where COIN Control goes, from most Population; a single cube becomes a Guerrilla."""
    assert vc("Sai vg PS; KPh 2vg 2at AO; BXu vg 2at AO; QNa vg at AO; VC 14; aid 40").move == (
        "terror Sai | subvert BXu-2at, KPh-2at"
    )
    assert vc("Sai vg PS; BXu vg at AO; VC 14; aid 40").move == "terror Sai | subvert BXu-at+vg"


def test_8_5_1_subvert_takes_cubes_in_turn() -> None:
    """sa-2: Troops and Police in turn, the fewer first; the last Police last of all (NP-Q06)."""
    assert vc("Sai vg PS; BXu vg 3at ap AO; VC 14; aid 40").move == "terror Sai | subvert BXu-2at"
    other = vc("Sai vg PS; BXu vg 3at ap AO; VC 14; aid 40", readings=("NP-Q06",))
    assert other.move == "terror Sai | subvert BXu-ap-at"


def test_8_5_1_unshaded_cadres_cost_two_guerrillas() -> None:
    """Card 116, unshaded: each Terror costs 2 Guerrillas, Active ones first; with fewer there is none."""
    found = vc("Sai vg 2vg* 3at PS; QTr vg PS; VC 14; aid 40; capabilities 116:unshaded")
    assert found.move == "terror Sai Sai-2vg*"


def test_8_1_a_full_operation_in_place_of_a_limited_one() -> None:
    """8.1: behind an Operation alone VC have a full one with a Special Activity; `easy` takes that back."""
    position = "Hue 2vg 3at ap PS; DaN vg at ap PS; VC 5"
    second = "played 68; next 70; done ARVN:operation"
    assert vc(position, card=second).move == "terror Hue, DaN | subvert Hue-2at"
