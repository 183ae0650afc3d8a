"""Play a game by mail: summarize turns, read mails, and answer them.

The names of `__all__` are public. Each is imported at its first use. Read `letters` next, then `replies`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fitl_core.lazy_names import lazy_names

# fmt: off
# isort: off
if TYPE_CHECKING:
    from fitl_core.mail.letters import BadLetter, Letter, letters_in
    from fitl_core.mail.replies import MailReply, Trouble, reply_to
    from fitl_core.mail.senders import NotTheirs
    from fitl_core.mail.turn_html import turn_page
    from fitl_core.mail.turn_words import turn_lines
    from fitl_core.mail.turns import TurnSummary, summarize_turn
# isort: on

__all__ = [
    "BadLetter", "Letter", "MailReply", "NotTheirs", "Trouble", "TurnSummary", "letters_in", "reply_to",
    "summarize_turn", "turn_lines", "turn_page",
]
# fmt: on

_HOMES = {
    "letters": "BadLetter Letter letters_in",
    "replies": "MailReply Trouble reply_to",
    "senders": "NotTheirs",
    "turn_html": "turn_page",
    "turn_words": "turn_lines",
    "turns": "TurnSummary summarize_turn",
}
"""The module of this package that defines each name. It repeats the list above for the running program."""

lazy_names(__name__, _HOMES)
