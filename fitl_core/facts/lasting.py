"""The lasting Events by name: 19 Capabilities (5.3), Momentum (5.4), and the RVN Leaders (2.4.1).

The procedures of Operations, Special Activities and Coup phases ask for them where they apply:

    if ctx.capability(BOOBY_TRAPS) == "shaded": ...
    if ctx.momentum(CLAYMORES): ...
    if ctx.leader == KHANH: ...
"""

from __future__ import annotations

# Capabilities of the US, by the numbers of their cards
TOP_GUN = 4
ARC_LIGHT = 8
ABRAMS = 11
COBRAS = 13
PATTON = 14
COMBINED_ACTION_PLATOONS = 18
CORDS = 19
LASER_GUIDED_BOMBS = 20
SEARCH_AND_DESTROY = 28
US_CAPABILITIES = frozenset(
    {
        TOP_GUN,
        ARC_LIGHT,
        ABRAMS,
        COBRAS,
        PATTON,
        COMBINED_ACTION_PLATOONS,
        CORDS,
        LASER_GUIDED_BOMBS,
        SEARCH_AND_DESTROY,
    }
)
# of the NVA
AAA = 31
LONG_RANGE_GUNS = 32
MIGS = 33
SA_2S = 34
PT_76 = 45
# of ARVN
ARMORED_CAVALRY = 61
MANDATE_OF_HEAVEN = 86
# of the VC
BOOBY_TRAPS = 101
MAIN_FORCE_BATTALIONS = 104
CADRES = 116

# Momentum
WILD_WEASELS = 5
ADSID = 7
ROLLING_THUNDER = 10
MEDEVAC = 15
BLOWTORCH_KOMER = 16
CLAYMORES = 17
DA_NANG = 22
MCNAMARA_LINE = 38
ORISKANY = 39
BOMBING_PAUSE = 41
TRANSPORT_GROUP_559 = 46
BODY_COUNT = 72
GENERAL_LANSDALE = 78
TYPHOON_KATE = 115

# RVN Leaders, by id
MINH = "duong-van-minh"
KHANH = "nguyen-khanh"
YOUNG_TURKS = "young-turks"
KY = "nguyen-cao-ky"

FORBIDDEN: dict[tuple[int, str], tuple[str, ...]] = {
    (ROLLING_THUNDER, "shaded"): ("airstrike",),
    (MEDEVAC, "shaded"): ("airlift",),
    (CLAYMORES, "unshaded"): ("ambush",),
    (DA_NANG, "shaded"): ("airstrike",),
    (MCNAMARA_LINE, "unshaded"): ("infiltrate",),
    (BOMBING_PAUSE, "unshaded"): ("airstrike",),
    (TYPHOON_KATE, "unshaded"): ("airlift", "transport", "bombard"),
}
"""The Special Activities that a Momentum Event forbids to choose, by its card and side.

A later Event can still grant them (5.1.2).
"""
