"""What is asked of whoever decides: legal moves in words with the places to click, and what these places are called.

>>> state = State.new(board="hansa-45", players=4, seed=7)
>>> choices(state, drawing_of(state))[6]
{'move': 'place t BRE-HAM', 'words': 'place a trader on Bremen-Hamburg', 'targets': ('kind t', 'free BRE-HAM')}
"""

from __future__ import annotations

from typing import Any

from hansa.state import State
from hansa.views import views_of
from hansa.views.svg import drawing_of
from hansa.views.svg.contract import PositionDrawing
from hansa.views.words.naming import spoken

Json = dict[str, Any]


def choices(state: State, shown: PositionDrawing) -> list[Json]:
    """Every legal move of the seat to decide, or of chance."""
    return [
        {"move": move, "words": spoken(wish(shown, move)), "targets": shown.targets(move)}
        for move in map(str, state.legal_moves)
    ]


def wish(shown: PositionDrawing, move: str) -> str:
    """A move in words, as what one would do: "place a trader on Bremen-Hamburg"."""
    verb, _, rest = shown.phrase(move).partition(" ")
    return f"{'do' if verb == 'does' else verb.removesuffix('s')} {rest}".strip()


def played(state: State, move: str) -> Json:
    """A move that a variation plays."""
    return {"mover": state.to_move, "move": move, "words": spoken(wish(drawing_of(state), move))}


def told_line(state: State, variation: list[str]) -> list[Json]:
    """The moves of a line (`2 place t BRE-HAM`), one after another."""
    line = []
    for text in variation:
        move = text.partition(" ")[2]
        line.append(played(state, move))
        state = state.after(move)
    return line


def outcome(state: State, text: str) -> str:
    """What a move brings whom, in words; empty if nobody gets anything by it at once."""
    move = state.parse(text)
    told = views_of(state).words.describe(state, move, state.after(move))
    return spoken("; ".join(told.split("; ")[1:]))


def labels(shown: PositionDrawing, moves: list[Json]) -> dict[str, str]:
    """The targets of moves as people call them, for labels that are read aloud."""
    targets = dict.fromkeys(target for move in moves for target in move["targets"])
    return {target: spoken(shown.label(target)) for target in targets}
