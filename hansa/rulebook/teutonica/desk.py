"""A player's desk: the five tracks, the two heaps of pieces, and what else lies before a player."""

from __future__ import annotations

from dataclasses import dataclass, field

from .pieces import Amount, amount, marker_order

ALL = 99  # the bank value "all": more pieces than anybody has

# The value of each track after 0, 1, 2, ... steps [T2]; privilege counts its colours from 0.
TRACKS: dict[str, tuple[int, ...]] = {
    "keys": (1, 2, 2, 3, 4),
    "actions": (2, 3, 3, 4, 4, 5),
    "privilege": (0, 1, 2, 3),
    "book": (2, 3, 4, 5),
    "bank": (3, 5, 7, ALL),
}
PRIVILEGES = ("white", "orange", "pink", "black")


def no_steps() -> dict[str, int]:
    """Every track at its start."""
    return dict.fromkeys(TRACKS, 0)


@dataclass
class Desk:
    """All that belongs to one player and is not on the board."""

    stock: Amount = field(default_factory=amount)
    supply: Amount = field(default_factory=amount)
    steps: dict[str, int] = field(default_factory=no_steps)
    prestige: int = 0
    unused: list[str] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    favours: list[str] = field(default_factory=list)
    mission: int | None = None

    def value(self, track: str) -> int:
        """What the track shows now."""
        return TRACKS[track][self.steps[track]]

    def at_end(self, track: str) -> bool:
        """Whether the track has no step left."""
        return self.steps[track] == len(TRACKS[track]) - 1

    def may_use(self, colour: str) -> bool:
        """Whether the colour of an office or a special space is within the privilege [T30, T37]."""
        return PRIVILEGES.index(colour) <= self.value("privilege")

    def actions_a_turn(self) -> int:
        """The actions a turn begins with [T6, T102]."""
        return self.value("actions") + ("extra-action" in self.favours)

    def turn_over(self, marker: str) -> None:
        """Use up a marker; it still counts at the end [T51]."""
        self.unused.remove(marker)
        self.used.append(marker)
        self.used.sort(key=marker_order)

    def receive(self, marker: str) -> None:
        """Take a marker, face up [T22]."""
        self.unused.append(marker)
        self.unused.sort(key=marker_order)
