"""What the protocol shows to people: boards, pictures, words. Views are imported on demand.

>>> state = State.new(board="hansa-45", players=4, seed=7)
>>> move_in_words(state, "place t BRE-HAM")
'places a trader on Bremen-Hamburg'
>>> board_file("east")["cities"][0]["name"]
'Allenstein'
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import resources

from hansa.errors import HansaError
from hansa.games import GAMES, board_entries
from hansa.json_lines import Json
from hansa.phrases import NOTHING, Phrase
from hansa.state import State
from hansa.suggestions import closest


def board_file(name: str) -> Json:
    """A board as its file has it: geometry, names, offices, routes."""
    known = [entry.name for entry in board_entries()]
    if name not in known:
        raise HansaError(f"unknown board {name!r}{closest(name, known)}")
    found: Json = json.loads(resources.files("hansa.boards").joinpath(f"{name}.json").read_text(encoding="utf-8"))
    return found


def picture(state: State, arrows: Sequence[str], highlight: Sequence[str]) -> str:
    """The position as SVG, with legal moves shown and places ringed."""
    from hansa.views.svg import svg

    return svg(state, arrows=[str(state.parse(move)) for move in arrows], highlight=highlight)


def move_in_words(state: State, text: str) -> Phrase:
    """What a legal move does, without its mover."""
    move = state.parse(text)
    return GAMES[state.game].views.words.describe(state, move, state.after(move))


def position_in_words(state: State) -> Phrase:
    """What is to be decided."""
    drawn = GAMES[state.game].views.svg
    return drawn.position(state).prompt() if drawn is not None else NOTHING
