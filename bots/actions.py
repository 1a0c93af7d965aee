"""Actions first: whoever leads in Goettingen (or wherever a board develops actions) does more in every turn to come.

The plan takes the steps of the actions track before all else, holds the city where everybody else comes for theirs,
and only then looks for offices.
"""

from __future__ import annotations

from hansa.bots.plan import PlanBot


class ActionsBot(PlanBot):
    """Goettingen and its control first."""

    taste = {"actions": 1.8, "later": 1.1, "control": 1.2, "busy": 7.0}
