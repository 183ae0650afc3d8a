"""The policies to which seats of a table are given: side data, by the name of the policy.

Read `policy_seats` for how they play.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from fitl_core.stores.port import Store
from fitl_core.table.facts import Seat

_KEY = "policy"


class HeldBy(msgspec.Struct, frozen=True):
    """The policy that holds a seat: its name, and the seed of its chance."""

    policy: str
    seed: str = ""


_DECODER: msgspec.json.Decoder[HeldBy] = msgspec.json.Decoder(HeldBy)


def holders_in(aside: Mapping[str, str]) -> dict[Seat, HeldBy]:
    """Return the holders in the side data of a table, by seat. Entries that cannot be read are left out."""
    found: dict[Seat, HeldBy] = {}
    for key, value in aside.items():
        kind, _, seat = key.partition(" ")
        if kind == _KEY:
            try:
                found[seat] = _DECODER.decode(value)
            except (msgspec.MsgspecError, UnicodeError):
                continue
    return found


def keep_holder(store: Store, table: str, seat: Seat, held: HeldBy) -> None:
    """Keep the policy that holds a seat, instead of the one before."""
    store.put_aside(table, f"{_KEY} {seat}", msgspec.json.encode(held).decode())


def forget_holder(store: Store, table: str, seat: Seat) -> None:
    """Take a seat from its policy, if it has one."""
    if (key := f"{_KEY} {seat}") in store.aside(table):
        store.put_aside(table, key, None)
