"""The fuzz script on a few hundred files: none of them causes anything but our errors."""

from __future__ import annotations

import fuzz
import pytest

import notation
from fitl_core.players.dice import Dice

LOGS = fuzz.corpus()


@pytest.mark.parametrize("first", range(0, 400, 100))
def test_logs_gone_wrong_never_raise_anything_but_our_errors(first: int) -> None:
    """Read, played and written again, as text and as JSON Lines."""
    for seed in range(first, first + 100):
        fuzz.survive(fuzz.mutant(LOGS, Dice(seed)))


def test_the_fuzz_script_notices_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """It can fail: an error of any other kind is not survived."""

    def broken(_data: bytes) -> None:
        raise IndexError

    monkeypatch.setattr(notation, "scan", broken)
    with pytest.raises(IndexError):
        fuzz.survive(b"")
