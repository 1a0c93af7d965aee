"""How the tests play Hansa (2004): setups, choosers that between them reach everything, and
positions far from natural play."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hansa.hansa2004.board import board
from tests.playing import Chooser, by_kind, uniform


def setups() -> Iterator[dict[str, Any]]:
    """Every number of players."""
    for players in board().players:
        yield {"game": "hansa2004", "board": "hansa2004", "players": players}


def setup_name(setup: Mapping[str, Any]) -> str:
    """A short name of a setup, for files and test ids."""
    return f"{setup['board']}-{setup['players']}"


def preferring(*verbs: str) -> Chooser:
    """A chooser that takes the first of these verbs that is legal nine times in ten."""
    def choose(moves: Sequence[str], rng: random.Random, state: dict[str, Any]) -> str:
        for verb in verbs:
            those = [move for move in moves if move.split()[0] == verb]
            if those and rng.random() < 0.9:
                return rng.choice(those)
        return by_kind(moves, rng, state)
    return choose


# Who collects and sells, who builds, who buys more than it may keep, and who never sails.
COLLECTOR = preferring("sell", "buy", "refill", "sail")
BUILDER = preferring("build", "buy", "refill", "sail")
HOARDER = preferring("buy", "refill", "sail", "end")
IDLER = preferring("skip", "buy", "end")


def choosers(rng: random.Random) -> tuple[Chooser, Chooser]:
    """Two sorts of play for one game."""
    sorts: tuple[Chooser, ...] = (COLLECTOR, COLLECTOR, BUILDER, HOARDER, IDLER, by_kind, uniform)
    return rng.choice(sorts), rng.choice(sorts)


def kind_of(move: str) -> str:
    """A move without its city or goods."""
    return move.split()[0]


def scrambled(setup: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """A random position at the start of a turn or within it, as state JSON."""
    rng, the_board, players = random.Random(seed), board(), setup["players"]
    pool = [kind for kind, count in zip(the_board.goods, the_board.full_supply(players), strict=True) for _ in range(count)]
    rng.shuffle(pool)
    turn, phase = rng.randrange(players), rng.choice(["refill", "turn", "turn", "turn"])
    crowd = rng.choice([0.0, 0.3, 0.6, 1.0])
    cities: dict[str, dict[str, Any]] = {}
    for city in the_board.cities:
        goods = [pool.pop() for _ in range(city.warehouses) if rng.random() < crowd]
        cities[city.code] = {"goods": sorted(goods, key=the_board.goods.index), "booths": [0] * players}
    bought = the_board.spaces - sum(len(facts["goods"]) for facts in cities.values())
    desks = []
    for seat in range(players):
        most = 3 + bought if seat == turn and phase == "turn" else 3
        unsold = [pool.pop() for _ in range(min(rng.randint(0, most), len(pool)))]
        sold = [pool.pop() for _ in range(min(rng.choice([0, 0, 4, 9]), len(pool)))]
        lonely = {colour for colour, count in Counter(kind[:-1] for kind in sold).items() if count == 1}
        left = rng.choice([0, 0, 1, 2, rng.randint(0, 15)])
        for _ in range(the_board.booths - left):
            cities[rng.choice(list(cities))]["booths"][seat] += 1
        desks.append({
            "talers": rng.randint(3, 9) if seat == turn else rng.choice([0, 1, 3]), "booths": left,
            "unsold": sorted(unsold, key=the_board.goods.index),
            "sold": sorted((kind for kind in sold if kind[:-1] not in lonely), key=the_board.goods.index),
        })
    pool = pool[: rng.choice([0, 1, 3, sum(the_board.full_piles(players))])][: sum(the_board.full_piles(players))]
    if phase == "refill" and (not bought or not pool):
        phase = "turn"
    return {
        "game": "hansa2004", "board": "hansa2004", "players": players, "turn": turn, "to_move": turn, "phase": phase,
        "ship": rng.choice(list(cities)), "acted": phase == "turn" and rng.random() < 0.3, "desks": desks,
        "cities": cities, "supply": dict(Counter(pool)), "turns": turn + players * rng.randint(1, 30),
    }


def dealt_blindly(players: int, phase: str, rng: random.Random) -> dict[str, Any]:
    """State JSON of a phase with all markers, booths and talers dealt out: possible or not."""
    the_board, turn = board(), rng.randrange(players)
    pool = [kind for kind, count in zip(the_board.goods, the_board.full_supply(players), strict=True) for _ in range(count)]
    rng.shuffle(pool)

    def dealt(most: int, colours: Sequence[str] = the_board.colours) -> list[str]:
        found = [kind for kind in pool if kind[:-1] in colours][:most]
        for kind in found:
            pool.remove(kind)
        return sorted(found, key=the_board.goods.index)

    data: dict[str, Any] = {}
    sold_now: list[str] = []
    colours = sorted(rng.sample(the_board.colours_for(players), rng.randint(1, 3)), key=the_board.colours.index)
    if phase in ("sell", "lose"):
        sold_now = [kind for colour in colours for kind in dealt(rng.randint(1, 3), [colour])]
    if phase == "sell":
        data["sell"] = {"colours": colours, "last": sold_now[-1], "single": rng.random() < 0.5}
    elif phase == "lose":
        data["lose"] = {"colours": colours, "colour": rng.choice(colours)}
    crowd = rng.choice([0.0, 0.5, 0.9, 1.0])
    cities: dict[str, dict[str, Any]] = {
        city.code: {"goods": dealt(sum(rng.random() < crowd for _ in range(city.warehouses))), "booths": [0] * players}
        for city in the_board.cities
    }
    bought = the_board.spaces - sum(len(facts["goods"]) for facts in cities.values())
    desks = []
    for seat in range(players):
        left = rng.choice([0, 1, 2, rng.randint(0, the_board.booths)])
        where = rng.sample(list(cities), rng.choice([1, 2, 4, 9]))
        for _ in range(the_board.booths - left):
            cities[rng.choice(where)]["booths"][seat] += 1
        desks.append({
            "talers": rng.choice([0, 1, 3, rng.randint(0, 30)]), "booths": left,
            "unsold": dealt(rng.randint(0, 3 + bought * (seat == turn))),
            "sold": sold_now if seat == turn else dealt(rng.choice([0, 2, 3]), [rng.choice(the_board.colours)]),
        })
    last_pile = the_board.full_piles(players)[-1]
    supply = dealt(rng.choice([0, 1, last_pile - 1, last_pile, len(pool)]))
    return {
        "game": "hansa2004", "board": "hansa2004", "players": players, "turn": turn,
        "to_move": {"reveal": "*", "lose": (turn + rng.randint(1, players - 1)) % players}.get(phase, turn),
        "phase": phase, "ship": rng.choice(list(cities)), "acted": phase in ("sell", "lose"), "desks": desks,
        "cities": cities, "supply": dict(Counter(supply)), "turns": turn + players * rng.randint(0, 30), **data,
    }
