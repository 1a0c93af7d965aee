"""Drawings of positions as SVG.

>>> from hansa import State
>>> drawn = svg(State.new(board="hansa-45", players=4, seed=7), highlight=["city BRE"], arrows=["place t BRE-HAM"])
>>> drawn.startswith("<svg"), drawn.count('class="ring"')
(True, 2)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources

from hansa.render.elements import element, group
from hansa.render.games import drawing
from hansa.state import State

__all__ = ["svg"]


def svg(state: State, *, arrows: Sequence[str] = (), highlight: Sequence[str] = ()) -> str:
    """A position as one SVG picture, complete in itself.

    `arrows` are moves, as text; `highlight` are places: `city BRE`, `route BRE-HAM`.

    >>> from hansa import State
    >>> picture = svg(State.new(board="east", players=3, seed=7), arrows=["place t BRD-TAN"], highlight=["route MAL-STR"])
    >>> picture[:4], picture.count("</svg>")
    ('<svg', 1)
    """
    how = drawing(state.game)
    picture = how.picture(state)
    board = how.board(picture.data["board"])
    width, height = board["size"]
    return element(
        "svg", element("style", style()), board["map"], picture.standing(),
        group(*map(picture.ring, highlight), *map(picture.arrow, arrows)),
        xmlns="http://www.w3.org/2000/svg", class_="hansa-map", viewBox=f"0 0 {width:.0f} {height:.0f}",
        role="img", aria_label=f"{board['title']}, {state.players} players",
    )


@cache
def style() -> str:
    """The style sheet of the drawings."""
    return resources.files(__package__).joinpath("style.css").read_text(encoding="utf-8")
