"""Positions written as the JSON of MOVES section 9, and read back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from .board import Board, Goods, load_board
from .position import City, Desk, Loss, Position, Sale
from .score import result

State = dict[str, Any]


def write_state(position: Position) -> State:
    """The whole position."""
    board = position.board
    state: State = {
        "game": "hansa2004",
        "board": "hansa2004",
        "players": len(position.desks),
        "turn": position.turn,
        "to_move": position.to_move,
        "phase": position.phase,
        "ship": position.ship,
        "acted": position.acted,
        "desks": [
            {
                "talers": desk.talers,
                "booths": desk.booths,
                "unsold": write_goods(board, desk.unsold),
                "sold": write_goods(board, desk.sold),
            }
            for desk in position.desks
        ],
        "cities": {code: entry for code, city in position.cities.items() if (entry := write_city(board, city))},
        "supply": {str(kind): position.supply[kind] for kind in board.in_order(position.supply)},
        "piles": position.piles(),
        "turns": position.turns,
    }
    if position.sale is not None:
        sale = position.sale
        state["sell"] = {"colours": list(sale.colours), "last": str(sale.last), "single": sale.single}
    if position.loss is not None:
        state["lose"] = {"colours": list(position.loss.sold), "colour": position.loss.colour}
    if position.phase == "over":
        state["result"] = result(position)
    return state


def write_goods(board: Board, goods: Goods) -> list[str]:
    """Every marker, sorted by colour and barrels."""
    return [str(kind) for kind in board.in_order(goods) for _ in range(goods[kind])]


def write_city(board: Board, city: City) -> State:
    """The goods and booths in a city, if any."""
    entry: State = {}
    if city.goods.total():
        entry["goods"] = write_goods(board, city.goods)
    if any(city.booths):
        entry["booths"] = list(city.booths)
    return entry


def read_state(state: Mapping[str, Any]) -> Position:
    """The position of a valid state."""
    board = load_board()

    def goods(texts: list[str]) -> Goods:
        return Counter(map(board.kind, texts))

    def city(code: str) -> City:
        entry = state["cities"].get(code, {})
        return City(goods(entry.get("goods", [])), list(entry.get("booths", [0] * state["players"])))

    position = Position(
        board=board,
        desks=[
            Desk(desk["talers"], desk["booths"], goods(desk["unsold"]), goods(desk["sold"])) for desk in state["desks"]
        ],
        cities={code: city(code) for code in board.cities},
        supply=Counter({board.kind(text): number for text, number in state["supply"].items()}),
        ship=state["ship"],
        turn=state["turn"],
        turns=state["turns"],
        phase=state["phase"],
        acted=state["acted"],
    )
    if "sell" in state:
        data = state["sell"]
        position.sale = Sale(list(data["colours"]), board.kind(data["last"]), data["single"])
    if "lose" in state:
        data = state["lose"]
        position.loss = Loss(state["to_move"], data["colour"], list(data["colours"]))
    if "result" in state:
        position.reason = state["result"]["reason"]
    return position
