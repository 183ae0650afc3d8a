"""Positions with plain sentences, for every verb: each sentence names a move and nothing else."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from table import position

from fitl_core.state.state import State


class Plain(NamedTuple):
    """A sentence and the move that it means, in normal form."""

    text: str
    move: str


class Stage(NamedTuple):
    """A verb, a position (in the words of `table.position`), and a player's sentence there.

    `frame` is a sentence with places for a `verb`, a `count`, a `noun`, and the space `here`; `fill` fills
    them so that the sentence means `move`. `other` is another space in which the verb is possible.
    """

    name: str
    who: str
    spaces: str
    frame: str
    fill: dict[str, str]
    move: str
    other: str
    plain: tuple[Plain, ...]
    fields: dict[str, Any]

    @property
    def state(self) -> State:
        """The position."""
        return _state(self.name)

    def said(self, **changed: str) -> str:
        """The sentence of the frame, with some places filled otherwise."""
        return self.frame.format(**{**self.fill, **changed})


def _stage(
    name: str,
    who: str,
    spaces: str,
    frame: str,
    fill: tuple[str, str, str, str],
    other: str,
    move: str,
    plain: str,
    **fields: Any,
) -> Stage:
    """A stage; `plain` has sentences, each with its move in the next line."""
    filled = dict(zip(("verb", "count", "noun", "here"), fill, strict=True))
    lines = [line.strip() for line in plain.strip().splitlines()]
    pairs = zip(lines[::2], lines[1::2], strict=True)
    told = tuple([Plain(text, told.removeprefix("=> ")) for text, told in pairs])
    return Stage(name, who, spaces, frame, filled, move, other, told, fields)


@cache
def _state(name: str) -> State:
    stage = next(stage for stage in STAGES if stage.name == name)
    return position(stage.spaces, to_act=None if "phase" in stage.fields else stage.who, **stage.fields).state


STAGES = (
    _stage(
        "train",
        "ARVN",
        "Sai: 2ap at ab; QNh: at ap; Hue: 2ap",
        "ARVN {verb} {count} {noun} in {here}",
        ("trains", "3", "troops", "Saigon"),
        "Qui Nhon",
        "ARVN train Sai+3at",
        """
        ARVN trains 6 troops in Saigon
            => ARVN train Sai+6at
        ARVN trains 3 troops in Saigon and 2 police in Qui Nhon
            => ARVN train QNh+2ap, Sai+3at
        ARVN train in Qui Nhon, two troops and one police.
            => ARVN train QNh+2at+ap
        """,
    ),
    _stage(
        "patrol",
        "ARVN",
        "Sai: 4at; SaCT: vg*; Hue: 3at",
        "ARVN {verb} {count} {noun} from {here} to Saigon-Can Tho",
        ("patrols", "2", "troops", "Saigon"),
        "Hue",
        "ARVN patrol Sai>SaCT:2at",
        """
        ARVN patrols with 2 troops from Saigon to Saigon-Can Tho
            => ARVN patrol Sai>SaCT:2at
        ARVN patrol, 3 troops from Saigon to the Saigon-Can Tho LoC
            => ARVN patrol Sai>SaCT:3at
        ARVN patrols: 1 troop from Hue to Hue-Da Nang
            => ARVN patrol Hue>HuDN:at
        """,
    ),
    _stage(
        "sweep",
        "US",
        "Kon: 4ut; Ple: 2vg; PhB: 2vg",
        "US {verb} {here} with {count} {noun} from Kontum",
        ("sweeps", "3", "troops", "Pleiku"),
        "Phu Bon",
        "US   sweep Kon>Ple:3ut Ple*2vg",
        """
        US sweeps Pleiku with 4 troops from Kontum
            => US   sweep Kon>Ple:4ut Ple*2vg
        US sweep: 2 troops from Kontum to Pleiku
            => US   sweep Kon>Ple:2ut Ple*2vg
        US sweeps Phu Bon, 3 troops from Kontum.
            => US   sweep Kon>PhB:3ut PhB*2vg
        """,
    ),
    _stage(
        "assault",
        "US",
        "Ple: 6ut 4vg*; PhB: 6ut 3vg* ng*",
        "US {verb}, removing {count} {noun} in {here}",
        ("assaults", "3", "guerrillas", "Pleiku"),
        "Phu Bon",
        "US   assault Ple-3vg*",
        """
        US assaults Pleiku, 3 guerrillas die
            => US   assault Ple-3vg*
        US assaults in Pleiku and kills 3 guerrillas
            => US   assault Ple-3vg*
        US assaults Phu Bon, removing 3 VC guerrillas
            => US   assault PhB-3vg*
        """,
    ),
    _stage(
        "rally",
        "VC",
        "Tay: 2vg; BDi: vb; QTr: 3vg",
        "VC {verb} {count} {noun} in {here}",
        ("rally", "2", "guerrillas", "Binh Dinh"),
        "Tay Ninh",
        "VC   rally BDi+2vg",
        """
        VC rally 2 guerrillas in Binh Dinh
            => VC   rally BDi+2vg
        VC rallies in Tay Ninh, 1 guerrilla
            => VC   rally Tay+vg
        The VC rally one guerrilla in Tay Ninh and 2 guerrillas in Binh Dinh
            => VC   rally BDi+2vg, Tay+vg
        """,
    ),
    _stage(
        "march",
        "VC",
        "Tay: 3vg; Par: vb; QTr: 3vg; BTu: at ap",
        "VC {verb} {count} {noun} from {here} to Saigon",
        ("march", "2", "guerrillas", "Tay Ninh"),
        "Quang Tri",
        "VC   march Tay>Sai:2vg",
        """
        VC march 3 guerrillas from Tay Ninh to Saigon
            => VC   march Tay>Sai:3vg
        VC marches from Quang Tri to Quang Nam with 3 guerrillas
            => VC   march QTr>QNa:3vg
        VC march 1 guerrilla from Quang Tri to Hue, 2 guerrillas from Tay Ninh to Saigon
            => VC   march QTr>Hue:vg, Tay>Sai:2vg
        """,
    ),
    _stage(
        "attack",
        "NVA",
        "Hue: 4nt 3at ap; QNa: 4nt 3at",
        "NVA {verb} with troops, removing {count} {noun} in {here}",
        ("attack", "2", "ARVN troops", "Hue"),
        "Quang Nam",
        "NVA  attack Hue troops Hue-2at",
        """
        NVA attack Hue with troops, removing 2 ARVN troops
            => NVA  attack Hue troops Hue-2at
        NVA attacks in Hue using troops, 1 troop and 1 police die
            => NVA  attack Hue troops Hue-at-ap
        NVA attack with troops in Hue, killing 2 ARVN troops
            => NVA  attack Hue troops Hue-2at
        """,
    ),
    _stage(
        "terror",
        "VC",
        "Ple: 2vg; BDi: 2vg",
        "VC {verb} in {here}",
        ("terror", "2", "guerrillas", "Pleiku"),
        "Binh Dinh",
        "VC   terror Ple",
        """
        VC terror in Pleiku
            => VC   terror Ple
        VC terrorizes Pleiku and Binh Dinh
            => VC   terror BDi, Ple
        VC does terror in Binh Dinh.
            => VC   terror BDi
        """,
    ),
    _stage(
        "advise",
        "US",
        "Sai: 2ap at ab ub; Ple: ui 2vg*; Kon: ar 2vg*",
        "US trains 2 irregulars in Saigon, {verb} in {here} with irregulars, killing {count} {noun}",
        ("advises", "2", "guerrillas", "Pleiku"),
        "Kontum",
        "US   train Sai+2ui | advise Ple irregulars Ple-2vg*",
        """
        US trains 2 irregulars in Saigon and advises in Pleiku with irregulars, killing 2 guerrillas
            => US   train Sai+2ui | advise Ple irregulars Ple-2vg*
        US advises in Kontum with rangers, removing 2 VC guerrillas, then trains 1 irregular in Saigon
            => US   advise Kon rangers Kon-2vg* | train Sai+ui
        US trains 6 ARVN troops in Saigon and advises in Kontum with rangers, removing 2 guerrillas
            => US   train Sai+6at | advise Kon rangers Kon-2vg*
        """,
    ),
    _stage(
        "airlift",
        "US",
        "Sai: 4ut; Hue: 4ut; Ple: 2vg; Kon: 3ut",
        "US sweeps Pleiku with 3 troops from Kontum, {verb} {count} {noun} from {here} to Da Nang",
        ("airlifts", "2", "troops", "Saigon"),
        "Hue",
        "US   sweep Kon>Ple:3ut Ple*2vg | airlift Sai>DaN:2ut",
        """
        US sweeps Pleiku with 3 troops from Kontum and airlifts 2 troops from Saigon to Hue
            => US   sweep Kon>Ple:3ut Ple*2vg | airlift Sai>Hue:2ut
        US airlifts 4 troops from Hue to Saigon, then sweeps Pleiku with 3 troops from Kontum
            => US   airlift Hue>Sai:4ut | sweep Kon>Ple:3ut Ple*2vg
        US sweeps Pleiku with 2 troops from Kontum. Airlift: 1 troop from Hue to Da Nang
            => US   sweep Kon>Ple:2ut Ple*2vg | airlift Hue>DaN:ut
        """,
    ),
    _stage(
        "airstrike",
        "US",
        "Ple: 2vg 3ut; PhB: 3vg* 3ut; BDi: 3vg* at",
        "US sweeps Pleiku, {verb} rolled 3, removing {count} {noun} in {here}",
        ("airstrike", "1", "guerrilla", "Binh Dinh"),
        "Phu Bon",
        "US   sweep Ple Ple*2vg | airstrike {3} BDi-vg*",
        """
        US sweeps Pleiku. Airstrike rolled 3 in Binh Dinh, 1 guerrilla dies
            => US   sweep Ple Ple*2vg | airstrike {3} BDi-vg*
        US sweeps Pleiku. Airstrike: die roll 4, removes 2 guerrillas in Binh Dinh
            => US   sweep Ple Ple*2vg | airstrike {4} BDi-2vg*
        US sweeps Pleiku, airstrike (rolled 6) kills 3 guerrillas in Phu Bon
            => US   sweep Ple Ple*2vg | airstrike {6} PhB-3vg*
        """,
    ),
    _stage(
        "govern",
        "ARVN",
        "Sai: 3at ap; AnL: 2at 2ap PS; CaT: 4ap PS",
        "ARVN trains 2 police in Saigon, {verb} {here} for aid",
        ("governs", "2", "troops", "An Loc"),
        "Can Tho",
        "ARVN train Sai+2ap | govern AnL aid",
        """
        ARVN trains 6 troops in Saigon and governs An Loc for aid
            => ARVN train Sai+6at | govern AnL aid
        ARVN trains 2 troops in Saigon, then governs An Loc and Can Tho for patronage
            => ARVN train Sai+2at | govern AnL patronage, CaT patronage
        ARVN governs Can Tho for aid and trains 1 police in Saigon
            => ARVN govern CaT aid | train Sai+ap
        """,
    ),
    _stage(
        "transport",
        "ARVN",
        "Sai: 2ap at ab; Hue: 3ap 4at; QTi: 2vg; DaN: 3at",
        "ARVN trains 6 troops in Saigon, {verb} {count} {noun} from {here} to Quang Tri",
        ("transports", "3", "troops", "Hue"),
        "Da Nang",
        "ARVN train Sai+6at | transport Hue>QTr:3at",
        """
        ARVN trains 6 troops in Saigon, transports 3 troops from Hue to Quang Tri
            => ARVN train Sai+6at | transport Hue>QTr:3at
        ARVN transports 2 troops from Da Nang to Quang Nam, then trains 6 troops in Saigon
            => ARVN transport DaN>QNa:2at | train Sai+6at
        ARVN trains 5 troops in Saigon and transports 1 troop from Hue to Quang Tri
            => ARVN train Sai+5at | transport Hue>QTr:at
        """,
    ),
    _stage(
        "raid",
        "ARVN",
        "Sai: 4at; Kon: 4at 2ar; Ple: 2vg* ar; BDi: 2vg* ar",
        "ARVN patrols 2 troops from Saigon to Saigon-Can Tho, {verb} in {here}, removing {count} {noun}",
        ("raids", "2", "guerrillas", "Pleiku"),
        "Binh Dinh",
        "ARVN patrol Sai>SaCT:2at | raid Ple-2vg*",
        """
        ARVN patrols 2 troops from Saigon to Saigon-Can Tho and raids in Pleiku, removing 2 guerrillas
            => ARVN patrol Sai>SaCT:2at | raid Ple-2vg*
        ARVN raids Binh Dinh, killing 2 VC guerrillas, then patrols 1 troop from Saigon to Saigon-Can Tho
            => ARVN raid BDi-2vg* | patrol Sai>SaCT:at
        ARVN patrols 1 troop from Saigon to Saigon-Can Tho. Raid: 2 guerrillas die in Pleiku
            => ARVN patrol Sai>SaCT:at | raid Ple-2vg*
        """,
    ),
    _stage(
        "infiltrate",
        "NVA",
        "SLa: 3ng nb; CLa: 3ng nb; QTr: 2ng 2vg",
        "NVA rally 2 guerrillas in Central Laos, {verb} in {here}, placing {count} {noun}",
        ("infiltrates", "2", "troops", "Southern Laos"),
        "Central Laos",
        "NVA  rally CLa+2ng | infiltrate SLa build SLa+2nt",
        """
        NVA rally 2 guerrillas in Central Laos
            => NVA  rally CLa+2ng
        NVA rally 2 guerrillas in Central Laos and improve the trail by 1
            => NVA  rally CLa+2ng trail+1
        NVA rally 1 guerrilla in Central Laos. Infiltrate: build up in Southern Laos, placing 2 troops
            => NVA  rally CLa+ng | infiltrate SLa build SLa+2nt
        """,
    ),
    _stage(
        "bombard",
        "NVA",
        "Hue: 4nt 4at ap; QTr: 3nt 4ut; CLa: 3nt; NVn: 4nt",
        "NVA march 2 troops from North Vietnam to Central Laos, {verb} {here}, {count} {noun} removed",
        ("bombard", "1", "US troop", "Quang Tri"),
        "Hue",
        "NVA  march NVn>CLa:2nt | bombard QTr-ut",
        """
        NVA march 2 troops from North Vietnam to Central Laos and bombard Quang Tri, 1 US troop removed
            => NVA  march NVn>CLa:2nt | bombard QTr-ut
        NVA march 1 troop from North Vietnam to Central Laos, then bombard Hue, removing 1 ARVN troop
            => NVA  march NVn>CLa:nt | bombard Hue-at
        NVA bombard Hue, killing 1 ARVN troop, and march 3 troops from North Vietnam to Central Laos
            => NVA  bombard Hue-at | march NVn>CLa:3nt
        """,
    ),
    _stage(
        "ambush",
        "VC",
        "Tay: 3vg; BTu: vg; QTr: 3vg; Sai: 2at ap; Hue: 2at",
        "VC march 2 guerrillas from Quang Tri to {here}, {verb} in {here}, removing {count} {noun}",
        ("ambush", "1", "troop", "Hue"),
        "Saigon",
        "VC   march QTr>Hue:2vg | ambush Hue-at",
        """
        VC march 2 guerrillas from Quang Tri to Hue and ambush in Hue, removing 1 troop
            => VC   march QTr>Hue:2vg | ambush Hue-at
        VC march 1 guerrilla from Tay Ninh to Saigon, ambush Saigon: 1 police dies
            => VC   march Tay>Sai:vg | ambush Sai-ap
        VC march 3 guerrillas from Quang Tri to Hue. Ambush in Hue, removing 1 troop
            => VC   march QTr>Hue:3vg | ambush Hue-at
        """,
    ),
    _stage(
        "tax",
        "VC",
        "Tay: 3vg; BDi: 2vg; QTr: 3vg; SaDL: vg",
        "VC rally 1 guerrilla in Quang Tri, {verb} {here}",
        ("tax", "1", "guerrilla", "Tay Ninh"),
        "Binh Dinh",
        "VC   rally QTr+vg | tax Tay",
        """
        VC rally 1 guerrilla in Quang Tri, tax Tay Ninh
            => VC   rally QTr+vg | tax Tay
        VC rally 1 guerrilla in Quang Tri and tax Tay Ninh and Binh Dinh
            => VC   rally QTr+vg | tax BDi, Tay
        VC taxes Binh Dinh, then rallies 1 guerrilla in Tay Ninh
            => VC   tax BDi | rally Tay+vg
        """,
    ),
    _stage(
        "subvert",
        "VC",
        "Tay: 3vg; Hue: vg 2at; DaN: vg 2at",
        "VC terror in Tay Ninh, {verb} {here}, removing {count} {noun}",
        ("subvert", "2", "troops", "Hue"),
        "Da Nang",
        "VC   terror Tay | subvert Hue-2at",
        """
        VC terror in Tay Ninh, subvert Hue, removing 2 troops
            => VC   terror Tay | subvert Hue-2at
        VC terror in Tay Ninh and subverts Hue, replacing a troop with a guerrilla
            => VC   terror Tay | subvert Hue-at+vg
        VC subverts Da Nang, removing 2 ARVN troops, then terror in Tay Ninh
            => VC   subvert DaN-2at | terror Tay
        """,
    ),
    _stage(
        "event",
        "VC",
        "Tay: 3vg; BDi: 2vg",
        "VC {verb} the event, shaded",
        ("plays", "2", "guerrillas", "Tay Ninh"),
        "Binh Dinh",
        "VC   event shaded",
        """
        VC plays the event, shaded
            => VC   event shaded
        VC event unshaded
            => VC   event unshaded
        VC take the shaded event.
            => VC   event shaded
        """,
    ),
    _stage(
        "pass",
        "VC",
        "Tay: 3vg; BDi: 2vg",
        "VC {verb}",
        ("passes", "2", "guerrillas", "Tay Ninh"),
        "Binh Dinh",
        "VC   pass",
        """
        VC passes
            => VC   pass
        VC pass.
            => VC   pass
        pass
            => VC   pass
        """,
    ),
    _stage(
        "pacify",
        "ARVN",
        "Hue: 2at 2ap; DaN: 2at 2ap; Sai: 3at ap",
        "ARVN {verb} {here} to passive support",
        ("pacifies", "1", "level", "Hue"),
        "Da Nang",
        "ARVN pacify Hue=PS",
        """
        ARVN pacifies Hue to passive support
            => ARVN pacify Hue=PS
        ARVN pacify Hue to active support, Da Nang to passive support
            => ARVN pacify Hue=AS, DaN=PS
        ARVN pacifies in Da Nang: active support
            => ARVN pacify DaN=AS
        """,
        phase="support-arvn",
    ),
)
