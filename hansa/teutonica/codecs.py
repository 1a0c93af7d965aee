"""How the JSON of a Hansa Teutonica state encodes its values (MOVES.md, sections 2 and 5)."""

from __future__ import annotations

from dataclasses import dataclass

from hansa.boards import Board, modules
from hansa.members import Codec
from hansa.reading import Reader
from hansa.suggestions import closest, shown
from hansa.teutonica.names import COUNTRIES, KINDS, MARKERS, MODULES, UNKNOWN_MISSION, amount, piece_text


@dataclass(frozen=True)
class Scene:
    """What names in a state refer to."""

    board: Board
    players: int

    @property
    def owners(self) -> list[str]:
        """The owners of pieces, in the order of their numbers."""
        return [str(seat) for seat in range(self.players)] + ["n"] * (self.players == 2)


class Owner(Codec[Scene, int]):
    """A seat, or `n`."""

    def read(self, reader: Reader, scene: Scene, value: object, where: str) -> int:
        return scene.players if value == "n" and scene.players == 2 else reader.number(value, where, scene.players - 1)

    def write(self, scene: Scene, value: int) -> object:
        return "n" if value == scene.players else value

    def said(self) -> str:
        return '`"n"` or a seat'


class Modules(Codec[Scene, int]):
    """The modules that are played; inside, a bit each."""

    def read(self, reader: Reader, scene: Scene, value: object, where: str) -> int:
        chosen = [reader.name(item, MODULES, where) for item in reader.items(value, where)]
        if len(set(chosen)) < len(chosen):
            reader.problem(f"{where} names one twice")
        return sum({1 << number for number in chosen})

    def write(self, scene: Scene, value: int) -> object:
        return [name for number, name in enumerate(MODULES) if value >> number & 1]

    def said(self) -> str:
        return f"list of {' '.join(f'`{name}`' for name in MODULES)}"


class Amount(Codec[Scene, list[int]]):
    """`2t1m`; inside, counts by kind."""

    def read(self, reader: Reader, scene: Scene, value: object, where: str) -> list[int]:
        counts = {"t": 0, "m": 0}
        rest = value if isinstance(value, str) else "?"
        for kind in KINDS:
            digits, found, after = rest.partition(kind)
            if found and digits.isascii() and digits.isdigit() and len(digits) <= 3:
                counts[kind], rest = int(digits), after
        if rest:
            reader.problem(f"{where} must be an amount such as '2t1m', not {shown(value)}")
        return [counts["t"], counts["m"]]

    def write(self, scene: Scene, value: list[int]) -> object:
        return amount(*value)

    def said(self) -> str:
        return "an amount, `2t1m`"


class Piece(Codec[Scene, int]):
    """`2t`, `nt`; inside, twice the owner and the kind."""

    def read(self, reader: Reader, scene: Scene, value: object, where: str) -> int:
        if not isinstance(value, str) or len(value) != 2 or value[0] not in scene.owners or value[1] not in KINDS:
            reader.problem(f"{where}: {shown(value)} is not a piece of this game")
            return 0
        if value == "nm":
            reader.problem(f"{where}: the neutral owner has no merchants [T90]")
        return 2 * scene.owners.index(value[0]) + KINDS.index(value[1])

    def write(self, scene: Scene, value: int) -> object:
        return piece_text(value, scene.players)

    def said(self) -> str:
        return "a piece, `2t`"


class Markers(Codec[Scene, list[int]]):
    """Markers by name; inside, counts by kind."""

    def read(self, reader: Reader, scene: Scene, value: object, where: str) -> list[int]:
        counts = [0] * len(MARKERS)
        for item in reader.items(value, where):
            if isinstance(item, str) and item in MARKERS:
                counts[MARKERS.index(item)] += 1
            else:
                reader.problem(f"{where}: unknown marker {shown(item)}" + closest(item, MARKERS))
        return counts

    def write(self, scene: Scene, value: list[int]) -> object:
        return [marker for marker, count in zip(MARKERS, value, strict=True) for _ in range(count)]

    def said(self) -> str:
        return "list of markers, in the order of D8"


class Supply(Codec[Scene, list[int]]):
    """How many of each marker there are, zeros left out."""

    def read(self, reader: Reader, scene: Scene, value: object, where: str) -> list[int]:
        supply = reader.members(value, MARKERS, where, MARKERS)
        return [reader.number(supply.get(marker, 0), f"{where}.{marker}", 99) for marker in MARKERS]

    def write(self, scene: Scene, value: list[int]) -> object:
        return {marker: count for marker, count in zip(MARKERS, value, strict=True) if count}

    def said(self) -> str:
        return "numbers of markers by name, zeros left out"


class Mission(Codec[Scene, int | None]):
    """The number of a card, `"?"` where a view does not show it (D3)."""

    def read(self, reader: Reader, scene: Scene, value: object, where: str) -> int | None:
        if value is None or value == "?":
            return None if value is None else UNKNOWN_MISSION
        return reader.number(value, where, len(modules()["missions"]) - 1)

    def write(self, scene: Scene, value: int | None) -> object:
        return "?" if value == UNKNOWN_MISSION else value

    def said(self) -> str:
        return f'0 to {len(modules()["missions"]) - 1}, `"?"` where a view does not show it, or `null`'


class Slot(Codec[Scene, int]):
    """A route with its class."""

    def read(self, reader: Reader, scene: Scene, value: object, where: str) -> int:
        return reader.name(value, scene.board.slots, where)

    def write(self, scene: Scene, value: int) -> object:
        return scene.board.slots[value]

    def said(self) -> str:
        return "a route with its class"


class RouteName(Codec[Scene, int]):
    """A route."""

    def read(self, reader: Reader, scene: Scene, value: object, where: str) -> int:
        return reader.name(value, [route.name for route in scene.board.routes], where)

    def write(self, scene: Scene, value: int) -> object:
        return scene.board.routes[value].name

    def said(self) -> str:
        return "a route"


class Permit(Codec[Scene, int]):
    """A permit by its city (T81)."""

    def read(self, reader: Reader, scene: Scene, value: object, where: str) -> int:
        return reader.name(value, self._cities(scene), where)

    def write(self, scene: Scene, value: int) -> object:
        return self._cities(scene)[value]

    def _cities(self, scene: Scene) -> list[str]:
        return [city.code for city in scene.board.cities if city.permits]

    def said(self) -> str:
        return "cities"


class Spaces(Codec[Scene, list[int | None]]):
    """The special spaces by their points: the seat on each."""

    def read(self, reader: Reader, scene: Scene, value: object, where: str) -> list[int | None]:
        names = [str(points) for points, _ in scene.board.spaces]
        content = reader.members(value, names, where, names)
        return [
            None if content.get(name) is None else reader.number(content[name], f"{where}.{name}", scene.players - 1)
            for name in names
        ]

    def write(self, scene: Scene, value: list[int | None]) -> object:
        return {str(points): value[number] for number, (points, _) in enumerate(scene.board.spaces)}

    def said(self) -> str:
        return "a seat or `null` for each special space, by its points"


class HeldPiece(Codec[Scene, tuple[int, int]]):
    """A country and a piece."""

    def read(self, reader: Reader, scene: Scene, value: object, where: str) -> tuple[int, int]:
        pair = reader.items(value, where)
        if len(pair) != 2:
            reader.problem(f"{where}: {shown(value)} is not a pair of a country and a piece")
            return (0, 0)
        return reader.name(pair[0], COUNTRIES, where), Piece().read(reader, scene, pair[1], where)

    def write(self, scene: Scene, value: tuple[int, int]) -> object:
        return [COUNTRIES[value[0]], piece_text(value[1], scene.players)]

    def said(self) -> str:
        return '`["wales", "1t"]`, the country a piece was lifted from and the piece'


class LiftedPiece(Codec[Scene, tuple[int, int]]):
    """A route with its class, and a piece."""

    def read(self, reader: Reader, scene: Scene, value: object, where: str) -> tuple[int, int]:
        pair = reader.items(value, where)
        if len(pair) != 2:
            reader.problem(f"{where} must be null or a route and a piece, not {shown(value)}")
            return (0, 0)
        return Slot().read(reader, scene, pair[0], where), Piece().read(reader, scene, pair[1], where)

    def write(self, scene: Scene, value: tuple[int, int]) -> object:
        return [scene.board.slots[value[0]], piece_text(value[1], scene.players)]

    def said(self) -> str:
        return '`["BRE-HAM", "1t"]`'
