"""OpenSpiel's searches in C++ crash on games written in Python; here they say so before.

`pyspiel.MCTSBot` and `pyspiel.ISMCTSBot` of OpenSpiel 2.0 end the process with a segmentation fault
on every such game, OpenSpiel's `python_tic_tac_toe` too. Once the games are registered, both refuse
positions of ours.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyspiel

from hansa.errors import HansaError

# A bot in C++, and what does the same in Python.
CRASHING = {
    "MCTSBot": "open_spiel.python.algorithms.mcts.MCTSBot", "ISMCTSBot": "open_spiel.python.algorithms.ismcts.ISMCTSBot",
}
# What of a bot looks at a position.
LOOKING = ("step", "step_verbose", "step_with_policy", "get_policy", "mcts_search")


def guard(state_kind: type) -> None:
    """Makes the bots refuse positions of a class."""
    for name, instead in CRASHING.items():
        bot = getattr(pyspiel, name)
        if not hasattr(bot, "instead"):
            looking = {method: _refusing(bot, method, state_kind) for method in LOOKING if hasattr(bot, method)}
            setattr(pyspiel, name, type(name, (bot,), {"__doc__": bot.__doc__, "instead": instead, **looking}))


def _refusing(bot: type, method: str, state_kind: type) -> Callable[..., Any]:
    """A method that looks at a position first."""
    original = getattr(bot, method)

    def checked(self: Any, state: Any, *more: Any) -> Any:
        if isinstance(state, state_kind):
            raise HansaError(
                f"pyspiel.{bot.__name__} crashes on games written in Python, as this one is; use {self.instead}")
        return original(self, state, *more)

    return checked
