"""Signatures of seats: whose lines are signed, and the report where PyNaCl is not installed."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import msgspec
import pytest

import notation
from fitl_cli.app import app
from fitl_core.proofs import signatures
from fitl_core.proofs.errors import ProofError
from fitl_core.proofs.signatures import can_sign, is_signed, public_key, signature, signed_by, with_key
from fitl_core.proofs.verification import verify
from notation import Log

SECRET, OTHER = bytes(range(32)), bytes(32)
LOG = notation.read(
    '[FITL "2"]\n[Scenario "short"]\n[Cards "107 55"]\n'
    "#107\nVC event shaded ; [%by VC]\nNVA pass ; [%by NVA]\nnote [%by VC] away\n; [%by VC] a comment\n"
).log


def faults(log: Log) -> list[tuple[str, int | None]]:
    """Return the faults, with the numbers of events."""
    return [(fault.code, fault.event) for fault in verify(log).faults]


def signed() -> Log:
    """The game with the lines of VC signed."""
    return signed_by(with_key(LOG, "VC", SECRET), "VC", SECRET)[0]


def changed(log: Log, place: int, **fields: object) -> Log:
    """A log with another value in an entry."""
    entries = list(log.entries)
    entries[place] = msgspec.structs.replace(entries[place], **fields)
    return msgspec.structs.replace(log, entries=tuple(entries))


def test_signatures_need_the_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without PyNaCl nothing can be signed, and signatures are reported as unchecked, without an error."""
    log = changed(notation.read(notation.write(LOG)).log, 1, fields=(("sig", "0" * 128),))
    log = Log((*log.tags, notation.Tag("Seat-Keys", f"VC:{'0' * 64}")), log.entries)
    for module in (signatures, __import__("fitl_core.proofs.verify_signatures", fromlist=["x"])):
        monkeypatch.setattr(module, "can_sign", lambda: False)
    with pytest.raises(ProofError, match=r"fitl\[signatures\]"):
        public_key(SECRET)
    found = verify(log)
    assert any("signatures of 1 lines: that needs PyNaCl" in told for told in found.unchecked)
    assert [fault.code for fault in found.faults] == ["signature-missing"]


def test_the_vectors_of_rfc_8032() -> None:
    """The first key pair of RFC 8032, 7.1, and a signature that only it makes."""
    if not can_sign():
        return
    secret = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    public = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    assert public_key(secret) == public
    made = signature(secret, "0" * 64)
    assert is_signed(public, "0" * 64, made)
    assert not is_signed(public, "1" * 64, made) and not is_signed(public_key(OTHER), "0" * 64, made)
    for garbage in ("", "00", "x" * 128, made[:-1], made.upper(), f"{made} ", "0" * 128, "f" * 10**6):
        assert not is_signed(public, "0" * 64, garbage)


def test_lines_of_a_seat_are_signed() -> None:
    """A seat signs its lines except comments; later lines are signed later; layout breaks no signature."""
    if not can_sign():
        return
    log, numbers = signed_by(with_key(LOG, "VC", SECRET), "VC", SECRET)
    assert numbers == (2, 4)
    found = verify(log)
    assert (found.signatures, found.links, found.faults) == (2, 4, ())
    assert verify(notation.read(notation.write(log)).log) == found
    assert verify(notation.load(notation.dump(log)).log) == found
    more = Log(log.tags, (*log.entries, notation.read_line("VC pass ; [%by VC]")))
    assert faults(more)[:2] == [("link-missing", 5), ("signature-missing", 5)]
    assert signed_by(more, "VC", SECRET)[1] == (5,)


def test_lines_that_are_not_signed_by_their_seat() -> None:
    """Missing, by another key, of another line, or without a key in the header."""
    if not can_sign():
        return
    log = signed()
    assert faults(changed(log, 1, fields=())) == [("signature-missing", 2)]
    assert faults(changed(log, 1, fields=log.entries[3].fields)) == [("signature-wrong", 2)]
    forged = signature(OTHER, log.entries[1].chain)
    assert faults(changed(log, 1, fields=(("sig", forged),))) == [("signature-wrong", 2)]
    assert ("signature-wrong", 3) in faults(changed(log, 2, fields=(("sig", forged),)))
    anew = [msgspec.structs.replace(entry, chain="") for entry in log.entries]
    anew[1] = msgspec.structs.replace(anew[1], time="2026-05-03")
    whole, _ = signed_by(with_key(Log(log.tags[:3], tuple(anew)), "NVA", OTHER), "NVA", OTHER)
    assert ("signature-wrong", 2) in faults(whole)


def test_what_is_not_signed() -> None:
    """Another key than the header's, a key put in too late or twice, a chain that does not hold."""
    if not can_sign():
        return
    keyed = with_key(LOG, "VC", SECRET)
    assert with_key(keyed, "US", OTHER).tag("Seat-Keys") == f"US:{public_key(OTHER)} VC:{public_key(SECRET)}"
    for wrong in (lambda: signed_by(keyed, "VC", OTHER), lambda: signed_by(keyed, "US", SECRET)):
        with pytest.raises(ProofError, match="the header has"):
            wrong()
    with pytest.raises(ProofError, match="has a key already"):
        with_key(keyed, "VC", OTHER)
    with pytest.raises(ProofError, match="before the first line is linked"):
        with_key(signed(), "US", OTHER)
    with pytest.raises(ProofError, match="the chain is not sound"):
        signed_by(changed(signed(), 2, by="US"), "VC", SECRET)


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes a key, puts its public half in the header, signs; keys are their owners' alone."""
    from click.testing import CliRunner

    def fitl(*arguments: str) -> tuple[int, str]:
        result = CliRunner().invoke(app, list(arguments))
        assert result.exception is None or isinstance(result.exception, SystemExit)
        return result.exit_code, result.output

    monkeypatch.chdir(tmp_path)
    Path("game.fitl").write_text(notation.write(LOG))
    made = fitl("sign", "vc.key", "game.fitl", "--seat", "vc", "--new", "-o", "game.fitl")
    if not can_sign():
        assert made[0] == 1 and 'pip install "fitl[signatures]"' in made[1]
        return
    assert made == (0, "a key is made\n") and stat.S_IMODE(Path("vc.key").stat().st_mode) == 0o600
    assert fitl("sign", "vc.key", "game.fitl", "--seat", "VC", "-o", "game.fitl") == (0, "signed: 2, 4\n")
    assert fitl("verify", "game.fitl")[1].startswith(
        "game.fitl: verified\n  proven: 4 lines follow by their links, 2 signatures hold\n"
    )
    report = json.loads(fitl("sign", "vc.key", "game.fitl", "--seat", "VC", "--json")[1])
    assert report["signed"] == [] and report["text"] == Path("game.fitl").read_text()
    assert fitl("sign", "vc.key", "game.fitl", "--seat", "US")[0] == 1
    assert fitl("sign", "game.fitl", "game.fitl", "--seat", "VC")[0] == 3
    assert fitl("sign", "vc.key", "game.fitl", "--seat", "XX")[0] == 2
    assert fitl("sign", "vc.key", "game.fitl", "--seat", "VC", "-o", "vc.key")[0] == 2
    Path("bare.fitl").write_text(notation.write(LOG))
    assert fitl("sign", "vc.key", "bare.fitl", "--seat", "VC", "--new") == (
        2,
        "fitl: vc.key is there already: a secret is not overwritten\n",
    )
