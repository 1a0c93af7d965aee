"""Prestige rush: controls the busy cities, connects east and west, and ends the game at 20.

Every claim beside a city that one controls is a point (T21), the way across 7 (T33): points that come early bring the
end near while the others still build.
"""

from __future__ import annotations

from hansa.bots.plan import PlanBot


class PrestigeBot(PlanBot):
    """Control of busy cities, east and west, 20 points."""

    taste = {"prestige": 1.4, "control": 1.2, "busy": 6.5, "connection": 1.8, "end": 1.5}
