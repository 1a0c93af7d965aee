"""What is asked of whoever decides: legal moves in words with the places to click, and what these places are called.

>>> state = State.new(board="hansa-45", players=4, seed=7)
>>> choices(state, drawing_of(state))[6]
{'move': 'place t BRE-HAM', 'words': 'place a trader on Bremen-Hamburg', 'targets': ('kind t', 'free BRE-HAM')}
"""

from __future__ import annotations

from typing import Any

from hansa.state import State
from hansa.views.svg import drawing_of
from hansa.views.svg.contract import PositionDrawing

Json = dict[str, Any]


def choices(state: State, shown: PositionDrawing) -> list[Json]:
    """Every legal move of the seat to decide, or of chance."""
    return [{"move": move, "words": wish(shown, move), "targets": shown.targets(move)} for move in map(str, state.legal_moves)]


def wish(shown: PositionDrawing, move: str) -> str:
    """A move in words, as what one would do: "place a trader on Bremen-Hamburg"."""
    verb, _, rest = shown.phrase(move).partition(" ")
    return f"{'do' if verb == 'does' else verb.removesuffix('s')} {rest}".strip()


def played(state: State, move: str) -> Json:
    """A move that a variation plays."""
    return {"mover": state.to_move, "move": move, "words": wish(drawing_of(state), move)}


def labels(shown: PositionDrawing, moves: list[Json]) -> dict[str, str]:
    """The targets of moves as people call them, for labels that are read aloud."""
    return {target: shown.label(target) for target in dict.fromkeys(target for move in moves for target in move["targets"])}
