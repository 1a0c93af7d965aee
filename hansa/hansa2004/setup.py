"""Setups of Hansa (2004): checked, completed from a seed, and turned into the first position."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from hansa.errors import SetupError
from hansa.hansa2004.board import NAME, Board, board
from hansa.hansa2004.fields import City, Desk, Fields
from hansa.hansa2004.names import PHASES
from hansa.json_lines import Json, is_whole
from hansa.reading import choice, seed_of, setup_members
from hansa.suggestions import closest, shown

MEMBERS = ("game", "board", "players", "warehouses", "seed")
DEFAULT_PLAYERS = 4


@dataclass(frozen=True)
class Setup:
    """What fixes a game's first position; `warehouses` may be open until `complete`."""

    players: int = DEFAULT_PLAYERS
    warehouses: Mapping[str, tuple[str, ...]] | None = field(default=None, hash=False)
    seed: int | None = None

    def complete(self) -> Setup:
        """The same setup with nothing open: the seed, or chance without one, has chosen what lies
        in the cities (H2).

        >>> Setup(seed=7).complete() == Setup(seed=7).complete()
        True
        """
        if self.warehouses is not None:
            return Setup(self.players, self.warehouses)
        the_board = board()
        rng = random.Random(self.seed)
        markers = [
            goods for goods, count in zip(the_board.goods, the_board.full_supply(self.players), strict=True)
            for _ in range(count)
        ]
        drawn = iter(rng.sample(markers, the_board.spaces))
        by_number = sorted(the_board.cities, key=lambda city: city.number)
        lying = {city.code: in_order(the_board, [next(drawn) for _ in range(city.warehouses)]) for city in by_number}
        return Setup(self.players, {city.code: lying[city.code] for city in the_board.cities})

    def to_json(self) -> Json:
        """The object of MOVES.md, section 9, without what is open."""
        data: Json = {"game": "hansa2004", "board": NAME, "players": self.players}
        if self.warehouses is not None:
            data["warehouses"] = {city: list(goods) for city, goods in self.warehouses.items()}
        if self.seed is not None:
            data["seed"] = self.seed
        return data


def in_order(the_board: Board, goods: list[str]) -> tuple[str, ...]:
    """Goods by colour and barrels."""
    return tuple(sorted(goods, key=the_board.goods.index))


def read_setup(data: object) -> Setup:
    """A setup from its JSON object. `SetupError` names the first contradiction to the rules."""
    data = setup_members(data, MEMBERS, '{"game": "hansa2004", "players": 3}')
    the_board = board()
    choice(data.get("board", NAME), (NAME,), "board")
    players = data.get("players", DEFAULT_PLAYERS)
    if not is_whole(players) or players not in the_board.players:
        raise SetupError(f"Hansa (2004) is for {', '.join(map(str, the_board.players))} players, not {shown(players)}")
    return Setup(players, _warehouses(data.get("warehouses"), the_board, players), seed_of(data))


def _warehouses(value: object, the_board: Board, players: int) -> dict[str, tuple[str, ...]] | None:
    if value is None:
        return None
    codes = [city.code for city in the_board.cities]
    if not isinstance(value, Mapping) or sorted(map(str, value)) != sorted(codes):
        raise SetupError(f"warehouses must be an object with the goods of {', '.join(codes)}, not {shown(value)} [H2]")
    found: dict[str, tuple[str, ...]] = {}
    for city in the_board.cities:
        goods = value[city.code]
        if not isinstance(goods, list | tuple) or len(goods) != city.warehouses:
            raise SetupError(f"{city.code} has {city.warehouses} warehouse spaces, not {shown(goods)} [H2]")
        for kind in goods:
            if not isinstance(kind, str) or kind not in the_board.goods:
                raise SetupError(f"unknown goods {shown(kind)}{closest(kind, the_board.goods)}")
        found[city.code] = in_order(the_board, list(goods))
    there = Counter(kind for goods in found.values() for kind in goods)
    for kind, count in zip(the_board.goods, the_board.full_supply(players), strict=True):
        if there[kind] > count:
            raise SetupError(f"{there[kind]} markers {kind} lie in the warehouses, but {players} players have {count} [H1]")
    return found


def first_fields(setup: Setup) -> Fields:
    """The first position of a complete setup."""
    the_board = board()
    assert setup.warehouses is not None, "complete the setup first"
    goods = [[the_board.goods.index(kind) for kind in setup.warehouses[city.code]] for city in the_board.cities]
    lying = Counter(kind for city in goods for kind in city)
    none = [0] * len(the_board.goods)
    return Fields(
        players=setup.players, phase=PHASES.index("found"), turn=0, to_move=0, acted=False, turns=0,
        ship=[city.code for city in the_board.cities].index(the_board.start),        # H3
        supply=[count - lying[kind] for kind, count in enumerate(the_board.full_supply(setup.players))],
        desks=[
            Desk(talers=the_board.talers, booths=the_board.booths, unsold=none, sold=none) for _ in range(setup.players)
        ],
        cities=[City(kinds, [0] * setup.players) for kinds in goods],
    )
