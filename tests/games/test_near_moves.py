"""Near moves: the legal moves with the fewest changes to the written move, each of them played."""

from __future__ import annotations

import sys
from collections import Counter
from functools import partial
from pathlib import Path

import pytest
import samples
from table import Game, position

from fitl_core.engine import start
from fitl_core.facts.factions import Faction
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import Count, Kind
from fitl_core.reading.clause_changes import A_PART, LITTLE, WHOLE, change, slips
from fitl_core.reading.meanings import refused
from fitl_core.reading.near_readings import NearReadings
from fitl_core.reading.possible_changes import changes
from fitl_core.reading.refused_words import RefusedWords, path_of
from fitl_core.record.clauses import At, By, Move, Place, Remove, SetLevel
from fitl_core.record.events import Action
from fitl_core.record.setup import Setup
from fitl_core.record.spoken import flatten, spoken, written
from fitl_core.state.state import Done, State
from fitl_core.tell.suggested_moves import near_moves
from fitl_core.underway import Underway
from notation.position_reader import read_position
from notation.reader import read_line
from notation.writer import write_event

sys.path.append(str(Path(__file__).parents[1] / "bench"))
import near

ROUND = "leaders 126; played 17 126; next 43; phase support"
CASES = 70
LEAST_SHARE = 0.8


def nearest(game: Game, text: str, most: int | None = 3) -> list[str]:
    """Return the near moves as text, after a check that each is legal."""
    action = read_line(text).event
    assert isinstance(action, Action)
    game.refused(text)
    found = near_moves(game.state, action, most)
    for move in found:
        Game(game.state).play(write_event(move))
    return [" ".join(write_event(move).split()) for move in found]


@pytest.mark.parametrize(
    ("spaces", "wrong", "right"),
    [
        ("Tay: 2ut 5vg*", "US assault Tay-3vg*", "US assault Tay-2vg*"),
        ("Tay: 2ut 5vg*", "US assault Tay-2vg", "US assault Tay-2vg*"),
        ("Tay: 2ut 5vg*", "US assault Tay-2ng*", "US assault Tay-2vg*"),
        ("Tay: 2ut 5vg*", "US assault QDu-2vg*", "US assault Tay-2vg*"),
        ("Tay: 2ut 5vg*", "US assault Tay-2vg*, Tay-2vg*", "US assault Tay-2vg*"),
        ("Sai: 3ut; Tay: vg", "US sweep Sai>Hue:3ut Tay*vg", "US sweep Sai>Tay:3ut Tay*vg"),
        ("QDu: ut", "US limop train QDu | airlift QDu>Sai:ut", "US train QDu | airlift QDu>Sai:ut"),
    ],
)
def test_3_what_a_hand_slips_into(spaces, wrong, right):
    """A near move mends one number, state, kind or space, a surplus clause or a wrong Limited Operation."""
    assert right in nearest(position(spaces, to_act="US"), wrong)


def test_6_3_a_terror_marker_goes_first():
    """6.3.1, 6.3.2: removal of the Terror marker is put in, even if only the level selects the space."""
    state = start(Setup("full", position=read_position(f"Hue 2at ap PS terror 1; {ROUND}-arvn"))).state
    assert nearest(Game(state), "ARVN pacify Hue=AS")[0] == "ARVN pacify Hue:terror-1 Hue=AS"
    state = start(Setup("full", position=read_position(f"Tay 2vg terror 1; {ROUND}-vc"))).state
    assert nearest(Game(state), "VC agitate Tay=PO")[0] == "VC agitate Tay:terror-1 Tay=PO"


def test_3_2_1_a_terror_marker_goes_first():
    """The written level is kept, and the removal of the Terror marker is put in before it."""
    game = position("Hue: 2ut 2at ap terror 1", to_act="US", ARVN=30)
    assert nearest(game, "US train Hue+2ui pacify Hue=PS")[0] == "US train Hue+2ui pacify Hue:terror-1 Hue=PS"


def test_3_3_3_what_is_incomplete_is_completed():
    """Every face of the missing die is suggested, and every written clause stays."""
    game = position("Sai: vg at", to_act="VC")
    found = nearest(game, "VC attack Sai guerrillas", None)
    assert found[0].startswith("VC attack Sai guerrillas {")
    assert all("attack Sai guerrillas {" in move for move in found) and len(found) == 6


def test_3_2_3_a_space_too_many_is_left_out_with_all_that_is_said_of_it():
    """Card 18, shaded: of 3 spaces to Sweep, a near move keeps 2, each with its Guerrillas, however named."""
    game = position("Hue: 2ut vg; QTr: 2ut vg; Kon: 2ut 2vg", to_act="US", capabilities=((18, "shaded"),))
    for line in ("US sweep Hue, Kon, QTr, Hue*vg, Kon*2vg, QTr*vg", "US sweep Hue*vg, Kon*2vg, QTr*vg"):
        assert nearest(game, line)[0] == "US sweep Hue, Kon, Hue*vg, Kon*2vg"
    assert nearest(game, "US sweep Hue, Kon, QTr")[0] == "US sweep Hue, Kon"


def test_3_3_3_what_is_incomplete_within_is_completed_first():
    """No written clause is left out if adding a clause in between makes the move legal."""
    game = position("Hue: vg 2at; Tay: vg 2at", to_act="VC")
    assert (
        nearest(game, "VC attack Hue-2at, Tay {1} Tay-2at")[0] == "VC attack Hue {1} Hue-2at, Tay {1} Tay-2at"
    )
    assert nearest(game, "VC attack {1} Hue-2at, Tay-2at")[0] == "VC attack Hue {1} Hue-2at, Tay {1} Tay-2at"


def test_4_1_no_activity_that_does_nothing():
    """After a refused Air Strike without targets, no other empty Activity is offered."""
    game = position("Sai: 2ut; Tay: vg*", to_act="US", trail=0)
    for move in nearest(game, "US sweep Sai | airstrike Tay-2vg*"):
        assert not move.endswith(("advise", "airlift", "airstrike"))


def test_4_1_a_part_that_no_few_changes_mend_is_left_out():
    """An Advise goes with Train or Patrol; for a Sweep, the near move leaves the whole Advise out."""
    game = position("QTi: 2ut vg; BDi: ui 2vg*", to_act="US")
    found = nearest(game, "US sweep QTi QTi*vg | advise BDi irregulars BDi-2vg*")
    assert found == ["US sweep QTi QTi*vg"]


def test_4_1_no_part_that_says_nothing():
    """A second Special Activity is left out, and the Operation is not named again without a clause."""
    game = position("Sai: 4at; Hue: 4at ap", to_act="ARVN")
    for move in nearest(game, "ARVN patrol | govern Hue aid | transport Sai>SaCT:2at", None):
        assert not move.endswith("| patrol")


def test_3_3_3_no_space_is_said_twice():
    """A selected space is not put in again if a removal has no place."""
    game = position("Tay: vg nt 2ut at", to_act="NVA")
    assert nearest(game, "NVA attack Tay {1} Tay-ut") == ["NVA attack Tay"]


def test_6_4_2_where_troops_that_must_leave_may_go():
    """Clauses that a Redeployment still requires are put in after the written ones, twice if needed."""
    where = "Sai 4at 2ap; Tay 3at{}; leaders 126; played 17 126; next 43; phase redeploy-arvn"
    one = Game(start(Setup("full", position=read_position(where.format("")))).state)
    found = nearest(one, "ARVN redeploy Sai>Hue:4at")
    assert found[0] == "ARVN redeploy Sai>Hue:4at, Tay>Hue:3at"
    two = Game(start(Setup("full", position=read_position(where.format("; QTr 2at")))).state)
    assert nearest(two, "ARVN redeploy")[0] == "ARVN redeploy Tay>Hue:3at, QTr>Hue:2at"


def test_4_2_3_what_is_told_may_answer():
    """A Trail named before its die becomes the Trail of the strike once the die is added."""
    game = position("BDi: 3ut; DaN: 2ut", to_act="US", trail=2)
    meant = "US sweep BDi>DNDT>DaN:3ut | airstrike {2} trail-1 | sweep"
    assert meant in nearest(game, "US sweep BDi>DNDT>DaN:3ut | airstrike trail-1 | sweep")


def test_spec_4_a_tag_by_which_nobody_speaks():
    """A tag `NVA:` without a clause after it is left out."""
    game = position("Tay: vb", to_act="VC")
    assert nearest(game, "VC rally Tay+vg NVA:")[0] == "VC rally Tay+vg"


def test_2_3_2_whose_turn_it_is():
    """The near move is the same move by the Faction to act; if nobody could act, no move is near."""
    game = position("Sai: at 2ut; Tay: 2vg", to_act="US")
    assert nearest(game, "ARVN sweep Sai") == ["US sweep Sai"]
    assert nearest(game, "VC rally Tay+2vg") == []


def test_2_3_5_no_more_than_were_asked_for():
    """The same move without `limop` is one of the three, and not a fourth."""
    game = position("Sai: at ap; Hue: at ap", to_act="ARVN", ARVN=20)
    found = nearest(game, "ARVN limop train Sai+3at, Hue+3at")
    assert found[0] == "ARVN train Sai+3at, Hue+3at" and len(found) == 3


def test_all_at_the_least_distance():
    """Without a limit, all near moves with one changed clause are listed, the smallest changes first."""
    game = position("Tay: 2vg", to_act="VC")
    few, every = nearest(game, "VC march Tay>Hue:2vg"), nearest(game, "VC march Tay>Hue:2vg", None)
    assert len(few) == 3 and every[:3] == few
    beside = len(spaces_by_id()["tay-ninh"].adjacent)
    assert all(move.startswith("VC march Tay>") and move.endswith(":2vg") for move in every[:beside])
    rest = set(every[beside:])
    assert "VC march Tay>Sai:vg" in rest
    assert all(len(move.split()) == 3 for move in rest - {"VC rally Tay", "VC march"})


def test_how_much_a_clause_changes():
    """A change is small if a number, state, kind or neighbouring space differs; others are large."""
    troops, police = (Count(2, Kind.AT),), (Count(2, Kind.AP),)
    saigon = Place("saigon", troops)
    for other in (Place("saigon", police), Place("saigon", (Count(3, Kind.AT),)), Place("tay-ninh", troops)):
        assert change(saigon, other).much == LITTLE and other in slips(saigon)
    assert change(saigon, Place("hue", troops)).much == A_PART
    assert change(saigon, At("saigon")).much == A_PART
    for other in (Remove("saigon", troops), At("hue"), Place("tay-ninh", police)):
        assert change(saigon, other).much == WHOLE
    assert change(SetLevel("hue", Level.NEUTRAL), SetLevel("hue", Level.PASSIVE_SUPPORT)).much == LITTLE
    assert change(SetLevel("hue", Level.NEUTRAL), SetLevel("hue", Level.ACTIVE_SUPPORT)).much == A_PART
    there = Move(("saigon", "tay-ninh"), troops)
    assert change(there, Move(("saigon", "kien-phong"), troops)).much == LITTLE
    assert change(there, Move(("hue", "da-nang"), troops)).much == A_PART
    assert Move(("saigon", "kien-phong"), troops) in slips(there)
    assert saigon in slips(Place("saigon", troops, "hue"))


def clauses_apart(one: Action, other: Action) -> int:
    """Return how many clauses must be added, dropped or replaced to turn one action into the other."""
    old, new = flatten(one.segments), flatten(other.segments)
    row = list(range(len(new) + 1))
    for at, clause in enumerate(old, 1):
        before = row
        row = [at]
        for there, behind in enumerate(new, 1):
            row.append(min(before[there] + 1, row[-1] + 1, before[there - 1] + (clause != behind)))
    return row[-1]


def as_asked(state: State, action: Action) -> Action:
    """Return an action as the rules ask for it: a space is selected by the clauses for that space."""
    said = spoken(action.segments, action.faction)
    asked = refused(partial(Underway, state, action.faction, action.limop), said).said
    return Action(action.faction, written(asked, action.faction), action.limop)


def test_no_near_move_is_further_than_what_was_meant():
    """For a move with one wrong clause, each near move differs in one clause and its required tag.

    It may also have the same clauses in another order.
    """
    for kind, state, _, slipped in near.cases(40 if samples.WHOLE else 14):
        if kind not in (near.LEFT_OUT, near.DOUBLED):
            found = near_moves(state, slipped)
            forms = (slipped, as_asked(state, slipped))
            for move in found:
                apart = [clauses_apart(form, move) for form in forms]
                assert 1 in apart or any(in_any_order(form) == in_any_order(move) for form in forms), move
            assert found, slipped


def in_any_order(action: Action) -> Counter[object]:
    """Return the clauses of an action without their order and their segments."""
    return Counter([clause for clause in flatten(action.segments) if not isinstance(clause, By)])


def test_what_was_meant_is_among_the_first_three(capsys):
    """`tests/bench/near.py`, with fewer cases, finds the intended move among the first three."""
    assert near.report(CASES) >= LEAST_SHARE
    assert "a clause doubled" in capsys.readouterr().out


def test_near_moves_leave_the_dice_and_the_parts():
    """Near moves keep rolled dice and do not turn a verb into a space; a space that is right alone stays."""
    game = position("Tay: 3vg 3ut", to_act="VC")
    assert nearest(game, "VC attack Tay {4} Tay-2ut") == ["VC attack Tay {4}"]
    game = position("Ple: 3ut vb ng", to_act="US")
    assert nearest(game, "US assault Ple-vb") == ["US assault Ple"]
    game = position("NVn: nb", to_act="NVA")
    assert all(" DaN" not in move for move in nearest(game, "NVA rally NVn+2ng | bombard Hue"))


def test_spec_4_a_box_that_is_not_so_is_left_out():
    """The rule decides the box of removed pieces, so the clause without a box comes first."""
    game = position("Hue: 3ut ub; Sai: ui", card=93, eligible="VC")
    told = nearest(game, "VC event unshaded US: Hue-2ut-ub>casualties, Sai-ui")
    assert told[0] == "VC event unshaded US: Hue-2ut-ub, Sai-ui"


def test_1_4_1_a_source_is_put_in_where_only_the_event_or_a_limited_operation_is_open():
    """A missing clause is put in even if the position allows only a Limited Operation or the Event."""
    where = "Sai: vb; Hue: vb; Kon: vb; DaN: vb; CaT: vb; QTi: 2vb; QNa: 2vb; PhB: ap"
    done = (Done(Faction.ARVN, "operation+activity"),)
    game = position(where, card=113, eligible="VC ARVN", done=done)
    assert nearest(game, "VC event shaded PhB-ap+vb")[0] == "VC event shaded PhB-ap PhB+vb<Hue"


@pytest.mark.parametrize(
    ("spaces", "wrong", "right"),
    [
        ("Sai: 4ut; Hue: vg*", "US patrol | raid Hue", ["US patrol"]),
        ("Sai: 4at PS; Hue: 2at PS", "ARVN sweep Sai>Tay:2at | govern Hue aid", ["ARVN sweep Sai>Tay:2at"]),
        (
            "CLa: nb; SLa: nb; Fis: nb",
            "NVA rally Tay | infiltrate CLa+nt, SLa+nt, Fis+nt",
            [
                f"NVA rally Tay | infiltrate {two}"
                for two in ("CLa+nt, SLa+nt", "CLa+nt, Fis+nt", "SLa+nt, Fis+nt")
            ],
        ),
        (
            "Tay: 4ng 2vg",
            "NVA rally Tay+ng | infiltrate Tay-vg",
            ["NVA rally Tay+ng | infiltrate Tay-vg+ng", "NVA rally Tay+ng | infiltrate Tay"],
        ),
        ("SaCT: 2at vg*", "ARVN patrol | assault SaCT-vg*", ["ARVN patrol assault SaCT-vg*"]),
        (
            "Tay: 3ut 4at 5vg*",
            "US assault Tay-3vg* ARVN: assault Tay-2vg*",
            ["US assault Tay-3vg* arvn"],
        ),
    ],
)
def test_4_1_what_was_said_of_one_verb_is_not_said_of_another(spaces, wrong, right):
    """A part is left out with its clauses, unless its verb is only a step; no clause is repeated."""
    found = nearest(position(spaces, to_act=wrong.split()[0]), wrong)
    assert found[: len(right)] == right


def test_3_to_what_is_incomplete_something_is_added():
    """A clause missing in the middle of a move is added, before another space that needs none."""
    game = position("Tay: 3ng vg AO", to_act="NVA")
    told = nearest(game, "NVA rally Tay | infiltrate Tay=PO Tay-vg+ng")
    assert told[0] == "NVA rally Tay Tay+ng | infiltrate Tay=PO Tay-vg+ng"


@pytest.mark.parametrize(
    ("spaces", "wrong", "right"),
    [
        ("KPh: 2vg; QTr: vg", "VC rally KPh-2vg+vb, KPh+vg", "VC rally KPh-2vg+vb"),
        ("Tay: 2vg at; Hue: vg", "VC rally Tay+vg, Hue, Tay-2vg+vb", "VC rally Tay+vg, Hue"),
        ("Hue: 3ut vg*; DaN: ut", "US assault Hue-vg*, Hue-ng*", "US assault Hue-vg*"),
        ("Sai: 3ut", "US airlift Sai>Hue:ut | airstrike {1} | patrol", "US airlift Sai>Hue:ut | patrol"),
        ("Tay: vg; SaCT: vg", "VC tax SaCT | subvert Hue-at | rally Tay+vg", "VC tax SaCT | rally Tay+vg"),
    ],
)  # fmt: skip
def test_3_1_what_is_surplus_is_left_out_first(spaces, wrong, right):
    """A space already selected, or a second Activity, is first left out and only then moved elsewhere."""
    assert nearest(position(spaces, to_act=wrong.split()[0]), wrong)[0] == right


def _refusal_of(game: Game, text: str) -> tuple[partial[Underway], RefusedWords]:
    """Return how an action begins, and where its clauses are refused."""
    action = read_line(text).event
    assert isinstance(action, Action)
    words = tuple(spoken(action.segments, action.faction))
    begin = partial(Underway, game.state, action.faction)
    found = NearReadings(begin, 3, 1_000.0, lambda *_: True).refused(words)
    assert found is not None
    return begin, found


def test_a_changed_path_is_kept_only_if_more_clauses_are_accepted():
    """After a change another wording is followed only if fewer clauses are left than in the refused move."""
    begin, refusal = _refusal_of(position("Tay: 2ut 5vg*"), "US assault Tay-3vg*")
    search = NearReadings(begin, 3, 1_000.0, lambda *_: True)
    search.paths.drop()
    search._left = 1
    for accepted, is_kept in ((1, False), (2, True)):
        search.push(path_of(refusal.words[:2], accepted, (1, 0, 0, 0)))
        assert search.paths.goes_on is is_kept
    search.paths.drop()
    search.push(path_of(refusal.words[:2], 2))
    assert not search.paths.goes_on, "without a change"


def test_what_moves_is_neither_lost_nor_doubled():
    """Segments in another order and moved clauses keep all clauses of the move."""
    begin, refusal = _refusal_of(
        position("Tay: 2ut 5vg*; Sai: 3ut vg*", to_act="US"), "US assault Sai-vg*, Sai, Tay-2vg*, Tay"
    )
    moved = [by for by in changes(begin, refusal, 24) if by.kind == "moved"]
    assert len(moved) > 3
    for by in moved:
        assert Counter(by.applied_to(refusal.words)) == Counter(refusal.words), by
