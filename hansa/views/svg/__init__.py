"""Positions as SVG.

>>> from hansa import State
>>> state = State.new(board="hansa-45", players=4, seed=7)
>>> drawn = svg(state, highlight=["city BRE"], arrows=["place t BRE-HAM"])
>>> drawn.startswith("<svg"), drawn.count('class="ring"')
(True, 2)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources

from hansa.errors import HansaError
from hansa.games import GAMES
from hansa.state import State
from hansa.views.svg.contract import PositionDrawing, SvgView
from hansa.views.svg.elements import element, group

__all__ = ["svg"]


def svg(state: State, *, arrows: Sequence[str] = (), highlight: Sequence[str] = ()) -> str:
    """A position as one SVG picture, complete in itself.

    `arrows` are moves, as text; `highlight` are places: `city BRE`, `route BRE-HAM`.

    >>> from hansa import State
    >>> state = State.new(board="east", players=3, seed=7)
    >>> picture = svg(state, arrows=["place t BRD-TAN"], highlight=["route MAL-STR"])
    >>> picture[:4], picture.count("</svg>")
    ('<svg', 1)
    """
    view = svg_view(state.game)
    position = view.position(state)
    board = view.board(position.state_json["board"])
    width, height = board.size
    return element(
        "svg", element("style", style()), board.map, position.overlay(),
        group(*map(position.ring, highlight), *map(position.move_mark, arrows)),
        xmlns="http://www.w3.org/2000/svg", class_="hansa-map",
        viewBox=f"0 0 {width:.0f} {height:.0f}", role="img",
        aria_label=f"{board.title}, {state.players} players",
    )


@cache
def style() -> str:
    """The style sheet of the drawings."""
    return resources.files(__package__).joinpath("style.css").read_text(encoding="utf-8")


def is_drawn(game: str) -> bool:
    """Whether a game has a map as SVG."""
    return GAMES[game].views.svg is not None


def svg_view(game: str) -> SvgView:
    """The SVG view of a game; `HansaError` if it has none."""
    view = GAMES[game].views.svg
    if view is None:
        raise HansaError(f"there is no drawing of the game {game}")
    return view


def drawing_of(state: State) -> PositionDrawing:
    """A position drawn on its board, with its moves in words."""
    return svg_view(state.game).position(state)
