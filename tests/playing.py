"""How the tests play: setups of every sort, and choosers that between them reach every phase and
kind of move."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from hansa.boards import BOARD_NAMES, board
from hansa.record import Record
from hansa.table.session import Session
from hansa.teutonica.names import EDITIONS, MODULES

Chooser = Callable[[Sequence[str], random.Random, dict[str, Any]], str]
MODULE_SETS = ((), ("missions",), ("favours",), MODULES)


def setups() -> Iterator[dict[str, Any]]:
    """Every board with every number of players, edition and set of modules."""
    for name in BOARD_NAMES:
        for players in board(name).players:
            for edition in EDITIONS:
                for modules in MODULE_SETS:
                    if modules and (players == 2 or not name.startswith("hansa-")):
                        continue
                    yield {
                        "game": "teutonica", "board": name, "players": players, "edition": edition,
                        "modules": list(modules),
                    }


@cache
def quick_game(name: str, players: int) -> Record:
    """A whole game of quick bots: 200 moves, where one of chance has 7,000 of *Hansa Teutonica*."""
    bots = ("greedy", "collector") if name == "hansa2004" else ("prestige", "network", "markers")
    session = Session({"board": name, "players": players}, [bots[seat % len(bots)] for seat in range(players)], seed=3)
    while not session.state.over:
        session.step()
    return session.record()


def setup_name(setup: dict[str, Any]) -> str:
    """A short name of a setup, for files and test ids."""
    return "-".join([setup["board"], str(setup["players"]), setup["edition"], *setup["modules"]])


def uniform(moves: Sequence[str], rng: random.Random, state: dict[str, Any]) -> str:
    """Any move."""
    return rng.choice(moves)


def by_kind(moves: Sequence[str], rng: random.Random, state: dict[str, Any]) -> str:
    """The kind of move first, then the move: rare kinds come up often."""
    kind = rng.choice(sorted({move.split()[0] for move in moves}))
    return rng.choice([move for move in moves if move.split()[0] == kind])


def builder(moves: Sequence[str], rng: random.Random, state: dict[str, Any]) -> str:
    """Fills routes and claims them, mostly with effect, takes and uses markers: its games end."""
    verbs = {verb: [move for move in moves if move.split()[0] == verb] for verb in ("claim", "use", "favour", "lift")}
    effective = [move for move in verbs["claim"] if len(move.split()) > 2]
    if verbs["claim"] and rng.random() < 0.95:
        return rng.choice(effective or verbs["claim"])
    for verb in ("use", "favour"):
        if verbs[verb] and rng.random() < 0.3:
            return rng.choice(verbs[verb])
    if state["phase"] in ("turn", "drop", "lift") and rng.random() < 0.9:
        best = most_filled(moves, rng, state)
        if best is not None:
            return best
        incomes = [move for move in moves if move.startswith("income")]
        if incomes and rng.random() < 0.8:
            return incomes[-1]
    busy = [move for move in moves if move not in ("end", "done")]
    return by_kind(busy if busy and rng.random() < 0.9 else moves, rng, state)


def most_filled(moves: Sequence[str], rng: random.Random, state: dict[str, Any]) -> str | None:
    """The place or drop on the route where the player's own pieces have least company."""
    def own(route: str) -> float:
        facts = state["routes"].get(route.partition("/")[0], {})
        pieces = [*facts.get("house", []), *facts.get("ship", [])]
        mine = sum(1 for piece in pieces if piece[0] == str(state["turn"]))
        return mine - 2 * (len(pieces) - mine) + ("marker" in facts) + ("/" in route) + rng.random()

    puts = [move for move in moves if move.split()[0] in ("place", "drop") and len(move.split()) == 3]
    return max(puts, key=lambda move: own(move.split()[2]), default=None)


def fighter(moves: Sequence[str], rng: random.Random, state: dict[str, Any]) -> str:
    """Displaces, and puts as many extra pieces as it may; keeps stocks and supplies empty."""
    for verb, chance in (("displace", 0.7), ("add", 0.8), ("claim", 0.5), ("place", 0.7), ("lift", 0.2)):
        those = [move for move in moves if move.split()[0] == verb]
        if those and rng.random() < chance:
            return rng.choice(those)
    return by_kind(moves, rng, state)


class Curious:
    """The kind of move that it has seen least, itself first: rare kinds and long chains of them
    come up."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()

    def __call__(self, moves: Sequence[str], rng: random.Random, state: dict[str, Any]) -> str:
        kinds = sorted({kind_of(move) for move in moves})
        kind = min(kinds, key=lambda kind: self.seen[kind] + rng.random() * 4)
        self.seen[kind] += 1
        return rng.choice([move for move in moves if kind_of(move) == kind])


def kind_of(move: str) -> str:
    """A move without the places: `claim office`, `use swap`, `add from`."""
    words = move.split()
    keep = {"claim": words[2:3], "use": words[1:2], "neutral": words[2:3], "favour": words[1:2], "green": ["city"]}
    return " ".join([words[0], *keep.get(words[0], words[3:4] if words[0] in ("add", "put") else [])])


def choosers(rng: random.Random) -> tuple[Chooser, Chooser]:
    """Two sorts of play for one game."""
    sorts: tuple[Chooser, ...] = (builder, builder, by_kind, fighter, uniform, Curious())
    return rng.choice(sorts), rng.choice(sorts)
