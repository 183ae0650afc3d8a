"""Tables keep the canonical action of a move, and what its player typed beside it."""

from __future__ import annotations

import msgspec
import pytest
from samples import sampled
from seated import Seated
from strict_reader import read_nothing

import notation
from fitl_core import Faction, FitlError, Violation, apply, play
from fitl_core.facts.editions import Edition
from fitl_core.game.files import play_log, read_log
from fitl_core.players.dice import Dice
from fitl_core.proofs.verification import verify
from fitl_core.record.clauses import Remove, Roll
from fitl_core.record.events import Action, Amend
from fitl_core.server.scenes import events_told
from fitl_core.state.applying import apply_effects
from fitl_core.stores.memory import MemoryStore
from fitl_core.table import facts
from fitl_core.table.commands import Agree, Begin, End, Propose, Say, SubmitComment, TakeBack
from fitl_core.table.exports import exported, imported
from fitl_core.table.history import game_of_table
from fitl_core.table.kept_steps import unpacked
from fitl_core.table.tables import Tables
from fitl_core.table.unfinished_moves import misfit
from fitl_core.testing.random_tables import insist_on_laws, setup_of_table
from fitl_core.testing.seat_change_games import SeatChanger
from fitl_core.testing.table_games import TablePlayer, tables_of
from fitl_core.wording.canonical_form import canonical_action

TYPED = "VC   attack VC-1 BDi BDi-2at"
ASKED = "VC   attack BDi {2} BDi-2at"


def typed_beside_lines(seated: Seated) -> dict[str, str]:
    """The lines that have a typed text, with it."""
    return {line.text: line.typed for line in seated.tables.view(seated.name).lines if line.typed}


def test_a_move_is_stored_as_the_rules_ask_for_it(hit: Seated) -> None:
    """The log has the canonical action, the typed text beside it, and a link that covers both."""
    hit.do("VC", TYPED)
    assert typed_beside_lines(hit) == {ASKED: TYPED}
    log = hit.tables.log(hit.name)
    assert log.tag("FITL") == "4" and f"[%typed {TYPED}]" in notation.write(log)
    assert verify(log, ask_rules=True).first is None
    last = log.entries[-1]
    for other in ("", "VC   attack BDi"):
        entries = (*log.entries[:-1], msgspec.structs.replace(last, typed=other))
        first = verify(notation.Log(log.tags, entries)).first
        assert first is not None and first.code == "link-wrong"


@pytest.mark.parametrize(
    "line", ["VC attack BDi BDi-2at", "vc: ATTACK Binh Dinh, BDi - 2 ARVN Troops", "VC pass"]
)
def test_a_move_that_the_rules_ask_for_so_has_no_typed_text(hit: Seated, line: str) -> None:
    """Spelling is no other wording, and a die is no clause of the player."""
    hit.do("VC", line)
    assert not typed_beside_lines(hit) and "typed" not in notation.write(hit.tables.log(hit.name))


def test_an_unfinished_move_is_stored_so_too(miss: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a die that misses, the clauses that the rules asked for stay. The move ends without a reader."""
    assert miss.do("VC", TYPED).refused is not None
    begun = miss.tables.view(miss.name).begun
    typed = "VC   attack VC-1 BDi"
    assert begun is not None and (begun.text, begun.typed) == ("VC   attack BDi {5}", typed)
    assert read_nothing(monkeypatch)
    assert misfit(miss.state) is None
    miss.do("VC", End())
    assert typed_beside_lines(miss) == {"VC   attack BDi {5}": typed}


def test_the_line_goes_on_from_the_stored_clauses(miss: Seated) -> None:
    """Whoever submits the stored line again goes on; a new clause is typed after the others."""
    miss.do("VC", TYPED)
    miss.do("VC", "VC attack BDi {5} | tax QDu")
    (typed,) = typed_beside_lines(miss).values()
    assert typed == "VC   attack VC-1 BDi | tax QDu"


def test_single_answers_are_typed_after_the_others(hit: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move that begins with a line and goes on by answers keeps both; the hit asks for the pieces."""
    hit.do("VC", "VC attack VC-1 BDi")
    begun = hit.state.begun
    assert begun is not None and begun.typed and begun.firm == 3
    read_nothing(monkeypatch)
    answers = hit.tables.view(hit.name, "VC").questions[0].answers
    clause = next(one for one in answers if isinstance(one, Remove))
    hit.do("VC", Say(clause))
    if hit.state.begun is not None:
        hit.do("VC", End())
    (typed,) = typed_beside_lines(hit).values()
    assert typed == f"VC   attack VC-1 BDi {notation.write_clause(clause)}"


def test_what_is_taken_back_was_not_typed(hit: Seated) -> None:
    """A new move, or an answer taken back, drops the typed clauses."""
    hit.do("VC", Begin(Faction.VC))
    hit.do("VC", TYPED)
    assert list(typed_beside_lines(hit).values()) == [TYPED]


def test_an_amendment_is_stored_so_too(hit: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    """The proposal has the canonical action, and the line that it writes has the typed text."""
    hit.do("VC", "VC attack BDi BDi-2at")
    number = len(hit.lines)
    line = f"amend {number} VC attack VC-1 BDi {{2}} BDi-at"
    seats = [seat.name for seat in hit.state.seats]
    hit.do(seats[0], Propose(line))
    (proposal,) = hit.state.proposals
    assert isinstance(proposal.event, Amend)
    assert notation.write_event(proposal.event) == f"amend {number} VC   attack BDi {{2}} BDi-at"
    read_nothing(monkeypatch)
    for seat in seats[1:]:
        hit.do(seat, Agree(proposal.number))
    stored, typed = "VC   attack BDi {2} BDi-at", "VC   attack VC-1 BDi {2} BDi-at"
    assert typed_beside_lines(hit) == {f"amend {number} {stored}": f"amend {number} {typed}"}
    assert verify(hit.tables.log(hit.name)).first is None


def test_news_of_a_line_say_what_was_typed(hit: Seated) -> None:
    """The page shows it beside the line; other lines have none."""
    hit.do("VC", TYPED)
    told = events_told(hit.state, game_of_table(hit.state), 0)
    assert {one.text: one.typed for one in told if one.typed} == {ASKED: TYPED}


def test_typed_texts_are_exported_and_imported(hit: Seated) -> None:
    """Byte by byte, with the links of facts; a changed text is damage."""
    hit.do("VC", TYPED)
    text, store = exported(hit.tables.store, hit.name), MemoryStore()
    imported(store, text)
    assert Tables(store).state(hit.name) == hit.state
    assert Tables(store).log(hit.name) == hit.tables.log(hit.name)
    with pytest.raises(FitlError, match="damaged"):
        imported(MemoryStore(), text.replace(TYPED, TYPED.replace("VC-1", "VC-2")))


def test_a_refused_rest_is_not_shown_as_typed(hit: Seated) -> None:
    """Nothing of a move that was refused before any die stands anywhere."""
    with pytest.raises(Violation):
        hit.do("VC", "VC attack VC-7 BDi BDi-2at")
    hit.do("US", SubmitComment("hm"))
    with pytest.raises(FitlError):
        hit.do("VC", TakeBack())
    assert not hit.facts(facts.MoveBegun) and not typed_beside_lines(hit)


TYPED_LINES: list[notation.Entry] = []


@pytest.mark.parametrize("number", sampled(range(8), 3))
def test_tables_stand_without_a_reader(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Players type moves in other wordings. Without a reader the table then opens, in the middle of each move
    too, its log is legal and proven, and play goes on.
    """
    setup, tables = setup_of_table(number), tables_of(number)
    name = tables.open(setup).table
    is_restless = number % 2 and setup.rules is Edition.SECOND
    player = (SeatChanger if is_restless else TablePlayer)(tables, name, Dice(number), worded=True)
    player.sit()
    player.choose_markers()
    unfinished = []
    for _ in range(50):
        player.play(1)
        if player.state.begun is not None:
            unfinished.append(player.state)
    before = player.state
    TYPED_LINES.extend([entry for entry in before.lines if entry.typed])
    assert read_nothing(monkeypatch) >= 2
    assert [misfit(state) for state in unfinished] == [None] * len(unfinished)
    tables.store.keep_snapshot(name, None)
    again = Tables(tables.store)
    assert again.state(name) == before
    insist_on_laws(again, before)
    later = tables_of(f"later {number}", tables.store)
    goes_on = TablePlayer(later, name, Dice(number))
    goes_on.play(20)
    insist_on_laws(later, goes_on.state)


def test_a_canonical_action_is_the_same_move() -> None:
    """Moves that were typed otherwise at a random table lead to the same position by the same effects."""
    tables = tables_of(3)
    name = tables.open(setup_of_table(3)).table
    player = TablePlayer(tables, name, Dice(3), worded=True)
    player.sit()
    player.play(150)
    state, tried = player.state, 0
    board = state.steps[0].first_state()
    for entry, step in zip(state.lines, state.steps[1:], strict=True):
        if entry.typed and isinstance(entry.event, Action) and not _dice(entry.event):
            typed = notation.read_line(entry.typed).event
            assert isinstance(typed, Action) and typed != entry.event
            assert canonical_action(board, typed) == entry.event == canonical_action(board, entry.event)
            assert play(board, typed) == play(board, entry.event)
            tried += 1
        board = apply_effects(board, unpacked(step.effects))
    assert tried > 5 and board == state.board


def _dice(action: Action) -> bool:
    return any(isinstance(clause, Roll) for part in action.segments for clause in part.clauses)


def test_the_log_of_a_table_plays_without_a_reader(hit: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same log with the typed move in place of the canonical one does not."""
    hit.do("VC", TYPED)
    text = notation.write(hit.tables.log(hit.name))
    other = text.replace(f"{ASKED} ", "VC   attack VC-1 BDi {2} BDi-2at ", 1)
    assert other != text and play_log(read_log(other.encode())).error is None
    read_nothing(monkeypatch)
    assert play_log(read_log(text.encode())).error is None
    assert play_log(read_log(other.encode())).error is not None
    assert apply(hit.state.position, notation.read_line("note on").event or Amend(1, None))
