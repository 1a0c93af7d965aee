"""What a browser may ask, each request declared once: the door checks its members, MOVES.md,
section 15, lists them.

An answer has the `id` of its request; what is pushed unasked has `push` instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hansa.members import Object, Truth, Whole
from hansa.messages import member
from hansa.plain_values import Anything, Count, Few, Integer, OneOf, Plain, Real, Text, Texts
from hansa.web.live import LONGEST_SECONDS, MOST_LINES
from hansa.web.moving import SLOWEST, STAND_IN

MOST_BYTES = 1 << 20        # a message; the longest sensible one, a record, has some 40,000
MOST_NAME = 40              # characters of a player's name
MOST_SPEC = 200             # characters of who sits where
MOST_SEATS = 8
MOST_ANSWERS = 40           # to what lies on a real table
MOST_MOVES = 2000           # of a variation
MOST_NOTES = 100_000        # of a game: one a move
LONGEST_CLOCK, LONGEST_INCREMENT = 36_000, 600      # seconds
GAME, MARK = Text(80), Anything("any value, which the push has again")
MOVE = Text(200)


def nothing() -> None:
    """Stands for a member that is left out."""


@dataclass(frozen=True, kw_only=True)
class Hello:
    """Who this browser is, by its key or cookie; answered with what there is to play."""

    key: Any = member(Anything("a text"), "from the link that was opened", default=nothing)
    lang: str | None = member(Text(), "the language of the texts it wants, such as `de` or `de-AT`; English if left out",
                              default=nothing)


@dataclass(frozen=True, kw_only=True)
class Studied:
    """A position: of a game at a ply, or a state; and then moves."""

    state: Mapping[str, Any] | None = member(Plain("a state"), "the position; otherwise it is one of `game`", default=nothing)
    game: str | None = member(GAME, "a game of this server", default=nothing)
    ply: int | None = member(Count(), "how many of its moves come before; the present position if left out",
                             default=nothing)
    moves: tuple[str, ...] = member(Texts("moves", MOST_MOVES), "moves played from there", default=tuple)


# --- the lobby ----------------------------------------------------------------------------------

@dataclass(frozen=True, kw_only=True)
class Games:
    """The games of this server."""


@dataclass(frozen=True, kw_only=True)
class SeatWish:
    """Who shall sit somewhere."""

    who: str = member(Text(MOST_SPEC), "`here`, `link`, or the spec of a bot")
    name: str = member(Text(MOST_NAME), "what the player is called", default=str)


@dataclass(frozen=True, kw_only=True)
class NewGame(Studied):
    """Begins a game from a setup, or from a position."""

    seats: tuple[SeatWish, ...] = member(
        Few(Object(SeatWish, "an object of `who` (`here`, `link`, or the spec of a bot) and perhaps `name`"), MOST_SEATS),
        "who sits where")
    setup: Mapping[str, Any] | None = member(Plain("a setup"), "instead of a position", default=nothing)
    clock: float | None = member(Real(1, LONGEST_CLOCK), "seconds that each person has for the game", default=nothing)
    increment: float = member(Real(0, LONGEST_INCREMENT), "seconds that each of their turns adds", default=float)
    seed: int | None = member(Integer(), "chooses setup and chance", default=nothing)
    recorded: bool = member(
        Truth(), "whether it is played at a real table: all seats are `here`, and nothing is drawn", default=bool)
    answers: tuple[str, ...] = member(
        Texts("texts", MOST_ANSWERS), "if so, what lies on the table: to what `on_the_table` asks, in order", default=tuple)


@dataclass(frozen=True, kw_only=True)
class OnTheTable:
    """What a seed would choose at the beginning, and who writes a real game down must say."""

    setup: Mapping[str, Any] = member(Plain("a setup"), "what is known of it")


@dataclass(frozen=True, kw_only=True)
class Load:
    """Loads a record, which becomes a game, or a position, whose state is answered."""

    text: str = member(Text(MOST_BYTES), "what the file holds")
    number: int = member(Integer(), "which game of the file", default=lambda: 1)


@dataclass(frozen=True, kw_only=True)
class Remove:
    """Deletes a game; `fetch_back` undoes it, until the next one is deleted."""

    game: str = member(GAME, "the game")


@dataclass(frozen=True, kw_only=True)
class FetchBack:
    """Brings back the game that was deleted last."""

    game: str = member(GAME, "the game")


@dataclass(frozen=True, kw_only=True)
class Rename:
    """Another name for a game at which nobody sits; links to its seats are new ones then."""

    game: str = member(GAME, "the game")
    name: str = member(GAME, "its new name; all characters but letters, digits, `-` and `_` become a `-`")


@dataclass(frozen=True, kw_only=True)
class Tournaments:
    """The logs of tournaments that are here."""


@dataclass(frozen=True, kw_only=True)
class Tournament:
    """Tables and plots of a log, finished or running."""

    name: str = member(Text(200), "the log")
    known: int = member(Integer(), "how many bytes of it the browser has seen", default=lambda: -1)


@dataclass(frozen=True, kw_only=True)
class TournamentGame:
    """Takes in a game of a log, as a game of this server."""

    name: str = member(Text(200), "the log")
    game: str = member(Text(40), "the game's id in it")


# --- at a table ---------------------------------------------------------------------------------

@dataclass(frozen=True, kw_only=True)
class Open:
    """Sits down at a game: from now on every change of it is pushed as `table`."""

    game: str = member(GAME, "the game")


@dataclass(frozen=True, kw_only=True)
class Leave:
    """Gets up from the game."""


@dataclass(frozen=True, kw_only=True)
class Show:
    """The player of a seat says that it is they who look at the screen now."""

    seat: int = member(Integer(), "the seat")


@dataclass(frozen=True, kw_only=True)
class Play:
    """A move of a person who plays from here."""

    move: str = member(MOVE, "the move")
    ply: int = member(Integer(), "the number of moves before it, against clicks on an old position")


@dataclass(frozen=True, kw_only=True)
class Undo:
    """Takes back to one's own last decision."""


@dataclass(frozen=True, kw_only=True)
class Correct:
    """Another move at an earlier ply of a real game; those after it stay as far as they fit."""

    ply: int = member(Count(), "the number of moves before the wrong one")
    move: str = member(MOVE, "what was played there")
    plies: int = member(Count(), "how many moves the browser knows, against changes from two sides")


@dataclass(frozen=True, kw_only=True)
class ShowMission:
    """Says which mission a seat of a real game has, if that was secret when the recording began."""

    seat: int = member(Integer(), "the seat")
    cities: str = member(Text(MOST_SPEC), "the three cities of the card, or its number")


@dataclass(frozen=True, kw_only=True)
class Step:
    """One move of a bot, while paused."""


@dataclass(frozen=True, kw_only=True)
class StandIn:
    """Lets a bot play for a person who leaves, until `hand_back`; for the host and that person."""

    seat: int = member(Integer(), "the seat")
    bot: str = member(Text(MOST_SPEC), "the spec of the bot", default=lambda: STAND_IN)


@dataclass(frozen=True, kw_only=True)
class HandBack:
    """The person a bot has played for is back."""

    seat: int = member(Integer(), "the seat")


@dataclass(frozen=True, kw_only=True)
class GetRecord:
    """The record of the game, once it tells nobody anything they may not know."""


@dataclass(frozen=True, kw_only=True)
class Pace:
    """How fast bots play when one watches."""

    seconds: float | None = member(Real(0, SLOWEST), "between two moves; a pause if left out", default=nothing)


# --- studying -----------------------------------------------------------------------------------

@dataclass(frozen=True, kw_only=True)
class Look(Studied):
    """A position, with everything that may be played there."""


@dataclass(frozen=True, kw_only=True)
class Outcomes(Studied):
    """What each of some moves of a position brings whom at once, in words."""

    line: tuple[str, ...] = member(Texts("moves", MOST_MOVES), "moves played before these, from that position",
                                   default=tuple)


@dataclass(frozen=True, kw_only=True)
class Fresh:
    """The first position of a setup."""

    setup: Mapping[str, Any] = member(Plain("a setup"), "the setup")


@dataclass(frozen=True, kw_only=True)
class Write(Studied):
    """A position in the notation for people (section 13): as a line, and as a block."""


@dataclass(frozen=True, kw_only=True)
class Read:
    """A position from a text: in the notation for people, or a state as JSON."""

    text: str = member(Text(MOST_BYTES), "the position")


@dataclass(frozen=True, kw_only=True)
class Edit(Studied):
    """A position with a change made by hand."""

    change: Mapping[str, Any] = member(Plain("an object with `what`"), "the change")


@dataclass(frozen=True, kw_only=True)
class Analyse(Studied):
    """Thinks about a position; `thought` is pushed until `stop`, or until the time is over."""

    seconds: float = member(Real(0.01, LONGEST_SECONDS), "how long", default=lambda: 60.0)
    lines: int = member(Whole(MOST_LINES, 1), "how many moves are explained", default=lambda: 5)
    mark: Any = member(MARK, "tells its pushes from others", default=nothing)


@dataclass(frozen=True, kw_only=True)
class Why(Studied):
    """Judges a move beside the best one; `why` is pushed when that is done."""

    move: str = member(MOVE, "the move")
    mark: Any = member(MARK, "tells its pushes from others", default=nothing)


@dataclass(frozen=True, kw_only=True)
class Refuse(Studied):
    """Why nothing can be done at a place that is not offered: reasons with their rules."""

    target: str = member(Text(80), "what was clicked, such as `route BRE-HAM`")


@dataclass(frozen=True, kw_only=True)
class Hint(Studied):
    """What to play, in three steps; `hint` is pushed when it is found."""

    mark: Any = member(MARK, "tells its pushes from others", default=nothing)


@dataclass(frozen=True, kw_only=True)
class Review:
    """Judges every decision of a game; `review` is pushed with progress, then the whole."""

    game: str = member(GAME, "the game")
    mark: Any = member(MARK, "tells its pushes from others", default=nothing)


@dataclass(frozen=True, kw_only=True)
class Notes:
    """What was said of a game: comments, glyphs and variations, whose moves are told in words."""

    game: str = member(GAME, "the game")


@dataclass(frozen=True, kw_only=True)
class Annotate:
    """Keeps notes in the record of a game, in place of those that were there."""

    game: str = member(GAME, "the game")
    notes: tuple[Mapping[str, Any], ...] = member(
        Few(Plain("a note of a record"), MOST_NOTES), "all of them, as in a record (section 6)")
    version: str = member(Text(40), "the one that `notes` or `annotate` answered, against changes from two sides")


@dataclass(frozen=True, kw_only=True)
class Stop:
    """Ends what is being thought about."""

    what: str | None = member(OneOf(("thought", "why", "hint", "review")), "one sort of it; all if left out", default=nothing)


@dataclass(frozen=True, kw_only=True)
class Drills:
    """The mistakes of people that reviews have found, over all games."""


@dataclass(frozen=True, kw_only=True)
class Drill:
    """One of them, as a review judges it."""

    game: str = member(GAME, "the game")
    ply: int = member(Count(), "the number of moves before it")


@dataclass(frozen=True, kw_only=True)
class Explore(Studied):
    """What strong players played in a position, how often and with what result."""


# --- learning -----------------------------------------------------------------------------------

@dataclass(frozen=True, kw_only=True)
class Rules:
    """Rules by number or in words."""

    game: str = member(Text(20), "which game's rules")
    asked: str = member(Text(80), "what is looked for; all chapters if left out", default=str)


@dataclass(frozen=True, kw_only=True)
class Course:
    """The points of every seat over a game that is over."""

    game: str = member(GAME, "the game")


@dataclass(frozen=True, kw_only=True)
class Lessons:
    """The games that are taught, and the titles of their lessons."""


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """A lesson after some moves, of which wrong ones change nothing."""

    game: str = member(Text(20), "which game is taught")
    number: int = member(Integer(), "which lesson, from 1")
    moves: tuple[str, ...] = member(Texts("moves", MOST_MOVES), "what was tried so far", default=tuple)


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """The next exercise: one that is due, or a new one about as hard as one is strong."""

    grade: int | None = member(Integer(), "only of this grade, 1 (easy) to 5", default=nothing)
    name: str | None = member(Text(80), "this one, to see it again", default=nothing)


@dataclass(frozen=True, kw_only=True)
class Solve:
    """An answer to an exercise; the first one after each `exercise` counts."""

    name: str = member(Text(80), "the exercise")
    move: str = member(MOVE, "what one would play")
