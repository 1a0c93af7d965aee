"""The columns of the Elo table, declared once for terminal, CSV, Markdown, HTML and help.

To add a column, add a `Column` to `COLUMNS`, and a field to `BotLine` if no field has its value
yet.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from hansa.phrases import figure, joined, say
from hansa.suggestions import closest
from hansa.tournaments.standings import BotLine

__all__ = ["COLUMNS", "SHOWN", "Column", "chosen_columns"]

LONGEST_NAME = 40
UNKNOWN, NONE = "?", "-"


@dataclass(frozen=True)
class Column:
    """A column: its heading for people, its key for programs, its value, and how it is printed.

    >>> rank = COLUMNS[1]
    >>> rank.heading, rank.key, rank.meaning
    ('rank', 'rank', 'place in the table; 1 is best')
    """

    heading: str                            # empty: people see it only if they ask for it
    key: str
    meaning: str
    value: Callable[[BotLine], Any]            # None is not known
    form: Callable[[Any], str] = str
    missing: str = UNKNOWN

    @property
    def name(self) -> str:
        """The name of the column in `--columns`.

        >>> [column.name for column in COLUMNS[:3]]
        ['bot', 'rank', 'elo']
        """
        return self.key or "interval"

    def text(self, line: BotLine) -> str:
        """The text of a cell.

        >>> from hansa.tournaments.play import play
        >>> from hansa.tournaments.results import game_result
        >>> from hansa.tournaments.schedule import TableSetup, Tournament, games
        >>> from hansa.tournaments.standings import standings
        >>> plan = Tournament(("markers", "random"), (TableSetup("hansa-23", 2),), blocks=1)
        >>> first = standings([game_result(play(game), plan.digest) for game in games(plan)]).lines[0]
        >>> [column.text(first) for column in COLUMNS[:5]]
        ['markers', '1', '+292', '?', '2']
        """
        value = self.value(line)
        return self.missing if value is None else self.form(value)


def short_name(bot: str) -> str:
    """A bot's name, shortened for tables."""
    return bot if len(bot) <= LONGEST_NAME else bot[: LONGEST_NAME - 1] + "…"


def plus_minus(value: float) -> str:
    """Half of an interval in whole points, or `<1`: never 0, since no rating is exact."""
    return f"{value:.0f}" if value >= 1 else "<1"


def _share_range(line: BotLine) -> tuple[float, float] | None:
    return None if line.wins_interval is None else (line.wins_interval.low, line.wins_interval.high)


def _milliseconds(value: float) -> str:
    return figure("{:.0f}" if value >= 10 else "{:.2f}", value)


COLUMNS: tuple[Column, ...] = (
    Column(say("bot"), "bot", say("name of the bot, as it was given"), lambda line: line.bot, short_name),
    Column(say("rank"), "rank", say("place in the table; 1 is best"), lambda line: line.rank),
    Column(say("Elo"), "elo", say("rating; 0 is the rating of --anchor, else the mean"),
           lambda line: line.elo, partial(figure, "{:+z.0f}")),
    Column(say("±"), "plus_minus", say("half of the 95 % confidence interval of Elo"),
           lambda line: line.plus_minus, plus_minus),
    Column(say("games"), "games", say("games played; a game counts twice for a bot that has two seats"),
           lambda line: line.games),
    Column(say("wins"), "wins", say("share of games won; a shared win counts in part for each winner"), lambda line: line.wins,
           partial(figure, "{:.1%}")),
    Column(say("95 %"), "", say("95 % confidence interval of wins"), _share_range,
           lambda ends: joined("–", [figure("{:.1f}", 100 * end) for end in ends])),
    Column("", "wins_low", "lower end of the interval", lambda line: line.wins_interval and line.wins_interval.low),
    Column("", "wins_high", "upper end of the interval", lambda line: line.wins_interval and line.wins_interval.high),
    Column(say("mean rank"), "mean_rank", say("average place at the end of a game"),
           lambda line: line.mean_rank, partial(figure, "{:.2f}")),
    Column(say("points"), "points", say("average points"), lambda line: line.points, partial(figure, "{:.1f}")),
    Column(say("won with"), "points_won", say("average points in the games it won"),
           lambda line: line.points_won, partial(figure, "{:.1f}"), NONE),
    Column(say("ms/move"), "milliseconds", say("average time per decision, in milliseconds"), lambda line: line.milliseconds,
           _milliseconds, NONE),
    Column("", "faults", "games that ended because the bot failed", lambda line: line.faults),
)
SHOWN = tuple(column for column in COLUMNS if column.heading)


def chosen_columns(names: str) -> tuple[Column, ...]:
    """The columns with these names, separated by commas, in this order. `ValueError` if one is
    unknown.

    >>> [column.name for column in chosen_columns("elo, games,faults")]     # the bot is always there, and first
    ['bot', 'elo', 'games', 'faults']
    >>> chosen_columns("elo,gamse")
    Traceback (most recent call last):
        ...
    ValueError: unknown column 'gamse'; did you mean 'games'?
    """
    known = {column.name: column for column in COLUMNS}
    words = [word.strip().lower() for word in names.split(",") if word.strip()]
    for word in words:
        if word not in known:
            raise ValueError(f"unknown column {word!r}{closest(word, list(known))}")
    return tuple(known[name] for name in dict.fromkeys(["bot", *words]))
