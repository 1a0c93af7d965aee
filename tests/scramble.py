"""Possible positions far from natural play: crowded roads, empty stocks, odd cities, favours taken,
few markers left."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from hansa import State
from hansa.boards import Board, board
from hansa.teutonica.names import MARKERS, TRACK_VALUES, amount
from hansa.teutonica.possible import desk_pieces

Json = dict[str, Any]


def scrambled(setup: Mapping[str, Any], seed: int, spent: bool = False) -> Json:
    """A random position at the start of a turn, as state JSON; `spent`: nearly every piece stands
    on a route."""
    return _Scrambler(setup, seed, spent).state()


def abroad(seed: int) -> Json:
    """The bonus `place-2-abroad` with little or nothing in stock and supply, which play does not
    reach (T87)."""
    rng = random.Random(seed)
    name = rng.choice(["britannia-3", "britannia-45"])
    players = 3 if name == "britannia-3" else rng.choice([4, 5])
    state = scrambled({"board": name, "players": players, "edition": "bigbox", "modules": []}, seed, spent=True)
    state["phase"] = "bonus"
    state["bonus"] = {
        "marker": "place-2-abroad", "left": rng.choice([1, 2]), "pieces": rng.choice(["", "1t", "2t1m"]),
        "unreplaced": rng.random() < 0.2,
    }
    # A bonus that cannot be used is not asked for (D6).
    return state if len(State.from_json(state).legal_moves) > 1 else abroad(seed + 100_003)


def neutral(edition: str, seed: int) -> Json:
    """Two players, with up to three routes full of neutral traders to be claimed, in cities nearly
    full (T92)."""
    rng = random.Random(seed)
    state = scrambled({"board": "hansa-23", "players": 2, "edition": edition, "modules": []}, seed)
    clear = [route for route in board("hansa-23").routes if "house" not in state["routes"].get(route.name, {})]
    if clear:
        state["phase"] = "neutral"
    for route in rng.sample(clear, min(3, len(clear))):
        state["routes"].setdefault(route.name, {})["house"] = ["nt"] * len(route.houses)
    return state


def odd_start(setup: Mapping[str, Any], seed: int, odd: float) -> Json:
    """A position far from natural play; `odd` is a number from 0 to a half that chooses its
    sort."""
    if setup["players"] == 2 and odd < 0.2:
        return neutral(setup["edition"], seed)
    return abroad(seed) if odd < 0.03 else scrambled(setup, seed)


class _Scrambler:
    """Deals the pieces of every seat out over a board until little is left."""

    def __init__(self, setup: Mapping[str, Any], seed: int, spent: bool) -> None:
        self.rng = random.Random(seed)
        self.spent = spent
        self.json = State.from_setup(setup, seed=seed).to_json()
        self.board: Board = board(self.json["board"])
        self.players: int = self.json["players"]
        self.left: Counter[str] = Counter()

    def state(self) -> Json:
        self.scramble_desks()
        self.scramble_cities()
        self.scramble_routes()
        self.scramble_markers()
        self.deal_the_rest()
        self.begin_turn()
        return self.json

    def take(self, kind: str, owners: Sequence[str] = ()) -> str | None:
        """A piece that is still to be dealt, or a neutral trader; None if there is none of this
        kind."""
        choices = [f"{owner}{kind}" for owner in owners or map(str, range(self.players)) if self.left[f"{owner}{kind}"]]
        if self.players == 2 and kind == "t" and (not owners or "n" in owners):
            choices.append("nt")
        if not choices:
            return None
        piece = self.rng.choice(choices)
        self.left[piece] -= piece != "nt"
        return piece

    def takes(self, kinds: Sequence[str]) -> list[str]:
        return [piece for piece in map(self.take, kinds) if piece is not None]

    def scramble_desks(self) -> None:
        rng = self.rng
        for seat, desk in enumerate(self.json["desks"]):
            for track, values in TRACK_VALUES.items():
                step = rng.choice([0, rng.randint(0, len(values) - 1), len(values) - 1])
                desk[track] = 0 if self.spent else step
            on_desk = desk_pieces([desk[track] for track in TRACK_VALUES])
            self.left[f"{seat}t"], self.left[f"{seat}m"] = 26 - on_desk[0], 4 - on_desk[1]
            desk["prestige"] = rng.randint(0, 24 if rng.random() < 0.1 else 19)

    def scramble_cities(self) -> None:
        rng, state = self.rng, self.json
        density = rng.choice([0, 0.2, 0.5, 0.8])
        state["cities"], state["completed"] = {}, 0
        for city in self.board.cities:
            if rng.random() > density + 0.1:
                continue
            if city.green:
                posts = self.takes([rng.choice("ttm") for _ in range(rng.choice([0, 1, 3]))])
                if posts:
                    state["cities"][city.code] = {"posts": posts}
                    state["completed"] += 1
                continue
            held = self.takes([office.kind for office in city.offices[:rng.randint(0, len(city.offices))]])
            if not held:
                continue
            extra = [piece for piece in self.takes(rng.choice(["", "", "t", "tm"])) if piece != "nt"]
            empty: list[str | None] = [None] * (len(city.offices) - len(held))
            state["cities"][city.code] = {"offices": held + empty, "extra": extra}
            state["completed"] += not empty
        for space in state["special"]:
            piece = self.take("m") if rng.random() < 0.2 else None
            state["special"][space] = None if piece is None else int(piece[0])

    def scramble_routes(self) -> None:
        rng = self.rng
        crowd = 0.85 if self.spent else rng.choice([0.1, 0.4, 0.8, 0.95, 1.0])
        blocks = rng.choice([0.0, 0.4])
        routes: Json = {}
        for route in self.board.routes:
            owner = rng.choice([*map(str, range(self.players)), "n"]) if rng.random() < blocks else ""
            for house in route.houses:
                if rng.random() > crowd and not owner:
                    continue
                kind = "m" if house.ship else rng.choice("tttttm")
                piece = self.take(kind, owner and [owner])
                if piece is not None:
                    shape = "ship" if house.ship else "house"
                    routes.setdefault(route.name, {}).setdefault(shape, []).append(piece)
            if routes.get(route.name, {}).get("house") == ["nt"] * len(route.houses):
                del routes[route.name]      # it would have been claimed already (T92)
        self.json["routes"] = routes

    def scramble_markers(self) -> None:
        rng, state = self.rng, self.json
        pool = [marker for marker in MARKERS for _ in range(state["supply"].get(marker, 0) + 1)]
        rng.shuffle(pool)
        open_routes = [route.name for route in self.board.routes if not route.permanent_marker and not route.region]
        for name in rng.sample(open_routes, 3):
            state["routes"].setdefault(name, {})["marker"] = pool.pop()
        for seat, desk in enumerate(state["desks"]):
            for what, most in (("unused", 4), ("used", 2)):
                taken = [pool.pop() for _ in range(min(rng.randint(0, most), len(pool)))]
                desk[what] = sorted(taken, key=MARKERS.index)
            if pool and rng.random() < 0.2:
                state["pending"]["seen"][seat] = [pool.pop()]
        pool = pool[:rng.choice([0, 1, 2, len(pool)])]
        seats = rng.sample(range(self.players), self.players)
        state["connected"] = seats[: rng.choice([0, 0, 1, 2, 3])]
        state["supply"] = {marker: pool.count(marker) for marker in MARKERS if marker in pool}
        tiles, state["favours_open"] = state["favours_open"], []
        for tile in tiles:
            taker = rng.randrange(self.players + 1)
            (state["desks"][taker]["favours"] if taker < self.players else state["favours_open"]).append(tile)

    def deal_the_rest(self) -> None:
        """What is left goes to stock and supply, sometimes all of it to one of them."""
        rng = self.rng
        for seat, desk in enumerate(self.json["desks"]):
            traders, merchants = self.left[f"{seat}t"], self.left[f"{seat}m"]
            in_stock = rng.choice([(0, 0), (traders, merchants), (rng.randint(0, traders), rng.randint(0, merchants))])
            desk["stock"] = amount(*in_stock)
            desk["supply"] = amount(traders - in_stock[0], merchants - in_stock[1])

    def begin_turn(self) -> None:
        state, rng = self.json, self.rng
        state["turn"] = state["to_move"] = rng.randrange(self.players)
        desk = state["desks"][state["turn"]]
        state["actions"] = int(TRACK_VALUES["actions"][desk["actions"]]) + ("extra-action" in desk["favours"])
        state["turns"] = rng.randint(0, 99)
