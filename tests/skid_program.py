"""A model of `skid/hansa`, the program whose saves `hansa convert` reads: its map as data, and what
its actions do to its state, written anew after its source (model.ts, maps.ts, actions.ts,
helpers.ts).

The model checks nothing: tests choose actions that both games allow. `revision` is `context` for
the newest one, `current` for the first ones, which know neither the end of the game nor the use of
markers.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

Json = dict[str, Any]

# A city, what is developed there, and its offices: the colour from 0, m for a merchant, * for a
# point.
CITIES = """
Groningen book 0* 1m
Kampen - 1 3
Arnheim - 0 0m 1 2
Duisburg - 0
Coellen - 0* 2
Emden - 0m 2
Osnabruck - 0 1 3
Munster - 0m 1
Dortmund - 0m 1
Stade privilege 0m*
Bremen - 2
Minden - 0 1 2 3
Paderborn - 0 3m
Warburg - 1* 2
Hamburg - 0 1 3
Hannover - 0 2
Hildesheim - 0 3
Gottingen actions 0 1
Lubeck bank 0* 2
Luneburg - 0
Brunswick - 1
Goslar - 0
Quedlinburg - 1m 2m
Perleberg - 0 2 3m
Stendal - 0 0m 1 2
Magdeburg - 0m 1
Halle keys 0* 1
"""
# Routes with their houses; * for a marker at the start.
ROUTES = """
Groningen-Emden 3, Emden-Osnabruck 4, Kampen-Osnabruck 2, Kampen-Arnheim 3, Arnheim-Duisburg 3, Arnheim-Munster 3,
Duisburg-Dortmund 2, Osnabruck-Bremen 3*, Munster-Minden 3, Bremen-Minden 3, Minden-Paderborn 3, Dortmund-Paderborn 3,
Coellen-Warburg 4, Paderborn-Warburg 3, Stade-Hamburg 3, Bremen-Hamburg 4, Minden-Hannover 3, Bremen-Hannover 3,
Paderborn-Hildesheim 3, Hannover-Luneburg 3, Minden-Brunswick 4, Lubeck-Hamburg 3, Luneburg-Hamburg 4,
Luneburg-Perleberg 3*, Stendal-Perleberg 3, Stendal-Brunswick 4, Stendal-Magdeburg 3, Goslar-Magdeburg 2,
Goslar-Quedlinburg 4, Goslar-Hildesheim 3*, Halle-Quedlinburg 4, Gottingen-Quedlinburg 3
"""
SUPPLY = {
    "context": {"Office": 4, "4 Actions": 2, "3 Actions": 2, "Upgrade": 2, "Swap": 2, "Move 3": 1},
    "current": {"Place": 4, "4 Actions": 2, "3 Actions": 2, "Upgrade": 3, "Move 3": 1, "Swap": 1},
}
ACTIONS = (2, 3, 3, 4, 4, 5)
INCOME = (3, 5, 7, 100)
COLOURS = ("yellow", "blue", "red", "green", "purple")


def chart() -> Json:
    """The map, as the program saves it."""
    cities = {}
    for place, line in enumerate(CITIES.strip().splitlines()):
        name, upgrade, *offices = line.split()
        cities[name] = {
            "name": name, "position": [10 * place, 5],
            "offices": [{"color": int(office[0])} | ({"merch": True} if "m" in office else {})
                        | ({"point": True} if "*" in office else {}) for office in offices],
        } | ({"upgrade": upgrade, "color": "yellow"} if upgrade != "-" else {})
    routes = []
    for text in ROUTES.replace("\n", " ").split(","):
        ends, posts = text.split()
        start, end = ends.split("-")
        routes.append({"from": start, "to": end, "posts": int(posts[0])} | ({"tavern": True} if "*" in posts else {}))
    return {"cities": cities, "routes": routes}


class Program:
    """A game of that program."""

    def __init__(self, players: int = 3, revision: str = "context") -> None:
        self.phase_name = revision
        self.newest = revision == "context"
        the_map = chart()
        at_first = ["Swap", "Move 3", "Office" if self.newest else "Place"]
        self.state: Json = {
            "id": "11d7", "turn": 0, revision: self.phase("Actions", 0),
            "players": [
                {"id": f"p{seat}", "color": COLOURS[seat], "name": f"Player {seat}", "generalStock": {"m": 0, "t": 7},
                 "personalSupply": {"m": 1, "t": 4}, "keys": 1, "privilege": 1, "actions": 1, "bank": 1, "book": 1, "points": 0,
                 "readyMarkers": [], "usedMarkers": [], "unplacedMarkers": []} for seat in range(players)],
            "markers": list(Counter(SUPPLY[revision]).elements()), "coellen": [None] * 4, "map": the_map,
            "cities": {name: {"tokens": [], "extras": []} for name in the_map["cities"]},
            "routes": [{"tokens": [None] * route["posts"]} | ({"marker": at_first.pop(0)} if "tavern" in route else {})
                       for route in the_map["routes"]],
        } | ({"log": [{"player": -1, "message": "A new game begins!"}], "isOver": False} if self.newest else {})

    def saved(self) -> Json:
        """What it saves: without what is undefined."""
        copy: Json = json.loads(json.dumps(self.state))
        return copy

    def phase(self, name: str, player: int, **more: Any) -> Json:
        """A phase that begins."""
        return {"phase": name, "player": player, "actions": [], "hand": []} | more

    @property
    def now(self) -> Json:
        """The phase."""
        found: Json = self.state[self.phase_name]
        return found

    @property
    def me(self) -> Json:
        """The player who decides."""
        found: Json = self.state["players"][self.now["player"]]
        return found

    def route_of(self, first: str, second: str) -> int:
        """The number of a route."""
        return next(number for number, route in enumerate(self.state["map"]["routes"])
                    if {route["from"], route["to"]} == {first, second})

    def controller(self, city: str) -> int | None:
        """Most offices; of those tied, who reached that number last."""
        offices = self.state["cities"][city]
        owners = [token["owner"] for token in (*offices["extras"], *offices["tokens"])]
        counts: Counter[int] = Counter()
        found: int | None = None
        for owner in owners:
            counts[owner] += 1
            if counts[owner] >= max(counts.values()):
                found = owner
        return found

    def act(self, name: str, **params: Any) -> None:
        """One action: what it does, its entry in the phase, and the phase that follows."""
        now = self.now
        following: Json = getattr(self, name.replace("-", "_"))(**params) or now
        now["actions"].append({"name": name, "params": params})
        if self.newest and now.get("prev") is following:
            following["actions"][-1]["contextActions"] = now["actions"]
        self.state[self.phase_name] = following

    def play(self, *actions: tuple[str, Json]) -> None:
        """Several actions."""
        for name, params in actions:
            self.act(name, **params)

    # --- actions: each returns the phase that follows, None where it goes on ----------------------

    def done(self) -> Json:
        now = self.now
        if self.me["unplacedMarkers"]:
            return self.phase("Markers", now["player"], prev=now)
        if now["phase"] == "Displacement":
            before: Json = now["prev"]
            return before
        self.state["turn"] += 1
        return self.phase("Actions", self.state["turn"] % len(self.state["players"]))

    def income(self) -> None:
        stock, supply = self.me["generalStock"], self.me["personalSupply"]
        for _ in range(min(INCOME[self.me["bank"] - 1], stock["m"] + stock["t"])):
            kind = "m" if stock["m"] else "t"
            stock[kind] -= 1
            supply[kind] += 1

    def place(self, post: Sequence[int], merch: bool = False) -> None:
        self.me["personalSupply"]["m" if merch else "t"] -= 1
        self.state["routes"][post[0]]["tokens"][post[1]] = {"owner": self.now["player"], "merch": merch}

    def displace(self, post: Sequence[int], merch: bool = False) -> Json:
        tokens = self.state["routes"][post[0]]["tokens"]
        gone = tokens[post[1]]
        kind = "m" if gone.get("merch") else "t"
        self.place(post, merch)
        stock, supply = self.me["generalStock"], self.me["personalSupply"]
        for _ in range(2 if kind == "m" else 1):
            paid = "t" if supply["t"] else "m"
            supply[paid] -= 1
            stock[paid] += 1
        return self.phase("Displacement", gone["owner"], hand=[{"token": kind, "owner": gone["owner"]}], prev=self.now)

    def displace_place(self, post: Sequence[int]) -> None:
        if self.now["hand"]:
            kind = self.now["hand"].pop()["token"]
        else:
            places = [(self.me[where], kind) for where in ("generalStock", "personalSupply") for kind in "tm"]
            where, kind = next((where, kind) for where, kind in places if where[kind])
            where[kind] -= 1
        token = {"owner": self.now["player"]} | ({"merch": True} if kind == "m" else {})
        self.state["routes"][post[0]]["tokens"][post[1]] = token

    def move_collect(self, post: Sequence[int]) -> Json | None:
        tokens, now = self.state["routes"][post[0]]["tokens"], self.now
        token, tokens[post[1]] = tokens[post[1]], None
        held = {"token": "m" if token.get("merch") else "t", "owner": token["owner"]}
        if now["phase"] == "Collection":
            now["hand"].append(held)
            return None
        begun = [{"name": "move-collect", "params": {"post": post}}]
        return self.phase("Collection", now["player"], prev=now, hand=[held], actions=begun)

    def move_place(self, post: Sequence[int]) -> Json | None:
        now = self.now
        token = now["hand"].pop(0)
        self.state["routes"][post[0]]["tokens"][post[1]] = {"owner": token["owner"], "merch": token["token"] == "m"}
        if not now["hand"]:
            before: Json = now["prev"]
            return before
        if now["phase"] == "Movement":
            return None
        begun = [{"name": "move-place", "params": {"post": post}}]
        return self.phase("Movement", now["player"], prev=now["prev"], hand=now["hand"], actions=begun)

    def route(self, route: int) -> Json:
        facts, there, me = self.state["map"]["routes"][route], self.state["routes"][route], self.me
        merchants = sum(bool(token.get("merch")) for token in there["tokens"])
        end = False
        if "marker" in there:
            if self.state["markers"]:
                me["unplacedMarkers"].append(self.state["markers"].pop())
            else:
                end = True
            me["readyMarkers"].append(there.pop("marker"))
        for city in (facts["from"], facts["to"]):
            owner = self.controller(city)
            if owner is not None:
                self.state["players"][owner]["points"] += 1
        kinds = ["m"] * merchants + ["t"] * (len(there["tokens"]) - merchants)
        there["tokens"] = [None] * len(kinds)
        player = self.now["player"]
        rewards = [{"title": "Do nothing", "action": {"name": "route-empty", "params": {}}}]
        return self.phase("Route", player, hand=[{"token": kind, "owner": player} for kind in kinds], rewards=rewards,
                          prev=self.now, endGame=end)

    def back(self) -> Json:
        """The pieces left in the hand go to the stock, and the turn goes on."""
        for token in self.now["hand"]:
            self.me["generalStock"][token["token"]] += 1
        before: Json = self.now["prev"]
        full = sum(len(offices["tokens"]) == len(self.state["map"]["cities"][city]["offices"])
                   for city, offices in self.state["cities"].items())
        if self.newest and (any(player["points"] >= 20 for player in self.state["players"]) or full >= 10):
            before["endGame"] = True
        return before

    def route_empty(self) -> Json:
        return self.back()

    def route_office(self, city: str) -> Json:
        offices = self.state["cities"][city]["tokens"]
        office = self.state["map"]["cities"][city]["offices"][len(offices)]
        kind = "m" if office.get("merch") else "t"
        self.now["hand"].remove({"token": kind, "owner": self.now["player"]})
        offices.append({"owner": self.now["player"]} | ({"merch": True} if kind == "m" else {}))
        self.me["points"] += bool(office.get("point"))
        if self.newest and "linkEastWest" not in self.me and self.linked():
            self.me["points"] += (7, 4, 2, 0, 0)[sum("linkEastWest" in player for player in self.state["players"])]
            self.me["linkEastWest"] = True
        return self.back()

    def linked(self) -> bool:
        """Whether offices of the player join Arnheim and Stendal."""
        mine = {city for city, offices in self.state["cities"].items()
                if any(token["owner"] == self.now["player"] for token in (*offices["tokens"], *offices["extras"]))}
        reached = {"Arnheim"} & mine
        for _ in mine:
            reached |= {city for route in self.state["map"]["routes"] for city in mine & {route["from"], route["to"]}
                        if reached & {route["from"], route["to"]}}
        return "Stendal" in reached

    def route_barrel(self, barrel: int) -> Json:
        self.now["hand"].remove({"token": "m", "owner": self.now["player"]})
        self.state["coellen"][barrel] = self.now["player"]
        return self.back()

    def route_upgrade(self, upgrade: str) -> Json:
        self.me[upgrade] += 1
        self.me["personalSupply"]["m" if upgrade == "book" else "t"] += 1
        return self.back()

    def marker_place(self, route: int) -> None:
        self.state["routes"][route]["marker"] = self.me["unplacedMarkers"].pop(0)

    def marker_use(self, kind: str) -> Json | None:
        if self.newest:
            self.me["readyMarkers"].remove(kind)
            self.me["usedMarkers"].append(kind)
        phase = {"Move 3": "Collection"} | ({"Upgrade": "Upgrade", "Swap": "Swap", "Office": "Office"} if self.newest else {})
        return self.phase(phase[kind], self.now["player"], prev=self.now) if kind in phase else None

    def marker_swap(self, city: str, office: int) -> Json:
        tokens = self.state["cities"][city]["tokens"]
        tokens[office], tokens[office + 1] = tokens[office + 1], tokens[office]
        before: Json = self.now["prev"]
        return before
