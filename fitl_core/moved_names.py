"""Names that have moved: each still works, and a `DeprecationWarning` says the new name.

`MOVED` has the names of `fitl_core`, `FORMER_MODULES` those of the modules of version 0.1.0.
"""

from __future__ import annotations

from typing import Any

MOVED = {
    "Adjudicated": "AdjudicatedMove",
    "Agree": "table.Agree",
    "Answer": "table.Answer",
    "Answered": "mail.MailReply",
    "Arrow": "pictures.Arrow",
    "Asked": "OpenedQuestion",
    "Awaited": "WaitsFor",
    "BadLetter": "mail.BadLetter",
    "Begin": "table.Begin",
    "Board": "facts.GameBoard",
    "COIN": "facts.COIN",
    "CardView": "tell.CardView",
    "ChooseMarkers": "table.ChooseMarkers",
    "Close": "table.Close",
    "Codes": "facts.CodeLists",
    "Command": "table.Command",
    "Comment": "table.SubmitComment",
    "Conflict": "table.Conflict",
    "ControlName": "facts.ControlName",
    "Cost": "rules.Cost",
    "Damaged": "table.Damaged",
    "DeadEnd": "players.DeadEnd",
    "Decision": "players.Decision",
    "DecisionTaken": "table.DecisionTaken",
    "Decline": "table.Decline",
    "Dice": "players.Dice",
    "Difference": "tell.Difference",
    "Digest": "DigestLine",
    "Draft": "table.MoveDraft",
    "End": "table.End",
    "FOUR_PLAYERS": "facts.FOUR_PLAYERS",
    "Fact": "table.Fact",
    "Fault": "proofs.ProofFault",
    "Forbidden": "table.Forbidden",
    "GameFigures": "game.GameFigures",
    "GiveOrder": "table.GiveOrder",
    "GiveSeed": "table.GiveSeed",
    "HandOver": "table.HandOver",
    "INSURGENT": "facts.INSURGENT",
    "ImportFault": "imports.ImportFault",
    "ImportedGame": "imports.ImportedGame",
    "ImportedStep": "imports.ImportedStep",
    "Judged": "JudgedMove",
    "KeptFact": "stores.KeptFact",
    "KeyUsed": "table.KeyUsed",
    "Late": "stores.Late",
    "Leave": "table.Leave",
    "Letter": "mail.Letter",
    "Level": "facts.Level",
    "MemoryStore": "stores.MemoryStore",
    "Misplaced": "table.Misplaced",
    "MoveVerdict": "players.MoveVerdict",
    "Need": "players.Need",
    "NewFact": "stores.NewFact",
    "NextMoves": "OpenMoves",
    "NoFont": "pictures.NoFont",
    "NoPng": "pictures.NoPng",
    "NotNow": "table.NotNow",
    "NotTheirs": "mail.NotTheirs",
    "Notice": "table.Notice",
    "Notices": "table.Notices",
    "OpenedTable": "table.OpenedTable",
    "Play": "PlayCard",
    "Played": "players.PlayedEvent",
    "Players": "facts.Players",
    "PromiseSeed": "table.PromiseSeed",
    "ProofError": "proofs.ProofError",
    "Proposal": "prose.Proposal",
    "Propose": "table.Propose",
    "Reading": "facts.Reading",
    "Recorded": "table.Recorded",
    "Refused": "table.RefusalData",
    "Remark": "game.EntryRemark",
    "Repeated": "stores.Repeated",
    "Replay": "ReplayedGame",
    "Report": "FileReport",
    "Resign": "table.Resign",
    "Say": "table.Say",
    "SealedDeck": "proofs.SealedDeck",
    "SeatsAsked": "table.SeatsAsked",
    "Sit": "table.Sit",
    "Skip": "table.Skip",
    "Snapshot": "stores.Snapshot",
    "StateView": "tell.StateView",
    "Store": "stores.Store",
    "StoreError": "stores.StoreError",
    "Submit": "table.Submit",
    "TABLE": "table.TABLE",
    "TableError": "table.TableError",
    "TableState": "table.TableState",
    "TableView": "table.TableView",
    "Tables": "table.Tables",
    "TakeBack": "table.TakeBack",
    "TakeBackOrder": "table.TakeBackOrder",
    "TakeOver": "table.TakeOver",
    "TextTooLong": "prose.TextTooLong",
    "Told": "tell.Consequence",
    "Totals": "game.GameTotals",
    "TraceStep": "players.TraceStep",
    "Trouble": "mail.Trouble",
    "Turn": "mail.TurnSummary",
    "Uncertain": "stores.Uncertain",
    "Unfit": "stores.Unfit",
    "Unimportable": "imports.Unimportable",
    "Unknown": "table.Unknown",
    "Unreadable": "table.UnreadableFact",
    "Unsaid": "PassableQuestion",
    "Unseat": "table.Unseat",
    "Unwritable": "stores.Unwritable",
    "Verified": "proofs.Verification",
    "Wanted": "players.Wanted",
    "adjudicated": "adjudicate_move",
    "adjudication_view": "view_adjudication",
    "annotated": "annotate",
    "answer_move": "players.answer_move",
    "answered": "mail.reply_to",
    "awaited": "next_step",
    "backup": "stores.backup",
    "board_picture": "pictures.board_picture",
    "board_table": "tell.board_table",
    "card_view": "tell.view_card",
    "chained": "proofs.chained",
    "chart": "pictures.chart",
    "codes": "facts.codes",
    "commitment": "proofs.commitment",
    "control_in": "state.control_in",
    "controlled_population": "state.controlled_population",
    "copy_tables": "stores.copy_tables",
    "costs": "rules.costs",
    "deal": "players.deal",
    "decide": "players.decide",
    "draft": "table.draft_move",
    "effect_words": "tell.effect_words",
    "entry_of_event": "game.entry_of_event",
    "figures_of": "game.figures_of",
    "import_game": "imports.import_game",
    "import_save": "imports.import_save",
    "joint_key": "proofs.joint_key",
    "judged": "judge_non_players",
    "letters_in": "mail.letters_in",
    "mixed_game": "players.mixed_game",
    "next_non_player": "players.next_non_player",
    "non_players": "facts.non_players",
    "open_store": "stores.open_store",
    "overdue": "table.overdue",
    "places": "state.places",
    "png": "pictures.png",
    "random_game": "players.random_game",
    "random_options": "players.random_options",
    "random_players": "players.random_players",
    "read_prose": "prose.read_prose",
    "readings": "facts.readings",
    "redeal": "players.redeal",
    "refused": "table.describe_refusal",
    "remarked": "game.remarked",
    "replay_page": "pages.replay_page",
    "resources": "state.resources",
    "roll": "proofs.roll_die",
    "sealed_deck": "proofs.seal_deck",
    "standing": "tell.standing",
    "table_view": "table.view_table",
    "total_econ": "state.total_econ",
    "total_opposition": "state.total_opposition",
    "total_support": "state.total_support",
    "totals": "game.totals",
    "turn": "mail.summarize_turn",
    "turn_lines": "mail.turn_lines",
    "turn_page": "mail.turn_page",
    "verified": "proofs.verify",
    "view": "tell.view",
}
"""The new name of each, below `fitl_core`."""

FORMER_MODULES = {
    "fitl_core.claims": {"holds": "fitl_core.state.holds"},
    "fitl_core.engine": {"ask": "fitl_core.ask"},
    "fitl_core.events": {
        **{
            name: f"fitl_core.{name}"
            for name in (
                *("Action", "Activate", "At", "By", "ChooseCard", "ChooseFaction", "Clause", "Edition"),
                *("Event", "Hide", "Hold", "Move", "Note", "Number", "Option", "Pass", "Pivotal", "Place"),
                *("Rebox", "Remove", "Replace", "Reveal", "RevealMarker", "Roll", "Segment", "SetLevel"),
                *("Verb", "Waive"),
            )
        },
        **{name: f"fitl_core.{MOVED[name]}" for name in ("Digest", "Level", "Play")},
    },
    "fitl_core.session": {"Replay": "fitl_core.ReplayedGame", "replay": "fitl_core.replay"},
    "fitl_core.victory": {"margins": "fitl_core.margins"},
    "fitl_core.vocabulary": {
        "OPTIONS": "fitl_core.facts.move_words.OPTIONS",
        "VERBS": "fitl_core.facts.move_words.VERBS",
    },
    "notation.position": {
        "read_position": "notation.read_position",
        "write_position": "notation.write_position",
    },
}
"""The new place of each name that the pages of version 0.1.0 gave in a module."""


def moved(name: str) -> object | None:
    """Return what a name that has moved stands for, with a warning; None if no such name has moved."""
    new = MOVED.get(name)
    return None if new is None else _with_warning(f"fitl_core.{name}", f"fitl_core.{new}")


def former_name(module: str, name: str) -> Any:
    """Return what a name of a module of version 0.1.0 stands for, with a warning.

    It is called by the `__getattr__` of the module. Raises `AttributeError` if no such name has moved.
    """
    new = FORMER_MODULES[module].get(name)
    if new is None:
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    return _with_warning(f"{module}.{name}", new)


def _with_warning(old: str, new: str) -> object:
    """Import the new name. The warning points at the code that asked a module for the old one."""
    import warnings
    from importlib import import_module

    warnings.warn(f"{old} is now {new}", DeprecationWarning, stacklevel=4)
    package, _, last = new.rpartition(".")
    value: object = getattr(import_module(package), last)
    return value
