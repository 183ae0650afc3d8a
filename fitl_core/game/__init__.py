"""Games as files: the notation and the rules together.

The names of `__all__` are public. Each is imported at its first use. Read `fitl_core.game.files` next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fitl_core.lazy_names import lazy_names

# fmt: off
# isort: off
if TYPE_CHECKING:
    from fitl_core.game.adjudications import (
        AdjudicatedMove, AdjudicationView, adjudicate_move, view_adjudication,
    )
    from fitl_core.game.annotation import Annotated, EntryRemark, annotate, entry_of_event, remarked
    from fitl_core.game.comparison import Comparison, compare
    from fitl_core.game.digests import with_digests
    from fitl_core.game.file_reports import FileReport, report
    from fitl_core.game.files import FalseClaim, Game, LogFile, false_claims, play_log, read_log
    from fitl_core.game.game_verdicts import Verdict, verdict_of
    from fitl_core.game.non_player_verdicts import JudgedMove, judge_non_players
    from fitl_core.game.normal_games import normal
    from fitl_core.game.open_moves import NoMove, NobodyToAct, OpenMoves, next_moves
    from fitl_core.game.replays import ReplayedGame, Untrusted, replay
    from fitl_core.game.statistics import GameFigures, GameTotals, figures_of, totals
    from fitl_core.game.surveys import survey
    from fitl_core.game.written_logs import going_on_from, log_of
# isort: on

__all__ = [
    "AdjudicatedMove", "AdjudicationView", "Annotated", "Comparison", "EntryRemark", "FalseClaim",
    "FileReport", "Game", "GameFigures", "GameTotals", "JudgedMove", "LogFile", "NoMove", "NobodyToAct",
    "OpenMoves", "ReplayedGame", "Untrusted", "Verdict", "adjudicate_move", "annotate", "compare",
    "entry_of_event", "false_claims", "figures_of", "going_on_from", "judge_non_players", "log_of",
    "next_moves", "normal", "play_log", "read_log", "remarked", "replay", "report", "survey", "totals",
    "verdict_of", "view_adjudication", "with_digests",
]
# fmt: on

_HOMES = {
    "adjudications": "AdjudicatedMove AdjudicationView adjudicate_move view_adjudication",
    "annotation": "Annotated EntryRemark annotate entry_of_event remarked",
    "comparison": "Comparison compare",
    "digests": "with_digests",
    "file_reports": "FileReport report",
    "files": "FalseClaim Game LogFile false_claims play_log read_log",
    "game_verdicts": "Verdict verdict_of",
    "non_player_verdicts": "JudgedMove judge_non_players",
    "normal_games": "normal",
    "open_moves": "NoMove NobodyToAct OpenMoves next_moves",
    "replays": "ReplayedGame Untrusted replay",
    "statistics": "GameFigures GameTotals figures_of totals",
    "surveys": "survey",
    "written_logs": "going_on_from log_of",
}
"""The names by the module of this package that defines them: the same list as above, for use at run time."""

lazy_names(__name__, _HOMES)
