"""Positions written as the JSON of MOVES section 9, and read back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from .board import Board, load_board
from .position import Desk, Position
from .score import result

State = dict[str, Any]


def write_state(position: Position) -> State:
    """The whole position."""
    board = position.board
    kinds = [f"{colour}{barrels}" for colour in board.colours for barrels in board.markers]
    state: State = {
        "game": "hansa2004",
        "board": "hansa2004",
        "players": position.players,
        "turn": position.turn,
        "to_move": position.to_move,
        "phase": position.phase,
        "ship": position.ship,
        "acted": position.acted,
        "desks": [
            {
                "talers": desk.talers,
                "booths": position.booths_left(seat),
                "unsold": in_order(board, desk.unsold),
                "sold": in_order(board, desk.sold),
            }
            for seat, desk in enumerate(position.desks)
        ],
        "cities": {city: entry for city in board.cities if (entry := write_city(position, city))},
        "supply": {kind: position.supply.count(kind) for kind in kinds if kind in position.supply},
        "piles": list(position.piles),
        "turns": position.turns,
    }
    colours = [colour for colour in board.colours if any(goods[:-1] == colour for goods in position.sale)]
    if position.phase == "sell":
        last = position.sale[-1]
        single = sum(1 for goods in position.sale if goods[:-1] == last[:-1]) == 1
        state["sell"] = {"colours": colours, "last": last, "single": single}
    if position.phase == "lose":
        state["lose"] = {"colours": colours, "colour": position.colour}
    if position.phase == "over":
        state["result"] = result(position)
    return state


def in_order(board: Board, goods: list[str]) -> list[str]:
    """By colour and barrels."""
    return sorted(goods, key=board.sort_key)


def write_city(position: Position, city: str) -> State:
    """What lies and stands in a city, if anything."""
    entry: State = {}
    if position.goods[city]:
        entry["goods"] = in_order(position.board, position.goods[city])
    if position.booths[city]:
        entry["booths"] = [position.booths[city].count(seat) for seat in range(position.players)]
    return entry


def read_state(state: Mapping[str, Any]) -> Position:
    """The position of a valid state."""
    board = load_board()
    cities = state["cities"]
    position = Position(
        board=board,
        desks=[Desk(desk["talers"], list(desk["unsold"]), list(desk["sold"])) for desk in state["desks"]],
        goods={city: list(cities.get(city, {}).get("goods", [])) for city in board.cities},
        booths={
            city: [
                seat
                for seat, number in enumerate(cities.get(city, {}).get("booths", []))
                for _ in range(number)
            ]
            for city in board.cities
        },
        supply=list(Counter(state["supply"]).elements()),
        piles=list(state["piles"]),
        ship=state["ship"],
        turn=state["turn"],
        phase=state["phase"],
        acted=state["acted"],
        turns=state["turns"],
    )
    if position.phase == "sell":
        position.sale = read_sale(state["sell"])
    elif position.phase == "lose":
        position.loser, position.colour = state["to_move"], state["lose"]["colour"]
        position.sale = [f"{colour}1" for colour in state["lose"]["colours"]]
    elif position.phase == "over":
        position.reason = state["result"]["reason"]
    return position


def read_sale(data: Mapping[str, Any]) -> list[str]:
    """Markers that stand for the sale: one of each colour before the last, which is there once or twice."""
    earlier = [f"{colour}1" for colour in data["colours"] if colour != data["last"][:-1]]
    return earlier + [data["last"]] * (1 if data["single"] else 2)
