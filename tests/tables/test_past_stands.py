"""The past of a table stands when the rules change: it is folded from kept steps (rules releases, SPEC 3)."""

from __future__ import annotations

import msgspec
import pytest
from seated import Seated

from fitl_core import Faction, Refusal, Setup, Violation, replay
from fitl_core.players.dice import Dice
from fitl_core.proofs.verification import verify
from fitl_core.record.clauses import At, Verb
from fitl_core.record.play_effects import PivotalPlaced
from fitl_core.rules.release import RULES_RELEASE
from fitl_core.state.applying import UnfitEffects
from fitl_core.state.position_digest import digest
from fitl_core.table import facts
from fitl_core.table.checking import checked
from fitl_core.table.commands import Agree, Begin, GiveOrder, Propose, Say, Submit, SubmitComment, TakeBack
from fitl_core.table.history import events_of, game_of_table
from fitl_core.table.kept_steps import packed, unpacked
from fitl_core.table.seats_asked import asked_at
from fitl_core.table.table_draft import TableDraft
from fitl_core.table.tables import Tables
from fitl_core.table.unfinished_moves import misfit
from fitl_core.testing.table_games import TablePlayer, play_table, tables_of

COSTS = "fitl_core.rules.operations.attack.COST"


def dearer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Change the rules: an Attack costs more than any Faction has."""
    monkeypatch.setattr(COSTS, 76)


def reopened(seated: Seated) -> Tables:
    """The tables in a new process, without a snapshot."""
    seated.tables.store.keep_snapshot(seated.name, None)
    return Tables(seated.tables.store)


# -- opening ----------------------------------------------------------------------------------------


def test_a_line_carries_its_effects_its_release_and_the_digest_after_it(hit: Seated) -> None:
    """So does the sealing of the deck, with the whole position."""
    hit.do("VC", "VC attack BDi BDi-2at")
    state = hit.state
    assert len(state.steps) == len(state.lines) + 1 and state.is_kept
    first, *_, last = state.steps
    assert first.first_state().scenario == "short" and first.digest == digest(first.first_state())
    assert last.release == RULES_RELEASE and last.digest == digest(state.position)
    assert unpacked(last.effects) and last.is_attested and last.is_shown


def test_opening_asks_no_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game with all kinds of lines opens, and its history and log are made, while every rule is broken."""
    tables = tables_of(4)
    name = play_table(tables, Setup("medium"), Dice(4), most=120)
    before, log = tables.state(name), tables.log(name)
    tables.store.keep_snapshot(name, None)

    def broken(*_: object, **__: object) -> None:
        raise AssertionError("a rule was asked about the past")

    rules = ("engine._drafted", "engine.start", "table.history.play_as_asked", "table.older_lines.start")
    for one in rules:
        monkeypatch.setattr(f"fitl_core.{one}", broken)
    again = Tables(tables.store)
    assert again.state(name) == before and again.log(name) == log
    assert again.state(name, 40).version == 40


def test_the_same_figures_from_effects_and_from_rules() -> None:
    """The kept steps of a random game lead through the positions that the rules give."""
    tables = tables_of(6)
    state = tables.state(play_table(tables, Setup("short"), Dice(6)))
    kept, played = game_of_table(state), replay(state.opened.setup, events_of(state))
    assert (kept.steps, kept.outcomes, kept.numbers) == (played.steps, played.outcomes, played.numbers)


def test_a_void_goes_back_to_a_kept_position(hit: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also before a line that the rules refuse by now; an amendment is judged by today's rules."""
    hit.do("VC", "VC attack BDi BDi-2at")
    number = len(hit.lines)
    before = hit.state.steps[number - 1].digest
    hit.do(hit.state.seats[0].name, SubmitComment("and now?"))
    dearer(monkeypatch)
    seats = [seat.name for seat in hit.state.seats]
    with pytest.raises(Violation) as refused:
        hit.do(seats[0], Propose(f"amend {number} VC attack BDi {{2}}"))
    assert refused.value.refusal.rule == "3.1" and any("correct" in fact for fact in refused.value.facts)
    hit.agree_on(seats[0], f"void {number}")
    assert digest(hit.state.position) == before


def test_a_branch_takes_the_position_unexamined(hit: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    """Today's rules would refuse to begin from it."""
    hit.do("VC", "VC attack BDi BDi-2at")
    position = hit.state.board
    assert position is not None

    def refuses(*_: object, **__: object) -> None:
        raise AssertionError("the position is examined")

    monkeypatch.setattr("fitl_core.state.start.restore", refuses)
    branch = hit.tables.branch(hit.name, hit.state.version).table
    TablePlayer(hit.tables, branch, Dice(1)).sit()
    assert hit.tables.state(branch).steps[0].first_state() == position


def test_the_check_names_what_today_judges_otherwise(hit: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    """A refused line, and one with other effects; the table holds, unless today's release played it."""
    hit.do("VC", "VC attack BDi BDi-2at")
    number = len(hit.lines)
    assert checked(hit.tables.store, hit.name).otherwise == ()
    monkeypatch.setattr(COSTS, 2)
    found = checked(hit.tables.store, hit.name)
    assert not found.holds and (found.line, found.error) == (number, "untrusted")
    monkeypatch.setattr("fitl_core.table.checking.RULES_RELEASE", RULES_RELEASE + 1)
    found = checked(hit.tables.store, hit.name)
    assert found.holds and [(one.line, one.verdict) for one in found.otherwise] == [(number, "effects")]
    dearer(monkeypatch)
    (refused,) = checked(hit.tables.store, hit.name).otherwise
    assert (refused.line, refused.verdict, refused.rule) == (number, "illegal", "3.1")
    assert refused.release == RULES_RELEASE and refused.text == "VC   attack BDi {2} BDi-2at"


def test_effects_that_do_not_fit_are_damage(hit: Seated) -> None:
    """Effects that cannot be read, that are cut off, or of pieces that are not there."""
    hit.do("VC", "VC attack BDi BDi-2at")
    step = hit.state.steps[-1]
    for effects in (b"no effects", step.effects[:-1], packed(unpacked(step.effects) * 9)):
        strange = msgspec.structs.replace(step, effects=effects)
        with pytest.raises(UnfitEffects):
            TableDraft(hit.state).carry_out(strange)


def test_effects_that_could_not_be_read_again_are_not_kept() -> None:
    """A fault of a rule, such as a list where `trumps` is yes or no, refuses the move; the table stays."""
    fine = PivotalPlaced("2.3.8", Faction.NVA, 122, 5)
    assert unpacked(packed((fine,))) == (fine,)
    with pytest.raises(UnfitEffects, match="could not be read again"):
        packed((msgspec.structs.replace(fine, trumps=[]),))


# -- the unfinished move ----------------------------------------------------------------------------


def test_a_move_that_fits_goes_on(miss: Seated) -> None:
    """Another process opens the table in the middle of a move, and its player goes on."""
    miss.do("VC", "VC attack BDi BDi-2at")
    tables = reopened(miss)
    view = tables.view(miss.name, "VC")
    assert view.begun is not None and view.begun.text == "VC   attack BDi {5}" and view.trouble == ""
    tables.do(miss.name, "VC", Submit("VC attack BDi {5}"), seen=tables.version(miss.name))
    assert tables.state(miss.name).begun is None


@pytest.mark.parametrize("command", [Submit("VC attack BDi {5}"), TakeBack(), Say(At("saigon"))])
def test_a_move_that_no_longer_fits_is_set_aside(
    miss: Seated, monkeypatch: pytest.MonkeyPatch, command: Submit | TakeBack | Say
) -> None:
    """The table shows it as stored; the next command sets it aside, and its Faction moves again."""
    miss.do("VC", "VC attack BDi BDi-2at")
    rolled, lines = miss.state.rolled, len(miss.lines)
    dearer(monkeypatch)
    tables = reopened(miss)
    view = tables.view(miss.name, "VC")
    assert view.begun is not None and view.begun.text == "VC   attack BDi {5}" and view.questions == ()
    assert "3.1" in view.trouble and tables.version(miss.name) == miss.state.version
    answer = tables.do(miss.name, "VC", command, seen=view.version)
    assert answer.refused is not None and answer.refused.rule == "3.1"
    assert [type(one.fact) for one in answer.facts] == [facts.NoteSaid, facts.MoveSetAside]
    state = tables.state(miss.name)
    assert state.begun is None and len(state.lines) == lines + 1 and asked_at(state).seats == ("VC",)
    found = verify(tables.log(miss.name))
    assert found.faults == () and any("used for nothing" in one.message for one in found.open_points)
    monkeypatch.undo()
    tables.do(miss.name, "VC", Submit("VC attack BDi"), seen=tables.version(miss.name))
    assert tables.state(miss.name).rolled == rolled + 1  # a new die


def test_a_die_with_another_purpose_does_not_fit(miss: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice are matched by kind and purpose: none that fell for one thing decides another."""
    miss.do("VC", "VC attack BDi BDi-2at")
    begun = miss.state.begun
    assert begun is not None
    other = msgspec.structs.replace(begun.dice[0], what="the fate of Binh Dinh")
    strange = msgspec.structs.replace(miss.state, begun=msgspec.structs.replace(begun, dice=(other,)))
    why = misfit(strange)
    assert misfit(miss.state) is None and why is not None and "the fate of Binh Dinh" in why.message


def test_a_comment_sets_aside_and_is_written(miss: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that did not mean the move is carried out as well."""
    miss.do("VC", "VC attack BDi BDi-2at")
    dearer(monkeypatch)
    answer = miss.do("US", SubmitComment("hm"))
    assert answer.refused is not None and miss.lines[-1] == "note hm"
    assert len(miss.facts(facts.MoveSetAside)) == 1


def test_a_move_without_dice_is_set_aside_in_the_log(hit: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    """Players who were away read in the log why the move is gone."""
    hit.do("VC", Begin(Faction.VC))
    for answer in (Verb("attack"), At("binh-dinh")):
        hit.do("VC", Say(answer))
    dearer(monkeypatch)
    hit.do("US", SubmitComment("hm"))
    *_, why, comment = hit.lines
    assert comment == "note hm" and why.startswith("note the rules have changed since the move of VC began")


def test_a_non_players_dice_are_matched_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Non-player's move that waits for a player's choice decides again if it would ask for other dice."""
    for seed in range(1, 60):
        setup = Setup("medium", players=((Faction.US,), (Faction.ARVN,)))
        tables = tables_of(seed)
        name = tables.open(setup).table
        player = TablePlayer(tables, name, Dice(seed))
        player.sit()
        while (state := player.state).status == "playing":
            begun = state.begun
            if begun is not None and state.seat_of(begun.faction) == "" and begun.dice:
                assert misfit(state) is None
                other = msgspec.structs.replace(begun.dice[0], what="8.9/elsewhere")
                dice = (other, *begun.dice[1:])
                strange = msgspec.structs.replace(state, begun=msgspec.structs.replace(begun, dice=dice))
                assert misfit(strange) is not None
                return
            player.play(1)
    pytest.fail("no Non-player waited for a choice after a die")


# -- what waits ---------------------------------------------------------------------------------------


def test_a_proposal_that_no_longer_applies_lapses(hit: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last consent removes it with a notice, and nothing else changes."""
    hit.do("VC", "VC attack BDi BDi-2at")
    number, seats = len(hit.lines), [seat.name for seat in hit.state.seats]
    hit.do(seats[0], Propose(f"amend {number} VC attack BDi {{2}} BDi-1at"))
    proposed, position = hit.state.proposed, hit.state.position
    dearer(monkeypatch)
    for seat in seats[1:]:
        hit.do(seat, Agree(proposed))
    (lapsed,) = hit.facts(facts.ProposalLapsed)
    assert isinstance(lapsed, facts.ProposalLapsed) and lapsed.number == proposed
    assert hit.state.proposals == () and hit.state.position == position
    assert hit.lines[-1].startswith(f"note proposal {proposed} lapses")


def test_2_3_8_an_order_that_no_longer_applies_lapses(monkeypatch: pytest.MonkeyPatch) -> None:
    """When it would act, and the rules refuse it by now: its Faction is asked instead."""
    seated = Seated(Setup("full"), 3)
    for faction in ("US", "ARVN", "NVA", "VC"):
        seated.do(faction, GiveOrder(f"{faction}: waive"))

    def refused(*_: object) -> None:
        raise Violation(Refusal("no-pivotal-events", "2.3.8", "nobody waives any more"))

    player = TablePlayer(seated.tables, seated.name, Dice(3))
    monkeypatch.setattr("fitl_core.rules.pivotal.waive", refused)
    while not seated.facts(facts.OrderLapsed) and seated.state.status == "playing":
        player.play(1)
    assert seated.facts(facts.OrderLapsed)
    assert any("lapses: nobody waives any more" in line for line in seated.lines)


def test_a_table_that_cannot_take_its_next_step_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command stands, its answer says why nothing follows, and the step is tried with the next one."""
    seated = Seated(Setup("medium", players=((Faction.US,), (Faction.ARVN,), (Faction.NVA,))), 2)
    TablePlayer(seated.tables, seated.name, Dice(2)).play(3)

    def stuck(*_: object) -> None:
        raise Violation(Refusal("deck-empty", "2.4.2", "no card may be turned up"))

    monkeypatch.setattr("fitl_core.table.automatic_steps._step", stuck)
    answer = seated.do("US", SubmitComment("and?"))
    assert answer.refused is not None and answer.refused.message == "no card may be turned up"
    assert seated.lines[-1] == "note and?"
    assert "no card may be turned up" in seated.tables.view(seated.name).trouble or seated.state.begun
    monkeypatch.undo()
    assert seated.do("US", SubmitComment("go")).refused is None


def test_a_step_is_small() -> None:
    """A line of a random game grows by at most 400 bytes on average."""
    tables = tables_of(8)
    state = tables.state(play_table(tables, Setup("medium"), Dice(8)))
    sizes = [len(msgspec.json.encode(step)) for step in state.steps[1:]]
    assert sum(sizes) / len(sizes) <= 400
