"""Actions first: a player who develops early in Goettingen (or wherever a board develops actions)
has more actions in every later turn.

The plan takes the steps of the actions track before all else, holds the city where the others come
for theirs, and only then looks for offices.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from hansa.bots.plan import PlanBot


class ActionsBot(PlanBot):
    """Plans: takes the steps of the actions track first, and holds the city where they are
    taken."""

    taste: ClassVar[Mapping[str, float]] = {
        "actions": 1.8, "later": 1.1, "privilege": 0.82, "book": 0.71, "bank": 0.79, "keys": 0.66, "prestige": 0.82,
        "hold": 0.86, "busy": 7.0, "reach": 0.23, "office": 0.38, "connection": 0.73, "end": 0.81, "gift": 0.29,
        "action": 0.63, "piece": 0.52, "fight": 0.18, "patience": 1.09, "keep": 1.13, "block": 1.04, "soon": 0.8,
        "toll": 1.31, "shelter": 0.14, "length": 0.52,
    }
