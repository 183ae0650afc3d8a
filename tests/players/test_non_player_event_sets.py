"""8.4.4: spaces of an Event are picked one after another; no set of them is better than what comes of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from non_player_table import table

from fitl_core.facts.factions import Faction
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.events.carrying_out import carry_out
from fitl_core.players.non_players.events.changes import PREFERRED, Changes, shift_letters
from fitl_core.players.non_players.events.execution import Execution, driven
from fitl_core.players.non_players.events.instructions import instruction_for, usual_side
from fitl_core.players.non_players.flows import CONDUCT
from fitl_core.record.clauses import At, Option, Verb
from fitl_core.state.state import State
from fitl_core.walks import ask

CASES = [
    (21, "VC", "QTr ut vg PS; QNa ut vg AO; BDi ut 2vg; Tay ut vb PS; KHo ut vg"),
    (53, "ARVN", "QTr 2nt at; BDi 2nt 2at; Hue 3nt 2at; Ple nt at; Kon 4nt"),
    (53, "US", "QTr 2nt at; BDi nt 2at; Hue 3nt 2at; Ple nt at; Kon 4nt"),
    (56, "ARVN", "QTr 2at 2vg; QNa 2ng at; BDi vg ng; Ple 3vg 3at; Tay 2vg 4at"),
    (66, "VC", "QTr AS; Hue PS; DaN PS; BDi PS; Sai AS; Tay PO"),
    (66, "NVA", "QTr AS; Hue PS; DaN PS; BDi PS; Sai AS; Tay AO"),
    (83, "US", "Sai PS; Hue PS; DaN PS; Tay PS; Kon PS"),
    (83, "NVA", "Sai PS; Hue AS; DaN PS; Kon PO; CaT PS"),
    (105, "NVA", "QTr 2ap PS; QNa 2ap AS; Ple 2ap; BDi 2ap; Tay ap PO"),
    (105, "VC", "QTr 2ap PS; QNa 2ap AS; Ple 2ap; BDi 2ap; Tay ap PO"),
    (112, "VC", "Tay at; QTr ap PS; BDi ab AS; QNa ar AS; Kon at"),
    (112, "NVA", "Tay at; QTr ap PS; BDi ab AS; QNa ar AS; Kon at"),
]


def begun(state: State, faction: Faction, card: int) -> Execution:
    """The Event on the Faction's side, before its first question."""
    d = Decider(state, faction, CONDUCT)
    side = usual_side(card, faction)
    d.walk = ask(state, faction).say(Verb("event")).say(Option(side))
    return Execution(d, card, side, "8.4", trial=True)


def every_set(run: Execution, prompt: str, seen: set[frozenset[str]]) -> Iterator[State]:
    """What comes of every set of spaces that may be selected, whatever else is done by the priorities."""
    asked = run.walk.pending
    spaces = [clause for clause in asked.accepted() if type(clause) is At] if asked is not None else []
    if asked is None or asked.prompt != prompt or not spaces:
        driven(carry_out(run))
        yield run.outcome
        return
    for clause in spaces:
        said = frozenset([one.space for _, one in run.walk.said if isinstance(one, At)] + [clause.space])
        if said in seen or run.walk.behind(clause) is None:
            continue
        seen.add(said)
        trial = run.fork()
        trial.until = lambda later: later.prompt == prompt
        trial.d.walk = run.walk.say(clause, asked.who)
        driven(carry_out(trial))
        trial.until, trial.after = None, None
        yield from every_set(trial, prompt, seen)


def worth(state: State, after: State, faction: Faction, card: int) -> tuple[int, ...]:
    """What the Faction wants of an Event's spaces, the first first (8.4.1, 8.4.5, 8.4.4)."""
    changes = Changes(state, after, faction)
    preferred = [PREFERRED[name] for name in instruction_for(card, faction).prefer if name in PREFERRED]
    wanted = [*preferred, *[measure for _, measure in shift_letters(faction)]]
    return (*[measure(changes) for measure in wanted], changes.bases, changes.others)


@pytest.mark.parametrize(("card", "who", "position"), CASES)
def test_8_4_4_no_set_of_spaces_is_better(card: int, who: str, position: str) -> None:
    """Most of what is wanted, over all spaces together, whichever sets there are."""
    faction = Faction(who)
    state = table(f"{position}; played {card}; next 70; eligible {faction}", "none")
    run = begun(state, faction, card)
    first = run.walk.pending
    assert first is not None
    sets = list(every_set(begun(state, faction, card), first.prompt, set()))
    driven(carry_out(run))
    assert len(sets) > 3
    assert worth(state, run.outcome, faction, card) == max(worth(state, s, faction, card) for s in sets)
