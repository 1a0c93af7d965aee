"""Logs of tournaments for the page: which there are, their tables and plots, and a single game of one."""

from __future__ import annotations

import contextlib
from dataclasses import asdict
from pathlib import Path
from typing import Any

from hansa.errors import HansaError
from hansa.json_lines import NotJson, read_json
from hansa.record import Record
from hansa.tournaments.log_reading import log_lines, read_header, read_log
from hansa.tournaments.page import plots
from hansa.tournaments.sheets import fault_lines, sheets, summary
from hansa.tournaments.standings import standings

Json = dict[str, Any]
MOST_LOGS = 200
MOST_GAMES = 2000       # listed, the last ones


class Logs:
    """The logs in some folders. They are read anew when they have grown: a tournament may be running."""

    def __init__(self, folders: tuple[Path, ...]) -> None:
        self._folders = folders
        self._known: dict[Path, tuple[int, Json]] = {}

    def list(self) -> list[Json]:
        """Every log, the youngest first."""
        found = []
        for name, path in sorted(self._paths().items(), key=lambda entry: -entry[1].stat().st_mtime_ns)[:MOST_LOGS]:
            with contextlib.suppress(HansaError, OSError):
                header = read_header(path)
                found.append({
                    "name": name, "bots": list(header.tournament.bots), "started": header.started,
                    "bytes": path.stat().st_size, "played": int(path.stat().st_mtime),
                })
        return found

    def report(self, name: str, known: int) -> Json:
        """Tables and plots of a log; nothing but its size if that is `known` already."""
        path = self._path(name)
        size = path.stat().st_size
        if size == known:
            return {"bytes": size, "same": True}
        if self._known.get(path, (None,))[0] != size:
            self._known[path] = size, self._made(path)
        return {"bytes": size, "same": False, **self._known[path][1]}

    def game(self, name: str, identity: str) -> Record:
        """One game of a log."""
        path = self._path(name)
        with path.open("rb") as file:
            for line in log_lines(file, path):
                with contextlib.suppress(NotJson):
                    value = read_json(line)
                    if isinstance(value, dict) and value.get("id") == identity:
                        return Record.from_json(value)
        raise HansaError(f"there is no game {identity[:40]!r} in {name}")

    def _made(self, path: Path) -> Json:
        contents = read_log(path)
        games = list(contents.games)
        table = standings(games)
        return {
            "summary": summary(table), "faults": fault_lines(table), "command": contents.header.command,
            "started": contents.header.started, "sheets": [asdict(sheet) for sheet in sheets(table)] if games else [],
            "plots": plots(table, games) if games else [], "count": len(games),
            "games": [
                {"id": game.id, "table": game.table, "bots": list(game.bots), "ranks": list(game.ranks), "end": game.end,
                 "points": [game.score(seat, "total") for seat in range(len(game.bots))], "moves": game.moves}
                for game in games[-MOST_GAMES:]
            ],
        }

    def _paths(self) -> dict[str, Path]:
        """What there is, by name; a request only ever chooses from these."""
        return {path.name: path for folder in self._folders if folder.is_dir() for path in sorted(folder.glob("*.jsonl"))}

    def _path(self, name: str) -> Path:
        found = self._paths().get(name)
        if found is None:
            raise HansaError(f"there is no log {name[:80]!r} here")
        return found
