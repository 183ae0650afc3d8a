"""Counts of moves, Events, Passes and dice in a game."""

from __future__ import annotations

import notation
from fitl_core.facts.factions import ARVN, NVA, US, VC
from fitl_core.game.replays import replay
from fitl_core.game.statistics import GameFigures, figures_of, totals

HEADER = '[FITL "2"]\n[Scenario "short"]\n[Cards "83 6"]\n\n#83\n'
FIRST = "ARVN event unshaded QNh, CRa, AnL\nVC rally Tay+3vg, QDu+2vg, KPh+vg | subvert BDi-2at, BTu-ap+vg\n"


def figures(lines: str) -> GameFigures:
    """Return the figures of a game with these lines, which must be legal."""
    log = notation.read(HEADER + lines).log
    found = replay(notation.setup_of(log), log.events)
    assert found.error is None
    return figures_of(found, "game")


def test_moves_in_force_are_counted() -> None:
    """Verbs by Faction, Events by card and side, and Passes count; moves taken back do not."""
    found = figures(FIRST + "next #28\n#6\nUS event unshaded SLa-6nt\nvoid\nUS pass\nNVA pass\n")
    assert found.verbs == {US: {}, NVA: {}, ARVN: {"event": 1}, VC: {"rally": 1, "subvert": 1}}
    assert found.played == ("83 unshaded",)
    assert found.passes == {US: 1, NVA: 1, ARVN: 0, VC: 0}
    assert (found.cards, found.coups, found.over, found.winner) == (2, 0, False, None)


def test_what_the_table_agreed_on_is_counted() -> None:
    """A correction counts as a correction, and a move let stand as its move."""
    found = figures('correct "aid 9"\nruling stand ARVN limop train Sai   => ARVN 20\n')
    assert (found.corrected, found.let_stand, found.limited) == (1, 1, 1)
    assert found.verbs[ARVN] == {"train": 1}


def test_dice_are_counted_by_face() -> None:
    """Dice of moves are counted apart from dice that decided for Non-players."""
    log = notation.read(
        '[FITL "2"]\n[Scenario "full"]\n[Players "US+ARVN"]\n'
        '[Position "Hue 4vg 2ut; played 41; next 68; eligible VC"]\n\n'
        "dice VC even 3 {5}\ndice VC even 3 {5}\nVC attack Hue {2} Hue-2ut\n"
    ).log
    found = figures_of(replay(notation.setup_of(log), log.events), "game")
    assert found.decision_dice == (0, 0, 0, 0, 2, 0) and found.dice == (0, 1, 0, 0, 0, 0)


def test_totals_add_up() -> None:
    """Counts are summed, margins and lengths are averaged; without games there are no figures."""
    one, other = figures(FIRST), figures("ARVN pass\n")
    together = totals([one, other])
    assert (together.games, together.over, together.played) == (2, 0, (("83 unshaded", 1),))
    assert together.margins[VC] == (one.margins[VC] + other.margins[VC]) / 2
    assert together.passes[ARVN] == 1 and together.events == (one.events + other.events) / 2
    assert totals([]).games == 0 and totals([]).margins[US] == 0
