"""The blocker: places pieces where others must displace them, and lives on displacement.

A displaced trader returns with a free extra piece, a merchant with two (T13): so it places pieces
where a rival is about to complete a route, keeps pieces in the stock for the extras, and gathers
its scattered pieces with the book.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from hansa.bots.plan import PlanBot


class BlockerBot(PlanBot):
    """Plans: places pieces where others must displace them, and profits from the extra pieces."""

    taste: ClassVar[Mapping[str, float]] = {
        "actions": 1.27, "later": 0.72, "privilege": 1.39, "book": 1.6, "bank": 0.73, "keys": 0.76, "prestige": 0.94,
        "control": 0.8, "hold": 1.31, "busy": 4.46, "network": 1.26, "reach": 0.47, "office": 0.43, "connection": 0.73,
        "end": 0.8, "gift": 0.24, "action": 1.05, "piece": 0.67, "fight": 0.1, "patience": 1.1, "keep": 1.18,
        "block": 2.2, "soon": 0.99, "toll": 1.34, "length": 0.48,
    }
