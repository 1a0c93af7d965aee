"""Several logs as one: their games put together, or written into a new log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from hansa.tournaments.log import Log
from hansa.tournaments.log_header import LogError
from hansa.tournaments.log_reading import LineReader, LogContents, log_lines, read_header
from hansa.tournaments.results import GameResult, in_order
from hansa.tournaments.seal import METHOD, unsealed

__all__ = ["merge_files", "merged"]


def merged(logs: Iterable[LogContents]) -> list[GameResult]:
    """All games of several logs, those of one tournament once each, in the order of the schedule.

    >>> merged([])
    []
    """
    by_name: dict[tuple[str, str], GameResult] = {}
    for log in logs:
        for game in log.games:
            first = by_name.setdefault((game.digest, game.id), game)
            if (first.bots, first.ranks, first.moves) != (game.bots, game.ranks, game.moves):
                raise LogError(f"game {game.id} ended otherwise in another of these logs; they cannot be rated together")
    return in_order(by_name.values())


def merge_files(paths: Sequence[str | Path], target: Path) -> int:
    """Writes the games of several logs of one tournament into a new one, each once; returns how
    many.

    >>> from hansa.tournaments.log_header import new_header
    >>> from hansa.tournaments.schedule import Tournament
    >>> import tempfile
    >>> from hansa.tournaments.schedule import TableSetup
    >>> header = new_header(Tournament(("markers", "random"), (TableSetup("east", 3),)), {}, "an example")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     shards = [Path(folder, "1.jsonl"), Path(folder, "2.jsonl")]
    ...     for shard in shards:
    ...         Log.create(shard, header).close()
    ...     merge_files(shards, Path(folder, "whole.jsonl"))
    0
    """
    headers = [read_header(path) for path in paths]
    for path, header in zip(paths, headers, strict=True):
        if header.digest != headers[0].digest:
            raise LogError(f"{path} and {paths[0]} are of different tournaments; 'hansa rate' takes both, one log cannot")
    widest = replace(max(headers, key=lambda header: header.tournament.blocks or 0), checksums=METHOD)
    seen: set[str] = set()
    with Log.create(target, widest) as log:
        for path, header in zip(paths, headers, strict=True):
            reader = LineReader(header)
            with Path(path).open("rb") as file:
                file.readline()
                for number, line in enumerate(log_lines(file, path, 2), 2):
                    if not line.endswith(b"\n"):
                        continue
                    game, _ = reader.game(line, f"{path}: line {number}")
                    if game.id not in seen:
                        seen.add(game.id)
                        log.append([unsealed(line)[0].decode().rstrip("\n")])
    return len(seen)
