"""Setups (MOVES.md, 4): checked, completed from a seed, and turned into a first position."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from hansa import boards
from hansa.boards import BOARD_NAMES, Board, board, modules
from hansa.errors import SetupError
from hansa.json_lines import Json, is_whole
from hansa.reading import choice, seed_of, setup_members
from hansa.suggestions import shown
from hansa.teutonica.fields import City, Desk, Fields, Pending, Route
from hansa.teutonica.names import EDITIONS, MARKERS, MODULES, PHASES, TILES

MEMBERS = ("game", "board", "players", "edition", "modules", "taverns", "missions", "favours", "seed")


@dataclass(frozen=True)
class Setup:
    """What fixes a game's first position. `complete` fills in what is open (None)."""

    board: str = "hansa-45"
    players: int = 4
    edition: str = "bigbox"
    modules: tuple[str, ...] = ()
    taverns: Mapping[str, str] | None = field(default=None, hash=False)
    missions: tuple[int, ...] | None = None
    favours: tuple[str, ...] | None = None
    seed: int | None = None

    def complete(self) -> Setup:
        """The same setup with nothing open: the seed, or chance without one, has chosen the rest.

        >>> Setup(seed=7).complete().taverns == Setup(seed=7).complete().taverns
        True
        """
        rng = random.Random(self.seed)
        facts = modules()
        # All three are drawn, whatever is given: what a seed chooses does not depend on what else
        # is fixed.
        tavern_markers = list(facts["markers"][self.edition]["tavern"])
        rng.shuffle(tavern_markers)
        cards = rng.sample(range(len(facts["missions"])), self.players)
        tiles = rng.sample(facts["favours"], self.players)
        taverns = self.taverns
        if taverns is None:
            taverns = dict(zip(_tavern_routes(board(self.board)), tavern_markers, strict=True))
        return replace(
            self,
            taverns=taverns,
            missions=(self.missions or tuple(cards)) if "missions" in self.modules else None,
            favours=(self.favours or tuple(tiles)) if "favours" in self.modules else None,
            seed=None,
        )

    def to_json(self) -> Json:
        """The object of MOVES.md, section 4, without what is open."""
        data: Json = {
            "game": "teutonica", "board": self.board, "players": self.players, "edition": self.edition,
            "modules": list(self.modules),
        }
        if self.taverns is not None:
            data["taverns"] = dict(self.taverns)
        if self.missions is not None:
            data["missions"] = list(self.missions)
        if self.favours is not None:
            data["favours"] = list(self.favours)
        if self.seed is not None:
            data["seed"] = self.seed
        return data


def read_setup(data: object) -> Setup:
    """A setup from its JSON object. `SetupError` names the first contradiction to the rules."""
    data = setup_members(data, MEMBERS, '{"board": "hansa-45", "players": 4}')
    few = data.get("players") in (2, 3)
    name = choice(data.get("board", "hansa-23" if few else "hansa-45"), BOARD_NAMES, "board")
    the_board = board(name)
    players = data.get("players", the_board.players[0] if 4 not in the_board.players else 4)
    if not is_whole(players) or players not in the_board.players:
        fit = " or ".join(map(str, the_board.players))
        raise SetupError(f"board {name} is for {fit} players, not {shown(players)} [T4]")
    edition = choice(data.get("edition", "bigbox"), EDITIONS, "edition")
    chosen = _modules(data.get("modules"), name, players)
    return Setup(
        name, players, edition, chosen,
        taverns=_taverns(data.get("taverns"), the_board, edition),
        missions=_missions(data.get("missions"), chosen, players),
        favours=_favours(data.get("favours"), chosen, players),
        seed=seed_of(data),
    )


def first_fields(setup: Setup) -> Fields:
    """The first position of a complete setup; `begin` then starts the first turn."""
    the_board = board(setup.board)
    assert setup.taverns is not None, "complete the setup first"
    taverns, missions, none = setup.taverns, setup.missions, [0] * len(MARKERS)
    return Fields(
        players=setup.players, edition=EDITIONS.index(setup.edition),
        modules=sum(1 << MODULES.index(module) for module in setup.modules),
        phase=PHASES.index("turn"), turn=0, to_move=0, actions=0, begun=False, completed=0, turns=0,
        connected=[], permits_spent=[], special=[None] * len(the_board.spaces),
        supply=[modules()["markers"][setup.edition]["supply"].get(marker, 0) for marker in MARKERS],
        pending=Pending(unseen=0, seen=[none] * setup.players),
        favours_open=[TILES.index(tile) for tile in setup.favours or ()],
        desks=[
            # T1, T5
            Desk(stock=[6 - seat, 0], supply=[5 + seat, 1], keys=0, actions=0, privilege=0, book=0, bank=0,
                 prestige=0, unused=none, used=none, favours=[], mission=missions[seat] if missions else None)
            for seat in range(setup.players)
        ],
        routes=[
            Route(house=[2 * setup.players] if setup.players == 2 and _with_neutral(route, the_board, taverns) else [],
                  ship=[], marker=MARKERS.index(taverns[route.name]) if route.name in taverns else None)
            for route in the_board.routes
        ],
        cities=[City([], []) for _ in the_board.cities],
    )


def _with_neutral(route: boards.Route, the_board: Board, taverns: Mapping[str, str]) -> bool:
    """T90: for two players, a neutral trader where an ability is developed or a marker lies."""
    return route.name in taverns or any(the_board.city(code).develops for code in route.cities)


def modules_allowed(name: str, players: int) -> bool:
    """The heading of T100: Hansa boards, 3 to 5 players."""
    return name.startswith("hansa-") and players > 2


def _tavern_routes(the_board: Board) -> list[str]:
    return [route.name for route in the_board.routes if route.tavern]


def _list(value: object, what: str) -> list[Any]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise SetupError(f"{what} must be a list, not {shown(value)}")
    return list(value)


def _modules(value: object, name: str, players: int) -> tuple[str, ...]:
    chosen = [choice(module, MODULES, "module") for module in _list(value if value is not None else [], "modules")]
    if len(set(chosen)) < len(chosen):
        raise SetupError(f"a module is named twice: {', '.join(chosen)}")
    if chosen and not modules_allowed(name, players):
        raise SetupError(f"modules are for 3 to 5 players on the Hansa boards, not {players} on {name} [T100]")
    return tuple(module for module in MODULES if module in chosen)


def _taverns(value: object, the_board: Board, edition: str) -> dict[str, str] | None:
    if value is None:
        return None
    routes = _tavern_routes(the_board)
    if not isinstance(value, Mapping):
        raise SetupError(f"taverns must be an object of routes and markers, not {shown(value)}")
    markers = modules()["markers"][edition]["tavern"]
    if sorted(map(str, value)) != sorted(routes):
        raise SetupError(
            f"the taverns of {the_board.name} are at {', '.join(routes)}, not {shown(list(value))} [T3]"
        )
    if Counter(map(str, value.values())) != Counter(markers):
        raise SetupError(f"the tavern markers of {edition} are {', '.join(markers)}, each once [T3]")
    return {route: str(value[route]) for route in routes}


def _missions(value: object, chosen: Sequence[str], players: int) -> tuple[int, ...] | None:
    if value is None:
        return None
    cards = _list(value, "missions")
    if "missions" not in chosen:
        if not cards:
            return None
        raise SetupError("missions are given, but the module 'missions' is not chosen [T100]")
    count = len(modules()["missions"])
    if len(cards) != players or not all(is_whole(card) and 0 <= card < count for card in cards):
        raise SetupError(
            f"missions must be {players} cards from 0 to {count - 1}, one for each seat, not {shown(cards)} [T100]"
        )
    if len(set(cards)) < players:
        raise SetupError(f"each mission card exists once, but two seats have the same: {shown(cards)} [T100]")
    return tuple(cards)


def _favours(value: object, chosen: Sequence[str], players: int) -> tuple[str, ...] | None:
    if value is None:
        return None
    tiles = [choice(tile, TILES, "favour") for tile in _list(value, "favours")]
    if "favours" not in chosen:
        if not tiles:
            return None
        raise SetupError("favours are given, but the module 'favours' is not chosen [T101]")
    if len(tiles) != players or len(set(tiles)) < players:
        raise SetupError(
            f"favours must be {players} different tiles, as many as players, not {shown(tiles)} [T101]"
        )
    return tuple(tiles)
