"""The address of a PostgreSQL store: the settings for libpq, the schema, and the address without a password.

`postgres` opens the store. Read it next.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from psycopg import Error
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from fitl_core.stores.port import StoreError

SCHEMA = "fitl"
"""The schema of a store whose address names none."""
FORM = (
    "this is no address of PostgreSQL; its form is postgresql://USER:PASSWORD@HOST:PORT/DATABASE?schema=NAME"
)
DEFAULTS = {
    "connect_timeout": "10",
    "keepalives_idle": "15",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "30000",
    "application_name": "fitl",
}
"""Settings that the address may override. A server that is gone is noticed within half a minute."""


class Address(NamedTuple):
    """The address of a store: for libpq, the schema, and the text that people see."""

    conninfo: str
    schema: str
    shown: str


def address_of(url: str) -> Address:
    """Read `postgresql://user:password@host:port/database?schema=name`, with the options of libpq.

    Raises `StoreError` for any other text.
    """
    try:
        parts = urlsplit(url)
        options = parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query))
        rest = urlencode([option for option in options if option[0] != "schema"], quote_via=quote)
        settings = conninfo_to_dict(urlunsplit(parts._replace(query=rest)))
    except (Error, ValueError, UnicodeError):
        raise StoreError(FORM) from None
    schema = dict(options).get("schema", SCHEMA)
    if not re.fullmatch(r"[a-z_][a-z0-9_]{0,47}", schema) or schema.startswith("pg_"):
        raise StoreError(
            "the schema of a store has at most 48 characters (a-z, 0-9 and _) and no pg_ in front"
        )
    host, port = settings.get("host", ""), str(settings.get("port", ""))
    if not re.fullmatch(r"[0-9,]*", port):  # a password with a / in it leaves its rest here
        raise StoreError(FORM)
    shown = f"postgresql://{host}{port and f':{port}'}/{settings.get('dbname', '')}?schema={schema}"
    return Address(make_conninfo("", **{**DEFAULTS, **settings}), schema, shown)
