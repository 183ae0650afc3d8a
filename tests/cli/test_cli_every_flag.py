"""No reading command fails internally or takes long, with any flags over any file.

Here each flag stands alone over one of four files of every kind, in turn. One pair of flags in four stands
over one file. FITL_TEST_EVERY=1 takes all files and all pairs.
`.ci/long` runs each pair over a file of every kind, and each flag over all fixtures (`tests/every_flag.py`).
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from every_flag import (
    NOT_READING,
    each_alone,
    each_pair,
    ended,
    files_of_every_kind,
    kinds_of_files,
    reading,
)
from samples import WHOLE, sampled

from fitl_cli.app import COMMANDS


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that are made, to be copied."""
    folder = tmp_path_factory.mktemp("kinds")
    files_of_every_kind(folder)
    return folder


@pytest.mark.parametrize("name", reading())
def test_no_flag_fails_or_takes_long(
    name: str, kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "kinds"
    shutil.copytree(kept, folder)
    monkeypatch.chdir(folder)
    paths = list(kinds_of_files(folder).values())
    alone = each_alone(name, paths, one_of=1 if WHOLE else 4)
    runs = [ended(one) for one in (*alone, *sampled(list(each_pair(name, paths, every=False)), 4))]
    assert len(runs) >= len(paths) // 4
    assert [one for one in runs if not one.is_sound] == []


def test_commands_that_are_left_out_are_there() -> None:
    """Every omitted command is named with its reason, and all others run."""
    assert set(NOT_READING) < set(COMMANDS)
    assert all(NOT_READING.values())
    assert set(reading()) | set(NOT_READING) == set(COMMANDS)
