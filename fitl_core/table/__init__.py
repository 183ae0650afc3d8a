"""Tables: games that several seats write, command by command and fact by fact.

`tables` has the class `Tables`, with which programs open and change them. Read `facts` and `commands` next.
The names of `__all__` are public; each is imported when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fitl_core.lazy_names import lazy_names

# fmt: off
# isort: off
if TYPE_CHECKING:
    from fitl_core.table.commands import (
        Agree, Begin, ChooseMarkers, Close, Command, Decline, End, EndVacation, GiveOrder, GiveSeed,
        HandOver, Leave, PromiseSeed, Propose, ProposeHandOver, ProposeVacation, Resign, Say, Sit, Skip,
        StateSymbol, Submit, SubmitComment, TakeBack, TakeBackOrder, TakeOver, Unseat,
    )
    from fitl_core.table.decisions import DecisionTaken
    from fitl_core.table.drafts import MoveDraft, draft_move
    from fitl_core.table.encoding import NewerFact, UnreadableFact
    from fitl_core.table.facts import TABLE, Fact, Recorded
    from fitl_core.table.links import Damaged
    from fitl_core.table.notices import Notice, Notices, overdue
    from fitl_core.table.refusals import (
        Conflict, Forbidden, KeyUsed, Misplaced, NotNow, RefusalData, TableError, Unknown,
        describe_refusal,
    )
    from fitl_core.table.seat_links import LinkUsed
    from fitl_core.table.seat_sights import sight_of_table
    from fitl_core.table.seats_asked import SeatsAsked
    from fitl_core.table.table_state import TableState
    from fitl_core.table.tables import Answer, OpenedTable, Tables
    from fitl_core.table.views import TableView, view_table
# isort: on

__all__ = [
    "TABLE", "Agree", "Answer", "Begin", "ChooseMarkers", "Close", "Command", "Conflict", "Damaged",
    "DecisionTaken", "Decline", "End", "EndVacation", "Fact", "Forbidden", "GiveOrder", "GiveSeed",
    "HandOver", "KeyUsed", "Leave", "LinkUsed", "Misplaced", "MoveDraft", "NewerFact", "NotNow", "Notice",
    "Notices", "OpenedTable", "PromiseSeed", "Propose", "ProposeHandOver", "ProposeVacation", "Recorded",
    "RefusalData", "Resign", "Say", "SeatsAsked", "Sit", "Skip", "StateSymbol", "Submit", "SubmitComment",
    "TableError", "TableState", "TableView", "Tables", "TakeBack", "TakeBackOrder", "TakeOver", "Unknown",
    "UnreadableFact", "Unseat", "describe_refusal", "draft_move", "overdue", "sight_of_table",
    "view_table",
]
# fmt: on

_HOMES = {
    "commands": (
        "Agree Begin ChooseMarkers Close Command Decline End EndVacation GiveOrder GiveSeed HandOver Leave "
        "PromiseSeed Propose ProposeHandOver ProposeVacation Resign Say Sit Skip StateSymbol Submit "
        "SubmitComment TakeBack TakeBackOrder TakeOver Unseat"
    ),
    "decisions": "DecisionTaken",
    "drafts": "MoveDraft draft_move",
    "encoding": "NewerFact UnreadableFact",
    "facts": "TABLE Fact Recorded",
    "links": "Damaged",
    "notices": "Notice Notices overdue",
    "refusals": (
        "Conflict Forbidden KeyUsed Misplaced NotNow RefusalData TableError Unknown describe_refusal"
    ),
    "seat_links": "LinkUsed",
    "seat_sights": "sight_of_table",
    "seats_asked": "SeatsAsked",
    "table_state": "TableState",
    "tables": "Answer OpenedTable Tables",
    "views": "TableView view_table",
}
"""The module of this package that defines each name: the same list as above, for the running program."""

lazy_names(__name__, _HOMES)
