"""What learning environments ask of a game besides action numbers and observations, which `engine_c/game.pxd` has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from engine_c.position import Position
from hansa.envs.urns import Urn


class Learning(Protocol):
    """A game as environments see it; it has no state of its own."""

    @property
    def title(self) -> str: ...
    @property
    def short_name(self) -> str: ...        # in lists of environments of many games
    @property
    def secrets(self) -> bool: ...          # whether a seat may know what others do not (D3)
    @property
    def most_chance(self) -> int: ...       # moves of chance in a game, what the setup draws included: no game has more

    def feature_names(self, position: Position) -> tuple[str, ...]:
        """What each number of an observation says, in order."""
        ...

    def urns(self, setup: Mapping[str, Any]) -> tuple[Urn, ...]:
        """What is drawn before the first move, in order, by what the setup says of board, players and the like."""
        ...

    def drawn(self, setup: Mapping[str, Any], things: Sequence[Sequence[str]]) -> dict[str, Any]:
        """The setup with what has been drawn from each urn, in the order of its places."""
        ...
