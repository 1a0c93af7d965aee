"""Moves in plain language: what a game says that has no words of its own; each game has a file."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hansa.state import Move, State


class Words:
    """What a game calls its moves and places."""

    headings: Mapping[str, str] = {}    # what a move does, by its first word
    usual_verb = ""                     # the verb that is meant where none is typed

    def describe(self, before: State, move: Move, after: State) -> str:
        """What a move did, without its mover: "places a trader on Bremen-Hamburg"."""
        return str(move)

    def heading(self, stem: str) -> str:
        """What the moves that begin with these words do; empty if the words say it."""
        return self.headings.get(stem.partition(" ")[0], "")

    def signs(self) -> Sequence[tuple[str, str]]:
        """Each sign on the screens, and what it means."""
        return ()

    def lacking(self, state: State, verb: str, places: Collection[str]) -> list[str]:
        """What is missing for moves with this verb, at places with these codes or, if there are none, anywhere.

        A line each; none if the game has nothing to say.
        """
        return []

    def place_names(self, state: State) -> Mapping[str, str]:
        """The names of places by their codes; people may type them instead of the codes."""
        return {}
