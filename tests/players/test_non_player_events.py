"""8.4: choices of a Non-player in each Event: positions that decide, instructions, and random games."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
import pytest
from non_player_table import Cup, clause_of, driven, event_of, rolled_out, table
from samples import WHOLE

from fitl_core.engine import play
from fitl_core.facts.card_list import Side, cards
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.players.dice import Dice
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.dice_search import NonPlayerMove
from fitl_core.players.non_players.events.changes import LACKING
from fitl_core.players.non_players.events.conditions import CONDITIONS
from fitl_core.players.non_players.events.execution import Execution
from fitl_core.players.non_players.events.instruction_steps import carry_out
from fitl_core.players.non_players.events.instructions import Instruction, instruction_for, instructions
from fitl_core.players.non_players.flows import CONDUCT
from fitl_core.players.non_players.in_players_moves import PlayersMove
from fitl_core.players.non_players.move_verdicts import verdict_on
from fitl_core.players.non_players.random_games import cup, finish_action, mixed_game
from fitl_core.players.random_play import deal
from fitl_core.record.clauses import Option, Verb
from fitl_core.record.setup import Setup
from fitl_core.state.state import State
from fitl_core.walks import ask
from notation import write_event
from notation.reader import read_line

ALL = "none"
COIN = "US+ARVN"
INSURGENTS = "NVA+VC"


# fmt: off
# card, Faction, players, position, dice, chosen clauses
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
    # 8.4.4: free Operations: by the first one's priorities, their effects decide on the space
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


TABLE = Path(__file__).with_name("event_instructions.txt")
NEXT, SPARE = 57, 58


class Row(msgspec.Struct, frozen=True):
    """A line of the table: card, Faction, players, position and dice, with the outcome."""

    card: int
    faction: Faction
    players: str
    position: str
    dice: tuple[int, ...]
    outcome: str

    @property
    def state(self) -> State:
        """Return the position with the card revealed; by default the Faction alone is Eligible."""
        parts = [part.strip() for part in self.position.split(";")]
        earlier = next((part for part in parts if part.startswith("played")), "played")
        others = [part for part in parts if not part.startswith("played")]
        words = {part.split()[0] for part in parts}
        others += [f"next {NEXT if self.card != NEXT else SPARE}"] if "next" not in words else []
        others += [f"eligible {self.faction}"] if "eligible" not in words else []
        short = "short" if self.players.endswith("short") else "full"
        return table("; ".join([*others, f"{earlier} {self.card}"]), self.players.split()[0], scenario=short)


def _row(line: str) -> Row:
    who, players, position, dice, outcome = [part.strip() for part in line.split("|", 4)]
    card, faction = who.split()
    return Row(int(card), Faction(faction), players, position, tuple(map(int, dice.split())), outcome)


ROWS = [_row(line) for line in TABLE.read_text("utf-8").splitlines() if line and not line.startswith("#")]


def instructed() -> list[tuple[int, Faction, Instruction]]:
    """Return every instruction with a known text."""
    cells = [(card, faction) for card, it in sorted(instructions().items()) for faction in it.factions]
    told = [(card, faction, instruction_for(card, faction)) for card, faction in cells]
    return [cell for cell in told if cell[2].symbol == "halo" and cell[2].known]


def conditions(told: Instruction) -> list[str]:
    """Return the conditions of an instruction, except "always"."""
    named = [*told.decline, told.shaded, *[alternative.when for alternative in told.options]]
    return [name for name in dict.fromkeys(named) if name not in ("", "always")]


def holds(row: Row, name: str) -> bool:
    """Check whether a condition holds in a row, by the position or by the Event's outcome."""
    if name in LACKING:
        return row.outcome == "declined"
    return CONDITIONS[name](Decider(row.state, row.faction, CONDUCT))


@pytest.mark.parametrize("row", ROWS, ids=[f"{i}-{row.card}-{row.faction}" for i, row in enumerate(ROWS)])
def test_8_4_1_the_instruction_is_followed(row: Row) -> None:
    """The Non-player plays the Event as its instruction demands, or declines it."""
    assert event_of(row.state, row.faction, row.dice) == row.outcome


def test_8_4_1_every_condition_is_met_and_unmet() -> None:
    """Every condition of an instruction has a position in which it holds and one in which it fails."""
    missing = []
    for card, faction, told in instructed():
        rows = [row for row in ROWS if (row.card, row.faction) == (card, faction)]
        if not rows:
            missing.append(f"{card} {faction}")
        for name in conditions(told):
            sides = {holds(row, name) for row in rows}
            missing += [f"{card} {faction}: {name} {side}" for side in (True, False) if side not in sides]
    assert missing == []


def test_8_4_1_a_declining_condition_declines() -> None:
    """The outcome is "declined" exactly when a declining condition holds."""
    for row in ROWS:
        declines = [name for name in instruction_for(row.card, row.faction).decline if name in CONDITIONS]
        if declines:
            assert any(holds(row, name) for name in declines) is (row.outcome == "declined"), row


NUMBERS = [number for number, card in cards().items() if card.kind != "coup"]
POSITIONS = 3
SPARE_CARD = 57
"""A card that is next where the one at hand would be."""


@cache
def sample() -> tuple[State, ...]:
    """Return every position of two games of four Non-players in which a card was just revealed."""
    found = []
    for game in ("one", "two"):
        dice = Dice(f"every event {game}")
        setup, deck = deal(Setup("full", players=()), dice)
        found += [played.before for played in mixed_game(setup, deck, dice, 40)]
    return tuple([it for it in found if it.phase == "card" and it.eligible and it.next and not it.done])


def on_card(before: State, card: int, faction: Faction, against_players: bool) -> State:
    """The position with this card revealed, on which the Faction alone is Eligible.

    Nobody has a player, or its two enemies have.
    """
    following = before.next if before.next != card else SPARE_CARD
    played = (*before.played[:-1], card)
    state = msgspec.structs.replace(before, card=card, next=following, played=played, eligible=(faction,))
    if not against_players:
        return state
    players = tuple([(other,) for other in FACTIONS if other in faction.enemies])
    policy = None if (Faction.US,) in players else state.policy
    return msgspec.structs.replace(state, players=players, policy=policy)


def who_may_play(card: int) -> list[Faction]:
    """Return the Factions without a rifle on the card; for a Pivotal Event its holder."""
    holders = cards()[card].order[:1] if cards()[card].kind == "pivotal" else FACTIONS
    return [faction for faction in holders if instruction_for(card, faction).symbol != "rifle"]


def sides(card: int) -> tuple[Side, ...]:
    """Return the texts of a card."""
    return ("unshaded",) if cards()[card].sides == "single" else ("unshaded", "shaded")


@pytest.mark.parametrize("card", NUMBERS)
def test_8_4_every_event_comes_to_a_legal_end(card: int) -> None:
    """Each Non-player that may play a side of a card gives a complete, legal move that reads back.

    `.ci/run` tries one position of three, in turn.
    """
    unplayed = [state for state in sample() if card not in state.played]
    for turn, faction in enumerate(who_may_play(card)):
        for second, side in enumerate(sides(card)):
            for place in range(POSITIONS) if WHOLE else [(card + turn + second) % POSITIONS]:
                before = unplayed[(card + (turn + place) * 7) % len(unplayed)]
                state = on_card(before, card, faction, against_players=place == 1)
                dice = Dice(f"{card} {faction} {side} {place}")
                line = carried_out(state, faction, side, dice)
                event = read_line(line).event
                assert event is not None and play(state, event).state.card == card, line


def carried_out(state: State, faction: Faction, side: Side, dice: Dice) -> str:
    """Return the line of a side of the Event that the Faction carries out with these dice."""
    d = Decider(state, faction, CONDUCT)
    assert state.card is not None
    walk = ask(state, faction).say(Verb("event"))
    d.walk = walk.say(Option(side)) if len(sides(state.card)) > 1 else walk
    rolled_out(carry_out(Execution(d, state.card, side, "8.4")), cup(dice))
    assert d.walk is not None and d.walk.may_end
    return write_event(d.walk.action)


ASKING = (
    1, 2, 9, 21, 22, 23, 25, 26, 30, 42, 44, 46, 47, 49, 50, 55, 56, 58, 59, 60, 62, 65, 67, 69, 70, 71, 73,
    74, 75, 77, 84, 90, 91, 92, 93, 95, 96, 99, 103, 111, 117, 118,
)  # fmt: skip
"""Cards on which another than who executes the Event may have to choose."""


@pytest.mark.parametrize("card", ASKING)
@pytest.mark.parametrize("faction", [Faction.US, Faction.VC])
def test_8_4_4_non_players_answer_in_every_event_of_a_players(card: int, faction: Faction) -> None:
    """A player executes it at random, the other three answer: the move is legal, and dictated by its dice."""
    unplayed = [state for state in sample() if card not in state.played]
    for place, side in enumerate(sides(card)):
        before = on_card(unplayed[(card * 3 + place * 11) % len(unplayed)], card, faction, False)
        policy = None if faction is Faction.US else before.policy
        state = msgspec.structs.replace(before, players=((faction,),), policy=policy)
        move, dice = PlayersMove(state, faction), Dice(f"{card} {faction} {side}")
        walk = ask(state, faction).say(Verb("event"))
        move.extend((walk.say(Option(side)) if len(sides(card)) > 1 else walk).said)
        finish_action(move, dice)
        after = state
        for line in move.decider.lines:
            after = play(after, line).state
        step = play(after, move.action)
        asked = next(iter(move.asked), None)
        if asked is not None:
            lines = tuple(move.decider.lines)
            played = NonPlayerMove(asked, state, lines, after, move.action, step.state, step.effects)
            assert verdict_on(played).verdict in ("dictated", "not-decidable"), write_event(move.action)
            assert not verdict_on(played).due
