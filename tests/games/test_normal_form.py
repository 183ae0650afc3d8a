"""The normal form: moves with the same meaning but different wording become one text (1.5.2, 3.1, 4.1)."""

from __future__ import annotations

from itertools import permutations

import pytest
from fixture_games import FIXTURES, fixture
from table import position

import notation
from fitl_core.engine import play
from fitl_core.errors import Violation
from fitl_core.game.normal_games import normal, normal_events
from fitl_core.game.replays import replay
from fitl_core.players.dice import Dice
from fitl_core.record.events import Action
from fitl_core.state.laws import BrokenLaw
from fitl_core.state.position_digest import digest
from fitl_core.testing import wordings
from fitl_core.wording.normal_form import normal_action
from notation.writer import write_event


def read_move(line: str) -> Action:
    """Return the action that a line of the notation writes."""
    (event,) = notation.read(f'[FITL "1"]\n[Scenario "full"]\n{line}').log.events
    assert isinstance(event, Action)
    return event


def form(where: str, line: str, **fields: object) -> str:
    """Return the normal form of a move in a position."""
    game = position(where, to_act=line.split()[0], **fields)  # type: ignore[arg-type]
    return write_event(normal_action(game.state, read_move(line)))


@pytest.mark.parametrize(
    ("where", "line", "normal_form"),
    [
        ("Sai: 2at 2ap; Hue: at", "ARVN train Sai Sai+2ap+at+at, Hue", "ARVN train Hue, Sai+2at+2ap"),
        ("Sai: 2at 2ap; Hue: at", "ARVN train Sai+at Sai+ap Hue", "ARVN train Hue, Sai+at+ap"),
        ("Ple: 2ut vg*; Hue: ut ng*", "US assault Ple, Hue", "US   assault Hue-ng*, Ple-vg*"),
        (
            "QTi: 2vg at; Hue: 3vg at",
            "VC attack QTi {3}, Hue guerrillas {2} Hue-at",
            "VC   attack Hue guerrillas {2} Hue-at, QTi guerrillas {3}",
        ),
        (
            "BDi: 2ut 2vg",
            "US sweep BDi | airstrike {4} BDi-2vg*",
            "US   sweep BDi BDi*2vg | airstrike {4} BDi-2vg*",
        ),
        ("BDi: 2ut 2vg", "US sweep BDi moved BDi*2vg", "US   sweep BDi BDi*2vg"),
        ("SLa: 2ng", "NVA march SLa>CLa:2ng, CLa>QTr:2ng", "NVA  march SLa>CLa>QTr:2ng"),
        (
            "SLa: 2ng; CLa: ng",
            "NVA march SLa>CLa:2ng, CLa>QTr:2ng, CLa>HuKS:ng",
            "NVA  march CLa>HuKS:ng, SLa>CLa>QTr:2ng",
        ),
        ("SLa: 2ng; CLa: ng", "NVA march SLa>CLa:2ng, CLa>QTr:ng", "NVA  march CLa>QTr:ng, SLa>CLa:2ng"),
        (
            "SLa: 2ng",
            "NVA march SLa>CLa:2ng | transfer VC+2 | march CLa>QTr:2ng",
            "NVA  march SLa>CLa:2ng | transfer VC+2 | march CLa>QTr:2ng",
        ),
        (
            "Sai: 4ut; SaCT: 3vg ut",
            "US patrol | airlift Sai>SaCT:2ut",
            "US   airlift Sai>SaCT:2ut | patrol SaCT*3vg",
        ),
        (
            "Tay: ng 2ut; Ple: 4nt 3ut; QTr: 3nt 3ut",
            "NVA attack Tay, Ple | bombard QTr-ut | attack guerrillas {3} troops Ple-2ut",
            "NVA  attack Ple, Tay | bombard QTr-ut | attack troops Ple-2ut guerrillas {3}",
        ),
        *(
            (
                "BDi: ui nt; QTr: 3ut 2ng; CTCD: 2ap 4nt",
                f"NVA attack {written}",
                "NVA  attack QTr guerrillas {5}, BDi troops, CTCD troops CTCD-2ap",
            )
            for written in ("BDi, QTr {5}, CTCD troops", "BDi, CTCD troops, QTr {5}")
        ),
        (
            "KGi: vg; Tay: vg vb",
            "VC rally KGi+vg | transfer VC+2 | rally",
            "VC   rally KGi+vg | transfer VC+2",
        ),
    ],
)
def test_3_1_what_is_written_differently(where, line, normal_form):
    """Forced parts, order, kinds, bare selections, implied options and empty segments get one normal form."""
    assert form(where, line) == normal_form
    assert form(where, normal_form) == normal_form


@pytest.mark.parametrize("line", ["NVA transfer VC: NVA+1 | rally SLa", "NVA transfer NVA+1 | rally SLa"])
def test_1_5_2_a_gift_needs_no_tag(line):
    """A gift has one normal form, with the tag of the giver or without a tag."""
    assert form("SLa: ng", line) == "NVA  transfer NVA+1 | rally SLa+ng"


@pytest.mark.parametrize("line", ["NVA transfer US: NVA+1 | rally SLa", "VC transfer VC: VC+1 | rally KGi"])
def test_1_5_2_a_gift_is_no_others_to_say(line):
    """A tag of a Faction that gives nothing is refused; the acting Faction's own tag adds nothing."""
    game = position("SLa: ng; KGi: vg", to_act=line.split()[0])
    if line.startswith("NVA"):
        with pytest.raises(Violation):
            play(game.state, read_move(line))
    else:
        assert form("KGi: vg", line) == "VC   transfer VC+1 | rally KGi+vg"


def test_2_3_5_a_limited_operation_is_written_so():
    """If only a Limited Operation is open, `limop` may be left out; the normal form writes `limop`."""
    game = position("KGi: vg; Sai: 2at", to_act="ARVN", eligible="ARVN VC").play("ARVN train Sai+at")
    assert write_event(normal_action(game.state, read_move("VC rally KGi"))) == "VC   limop rally KGi+vg"


@pytest.mark.parametrize(
    "spaces", ["KHo rangers, Kon sweep Kon {1} VC: Kon-at", "Kon sweep Kon {1} VC: Kon-at US: KHo rangers"]
)
def test_4_2_1_a_search_with_a_die_goes_with_its_space(spaces):
    """Card 101: a Searched space is named again before its die and is not selected twice."""
    where = "KHo: ar vg*; Kon: 2at vg*; Sai: ut; SaCT: ut"
    found = form(where, f"US advise {spaces} | patrol SaCT>Sai:ut", capabilities=((101, "shaded"),))
    assert found == "US   advise Kon sweep Kon {1} VC: Kon-at US: KHo rangers KHo-vg* | patrol SaCT>Sai:ut"


def test_the_order_stays_where_it_matters():
    """Pieces that must come before others stay first, because the rules refuse another order."""
    line = "VC rally KGi+vg | tax SaCT | rally Tay+3vg"
    assert (
        form("KGi: vg; SaCT: vg; Tay: 2vg vb", line, VC=1) == "VC   rally KGi+vg | tax SaCT | rally Tay+3vg"
    )


@pytest.mark.parametrize("name", ["tutorial", "short-game", "medium-game", "full-opening"])
def test_a_game_in_normal_form_is_the_same_game(name):
    """The normal form of a game has the same digest after every event and is its own normal form."""
    saved = fixture(FIXTURES / f"{name}.fitl")
    setup = notation.setup_of(saved.document.log)
    events = saved.document.log.events
    wanted = normal(setup, events)
    before, after = replay(setup, events), replay(setup, wanted)
    assert [digest(s.state) for s in before.steps] == [digest(s.state) for s in after.steps]
    assert normal_events(after) == wanted != events


def test_an_illegal_game_is_normal_as_far_as_it_is_sound():
    """Lines after the first refusal stay as they were written."""
    saved = fixture(FIXTURES / "broken" / "wrong-card.fitl")
    assert saved.replay is not None and saved.replay.error is not None
    wanted = normal_events(saved.replay)
    sound = saved.replay.sound
    assert wanted[:sound] != saved.replay.events[:sound]
    assert wanted[sound:] == saved.replay.events[sound:]


def test_the_law_of_one_form_can_fail(monkeypatch):
    """A normal form that keeps the order of the spaces breaks the law."""
    game = position("Ple: ut vg*; Hue: ut ng*; BDi: ut", to_act="US")
    move = read_move("US assault Ple, Hue")
    wordings.insist_on_one_form(game.state, move, Dice(1))
    monkeypatch.setattr("fitl_core.wording.normal_form._ordered", lambda ways, said: said)
    with pytest.raises(BrokenLaw):
        wordings.insist_on_one_form(game.state, move, Dice(1))


def test_3_3_3_forced_parts_come_in_the_order_of_what_is_chosen():
    """Two orders of the Attack spaces, with forced losses left out, have one normal form."""
    where = "Ple: 2nt at; QTi: 3nt 3at"
    forms = {form(where, f"NVA attack {spaces} | bombard") for spaces in ("Ple, QTi", "QTi, Ple")}
    assert len(forms) == 1


def test_an_amended_move_is_normal_too():
    """The move of an `amend` line gets its normal form in the position in which the old move was played."""
    text = '[FITL "2"]\n[Scenario "full"]\n[Cards "107 55"]\n#107\nVC event shaded\nNVA pass\n'
    text += "ARVN train Sai+3ap+at+2at\namend 4 ARVN train Sai+at+5at\n"
    log = notation.read(text).log
    played = replay(notation.setup_of(log), log.events)
    assert played.error is None
    assert [write_event(event) for event in normal_events(played)[-2:]] == [
        "ARVN train Sai+3at+3ap aid+5",
        "amend 4 ARVN train Sai+6at aid+5",
    ]


@pytest.mark.parametrize(
    "spaces", ["SaBM guerrillas {3}, AnL", "AnL, SaBM guerrillas {3}", "AnL guerrillas {3}, SaBM"]
)
def test_3_3_3_equal_dice_stand_with_the_first_spaces(spaces: str) -> None:
    """If two Attacks rolled the same die, the space that is first in board order gets the early die."""
    where = "AnL: ng ap; SaBM: ng ap; BXu: ng ap"
    line = f"NVA attack {spaces} | transfer VC+1 | attack BXu {{5}} {{3}}"
    expected = "attack AnL guerrillas {3}, SaBM | transfer VC+1 | attack BXu guerrillas {5} guerrillas {3}"
    assert form(where, line) == f"NVA  {expected}"


@pytest.mark.parametrize("move", ["NVA march Tay>Sai:vg+vg", "NVA terror Sai, Hue", "NVA terror Hue, Sai"])
def test_a_move_that_the_table_lets_stand_is_as_written(move: str) -> None:
    """A move let stand keeps its order and text and gains no clause, because the rules do not play it."""
    text = '[FITL "2"]\n[Scenario "full"]\n[Cards "107 55"]\n#107\nVC event shaded\n'
    log = notation.read(f"{text}ruling stand {move} => NVA 9\n").log
    played = replay(notation.setup_of(log), log.events)
    assert played.error is None
    assert played.stands == (3,)
    assert normal_events(played)[-1] == log.events[-1]


@pytest.mark.parametrize("pieces", list(permutations(["Sai-ut", "BTu-ut", "HuKS-ut"])))
def test_card_9_the_first_of_a_set_may_be_asked_for_with_something_else(pieces: tuple[str, ...]) -> None:
    """Troops that leave stand in board order, even if the first question also accepts Troops that arrive."""
    where = "Hue: 2at; Sai: 2ut; BTu: 2ut; HuKS: 2ut"
    line = f"NVA event unshaded US: {', '.join(pieces)} | transfer VC+2"
    expected = "NVA  event unshaded US: Sai-ut, BTu-ut, HuKS-ut | transfer VC+2"
    assert form(where, line, card=9, oop="4ut") == expected


@pytest.mark.parametrize(
    "parts",
    [
        "Tay Tay+vg, BTu BTu=AO BTu+ap",
        "BTu BTu+ap BTu=AO, Tay+vg Tay=PO",
        "BTu BTu=AO BTu+ap, Tay=PO Tay+vg",
        "Tay=PO Tay+vg, BTu+ap BTu=AO",
    ],
)
def test_card_106_each_province_has_its_level_and_its_piece(parts: str) -> None:
    """Provinces and their parts may come in any order, and a part that is forced may be left out."""
    where = "Tay: vg AO; BTu: vg PO"
    expected = "ARVN event BTu=AO BTu+ap, Tay=PO Tay+vg"
    assert form(where, f"ARVN event {parts}", card=106).replace(" unshaded", "") == expected


def test_3_3_3_what_is_left_for_behind_a_transfer_is_written_out() -> None:
    """The forced Attack is written out if its normal place comes after a transfer."""
    where = "QNa: nt ar; BDi: 2ui ng*"
    once = form(where, "NVA attack BDi, QNa {3} | transfer VC+1")
    assert form(where, once) == once


def test_3_3_1_pieces_that_become_one_clause_have_their_place_again() -> None:
    """Clauses joined into one take the same place as if they had been written as one."""
    where = "Par: nb; Fis: 2ng; NEC: 2ng"
    forms = {
        form(where, f"NVA limop rally Par {pieces}", available="0ng", trail=3)
        for pieces in (
            "Par+ng<Fis Par+2ng<NEC Par+ng<Fis",
            "Par+2ng<Fis Par+2ng<NEC",
            "Par+2ng<NEC Par+2ng<Fis",
        )
    }
    assert forms == {"NVA  limop rally Par+2ng<NEC Par+2ng<Fis"}


def test_3_2_3_a_space_that_is_forced_stays_written_wherever_it_stands() -> None:
    """A forced space stays written, because without it the space would be implied after the other spaces."""
    where = "Tay: at; KPh: vg; KHo: at vg; BXu: at vg"
    sweep = "sweep Tay>KPh:at, KHo, BXu, KPh*vg, KHo*vg, BXu*vg assault KHo, BXu, KPh"
    game = position(where, to_act="VC", card=25)
    once = normal_action(game.state, read_move(f"VC event unshaded ARVN ARVN: {sweep}"))
    assert normal_action(game.state, once) == once
