"""A limit on the messages to one address, so that nobody can flood a stranger by naming his address.

`postman` uses it.
"""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable
from threading import Lock

MOST_IN_AN_HOUR = 60
"""The largest number of messages to one address in an hour, from all tables of this process."""
MOST_CONFIRMATIONS = 5
"""The largest number of mails with a link for confirmation in an hour: to one address, and of one seat."""
HOUR = 3600.0
MOST_ADDRESSES = 10_000
"""The largest number of addresses that are remembered. The one used longest ago is forgotten."""


class AddressLimits:
    """The times of the last messages to each address, of which an hour has at most `most`."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, most: int = MOST_IN_AN_HOUR) -> None:
        self._clock = clock
        self._most = most
        self._times: OrderedDict[str, deque[float]] = OrderedDict()
        self._lock = Lock()

    def admits(self, address: str) -> bool:
        """Return whether an address may get another message, and count it if so."""
        with self._lock:
            return self._admits(address)

    def _admits(self, address: str) -> bool:
        now = self._clock()
        times = self._times.pop(address, deque())
        self._times[address] = times
        if len(self._times) > MOST_ADDRESSES:
            self._times.popitem(last=False)
        while times and times[0] <= now - HOUR:
            times.popleft()
        if len(times) >= self._most:
            return False
        times.append(now)
        return True
