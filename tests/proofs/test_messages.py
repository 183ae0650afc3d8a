"""The words of `fitl verify` for each thing that can be wrong, open or unchecked."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from proven_game import KEY, ORDER, SEED, proven_game
from syrupy.assertion import SnapshotAssertion

import notation
from fitl_core.game.files import LogFile, read_log
from fitl_core.proofs.findings import Verification
from fitl_core.proofs.rolls import roll_die
from fitl_core.proofs.sealed_deck import seal_deck
from fitl_core.proofs.sealed_orders import Sealed
from fitl_core.proofs.seeds import commitment
from fitl_core.proofs.verification import verify
from fitl_core.proofs.verify_reports import fault_notices, report_of, result_lines, verdict_words
from fitl_core.record.setup import Setup
from notation import Entry, Log

WHOLE = proven_game()
DECK = seal_deck(Setup("short"), KEY)
SEALS = f'[Seed-Commitment "{commitment(SEED)}"]\n[Seeds-Added "US:54756573646179 VC:62616e616e61"]\n'
OPENED = f'[Seed-Opened "{SEED.hex()}"]\n'
ROOT = f'[Deck-Root "{DECK.root}"]\n'
KEYS = f'[Seat-Keys "VC:{"0" * 64}"]\n'
START = '[FITL "2"]\n[Scenario "short"]\n'
TWO = '[Players "US NVA"]\n'


def die(number: int, purpose: str = "VC: x", faces: int = 6) -> str:
    """The field of a die."""
    return f"[%proof {roll_die(KEY, number, purpose, faces)[1]}]"


def card(position: int, word: str = "next ", proof: int | None = None) -> str:
    """A line that turns up the card at a position, with a proof."""
    shown = DECK.card_at(position)
    return f"{word}{f'#{shown}' if shown else 'none'} ; [%proof {DECK.proof_of(proof or position)}]"


def look(tags: str, *lines: str) -> Log:
    """A log of these lines."""
    return notation.read(START + tags + "\n" + "\n".join(lines) + "\n").log


def chained_with(place: int, **changes: object) -> Log:
    """The proven game with an entry changed."""
    entries = list(WHOLE.entries)
    entries[place] = msgspec.structs.replace(entries[place], **changes)
    return Log(WHOLE.tags, tuple(entries))


def of_entries(*entries: Entry, head: bool = True) -> Log:
    """The proven game with other entries."""
    return Log(tuple([tag for tag in WHOLE.tags if head or tag.name != "Chain-Head"]), entries)


SEALED = f"note [%by VC] [%proof {Sealed(ORDER.seal)}] sealed"
OPEN = f"note [%by VC] [%proof {ORDER}] opened"
FIRST, *REST = WHOLE.entries
BARE = [msgspec.structs.replace(entry, chain="") for entry in WHOLE.entries]
GAMES: dict[str, Callable[[], Log]] = {
    "first line changed": lambda: chained_with(0, by="US"),
    "line without a link": lambda: chained_with(9, chain=""),
    "line that stands twice": lambda: of_entries(*WHOLE.entries[:5], WHOLE.entries[4], *WHOLE.entries[5:8]),
    "first line twice": lambda: of_entries(FIRST, FIRST),
    "line that stands again later": lambda: of_entries(*WHOLE.entries[:8], WHOLE.entries[2]),
    "digest without its link": lambda: chained_with(-1, chain=""),
    "no head": lambda: of_entries(*WHOLE.entries[:3], head=False),
    "lines cut off": lambda: of_entries(*WHOLE.entries[:4]),
    "no chain": lambda: of_entries(*BARE[:3], head=False),
    "a comment with a proof": lambda: look(SEALS, f"; {die(1)}"),
    "no commitment, a die": lambda: look("", f"note {die(1)}"),
    "no commitment, a seed": lambda: look(OPENED),
    "another seed": lambda: look(SEALS + OPENED.replace("00", "01", 1)),
    "dice at a table": lambda: look(TWO, "dice VC space {1 2}", "dice VC even 2 {3}"),
    "bare dice, sealed": lambda: look(TWO + SEALS, "dice VC space {1 2}", "dice VC even 2 {3}"),
    "bare dice, demanded": lambda: look(TWO + '[Proofs "2"]\n' + SEALS, "dice VC space {1 2}"),
    "one of two dice": lambda: look(TWO + SEALS, "dice VC space {1 2} ; " + die(1)),
    "a stray die": lambda: look(SEALS, "VC pass ; " + die(1)),
    "a die left out": lambda: look(TWO + SEALS, "dice VC even 2 {1} ; " + die(1), f"note {die(3)}"),
    "dice of a decision left out": lambda: look(TWO + SEALS, "dice VC even 2 {1} ; " + die(4), "note x"),
    "a die twice": lambda: look(TWO + SEALS, *["dice VC even 2 {1} ; " + die(1)] * 2),
    "a die for another purpose": lambda: look(
        TWO + SEALS, "dice VC even 2 {1} ; " + die(1), "void", "dice VC even 2 {1} ; " + die(1, "VC: y")
    ),
    "a spent die for another purpose": lambda: look(
        TWO + SEALS, f"note {die(1)}", "dice VC even 2 {1} ; " + die(1, "VC: y")
    ),
    "a die that fell otherwise": lambda: look(
        TWO + SEALS + OPENED, *[f"dice VC even 2 {{{i}}} ; {die(i)}" for i in range(1, 4)]
    ),
    "a die of 20 faces": lambda: look(TWO + SEALS, "dice VC even 2 {1} ; " + die(1, faces=20)),
    "a card of another place": lambda: look(SEALS + ROOT, card(1, ""), card(2, proof=3)),
    "a card without proof": lambda: look(SEALS + ROOT, card(1, ""), "next #1"),
    "another card": lambda: look(SEALS + ROOT + OPENED, card(1, ""), "next #1"),
    "a stray card": lambda: look(SEALS + ROOT, card(1, ""), card(2, "note ").replace("#", "x ", 1)),
    "two proofs of cards": lambda: look(SEALS + ROOT, f"{card(1, '')} [%proof {DECK.proof_of(2)}]"),
    "cards without a root": lambda: look(SEALS, card(1, "")),
    "another deck": lambda: look(SEALS + ROOT.replace(DECK.root[-9:], "0" * 9) + OPENED, card(1, "")),
    "cards of the header": lambda: look('[Cards "1 2"]\n' + SEALS + ROOT, "note x"),
    "other cards of the header": lambda: look('[Cards "1 2"]\n' + SEALS + ROOT + OPENED, "note x"),
    "a stray marker": lambda: look(SEALS, "VC pass ; [%proof markers]"),
    "markers that wait": lambda: look(
        '[Options "deception"]\n' + SEALS, "VC reveal agenda ; [%proof markers]"
    ),
    "a marker without proof": lambda: look('[Options "deception"]\n' + SEALS, "VC reveal agenda"),
    "markers drawn elsewhere": lambda: look(
        '[Options "deception"]\n' + SEALS + OPENED, "VC reveal agenda ; [%proof markers behind event 7]"
    ),
    "markers without the option": lambda: look(SEALS + OPENED, "VC reveal agenda ; [%proof markers]"),
    "an order twice": lambda: look(SEALS, SEALED, SEALED, OPEN, OPEN),
    "an order not sealed": lambda: look(SEALS, OPEN),
    "orders left": lambda: look(SEALS, SEALED, SEALED.replace(ORDER.seal, "sha256:" + "0" * 64)),
    "orders left by nobody": lambda: look(
        SEALS, *[f"note [%proof sealed sha256:{str(i) * 64}] sealed" for i in range(3)]
    ),
    "nothing signed": lambda: look(
        KEYS + '[Proofs "2"]\n', "VC pass", "VC pass ; [%by Eve]", "note [%by VC] x", "note [%by US] x"
    ),
    "nothing signed, from before": lambda: look(KEYS, "VC pass", "VC pass ; [%by Eve]", "VC pass ; [%by VC]"),
    "signed wrongly": lambda: look(KEYS, f"VC pass ; [%sig {'0' * 128}]", f"note [%sig {'0' * 128}] x"),
    "signed without a key": lambda: look(KEYS, f"US pass ; [%sig {'0' * 128}]"),
    "a seat that is left": lambda: look(KEYS, "players US ARVN NVA", "VC pass"),
    "dice replaced": lambda: look(
        TWO + SEALS,
        "dice VC even 2 {1} ; " + die(1),
        "void",
        "dice VC even 2 {1} ; " + die(2),
        "amend 3 dice VC even 2 {2} ; " + die(3, "VC: 8.4.7"),
        f"note {die(4)}",
    ),
    "unknown proofs": lambda: look("", *["VC pass ; [%proof drand:1]"] * 10),
    "nothing to work on": lambda: look(SEALS, "void 9", "amend 7 VC pass"),
    "a setup that cannot be": lambda: look(
        '[Rules "original"]\n[Players "VC"]\n' + SEALS, "VC attack Hue guerrillas {1} ; " + die(1)
    ),
    "dice of a move": lambda: look(
        SEALS + '[Position "Tay 3vg at; eligible VC; played 1; next 2; VC 9"]\n',
        "VC attack Tay guerrillas {3} Tay-at ; " + die(1),
    ),
    "the whole game": lambda: WHOLE,
}


@pytest.mark.parametrize("name", GAMES)
def test_words(name: str, snapshot: SnapshotAssertion) -> None:
    """The report has the verdict, faults, proofs, open points and the rest, worded for people."""
    file, found = _verified(name)
    notices = zip(found.faults, fault_notices(file, found), strict=False)
    faults = [f"{notice.span.line}: {fault.code}: {notice.message}" for fault, notice in notices]
    assert "\n".join([verdict_words(found), *faults, *result_lines(found)]) == snapshot


@pytest.mark.parametrize("name", ["a comment with a proof", "lines cut off", "other cards of the header"])
def test_report(name: str, snapshot: SnapshotAssertion) -> None:
    """The report as data is the same as in the snapshot."""
    assert msgspec.to_builtins(report_of(*_verified(name))) == snapshot


def _verified(name: str) -> tuple[LogFile, Verification]:
    log = GAMES[name]()
    head = {"no chain": "1" * 64, "no head": "1" * 64, "lines cut off": WHOLE.entries[2].chain}.get(name)
    return read_log(notation.write(log).encode(), "game.fitl"), verify(log, head, ask_rules=True)
