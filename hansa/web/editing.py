"""Changing a position by hand: a game says what can be changed and how, the library judges the outcome.

>>> state = State.new(board="hansa-45", players=4, seed=7)
>>> edited(state, {"what": "house", "slot": "BRE-HAM", "add": "1t"}).to_json()["routes"]["BRE-HAM"]
{'house': ['1t']}
"""

from __future__ import annotations

from hansa.errors import EditError
from hansa.games import GAMES
from hansa.state import State


def edited(state: State, change: object) -> State:
    """The position after a change; `EditError` or `StateError` say why not."""
    changes = GAMES[state.game].changes
    if not isinstance(change, dict) or not isinstance(change.get("what"), str) or change["what"] not in changes:
        raise EditError(f"a change is an object whose 'what' is one of {', '.join(changes)}")
    if state.phase != "turn":
        raise EditError("only a position between two actions can be changed: finish what has begun, or take it back")
    data = state.to_json()
    try:
        changes[change["what"]](data, change)
    except (KeyError, IndexError, TypeError, AttributeError, ValueError) as error:
        if isinstance(error, EditError):
            raise
        raise EditError(f"this change names what there is not: {error}"[:200]) from error
    return State.from_json(data)
