"""The pieces that an Assault removes (3.2.4), and the US Capabilities that change them (5.3).

Abrams (card 11) removes a Base first. M-48 Patton (14) removes 2 more pieces. Search and Destroy (28)
removes an Underground Guerrilla. The removed pieces show whether Abrams or M-48 Patton is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

import msgspec

from fitl_core.errors import Refusal
from fitl_core.facts.counting import counted
from fitl_core.facts.factions import US, Faction
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.lasting import ABRAMS, PATTON, SEARCH_AND_DESTROY
from fitl_core.facts.pieces import CUBES, TUNNELED, Kind, Pieces, count_of
from fitl_core.record.clauses import Remove
from fitl_core.rules.context import Context
from fitl_core.rules.forms.piece_questions import PiecesChoice
from fitl_core.rules.progress import Granted
from fitl_core.rules.shared.enemy_pieces import refuse_sparing
from fitl_core.rules.shared.standing import standing

ACTIVE = (Kind.NG_ACTIVE, Kind.VG_ACTIVE)
UNDERGROUND = (Kind.NG, Kind.VG)
OPEN_BASES = (Kind.NB, Kind.VB)
PATTON_HITS = 2
PATTON_SPACES = 2


class FollowUp(msgspec.Struct):
    """Whether ARVN have followed a US Assault with one of their own, which they may do once."""

    done: bool = False


class GrantedAssault(Granted, frozen=True):
    """The ways in which an Assault that an Event grants differs from the rule.

    With `past_tunnels` Tunneled Bases are removed like others. With `against` only pieces of that Faction
    are removed. The cubes in `as_troops` Assault together, all as US Troops. Several Assaults that ARVN may
    follow only once share one `follow_up`.
    """

    past_tunnels: bool = False
    against: Faction | None = None
    as_troops: tuple[Kind, ...] = ()
    follow_up: FollowUp | None = None


PLAIN = GrantedAssault()
"""An Assault by the rule, with or without a grant."""


class RemovalWay(msgspec.Struct, frozen=True, gc=False):
    """One way to remove pieces: the number of `hits`, and the Capabilities used for them, by card."""

    hits: int
    uses: tuple[int, ...] = ()

    @property
    def base_first(self) -> int:
        """Return the number of Bases that go before other pieces."""
        return int(ABRAMS in self.uses)


class Reach(msgspec.Struct, frozen=True, gc=False):
    """The numbers of NVA Troops, Active Guerrillas and Bases that can go in order, and of Tunnels met.

    `exposed` is true if no Guerrilla is left before the Bases.
    """

    troops: int
    guerrillas: int
    bases: int
    tunnels: int
    exposed: bool

    @property
    def most(self) -> int:
        """Return the number of pieces that can be removed."""
        return self.troops + self.guerrillas + self.bases


class Removal:
    """The removal by an Assault of `faction` with `hits` in a space."""

    def __init__(
        self, ctx: Context, where: BoardSpace, faction: Faction, hits: int, granted: GrantedAssault = PLAIN
    ) -> None:
        self.ctx = ctx
        self.where = where
        self.faction = faction
        self.pieces: Pieces = ctx.draft[where].pieces
        self.against: Faction | None = granted.against
        self.as_troops: tuple[Kind, ...] = granted.as_troops
        self.plain: RemovalWay = RemovalWay(hits)
        self.ways: list[RemovalWay] = [self.plain]
        self.takes_hidden: bool = False
        self._reaches: dict[tuple[RemovalWay, int], Reach] = {}
        self.bases: tuple[Kind, ...] = OPEN_BASES
        self.tunnels: tuple[Kind, ...] = TUNNELED
        if granted.past_tunnels and (faction is US or ctx.alternative("card-23")):
            self.bases, self.tunnels = (*OPEN_BASES, *TUNNELED), ()
        if faction is US and ctx.draft.state.capabilities:
            self.takes_hidden = ctx.capability(SEARCH_AND_DESTROY) == "unshaded"
            self.ways = [self.plain, *self._ways_of_capabilities()]

    def _ways_of_capabilities(self) -> Iterator[RemovalWay]:
        abrams = self.ctx.capability(ABRAMS) == "unshaded" and not self.ctx.progress.has_used(ABRAMS)
        more = RemovalWay(self.plain.hits + PATTON_HITS, (PATTON,))
        if abrams and self.plain.hits:
            yield RemovalWay(self.plain.hits, (ABRAMS,))
        if self._patton_is_open():
            yield more
        if abrams and self._patton_is_open():
            yield RemovalWay(more.hits, (PATTON, ABRAMS))

    def _patton_is_open(self) -> bool:
        """Check whether unshaded M-48 Patton can help: in at most 2 spaces of an Assault, not in Lowland."""
        return (
            self.ctx.capability(PATTON) == "unshaded"
            and self.where.terrain != "lowland"
            and self.ctx.progress.has_used(PATTON) < PATTON_SPACES
        )

    def _targets(self, kinds: Iterable[Kind]) -> Iterable[Kind]:
        """Return the kinds that may be removed: all of `kinds`, or those of one Faction by an Event (5.5)."""
        if self.against is None:
            return kinds
        return [kind for kind in kinds if kind.faction is self.against]

    def _there(self, kinds: Iterable[Kind]) -> int:
        return count_of(self.pieces, kinds)

    def reach(self, way: RemovalWay, hidden: int = 0) -> Reach:
        """Return how far a way goes, besides `hidden` Underground Guerrillas and the Base that goes first."""
        reach = self._reaches.get((way, hidden))
        if reach is None:
            reach = self._reaches[way, hidden] = self._find_reach(way, hidden)
        return reach

    def _find_reach(self, way: RemovalWay, hidden: int) -> Reach:
        hits = max(0, way.hits - way.base_first - hidden)
        troops = min(hits, self._there(self._targets((Kind.NT,))))
        guerrillas = min(hits - troops, self._there(self._targets(ACTIVE)))
        hits_left = hits - troops - guerrillas
        if guerrillas < self._there(ACTIVE) or self._there(UNDERGROUND) > hidden:
            return Reach(troops, guerrillas, 0, 0, exposed=False)
        bases = max(0, min(hits_left, self._there(self._targets(self.bases)) - way.base_first))
        tunnels = self._there(self._targets(self.tunnels)) if hits_left else 0
        return Reach(troops, guerrillas, bases, tunnels, exposed=True)

    def _facts(self) -> tuple[str, ...]:
        strength = (
            f"{self.faction} Assault in {self.where.name} removes {self.plain.hits}: {self._reckoned()}"
        )
        if self.faction is US and self.ctx.capability(PATTON) == "unshaded" and not self._patton_is_open():
            return (strength, "M-48 Patton (card 14) adds 2 in up to 2 spaces that are not Lowland")
        return (strength,)

    def _reckoned(self) -> str:
        """Explain the strength of this Assault by the pieces and the terrain (3.2.4)."""
        highland = self.where.terrain == "highland"
        if self.faction is not US:
            province = self.where.kind == "province"
            cubes = self._there((Kind.AT,) if province else CUBES[self.faction])
            counts = counted(cubes, "ARVN Troop" if province else "ARVN cube")
            counts += " (no Police in a Province)" if province else ""
            return f"{counts}, {'in Highland 3' if highland else 2} for each piece"
        troops = counted(self._there(self.as_troops or (Kind.UT,)), "Troop")
        if self._there((Kind.UB,)):
            return f"{troops} with a US Base, 2 pieces for each"
        return f"{troops} in Highland without a US Base, 2 for each piece" if highland else troops

    def can_hit(self) -> bool:
        """Check whether there is a piece to remove, or a Tunnel to meet."""
        reach = self.reach(self.plain)
        return reach.most > 0 or reach.tunnels > 0

    def choice(self) -> PiecesChoice:
        """Return the question which pieces go."""
        numbers_hidden = (0, 1) if self.takes_hidden else (0,)
        troops = guerrillas = bases = most = 0
        for way, hidden in product(self.ways, numbers_hidden):
            reach, base_first = self.reach(way, hidden), way.base_first
            troops, guerrillas = max(troops, reach.troops), max(guerrillas, reach.guerrillas)
            bases, most = max(bases, reach.bases + base_first), max(most, reach.most + base_first + hidden)
        most_of = {
            Kind.NT: troops,
            **dict.fromkeys(ACTIVE, guerrillas),
            **dict.fromkeys(UNDERGROUND, max(numbers_hidden)),
            **dict.fromkeys(self.bases, bases),
        }
        limits = {kind: min(self.pieces[kind.slot], most_of[kind]) for kind in self._targets(most_of)}
        due = self.reach(self.plain)
        least = min(1, due.troops + due.guerrillas + (0 if due.tunnels else due.bases))
        return PiecesChoice(
            self.ctx.faction,
            self.ctx.rule,
            f"pieces to remove in {self.where.name}",
            Remove,
            self.where,
            limits,
            least,
            most,
            optional=least == 0,
            test=self._test,
            too_many=self._too_many,
            facts=self._facts,
        )

    def way(self, counts: Mapping[Kind, int]) -> RemovalWay:
        """Return the first way in which these pieces can be removed."""
        if len(self.ways) == 1:
            return self.plain
        return next((way for way in self.ways if self._refuse(way, counts) is None), self.plain)

    def allows(self, counts: Mapping[Kind, int]) -> bool:
        """Check whether some way removes exactly these numbers of each kind."""
        return self._test(counts) is None

    def tunnels_next(self) -> tuple[Kind, ...]:
        """Return the Tunneled Bases that are next, since no Troops or Guerrillas remain."""
        draft = self.ctx.draft
        if draft.number(self.where, (Kind.NT, *ACTIVE, *UNDERGROUND)):
            return ()
        return tuple([kind for kind in self._targets(self.tunnels) if draft.of_kind(self.where, kind)])

    def more_against_tunnel(self, way: RemovalWay) -> bool:
        """Check whether M-48 Patton may add the hits that this way lacks to meet a Tunnel."""
        return self.faction is US and PATTON not in way.uses and self._patton_is_open()

    def _test(self, counts: Mapping[Kind, int]) -> Refusal | None:
        """Refuse pieces that no way removes, with the reason that holds without Capabilities."""
        refusal = self._refuse(self.plain, counts)
        if refusal is None or any(self._refuse(way, counts) is None for way in self.ways[1:]):
            return None
        return refusal

    def _refuse(self, way: RemovalWay, counts: Mapping[Kind, int]) -> Refusal | None:
        """Refuse pieces that a way does not remove: NVA Troops go first, then Active Guerrillas, then Bases.

        One Insurgent may be ignored; the other loses as many pieces as it can (3.1). If there is a Tunnel
        to meet instead, no Base has to go.
        """
        ctx = self.ctx
        base_first = way.base_first
        hidden, bases = count_named(counts, UNDERGROUND), count_named(counts, self.bases) - base_first
        # An Assault without hits may still take a hidden Guerrilla (card 28).
        if hidden > 1 or bases < 0 or (way.hits and hidden + base_first > way.hits):
            return self._one_hidden("too-many")
        reach = self.reach(way, hidden)
        troops = counts.get(Kind.NT, 0)
        out_of_order = hidden and way.hits and troops < self._there(self._targets((Kind.NT,)))
        if troops < reach.troops or (out_of_order and not ctx.alternative("card-28")):
            return ctx.no("order-of-removal", f"NVA Troops go first: {Kind.NT.words(reach.troops)}")
        shielded = reach.guerrillas > 0 and count_named(counts, ACTIVE) < reach.guerrillas
        if bases and shielded:
            return ctx.no("order-of-removal", f"Active Guerrillas go before Bases: {reach.guerrillas}")
        if bases and not reach.exposed:
            return refuse_base(ctx, self.where)
        total, most = sum(counts.values()) - hidden - base_first, reach.most
        if total > most:
            why = f"{counted(total, 'piece')} in {self.where.name}, at most {most} are allowed"
            return ctx.no("too-many", why)
        if total == most:
            return None
        limits = self._limits(reach)
        if base_first:
            first = next(kind for kind in self.bases if counts.get(kind))
            limits[first] = limits.get(first, 0) + 1
        return refuse_sparing(counts, limits, bases_open=not shielded and not reach.tunnels)

    def _one_hidden(self, code: str) -> Refusal:
        """Refuse more Underground Guerrillas than unshaded Search and Destroy takes (card 28)."""
        why = "Search and Destroy lets a US Assault remove at most 1 Underground Guerrilla in a space"
        return self.ctx.under(f"card {SEARCH_AND_DESTROY}").no(code, why)

    def _limits(self, reach: Reach) -> dict[Kind, int]:
        most_of = {
            Kind.NT: reach.troops,
            **dict.fromkeys(ACTIVE, reach.guerrillas),
            **dict.fromkeys(self.bases, reach.bases),
        }
        return {kind: min(self.pieces[kind.slot], most_of[kind]) for kind in self._targets(most_of)}

    def _too_many(self, kind: Kind, number: int) -> Refusal | None:
        """Explain why `number` pieces of a kind cannot be removed."""
        ctx, have = self.ctx, self.pieces[kind.slot]
        if not self._targets((kind,)):
            return ctx.no("wrong-pieces", f"this Assault removes only {self.against} pieces")
        if kind in UNDERGROUND and have:
            if self.takes_hidden:
                return self._one_hidden("underground")
            return ctx.no("underground", "Assault removes no Underground Guerrillas")
        if number > have:
            facts = (standing(ctx.draft, self.where, kind.underground),) if kind in ACTIVE else ()
            return ctx.no("no-such-pieces", f"{self.where.name} has {kind.words(have)}", *facts)
        reach = self.reach(self.plain)
        if kind in ACTIVE and self._there((Kind.NT,)):
            rest = f"which leaves the Assault {reach.guerrillas} of the Guerrillas"
            return ctx.no("order-of-removal", f"NVA Troops go first: {Kind.NT.words(reach.troops)}, {rest}")
        if kind in self.tunnels and have:
            return ctx.no("tunnel", "a Tunneled Base is not removed; a die is rolled for its Tunnel")
        if kind in self.bases and not self.reach(self.plain).bases:
            return refuse_base(ctx, self.where)
        return None


def count_named(counts: Mapping[Kind, int], kinds: tuple[Kind, ...]) -> int:
    """Return the number of pieces of these kinds among `counts`."""
    number = 0
    for kind in counts:
        if kind in kinds:
            number += counts[kind]
    return number


def refuse_base(ctx: Context, where: BoardSpace) -> Refusal:
    """Refuse the removal of a Base that Guerrillas shield from an Assault."""
    hidden, active = ctx.draft.number(where, UNDERGROUND), ctx.draft.number(where, ACTIVE)
    facts = (f"{where.name}: {hidden} Underground, {counted(active, 'Active Guerrilla')}",)
    if hidden:
        why = "Underground Guerrillas of either Insurgent keep its Bases from being removed"
        return ctx.no("base-shielded", why, *facts)
    return ctx.no("base-shielded", "Bases go only once no NVA or VC Guerrilla remains", *facts)


def first_to_go(ctx: Context, where: BoardSpace) -> tuple[Kind, ...]:
    """Return the kinds of which a piece must go first: NVA Troops, Active Guerrillas, or Bases."""
    draft = ctx.draft
    for kinds in ((Kind.NT,), ACTIVE):
        if draft.number(where, kinds):
            return kinds
    return OPEN_BASES if draft.number(where, OPEN_BASES) and not draft.number(where, UNDERGROUND) else ()
