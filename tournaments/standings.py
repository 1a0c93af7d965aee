"""`standings` computes all tables of a tournament from its games, as values; sheets.py lays them
out."""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from html import escape
from statistics import fmean

from hansa.json_lines import Json
from hansa.notebook import table
from hansa.phrases import say
from hansa.tournaments.ratings import Rating, Ratings, rate
from hansa.tournaments.results import GameResult
from hansa.tournaments.shares import ShareInterval, share_interval

__all__ = ["BotLine", "Pair", "SeatLine", "Standings", "standings"]

# A bot that played this many blocks has an interval of its rating, unless all its results are
# alike.
BLOCKS_OF_A_BOT = 5


@dataclass(frozen=True)
class BotLine:
    """The results of one bot. `games` counts seats: a bot with two seats in a game plays two.

    >>> from hansa.tournaments.play import play
    >>> from hansa.tournaments.results import game_result
    >>> from hansa.tournaments.schedule import TableSetup, Tournament, games
    >>> plan = Tournament(("markers", "random"), (TableSetup("hansa-23", 2),), blocks=2)
    >>> first = standings([game_result(play(game), plan.digest) for game in games(plan)]).lines[0]
    >>> first.rank, first.bot, first.games, first.faults
    (1, 'markers', 4, 0)
    """

    rank: int
    bot: str
    elo: float
    # half of the 95 % interval of `elo`, by block; None where it is not known
    plus_minus: float | None
    games: int
    wins: float                     # mean share of the win (D20)
    wins_interval: ShareInterval | None
    mean_rank: float
    points: float
    points_won: float | None        # when it won
    categories: Mapping[str, float]
    milliseconds: float | None      # per decision
    faults: int


@dataclass(frozen=True)
class Pair:
    """The head-to-head result of two bots: how often the first finished ahead of, level with and
    behind the second, counted for each pair of their seats.

    >>> Pair(ahead=6, level=2, behind=2, superiority=0.93).score
    0.7
    """

    ahead: int
    level: int
    behind: int
    # the probability that the first one is stronger; None after too few blocks
    superiority: float | None

    @property
    def score(self) -> float | None:
        """The share of meetings in which the first was ahead, ties counting half; None if they
        never met."""
        count = self.ahead + self.level + self.behind
        return (self.ahead + self.level / 2) / count if count else None


@dataclass(frozen=True)
class SeatLine:
    """The results of one seat, whichever bots sat there.

    >>> from hansa.tournaments.play import play
    >>> from hansa.tournaments.results import game_result
    >>> from hansa.tournaments.schedule import TableSetup, Tournament, games
    >>> plan = Tournament(("markers", "random"), (TableSetup("hansa-23", 2),), blocks=2)
    >>> [seat.games for seat in standings([game_result(play(game), plan.digest) for game in games(plan)]).seats]
    [4, 4]
    """

    players: int
    seat: int
    games: int
    wins: float
    points: float
    elo: float                      # advantage over the mean of the seats
    categories: Mapping[str, float]     # mean points by category

    @property
    def name(self) -> str:
        """Short, for a column: people count seats from 1.

        >>> SeatLine(players=4, seat=1, games=8, wins=0.2, points=20.0, elo=-9.0, categories={}).name
        '2 of 4'
        """
        return say("{seat} of {players}", seat=self.seat + 1, players=self.players)

    @property
    def long_name(self) -> str:
        """In a row or beside a bar.

        >>> SeatLine(players=4, seat=1, games=8, wins=0.2, points=20.0, elo=-9.0, categories={}).long_name
        '4 players, seat 2'
        """
        return say("{players} players, seat {seat}", seat=self.seat + 1, players=self.players)

    @property
    def key(self) -> str:
        """As `Standings.seat_wins` has it.

        >>> SeatLine(players=4, seat=1, games=8, wins=0.2, points=20.0, elo=-9.0, categories={}).key
        '1 of 4'
        """
        return seat_key(self.players, self.seat)


@dataclass(frozen=True, repr=False)
class Standings:
    """All tables of a tournament.

    >>> from hansa.tournaments.play import play
    >>> from hansa.tournaments.results import game_result
    >>> from hansa.tournaments.schedule import TableSetup, Tournament, games
    >>> plan = Tournament(("markers", "random"), (TableSetup("hansa-23", 2),), blocks=2)
    >>> found = standings([game_result(play(game), plan.digest) for game in games(plan)], anchor="random")
    >>> found.games, found.blocks, found.lines[-1].bot, found.lines[-1].elo, list(found.to_json())[:3]
    (4, 2, 'random', 0.0, ['games', 'blocks', 'moves'])
    >>> found
    <Standings of 4 games: 1 markers +..., 2 random +0>
    """

    games: int
    blocks: int
    moves: float                    # per game
    turns: float                    # per player and game
    ends: Mapping[str, int]
    tables: Mapping[str, int]
    lines: tuple[BotLine, ...]
    pairs: Mapping[str, Mapping[str, Pair]]
    seats: tuple[SeatLine, ...]
    # by bot and `SeatLine.key`: its mean share of the win there
    seat_wins: Mapping[str, Mapping[str, float]]
    faults: tuple[GameResult, ...]
    model: str                      # "ranks" or "winner"
    anchor: str | None
    blocks_needed: int | None       # for an interval of every rating; None where they all have one

    def __repr__(self) -> str:
        """The order of the bots in one line."""
        lines = ", ".join(f"{line.rank} {line.bot} {line.elo:+z.0f}" for line in self.lines)
        return f"<Standings of {self.games} games: {lines}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: the Elo table."""
        from hansa.tournaments.sheets import rating_sheet, summary  # it reads standings

        sheet = rating_sheet(self)
        return f"<p>{escape(summary(self))}</p>{table(sheet.columns, sheet.rows)}"

    def to_json(self) -> Json:
        """All tables as JSON, for programs."""
        data = asdict(self)
        data["faults"] = [
            {"game": game.id, "end": game.end, "by": game.by, "bot": culprit(game), "message": game.message}
            for game in self.faults
        ]
        data["pairs"] = {
            one: {other: asdict(pair) | {"score": pair.score} for other, pair in row.items()}
            for one, row in self.pairs.items()
        }
        return data


def culprit(game: GameResult) -> str:
    """The bot whose fault it was."""
    assert game.by is not None
    return game.bots[game.by]


def standings(games: Sequence[GameResult], *, anchor: str | None = None, winner_only: bool = False) -> Standings:
    """Computes all tables. The rating of `anchor` is 0; without an anchor, the mean of all ratings
    is 0.

    >>> from hansa.tournaments.play import play
    >>> from hansa.tournaments.results import game_result
    >>> from hansa.tournaments.schedule import TableSetup, Tournament, games
    >>> plan = Tournament(("markers", "random"), (TableSetup("hansa-23", 2),), blocks=2)
    >>> found = standings([game_result(play(game), plan.digest) for game in games(plan)])
    >>> [line.bot for line in found.lines], found.pairs["markers"]["random"].score > 0.5
    (['markers', 'random'], True)
    """
    ratings = rate([game.rated for game in games], anchor=anchor, winner_only=winner_only)
    seats: dict[str, list[tuple[GameResult, int]]] = defaultdict(list)
    for game in games:
        for seat, bot in enumerate(game.bots):
            seats[bot].append((game, seat))
    lines = tuple(_line(place, rating, seats[rating.bot]) for place, rating in enumerate(ratings.table, 1))
    return Standings(
        games=len(games), blocks=len({game.block_name for game in games}), moves=mean(game.moves for game in games),
        turns=mean(game.turns / len(game.bots) for game in games), ends=_sorted(Counter(game.end for game in games)),
        tables=_sorted(Counter(game.table for game in games)),
        lines=lines, blocks_needed=blocks_needed(games, lines, anchor),
        pairs=_pairs(games, ratings), seats=tuple(_seats(games, ratings)), seat_wins=_seat_wins(seats),
        faults=tuple(game for game in games if game.faulty), model="winner" if winner_only else "ranks", anchor=anchor,
    )


def gaps(standings: Standings) -> list[tuple[str, str]]:
    """Neighbours in the table between which the gap is unknown: no bot below ever finished level
    with or ahead of one above.

    >>> gaps(standings([]))
    []
    """
    names = [line.bot for line in standings.lines]

    def is_gap(place: int) -> bool:
        above = (standings.pairs[upper][lower] for upper in names[:place] for lower in names[place:])
        return not any(pair.level or pair.behind for pair in above)

    # A group of one has no differences to show.
    places = [0, *(place for place in range(1, len(names)) if is_gap(place)), len(names)]
    return [(names[place - 1], names[place]) for before, place in itertools.pairwise(places[:-1]) if place - before > 1]


def mean(values: Iterable[float]) -> float:
    """The mean, 0 if there are no values."""
    listed = list(values)
    return fmean(listed) if listed else 0.0


def _line(place: int, rating: Rating, mine: Sequence[tuple[GameResult, int]]) -> BotLine:
    blocks: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for game, seat in mine:
        blocks[game.block_name][game.id].append(game.shares[seat])
    won = [game.score(seat, "total") for game, seat in mine if game.ranks[seat] == 1]
    names = categories_of(game for game, _ in mine)
    decisions = sum(game.decisions[seat] for game, seat in mine if game.decisions)
    seconds = sum(game.seconds[seat] for game, seat in mine if game.seconds)
    return BotLine(
        rank=place, bot=rating.bot, elo=rating.elo,
        plus_minus=rating.plus_minus if 0 < rating.plus_minus < math.inf else None,
        games=len(mine), wins=mean(game.shares[seat] for game, seat in mine),
        wins_interval=share_interval([list(block.values()) for block in blocks.values()]),
        mean_rank=mean(game.ranks[seat] for game, seat in mine),
        points=mean(game.score(seat, "total") for game, seat in mine), points_won=mean(won) if won else None,
        categories={name: mean(game.score(seat, name) for game, seat in mine) for name in names},
        milliseconds=1000 * seconds / decisions if decisions else None,
        faults=sum(game.by == seat for game, seat in mine),
    )


def blocks_needed(games: Sequence[GameResult], lines: Sequence[BotLine], anchor: str | None) -> int | None:
    """The number of blocks needed for every rating to have an interval; None if all have one.

    Every bot must have played in BLOCKS_OF_A_BOT blocks. A bot that has won, or lost, everything
    needs a different result once; when that happens cannot be predicted, so the estimate is twice
    as many blocks.
    """
    unknown = {line.bot for line in lines if line.plus_minus is None and line.bot != anchor}
    if not unknown or len(lines) < 2:
        return None
    sat = Counter(bot for bots in {(game.block_name, bot) for game in games for bot in game.bots} for bot in bots[1:])
    count = len({game.block_name for game in games})
    rarest = min(sat[bot] for bot in unknown)
    if rarest < BLOCKS_OF_A_BOT:
        return max(count + 1, -(-count * BLOCKS_OF_A_BOT // rarest))
    return 2 * count


def _pairs(games: Sequence[GameResult], ratings: Ratings) -> dict[str, dict[str, Pair]]:
    ahead: Counter[tuple[str, str]] = Counter()
    level: Counter[tuple[str, str]] = Counter()
    for game in games:
        for seat, bot in enumerate(game.bots):
            for other, rival in enumerate(game.bots):
                if bot != rival:
                    ahead[bot, rival] += game.ranks[seat] < game.ranks[other]
                    level[bot, rival] += game.ranks[seat] == game.ranks[other]
    names = [rating.bot for rating in ratings.table]
    blocks = len({game.block_name for game in games})
    return {
        one: {
            other: Pair(ahead[one, other], level[one, other], ahead[other, one],
                        ratings.superiority(one, other) if blocks >= BLOCKS_OF_A_BOT else None)
            for other in names if other != one
        }
        for one in names
    }


def _seats(games: Sequence[GameResult], ratings: Ratings) -> Iterable[SeatLine]:
    for players, worths in sorted(ratings.seats.items()):
        there = [game for game in games if len(game.bots) == players]
        for seat, worth in enumerate(worths):
            yield SeatLine(
                players, seat, len(there), mean(game.shares[seat] for game in there),
                mean(game.score(seat, "total") for game in there), worth,
                {name: mean(game.score(seat, name) for game in there) for name in categories_of(there)},
            )


def categories_of(games: Iterable[GameResult]) -> list[str]:
    """The categories of points in these games."""
    return list(dict.fromkeys(name for game in games for name in game.categories if name != "total"))


def seat_key(players: int, seat: int) -> str:
    """A seat of a table with `players` players, for programs: counted from 0, as in records."""
    return f"{seat} of {players}"


def _seat_wins(seats: Mapping[str, Sequence[tuple[GameResult, int]]]) -> dict[str, dict[str, float]]:
    """Mean shares of the win by bot and seat."""
    found: dict[str, dict[str, float]] = {}
    for bot, mine in seats.items():
        shares: dict[tuple[int, int], list[float]] = defaultdict(list)
        for game, seat in mine:
            shares[len(game.bots), seat].append(game.shares[seat])
        found[bot] = {seat_key(*place): mean(values) for place, values in sorted(shares.items())}
    return found


def _sorted(counts: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
