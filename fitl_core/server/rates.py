"""How often a client may ask: buckets that fill by the second, and are emptied by requests."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

MOST_CLIENTS = 20_000
"""So many clients are remembered; who has been quiet for longest is forgotten."""
BURST = 4
"""So many seconds' worth a client may ask at once."""


class Rates:
    """A bucket for each client. It fills by `rate` a second up to `BURST` seconds' worth; None: no limit."""

    def __init__(self, rate: float | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str, weight: float = 1) -> float:
        """Take out of a client's bucket; the seconds after which there is enough in it, 0 where there is."""
        if self._rate is None:
            return 0
        now, whole = self._clock(), self._rate * BURST
        left, then = self._left.pop(client, (whole, now))
        left = min(whole, left + (now - then) * self._rate)
        wanted = min(weight, whole)
        lacking = max(0.0, wanted - left)
        self._left[client] = (left if lacking else left - wanted, now)
        if len(self._left) > MOST_CLIENTS:
            self._left.popitem(last=False)
        return lacking / self._rate
