"""A game with everything that can be proven, played at random: seeds, deck, dice, orders, chain."""

from __future__ import annotations

from functools import cache

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.game.replays import replay
from fitl_core.players.dice import Dice
from fitl_core.players.non_players.random_games import mixed_game
from fitl_core.players.random_play import PlayedEvent
from fitl_core.proofs.chain import chained
from fitl_core.proofs.proof_lines import dice_of
from fitl_core.proofs.rolls import RollProof, die_of
from fitl_core.proofs.sealed_deck import SealedDeck, seal_deck
from fitl_core.proofs.sealed_orders import Sealed, order
from fitl_core.proofs.seeds import commitment, joint_key
from fitl_core.record.events import Action, Amend, DigestLine, Event, Note, PlayCard, Reveal, Void
from fitl_core.record.setup import Setup
from fitl_core.state.position_digest import digest
from notation import Entry, Log, Tag, tags_of
from notation.log import version_for

SEED = bytes(range(32))
ADDED = (("US", b"Tuesday"), ("VC", b"banana"))
KEY = joint_key(SEED, [added for _, added in ADDED])
ORDER = order("VC: Tet if playable, else waive", bytes(range(16)))


def sealed_tags(setup: Setup, deck: SealedDeck, opened: bool = True) -> tuple[Tag, ...]:
    """The header of a game with everything sealed."""
    seals = [Tag("Seed-Commitment", commitment(SEED)), Tag("Deck-Root", deck.root)]
    seals.append(Tag("Seeds-Added", " ".join([f"{seat}:{added.hex()}" for seat, added in ADDED])))
    if opened:
        seals.append(Tag("Seed-Opened", SEED.hex()))
    return (*tags_of(setup), Tag("Event", "a game that is proven"), *seals)


class Roller:
    """Proofs for dice that have fallen already: purposes are tried until one fits, as only tests may."""

    def __init__(self) -> None:
        self.number = 0

    def proofs(self, event: Event) -> tuple[str, ...]:
        """The proofs of the dice in an event."""
        return tuple([self._proof(die) for die in dice_of(event)])

    def _proof(self, die: int) -> str:
        self.number += 1
        tried = (RollProof(self.number, f"die {self.number}, try {i}") for i in range(1_000))
        return str(next(proof for proof in tried if die_of(KEY, proof) == die))


@cache
def proven_game(players: str = "US VC", cards: int = 4, opened: bool = True) -> Log:
    """A sealed game of some cards of the Short scenario, with everything in it that a table may record.

    An order is sealed at the beginning and opened at the end. The last move is taken back, with a die used
    for nothing, and played again. A move with dice is amended to the same. A digest stands at the end.
    """
    setup = Setup("short", players=tuple([(Faction(name),) for name in players.split()]))
    deck = seal_deck(setup, KEY)
    first, second, *rest = deck.cards
    roller, position = Roller(), 2
    entries = [
        Entry(Note("an order"), by="VC", proof=(str(Sealed(ORDER.seal)),)),
        Entry(PlayCard(first), proof=(deck.proof_of(1),)),
        Entry(Reveal(second), proof=(deck.proof_of(2),)),
    ]
    shown = msgspec.structs.replace(setup, cards=(first, second))
    for played in _with_dice(shown, rest, cards):
        event, after = played.event, played.after
        proof = roller.proofs(event)
        if isinstance(event, Reveal):
            position += 1
            proof = (deck.proof_of(position),)
        time = f"2026-05-03T{len(entries) // 60:02}:{len(entries) % 60:02}Z"
        entries.append(Entry(event, by=str(getattr(event, "faction", "")), time=time, proof=proof))
        if isinstance(event, Reveal) and after.card is not None:
            entries.append(Entry(PlayCard(after.card)))
    entries += _afterwards(entries, roller)
    state = replay(setup, [entry.event for entry in entries if entry.event is not None]).state
    entries.append(Entry(DigestLine(digest(state))))
    _, *tags = sealed_tags(setup, deck, opened)
    return chained(Log((Tag("FITL", version_for(tags, entries)), *tags), tuple(entries)))


def _with_dice(setup: Setup, rest: list[int], cards: int) -> list[PlayedEvent]:
    """Return the first of some games that has twenty dice, and a move with some of them."""
    games = ([*mixed_game(setup, rest, Dice(seed), cards)] for seed in range(11, 31))
    return next(game for game in games if _dice(game) > 20 and any(_has_dice(one.event) for one in game))


def _dice(game: list[PlayedEvent]) -> int:
    return sum(len(dice_of(played.event)) for played in game)


def cards_proven(log: Log) -> int:
    """How many cards of a game's deck are proven."""
    return sum(isinstance(entry.event, PlayCard | Reveal) and bool(entry.proof) for entry in log.entries)


def _has_dice(event: Event | None) -> bool:
    return isinstance(event, Action) and bool(dice_of(event))


def _afterwards(entries: list[Entry], roller: Roller) -> list[Entry]:
    """Take back the last move with dice and all after it, play all again, and amend the move."""
    at = max(i for i, entry in enumerate(entries) if _has_dice(entry.event))
    move = entries[at]
    assert isinstance(move.event, Action)
    roller.number += 1
    spent = str(RollProof(roller.number, "US: a die too many"))
    return [
        Entry(Void(at + 1), by="US", proof=(spent,)),
        *entries[at:],
        Entry(Amend(len(entries) + 2, move.event), by=move.by, proof=move.proof),
        Entry(Note("it is opened"), by="VC", proof=(str(ORDER),)),
    ]
