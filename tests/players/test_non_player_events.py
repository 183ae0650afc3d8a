"""8.4: what a Non-player chooses in each Event, one telling position for each side that it may play."""

from __future__ import annotations

import pytest
from non_player_table import Cup, clause_of, driven, event_of, table

from fitl_core.facts.factions import Faction
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.flows import CONDUCT

ALL = "none"
COIN = "US+ARVN"
INSURGENTS = "NVA+VC"

# fmt: off
# card, Faction, who has players, position, dice, what is chosen
CHOICES = [
    # 8.1.2: Bases, then Guerrillas Underground before Active, then Troops; 8.2 among equal spaces
    (2, "US", INSURGENTS, "CLa ng vg; SLa nt; policy Nixon", (3,), "unshaded {3} CLa-vg-ng, SLa-nt"),
    (2, "NVA", ALL, "Sai 4ut", (1, 1), "shaded Par+2nb US: available>oop:2ut"),
    (12, "US", ALL, "CLa nb; Sai nb; Tay ng; policy LBJ", (), "unshaded CLa-nb"),
    (12, "NVA", ALL, "NVn 4nt ng*; Sai 3ng*; Hue 2vg*", (), "shaded NVn+nb, Sai~3ng"),
    (17, "VC", ALL, "QTr ub ng vg; Sai ab", (), "shaded QTr QTr-ub QTr-ng"),
    (39, "US", ALL, "NVn nb 2nt ng vg; policy LBJ; trail 2", (), "unshaded NVn-nb NVn-vg-ng-nt"),
    (51, "NVA", ALL, "trail 1; NVA 3", (4,), "shaded {4}"),
    (53, "VC", ALL, "QTr ub; QNa ab; BDi ab; Sai ub", (), "shaded QTr-ub, QNa-ab, BDi-ab"),
    (55, "US", ALL, "policy LBJ", (), "declined"),
    (58, "ARVN", ALL, "NVn nb 3nt; CLa nb nt", (), "unshaded NVA: NVn-3nt, CLa-nt CLa-nb, NVn-nb"),
    (65, "US", ALL, "oop ub 2ut ui 2ar; policy LBJ", (1, 1), "unshaded Sai+ub<oop Sai+2ut+ui<oop"),
    (81, "US", ALL, "Tay 2vg* vg; Sai ub; policy Nixon", (2,), "unshaded {2} Tay-vg+ui Tay-vg*+ui"),
    (81, "VC", ALL, "Ple 2ar ap; QNa ap; QTr ui 3ap", (), "shaded QTr QTr+2vg"),
    (84, "VC", ALL, "Tay 3at; Sai 3ap 3at", (), "shaded ARVN: Sai-at-ap, Tay-at VC: Sai+vg, Tay+vg"),
    (93, "US", ALL, "Tay 2ut ui ub; Sai 4ut; policy LBJ", (), "unshaded Sai-4ut"),
    (98, "VC", ALL, "Tay 2vg ub ut; PLo 2vg ut", (), "shaded Tay"),
    (100, "VC", ALL, "KGi vg 3ut 2at; BXu 2vg at", (3,), "shaded KGi {3} KGi-3ut KGi+vb"),
    (100, "US", ALL, "KGi 2ut 3vg nb; policy LBJ", (), "unshaded KGi NVA"),
    (100, "US", ALL, "KGi 2ut 3vg ng; policy LBJ", (), "unshaded KGi VC"),
    (
        110,
        "US",
        ALL,
        "casualties ub 2ut ui; policy LBJ",
        (1, 1),
        "unshaded Sai+ub<casualties Sai+ut<casualties",
    ),
    (
        113,
        "VC",
        ALL,
        "Tay 3ap; BDi 2ap; Sai 4ap",
        (),
        "shaded Tay-ap+vb Tay-ap+vg Tay-ap+vg, BDi-ap+vg BDi-ap+vg",
    ),
    (117, "VC", ALL, "QTr 2at ab; Hue 3ap; BDi 2ab", (4,), "shaded {4} BDi-2ab"),
    (118, "US", ALL, "Tay 2vg; QTr vg 2vg*; BDi 3vg nb; policy LBJ", (), "unshaded VC: QTr-vg*, Tay-vg"),
    (120, "US", ALL, "oop ub 2ut; leaders 125 126 127; policy LBJ", (1, 1), "unshaded Sai+ub<oop Sai+ut<oop"),
    # 8.4.3: from Out of Play first, then Available
    (22, "US", ALL, "oop 2ut; policy LBJ", (), "unshaded DaN+2ut<oop DaN+4ut"),
    (57, "US", ALL, "casualties ub ut ui; policy LBJ", (), "unshaded casualties>available:ut+ub"),
    (60, "US", ALL, "oop ub 2ut ui; policy LBJ", (), "unshaded oop>available:2ut+ub"),
    (73, "NVA", ALL, "Sai ub", (), "shaded US: available>oop:3ui"),
    (90, "ARVN", ALL, "Sai 2at; Hue 2at; oop ab 2ar", (1, 1), "unshaded Sai+2ar<oop"),
    # 8.4.4: who gains, and which way tracks go
    (43, "US", ALL, "oop 2ub 2ab; policy LBJ", (), "unshaded US aid"),
    (43, "ARVN", ALL, "oop 2ub 2ab", (), "unshaded ARVN resources"),
    (63, "ARVN", ALL, "Hue 2at AS; DaN 2at PS; patronage 10", (), "shaded Hue patronage"),
    (63, "VC", ALL, "Hue 2at AS; DaN 2at PS", (), "shaded Hue resources"),
    (64, "VC", COIN, "patronage 10; aid 20", (), "unshaded aid-10 patronage-5"),
    (66, "ARVN", ALL, "oop ub 2ut; patronage 10", (1, 1), "unshaded pieces Sai+ub<oop Sai+ut<oop"),
    (68, "ARVN", ALL, "Tay 2vg; BDi AO", (), "unshaded BDi rangers BDi+3ar"),
    (85, "VC", ALL, "aid 10; ARVN 10; patronage 10", (), "shaded ARVN-2 aid-2 patronage-2"),
    (94, "US", ALL, "Tay vb^ 2ut; policy LBJ", (), "unshaded remove Tay-vb^"),
    (102, "VC", COIN, "Tay 2vb; KPh vb nb", (), "shaded Tay Tay+vg Tay+ng"),
    (109, "VC", ALL, "Sai vg", (), "shaded Sai+vb Sai+vg"),
    # 8.4.5: shifts
    (48, "VC", ALL, "QTr ub 2ut; QNa ab AS; BDi ab PS", (), "shaded BDi BDi-ab"),
    (66, "VC", ALL, "QTr AS; Hue PS; DaN PS; BDi PS; Sai AS", (), "shaded QTr, Hue, BDi"),
    (68, "VC", ALL, "QTr ui; QNa ui PS; Hue ui", (), "shaded QTr-ui, Hue-ui, QNa-ui, QTr"),
    (76, "VC", ALL, "Hue PS; QTr AS; QNa PS; Tay AS", (), "shaded QTr"),
    (78, "ARVN", ALL, "Tay 2at PS; BDi 2at AO; QTr at PO", (), "unshaded BDi"),
    (83, "US", ALL, "Sai PS; Hue PS; DaN PS; Tay PS; policy JFK", (), "unshaded Sai, Hue, Tay"),
    (85, "US", ALL, "Sai PS 2ut; Hue 2ut PO; DaN 2ut; QTr 2ut AS; policy JFK", (), "unshaded Sai, DaN, Hue"),
    (97, "VC", ALL, "Sai vg AO; Hue vg; DaN vg AO", (), "shaded Hue"),
    (105, "NVA", COIN, "QTr 2ap PS; QNa 2ap AS; Ple 2ap; BDi 2ap", (), "shaded QTr, QNa, Ple patronage-6"),
    (105, "VC", ALL, "QTr 2ap PS; QNa 2ap AS; Ple 2ap; BDi 2ap", (), "shaded BDi, Ple, QTr patronage-6"),
    (106, "VC", ALL, "Tay PS; BTu AS; PLo; KHo PO", (), "unshaded KPh KPh+vg KPh=PO, KHo KHo+vg KHo=AO"),
    (
        112,
        "VC",
        ALL,
        "Tay at; QTr ap PS; BDi ab AS; QNa ar AS",
        (),
        "shaded Tay Tay+vg, QTr QTr+vg, BDi BDi+vg",
    ),
    (119, "VC", ALL, "Tay ut PS; QTr 2ut AS; BDi ut AO", (), "shaded QTr QTr+vb QTr+vg"),
    # 8.4.4: free Operations: by the priorities of the first, what they bring decides on the space
    (
        23,
        "US",
        ALL,
        "Tay vb^ 2vg nt; Fis nb^ ng; Sai 5ut; BTu 4ut; policy JFK",
        (),
        "unshaded Tay airlift Sai>Tay:3ut sweep Tay, Sai>Tay:ut Tay*2vg assault Tay Tay-nt-2vg*-vb^",
    ),
    (
        44,
        "US",
        ALL,
        "Tay nb 2ng; Kon 3nt; Sai 5ut; BTu 4ut; policy JFK",
        (),
        "unshaded Tay airlift Sai>Tay:3ut sweep Tay, Sai>Tay:ut Tay*2ng assault Tay-2ng*-nb",
    ),
    (74, "ARVN", ALL, "CLa nb ng; SLa 3nt; trail 3", (), "unshaded SLa SLa+6at assault SLa-3nt"),
    (92, "ARVN", ALL, "KHo 4at vg*; BXu 2at 2vg", (), "unshaded KHo assault KHo-vg* sweep BXu BXu*2vg"),
    (
        92,
        "US",
        ALL,
        "KGi 3ut 2vg* vg vb; BXu 2ut 2vg; QTr ut nt; policy JFK",
        (),
        "unshaded BXu sweep BXu BXu*2vg sweep KGi KGi*vg",
    ),
    (
        95,
        "US",
        ALL,
        "Tay 2ut 2vg vb; KHo 3ut 3vg* PS; BXu 4ut vg; QTr 3ut 3vg PS; trail 2; policy JFK",
        (5,),
        "unshaded airlift BXu>Tay:2ut, KHo assault KHo-3vg*, QTr sweep QTr QTr*3vg {5}",
    ),
    (
        75,
        "NVA",
        ALL,
        "Fis 2vg; Par 3vg; QTr 9ap; VC 0; NVA 0; trail 3",
        (3, 1, 1, 1, 4, 5),
        "shaded VC: rally NEC+vg, Sih+vg, Fis+vg, Par+vg march Fis>SaBM:vg, Par>CTCD:vg, Fis>Tay:2vg, "
        "Par>Tay:3vg, NEC>Ple:vg, Sih>KGi:vg NVA: rally Fis+ng, Par+ng, NEC+ng march",
    ),
    # 8.4.7: equal chances
    (43, "NVA", ALL, "trail 1; NVA 5", (2,), "shaded trail"),
    (43, "NVA", ALL, "trail 1; NVA 5", (5,), "shaded resources"),
    (52, "NVA", COIN, "capabilities 14:unshaded 18:unshaded", (3,), "shaded #14"),
    (52, "NVA", COIN, "capabilities 14:unshaded 18:unshaded", (5,), "shaded #18"),
]

# fmt: on


@pytest.mark.parametrize(("card", "faction", "players", "position", "dice", "chosen"), CHOICES)
def test_8_4_4_choices_in_an_event(
    card: int, faction: str, players: str, position: str, dice: tuple[int, ...], chosen: str | None
) -> None:
    """Who gains, which pieces, where: pieces by 8.1.2, spaces by 8.4.4 and 8.4.5, the rest by chance."""
    found = _event(card, faction, players, position, dice)
    if chosen is not None:
        assert found == chosen


def test_8_4_1_rifle_declines_a_capability_too() -> None:
    """A rifle declines the Event whatever it is: 116 for the NVA (NP-Q47)."""
    assert _event(116, "NVA", ALL, "Sai vg") == "declined"


def test_8_4_4_choice_of_another_player_is_asked_of_him() -> None:
    """9, shaded: the US, a player, says which of its Troops go."""
    state = table("Sai 2ut; Hue 2ut; played 9; next 70; eligible VC", "US+ARVN")
    chosen = (clause_of("US event Hue-2ut"), clause_of("US event Sai-ut"))
    assert event_of(state, "VC", choices=chosen) == "shaded US: Hue-2ut, Sai-ut"


def test_8_1_event_without_effect_is_not_played() -> None:
    """23 without a Tunnel on the map changes nothing; putting out a Capability does (NP-Q01)."""
    assert _event(23, "US", ALL, "Sai 4ut; policy LBJ") == "ineffective"
    assert _event(61, "VC", ALL, "Sai 4ut") == "shaded"


def test_8_1_momentum_before_a_coup() -> None:
    """16 is named as acting, 17 as not; 7 acts if the Coup Round will change the Trail (NP-Q43)."""

    def before_coup(card: int, faction: str, position: str, *readings: str) -> str:
        state = table(f"{position}; played {card}; next 127; eligible {faction}", "none", readings)
        return event_of(state, faction)

    assert before_coup(16, "ARVN", "aid 75") == "unshaded"
    assert before_coup(17, "US", "policy LBJ") == "ineffective"
    assert before_coup(7, "US", "trail 2; policy LBJ") == "ineffective"
    assert before_coup(7, "US", "trail 4; policy LBJ") == "unshaded"
    assert before_coup(7, "US", "CLa 2ut; trail 2; policy LBJ") == "unshaded"
    assert before_coup(7, "US", "trail 4; policy LBJ", "NP-Q43") == "ineffective"
    assert _event(7, "US", ALL, "trail 2; policy LBJ") == "unshaded"


ALONE = [
    ("VC", "Tay 2vg at; VC 5", (6, 6), "tax"),  # no Terror: as behind Rally
    ("VC", "Tay 2vg at; VC 12", (6, 6), "subvert"),
    ("NVA", "QTr nb 4nt; trail 0; NVA 5", (), "infiltrate"),  # Rally
    ("NVA", "QTr 6nt ub; NVA 5; trail 2", (), "ambush"),  # Attack
    ("NVA", "QTr nt; Hue AS nt; NVA 5; trail 2", (1,), "bombard"),  # Terror
]


@pytest.mark.parametrize(("faction", "position", "dice", "found"), ALONE)
def test_8_4_4_activity_alone(faction: str, position: str, dice: tuple[int, ...], found: str) -> None:
    """A free Special Activity without an Operation: the one that goes with what the flowchart calls for."""
    state = table(f"{position}; played 69; next 70; eligible {faction}", ALL)
    d = Decider(state, Faction[faction], CONDUCT)
    among = ("ambush", "bombard", "infiltrate", "subvert", "tax")
    assert driven(CONDUCT[d.faction].which_activity(d, among), Cup(dice)) == found


def test_8_4_1_tet_pieces() -> None:
    """124: 1 piece for Saigon, 1 for Hue, 4 for random Cities; Guerrillas before Bases."""
    state = table("leaders 125 126; played 60 124; next 70; eligible VC", "US+ARVN")
    line = event_of(state, "VC", dice=(1, 1, 1, 1, 3, 3, 3, 3))
    assert line == "unshaded Sai+vg, Hue+vg, Sai+vg Sai+vg, Hue+vg Hue+vg"


def _event(card: int, faction: str, players: str, position: str, dice: tuple[int, ...] = ()) -> str:
    earlier = position.partition("played ")[2].partition(";")[0]
    rest = position.replace(f"played {earlier};", "")
    played = f"{earlier} {card}" if earlier else str(card)
    state = table(f"{rest}; played {played}; next 70; eligible {faction}", players)
    return event_of(state, faction, dice)
