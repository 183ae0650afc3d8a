"""8.5.2, 8.6.2, 8.7.1, 8.8.2: the Event, a Pass, or neither; 8.4.6: Pivotal Events."""

from __future__ import annotations

import pytest
from non_player_table import Cup, decision, driven, table

from fitl_core.engine import play
from fitl_core.facts.factions import ARVN, NVA, US, VC, Faction
from fitl_core.players.non_players.decide import decide, next_non_player
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.event_or_pass import event_or_pass
from fitl_core.players.non_players.flows import CONDUCT
from fitl_core.state.state import State
from notation import write_event

MEANS = "Sai 4vg; NVn 9nt; VC 9; NVA 9; ARVN 30"
OWN = {VC: 101, NVA: 31, ARVN: 61, US: 14}
RULE = {VC: "8.5.2", NVA: "8.6.2", ARVN: "8.7.1", US: "8.8.2"}
BUT_US = (VC, NVA, ARVN)


def _state(faction: Faction, card: int, following: int, more: str = "", *readings: str) -> State:
    words = f"{MEANS}; {more}leaders 126 127; played {card}; next {following}; eligible {faction}"
    return table(words, "none", readings)


def _outcome(state: State, faction: Faction, *dice: int) -> str:
    found = driven(event_or_pass(Decider(state, faction, CONDUCT)), Cup(dice))
    return f"{found.kind} {found.node}" if found is not None else "goes on"


@pytest.mark.parametrize("faction", OWN)
def test_passes_for_its_own_capability(faction: Faction) -> None:
    """if-1: its own Capability is next, the card is none, the die exceeds the leaders in the box."""
    state = _state(faction, 41, OWN[faction])
    assert _outcome(state, faction, 3) == f"pass {RULE[faction]}/if-1"
    assert _outcome(state, faction, 2) == "goes on"


@pytest.mark.parametrize("faction", OWN)
def test_capability_of_another_is_next(faction: Faction) -> None:
    """if-1 asks for its own; another's Capability bars the Event without a roll (NP-Q03)."""
    other = OWN[NVA if faction is not NVA else VC]
    assert _outcome(_state(faction, 46, other), faction) == "goes on"
    if faction in (NVA, VC):
        again = _state(faction, 46, other, "trail 2; ", "NP-Q03")
        assert _outcome(again, faction).startswith("event")


@pytest.mark.parametrize("faction", BUT_US)
def test_1st_eligible_has_played_its_capability(faction: Faction) -> None:
    """if-1: an own Capability that is already in play does not count; 8.8.2 does not state this."""
    first = next(other for other in OWN if other is not faction)
    own = [31, 32] if faction is NVA else [101, 104] if faction is VC else [61, 86]
    words = f"done {first}:event; "
    assert _outcome(_state(faction, own[0], own[1], words), faction, 3) == f"pass {RULE[faction]}/if-1"


@pytest.mark.parametrize("faction", OWN)
def test_plays_a_capability_by_a_die(faction: Faction) -> None:
    """if-2: a Capability of any Faction is played if a die exceeds the leaders in the box."""
    state = _state(faction, 61, 70)
    assert _outcome(state, faction, 3) == f"event {RULE[faction]}/if-2"
    assert _outcome(state, faction, 2) == "goes on"


@pytest.mark.parametrize("faction", OWN)
def test_promise_spares_the_die(faction: Faction) -> None:
    """if-2: it Passed for this card, so it plays it without a roll."""
    state = _state(faction, 61, 70, f"promise {faction}; ")
    assert _outcome(state, faction) == f"event {RULE[faction]}/if-2"


def test_one_roll_serves_both() -> None:
    """NP-Q04: where the roll for a Pass has failed, a Capability gets no second one, but by B."""
    state = _state(VC, 31, 101)
    assert _outcome(state, VC, 2) == "goes on"
    assert _outcome(_state(VC, 31, 101, "", "NP-Q04"), VC, 2, 3) == "event 8.5.2/if-2"


@pytest.mark.parametrize(("faction", "card"), [(VC, 72), (NVA, 72), (ARVN, 79)])
def test_plays_an_event_that_acts(faction: Faction, card: int) -> None:
    """if-3: neither card is a Capability and the Event changes something: no roll."""
    state = _state(faction, card, 70, "Tay AO; ")
    assert _outcome(state, faction) == f"event {RULE[faction]}/if-3"


def test_us_event_belongs_to_8_8_6() -> None:
    """8.8.2 is about Capabilities alone."""
    assert _outcome(_state(US, 22, 70, "policy LBJ; "), US) == "goes on"


def test_rifle_and_ineffective_go_on() -> None:
    """An Event that is declined or would change nothing is passed over."""
    assert _outcome(_state(VC, 41, 70), VC) == "goes on"
    assert _outcome(_state(ARVN, 54, 70), ARVN) == "goes on"


def test_poor_factions_pass() -> None:
    """if-4: NVA with 0 Resources, ARVN with fewer than 3; VC and US never for want of Resources."""

    def with_resources(faction: Faction, words: str) -> str:
        state = table(f"{words}; leaders 126 127; played 41; next 70; eligible {faction}", "none")
        return _outcome(state, faction)

    assert with_resources(NVA, "NVA 0") == "pass 8.6.2/if-4"
    assert with_resources(NVA, "NVA 1") == "goes on"
    assert with_resources(ARVN, "ARVN 2") == "pass 8.7.1/if-4"
    assert with_resources(ARVN, "ARVN 3") == "goes on"
    assert with_resources(VC, "VC 0") == "goes on"
    assert with_resources(US, "ARVN 0; policy LBJ") == "goes on"


def test_no_roll_where_it_cannot_matter() -> None:
    """NP-Q50: with an empty Leader box any die exceeds it."""
    state = table("VC 9; played 61; next 70; eligible VC", "none")
    assert _outcome(state, VC) == "event 8.5.2/if-2"


def test_ineffective_capability_is_not_rolled_for() -> None:
    """8.1: unshaded Top Gun keeps shaded MiGs from coming out, so nothing would change (NP-Q50)."""
    state = _state(NVA, 33, 70, "capabilities 4:unshaded; ")
    assert _outcome(state, NVA) == "goes on"


PIVOTAL = "Tay 11vg; KPh 10vg; leaders 125 126"


def _pivotal(words: str, players: str, *readings: str) -> tuple[Faction | None, str]:
    state = table(words, players, readings)
    faction = next_non_player(state)
    if faction is None:
        return None, ""
    return faction, write_event(decide(state, faction, Cup()).lines[-1]) if faction else ""


def test_8_4_6_player_is_1st_eligible() -> None:
    """Tet Offensive is placed as soon as a player's Faction is 1st Eligible and VC is able."""
    words = f"{PIVOTAL}; played 68; next 70; eligible US ARVN NVA VC"
    assert _pivotal(words, "US+ARVN") == (VC, "VC   pivotal #124")


def test_8_4_6_not_while_a_non_player_is_1st() -> None:
    """VC itself is 1st Eligible on 97: it follows its flowchart."""
    state = table(f"{PIVOTAL}; played 97; next 70; eligible US ARVN NVA VC", "US+ARVN")
    assert next_non_player(state) is VC
    assert decide(state, VC, lambda _: None).kind != "pivotal"


@pytest.mark.parametrize(
    "words",
    [
        "Tay 11vg; KPh 9vg; leaders 125 126; played 68; next 70; eligible US ARVN NVA VC",
        "Tay 11vg; KPh 10vg; leaders 125; played 68; next 70; eligible US ARVN NVA VC",
        "Tay 11vg; KPh 10vg; leaders 125 126; played 68; next 127; eligible US ARVN NVA VC",
        "Tay 11vg; KPh 10vg; leaders 125 126; played 68; next 70; eligible US ARVN NVA",
    ],
)
def test_8_4_6_precondition_monsoon_eligibility(words: str) -> None:
    """20 Guerrillas, 1 leader, a Coup card next, Ineligible: each bars it."""
    assert next_non_player(table(words, "US+ARVN")) is None


BOTH = "Tay 11vg; KPh 10vg; QTr 6nt; leaders 125 126; played 68; next 70; eligible US ARVN NVA VC"


def test_8_4_6_non_players_trump_one_another() -> None:
    """NVA and VC are both able: both place, Tet stands, and Easter Offensive goes back (NP-Q45)."""
    state = table(BOTH, "US+ARVN")
    assert next_non_player(state) is NVA
    state = play(state, decide(state, NVA, Cup()).lines[-1]).state
    assert next_non_player(state) is VC
    state = play(state, decide(state, VC, Cup()).lines[-1]).state
    assert state.card == 124
    assert 122 not in state.played
    assert next_non_player(table(BOTH, "US+ARVN", ("NP-Q45",))) is VC


def test_8_4_6_trumps_a_players_pivotal_event() -> None:
    """A player has just placed its Pivotal Event, which VC trumps at once."""
    words = f"{PIVOTAL}; Hue 6ut AS; Sai AS; DaN AS; CaT AS; BXu AS; Tay AS; QTr AS; played 68 121; next 70"
    state = table(words.replace("Tay AS; ", "") + "; eligible US ARVN NVA VC", "US+ARVN")
    assert next_non_player(state) is VC
    assert decide(state, VC, Cup()).node == "8.4.6"


def test_8_4_6_placed_event_is_executed() -> None:
    """After placing its Pivotal Event, the Non-player executes it as its next decision."""
    state = table("leaders 125 126; played 60 123; next 70; eligible ARVN; oop 3at", "NVA+VC")
    assert next_non_player(state) is ARVN
    found = decide(state, ARVN, Cup((3, 3)))
    assert (found.kind, found.node) == ("event", "8.4.6")
    assert play(state, found.lines[-1]).state.aid == state.aid + 12


ARVN_BOARD = "Sai ub 4ut 2at 2ap AS; ARVN 30; policy LBJ"
US_BOARD = "Sai ub 4ut 2at 2ap AS; ARVN 30; econ 15; policy LBJ"


def _decided(position: str, faction: str, *dice: int) -> tuple[str, str, str]:
    """Kind, node and move of a decision; the players have NVA and VC."""
    found = decision(table(f"{position}; eligible {faction}", "NVA+VC"), faction, dice)
    return found.kind, found.node, " ".join(write_event(found.lines[-1]).split()) if found.lines else ""


def test_8_7_1_passes_for_its_own_capability() -> None:
    """Armored Cavalry is next: with 1 leader a 2 exceeds it, and ARVN Passes (8.7.1/if-1)."""
    decided = _decided(f"{ARVN_BOARD}; leaders 126; played 41; next 61", "ARVN", 2)
    assert decided[:2] == ("pass", "8.7.1/if-1")


def test_8_7_1_plays_a_capability_by_a_die() -> None:
    """Any Faction's: Armored Cavalry itself, by a 2 over 1 leader (8.7.1/if-2)."""
    assert _decided(f"{ARVN_BOARD}; leaders 126; played 61; next 70", "ARVN", 2) == (
        "event",
        "8.7.1/if-2",
        "ARVN event unshaded",
    )


def test_8_7_1_plays_an_event_that_changes_something() -> None:
    """Blowtorch Komer before a Coup: named as acting, and neither card is a Capability (8.7.1/if-3)."""
    decided = _decided(f"{ARVN_BOARD}; played 16; next 127", "ARVN")
    assert decided == ("event", "8.7.1/if-3", "ARVN event unshaded")


def test_8_7_1_passes_with_less_than_3_resources() -> None:
    """With 2 Resources and an Event declined ARVN Passes; with 3 it operates (8.7.1/if-4)."""
    poor = ARVN_BOARD.replace("ARVN 30", "ARVN 2")
    assert _decided(f"{poor}; played 41; next 68", "ARVN")[:2] == ("pass", "8.7.1/if-4")


def test_8_8_2_passes_for_its_own_capability() -> None:
    """M-48 Patton is next: 4 exceeds the 1 leader (8.8.2/if-1)."""
    assert _decided(f"{US_BOARD}; leaders 126; played 41; next 14", "US", 4)[:2] == ("pass", "8.8.2/if-1")


def test_8_8_2_plays_a_capability_by_a_die() -> None:
    """M-48 Patton itself, by a 4 over 1 leader (8.8.2/if-2)."""
    decided = _decided(f"{US_BOARD}; leaders 126; played 14; next 70", "US", 4)
    assert decided == ("event", "8.8.2/if-2", "US event unshaded")


def test_8_8_6_plays_another_event_behind_assault_and_sweep() -> None:
    """Peace Talks in the Full scenario, with nothing to Assault or to Sweep."""
    peace = "Sai ub 4ut 2at 2ap AS; NVA 10; policy LBJ; played 3; next 68"
    assert _decided(peace, "US") == ("event", "8.8.6", "US event unshaded")
