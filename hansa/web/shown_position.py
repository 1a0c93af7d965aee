"""What a browser is shown of a position: the state as a seat may see it, where its pieces are,
and the legal moves.

Nothing else about a position is sent: a viewer who may not know a mission gets a state in which it
is unknown.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from hansa.games import board_entries
from hansa.json_lines import Json
from hansa.languages import ENGLISH, Language
from hansa.state import State
from hansa.views.svg import drawing_of, is_drawn, svg_view
from hansa.web.shown_moves import choices, labels

# A seat, nobody's view (no mission is known), or everything.
Viewer = int | Literal["nobody", "all"]


def seen_by(state: State, viewer: Viewer) -> State:
    """The position as a viewer may see it."""
    return state if viewer == "all" else state.view(None if viewer == "nobody" else viewer)


def position_json(state: State, viewer: Viewer, language: Language, *, asked: bool) -> Json:
    """A position for the page; legal moves only for a viewer who may choose one."""
    seen = seen_by(state, viewer)
    shown = drawing_of(seen)
    moves = choices(seen, shown, language) if asked else []
    return {
        "state": shown.state_json,
        **shown.layers(language).to_json(),
        "scores": seen.scores,
        "moves": moves,
        "labels": labels(shown, moves, language),
        "prompt": language.tell(shown.prompt()),
    }


def board_names() -> dict[str, str]:
    """The boards that can be shown, with their games."""
    return {entry.name: entry.game for entry in board_entries() if is_drawn(entry.game)}


@cache
def board_json(name: str, language: Language = ENGLISH) -> Json:
    """What of a board never changes: its map, and where everything is."""
    game = board_names()[name]
    return {"game": game, "name": name, **svg_view(game).board(name, language).to_json()}
