"""No reading command fails internally or takes long, with any flags over any file.

Here each flag stands alone over a file of every kind, and each pair of flags over one file, in turn.
`.ci/long` runs each pair over a file of every kind, and each flag over all fixtures (`tests/every_flag.py`).
"""

from __future__ import annotations

from pathlib import Path

import pytest
from every_flag import NOT_READING, each_alone, each_pair, ended, files_of_every_kind, reading
from samples import sampled

from fitl_cli.app import COMMANDS


@pytest.mark.parametrize("name", reading())
def test_no_flag_fails_or_takes_long(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    paths = list(files_of_every_kind(tmp_path).values())
    runs = [
        ended(one)
        for one in (*each_alone(name, paths), *sampled(list(each_pair(name, paths, every=False)), 2))
    ]
    assert len(runs) >= len(paths)
    assert [one for one in runs if not one.is_sound] == []


def test_commands_that_are_left_out_are_there() -> None:
    """Every omitted command is named with its reason, and all others run."""
    assert set(NOT_READING) < set(COMMANDS)
    assert all(NOT_READING.values())
    assert set(reading()) | set(NOT_READING) == set(COMMANDS)
