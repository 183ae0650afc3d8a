"""Facts as stores keep them: each kind there and back, of older forms, damaged, of a release for ever."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from seated import Seated

import notation
from fitl_core import Faction, Setup, play_log, read_log
from fitl_core.facts.card_symbols import CardSymbol
from fitl_core.proofs.verification import verify
from fitl_core.record.clauses import At
from fitl_core.record.events import Note, Pass, Reveal, Segment, ShareOut, Stand, Void
from fitl_core.stores.memory import MemoryStore
from fitl_core.stores.port import KeptFact
from fitl_core.table import encoding, facts
from fitl_core.table.encoding import FORM, UnreadableFact, encode_fact, read_fact, read_snapshot, snapshot_of
from fitl_core.table.exports import exported, imported
from fitl_core.table.facts import Fact, Recorded, audience
from fitl_core.table.kept_steps import KeptStep
from fitl_core.table.refusals import Misplaced
from fitl_core.table.tables import Tables

FIXTURE = Path(__file__).parents[2] / "fixtures/tables/form-1.jsonl"
HASH = "sha256:" + "0" * 64
SAID: dict[str, Any] = {"proof": ("d6 1 VC: Attack in Hue",), "chain": "0" * 64}
STEP = KeptStep(2, "2:0123456789abcdef", b"effects", (b"again",), b"start")
EXAMPLES: tuple[Fact, ...] = (
    facts.Opened(Setup("short"), HASH, seats_add=True, deadline=60, parent="abc@17", seen=3),
    facts.SeedKept("00" * 32),
    facts.Seated("US"),
    facts.SeatLeft("US", resigned=True),
    facts.PlayersSet(((Faction.US,), (Faction.NVA, Faction.VC))),
    facts.SeedPromised("US+ARVN", HASH),
    facts.SeedGiven("US", "00" * 32),
    facts.DeckSealed(HASH, 27),
    facts.MarkersDealt("VC", ("agenda", "threat")),
    facts.MoveBegun(
        Faction.VC, (Segment("rally", (At("hue"),)),), True, Faction.NVA, ("2 5.0/x",), firm=2, whole=True
    ),
    facts.MoveDropped(),
    facts.MoveSetAside("3.2.2: not enough Resources", 3),
    facts.Chosen(Faction.VC, At("hue")),
    facts.Chosen(Faction.VC, None),
    facts.DieFell("Attack in Hue", 3, "d6 1 event 4: Attack in Hue", "space"),
    facts.NonPlayerDecided(Faction.NVA, "8.5.1", ()),
    facts.MoveEnded(event=Pass(Faction.US), **SAID),
    facts.CardRevealed(event=Reveal(68), **SAID),
    facts.Undone(event=Void(4), **SAID),
    facts.Corrected(event=notation.read_line('correct "aid 9"').event, **SAID),  # type: ignore[arg-type]
    facts.LetStand(event=Stand(Pass(Faction.US)), **SAID),
    facts.NoteSaid(event=Note("so it goes"), **SAID),
    facts.Proposed(1, Void(4)),
    facts.ClosingProposed(2),
    facts.HandOverProposed(3, "US"),
    facts.VacationProposed(4, "2026-12-03"),
    facts.Agreed(1, "US"),
    facts.Declined(1, "US"),
    facts.ProposalLapsed(1, "the rules refuse it"),
    facts.Settled(1),
    facts.VacationBegun("US", "2026-12-03", "2026-12-04T00:00:00.000Z"),
    facts.VacationEnded("US"),
    facts.SymbolStated(CardSymbol(97, Faction.US, "halo", ("us-is-a-player",), "always")),
    facts.OrderGiven(1, "VC", HASH),
    facts.OrderSealed(1, "VC", "VC: waive", "00" * 16),
    facts.OrderOpened(1, "VC: waive", "00" * 16),
    facts.OrderTakenBack(1),
    facts.OrderLapsed(1, "the rules refuse it"),
    facts.StepsKept((STEP,), 2),
    facts.SharedOut(event=ShareOut(((Faction.US,),)), **SAID),
    facts.Finished("US"),
    facts.TableClosed("over", "00" * 32, "US"),
)


def body(fact: Fact) -> dict[str, Any]:
    """A fact as it is kept, as JSON."""
    found: dict[str, Any] = json.loads(encode_fact(Recorded(7, "2026-01-01T00:00:00Z", "US", fact)).body)
    return found


def read(found: Any) -> Recorded:
    """Read a text that may be a fact."""
    raw = found if isinstance(found, bytes) else json.dumps(found, separators=(",", ":")).encode()
    return read_fact("t", KeptFact(7, "seated", raw))


def test_every_kind_of_fact_has_an_example() -> None:
    """Every kind of fact has an example, so that the tests below miss none."""
    assert {type(one) for one in EXAMPLES} == set(get_args(Fact))
    kinds = [one.__struct_config__.tag for one in EXAMPLES]
    assert len(set(kinds)) == len(get_args(Fact))


@pytest.mark.parametrize("fact", EXAMPLES, ids=lambda fact: str(fact.__struct_config__.tag))
def test_a_fact_is_read_as_it_was_kept(fact: Fact) -> None:
    """A fact is read as kept: with its time, its author, its command, and whether more of it follows."""
    recorded = Recorded(7, "2026-01-01T00:00:00Z", "US", fact, "US key", more=True, step=STEP)
    new = encode_fact(recorded)
    assert new.kind == fact.__struct_config__.tag
    assert read_fact("t", KeptFact(7, new.kind, new.body, "US key")) == recorded


@pytest.mark.parametrize("fact", EXAMPLES, ids=lambda fact: str(fact.__struct_config__.tag))
def test_a_fact_with_a_field_that_nobody_knows_is_not_read(fact: Fact) -> None:
    """A new field needs a new form of the fact: an unknown field is refused, and never skipped."""
    found = body(fact)
    with pytest.raises(UnreadableFact, match="table t, fact 7"):
        read({**found, "fact": {**found["fact"], "strange": 1}})
    with pytest.raises(UnreadableFact):
        read({**found, "strange": 1})


def test_only_the_seed_markers_and_orders_are_secrets() -> None:
    """All facts except seeds, markers and orders are open to everybody."""
    secret = {type(one).__name__: audience(one) for one in EXAMPLES if audience(one) is not None}
    steps = secret.pop("StepsKept")  # no secret, but nobody needs it
    assert (steps, secret) == ("", {"SeedKept": "", "MarkersDealt": "VC", "OrderSealed": "VC"})


def test_a_fact_of_an_older_form_is_brought_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    """Step by step: here two forms that there never were, in which a seat had other names."""

    def from_minus_one(found: dict[str, Any]) -> dict[str, Any]:
        return {**found, "fact": {"fact": found["fact"]["fact"], "place": found["fact"]["who"]}}

    def from_nought(found: dict[str, Any]) -> dict[str, Any]:
        return {**found, "fact": {"fact": found["fact"]["fact"], "seat": found["fact"]["place"]}}

    monkeypatch.setitem(encoding._UPCASTS, FORM - 2, from_minus_one)
    monkeypatch.setitem(encoding._UPCASTS, FORM - 1, from_nought)
    old = {**body(facts.Seated("US")), "form": FORM - 2, "fact": {"fact": "seated", "who": "US"}}
    assert read(old).fact == facts.Seated("US")
    with pytest.raises(UnreadableFact):
        read({**old, "fact": {"fact": "seated"}})


@pytest.mark.parametrize(
    "found",
    [
        {},
        [],
        None,
        7,
        "form",
        b"",
        b"\xff",
        b'{"form":1,',
        b"[" * 100_000,
        {"form": 2},
        {"form": "1"},
        {"form": [1]},
        {"form": None},
        {"form": 10**40},
        {"form": 1, "at": "", "by": ""},
        {"form": 1, "at": "", "by": "", "fact": {"fact": "nothing"}},
        {"form": 1, "at": "", "by": "", "fact": {"fact": "die-fell", "what": "", "die": "6", "proof": ""}},
    ],
    ids=range(17),
)
def test_what_is_no_fact_is_unreadable(found: Any) -> None:
    """An unreadable fact is reported with its table and its number."""
    with pytest.raises(UnreadableFact, match=r"table t, fact 7 \(seated\)"):
        read(found)


def test_a_damaged_or_strange_snapshot_is_not_read() -> None:
    """A table with a damaged or strange snapshot is folded again from its facts."""
    state = Seated(Setup("short")).state
    snapshot = snapshot_of(state)
    assert read_snapshot(state.table, snapshot) == state
    for changes in ({"form": "other"}, {"body": snapshot.body[:-1]}, {"body": b""}, {"body": b"\xc1"}):
        assert read_snapshot(state.table, msgspec.structs.replace(snapshot, **changes)) is None


def test_a_stream_that_has_been_damaged_is_refused() -> None:
    """Facts that cannot stand where they do are named."""
    seated = Seated(Setup("short"))
    rows = [json.loads(line) for line in exported(seated.tables.store, seated.name).splitlines()]
    die = json.loads(encode_fact(Recorded(1, "", "", facts.DieFell("x", 1, "d6 1 x"))).body)
    for at, stranger in ((1, rows[2]["body"]), (3, die), (3, rows[-1]["body"])):
        damaged = [dict(row) for row in rows]
        damaged[at]["body"] = stranger
        store = MemoryStore()
        with pytest.raises((Misplaced, UnreadableFact)):
            table, _ = imported(store, "\n".join(map(json.dumps, damaged)))
            Tables(store).state(table)


def test_the_stream_of_the_release_is_read_for_ever() -> None:
    """Facts of form 1, of every kind, fold to the game of their time; its log is legal, and proven."""
    store = MemoryStore()
    table, version = imported(store, FIXTURE.read_text(encoding="utf-8"))
    tables = Tables(store)
    state = tables.state(table)
    log = tables.log(table)
    assert (table, version, state.closed) == ("released", 230, "over")
    kinds = {fact.kind for fact in store.read(table)}
    later = {"closing-proposed", "move-set-aside", "proposal-lapsed", "order-lapsed"}
    later |= {"hand-over-proposed", "vacation-proposed", "vacation-begun", "vacation-ended"}
    later |= {"symbol-stated"}
    assert kinds == {kind.__struct_config__.tag for kind in get_args(Fact)} - later
    game = play_log(read_log(notation.write(log).encode(), "released"))
    assert game.replay is not None and game.replay.error is None and game.replay.state == state.board
    found = verify(log)
    assert found.faults == () and found.dice == 26 and found.orders == 1
