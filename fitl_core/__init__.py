"""Games of *Fire in the Lake* from their record: the names that programs may build on.

Each is imported when it is first asked for: `import fitl_core` costs nothing. What stands here keeps its
meaning within a minor version (`docs/library.md`); what does not may move or change in any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fitl_core.engine import apply, passing_is_open, play, start
    from fitl_core.errors import FitlError, NotSupported, Refusal, UnknownName, Violation
    from fitl_core.facts.board import Board, BoardSpace, board, spaces_by_id
    from fitl_core.facts.cards import Card, cards
    from fitl_core.facts.codes import Codes, codes
    from fitl_core.facts.editions import Edition
    from fitl_core.facts.factions import COIN, FACTIONS, INSURGENT, ControlName, Faction
    from fitl_core.facts.levels import Level
    from fitl_core.facts.pieces import KINDS, Count, Kind
    from fitl_core.facts.players import FOUR_PLAYERS, Players, non_players
    from fitl_core.facts.readings import Reading, readings
    from fitl_core.facts.scenarios import Scenario, scenarios
    from fitl_core.game.adjudications import Adjudicated, AdjudicationView, adjudicated, adjudication_view
    from fitl_core.game.annotation import Annotated, Remark, annotated, entry_of_event, remarked
    from fitl_core.game.comparison import Comparison, compare
    from fitl_core.game.digests import with_digests
    from fitl_core.game.files import FalseClaim, Game, LogFile, false_claims, play_log, read_log
    from fitl_core.game.logs import going_on_from, log_of
    from fitl_core.game.next_moves import NextMoves, next_moves
    from fitl_core.game.non_players import Judged, judged
    from fitl_core.game.normal import normal
    from fitl_core.game.replays import Replay, Untrusted, replay
    from fitl_core.game.reports import Report, report
    from fitl_core.game.surveys import survey
    from fitl_core.game.verdicts import Verdict, verdict_of
    from fitl_core.imports.faults import ImportFault, Unimportable
    from fitl_core.imports.scala_games import ImportedGame, ImportedStep, import_game, import_save
    from fitl_core.mail.letters import BadLetter, Letter, letters_in
    from fitl_core.mail.replies import Answered, Trouble, answered
    from fitl_core.mail.senders import NotTheirs
    from fitl_core.mail.turn_page import turn_page
    from fitl_core.mail.turn_words import turn_lines
    from fitl_core.mail.turns import Turn, turn
    from fitl_core.players.dice import Dice
    from fitl_core.players.non_players.decide import answer_move, decide, next_non_player
    from fitl_core.players.non_players.random_games import mixed_game
    from fitl_core.players.non_players.trace import Decision, Need, TraceStep
    from fitl_core.players.non_players.verdicts import MoveVerdict
    from fitl_core.players.non_players.wanted import Wanted
    from fitl_core.players.random_play import Played, deal, random_game, random_options, random_players
    from fitl_core.proofs.chain import chained
    from fitl_core.proofs.findings import Fault, Verified
    from fitl_core.proofs.rolls import roll
    from fitl_core.proofs.sealed_deck import SealedDeck, sealed_deck
    from fitl_core.proofs.seeds import commitment, joint_key
    from fitl_core.proofs.verify import verified
    from fitl_core.prose.reading import Proposal, TextTooLong, read_prose
    from fitl_core.record.clauses import (
        Activate,
        At,
        By,
        ChooseCard,
        ChooseFaction,
        Clause,
        Hide,
        Move,
        Number,
        Option,
        Place,
        Rebox,
        Remove,
        Replace,
        Roll,
        SetLevel,
        Verb,
    )
    from fitl_core.record.effects import Effect
    from fitl_core.record.events import (
        Action,
        Amend,
        Correct,
        DecisionDice,
        Digest,
        Event,
        Hold,
        Note,
        Pass,
        Pivotal,
        Play,
        Reveal,
        RevealMarker,
        Segment,
        ShareOut,
        Stand,
        Void,
        Waive,
    )
    from fitl_core.record.position import Position
    from fitl_core.record.setup import Setup
    from fitl_core.rules.awaited import Awaited, awaited
    from fitl_core.rules.costs import Cost, costs
    from fitl_core.rules.sequence import to_act
    from fitl_core.state.applying import UnfitEffects, apply_effects
    from fitl_core.state.control import control_in
    from fitl_core.state.digest import digest
    from fitl_core.state.places import places
    from fitl_core.state.positions import position_of
    from fitl_core.state.state import Space, State, resources
    from fitl_core.state.victory import (
        controlled_population,
        margins,
        scores,
        total_econ,
        total_opposition,
        total_support,
    )
    from fitl_core.stores.memory import (
        MemoryStore,
    )
    from fitl_core.stores.opening import (
        open_store,
    )
    from fitl_core.stores.port import (
        Store,
        StoreError,
    )
    from fitl_core.table.asked import (
        SeatsAsked,
    )
    from fitl_core.table.commands import (
        Agree,
        Begin,
        ChooseMarkers,
        Close,
        Command,
        Comment,
        Decline,
        End,
        GiveOrder,
        GiveSeed,
        HandOver,
        Leave,
        PromiseSeed,
        Propose,
        Resign,
        Say,
        Sit,
        Skip,
        Submit,
        TakeBack,
        TakeBackOrder,
        TakeOver,
        Unseat,
    )
    from fitl_core.table.decisions import (
        DecisionTaken,
    )
    from fitl_core.table.facts import (
        TABLE,
        Fact,
        Recorded,
    )
    from fitl_core.table.notices import (
        Notice,
        Notices,
        overdue,
    )
    from fitl_core.table.refusals import (
        Conflict,
        Forbidden,
        NotNow,
        Refused,
        TableError,
        Unknown,
        refused,
    )
    from fitl_core.table.table_state import (
        TableState,
    )
    from fitl_core.table.tables import (
        Answer,
        OpenedTable,
        Tables,
    )
    from fitl_core.table.views import (
        TableView,
        table_view,
    )
    from fitl_core.tell.board import board_table
    from fitl_core.tell.cards import CardView, card_view
    from fitl_core.tell.compare import Difference, differences
    from fitl_core.tell.effects import Told, effect_words, narrate
    from fitl_core.tell.near_moves import near_moves
    from fitl_core.tell.view import StateView, view
    from fitl_core.tell.words import standing
    from fitl_core.underway import Step
    from fitl_core.walks import Asked, AskedView, Unsaid, Walk, WalkView, ask
    from fitl_core.wording.normal import normal_action

    __version__: str

# fmt: off
__all__ = [
    "COIN", "FACTIONS", "FOUR_PLAYERS", "INSURGENT", "KINDS", "TABLE", "Action", "Activate", "Adjudicated",
    "AdjudicationView", "Agree", "Amend", "Annotated", "Answer", "Answered", "Asked", "AskedView", "At",
    "Awaited", "BadLetter", "Begin", "Board", "BoardSpace", "By", "Card", "CardView", "ChooseCard",
    "ChooseFaction", "ChooseMarkers", "Clause", "Close", "Codes", "Command", "Comment", "Comparison",
    "Conflict", "ControlName", "Correct", "Cost", "Count", "Decision", "DecisionDice", "DecisionTaken",
    "Decline", "Dice", "Difference", "Digest", "Edition", "Effect", "End", "Event", "Fact", "Faction",
    "FalseClaim", "Fault", "FitlError", "Forbidden", "Game", "GiveOrder", "GiveSeed", "HandOver", "Hide",
    "Hold", "ImportFault", "ImportedGame", "ImportedStep", "Judged", "Kind", "Leave", "Letter", "Level",
    "LogFile", "MemoryStore", "Move", "MoveVerdict", "Need", "NextMoves", "NotNow", "NotSupported",
    "NotTheirs", "Note", "Notice", "Notices", "Number", "OpenedTable", "Option", "Pass", "Pivotal", "Place",
    "Play", "Played", "Players", "Position", "PromiseSeed", "Proposal", "Propose", "Reading", "Rebox",
    "Recorded", "Refusal", "Refused", "Remark", "Remove", "Replace", "Replay", "Report", "Resign", "Reveal",
    "RevealMarker", "Roll", "Say", "Scenario", "SealedDeck", "SeatsAsked", "Segment", "SetLevel", "Setup",
    "ShareOut", "Sit", "Skip", "Space", "Stand", "State", "StateView", "Step", "Store", "StoreError",
    "Submit", "TableError", "TableState", "TableView", "Tables", "TakeBack", "TakeBackOrder", "TakeOver",
    "TextTooLong", "Told", "TraceStep", "Trouble", "Turn", "UnfitEffects", "Unimportable", "Unknown",
    "UnknownName", "Unsaid", "Unseat", "Untrusted", "Verb", "Verdict", "Verified", "Violation", "Void",
    "Waive", "Walk", "WalkView", "Wanted", "__version__", "adjudicated", "adjudication_view", "annotated",
    "answer_move", "answered", "apply", "apply_effects", "ask", "awaited", "board", "board_table",
    "card_view", "cards", "chained", "codes", "commitment", "compare", "control_in", "controlled_population",
    "costs", "deal", "decide", "differences", "digest", "effect_words", "entry_of_event", "false_claims",
    "going_on_from", "import_game", "import_save", "joint_key", "judged", "letters_in", "log_of", "margins",
    "mixed_game", "narrate", "near_moves", "next_moves", "next_non_player", "non_players", "normal",
    "normal_action", "open_store", "overdue", "passing_is_open", "places", "play", "play_log", "position_of",
    "random_game", "random_options", "random_players", "read_log", "read_prose", "readings", "refused",
    "remarked", "replay", "report", "resources", "roll", "scenarios", "scores", "sealed_deck",
    "spaces_by_id", "standing", "start", "survey", "table_view", "to_act", "total_econ", "total_opposition",
    "total_support", "turn", "turn_lines", "turn_page", "verdict_of", "verified", "view", "with_digests",
]
# fmt: on

_HOMES = {
    "engine": "apply passing_is_open play start",
    "errors": "FitlError NotSupported Refusal UnknownName Violation",
    "facts.board": "Board BoardSpace board spaces_by_id",
    "facts.cards": "Card cards",
    "facts.codes": "Codes codes",
    "facts.editions": "Edition",
    "facts.factions": "COIN FACTIONS INSURGENT ControlName Faction",
    "facts.levels": "Level",
    "facts.pieces": "KINDS Count Kind",
    "facts.players": "FOUR_PLAYERS Players non_players",
    "facts.readings": "Reading readings",
    "facts.scenarios": "Scenario scenarios",
    "game.adjudications": "Adjudicated AdjudicationView adjudicated adjudication_view",
    "game.annotation": "Annotated Remark annotated entry_of_event remarked",
    "game.comparison": "Comparison compare",
    "game.digests": "with_digests",
    "game.files": "FalseClaim Game LogFile false_claims play_log read_log",
    "game.logs": "going_on_from log_of",
    "game.next_moves": "NextMoves next_moves",
    "game.normal": "normal",
    "game.replays": "Replay Untrusted replay",
    "game.reports": "Report report",
    "game.surveys": "survey",
    "game.verdicts": "Verdict verdict_of",
    "imports.faults": "ImportFault Unimportable",
    "imports.scala_games": "ImportedGame ImportedStep import_game import_save",
    "mail.letters": "BadLetter Letter letters_in",
    "mail.replies": "Answered Trouble answered",
    "mail.senders": "NotTheirs",
    "mail.turn_page": "turn_page",
    "mail.turn_words": "turn_lines",
    "mail.turns": "Turn turn",
    "players.dice": "Dice",
    "game.non_players": "Judged judged",
    "players.non_players.decide": "answer_move decide next_non_player",
    "players.non_players.trace": "Decision Need TraceStep",
    "players.non_players.random_games": "mixed_game",
    "players.non_players.wanted": "Wanted",
    "players.non_players.verdicts": "MoveVerdict",
    "players.random_play": "Played deal random_game random_options random_players",
    "proofs.chain": "chained",
    "proofs.findings": "Fault Verified",
    "proofs.rolls": "roll",
    "proofs.sealed_deck": "SealedDeck sealed_deck",
    "proofs.seeds": "commitment joint_key",
    "proofs.verify": "verified",
    "prose.reading": "Proposal TextTooLong read_prose",
    "record.clauses": (
        "Activate At By ChooseCard ChooseFaction Clause Hide Move Number Option Place Rebox Remove "
        "Replace Roll SetLevel Verb"
    ),
    "record.effects": "Effect",
    "record.events": (
        "Action Amend Correct DecisionDice Digest Event Hold Note Pass Pivotal Play Reveal RevealMarker "
        "Segment ShareOut Stand Void Waive"
    ),
    "record.position": "Position",
    "record.setup": "Setup",
    "rules.awaited": "Awaited awaited",
    "rules.costs": "Cost costs",
    "rules.sequence": "to_act",
    "state.applying": "UnfitEffects apply_effects",
    "state.control": "control_in",
    "state.digest": "digest",
    "state.places": "places",
    "state.positions": "position_of",
    "state.state": "Space State resources",
    "state.victory": "controlled_population margins scores total_econ total_opposition total_support",
    "stores.memory": "MemoryStore",
    "stores.opening": "open_store",
    "stores.port": "Store StoreError",
    "table.asked": "SeatsAsked",
    "table.commands": (
        "Agree Begin ChooseMarkers Close Command Comment Decline End GiveOrder GiveSeed HandOver "
        "Leave PromiseSeed Propose Resign Say Sit Skip Submit TakeBack TakeBackOrder TakeOver Unseat"
    ),
    "table.decisions": "DecisionTaken",
    "table.facts": "TABLE Fact Recorded",
    "table.notices": "Notice Notices overdue",
    "table.refusals": "Conflict Forbidden NotNow Refused TableError Unknown refused",
    "table.table_state": "TableState",
    "table.tables": "Answer OpenedTable Tables",
    "table.views": "TableView table_view",
    "tell.board": "board_table",
    "tell.cards": "CardView card_view",
    "tell.compare": "Difference differences",
    "tell.effects": "Told effect_words narrate",
    "tell.near_moves": "near_moves",
    "tell.view": "StateView view",
    "tell.words": "standing",
    "underway": "Step",
    "walks": "Asked AskedView Unsaid Walk WalkView ask",
    "wording.normal": "normal_action",
}
"""The module below `fitl_core` that defines each name: the same list as above, for the running program."""


def __getattr__(name: str) -> object:
    """A public name, imported now."""
    from importlib import import_module

    if name == "__version__":
        value: object = _version()
    else:
        home = next((home for home, names in _HOMES.items() if name in names.split()), None)
        if home is None:
            raise AttributeError(f"module 'fitl_core' has no attribute {name!r}")
        value = getattr(import_module(f"fitl_core.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*globals(), *__all__]


def _version() -> str:
    """The installed version of the package, or that of the source tree."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("fitl")
    except PackageNotFoundError:
        return "0.1.0"
