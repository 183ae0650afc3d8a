"""Bans and quotas of a store: who may use its servers, and how much. An operator sets them.

They are side data of the store itself, so every server of the store has the same, and a backup holds them.
Read `fitl_core.server.admitting` for their use.
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from functools import lru_cache

import msgspec

from fitl_core.errors import FitlError
from fitl_core.stores.port import OF_STORE, Store

_BAN, _QUOTA = "ban ", "quota "
OPENED_FROM = "opened from"
"""The key in the side data of a table with the place that opened it. It is kept only under a quota."""
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
OF_A_HOUSEHOLD = 64
"""The length of the network that one household has of IPv6. All its addresses count as one place."""


class NoNetwork(FitlError):
    """A text that is neither an address nor a network."""

    code = "no-network"


class Ban(msgspec.Struct, frozen=True):
    """A network whose requests are refused, since a time (ISO 8601), and the operator's reason for it."""

    network: str
    since: str
    why: str = ""

    def holds(self, address: str) -> bool:
        """Check whether an address is in the network."""
        place = _address(address)
        network = network_of(self.network)
        return place is not None and place.version == network.version and place in network


class Quota(msgspec.Struct, frozen=True):
    """The largest numbers of tables in the store, of tables opened from one place, and of facts of a table.

    None means no limit. One place is an IPv4 address, or the first 64 bits of an IPv6 address.
    """

    tables: int | None = None
    per_address: int | None = None
    facts: int | None = None


class Admission(msgspec.Struct, frozen=True):
    """The bans and quotas of a store."""

    bans: tuple[Ban, ...] = ()
    quota: Quota = Quota()

    def ban_of(self, address: str) -> Ban | None:
        """Return the ban that an address falls under, if any."""
        return next((ban for ban in self.bans if ban.holds(address)), None)


def read_admission(store: Store) -> Admission:
    """Return the bans and quotas of a store. An entry that cannot be read is left out."""
    bans: list[Ban] = []
    quotas: dict[str, int] = {}
    for key, value in store.aside(OF_STORE).items():
        if key.startswith(_BAN):
            try:
                ban = msgspec.json.decode(value, type=Ban)
                network_of(ban.network)
            except (msgspec.MsgspecError, NoNetwork):
                continue
            bans.append(ban)
        elif key.startswith(_QUOTA) and value.isdecimal():
            quotas[key.removeprefix(_QUOTA)] = int(value)
    return Admission(tuple(bans), msgspec.convert(quotas, Quota))


@lru_cache(maxsize=1000)
def network_of(text: str) -> Network:
    """Return a network, also that of one address. Raises `NoNetwork`."""
    try:
        network = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        why = f"{text[:60]} is no address: give one, as 192.0.2.7, or a network, as 192.0.2.0/24"
        raise NoNetwork(why) from None
    if network.version == 6 and network.prefixlen == 128 and (mapped := network[0].ipv4_mapped) is not None:
        return ipaddress.IPv4Network(mapped)
    return network


def set_ban(store: Store, network: str, since: str, why: str = "") -> Ban:
    """Ban a network. Raises `NoNetwork`."""
    ban = Ban(str(network_of(network)), since, why)
    store.put_aside(OF_STORE, f"{_BAN}{ban.network}", msgspec.json.encode(ban).decode())
    return ban


def lift_ban(store: Store, network: str) -> bool:
    """Lift the ban of a network, and return whether there was one. Raises `NoNetwork`."""
    key = f"{_BAN}{network_of(network)}"
    was_there = key in store.aside(OF_STORE)
    store.put_aside(OF_STORE, key, None)
    return was_there


def set_quota(store: Store, name: str, most: int | None) -> None:
    """Set a quota by the name of its field in `Quota`, or lift it (None)."""
    store.put_aside(OF_STORE, f"{_QUOTA}{name}", None if most is None else str(most))


def place_of(address: str) -> str:
    """Return the place of an address: the address itself, or the network of an IPv6 household."""
    place = _address(address)
    if isinstance(place, ipaddress.IPv6Address):
        return str(ipaddress.IPv6Network((place, OF_A_HOUSEHOLD), strict=False))
    return address if place is None else str(place)


def tables_by_place(store: Store) -> Counter[str]:
    """Return the number of tables that were opened from each place, as far as this was kept."""
    return Counter(store.every_aside(OPENED_FROM).values())


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return an address; None for any other text. An IPv4 address in the form of IPv6 is one of IPv4."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address
