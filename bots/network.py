"""Network and keys: one group of cities, as large as it gets, times the keys (T73 F): the highest ceiling of all.

The plan chains office to office, takes the keys early enough to choose the chain by them, and cares little for control.
"""

from __future__ import annotations

from hansa.bots.plan import PlanBot


class NetworkBot(PlanBot):
    """A long chain of offices and the keys that multiply it."""

    taste = {"keys": 1.6, "network": 1.7, "control": 0.8}
