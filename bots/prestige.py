"""Prestige rush: controls the busy cities, connects east and west, and ends the game at 20.

Every claim next to a controlled city scores a point (T21), the way across 7 (T33). Early points
bring the end nearer while the others still build.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from hansa.bots.plan import PlanBot


class PrestigeBot(PlanBot):
    """Plans: controls the busy cities, connects east and west, and ends the game at 20 points."""

    taste: ClassVar[Mapping[str, float]] = {
        "actions": 1.77, "later": 0.5, "privilege": 0.99, "book": 0.76, "bank": 0.69, "keys": 0.83, "prestige": 1.4,
        "control": 0.91, "hold": 0.73, "busy": 6.5, "network": 0.85, "office": 0.47, "connection": 1.8, "special": 0.62,
        "end": 1.5, "gift": 0.26, "action": 0.87, "piece": 0.67, "fight": 0.26, "patience": 1.03, "keep": 1.06,
        "block": 0.8, "soon": 0.76, "toll": 1.03, "shelter": 0.19, "length": 0.58,
    }
