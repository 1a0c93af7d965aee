"""The engine's positions as `Fields`, and back. Only this module knows the engine's names."""

from __future__ import annotations

from engine_c.hansa2004.numbers import PhaseNumbers, PositionNumbers
from engine_c.hansa2004.position import Hansa2004Position
from hansa.hansa2004.board import tables
from hansa.hansa2004.fields import City, Desk, Fields, Lose, Over, PhaseData, Sell
from hansa.hansa2004.names import PHASES


def fields_of(position: Hansa2004Position) -> Fields:
    """The fields of a position."""
    numbers = position.fields()
    desks = zip(numbers["talers"], numbers["stock"], numbers["unsold"], numbers["sold"], strict=True)
    return Fields(
        players=numbers["players"], turn=numbers["turn"], to_move=numbers["to_move"], phase=numbers["phase"],
        ship=numbers["ship"], supply=numbers["supply"], turns=numbers["turns"],
        acted=bool(numbers["acted"]),
        desks=[Desk(talers=talers, booths=booths, unsold=unsold, sold=sold) for talers, booths, unsold, sold in desks],
        cities=[City(goods, booths) for goods, booths in zip(numbers["goods"], numbers["booths"], strict=True)],
        data=_phase_data(numbers),
    )


def _phase_data(numbers: PositionNumbers) -> PhaseData:
    match PHASES[numbers["phase"]]:
        case "sell":
            assert numbers["last"] is not None
            return Sell(colours=numbers["sale"], last=numbers["last"], single=bool(numbers["single"]))
        case "lose":
            assert numbers["losing"] is not None
            return Lose(colours=numbers["sale"], colour=numbers["losing"])
        case "over":
            return Over(reason=numbers["reason"])
    return None


def position_of(fields: Fields) -> Hansa2004Position:
    """The position with these fields; ValueError for numbers that the engine cannot hold."""
    numbers: PositionNumbers = {
        **_numbers_of_data(fields.data),
        "players": fields.players, "turn": fields.turn, "to_move": fields.to_move, "phase": fields.phase,
        "ship": fields.ship, "supply": fields.supply, "turns": fields.turns, "acted": fields.acted,
        "talers": [desk.talers for desk in fields.desks],
        "stock": [desk.booths for desk in fields.desks],
        "unsold": [desk.unsold for desk in fields.desks],
        "sold": [desk.sold for desk in fields.desks],
        "goods": fields.goods,
        "booths": [city.booths for city in fields.cities],
    }
    return Hansa2004Position.from_fields(tables(), numbers)


def _numbers_of_data(data: PhaseData) -> PhaseNumbers:
    """The data of the present phase; those of all other phases, which the engine also has, are
    empty."""
    numbers: PhaseNumbers = {"sale": 0, "last": None, "single": 0, "losing": None, "reason": 0}
    match data:
        case Sell():
            numbers |= {"sale": data.colours, "last": data.last, "single": data.single}
        case Lose():
            numbers |= {"sale": data.colours, "losing": data.colour}
        case Over():
            numbers["reason"] = data.reason
    return numbers
