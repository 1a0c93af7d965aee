"""Strengths of play by name: how many simulations a decision the built-in player may take.

>>> limited(Budget(seconds=5), "novice")
Budget(simulations=20, seconds=5, turn_seconds=None, clock=None, increment=0.0, decide=False)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from hansa.thinking import Budget

STRENGTHS: Mapping[str, int] = {"novice": 20, "casual": 100, "club": 400, "expert": 1600, "master": 6400}


def limited(budget: Budget, strength: str) -> Budget:
    """A budget with no more simulations than a strength allows."""
    return replace(budget, simulations=min(budget.simulations or STRENGTHS[strength], STRENGTHS[strength]))
