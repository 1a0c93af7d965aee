"""The coasts around the sea of Hansa (2004), drawn so that every sailing route lies on the water.

They follow no map: the printed board has nine cities where they are easy to reach, and the land is
where no ship sails.
"""

from __future__ import annotations

from hansa.views.svg.elements import Point

# Closed lines in units of the drawing; what lies beyond its rim is cut off.
LANDS: tuple[tuple[Point, ...], ...] = (
    (   # Norway
        (-40, -40), (-40, 190), (50, 196), (120, 168), (196, 156), (240, 110), (252, 40), (262, -40),
    ),
    (   # Sweden
        (300, -40), (292, 50), (326, 140), (392, 206), (462, 186), (512, 112), (566, 84), (640, 124),
        (724, 120), (778, 70), (800, -40),
    ),
    (   # Finland and Estonia
        (944, -40), (960, 50), (1040, 122), (1124, 156), (1270, 150), (1270, -40),
    ),
    (   # Jutland and the southern coast, then Livonia
        (-40, 318), (70, 322), (150, 340), (178, 392), (120, 458), (66, 560), (84, 690), (150, 790),
        (250, 816), (380, 822), (500, 850), (610, 812), (740, 804), (856, 776), (940, 700),
        (1006, 604), (1016, 520), (1060, 450), (1130, 380), (1112, 290), (1140, 220), (1270, 226),
        (1270, 920), (-40, 920),
    ),
    ((226, 560), (262, 506), (344, 492), (430, 520), (448, 576), (404, 622), (316, 632), (248, 612)),
    ((434, 404), (470, 356), (560, 342), (640, 366), (660, 420), (618, 466), (530, 474), (458, 452)),
)
# How far a route that would cross land is bent to its right, in units of the drawing.
BENT: dict[tuple[str, str], float] = {("TON", "STO"): 290.0}
