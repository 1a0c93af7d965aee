"""Logs of tournaments: which there are, their tables and plots, and single games."""

from __future__ import annotations

import contextlib
from pathlib import Path

from hansa.errors import HansaError
from hansa.json_lines import NotJson, read_json
from hansa.languages import ENGLISH, Language
from hansa.phrases import say
from hansa.record import Record
from hansa.tournaments.log_reading import log_lines, read_header, read_log
from hansa.tournaments.page import plots
from hansa.tournaments.results import GameResult
from hansa.tournaments.sheets import Sheet, end_name, fault_lines, sheets, summary
from hansa.tournaments.standings import standings
from hansa.web.lobby_answers import LoggedGame, LogListed, LogReport, LogUnchanged, SheetShown

MOST_LOGS = 200
MOST_GAMES = 2000       # listed, the last ones


class Logs:
    """The logs in some folders, read again when they grow: a tournament may be running."""

    def __init__(self, folders: tuple[Path, ...]) -> None:
        self._folders = folders
        self._known: dict[tuple[Path, str], LogReport] = {}     # by log and language

    def list(self) -> list[LogListed]:
        """Every log, the youngest first."""
        found = []
        for name, path in sorted(self._paths().items(), key=lambda entry: -entry[1].stat().st_mtime_ns)[:MOST_LOGS]:
            with contextlib.suppress(HansaError, OSError):
                header = read_header(path)
                found.append(LogListed(
                    name=name, bots=header.tournament.bots, started=header.started,
                    bytes=path.stat().st_size, played=int(path.stat().st_mtime),
                ))
        return found

    def report(self, name: str, known: int, language: Language = ENGLISH) -> LogReport | LogUnchanged:
        """Tables and plots of a log; nothing but its size if that is `known` already."""
        path = self._path(name)
        size = path.stat().st_size
        if size == known:
            return LogUnchanged(bytes=size, same=True)
        report = self._known.get((path, language.code))
        if report is None or report.bytes != size:
            report = self._known[path, language.code] = self._made(path, size, language)
        return report

    def game(self, name: str, identity: str) -> Record:
        """One game of a log."""
        path = self._path(name)
        with path.open("rb") as file:
            for line in log_lines(file, path):
                with contextlib.suppress(NotJson):
                    value = read_json(line)
                    if isinstance(value, dict) and value.get("id") == identity:
                        return Record.from_json(value)
        raise HansaError(say("there is no game {game} in {name}", game=identity[:40], name=name))

    def _made(self, path: Path, size: int, language: Language) -> LogReport:
        contents = read_log(path)
        games = list(contents.games)
        table = standings(games)
        return LogReport(
            bytes=size, same=False, summary=language.tell(summary(table)),
            faults=tuple(map(language.tell, fault_lines(table))), command=contents.header.command,
            started=contents.header.started,
            sheets=[shown_sheet(sheet, language) for sheet in sheets(table)] if games else [],
            plots=tuple(plots(table, games, language)) if games else (), count=len(games),
            games=[logged_game(game, language) for game in games[-MOST_GAMES:]],
        )

    def _paths(self) -> dict[str, Path]:
        """What there is, by name; a request only ever chooses from these."""
        return {path.name: path for folder in self._folders if folder.is_dir() for path in sorted(folder.glob("*.jsonl"))}

    def _path(self, name: str) -> Path:
        found = self._paths().get(name)
        if found is None:
            raise HansaError(say("there is no log {name} here", name=name[:80]))
        return found


def shown_sheet(sheet: Sheet, language: Language) -> SheetShown:
    """A table for the page."""
    return SheetShown(
        title=language.tell(sheet.title), columns=tuple(map(language.tell, sheet.columns)),
        rows=[tuple(map(language.tell, row)) for row in sheet.rows],
        meanings=tuple(map(language.tell, sheet.meanings)))


def logged_game(game: GameResult, language: Language) -> LoggedGame:
    """A game of the list."""
    return LoggedGame(
        id=game.id, table=game.table, bots=game.bots, ranks=list(game.ranks), end=language.tell(end_name(game.end)),
        points=[game.score(seat, "total") for seat in range(len(game.bots))], moves=game.moves)
