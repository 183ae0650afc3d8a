"""The verdicts of section 8 on a Non-player's move: dictated, one of several, departs, and the others."""

from __future__ import annotations

import notation
from fitl_core.game.non_players import judged, tally, verdict_line
from fitl_core.game.replays import replay
from fitl_core.players.non_players.verdicts import MoveVerdict

TERROR = "Ple vg vb 2at ap PS; VC 1; played 41; next 68; eligible VC"
"""VC, with 1 Resource, Terrorize Pleiku: nothing else is open to them."""
ROADS = "Sai 2vg 2at PS; HuDN vg; SaCT vg; VC 20; aid 20; played 41; next 68; eligible VC"
"""Terror in Saigon and on two LoCs, then Subvert."""
LOW_TRAIL = "NVn nb 3nt; trail 1; NVA 5; played 41; next 68; eligible NVA"
"""NVA Rally at their Base and in two random spaces."""
TWO_LEVELS = "QTr 2nt PS; Ple ng PS; trail 3; NVA 1; played 41; next 68; eligible NVA"
"""Population 3 at Support in reach of Terror, 2 of it with the Resources that there are."""


def _all_judged(position: str, *lines: str, players: str = "US+ARVN", tags: str = "") -> list[str]:
    head = f'[FITL "2"]\n[Scenario "full"]\n[Players "{players}"]\n{tags}[Position "{position}"]\n\n'
    log = notation.read(head + "\n".join(lines) + "\n").log
    played = replay(notation.setup_of(log), log.events)
    assert played.error is None, played.error
    return [verdict_line(one) for one in judged(played)]


def _verdict(position: str, *lines: str, tags: str = "", players: str = "US+ARVN") -> MoveVerdict:
    head = f'[FITL "2"]\n[Scenario "full"]\n[Players "{players}"]\n{tags}[Position "{position}"]\n\n'
    log = notation.read(head + "\n".join(lines) + "\n").log
    played = replay(notation.setup_of(log), log.events)
    assert played.error is None, played.error
    return judged(played)[-1].verdict


def test_dictated() -> None:
    """The move is what section 8 gives; the node is the condition that held."""
    found = _verdict(TERROR, "VC terror Ple")
    assert (found.verdict, found.node, found.due) == ("dictated", "8.5.1/if-1", ())


def test_dictated_in_another_order() -> None:
    """Spaces of a step in another order, and an Activity said elsewhere, come to the same: it is dictated."""
    assert _verdict(ROADS, "VC terror SaCT, HuDN, Sai | subvert Sai-2at").verdict == "dictated"
    assert _verdict(ROADS, "VC terror Sai | subvert Sai-2at | terror SaCT, HuDN").verdict == "dictated"


def test_departs_in_a_coup_round() -> None:
    """A phase of a Coup Round has no card whose instruction could be another: what was due is told."""
    there = "KPh vg; VC 9; played 127; next 68; leaders 127; phase support-vc"
    found = _verdict(there, "VC pass")
    assert (found.verdict, found.node) == ("departs", "8.5.6")


def test_departs_altogether() -> None:
    """Another deed than was due: the node is the condition that decided; what was due is told."""
    found = _verdict(TERROR, "VC pass")
    assert (found.verdict, found.node) == ("departs", "8.5.1/if-1")
    assert [notation.write_event(event) for event in found.due] == ["VC   terror Ple"]
    (line,) = _all_judged(TERROR, "VC attack Ple {1} Ple-2at")
    assert "departs at 8.5.1/if-1" in line
    assert "due: VC   terror Ple" in line


def test_departs_at_its_first_node() -> None:
    """The node is that of the first thing due that was not done, in whatever order the rest is said."""
    assert _verdict(ROADS, "VC terror Sai, HuDN | subvert Sai-2at").node == "8.5.1/do-3"
    assert _verdict(ROADS, "VC terror SaCT, Sai | subvert Sai-2at").node == "8.5.1/do-3"
    assert _verdict(ROADS, "VC terror SaCT, HuDN, Sai").node == "8.5.1/sa-2"


def test_departs_from_the_dice() -> None:
    """With the dice of a random space written, another space departs."""
    dice = ("dice NVA space {3 1}", "dice NVA space {2 5}")
    assert _verdict(LOW_TRAIL, *dice, "NVA rally NVn+2ng, CLa+ng, SLa+ng").verdict == "dictated"
    found = _verdict(LOW_TRAIL, *dice, "NVA rally NVn+2ng, CLa+ng, NEC+ng")
    assert (found.verdict, found.node) == ("departs", "8.6.4/do-4")


def test_one_of_several() -> None:
    """Random spaces without dice: players may have agreed on another roll (8.2), any of them will do."""
    for spaces in ("CLa+ng, SLa+ng", "Par+ng, NEC+ng", "KGi+ng, Hue+ng"):
        assert _verdict(LOW_TRAIL, f"NVA rally NVn+2ng, {spaces}").verdict == "one-of-several"
    found = _verdict(LOW_TRAIL, "dice NVA space {3 1}", "NVA rally NVn+2ng, CLa+ng, SLa+ng")
    assert (found.verdict, found.node) == ("one-of-several", "8.6.4/if-1")


def test_none_of_several() -> None:
    """Where picks are open, a move that no outcome of theirs gives departs."""
    found = _verdict(LOW_TRAIL, "NVA rally NVn+2ng, CLa+ng")
    assert (found.verdict, found.node) == ("departs", "8.6.4/do-4")
    assert len(found.due) > 1


def test_rolls_missing() -> None:
    """A condition waits for a die: the verdict says which."""
    found = _verdict(TWO_LEVELS, "NVA terror QTr")
    assert (found.verdict, found.needs) == ("rolls-missing", "8.6.3/if-1")
    (line,) = _all_judged(TWO_LEVELS, "NVA terror QTr")
    assert line.endswith("rolls missing or left over (8.6.3/if-1)")


def test_rolls_left_over() -> None:
    """A line of dice that nobody asked for is not dictated."""
    found = _verdict(TERROR, "dice VC 8.5.1/if-2 {1 2}", "VC terror Ple")
    assert (found.verdict, found.needs) == ("rolls-missing", "nobody asked for the dice of 8.5.1/if-2")
    dice = ["dice NVA space {3 1}", "dice NVA space {2 5}", "dice NVA space {2 5}"]
    assert _verdict(LOW_TRAIL, *dice, "NVA rally NVn+2ng, CLa+ng, SLa+ng").verdict == "rolls-missing"


def test_more_dice_than_are_rolled() -> None:
    """A line has as many dice as its node rolls; for equal chances more only where one falls on nobody."""
    assert _verdict(TWO_LEVELS, "dice NVA 8.6.3/if-1 {2}", "NVA terror QTr").verdict == "dictated"
    assert _verdict(TWO_LEVELS, "dice NVA 8.6.3/if-1 {2 2}", "NVA terror QTr").verdict == "rolls-missing"
    two = "trail 3; capabilities 14:unshaded 18:unshaded; NVA 5; played 52; next 68; eligible NVA"
    assert _verdict(two, "dice NVA even 2 {2}", "NVA event shaded #14").verdict == "dictated"
    found = _verdict(two, "dice NVA even 2 {2 5}", "NVA event shaded #14")
    assert (found.verdict, found.needs) == ("rolls-missing", "nobody asked for the dice of even")


def test_rolls_of_another_node() -> None:
    """Dice for another node than waits are not taken for its own."""
    found = _verdict(TWO_LEVELS, "dice NVA 8.6.1/if-2 {3}", "NVA terror QTr")
    assert found.verdict == "rolls-missing"


def test_8_4_1_another_reading_with_an_unknown_symbol() -> None:
    """NP-Q04: a second roll would have VC play card 61, whose symbol no source tells: not a departure."""
    position = "KPh 2vg; VC 5; leaders 126; played 61; next 101; eligible VC"
    rolls = [f"dice VC {it}" for it in ("8.5.1/if-2 {1 2}", "8.5.2/if-1 {1}", "8.5.2/if-2 {2}")]
    found = _verdict(position, *rolls, "VC event shaded")
    assert (found.verdict, found.reading, found.cards) == ("other-reading", "NP-Q04", (61,))


def test_other_reading() -> None:
    """By the default VC count what Resources pay (NP-Q02); by the other reading the dice call for Terror."""
    position = "KPh 2vg PO; BXu 2vg PO; BTu 2vg PO; NVn 20vg; VC 1; played 41; next 68; eligible VC"
    lines = ("dice VC 8.5.1/if-2 {2 2}", "VC terror KPh | tax KPh, BTu, BXu | terror BTu, BXu")
    found = _verdict(position, *lines)
    assert (found.verdict, found.reading) == ("other-reading", "NP-Q02")
    assert _verdict(position, *lines, tags='[Readings "NP-Q02"]\n').verdict in ("dictated", "one-of-several")
    (line,) = _all_judged(position, *lines)
    assert '[Readings "NP-Q02"]' in line


def test_not_decidable() -> None:
    """Whether NVA have a rifle on card 61 is not known: the default plays it, and the card is named."""
    position = "NVn nb 3nt; trail 3; NVA 5; leaders 126 127; played 61; next 68; eligible NVA"
    lines = ("dice NVA 8.6.2/if-2 {3}", "NVA event shaded")
    found = _verdict(position, *lines)
    assert (found.verdict, found.cards) == ("not-decidable", (61,))
    assert _all_judged(position, *lines)[0].endswith("not decidable: card 61")


def test_decidable_where_the_event_is_ineffective() -> None:
    """Whether NVA have a rifle on card 1 does not matter where that would change nothing: Rally is due."""
    there = "NVn nb 3nt; trail {}; NVA 1; played 1; next 68; eligible NVA"
    assert _verdict(there.format("0"), "NVA rally NVn+ng").verdict == "dictated"
    found = _verdict(there.format("0; casualties 2ut"), "NVA event shaded")
    assert (found.verdict, found.cards) == ("not-decidable", (1,))


def test_choices_of_a_player_are_no_departure() -> None:
    """What an Event leaves to a player is his: any of his answers is dictated."""
    position = "Sai 5ut; Hue 2ut; NVn 12vg; VC 5; played 9; next 68; eligible VC"
    for gone in ("Sai-3ut", "Sai-ut, Hue-2ut"):
        assert _verdict(position, f"VC event shaded US: {gone}").verdict == "dictated"


def test_a_pivotal_event_is_due() -> None:
    """A player acts while a Non-player is to execute its Pivotal Event: it departs under 8.4.6."""
    south = "QTr 5vg; QNa 4vg; Tay 4vg; KPh 4vg; BXu 4vg"
    position = f"{south}; leaders 126 127; VC 9; played 68; next 70; eligible ARVN VC"
    found = _verdict(position, "ARVN pass")
    assert (found.faction, found.verdict, found.node) == ("VC", "departs", "8.4.6")


def test_8_4_6_a_player_interrupts_a_non_player_that_is_to_act() -> None:
    """Nothing was due before: the NVA is 1st Eligible, so that it places nothing by itself."""
    assert _all_judged("leaders 126 127; played 55; next 70", "US pivotal #121") == []


def test_voided_moves_are_not_judged() -> None:
    """What the table took back is not in force: the verdict is on what stands in its place."""
    lines = _all_judged(TERROR, "VC pass", "void 1", "VC terror Ple")
    assert lines == ["event 3: VC, a Non-player: dictated (8.5.1/if-1)"]


def test_tally() -> None:
    """The verdicts are counted in the order in which they are listed."""
    head = f'[FITL "2"]\n[Scenario "full"]\n[Players "US+ARVN"]\n[Position "{TERROR}"]\n\n'
    log = notation.read(head + "VC pass\n").log
    found = judged(replay(notation.setup_of(log), log.events))
    assert tally(found) == "1 departs"
    assert tally(()) == ""


def test_players_alone_are_not_judged() -> None:
    """Where every Faction has a player there is nothing to say."""
    log = notation.read('[FITL "2"]\n[Scenario "full"]\n[Cards "107 55"]\n\nVC pass\n').log
    assert judged(replay(notation.setup_of(log), log.events)) == ()


def test_8_0_dice_before_another_factions_move_are_left_over() -> None:
    """Dice of the NVA before a move of the VC that wants none; dice before a card is revealed."""
    position = "Sai 2vg 4at 2ap PS; QTr vg 2at ap PS; SaCT vg; VC 1; aid 40; played 41; next 68; eligible VC"
    head = f'[FITL "2"]\n[Scenario "full"]\n[Players "US+ARVN"]\n[Position "{position}"]\n'
    log = notation.read(f"{head}dice NVA space {{2 2}}\nVC terror Sai | tax SaCT | terror QTr\n").log
    found = [(one.number, one.verdict.verdict) for one in judged(replay(notation.setup_of(log), log.events))]
    assert found == [(2, "rolls-missing")]
    log = notation.read(f"{head}VC terror Sai | tax SaCT | terror QTr\ndice VC space {{2 2}}\nnext #70\n").log
    found = [(one.number, one.verdict.verdict) for one in judged(replay(notation.setup_of(log), log.events))]
    assert found == [(1, "dictated"), (2, "rolls-missing")]


def test_what_no_source_tells_explains_only_so_much() -> None:
    """A rifle that card 61 may have explains what is due without the Event, and nothing else."""
    position = "NVn nb 3nt; trail 3; NVA 5; leaders 126 127; played 61; next 68; eligible NVA"
    declined = _verdict(position, "NVA march NVn>QTr:nt | infiltrate NVn build NVn+4nt")
    departed = _verdict(position, "dice NVA 8.6.2/if-2 {3}", "NVA pass")
    assert (declined.verdict, declined.cards) == ("not-decidable", (61,))
    assert departed.verdict == "departs"
