"""An alternative is identified by its written clauses, in any order that the rules allow (5.1)."""

from __future__ import annotations

import pytest
from table import position, refuses

from fitl_core.asking.budgets import Budget
from fitl_core.engine import play
from fitl_core.errors import Violation
from fitl_core.record.events import Action
from fitl_core.state.position_digest import digest
from fitl_core.wording.normal_form import normal_action
from notation.reader import read_line

SAME: dict[str, tuple[int, str, dict[str, object], str, str]] = {
    "43 Bases": (43, "", {"oop": "2ub 2ab"}, "US event unshaded US aid", "oop>available:2ub aid+12"),
    "43 Resources": (43, "", {"oop": "2ub 2ab"}, "US event unshaded US resources", "US ARVN+6"),
    "43 Trail": (43, "", {}, "NVA event shaded trail", "trail+2"),
    "43 NVA": (43, "", {}, "NVA event shaded resources", "trail+1 NVA+10"),
    "50": (
        50,
        "",
        {"oop": "2ut"},
        "US event unshaded resources ARVN: patrol patrol",
        "ARVN+9 ARVN: patrol patrol",
    ),
    "63": (63, "Hue: 2ap PS", {}, "VC event shaded Hue resources", "Hue VC+4"),
    "66": (66, "", {"oop": "2ut"}, "US event unshaded patronage", "aid+9 ARVN+9 patronage-3"),
    "77": (77, "Par: nb", {}, "NVA event shaded resources", "NVA+9"),
    "82 pieces": (82, "", {"oop": "2ut 2at"}, "US event unshaded US oop>available:2ut", "oop>available:2ut"),
    "82 Resources": (82, "", {"oop": "2ut 2at"}, "US event unshaded resources", "ARVN+9 aid+9"),
    "92": (92, "Par: vg ng", {}, "VC event shaded VC Par>KPh:vg", "Par>KPh:vg"),
    "94": (94, "Tay: vb^ ut; QTr: vb", {}, "VC event unshaded remove", "Tay-vb^"),
    "97": (97, "", {}, "US event unshaded patronage", "patronage-4 ARVN+4"),
    "98": (98, "Tay: 2vg ut", {"oop": "2ut"}, "US event unshaded guerrillas", "Tay-2vg"),
    "100": (100, "KPh: 2vg ut ng", {}, "US event unshaded KPh NVA", "KPh-ng"),
    "100, before its space": (100, "KPh: 2vg ut ng", {}, "US event unshaded KPh NVA", "NVA KPh"),
    "68, before its space": (68, "KPh: ap", {}, "US event unshaded KPh rangers", "rangers KPh"),
    "68, one by one": (68, "KPh: ap", {}, "US event unshaded KPh+3ar", "KPh+2ar KPh+ar"),
    "23, by who comes": (
        23,
        "Tay: vb^ 2vg; QTr: nb^; Sai: 5ut",
        {},
        "VC event unshaded US: QTr Sai>QTr:5ut",
        "US: Sai>QTr:5ut",
    ),
    "36, by who comes": (
        36,
        "QTr: 3nt; BDi: ub nb^; Ple: vb; Sai: 3ut; Hue: 2ut",
        {},
        "VC event unshaded Ple Sai>Ple:3ut Hue>Ple:ut",
        "Hue>Ple:ut Sai>Ple:3ut",
    ),
    "44, by who comes": (
        44,
        "QTr: 3nt; Ple: nt; Sai: 5ut",
        {},
        "VC event unshaded US: QTr Sai>QTr:5ut",
        "US: Sai>QTr:5ut",
    ),
    "44, its name before its space": (
        44,
        "QTr: 3nt; Ple: nt; Sai: 5ut",
        {},
        "VC event unshaded US: QTr airlift Sai>QTr:5ut assault",
        "US: airlift Sai>QTr:5ut assault",
    ),
    "67, by who comes": (
        67,
        "QNa: ut; Ple: ut; BDi: vg",
        {},
        "VC event unshaded US US: BDi Ple>BDi:ut",
        "US US: Ple>BDi:ut",
    ),
    "71, by who comes": (
        71,
        "QNa: 2nt; BDi: 2nt; DaN: 2ut; QNh: 2at",
        {},
        "VC event shaded NVA: DaN QNa>DaN:2nt",
        "NVA: QNa>DaN:2nt",
    ),
    "74, its name before its space": (
        74,
        "CLa: 2at; SLa: 2vg",
        {},
        "ARVN event unshaded SLa sweep CLa>SLa:2at",
        "sweep CLa>SLa:2at",
    ),
    "95, its name before its space": (
        95,
        "Sai: 2ut vg; Tay: 3ut 2vg* vb; Hue: 3vg ut; KPh: ut vg",
        {},
        "VC event unshaded US: Hue>DaN:ut Sai sweep, Tay assault airstrike {2}",
        "US: Hue>DaN:ut sweep Sai, assault Tay airstrike {2}",
    ),
    "81, the die behind": (81, "Hue: 3vg", {}, "US event unshaded {2} Hue-2vg+2ap", "Hue-2vg+2ap {2}"),
    "100, the die behind": (
        100,
        "KPh: 2ut vg",
        {},
        "VC event shaded KPh {1} KPh-ut KPh+vg",
        "KPh KPh-ut {1} KPh+vg",
    ),
    "106": (106, "", {}, "VC event unshaded Tay=PO Tay+vg, KPh=PS KPh+ap", "Tay+vg Tay=PO, KPh+ap KPh=PS"),
}


@pytest.mark.parametrize(("card", "where", "fields", "line", "other"), SAME.values(), ids=SAME)
def test_5_1_an_alternative_is_named_by_what_is_written_of_it(card, where, fields, line, other):
    """An alternative identified by its clauses gives the same position and normal form as with its name."""
    faction, _, side = line.split()[:3]
    lines = (line, f"{faction} event {side} {other}")
    games = [position(where, card=card, eligible=faction, **fields) for _ in lines]
    moves = [read_line(each).event for each in lines]
    forms = [normal_action(games[0].state, move) for move in moves if isinstance(move, Action)]
    assert forms[0] == forms[1]
    ends = [digest(game.play(each).state) for game, each in zip(games, lines, strict=True)]
    assert ends[0] == ends[1]


TRACKS = "Sai: 2ap; Hue: 2ap; AnL: PS 2at"
OTHERWISE = {
    "assault": ("Hue: 3ut nt vg* ng*", "US assault Hue-nt-vg*-ng*", "US assault Hue-ng* Hue-vg* Hue-nt"),
    "train": ("Hue: ub ut", "US train Hue+3at+3ap", "US train Hue+3at Hue+3ap"),
    "attack": ("Sai: 6vg at ap", "VC attack Sai {1} Sai-at-ap", "VC attack Sai-at Sai-ap {1}"),
    "attacks": (
        "Sai: 6vg at; Hue: 6vg at",
        "VC attack Sai {1} Sai-at, Hue {2} Hue-at",
        "VC attack Sai-at {1}, Hue-at {2}",
    ),
    "airstrike": (
        "Tay: ut vg*; Sai: ut vg*",
        "US patrol | airstrike {6} Tay-vg*, Sai-vg* trail-1",
        "US patrol | airstrike Tay-vg*, Sai-vg* trail-1 {6}",
    ),
    "2.4.1": (TRACKS, "ARVN train Sai+at, Hue+at aid+5", "ARVN train aid+5 Sai+at, Hue+at"),
    "2.4.1 before the last step": (
        TRACKS,
        "ARVN train Sai+at pacify Sai=PS aid+5",
        "ARVN train Sai+at aid+5 pacify Sai=PS",
    ),
    "2.4.1 before an Activity": (
        TRACKS,
        "ARVN train Sai+at | govern AnL aid | train Hue+at aid+5",
        "ARVN train Sai+at aid+5 | govern AnL aid | train Hue+at",
    ),
}


@pytest.mark.parametrize(("where", "line", "other"), OTHERWISE.values(), ids=OTHERWISE)
def test_3_1_no_rule_sets_an_order_in_writing(where, line, other):
    """No rule requires a certain clause or an order in writing, in an Operation or an Event."""
    state = position(where, to_act=line.split()[0], leader=(), VC=5, trail=3).state
    moves = [read_line(each).event for each in (line, other)]
    forms = [normal_action(state, move) for move in moves if isinstance(move, Action)]
    assert forms[0] == forms[1]
    assert digest(play(state, moves[0]).state) == digest(play(state, moves[1]).state)


@pytest.mark.parametrize(
    ("rule", "where", "line"),
    [
        ("3.2.4", "Hue: ut vg* ng*", "US assault Hue-vg* Hue-ng*"),
        ("3.3.3", "Sai: 2vg at ap", "VC attack Sai-at {5}"),
        ("4.2.3", "Tay: ut vg*; Sai: ut vg*", "US patrol | airstrike Tay-vg*, Sai-vg* {1}"),
        ("3.2.1", TRACKS, "ARVN train aid+6 Sai+at, Hue+at"),
    ],
)
def test_3_1_what_is_wrong_is_so_in_any_wording(rule, where, line):
    """Too many pieces, a failed roll or a false figure are refused in any wording."""
    state = position(where, to_act=line.split()[0], leader=()).state
    with pytest.raises(Violation) as refused:
        play(state, read_line(line).event)
    assert refused.value.rule in (rule, "2.4.1", "3.1")


def test_4_3_1_the_aid_of_a_leader_stays_before_patronage_that_it_pays_for():
    """The Aid of a Leader is not moved after a Govern that takes the Aid: Train has ended by then."""
    game = position("Sai: 2ap; AnL: PS at 2ap", to_act="ARVN", leader=(), aid=0)
    with refuses("3.2.1", code="one-operation"):
        game.play("ARVN train Sai+at aid+5 | govern AnL patronage | train Hue+at")
    assert game.play("ARVN train Sai+at aid+5 | govern AnL patronage").state.patronage == 21


def test_5_1_3_an_alternative_named_so_is_refused_as_by_its_name():
    """A false alternative is refused whether named or implied. Without any it is missing."""
    full = position("Hue: 2ap PS", card=63, eligible="VC", VC=75)
    with refuses("5.1.3", code="whole-effect"):
        full.play("VC event shaded Hue VC+4")
    owed = position(card=43, eligible="NVA").refused("NVA event shaded trail+1")
    assert (owed.verdict, owed.asked) == ("incomplete", "the Trail or NVA Resources")


@pytest.mark.parametrize(
    ("card", "where", "line", "rule", "because"),
    [
        (44, "QTr: 3nt; Ple: nt; Sai: 5ut", "US: Sai>Tay:5ut", "card 44", "not a space with NVA pieces"),
        (44, "QTr: 3nt; Sai: 5ut", "US: Sai>Tay:5ut", "card 44", "not a space with NVA pieces"),
        (36, "QTr: 3nt; Ple: vb; Sai: 5ut", "Sai>PLo:4ut", "card 36", "not a Highland Province"),
        (36, "QTr: 3nt; Ple: vb; Sai: 5ut", "Sai>QTr:4ut", "5.1.3", "a Base's removal is not possible"),
        (23, "Tay: vb^; QTr: nb^; Sai: 5ut", "US: Sai>PLo:5ut", "card 23", "not a space with a Tunnel"),
    ],
)
def test_5_1_pieces_that_come_select_their_space_and_are_refused_by_it(card, where, line, rule, because):
    """Placed pieces select their space, and the refusal says why that space cannot be selected."""
    with refuses(rule, because=because):
        position(where, card=card, eligible="VC").play(f"VC event unshaded {line}")


def test_5_1_what_is_executed_free_is_owed_or_refused_behind_its_space_alike():
    """`sweep Sai` alone leaves the second space of Westmoreland (95) owed; a wrong one has its own reason."""
    where = "Sai: 2ut vg; Tay: 3ut 2vg* vb; KPh: ut vg; Hue: ut"
    game = position(where, card=95, eligible="VC")
    owed = game.refused("VC event unshaded US: Hue>DaN:ut sweep Sai")
    assert (owed.verdict, owed.asked) == ("incomplete", "a space to Sweep or Assault")
    with refuses("card 95", because="Quang Nam is not where it can Sweep or Assault"):
        game.play("VC event unshaded US: Hue>DaN:ut sweep QNa, assault Tay airstrike {2}")


def test_5_1_the_order_of_the_text_is_the_reason():
    """Rural Pressure names its Provinces before Patronage. Earlier Patronage is refused as too early."""
    game = position("Tay: ap; KPh: ap; KGi: ap", card=105, eligible="VC")
    with refuses("5.1", code="too-early", because="first a Province with Police"):
        game.play("VC event shaded patronage+6 Tay, KPh, KGi")


def test_4_3_1_govern_is_named_by_its_effect():
    """Aid, Patronage or level identifies the way of a Govern. A false figure is refused with the true one."""
    for said, way in (("aid+3", "aid"), ("patronage+1", "patronage"), ("=N", "patronage")):
        games = [position("Sai: 2at; AnL: PS 2at", to_act="ARVN") for _ in range(2)]
        clause = f"AnL{said}" if said == "=N" else f"AnL {said}"
        ends = [
            digest(game.play(f"ARVN train Sai | govern {words}").state)
            for game, words in zip(games, (f"AnL {way}", clause), strict=True)
        ]
        assert ends[0] == ends[1]
    with refuses("4.3.1", because="aid changes by +3"):
        position("Sai: 2at; AnL: PS 2at", to_act="ARVN").play("ARVN train Sai | govern AnL aid+4")


def test_3_3_4_and_4_5_1_what_happens_selects_the_space():
    """Terror and Tax select a space by their effect in it, without a separate clause."""
    game = position("Tay: vg; SaCT: vg; KPh: vg", to_act="VC").play(
        "VC terror Tay=PO, SaCT:sabotage+1 | tax KPh*vg"
    )
    assert (game["Tay"], game["KPh"]) == ("vg*", "vg*")
    with refuses("4.5.1", code="wrong-level", because="becomes Passive Support, not Neutral"):
        position("Tay: 2vg", to_act="VC").play("VC rally Tay+vg | tax Tay=N")
    with refuses("3.3.4", code="wrong-level", because="stays at Active Opposition"):
        position("Tay: 2vg AO", to_act="VC").play("VC terror Tay Tay=PO")
    with refuses("3.3.4", code="no-marker-left"):
        position("Tay: 2vg; Hue: terror 15", to_act="VC").play("VC terror Tay:terror+1")


def test_3_2_1_the_last_step_is_named_by_its_parts():
    """A level or Terror identifies Pacify, and 3 cubes a Base. Terror left over is missing."""
    hue = "Hue: 2ut 2at 2ap terror 1"
    assert (
        position(hue, to_act="US", ARVN=40).play("US train Hue Hue:terror-1 Hue=PS").resources("ARVN") == 34
    )
    position("AnL: 3at", to_act="ARVN").play("ARVN train AnL+at AnL-3at+ab")
    owed = position(hue, to_act="US", ARVN=40).refused("US train Hue+ui pacify")
    assert (owed.verdict, owed.asked) == ("incomplete", "Terror to remove in Hue")


def test_3_3_1_rally_that_names_nothing_is_incomplete():
    """A Rally without a space or the Trail is incomplete. If neither is open, it is illegal."""
    owed = position("NVn: ng", to_act="NVA").refused("NVA rally")
    assert (owed.verdict, owed.rule) == ("incomplete", "2.3.4")
    assert position("NVn: ng", to_act="NVA", NVA=0).refused("NVA rally").verdict == "illegal"


def test_3_3_1_guerrillas_that_hide_may_be_named_as_they_are():
    """Guerrillas that go Underground may be written in either state: `~vg*` is `~vg`."""
    game = position("Hue: vb vg*", to_act="VC").play("VC rally Hue~vg*")
    assert game["Hue"] == "vg vb"


def test_3_3_3_a_die_for_no_guerrillas_may_be_written():
    """A die may be written for an Attack by Bases alone, which removes nothing."""
    for line in ("VC attack Sai", "VC attack Sai {3}"):
        assert position("Sai: vb at", to_act="VC").play(line)["Sai"] == "at vb"
    with refuses("3.3.3"):
        position("Sai: vb at", to_act="VC").play("VC attack Sai {1} Sai-at")


def test_5_1_1_a_tunneled_base_of_another_is_refused_under_its_rule():
    """The US force no VC Tunneled Base out by Operation Starlite (24)."""
    with refuses("5.1.1", code="tunnel"):
        position("PhB: vg vb^ ut", card=24, eligible="US").play("US event unshaded PhB PhB-vb^")


def test_1_4_1_pieces_of_an_event_come_from_its_box():
    """Pieces of International Forces (65) come from Out of Play. Another origin is refused by name."""
    game = position("Sai: 4ut", card=65, eligible="US", oop="4ut")
    with refuses("card 65", code="wrong-box", because="Out of Play, not from the map"):
        game.play("US event unshaded Hue+4ut<Sai")
    with refuses("card 65", code="wrong-box", because="Out of Play, not from Available"):
        game.play("US event unshaded Hue+4ut")


def test_1_5_2_the_event_taken_up_again_may_name_what_goes_on():
    """After a transfer, `event march ...` continues the March of Masher (99), as `event ...` does."""
    begun = "VC event shaded VC march Tay>Sai:vg, Tay>AnL:vg | transfer NVA+2 | event"
    games = [position("Tay: 3vg; Sai: at", card=99, eligible="VC", NVA=2, VC=9) for _ in range(2)]
    ends = [
        digest(game.play(f"{begun} {named}Tay>KPh:vg ambush Sai-at").state)
        for game, named in zip(games, ("", "march "), strict=True)
    ]
    assert ends[0] == ends[1]


def test_3_2_3_a_sweep_may_name_a_space_by_what_it_finds():
    """`QTr*2vg` selects Quang Tri for a Sweep, and the movement still comes before it."""
    where = "QTr: 3ut 2vg; Hue: 2ut vg; DaN: 2ut"
    lines = ("US sweep DaN>QNa:2ut QTr, Hue, QTr*2vg, Hue*vg", "US sweep DaN>QNa:2ut QTr*2vg, Hue*vg")
    ends = [digest(position(where, to_act="US").play(line).state) for line in lines]
    assert ends[0] == ends[1]
    with refuses("3.2.3"):
        position(where, to_act="US").play("US sweep QTr*2vg, DaN>QNa:2ut")


def test_card_13_flies_behind_each_sweep_of_one_operation():
    """In the Sweeps of 92 Cobras take their piece with its space or after all spaces, at most 2 pieces."""
    where = "KPh: 2ut vg; KHo: 2ut vg; BXu: ut vg"
    fields = {"card": 92, "eligible": "US", "capabilities": ((13, "unshaded"), (101, "shaded"))}
    early = "KPh sweep KPh-vg* {5}, KHo sweep {6} KHo-vg*, BXu sweep {4}"
    late = "KPh sweep {5}, KHo sweep {6}, BXu sweep {4} KPh-vg*, KHo-vg*"
    ends = [
        digest(position(where, **fields).play(f"US event unshaded {line}").state) for line in (early, late)
    ]
    assert ends[0] == ends[1]
    position(where, **fields).refused(f"US event unshaded {early} BXu-vg*")


def _digest_of(spaces: str, text: str, fields: dict[str, object]) -> str:
    action = read_line(text).event
    assert isinstance(action, Action)
    return digest(play(position(spaces, **fields).state, action).state)


@pytest.mark.parametrize(
    ("spaces", "line", "other"),
    [
        (
            "Hue: 3at ap PS; DaN: 2at 2ap PS; Sai: at",
            "ARVN govern aid Hue, patronage DaN | train Sai+3at",
            "ARVN govern Hue aid, DaN patronage | train Sai+3at",
        ),
        ("KPh: 2vg; QDu: 2vg", "VC rally KPh, QDu, KPh+vg, QDu+vg", "VC rally KPh+vg, QDu+vg"),
        ("QTr: 6nt 2at 2ap", "NVA attack troops QTr QTr-2at-ap", "NVA attack QTr troops QTr-2at-ap"),
        (
            "Hue: 3at ap PS; DaN: 2at 3ut PS; Sai: at",
            "ARVN train Sai+3at | govern Hue patronage, DaN Hue=N",
            "ARVN train Sai+3at | govern Hue patronage, DaN",
        ),
        (
            "Ple: 2ut vg; Sai: ut; BDi: ut",
            "US sweep Ple moved | airlift Sai>BDi:ut | sweep Ple Ple*vg",
            "US sweep Ple moved | airlift Sai>BDi:ut | sweep Ple*vg",
        ),
        ("Kon: 3ap", "ARVN train Kon+at base Kon-at-2ap Kon+ab", "ARVN train Kon+at base Kon-at-2ap+ab"),
    ],
)
def test_3_1_other_orders_and_names_in_operations(spaces, line, other):
    """An alternative before its space, pieces after the next space, a space named again, halves."""
    fields = {"to_act": line.split()[0], "ARVN": 20, "VC": 10, "NVA": 10, "aid": 20}
    assert _digest_of(spaces, line, fields) == _digest_of(spaces, other, fields)


def test_4_3_1_an_alternative_stays_with_the_space_right_before_it():
    """`Hue patronage, Kon` is no `Hue, Kon patronage`, although only that is legal."""
    game = position("Hue: at 2ut PS; Kon: 2at ap PS; Sai: at", to_act="ARVN", aid=20)
    refused = game.refused("ARVN govern Hue patronage, Kon | patrol")
    assert (refused.verdict, refused.code) == ("illegal", "pieces-needed")


@pytest.mark.parametrize("gift", ["VC-1", "NVA-2"])
def test_1_5_2_a_transfer_that_takes_is_not_incomplete(gift):
    """No inserted gift makes a loss true: what is written must answer the question."""
    refused = position("Sai: ng vg", to_act="VC", VC=10, NVA=10).refused(f"VC transfer {gift} | rally Sai")
    assert refused.verdict == "illegal"


def test_6_3_2_levels_of_named_spaces_may_be_mixed():
    """The level of a space that is named may come after that of the next space."""
    fields = {"phase": "support-vc", "card": 126, "VC": 20}
    spaces = "Ple: 2vg vb; BTu: 2vg vb"
    mixed, plain = "VC agitate Ple, BTu=PO, Ple=AO", "VC agitate Ple Ple=AO, BTu BTu=PO"
    assert _digest_of(spaces, mixed, fields) == _digest_of(spaces, plain, fields)


def test_3_3_4_many_statements_are_read_in_linear_time():
    """A statement that is true at once is taken so; no two ways to take it are followed."""
    codes = ("KHo", "KGi", "Ple", "QDu", "BTu", "BXu", "Tay", "KPh")
    game = position("; ".join(f"{code}: vg" for code in codes), to_act="VC", VC=20)
    stated = ", ".join(f"{code}*vg {code}:terror+1 {code}=PO" for code in codes)
    event = read_line(f"VC terror {', '.join(codes)}, {stated}").event
    assert isinstance(event, Action)
    with Budget(10_000) as work:
        play(game.state, event)
    assert 10_000 - work.left < 30 * 24


def test_3_2_1_the_last_step_selects_no_space_by_its_name():
    """`base PhB` names the space of the last step of Train; it does not select Phu Bon for the Train."""
    game = position("PhB: 4at ap; Kon: 2at ap; KPh: vb", to_act="ARVN")
    refused = game.refused("ARVN train Kon+at base PhB PhB-2at-ap+ab")
    assert (refused.code, refused.verdict) == ("space-not-selected", "illegal")
