"""Lines that work on the log (SPEC 3): void, amend, correct, ruling stand; history keeps its positions."""

from __future__ import annotations

import pytest
from fixture_games import FIXTURES, fixture
from measured import in_time

import notation
from fitl_core.engine import play, start
from fitl_core.errors import Violation
from fitl_core.facts.factions import Faction
from fitl_core.facts.levels import Level
from fitl_core.game.effective import EffectiveLog, effective
from fitl_core.game.replays import Fold, ReplayedGame, replay
from fitl_core.record.events import Amend, DigestLine, Event, Note, Pass, Void
from fitl_core.record.setup import Setup
from fitl_core.state.position_digest import digest
from fitl_core.state.state import resources

SETUP = Setup("full", cards=(107, 55))


def read(lines: str) -> tuple[Event, ...]:
    """Return the events of some log lines, one event a line."""
    found = [notation.read_line(line).event for line in lines.strip().splitlines()]
    return tuple([event for event in found if event is not None])


def played(lines: str, setup: Setup = SETUP) -> ReplayedGame:
    """Return the replay of some lines after `#107`."""
    return replay(setup, read(lines))


def sound(lines: str, setup: Setup = SETUP) -> ReplayedGame:
    """Return the replay of some lines that must all be sound."""
    game = played(lines, setup)
    assert game.error is None, str(game.error)
    return game


def refused(lines: str, code: str, because: str = "") -> Violation:
    """Return the refusal of the last line; all lines before it must be sound."""
    game = played(lines)
    assert isinstance(game.error, Violation)
    assert game.sound == len(game.events) - 1
    assert game.error.code == code and because in game.error.message
    return game.error


def test_void_takes_back_an_event_and_all_behind_it() -> None:
    """The position becomes that after the preceding event; event numbers continue."""
    game = sound("VC event shaded\nNVA pass\nARVN pass\nvoid 2\nNVA rally SLa+2ng")
    assert game.steps[4].state == game.steps[1].state
    assert [link.number for link in game.links] == [1, 5]
    assert game.steps[3].state != game.steps[4].state, "history stays as it was"


def test_void_alone_takes_back_the_last_in_force() -> None:
    """Two void lines take back two events; notes and digests are passed over."""
    game = sound("VC event shaded\nNVA pass\nnote hm\nvoid\nvoid")
    assert game.steps[4].state == game.steps[1].state
    assert game.steps[5].state == game.steps[0].state


def test_void_of_an_amendment_brings_back_what_it_replaced() -> None:
    """A void of an amendment also takes back the later events, including an amendment of an earlier event."""
    game = sound("VC pass\nNVA pass\namend 1 VC event shaded\nvoid")
    assert game.state == game.steps[2].state
    game = sound("VC pass\nNVA pass\namend 1 VC event shaded\nvoid 2")
    assert game.state == game.steps[1].state


@pytest.mark.parametrize(
    ("lines", "because"),
    [
        ("void", "nothing to take back"),
        ("void 1", "an event cannot name itself to be taken back"),
        ("VC pass\nvoid 7", "comes later"),
        ("VC pass\nNVA pass\nvoid 1\nvoid 2", "taken back already"),
        ("note hm\nvoid 1", "a note"),
        ("VC pass\nvoid\nvoid 2", "a void line"),
    ],
)
def test_void_with_nothing_to_take_back(lines: str, because: str) -> None:
    """A void that has nothing to take back is refused with the reason."""
    refused(lines, "nothing-to-void", because)


def test_amend_puts_another_move_in_its_place() -> None:
    """Later moves are played again; the position equals that of a game written with the new move at once."""
    game = sound("VC pass\nNVA pass\nARVN pass\namend 1 VC event shaded")
    again = sound("VC event shaded\nNVA pass\nARVN pass")
    assert game.state == again.state
    assert game.steps[3].state != game.state
    assert [link.event for link in game.links] == list(again.events)


def test_the_last_amendment_holds() -> None:
    """An amended event can be amended again under its own number."""
    game = sound("VC pass\nNVA pass\namend 1 VC event shaded\namend 1 VC rally Tay+vg")
    assert game.state == sound("VC rally Tay+vg\nNVA pass").state


@pytest.mark.parametrize(
    ("lines", "code", "because"),
    [
        ("amend 1 VC pass", "nothing-to-amend", "an event cannot name itself to be amended"),
        ("amend 9 VC pass", "nothing-to-amend", "later"),
        ("VC pass\nvoid\namend 1 VC pass", "nothing-to-amend", "taken back"),
        ("note hm\namend 1 VC pass", "not-a-move", "a note"),
        ("digest 9f86\namend 1 VC pass", "not-a-move", "a digest"),
        ('correct "aid 3"\namend 1 VC pass', "not-a-move", "a correction"),
        ("VC pass\namend 1 VC event shaded\namend 2 VC pass", "not-a-move", "an amendment"),
        ("VC pass\nvoid\namend 2 VC pass", "not-a-move", "a void line"),
        ("VC pass\nNVA pass\namend 1 NVA pass", "not-your-turn", "VC is the leftmost"),
    ],
)
def test_amendments_that_cannot_be(lines: str, code: str, because: str) -> None:
    """Refused: an amendment of itself, of a later or voided event, or of a note, and an illegal new move."""
    refused(lines, code, because)


def test_an_amendment_names_the_first_later_move_that_no_longer_holds() -> None:
    """The amendment is refused with the number and reason of that move; the game before it stays sound."""
    error = refused(
        "VC event shaded\nNVA rally SLa+2ng | infiltrate SLa+2nt\namend 1 VC rally Tay+2vg", "amend-breaks"
    )
    assert error.rule == "2.3.5" and "event 2 is no longer legal" in error.message


def test_claims_and_digests_hold_for_the_game_as_it_then_was() -> None:
    """A digest before an amendment is compared with the old position, a digest after it with the new one."""
    before = sound("VC pass\nNVA pass").state
    after = sound("VC event shaded\nNVA pass").state
    game = sound(
        f"VC pass\nNVA pass\ndigest {digest(before)}\namend 1 VC event shaded\ndigest {digest(after)}"
    )
    assert game.state == after
    refused(f"VC pass\nNVA pass\namend 1 VC event shaded\ndigest {digest(before)}", "digest-differs")


def test_a_correction_sets_what_it_names() -> None:
    """All figures that a correction does not name stay, and Available pieces are recomputed (1.4.1)."""
    game = sound('correct "Hue ut 2vg* PS terror 1; aid 3; capabilities 31:shaded; eligible VC"')
    before, after = game.steps[0].state, game.state
    assert after.aid == 3 and after.eligible == (Faction.VC,)
    assert [marker.card for marker in after.capabilities] == [31]
    changed = [i for i, (a, b) in enumerate(zip(before.spaces, after.spaces, strict=True)) if a != b]
    assert len(changed) == 1 and after.patronage == before.patronage
    emptied = sound('correct "Hue; capabilities none; casualties 2ut"').state
    assert not any(emptied.spaces[changed[0]].pieces)


def test_a_correction_asks_no_rule_but_makes_no_impossible_position() -> None:
    """A correction is refused for a track beyond its end, or for more pieces than a Faction has."""
    error = refused('correct "aid 90; Hue 9ui"', "impossible-position", "this position is impossible")
    assert len(error.facts) == 2
    refused('correct "eligible VC VC"', "impossible-position")


def test_a_coup_card_face_up_begins_its_round() -> None:
    """A Coup card on top in phase `card`, set by a Position or a correction, begins its Round (2.4)."""
    text = '[FITL "2"]\n[Scenario "full"]\n[Position "%s"]'
    for value in ("played 125; next 55", "played 1 125; next 55", "played 1 125"):
        setup = notation.setup_of(notation.read(text % value).log)
        state = start(setup).state
        assert state.phase == "sabotage" and state.leader == "nguyen-khanh"
    game = sound('correct "played 107 125; phase card"')
    assert game.state.phase in ("sabotage", "support-us")


def test_2_3_4_a_move_let_stand_counts_as_its_deed() -> None:
    """An Operation with a Special Activity leaves the 2nd Eligible a Limited Operation or the Event."""
    game = sound("ruling stand VC rally Sai+9vg | tax Sai => VC 9, Sai 3vg, Sai=N, Aid 20")
    state = game.state
    assert [(done.faction, done.deed) for done in state.done] == [("VC", "operation+activity")]
    assert resources(state, Faction.VC) == 9 and state.aid == 20
    assert game.stands == (1,)
    refused("ruling stand VC rally Sai+9vg\nNVA rally SLa+2ng | infiltrate SLa+2nt", "limop-special-activity")


def test_a_move_let_stand_does_nothing_but_what_its_figures_say() -> None:
    """No cost is paid, no piece is placed, nothing is gained by a Pass."""
    game = sound("ruling stand VC rally Tay+2vg")
    assert game.state.spaces == game.steps[0].state.spaces
    assert game.state.resources == game.steps[0].state.resources
    assert sound("ruling stand VC pass").state.resources == game.steps[0].state.resources


def test_2_3_3_who_has_passed_has_passed() -> None:
    """The same Pass let stand again adds nothing, so no position grows with the number of these lines."""
    once = sound("ruling stand VC pass => VC 9").state
    assert sound("\n".join(["ruling stand VC pass => VC 9"] * 30)).state.done == once.done


def test_figures_of_every_kind_are_made_true() -> None:
    """A move let stand sets pieces, levels, markers, tracks, Capabilities, Eligibility; scores follow."""
    figures = "Hue 2vg*, Hue=AO, Hue terror 1, SaCT sabotage 1, casualties 1ut, Trail 3, #31 shaded"
    game = sound(f"ruling stand VC event => {figures}, eligible US ARVN, VC score 31")
    state = game.state
    assert state.trail == 3 and state.eligible_box == (Faction.US, Faction.ARVN)
    assert any(space.support == Level.ACTIVE_OPPOSITION.value_ for space in state.spaces)
    refused("ruling stand VC event => US 99", "figure-not-so", "US 99")
    refused("ruling stand VC event => Hue 40ut", "impossible-position")


def test_2_3_7_a_card_let_stand_comes_up() -> None:
    """A card let stand comes up, although the pile cannot hold it or the last card is unfinished."""
    game = sound("VC pass\nruling stand next #12\n#55")
    assert (game.state.card, game.state.next, game.state.phase) == (55, 12, "card")


def test_6_a_move_let_stand_is_the_part_in_a_phase_of_a_coup_round() -> None:
    """A part let stand ends the phase of a Coup Round, unless the Faction has no part in that phase."""
    setup = Setup("full", cards=(125, 55))
    game = sound("ruling stand US pacify Hue=AS => Hue=AS\nruling stand VC agitate Sai=AO", setup)
    assert [step.state.phase for step in game.steps] == ["support-us", "support-arvn", "support-arvn"]


def test_taken_back_rulings_are_no_longer_in_force() -> None:
    """Neither a ruling taken back nor one amended into a legal move is named by the verdict."""
    assert sound("ruling stand VC tax Sai\nvoid").stands == ()
    assert sound("ruling stand VC tax Sai\namend 1 VC pass").stands == ()
    assert sound('correct "aid 3"\nvoid').corrections == ()


def test_a_position_alone_has_no_log() -> None:
    """`play` cannot take back or amend an event; a replay can."""
    state = start(SETUP).state
    for line in ("void", "amend 1 VC pass"):
        event = notation.read_line(line).event
        assert event is not None
        with pytest.raises(Violation) as error:
            play(state, event)
        assert error.value.code == "needs-the-log"


def test_the_effective_log_asks_no_rule() -> None:
    """The effective log follows from the written lines alone; without void or amend lines it is the log."""
    events = read("VC pass\nnote hm\nNVA pass\nvoid 3\namend 1 US pass\nVC event\ndigest 9f86")
    assert [(link.number, notation.write_event(link.event)) for link in effective(events)] == [
        (1, "US   pass"),
        (6, "VC   event"),
    ]
    plain = [event for event in events[:3] if not isinstance(event, Note | DigestLine)]
    assert [link.event for link in effective(events[:3])] == plain


def test_digests_of_version_1_are_recognized() -> None:
    """Digests of version 1 are counted and not compared."""
    game = sound("digest 9f86d081884c7d65\nVC pass\ndigest 0000")
    assert game.unchecked_digests == (1, 3)


def test_long_logs_take_linear_time() -> None:
    """4,000 moves taken back one by one take the same time each, however long the log is."""
    events = read("VC pass\nvoid\n") * 2_000
    in_time(1, lambda: effective(events))
    assert len(effective(events + read("VC pass"))) == 1


def test_an_event_that_is_looked_at_is_not_written() -> None:
    """`EffectiveLog.look` at a void or an amendment leaves all events in force."""
    header = '[FITL "2"]\n[Scenario "full"]\n[Cards "107 55"]\n'
    log = notation.read(header + "VC pass\nNVA pass\nUS pass\n").log.events
    written = EffectiveLog()
    for event in log:
        written.take(event)
    end = written.end
    assert end is not None
    assert written.look(Void(None)).kept == end.before
    assert [link.number for link in written.look(Amend(2, Pass(Faction.VC))).played()] == [2, 3]
    assert written.end is end and [link.number for link in end.chain()] == [1, 2, 3]
    assert written.take(Void(None)) == end.before


def test_any_event_of_a_long_log_is_found() -> None:
    """`Link.of_number` finds each line in force and no other line."""
    written = EffectiveLog()
    for number in range(1, 400):
        written.take(Note("x") if number % 3 else Pass(Faction.VC))
    assert written.end is not None
    for number in range(402):
        found = written.end.of_number(number)
        assert (found.number if found else None) == (number if number in range(3, 400, 3) else None)


@pytest.mark.parametrize("name", ["tutorial.fitl", "broken/wrong-card.fitl"])
def test_a_game_that_no_line_works_on_is_the_one_that_is_followed_line_by_line(name: str) -> None:
    """A replay without such lines skips bookkeeping; its steps, links and refusal stay the same."""
    document = fixture(FIXTURES / name).document
    setup, events = notation.setup_of(document.log), document.log.events
    game, fold = replay(setup, events), Fold(start(setup))
    for event in events[: game.sound]:
        fold.take(event)
    followed = fold.replay(events, game.error)
    assert (game.sound < len(events)) == (game.error is not None)
    assert followed.steps == game.steps and followed.outcomes == game.outcomes
    assert [(one.number, one.event) for one in followed.links] == [
        (one.number, one.event) for one in game.links
    ]


def test_a_game_of_amendments_takes_no_longer_than_its_events():
    """Amendments replay a bounded number of events for each written event; more are refused."""
    pairs = "".join(f'correct "VC {number % 70}"\namend 2 VC pass\n' for number in range(100))
    log = notation.read(f'[FITL "2"]\n[Scenario "full"]\n[Cards "107 55"]\n\n#107\nVC pass\n{pairs}').log
    played = replay(notation.setup_of(log), log.events)
    assert isinstance(played.error, Violation) and played.error.code == "amend-breaks"
    assert "amendments have already repeated" in played.error.message
    few = log.events[:40]
    assert replay(notation.setup_of(log), few).error is None


@pytest.mark.parametrize("number", [37, 200, 3_000])
def test_a_link_is_shown_without_the_links_before_it(number: int) -> None:
    """The text of a link does not grow with its chain, so a replay of a long game can be shown."""
    links = effective([Pass(Faction.VC)] * number)
    assert repr(links[-1]) == f"Link(number={number}, event={Pass(Faction.VC)!r}, depth={number})"
    assert sum(len(repr(link)) for link in links) < 80 * number


def test_a_replay_of_a_whole_game_is_shown() -> None:
    """Its text has all positions, and is no longer than these."""
    game = fixture(FIXTURES / "tutorial.fitl").replay
    assert game is not None and len(repr(game)) < 4 * sum(len(repr(step)) for step in game.steps)
