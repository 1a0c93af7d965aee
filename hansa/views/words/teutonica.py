"""Moves and decisions of Hansa Teutonica in words, with what came of them.

>>> start = State.new(board="hansa-45", players=4, seed=7)
>>> move = start.parse("place t BRE-HAM")
>>> TeutonicaWords().describe(start, move, start.after(move))
'places a trader on Bremen-Hamburg'
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from hansa.boards import Board, Route, board
from hansa.state import Move, State
from hansa.teutonica.names import TRACK_VALUES, TRACKS
from hansa.views import StateJson
from hansa.views.words import Words

PIECES = {"t": "trader", "m": "merchant"}
PAID = {
    "t": "a trader",
    "m": "a merchant",
    "tt": "two traders",
    "tm": "a trader and a merchant",
    "mm": "two merchants",
}
ENDS = {
    "prestige": "somebody has 20 prestige",
    "markers": "no markers are left",
    "cities": "enough cities are completed",
    "cut off": "it was cut off",
}
HEADINGS = {
    "income": "pieces from stock to supply",
    "place": "a piece from supply on a free house",
    "displace": "another's piece by one's own",
    "lift": "a piece from its house, to move it",
    "drop": "a held piece on a free house",
    "put": "the displaced piece, or one of the bonus, on a house",
    "add": "an extra piece on a house",
    "claim": "a full route",
    "use": "a marker",
    "favour": "a favour, paid with two markers",
    "remove": "a piece from its house",
    "marker": "a marker on a route",
    "draw": "a marker, by chance",
    "end": "the turn",
    "done": "no more of this",
    "develop": "a step of an ability",
    "green": "a post in a green city",
    "take": "what the tile income brings",
    "neutral": "the route of the neutral player",
}


class TeutonicaWords(Words):
    """It has no state of its own."""

    headings = HEADINGS
    usual_verb = "place"

    def describe(self, before: State, move: Move, after: State) -> str:
        """What a move did, and then what it brought whom."""
        earlier, later = before.to_json(), after.to_json()
        words = str(move).split()
        phrase = Phrases(board(earlier["board"])).phrase(words)
        if words[0] in ("claim", "use", "develop") and "develop" in words:
            phrase += _new_value(earlier, later, words[-1])
        return "; ".join([phrase, *_consequences(earlier, later)])

    def signs(self) -> Sequence[tuple[str, str]]:
        """Of the map and the desks."""
        from hansa.views.words.signs import TEUTONICA

        return TEUTONICA

    def place_names(self, state: State) -> Mapping[str, str]:
        """The cities of the board."""
        return {city.code: city.name for city in board(state.to_json()["board"]).cities}

    def lacking(self, state: State, verb: str, places: Collection[str]) -> list[str]:
        """Of routes to claim: how many houses have no piece of the seat to move, the nearest to full first."""
        facts = state.to_json()
        if verb != "claim" or facts["phase"] != "turn":
            return []
        shown = []
        for route in board(facts["board"]).routes:
            mine = len(own_pieces(facts, route))
            if set(places) <= set(route.cities) and (mine or places):
                missing = len(route.houses) - mine
                shown.append((missing, f"{route.name}: {_missing(facts, route, missing)}"))
        return [line for _, line in sorted(shown)]


def _new_value(earlier: StateJson, later: StateJson, track: str) -> str:
    for before, after in zip(earlier["desks"], later["desks"], strict=True):
        if track in TRACKS and before[track] != after[track]:
            return f" to {TRACK_VALUES[track][after[track]]}"
    return ""


def own_pieces(state: StateJson, route: Route) -> list[str]:
    """The pieces on a route that the seat to move has there."""
    on_route = state["routes"].get(route.name, {})
    pieces = [*on_route.get("house", []), *on_route.get("ship", [])]
    return [piece for piece in pieces if piece[0] == str(state["to_move"])]


def _missing(state: StateJson, route: Route, missing: int) -> str:
    """`lacks 2 of 3 pieces; seat 1 has 1 there`."""
    if not missing:
        return "full"
    on_route = state["routes"].get(route.name, {})
    owners = [piece[0] for piece in (*on_route.get("house", []), *on_route.get("ship", []))]
    others = [
        f"{'the neutral player' if owner == 'n' else f'seat {owner}'} has {owners.count(owner)} there"
        for owner in dict.fromkeys(owners) if owner != str(state["to_move"])
    ]
    return f"{missing} of {len(route.houses)} houses lack a piece of yours{''.join(f'; {other}' for other in others)}"


def _consequences(earlier: StateJson, later: StateJson) -> Iterator[str]:
    desks = list(zip(earlier["desks"], later["desks"], strict=True))
    for seat, (before, after) in enumerate(desks):
        for marker in dict.fromkeys(after["unused"]):
            if after["unused"].count(marker) > before["unused"].count(marker):
                yield f"seat {seat} takes the marker {marker}"
    gains = [f"seat {seat} +{after['prestige'] - before['prestige']}"
             for seat, (before, after) in enumerate(desks) if after["prestige"] > before["prestige"]]
    if gains:
        yield f"prestige {', '.join(gains)}"
    if later["completed"] > earlier["completed"]:
        yield f"city completed ({later['completed']})"
    for seat in later["connected"]:
        if seat not in earlier["connected"]:
            yield f"seat {seat} has the connection"
    if later["phase"] == "over":
        yield f"the game is over: {ENDS[later['result']['reason']]}"


class Phrases:
    """Texts of moves as clauses without their subject, with the names of one board."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def city(self, code: str) -> str:
        return self.board.city(code).name

    def route(self, text: str) -> str:
        name, _, ship = text.partition("/")
        return "-".join(self.city(code) for code in name.split("-")) + (" (ship)" if ship else "")

    def piece(self, text: str) -> str:
        """`t`, or `2t` with its owner."""
        if text in PIECES:
            return f"a {PIECES[text]}"
        owner = "the neutral" if text[0] == "n" else f"seat {text[0]}'s"
        return f"{owner} {PIECES[text[1]]}"

    def phrase(self, words: list[str]) -> str:
        """The clause of a move, by its first word."""
        verb, rest = words[0], words[1:]
        return str(getattr(self, verb)(*rest))

    def income(self, amount: str) -> str:
        traders, _, merchants = amount.partition("t") if "t" in amount else ("", "", amount)
        counts = [(traders, "trader"), (merchants.rstrip("m"), "merchant")]
        said = " and ".join(f"{number} {kind}{'s' * (number != '1')}" for number, kind in counts if number)
        return f"takes {said} from the stock"

    def place(self, kind: str, route: str) -> str:
        return f"places {self.piece(kind)} on {self.route(route)}"

    def displace(self, piece: str, route: str, _with: str, kind: str, _pay: str, paid: str) -> str:
        return f"displaces {self.piece(piece)} on {self.route(route)} by {self.piece(kind)}, paying {PAID[paid]}"

    def lift(self, piece: str, route: str) -> str:
        return f"lifts {self.piece(piece)} from {self.route(route)}"

    def drop(self, piece: str, route: str) -> str:
        return f"drops {self.piece(piece)} on {self.route(route)}"

    def put(self, piece: str, route: str, *origin: str) -> str:
        return f"puts {self.piece(piece)} on {self.route(route)}{self.origin(origin)}"

    def add(self, piece: str, route: str, *origin: str) -> str:
        return f"adds {self.piece(piece)} on {self.route(route)}{self.origin(origin)}"

    def origin(self, words: tuple[str, ...]) -> str:
        return f" from {self.route(words[1])}" if words else ""

    def remove(self, piece: str, route: str) -> str:
        return f"removes {self.piece(piece)} from {self.route(route)}"

    def claim(self, route: str, what: str = "", target: str = "", kind: str = "") -> str:
        effects = {
            "": "", "office": " for an office in ", "extra": f" for an extra office ({PIECES.get(kind, '')}) in ",
            "develop": " to develop ", "special": " for the special prestige of ",
        }
        place = self.city(target) if what in ("office", "extra") else target
        return f"claims {self.route(route)}{effects[what]}{place}"

    def neutral(self, route: str, *target: str) -> str:
        place = f", whose office is in {self.city(target[1])}" if target else ""
        return f"clears {self.route(route)} for the neutral player{place}"

    def use(self, marker: str, *target: str) -> str:
        if marker == "swap":
            return f"uses swap on the offices {target[1]} and {int(target[1]) + 1} of {self.city(target[0])}"
        return f"uses {marker}" + (f": {target[0]}" if target else "")

    def favour(self, tile: str, _pay: str, *markers: str) -> str:
        return f"buys the favour {tile} with {' and '.join(markers)}"

    def develop(self, track: str) -> str:
        return f"develops {track}"

    def green(self, city: str, kind: str) -> str:
        return f"puts {self.piece(kind)} into {self.city(city)}"

    def marker(self, marker: str, route: str) -> str:
        return f"lays the marker {marker} on {self.route(route)}"

    def draw(self, marker: str) -> str:
        return f"draws the marker {marker}"

    def take(self) -> str:
        return "takes what the tile income brings"

    def done(self) -> str:
        return "does no more of this"

    def end(self) -> str:
        return "ends the turn"


# --- decisions ------------------------------------------------------------------------------------------------------

def prompt(state: StateJson) -> str:
    """What is to be decided in a state as JSON, in a sentence or two."""
    phase = state["phase"]
    if phase == "turn":
        count = state["actions"]
        return f"{count} action{'s' * (count != 1)} left." if count else "No actions left: use a marker, or end the turn."
    return _PROMPTS[phase](state.get(phase, {}), Phrases(board(state["board"])))


def _held(facts: StateJson, phrases: Phrases) -> str:
    return ", ".join(phrases.piece(piece) for _, piece in facts["held"])


def _lift(facts: StateJson, phrases: Phrases) -> str:
    if not facts["held"]:
        return f"Choose a piece to lift, {facts['limit']} at most."
    held = _held(facts, phrases)
    return f"You hold {held} (at most {facts['limit']}): lift another piece, or put down the first."


def _drop(facts: StateJson, phrases: Phrases) -> str:
    if not facts["held"]:
        return "Put it down."
    return f"Put down {phrases.piece(facts['held'][0][1])}; you hold {_held(facts, phrases)}."


def _displaced(facts: StateJson, phrases: Phrases) -> str:
    if not facts["put"]:
        kind, route, extras = PIECES[facts["piece"]], phrases.route(facts["route"]), facts["extras"]
        return f"The {kind} was displaced from {route}: put it on a house nearby; {extras} extra may come too."
    return f"Add up to {facts['extras']} more, or be done."


_PROMPTS: Mapping[str, Callable[[StateJson, Phrases], str]] = {
    "lift": _lift,
    "drop": _drop,
    "displaced": _displaced,
    "remove": lambda facts, _: f"Take up to {facts['left']} pieces from houses.",
    "bonus": lambda facts, _: f"The bonus {facts['marker'].replace('-', ' ')}: up to {facts['left']}, or done.",
    "toll": lambda facts, _: "Your favour brings a trader from stock to supply.",
    "neutral": lambda facts, _: "The neutral player's route is full: where does its office go?",
    "draw": lambda facts, _: "A marker is drawn.",
    "plates": lambda facts, _: "Lay the new marker on an empty route.",
    "over": lambda facts, _: "The game is over.",
}
