"""Hansa Teutonica as learning environments see it (`hansa.envs.learning.Learning`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine_c.position import Position
from hansa.boards import board, modules
from hansa.envs.urns import Urn
from hansa.json_lines import Json
from hansa.teutonica.game import teutonica
from hansa.teutonica.names import MARKERS, TILES
from hansa.teutonica.observation import feature_names
from hansa.teutonica.setup import Setup, read_setup


class TeutonicaLearning:
    """It has no state of its own."""

    title = "Hansa Teutonica"
    short_name = "hansa_teutonica"
    secrets = True          # mission cards
    most_chance = 48        # the setup, and each marker of the supply once

    def feature_names(self, position: Position) -> tuple[str, ...]:
        """MOVES.md, section 12."""
        return feature_names(teutonica(position).board_name)

    def urns(self, setup: Mapping[str, Any]) -> tuple[Urn, ...]:
        """Taverns (T3), missions (T100), favours (T101)."""
        given = read_setup(setup)
        taverns = modules()["markers"][given.edition]["tavern"]
        counts = tuple(taverns.count(marker) for marker in MARKERS)
        cards = len(modules()["missions"])
        seats = ("",) * given.players
        return (
            Urn("tavern", MARKERS, counts, _taverns(given)),
            Urn(
                "mission", tuple(map(str, range(cards))), (1,) * cards,
                seats * ("missions" in given.modules), secret=True,
            ),
            Urn("favour", TILES, (1,) * len(TILES), seats * ("favours" in given.modules)),
        )

    def drawn(self, setup: Mapping[str, Any], things: Sequence[Sequence[str]]) -> Json:
        """The complete setup."""
        markers, cards, tiles = things
        taverns = dict(zip(_taverns(read_setup(setup)), markers, strict=True))
        missions = list(map(int, cards))
        return {**setup, "taverns": taverns, "missions": missions, "favours": list(tiles)}


def _taverns(setup: Setup) -> tuple[str, ...]:
    return tuple(route.name for route in board(setup.board).routes if route.tavern)
