"""Changing a position by hand, or reading a typed one: a game says what can be changed, the library
judges the outcome.

>>> state = State.new(board="hansa-45", players=4, seed=7)
>>> edited(state, {"what": "house", "slot": "BRE-HAM", "add": "1t"}).to_json()["routes"]["BRE-HAM"]
{'house': ['1t']}
"""

from __future__ import annotations

from collections.abc import Mapping

from hansa.errors import EditError
from hansa.games import GAMES
from hansa.json_lines import NotJson, read_json
from hansa.notation import read_position
from hansa.phrases import say
from hansa.state import State


def position_in(text: str) -> State:
    """A position that a user has typed or pasted: in the notation for people, or as JSON.

    >>> position_in("hansa-45, 4 players; turn: red; BRE-HAM: rr").to_json()["routes"]["BRE-HAM"]
    {'house': ['0t', '0t']}
    """
    if not text.lstrip().startswith("{"):
        return read_position(text)
    try:
        return State.from_json(read_json(text))
    except NotJson as error:
        raise EditError(str(error)) from error


def edited(state: State, change: Mapping[str, object]) -> State:
    """The position after a change; `EditError`, `BadMessage` or `StateError` say why not."""
    changes = GAMES[state.game].changes
    what = change.get("what")
    if not isinstance(what, str) or what not in changes:
        raise EditError(f"a change is an object whose 'what' is one of {', '.join(changes)}")
    if state.phase != "turn":
        raise EditError(say(
            "only a position between two actions can be changed: finish what has begun, or take it back"))
    return State.from_json(changes[what](state.position, change))
