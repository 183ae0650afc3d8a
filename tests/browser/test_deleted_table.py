"""A table that the operator deletes while people look at it."""

from __future__ import annotations

from playing import Comes, Served, Table

from fitl_core.stores.store_addresses import open_store
from fitl_core.table import Tables


def test_the_page_says_that_its_table_was_deleted(server: Served, comes: Comes) -> None:
    """A player at the table, and one who comes later with his link, read why."""
    table = Table.opened(server, "deleted")
    here = comes(table.address("US"))
    here.page.wait_for_selector(".contact.here")
    tables = Tables(open_store(server.store))
    tables.delete("deleted")
    tables.store.close()
    here.page.wait_for_selector(".contact.gone")
    assert "the operator of this server deleted the table" in here.page.locator(".contact").inner_text()
    later = comes(table.address("US"))
    later.page.get_by_text("the operator of this server deleted the table").wait_for()
