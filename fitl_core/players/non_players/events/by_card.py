"""Questions and free actions of single cards that the general priorities do not settle (8.4.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fitl_core.facts.factions import ARVN, NVA, US, VC, Faction
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.move_words import OPERATIONS
from fitl_core.facts.pieces import BASES, OF_FACTION, Count, Kind, number_named
from fitl_core.players.non_players.events.card_moves import (
    bring_home,
    from_opposition,
    to_one_space,
    to_the_highland,
)
from fitl_core.players.non_players.events.execution import Execution
from fitl_core.players.non_players.events.joint_sweep import join_and_sweep, joint_assault
from fitl_core.players.non_players.events.marches import (
    all_troops,
    city_of_a_us_base,
    to_a_us_base,
    to_us_bases_then_for_control,
)
from fitl_core.players.non_players.events.named_pieces import off_map
from fitl_core.players.non_players.events.searches import land, lift, sweep_ashore
from fitl_core.players.non_players.space_figures import pieces_leaving
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At, ChooseFaction, Clause, Option, Place, Remove
from fitl_core.walks import OpenedQuestion

Special = Callable[[Execution, OpenedQuestion], Deciding[Clause | None]]


def by_card(run: Execution, asked: OpenedQuestion) -> Special | None:
    """Return the function that answers this question, if the card has its own."""
    of_card = _SPECIAL.get((run.card, run.side), {})
    if not asked.rule.startswith("card") and (run.card, asked.rule) not in _INSIDE:
        return None
    return next((special for form, special in of_card.items() if form in asked.forms), None)


def own_way(run: Execution, verb: str) -> bool:
    """Check whether the card or its instruction answers the questions of a verb one by one.

    Card 40 is such a card for an Air Strike by ARVN, which have no priorities for Air Strikes (8.4.4).
    """
    if (run.card, verb) == (40, "airstrike"):
        return run.d.faction is ARVN
    return (run.card, verb) in ((6, "airstrike"), (30, "airstrike"), *[(n, "attack") for n in (96, 122, 124)])


def _option(choose: Callable[[Execution], str]) -> Special:
    """Return an answer with the alternative that `choose` names, if it is open."""

    def special(run: Execution, asked: OpenedQuestion) -> Deciding[Clause | None]:
        open_now = asked.answers()
        wanted = Option(choose(run))
        run.d.note_pick("8.4.4", wanted.name, "who gains")
        return wanted if wanted in open_now else next(iter(open_now), None)
        yield

    return special


def _left_out(run: Execution, asked: OpenedQuestion) -> Deciding[Clause | None]:
    """Leave the question out. If it is required, give the first answer, which changes nothing."""
    return None if asked.optional else next(iter(asked.answers(most=1)), None)
    yield


def _in_board_order(run: Execution, asked: OpenedQuestion) -> Deciding[Clause | None]:
    """Pick the spaces in board order without dice, because all of them get their turn (NP-Q50)."""
    if asked.optional:
        return None
    return next((clause for clause in asked.accepted() if isinstance(clause, At)), None)
    yield


def _tet_pieces(run: Execution, asked: OpenedQuestion) -> Deciding[Clause | None]:
    """Place 6 pieces: 1 in Saigon, 1 in Hue, the others in random Cities; Guerrillas before Bases
    (card 124).
    """
    clauses = [clause for clause in off_map(asked) if isinstance(clause, Place)]
    if not clauses:
        return None
    kind = Kind.VG if any(clause.pieces[0].kind is Kind.VG for clause in clauses) else Kind.VB
    cities = dict.fromkeys([c.space for c in clauses if c.pieces[0].kind is kind])
    placed = [clause.space for _, clause in run.walk.said if isinstance(clause, Place)]
    due = [name for name in ("saigon", "hue") if name not in placed and name in cities]
    if due:
        return Place(due[0], (Count(1, kind),))
    city = yield from run.d.pick_space(run.node, [spaces_by_id()[name] for name in cities])
    return Place(city.id, (Count(1, kind),))


def _special_forces(run: Execution) -> str:
    """Pick the own Special Forces. If only those of the other Faction are Available, pick these (8.1.2)."""
    own, other = (Kind.AR, Kind.UI) if run.d.faction is ARVN else (Kind.UI, Kind.AR)
    available = run.d.now.available
    kind = other if available[other.slot] and not available[own.slot] else own
    return "rangers" if kind is Kind.AR else "irregulars"


def _forces_or_patronage(run: Execution) -> str:
    return "pieces" if run.d.faction is ARVN or not run.holds("arvn-is-a-player") else "patronage"


def _one_in_each(run: Execution, asked: OpenedQuestion) -> Deciding[Clause | None]:
    """Remove own pieces by 8.1.2 from every space, in board order without dice (NP-Q50)."""
    clauses = [clause for clause in off_map(asked) if isinstance(clause, Remove)]
    if not clauses:
        return None
    name = clauses[0].space
    here = [clause for clause in clauses if clause.space == name]
    kinds = {count.kind for clause in here for count in clause.pieces}
    number = number_named(here[0].pieces)
    pieces = run.d.now.spaces[spaces_by_id()[name].index].pieces
    return Remove(name, pieces_leaving(run.d, pieces, kinds, number))
    yield


def _whose_go(run: Execution, asked: OpenedQuestion) -> Deciding[Clause | None]:
    """Pick the enemy that loses more Bases, then more other pieces (8.4.4; card 100)."""
    offered = [clause for clause in asked.answers() if isinstance(clause, ChooseFaction)]
    where = spaces_by_id()[next(clause.space for _, clause in run.walk.said if isinstance(clause, At))]

    def bases(clause: ChooseFaction) -> int:
        return run.d.number(where, BASES[clause.faction][:1])

    def others(clause: ChooseFaction) -> int:
        kinds = [k for k in OF_FACTION[clause.faction] if k not in (*BASES[clause.faction], Kind.NT)]
        return run.d.number(where, kinds)

    losers = run.d.narrow(run.node, "8.4.4 Bases", offered, bases)
    losers = run.d.narrow(run.node, "8.4.4 other pieces", losers, others)
    return (yield from run.d.pick_evenly(run.node, losers)) if losers else None


def _as_in_its_phase(verb: str) -> Special:
    """Return an answer from the Faction's whole decision for a phase that the Event conducts (card 73)."""

    def special(run: Execution, asked: OpenedQuestion) -> Deciding[Clause | None]:
        if verb not in run.plans:
            before = run.walk
            yield from run.d.conduct[run.d.faction].carry_out[verb](run.d)
            run.plans[verb] = [clause for _, clause in run.walk.said[len(before.said) :]]
            run.d.walk = before
        return run.plans[verb].pop(0) if run.plans[verb] else None

    return special


_COMMITMENT = _as_in_its_phase("commit")
_TET: Mapping[str, Special] = {"place": _tet_pieces, "at": _in_board_order, "option": _left_out}

_SPECIAL: Mapping[tuple[int, str], Mapping[str, Special]] = {
    (36, "unshaded"): {"move": to_the_highland},
    (55, "shaded"): {"move": _left_out},
    (63, "shaded"): {"option": _option(lambda run: "resources" if run.d.faction is VC else "patronage")},
    (66, "unshaded"): {"option": _option(_forces_or_patronage)},
    (67, "unshaded"): {"move": land},
    (67, "shaded"): {"move": from_opposition},
    (68, "unshaded"): {"option": _option(_special_forces)},
    (71, "shaded"): {"at": city_of_a_us_base},
    (73, "unshaded"): {
        "place": _COMMITMENT,
        "remove": _COMMITMENT,
        "at": _as_in_its_phase("withdraw"),
    },
    (84, "shaded"): {"remove": _one_in_each},
    (91, "unshaded"): {"move": bring_home},
    (92, "shaded"): {"move": to_one_space},
    (94, "unshaded"): {"option": _option(lambda run: "remove" if run.d.faction.is_coin else "tunnels")},
    (96, "shaded"): _TET,
    (100, "unshaded"): {"faction": _whose_go},
    (118, "unshaded"): {"remove": _one_in_each},
    (122, "unshaded"): {"at": _in_board_order},
    (124, "unshaded"): _TET,
}
"""The function that answers a question, by card, side and form."""

_INSIDE = {*[(card, OPERATIONS["attack"]) for card in (96, 122, 124)], (73, "6.5")}
"""The cards that prescribe how an Operation within them is carried out, with the rule of the Operation."""

OwnWay = Callable[[Execution], Deciding[bool]]

OWN_WAYS: Mapping[tuple[int, str, Faction], OwnWay] = {
    (56, "march", NVA): to_us_bases_then_for_control,
    (59, "march", NVA): to_a_us_base,
    (62, "airlift", US): lift,
    (67, "sweep", US): sweep_ashore,
    (70, "sweep", US): join_and_sweep,
    (70, "sweep", ARVN): join_and_sweep,
    (70, "assault", US): joint_assault,
    (70, "assault", ARVN): joint_assault,
    (71, "march", NVA): all_troops,
}
"""The functions by card, verb and acting Faction. Each runs after its verb and returns whether anything was
done.
"""
