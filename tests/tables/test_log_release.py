"""The log of a table says its rules release, which neither its chain nor its proofs cover."""

from __future__ import annotations

import msgspec
import pytest
from seated import Seated
from second_checker import check

import notation
from fitl_core.game.files import play_log, read_log
from fitl_core.proofs.chain import genesis
from fitl_core.proofs.verification import verify
from fitl_core.rules.release import RULES_RELEASE
from fitl_core.table.commands import SubmitComment
from fitl_core.table.table_log import log_of_table, sealed_tags
from notation import Log, Tag


def closed(hit: Seated) -> Log:
    """The log of a table that was played and closed."""
    hit.do("VC", "VC attack BDi BDi-2at")
    hit.close()
    return hit.tables.log(hit.name)


def test_the_log_of_a_table_says_its_release(hit: Seated) -> None:
    """It is of format version 3, reads back as it was written, and is legal and proven."""
    log = closed(hit)
    assert log.tag("Rules-Release") == str(RULES_RELEASE) and log.tag("FITL") == "3"
    text = notation.write(log)
    assert notation.read(text).log == log
    game = play_log(read_log(text.encode(), "table")).replay
    assert game is not None and game.error is None
    assert verify(log).sound and not verify(log).unchecked
    assert check(notation.dump(log).encode()) == ""


def test_the_chain_does_not_cover_the_release(hit: Seated) -> None:
    """A table keeps its genesis, with the tag and without it."""
    log = closed(hit)
    begins = genesis(sealed_tags(hit.state, hit.state.root))
    older = tuple([tag for tag in log.tags if tag.name != "Rules-Release"])
    other = tuple([Tag(tag.name, "7") if tag.name == "Rules-Release" else tag for tag in log.tags])
    for tags in (log.tags, older, other):
        assert genesis(tags) == begins
        assert verify(Log(tags, log.entries)).sound


@pytest.mark.parametrize("oldest", [1, RULES_RELEASE])
def test_the_release_is_the_oldest_of_the_lines(
    hit: Seated, monkeypatch: pytest.MonkeyPatch, oldest: int
) -> None:
    """So a reader looks for events that today's rules judge otherwise."""
    with monkeypatch.context() as before:
        before.setattr("fitl_core.table.kept_steps.RULES_RELEASE", oldest)
        hit.do("VC", "VC attack BDi BDi-2at")
    hit.do("US", SubmitComment("and now?"))
    assert hit.state.steps[-1].release == RULES_RELEASE
    assert hit.tables.log(hit.name).tag("Rules-Release") == str(oldest)


def test_a_table_of_unknown_release_has_no_tag(hit: Seated) -> None:
    """Its log is written as before, in format version 2."""
    log = closed(hit)
    steps = list(hit.state.steps)
    steps[1] = msgspec.structs.replace(steps[1], is_attested=False)
    older = log_of_table(msgspec.structs.replace(hit.state, steps=tuple(steps)))
    assert older.tag("Rules-Release") is None and older.tag("FITL") == "2"
    assert older.entries == log.entries and verify(older).sound


def test_a_table_before_play_says_todays_release() -> None:
    """No line has been written yet."""
    gathering = Seated(sit=False)
    log = gathering.tables.log(gathering.name)
    assert log.tag("Rules-Release") == str(RULES_RELEASE) and log.entries == ()
