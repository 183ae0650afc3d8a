"""8.4.1, 8.4.4: choices of Non-players within a player's move: in his Event, or for a Capability."""

from __future__ import annotations

import pytest
from non_player_table import Cup, table

from fitl_core.engine import play
from fitl_core.errors import Violation
from fitl_core.game.non_player_verdicts import judge_non_players
from fitl_core.game.replays import replay
from fitl_core.players.dice import Dice
from fitl_core.players.non_players.decide import answer_move
from fitl_core.record.events import Action
from fitl_core.record.setup import Setup
from fitl_core.testing.non_player_games import NonPlayerTally, draw_players, try_non_players
from notation import read, setup_of, write_event
from notation.reader import read_line

ROKS = "PhB 2at 2ut 4vg ub; BDi 2at vg ab; trail 0; capabilities 101:shaded; played 70; next 68; eligible US"
COLUMN = "Sai 28at 30ap 4ar; SaCT vg; ARVN 30; capabilities 14:shaded; played 41; next 68; eligible ARVN"
BOX = "Hue 3ut; NVn 6ng nb; VC 5; trail 2; played 77; next 68; eligible US"
TROOPS = "Sai 5ut; Hue 2ut; NVn 12vg; VC 5; played 9; next 68; eligible VC"
FEW = TROOPS.replace("5ut", "ut; DaN ut")
STRIKE = "Par nb; CLa nt; trail 2; played 26; next 68; eligible ARVN; policy JFK"
STRUCK = "ARVN event unshaded US: Par+3ui airstrike {5} trail-1 Par-nb"
TRAPPED = "US event unshaded US sweep PhB, BDi {1} VC: PhB-ut {6} US: assault PhB PhB-4vg*, BDi BDi-vg*"
CHI = "Sai ut 2at; Hue ut at; NVn 12vg; VC 5; played 2; next 68; eligible VC"
PLACED = "VC event shaded NVA: Par+2nb US: available>oop:2ut"
UNTOLD = "Hue 2ut at PS; CaT 4nt nb; QTr 2ut at; trail 1; aid 20; ARVN 20; played 117; next 68; eligible US"
ARMOR = "Par 12nt nb; Tay 2at; AnL ub 3ut at; trail 4; played 71; next 68; eligible VC"


def action(line: str) -> Action:
    """Return an action as it is written."""
    event = read_line(line).event
    assert isinstance(event, Action)
    return event


@pytest.mark.parametrize(
    ("position", "players", "line", "dice", "due"),
    [
        # 8.4.4: its own Troops that must go: from the space with most (8.1.2)
        (TROOPS, "VC", "VC event shaded", "", "VC event shaded US: Sai-3ut"),
        (FEW, "VC", "VC event shaded", "00", "VC event shaded US: Hue-2ut, Sai-ut"),
        # 8.4.1: its own instruction governs its choice: Resources below 20, else Infiltrate
        (f"{BOX}; NVA 19", "US", "US event shaded", "00000", "US event shaded NVA: resources VC: rally"),
        (f"{BOX}; NVA 20", "US", "US event shaded", "0", "US event shaded NVA: infiltrate"),
        # 8.4.1: a City with a US Base, if one can be reached
        (ARMOR, "VC", "VC event shaded", "", "VC event shaded NVA: AnL march"),
        # 8.4.4: free Activities by 8.8.3, with the dice of the move
        (STRIKE, "ARVN", "ARVN event unshaded {5}", "", STRUCK),
        # 8.1.2: whom shaded Booby Traps take (card 101); what shaded Patton takes (card 14)
        (ROKS, "US", TRAPPED.replace("VC: PhB-ut", "").replace("US: ", ""), "", TRAPPED),
        (ROKS, "US", TRAPPED.replace("ut", "at"), "", TRAPPED),
        (COLUMN, "ARVN", "ARVN patrol Sai>SaCT:3at", "", "ARVN patrol Sai>SaCT:3at NVA: SaCT-2at"),
    ],
)  # fmt: skip
def test_8_4_4_a_non_player_answers_in_a_players_move(
    position: str, players: str, line: str, dice: str, due: str
) -> None:
    """A Non-player answers by section 8 whatever the player wrote for it, and the move is complete."""
    cup = Cup([*map(int, dice), 0] if dice else ())
    found = answer_move(table(position, players), action(line), cup)
    assert found is not None
    assert " ".join(write_event(found.lines[-1]).split()).startswith(due)
    play(table(position, players), found.lines[-1])


def test_8_4_4_a_false_statement_after_a_non_players_answer() -> None:
    """After a Non-player's answer a false statement of an effect is refused, with the true figure."""
    with pytest.raises(Violation, match="ARVN"):
        answer_move(table(TROOPS, "VC"), action("VC event shaded ARVN-3"), Cup(()))


def verdicts(position: str, players: str, *lines: str) -> list[str]:
    """Return the verdicts of section 8 on a game's lines: Faction, verdict, node."""
    head = f'[FITL "2"]\n[Scenario "full"]\n[Players "{players}"]\n[Position "{position}"]\n'
    log = read(head + "\n".join(lines) + "\n").log
    game = replay(setup_of(log), [entry.event for entry in log.entries if entry.event is not None])
    assert game.error is None
    return [
        f"{one.verdict.faction} {one.verdict.verdict} {one.verdict.node}" for one in judge_non_players(game)
    ]


ONES = "dice US space {1 1}"


@pytest.mark.parametrize(
    ("position", "players", "lines", "told"),
    [
        (TROOPS, "VC", ["VC event shaded US: Sai-3ut"], ["US dictated 8.4"]),
        (TROOPS, "VC", ["VC event shaded US: Hue-2ut, Sai-ut"], ["US departs 8.4"]),
        (TROOPS, "VC", [ONES, "VC event shaded US: Sai-3ut"], ["US rolls-missing 8.4"]),
        (TROOPS, "VC", [ONES, "VC rally NVn+vg"], ["US rolls-missing space"]),
        (TROOPS, "US+ARVN VC", ["VC event shaded US: Hue-2ut, Sai-ut"], []),
        (CHI, "VC", ["dice NVA space {1 1}", PLACED], ["NVA dictated 8.4"]),
        (CHI, "VC", ["dice NVA space {3 1}", PLACED], ["NVA departs 8.4"]),
        (CHI, "VC", [PLACED], ["NVA one-of-several 8.4"]),
        (CHI, "VC", [PLACED.replace("2nb", "nb+ng")], ["NVA departs 8.4"]),
        (STRIKE, "ARVN", [STRUCK], ["US dictated 8.4"]),
        (STRIKE, "ARVN", [STRUCK.replace(" trail-1", "")], ["US departs 8.8.3/sa-2"]),
        (COLUMN, "ARVN", ["ARVN patrol Sai>SaCT:3at NVA: SaCT-2at"], ["NVA dictated 8.1.2"]),
        (COLUMN, "ARVN", ["ARVN patrol Sai>SaCT:3at"], ["NVA departs 8.1.1"]),
        (COLUMN, "ARVN NVA", ["ARVN patrol Sai>SaCT:3at"], []),
    ],
)  # fmt: skip
def test_8_4_4_the_verdict_on_what_a_non_player_chose(
    position: str, players: str, lines: list[str], told: list[str]
) -> None:
    """A Non-player's part of a player's move is dictated, one of several, or departs; its dice come first."""
    assert verdicts(position, players, *lines) == told


def test_8_4_1_an_instruction_that_no_source_tells() -> None:
    """The instruction of a card from 94 on is unknown: the Non-player's part cannot be decided."""
    lines = ["dice ARVN space {1 1}", "US event unshaded ARVN: Sai+3at sweep"]
    assert verdicts(UNTOLD, "US", *lines) == ["ARVN not-decidable 8.4"]


@pytest.mark.parametrize(("scenario", "seed"), [("medium", 2), ("medium", 6), ("medium", 10)])
def test_8_4_4_random_games_in_which_non_players_answer(scenario: str, seed: int) -> None:
    """In random games every answer of a Non-player in a player's move is legal and dictated by its dice."""
    dice, tally = Dice(f"{scenario} {seed}"), NonPlayerTally()
    try_non_players(Setup(scenario, players=draw_players(dice)), dice, tally)
    assert tally.decisions


@pytest.mark.parametrize("giver", ["NVA", "VC"])
def test_8_1_2_a_non_player_gives_nothing(giver: str) -> None:
    """A Non-player never transfers Resources (1.5.2); a player may."""
    actor, gift = ("VC", "VC+2") if giver == "NVA" else ("NVA", "NVA+2")
    there = f"NVn ng; Fis vg; NVA 8; VC 8; played 41; next 68; eligible {actor}"
    line = f"{actor} rally {'NVn' if actor == 'NVA' else 'Fis'} | transfer {gift}"
    with pytest.raises(Violation, match=f"{giver}, a Non-player, never gives"):
        play(table(there, actor), action(line))
    play(table(there, "NVA+VC"), action(line))
