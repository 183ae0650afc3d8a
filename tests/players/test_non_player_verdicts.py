"""The verdicts of section 8 on a Non-player's move: dictated, one of several, departs, and the others."""

from __future__ import annotations

import time

import pytest
from click.testing import CliRunner
from measured import slowness
from samples import sampled

import notation
from fitl_cli.app import app
from fitl_core.game.non_player_verdicts import JudgedMove, judge_non_players, tally, verdict_line
from fitl_core.game.replays import replay
from fitl_core.players.non_players import move_verdicts
from fitl_core.players.non_players.move_verdicts import MoveVerdict

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
    return [verdict_line(one) for one in judge_non_players(played)]


def _judged_log(text: str) -> tuple[JudgedMove, ...]:
    log = notation.read(text).log
    return judge_non_players(replay(notation.setup_of(log), log.events))


def _verdict(position: str, *lines: str, tags: str = "", players: str = "US+ARVN") -> MoveVerdict:
    head = f'[FITL "2"]\n[Scenario "full"]\n[Players "{players}"]\n{tags}[Position "{position}"]\n\n'
    log = notation.read(head + "\n".join(lines) + "\n").log
    played = replay(notation.setup_of(log), log.events)
    assert played.error is None, played.error
    return judge_non_players(played)[-1].verdict


def test_dictated() -> None:
    """The move is what section 8 gives; the node is the condition that held."""
    found = _verdict(TERROR, "VC terror Ple")
    assert (found.verdict, found.node, found.due) == ("dictated", "8.5.1/if-1", ())


def test_dictated_in_another_order() -> None:
    """Spaces of a step in another order, or Activities in another order, are still dictated."""
    assert _verdict(ROADS, "VC terror SaCT, HuDN, Sai | subvert Sai-2at").verdict == "dictated"
    assert _verdict(ROADS, "VC terror Sai | subvert Sai-2at | terror SaCT, HuDN").verdict == "dictated"


def test_departs_in_a_coup_round() -> None:
    """In a phase of a Coup Round no card gives an instruction: the verdict is "departs" with the due move."""
    there = "KPh vg; VC 9; played 127; next 68; leaders 127; phase support-vc"
    found = _verdict(there, "VC pass")
    assert (found.verdict, found.node) == ("departs", "8.5.6")


def test_departs_altogether() -> None:
    """For a different Operation the verdict names the condition that decided, and the due move."""
    found = _verdict(TERROR, "VC pass")
    assert (found.verdict, found.node) == ("departs", "8.5.1/if-1")
    assert [notation.write_event(event) for event in found.due] == ["VC   terror Ple"]
    (line,) = _all_judged(TERROR, "VC attack Ple {1} Ple-2at")
    assert "departs at 8.5.1/if-1" in line
    assert "due: VC   terror Ple" in line


def test_departs_at_its_first_node() -> None:
    """The verdict names the node of the first due action that is missing, in any order of the clauses."""
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
    """With several open picks, a move that no pick allows departs."""
    found = _verdict(LOW_TRAIL, "dice NVA space {3 1}", "NVA rally NVn+2ng, CLa+ng")
    assert (found.verdict, found.node) == ("departs", "8.6.4/do-4")
    assert len(found.due) > 1


@pytest.mark.parametrize(
    "lines",
    [
        ("NVA rally NVn+2ng, CLa+ng",),
        ("dice NVA space {3 1}", "NVA rally NVn+2ng, CLa+ng"),
        ("dice NVA space {3 1}", "NVA rally NVn+2ng, QTr+ng, SLa+ng"),
    ],
)
def test_a_search_that_was_cut_accuses_nobody(
    lines: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move not found before the budget ends is not examined; the message says how much was tried."""
    monkeypatch.setattr(move_verdicts, "MOST_PLAYED", 0)
    found = _verdict(LOW_TRAIL, *lines)
    assert (found.verdict, found.node) == ("not-examined", "8.6.4/do-4")
    line = _all_judged(LOW_TRAIL, *lines)[-1]
    assert "not examined at 8.6.4/do-4 (the dice could fall in more ways than were tried (1))" in line


@pytest.mark.parametrize(
    ("seed", "scenario"),
    sampled([(22, "full"), (3, "full"), (8, "short"), (7, "full"), (5, "medium")], 3),
)
def test_a_log_without_its_dice_is_judged_soon(seed: int, scenario: str) -> None:
    """The budget of all verdicts holds a log without dice lines to seconds; no right move departs."""
    wanted = ["random", "--players", "none", "--scenario", scenario, "--seed", str(seed)]
    text = CliRunner().invoke(app, wanted).output
    lines = [line for line in text.splitlines() if not line.startswith("dice")]
    begun = time.process_time()
    found = _judged_log("\n".join(lines) + "\n")
    assert time.process_time() - begun < 15 * slowness()
    assert "departs" not in {one.verdict.verdict for one in found}


def test_a_policy_whose_die_is_missing_accuses_nobody() -> None:
    """Without the die of the Commitment Phase (8.8.1) the Policy is unknown, and no move departs."""
    wanted = ["random", "--players", "none", "--scenario", "full", "--seed", "8"]
    text = CliRunner().invoke(app, wanted).output
    lines = [line for line in text.splitlines() if not line.startswith("dice US 8.8.1 ")]
    found = _judged_log("\n".join(lines) + "\n")
    assert "departs" not in {one.verdict.verdict for one in found}
    missing = [one.number for one in found if one.verdict.node == "8.8.1"]
    unknown = [one for one in found if "the Policy is not known" in one.verdict.needs]
    assert missing and unknown and unknown[0].number > missing[0]
    needs = f"the Policy is not known: no die for it before event {missing[0]}"
    assert (unknown[0].verdict.verdict, unknown[0].verdict.needs) == ("not-examined", needs)


@pytest.mark.parametrize(
    ("seed", "scenario", "die"),
    [
        (6, "medium", "dice VC 8.5.2/if-1 {6}"),
        (6, "full", "dice NVA 8.6.2/if-1 {6}"),
        (24, "short", "dice ARVN 8.7.1/if-1 {6}"),
        (14, "short", "dice US 8.8.2/if-1 {5}"),
    ],
)
def test_a_promise_whose_die_is_missing_accuses_nobody(seed: int, scenario: str, die: str) -> None:
    """Without the die for a promise, the promised Event is right by other dice only."""
    wanted = ["random", "--players", "none", "--scenario", scenario, "--seed", str(seed)]
    lines = CliRunner().invoke(app, wanted).output.splitlines()
    without = [line for line in lines if line != die]
    assert len(without) == len(lines) - 1
    whole, found = (_judged_log("\n".join(kept) + "\n") for kept in (lines, without))
    changed = [after for before, after in zip(whole, found, strict=True) if before.verdict != after.verdict]
    missing, promised = changed
    node = die.split()[2]
    assert (missing.verdict.verdict, missing.verdict.node) == ("rolls-missing", node)
    assert promised.verdict.verdict in ("not-examined", "one-of-several", "not-decidable")


PROMISED = "Sai 2at ut; NVA 0; played 41; next 32; leaders 125; promise NVA; eligible NVA"
"""NVA have promised this Event. They Pass for lack of Resources if no die promises the next one."""


@pytest.mark.parametrize(
    ("die", "move", "verdict"),
    [
        (1, "NVA rally Hue+ng", "not-examined"),
        (1, "NVA pass", "departs"),
        (5, "NVA rally Hue+ng", "departs"),
        (5, "NVA event unshaded", "departs"),
    ],
)
def test_a_promise_that_a_missing_die_may_have_ended(die: int, move: str, verdict: str) -> None:
    """A move that is right without an older promise is not examined; one that is never right departs."""
    found = _verdict(PROMISED, "NVA pass", "next 68", f"dice NVA 8.6.2/if-2 {{{die}}}", move)
    assert found.verdict == verdict
    if verdict == "not-examined":
        needs = "whether NVA promised this Event is not known: no die for it before event 1"
        assert found.needs == needs


def test_8_6_3_dice_of_a_condition_that_are_missing() -> None:
    """Some die of the condition leads to Terror, and some to Rally; no die leads to a March."""
    found = _verdict(TWO_LEVELS, "NVA terror QTr")
    assert (found.verdict, found.node) == ("one-of-several", "8.6.3/if-1")
    assert _verdict(TWO_LEVELS, "NVA march QTr>QNa:nt").verdict == "departs"
    assert _verdict(TWO_LEVELS, "dice NVA 8.6.3/if-1 {6}", "NVA terror QTr").verdict == "departs"


def test_8_8_1_dice_that_change_the_position_must_be_written() -> None:
    """Without the die for the Policy the position after the move is not known: its line is missing."""
    there = "Sai ub 4ut; casualties 4ut; oop 12ut; leaders 127 128; played 125; next 68; phase commitment"
    (line,) = _all_judged(there, "US commit Sai+4ut<casualties Sai+6ut", players="none")
    assert line.endswith("rolls missing or left over (8.8.1)")


def test_rolls_left_over() -> None:
    """A line of dice that nobody asked for is not dictated."""
    found = _verdict(TERROR, "dice VC 8.5.1/if-2 {1 2}", "VC terror Ple")
    assert (found.verdict, found.needs) == (
        "rolls-missing",
        "nobody asked for event 1, the dice of 8.5.1/if-2",
    )
    dice = ["dice NVA space {3 1}", "dice NVA space {2 5}", "dice NVA space {2 5}"]
    assert _verdict(LOW_TRAIL, *dice, "NVA rally NVn+2ng, CLa+ng, SLa+ng").verdict == "rolls-missing"


def test_more_dice_than_are_rolled() -> None:
    """A line has as many dice as its node rolls; for equal chances more only where one falls on nobody."""
    assert _verdict(TWO_LEVELS, "dice NVA 8.6.3/if-1 {2}", "NVA terror QTr").verdict == "dictated"
    assert _verdict(TWO_LEVELS, "dice NVA 8.6.3/if-1 {2 2}", "NVA terror QTr").verdict == "rolls-missing"
    two = "trail 3; capabilities 14:unshaded 18:unshaded; NVA 5; played 52; next 68; eligible NVA"
    assert _verdict(two, "dice NVA even 2 {2}", "NVA event shaded #14").verdict == "dictated"
    found = _verdict(two, "dice NVA even 2 {2 5}", "NVA event shaded #14")
    assert (found.verdict, found.needs) == ("rolls-missing", "nobody asked for event 1, the dice of even")


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
    assert _all_judged(position, *lines)[0].endswith(
        "not decidable: NVA, card 61: the symbol is unknown, none or rifle"
    )


def test_decidable_where_the_event_is_ineffective() -> None:
    """Whether NVA have a rifle on card 1 does not matter where that would change nothing: Rally is due."""
    there = "NVn nb 3nt; trail {}; NVA 1; played 1; next 68; eligible NVA"
    assert _verdict(there.format("0"), "NVA rally NVn+ng").verdict == "dictated"
    found = _verdict(there.format("0; casualties 2ut"), "NVA event shaded")
    assert (found.verdict, found.cards) == ("not-decidable", (1,))


def test_choices_of_a_player_are_no_departure() -> None:
    """An Event's choice that belongs to a player is free: each of his answers is dictated."""
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
    """The NVA, 1st Eligible, owed no Pivotal Event: a player's Pivotal Event before it gives no verdict."""
    assert _all_judged("leaders 126 127; played 55; next 70", "US pivotal #121") == []


def test_voided_moves_are_not_judged() -> None:
    """A voided move gets no verdict; the move that replaces it does."""
    lines = _all_judged(TERROR, "VC pass", "void 1", "VC terror Ple")
    assert lines == ["event 3: VC, a Non-player: dictated (8.5.1/if-1)"]


def test_tally() -> None:
    """The verdicts are counted in the order in which they are listed."""
    head = f'[FITL "2"]\n[Scenario "full"]\n[Players "US+ARVN"]\n[Position "{TERROR}"]\n\n'
    log = notation.read(head + "VC pass\n").log
    found = judge_non_players(replay(notation.setup_of(log), log.events))
    assert tally(found) == "1 departs"
    assert tally(()) == ""


def test_players_alone_are_not_judged() -> None:
    """A game in which every Faction has a player has no verdicts."""
    log = notation.read('[FITL "2"]\n[Scenario "full"]\n[Cards "107 55"]\n\nVC pass\n').log
    assert judge_non_players(replay(notation.setup_of(log), log.events)) == ()


def test_8_0_dice_before_another_factions_move_are_left_over() -> None:
    """Dice of the NVA before a move of the VC that wants none; dice before a card is revealed."""
    position = "Sai 2vg 4at 2ap PS; QTr vg 2at ap PS; SaCT vg; VC 1; aid 40; played 41; next 68; eligible VC"
    head = f'[FITL "2"]\n[Scenario "full"]\n[Players "US+ARVN"]\n[Position "{position}"]\n'
    log = notation.read(f"{head}dice NVA space {{2 2}}\nVC terror Sai | tax SaCT | terror QTr\n").log
    found = [
        (one.number, one.verdict.verdict)
        for one in judge_non_players(replay(notation.setup_of(log), log.events))
    ]
    assert found == [(2, "rolls-missing")]
    log = notation.read(f"{head}VC terror Sai | tax SaCT | terror QTr\ndice VC space {{2 2}}\nnext #70\n").log
    found = [
        (one.number, one.verdict.verdict)
        for one in judge_non_players(replay(notation.setup_of(log), log.events))
    ]
    assert found == [(1, "dictated"), (2, "rolls-missing")]


def test_what_no_source_tells_explains_only_so_much() -> None:
    """Card 61's unknown instruction excuses only the move due without the Event; another move departs."""
    position = "NVn nb 3nt; trail 3; NVA 5; leaders 126 127; played 61; next 68; eligible NVA"
    declined = _verdict(position, "NVA march NVn>QTr:nt | infiltrate NVn build NVn+4nt")
    departed = _verdict(position, "dice NVA 8.6.2/if-2 {3}", "NVA pass")
    assert (declined.verdict, declined.cards) == ("not-decidable", (61,))
    assert departed.verdict == "departs"
