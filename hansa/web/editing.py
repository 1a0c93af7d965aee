"""Changing a position by hand: a game says what can be changed and how, the library judges the outcome.

>>> state = State.new(board="hansa-45", players=4, seed=7)
>>> edited(state, {"what": "house", "slot": "BRE-HAM", "add": "1t"}).to_json()["routes"]["BRE-HAM"]
{'house': ['1t']}
"""

from __future__ import annotations

from collections.abc import Mapping

from hansa.errors import EditError
from hansa.games import GAMES
from hansa.state import State


def edited(state: State, change: Mapping[str, object]) -> State:
    """The position after a change; `EditError`, `BadMessage` or `StateError` say why not."""
    changes = GAMES[state.game].changes
    what = change.get("what")
    if not isinstance(what, str) or what not in changes:
        raise EditError(f"a change is an object whose 'what' is one of {', '.join(changes)}")
    if state.phase != "turn":
        raise EditError("only a position between two actions can be changed: finish what has begun, or take it back")
    return State.from_json(changes[what](state.position, change))
