"""Hansa (2004) as learning environments see it (`hansa.envs.learning.Learning`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine_c.position import Position
from hansa.envs.urns import Urn
from hansa.hansa2004.board import board
from hansa.hansa2004.observation import feature_names
from hansa.hansa2004.setup import read_setup
from hansa.json_lines import Json


class Hansa2004Learning:
    """It has no state of its own."""

    title = "Hansa (2004)"
    short_name = "hansa_2004"
    secrets = False
    most_chance = sum(board().full_supply(max(board().players)))    # each marker turns up once

    def feature_names(self, position: Position) -> tuple[str, ...]:
        """MOVES.md, section 12."""
        return feature_names()

    def urns(self, setup: Mapping[str, Any]) -> tuple[Urn, ...]:
        """A marker on every warehouse space (H2), in the order of the cities' numbers."""
        supply = board().full_supply(read_setup(setup).players)
        return (Urn("warehouse", board().goods, tuple(supply), _spaces()),)

    def drawn(self, setup: Mapping[str, Any], things: Sequence[Sequence[str]]) -> Json:
        """The complete setup."""
        lying: dict[str, list[str]] = {}
        for city, kind in zip(_spaces(), things[0], strict=True):
            lying.setdefault(city, []).append(kind)
        return {**setup, "warehouses": lying}


def _spaces() -> tuple[str, ...]:
    """The city of every warehouse space, in order."""
    by_number = sorted(board().cities, key=lambda city: city.number)
    return tuple(city.code for city in by_number for _ in range(city.warehouses))
