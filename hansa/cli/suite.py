"""`hansa suite`: starting positions for tournaments, from games that were played, with seats that
are about even."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hansa.cli.arguments import option, positional, positive_whole
from hansa.cli.commands import UsageError, command
from hansa.cli.screen import warn
from hansa.cli.tournament_arguments import finite
from hansa.record import Record, read_records
from hansa.state import State
from hansa.thinking import analyse
from hansa.tournaments.openings import balanced, openings_of

TURN, SPREAD, SIMULATIONS = 4, 0.15, 400


@dataclass(frozen=True, kw_only=True)
class SuiteArguments:
    """From which games, when, and how even."""

    records: tuple[str, ...] = positional("RECORD", "files of games, including tournament logs", nargs="+")
    out: str = option("--out", "file to write the suite to (default suite.jsonl)", metavar="FILE", default="suite.jsonl")
    turn: int = option("--turn", f"take the position after N turns of every seat (default {TURN})", metavar="N",
                       type=positive_whole,
                       default=TURN)
    spread: float = option("--spread", "largest difference between the expected shares of the best and the worst "
                           f"seat (default {SPREAD})", metavar="P", type=finite, default=SPREAD)
    simulations: int = option("--simulations", f"simulations per position (default {SIMULATIONS})", metavar="N",
                              type=positive_whole, default=SIMULATIONS)
    count: int | None = option("--count", "stop after N positions (default: one per game)", metavar="N",
                               type=positive_whole)


def run(arguments: SuiteArguments) -> int:
    """Writes the positions that are even enough; 1 if there is none."""
    if not 0 < arguments.spread <= 1:
        raise UsageError(f"--spread must be above 0 and at most 1, not {arguments.spread:g}")
    path = Path(arguments.out)
    if path.exists():
        raise UsageError(f"{path} exists already and is not overwritten; choose another name for --out")
    seen = 0

    def judge(state: State) -> tuple[float, ...]:
        nonlocal seen
        seen += 1
        return tuple(analyse(state, simulations=arguments.simulations, lines=1, threads=1).values)

    lines: list[str] = []
    for opening in balanced(openings_of(games(arguments.records), arguments.turn), judge, arguments.spread):
        lines.append(opening.line)
        if len(lines) == arguments.count:
            break
    if not lines:
        print(f"hansa: none of {seen} positions is that even; try a larger --spread or a smaller --turn", file=sys.stderr)
        return 1
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    print(f"{len(lines)} of {seen} positions are in {path}: nobody may expect {arguments.spread:.0%} more than another")
    print(f"play them: hansa tournament markers prestige --openings {path}")
    return 0


def games(paths: tuple[str, ...]) -> Iterator[tuple[str, Record]]:
    """Every game of some files, and what it is called."""
    for path in paths:
        records, warnings = read_records(path)
        for warning in warnings:
            warn(warning)
        for number, record in enumerate(records, 1):
            yield f"{path}, game {number}", record


COMMAND = command(
    SuiteArguments,
    run,
    name="suite",
    purpose="Extract starting positions for tournaments from games: positions that are about even for all seats.",
    examples="""
        hansa suite tournament-20260101-120000.jsonl
        hansa suite games.jsonl --turn 6 --spread 0.1 --out late.jsonl
        hansa tournament markers prestige --openings late.jsonl
    """,
    read_on="'hansa docs records'; each line of a suite is a state ('hansa docs states').",
)
