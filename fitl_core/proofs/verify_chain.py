"""Check that the links of a log follow from its lines and lead to its head."""

from __future__ import annotations

from fitl_core.proofs.chain import chained, claims_linked, entries_as_linked, genesis, link, stands_outside
from fitl_core.proofs.errors import ProofError
from fitl_core.proofs.findings import Findings
from notation import Entry, Log

_CHANGED = "this line was changed, or the text before it was changed, left out, added or moved"


def verify_chain(log: Log, published: str | None, findings: Findings) -> None:
    """Compare every link with its line and the last link with the header; look for the published head.

    Raises `notation.UnwritableError` for a header with a flaw.
    """
    stated = log.tag("Chain-Head")
    if stated is None and not any(entry.chain for entry in log.entries):
        findings.unchecked.append("there is no chain: changes in lines without dice or cards cannot be seen")
        if published is not None:
            findings.end("head-unknown", "there is no chain, and a head of it has been published")
        return
    walk = _Walk(genesis(log.tags), findings)
    linked = entries_as_linked(log.entries)
    for place, (entry, as_linked) in enumerate(zip(log.entries, linked, strict=True)):
        walk.take(place, entry, as_linked)
    walk.finish(stated, published)


def chained_on(log: Log) -> Log:
    """Return a log with links also on the lines after its last link, and with the new head in the header.

    Raises `ProofError` if existing links do not follow, and as `genesis` does.
    """
    last = max([place for place, entry in enumerate(log.entries) if entry.chain], default=-1)
    if last >= 0 or log.tag("Chain-Head") is not None:
        findings = Findings()
        verify_chain(Log(log.tags, log.entries[: last + 1]), None, findings)
        first = findings.verified().first
        if first is not None:
            where = f"event {first.event}: " if first.event is not None else ""
            raise ProofError(f"the chain is not sound: {where}{first.message}")
    return chained(log)


class _Walk:
    """A walk along the chain, from its beginning to its head."""

    def __init__(self, begins: str, findings: Findings) -> None:
        self.before = begins
        self.findings = findings
        self.heads = {begins: 0}
        """Each link with the number of its event."""
        self.number = 0
        self.claims = self.digests = 0
        self._digest: tuple[int, int, Entry] | None = None

    def take(self, place: int, entry: Entry, as_linked: Entry) -> None:
        """Check the next entry; `as_linked` is the entry as its link covers it."""
        if entry.event is None:
            return
        self.number += 1
        if stands_outside(entry):
            self.digests += 1
            self._digest = place, self.number, as_linked
            return
        if not entry.chain:
            why = "it has no link, and others have: it was added, or its link was taken off"
            self.findings.line("link-missing", why, place, self.number)
        elif entry.chain in self.heads:
            why = f"it has the link of event {self.heads[entry.chain]}: it stands here a second time"
            self.findings.line("link-wrong", why, place, self.number)
        else:
            self._compare(place, entry, as_linked)
        self.before = entry.chain or link(self.before, as_linked)
        self._digest = None

    def finish(self, stated: str | None, published: str | None) -> None:
        """Compare the last link with the head in the header, and look for the published head."""
        findings = self.findings
        findings.head = self.before
        if stated is None:
            findings.end(
                "head-wrong", "the header has no Chain-Head: it says which link is the last", "Chain-Head"
            )
        elif self._digest is not None and stated == link(self.before, self._digest[2]):
            self._taken_off()
        elif stated != self.before:
            why = "the Chain-Head is not the last link: lines at the end were left out, or it was changed"
            findings.end("head-wrong", why, "Chain-Head")
        if published is not None:
            findings.bound = self.heads.get(published)
            if findings.bound is None:
                why = "the head that was published is no link of this chain: it is the chain of another game"
                findings.end("head-unknown", why)
        if self.claims:
            findings.unchecked.append(f"{self.claims} claims were put in later; fitl validate checks them")
        if self.digests:
            findings.unchecked.append(f"{self.digests} digests were put in later; fitl validate checks them")

    def _compare(self, place: int, entry: Entry, as_linked: Entry) -> None:
        claims = claims_linked(self.before, as_linked)
        if claims is not None:
            self.findings.links += 1
            self.claims += len(entry.claims) - claims
        elif (
            self._digest is not None
            and claims_linked(link(self.before, self._digest[2]), as_linked) is not None
        ):
            self._taken_off()
        else:
            why = f"its link does not follow: {_CHANGED}"
            if len(self.heads) == 1:
                why += "; as the first one it also changes with what the header says of the game"
            self.findings.line("link-wrong", why, place, self.number)
        self.heads[entry.chain] = self.number

    def _taken_off(self) -> None:
        """Report that the link of the last skipped digest was taken off."""
        assert self._digest is not None
        place, number, _ = self._digest
        self.findings.line("link-missing", "the link of this digest was taken off", place, number)
