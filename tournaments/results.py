"""`GameResult`: the part of a game that tables and ratings need, validated, and small enough for
many thousands of games."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from hansa.errors import RecordError
from hansa.json_lines import is_whole
from hansa.messages import BadMessage, read_message
from hansa.record import Record
from hansa.tournaments.game_members import CountedResult, GameMembers
from hansa.tournaments.play import FAULTS

# NumPy, which ratings need and workers do not, is a third of what starting a worker costs.
if TYPE_CHECKING:
    from hansa.tournaments.ratings import RatedGame

__all__ = ["GameResult", "game_result", "in_order"]


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game. What every seat has is a list by seat. `digest` is its tournament's.

    >>> from hansa.tournaments.play import play
    >>> from hansa.tournaments.schedule import TableSetup, Tournament, games
    >>> plan = Tournament(("greedy", "random"), (TableSetup("hansa-23", 2),), blocks=1)
    >>> game = game_result(play(next(games(plan))), plan.digest)
    >>> game.bots, game.order == (plan.digest, 0, 0), game.block_name == f"{plan.digest}/0", game.faulty
    (('greedy', 'random'), True, True, False)
    >>> game.rated.ranks == game.ranks, sum(game.shares), game.score(0, "total") >= game.score(0, "prestige")
    (True, 1.0, True)
    """

    digest: str
    id: str
    block: int
    table: str
    bots: tuple[str, ...]
    ranks: tuple[int, ...]
    shares: tuple[float, ...]
    points: tuple[tuple[int, ...], ...]     # by seat, in the order of `categories`
    categories: tuple[str, ...]             # "total" among them
    end: str
    by: int | None
    message: str
    moves: int
    turns: float                        # completed, by all seats together
    decisions: tuple[float, ...]
    seconds: tuple[float, ...]
    trace: str = ""                     # of the bot that crashed

    def score(self, seat: int, name: str) -> int:
        """A seat's points in a category; 0 if the game does not have it."""
        return self.points[seat][self.categories.index(name)] if name in self.categories else 0

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, tuple(getattr(self, entry.name) for entry in fields(self))

    @property
    def block_name(self) -> str:
        """Blocks of different tournaments are different blocks."""
        return f"{self.digest}/{self.block}"

    @property
    def rated(self) -> RatedGame:
        """The game for the rating model."""
        from hansa.tournaments.ratings import RatedGame

        return RatedGame(self.bots, self.ranks, self.block_name)

    @property
    def faulty(self) -> bool:
        """Whether a bot failed."""
        return self.end in FAULTS

    @property
    def order(self) -> tuple[str, int, int]:
        """A sort key: the order of the schedule, tournament by tournament."""
        block, _, rotation = self.id.partition(".")
        return self.digest, int(block), int(rotation)


@lru_cache(maxsize=4096)
def _shared(value: Any) -> Any:
    """Interns a value: names from other processes would otherwise exist once per game."""
    return value


def _restored(*values: Any) -> GameResult:
    """A game from another process."""
    return GameResult(*(_shared(value) if isinstance(value, str | tuple) else value for value in values))


def game_result(record: Record, digest: str) -> GameResult:
    """The result of a tournament's record. `RecordError` if the record is not of a tournament.

    >>> from hansa.record import play_random
    >>> game_result(play_random({"board": "east", "players": 3}, limit=5), "")
    Traceback (most recent call last):
        ...
    hansa.errors.RecordError: this is not a game of a tournament: 'a game' needs the member 'block', a whole number from 0
    """
    seats = len(record.seats)
    if record.result is None:
        raise RecordError("this is not a game of a tournament: it has no result")
    result = record.result
    try:
        more = read_message(GameMembers, "a game", record.more, strict=False)
        counted = more.counted or CountedResult(ranks=result["ranks"], shares=result["shares"])
        categories = tuple(result["scores"][0])
        found = GameResult(
            digest, record.id, more.block, more.table, record.seats, tuple(counted.ranks), tuple(counted.shares),
            tuple(tuple(points[name] for name in categories) for points in result["scores"]), categories,
            more.ruling.how if more.ruling else record.end, record.by,
            more.fault.message if more.fault else "", len(record.moves), more.turns, tuple(more.decisions),
            tuple(more.seat_seconds), more.fault.trace if more.fault else "",
        )
    except BadMessage as error:
        raise RecordError(f"this is not a game of a tournament: {error}") from error
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise RecordError(f"this is not a game of a tournament: {type(error).__name__} {error}") from error
    by_seat = {
        "ranks": (found.ranks, lambda rank: is_whole(rank) and 1 <= rank <= seats),
        "shares": (found.shares, lambda share: _is_number(share) and 0 <= share <= 1),
        "scores": (found.points, lambda points: "total" in categories and all(map(_is_number, points))),
        "decisions": (found.decisions, lambda count: True), "seat_seconds": (found.seconds, lambda seconds: True),
    }
    if not seats or not re.fullmatch(r"\d{1,12}\.\d{1,6}", found.id) or found.id.split(".")[0] != str(found.block):
        raise RecordError(f"this is not a game of a tournament: 'id' is {found.id[:40]!r}, with {seats} seats")
    for name, (values, fits) in by_seat.items():
        if len(values) not in ((0, seats) if name in ("decisions", "seat_seconds") else (seats,)) or not all(map(fits, values)):
            raise RecordError(f"this is not a game of a tournament: {name!r} is not one for each seat")
    if 1 not in found.ranks:
        raise RecordError("this is not a game of a tournament: nobody has rank 1")
    return found


def in_order(games: Iterable[GameResult]) -> list[GameResult]:
    """Sorts games in the order of the schedule, so that sums over games do not depend on which
    finished first.

    >>> from hansa.tournaments.play import play
    >>> from hansa.tournaments.schedule import TableSetup, Tournament, games
    >>> plan = Tournament(("markers", "random"), (TableSetup("hansa-23", 2),), blocks=2)
    >>> found = [game_result(play(game), plan.digest) for game in games(plan)]
    >>> [game.id for game in in_order(reversed(found))]
    ['0.0', '0.1', '1.0', '1.1']
    """
    return sorted(games, key=lambda game: game.order)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
