"""Positions of the engine as `Fields`, and back: the one place that knows the names of the engine's own numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine_c.hansa2004.position import Hansa2004Position
from hansa.hansa2004.board import tables
from hansa.hansa2004.fields import City, Desk, Fields, Lose, Over, PhaseData, Sell
from hansa.hansa2004.names import PHASES

# The engine keeps the data of all phases side by side; these are its numbers where there are none.
NO_DATA: Mapping[str, object] = {"sale": 0, "last": None, "single": 0, "losing": None, "reason": 0}
SAME = ("players", "turn", "to_move", "phase", "ship", "supply", "turns")


def fields_of(position: Hansa2004Position) -> Fields:
    """The fields of a position."""
    numbers = position.fields()
    desks = zip(numbers["talers"], numbers["stock"], numbers["unsold"], numbers["sold"], strict=True)
    return Fields(
        **{name: numbers[name] for name in SAME},
        acted=bool(numbers["acted"]),
        desks=[Desk(talers=talers, booths=booths, unsold=unsold, sold=sold) for talers, booths, unsold, sold in desks],
        cities=[City(goods, booths) for goods, booths in zip(numbers["goods"], numbers["booths"], strict=True)],
        data=_phase_data(numbers),
    )


def _phase_data(numbers: Mapping[str, Any]) -> PhaseData:
    match PHASES[numbers["phase"]]:
        case "sell":
            return Sell(colours=numbers["sale"], last=numbers["last"], single=bool(numbers["single"]))
        case "lose":
            return Lose(colours=numbers["sale"], colour=numbers["losing"])
        case "over":
            return Over(reason=numbers["reason"])
    return None


def position_of(fields: Fields) -> Hansa2004Position:
    """The position with these fields; ValueError where they leave their places in the engine's state."""
    return Hansa2004Position.from_fields(tables(), {
        **{name: getattr(fields, name) for name in SAME},
        **NO_DATA,
        **dict(_numbers_of_data(fields.data)),
        "acted": fields.acted,
        "talers": [desk.talers for desk in fields.desks],
        "stock": [desk.booths for desk in fields.desks],
        "unsold": [desk.unsold for desk in fields.desks],
        "sold": [desk.sold for desk in fields.desks],
        "goods": fields.goods,
        "booths": [city.booths for city in fields.cities],
    })


def _numbers_of_data(data: PhaseData) -> Iterator[tuple[str, object]]:
    match data:
        case Sell():
            yield from (("sale", data.colours), ("last", data.last), ("single", data.single))
        case Lose():
            yield from (("sale", data.colours), ("losing", data.colour))
        case Over():
            yield "reason", data.reason
