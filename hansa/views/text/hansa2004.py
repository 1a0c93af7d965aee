"""Hansa (2004) in plain text: tables of desks and cities, enough to play from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from hansa.hansa2004.board import Board, City, board
from hansa.state import State
from hansa.views import StateJson
from hansa.views.text import mover_name, result_table

LEGEND = (
    "seats: 0 Red, 1 Green, 2 Blue, 3 Yellow, 4 Purple\n"
    "goods: colour and barrels, .. an empty warehouse space · "
    "booths: 0b3, three of seat 0; =0: seat 0 has the most\n"
    ">: the ship, * after it: the action of this stop is used"
)


def text(state: State) -> str:
    """A screen of about 25 lines and 90 columns."""
    facts, the_board = state.to_json(), board()
    totals = [score["total"] for score in state.scores]
    lines = [*heading(facts, the_board), "", *desks(facts, totals), "", *cities(facts, the_board)]
    lines += ["", *supply(facts, the_board)]
    if facts["phase"] == "over":
        lines += ["", *result_table(facts["result"])]
    lines += ["", LEGEND]
    return "\n".join(line.rstrip() for line in lines)


def heading(state: StateJson, the_board: Board) -> Iterator[str]:
    """What is going on."""
    yield f"{the_board.title}, {state['players']} players"
    yield (
        f"turn {state['turns'] + 1} of seat {state['turn']}, "
        f"phase {state['phase']}: {mover_name(state['to_move'])} to move"
    )
    last = sum(state["supply"].values()) < the_board.full_piles(state["players"])[-1]
    city = the_board.city(state["ship"]).name
    yield f"ship in {city}{'; this is the last round' if last else ''}"
    if state["phase"] == "sell":
        sale = state["sell"]
        need = ", which needs another" if sale["single"] else ""
        yield f"sale of {', '.join(sale['colours'])}, up to {sale['last']}{need}"
    if state["phase"] == "lose":
        loss = state["lose"]
        sold = ", ".join(loss["colours"])
        yield f"seat {state['to_move']} loses a {loss['colour']} marker, sold were {sold}"


def desks(state: StateJson, totals: Sequence[int]) -> Iterator[str]:
    """A line for each seat; `totals` are the points it would have if the game ended now."""
    yield "seat points  talers booths  unsold / sold"
    for seat, (desk, total) in enumerate(zip(state["desks"], totals, strict=True)):
        arrow = ">" if state["to_move"] == seat else " "
        yield (
            f"{arrow}{seat:<4}{total:>5} {desk['talers']:>7} {desk['booths']:>6}  "
            f"{listed(desk['unsold'])} / {listed(desk['sold'])}"
        )


def listed(goods: list[str]) -> str:
    """Goods by kind: `red1*2 blue3`."""
    counts = Counter(goods)
    kinds = (f"{kind}*{count}" if count > 1 else kind for kind, count in counts.items())
    return " ".join(kinds) or "-"


def cities(state: StateJson, the_board: Board) -> Iterator[str]:
    """A line for each city, in the order of their numbers."""
    for city in sorted(the_board.cities, key=lambda city: city.number):
        facts = state["cities"].get(city.code, {})
        goods = [*facts.get("goods", []), *[".."] * city.warehouses][: city.warehouses]
        targets = " ".join(target for origin, target in the_board.arrows if origin == city.code)
        yield (
            f"{city.code} {ship_mark(state, city):<2}{city.number} {city.name:<11} "
            f"{' '.join(goods):<16} {booths(facts.get('booths', [])):<24} -> {targets}"
        )


def ship_mark(state: StateJson, city: City) -> str:
    """`>` if the ship is here, `>*` once the action of this stop is used."""
    return (">*" if state["acted"] else ">") if state["ship"] == city.code else ""


def booths(counts: list[int]) -> str:
    """Booths by seat, and who has the most: `0b2 1b1 =0`."""
    there = [f"{seat}b{count}" for seat, count in enumerate(counts) if count]
    most = [seat for seat, count in enumerate(counts) if count and count == max(counts)]
    return " ".join([*there, *([f"={most[0]}"] if len(most) == 1 else [])])


def supply(state: StateJson, the_board: Board) -> Iterator[str]:
    """What may still turn up: markers of one, two and three barrels of each colour; the piles."""
    left = state["supply"]
    yield "supply  " + "  ".join(
        f"{colour} " + "+".join(str(left.get(f"{colour}{barrels}", 0)) for barrels in (1, 2, 3))
        for colour in the_board.colours_for(state["players"])
    )
    yield "piles   " + " ".join(map(str, state["piles"]))
