"""The second checker accepts every honest game, and agrees with `fitl verify` on altered ones."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

pytest.importorskip("nacl")

from altered_proofs import SECRETS, bytes_of_proofs, signed_game, table_with_markers, try_changes
from proven_game import proven_game
from samples import WHOLE, sampled
from second_checker import check

import notation
from fitl_core.errors import FitlError
from fitl_core.proofs.signatures import with_key
from fitl_core.proofs.verification import verify
from fitl_core.table.table_log import log_of_table
from fitl_core.testing import random_tables
from notation import Log, Tag
from notation.tag_names import SEALS

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "tests" / "second_checker.py"
FIXTURES = sorted((ROOT / "fixtures").glob("**/*.fitl"))


def agrees(log: Log) -> bool:
    """Return whether both checkers accept a game; they have to agree."""
    second = check(notation.dump(log).encode())
    assert bool(verify(log).faults) == bool(second), (verify(log).faults[:2], second)
    return not second


def test_it_stands_alone() -> None:
    """The second checker has at most 300 lines, and imports only the standard library and PyNaCl."""
    assert len(SOURCE.read_text(encoding="utf-8").splitlines()) <= 300
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import second_checker as one;"
        "print(one.check(sys.stdin.buffer.read()) or 'fine', *{'fitl_core', 'notation'} & set(sys.modules))"
    )
    game = notation.dump(signed_game()).encode()
    command = [sys.executable, "-c", code, str(SOURCE.parent)]
    done = subprocess.run(command, input=game, capture_output=True, check=True, cwd=ROOT / "docs")
    assert done.stdout.strip() == b"fine"


# -- honest games -----------------------------------------------------------------------------------


@pytest.mark.parametrize("opened", [True, False])
@pytest.mark.parametrize("players", ["US VC", "VC", "NVA VC"])
def test_proven_games(players: str, opened: bool) -> None:
    """Random games with everything that can be proven."""
    assert agrees(proven_game(players, opened=opened))


def test_fixtures() -> None:
    """Games without proofs, and those with a chain. `.ci/run` takes one of four, and all with a chain."""
    read = 0
    chained = [path for path in FIXTURES if b"Chain-Head" in path.read_bytes()]
    assert chained
    for path in sorted({*sampled(FIXTURES, 4), *chained}):
        try:
            log = notation.read(path.read_bytes()).log
        except FitlError:
            continue  # a fixture of what cannot be read
        assert agrees(log), path
        read += 1
    assert read > (500 if WHOLE else 125)


@pytest.mark.parametrize("number", [3, 8, 10])
def test_exports_of_tables(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Closed tables of every scenario, with Non-players, options and drawn markers."""
    logs: list[Log] = []
    monkeypatch.setattr(
        random_tables, "insist_on_laws", lambda tables, state: logs.append(log_of_table(state))
    )
    random_tables.try_table(number)
    assert logs and all(map(agrees, logs))
    assert agrees(table_with_markers())


# -- altered games ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [signed_game, table_with_markers])
def test_single_bytes_of_proofs(game: Callable[[], Log]) -> None:
    """Both reject every change but those that read as the same log. `.ci/long` tries all bytes."""
    every = {signed_game: 97, table_with_markers: 31}[game]
    tried = try_changes(game(), every)
    assert tried.at_fault == [] and tried.changes > 40


@pytest.mark.parametrize("case", [str.upper, str.title, str.swapcase])
def test_tags_in_other_letters(case: Callable[[str], str]) -> None:
    """SPEC reads hashes and seats of the seals in any letters; a chain that begins with them is the same."""
    whole = signed_game()
    data = notation.dump(whole)
    for tag in whole.tags:
        if tag.name in SEALS:
            data = data.replace(f'"{tag.value}"', f'"{case(tag.value)}"', 1)  # the header comes first
    assert data != notation.dump(whole) and notation.load(data).log == whole
    assert check(data.encode()) == ""


def test_each_letter_of_a_tag() -> None:
    """Each letter of a tag in the other case is noticed, one at a time."""
    data = notation.dump(signed_game()).encode()
    places = [
        place for place in bytes_of_proofs(data[: data.index(b"\n")]) if data[place : place + 1].isalpha()
    ]
    assert len(places) > 100
    for place in places[:24] + places[24::9]:
        assert check(data[:place] + data[place : place + 1].swapcase() + data[place + 1 :]) == "", place


def test_proofs_left_out_and_moved() -> None:
    """Each line of a signed game is tried without proofs, signature or writer, doubled, and left out.

    `.ci/run` takes one line of three.
    """
    whole = signed_game()
    for place, entry in sampled(list(enumerate(whole.entries)), 3):
        before, after = whole.entries[:place], whole.entries[place + 1 :]
        others = [
            msgspec.structs.replace(entry, proof=()),
            msgspec.structs.replace(entry, fields=()),
            msgspec.structs.replace(entry, by="NVA" if entry.by != "NVA" else ""),
            msgspec.structs.replace(entry, chain=""),
        ]
        for other in others:
            assert agrees(Log(whole.tags, (*before, other, *after))) == (other == entry), (place, other)
        assert not agrees(Log(whole.tags, (*before, entry, entry, *after)))
        assert not agrees(Log(whole.tags, (*before, *after)))


def test_tags_left_out_and_changed() -> None:
    """A game without its root, its keys, its commitment or its head; and with another's key."""
    whole = signed_game()
    for tag in whole.tags:
        rest = tuple([one for one in whole.tags if one != tag])
        if tag.name in ("FITL", "Scenario", "Event"):
            continue
        accepted = agrees(Log(rest, whole.entries))
        assert accepted == (tag.name in ("Seed-Opened", "Rules"))
    unlinked = tuple([msgspec.structs.replace(entry, chain="", fields=()) for entry in whole.entries])
    bare = Log(tuple([tag for tag in whole.tags if tag.name not in ("Chain-Head", "Seat-Keys")]), unlinked)
    assert agrees(bare) and not agrees(with_key(bare, "US", SECRETS["VC"]))
    assert not agrees(Log((*bare.tags, Tag("Cards", "1 2")), bare.entries))
