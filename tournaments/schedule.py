"""The schedule: every game of a tournament, in order, as a pure function of the tournament's
description.

The unit is the *block*: one setup and line-up, every rotation of the seats. Seats differ in worth,
so bots are compared within blocks only.

>>> plan = Tournament(("markers", "random"), (TableSetup("hansa-23", 2),), blocks=1, seed=5)
>>> [game.seats for block in blocks(plan) for game in block]
[('markers', 'random'), ('random', 'markers')]
"""

from __future__ import annotations

import hashlib
import itertools
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import InitVar, asdict, dataclass, field, replace
from functools import cached_property
from math import factorial
from typing import TYPE_CHECKING, Any

from hansa.bots.bot import Bot
from hansa.bots.entries import Entry, read_entry
from hansa.bots.objects import label_of, spec_of_class
from hansa.bots.registry import options_of
from hansa.errors import HansaError
from hansa.games import DEFAULT_GAME, board_entries
from hansa.json_lines import Json, is_whole, json_line
from hansa.suggestions import closest
from hansa.tournaments.adjudication import Adjudication
from hansa.tournaments.formats import FORMATS, Seating

if TYPE_CHECKING:       # it needs NumPy, which is a third of what starting a worker costs
    from hansa.tournaments.sprt import Hypotheses

__all__ = [
    "FORMATS",
    "ScheduleError",
    "ScheduledGame",
    "TableSetup",
    "Tournament",
    "block_of",
    "blocks",
    "game_count",
    "games",
    "turned_back",
]

MOST_MOVES = 4000           # of a game; bots with a plan need some hundreds
MOST_LIMIT = 1_000_000
MOST_PLAYERS = 5
COUNTED_BLOCKS = 1000       # made to count games; more follow from these


class ScheduleError(HansaError):
    """A tournament that cannot be held; one line that says why.

    >>> Tournament(("random",), (TableSetup("east", 3),))
    Traceback (most recent call last):
        ...
    hansa.tournaments.schedule.ScheduleError: a tournament needs 2 bots or more; one alone plays itself with --self-play
    """

    code = "bad-tournament"


@dataclass(frozen=True)
class TableSetup:
    """What the games of a tournament are played on: a board, number of players, edition and
    modules.

    >>> table = TableSetup("hansa-45", 4, modules=("missions",))
    >>> str(table), table.setup
    ('hansa-45/4/missions', {'game': 'teutonica', 'board': 'hansa-45', 'players': 4, 'modules': ['missions']})
    >>> TableSetup.of(table.setup) == table
    True
    """

    board: str
    players: int
    edition: str | None = None      # None is the game's own default
    modules: tuple[str, ...] = ()
    game: str = DEFAULT_GAME

    @classmethod
    def of(cls, setup: Mapping[str, Any]) -> TableSetup:
        """The table setup of a setup or a state, given as JSON."""
        return cls(
            setup["board"], setup["players"], setup.get("edition"), tuple(setup.get("modules", ())), setup["game"])

    @property
    def setup(self) -> Json:
        """The setup as JSON (MOVES.md, section 4); a seed chooses the rest."""
        chosen: Json = {"game": self.game, "board": self.board, "players": self.players}
        if self.edition is not None:
            chosen["edition"] = self.edition
        if self.modules:
            chosen["modules"] = list(self.modules)
        return chosen

    def __str__(self) -> str:
        """The name in tables and messages: `east/4`."""
        return "/".join([self.board, str(self.players), *filter(None, [self.edition]), *self.modules])


@dataclass(frozen=True)
class Tournament:
    """The complete description of a tournament, which determines its games. `blocks` is None for an
    endless one, such as a league.

    >>> plan = Tournament(("markers", "greedy"), (TableSetup("east", 3), TableSetup("hansa-23", 2)), blocks=2, format="duel")
    >>> Tournament.from_json(plan.to_json()) == plan, plan.digest == Tournament.from_json(plan.to_json()).digest
    (True, True)
    """

    # names: specs, if `named` has no other; a class of a file becomes its spec
    bots: tuple[str, ...]
    tables: tuple[TableSetup, ...]
    blocks: int | None = 50
    seed: int = 1
    format: str = "round-robin"
    balanced: bool = False          # whether the order of the seats changes from block to block
    limit: int = MOST_MOVES
    clock: float | None = None      # seconds per seat for a whole game
    increment: float = 0.0          # seconds that each turn adds to the clock
    test: Hypotheses | None = None        # ends a duel
    # positions, each a line of JSON, that blocks begin from instead of setups
    openings: tuple[str, ...] = ()
    adjudication: Adjudication | None = None    # how games may be decided before their end
    # bots with names of their own; filled from entries such as `Alice=markers`
    named: tuple[Entry, ...] = ()
    # Whether bots and boards must exist: those of a log may be gone.
    check: InitVar[bool] = field(default=True, kw_only=True)

    def __post_init__(self, check: bool) -> None:
        if check:
            entries = tuple(map(_entry, self.bots))
            object.__setattr__(self, "bots", tuple(entry.name for entry in entries))
            object.__setattr__(self, "named", (*self.named, *(entry for entry in entries if entry.is_named)))
            for table in self.tables:
                check_table(table)
        if self.format not in FORMATS:
            raise ScheduleError(f"unknown format {self.format!r}; known are {', '.join(FORMATS)}")
        problem = FORMATS[self.format].problem(self.bots)
        if problem is not None:
            raise ScheduleError(problem)
        twice = [bot for bot, count in Counter(self.bots).items() if count > 1]
        if twice:
            raise ScheduleError(f"the bot {twice[0]!r} is named twice; name it once, or give one of them "
                                f"another name: Other={self.specs[twice[0]]}")
        if not self.tables:
            raise ScheduleError("there is no table: name a board or a number of players")

    def to_json(self) -> Json:
        """The description as in the first line of a log."""
        data = asdict(self) | {"bots": list(self.bots), "tables": [table.setup for table in self.tables]}
        data["named"] = {entry.name: entry.spec for entry in self.named}
        data["adjudication"] = self.adjudication and self.adjudication.to_json()
        data["openings"] = [json.loads(opening) for opening in self.openings]
        return {name: value for name, value in data.items() if value or name not in OPTIONAL}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Tournament:
        """The tournament of a log's first line."""
        unknown = [name for name in data if name not in MEMBERS]
        if unknown:
            raise ScheduleError(f"the tournament has an unknown member {unknown[0][:40]!r}")
        for name, fits in MEMBERS.items():
            if (name not in data and name not in OPTIONAL) or (name in data and not fits(data[name])):
                raise ScheduleError(f"the tournament's {name!r} cannot be read")
        try:
            tables = tuple(map(TableSetup.of, data["tables"]))
            test = _hypotheses(data["test"]) if data["test"] is not None else None
            adjudication = Adjudication.from_json(data["adjudication"]) if "adjudication" in data else None
        except (KeyError, TypeError, ValueError) as error:
            raise ScheduleError(f"the tournament's description cannot be read: {error}") from error
        read = {
            "bots": tuple(data["bots"]), "tables": tables, "test": test, "adjudication": adjudication,
            "named": tuple(Entry(name, spec) for name, spec in data.get("named", {}).items()),
            "openings": tuple(map(json_line, data.get("openings", []))),
        }
        return cls(**{**data, **read}, check=False)

    def endless(self) -> Tournament:
        """The same tournament without a limit on blocks, so that it can be extended.

        >>> plan = Tournament(("markers", "random"), (TableSetup("hansa-23", 2),), blocks=2)
        >>> plan.endless().blocks, plan.endless().digest == plan.digest
        (None, True)
        """
        return replace(self, blocks=None, check=False)

    @property
    def specs(self) -> dict[str, str]:
        """The spec of each bot by its name.

        >>> Tournament(("Alice=markers", "random"), (TableSetup("hansa-23", 2),)).specs
        {'Alice': 'markers', 'random': 'random'}
        """
        return {bot: bot for bot in self.bots} | {entry.name: entry.spec for entry in self.named}

    def opening(self, table: TableSetup, turn: int) -> str | None:
        """The opening of a line-up's block number `turn` (from 0) at a table, or None without
        openings.

        >>> from hansa.state import State
        >>> openings = tuple(json_line(State.new(board="east", players=3, seed=seed).to_json()) for seed in (1, 7))
        >>> table = TableSetup("east", 3, "bigbox")
        >>> plan = Tournament(("markers", "random"), (table,), openings=openings)
        >>> [openings.index(plan.opening(table, turn)) for turn in range(3)]
        [0, 1, 0]
        """
        there = self._openings_of.get(table, ())
        return there[turn % len(there)] if there else None

    @cached_property
    def _openings_of(self) -> dict[TableSetup, list[str]]:
        """The openings by their tables."""
        found: dict[TableSetup, list[str]] = {}
        for text in self.openings:
            data = json.loads(text)
            found.setdefault(TableSetup.of(data), []).append(text)
        return found

    @property
    def digest(self) -> str:
        """A hash that identifies the games of this tournament; adding blocks does not change it."""
        data = self.to_json()
        del data["blocks"]
        return hashlib.sha256(json_line(data).encode()).hexdigest()[:12]


def _hypotheses(data: Mapping[str, float]) -> Hypotheses:
    """The question of a duel."""
    from hansa.tournaments.sprt import Hypotheses

    return Hypotheses(**data)


def _entry(bot: str | type[Bot]) -> Entry:
    """Checks a bot and returns its entry. A class must be in a file, from which worker processes
    can load it."""
    if isinstance(bot, str):
        entry = read_entry(bot)
        options_of(entry.spec)
        return entry
    spec = spec_of_class(bot) if isinstance(bot, type) and issubclass(bot, Bot) else None
    if spec is None:
        raise ScheduleError(
            f"{label_of(bot)} cannot be sent to other processes; "
            "pass a class at the top level of a file, or play it with hansa.match")
    return Entry(spec, spec)


def check_table(table: TableSetup) -> None:
    """Raises ScheduleError unless the board exists and takes this number of players."""
    entries = {entry.name: entry for entry in board_entries()}
    if table.board not in entries:
        raise ScheduleError(f"unknown board {table.board!r}{closest(table.board, list(entries))}")
    players = entries[table.board].players
    if table.players not in players:
        fitting = [entry.name for entry in entries.values() if entry.game == table.game and table.players in entry.players]
        raise ScheduleError(
            f"{table.board} is for {' or '.join(map(str, players))} players, not {table.players}"
            + (f"; for {table.players} there are {', '.join(fitting)}" if fitting else ""))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_table(value: object) -> bool:
    return isinstance(value, dict) and is_whole(value.get("players")) and 1 < value["players"] <= MOST_PLAYERS and all(
        isinstance(value.get(name), str) for name in ("game", "board"))


# What the members of a tournament may be when they come from a file.
MEMBERS: Mapping[str, Callable[[Any], bool]] = {
    "bots": lambda value: isinstance(value, list) and all(isinstance(bot, str) for bot in value),
    "tables": lambda value: isinstance(value, list) and all(map(_is_table, value)),
    "blocks": lambda value: value is None or (is_whole(value) and value > 0),
    "seed": is_whole,
    "format": lambda value: isinstance(value, str),
    "balanced": lambda value: isinstance(value, bool),
    "limit": lambda value: is_whole(value) and 0 < value <= MOST_LIMIT,
    "clock": lambda value: value is None or _is_number(value),
    "increment": _is_number,
    "test": lambda value: value is None or (isinstance(value, dict) and all(map(_is_number, value.values()))),
    "openings": lambda value: isinstance(value, list) and all(map(_is_table, value)),
    "adjudication": lambda value: isinstance(value, dict),
    "named": lambda value: isinstance(value, dict) and all(isinstance(spec, str) for spec in value.values()),
}
# members that a log has only where they say something
OPTIONAL = ("adjudication", "named", "openings")


@dataclass(frozen=True)
class ScheduledGame:
    """Everything about a game before it is played. Its id consists of `block` and `rotation`.

    >>> game = next(games(Tournament(("markers", "random"), (TableSetup("hansa-23", 2),), seed=5)))
    >>> game.id, game.seats
    ('0.0', ('markers', 'random'))
    >>> game.random_seed("setup") == game.random_seed("setup"), game.own_seed("seat 0") == game.own_seed("seat 1")
    (True, False)
    """

    block: int
    rotation: int
    seats: tuple[str, ...]
    table: TableSetup
    seed: int                       # of the tournament
    limit: int = MOST_MOVES
    clock: float | None = None
    increment: float = 0.0
    # the position that it begins from, if not from a setup; a line of JSON
    opening: str | None = None
    specs: tuple[str, ...] = ()     # of the bot in each seat, where seats have other names
    adjudication: Adjudication | None = None

    def spec(self, seat: int) -> str:
        """The spec of the bot in a seat.

        >>> game = next(games(Tournament(("Alice=markers", "random"), (TableSetup("hansa-23", 2),), seed=5)))
        >>> game.seats[0], game.spec(0)
        ('Alice', 'markers')
        """
        return self.specs[seat] if self.specs else self.seats[seat]

    @property
    def id(self) -> str:
        """Unique within its tournament."""
        return f"{self.block}.{self.rotation}"

    def random_seed(self, what: str) -> int:
        """A seed for something that is the same in all games of the block."""
        return random.Random(f"{self.seed}/{self.block}/{what}").getrandbits(32)

    def own_seed(self, what: str) -> int:
        """A seed for something that is different in every game."""
        return self.random_seed(f"{self.rotation}/{what}")


Block = list[ScheduledGame]


def blocks(tournament: Tournament) -> Iterator[Block]:
    """Yields every block in order.

    >>> plan = Tournament(("markers", "random"), (TableSetup("east", 3),), blocks=2)
    >>> [len(block) for block in blocks(plan)]
    [3, 3]
    """
    line_ups = {table: LineUps(tournament, table.players) for table in tournament.tables}
    tables = itertools.cycle(tournament.tables)
    met: Counter[tuple[TableSetup, tuple[str, ...]]] = Counter()
    for number in itertools.count() if tournament.blocks is None else range(tournament.blocks):
        table = next(tables)
        line_up = line_ups[table].next()
        who = table, tuple(sorted(line_up))
        yield block_of(tournament, number, table, line_up, met[who])
        met[who] += 1


def games(tournament: Tournament) -> Iterator[ScheduledGame]:
    """Yields every game in order.

    >>> plan = Tournament(("markers", "random"), (TableSetup("hansa-23", 2),), blocks=2)
    >>> [game.id for game in games(plan)]
    ['0.0', '0.1', '1.0', '1.1']
    """
    return itertools.chain.from_iterable(blocks(tournament))


def game_count(tournament: Tournament, shard: int = 1, shards: int = 1) -> int | None:
    """The number of games of a tournament, or of one of its shards; None if it is endless.

    The sizes of blocks repeat with the tables, so not all blocks have to be generated. With
    --balanced and fewer bots than seats they do not repeat exactly, and the number is an estimate.

    >>> plan = Tournament(("markers", "random"), (TableSetup("hansa-23", 2), TableSetup("east", 3)), blocks=1_000_001)
    >>> game_count(plan), game_count(plan, 2, 2)
    (2500002, 1500000)
    """
    if tournament.blocks is None:
        return None
    period = len(tournament.tables) * shards * -(-COUNTED_BLOCKS // (len(tournament.tables) * shards))
    first = itertools.islice(blocks(tournament), min(period, tournament.blocks))
    sizes = [len(block) if block[0].block % shards == shard - 1 else 0 for block in first]
    return sum(sizes) * (tournament.blocks // period or 1) + (
        sum(sizes[: tournament.blocks % period]) if tournament.blocks >= period else 0)


def block_of(
    tournament: Tournament, number: int, table: TableSetup, line_up: Sequence[str], turn: int | None = None
) -> Block:
    """The games of a block: all different rotations of a line-up, and for a duel with an odd number
    of seats also those with the bots exchanged.

    `turn` counts the earlier blocks of the same bots at this table, so that every line-up gets the
    openings of a suite in the same order. Without it (where line-ups depend on results), the number
    of the block chooses the opening.

    >>> plan = Tournament(("markers", "random"), (TableSetup("hansa-23", 2),))
    >>> [game.seats for game in block_of(plan, 0, plan.tables[0], ("random", "markers"))]
    [('random', 'markers'), ('markers', 'random')]
    """
    order = tuple(line_up)
    turned = [order[turn:] + order[:turn] for turn in range(len(order))]
    if FORMATS[tournament.format].exchanged and len(order) % 2:
        other = dict(zip(tournament.bots, reversed(tournament.bots), strict=True))
        turned += [tuple(other[bot] for bot in seats) for seats in turned]
    specs = tournament.specs if tournament.named else {}
    opening = tournament.opening(table, number // len(tournament.tables) if turn is None else turn)
    return [
        ScheduledGame(number, rotation, seats, table, tournament.seed, tournament.limit, tournament.clock, tournament.increment,
             opening, tuple(specs[name] for name in seats) if specs else (), tournament.adjudication)
        for rotation, seats in enumerate(dict.fromkeys(turned))
    ]


def turned_back(seats: Sequence[str], rotation: int) -> tuple[str, ...]:
    """The line-up before its rotation.

    >>> turned_back(("c", "a", "b"), 2), turned_back(("a", "b", "c"), 0)
    (('a', 'b', 'c'), ('a', 'b', 'c'))
    """
    turn = rotation % max(1, len(seats))
    return (*seats[-turn:], *seats[:-turn])


class LineUps:
    """Chooses the line-up of each block at tables of one size, so that all bots play about equally
    often."""

    def __init__(self, tournament: Tournament, players: int) -> None:
        self._format = FORMATS[tournament.format]
        self._seating = Seating(tournament.bots, players, tournament.seed)
        self._balanced = tournament.balanced
        self._count = 0
        self._orders: dict[tuple[str, ...], int] = {}

    def next(self) -> tuple[str, ...]:
        """The next line-up, in the order of the seats."""
        line_up = self._format.line_up(self._seating, self._count)
        self._count += 1
        return self._order(line_up) if self._balanced else line_up

    def _order(self, line_up: tuple[str, ...]) -> tuple[str, ...]:
        """Another cyclic order of the same bots each time they meet, until all orders were used."""
        first, *others = line_up
        turn = self._orders.get(line_up, 0)
        self._orders[line_up] = turn + 1
        number = turn % factorial(len(others))
        return (first, *next(itertools.islice(itertools.permutations(others), number, None)))
