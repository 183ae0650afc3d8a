"""No Event requires a space in which nothing can change, nor a set of which all pieces must go (5.1.3)."""

from __future__ import annotations

from functools import partial
from itertools import islice

import pytest
from random_positions import EVENTS, on_card, random_position
from table import position

from fitl_core.asking.questions import Question
from fitl_core.asking.runs import Begin, Run
from fitl_core.asking.written_answers import Pair
from fitl_core.errors import FitlError, Violation
from fitl_core.facts.card_list import Side
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.facts.game_map import board
from fitl_core.players.dice import Dice
from fitl_core.record.clauses import Option, Verb
from fitl_core.record.setup import Setup
from fitl_core.rules.events import sides
from fitl_core.state.position_digest import digest
from fitl_core.state.start import set_up
from fitl_core.state.state import State
from fitl_core.underway import Underway

ALL = {
    level: "; ".join([f"{where.code}: {level}" for where in board().spaces if where.population])
    for level in ("AO", "PO", "PS", "AS")
}
"""All spaces with Population at one level. A later entry for a space replaces this level."""


@pytest.mark.parametrize(
    ("card", "where", "line"),
    [
        (16, "Hue: ut ap AO; Sai: at ap AO", "US event shaded"),
        (23, "Tay: vb^; KPh: vb^", "US event shaded"),
        (24, "BDi: ut; QTr: ut", "US event unshaded"),
        (30, "BDi: ut; QTr: ut AO; QNa: ut AO; KhH: ut AO", "US event shaded BDi"),
        (36, "", "US event unshaded"),
        (36, "QTr: nb^; Ple: vb^", "VC event shaded"),
        (37, "Sai: ub ut; Hue: ub ut", "US event unshaded"),
        (41, f"{ALL['PS']}; Sai: AS", "US event unshaded Sai"),
        (44, "CLa: nt; SLa: nt", "VC event shaded"),
        (68, f"{ALL['AS']}", "NVA event unshaded"),
        (83, f"{ALL['AO']}; Sai: PO", "US event shaded Sai"),
        (85, "Hue: ut AS; DaN: ut AS; Sai: ut", "US event unshaded Sai"),
        (91, "Hue: ut; Sai: ut", "US event shaded"),
        (95, f"{ALL['AO']}; QTr: ap AO; BDi: PO", "US event shaded BDi"),
        (98, "Tay: 2vg; KPh: 2vg; PLo: 2vg", "VC event shaded"),
        (102, "Tay: 3ut vb^; BTu: 3ut vb^", "US event unshaded"),
        (105, "Tay: vg; QTr: vg; BXu: vg; KPh: vg AS; KHo: vg AS", "US event unshaded QTr, Tay, BXu"),
        (105, "Tay: ap; QTr: ap AO; BXu: ap AO; KPh: ap AO", "US event shaded Tay patronage+6"),
        (111, "Hue: vg; Sai: ng", "US event unshaded {3}"),
    ],
)  # fmt: skip
def test_5_1_3_no_space_is_owed_in_which_nothing_can_change(card: int, where: str, line: str) -> None:
    """Spaces in which the Event changes nothing need not be written."""
    available = "0ui 0ar" if card == 68 else None
    position(where, card=card, eligible=line.split()[0], available=available).play(line)


@pytest.mark.parametrize(
    ("card", "where", "line"),
    [
        (16, "Hue: ut ap AO; Sai: at ap AO", "US event shaded Hue"),
        (83, f"{ALL['AO']}; Sai: PO", "US event shaded Sai"),
        (105, "Tay: vg; KPh: vg AS; KHo: vg AS; BXu: vg AS", "US event unshaded Tay, KPh, KHo"),
    ],
)  # fmt: skip
def test_5_1_3_such_a_space_may_be_named(card: int, where: str, line: str) -> None:
    """A space in which the Event changes nothing may be named."""
    position(where, card=card, eligible="US").play(line)


@pytest.mark.parametrize(
    ("card", "where", "line", "written"),
    [
        (121, "Par: nb; Fis: nb", "US event", "NVA: Par-nb, Fis-nb"),
        (2, "Par: ng; CLa: vg 2nt", "US event unshaded {4}", "CLa-2nt-vg, Par-ng"),
        (9, "Hue: 2ut; Sai: ut", "VC event shaded", "US: Hue-2ut, Sai-ut"),
        (12, "SLa: 2ng*; QTr: ng*", "VC event shaded", "NVA: SLa~2ng, QTr~ng"),
        (27, "Sai: 4ut vg; Hue: 2ut vg", "US event unshaded", "Sai-vg, Hue-vg"),
        (29, f"{ALL['PO']}; Ple: ui PO; Kon: 2ui*", "VC event shaded", "Kon-2ui*+2vg, Ple-ui+vg"),
        (36, "QTr: nb; Hue: 2ut; Sai: ut", "US event unshaded QTr", "Hue>QTr:2ut, Sai>QTr:ut QTr-nb"),
        (51, "Par: ng; CLa: vg; NVn: nt", "US event unshaded", "CLa-vg, Par-ng, NVn-nt"),
        (66, "Hue: PS; Tay: AS", "US event shaded", "Tay, Hue"),
        (68, "QTr: ui PS; Hue: 2ui", "VC event shaded", "Hue-2ui, QTr-ui QTr"),
        (93, "Sai: ut ub; Hue: ui", "US event unshaded", "Hue-ui, Sai-ut-ub"),
        (94, "Tay: vb; Par: nb", "US event tunnels", "Par-nb+nb^, Tay-vb+vb^"),
        (95, "QTr: ap; Tay: PO", "US event unshaded {2}", ""),
        (105, "Tay: vg; QTr: vg AO; BXu: vg", "US event unshaded", "BXu, Tay, QTr"),
        (112, "Tay: at; QTr: at AO; BXu: at", "VC event shaded", "BXu BXu+vg, Tay Tay+vg, QTr QTr+vg"),
    ],
)  # fmt: skip
def test_5_1_3_a_set_of_which_all_must_go_need_not_be_written(
    card: int, where: str, line: str, written: str
) -> None:
    """A set over several spaces is forced like a set in one space: written or not, the result is the same."""
    games = [position(where, card=card, eligible=line.split()[0], leader=(125, 126)) for _ in range(2)]
    ends = [game.play(text).state for game, text in zip(games, (line, f"{line} {written}"), strict=True)]
    assert digest(ends[0]) == digest(ends[1])


@pytest.mark.parametrize(
    ("card", "where", "line", "due"),
    [
        (121, "Par: nb; Fis: nb", "US event NVA: Fis-nb", "1 piece is due"),
        (27, "Sai: 4ut vg; Hue: 2ut vg", "US event unshaded Hue-vg", "1 piece is due"),
        (9, "Hue: 2ut; Sai: ut", "VC event shaded US: Hue-ut", "2 pieces are due"),
    ],
)  # fmt: skip
def test_5_1_3_what_is_written_in_part_is_written_in_full(card: int, where: str, line: str, due: str) -> None:
    """If some pieces of a set are named, the rest are still required."""
    refused = position(where, card=card, eligible=line.split()[0]).refused(line)
    assert (refused.incomplete, refused.refusal.facts) == (True, (due,))


@pytest.mark.parametrize(
    ("card", "where", "line"),
    [
        (121, "Par: nb; Fis: nb; Sih: nb", "US event"),
        (66, "Hue: PS; Tay: AS; Kon: PS; Ple: PS", "US event shaded"),
        (112, "Tay: at; QTr: at; BXu: at; Ple: at", "VC event shaded"),
        (105, "Tay: vg; QTr: vg; BXu: vg; KPh: vg; KHo: vg", "US event unshaded"),
    ],
)  # fmt: skip
def test_5_1_3_a_choice_is_owed(card: int, where: str, line: str) -> None:
    """If more pieces or spaces qualify than are due, the choice is required."""
    assert position(where, card=card, eligible=line.split()[0]).refused(line).incomplete


MAY_COME_TO_NOTHING = {48: "up to 3 Guerrillas", 74: "up to 6 Troops, and an Operation"}
"""Cards whose space matters only if the player chooses more than the required minimum."""


@pytest.mark.parametrize("card", [card for card in EVENTS if card not in MAY_COME_TO_NOTHING])
def test_5_1_3_a_space_that_a_card_demands_matters(card: int) -> None:
    """In random positions, the spaces that a card can require do not all lead to the same result."""
    for side in sides(card):
        for start in range(4):
            dice = Dice(card * 10 + start)
            try:
                state = set_up(Setup("full", position=on_card(random_position(dice), card)))
                demanded = _first_space_demanded(state, dice.draw(FACTIONS), side)
            except FitlError:
                continue
            if demanded is not None:
                begin, said, question = demanded
                ends = [_end(begin, [*said, (question.who, at)]) for at in islice(question.legal(), 20)]
                found = {digest(end) for end in ends if end is not None}
                assert len(found) != 1 or None in ends, f"card {card} {side}: {question.prompt}"


def _first_space_demanded(
    state: State, faction: Faction, side: Side
) -> tuple[Begin, list[Pair], Question] | None:
    """Return the first space that an Event requires, with the answers before it, or None if there is none."""
    begin = partial(Underway, state, faction)
    assert state.card is not None
    said: list[Pair] = [(faction, Verb("event"))]
    if len(sides(state.card)) > 1:
        said.append((faction, Option(side)))
    run = Run(begin, said)
    while (question := run.pending) is not None and run.pass_on():
        pass
    if question is None or "at" not in question.answer_forms or not question.rule.startswith("card"):
        return None
    return begin, said, question


def _end(begin: Begin, said: list[Pair]) -> State | None:
    """Return the position after these answers, or None if a further answer is required."""
    try:
        run = Run(begin, said)
        while run.pending is not None:
            if not run.pass_on():
                return None
    except Violation:
        return None
    assert isinstance(run.underway, Underway)
    return run.underway.draft.freeze()
