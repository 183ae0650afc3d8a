"""The place at which a move is refused while its clauses are followed one by one."""

from __future__ import annotations

from typing import NamedTuple

from fitl_core.asking.questions import with_beside
from fitl_core.errors import Violation
from fitl_core.reading.free_orders import Used
from fitl_core.reading.missing_sources import NOT_AVAILABLE
from fitl_core.reading.move_tokens import tokens_of
from fitl_core.reading.path_walks import PathWalk, ReadMove
from fitl_core.reading.reading_paths import ReadingPath
from fitl_core.record.clauses import Clause
from fitl_core.record.spoken import Said
from fitl_core.rules.forms.space_questions import SpaceChoice

LACKING = ("missing-choice", "surplus-clause", NOT_AVAILABLE)
"""The codes of refusals that inserted answers can mend."""
Words = tuple[Said, ...]
"""The clauses of a move, each with its speaker."""


class RefusedWords(NamedTuple):
    """The clauses of a move that is refused at clause `at`, by the code of the refusal.

    If it `lacks` an answer after the last clause, `at` is the number of its clauses. A rule may demand one of
    the `wanted` clauses. With `owed_space` the refusal stands where a required space is asked for: another
    space before it may make it legal.
    """

    words: Words
    at: int
    code: str
    lacks: bool = False
    wanted: tuple[Clause, ...] = ()
    owed_space: bool = False

    @property
    def may_be_completed(self) -> bool:
        """Check by the code whether only an answer may be missing."""
        return self.lacks or bool(self.wanted) or self.owed_space or self.code in LACKING

    @property
    def left(self) -> int:
        """The number of clauses that have not been examined."""
        return len(self.words) - self.at


def refused_at(walk: PathWalk, found: ReadMove | None) -> RefusedWords | None:
    """Return where a walk is refused, or where its action cannot end.

    None if it comes to a legal end, or if it only contradicts itself. The end of the action is carried out.
    """
    if found is None:
        return _stuck(walk) if walk.code else None
    words = tuple(found.said)
    if found.owes:
        asked = walk.run.pending
        lacks = asked is None or any(part.is_open() for part in with_beside(asked))
        return RefusedWords(words, len(words), "missing-choice" if lacks else "no-answer", lacks)
    try:
        found.underway.end()
    except Violation as violation:
        return RefusedWords(words, len(words), violation.code, violation.code == "missing-choice")
    return None


def _stuck(walk: PathWalk) -> RefusedWords:
    path, pending = walk.path, walk.run.pending
    words = tuple([token.said for token in (*path.said, *path.tokens[path.done :])])
    code, owed_space = walk.code, False
    if pending is not None and not pending.optional:
        owed_space = isinstance(pending, SpaceChoice)
        code = "missing-choice" if code == "surplus-clause" else code
    return RefusedWords(words, len(path.said), code, wanted=walk.wanted, owed_space=owed_space)


def path_of(words: Words, accepted: int, changes: tuple[int, ...] = (0, 0, 0, 0)) -> ReadingPath:
    """Return the path of a changed move whose first clauses are known to be accepted."""
    tokens = tokens_of(words)
    said = tokens[:accepted]
    return ReadingPath(tokens, accepted, said, tuple([Used(token, 0, 1) for token in said]), changes=changes)
