"""From a complete setup to the first position [T1 to T5, T90, T100, T101]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .board import Board, load_board, load_modules
from .desk import Desk
from .pieces import NEUTRAL, amount
from .position import CityOffices, Position


def first_position(setup: Mapping[str, Any]) -> Position:
    """The start of the game that the setup describes."""
    board = load_board(setup["board"])
    players: int = setup["players"]
    edition: str = setup.get("edition", "bigbox")
    modules = tuple(module for module in ("missions", "favours") if module in setup.get("modules", ()))
    refuse_contradictions(setup, board, players, edition, modules)
    # [T5]
    desks = [Desk(stock=amount(6 - seat), supply=amount(5 + seat, 1)) for seat in range(players)]
    if "missions" in modules:
        for desk, mission in zip(desks, setup["missions"], strict=True):
            desk.mission = mission
    position = Position(
        board=board,
        edition=edition,
        modules=modules,
        desks=desks,
        houses={row: [] for row in board.rows},
        markers=dict(setup["taverns"]),
        offices={city.code: CityOffices([None] * len(city.offices)) for city in board.cities.values()},
        special=dict.fromkeys(board.special),
        supply=dict(load_modules().supply_markers[edition]),
        seen=[[] for _ in desks],
        favours_open=list(setup["favours"]) if "favours" in modules else [],
    )
    position.actions = position.active.actions_a_turn()
    if position.with_neutral():
        put_first_neutrals(position)
    return position


def put_first_neutrals(position: Position) -> None:
    """A neutral trader on every route of a city that develops an ability or with a marker [T90]."""
    for route in position.board.routes.values():
        develops = any(position.board.cities[city].develops for city in route.cities)
        if develops or route.code in position.markers:
            position.put_down(NEUTRAL + "t", route.code)


def refuse_contradictions(
    setup: Mapping[str, Any], board: Board, players: int, edition: str, modules: Sequence[str]
) -> None:
    """Refuses a setup that contradicts T3, T4, T100 or T101."""
    known = load_modules()
    if setup["game"] != "teutonica" or players not in board.players or edition not in known.tavern_markers:
        raise ValueError(f"no such game: {dict(setup)}")  # [T4]
    taverns = {route.code for route in board.routes.values() if route.tavern}
    markers = sorted(setup["taverns"].values())
    if set(setup["taverns"]) != taverns or markers != sorted(known.tavern_markers[edition]):
        # [T3]
        raise ValueError(f"the markers {setup['taverns']} do not fit the taverns of {board.name}")
    if modules and (players < 3 or not board.name.startswith("hansa-")):
        raise ValueError("the modules are for the Hansa boards and 3 to 5 players")
    if "missions" in modules and not dealt(setup["missions"], range(len(known.missions)), players):
        raise ValueError(f"the missions {setup['missions']} are not one card a player")  # [T100]
    if "favours" in modules and not dealt(setup["favours"], known.favours, players):
        raise ValueError(f"the favours {setup['favours']} are not one tile a player")  # [T101]


def dealt(drawn: Sequence[Any], all_of_them: Sequence[Any], players: int) -> bool:
    """Whether these are as many different ones of all as there are players."""
    return len(drawn) == players == len(set(drawn)) and set(drawn) <= set(all_of_them)
