"""Answer a question of an Event by its form (8.4.3-8.4.7)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from fitl_core.errors import Violation
from fitl_core.facts.card_list import cards
from fitl_core.facts.factions import ARVN, US, Faction
from fitl_core.facts.game_map import BoardSpace, along, spaces_by_id
from fitl_core.facts.move_words import VERBS
from fitl_core.facts.pieces import KINDS
from fitl_core.players.non_players.events.by_card import by_card
from fitl_core.players.non_players.events.changes import (
    PREFERRED,
    Changes,
    Measure,
    tunnel_letters,
)
from fitl_core.players.non_players.events.conditions import has_base_and_2_guerrillas
from fitl_core.players.non_players.events.execution import Execution, run_trial, try_answer
from fitl_core.players.non_players.events.fights import fight_letters, strike_letters
from fitl_core.players.non_players.events.granted_actions import FOUGHT_OVER
from fitl_core.players.non_players.events.named_pieces import pieces_named
from fitl_core.players.non_players.events.naming import random_enemy
from fitl_core.players.non_players.events.piece_moves import pick_move
from fitl_core.players.non_players.events.shifting_pieces import shift, shift_letters
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At, ChooseCard, ChooseFaction, Clause, Number, Option, SetLevel
from fitl_core.walks import OpenedQuestion

GoingOn = Callable[[Execution], Deciding[None]]
Letter = tuple[str, Callable[[BoardSpace], int]]


def answer(run: Execution, asked: OpenedQuestion, going_on: GoingOn) -> Deciding[Clause | None]:
    """Return the answer of the deciding Faction, or None to leave the question out. `going_on`
    runs trials.
    """
    special = by_card(run, asked)
    if special is not None:
        card_answer = yield from special(run, asked)
        if card_answer is not None or asked.optional or not run.must_answer:
            return card_answer
    if "verb" in asked.forms:
        return None
    if "at" in asked.forms:
        return (yield from _space(run, asked, going_on))
    if "move" in asked.forms and asked.forms == ("move",):
        return (yield from pick_move(run, asked))
    if {"place", "remove", "hide", "activate", "rebox", "replace"} & set(asked.forms):
        return (yield from pieces_named(run, asked))
    open_now = asked.answers()
    if not open_now:
        return None
    if len(open_now) == 1:
        return open_now[0]
    if "number" in asked.forms:
        return _amount(run, [clause for clause in open_now if isinstance(clause, Number)])
    return (yield from _named(run, open_now))


# -- spaces ---------------------------------------------------------------------------------------


def _space(run: Execution, asked: OpenedQuestion, going_on: GoingOn) -> Deciding[Clause | None]:
    """Pick a space of an Event: the instruction, then 8.4.5, then most Bases, then most other pieces, then
    8.2.
    """
    d = run.d
    spaces = [spaces_by_id()[clause.space] for clause in asked.accepted() if type(clause) is At]
    if asked.rule == VERBS["airstrike"]:
        enemies = [kind for kind in KINDS if kind.faction.is_coin is not d.faction.is_coin]
        spaces = [at for at in spaces if d.number(at, enemies)] or ([] if asked.optional else spaces)
    if not spaces:
        return None
    if any(where.id == run.aim for where in spaces):
        return At(str(run.aim))
    if run.until is not None or (len(spaces) == 1 and not asked.optional):
        return At(spaces[0].id)
    outcomes: dict[str, tuple[Changes, bool] | None] = {}
    for where in spaces:
        outcomes[where.id] = outcome = try_answer(run, asked, At(where.id), going_on)
        if run.early and outcome is not None and (outcome[1] or outcome[0].is_effect()):
            return At(where.id)  # one such space proves that the Event has an effect (8.1)
    results = {name: outcome[0] for name, outcome in outcomes.items() if outcome is not None}
    acting = any(outcome is not None and outcome[1] for outcome in outcomes.values())
    fought = acting and run.card in FOUGHT_OVER
    spaces = [where for where in spaces if where.id in results]
    useful = spaces if acting and not fought else [w for w in spaces if results[w.id].is_effect()]
    if not useful:
        return None if asked.optional or not spaces else At(spaces[0].id)  # no die can matter (NP-Q50)
    best_spaces = useful
    letters = fight_letters(results) if fought else _letters(run, results)
    if asked.rule == VERBS["airstrike"] and d.faction is US:
        letters = [*_preferred(run, results), *strike_letters(results)]
    for letter, figure in letters:
        best_spaces = d.narrow(run.node, letter, best_spaces, figure)
    together = partial(_all_fit, run, asked, going_on)
    where = yield from d.pick_space(run.node, best_spaces, together=together)
    return At(where.id)


def _letters(run: Execution, results: dict[str, Changes]) -> list[Letter]:
    """Return the nested priorities for the spaces of an Event (8.4.1, 8.4.4)."""
    letters = _preferred(run, results)
    if "base-and-2-guerrillas" in run.instruction.prefer:
        letters.append(
            (
                "8.4.1 a Base and 2 Guerrillas",
                lambda where: has_base_and_2_guerrillas(run.d, where),
            )
        )
    shifts = {where: results[where.id].totals for where in along(results)}
    if any(shift.support or shift.opposition for shift in shifts.values()):
        letters += shift_letters(run.d.faction, shifts)
    return letters + _by(results, [*tunnel_letters(run.d.faction), *MOST_PIECES])


MOST_PIECES: tuple[tuple[str, Measure], ...] = (
    ("8.4.4 Bases", lambda changes: changes.bases),
    ("8.4.4 other pieces", lambda changes: changes.others),
)


def _preferred(run: Execution, results: dict[str, Changes]) -> list[Letter]:
    """Return the priorities that an instruction puts first (8.4.1)."""
    return _by(
        results, [(f"8.4.1 {name}", PREFERRED[name]) for name in run.instruction.prefer if name in PREFERRED]
    )


def _by(results: dict[str, Changes], measures: Sequence[tuple[str, Measure]]) -> list[Letter]:
    def figure(measure: Measure) -> Callable[[BoardSpace], int]:
        return lambda where: measure(results[where.id])

    return [(name, figure(measure)) for name, measure in measures]


def _all_fit(run: Execution, asked: OpenedQuestion, going_on: GoingOn, tied: Sequence[BoardSpace]) -> bool:
    """Check whether all these spaces can be selected in turn, so that no dice are needed (NP-Q50)."""
    trial = run.fork()
    trial.until = lambda later: (later.rule, later.prompt) == (asked.rule, asked.prompt)
    try:
        for at, where in enumerate(tied):
            if at:
                now = trial.walk.pending
                if now is None or (now.rule, now.prompt) != (asked.rule, asked.prompt):
                    return False
            trial.d.walk = trial.walk.say(At(where.id), asked.who)
            run_trial(going_on(trial))
    except Violation:
        return False
    return True


# -- names ------------------------------------------------------------------------------------------


def _named(run: Execution, open_now: Sequence[Clause]) -> Deciding[Clause | None]:
    """Pick an alternative, a Faction, a card or a level."""
    d = run.d
    instructed = [
        name
        for alternative in run.instruction.options
        if run.holds(alternative.when)
        for name in alternative.take
    ]
    for name in instructed:
        for clause in open_now:
            if _is_called(clause, name):
                d.note_pick("8.4.1", name, run.instruction.says)
                return clause
    if all(isinstance(clause, ChooseFaction) for clause in open_now):
        return (yield from _who_gains(run, [c.faction for c in open_now if isinstance(c, ChooseFaction)]))
    if levels := [clause for clause in open_now if isinstance(clause, SetLevel)]:
        return (yield from _level(run, levels))
    return (yield from d.pick_evenly(run.node, open_now, _words))


def _is_called(clause: Clause, name: str) -> bool:
    """Check whether a clause is the alternative that an instruction names."""
    match clause:
        case Option(option):
            return option == name or (name, option) in _ALSO
        case ChooseFaction(faction):
            return faction.lower() == name
    return False


_ALSO = {("lower-patronage", "patronage"), ("other", "pieces"), ("other", "aid")}
"""Pairs of an instruction's word and the option of cards 63, 66 and 97 that it means."""


def _who_gains(run: Execution, factions: Sequence[Faction]) -> Deciding[Clause]:
    """Pick the Faction that gains: itself, its friend, then a random enemy, Non-players before players
    (8.4.4, NP-Q44).
    """
    d = run.d
    friends = [faction for faction in factions if faction.is_coin is d.faction.is_coin]
    if d.faction in factions:
        gainer = d.faction
    elif friends:
        gainer = friends[0]
    else:
        gainer = yield from random_enemy(run, factions)
    d.note_pick("8.4.4", str(gainer), "who gains")
    return ChooseFaction(gainer)


def _level(run: Execution, open_now: Sequence[SetLevel]) -> Deciding[Clause]:
    """Pick a level by its shift (8.4.5)."""
    where = spaces_by_id()[open_now[0].space]
    now = run.d.support(where)
    shifts = {clause: shift(run, where, clause.level.value_ - now) for clause in open_now}
    best_levels = list(open_now)
    for letter, figure in shift_letters(run.d.faction, shifts):
        best_levels = run.d.narrow(run.node, letter, best_levels, figure)
    return (yield from run.d.pick_evenly(run.node, best_levels, _words))


def _words(clause: Clause) -> str:
    match clause:
        case ChooseCard(number):
            return f"{number} {cards()[number].title}"
        case Option(name):
            return name
        case SetLevel(_, level):
            return level.words
    return str(clause)


def _amount(run: Execution, open_now: Sequence[Number]) -> Clause:
    """Pick the amount: COIN raises Aid and ARVN Resources, Insurgents lower them; ARVN raises Patronage
    (8.4.4).

    The instruction of Honolulu Conference may differ for Patronage (card 64).
    """
    d = run.d
    track = open_now[0].track
    up = d.faction is ARVN if track == "patronage" else d.faction.is_coin
    for alternative in run.instruction.options:
        if track == "patronage" and run.holds(alternative.when):
            up = {"lower-patronage": False, "lower-all": False, "other": True}.get(alternative.take[0], up)
            break
    here = [clause for clause in open_now if clause.track == track]
    amount = (max if up else min)(here, key=lambda clause: clause.change)
    d.note_pick("8.4.4", f"{amount.track} {amount.change:+d}", "who gains")
    return amount
