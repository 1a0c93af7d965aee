"""What lies on the board and the desks, as typed values that do not change:
`state.cities["HAM"].offices`.

The classes here declare what the games have, so that type checkers and editors know the attributes
of `state.desks`, `state.cities` and `state.routes`. Each game fills in its own
(`hansa/GAME/contents.py`); what it does not have is an AttributeError that names what it has. Names
and meanings are those of the state's JSON (MOVES.md, sections 5 and 9).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

__all__ = ["Amount", "City", "Contents", "Desk", "Piece", "Route"]


class Piece(NamedTuple):
    """A piece: whose it is (None: the neutral player's), and its kind, `t` or `m`.

    >>> str(Piece(2, "t")), Piece(None, "t").seat
    ('2t', None)
    """

    seat: int | None
    kind: str

    def __str__(self) -> str:
        return f"{'n' if self.seat is None else self.seat}{self.kind}"


class Amount(NamedTuple):
    """Pieces of one player.

    >>> sum(Amount(traders=2, merchants=1))
    3
    """

    traders: int
    merchants: int


class _Part:
    """Something on the table; its dataclass says what a game has of it."""

    def __getattr__(self, name: str) -> NoReturn:
        known = ", ".join(field.name for field in fields(self))     # type: ignore[arg-type]   # the games' are dataclasses
        kind = f"{type(self).__module__}.{type(self).__name__}"
        raise AttributeError(f"{kind} has no {name!r}; it has {known}", name=name, obj=self)


class Desk(_Part):
    """What a player has.

    >>> from hansa import State
    >>> desk = State.new(board="hansa-45", players=4, seed=7).desks[0]
    >>> desk.stock, desk.actions, desk.unused, desk.mission
    (Amount(traders=6, merchants=0), 0, (), None)
    >>> State.new(game="hansa2004", players=2, seed=1).desks[0].talers
    3
    >>> desk.talers
    Traceback (most recent call last):
        ...
    AttributeError: hansa.teutonica.contents.Desk has no 'talers'; it has stock, supply, keys, ...
    """

    if TYPE_CHECKING:
        stock: Amount                   # pieces
        supply: Amount
        keys: int                       # the tracks, in steps from 0 (T2)
        actions: int
        privilege: int
        book: int
        bank: int
        prestige: int
        unused: tuple[str, ...]         # markers
        used: tuple[str, ...]
        favours: tuple[str, ...]
        mission: int | str | None       # "?" where a view does not show it
        talers: int
        booths: int
        unsold: tuple[str, ...]         # goods
        sold: tuple[str, ...]


class City(_Part):
    """What stands and lies in a city.

    >>> from hansa import State
    >>> state = State.new(board="hansa-45", players=4, seed=7)
    >>> state.cities["HAM"].name, state.cities["HAM"].offices, state.cities["HAM"].extra
    ('Hamburg', (None, None, None), ())
    >>> city = State.new(game="hansa2004", players=2, seed=1).cities["LUB"]
    >>> city.goods, city.booths
    (('red2', 'orange1'), (0, 0))
    """

    if TYPE_CHECKING:
        code: str
        name: str
        offices: tuple[Piece | None, ...]   # the printed ones from the left
        extra: tuple[Piece, ...]            # from the rightmost, the first placed, to the left
        posts: tuple[Piece, ...]            # of a green city
        goods: tuple[str, ...]
        booths: tuple[int, ...]             # by seat


class Route(_Part):
    """What lies on a route.

    >>> from hansa import State
    >>> route = State.new(board="east", players=3, seed=1).after("place t MAL-STR").routes["MAL-STR"]
    >>> route.cities, route.houses, route.ships, route.house, route.ship, route.marker
    (('MAL', 'STR'), 1, 2, (Piece(seat=0, kind='t'),), (), None)
    """

    if TYPE_CHECKING:
        name: str
        cities: tuple[str, str]
        houses: int                     # how many there are
        ships: int
        house: tuple[Piece, ...]        # the pieces on houses
        ship: tuple[Piece, ...]
        marker: str | None


class Contents(_Part):
    """Everything on the table.

    >>> from hansa import State
    >>> contents = State.new(board="hansa-45", players=4, seed=7).contents
    >>> contents.actions, contents.special, contents.supply["swap"], len(contents.desks), contents.completed
    (2, {7: None, 8: None, 9: None, 11: None}, 2, 4, 0)
    >>> contents = State.new(game="hansa2004", players=2, seed=1).contents
    >>> contents.ship, contents.acted, sum(contents.supply.values()) == sum(contents.piles)
    ('COP', False, True)
    """

    if TYPE_CHECKING:
        desks: tuple[Desk, ...]                     # by seat
        cities: Mapping[str, City]                  # by code
        routes: Mapping[str, Route]                 # by name
        supply: Mapping[str, int]                   # markers, or goods, that nobody has looked at
        edition: str
        modules: tuple[str, ...]
        actions: int                                # left in this turn
        special: Mapping[int, int | None]           # who has each special space, by its points
        unseen: int                                 # markers to be placed that nobody has looked at
        seen: tuple[tuple[str, ...], ...]           # those looked at, by seat
        completed: int                              # cities
        connected: tuple[int, ...]  # seats, in the order in which they made the connection
        favours_open: tuple[str, ...]
        permits_spent: tuple[str, ...]              # cities
        ship: str                                   # the city where it is
        acted: bool                                 # whether the one action of this stop is used
        piles: tuple[int, ...]


def frozen(mapping: Mapping[Any, Any]) -> Mapping[Any, Any]:
    """A mapping that cannot be changed, and can be pickled and shown like a dictionary."""
    return _Frozen(mapping)


class _Frozen(dict[Any, Any]):
    """A dictionary that refuses to change."""

    def _refuse(self, *args: object, **named: object) -> NoReturn:
        raise TypeError("what lies on the table is not changed by hand; play moves, or edit the JSON of the state")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return _Frozen, (dict(self),)
