"""The dealer of a game by mail: the secret that he keeps, and the lines that he publishes.

dealer = new_dealer(32 random bytes)       he publishes commitment(dealer)
dealer = dealt(dealer, setup, added)       the deck is sealed: first_lines(dealer) begin the log
card = next_card(dealer, log)              the line that turns up the next card, with its proof
dealer, dice = rolled(dealer, purposes)    dice, numbered from the last one on
log = opened(dealer, log)                  his seed in the header: everything can be verified
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fitl_core.engine import play
from fitl_core.game.effective import effective
from fitl_core.game.replays import replay
from fitl_core.proofs import seeds
from fitl_core.proofs.chain import chained
from fitl_core.proofs.errors import ProofError
from fitl_core.proofs.proof_lines import DrawnCards
from fitl_core.proofs.rolls import roll_die
from fitl_core.proofs.sealed_deck import SealedDeck, seal_deck
from fitl_core.record.events import Note, PlayCard, Reveal
from fitl_core.record.setup import Setup
from notation import Entry, Log, Tag, UnwritableError, setup_of, tags_of
from notation.seals import DEMANDS, added_seeds


class Dealer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="dealer 1", tag_field="fitl"):
    """A dealer's secret: his seed in hexadecimal, the header of his game, and the purposes of his dice.

    The header is empty until a deck is dealt.
    """

    seed: str
    header: tuple[Tag, ...] = ()
    rolled_for: tuple[str, ...] = ()


class RolledDie(msgspec.Struct, frozen=True):
    """A die that a dealer has rolled: its result, and its proof as written in a log."""

    die: int
    proof: str


def new_dealer(seed: bytes) -> Dealer:
    """Return a dealer with a seed of 32 random bytes. Raises `ProofError` for another size."""
    seeds.commitment(seed)
    return Dealer(seed.hex())


def read_dealer(data: bytes) -> Dealer:
    """Return a dealer from the file that he keeps. Raises `ProofError` if the file is not a dealer's."""
    try:
        dealer = msgspec.json.decode(data, type=Dealer)
        seeds.read_seed(dealer.seed)
        if dealer.header:
            log = Log(dealer.header, ())
            added = added_seeds(log.tag("Seeds-Added"))
            if _dealt(dealer, setup_of(log), added, _demanded(dealer)) != dealer.header:
                raise ProofError("the dealer's file has a header that is not that of his seed")
        if dealer.rolled_for:
            rolls_of(dealer)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError) as fault:
        raise ProofError(f"this is no file of a dealer: {fault}") from None
    except UnwritableError as fault:
        raise ProofError(f"the header in the dealer's file is no header: {fault.message}") from None
    return dealer


def kept(dealer: Dealer) -> bytes:
    """Return the file that a dealer keeps, in the form that `read_dealer` reads.

    Nobody else may see the file before the game is over.
    """
    return msgspec.json.format(msgspec.json.encode(dealer), indent=1) + b"\n"


def commitment(dealer: Dealer) -> Tag:
    """Return the tag that commits the dealer to his seed. He publishes it before anybody adds a seed."""
    return Tag("Seed-Commitment", seeds.commitment(bytes.fromhex(dealer.seed)))


def dealt(dealer: Dealer, setup: Setup, added: Sequence[tuple[str, bytes]] = ()) -> Dealer:
    """Seal the deck for a game (2.1), with the seeds that seats have added, named as `US` or `NVA+VC`.

    The same game may be dealt again. Raises `ProofError` if the dealer has dealt another game, if the game
    has cards or a position, or if a seat is not one of its players'. Raises `UnknownName` for an unknown
    scenario.
    """
    header = _dealt(dealer, setup, added, _demanded(dealer))
    if dealer.header not in ((), header):
        raise ProofError("this dealer has dealt another game already: a seed is for one")
    return msgspec.structs.replace(dealer, header=header)


def _demanded(dealer: Dealer) -> str | None:
    """Return the value of `Proofs` in the dealer's game, or None if an earlier version dealt it."""
    return Log(dealer.header, ()).tag("Proofs") if dealer.header else DEMANDS


def _dealt(
    dealer: Dealer, setup: Setup, added: Sequence[tuple[str, bytes]], demands: str | None
) -> tuple[Tag, ...]:
    """Return the header of a game dealt with these seeds and these demands on proofs."""
    if setup.cards is not None or setup.position is not None:
        raise ProofError("a deck is sealed for a game from its start, without cards that show")
    given = dict(added)
    names = ["+".join(group) for group in setup.players]
    if len(given) < len(added) or (strange := [seat for seat in given if seat not in names]):
        what = strange[0] if len(given) == len(added) else "one of them twice"
        raise ProofError(f"seats that can add a seed here: {', '.join(names) or 'none'}; not {what}")
    sealed = [Tag("Proofs", demands)] if demands is not None else []
    tags = [*tags_of(setup), *sealed, commitment(dealer)]
    in_order = [(seat, given[seat]) for seat in names if seat in given]
    key = seeds.joint_key(bytes.fromhex(dealer.seed), [seed for _, seed in in_order])
    if in_order:
        tags.append(Tag("Seeds-Added", " ".join([f"{seat}:{seed.hex()}" for seat, seed in in_order])))
    tags.append(Tag("Deck-Root", seal_deck(setup, key).root))
    return tuple(tags)


def first_lines(dealer: Dealer) -> Log:
    """Return the beginning of the log: header, and the two cards face up (2.2), each with its proof.

    Raises `ProofError` if nothing is dealt.
    """
    deck = _deck(dealer)
    first, second = deck.cards[:2]
    lines = (
        Entry(PlayCard(first), proof=(deck.proof_of(1),)),
        Entry(Reveal(second), proof=(deck.proof_of(2),)),
    )
    return Log(dealer.header, lines)


def next_card(dealer: Dealer, log: Log) -> Entry:
    """Return the line that turns up the next card of a game, with its proof.

    After the last card the line says that none is left. Raises `ProofError` if the game is not this dealer's
    or not sound, and `Violation` if no card may be turned up now.
    """
    insist_on_his(dealer, log)
    deck = _deck(dealer)
    game = replay(setup_of(log), log.events)
    if game.error is not None:
        why = f"event {game.sound + 1} is not legal, so no card is drawn: {game.error}"
        raise ProofError(f"{why}; if it was legal under older rules, fitl settle FILE lets it stand")
    links = effective(log.events)
    drawn = DrawnCards(2 if log.tag("Cards") is not None else 0).up_to(links[-1] if links else None)
    if drawn > len(deck.cards):
        raise ProofError(f"all {len(deck.cards)} cards have been drawn, and a line says that none is left")
    card = deck.card_at(drawn + 1)
    event = Reveal(card) if drawn else PlayCard(card)
    play(game.state, event)
    return Entry(event, proof=(deck.proof_of(drawn + 1),))


def rolled(dealer: Dealer, purposes: Sequence[str]) -> tuple[Dealer, tuple[RolledDie, ...]]:
    """Roll a die for each purpose; return the dealer with the new dice, and the dice.

    Raises `ProofError` for a purpose that cannot be written in a proof, or if nothing is dealt.
    """
    rolls = len(dealer.rolled_for)
    dealer = msgspec.structs.replace(dealer, rolled_for=(*dealer.rolled_for, *purposes))
    return dealer, rolls_of(dealer)[rolls:]


def rolls_of(dealer: Dealer) -> tuple[RolledDie, ...]:
    """Return all dice that a dealer has rolled. Raises `ProofError` as `rolled` does."""
    key = key_of(dealer)
    return tuple(
        [RolledDie(*roll_die(key, number, purpose)) for number, purpose in enumerate(dealer.rolled_for, 1)]
    )


def opened(dealer: Dealer, log: Log) -> Log:
    """Return the game with the dealer's seed in its header. Raises `ProofError` if the game is not his.

    Dice that he rolled after the last die of the game are added at the end, beside a note. Without that note
    nobody would learn of them.
    """
    insist_on_his(dealer, log)
    log = _with_last_dice(dealer, log)
    tags = [tag for tag in log.tags if tag.name != "Seed-Opened"]
    at = [tag.name for tag in tags].index("Seed-Commitment") + 1
    tags.insert(at, Tag("Seed-Opened", dealer.seed))
    return msgspec.structs.replace(log, tags=tuple(tags))


def _with_last_dice(dealer: Dealer, log: Log) -> Log:
    """Return a game with all dice rolled after its last die. The note is linked if the lines are."""
    proofs_in_log = {proof for entry in log.entries for proof in entry.proof}
    dice = [die.proof for die in rolls_of(dealer)] if dealer.rolled_for else []
    last = max([number for number, proof in enumerate(dice, 1) if proof in proofs_in_log], default=0)
    if not dice[last:]:
        return log
    note = Entry(Note("dice that were rolled and not used"), proof=tuple(dice[last:]))
    with_note = msgspec.structs.replace(log, entries=(*log.entries, note))
    is_linked = log.tag("Chain-Head") is not None or any(entry.chain for entry in log.entries)
    return chained(with_note) if is_linked else with_note


def insist_on_his(dealer: Dealer, log: Log) -> None:
    """Raise `ProofError` unless a game is the one that this dealer has dealt."""
    his = Log(dealer.header, ())
    for name in ("Proofs", "Seed-Commitment", "Seeds-Added", "Deck-Root"):
        if his.tag(name) != log.tag(name):
            raise ProofError(f"this is not the dealer's game: its {name} is another, or he has not dealt yet")
    free = {"cards": None, "symbols": ()}  # a symbol may be stated at any time
    if msgspec.structs.replace(setup_of(log), **free) != msgspec.structs.replace(setup_of(his), **free):
        raise ProofError("this is not the dealer's game: by its header it starts otherwise")


def key_of(dealer: Dealer) -> bytes:
    """Return the key of all dice and of the deck. Raises `ProofError` if nothing is dealt."""
    if not dealer.header:
        raise ProofError("this dealer has not dealt yet")
    value = Log(dealer.header, ()).tag("Seeds-Added")
    return seeds.joint_key(bytes.fromhex(dealer.seed), [seed for _, seed in added_seeds(value)])


def _deck(dealer: Dealer) -> SealedDeck:
    return seal_deck(setup_of(Log(dealer.header, ())), key_of(dealer))
