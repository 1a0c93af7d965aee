"""A game of the model of `skid/hansa` beside the same game of our engine."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable

import pytest

from hansa import State
from hansa.boards import board, without_accents
from hansa.errors import StateError
from hansa.notation import read_save
from tests.skid_program import Json, Program

THERE = {"extra-office": "Office", "swap": "Swap", "plus-3": "3 Actions", "plus-4": "4 Actions", "develop": "Upgrade",
         "move-3": "Move 3"}
CITY = {city.code: {"BRU": "Brunswick"}.get(city.code, without_accents(city.name).title()) for city in board("hansa-23").cities}
AT_FIRST = (["Swap"], ["Upgrade", "3 Actions"], ["Move 3"])         # markers, so that all are used


def position(program: Program) -> State:
    """What we read of it."""
    found = read_save(program.saved())
    assert found is not None
    return found.state


class Beside:
    """A game that is played there and here."""

    def __init__(self, seed: int) -> None:
        self.program, self.rng = Program(), random.Random(seed)
        # as on our board
        self.program.state["map"]["cities"]["Luneburg"]["offices"][0]["merch"] = True
        self.rng.shuffle(self.program.state["markers"])
        for player, markers in zip(self.program.state["players"], AT_FIRST, strict=True):
            player["readyMarkers"] = [*markers]
        self.state = position(self.program)
        self.seen: Counter[str] = Counter()

    def route(self, name: str) -> int:
        first, second = (CITY[code] for code in name.split("-"))
        return self.program.route_of(first, second)

    def post(self, name: str, piece: str | None = None) -> list[int]:
        """A free house of a route, or one with a piece."""
        route = self.route(name)
        for number, token in enumerate(self.program.state["routes"][route]["tokens"]):
            there = None if token is None else f"{token['owner']}{'m' if token.get('merch') else 't'}"
            if there == piece:
                return [route, number]
        raise AssertionError((name, piece))

    def translated(self, text: str) -> Callable[[], None] | None:
        """What that program does for one of our moves; None where it cannot do the same."""
        act, me = self.program.act, self.program.me
        match text.split():
            case ["income", amount]:
                taken = Program()
                taken.me.update(json.loads(json.dumps(me)))
                taken.income()
                gain = {kind: taken.me["personalSupply"][kind] - me["personalSupply"][kind] for kind in "tm"}
                same = amount == "".join(f"{gain[kind]}{kind}" for kind in "tm" if gain[kind])
                return (lambda: act("income")) if same else None
            case ["place", kind, route]:
                return lambda: act("place", post=self.post(route), merch=kind == "m")
            case ["displace", piece, route, "with", kind, "pay", paid]:
                price, traders = 2 if piece[1] == "m" else 1, me["personalSupply"]["t"] - (kind == "t")
                if paid != "t" * min(price, traders) + "m" * max(0, price - traders):
                    return None
                return lambda: act("displace", post=self.post(route, piece), merch=kind == "m")
            case ["put", _, route]:
                return (lambda: act("displace-place", post=self.post(route))) if self.program.now["hand"] else None
            case ["add", kind, route]:
                places = [kind for where in ("generalStock", "personalSupply") for kind in "tm" if me[where][kind]]
                fits = not self.program.now["hand"] and places[:1] == [kind]
                return (lambda: act("displace-place", post=self.post(route))) if fits else None
            case ["lift", piece, route]:
                whole = piece if len(piece) == 2 else f"{self.program.now['player']}{piece}"
                return lambda: act("move-collect", post=self.post(route, whole))
            case ["drop", _, route]:
                return lambda: self.dropped(route)
            case ["claim", route, *reward]:
                return self.claimed(route, reward)
            case ["use", "swap", city, office]:
                tokens = self.program.state["cities"][CITY[city]]["tokens"]
                mine = tokens[int(office) - 1]["owner"] == self.program.now["player"]
                swap = ("marker-swap", {"city": CITY[city], "office": int(office) - 1})
                return (lambda: self.used("Swap", swap)) if mine else None
            case ["use", "develop", track]:
                return lambda: self.used("Upgrade", ("route-upgrade", {"upgrade": track}))
            case ["use", marker]:
                return lambda: act("marker-use", kind=THERE[marker])
            case ["marker", marker, route]:
                fits = me["unplacedMarkers"][0] == THERE[marker]
                return (lambda: act("marker-place", route=self.route(route))) if fits else None
            case ["end"] | ["done"]:
                return lambda: act("done")
        return None

    def dropped(self, route: str) -> None:
        """The next piece of the hand: our order is traders first, then by seat."""
        self.program.now["hand"].sort(key=lambda token: (token["token"] == "m", token["owner"]))
        self.program.act("move-place", post=self.post(route))

    def used(self, kind: str, choice: tuple[str, Json]) -> None:
        """A marker is turned over; what it is used for is chosen next."""
        self.program.act("marker-use", kind=kind)
        self.same_before(self.program.now["phase"])
        self.program.act(choice[0], **choice[1])

    def claimed(self, route: str, reward: list[str]) -> Callable[[], None] | None:
        """A route is completed; the reward is chosen next."""
        match reward:
            case []:
                choice: tuple[str, Json] = ("route-empty", {})
            case ["office", city]:
                choice = ("route-office", {"city": CITY[city]})
            case ["develop", track]:
                choice = ("route-upgrade", {"upgrade": track})
            case ["special", points]:
                choice = ("route-barrel", {"barrel": [7, 8, 9, 11].index(int(points))})
            case _:
                return None

        def claim() -> None:
            taken = len(self.program.me["unplacedMarkers"])
            claims = sum(action["name"] == "route" for action in self.program.now["actions"])
            self.program.act("route", route=self.route(route))
            if 0 < len(self.program.me["unplacedMarkers"]) < claims + 1 and not self.program.now["endGame"]:
                self.seen["undecidable"] += 1
                with pytest.raises(StateError, match=r"context\.prev\.actions has \d completed routes and \d"):
                    position(self.program)
            else:
                self.same_before(f"Route{len(self.program.me['unplacedMarkers']) - taken}")
            self.program.act(choice[0], **choice[1])

        return claim

    def same_before(self, phase: str) -> None:
        """What our game does in one move is taken back."""
        self.seen[phase] += 1
        found = position(self.program).to_json()
        assert without_order(found) == without_order(self.state.to_json())

    def step(self) -> None:
        """A move in both."""
        if self.state.to_json()["to_move"] == "*":
            drawn = self.program.state["players"][self.state.turn]["unplacedMarkers"]
            already = sum(map(len, self.state.to_json()["pending"]["seen"]))
            self.state.play(f"draw {next(ours for ours, theirs in THERE.items() if theirs == drawn[already])}")
            if self.state.phase == "plates":
                self.compare()
            return
        moves, routes, deed = list(map(str, self.state.legal_moves)), self.state.to_json()["routes"], None
        while deed is None:
            text = self.rng.choices(moves, [self.weight(move, routes) for move in moves])[0]
            deed = self.translated(text)
            moves.remove(text)
        deed()
        self.state.play(text)
        self.seen[text.split()[0]] += 1
        if self.state.over:
            self.program.state["isOver"] = True
        elif text.startswith("marker ") and self.state.phase == "turn":
            assert position(self.program) == self.state     # the next turn has begun here
            self.program.act("done")
        elif self.program.now["phase"] == "Displacement" and self.state.phase == "turn":
            assert position(self.program) == self.state
            self.program.act("done")
        if self.state.phase != "draw":
            self.compare()

    def compare(self) -> None:
        """The position there is the one here."""
        self.seen[self.program.now["phase"]] += 1
        assert without_order(position(self.program).to_json()) == without_order(self.state.to_json())

    def weight(self, text: str, routes: Json) -> float:
        """Routes are to be claimed, so that games end."""
        words = text.split()
        if words[0] == "lift" and self.state.phase == "lift":
            return 60
        if words[0] == "claim":
            return 400 if "office" in text else 200
        if words[0] == "place":
            there = routes.get(words[2], {}).get("house", [])
            mine = {piece[0] for piece in there} == {str(self.state.turn)}
            return 1 + 300.0 * len(there) * mine
        return {"use": 60, "end": 0.01, "done": 3, "displace": 1, "lift": 0.3, "income": 1}.get(words[0], 5)


def without_order(state: Json) -> Json:
    """A state without the order of lifts and drops, which begins anew when a save is read."""
    copy: Json = json.loads(json.dumps(state))
    for phase in ("lift", "drop"):
        for member in ("after", "dropped"):
            copy.get(phase, {}).pop(member, None)
    return copy
