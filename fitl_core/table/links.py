"""The links of a table's facts: each fact carries a hash of itself and of the link before.

A fact that is changed, left out or inserted does not fit its link. Comments and secrets have links as moves
do. The chain of the log (`fitl_core.proofs.chain`) is another one, which everybody may see. A link is the
last field of a fact's own JSON, so stores, copies and exports keep it without knowing it. Names of people are
in no fact and can be erased.

Facts of form 1 have no links. The first link after them covers them too. So an older table has links from its
next fact on. Only the table may know the links: with them, hidden markers could be guessed. Read `encoding`
next.
"""

from __future__ import annotations

import hashlib
import re

import msgspec

from fitl_core.stores.port import KeptFact, NewFact
from fitl_core.table.encoding import UnreadableFact

_LINK = re.compile(rb',"link":"([0-9a-f]{64})"\}\Z')
_LENGTH = len(b',"link":"') + 64 + len(b'"}')
_OF_FORM_1 = b'{"form":1,'


class Damaged(UnreadableFact):
    """The stored facts of a table are not those that were written: `fact` is the first that does not fit."""

    code = "damaged-table"

    def __init__(self, table: str, fact: int, why: str) -> None:
        message = f"table {table} is damaged at fact {fact}: {why}; restore the table from a backup"
        super().__init__(message, table, fact)


class Chain(msgspec.Struct, frozen=True, gc=False):
    """The links of a table up to a version: the last link, and whether facts have begun to carry links."""

    version: int = 0
    link: str = ""
    has_begun: bool = False

    def to(self, table: str, fact: KeptFact) -> Chain:
        """Return the chain up to the next fact. Raises `Damaged` if the fact does not fit."""
        due = self.version + 1
        if fact.version != due:
            raise Damaged(table, due, f"fact {fact.version} is in its place")
        bare = fact.body[:-_LENGTH] + b"}"
        link = _link(self.link, due, fact.kind, fact.command, bare)
        if fact.body.endswith(b',"link":"%s"}' % link.encode()):
            return Chain(due, link, True)
        return self._to_other(table, fact)

    def _to_other(self, table: str, fact: KeptFact) -> Chain:
        """Return the chain up to the next fact, if that is one of form 1 without a link. Raises `Damaged`."""
        due = self.version + 1
        written = _LINK.match(fact.body[-_LENGTH:])
        bare = fact.body if written is None else fact.body[:-_LENGTH] + b"}"
        link = _link(self.link, due, fact.kind, fact.command, bare)
        if written is None and (self.has_begun or not bare.startswith(_OF_FORM_1)):
            raise Damaged(table, due, f"it ({fact.kind[:40]}) has no link to the fact before")
        if written is not None and written[1].decode() != link:
            also = f", or an earlier fact without a link ({due - 1})" if not self.has_begun else ""
            raise Damaged(table, due, f"it ({fact.kind[:40]}){also if due > 1 else ''} does not fit its link")
        return Chain(due, link, written is not None)

    def ends_with(self, fact: KeptFact) -> bool:
        """Check whether a fact is the last one of this chain, without hashing it again."""
        is_same = not self.has_begun or fact.body.endswith(b',"link":"%s"}' % self.link.encode())
        return fact.version == self.version and is_same

    def linked(self, new: NewFact, command: str) -> tuple[NewFact, Chain]:
        """Return a new fact with its link, and the chain up to it."""
        link = _link(self.link, self.version + 1, new.kind, command, new.body)
        body = b'%s,"link":"%s"}' % (new.body[:-1], link.encode())
        return NewFact(new.kind, body), Chain(self.version + 1, link, True)


def _link(before: str, version: int, kind: str, command: str, bare: bytes) -> str:
    """Return the hash of a fact and of the link before it; `bare` is its JSON without its own link."""
    head = msgspec.json.encode((before, version, kind, command))
    return hashlib.sha256(b"fitl fact " + head + b"\n" + bare).hexdigest()
