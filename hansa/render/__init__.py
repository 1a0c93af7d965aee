"""Drawings of positions as SVG.

>>> from hansa import State
>>> picture = svg(State.new(board="hansa-45", players=4, seed=7), highlight=["city BRE"], arrows=["place t BRE-HAM"])
>>> picture.startswith("<svg"), picture.count('class="ring"')
(True, 2)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from hansa.errors import HansaError
from hansa.hansa2004 import board as hansa2004
from hansa.render import hansa2004_map, hansa2004_pieces
from hansa.render.elements import element, group
from hansa.render.layout import layout
from hansa.render.pointing import ring_at, shown_move
from hansa.render.teutonica_map import map_of
from hansa.render.teutonica_pieces import flags, markers, pieces
from hansa.teutonica.game import teutonica

if TYPE_CHECKING:
    from hansa.state import State

__all__ = ["svg"]

GAMES = ("teutonica", "hansa2004")       # those that have a drawing


def svg(state: State, *, arrows: Sequence[str] = (), highlight: Sequence[str] = ()) -> str:
    """A position as one SVG picture, complete in itself.

    `arrows` are moves, as text; `highlight` are places: `city BRE`, `route BRE-HAM`.

    >>> from hansa import State
    >>> picture = svg(State.new(board="east", players=3, seed=7), arrows=["place t BRD-TAN"], highlight=["route MAL-STR"])
    >>> picture[:4], picture.count("</svg>")
    ('<svg', 1)
    """
    if state.game not in GAMES:
        raise HansaError(f"there is no drawing of the game {state.game}")
    data = state.to_json()
    if state.game == "hansa2004":
        drawn = hansa2004_map.map_of() + hansa2004_pieces.standing(data)
        shown = [*map(hansa2004_pieces.ring_at, highlight), *(hansa2004_pieces.shown_move(move, data) for move in arrows)]
        title, (width, height) = hansa2004.board().title, hansa2004_map.SIZE
    else:
        plan = layout(data["board"])
        drawn = map_of(data["board"]) + markers(data, plan) + pieces(data, plan) + flags(control(state), plan, state.players)
        shown = [*(ring_at(place, data, plan) for place in highlight), *(shown_move(move, data, plan) for move in arrows)]
        title, (width, height) = plan.board.title, plan.size
    return element(
        "svg", element("style", style()), drawn, group(*shown),
        xmlns="http://www.w3.org/2000/svg", class_="hansa-map", viewBox=f"0 0 {width:.0f} {height:.0f}",
        role="img", aria_label=f"{title}, {state.players} players",
    )


def control(state: State) -> list[int | None]:
    """Who controls each city of the board, in its order (T40); the neutral player's number comes after the seats."""
    return teutonica(state.position).control()


@cache
def style() -> str:
    """The style sheet of the drawings."""
    return resources.files(__package__).joinpath("style.css").read_text(encoding="utf-8")
