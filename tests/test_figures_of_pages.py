"""The figures that pages state are those of the code."""

from __future__ import annotations

from pathlib import Path

import pytest
from hostile_sentences import hostile

from fitl_cli.serve import MOST_RECENT
from fitl_core.asking import runs
from fitl_core.prose import search as prose_search
from fitl_core.prose.proposals import LONGEST_TEXT, MOST_UNITS
from fitl_core.stores.port import MOST_BODY, MOST_NAME
from fitl_core.table.tables import MOST_KEY
from fitl_core.tell.adjudication import MOST_PLAYED

ROOT = Path(__file__).parents[1]
SENTENCES = list(hostile())
STATED = [
    ("docs/understand/architecture.md", f"An adjudication may play {MOST_PLAYED:,} clauses"),
    ("docs/do/library.md", f"at most {runs.MOST_PLAYED:,} clauses"),
    ("docs/do/prose.md", f"Texts of more than {LONGEST_TEXT} characters, or of more than {MOST_UNITS} words"),
    ("docs/do/prose.md", f"The search plays {prose_search.MOST_PLAYED:,} clauses at most"),
    ("docs/do/prose.md", f"has {len(SENTENCES) // 100 * 100:,} sentences that invite a wrong reading"),
    ("docs/do/prose.md", f"{len({one.cause for one in SENTENCES})} kinds of cause"),
    ("docs/do/server.md", f"ids of commands have at most {MOST_NAME} characters"),
    ("docs/do/server.md", f"bodies {MOST_BODY >> 20} MiB"),
    ("docs/do/server.md", f"The `key` of a client has at most {MOST_KEY} characters"),
    ("docs/do/server.md", f"| memory | {MOST_RECENT} tables"),
]
"""Each figure with its words on its page."""


def words_of(page: str) -> str:
    """Return the text of a page in one line."""
    return " ".join((ROOT / page).read_text(encoding="utf-8").split())


@pytest.mark.parametrize(("page", "words"), STATED)
def test_a_stated_figure_is_that_of_the_code(page: str, words: str) -> None:
    """The page has these words, with the figure from the code."""
    assert words in words_of(page)


def test_the_limits_of_the_server() -> None:
    """The table of limits has the default rate, the streams and the longest request."""
    pytest.importorskip("h11", reason="the extra server is not installed")
    from fitl_core.server.rates import BURST
    from fitl_core.server.request_reading import LONGEST
    from fitl_core.server.site import Limits

    page, limits = words_of("docs/do/server.md"), Limits()
    assert BURST == 4 and "in bursts of four seconds' worth" in page
    assert f"| size of a request | {LONGEST >> 10} KiB |" in page
    assert f"`--rate` ({limits.rate:g})" in page
    assert f"`--streams` ({limits.streams:,})" in page
