"""Sentences that invite a wrong reading: every cause below, with every verb of `prose_stages`.

A cause puts words around a plain sentence ("{plain}, none in {other}"), or other words into its places
(`count`, `noun`, `here`, `verb`). An honest reader is certain of nothing there, or of the plain move alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from prose_stages import STAGES, Stage


class Hostile(NamedTuple):
    """A sentence with the moves of which a reader may be certain."""

    stage: Stage
    cause: str
    text: str
    allowed: tuple[str, ...]


AROUND: dict[str, tuple[str, ...]] = {
    "pronoun": (
        "{plain}, and it dies",
        "{plain}. They flip",
        "{plain}, then remove them",
        "{plain}, with him",
        "{plain} and another one there",
        "{plain}, his too",
    ),
    "both": ("{plain}, kills both", "{plain} and both hit", "both: {plain}", "{plain}, both of them"),
    "except": (
        "{plain} and {other}, except the first",
        "{plain}, and everywhere else but {other}",
        "{plain}, all but one",
        "{plain}, all except one guerrilla",
        "{plain}, the rest in {other}",
    ),
    "denied": (
        "{who} does not do this: {plain}",
        "{plain}? No",
        "not so: {plain}",
        "never: {plain}",
        "{plain} is not possible",
        "{plain}, without a piece",
        "no, {plain}",
        "{plain} - denied",
        "hardly: {plain}",
        "{plain} fails",
        "{plain}, cancelled",
        "{plain}. On second thought pass",
    ),
    "counterfactual": (
        "{plain} if the die allows",
        "{plain} unless it rains",
        "if possible {plain}",
        "{plain} would be nice",
        "perhaps {plain}",
        "suppose {plain}",
        "assuming {plain}",
        "imagine {plain}",
        "{plain}, provided the card holds",
        "{plain} in case of need",
        "ideally {plain}",
        "{plain} when the Coup comes",
        "{plain} next time",
        "I was thinking of this: {plain}",
        "{plain} was the plan",
        "{plain}, otherwise pass",
    ),
    "question": (
        "{plain}?",
        "may {plain}",
        "is this legal: {plain}",
        "what about {plain}",
        "why {plain}",
        "{plain}, right",
        "{plain}, ok?",
        "does {plain} work",
    ),
    "corrected": (
        "{plain}, no wait",
        "{plain}, scratch that",
        "{plain}, I mean",
        "{plain}, make that three",
        "{plain}, or rather {other}",
        "{plain}, I take it back",
        "{plain}, forget it",
        "ignore this: {plain}",
        "{plain} (typo)",
        "{plain}, undo",
    ),
    "reported": (
        "last turn {plain}",
        "{plain} last turn",
        "yesterday {plain}",
        "on the previous card {plain}",
        "Bob said {plain}",
        "{plain}, says Ann",
        'he wrote "{plain}"',
        "> {plain}",
        "earlier {plain}",
        "{plain} already",
        "remember that {plain}",
        "{plain}, as before",
        "{plain}, same again",
        "{plain}, likewise",
        "{plain} respectively",
    ),
    "spread": (
        "{plain}, two each",
        "{plain}, three in total",
        "{plain} and {other} between them",
        "{plain}, one apiece",
        "{plain}, half of them",
        "{plain} twice",
        "{plain} x2",
        "{plain}, one more in each",
    ),
    "result": (
        "{plain}, kills none of the five bases",
        "{plain}, both hit",
        "{plain}, rolled 2",
        "{plain}, missed",
        "{plain}, no effect",
        "{plain}, die 6",
        "{plain}, losing 9 bases",
        "{plain}, leaving 7 guerrillas there",
        "{plain}, now at active opposition",
        "{plain}, Resources now 44",
        "{plain} for 17 resources",
        "{plain}, aid +11",
        "{plain}, and the trail rises to 4",
        "{plain}, no Control there",
        "{plain}, US Control",
    ),
    "two moves": (
        "{plain}, US pass",
        "{plain}; then the next player sweeps",
        "{plain}, then NVA march 2 troops to Hue",
        "{plain} or pass",
        "{plain} / pass",
        "{plain} and the Coup card",
        "either {plain} or event",
        "{plain} versus event shaded",
    ),
    "other factions": (
        "{plain} for the NVA",
        "{plain} with COIN help",
        "{plain}, ARVN too",
        "{plain}, as US asked",
        "US: {plain}",
        "the enemy: {plain}",
        "{plain}, VC guerrillas in {other} too",
    ),
    "ordinals": ("{plain}, the second one first", "the third: {plain}", "{plain}, first in {other}"),
    "elsewhere": (
        "{plain}, too, in {other}",
        "{plain} and next to {other}",
        "{plain} and all Cities",
        "{plain}, and the highlands",
        "{plain} and Quang",
        "{plain}, and the Delta",
        "{plain} and its neighbours",
        "{plain} and wherever possible",
        "{plain} and around {other}",
    ),
    "slang": (
        "{plain} yolo",
        "{plain} and bork {other}",
        "{plain} +1",
        "lol {plain}",
        "{plain} & so on",
        "{plain} etc",
    ),
    "typo": ("{plain} and {other}x", "{plain} in Plieku", "{plain} und", "{plain} wiht"),
}
"""Words around a plain sentence, by the reason why they are hostile: certain of nothing."""

HARMLESS: dict[str, tuple[str, ...]] = {
    "denied": (
        "{plain}, none in {other}",
        "{plain}, not {other}",
        "{plain}, but not in {other}",
        "{plain}, nothing else",
        "{plain} instead of {other}",
        "{plain}, skipping {other}",
        "{plain} without {other}",
        "{plain}, neither in {other}",
        "{plain} and leaves {other} alone",
        "{plain}, never {other}",
    ),
    "also": ("{plain}, too", "also {plain}", "{plain} instead", "{plain} again", "{plain} as well"),
}
"""Words around a plain sentence that leave it the plain move: certain of nothing else."""

INTO: dict[str, tuple[dict[str, str], ...]] = {
    "pronoun": (
        {"here": "there"},
        {"here": "it"},
        {"noun": "of them"},
        {"noun": "of his"},
        {"count": "his", "noun": "guys"},
    ),
    "amount": (
        {"count": "both"},
        {"count": "another"},
        {"count": "all but one"},
        {"count": "the rest of the"},
        {"count": "some"},
        {"count": "a few"},
        {"count": "no"},
        {"count": "2 or 3"},
        {"count": "2-3"},
        {"count": "2.5"},
        {"count": "up to 3"},
        {"count": "at least 1"},
        {"count": "about 3"},
        {"count": "fewer than 3"},
        {"count": "more than 1"},
        {"count": "half the"},
        {"count": "minus 2"},
        {"count": "a dozen"},
        {"count": "thirteen"},
        {"count": "neither"},
        {"count": "zero"},
        {"count": "0"},
        {"count": "not 2"},
        {"count": "2 of the 3"},
        {"count": "2nd"},
        {"count": "2000000"},
    ),
    "kind": (
        {"noun": "NVA bases"},
        {"noun": "US bases"},
        {"noun": "tanks"},
        {"noun": "things"},
        {"noun": "tunneled bases"},
        {"noun": "guerrilla bases"},
        {"noun": "of each kind"},
        {"noun": "rangers or irregulars"},
    ),
    "place": (
        {"here": "the highlands"},
        {"here": "Quang"},
        {"here": "the Delta"},
        {"here": "Saigon road"},
        {"here": "{here} or {other}"},
        {"here": "{here} and/or {other}"},
        {"here": "not {here}"},
        {"here": "everywhere but {here}"},
        {"here": "next to {here}"},
        {"here": "north of {here}"},
        {"here": "near {here}"},
        {"here": "outside {here}"},
        {"here": "{here}'s neighbour"},
        {"here": "somewhere"},
        {"here": "{other} (not {here})"},
        {"here": "neither {here} nor {other}"},
        {"here": "the same space"},
        {"here": "the other one"},
        {"here": "all spaces"},
        {"here": "Cities"},
    ),
    "verb": (
        {"verb": "does not {verb}"},
        {"verb": "would {verb}"},
        {"verb": "could {verb}"},
        {"verb": "might {verb}"},
        {"verb": "should have {verb}"},
        {"verb": "never {verb}"},
        {"verb": "refuses to {verb}"},
        {"verb": "fails to {verb}"},
        {"verb": "stops {verb}"},
        {"verb": "forgot to {verb}"},
        {"verb": "tried to {verb}"},
        {"verb": "avoids {verb}"},
        {"verb": "cannot {verb}"},
        {"verb": "almost {verb}"},
        {"verb": "un{verb}"},
        {"verb": "used to {verb}"},
        {"verb": "let NVA {verb}"},
        {"verb": "hates to {verb}"},
        {"verb": "likes to {verb}"},
        {"verb": "wants the US to {verb}"},
        {"verb": "no longer {verb}"},
        {"verb": "is about to {verb}"},
        {"verb": "was to {verb}"},
    ),
}
"""Other words in a place of a plain sentence: certain of nothing."""

TOLD: dict[str, dict[str, tuple[str, ...]]] = {
    "airstrike": {
        "US sweeps Pleiku, 2 VC revealed, airstrike rolled 2 kills both": (),
        "US sweeps Pleiku, airstrike rolled 2, both die": (),
        "US sweeps Pleiku, airstrike rolled 2 kills one of them": (),
        "US sweeps Pleiku, airstrike rolled 2 kills none": (),
        "US sweeps Pleiku, airstrike in Binh Dinh, killing 2 guerrillas": (),
        "US sweeps Pleiku, airstrike kills 3 guerrillas in Phu Bon": (),
        "US sweeps Pleiku, airstrike rolled 4 and 5, 2 guerrillas die in Phu Bon": (),
        "US sweeps Pleiku, airstrike rolled 7, 3 guerrillas die in Phu Bon": (),
        "US sweeps Pleiku, airstrike will roll 6, removing 3 guerrillas in Phu Bon, hopefully": (),
        "US sweeps Pleiku, 3 VC revealed. Airstrike rolled 6 removes 3 guerrillas in Phu Bon": (),
    },
    "terror": {
        "VC terror Pleiku, none in Binh Dinh": ("VC   terror Ple",),
        "VC terror Pleiku; Binh Dinh gets none": ("VC   terror Ple",),
        "VC terror in Pleiku or Binh Dinh": (),
        "VC terror in both": ("VC   terror BDi, Ple",),
        "VC terror in Pleiku, the guerrilla in Binh Dinh stays hidden": ("VC   terror Ple",),
        "VC terror in Pleiku rather than Binh Dinh": ("VC   terror Ple",),
        "VC terror in Pleiku after Binh Dinh was sabotaged": ("VC   terror Ple",),
        "VC terror in Pleiku. Binh Dinh is spared": ("VC   terror Ple",),
        "VC terror in Pleiku, marker to Binh Dinh": (),
        "2 VC terrors, in Pleiku": (),
    },
    "train": {
        "ARVN trains 6 troops, 4 in Saigon and the others in Qui Nhon": ("ARVN train QNh+2at, Sai+4at",),
        "ARVN trains 3 troops in Saigon and Qui Nhon": (),
        "ARVN trains in Saigon and Qui Nhon, 5 troops between them": (),
        "ARVN trains 2 troops and 3 police in Saigon and Qui Nhon respectively": (
            "ARVN train QNh+3ap, Sai+2at",
        ),
        "ARVN trains troops in Saigon, as many as last time": (),
        "ARVN trains 99 troops in Saigon": (),
        "ARVN trains 0 troops in Saigon": (),
        "ARVN trains 00031 troops in Saigon": (),
    },
    "rally": {
        "VC rally Quang Tin, 2 guerrillas": (),
        "VC rally 2 guerrillas in Quang": (),
        "VC rally 1 guerrilla each in Binh Dinh and Tay Ninh, but none in Tay Ninh": ("VC   rally BDi+vg",),
        "VC rally in Quang Tri, 2 guerrillas become a base, or 1": (),
        "VC rally 2 guerrillas in Binh Dinh and flip it": (),
        "VC rally 2 active guerrillas in Binh Dinh": (),
    },
    "assault": {
        "US assaults Pleiku, kills none": (),
        "US assaults Pleiku, 2 guerrillas die and 2 survive": (),
        "US assaults Pleiku, all but one guerrilla die": (),
        "US assaults Pleiku and Phu Bon, 3 guerrillas die in total": (),
        "US assaults Pleiku with its ARVN friends, 3 guerrillas die": (),
    },
    "march": {
        "VC march 2 guerrillas from Tay Ninh to Saigon and back": (),
        "VC march 2 guerrillas to Tay Ninh from Saigon": (),
        "VC march all but 1 guerrilla from Tay Ninh to Saigon": ("VC   march Tay>Sai:2vg",),
        "VC march 2 guerrillas from Tay Ninh toward Saigon, stopping short": (),
    },
    "attack": {
        "NVA attack Hue with troops, 2 ARVN troops die, their police flee": (),
        "NVA attack Hue with guerrillas, no, troops, removing 2 ARVN troops": (
            "NVA  attack Hue troops Hue-2at",
        ),
        "NVA attack Hue with troops, removing nothing": (),
    },
}
"""Sentences of single verbs, each with the moves of which a reader may be certain."""


def _around(stage: Stage, template: str) -> str:
    return template.format(plain=stage.said(), who=stage.who, other=stage.other, **_named(stage))


def _named(stage: Stage) -> dict[str, str]:
    return {"here": stage.fill["here"]}


def hostile() -> Iterator[Hostile]:
    """All of them, stage by stage."""
    for stage in STAGES:
        for text, allowed in TOLD.get(stage.name, {}).items():
            yield Hostile(stage, "told", text, allowed)
        for causes, allowed in ((AROUND, ()), (HARMLESS, (stage.move,))):
            for cause, templates in causes.items():
                for template in templates:
                    is_own = cause == "other factions" and stage.who in template
                    yield Hostile(
                        stage, cause, _around(stage, template), (stage.move,) if is_own else allowed
                    )
        for cause, changes in INTO.items():
            for changed in changes:
                if all("{" + place + "}" in stage.frame for place in changed):
                    words = {
                        place: text.format(**stage.fill, other=stage.other) for place, text in changed.items()
                    }
                    yield Hostile(stage, cause, stage.said(**words), ())
