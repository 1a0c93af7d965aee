"""Hansa (2004), collect and sell: goods of few colours, sold two and more at a time, so that the
others lose theirs [H39].

The plan buys goods that match what it has, sells as early as it can, before the others do, and
builds where it needs a booth for a sale.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from hansa.bots.plan import PlanBot


class CollectorBot(PlanBot):
    """Plans: collects goods of few colours, and sells two or more at a time."""

    game = "hansa2004"
    taste: ClassVar[Mapping[str, float]] = {
        "alone": 0.2, "pair": 0.7, "risk": 0.59, "overflow": 0.78, "taler": 0.67, "gift": 1.02, "patience": 0.99,
        "majority": 0.9, "booth": 0.32, "spite": 0.4, "deny": 1.5, "decay": 0.29, "refill": 0.07, "near": 0.3,
        "found space": 0.51, "found alone": 1.27, "found traffic": 0.37,
    }
