"""Transfers of Resources between NVA and VC while one of them acts (1.5.2)."""

from __future__ import annotations

import pytest
from table import Game, position, refuses

from fitl_core.engine import apply
from fitl_core.record.board_effects import TrackChanged
from fitl_core.record.clauses import By
from fitl_core.record.events import Action
from fitl_core.record.spoken import flatten, segments
from notation.reader import read_line

WHERE = "KGi: vg; Par: vg; SaCT: vg; SLa: 2ng nb; CLa: ng nb; QTr: 2at vg"


def money(game: Game) -> tuple[int, int]:
    """Return the Resources of NVA and VC."""
    return game.resources("NVA"), game.resources("VC")


@pytest.mark.parametrize(
    "line",
    [
        "VC transfer VC+4 | rally KGi+vg",
        "VC rally | transfer VC+4 | rally KGi+vg",
        "VC rally KGi+vg | transfer VC+4",
        "VC limop rally KGi+vg | transfer VC+4",
        "VC transfer VC+1 | rally KGi+vg | transfer VC+3",
        "VC rally KGi+vg | transfer VC+3 | transfer VC+1",
    ],
)
def test_1_5_2_at_any_time_of_an_operation(line):
    """NVA and VC may transfer before, during or after an Operation, in parts too, and in a LimOp."""
    game = position(WHERE, to_act="VC", NVA=10, VC=5).play(line)
    assert money(game) == (6, 8)
    assert game["KGi"] == "2vg"


def test_1_5_2_both_ways():
    """When NVA acts, NVA may give Resources to VC, and VC may give Resources to NVA."""
    game = position(WHERE, to_act="NVA", NVA=10, VC=5)
    given = Game(game.state).play("NVA rally SLa | transfer VC+4")
    taken = Game(game.state).play("NVA rally SLa | transfer NVA+2")
    assert (money(given), money(taken)) == ((5, 9), (11, 3))


def test_1_5_2_pays_for_what_comes_next():
    """A transfer between two spaces pays for the second space, and the Operation continues after it."""
    where = "KGi: vg AO; Par: vg AO"
    with refuses("3.1"):
        position(where, to_act="VC", VC=1).play("VC rally KGi+vg, Par+vg")
    game = position(where, to_act="VC", VC=1).play("VC rally KGi+vg | transfer VC+3 | rally Par+vg")
    assert money(game) == (17, 2)


@pytest.mark.parametrize(
    "line",
    [
        "VC tax SaCT | transfer NVA+2 | rally KGi+vg",
        "VC transfer NVA+2 | tax SaCT | rally KGi+vg",
        "VC rally KGi+vg | tax SaCT | transfer NVA+2",
        "VC rally KGi+vg | transfer NVA+2 | tax SaCT",
        "VC rally | transfer NVA+2 | tax SaCT | rally KGi+vg",
        "VC rally | tax SaCT | transfer NVA+2 | rally KGi+vg",
    ],
)
def test_1_5_2_uses_up_no_special_activity(line):
    """A transfer is allowed next to the one Special Activity, before or after it."""
    game = position(WHERE, to_act="VC", NVA=10, VC=8).play(line)
    assert game.resources("NVA") == 12
    assert [done.deed for done in game.state.done] == ["operation+activity"]


def test_1_5_2_alone_makes_an_operation_without_activity():
    """An Operation with a transfer counts as an Operation alone for the 2nd Eligible (2.3.4)."""
    game = position(WHERE, to_act="VC").play("VC rally KGi+vg | transfer NVA+1")
    assert [done.deed for done in game.state.done] == ["operation"]


def test_1_5_2_within_an_attack_that_waits_for_its_ambush():
    """A transfer may come between the selection of a space and its Ambush."""
    game = position("QTr: 2at vg", to_act="VC").play("VC attack QTr | transfer VC+2 | ambush QTr-at")
    assert (game["QTr"], game.resources("VC")) == ("at vg*", 21)


@pytest.mark.parametrize("line", ["VC transfer VC+3 | event shaded", "VC event shaded | transfer VC+3"])
def test_1_5_2_beside_an_event(line, monkeypatch):
    """A transfer may come before or after the text of an Event."""

    def nothing(_turn):
        yield from ()

    monkeypatch.setattr("fitl_core.rules.actions.event_procedure", nothing)
    game = position(to_act="VC").play(line.replace(" shaded", ""))
    assert money(game) == (17, 23)
    assert [done.deed for done in game.state.done] == ["event"]


def test_1_5_2_the_event_is_the_whole_action(monkeypatch):
    """An Event may be combined with a transfer only, not with an Operation."""

    def nothing(_turn):
        yield from ()

    monkeypatch.setattr("fitl_core.rules.actions.event_procedure", nothing)
    with refuses("2.3.4", code="event-alone"):
        position(WHERE, to_act="VC").play("VC event | rally KGi+vg")


def test_1_5_2_half_rounded_down():
    """Case 1.5.2-02: 6 of 11 is more than half."""
    game = position(WHERE, to_act="NVA", NVA=2, VC=11)
    with refuses("1.5.2", because="6 is more than VC may give", code="too-much-given"):
        game.play("NVA rally SLa | transfer NVA+6")
    assert "VC Resources 11" in game.refused("NVA rally SLa | transfer NVA+6").facts
    assert money(game.play("NVA rally SLa | transfer NVA+5")) == (6, 6)


def test_1_5_2_a_first_gift_has_none_before_it():
    """The facts of a refused gift list earlier gifts only if there were any."""
    violation = position(WHERE, to_act="VC", NVA=10).refused("VC rally KGi+vg | transfer VC+6")
    assert violation.facts == ("NVA Resources 10",)


def test_1_5_2_a_second_gift_counts_with_the_first():
    """All gifts of one action together are at most half of the giver's Resources before its first gift."""
    game = position(WHERE, to_act="VC", NVA=10)
    with refuses("1.5.2", code="too-much-given"):
        game.play("VC rally KGi+vg | transfer VC+3 | transfer VC+3")
    facts = game.refused("VC rally KGi+vg | transfer VC+3 | transfer VC+3").facts
    assert "3 of 10 given already in this action" in facts
    assert money(game.play("VC rally KGi+vg | transfer VC+3 | transfer VC+2")) == (5, 24)


def test_1_5_2_each_gives_of_its_own():
    """A gift by NVA does not limit the gift of VC, nor the other way round."""
    game = position(WHERE, to_act="VC", NVA=10, VC=10)
    assert money(game.play("VC transfer VC+5 | transfer NVA+7 | rally KGi+vg")) == (12, 7)


def test_1_5_2_no_more_than_is_left():
    """Resources that were spent earlier in the action cannot be given."""
    where = "; ".join(f"{code}: vg AO" for code in ("KGi", "Par", "KPh", "Tay", "BTu", "QTi", "BDi"))
    game = position(where, to_act="VC", VC=8)
    line = "VC transfer NVA+1 | rally KGi+vg, Par+vg, KPh+vg, Tay+vg, QTi+vg, BDi+vg | transfer NVA"
    with refuses("1.5.2", code="too-much-given"):
        game.play(f"{line}+2")
    assert game.play(f"{line}+1").resources("VC") == 0


def test_1_5_2_the_receiver_has_room_for_75():
    """A gift beyond 75 Resources is lost (1.8). Reading 1.8-03 refuses a gift that exceeds the room left."""
    game = position(WHERE, to_act="VC", NVA=20, VC=70)
    assert money(game.play("VC rally KGi+vg | transfer VC+7")) == (13, 75)
    game = position(WHERE, to_act="VC", NVA=20, VC=70, readings=("1.8-03",))
    with refuses("1.8", code="no-room"):
        game.play("VC rally KGi+vg | transfer VC+7")
    assert money(game.play("VC rally KGi+vg | transfer VC+6")) == (14, 75)


@pytest.mark.parametrize(("readings", "patronage"), [((), 17), (("1.8-03",), 19)])
def test_1_8_transfers_beyond_75(readings, patronage):
    """A transfer beyond 75 is lost in Train, Govern and Events. By the reading it stays with the giver."""
    fields = {"patronage": 20, "ARVN": 74, "readings": readings}
    taken = 1 if readings else 3
    game = position("Sai: ut", to_act="US", **fields).play(f"US train Sai patronage patronage-{taken}")
    assert (game.state.patronage, game.resources("ARVN")) == (20 - taken, 75)
    game = position(card=63, eligible="US", **fields).play("US event unshaded patronage {3}")
    assert (game.state.patronage, game.resources("ARVN")) == (patronage, 75)
    fields = {"patronage": 74, "aid": 20, "readings": readings}
    game = position("Hue: 2ap PS", to_act="ARVN", **fields).play("ARVN train Sai | govern Hue patronage")
    assert (game.state.patronage, game.state.aid) == (75, 19 if readings else 18)


@pytest.mark.parametrize(
    "line",
    ["US train Sai | transfer NVA+3", "US transfer NVA+3 | train Sai", "ARVN train Sai | transfer VC+4"],
)
def test_1_5_2_not_in_a_coin_action(line):
    """Cases 1.5.2-03, -04: no transfer in a COIN action, and none by ARVN."""
    with refuses("1.5.2", because="only NVA and VC", code="no-transfer"):
        position("Sai: 2ut 2at PS", to_act=line.split()[0], ARVN=40).play(line)


@pytest.mark.parametrize("gift", ["VC-2", "VC+0", "aid+2"])
def test_1_5_2_who_receives_is_named(gift):
    """A transfer names its receiver and an amount above 0."""
    with refuses("1.5.2", because="who receives", code="wrong-amount"):
        position(WHERE, to_act="VC").play(f"VC rally KGi+vg | transfer {gift}")


def test_1_5_2_to_nobody_else():
    """ARVN receives nothing from VC."""
    with refuses("1.5.2", because="to each other", code="wrong-amount"):
        position(WHERE, to_act="VC").play("VC rally KGi+vg | transfer ARVN+2")


def test_1_5_2_nothing_to_give():
    """With 1 Resource, half rounds down to 0, so nothing can be given."""
    with refuses("1.5.2", code="nothing-to-give"):
        position(WHERE, to_act="VC", NVA=1, VC=1).play("VC transfer VC+1 | rally KGi+vg")


def test_1_5_2_no_action_of_its_own():
    """A transfer alone is no action."""
    violation = position(WHERE, to_act="VC").refused("VC transfer NVA+2")
    assert violation.code == "missing-choice"
    assert position(WHERE, to_act="VC").refused("VC tax SaCT | transfer NVA+2").code == "missing-choice"


def test_1_5_2_one_player_for_both():
    """Case 1.5.2-05: one player with both Factions transfers as two would. The other reading forbids it."""
    both = (("US",), ("ARVN",), ("NVA", "VC"))
    fields = {"to_act": "NVA", "NVA": 2, "VC": 10, "players": both}
    assert money(position(WHERE, **fields).play("NVA rally SLa | transfer NVA+5")) == (6, 5)
    with refuses("1.5.2", because="one player", code="no-transfer"):
        position(WHERE, readings=("1.5.2-05",), **fields).play("NVA rally SLa | transfer NVA+5")


def test_1_5_2_not_in_a_coup_round():
    """A transfer is refused in a Coup Round, since nobody executes an Operation there."""
    with refuses("6.3.2", code="wrong-verb"):
        position("Hue: 2vg", phase="support-vc", card=127).play("VC transfer NVA+2")


def test_1_5_2_what_is_listed():
    """A transfer is offered where it is allowed, and then in both directions with every amount."""
    game = position(WHERE, to_act="VC", NVA=5, VC=4)
    for begun in ("", "VC tax SaCT", "VC rally", "VC rally KGi+vg", "VC rally KGi+vg | tax SaCT"):
        assert "transfer" in game.answers(begun), begun
    assert game.answers("VC rally | transfer") == ["NVA+1", "NVA+2", "VC+1", "VC+2"]
    assert game.answers("VC rally KGi+vg | transfer VC+1 | transfer") == ["NVA+1", "NVA+2", "VC+1"]
    assert set(game.answers("VC rally KGi+vg | transfer VC+2")) >= {"rally", "tax", "transfer"}
    assert "transfer" not in position(WHERE, to_act="VC", NVA=1, VC=1).answers()
    assert "transfer" not in position("Sai: 2ut PS", to_act="US").answers("US train Sai")


def test_1_5_2_every_listed_gift_applies():
    """Every listed transfer is accepted."""
    game = position(WHERE, to_act="VC", NVA=9, VC=73)
    for gift in game.answers("VC transfer"):
        assert game.asked(f"VC transfer {gift}").questions


def test_1_5_2_behind_another_factions_part():
    """A new segment belongs to the acting Faction, even if another Faction decided in the segment before."""
    event = read_line("VC transfer VC+1 | rally KGi+vg").event
    assert isinstance(event, Action)
    clauses = list(flatten(event.segments))
    tagged = Action(event.faction, segments([*clauses[:2], By(event.faction), *clauses[2:]]))
    state = position(WHERE, to_act="VC").state
    assert apply(state, tagged) == apply(state, event)


def test_1_5_2_is_told():
    """The effects of a transfer report the Resources of both Factions."""
    game = position(WHERE, to_act="VC").play("VC rally KGi+vg | transfer VC+3")
    assert [effect.rule for effect in game.effects if isinstance(effect, TrackChanged)][-2:] == ["1.5.2"] * 2


SIHANOUK = {"spaces": "Par: 2vg; Fis: 2ng", "card": 75, "NVA": 0, "VC": 8}


@pytest.mark.parametrize("who", ["ARVN", "US", "NVA", "VC"])
@pytest.mark.parametrize(
    "line",
    [
        "VC: rally Par+vg NVA: rally Fis+ng | transfer NVA+2",
        "VC: rally Par+vg | transfer NVA+2 | event NVA: rally Fis+ng",
        "| transfer NVA+2 | event VC: rally Par+vg NVA: rally Fis+ng",
        "VC: rally | transfer NVA+2 | event VC: Par+vg NVA: rally Fis+ng",
        "VC: rally Par+vg NVA: rally | transfer NVA+1 | transfer NVA+1 | event NVA: Fis+ng",
        "VC: rally Par+vg | transfer NVA+1 | event NVA: rally Fis+ng | transfer NVA+1",
    ],
)
def test_1_5_2_while_an_insurgent_acts_in_an_event(who, line):
    """A transfer may come between the free steps of an Event and right after them, whoever executes it."""
    game = position(**SIHANOUK, eligible=who)
    if who in ("NVA", "VC"):
        line = line.replace(f"{who}: ", "", 1) if line.startswith(who) else line
    game.play(f"{who} event shaded {line}")
    assert (money(game), game["Par"], game["Fis"]) == ((2, 6), "3vg", "3ng")


def test_1_5_2_pays_for_the_trail_in_an_event():
    """VC pay for NVA's Improvement of the Trail, which is not free (card 50)."""
    spaces = "Par: 2vg; Fis: 2ng"
    line = "US event shaded VC: rally Par+vg rally Par+vg rally Par+vg"
    three = "NVA: rally trail+1 rally Fis+ng rally Fis+ng"
    game = position(spaces, card=50, eligible="US", NVA=0, VC=8)
    game.play(f"{line} | transfer NVA+2 | event {three}")
    assert (money(game), game.state.trail) == ((0, 6), 2)
    assert position(spaces, card=50, eligible="US", NVA=0, VC=8).refused(f"{line} {three}").rule == "3.1"


@pytest.mark.parametrize(
    ("card", "line", "result"),
    [
        (46, "shaded NVA: infiltrate CLa build CLa+2nt | transfer VC+3", (6, 13)),  # the gains come after
        (49, "shaded NVA: bombard Hue-at | transfer VC+3", (3, 11)),
        (59, "shaded NVA: march CLa>QTr:ng attack QTr {6} | transfer VC+3", (3, 11)),
        (69, "unshaded NVA NVA: bombard Hue-at | transfer VC+3 | event VC: tax KGi", (3, 15)),
        (77, "shaded NVA: resources VC: rally KGi+vg | transfer VC+7", (8, 15)),
    ],
)
def test_1_5_2_in_events_that_grant_free_actions(card, line, result):
    """Transfers are allowed in all Events that grant free actions, Special Activities too."""
    spaces = "CLa: nb ng; Hue: 3at; QTr: 3nt at; KGi: vg"
    game = position(spaces, card=card, eligible="US", NVA=6, VC=8, trail=1)
    assert money(game.play(f"US event {line}")) == result


@pytest.mark.parametrize(
    ("who", "line"),
    [
        ("NVA", "NVA event march CLa>SLa:ng | transfer VC+2 | event attack Hue-at"),
        ("NVA", "NVA event march CLa>SLa:ng attack Hue-at | transfer VC+2"),
        ("VC", "VC event Sai+6vg | transfer NVA+3"),
        ("VC", "VC event | transfer NVA+3 | event Sai+6vg"),
    ],
)
def test_1_5_2_in_pivotal_events(who, line):
    """A transfer may come between and after the free Operations of cards 122 and 124."""
    card = 122 if who == "NVA" else 124
    game = position("CLa: ng; Hue: 2nt at; KGi: vg", card=card, eligible=who, NVA=6, VC=8).play(line)
    assert money(game) == ((4, 10) if who == "NVA" else (9, 5))


def test_1_5_2_not_beside_what_a_coin_faction_does_in_an_event():
    """A COIN Faction's Event without Insurgent action has no transfer, even if VC gain Resources."""
    with refuses("1.5.2", code="no-transfer"):
        position(card=40, eligible="US").play("US event unshaded airstrike {1} | transfer VC+1")
    with refuses("1.5.2", code="no-transfer"):
        position(card=42, eligible="US").play("US event shaded | transfer VC+1")


def test_1_5_2_behind_an_own_event():
    """NVA give before the gains of card 46, or after them if `event` marks the end of its text."""
    spaces = "CLa: nb ng"
    line = "NVA event shaded infiltrate CLa build CLa+2nt"
    fields = {"card": 46, "eligible": "NVA", "NVA": 6, "VC": 0, "trail": 2}
    game = position(spaces, **fields).play(f"{line} | transfer VC+3")
    assert money(game) == (9, 7)
    assert position(spaces, **fields).refused(f"{line} | transfer VC+6").code == "too-much-given"
    assert money(position(spaces, **fields).play(f"{line} | event | transfer VC+6")) == (6, 10)


def test_1_5_2_an_event_is_not_ended_while_something_is_owed():
    """The bare verb `event` does not skip a missing choice: card 75 still needs the space of its Rally."""
    game = position(**SIHANOUK, eligible="VC")
    game.refused("VC event shaded rally | event | transfer NVA+1")
    assert game.refused("VC event shaded rally | event").rule == "3.3.1"


def test_3_3_1_free_limited_rally_for_the_trail_alone():
    """Uncle Ho's free Limited Rally may only Improve the Trail. Sihanouk's needs a space in Cambodia."""
    spaces = "Par: 2vg; Fis: 2ng"
    vc = "VC: rally Par+vg rally Par+vg rally Par+vg"
    game = position(spaces, card=50, eligible="VC", NVA=5, trail=1)
    game.play(f"VC event shaded {vc[4:]} NVA: rally trail+1 rally trail+1 rally Fis+ng")
    assert (game.resources("NVA"), game.state.trail) == (1, 3)
    game = position(spaces, card=50, eligible="VC", NVA=5, trail=1)
    assert game.refused(f"VC event shaded {vc[4:]} NVA: rally rally rally").rule == "2.3.4"
    game = position(spaces, card=75, eligible="VC", NVA=5, trail=1)
    game.refused("VC event shaded rally Par+vg NVA: rally trail+1")
