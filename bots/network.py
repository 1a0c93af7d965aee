"""Network and keys: one group of cities, as large as it gets, times the keys (T73 F): the highest
ceiling of all.

The plan chains office to office, takes the keys early enough to choose the chain by them, and cares
little for control.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from hansa.bots.plan import PlanBot


class NetworkBot(PlanBot):
    """Plans: chains offices into one long group of cities, and takes the keys that multiply it."""

    taste: ClassVar[Mapping[str, float]] = {
        "later": 0.57, "privilege": 1.12, "book": 0.8, "bank": 0.7, "keys": 1.6, "prestige": 1.16, "control": 0.82,
        "hold": 0.87, "busy": 4.96, "network": 1.7, "reach": 0.39, "office": 0.41, "connection": 0.82, "special": 0.88,
        "end": 0.73, "gift": 0.21, "action": 1.22, "fight": 0.27, "patience": 1.04, "keep": 1.02, "block": 1.15,
        "soon": 0.9, "toll": 1.23, "shelter": 0.14, "length": 0.55,
    }
