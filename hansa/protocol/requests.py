"""The requests of the engine protocol, each declared once; their members are checked against this.

MOVES.md, section 7, and the JSON schema are written from the same declarations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hansa.languages import languages
from hansa.members import Truth, Whole
from hansa.messages import member
from hansa.plain_values import Count, Integer, OneOf, Plain, Real, Text, Texts
from hansa.strengths import STRENGTHS

DEEPEST_PERFT = 8           # from a start 4 is done at once, 6 takes minutes; only Ctrl-C stops it
MOST_LINES = 500
SHORTEST_REPORT = 0.01      # seconds
SEAT, MOVES = Integer(), Texts("moves")


def nothing() -> None:
    """Stands for a member that is left out."""


@dataclass(frozen=True, kw_only=True)
class Hello:
    """Who this is and what it can do; also chooses the version that is spoken from here on."""

    version: int = member(Integer(), "1 or 2; 1 is also spoken without any `hello`", default=lambda: 1)


@dataclass(frozen=True, kw_only=True)
class New:
    """Begins a game, from a setup or in the middle."""

    setup: Mapping[str, Any] | None = member(Plain("an object, section 4 or 9"), "what is played", default=nothing)
    seed: int | None = member(Integer(), "chooses what the setup leaves open", default=nothing)
    state: Mapping[str, Any] | None = member(Plain("an object, section 5 or 9"), "a position to begin from instead",
                                             default=nothing)


@dataclass(frozen=True, kw_only=True)
class Legal:
    """Every legal move."""


@dataclass(frozen=True, kw_only=True)
class Play:
    """Plays moves up to the first illegal one: those before it stay, the error has its `number`."""

    moves: tuple[str, ...] = member(MOVES, "what is played")


@dataclass(frozen=True, kw_only=True)
class Undo:
    """Takes moves back, of whomsoever, chance included."""

    count: int = member(Count(), "how many; 1 if left out", default=lambda: 1)


@dataclass(frozen=True, kw_only=True)
class GetState:
    """The whole state, or what a seat may see of it."""

    view: int | None = member(SEAT, "the seat that looks", default=nothing)


@dataclass(frozen=True, kw_only=True)
class SetOption:
    """Stores a setting, for all games."""

    name: str = member(Text(), "one of the options that `hello` names")
    value: int = member(Integer(), "within its bounds")


@dataclass(frozen=True, kw_only=True)
class Go:
    """Thinks for the seat to move until one of its budgets is spent; `info` precedes the answer."""

    simulations: int | None = member(Integer(), "a budget", default=nothing)
    seconds: float | None = member(Real(), "a budget", default=nothing)
    turn_seconds: float | None = member(Real(), "for all decisions of a turn: this one and those that may follow",
                                        default=nothing)
    clock: float | None = member(Real(), "what is left for the whole game", default=nothing)
    increment: float | None = member(Real(), "what each turn adds to `clock`", default=nothing)
    lines: int = member(Whole(MOST_LINES, 1), "how many moves are explained; 3 if left out", default=lambda: 3)
    report: float | None = member(Real(SHORTEST_REPORT), "seconds between two `info` objects", default=nothing)
    moves: tuple[str, ...] = member(
        MOVES, "think about these alone; a beginning stands for all moves that begin with it", default=tuple)
    without: tuple[str, ...] = member(MOVES, "think about all others", default=tuple)


@dataclass(frozen=True, kw_only=True)
class Stop:
    """Ends `go` or `review`, which answer at once; harmless when nothing is going."""


@dataclass(frozen=True, kw_only=True)
class Perft:
    """Counts the sequences of moves (D30)."""

    depth: int = member(Whole(DEEPEST_PERFT), "how many moves")
    divide: bool = member(Truth(), "count by first move too", default=lambda: False)


@dataclass(frozen=True, kw_only=True)
class Quit:
    """Ends the conversation, after its answer."""


# --- version 2 -------------------------------------------------------------------------------

@dataclass(frozen=True, kw_only=True)
class Games:
    """The games of this conversation."""


@dataclass(frozen=True, kw_only=True)
class Close:
    """Forgets a game."""


@dataclass(frozen=True, kw_only=True)
class GetBoard:
    """A board: its geometry, names and offices."""

    board: str | None = member(Text(40), "its name; that of the game if left out", default=nothing)


@dataclass(frozen=True, kw_only=True)
class GetSvg:
    """The position as a picture."""

    view: int | None = member(SEAT, "the seat that looks", default=nothing)
    arrows: tuple[str, ...] = member(MOVES, "legal moves to be shown", default=tuple)
    highlight: tuple[str, ...] = member(Texts("places"), "`city BRE`, `route BRE-HAM`", default=tuple)


@dataclass(frozen=True, kw_only=True)
class GetWords:
    """A legal move in words; without one, the position."""

    move: str | None = member(Text(), "the move", default=nothing)
    view: int | None = member(SEAT, "the seat that looks", default=nothing)
    lang: str | None = member(OneOf(languages()), "in which language, with players by their colours; left out, English with "
                              "seats by their numbers", default=nothing)


@dataclass(frozen=True, kw_only=True)
class SetStrength:
    """Lets `go` play at a strength, which needs no other budget."""

    name: str | None = member(OneOf((*STRENGTHS, "full")), "the strength; `full` is without a limit, left out only asks",
                              default=nothing)


@dataclass(frozen=True, kw_only=True)
class GetReview:
    """Judges every decision of the game, or of a record; `info` tells the progress."""

    record: Mapping[str, Any] | None = member(Plain("an object, section 6"), "another game than the present one",
                                              default=nothing)
    simulations: int | None = member(Integer(), "a decision; 1,000 if nothing is said", default=nothing)
    seconds: float | None = member(Real(), "a decision", default=nothing)
