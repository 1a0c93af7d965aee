"""What there is to play, as values; and what to say when somebody asks for what there is not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from difflib import get_close_matches
from reprlib import Repr
from typing import Any

MOST_SHOWN = 60
SEAT_COLOURS = ("red", "green", "blue", "yellow", "purple")      # as people call the seats
BRIEF = Repr()      # stops where a value nests deeply or never ends
BRIEF.maxstring = BRIEF.maxother = BRIEF.maxlong = MOST_SHOWN


@dataclass(frozen=True)
class BoardEntry:
    """A board and what may be played on it; the modules are those for its largest number of players."""

    name: str
    game: str
    title: str
    players: tuple[int, ...]
    editions: tuple[str, ...]
    modules: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """The entry as `hello` shows it."""
        return asdict(self)


def closest(word: object, known: Sequence[str]) -> str:
    """What to add to a message about an unknown word: `; did you mean 'east'?`, or all that is known."""
    near = get_close_matches(word[:100] if isinstance(word, str) else "", known, n=1)
    return f"; did you mean {near[0]!r}?" if near else f"; known are {', '.join(known)}"


def shown(value: object) -> str:
    """A value in a message, cut where it is long."""
    text = BRIEF.repr(value)
    return text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 3] + "..."
