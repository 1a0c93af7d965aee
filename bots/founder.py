"""Hansa (2004), majorities early: the player with the most booths in a city buys there for nothing
and is paid by the others [H33].

The plan turns its first markers into booths, looks for cities where the others do not build, and
sells late.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from hansa.bots.plan import PlanBot


class FounderBot(PlanBot):
    """Plans: turns its first markers into booths, and looks for cities of its own."""

    game = "hansa2004"
    taste: ClassVar[Mapping[str, float]] = {
        "alone": 0.17, "pair": 0.67, "risk": 0.73, "overflow": 0.65, "taler": 0.75, "gift": 0.63, "patience": 1.01,
        "majority": 1.6, "booth": 0.6, "spite": 0.38, "deny": 0.84, "decay": 0.29, "refill": 0.06, "near": 0.32,
        "found space": 0.42, "found alone": 1.29, "found traffic": 0.41,
    }
