"""What environments for reinforcement learning need to know about a game.

Action numbers and observations are the engine's (`engine_c/game.pxd`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from engine_c.position import Position
from hansa.envs.urns import Urn


class Learning(Protocol):
    """A game as environments see it; it has no state of its own."""

    @property
    def title(self) -> str:
        """The game as people call it."""
        ...

    @property
    def short_name(self) -> str:
        """Its name in lists of environments of many games."""
        ...

    @property
    def secrets(self) -> bool:
        """Whether a seat may know what others do not (D3)."""
        ...

    @property
    def most_chance(self) -> int:
        """The most moves of chance that a game can have, with the draws of its setup."""
        ...

    def feature_names(self, position: Position) -> tuple[str, ...]:
        """The meaning of each number of an observation, in order."""
        ...

    def urns(self, setup: Mapping[str, Any]) -> tuple[Urn, ...]:
        """What a setup leaves to chance before the first move, in the order of the draws."""
        ...

    def drawn(self, setup: Mapping[str, Any], things: Sequence[Sequence[str]]) -> dict[str, Any]:
        """The setup completed with what was drawn from each urn, in the order of its places."""
        ...
