"""Find parts of a written position that its phase excludes, on an Event card and in a Coup Round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fitl_core.facts.card_list import cards
from fitl_core.facts.editions import Edition
from fitl_core.facts.eligibility import NOTHING, sides_of
from fitl_core.facts.factions import Faction
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.lasting import MEDEVAC
from fitl_core.facts.pieces import Count, Kind, describe
from fitl_core.facts.players import non_players, player_of, player_words
from fitl_core.record.position import Position
from fitl_core.state.deck import is_final
from fitl_core.state.state import FAILED_ATTEMPTS, State
from fitl_core.state.turn_order import executed, next_to_act
from fitl_core.state.victory import margins, ranking, winner_of_check
from fitl_core.state.withdrawals import most_withdrawn

Told = Iterator[tuple[str, str, str]]
"""The part, rule and reason of each fault."""

REDEPLOY = ("redeploy-arvn", "redeploy-nva")
_BEHIND_LAOS = (*REDEPLOY, "rotation", "commitment", "withdrawal", "reset")
"""The phases after COIN pieces have left Laos and Cambodia (6.4.1)."""
_BEHIND_REDEPLOY = ("rotation", "commitment", "withdrawal", "reset")
_BEHIND_ROTATION = ("commitment", "withdrawal", "reset")
_SINCE_SUPPORT = ("support-us", "support-arvn", "support-vc", "redeploy", *_BEHIND_LAOS, "over")
"""The phases that need the record of Pacification (6.3.1)."""
MOST_PACIFIED = 4


def impossible_phase(position: Position, state: State) -> Told:
    """Yield every part of a position that its phase excludes."""
    coup = bool(position.played) and cards()[position.played[-1]].is_coup
    if coup:
        yield from _impossible_round(position, state)
    elif position.phase not in ("card", "finished", "over"):
        why = f"the phase {position.phase} is of a Coup Round, and no Coup card is played"
        yield "phase", "6.0", why
    if position.phase == "card" and not coup:
        yield from _impossible_turns(position, state)
    if position.phase == "finished" and not position.played:
        yield "phase", "2.2", "a card is finished, but none is played"
    over = position.phase == "over"
    if (position.winner is not None) != over or (position.ended is not None) != over:
        part = next((name for name in ("winner", "ended") if getattr(position, name) is not None), "phase")
        yield part, "7.0", "a winner and how he won go with the phase over, and only with it"
    elif over:
        yield from _impossible_winner(state)
    if position.held_control is not None and position.phase not in REDEPLOY:
        yield "held_control", "6.4", "Control is held only while Redeploy lasts"
    if position.full_option and position.phase != "card":
        yield "full_option", "7.3", "a Hidden Asset is in effect only in a turn on an Event card"
    yield from _impossible_memory(position, state)
    yield from _impossible_by_events(position)
    yield from _old_momentum(position)


def _impossible_winner(state: State) -> Told:
    """Yield a winner that does not follow from the margins (7.1) or from a check (6.1)."""
    if state.winner is None or non_players(state.players):
        return
    if state.ended == "check" and winner_of_check(state) is None:
        yield "ended", "6.1", "nobody passes the victory check"
    first = ranking(state, final=state.ended == "final")[0]
    if state.winner not in player_of(state.players, first):
        group = player_words(player_of(state.players, first))
        yield "winner", "7.1", f"{group} comes in 1st with {margins(state)[first]:+d}, not {state.winner}"


def _impossible_turns(position: Position, state: State) -> Told:
    """Yield a fault if nobody is left to act on an unfinished Event card (2.3.3, 2.3.6).

    A Faction that acted out of turn is no fault: a table may let that stand (SPEC 3).
    """
    have_acted = [done.faction for done in state.done]
    for faction in dict.fromkeys(have_acted):
        if (times := have_acted.count(faction)) > 1:
            yield "done", "2.3.2", f"{faction} acts once on a card, and has here {times} times"
    for faction in position.barred:
        if faction in state.eligible and faction not in have_acted:
            why = f"{faction} is Ineligible through the next card by an Event, and stands in the Eligible box"
            yield "barred", "2.3.6", why
    if position.next is None:
        if position.done:
            yield "done", "2.2", "Factions have acted before the next card was shown"
        return
    if position.played and next_to_act(state) is None:
        acted = " and ".join([done.faction for done in executed(state)][:2])
        cause = f"{acted} have executed" if len(executed(state)) > 1 else "no Eligible Faction is left"
        why = f"{cause}, so the card is finished: write phase finished, and who is Eligible then"
        yield "done" if position.done else "eligible", "2.3.6", why


def _impossible_round(position: Position, state: State) -> Told:
    """Yield faults of a Coup Round: a phase that it does not reach, pieces that have left."""
    phase = position.phase
    if phase == "card":
        if position.done:
            yield "done", "2.4", "on a Coup card no Faction has executed anything"
        return
    if phase in ("finished", "over"):
        return
    if phase == "desert" and position.played[-1] not in FAILED_ATTEMPTS:
        yield "phase", "2.4", f"cubes desert by a Failed Attempt, and card {position.played[-1]} is none"
    if phase != "desert" and any(cards()[number].is_coup for number in position.played[-2:-1]):
        yield "phase", "6.0", "there is no second Coup Round in a row"
    if phase in _BEHIND_REDEPLOY and is_final(state):
        yield "phase", "6.4.5", "the last Coup card is played: the game ends before Commitment"
    if phase == "withdrawal" and state.rules is Edition.ORIGINAL:
        yield "phase", "6.5", "by the original edition VC have no answer to a Withdrawal"
    if phase in _BEHIND_LAOS:
        yield from _left_in_laos(position)
    if phase in _BEHIND_ROTATION:
        yield from _left_in_casualties(position, state)


def _left_in_laos(position: Position) -> Told:
    for here in position.spaces:
        where = spaces_by_id()[here.space]
        coin = [count for count in here.pieces if count.kind.faction.is_coin]
        if where.in_laos_or_cambodia and coin:
            why = f"{describe(coin)} in {where.name}: US and ARVN pieces have left Laos and Cambodia by now"
            yield where.id, "6.4.1", why


def _left_in_casualties(position: Position, state: State) -> Told:
    """Return Casualties that may lie there after the rotation (6.5, card 15)."""

    def may_be_left(count: Count) -> bool:
        troops_wait = position.phase == "commitment" and state.rules is Edition.SECOND
        saved = (MEDEVAC, "unshaded") in position.momentum
        return count.kind is Kind.UT and troops_wait and not saved

    wrong = [count for count in position.casualties if not may_be_left(count)]
    if wrong:
        saved = wrong[0].kind is Kind.UT and (MEDEVAC, "unshaded") in position.momentum
        why = f"{describe(wrong)} among the Casualties, which the Commitment Phase has dealt with by now"
        yield "casualties", f"card {MEDEVAC}" if saved else "6.5", why


def _impossible_memory(position: Position, state: State) -> Told:
    """Yield records outside the part of a Coup Round that needs them (6.3.1, 6.5)."""
    if position.pacified:
        spaces = [space for space, _ in position.pacified]
        if position.phase not in _SINCE_SUPPORT:
            yield (
                "pacified",
                "6.3.1",
                "what was Pacified is remembered from the Support Phase on, in its Round",
            )
        elif len(set(spaces)) > MOST_PACIFIED:
            yield "pacified", "6.3.1", f"{len(set(spaces))} spaces are Pacified, of {MOST_PACIFIED} at most"
    if position.withdrawn and position.phase != "withdrawal":
        yield "withdrawn", "6.5", "what the US withdrew is remembered only until VC have answered it"
    elif position.withdrawn > (most := most_withdrawn(state)):
        troops, bases = (kind.words(state.available[kind.slot]) for kind in (Kind.UT, Kind.UB))
        why = f"{position.withdrawn} pieces are withdrawn; with {troops} and {bases} Available"
        yield "withdrawn", "6.5", f"{why} it is {most} at most"


def _impossible_by_events(position: Position) -> Told:
    """Yield marks of Eligibility that need an Event executed on this card (2.3.6)."""
    executing = [faction for faction, deed in position.done if deed == "event"]
    if position.phase == "card" and executing and position.played:
        yield from _not_by_this_event(position, executing)
        return
    for part, factions, what in _by_events(position):
        if factions:
            so = "nobody has executed one" if position.phase == "card" else "this card is done"
            yield part, "2.3.6", f"{factions[0]} {what} by an Event on this card only, and {so}"


def _by_events(position: Position) -> tuple[tuple[str, tuple[Faction, ...], str], ...]:
    return (
        ("stays", position.stays, "stays Eligible"),
        ("barred", position.barred, "is Ineligible through the next card"),
    )


def _not_by_this_event(position: Position, executing: Sequence[Faction]) -> Told:
    """Yield marks of Eligibility that neither side of this card's Event makes."""
    card = position.played[-1]
    sides = sides_of(card, dict((*position.momentum, *position.capabilities)).get(card))
    stay = [{one for faction in executing for one in side.left_eligible(faction)} for side in sides]
    barred = [{*side.barred} for side in sides]
    rule = f"card {card}" if any(side != NOTHING for side in sides) else "2.3.6"
    by = f"that of card {card}, executed by {' and '.join(executing)}, does not"
    possible = True
    for (part, factions, what), allowed in zip(_by_events(position), (stay, barred), strict=True):
        for faction in factions:
            if not any(faction in those for those in allowed):
                possible = False
                yield part, rule, f"{faction} {what} by an Event that says so; {by}"
    both = zip(stay, barred, strict=True)
    if possible and not any(
        those >= {*position.stays} and lose >= {*position.barred} for those, lose in both
    ):
        staying, lost = (" and ".join(factions) for factions in (position.stays, position.barred))
        yield (
            "stays",
            rule,
            f"by no side of card {card} {staying} stays Eligible and {lost} becomes Ineligible",
        )


def _old_momentum(position: Position) -> Told:
    """Yield Momentum from before the last Reset (6.6).

    A Coup card that was played last may have had no Reset: its Round goes on, or the game has ended in it.
    """
    played = position.played
    over = [i for i, number in enumerate(played[:-1]) if cards()[number].is_coup]
    for number, _ in position.momentum:
        coup = next((played[i] for i in over if number in played[:i]), None)
        if coup is not None:
            why = f"card {number} was played before Coup card {coup}, whose Reset ended its Momentum"
            yield "momentum", "6.6", why
