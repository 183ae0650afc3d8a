"""Every answer listed after a partial move is accepted: the check and the list agree."""

from random import Random

import pytest
from table import position

from fitl_core.engine import play
from fitl_core.errors import Violation
from fitl_core.record.events import Action
from fitl_core.state.state import total_pieces
from fitl_core.walks import ask
from notation.reader import read_line
from notation.writer import write_event

MIXED = (
    "Sai: 2ut ub 3at 2ap PS; Hue: 2ut 2at ap ar vg* ng terror 1; CaT: 2at ap PS; QTr: ut ui 3nt 2ng vg* vb;"
    "QNa: 2ar ng* vg; QTi: 3at ut 2vg* nb vb; BDi: 2ut ui 2vg AO; Tay: 2ut 2vg* vb^ nb^; KGi: 4vg* vb ng;"
    "KPh: 3ng vg* AO; SLa: 3ng nb 2nt; CLa: ng* nb 2nt; Fis: 2vg nb^; Par: 3vg; SaCT: 2vg ap; SaBM: ng"
)
SCARCE = MIXED + "; Ple: at ap ar; NVn: 3nt 4ng"
PARTIAL = [
    "US",
    "US train Sai",
    "US train Sai+2at pacify",
    "US train Sai patronage",
    "US sweep",
    "US sweep Sai>Tay:ut",
    "US assault",
    "US assault QTi",
    "US assault Hue",
    "US train Sai | airstrike {6}",
    "US train Sai | airstrike {6} QTr",
    "US patrol",
    "US patrol Sai>SaCT:ut",
    "US patrol Sai>SaBM:ut, Hue>HuDN:ut",
    "US patrol Sai>SaCT:2ut assault",
    "US train Sai | advise",
    "US train Sai | advise Hue",
    "US train Sai | advise QNa rangers",
    "US patrol | airlift",
    "US patrol | airlift Sai>Hue:ut+2at",
    "ARVN",
    "ARVN train Hue",
    "ARVN train Sai base Sai",
    "ARVN train Hue pacify Hue",
    "ARVN sweep Sai>Tay:2at, Hue",
    "ARVN assault",
    "ARVN train Sai | govern",
    "ARVN patrol",
    "ARVN patrol Sai>SaCT:ap",
    "ARVN patrol assault",
    "ARVN patrol | transport",
    "ARVN patrol | transport Sai>SaCT:2at",
    "ARVN raid",
    "ARVN raid QNa>QTr:ar",
    "ARVN sweep QTi | raid",
    "NVA",
    "NVA rally",
    "NVA rally KPh",
    "NVA rally SLa",
    "NVA march",
    "NVA march SLa>Ple:2ng",
    "NVA march KPh>SaCT:ng | ambush",
    "NVA march KPh>SaCT:ng | ambush SaCT",
    "NVA attack",
    "NVA attack QTr",
    "NVA attack QTr | ambush",
    "NVA attack QTr {1}",
    "NVA terror",
    "NVA terror QTr",
    "NVA terror QTr | bombard",
    "NVA terror QTr | bombard Hue",
    "NVA rally KPh+ng | infiltrate",
    "NVA rally KPh+ng | infiltrate SLa",
    "NVA rally KPh+ng | infiltrate KPh",
    "VC",
    "VC rally",
    "VC rally KGi",
    "VC rally KGi~4vg | tax",
    "VC march Par>KPh:vg",
    "VC terror",
    "VC terror Par, SaCT",
    "VC terror Par | subvert",
    "VC terror Par | subvert SaCT",
    "VC attack Hue",
    "VC attack SaCT | ambush SaCT",
]
LASTING = (4, 8, 11, 13, 14, 18, 19, 20, 28, 31, 32, 33, 34, 45, 61, 86, 101, 104, 116)
FIELDS = {
    "mixed": {"ARVN": 60},
    "original": {"ARVN": 60, "rules": "original", "trail": 4},
    "scarce": {"available": "0at 0ap 0ar 0ab 0ui 0nt 0ng 0nb 0vg 0vb", "ARVN": 19, "NVA": 3, "VC": 2},
    "unshaded": {"ARVN": 60, "capabilities": tuple((card, "unshaded") for card in LASTING)},
    "shaded": {"ARVN": 60, "capabilities": tuple((card, "shaded") for card in LASTING), "trail": 3},
    "traps": {"ARVN": 60, "capabilities": ((101, "shaded"),), "momentum": ((17, "unshaded"),), "next": 125},
}


def parsed(text):
    """Return the Faction and the segments of a partial line. A bare tag of a Faction has no segments."""
    faction, _, rest = text.partition(" ")
    if not rest:
        return faction, ()
    event = read_line(text).event
    assert isinstance(event, Action)
    return event.faction, event.segments


@pytest.mark.parametrize("fields", FIELDS)
@pytest.mark.parametrize("text", PARTIAL)
def test_3_every_listed_answer_applies(text, fields):
    """The answers listed after a partial move, and those listed after them, are accepted (by sample)."""
    who, begun = parsed(text)
    spaces = SCARCE if fields == "scarce" else MIXED
    state = position(spaces, to_act=who, **FIELDS[fields]).state
    faction = next(f for f in state.eligible if f == who)
    pieces = total_pieces(state)
    rng = Random(text + fields)
    try:
        walk = ask(state, faction, begun)
        goes_on = bool(walk.questions) or walk.may_end
    except Violation:
        goes_on = False
    if not goes_on:
        assert fields != "mixed"
        with pytest.raises(Violation):  # a move that may not begin may not be played
            play(state, Action(faction, begun))
        return
    for question in walk.questions:
        answers = question.answers()
        for answer in rng.sample(answers, min(12, len(answers))):
            following = walk.say(answer)
            assert following.questions or following.may_end, write_event(following.action)
            if following.may_end:
                assert total_pieces(following.play().state) == pieces
