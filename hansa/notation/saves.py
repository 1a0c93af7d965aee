"""Saves of other programs, as positions: each game knows which it can read (MOVES.md, 18)."""

from __future__ import annotations

from dataclasses import dataclass

from hansa.games import GAMES
from hansa.phrases import Phrase
from hansa.state import State


@dataclass(frozen=True)
class SavedPosition:
    """The position in a save of another program, and what should be known about it, a line each."""

    state: State
    remarks: tuple[Phrase, ...]


def read_save(value: object) -> SavedPosition | None:
    """The position in a JSON value that another program has saved.

    None if it is not such a save; `StateError` names what is wrong with one, by its members.

    >>> read_save({"board": "hansa-45", "players": 4}) is None
    True
    """
    for game in GAMES.values():
        found = game.saved(value)
        if found is not None:
            data, remarks = found
            return SavedPosition(State.from_json(data), tuple(remarks))
    return None
