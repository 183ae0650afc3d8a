"""What the browser of a person at a table must never receive: all that it was sent is searched for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from playing import Person, Table, asked

from fitl_core.facts.card_list import cards
from fitl_core.state.deck import come_up
from fitl_core.table.sealing import deck_of
from fitl_core.table.tables import Tables
from fitl_core.table.wishes import Wishes, keep_wishes


def mail_of(seat: str) -> str:
    """Return a mail address of a seat."""
    return f"{seat.lower()}@friends.example"


def hook_of(seat: str) -> str:
    """Return a webhook of a seat."""
    return f"https://hooks.example/of-{seat.lower()}"


def word_of(seat: str) -> str:
    """Return a word that a seat says in the chat, from which spectators are shut out."""
    return f"a quiet word of {seat}"


def keep_secrets(tables: Tables, table: Table) -> dict[str, str]:
    """Give each seat addresses for messages, a word in the chat and a personal link; return these links."""
    links = {}
    for seat in filter(None, table.links):
        keep_wishes(
            tables.store, table.name, seat, Wishes(f"stop of {seat}", 0, mail_of(seat), hook_of(seat))
        )
        said = {"text": word_of(seat), "key": f"key of {seat}"}
        asked(table.url, f"tables/{table.name}/chat/messages", said, table.links[seat])
        body = {"seats": [{"table": table.name, "link": table.links[seat]}]}
        links[seat] = asked(table.url, "personal-links", body)["link"]
    return links


def secrets(tables: Tables, table: Table, viewer: str | None, personal: Mapping[str, str]) -> dict[str, str]:
    """Return the secrets, as they would be written, that a seat (None: a spectator) must not receive now."""
    state = tables.state(table.name)
    found = {"seed": state.seed, "key": state.key}
    for seat, link in table.links.items():
        if seat != viewer:
            found[f"link of {seat or 'the host'}"] = link
    for seat in personal:
        if seat != viewer:
            found |= {f"mail of {seat}": mail_of(seat), f"webhook of {seat}": hook_of(seat)}
            found[f"personal link of {seat}"] = personal[seat]
        found[f"stop of {seat}"] = f"stop of {seat}"
        found[f"key of {seat}"] = f"key of {seat}"
        if viewer is None:
            found[f"chat of {seat}"] = word_of(seat)
    for order in state.orders:
        if order.seat != viewer:
            found |= {f"order of {order.seat}": order.text, f"salt of {order.seat}": order.salt}
    found |= _of_the_deck(tables, table)
    return {name: secret for name, secret in found.items() if secret}


def _of_the_deck(tables: Tables, table: Table) -> dict[str, str]:
    """Return the salts of the coming cards, and the titles of all that no public text has."""
    state = tables.state(table.name)
    deck = deck_of(state)
    seen = len(come_up(state.position))
    found = {f"salt of card {place}": salt for place, salt in enumerate(deck.salts[seen:], seen + 1)}
    past = {int(number) for line in table.look()["lines"] for number in re.findall(r"#(\d+)", line["text"])}
    public = ["choices", *[f"card?number={number}" for number in sorted(past)]]
    known = table.look("/board") + table.look("/log") + str([asked(table.url, path) for path in public])
    titles = {cards()[number].title for number in deck.cards[seen:] if number not in past}
    return found | {f"title of {title}": title for title in titles if title not in known}


def received(heard: Iterable[bytes], person: Person) -> str:
    """Return all that a browser was sent, and all that it shows and keeps."""
    return b"".join(heard).decode(errors="replace") + person.heard()


def found_in(text: str, hidden: Mapping[str, str]) -> list[str]:
    """Return the names of the secrets that stand in a text."""
    return [name for name, secret in hidden.items() if secret in text]
