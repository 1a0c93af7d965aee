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
from hansa.suggestions import closest, shown
from hansa.views.svg.contract import PositionDrawing, SvgView
from hansa.views.svg.elements import element, group

__all__ = ["svg"]

MOST_PIXELS = 100_000


def svg(
    state: State, *, arrows: Sequence[str] = (), highlight: Sequence[str] = (), size: float | None = None
) -> str:
    """A position as one SVG picture, complete in itself.

    `arrows` are moves, legal or not; those that touch nothing on the map, such as `end`, show
    nothing. `highlight` are places: `city BRE`, `route BRE-HAM`. `size` is the width in pixels;
    without one the picture fills its container.
    `MoveError` for an arrow that is not a move, `HansaError` for a place that is not on the map.

    >>> from hansa import State
    >>> state = State.new(board="east", players=3, seed=7)
    >>> picture = svg(state, arrows=["place t BRD-TAN"], highlight=["route MAL-STR"])
    >>> picture[:4], picture.count("</svg>")
    ('<svg', 1)
    >>> svg(state, size=400)[:22]
    '<svg width="400" heigh'
    >>> svg(state, highlight=["city DAM"])
    Traceback (most recent call last):
        ...
    hansa.errors.HansaError: there is no 'city DAM' on the map of east; did you mean 'city DAN'?
    """
    moves = [str(state.move(move)) for move in arrows]
    view = svg_view(state.game)
    position = view.position(state)
    board = view.board(position.state_json["board"])
    width, height = board.size
    rings = [_ring(position, place, state.board, [f"city {code}" for code in board.cities]) for place in highlight]
    return element(
        "svg", element("style", style()), board.map, position.overlay(), group(*rings, *map(position.move_mark, moves)),
        **_extent(size, height / width),
        xmlns="http://www.w3.org/2000/svg", class_="hansa-map",
        viewBox=f"0 0 {width:.0f} {height:.0f}", role="img",
        aria_label=f"{board.title}, {state.players} players",
    )


def _ring(position: PositionDrawing, place: str, board: str, cities: Sequence[str]) -> str:
    """A ring around a place; `HansaError` if there is no such place."""
    drawn = position.ring(place) if isinstance(place, str) else ""
    if not drawn:
        near = closest(place, cities) if isinstance(place, str) and place.startswith("city ") else (
            "; highlight places such as 'city LUB' or 'route BRE-HAM'")
        raise HansaError(f"there is no {shown(place)} on the map of {board}{near}")
    return drawn


def _extent(size: float | None, proportion: float) -> dict[str, str]:
    """Width and height in pixels, if a width is asked for."""
    if size is None:
        return {}
    if isinstance(size, bool) or not isinstance(size, int | float) or not 1 <= size <= MOST_PIXELS:
        raise HansaError(f"size must be a width of 1 to {MOST_PIXELS} pixels, not {shown(size)}")
    return {"width": f"{size:g}", "height": f"{size * proportion:.0f}"}


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
