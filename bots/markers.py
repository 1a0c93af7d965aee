"""Markers: claims the routes where they lie, uses them, lays new ones beside its own cities, and
ends the game by them.

One to ten markers score 1 to 21 (T73 C), each also gives some actions or a step, and the game ends
when the supply is empty (T70). The weights are those that did best in games of random tastes: a
rush that slower plans have to outscore.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from hansa.bots.plan import PlanBot


class MarkersBot(PlanBot):
    """Plans: claims the routes with bonus markers, uses them, and ends the game when they run
    out."""

    taste: ClassVar[Mapping[str, float]] = {
        "actions": 1.45, "later": 0.49, "privilege": 0.97, "book": 0.77, "bank": 0.9, "keys": 0.81, "prestige": 0.97,
        "control": 1.07, "hold": 1.19, "busy": 3.17, "network": 1.0, "reach": 0.32, "office": 0.34, "connection": 0.92,
        "marker": 2.4, "use": 2.2, "end": 0.89, "gift": 0.26, "piece": 0.65, "fight": 0.25, "patience": 1.01,
        "keep": 1.16, "block": 0.95, "soon": 0.81, "toll": 1.33, "shelter": 0.09, "length": 1.1,
    }
