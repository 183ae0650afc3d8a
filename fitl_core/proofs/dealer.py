"""Whoever deals and rolls for a game by mail: what he keeps to himself, and what he says.

dealer = new_dealer(32 random bytes)       he publishes commitment(dealer)
dealer = dealt(dealer, setup, added)       the deck is sealed: first_lines(dealer) begin the log
card = next_card(dealer, log)              the line that turns up the next card, with its proof
dealer, dice = rolled(dealer, purposes)    dice, numbered on
log = opened(dealer, log)                  his seed in the header: everything can be verified
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fitl_core.engine import play
from fitl_core.game.effective import effective
from fitl_core.game.replays import replay
from fitl_core.proofs import seeds
from fitl_core.proofs.errors import ProofError
from fitl_core.proofs.lines import Drawn
from fitl_core.proofs.rolls import roll
from fitl_core.proofs.sealed_deck import SealedDeck, sealed_deck
from fitl_core.record.events import Play, Reveal
from fitl_core.record.setup import Setup
from notation import Entry, Log, Tag, UnwritableError, setup_of, tags_of
from notation.seals import added_seeds


class Dealer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="dealer 1", tag_field="fitl"):
    """What a dealer keeps to himself: his seed in hexadecimal, the header of his game, what he rolled for.

    The header is empty as long as nothing is dealt.
    """

    seed: str
    header: tuple[Tag, ...] = ()
    rolled_for: tuple[str, ...] = ()


class Die(msgspec.Struct, frozen=True):
    """A die that a dealer has rolled: how it fell, and its proof as it stands in a log."""

    die: int
    proof: str


def new_dealer(seed: bytes) -> Dealer:
    """A dealer with a seed of 32 random bytes. Raises `ProofError` for one of another size."""
    seeds.commitment(seed)
    return Dealer(seed.hex())


def read_dealer(data: bytes) -> Dealer:
    """A dealer from the file that he keeps. Raises `ProofError` where it is none."""
    try:
        dealer = msgspec.json.decode(data, type=Dealer)
        seeds.read_seed(dealer.seed)
        if dealer.header:
            log = Log(dealer.header, ())
            if _dealt(dealer, setup_of(log), added_seeds(log.tag("Seeds-Added"))) != dealer.header:
                raise ProofError("the dealer's file has a header that is not that of his seed")
        if dealer.rolled_for:
            rolls_of(dealer)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError) as fault:
        raise ProofError(f"this is no file of a dealer: {fault}") from None
    except UnwritableError as fault:
        raise ProofError(f"the header in the dealer's file is no header: {fault.message}") from None
    return dealer


def kept(dealer: Dealer) -> bytes:
    """The file that a dealer keeps, as `read_dealer` reads it: for nobody else before the game is over."""
    return msgspec.json.format(msgspec.json.encode(dealer), indent=1) + b"\n"


def commitment(dealer: Dealer) -> Tag:
    """The tag that commits the dealer to his seed: published before anybody adds a seed."""
    return Tag("Seed-Commitment", seeds.commitment(bytes.fromhex(dealer.seed)))


def dealt(dealer: Dealer, setup: Setup, added: Sequence[tuple[str, bytes]] = ()) -> Dealer:
    """The deck is sealed for a game (2.1), with the seeds that seats have added, named as `US` or `NVA+VC`.

    The same game may be dealt again. Raises `ProofError` where the dealer has dealt another, the game has
    cards or a position, or a seat is none of its players'; `UnknownName` for a scenario that there is not.
    """
    header = _dealt(dealer, setup, added)
    if dealer.header not in ((), header):
        raise ProofError("this dealer has dealt another game already: a seed is for one")
    return msgspec.structs.replace(dealer, header=header)


def _dealt(dealer: Dealer, setup: Setup, added: Sequence[tuple[str, bytes]]) -> tuple[Tag, ...]:
    """The header of a game that is dealt so."""
    if setup.cards is not None or setup.position is not None:
        raise ProofError("a deck is sealed for a game from its start, without cards that show")
    given = dict(added)
    names = ["+".join(group) for group in setup.players]
    if len(given) < len(added) or (strange := [seat for seat in given if seat not in names]):
        what = strange[0] if len(given) == len(added) else "one of them twice"
        raise ProofError(f"seats that can add a seed here: {', '.join(names) or 'none'}; not {what}")
    tags = [*tags_of(setup), commitment(dealer)]
    in_order = [(seat, given[seat]) for seat in names if seat in given]
    key = seeds.joint_key(bytes.fromhex(dealer.seed), [seed for _, seed in in_order])
    if in_order:
        tags.append(Tag("Seeds-Added", " ".join([f"{seat}:{seed.hex()}" for seat, seed in in_order])))
    tags.append(Tag("Deck-Root", sealed_deck(setup, key).root))
    return tuple(tags)


def first_lines(dealer: Dealer) -> Log:
    """The beginning of the log: header, and the two cards face up (2.2), each with its proof.

    Raises `ProofError` where nothing is dealt.
    """
    deck = _deck(dealer)
    first, second = deck.cards[:2]
    lines = (Entry(Play(first), proof=(deck.proof_of(1),)), Entry(Reveal(second), proof=(deck.proof_of(2),)))
    return Log(dealer.header, lines)


def next_card(dealer: Dealer, log: Log) -> Entry:
    """The line that turns up the next card of a game, or says that none is left, with its proof.

    Raises `ProofError` for a game that is not this dealer's or not sound, and `Violation` where no card is to
    be turned up now.
    """
    insist_on_his(dealer, log)
    deck = _deck(dealer)
    game = replay(setup_of(log), log.events)
    if game.error is not None:
        raise ProofError(f"event {game.sound + 1} is not legal, so no card is drawn: {game.error}")
    links = effective(log.events)
    drawn = Drawn(2 if log.tag("Cards") is not None else 0).up_to(links[-1] if links else None)
    if drawn > len(deck.cards):
        raise ProofError(f"all {len(deck.cards)} cards have been drawn, and that none is left has been said")
    card = deck.card_at(drawn + 1)
    event = Reveal(card) if drawn else Play(card)
    play(game.state, event)
    return Entry(event, proof=(deck.proof_of(drawn + 1),))


def rolled(dealer: Dealer, purposes: Sequence[str]) -> tuple[Dealer, tuple[Die, ...]]:
    """A die for each purpose, and the dealer who has rolled them.

    Raises `ProofError` for a purpose that no proof can say, or where nothing is dealt.
    """
    rolls = len(dealer.rolled_for)
    dealer = msgspec.structs.replace(dealer, rolled_for=(*dealer.rolled_for, *purposes))
    return dealer, rolls_of(dealer)[rolls:]


def rolls_of(dealer: Dealer) -> tuple[Die, ...]:
    """All dice that a dealer has rolled. Raises `ProofError` as `rolled` does."""
    key = _key(dealer)
    return tuple([Die(*roll(key, number, purpose)) for number, purpose in enumerate(dealer.rolled_for, 1)])


def opened(dealer: Dealer, log: Log) -> Log:
    """The game with the dealer's seed in its header. Raises `ProofError` for a game that is not his."""
    insist_on_his(dealer, log)
    tags = [tag for tag in log.tags if tag.name != "Seed-Opened"]
    at = [tag.name for tag in tags].index("Seed-Commitment") + 1
    tags.insert(at, Tag("Seed-Opened", dealer.seed))
    return msgspec.structs.replace(log, tags=tuple(tags))


def insist_on_his(dealer: Dealer, log: Log) -> None:
    """Raise `ProofError` unless a game is the one that this dealer has dealt."""
    his = Log(dealer.header, ())
    for name in ("Seed-Commitment", "Seeds-Added", "Deck-Root"):
        if his.tag(name) != log.tag(name):
            raise ProofError(f"this is not the dealer's game: its {name} is another, or he has not dealt yet")
    if msgspec.structs.replace(setup_of(log), cards=None) != setup_of(his):
        raise ProofError("this is not the dealer's game: by its header it starts otherwise")


def _key(dealer: Dealer) -> bytes:
    if not dealer.header:
        raise ProofError("this dealer has not dealt yet")
    value = Log(dealer.header, ()).tag("Seeds-Added")
    return seeds.joint_key(bytes.fromhex(dealer.seed), [seed for _, seed in added_seeds(value)])


def _deck(dealer: Dealer) -> SealedDeck:
    return sealed_deck(setup_of(Log(dealer.header, ())), _key(dealer))
