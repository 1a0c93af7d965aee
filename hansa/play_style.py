"""How a player plays, not how well: what is done in a game, how often, in which turn, and how games
end.

Kinds of moves are taken from their texts, so this works for every game: the first word of a move,
and words after it that name no place and no goods: `claim GOT-QUE develop actions` is `claim
develop actions`, `place t BRE-HAM` is `place`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from hansa.json_lines import Json
from hansa.state import Move, State

__all__ = ["Style", "count_game", "kind_of"]

SMALL_WORDS = ("with", "pay", "from")       # of a move's text, that say nothing about its kind


def kind_of(move: str) -> str:
    """What sort of move it is.

    >>> [kind_of(move) for move in ("claim GOT-QUE develop actions", "place t BRE-HAM", "use plus-3", "sell red2", "end")]
    ['claim develop actions', 'place', 'use plus-3', 'sell', 'end']
    """
    first, *words = move.split()
    return " ".join([first, *(word for word in words if re.fullmatch(r"[a-z]{3,}(-[a-z0-9]+)*", word)
                              and word not in SMALL_WORDS)])


@dataclass
class Style:
    """Some games of one player: how often each kind of move was played, in which of its turns, how
    the games ended, and what those that were won were won with.

    >>> style = Style(games=4, moves=Counter({"claim": 10}), turns=Counter({"claim": 55}))
    >>> style.a_game("claim"), style.mean_turn("claim"), style.mean_turn("end")
    (2.5, 5.5, None)
    """

    games: int = 0
    length: float = 0.0             # turns a player, of all games together
    won: float = 0.0                # games, a shared win in part
    length_won: float = 0.0
    moves: Counter[str] = field(default_factory=Counter)
    turns: Counter[str] = field(default_factory=Counter)        # of these moves, added up
    ends: Counter[str] = field(default_factory=Counter)
    points_won: dict[str, float] = field(default_factory=dict)  # by category, in games it won

    def a_game(self, kind: str) -> float:
        """How often per game."""
        return self.moves[kind] / self.games if self.games else 0.0

    def mean_turn(self, kind: str) -> float | None:
        """In which of its turns, from 1; None if never."""
        return self.turns[kind] / self.moves[kind] if self.moves[kind] else None

    def __add__(self, other: Style) -> Style:
        """The games of both."""
        sums: dict[str, Any] = {}
        for entry in fields(self):
            one, two = getattr(self, entry.name), getattr(other, entry.name)
            if isinstance(one, dict):
                sums[entry.name] = type(one)({name: one.get(name, 0) + two.get(name, 0) for name in {**one, **two}})
            else:
                sums[entry.name] = one + two
        return Style(**sums)

    def to_json(self) -> Json:
        """All sums, for a ledger.

        >>> style = Style(games=2, won=0.5, moves=Counter(claim=4), turns=Counter(claim=12))
        >>> Style.of(style.to_json()) == style
        True
        """
        sums = {entry.name: getattr(self, entry.name) for entry in fields(self)}
        return {name: dict(value) if isinstance(value, dict) else value for name, value in sums.items()}

    @staticmethod
    def of(data: Json) -> Style:
        """From a ledger."""
        counters: dict[str, Counter[str]] = {name: Counter(data[name]) for name in ("moves", "turns", "ends")}
        sums: dict[str, Any] = {**data, **counters}
        return Style(**sums)


def count_game(
    steps: Iterable[tuple[State, Move | None]], seats: Sequence[Style], shares: Sequence[float], end: str | None = None
) -> None:
    """Adds a game to the styles of its seats: its positions, each with the move played in it, and
    last the position at the end with None. `end` says how it ended, if not by the rules."""
    length, state = 0.0, None
    for state, move in steps:
        length = state.turns / state.players
        if move is not None and isinstance(state.to_move, int):
            style, kind = seats[state.to_move], kind_of(move)
            style.moves[kind] += 1
            style.turns[kind] += state.turns // state.players + 1
    if state is None:
        return
    reason = end or (str(state.result["reason"]) if state.over else "moves")
    for style, share, scores in zip(seats, shares, state.scores, strict=True):
        style.games += 1
        style.length += length
        style.won += share
        style.length_won += share * length
        style.ends[reason] += 1
        for category, points in scores.items():
            style.points_won[category] = style.points_won.get(category, 0.0) + share * points
