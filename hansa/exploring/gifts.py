"""What things are worth: positions of recorded games, once more with something added for nothing.

Who has a thing has paid for it, and strong seats get more of everything: what became of those who
had it says little about what it is worth. So the position at the beginning of a seat's turn is
searched twice, as it was and with a step on a track, a marker or an office more. The difference, in
shares of the win, is the value of that gift at that time. Gifts and the searches of both are
decided by the game alone.

>>> from hansa.board_entry import BoardSetup
>>> from hansa.exploring.games import play_game
>>> rows = list(gift_values(play_game(BoardSetup("hansa-23", 2), 0, simulations=4), simulations=8))
>>> {row.topic for row in rows} <= {"upgrade", "marker", "city"}, all(-1 <= row.value <= 1 for row in rows)
(True, True)
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import astuple, dataclass
from pathlib import Path

from engine_c.search.options import SearchOptions
from engine_c.search.search import Search
from hansa.errors import EditError, StateError
from hansa.games import GAMES, mind_for
from hansa.json_lines import NotJson, append_line, read_json
from hansa.record import Record
from hansa.state import State

__all__ = ["GiftValue", "gift_values", "kept_values", "value_missing"]

ROUNDS = (2, 5, 8)          # at the beginning of which a seat is given something
DRAWN = {"upgrade": 5, "marker": 4, "city": 5}      # how many gifts of a topic are tried in a position
MEMORY = 32                 # megabytes
FILE = "gifts.jsonl"        # in the folder of the games


@dataclass(frozen=True)
class GiftValue:
    """What one gift was worth to its seat in one position."""

    topic: str
    name: str
    round: int
    value: float


def gift_values(record: Record, simulations: int) -> Iterator[GiftValue]:
    """Of one game; nothing for a game that has no gifts."""
    rng = random.Random(zlib.crc32(record.id.encode()))
    for number, state in turn_beginnings(record, rng):
        seat = state.seat
        offered = list(GAMES[state.game].gifts(state.position, seat))
        before = value_of(state, seat, simulations)
        for topic, most in DRAWN.items():
            here = [gift for gift in offered if gift[0] == topic]
            for _, name, change in rng.sample(here, min(most, len(here))):
                after = changed(state, change)
                if after is not None:
                    yield GiftValue(topic, name, number, round(value_of(after, seat, simulations) - before, 4))


def turn_beginnings(record: Record, rng: random.Random) -> Iterator[tuple[int, State]]:
    """Of some rounds: the position at the beginning of one seat's turn, each round another seat's."""
    players = record.start().players
    wanted = {number: rng.randrange(players) for number in ROUNDS}
    for _, state, move in record.steps():
        number, seat = divmod(state.turns, players)
        if move is not None and wanted.get(number + 1) == seat and state.to_move == state.turn and state.phase == "turn":
            del wanted[number + 1]
            yield number + 1, state


def changed(state: State, change: Mapping[str, object]) -> State | None:
    """The position with a gift; None where it is not possible."""
    try:
        return State.from_json(GAMES[state.game].changes[str(change["what"])](state.position, change))
    except (EditError, StateError):
        return None


def value_of(state: State, seat: int, simulations: int) -> float:
    """The share of the win that a seat may expect, by a short search."""
    search = Search(mind_for(state.game, state.position), SearchOptions(memory=MEMORY), seed=1)
    search.begin(state.position, seat)
    search.run(simulations)
    return search.values()[seat]


# --- kept ---------------------------------------------------------------------------------------

def value_missing(
    folder: Path, records: Iterable[Record], simulations: int, report: Callable[[int], None] = lambda games: None
) -> None:
    """Values gifts in all games that are not done yet; a game that a kill interrupted is done again."""
    done = set(kept_values(folder))
    for record in records:
        if record.id not in done:
            rows = [list(astuple(row)) for row in gift_values(record, simulations)]
            append_line(folder / FILE, {"game": record.id, "simulations": simulations, "gifts": rows})
            done.add(record.id)
            report(len(done))


def kept_values(folder: Path) -> dict[str, list[GiftValue]]:
    """What was valued, by game; a line that a crash cut off is left out."""
    found: dict[str, list[GiftValue]] = {}
    path = folder / FILE
    for line in path.read_bytes().splitlines() if path.exists() else ():
        try:
            entry = read_json(line)
            found[str(entry["game"])] = [
                GiftValue(str(topic), str(name), int(number), float(value)) for topic, name, number, value in entry["gifts"]]
        except (NotJson, KeyError, TypeError, ValueError):
            continue
    return found
