"""Coasts, rivers and waves of the Hansa Teutonica boards, drawn by hand in `landscape.json`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from hansa.json_lines import Json
from hansa.teutonica.names import COUNTRIES
from hansa.views.svg.elements import Point

Outline = tuple[Point, ...]


@dataclass(frozen=True)
class Landscape:
    """The land of one board in the units of the board's file; a drawing stretches it by `scale`."""

    scale: tuple[float, float]
    land: tuple[Outline, ...]
    countries: Mapping[str, tuple[Outline, ...]]    # Wales and Scotland, where a board has them
    rivers: tuple[Outline, ...]
    waves: Outline                                  # where each is
    words: tuple[tuple[str, Point], ...]    # written on the land: countries, and where

    def stretched(self, points: Iterable[Point]) -> list[Point]:
        """Points of the board's file in units of the drawing."""
        return [(x * self.scale[0], y * self.scale[1]) for x, y in points]


@cache
def landscape(name: str) -> Landscape:
    """The landscape of a board.

    >>> sorted(landscape("britannia-45").countries), landscape("east").scale
    (['scotland', 'wales'], (1, 1))
    """
    file = resources.files(__package__).joinpath("landscape.json")
    data: Json = json.loads(file.read_text(encoding="utf-8"))[name]
    return Landscape(
        scale=(data["scale"][0], data["scale"][1]),
        land=tuple(map(_outline, data["land"])),
        countries={
            country: tuple(map(_outline, data[country])) for country in COUNTRIES if country in data
        },
        rivers=tuple(map(_outline, data["rivers"])),
        waves=_outline(data["waves"]),
        words=tuple((country, (x, y)) for country, x, y in data["words"]),
    )


def _outline(points: Sequence[Sequence[float]]) -> Outline:
    return tuple((x, y) for x, y in points)
