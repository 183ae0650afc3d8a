"""Steps that want a best set of spaces, groups or pieces: it is found whole, not step by step."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from itertools import product
from typing import Any

import pytest
from insurgents_decide import nva
from non_player_table import event_of, table

from fitl_core.facts.factions import Faction
from fitl_core.facts.game_map import along
from fitl_core.facts.pieces import Kind
from fitl_core.players.dice import Dice
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.events.changes import PREFERRED, Changes
from fitl_core.players.non_players.events.coin_control import with_least_loss
from fitl_core.players.non_players.events.execution import Execution, run_trial
from fitl_core.players.non_players.events.instruction_steps import carry_out
from fitl_core.players.non_players.events.instructions import instruction_for, usual_side
from fitl_core.players.non_players.events.shifting_pieces import shift_letters
from fitl_core.players.non_players.events.supplies import Supplies
from fitl_core.players.non_players.flows import CONDUCT
from fitl_core.record.clauses import At, Option, Verb
from fitl_core.state.state import State
from fitl_core.walks import ask

AT_BASES = "KPh 2nb 2nt; Tay 2nb 2nt; SLa 2nb 2nt; Par nb 2nt; trail 2; NVA 9"
"""Bases whose 2 Troops stay."""


REDEPLOY: dict[str, Any] = {"phase": "redeploy-nva", "card": "played 126; next 68"}


def test_8_6_5_do_3_the_group_that_is_left_serves_another_space() -> None:
    """Quang Tri could be had from Laos or the North; from the North, as only Laos reaches Quang Nam."""
    found = nva(f"NVn 2nb 4nt; CLa 2nt; {AT_BASES}", None)
    assert found.move.startswith("march NVn>QTr:2nt, CLa>QNa:nt |")
    assert not any("even" in line for line in found.dice)


def test_8_6_5_do_3_control_that_has_been_added_is_kept() -> None:
    """2 Troops bring Quang Tri under Control beside the 3 there, which then do not go on to Hue."""
    found = nva(f"QTr 3nt 4at; Hue ub; NVn 2nb 4nt; oop 10at; {AT_BASES}", (6, 0))
    assert found.move.startswith("march NVn>QTr:2nt |")


def test_8_6_5_do_3_the_outlook_is_bounded(monkeypatch: Any) -> None:
    """After the limit of combinations the search for later spaces ends, with a note in the trace."""
    monkeypatch.setattr(import_module("fitl_core.players.non_players.nva.march"), "MOST_LOOKED_AT", 1)
    found = nva(f"NVn 2nb 4nt; CLa 2nt; SLa nt; {AT_BASES.replace('SLa 2nb 2nt; ', '')}", None)
    assert any("the search ended after" in step.result for step in found.decision.trace)


def test_8_6_6_do_2_no_space_that_shall_gain_control_gives_troops() -> None:
    """Both spaces lack 1 Troop for Control; each comes from the North, whatever is rolled, so nothing is."""
    found = nva("KPh 3nt nb 4vg; Tay 3nt nb 4vg; NVn 3nt; trail 2", **REDEPLOY)
    assert found.move in ("redeploy NVn>Tay:nt, NVn>KPh:nt", "redeploy NVn>KPh:nt, NVn>Tay:nt")


def test_8_6_6_do_2_which_of_equal_sets_is_drawn_space_by_space() -> None:
    """1 Troop for one of two spaces of 2 Population: a random space (8.2), Kien Phong by 6 and 4."""
    there = "KPh 2nt nb 3vg; Tay 2nt nb 3vg; NVn 2nt; trail 2"
    for dice, goal in (((6, 4), "KPh"), ((2, 5), "Tay")):
        found = nva(there, dice, **REDEPLOY)
        assert (found.dice[0].split()[3], found.move) == ("space", f"redeploy NVn>{goal}:nt")


def test_8_6_1_the_tanks_of_pt_76_among_equal_spaces() -> None:
    """In both Provinces they take 2 more, and no letter tells them apart: a random space has them."""
    there = "QTr 6nt 6at; BDi 6nt 6at; capabilities 45:shaded; trail 2; NVA 9"
    for dice, more, fewer in (((2, 6), "QTr-5at", "BDi-3at"), ((4, 1), "BDi-5at", "QTr-3at")):
        move = nva(there, dice).move
        assert move.startswith("bombard QTr-at, BDi-at |") and more in move and fewer in move


def test_8_6_1_the_tanks_of_pt_76_in_the_only_space_that_can_be_paid() -> None:
    """Laos comes first; it has the tanks though elsewhere they would take more."""
    there = "CLa 4nt 3ut; QTr 6nt 6at; capabilities 45:shaded; trail 2; NVA 1; oop 10at"
    assert nva(there, None).move.endswith("attack CLa troops CLa-2ut")


def test_8_4_4_a_free_limited_operation_is_judged_by_its_one_space() -> None:
    """50: three spaces are ready for a Base, but a Limited Rally is in one: the dice decide (8.5.3)."""
    there = "Tay 4vg AO; KPh 4vg AO; BXu 4vg AO; NVn nb 3nt; VC 5; NVA 5; trail 3; played 50; next 68"
    state = table(f"{there}; oop 10at; eligible VC", "US+ARVN")
    low, high = [1, 1, 1, 0], [6, 6, 6, 0]
    assert event_of(state, "VC", low).startswith("shaded rally ")
    assert event_of(state, "VC", high).startswith("shaded march ")


def test_8_4_4_terror_by_a_free_limited_operation_shifts_one_space() -> None:
    """50: 4 Population with Underground VC, of which a Limited Terror shifts 2: a roll of 3 is too high."""
    there = "Tay 2vg; KPh 2vg; NVn nb 3nt; VC 5; NVA 5; trail 3; played 50; next 68; eligible VC"
    assert not event_of(table(there), "VC", [1, 2, 0]).startswith("shaded terror")
    assert event_of(table(there), "VC", [1, 1, 0]).startswith("shaded terror")


def test_8_4_4_the_air_lift_of_95_goes_to_two_spaces_of_its_sweep() -> None:
    """95: 2 spaces are Swept, no LoC: where the US are, then one of the two others."""
    there = "Sai 6ut ub 4at 4ap; SaCT vg; KPh 2vg; Tay 2vg; QTr 2ut at 3vg; policy JFK; played 95; next 68"
    found = event_of(
        table(f"{there}; ARVN 30; econ 10; trail 0; eligible US", "NVA+VC"), "US", [6, 4, 1, 1, 1]
    )
    assert found.startswith(
        "unshaded airlift Sai>QTr:ut, Sai>KPh:2ut, QTr sweep QTr QTr*3vg sweep KPh KPh*2vg"
    )


def test_8_4_4_the_air_lift_of_95_beside_what_is_won_already() -> None:
    """95: Quang Tri can be cleared as things stand, so Troops go to 1 space more."""
    there = "Sai 6ut ub 4at 4ap; Tay 2vg*; KPh vg*; QTr 6ut 3nt; policy JFK; played 95; next 68"
    found = event_of(table(f"{there}; ARVN 30; econ 10; trail 0; eligible US", "NVA+VC"), "US", [1, 0])
    assert found.startswith("unshaded airlift Sai>Tay:2ut, QTr assault QTr-3nt assault Tay-2vg*")


def test_8_4_4_bases_come_first_among_equal_shifts() -> None:
    """87: 1 Base and 1 Ranger for Hue and two Provinces: the first dice, Hue, are for the Base's Province."""
    there = "QTi PO; QTr PO; QNa AO; Hue PO; DaN AO; played 87; next 68; eligible ARVN"
    found = event_of(table(f"{there}; oop 30at 30ap 2ab 5ar", "NVA+VC"), "ARVN", [3, 3, 3, 3])
    assert found == "unshaded QTi+ab, Hue+ar"


def test_8_4_4_no_dice_where_all_that_are_equal_get_a_piece() -> None:
    """87: 3 pieces for 3 spaces, Bases where there may be one."""
    there = "Hue 2vg; DaN 2ap PO; QTr 3at; QNa vg AO; Kon 2at; Sai ub 4ut; played 87; next 68; eligible US"
    assert event_of(table(there, "NVA+VC"), "US") == "unshaded QTr+ab, QTi+ab, Hue+ar"


def test_8_8_9_the_commitment_phase_of_73() -> None:
    """73: Casualties, the Policy by a die, Bases and Troops as in Commitment; VC shift for what leaves."""
    there = "Sai ub 16ut 3at 2ap; Hue 2at ub 15ut; DaN 2at ub; KPh PS; leaders 126 127; oop 3ut; policy JFK"
    card = "played 73; next 68; eligible US"
    found = event_of(table(f"{there}; {card}", "none"), "US", [1])
    assert found == "unshaded Hue-ub, DaN-ub, Hue-10ut VC: Sai Sai=PO"
    there = "Sai ub 6ut 3at 2ap; Hue 2at; casualties 5ut; policy JFK"
    assert (
        event_of(table(f"{there}; {card}", "NVA+VC"), "US") == "unshaded Sai+4ut<casualties, Hue+ub Hue+6ut"
    )


def test_8_4_4_an_air_strike_that_arvn_direct() -> None:
    """40: ARVN have no priorities for one: the space as in other Events, as many pieces as there are hits."""
    there = "CLa at 5nt; QTr at 2nt; trail 2; played 40; next 68; eligible ARVN"
    assert event_of(table(there, "NVA+VC"), "ARVN", [4]) == "unshaded airstrike {4} CLa CLa-4nt"


def test_8_4_4_no_dice_for_the_spaces_of_a_free_sweep_that_all_fit() -> None:
    """25: ARVN Sweep in three Lowlands that nothing tells apart: all of them, without dice (NP-Q50)."""
    there = "KPh 2at vg; KHo 2at vg; KGi 2at vg; ARVN 0; played 25; next 68; eligible ARVN"
    found = event_of(table(there, "NVA+VC"), "ARVN")
    assert found.startswith("unshaded ARVN sweep KPh, KHo, KGi, KPh*vg, KHo*vg, KGi*vg assault ")


CASES = [
    (21, "VC", "QTr ut vg PS; QNa ut vg AO; BDi ut 2vg; Tay ut vb PS; KHo ut vg"),
    (53, "ARVN", "QTr 2nt at; BDi 2nt 2at; Hue 3nt 2at; Ple nt at; Kon 4nt"),
    (53, "US", "QTr 2nt at; BDi nt 2at; Hue 3nt 2at; Ple nt at; Kon 4nt"),
    (56, "ARVN", "QTr 2at 2vg; QNa 2ng at; BDi vg ng; Ple 3vg 3at; Tay 2vg 4at"),
    (66, "VC", "QTr AS; Hue PS; DaN PS; BDi PS; Sai AS; Tay PO"),
    (66, "NVA", "QTr AS; Hue PS; DaN PS; BDi PS; Sai AS; Tay AO"),
    (83, "US", "Sai PS; Hue PS; DaN PS; Tay PS; Kon PS"),
    (83, "NVA", "Sai PS; Hue AS; DaN PS; Kon PO; CaT PS"),
    (105, "NVA", "QTr 2ap PS; QNa 2ap AS; Ple 2ap; BDi 2ap; Tay ap PO"),
    (105, "VC", "QTr 2ap PS; QNa 2ap AS; Ple 2ap; BDi 2ap; Tay ap PO"),
    (112, "VC", "Tay at; QTr ap PS; BDi ab AS; QNa ar AS; Kon at"),
    (112, "NVA", "Tay at; QTr ap PS; BDi ab AS; QNa ar AS; Kon at"),
]


def begun(state: State, faction: Faction, card: int) -> Execution:
    """Return the Event on the Faction's side, before its first question."""
    d = Decider(state, faction, CONDUCT)
    side = usual_side(card, faction)
    d.walk = ask(state, faction).say(Verb("event")).say(Option(side))
    return Execution(d, card, side, "8.4")


def every_set(run: Execution, prompt: str, seen: set[frozenset[str]]) -> Iterator[State]:
    """Yield the outcome of every set of spaces that may be selected; the priorities decide the rest."""
    asked = run.walk.pending
    spaces = [clause for clause in asked.accepted() if type(clause) is At] if asked is not None else []
    if asked is None or asked.prompt != prompt or not spaces:
        run_trial(carry_out(run))
        yield run.outcome
        return
    for clause in spaces:
        said = frozenset([one.space for _, one in run.walk.said if isinstance(one, At)] + [clause.space])
        if said in seen or run.walk.behind(clause) is None:
            continue
        seen.add(said)
        trial = run.fork()
        trial.until = lambda later: later.prompt == prompt
        trial.d.walk = run.walk.say(clause, asked.who)
        run_trial(carry_out(trial))
        trial.until, trial.after = None, None
        yield from every_set(trial, prompt, seen)


def worth(state: State, after: State, faction: Faction, card: int) -> tuple[int, ...]:
    """Return the measures of an outcome in the order of the Faction's priorities (8.4.1, 8.4.5, 8.4.4)."""
    changes = Changes(state, after, faction)
    preferred = [PREFERRED[name] for name in instruction_for(card, faction).prefer if name in PREFERRED]
    shifts = [figure(card) for _, figure in shift_letters(faction, {card: changes.totals})]
    return (*[measure(changes) for measure in preferred], *shifts, changes.bases, changes.others)


@pytest.mark.parametrize(("card", "who", "position"), CASES)
def test_8_4_4_no_set_of_spaces_is_better(card: int, who: str, position: str) -> None:
    """The selected spaces together are worth at least as much as every other set."""
    faction = Faction(who)
    state = table(f"{position}; played {card}; next 70; eligible {faction}", "none")
    run = begun(state, faction, card)
    first = run.walk.pending
    assert first is not None
    sets = list(every_set(begun(state, faction, card), first.prompt, set()))
    run_trial(carry_out(run))
    assert len(sets) > 3
    assert worth(state, run.outcome, faction, card) == max(worth(state, s, faction, card) for s in sets)


KINDS = (Kind.AP, Kind.AT, Kind.UT)
ORIGINS, ENDS = ("a", "b", "c"), ("x", "y")


def network(dice: Dice) -> tuple[Supplies, dict[str, int]]:
    """Three origins with a few cubes each, some of which reach two spaces that need some."""
    stock = {at: {kind: dice.draw(range(3)) for kind in KINDS} for at in ORIGINS}
    limits = {at: dice.draw(range(5)) for at in ORIGINS}
    reach = {at: [end for end in ENDS if dice.chance(0.6)] for at in ORIGINS}
    return Supplies(stock, limits, reach, KINDS), {end: dice.draw(range(4)) for end in ENDS}


def ways(supplies: Supplies, needs: dict[str, int]) -> Iterator[tuple[int, ...]]:
    """Yield the numbers used of each kind, for every way to meet the needs."""
    arcs = [(at, kind, end) for at in ORIGINS for kind in KINDS for end in supplies.reach[at]]
    for numbers in product(*[range(min(supplies.stock[at][kind], needs[end]) + 1) for at, kind, end in arcs]):
        sent = list(zip(arcs, numbers, strict=True))
        enough = all(sum([n for (_, _, to), n in sent if to == end]) == needs[end] for end in ENDS)
        kept = all(sum([n for (of, _, _), n in sent if of == at]) <= supplies.limits[at] for at in ORIGINS)
        there = all(
            sum([n for (of, what, _), n in sent if (of, what) == (at, kind)]) <= supplies.stock[at][kind]
            for at in ORIGINS
            for kind in KINDS
        )
        if enough and kept and there:
            yield tuple([sum([n for (_, what, _), n in sent if what is kind]) for kind in KINDS])


def test_8_4_1_just_enough_police_then_troops() -> None:
    """As many of the first kind as can be, of the others as many of the next: as the best of all ways."""
    for seed in range(60):
        supplies, needs = network(Dice(f"supplies {seed}"))
        assert supplies.used(needs) == max(ways(supplies, needs), default=None)


def test_8_4_1_pieces_that_go_leave_enough_for_the_others() -> None:
    """Space by space and origin by origin, whatever is picked: all comes as it was reckoned."""
    for seed in range(60):
        dice = Dice(f"picks {seed}")
        supplies, needs = network(dice)
        best = supplies.used(needs)
        if best is None:
            continue
        sent = dict.fromkeys(KINDS, 0)
        for end in ENDS:
            while (found := supplies.first(needs, end)) is not None:
                kind, origins = found
                supplies = supplies.without(dice.draw(origins), kind, 1)
                needs = {**needs, end: needs[end] - 1}
                sent[kind] += 1
        assert not any(needs.values()) and tuple(sent.values()) == best


def test_8_4_1_least_loss_of_control() -> None:
    """Pieces for Hamburger Hill: the least Population lost, as the best of all ways to take them."""
    places = ("saigon", "hue", "da-nang", "qui-nhon", "central-laos")
    state = table("Sai 3ut 2vg; Hue 3ut 2vg; DaN 2ut vg; Qui 2ut; CLa ut", "none")
    most = {at: state.spaces[at.index].pieces[Kind.UT.slot] for at in along(places)}
    people, free = (6, 2, 1, 1, 0), (0, 0, 0, 1, 1)
    for number in range(1, 12):
        ways = [way for way in product(*[range(n + 1) for n in most.values()]) if sum(way) == number]
        losses = [sum([p for p, n, f in zip(people, way, free, strict=True) if n > f]) for way in ways]
        best = [way for way, lost in zip(ways, losses, strict=True) if lost == min(losses)]
        wanted = {at: max(numbers) for at, numbers in zip(most, zip(*best, strict=True), strict=True)}
        assert with_least_loss(state, most, number) == {at: n for at, n in wanted.items() if n}
