"""What the active player may do between refill and taxes [H30 to H35]; see `selling.py` too."""

from __future__ import annotations

from .board import Kind
from .position import Position
from .selling import first_sales


def turn_moves(position: Position) -> list[str]:
    """Sail, one action for each stop, or end the turn [H30, H32]."""
    actions = [] if position.acted else [*buying(position), *building(position), *first_sales(position)]
    return [*sailing(position), *actions, "end"]


def sailing(position: Position) -> list[str]:
    """Along the arrows, with a taler [H31]."""
    targets = [city for city in position.cities if (position.ship, city) in position.board.arrows]
    return [f"sail {city}" for city in targets] if position.active.talers else []


def sail(position: Position, city: str) -> None:
    """`sail CITY`: a new stop [H31, H32]."""
    position.active.talers -= 1
    position.ship = city
    position.acted = False


def buying(position: Position) -> list[str]:
    """The markers of this city; free with the majority, otherwise for a taler [H33]."""
    if position.stop.majority() != position.turn and not position.active.talers:
        return []
    return [f"buy {kind}" for kind in position.board.in_order(position.stop.goods)]


def buy(position: Position, kind: Kind) -> None:
    """`buy GOODS`: the taler goes to the majority; to the bank where there is none [H33]."""
    position.acted = True
    seller = position.stop.majority()
    if seller != position.turn:
        position.active.talers -= 1
        if seller is not None:
            position.desks[seller].talers += 1
    position.stop.goods[kind] -= 1
    position.active.unsold[kind] += 1


def building(position: Position) -> list[str]:
    """One unsold marker each, as long as there is a booth to put [H35]."""
    kinds = position.board.in_order(position.active.unsold)
    return [f"build {kind}" for kind in kinds] if position.active.booths else []


def build(position: Position, kind: Kind) -> None:
    """`build GOODS`: a booth for each barrel while there are booths; the marker leaves the game
    [H35]."""
    position.acted = True
    position.active.unsold[kind] -= 1
    position.move_booths(position.turn, position.ship, min(kind.barrels, position.active.booths))
