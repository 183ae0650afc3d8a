"""Stated symbols of cards (8.4.1): decisions and verdicts use them, and name those that are unknown."""

from __future__ import annotations

import msgspec
import pytest

import notation
from fitl_core.engine import start
from fitl_core.errors import Violation
from fitl_core.facts.card_symbols import (
    CardSymbol,
    decline_conditions,
    possible_symbols,
    shaded_conditions,
)
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.game.non_player_verdicts import judge_non_players, trace_in_words, traces, verdict_line
from fitl_core.game.replays import ReplayedGame, replay
from fitl_core.players.non_players.decide import decide
from fitl_core.players.non_players.events.changes import LACKING
from fitl_core.players.non_players.events.conditions import CONDITIONS
from fitl_core.players.non_players.events.instructions import instruction_for, instructions
from fitl_core.players.non_players.trace import Decision
from fitl_core.players.non_players.unknown_symbols import SymbolWanted, UnknownSymbol
from fitl_core.players.non_players.wanted import Wanted
from fitl_core.record.events import Action
from fitl_core.record.setup import Setup
from fitl_core.state.position_digest import digest

RALLY = "NVn nb 3nt; trail 0; NVA 1; casualties 2ut; played 1; next 68; eligible NVA"
"""NVA may play card 1, whose symbol for them is unknown, or Rally."""
NAPALM = "NVn nb 3nt; trail 3; NVA 5; leaders 126 127; played 61; next 68; eligible NVA"
"""NVA may play card 61, a Capability whose symbol for them is unknown, after a roll."""
LATE = "Sai 2ut 2at; QTr 2nt; trail 1; VC 5; NVA 5; NVn nb 3nt; played 109; next 68; eligible NVA"
"""NVA may play card 109, which may have a rifle or an instruction that no source has."""


def _game(position: str, *lines: str, symbols: str = "", players: str = "US+ARVN") -> ReplayedGame:
    tag = f'[Symbols "{symbols}"]\n' if symbols else ""
    head = f'[FITL "2"]\n[Scenario "full"]\n[Players "{players}"]\n{tag}[Position "{position}"]\n\n'
    log = notation.read(head + "\n".join(lines) + "\n").log
    played = replay(notation.setup_of(log), log.events)
    assert played.error is None, played.error
    return played


def _decided(position: str, symbols: str = "", dice: int = 3) -> Decision:
    state = _game(position, symbols=symbols).state
    faction = Faction(position.rpartition(" ")[2])
    return decide(state, faction, lambda wanted: tuple([dice] * wanted.dice))


def _line(game: ReplayedGame) -> str:
    return verdict_line(judge_non_players(game)[-1], has_ways=True)


def test_8_4_1_a_stated_rifle_declines_the_event() -> None:
    """With a rifle the NVA decline card 1 and Rally; with nothing printed they play it."""
    default, rifle = _decided(RALLY), _decided(RALLY, "1 NVA rifle")
    assert (default.kind, default.unknown) == ("event", (1,))
    assert (rifle.kind, rifle.unknown, rifle.symbols) == ("operation", (), ())
    plain = _decided(RALLY, "1 NVA none")
    assert (plain.lines, plain.unknown) == (default.lines, ())


def test_8_4_1_a_symbol_of_another_faction_or_card_changes_nothing() -> None:
    """A symbol counts for its own card and Faction only."""
    assert _decided(RALLY, "1 US rifle, 4 NVA rifle") == _decided(RALLY)


def test_8_4_1_a_stated_instruction_is_obeyed() -> None:
    """A halo on card 109 declines by its condition, and is decided as it says where that does not hold."""
    unknown = _decided(LATE)
    assert [one.possible for one in unknown.symbols] == [("none", "rifle", "halo")]
    declined = _decided(LATE, "109 NVA halo declines us-is-a-player")
    held = _decided(LATE, "109 NVA halo declines vc-is-a-player")
    assert (unknown.kind, declined.kind, held.kind) == ("event", "operation", "event")
    assert (declined.unknown, held.unknown) == ((), ())
    assert any("us is a player" in " ".join(step.facts).lower() for step in declined.trace)


def test_8_4_1_a_halo_without_text_stays_unknown() -> None:
    """That card 109 has a halo does not say what its instruction is: the default is played."""
    decision = _decided(LATE, "109 NVA halo")
    assert decision.symbols == (UnknownSymbol(109, Faction.NVA, ("halo",)),)
    assert decision.kind == "event"


def test_8_4_1_a_symbol_is_no_part_of_the_position() -> None:
    """Stated symbols change neither the digest nor any effect, so a log without them is the same game."""
    with_symbol, without = (_game(RALLY, "NVA event shaded", symbols=one) for one in ("1 NVA none", ""))
    assert digest(with_symbol.state) == digest(without.state)
    assert with_symbol.steps[-1].effects == without.steps[-1].effects
    assert with_symbol.state.symbols == (CardSymbol(1, Faction.NVA, "none"),)


def test_8_4_1_the_verdict_uses_the_symbol() -> None:
    """The Event is dictated with nothing printed, departs with a rifle, and is not decidable unstated."""
    found = {
        symbols: judge_non_players(_game(RALLY, "NVA event shaded", symbols=symbols))[-1].verdict.verdict
        for symbols in ("", "1 NVA none", "1 NVA rifle")
    }
    assert found == {"": "not-decidable", "1 NVA none": "dictated", "1 NVA rifle": "departs"}
    rally = judge_non_players(_game(RALLY, "NVA rally NVn+ng", symbols="1 NVA rifle"))[-1].verdict
    assert (rally.verdict, rally.cards) == ("dictated", ())


def test_8_4_1_the_verdict_names_faction_card_and_alternatives() -> None:
    """The verdict says what the NVA would do with a rifle on card 1, and without."""
    told = _line(_game(RALLY, "NVA event shaded"))
    assert told.endswith(
        "not decidable: NVA, card 1: with none NVA would play the Event shaded;"
        " with a rifle NVA would decline and Rally"
    )
    assert _line(_game(RALLY, "NVA rally NVn+ng")).endswith(told.partition("decidable: ")[2])
    late = _line(_game(LATE, "NVA event shaded Sai+vb Sai+vg"))
    assert "NVA, card 109: " in late
    assert late.endswith("with a halo its instruction would decide")


def test_8_4_1_the_alternatives_use_the_dice_of_the_log() -> None:
    """The roll for the Capability of card 61 failed, so NVA March with nothing printed, and with a rifle."""
    march = "NVA march NVn>QTr:nt | infiltrate NVn build NVn+4nt"
    told = _line(_game(NAPALM, "dice NVA 8.6.2/if-2 {1}", march))
    assert told.endswith("card 61: with none NVA would March; with a rifle NVA would decline and March")
    played = _line(_game(NAPALM, "dice NVA 8.6.2/if-2 {6}", "NVA event shaded"))
    assert "with none NVA would play the Event shaded; with a rifle" in played


def test_8_4_1_the_trace_says_that_the_default_was_played() -> None:
    """`replay --explain` and `annotate` say which symbol is unknown, and how to state it."""
    told = trace_in_words(traces(_game(RALLY, "NVA event shaded"))[1])
    assert any("decided as if the card had none (card 1's symbol for NVA is unknown)" in one for one in told)
    assert told[-1] == (
        "card 1's symbol for NVA is unknown; the default was played, as if the card had none; look at the"
        ' card and say [Symbols "1 NVA none"] or [Symbols "1 NVA rifle"]'
    )
    stated = trace_in_words(traces(_game(RALLY, "NVA event shaded", symbols="1 NVA none"))[1])
    assert not any("unknown" in one for one in stated)


def test_8_4_1_who_wants_the_symbol_hears_of_it_before_any_dice() -> None:
    """The caller hears of the unknown symbol before the roll for the Capability, and can end the decision."""
    state, wants = _game(NAPALM).state, list[str]()

    def chance(wanted: Wanted) -> tuple[int, ...]:
        wants.append(wanted.what)
        return tuple([1] * wanted.dice)

    def needed(unknown: UnknownSymbol) -> None:
        raise SymbolWanted(unknown)

    with pytest.raises(SymbolWanted, match="card 61's symbol for NVA is unknown"):
        decide(state, Faction.NVA, chance, needed)
    assert wants == []
    assert decide(state, Faction.NVA, chance, lambda _: None) == decide(state, Faction.NVA, chance)


def test_8_4_1_an_ineffective_event_needs_no_symbol() -> None:
    """Nobody asks for the symbol of an Event that would change nothing."""
    state = _game(RALLY.replace("casualties 2ut; ", "")).state

    def needed(unknown: UnknownSymbol) -> None:
        raise AssertionError(unknown)

    decision = decide(state, Faction.NVA, lambda wanted: tuple([1] * wanted.dice), needed)
    assert isinstance(decision.lines[-1], Action)


def test_8_4_1_every_cell_has_its_possible_symbols() -> None:
    """A known symbol is the only possible one; an unknown one can be a halo beyond card 93 only."""
    for number, card in instructions().items():
        for faction, instruction in card.factions.items():
            possible = possible_symbols(number, faction)
            if instruction.symbol != "unknown":
                assert possible == (instruction.symbol,), (number, faction)
            else:
                assert possible == (("none", "rifle", "halo") if number > 93 else ("none", "rifle"))
            for symbol in possible:
                stated = (CardSymbol(number, faction, symbol, plays=symbol == "halo"),)
                assert instruction_for(number, faction, stated).is_certain


def test_8_4_1_every_named_condition_is_a_function() -> None:
    """Each condition that a header can name is one that decisions know."""
    assert set(decline_conditions()) <= {*CONDITIONS, *LACKING}
    assert set(shaded_conditions()) <= set(CONDITIONS)


@pytest.mark.parametrize(
    ("symbols", "code"),
    [
        ((CardSymbol(5, Faction.VC, "none"),), "symbol-known"),
        ((CardSymbol(4, Faction.US, "none"), CardSymbol(4, Faction.US, "rifle")), "symbol-twice"),
        ((CardSymbol(125, Faction.US, "none"),), "symbol-impossible"),
        ((CardSymbol(999, Faction.US, "none"),), "no-such-card"),
        ((CardSymbol(109, Faction.NVA, "halo", ("of-a-moon",)),), "symbol-impossible"),
    ],
)
def test_8_4_1_a_setup_with_an_impossible_symbol_is_refused(
    symbols: tuple[CardSymbol, ...], code: str
) -> None:
    """A program that states an impossible symbol is refused as a header is."""
    with pytest.raises(Violation) as refused:
        start(Setup("full", symbols=symbols))
    assert refused.value.code == code


def test_8_4_1_a_setup_takes_symbols_as_json_has_them() -> None:
    """Symbols of a setup are converted from objects, and come back in the order of the header."""
    raw = [{"card": 91, "faction": "VC", "symbol": "rifle"}, {"card": 4, "faction": "US", "symbol": "none"}]
    setup = Setup("full", symbols=raw)  # type: ignore[arg-type]
    assert [one.words for one in start(setup).state.symbols] == ["4 US none", "91 VC rifle"]
    assert msgspec.json.decode(msgspec.json.encode(setup), type=Setup) == setup
    assert len(FACTIONS) == 4
