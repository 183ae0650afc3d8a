"""ARVN Govern, with Train or after Patrol (8.7.2)."""

from __future__ import annotations

from fitl_core.facts.counting import counted
from fitl_core.facts.factions import US
from fitl_core.facts.game_map import BoardSpace, populated
from fitl_core.facts.lasting import MANDATE_OF_HEAVEN
from fitl_core.facts.players import non_players
from fitl_core.players.non_players.arvn.measures import rules_now
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.together import Together, both, in_any_case, while_enough
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At, Option
from fitl_core.rules.activities.govern import RULE, refuse_patronage, refuse_space
from fitl_core.state.victory import CONDITION, scores


def govern(d: Decider) -> Deciding[bool]:
    """Take Patronage, then Aid, in up to 2 spaces (8.7.2); return whether any space was Governed."""
    us_leads = _us_leads(d)
    node = "8.7.2/sa-1" if us_leads else "8.7.2/sa-2"
    governed = 0
    while governable := [
        where for where in d.open_spaces(among=populated()) if _gives_patronage(d, where, us_leads)
    ]:
        # Each space takes from the remaining Aid, and Mandate of Heaven spares only one of them.
        # So the best space is picked first, again and again.
        where = yield from d.pick_space(
            node,
            governable,
            ("", lambda at: min(at.population, d.now.aid)),
            together=both(_enough_for(d, us_leads), d.in_turn),
        )
        spared = not us_leads and d.support(where) == 1
        yield from d.say(At(where.id))
        yield from d.say(Option("patronage"))
        if spared:
            yield from d.say(Option("mandate"))
        governed += 1
    mandate = d.capability(MANDATE_OF_HEAVEN)
    facts = (f"{counted(governed, 'space')} for Patronage", f"Aid {d.now.aid}")
    if d.test("8.7.2/sa-3", (governed == 1 and mandate != "shaded") or d.now.aid == 0, *facts):
        while governable := d.open_spaces(among=populated()):
            # spaces of equal Population bring the same Aid, and nothing else changes: no roll (NP-Q50)
            where = yield from d.pick_space(
                "8.7.2/sa-3", governable, ("", lambda at: at.population), together=in_any_case
            )
            yield from d.say(At(where.id))
            yield from d.say(Option("aid"))
            governed += 1
    return governed > 0


def _enough_for(d: Decider, us_leads: bool) -> Together[BoardSpace]:
    """Return the condition that spaces give Patronage in any order: Aid for all, and 1 spared at most."""
    aid: Together[BoardSpace] = while_enough(d.now.aid, lambda at: at.population)
    return both(aid, while_enough(1, lambda at: not us_leads and d.support(at) == 1))


def _us_leads(d: Decider) -> bool:
    """Check whether the US is a player and has the score that it needs to win (7.2)."""
    if US in non_players(d.start.players):
        return d.test("8.7.2/sa-1", False, "the US is a Non-player")
    score = scores(d.now)[US]
    return d.test("8.7.2/sa-1", score > CONDITION[US], f"the US is a player, its score is {score}")


def _gives_patronage(d: Decider, where: BoardSpace, us_leads: bool) -> bool:
    """Check whether Govern should take Patronage in a space. It must not turn Neutral unless the US leads."""
    if not d.now.aid or refuse_patronage(rules_now(d, RULE), where) is not None:
        return False
    if d.now.aid < where.population and d.other_reading("NP-Q29"):
        return False
    return us_leads or d.support(where) > 1 or _is_sparing(d)


def _is_sparing(d: Decider) -> bool:
    """Check whether unshaded Mandate of Heaven can still spare a space its shift (card 86)."""
    if d.capability(MANDATE_OF_HEAVEN) != "unshaded":
        return False
    answers = () if d.walk is None else d.walk.said
    return all(clause != Option("mandate") for _, clause in answers)


def govern_is_possible(d: Decider) -> bool:
    """Check whether any space can be Governed by 8.7.2."""
    ctx = rules_now(d, RULE)
    spaces = [where for where in populated() if refuse_space(ctx, where) is None]
    us_leads = US not in non_players(d.start.players) and scores(d.now)[US] > CONDITION[US]
    return bool(spaces) and (not d.now.aid or any(_gives_patronage(d, at, us_leads) for at in spaces))
