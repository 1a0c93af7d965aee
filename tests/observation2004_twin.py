"""What an observation of Hansa (2004) says, once more and in plain Python: from a state's JSON, by
its names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from hansa.hansa2004.board import board

Json = dict[str, Any]


def observed(state: Json, seat: int) -> dict[str, float]:
    """Every number that is not 0, by its name."""
    found: defaultdict[str, float] = defaultdict(float)
    for parts in (of_game(state), of_phase(state), of_seats(state, seat), of_cities(state, seat)):
        for name, value in parts:
            found[name] += value
    return {name: min(1.0, value) for name, value in found.items() if value}


def of_game(state: Json) -> Iterator[tuple[str, float]]:
    players, left = state["players"], sum(state["supply"].values())
    yield f"phase {state['phase']}", 1
    yield f"players {players}", 1
    yield "acted", float(state["acted"])
    # H1, H2: two players have four colours; 14 markers lie on the board
    yield "left", left / (13 * (2 + players) - 14)
    yield "last round", float(sum(state["piles"][:4]) == 0 and left < board().full_piles(players)[4])
    for kind, count in state["supply"].items():
        yield f"supply {kind}", count / 5


def of_phase(state: Json) -> Iterator[tuple[str, float]]:
    sale = state.get(state["phase"], {}) if state["phase"] in ("sell", "lose") else {}
    for colour in sale.get("colours", ()):
        yield f"sale {colour}", 1
    if state["phase"] == "sell":
        yield f"sold last {sale['last']}", 1
        yield "single", float(sale["single"])
    if state["phase"] == "lose":
        yield f"losing {sale['colour']}", 1


def of_seats(state: Json, seat: int) -> Iterator[tuple[str, float]]:
    for owner, desk in enumerate(state["desks"]):
        name = f"seat {(owner - seat) % state['players']}"
        yield f"{name}: to move", float(state["to_move"] == owner)
        yield f"{name}: turn", float(state["turn"] == owner)
        yield f"{name}: last in the round", float(owner + 1 == state["players"])
        yield f"{name}: talers", desk["talers"] / 15
        yield f"{name}: stock", desk["booths"] / 15
        for where in ("unsold", "sold"):
            for kind in desk[where]:
                yield f"{name}: {where} {kind}", 1 / 5


def of_cities(state: Json, seat: int) -> Iterator[tuple[str, float]]:
    yield f"city {state['ship']}: ship", 1
    for city in board().cities:
        facts = state["cities"].get(city.code, {})
        goods, booths = facts.get("goods", []), facts.get("booths", [0] * state["players"])
        yield f"city {city.code}: empty", (city.warehouses - len(goods)) / 2
        for kind in goods:
            yield f"city {city.code}: {kind}", 1 / 2
        for owner, count in enumerate(booths):
            relative = (owner - seat) % state["players"]
            yield f"city {city.code}: booths of seat {relative}", count / 15
            yield f"city {city.code}: majority of seat {relative}", float(count == max(booths) and booths.count(count) == 1)
