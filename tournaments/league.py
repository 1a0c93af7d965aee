"""A league: a folder of bots that play each other without end. Bots join at any time, and no crash
loses a game.

    league.json          what is played; written once
    entries.jsonl        who joined and who retired, a line each; only ever added to
    seasons/0001.jsonl   the log of a tournament, as `hansa tournament` writes it; and so on
    index.html           the tables of all games

A season is an adaptive tournament of those who play now. A new one begins when a bot joins or
retires, or when this version of hansa plays differently. All state is in these files, so a run that
continues after a crash only has to read them. Several machines each write their own seasons
(*shards*) and read all of them.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from filelock import lock_descriptor

from hansa.bench import signature
from hansa.bots.entries import Entry, read_entry
from hansa.bots.registry import check_plays, make_bot
from hansa.errors import HansaError
from hansa.json_lines import NotJson, append_line, read_json
from hansa.tournaments.log import holds_no_game
from hansa.tournaments.log_merging import merged
from hansa.tournaments.log_reading import LogContents, read_header, read_log
from hansa.tournaments.page import page
from hansa.tournaments.results import GameResult
from hansa.tournaments.schedule import ScheduleError, Tournament
from hansa.tournaments.standings import Standings
from hansa.whole_file import write_whole

__all__ = ["League", "LeagueBusy", "LeagueError", "Season", "SeasonGames"]

VERSION = 1
RULES, ENTRIES, SEASONS, PAGE = "league.json", "entries.jsonl", "seasons", "index.html"
RELOAD_SECONDS = 30         # after which a browser looks at the page again


class LeagueError(HansaError):
    """Raised for a league that cannot be read, created or joined; one line that says what to do.

    >>> League.open(Path("/nowhere"))
    Traceback (most recent call last):
        ...
    hansa.tournaments.league.LeagueError: there is no league in /nowhere; begin one by: hansa league /nowhere markers random
    """

    code = "bad-league"


class LeagueBusy(LeagueError):
    """Raised when another process is playing this league.

    >>> LeagueBusy.code
    'bad-league'
    """


@dataclass(frozen=True)
class Season:
    """One tournament of a league: its log, its games, and whether the log exists already."""

    path: Path
    tournament: Tournament
    begun: bool


@dataclass(frozen=True)
class League:
    """A league in a folder.

    >>> import tempfile
    >>> from hansa.tournaments.schedule import TableSetup
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     rules = Tournament(("markers", "random"), (TableSetup("hansa-23", 2),), None, format="adaptive")
    ...     league = League.begin(Path(folder), rules)
    ...     league.join("Alice=prestige")
    ...     league.retire("random")
    ...     [str(entry) for entry in League.open(Path(folder)).entries()]
    ['markers', 'Alice=prestige']
    """

    folder: Path
    rules: Tournament           # with the bots that it began with

    @classmethod
    def begin(cls, folder: Path, rules: Tournament) -> League:
        """Creates a league. If two are created in one folder at the same time, the later one
        remains."""
        if cls.is_in(folder):
            raise LeagueError(f"{folder} is a league already; continue it with: hansa league {folder}")
        (folder / SEASONS).mkdir(parents=True, exist_ok=True)
        text = json.dumps({"version": VERSION, "tournament": rules.to_json()}, indent=1) + "\n"
        write_whole(folder / RULES, lambda file: file.write(text.encode()))
        return cls(folder, rules)

    @classmethod
    def open(cls, folder: Path) -> League:
        """Opens an existing league."""
        path = folder / RULES
        if not cls.is_in(folder):
            raise LeagueError(f"there is no league in {folder}; begin one by: hansa league {folder} markers random")
        try:
            data = read_json(path.read_bytes())
            if not isinstance(data, dict) or data.get("version") != VERSION or not isinstance(data.get("tournament"), dict):
                raise LeagueError(f"{path} is not a league of version {VERSION}")
            return cls(folder, Tournament.from_json(data["tournament"]))
        except (NotJson, ScheduleError) as error:
            raise LeagueError(f"{path}: {error}") from error

    @staticmethod
    def is_in(folder: Path) -> bool:
        """Whether there is a league in a folder."""
        return (folder / RULES).is_file()

    @property
    def page(self) -> Path:
        """The path of its HTML page."""
        return self.folder / PAGE

    @property
    def title(self) -> str:
        """The title of its tables and page."""
        return f"The league {self.folder.resolve().name}"

    # --- who takes part ---------------------------------------------------------------------------

    def entries(self) -> tuple[Entry, ...]:
        """The active bots, in the order of joining."""
        return tuple(self.ever(retired=False).values())

    def join(self, text: str) -> None:
        """Adds a bot, which plays from the next block on."""
        entry = read_entry(text)
        known = self.ever().get(entry.name)
        if entry in self.entries():
            raise LeagueError(f"{entry.name!r} is in this league already")
        if known is not None and known.spec != entry.spec:
            raise LeagueError(f"{entry.name!r} is {known.spec} in this league; give the new bot another name, "
                              f"such as: New={entry.spec}")
        bot = make_bot(entry.spec)
        for table in self.rules.tables:
            check_plays(bot, table.game)
        append_line(self.folder / ENTRIES, {"join": str(entry)})

    def retire(self, name: str) -> None:
        """Retires a bot; its games still count."""
        names = [entry.name for entry in self.entries()]
        if name not in names:
            raise LeagueError(f"{name!r} does not play in this league; those who do are {', '.join(names)}")
        append_line(self.folder / ENTRIES, {"retire": name})

    @property
    def changes(self) -> int:
        """A number that grows whenever a bot joins or retires."""
        with suppress(FileNotFoundError):
            return (self.folder / ENTRIES).stat().st_size
        return 0

    def ever(self, *, retired: bool = True) -> dict[str, Entry]:
        """Entries by name, with those who have retired or without."""
        found = {name: Entry(name, spec) for name, spec in self.rules.specs.items()}
        for change in self._changes():
            if "join" in change:
                entry = read_entry(change["join"])
                found[entry.name] = entry
            elif not retired:
                found.pop(change.get("retire", ""), None)
        return found

    def _changes(self) -> Iterator[dict[str, str]]:
        """The lines of the entries; one that a crash cut off says nothing."""
        with suppress(FileNotFoundError):
            for line in (self.folder / ENTRIES).read_bytes().splitlines():
                with suppress(NotJson):
                    change = read_json(line)
                    if isinstance(change, dict) and all(isinstance(value, str) for value in change.values()):
                        yield change

    # --- seasons ----------------------------------------------------------------------------------

    def season(self, shard: tuple[int, int] = (1, 1)) -> Season:
        """The season of a shard that is on, or the next one if that is over."""
        # a crash may leave such a last one
        paths = [path for path in self._paths(shard) if not holds_no_game(path)]
        number = max(len(paths), 1)
        if paths:
            header, tournament = read_header(paths[-1]), self._tournament(shard, number)
            if (header.signature, header.digest) == (signature(), tournament.digest):
                return Season(paths[-1], tournament, begun=True)
            number += 1
        return Season(self._path(shard, number), self._tournament(shard, number), begun=False)

    @contextmanager
    def playing(self, shard: tuple[int, int] = (1, 1)) -> Iterator[None]:
        """Locks a shard, so that no other process plays it; `LeagueBusy` if one does."""
        with (self.folder / f".playing-{shard[0]}-of-{shard[1]}").open("ab") as lock:
            if not lock_descriptor(lock.fileno(), blocking=False):
                raise LeagueBusy(f"{self.folder} is being played by another process; end it, or divide the league among "
                                 "several: --shard 1/2 for the one, --shard 2/2 for the other")
            yield

    def logs(self) -> list[Path]:
        """The logs of all shards and seasons that have begun."""
        return [path for path in sorted((self.folder / SEASONS).glob("*.jsonl")) if not holds_no_game(path)]

    def write_page(self, found: Standings, games: Sequence[GameResult]) -> None:
        """Writes tables and plots; readers see the old page until the new one is complete."""
        text = page(found, games, self.title, reload_seconds=RELOAD_SECONDS)
        write_whole(self.page, lambda file: file.write(text.encode()))

    def _tournament(self, shard: tuple[int, int], number: int) -> Tournament:
        """The tournament of a season; every season has its own setups."""
        entries = self.entries()
        if len(entries) < 2:
            raise LeagueError(f"a league needs two bots that play; let one join: hansa league {self.folder} markers")
        seed = random.Random(f"{self.rules.seed}/{shard[0]} of {shard[1]}/{number}").getrandbits(32)
        return replace(
            self.rules, bots=tuple(entry.name for entry in entries), seed=seed,
            named=tuple(entry for entry in entries if entry.is_named), check=False)

    def _paths(self, shard: tuple[int, int]) -> Iterator[Path]:
        """The logs of a shard, the first season first."""
        number = 1
        while (path := self._path(shard, number)).exists():
            yield path
            number += 1

    def _path(self, shard: tuple[int, int], number: int) -> Path:
        name = f"{number:04d}" if shard == (1, 1) else f"{shard[0]}-of-{shard[1]}-{number:04d}"
        return self.folder / SEASONS / f"{name}.jsonl"


@dataclass
class SeasonGames:
    """The games of a league's seasons, of which only logs that have grown are read again.

    >>> import tempfile
    >>> from hansa.tournaments.schedule import TableSetup
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     rules = Tournament(("markers", "random"), (TableSetup("hansa-23", 2),), None, format="adaptive")
    ...     SeasonGames(League.begin(Path(folder), rules)).read()
    []
    """

    league: League
    besides: Path | None = None         # a log that is left out
    _known: dict[Path, tuple[int, LogContents]] = field(default_factory=dict)

    def read(self) -> list[GameResult]:
        """All games so far."""
        found = []
        for path in self.league.logs():
            if path == self.besides:
                continue
            size = path.stat().st_size
            if self._known.get(path, (None,))[0] != size:
                self._known[path] = size, read_log(path)
            found.append(self._known[path][1])
        return merged(found)
