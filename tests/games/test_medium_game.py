"""The Medium scenario from its setup to a victory: three players, 36 Events, four Pivotal Events."""

from __future__ import annotations

import pytest
from fixture_games import FIXTURES, fixture

import notation
from fitl_core.facts.card_list import cards
from fitl_core.facts.factions import ARVN, NVA, US, VC
from fitl_core.game.replays import ReplayedGame
from fitl_core.record.clauses import Roll
from fitl_core.record.events import Action, DigestLine, Hold, Note, Pass, Pivotal, RevealMarker, Waive
from fitl_core.state.figures import holds
from fitl_core.state.victory import margins, scores
from fitl_core.tell.state_view import StateView, view

MEDIUM = FIXTURES / "medium-game.fitl"

EVENTS = {
    *(3, 4, 5, 7, 8, 13, 14, 18, 20, 21, 27, 30, 35, 40, 42, 47, 49, 52),
    *(54, 60, 62, 65, 71, 77, 80, 82, 85, 88, 91, 93, 100, 103, 108, 113, 119, 120),
}
PIVOTAL = {18: 124, 35: 122, 4: 121, 21: 123}
"""The Pivotal Event that was carried out in place of an Event."""


@pytest.fixture(scope="module")
def log() -> notation.Log:
    return fixture(MEDIUM).document.log


@pytest.fixture(scope="module")
def game() -> ReplayedGame:
    played = fixture(MEDIUM).replay
    assert played is not None
    return played


def number_of(log: notation.Log, line: str) -> int:
    """Return the number of the event written as this line."""
    return next(n for n, event in enumerate(log.events, 1) if notation.write_event(event) == line)


def after(log: notation.Log, game: ReplayedGame, line: str) -> StateView:
    """Return the board after the event written as this line."""
    number = number_of(log, line)
    return view(game.state_at(number), number)


def test_medium_game_is_sound_and_canonical(log: notation.Log, game: ReplayedGame) -> None:
    """Every event is legal to the end of the game, and the file stands as `fitl fmt` writes it."""
    assert game.error is None
    assert notation.write(log) == MEDIUM.read_text(encoding="utf-8")


def test_medium_game_every_claim_holds(log: notation.Log, game: ReplayedGame) -> None:
    """Each action has more than one claim on average, and the board agrees with each claim."""
    entries = [entry for entry in log.entries if entry.event is not None]
    claims = [(n, claim) for n, entry in enumerate(entries, 1) for claim in entry.claims]
    assert len(claims) > 300
    assert [claim for n, claim in claims if not holds(game.state_at(n), claim)] == []


def test_2_1_medium_deck(game: ReplayedGame) -> None:
    """Three piles of 12 Events and a Coup, and nothing of the Leader box."""
    deck = [number for number in game.state.played if cards()[number].kind != "pivotal"]
    assert {number for number in deck if not cards()[number].is_coup} == EVENTS
    assert len(deck) == 39
    piles = [deck[start : start + 13] for start in (0, 13, 26)]
    assert [[number for number in pile if cards()[number].is_coup] for pile in piles] == [[128], [129], [130]]


def test_2_3_8_pivotal_events_of_the_medium_game(log: notation.Log, game: ReplayedGame) -> None:
    """Tet trumps Linebacker, which comes back and is carried out later, as are the other two."""
    placed = [(event.faction, event.card) for event in log.events if isinstance(event, Pivotal)]
    assert placed == [(US, 121), (VC, 124), (NVA, 122), (US, 121), (ARVN, 123)]
    assert [event.faction for event in log.events if isinstance(event, Waive | Hold)] == [VC, VC]
    tet = after(log, game, "VC   pivotal #124")
    assert (tet.card, tet.to_act, tet.pivotal.held) == (124, VC, (US, NVA, ARVN))
    assert after(log, game, "VC   hold").pivotal.waiting_for == (VC,)
    for cancelled, pivotal in PIVOTAL.items():
        played = game.state.played
        assert played[played.index(cancelled) + 1] == pivotal
    assert view(game.state, game.sound).pivotal.held == ()


def test_2_3_8_linebacker_by_peace_talks(log: notation.Log, game: ReplayedGame) -> None:
    """After Peace Talks a US score above 25 is enough; NVA lose 2 Bases and half their Resources."""
    line = "US   event NVA: CLa-nb, SLa-nb"
    before = game.state_at(number_of(log, line) - 1)
    outcome = after(log, game, line)
    assert (before.peace_talks, scores(before)[US], scores(before)[NVA]) == (True, 45, 9)
    assert (outcome.victory["NVA"], outcome.tracks.resources.NVA) == (7, 7)


def test_5_3_capabilities_bite_in_operations(log: notation.Log, game: ReplayedGame) -> None:
    """Patton and Cobras help at first; Cobras, turned by RAND, cost a Troop, and guided bombs no Support."""
    patrol = "US   patrol Hue>HuKS:ut, QTr>HuKS:3ut assault HuKS-6nt | airlift Kon>BDi:2ut, CRa>KhH:ut"
    assert after(log, game, patrol).spaces["loc-hue-khe-sanh"].pieces == {"us-troops": 4}
    turned = after(log, game, "NVA  event shaded #13")
    assert turned.capabilities == {"14": "unshaded", "8": "shaded", "20": "unshaded", "13": "shaded"}
    lost = after(log, game, "US   assault KGi-vg* {5}, KhH-nt {2} | airlift QTi>KhH:ut")
    assert lost.casualties == {"us-troops": 4}
    bombed = after(log, game, "US   event unshaded US PhB-nt, KhH-nt, QNa-2nt")
    assert bombed.spaces["phu-bon-phu-yen"].support == "active-support"
    assert bombed.spaces["khanh-hoa"].support == "passive-support"


def test_5_4_momentum_ends_with_the_coup_round(log: notation.Log, game: ReplayedGame) -> None:
    """Wild Weasels and ADSID last until the second Reset."""
    desert = "ARVN desert Hue-ap, DaN-at, Sai-3ap, CaT-ap, QTi-at, KPh-2at, KGi-ap"
    assert [m.card for m in after(log, game, desert).momentum] == [5, 7]
    assert after(log, game, "VC   withdraw KPh=N").momentum == ()


def test_medium_game_has_all_kinds_of_lines(log: notation.Log) -> None:
    """The log has transfers, a Limited Operation, Passes, dice, digests at Coup Rounds and announcements."""
    actions = [event for event in log.events if isinstance(event, Action)]
    verbs = {segment.verb for action in actions for segment in action.segments}
    clauses = [clause for action in actions for segment in action.segments for clause in segment.clauses]
    assert {"transfer", "desert", "withdraw", "commit", "redeploy", "pacify", "agitate"} <= verbs
    assert any(action.limop for action in actions)
    assert len([event for event in log.events if isinstance(event, Pass)]) == 2
    assert {clause.die for clause in clauses if isinstance(clause, Roll)} == {1, 2, 3, 4, 5, 6}
    assert len([event for event in log.events if isinstance(event, DigestLine)]) == 3
    said = [event.text.partition(":")[0] for event in log.events if isinstance(event, Note)]
    assert {"ruling", "amend", "void"} <= set(said)


def test_7_1_a_hidden_agenda_breaks_the_tie(log: notation.Log, game: ReplayedGame) -> None:
    """ARVN and VC pass the last check by 2 each; VC rank first, until ARVN turn up an Agenda."""
    checked = game.state_at(number_of(log, "ARVN desert Sai-2at-2ap, CaT-at-ap, Hue-ap, KGi-at"))
    assert (checked.ended, checked.winner) == ("check", VC)
    assert (margins(checked)[ARVN], margins(checked)[VC]) == (2, 2)
    end = view(game.state, game.sound)
    assert (end.winner, end.phase, end.card, end.next) == (ARVN, "over", 130, None)
    assert end.victory == {"US": 38, "NVA": 8, "ARVN": 52, "VC": 37}
    assert end.margins == {"US": -12, "NVA": -10, "ARVN": 3, "VC": 2}
    assert (end.tracks.aid, end.tracks.patronage, end.tracks.econ, end.tracks.trail) == (5, 26, 13, 3)


def test_7_3_markers_of_the_medium_game(log: notation.Log, game: ReplayedGame) -> None:
    """An Asset opens a full Operation; an Agenda and the Empty Threats come up at the end."""
    shown = [(event.faction, event.marker) for event in log.events if isinstance(event, RevealMarker)]
    assert shown == [(US, "asset"), (ARVN, "agenda"), (ARVN, "threat"), (NVA, "threat")]
    assert len(game.state.revealed) == 4
