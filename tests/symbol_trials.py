"""Games of four Non-players with all symbols of cards stated: `python tests/symbol_trials.py GAMES`.

For each unknown symbol (8.4.1) one is drawn at random, and for each halo without a known text an instruction.
They stand in the header of the game, as its player would write them. `tests/non_player_trials.py` puts the
result into docs/evidence/trials-non-players.md.
"""

from __future__ import annotations

import sys
from collections import Counter

import msgspec
from commit import measured_at
from non_player_whole_games import reported

import notation
from fitl_core.facts.card_symbols import (
    CardSymbol,
    decline_conditions,
    lacks_text,
    possible_symbols,
)
from fitl_core.facts.factions import FACTIONS
from fitl_core.game.written_logs import log_of
from fitl_core.players.dice import Dice
from fitl_core.players.non_players.events.instructions import instructions
from fitl_core.players.non_players.random_games import mixed_game
from fitl_core.players.random_play import deal
from fitl_core.record.setup import Setup

MOST_UNDECIDABLE = 0.02
"""The largest share of decisions that may stay undecidable with all symbols stated."""
HEAD = """## Games with all symbols stated

`python tests/symbol_trials.py {games}` draws a symbol at random for each card and Faction where `fitl`
does not know it, and an instruction for each halo without a known text. They stand in the tag `Symbols`
of games of four Non-players (full scenario, seeds 1 to {games}). `fitl validate` judges each game with
and without the tag. {measured_at}.
"""


def drawn_symbols(dice: Dice) -> tuple[CardSymbol, ...]:
    """Return a random symbol for each card and Faction where the symbol or its text is unknown."""
    drawn = []
    for number in instructions():
        for faction in FACTIONS:
            possible = possible_symbols(number, faction)
            if len(possible) == 1 and not lacks_text(number, faction):
                continue
            if possible:
                symbol = dice.draw(possible)
                one = CardSymbol(number, faction, symbol)
                drawn.append(_with_text(one, dice) if symbol == "halo" else one)
    return tuple(drawn)


def _with_text(one: CardSymbol, dice: Dice) -> CardSymbol:
    """Return a halo with a random instruction: it declines by a condition, or plays."""
    if dice.chance(0.3):
        return msgspec.structs.replace(one, plays=True)
    fitting = [name for name in decline_conditions() if "-own-" not in name or not one.faction.is_coin]
    return msgspec.structs.replace(one, decline=(dice.draw(fitting),))


def game_with_symbols(seed: int, scenario: str = "full", cards: int | None = None) -> str:
    """Return a game of four Non-players whose header states every symbol, as text."""
    dice = Dice(f"symbols {seed}")
    setup = Setup(scenario, players=(), symbols=drawn_symbols(dice))
    if scenario == "short":
        kept = [one for one in setup.symbols if one.card <= 120]  # it has no Pivotal Events
        setup = msgspec.structs.replace(setup, symbols=tuple(kept))
    dealt, deck = deal(setup, dice)
    events = [(played.event, played.after) for played in mixed_game(dealt, deck, dice, cards)]
    return notation.write(log_of(dealt, events))


def without_symbols(text: str) -> str:
    """Return the same game without the tag."""
    return "\n".join([line for line in text.split("\n") if not line.startswith("[Symbols ")])


def verdicts(games: int) -> tuple[Counter[str], Counter[str], list[str]]:
    """Return the verdicts on the moves of all games with the tag and without it, and the faults."""
    stated, unstated, faults = Counter[str](), Counter[str](), []
    for seed in range(1, games + 1):
        text = game_with_symbols(seed)
        report = reported(text, "text")
        if report.verdict != "legal":
            faults.append(f"symbols, seed {seed}: {report.verdict}")
        stated.update([one.verdict for one in report.non_players])
        unstated.update([one.verdict for one in reported(without_symbols(text), "text").non_players])
        odd = {one.verdict for one in report.non_players} - {"dictated", "not-decidable"}
        faults += [f"symbols, seed {seed}: {verdict}" for verdict in sorted(odd)]
    share = stated["not-decidable"] / max(1, stated.total())
    if share >= MOST_UNDECIDABLE:
        faults.append(f"symbols: {share:.1%} of the decisions stay undecidable")
    return stated, unstated, faults


def symbol_lines(games: int, stated: Counter[str], unstated: Counter[str]) -> list[str]:
    """Return the counts in words, as a part of the page."""
    told = [HEAD.format(games=games, measured_at=measured_at())]
    for words, counts in (("with all symbols stated", stated), ("without the tag", unstated)):
        shown = ", ".join([f"{number:,} {name}" for name, number in counts.most_common()])
        share = counts["not-decidable"] / max(1, counts.total())
        told.append(f"- {words}: {counts.total():,} decisions, {shown}; not decidable: {share:.1%}")
    return told


def main(arguments: list[str]) -> int:
    """Print the part of the page; return 1 if a game is at fault."""
    games = int(arguments[0]) if arguments else 10
    stated, unstated, faults = verdicts(games)
    print("\n".join(symbol_lines(games, stated, unstated)))
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
