"""A way through the questions of the rules: the edited clauses of a move, and those said so far."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from fitl_core.reading.equivalent_wordings import EditKind, Rewording
from fitl_core.reading.free_orders import Used, is_alternative
from fitl_core.reading.move_tokens import MoveToken
from fitl_core.record.clauses import At, Clause

MOST_AHEAD = 12
"""The number of later clauses that are offered to a question that refuses the next one."""


class Edit(NamedTuple):
    """An edit that reads a clause: in words, its kind, and the clause."""

    says: str
    kind: EditKind
    clause: Clause


class ReadingPath(msgspec.Struct, frozen=True, eq=False):
    """A way up to some question: the edited clauses, and the words that the first `done` of them said."""

    tokens: tuple[MoveToken, ...]
    done: int = 0
    said: tuple[MoveToken, ...] = ()
    used: tuple[Used, ...] = ()  # the used tokens, with the questions that took them
    stated: tuple[Clause, ...] = ()
    pending: tuple[MoveToken, ...] = ()  # statements that have still to come true
    boxed: tuple[MoveToken, ...] = ()  # removals whose written box is compared at the end
    edits: tuple[Edit, ...] = ()
    changes: tuple[int, ...] = (0, 0, 0, 0)  # their number, the sum of their sizes and ranks, the last place

    @property
    def left(self) -> int:
        """The number of unused clauses."""
        return len(self.tokens) - self.done

    @property
    def is_in_order(self) -> bool:
        """Whether clauses only have the order of the rules, and the refused one is no space put there."""
        is_put = self.stuck is not None and self.stuck.of_event
        return not is_put and self.is_edited_by("stated", "order")

    @property
    def stuck(self) -> MoveToken | None:
        """The first unused clause."""
        return self.tokens[self.done] if self.left else None

    @property
    def rank(self) -> tuple[int, ...]:
        """The rank of the path: fewer changes come first, then a path that is nearer to the end of the move.

        Clauses that answer nothing bring it no nearer. A statement that is true at once counts as no edit.
        Else each statement would double the number of paths.
        """
        return *self.changes, self.unanswered, len(self.edits) - len(self.stated)

    @property
    def unanswered(self) -> int:
        """The number of clauses that have answered no question."""
        return self.left + len(self.stated) + len(self.pending)

    def is_edited_by(self, *kinds: EditKind) -> bool:
        """Check whether all edits are of these kinds."""
        return all(edit.kind in kinds for edit in self.edits)

    def later(self) -> Iterator[MoveToken]:
        """Yield the tokens after the next one, as far as they may come before it: up to another speaker."""
        first = self.tokens[self.done]
        for token in self.tokens[self.done + 1 : self.done + 1 + MOST_AHEAD]:
            if token.segment != first.segment or token.who is not first.who:
                return
            yield token

    def as_consequence(self, **changes: Any) -> ReadingPath:
        """Return the path with the next token taken from the list as a consequence, and with `changes`."""
        tokens = (*self.tokens[: self.done], *self.tokens[self.done + 1 :])
        edits = (*self.edits, Edit("consequence", "stated", self.tokens[self.done].clause))
        return msgspec.structs.replace(self, tokens=tokens, edits=edits, **changes)

    def waiting(self, asked: bool = False) -> ReadingPath:
        """Return the path with the next token waiting for its effect, or for its question.

        If a question `asked` for such a clause, it is no false statement.
        """
        token = msgspec.structs.replace(self.tokens[self.done], asked=asked)
        return self.as_consequence(pending=(*self.pending, token))

    def brought_forward(self, token: MoveToken) -> ReadingPath:
        """Return the path with a later token as the next one."""
        rest = [each for each in self.tokens[self.done :] if each is not token]
        if isinstance(token.clause, At) and is_alternative(self.tokens[self.done]):
            edits = (*self.edits, Edit("a space stands after the name of its action", "order", token.clause))
        else:
            edits = (*self.edits, Edit("reordered", "spaces", token.clause))
        return msgspec.structs.replace(self, tokens=(*self.tokens[: self.done], token, *rest), edits=edits)

    def reworded(self, by: Rewording) -> ReadingPath:
        """Return the path with other clauses in place of some; it goes back to the first of them."""
        done = min(self.done, by.start)
        kept = sum([each.words for each in self.used[:done]])
        name = self.tokens[min(by.start, len(self.tokens) - 1)].clause
        return msgspec.structs.replace(
            self,
            tokens=(*self.tokens[: by.start], *by.instead, *self.tokens[by.end :]),
            done=done,
            said=self.said[:kept],
            used=self.used[:done],
            edits=(*self.edits, Edit(by.says, by.kind, name)),
        )

    def with_words(self, said: MoveToken, **changes: Any) -> ReadingPath:
        """Return the path with a clause said that is none of the list; it follows the last one."""
        last = self.used[-1]
        used = (*self.used[:-1], last._replace(words=last.words + 1))
        return msgspec.structs.replace(self, said=(*self.said, said), used=used, **changes)

    def key(self) -> tuple[Any, ...]:
        """Return a key that differs for different paths: the words said, and the words still to come."""
        rest = tuple([token.said for token in self.tokens[self.done :]])
        said = tuple([token.said for token in self.said])
        return said, rest, tuple([token.place for token in self.pending]), len(self.stated)
