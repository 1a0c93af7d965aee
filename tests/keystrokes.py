"""How much must be typed to write down a game at a table:
`python -m tests.keystrokes [GAMES.jsonl]`.

For every move of a game that `hansa play --table` does not note by itself: the keys, Enter among
them, of what a beginner types (each word cut to three letters, no `place`, the whole text where
that may be several moves), and of the shortest text that this program finds by leaving out letters.
Without a file a game between four plans is taken.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from statistics import mean, median

from hansa import State
from hansa.bots.registry import make_bot
from hansa.record import Record, read_records
from hansa.state import Move
from hansa.table.choices import found

KEYS_A_SECOND = 5.0         # 60 words a minute, as a practised typist has; 40 are 3.3
TARGET = 2.0                # seconds a move


def plain(state: State, move: Move) -> str:
    """What a beginner types."""
    words = re.split(r"[\s/-]+", str(move).casefold())
    short = " ".join(word[:3] for word in words[words[0] == "place":])
    return short if found(state, short) == [move] else str(move)


def shortest(state: State, move: Move) -> str:
    """Left-out words and letters, as long as the move is still meant alone."""
    words = plain(state, move).split()
    shrunk = True
    while shrunk:
        shrunk = False
        for number, word in enumerate(words):
            for instead in ([], [word[:1]] if len(word) > 1 else [], [word[:-1]] if len(word) > 2 else []):
                tried = [*words[:number], *instead, *words[number + 1 :]]
                if tried != words and tried and found(state, " ".join(tried)) == [move]:
                    words, shrunk = tried, True
                    break
            if shrunk:
                break
    return " ".join(words)


def typed(record: Record) -> Iterator[tuple[str, str, str]]:
    """Every move that has to be typed, in full, as a beginner types it, and as short as can be."""
    for _, state, move in record.steps():
        if move is not None and state.forced is None:
            yield str(move), plain(state, move), shortest(state, move)


def sample() -> Record:
    """A game between four plans."""
    state, rng, moves = State.new(board="hansa-45", players=4, seed=7), random.Random(7), []
    setup = state.setup or {}
    bots = [make_bot(name, seed=seat) for seat, name in enumerate(("prestige", "network", "markers", "actions"))]
    while not state.over:
        mover = state.to_move
        if isinstance(mover, int):
            moves.append(f"{mover} {state.play(state.forced or bots[mover].choose(state))}")
        else:
            moves.append(f"* {state.play_chance(rng)}")
    return Record(setup=setup, moves=tuple(moves), end=state.result["reason"])


def main() -> None:
    """Prints the figures."""
    records = read_records(sys.argv[1])[0] if len(sys.argv) > 1 else [sample()]
    rows = [row for record in records for row in typed(record)]
    moves = sum(len(record.moves) for record in records)
    print(f"{moves} moves, {len(rows)} of them typed, the others noted by themselves")
    for name, place in (("in full", 0), ("words cut to three letters", 1), ("as short as can be", 2)):
        keys = [len(row[place]) + 1 for row in rows]
        seconds = sum(keys) / KEYS_A_SECOND / moves
        quick = sum(count <= TARGET * KEYS_A_SECOND for count in keys) / len(keys)
        print(f"{name:<27} {mean(keys):5.1f} keys on the average, median {median(keys):.0f}, most {max(keys)}; "
              f"{seconds:.1f} s a move at {KEYS_A_SECOND:.0f} keys a second, {quick:.0%} of those typed within {TARGET:.0f} s")


if __name__ == "__main__":
    main()
