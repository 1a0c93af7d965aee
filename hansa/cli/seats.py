"""Who sits where: people, and bots by their names."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from hansa.bots.entries import read_entry
from hansa.bots.exec_bot import check_found
from hansa.bots.registry import BOTS, make_bot
from hansa.cli.commands import UsageError
from hansa.table.session import HUMAN

KNOWN_BOTS = f"known are {', '.join(BOTS)}, path/file.py:Class (see 'hansa bots')"


def seats_of(players: int, people: Sequence[int], bots: Sequence[str]) -> list[str]:
    """Who sits where: one bot for all places that people leave, or one for each."""
    for seat in people:
        if seat >= players:
            raise UsageError(f"there is no seat {seat}; {players} play, so seats are 0 to {players - 1}")
    free = players - len(people)
    if len(bots) not in (1, free) and free:
        raise UsageError(f"{len(bots)} bots for {free} free places of {players} players; give one for all, or {free}")
    for spec in bots:
        # a name that is none should be said at once
        check_found(make_bot(read_entry(spec).spec))
    waiting = itertools.cycle(bots)
    return [HUMAN if seat in people else next(waiting) for seat in range(players)]
