"""The rate of requests of each client: buckets that fill with time and that requests empty.

`site` uses them.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

MOST_CLIENTS = 20_000
"""The largest number of clients that are remembered. The one that has been quiet for longest is forgotten."""
BURST = 4
"""The number of seconds of the rate that a client may use at once."""


class Rates:
    """A bucket for each client. It fills by `rate` a second up to `BURST` seconds' worth; None means no
    limit.
    """

    def __init__(self, rate: float | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str, weight: float = 1) -> float:
        """Take requests out of a client's bucket. Return the seconds until it holds enough, 0 if it does."""
        if self._rate is None:
            return 0
        now, whole = self._clock(), self._rate * BURST
        level, then = self._levels.pop(client, (whole, now))
        level = min(whole, level + (now - then) * self._rate)
        wanted = min(weight, whole)
        lacking = max(0.0, wanted - level)
        self._levels[client] = (level if lacking else level - wanted, now)
        if len(self._levels) > MOST_CLIENTS:
            self._levels.popitem(last=False)
        return lacking / self._rate
