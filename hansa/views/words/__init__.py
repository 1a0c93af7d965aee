"""Moves in plain language: the defaults for all games; each game has a file of its own."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from hansa.phrases import NOTHING, Phrase, joined

if TYPE_CHECKING:
    from hansa.state import Move, State


class Words:
    """What a game calls its moves and places."""

    headings: Mapping[str, Phrase] = {}    # what a move does, by its first word
    usual_verb = ""                     # the verb that is meant where none is typed
    claim_rule = ""                     # the rule by which something may be missing for a claim

    def describe(self, before: State, move: Move, after: State, *, wish: bool = False) -> Phrase:
        """What a move did, without its mover: "places a trader on Bremen-Hamburg", or what you did
        ("place a trader")."""
        return joined("", [str(move)])

    def outcome(self, before: State, move: Move, after: State, you: int | None) -> list[Phrase]:
        """What a move brought whom, a phrase each; one of the seats may be told as `you`."""
        return []

    def heading(self, stem: str) -> Phrase:
        """What the moves that begin with these words do; empty if the words say it."""
        return self.headings.get(stem.partition(" ")[0], NOTHING)

    def signs(self) -> Sequence[tuple[str, Phrase]]:
        """Each sign on the screens, and what it means."""
        return ()

    def lacking(self, state: State, verb: str, places: Collection[str]) -> list[Phrase]:
        """What is missing for moves with this verb, a line each.

        `places` are codes; without any, all places count. Empty if the game has nothing to say.
        """
        return []

    def place_names(self, state: State) -> Mapping[str, str]:
        """The names of places by their codes; people may type them instead of the codes."""
        return {}
