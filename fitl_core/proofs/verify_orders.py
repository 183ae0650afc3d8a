"""Check that opened orders are the sealed ones, and report orders that leave their writer a choice."""

from __future__ import annotations

import msgspec

from fitl_core.proofs.findings import Findings
from fitl_core.proofs.proof_lines import ProofLine
from fitl_core.proofs.sealed_orders import Sealed, SealedOrder


class _Sealing(msgspec.Struct):
    """A sealed order: the line with its seal, and from its opening on, its text and the number of that event.

    `beside` holds the last order of the same writer that was not opened yet, if there is one.
    """

    line: ProofLine
    beside: list[_Sealing]
    text: str | None = None
    opened: int = 0


class OrdersCheck:
    """A check of the orders of every line.

    A writer of two sealed orders can open the better one. So an order that is never opened is an open point.
    An order that its writer seals beside another is an open point, too, unless both have the same text.
    """

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._sealed: dict[str, _Sealing] = {}

    def take(self, line: ProofLine) -> None:
        """Check the next line."""
        for proof in line.proofs:
            if isinstance(proof, Sealed):
                self._seal(proof.seal, line)
            elif isinstance(proof, SealedOrder):
                self._open(proof, line)

    def finish(self) -> None:
        """Report the orders that leave their writer a choice."""
        waiting = [order.line.number for order in self._sealed.values() if order.text is None]
        self._findings.in_events("orders are sealed and not opened", waiting)
        for order in self._sealed.values():
            line = order.line
            if order.text is None:
                why = "an order is sealed here and never opened"
                self._findings.open_point("order-unopened", why, line.entry, line.number)
            for other in order.beside:
                if order.text is None or order.text != other.text:
                    writer = f"{line.by} has" if line.by else "its writer has"
                    why = f"{writer} sealed another order in event {other.line.number}: one can be chosen"
                    self._findings.open_point("orders-at-once", why, line.entry, line.number)

    def _seal(self, seal: str, line: ProofLine) -> None:
        earlier = self._sealed.get(seal)
        if earlier is not None:
            why = f"this order was sealed in event {earlier.line.number} already"
            self._findings.line("order-wrong", why, line.entry, line.number)
            return
        others = [one for one in self._sealed.values() if one.text is None and one.line.by == line.by]
        self._sealed[seal] = _Sealing(line, others[-1:])

    def _open(self, order: SealedOrder, line: ProofLine) -> None:
        sealing = self._sealed.get(order.seal)
        if sealing is None:
            why = f"no order that was sealed before says this: its seal would be {order.seal}"
            self._findings.line("order-wrong", why, line.entry, line.number)
        elif sealing.text is not None:
            why = f"this order was opened in event {sealing.opened} already"
            self._findings.line("order-wrong", why, line.entry, line.number)
        else:
            self._findings.orders += 1
            sealing.text, sealing.opened = order.text, line.number
