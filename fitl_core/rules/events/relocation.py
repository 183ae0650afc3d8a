"""Pieces of an Event that relocate: straight from one space to another, however far (5.1.1)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any

from fitl_core.asking.questions import Answer, Question, lapsing
from fitl_core.errors import Refusal
from fitl_core.facts.counting import counted
from fitl_core.facts.game_map import BoardSpace, along, board, spaces_by_id
from fitl_core.facts.pieces import BASE_KINDS, Count, Kind
from fitl_core.record.clauses import Clause, Move, Place
from fitl_core.rules.context import Context
from fitl_core.rules.events.event_pieces import number_of
from fitl_core.rules.events.piece_answers import are_due
from fitl_core.rules.events.unwritten import as_answered, one_of_all
from fitl_core.rules.forms.piece_origins import MAP, Transit, Way
from fitl_core.rules.forms.piece_questions import MoveChoice
from fitl_core.rules.forms.space_questions import SpaceTest


class Relocation(MoveChoice, Transit):
    """Pieces that move straight from one space to another: `Ple>Hue:2ut`.

    A clause written as a placement from the map, `Hue+2ut<Ple`, is refused for the same reasons. If it is
    legal as a Move, `taken_up_wordings` rewords it.
    """

    kinds: tuple[Kind, ...]
    there: Callable[[], int]
    due: int = 0

    def lack(self, written: Iterable[Any] = ()) -> tuple[str, ...]:
        """Return how many pieces are due, of those that may move; else why none may."""
        return (are_due(min(self.due, self.there())) if self.due else ()) or super().lack(written)

    def take(self, clause: Clause) -> Answer:
        if type(clause) is not Place or clause.source not in spaces_by_id():
            return super().take(clause)
        refused = super().take(Move((clause.source, clause.space), clause.pieces))
        return refused if isinstance(refused, Refusal) else None

    def one_of_all(self, due: int) -> Move | None:
        """Return the first move if all pieces go to the only space that takes them; else None."""
        if self.there() > due:
            return None
        moves: dict[tuple[tuple[str, ...], Kind], Move] = {
            (move.path, move.pieces[0].kind): move for move in self.legal()
        }
        if len({path[1] for path, _ in moves}) != 1 or any(kind in BASE_KINDS for _, kind in moves):
            return None
        return next(iter(moves.values()))

    def ways(self) -> tuple[Way, ...]:
        return ((MAP, MAP),)

    def concerns(self, kind: Kind) -> bool:
        return kind in self.kinds


def relocation(
    ctx: Context,
    prompt: str,
    kinds: Iterable[Kind],
    most: int,
    origin: SpaceTest,
    destination: SpaceTest,
    *,
    optional: bool = False,
    explicit: bool = False,
    due: int = 0,
) -> Relocation:
    """Return the question for pieces that move straight from one space to another: `Ple>Hue:2ut`."""
    kinds = tuple(kinds)

    def test(move: Move) -> Refusal | None:
        path = along(move.path)
        if len(path) != 2 or path[0] is path[1]:
            return ctx.no("space-not-allowed", "pieces relocate straight from one space to another")
        if (refusal := origin(path[0]) or destination(path[1])) is not None:
            return refusal
        for count in move.pieces:
            if count.kind not in kinds:
                return ctx.no("wrong-pieces", f"asked for: {prompt}, no {count.kind.noun}")
            if (refusal := ctx.draft.refuse_entry(path[1], count.kind, count.number)) is not None:
                return refusal
        if (total := number_of([move])) > most:
            return ctx.no("too-many", f"{counted(total, 'piece')}, at most {most} more")
        return ctx.refuse_absent(path[0], move.pieces)

    def ways(origins: Iterable[BoardSpace]) -> Iterator[Move]:
        starts = [start for start in origins if origin(start) is None and ctx.draft.number(start, kinds)]
        ends = [where for where in board().spaces if destination(where) is None] if starts else []
        for start in starts:
            for kind in kinds:
                for n in range(1, min(most, ctx.draft.of_kind(start, kind)) + 1):
                    for end in ends:
                        yield Move((start.id, end.id), (Count(n, kind),))

    def there() -> int:
        origins = [start for start in board().spaces if origin(start) is None]
        return sum([ctx.draft.number(start, kinds) for start in origins])

    return Relocation(
        ctx.faction, ctx.rule, prompt, test, ways, kinds, there, due, optional=optional, explicit=explicit
    )


def relocate(
    ctx: Context,
    prompt: str,
    kinds: Iterable[Kind],
    number: int,
    origin: SpaceTest,
    destination: SpaceTest,
    *,
    up_to: bool = False,
) -> Generator[Question, Any, list[Move]]:
    """Move exactly `number` pieces, or all that can move, from space to space. Return the moves."""
    kinds = tuple(kinds)
    moves: list[Move] = []
    begun = False
    while (remaining := number - number_of(moves)) > 0:
        choice = relocation(
            ctx,
            prompt,
            kinds,
            remaining,
            origin,
            destination,
            optional=up_to,
            explicit=begun,
            due=0 if up_to else remaining,
        )
        all_go = None if begun or up_to else choice.one_of_all(remaining)
        question = choice if all_go is None else one_of_all(choice, all_go)
        move, written = as_answered((yield lapsing(question)))
        if move is None:
            break
        begun = begun or written
        ctx.draft.move(along(move.path), move.pieces, ctx.rule)
        moves.append(move)
    return moves
