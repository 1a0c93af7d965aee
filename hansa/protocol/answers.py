"""What is answered in the engine protocol, declared as the requests are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hansa.members import Codec, Listed, Mover, Object, OrNull, Truth
from hansa.messages import member
from hansa.plain_values import Count, Integer, Plain, Real, Text, Texts
from hansa.protocol.requests import nothing
from hansa.thinking import Thought

MOVER: Codec[Any, int | str | None] = Mover()
SHARES = Listed(Real(0, 1))


@dataclass(frozen=True, kw_only=True)
class Option:
    """A setting of the engine: a whole number within bounds."""

    name: str = member(Text(), "its name")
    type: str = member(Text(), "always `int`", default=lambda: "int")
    default: int = member(Integer(), "what it is if nobody sets it")
    min: int = member(Integer(), "the least")
    max: int = member(Integer(), "the most")


@dataclass(frozen=True, kw_only=True)
class Greeting:
    """To `hello`."""

    name: str = member(Text(), "`hansa`")
    version: str = member(Text(), "of hansa")
    protocol: int = member(Integer(), "the version that is spoken from here on")
    games: tuple[str, ...] = member(Texts("names"), "the games there are")
    boards: list[Mapping[str, Any]] = member(Listed(Plain("an object")), "the boards, with their players, editions, modules")
    options: list[Option] = member(Listed(Object(Option, "an object of `name`, `type`, `default`, `min`, `max`")),
                                   "what `option` may set")
    commands: tuple[str, ...] = member(Texts("names"), "what may be asked in this version (version 2)",
                                    default=list, brief=True)


@dataclass(frozen=True, kw_only=True)
class ToMove:
    """To what changes the position."""

    to_move: int | str | None = member(MOVER, "whose decision it is (D1)")


@dataclass(frozen=True, kw_only=True)
class Moves:
    """To `legal`."""

    moves: tuple[str, ...] = member(Texts("moves"), "every legal move, in order (D4)")
    probabilities: list[float] | None = member(OrNull(SHARES), "of each of them, at chance", default=nothing, brief=True)


@dataclass(frozen=True, kw_only=True)
class StateAnswer:
    """To `state`."""

    state: Mapping[str, Any] = member(Plain("an object, section 5 or 9"), "the position")


@dataclass(frozen=True, kw_only=True)
class Done:
    """To what needs no other answer."""

    ok: bool = member(Truth(), "always true", default=lambda: True)


@dataclass(frozen=True, kw_only=True)
class Nodes:
    """To `perft`."""

    nodes: int = member(Count(), "how many sequences there are")
    divide: Mapping[str, int] | None = member(OrNull(Plain("an object of first moves and their numbers")),
                                              "if it was asked for", default=nothing, brief=True)


POINTS = Listed(Plain("an object of categories"))


@dataclass(frozen=True, kw_only=True)
class LineFound:
    """One of the moves that were thought about (section 10)."""

    move: str = member(Text(), "the move")
    visits: int = member(Count(), "how many simulations went through it")
    values: list[float] = member(SHARES, "the share that each seat may expect after it (D20)")
    errors: list[float] = member(Listed(Real(0)), "their standard errors")
    missing: int = member(Count(), "visits it lacks to be compared with the first line")
    points: list[Mapping[str, float]] = member(POINTS, "the points that each seat may expect")
    variation: tuple[str, ...] = member(Texts("moves with their movers"), "how the game may go on")
    prior: float = member(Real(), "what the policy gave it before any search")


@dataclass(frozen=True, kw_only=True)
class ThoughtFound:
    """To `go`; the member `info` of what comes before the answer holds the same."""

    move: str = member(Text(), "the best move")
    values: list[float] = member(SHARES, "the share that each seat may expect (D20)")
    points: list[Mapping[str, float]] = member(POINTS, "the points that each seat may expect at the end, as in `scores`")
    lines: list[LineFound] = member(Listed(Object(LineFound, "an object, below")), "the best moves, best first")
    simulations: int = member(Count(), "what was spent")
    seconds: float = member(Real(0), "what was spent")
    positions: int = member(Count(), "how many positions the tree holds")

    @classmethod
    def of(cls, thought: Thought) -> ThoughtFound:
        """What a search has found."""
        data = thought.to_json()
        return cls(**data | {"lines": [LineFound(**line) for line in data["lines"]]})


# --- version 2 -------------------------------------------------------------------------------

@dataclass(frozen=True, kw_only=True)
class GameListed:
    """A game of the conversation."""

    game: str = member(Text(), "its id, empty for the one without")
    board: str = member(Text(), "the board")
    plies: int = member(Count(), "moves played since `new`")
    to_move: int | str | None = member(MOVER, "whose decision it is")


@dataclass(frozen=True, kw_only=True)
class GameList:
    """To `games`."""

    games: list[GameListed] = member(Listed(Object(GameListed, "an object of `game`, `board`, `plies`, `to_move`")),
                                     "those that were begun and not closed")


@dataclass(frozen=True, kw_only=True)
class BoardFound:
    """To `board`."""

    board: Mapping[str, Any] = member(Plain("an object"), "the board's file: cities with names, places and offices, routes "
                                      "with houses, in the units of `size`")


@dataclass(frozen=True, kw_only=True)
class SvgFound:
    """To `svg`."""

    svg: str = member(Text(), "the picture, complete in itself")


@dataclass(frozen=True, kw_only=True)
class WordsFound:
    """To `words`."""

    words: str = member(Text(), "what the move does, without its mover; or what is to be decided")
    text: str | None = member(OrNull(Text()), "the position as `hansa show` prints it, if no move was named", default=nothing,
                              brief=True)


@dataclass(frozen=True, kw_only=True)
class StrengthFound:
    """To `strength`."""

    name: str = member(Text(), "the strength at which `go` plays")
    strengths: Mapping[str, int] = member(Plain("an object"), "simulations a decision, by name")


@dataclass(frozen=True, kw_only=True)
class Progress:
    """The member `info` of what comes before the answer to `review`."""

    done: int = member(Count(), "how many decisions are judged")
    todo: int = member(Count(), "of how many")


@dataclass(frozen=True, kw_only=True)
class ReviewFound:
    """To `review`."""

    review: Mapping[str, Any] = member(Plain("an object, section 10"), "the review")
    complete: bool = member(Truth(), "false if `stop` ended it")


# --- errors ----------------------------------------------------------------------------------

@dataclass(frozen=True, kw_only=True)
class Failure:
    """The member `error` of an answer that is one."""

    code: str = member(Text(), "as in the table")
    message: str = member(Text(), "one line for people")
    number: int | None = member(OrNull(Count()), "of `play`: which of the moves, from 0", default=nothing, brief=True)
    reason: str | None = member(OrNull(Text()), "version 2, `illegal-move`: why, in a short sentence", default=nothing,
                                brief=True)
    rules: Sequence[str] | None = member(OrNull(Texts("rules")), "version 2: those that the reason or the problems cite",
                                         default=nothing, brief=True)
    nearest: Sequence[str] | None = member(OrNull(Texts("moves")), "version 2, `illegal-move`: legal moves most like it",
                                           default=nothing, brief=True)
    problems: Sequence[str] | None = member(OrNull(Texts("problems")), "version 2, `bad-state`: all that is wrong with it",
                                            default=nothing, brief=True)


