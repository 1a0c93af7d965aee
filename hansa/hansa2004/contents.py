"""What lies on the table of Hansa (2004), as typed values (`hansa.contents`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine_c.hansa2004.position import Hansa2004Position
from hansa import contents
from hansa.contents import frozen
from hansa.hansa2004.board import board
from hansa.hansa2004.engine_numbers import fields_of


@dataclass(frozen=True)
class Desk(contents.Desk):
    """What a player has."""

    talers: int
    booths: int
    unsold: tuple[str, ...]
    sold: tuple[str, ...]


@dataclass(frozen=True)
class City(contents.City):
    """The goods and booths of a city."""

    code: str
    name: str
    goods: tuple[str, ...]
    booths: tuple[int, ...]


@dataclass(frozen=True)
class Contents(contents.Contents):
    """Everything on the table."""

    desks: tuple[contents.Desk, ...]
    cities: Mapping[str, contents.City]
    supply: Mapping[str, int]
    ship: str
    acted: bool
    piles: tuple[int, ...]


def contents_of(position: Hansa2004Position) -> Contents:
    """The contents of a position."""
    fields = fields_of(position)
    return Contents(
        desks=tuple(
            Desk(desk.talers, desk.booths, _counted(desk.unsold), _counted(desk.sold)) for desk in fields.desks),
        cities=frozen({
            city.code: City(city.code, city.name, tuple(board().goods[kind] for kind in facts.goods), tuple(facts.booths))
            for city, facts in zip(board().cities, fields.cities, strict=True)
        }),
        supply=frozen(dict(zip(board().goods, fields.supply, strict=True))),
        ship=board().cities[fields.ship].code, acted=fields.acted,
        piles=tuple(board().piles_of(sum(fields.supply), fields.players)),
    )


def _counted(counts: Sequence[int]) -> tuple[str, ...]:
    return tuple(name for name, count in zip(board().goods, counts, strict=True) for _ in range(count))
