"""The address of a PostgreSQL store: what libpq is told, the schema, and its name without a password."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from psycopg import Error
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from fitl_core.stores.port import StoreError

SCHEMA = "fitl"
"""The schema of tables whose address names none."""
FORM = "the address is none of PostgreSQL: postgresql://USER:PASSWORD@HOST:PORT/DATABASE?schema=NAME"
DEFAULTS = {
    "connect_timeout": "10",
    "keepalives_idle": "15",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "30000",
    "application_name": "fitl",
}
"""What the address may say otherwise: a server gone without a word is noticed within half a minute."""


class Address(NamedTuple):
    """Where a store is: for libpq, the schema, and as people are told."""

    conninfo: str
    schema: str
    said: str


def address_of(url: str) -> Address:
    """Read `postgresql://user:password@host:port/database?schema=name`, with libpq's own options."""
    try:
        parts = urlsplit(url)
        options = parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query))
        rest = urlencode([option for option in options if option[0] != "schema"], quote_via=quote)
        told = conninfo_to_dict(urlunsplit(parts._replace(query=rest)))
    except (Error, ValueError, UnicodeError):
        raise StoreError(FORM) from None
    schema = dict(options).get("schema", SCHEMA)
    if not re.fullmatch(r"[a-z_][a-z0-9_]{0,47}", schema) or schema.startswith("pg_"):
        raise StoreError("the schema of a store has at most 48 characters: a-z, 0-9 and _, no pg_ in front")
    host, port = told.get("host", ""), str(told.get("port", ""))
    if not re.fullmatch(r"[0-9,]*", port):  # where a password has a / in it, the rest of it stands here
        raise StoreError(FORM)
    said = f"postgresql://{host}{port and f':{port}'}/{told.get('dbname', '')}?schema={schema}"
    return Address(make_conninfo("", **{**DEFAULTS, **told}), schema, said)
