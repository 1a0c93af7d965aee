"""Markers: claims the routes where they lie, uses them, lays new ones beside its own cities, and ends the game by them.

One to ten markers score 1 to 21 (T73 C), each is some actions or a step beside, and when the supply is empty the game is
over (T70). The weights are those that did best in games of random tastes: a rush that the slower plans have to outbid.
"""

from __future__ import annotations

from hansa.bots.plan import PlanBot


class MarkersBot(PlanBot):
    """A farmer of markers."""

    taste = {"marker": 2.4, "use": 2.2, "later": 0.6}
