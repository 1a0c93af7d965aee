"""Answers to requests in the lobby: what there is to play, games, links, tournaments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hansa.members import Either, Listed, Object, OrNull, Truth
from hansa.messages import member
from hansa.plain_values import Anything, Count, Integer, Plain, Real, Text, Texts
from hansa.web.answers import LINKS, Link
from hansa.web.pushes import MOVER, SEAT_SHOWN, ShownSeat

SKETCHES = Plain("an object of sketches by board, each of `size`, `cities`, `roads`")


@dataclass(frozen=True, kw_only=True)
class Setting:
    """A setting of a bot."""

    name: str = member(Text(), "its name")
    type: str = member(Text(), "the type of its values")
    default: Any = member(Anything(), "what it is if nobody sets it")
    help: str = member(Text(), "what it does")
    low: float | None = member(OrNull(Real()), "the least, if there is one")
    high: float | None = member(OrNull(Real()), "the most, if there is one")
    choices: tuple[str, ...] = member(Texts("words"), "what it may be; empty if it is not one of a few words")
    local: bool = member(Truth(), "whether it is for the command line alone")


@dataclass(frozen=True, kw_only=True)
class BotOffered:
    """A bot that may be given a seat."""

    name: str = member(Text(), "its name, or the whole spec of one that `hansa serve --bot` has invited")
    about: str = member(Text(), "what it is, in a line")
    game: str | None = member(OrNull(Text()), "the game it plays; `null` if it plays all")
    parameters: list[Setting] = member(Listed(Object(Setting, "an object, below")), "its settings")


@dataclass(frozen=True, kw_only=True)
class Greeting:
    """To `hello`."""

    host: bool = member(Truth(), "whether this browser is the host's, who may do everything")
    game: str | None = member(OrNull(Text()), "the one game that it may open; `null` for the host")
    seat: int | None = member(OrNull(Integer()), "its seat there; `null` if it only looks on")
    version: str = member(Text(), "of hansa")
    boards: list[Mapping[str, Any]] = member(
        Listed(Plain("an object")), "the boards, with their games, titles, players, editions, modules")
    bots: list[BotOffered] = member(Listed(Object(BotOffered, "an object, below")), "who may be given a seat")
    levels: tuple[str, ...] = member(Texts("texts"), "what each level of the AI is like, the weakest first")


# --- games --------------------------------------------------------------------------------------

@dataclass(frozen=True, kw_only=True)
class GameListed:
    """A game of the list."""

    game: str = member(Text(), "the game")
    played: int = member(Integer(), "when it was played last, in seconds since 1970")
    board: str = member(Text(), "its board; empty in a game from a position without a setup")
    plies: int = member(Count(), "how many moves were played")
    over: bool = member(Truth(), "whether it is over")
    recorded: bool = member(Truth(), "whether it is played at a real table, and written down here")
    seats: list[ShownSeat] = member(Listed(SEAT_SHOWN), "who sits where")
    marks: list[list[float]] = member(Listed(Listed(Real())), "where pieces stand: `x`, `y` and the seat of each")
    to_move: int | str | None = member(MOVER, "whose decision it is")
    totals: list[int] = member(Listed(Integer()), "the points of each seat, as if it ended now, without secret missions")


@dataclass(frozen=True, kw_only=True)
class GameUnreadable:
    """A file of the folder that holds no game."""

    game: str = member(Text(), "its name")
    played: int = member(Integer(), "when it was written, in seconds since 1970")
    problem: str = member(Text(300), "what is wrong with it")


GAME_LISTED = Either((GameListed, GameUnreadable), "an object, below")


@dataclass(frozen=True, kw_only=True)
class GameList:
    """To `games`."""

    games: list[GameListed | GameUnreadable] = member(Listed(GAME_LISTED), "the one played last first")
    sketches: Mapping[str, Mapping[str, Any]] = member(SKETCHES, "the boards of those games, for small pictures")


@dataclass(frozen=True, kw_only=True)
class SetupQuestion:
    """Something that lies on the table at the beginning."""

    name: str = member(Text(), "the member of the setup")
    key: str = member(Text(), "a route, a city, the number of a seat or of a favour")
    label: str = member(Text(), "what people call that thing")
    words: tuple[str, ...] = member(Texts("words"), "what may lie there, each once, or an example if `several`")
    called: tuple[str, ...] = member(Texts("texts"), "what people call these words; empty if `several`")
    several: bool = member(Truth(), "whether as many words are asked for as the example has")
    secret: bool = member(Truth(), "whether the answer may be left empty")


@dataclass(frozen=True, kw_only=True)
class SetupQuestions:
    """To `on_the_table`."""

    questions: list[SetupQuestion] = member(
        Listed(Object(SetupQuestion, "an object, below")), "what has to be said; none if nothing is chosen by a seed")


@dataclass(frozen=True, kw_only=True)
class GameBegun:
    """To `new`."""

    game: str = member(Text(), "the game")
    links: list[Link] = member(LINKS, "keys for those who play from elsewhere, or look on")


@dataclass(frozen=True, kw_only=True)
class GameLoaded:
    """To `load`, if the file holds games."""

    game: str = member(Text(), "the game")
    of: int = member(Count(), "how many games the file holds")
    warnings: tuple[str, ...] = member(Texts("texts"), "what of the file could not be read")


@dataclass(frozen=True, kw_only=True)
class GameNamed:
    """To what makes a game, or names one."""

    game: str = member(Text(), "the game")


# --- tournaments --------------------------------------------------------------------------------

@dataclass(frozen=True, kw_only=True)
class LogListed:
    """The log of a tournament."""

    name: str = member(Text(), "its name")
    bots: tuple[str, ...] = member(Texts("specs"), "who plays")
    started: str = member(Text(), "when, UTC")
    bytes: int = member(Count(), "how long it is")
    played: int = member(Integer(), "when it was written last, in seconds since 1970")


@dataclass(frozen=True, kw_only=True)
class LogList:
    """To `tournaments`."""

    tournaments: list[LogListed] = member(
        Listed(Object(LogListed, "an object of `name`, `bots`, `started`, `bytes`, `played`")), "the youngest first")


@dataclass(frozen=True, kw_only=True)
class LogUnchanged:
    """To `tournament`, if the browser knows all of the log."""

    bytes: int = member(Count(), "how long the log is")
    same: bool = member(Truth(), "always true here")


@dataclass(frozen=True, kw_only=True)
class SheetShown:
    """A table of a tournament."""

    title: str = member(Text(), "its title")
    columns: tuple[str, ...] = member(Texts("texts"), "the headings")
    rows: list[tuple[str, ...]] = member(Listed(Texts("texts")), "the cells of each row")
    meanings: tuple[str, ...] = member(Texts("texts"), "what each column is, or nothing at all")


@dataclass(frozen=True, kw_only=True)
class LoggedGame:
    """A game of a tournament."""

    id: str = member(Text(), "its id in the log")
    table: str = member(Text(), "board and number of players")
    bots: tuple[str, ...] = member(Texts("specs"), "who played, by seat")
    ranks: list[int] = member(Listed(Integer()), "their ranks")
    end: str = member(Text(), "how it ended")
    points: list[int] = member(Listed(Integer()), "their points")
    moves: int = member(Count(), "how many moves were played")


@dataclass(frozen=True, kw_only=True)
class LogReport:
    """To `tournament`, if the browser does not know all of the log yet."""

    bytes: int = member(Count(), "how long the log is, for `known` of the next request")
    same: bool = member(Truth(), "always false here")
    summary: str = member(Text(), "the whole in a line")
    faults: tuple[str, ...] = member(Texts("texts"), "what went wrong")
    command: str = member(Text(), "what was typed")
    started: str = member(Text(), "when, UTC")
    sheets: list[SheetShown] = member(
        Listed(Object(SheetShown, "an object of `title`, `columns`, `rows`, `meanings`")), "the tables")
    plots: tuple[str, ...] = member(Texts("texts"), "the plots, as HTML")
    count: int = member(Count(), "how many games were played")
    games: list[LoggedGame] = member(Listed(Object(LoggedGame, "an object, below")), "the last of them")
