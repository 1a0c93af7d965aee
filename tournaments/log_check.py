"""Whether a game of a log is the one that the schedule has under its id: seats, table, setup, ranks
and shares.

All of this is cheap, so it is done whenever a log is read. That the moves lead to the result is
only seen by replaying them (`hansa replay`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from hansa.errors import RecordError
from hansa.record import Record, setup_of
from hansa.tournaments.adjudication import counted_after
from hansa.tournaments.play import FAULTS, counted, start_of
from hansa.tournaments.schedule import Block, ScheduledGame, Tournament, block_of, blocks, turned_back

# further ones are a mistake; the schedule is made up to there block by block
MOST_BLOCKS = 1_000_000


class ScheduleCheck:
    """The games of a tournament by id, made as far as they are asked for."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self._blocks: Iterator[Block] = blocks(tournament.endless())
        self._made: list[Block] = []
        self._setups: dict[int, Mapping[str, Any]] = {}

    def check(self, record: Record) -> None:
        """`RecordError` says what is not as the schedule, or the rules for ranks, would have it."""
        block, rotation = (int(part) for part in record.id.split("."))
        game = self._game(record, block, rotation)
        if record.seats != game.seats:
            raise RecordError(f"game {record.id} seats {', '.join(record.seats)}, but the schedule {', '.join(game.seats)}")
        if record.more["table"] != str(game.table):
            raise RecordError(f"game {record.id} is at {record.more['table']}, but the schedule's at {game.table}")
        if block not in self._setups:
            start = start_of(game)
            self._setups[block] = start.setup or setup_of(start)
        if record.setup != self._setups[block]:
            raise RecordError(f"game {record.id} has another setup than seed {self._tournament.seed} gives it")
        if record.state != (None if game.opening is None else json.loads(game.opening)):
            raise RecordError(f"game {record.id} begins from another position than the schedule's")
        check_ranks(record)
        self._check_ruling(record)

    def _check_ruling(self, record: Record) -> None:
        """Whether a ruling was allowed, and counts as it says."""
        told = record.more.get("ruling")
        if told is None:
            return
        rules = self._tournament.adjudication
        allowed = rules is not None and (rules.proven if told["how"] == "proven" else rules.agree is not None)
        if not allowed or record.end != "moves":
            raise RecordError(f"game {record.id} has a ruling, {told['how']}, that this tournament does not know")
        assert record.result is not None
        ranks = record.result["ranks"]
        if told["winner"] >= len(ranks) or record.more.get("counted") != counted_after(ranks, told["winner"]):
            raise RecordError(f"game {record.id} counts other ranks than its ruling gives")

    def _game(self, record: Record, block: int, rotation: int) -> ScheduledGame:
        if block >= MOST_BLOCKS:
            raise RecordError(f"block {block} is beyond all schedules")
        games = self._block(block) if self._tournament.format != "adaptive" else self._adaptive(record, block, rotation)
        if rotation >= len(games):
            raise RecordError(f"game {record.id} is not in the schedule: block {block} has {len(games)} games")
        return games[rotation]

    def _block(self, number: int) -> Block:
        while len(self._made) <= number:
            self._made.append(next(self._blocks))
        return self._made[number]

    def _adaptive(self, record: Record, block: int, rotation: int) -> Block:
        """Line-ups depend on results there, so the game's own seats, turned back, give the
        line-up."""
        table = self._tournament.tables[block % len(self._tournament.tables)]
        return block_of(self._tournament, block, table, turned_back(record.seats, rotation))


def check_ranks(record: Record) -> None:
    """Ranks must follow the points (ties may be broken), and shares the ranks, also after a
    fault."""
    result = record.result
    assert result is not None       # a game of a tournament has one
    ranks, totals = result["ranks"], [score["total"] for score in result["scores"]]
    for one, rank in enumerate(ranks):
        for other, further in enumerate(ranks):
            if totals[one] > totals[other] and rank >= further and record.end not in FAULTS:
                raise RecordError(f"game {record.id} ranks seat {one} with {totals[one]} points behind seat {other} "
                                  f"with {totals[other]}")
    shares = [1 / ranks.count(1) if rank == 1 else 0.0 for rank in ranks]
    if any(abs(one - other) > 1e-9 for one, other in zip(shares, result["shares"], strict=True)):
        raise RecordError(f"game {record.id} has ranks {ranks}, but shares {list(result['shares'])}")
    if record.end in FAULTS and record.by is not None and record.more.get("counted") != counted(ranks, record.by):
        raise RecordError(f"game {record.id} counts other ranks than its fault gives")
