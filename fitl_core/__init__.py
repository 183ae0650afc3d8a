"""Games of *Fire in the Lake* from their record: the names that programs may build on.

Each is imported when it is first asked for: `import fitl_core` costs nothing. These names keep their meaning
within a minor version (`docs/library.md`); other names may move or change in any. The packages `facts`,
`game`, `imports`, `mail`, `pages`, `pictures`, `players`, `policies`, `proofs`, `prose`, `rules`, `seat`,
`state`, `stores`, `table` and `tell` are public, too: each has the names of its topic in its own `__all__`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fitl_core.lazy_names import imported

# fmt: off
# isort: off
if TYPE_CHECKING:
    from fitl_core.engine import apply, play, start
    from fitl_core.strict_play import passing_is_open, play_canonical
    from fitl_core.errors import FitlError, NotSupported, Refusal, UnknownName, Violation
    from fitl_core.facts.card_list import Card, cards
    from fitl_core.facts.editions import Edition
    from fitl_core.facts.factions import FACTIONS, Faction
    from fitl_core.facts.game_map import BoardSpace, board, spaces_by_id
    from fitl_core.facts.pieces import KINDS, Count, Kind
    from fitl_core.facts.scenario_list import Scenario, scenarios
    from fitl_core.game.adjudications import (
        AdjudicatedMove, AdjudicationView, adjudicate_move, view_adjudication,
    )
    from fitl_core.game.annotation import Annotated, annotate
    from fitl_core.game.comparison import Comparison, compare
    from fitl_core.game.digests import with_digests
    from fitl_core.game.file_reports import FileReport, report
    from fitl_core.game.files import FalseClaim, Game, LogFile, false_claims, play_log, read_log
    from fitl_core.game.game_verdicts import Verdict, verdict_of
    from fitl_core.game.non_player_verdicts import JudgedMove, judge_non_players
    from fitl_core.game.normal_games import normal
    from fitl_core.game.open_moves import NoMove, NobodyToAct, OpenMoves, next_moves
    from fitl_core.game.replays import ReplayedGame, Untrusted, replay
    from fitl_core.game.surveys import survey
    from fitl_core.game.written_logs import going_on_from, log_of
    from fitl_core.record.clauses import (
        Activate, At, By, ChooseCard, ChooseFaction, Clause, Hide, Move, Number, Option, Place, Rebox,
        Remove, Replace, Roll, SetLevel, Verb,
    )
    from fitl_core.record.effects import Effect
    from fitl_core.record.events import (
        Action, Amend, Correct, DecisionDice, DigestLine, Event, Hold, Note, Pass, Pivotal, PlayCard,
        Reveal, RevealMarker, Segment, ShareOut, Stand, Void, Waive,
    )
    from fitl_core.record.position import Position
    from fitl_core.record.setup import Setup
    from fitl_core.rules.sequence import to_act
    from fitl_core.rules.waiting import WaitsFor, next_step
    from fitl_core.state.applying import UnfitEffects, apply_effects
    from fitl_core.state.impossible import ImpossiblePosition
    from fitl_core.state.position_digest import digest
    from fitl_core.state.positions import position_of
    from fitl_core.state.state import Space, State
    from fitl_core.state.victory import margins, scores
    from fitl_core.tell.effects_in_words import narrate
    from fitl_core.tell.suggested_moves import near_moves
    from fitl_core.tell.position_differences import differences
    from fitl_core.underway import Step
    from fitl_core.walks import AskedView, OpenedQuestion, PassableQuestion, Walk, WalkView, ask
    from fitl_core.wording.normal_form import normal_action

    __version__: str
# isort: on

__all__ = [
    "FACTIONS", "KINDS", "Action", "Activate", "AdjudicatedMove", "AdjudicationView", "Amend",
    "Annotated", "AskedView", "At", "BoardSpace", "By", "Card", "ChooseCard", "ChooseFaction", "Clause",
    "Comparison", "Correct", "Count", "DecisionDice", "DigestLine", "Edition", "Effect", "Event",
    "Faction", "FalseClaim", "FileReport", "FitlError", "Game", "Hide", "Hold", "ImpossiblePosition",
    "JudgedMove", "Kind", "LogFile", "Move", "NoMove", "NobodyToAct", "NotSupported", "Note", "Number",
    "OpenMoves", "OpenedQuestion", "Option", "Pass", "PassableQuestion", "Pivotal", "Place", "PlayCard",
    "Position", "Rebox", "Refusal", "Remove", "Replace", "ReplayedGame", "Reveal", "RevealMarker",
    "Roll", "Scenario", "Segment", "SetLevel", "Setup", "ShareOut", "Space", "Stand", "State", "Step",
    "UnfitEffects", "UnknownName", "Untrusted", "Verb", "Verdict", "Violation", "Void", "WaitsFor",
    "Waive", "Walk", "WalkView", "__version__", "adjudicate_move", "annotate", "apply", "apply_effects",
    "ask", "board", "cards", "compare", "differences", "digest", "false_claims", "going_on_from",
    "judge_non_players", "log_of", "margins", "narrate", "near_moves", "next_moves", "next_step",
    "normal", "normal_action", "passing_is_open", "play", "play_canonical", "play_log", "position_of",
    "read_log", "replay", "report", "scenarios", "scores", "spaces_by_id", "start", "survey", "to_act",
    "verdict_of", "view_adjudication", "with_digests",
]
# fmt: on

_HOMES = {
    "engine": "apply play start",
    "errors": "FitlError NotSupported Refusal UnknownName Violation",
    "facts.card_list": "Card cards",
    "facts.editions": "Edition",
    "facts.factions": "FACTIONS Faction",
    "facts.game_map": "BoardSpace board spaces_by_id",
    "facts.pieces": "KINDS Count Kind",
    "facts.scenario_list": "Scenario scenarios",
    "game.adjudications": "AdjudicatedMove AdjudicationView adjudicate_move view_adjudication",
    "game.annotation": "Annotated annotate",
    "game.comparison": "Comparison compare",
    "game.digests": "with_digests",
    "game.file_reports": "FileReport report",
    "game.files": "FalseClaim Game LogFile false_claims play_log read_log",
    "game.game_verdicts": "Verdict verdict_of",
    "game.non_player_verdicts": "JudgedMove judge_non_players",
    "game.normal_games": "normal",
    "game.open_moves": "NoMove NobodyToAct OpenMoves next_moves",
    "game.replays": "ReplayedGame Untrusted replay",
    "game.surveys": "survey",
    "game.written_logs": "going_on_from log_of",
    "record.clauses": (
        "Activate At By ChooseCard ChooseFaction Clause Hide Move Number Option Place Rebox Remove "
        "Replace Roll SetLevel Verb"
    ),
    "record.effects": "Effect",
    "record.events": (
        "Action Amend Correct DecisionDice DigestLine Event Hold Note Pass Pivotal PlayCard Reveal "
        "RevealMarker Segment ShareOut Stand Void Waive"
    ),
    "record.position": "Position",
    "record.setup": "Setup",
    "rules.sequence": "to_act",
    "rules.waiting": "WaitsFor next_step",
    "state.applying": "UnfitEffects apply_effects",
    "state.impossible": "ImpossiblePosition",
    "state.position_digest": "digest",
    "state.positions": "position_of",
    "state.state": "Space State",
    "state.victory": "margins scores",
    "strict_play": "passing_is_open play_canonical",
    "tell.effects_in_words": "narrate",
    "tell.suggested_moves": "near_moves",
    "tell.position_differences": "differences",
    "underway": "Step",
    "walks": "AskedView OpenedQuestion PassableQuestion Walk WalkView ask",
    "wording.normal_form": "normal_action",
}
"""The module below `fitl_core` that defines each name: the same list as above, for the running program."""


def __getattr__(name: str) -> object:
    """Import a public name, or one that has moved (with a `DeprecationWarning`)."""
    if name == "__version__":
        globals()[name] = _version()
        return globals()[name]
    value = imported(__name__, _HOMES, name)
    if value is None:
        from fitl_core.moved_names import moved

        value = moved(name)
    if value is None:
        raise AttributeError(f"module 'fitl_core' has no attribute {name!r}")
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def _insist_on_own_notation() -> None:
    """Raise `ImportError` where `import notation` finds another package, or none. Nothing is imported."""
    import sys

    loaded = sys.modules.get("notation")
    specs = (finder.find_spec("notation", None) for finder in sys.meta_path if hasattr(finder, "find_spec"))
    spec = loaded.__spec__ if loaded is not None else next(filter(None, specs), None)
    origin, folders = getattr(spec, "origin", None), getattr(spec, "submodule_search_locations", None)
    if origin is not None:
        if _is_ours(origin, getattr(spec, "loader", None)):
            return
        found = f"finds another: {origin}"
    elif folders:
        found = f"finds a folder without __init__.py: {next(iter(folders))}"
    else:
        found = "finds none" if loaded is None else "finds another, which has no file"
    raise ImportError(
        f"fitl needs its own package notation, and `import notation` {found}. {_WAY_OUT}", name="notation"
    )


def _is_ours(origin: str, loader: object) -> bool:
    """Check whether a module named notation is ours, by its text. One that cannot be read counts as ours."""
    get_data = getattr(loader, "get_data", None)
    try:
        return get_data is None or b"fitl_core" in get_data(origin)
    except OSError:  # a program that was frozen into one file
        return True


_WAY_OUT = (
    "If that file or folder is yours, rename it. Else uninstall the package that it belongs to and install "
    "fitl anew (pip install --force-reinstall --no-deps fitl), or give fitl a virtual environment of its own."
)
_insist_on_own_notation()


def _version() -> str:
    """The installed version of the package, or that of the source tree."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("fitl")
    except PackageNotFoundError:
        return "0.3.0"
