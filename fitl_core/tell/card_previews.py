"""Preview a card: the conditions of a Pivotal Event, and whether a side would change anything now."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from fitl_core.errors import FitlError, UnknownName
from fitl_core.facts.card_list import Side, cards
from fitl_core.facts.card_words import card_words
from fitl_core.facts.clarifications import Clarification, clarifications_on_card
from fitl_core.facts.factions import Faction
from fitl_core.facts.move_words import TRANSFER
from fitl_core.record.clauses import Clause, Option, Verb
from fitl_core.record.play_effects import Acted
from fitl_core.rules.events import sides
from fitl_core.rules.pivotal import LEADERS_NEEDED, wanted
from fitl_core.state.state import State
from fitl_core.walks import Walk, ask

_TRANSFERS = tuple([Verb(verb) for verb in TRANSFER])
MOST_ANSWERS = 60
"""The most clauses in an attempt to find an effect."""


class SideView(msgspec.Struct, frozen=True):
    """A side of a card: its effect in words, how it lasts (None: not), and whether it would act now.

    `would_act` is None without a position.
    """

    text: str
    lasting: str | None
    would_act: bool | None


class CardView(msgspec.Struct, frozen=True):
    """A card in our own words. `precondition` is that of a Pivotal Event (2.3.8), else None."""

    number: int
    title: str
    kind: str
    period: str | None
    order: tuple[Faction, ...]
    precondition: str | None
    sides: dict[Side, SideView]
    clarifications: tuple[Clarification, ...]


def view_card(number: int, state: State | None = None) -> CardView:
    """Return a card, and whether each side would act in a position for the first Faction on it.

    `number` is from 1 to 130. Raises `UnknownName` for another number.
    """
    if number not in card_words():
        raise UnknownName(f"number: there is no card {number}; cards run from 1 to 130")
    card = cards()[number]
    acts: dict[Side, bool] = {}
    if state is not None and not card.is_coup:
        acts = {side: would_act(state, number, side, card.order[0]) for side in sides(number)}
    return CardView(
        number,
        card.title,
        card.kind,
        card.period,
        card.order,
        precondition_of(number) or None,
        {
            side: SideView(text, card.lasting.get(side), acts.get(side))
            for side, text in card_words()[number].items()
        },
        clarifications_on_card(number),
    )


def card_lines(
    card: CardView, heading: Callable[[str], str] = str, aside: Callable[[str], str] = str
) -> list[str]:
    """Return the lines of a card. `heading` marks its title, and `aside` the words about its effect now."""
    period = f", {card.period}" if card.period else ""
    order = f"; order {', '.join(card.order)}" if card.order else ""
    lines = [f"{heading(f'{card.number} {card.title}')} ({card.kind}{period}{order})"]
    if card.precondition:
        lines.append(f"  precondition: {card.precondition}.")
    now = {True: " It would have an effect now.", False: " It would change nothing now.", None: ""}
    for side, words in card.sides.items():
        which = f"{side}: " if len(card.sides) > 1 else ""
        lines.append(f"  {which}{words.text}{aside(now[words.would_act])}")
    return lines + [f"  clarification: {one.question} {one.answer}" for one in card.clarifications]


def precondition_of(number: int) -> str:
    """Return the conditions for placing a Pivotal Event in words (2.3.8). Empty for other cards."""
    card = cards()[number]
    if card.kind != "pivotal":
        return ""
    return f"{LEADERS_NEEDED} cards in the RVN Leader box, and {wanted(card.order[0])}"


def would_act(state: State, number: int, side: Side, faction: Faction) -> bool:
    """Check whether a side would change anything if a Faction executed it now.

    Only some of the open answers are tried, so a rare effect may be missed.
    """
    posed = msgspec.structs.replace(
        state,
        card=number,
        next=state.next if state.next is not None else 0,
        phase="card",
        eligible=(faction,),
        done=(),
        stays=(),
        barred=(),
    )
    return any(_effect(posed, faction, side, pick) for pick in (0, -1))


def _effect(state: State, faction: Faction, side: Side, pick: int) -> bool:
    """Check whether anything happens if every question gets its first (or last) answer."""
    try:
        walk = ask(state, faction).say(Verb("event"))
        if len(sides(state.card or 0)) > 1:
            walk = walk.say(Option(side))
        for _ in range(MOST_ANSWERS):
            answer = _answer(walk, pick)
            if answer is None:
                break
            walk = walk.say(*answer)
        step = walk.play()
    except FitlError:
        return False
    return not isinstance(step.effects[0], Acted)  # `Acted` is the first effect after those of the Event


def _answer(walk: Walk, pick: int) -> tuple[Clause, Faction] | None:
    """Return the first (or last) open answer. A transfer does not belong to the Event (1.5.2)."""
    for question in walk.questions if pick == 0 else reversed(walk.questions):
        answers = [answer for answer in question.answers() if answer not in _TRANSFERS]
        if answers:
            return answers[pick], question.who
    return None
