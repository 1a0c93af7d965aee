"""The fields of a state of Hansa (2004), each declared once: its type, its range, its place in the
JSON, its meaning.

Inside the library a position is `Fields`. Reading and writing JSON and the checks of single values
follow from the declarations; MOVES.md, section 9, describes them. Names are their numbers
(`names.py`), cities and goods those of the board's file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hansa.hansa2004.board import board
from hansa.hansa2004.names import PHASES, REASONS
from hansa.members import BySeat, Codec, Mover, Name, Object, Players, Seat, Seated, Truth, Whole, member
from hansa.reading import MOST, Reader
from hansa.suggestions import closest, shown

MOST_TURNS = 2_000_000_000
CODES = tuple(city.code for city in board().cities)
COLOURS, BOOTHS = board().colours, board().booths


@dataclass(frozen=True)
class Scene:
    """What names in a state refer to, besides the board."""

    players: int


class Goods(Codec[object, int]):
    """A kind of goods, `red2`."""

    def read(self, reader: Reader, scene: object, value: object, where: str) -> int:
        if not isinstance(value, str) or value not in board().goods:
            reader.problem(f"{where}: unknown goods {shown(value)}" + closest(value, board().goods))
            return 0
        return board().goods.index(value)

    def write(self, scene: object, value: int) -> object:
        return board().goods[value]

    def said(self) -> str:
        return "goods, `red2`"


class GoodsList(Codec[object, list[int]]):
    """Goods one by one, by colour and barrels."""

    def read(self, reader: Reader, scene: object, value: object, where: str) -> list[int]:
        return sorted(Goods().read(reader, scene, item, where) for item in reader.items(value, where))

    def write(self, scene: object, value: list[int]) -> object:
        return [board().goods[kind] for kind in value]

    def said(self) -> str:
        return "list of goods, by colour and barrels"


class Counted(Codec[object, list[int]]):
    """The same; inside, counts by kind."""

    def read(self, reader: Reader, scene: object, value: object, where: str) -> list[int]:
        kinds = GoodsList().read(reader, scene, value, where)
        return [kinds.count(kind) for kind in range(len(board().goods))]

    def write(self, scene: object, value: list[int]) -> object:
        return [kind for kind, count in zip(board().goods, value, strict=True) for _ in range(count)]

    def said(self) -> str:
        return "list of goods, by colour and barrels"


class Supply(Codec[object, list[int]]):
    """How many of each kind there are."""

    def read(self, reader: Reader, scene: object, value: object, where: str) -> list[int]:
        content = reader.members(value, board().goods, where, board().goods)
        return [reader.number(content.get(kind, 0), f"{where}.{kind}", 7) for kind in board().goods]

    def write(self, scene: object, value: list[int]) -> object:
        return {kind: count for kind, count in zip(board().goods, value, strict=True) if count}

    def said(self) -> str:
        return "numbers by goods, zeros left out"


class Colours(Codec[object, int]):
    """Colours by name; inside, a bit each."""

    def read(self, reader: Reader, scene: object, value: object, where: str) -> int:
        colours = [reader.name(item, COLOURS, where) for item in reader.items(value, where)]
        if len(set(colours)) < len(colours):
            reader.problem(f"{where} names a colour twice")
        return sum({1 << colour for colour in colours})

    def write(self, scene: object, value: int) -> object:
        return [colour for number, colour in enumerate(COLOURS) if value >> number & 1]

    def said(self) -> str:
        return "list of colours"


@dataclass(kw_only=True)
class Desk:
    """What a player has."""

    talers: int = member(Whole(MOST), "talers")
    booths: int = member(Whole(BOOTHS), "booths that are not on the board")
    unsold: list[int] = member(Counted(), "markers bought and not sold", default=list)
    sold: list[int] = member(Counted(), "markers sold", default=list)


@dataclass
class City:
    """The content of a city: kinds of goods, sorted, and booths by seat."""

    goods: list[int]
    booths: list[int]


class Cities(Codec[Seated, list[City]]):
    """Every city of the board; those with nothing are not listed, nor what a city has not."""

    def read(self, reader: Reader, scene: Seated, value: object, where: str) -> list[City]:
        content = reader.members(value, CODES, where, CODES)
        found = []
        for code in CODES:
            place, known = f"{where}.{code}", ("goods", "booths")
            facts = reader.members(content.get(code, {}), known, place, known)
            goods = GoodsList().read(reader, scene, facts.get("goods", []), f"{place}.goods")
            found.append(City(goods, self._booths(reader, scene.players, facts.get("booths"), f"{place}.booths")))
        return found

    def _booths(self, reader: Reader, players: int, value: object, where: str) -> list[int]:
        booths: Sequence[object] = [0] * players if value is None else reader.items(value, where)
        if len(booths) != players:
            reader.problem(f"{where} must have a number for each of the {players} players, not {shown(value)}")
            return [0] * players
        return [reader.number(count, where, BOOTHS) for count in booths]

    def write(self, scene: Seated, value: list[City]) -> object:
        found: dict[str, dict[str, object]] = {}
        for code, city in zip(CODES, value, strict=True):
            if city.goods:
                found.setdefault(code, {})["goods"] = GoodsList().write(scene, city.goods)
            if any(city.booths):
                found.setdefault(code, {})["booths"] = list(city.booths)
        return found

    def said(self) -> str:
        return "objects by city, empty ones left out"


# --- the data of a phase: one of these, or none -------------------------------------------------

@dataclass(kw_only=True)
class Sell:
    """The phase `sell` (H37)."""

    colours: int = member(Colours(), "the colours of the sale so far")
    last: int = member(Goods(), "the marker sold last")
    single: bool = member(Truth(), "whether its colour has only this one in the sale")


@dataclass(kw_only=True)
class Lose:
    """The phase `lose` (H39)."""

    colours: int = member(Colours(), "the colours of the sale")
    colour: int = member(Name(COLOURS), "the one to lose a marker of")


@dataclass(kw_only=True)
class Over:
    """The phase `over`."""

    reason: int = member(Name(REASONS, first=1), "why the game ended")


PhaseData = Sell | Lose | Over | None
DATA_OF_PHASE: Mapping[str, type[Sell | Lose]] = {"sell": Sell, "lose": Lose}


@dataclass(kw_only=True)
class Fields:
    """A whole position."""

    players: int = member(Players(), "how many seats there are")
    turn: int = member(Seat(), "whose turn it is")
    to_move: int | str | None = member(Mover(), "whose decision it is (D1)")
    phase: int = member(Name(PHASES), "what is decided (section 8)")
    ship: int = member(Name(CODES), "the city where the ship is")
    acted: bool = member(Truth(), "whether the one action of this stop is used (H32)", default=bool)
    desks: list[Desk] = member(BySeat(Object(Desk, "a desk")), "what each player has")
    cities: list[City] = member(Cities(), "`goods` in the warehouses, `booths` by seat")
    supply: list[int] = member(Supply(), "markers that lie face down")
    turns: int = member(Whole(MOST_TURNS), "turns completed, of all seats together", default=int)
    data: PhaseData = None

    @property
    def phase_name(self) -> str:
        """The phase, as in MOVES.md, section 8."""
        return PHASES[self.phase]

    @property
    def reason(self) -> str:
        """Why the game is over; empty while it is not."""
        return REASONS[self.data.reason] if isinstance(self.data, Over) else ""

    @property
    def goods(self) -> list[list[int]]:
        """The goods in each city."""
        return [city.goods for city in self.cities]

    def booths_of(self, seat: int) -> list[int]:
        """How many booths a seat has in each city."""
        return [city.booths[seat] for city in self.cities]
