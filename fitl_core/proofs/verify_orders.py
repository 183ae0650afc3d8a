"""Whether opened orders are those that were sealed."""

from __future__ import annotations

from fitl_core.proofs.findings import Findings
from fitl_core.proofs.lines import Line
from fitl_core.proofs.orders import Order, Sealed


class OrdersCheck:
    """A look at the orders of every line."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._sealed: dict[str, int] = {}
        self._opened: dict[str, int] = {}

    def take(self, line: Line) -> None:
        """Look at the next line."""
        for proof in line.proofs:
            if isinstance(proof, Sealed):
                self._seal(proof.seal, line)
            elif isinstance(proof, Order):
                self._open(proof.seal, line)

    def finish(self) -> None:
        """Tell which orders are not opened."""
        waiting = [number for seal, number in self._sealed.items() if seal not in self._opened]
        self._findings.in_events("orders are sealed and not opened", waiting)

    def _seal(self, seal: str, line: Line) -> None:
        if seal in self._sealed:
            why = f"this order was sealed in event {self._sealed[seal]} already"
            self._findings.line("order-wrong", why, line.entry, line.number)
        self._sealed.setdefault(seal, line.number)

    def _open(self, seal: str, line: Line) -> None:
        if seal not in self._sealed:
            why = f"no order that was sealed before says this: its seal would be {seal}"
            self._findings.line("order-wrong", why, line.entry, line.number)
        elif seal in self._opened:
            why = f"this order was opened in event {self._opened[seal]} already"
            self._findings.line("order-wrong", why, line.entry, line.number)
        else:
            self._findings.orders += 1
        self._opened.setdefault(seal, line.number)
