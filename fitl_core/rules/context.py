"""A Faction that carries out an Operation, Special Activity or Event on a draft.

Procedures hold a `Context`: it asks questions for the Faction under the procedure's rule, pays, and changes
the draft. Read `progress` next.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from functools import partial
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec

from fitl_core.asking.questions import Answer, Pause, Procedure, Question
from fitl_core.errors import Refusal
from fitl_core.facts.card_list import Side, cards
from fitl_core.facts.counting import counted
from fitl_core.facts.editions import Edition
from fitl_core.facts.factions import US, Faction
from fitl_core.facts.game_map import BoardSpace, board
from fitl_core.facts.lasting import FORBIDDEN, TYPHOON_KATE
from fitl_core.facts.levels import Level
from fitl_core.facts.move_words import spoken
from fitl_core.facts.pieces import Count
from fitl_core.record.board_effects import TrackName
from fitl_core.record.clauses import Box, Clause, Track
from fitl_core.record.effects import Rolled
from fitl_core.rules.forms.name_questions import Alternatives, FactionChoice, NumberChoice, OptionChoice
from fitl_core.rules.forms.space_questions import SpaceChoice, SpaceTest
from fitl_core.rules.forms.verb_questions import RollChoice
from fitl_core.rules.progress import OWN, ClosedForm, Progress
from fitl_core.state.draft import Draft
from fitl_core.state.state import CAP, side_in_effect

KEPT_BEYOND_75 = "1.8-03"
"""The reading by which no more is transferred than the receiver has room for."""

P = ParamSpec("P")
Asked = TypeVar("Asked", bound=Question)


class Over(Question):
    """No question: refuses clauses of some forms, which have no place any more."""

    usual_step = "over"

    refusals: Mapping[type, Refusal]

    def take(self, clause: Clause) -> Answer:
        return self.refusals.get(type(clause))

    def candidates(self) -> Iterator[Clause]:
        return iter(())


class Context(msgspec.Struct, eq=False):
    """A Faction (`faction`) under a rule (`rule`) on a draft, as part of an action."""

    draft: Draft
    faction: Faction
    rule: str
    progress: Progress

    def under(self, rule: str, faction: Faction | None = None) -> Context:
        """Return the context of the same action under another rule, or for another Faction."""
        return Context(self.draft, faction or self.faction, rule, self.progress)

    # -- the position -------------------------------------------------------------------------

    @property
    def monsoon(self) -> bool:
        """Check whether it is Monsoon (2.3.9)."""
        return self.draft.state.monsoon

    @property
    def original(self) -> bool:
        """Check whether the original edition's rules are played."""
        return self.draft.state.rules is Edition.ORIGINAL

    def plays_option(self, option: str) -> bool:
        """Check whether the players have agreed on an option (`fitl_core.facts.options`)."""
        return option in self.draft.state.options

    def alternative(self, reading: str) -> bool:
        """Check whether the players chose the other reading of a rule (`fitl_core.facts.rule_readings`)."""
        return reading in self.draft.state.readings

    @property
    def leader(self) -> str:
        """Return the id of the RVN Leader whose text is in effect (2.4.1)."""
        return self.draft.state.leader_in_effect

    def capability(self, card: int) -> Side | None:
        """Return the side on which a Capability is in effect, or None (5.3)."""
        markers = self.draft.state.capabilities
        return side_in_effect(markers, card) if markers else None

    def momentum(self, card: int) -> Side | None:
        """Return the side on which a Momentum Event is in effect, or None (5.4)."""
        markers = self.draft.state.momentum
        return side_in_effect(markers, card) if markers else None

    def when_played(self, card: int) -> int:
        """Return the place of a card among those played; a Capability of the Period is older, at -1."""
        played = self.draft.state.played
        return played.index(card) if card in played else -1

    # -- asking -------------------------------------------------------------------------------

    def ask(
        self,
        form: Callable[Concatenate[Faction, str, str, Context, P], Asked],
        prompt: str,
        *args: P.args,
        **options: P.kwargs,
    ) -> Asked:
        """Return a question of a form that reads the context, for its Faction and under its rule."""
        return form(self.faction, self.rule, prompt, self, *args, **options)

    def no(self, code: str, message: str, *facts: str) -> Refusal:
        """Return a Refusal under the procedure's rule."""
        return Refusal(code, self.rule, message, facts)

    def close(
        self,
        why: Callable[[], Refusal],
        *forms: type,
        where: BoardSpace | None = None,
        names: tuple[str, ...] = (),
    ) -> None:
        """Record why clauses of these forms (in a space, or with a name) are no longer asked for."""
        if self.progress.closed is not None:
            self.progress.closed.append(ClosedForm(forms, where.id if where else "", names, why(), self.rule))

    def operation_space(
        self,
        prompt: str,
        test: Callable[[BoardSpace], Refusal | None],
        opens: tuple[type, ...] = (),
        may_be_none: bool = False,
        waiting: Callable[[BoardSpace], bool] | None = None,
        owed: bool = False,
        between: bool = True,
    ) -> SpaceChoice:
        """Return the question for a further space of the Operation: each once (3.1), in a LimOp just one
        (2.3.5).

        Selected spaces that are `waiting` to be resolved may be named again. A space that is `owed` is
        required.
        """
        whole = partial(self.refuse_operation_space, test, waiting)
        optional = not owed and self._may_stop(self.progress.operation_spaces, may_be_none, whole)
        return SpaceChoice(
            self.faction,
            self.rule,
            prompt,
            whole,
            opens,
            among=self.progress.grant.within,
            optional=optional,
            explicit=owed,
            between=between,
        )

    def refuse_operation_space(
        self, test: SpaceTest, waiting: Callable[[BoardSpace], bool] | None, where: BoardSpace
    ) -> Refusal | None:
        """Refuse a further space of the Operation; `test` is the Operation's own."""
        if waiting is not None and waiting(where):
            return None
        chosen = self.progress.operation_spaces
        return self.refuse_again(where, chosen, "3.1") or self.refuse_new_space(where) or test(where)

    def _may_stop(self, chosen: list[str], may_be_none: bool, test: SpaceTest) -> bool:
        """Check whether no further space is required; if an Event names every space, only if none is left."""
        grant = self.progress.grant
        return _is_nowhere(test) if grant.everywhere else bool(chosen) or may_be_none or grant.may_skip

    @property
    def activity_is_open(self) -> bool:
        """Check whether a Special Activity may still come in the course of the Operation (2.3.5, 4.1)."""
        progress = self.progress
        return not progress.limop and not progress.grant.free and progress.activity is None

    def pause(self) -> Pause:
        """Return a point between the steps of an Operation at which its Special Activity may come (4.1).

        The answer is True if one came and the Operation is resumed after it.
        """
        return Pause(self.faction, "4.1", "a Special Activity", optional=True, between=True)

    def closing_pause(self, what: str, why: Mapping[type, str]) -> Procedure:
        """Pause; if an interruption comes, refuse clauses of the forms in `why`, since `what` is over."""
        if (yield self.pause()):
            facts = [f"{spoken(verb)} has come in between" for verb in (self.progress.activity,) if verb]
            refusals = {form: self.no("one-operation", words, *facts) for form, words in why.items()}
            yield Over(self.faction, self.rule, what, refusals, optional=True)

    def activity_space(
        self,
        prompt: str,
        test: Callable[[BoardSpace], Refusal | None],
        most: int,
        opens: tuple[type, ...] = (),
        may_be_none: bool = False,
        limited_by: str = "",
        owed: bool = False,
    ) -> SpaceChoice:
        """Return the question for a further space of the Special Activity: each once (4.1), at most `most`.

        A space that is `owed` is required. A transfer may come between two spaces (1.5.2).
        """
        chosen = self.progress.activity_spaces
        whole = partial(self._refuse_activity_space, test, *self.activity_limit(most, limited_by))
        optional = not owed and self._may_stop(chosen, may_be_none, whole)
        between = self.progress.grant.free or bool(chosen)
        among = self.progress.grant.within
        return SpaceChoice(
            self.faction, self.rule, prompt, whole, opens, among=among, optional=optional, between=between
        )

    def _refuse_activity_space(
        self, test: SpaceTest, most: int, limited_by: str, where: BoardSpace
    ) -> Refusal | None:
        """Refuse a further space of the Special Activity; `test` is the Activity's own."""
        chosen = self.progress.activity_spaces
        if where.id in chosen:
            in_turn = self.progress.operation or self.progress.activity  # else it is a Support Phase
            return self.refuse_again(where, chosen, "4.1" if in_turn else self.rule)
        return self.refuse_more(chosen, most, limited_by) or self.refuse_outside(where) or test(where)

    def activity_limit(self, most: int, limited_by: str = "") -> tuple[int, str]:
        """Return the largest number of spaces of a Special Activity, and the card that limits it, if any.

        An Event that grants it may set its own number (5.1.2, 5.5). Otherwise Typhoon Kate allows 1 space
        (card 115), except for an Activity that Typhoon Kate forbids and an Event grants.
        """
        progress = self.progress
        if progress.grant.most_spaces is not None:
            return progress.grant.most_spaces, f"card {self.draft.state.card}"
        if most == 1 or not self.draft.state.momentum or not self.momentum(TYPHOON_KATE):
            return most, limited_by
        if progress.operation is None and progress.activity is None:  # the Support Phase
            return most, limited_by
        forbidden = progress.activity in FORBIDDEN[TYPHOON_KATE, "unshaded"]
        if not forbidden and not (progress.grant.free and self.alternative("card-115")):
            return 1, f"card {TYPHOON_KATE}"
        return most, limited_by

    def refuse_again(self, where: BoardSpace, chosen: list[str], rule: str) -> Refusal | None:
        """Refuse a space that has been selected already."""
        if where.id in chosen:
            why = f"{where.name} is selected already; each space only once"
            return Refusal("space-twice", rule, why)
        return None

    def refuse_more(self, chosen: list[str], most: int, limited_by: str = "") -> Refusal | None:
        """Refuse any further space once the limit of the rule, or of a card, is reached."""
        if len(chosen) >= most:
            why = f"at most {counted(most, 'space')}"
            return Refusal("too-many-spaces", limited_by or self.rule, why, _because_of(limited_by))
        return None

    def refuse_new_space(self, where: BoardSpace) -> Refusal | None:
        """Refuse a space that the Operation may not select.

        A Limited Operation has one space (2.3.5); an Event may limit which spaces and how many (5.5).
        """
        progress = self.progress
        if progress.limop and progress.operation_spaces:
            return Refusal("limop-one-space", "2.3.5", "a Limited Operation is in just 1 space")
        if progress.grant is OWN:
            return None
        return self.refuse_granted_space(where, progress.operation_spaces)

    def refuse_granted_space(self, where: BoardSpace, chosen: list[str]) -> Refusal | None:
        """Refuse a space beyond the number, or outside the spaces, that an Event grants (5.5)."""
        most = self.progress.grant.most_spaces
        if most is not None and (refusal := self.refuse_more(chosen, most)) is not None:
            return refusal
        return self.refuse_outside(where)

    def refuse_beyond(self, most: int, card: int) -> Refusal | None:
        """Refuse a space beyond the number that a lasting Event allows the Operation.

        An Event that grants the Operation more spaces prevails (5.1.2).
        """
        if self.progress.grant.most_spaces is not None or self.progress.grant.everywhere:
            return None
        return self.refuse_more(self.progress.operation_spaces, most, f"card {card}")

    def refuse_outside(self, where: BoardSpace) -> Refusal | None:
        """Refuse a space in which an Event grants no free Operation or Special Activity (5.5)."""
        return within(where) if (within := self.progress.grant.within) is not None else None

    def option(
        self,
        prompt: str,
        options: Alternatives,
        implied: Mapping[str, Callable[[Clause], bool]] | None = None,
        optional: bool = False,
        between: bool = False,
    ) -> OptionChoice:
        """Return the question for one of several alternatives."""
        return OptionChoice(
            self.faction, self.rule, prompt, options, implied or {}, optional=optional, between=between
        )

    def announce(self, name: str) -> OptionChoice:
        """Return the question for the name of a free Operation or Special Activity, which may be omitted."""
        return OptionChoice(self.faction, self.rule, f"the free {name}", {name: None})

    def roll(self, prompt: str) -> Generator[Question, Any, int]:
        """Ask how a die fell, and record the roll as an effect, whatever follows from it."""
        die: int = yield RollChoice(self.faction, self.rule, prompt)
        self.draft.happen(Rolled(self.rule, prompt, die))
        return die

    def amount(
        self,
        prompt: str,
        track: Track,
        changes: Mapping[int, Refusal | None],
        space: str = "",
        optional: bool = True,
        between: bool = False,
    ) -> NumberChoice:
        """Return the question, optional by default, for a change of a track or of a space's markers."""
        return NumberChoice(
            self.faction, self.rule, prompt, track, changes, space, optional=optional, between=between
        )

    def change(self, prompt: str, track: Track, *changes: int) -> NumberChoice:
        """Return the question for one of several changes of a track: `patronage+4` or `patronage-4`."""
        return NumberChoice(self.faction, self.rule, prompt, track, dict.fromkeys(changes))

    def name_faction(self, prompt: str, factions: Mapping[Faction, Refusal | None]) -> Question:
        """Return the question for a Faction."""
        return FactionChoice(self.faction, self.rule, prompt, factions)

    # -- paying -------------------------------------------------------------------------------

    def refuse_cost(self, cost: int, even_if_free: bool = False) -> Refusal | None:
        """Refuse a cost that the Faction cannot pay; free actions cost nothing (3.1.2)."""
        if self.progress.grant.free and not even_if_free:
            return None
        return self.draft.refuse_payment(self.faction, cost, self.rule)

    def pay(self, cost: int, even_if_free: bool = False) -> None:
        """Pay a cost from the Faction's Resources, for the US from ARVN's (1.8.1)."""
        if cost and (even_if_free or not self.progress.grant.free):
            self.draft.pay(self.faction, cost, self.rule)

    # -- pieces ------------------------------------------------------------------------------

    def add(self, track: TrackName, change: int) -> int:
        """Change a track or Resources within its limits (1.8, 6.7). Return the change that took place."""
        return self.draft.add(track, change, self.rule)

    def hand_over(self, giver: TrackName, receiver: TrackName, number: int) -> None:
        """Move `number` from one track to another, or as much as the giver has; beyond 75 it is lost (1.8).

        By the reading `KEPT_BEYOND_75` the giver keeps the amount for which the receiver has no room.
        """
        if self.alternative(KEPT_BEYOND_75):
            number = min(number, CAP - self.draft.figure(receiver))
        self.add(receiver, -self.add(giver, -number))

    def shift(self, where: BoardSpace, levels: int) -> None:
        """Shift a space toward Active Support (or, negative, Active Opposition), as far as possible."""
        self.draft.shift(where, levels, self.rule)

    def set_level(self, where: BoardSpace, level: Level) -> None:
        """Set a space to a level, if it has Population (1.6.1)."""
        self.draft.set_level(where, level.value_, self.rule)

    def refuse_absent(self, where: BoardSpace, pieces: tuple[Count, ...]) -> Refusal | None:
        """Refuse pieces of which a space has fewer than named."""
        for count in pieces:
            have = self.draft.of_kind(where, count.kind)
            if have < count.number:
                return self.no("no-such-pieces", f"{where.name} has {count.kind.words(have)}")
        return None

    def remove_by_enemy(self, where: BoardSpace, pieces: tuple[Count, ...]) -> None:
        """Remove pieces by enemy action: US pieces to Casualties, all others to Available (3.3.3)."""
        for count in pieces:
            to: Box = "casualties" if count.kind.faction is US else "available"
            self.draft.remove(where, count.kind, count.number, self.rule, to)


def _is_nowhere(test: SpaceTest) -> bool:
    """Check whether no space passes a test."""
    return all(test(where) is not None for where in board().spaces)


def _because_of(limit: str) -> tuple[str, ...]:
    """Name the source of a limit: the card by its title, or the Monsoon (2.3.9)."""
    if limit.startswith("card "):
        return (f"by {cards()[int(limit.removeprefix('card '))].title}",)
    return ("it is Monsoon",) if limit == "2.3.9" else ()
