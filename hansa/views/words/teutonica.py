"""Moves and decisions of Hansa Teutonica in words, with what came of them.

>>> start = State.new(board="hansa-45", players=4, seed=7)
>>> move = start.parse("place t BRE-HAM")
>>> TeutonicaWords().describe(start, move, start.after(move))
'places a trader on Bremen-Hamburg'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from hansa.boards import Board, Route, board
from hansa.phrases import Phrase, counted, joined, listed, phrases, say, seat, term
from hansa.state import Move, State
from hansa.teutonica.names import TRACK_VALUES, TRACKS
from hansa.teutonica.terms import MARKER_TERMS, TILE_TERMS, TRACK_TERMS, VALUE_TERMS
from hansa.views import StateJson
from hansa.views.words import Words

PIECES = phrases({"t": "a trader", "m": "a merchant"})
KINDS = phrases({"t": "trader", "m": "merchant"})
PAID = phrases({
    "t": "a trader",
    "m": "a merchant",
    "tt": "two traders",
    "tm": "a trader and a merchant",
    "mm": "two merchants",
})
ENDS = phrases({
    "prestige": "a player has 20 prestige",
    "markers": "no markers are left",
    "cities": "enough cities are completed",
    "cut off": "it was cut off",
})
HEADINGS = phrases({
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
})


class TeutonicaWords(Words):
    """The words of the game; stateless."""

    headings = HEADINGS
    usual_verb = "place"
    claim_rule = "T20"

    def describe(self, before: State, move: Move, after: State, *, wish: bool = False) -> Phrase:
        """What a move did, or what you did, and then what it brought whom."""
        earlier, later = before.to_json(), after.to_json()
        words = str(move).split()
        phrase = Phrases(board(earlier["board"]), wish=wish).phrase(words)
        if words[0] in ("claim", "use", "develop") and "develop" in words:
            phrase = _with_value(phrase, earlier, later, words[-1])
        return joined("; ", [phrase, *_consequences(earlier, later, None)])

    def outcome(self, before: State, move: Move, after: State, you: int | None) -> list[Phrase]:
        """What a move brought whom; one of the seats may be told as `you`."""
        return list(_consequences(before.to_json(), after.to_json(), you))

    def signs(self) -> Sequence[tuple[str, Phrase]]:
        """Of the map and the desks."""
        from hansa.views.words.signs import TEUTONICA

        return TEUTONICA

    def place_names(self, state: State) -> Mapping[str, str]:
        """The cities of the board."""
        return {city.code: city.name for city in board(state.to_json()["board"]).cities}

    def lacking(self, state: State, verb: str, places: Collection[str]) -> list[Phrase]:
        """For routes to claim, the fullest first: how many houses the seat to move still lacks."""
        facts = state.to_json()
        if verb != "claim" or facts["phase"] != "turn":
            return []
        shown = []
        for route in board(facts["board"]).routes:
            mine = len(own_pieces(facts, route))
            if set(places) <= set(route.cities) and (mine or places):
                missing = len(route.houses) - mine
                shown.append((missing, joined(": ", [route.name, _missing(facts, route, missing)])))
        return [line for _, line in sorted(shown)] or [say("no route has a piece of yours")]


def _with_value(phrase: Phrase, earlier: StateJson, later: StateJson, track: str) -> Phrase:
    for before, after in zip(earlier["desks"], later["desks"], strict=True):
        if track in TRACKS and before[track] != after[track]:
            value = TRACK_VALUES[track][after[track]]
            return say("{move} to {value}", move=phrase, value=VALUE_TERMS.get(value, value))
    return phrase


def own_pieces(state: StateJson, route: Route) -> list[str]:
    """The pieces on a route that the seat to move has there."""
    on_route = state["routes"].get(route.name, {})
    pieces = [*on_route.get("house", []), *on_route.get("ship", [])]
    return [piece for piece in pieces if piece[0] == str(state["to_move"])]


def _missing(state: StateJson, route: Route, missing: int) -> Phrase:
    """`2 of 3 houses lack a piece of yours; seat 1 has 1 there`."""
    if not missing:
        return say("full")
    on_route = state["routes"].get(route.name, {})
    owners = [piece[0] for piece in (*on_route.get("house", []), *on_route.get("ship", []))]
    others = [
        say("the neutral player has {count} there", count=owners.count(owner)) if owner == "n"
        else say("{player} has {count} there", player=seat(int(owner)), count=owners.count(owner))
        for owner in dict.fromkeys(owners) if owner != str(state["to_move"])
    ]
    lack = say("{missing} of {houses} houses lack a piece of yours", missing=missing, houses=len(route.houses))
    return joined("; ", [lack, *others])


def _consequences(earlier: StateJson, later: StateJson, you: int | None) -> Iterator[Phrase]:
    desks = list(zip(earlier["desks"], later["desks"], strict=True))
    for number, (before, after) in enumerate(desks):
        for marker in dict.fromkeys(after["unused"]):
            if after["unused"].count(marker) > before["unused"].count(marker):
                taken = MARKER_TERMS[marker]
                yield (say("you take the marker {marker}", marker=taken) if number == you
                       else say("{player} takes the marker {marker}", player=seat(number), marker=taken))
    gains = [joined(" ", [say("you") if number == you else seat(number), f"+{after['prestige'] - before['prestige']}"])
             for number, (before, after) in enumerate(desks) if after["prestige"] > before["prestige"]]
    if gains:
        yield say("prestige {gains}", gains=joined(", ", gains))
    if later["completed"] > earlier["completed"]:
        yield say("city completed ({count})", count=later["completed"])
    for number in later["connected"]:
        if number not in earlier["connected"]:
            yield say("you have the connection") if number == you else say("{player} has the connection", player=seat(number))
    if later["phase"] == "over":
        yield say("the game is over: {reason}", reason=ENDS[later["result"]["reason"]])


class Phrases:
    """Texts of moves as clauses without their subject, with the names of one board.

    Either what a player does ("places a trader") or, as a `wish`, what you do or may do ("place a
    trader").
    """

    def __init__(self, board: Board, *, wish: bool = False) -> None:
        self.board, self.wish = board, wish

    def clause(self, done: str, wish: str, **fields: object) -> Phrase:
        """A move in the form that is wanted; both are literals, as `say` takes them."""
        return say(wish if self.wish else done, **fields)

    def city(self, code: str) -> str:
        return self.board.city(code).name

    def route(self, text: str) -> str:
        name, _, ship = text.partition("/")
        cities = "-".join(self.city(code) for code in name.split("-"))
        return say("{route} (ship)", route=cities) if ship else cities

    def piece(self, text: str) -> Phrase:
        """`t`, or `2t` with its owner."""
        if text in PIECES:
            return PIECES[text]
        if text[0] == "n":
            return say("the neutral trader") if text[1] == "t" else say("the neutral merchant")
        owner = seat(int(text[0]))
        return say("{player}'s trader", player=owner) if text[1] == "t" else say("{player}'s merchant", player=owner)

    def pieces(self, text: str, count: int) -> Phrase:
        """N pieces of an owner: `2t` is a trader of Blue."""
        if count == 1:
            return self.piece(text)
        if text[0] == "n":
            return (say("{count} neutral traders", count=count) if text[1] == "t"
                    else say("{count} neutral merchants", count=count))
        owner = seat(int(text[0]))
        return (say("{count} traders of {player}", count=count, player=owner) if text[1] == "t"
                else say("{count} merchants of {player}", count=count, player=owner))

    def phrase(self, words: list[str]) -> Phrase:
        """The clause of a move, by its first word."""
        verb, rest = words[0], words[1:]
        clause: Phrase = getattr(self, verb)(*rest)
        return clause

    def income(self, amount: str) -> Phrase:
        traders, _, merchants = amount.partition("t") if "t" in amount else ("", "", amount)
        said = []
        if traders:
            said.append(counted("{count} trader", "{count} traders", int(traders)))
        if merchants:
            said.append(counted("{count} merchant", "{count} merchants", int(merchants.rstrip("m"))))
        return self.clause("takes {pieces} from the stock", "take {pieces} from the stock", pieces=listed(said))

    def place(self, kind: str, route: str) -> Phrase:
        return self.clause("places {piece} on {route}", "place {piece} on {route}",
                           piece=self.piece(kind), route=self.route(route))

    def displace(self, piece: str, route: str, _with: str, kind: str, _pay: str, paid: str) -> Phrase:
        return self.clause(
            "displaces {piece} on {route} by {own}, paying {paid}", "displace {piece} on {route} by {own}, paying {paid}",
            piece=self.piece(piece), route=self.route(route), own=self.piece(kind), paid=PAID[paid])

    def lift(self, piece: str, route: str) -> Phrase:
        return self.clause("lifts {piece} from {route}", "lift {piece} from {route}",
                           piece=self.piece(piece), route=self.route(route))

    def drop(self, piece: str, route: str) -> Phrase:
        return self.clause("drops {piece} on {route}", "drop {piece} on {route}",
                           piece=self.piece(piece), route=self.route(route))

    def put(self, piece: str, route: str, *origin: str) -> Phrase:
        if origin:
            return self.clause("puts {piece} on {route} from {origin}", "put {piece} on {route} from {origin}",
                               piece=self.piece(piece), route=self.route(route), origin=self.route(origin[1]))
        return self.clause("puts {piece} on {route}", "put {piece} on {route}",
                           piece=self.piece(piece), route=self.route(route))

    def add(self, piece: str, route: str, *origin: str) -> Phrase:
        if origin:
            return self.clause("adds {piece} on {route} from {origin}", "add {piece} on {route} from {origin}",
                               piece=self.piece(piece), route=self.route(route), origin=self.route(origin[1]))
        return self.clause("adds {piece} on {route}", "add {piece} on {route}",
                           piece=self.piece(piece), route=self.route(route))

    def remove(self, piece: str, route: str) -> Phrase:
        return self.clause("removes {piece} from {route}", "remove {piece} from {route}",
                           piece=self.piece(piece), route=self.route(route))

    def claim(self, route: str, what: str = "", target: str = "", kind: str = "") -> Phrase:
        where = self.route(route)
        if what == "office":
            return self.clause("claims {route} for an office in {city}", "claim {route} for an office in {city}",
                               route=where, city=self.city(target))
        if what == "extra":
            return self.clause(
                "claims {route} for an extra office ({kind}) in {city}", "claim {route} for an extra office ({kind}) in {city}",
                route=where, city=self.city(target), kind=KINDS[kind])
        if what == "develop":
            return self.clause("claims {route} to develop {track}", "claim {route} to develop {track}",
                               route=where, track=TRACK_TERMS[target])
        if what == "special":
            return self.clause("claims {route} for the special prestige of {points}",
                               "claim {route} for the special prestige of {points}", route=where, points=target)
        return self.clause("claims {route}", "claim {route}, no reward", route=where)

    def neutral(self, route: str, *target: str) -> Phrase:
        if target:
            return self.clause(
                "clears {route} for the neutral player, whose office is in {city}",
                "clear {route} for the neutral player, whose office is in {city}",
                route=self.route(route), city=self.city(target[1]))
        return self.clause("clears {route} for the neutral player", "clear {route} for the neutral player",
                           route=self.route(route))

    def use(self, marker: str, *target: str) -> Phrase:
        if marker == "swap":
            return self.clause(
                "uses swap on the offices {first} and {second} of {city}",
                "use swap on the offices {first} and {second} of {city}",
                first=int(target[1]), second=int(target[1]) + 1, city=self.city(target[0]))
        if target:
            return self.clause("uses {marker}: {track}", "use {marker}: {track}",
                               marker=MARKER_TERMS[marker], track=TRACK_TERMS[target[0]])
        return self.clause("uses {marker}", "use {marker}", marker=MARKER_TERMS[marker])

    def favour(self, tile: str, _pay: str, *markers: str) -> Phrase:
        return self.clause("buys the favour {tile} with {markers}", "buy the favour {tile} with {markers}",
                           tile=TILE_TERMS[tile], markers=listed([MARKER_TERMS[marker] for marker in markers]))

    def develop(self, track: str) -> Phrase:
        return self.clause("develops {track}", "develop {track}", track=TRACK_TERMS[track])

    def green(self, city: str, kind: str) -> Phrase:
        return self.clause("puts {piece} into {city}", "put {piece} into {city}",
                           piece=self.piece(kind), city=self.city(city))

    def marker(self, marker: str, route: str) -> Phrase:
        return self.clause("lays the marker {marker} on {route}", "lay the marker {marker} on {route}",
                           marker=MARKER_TERMS[marker], route=self.route(route))

    def draw(self, marker: str) -> Phrase:
        return self.clause("draws the marker {marker}", "draw the marker {marker}", marker=MARKER_TERMS[marker])

    def take(self) -> Phrase:
        return self.clause("takes what the tile income brings", "take what the tile income brings")

    def done(self) -> Phrase:
        return self.clause("does no more of this", "do no more of this")

    def end(self) -> Phrase:
        return self.clause("ends the turn", "end the turn")


# --- decisions -------------------------------------------------------------------------------

def prompt(state: StateJson) -> Phrase:
    """What is to be decided in a state as JSON, in a sentence or two."""
    phase = state["phase"]
    if phase == "turn":
        desk = state["desks"][state["to_move"]]
        if not state["actions"]:
            if not desk["unused"]:
                return say("No actions left: end the turn.")
            return say("No actions left: use a marker, or end the turn.")
        if desk["stock"] and not desk["supply"]:
            return counted("{count} action left. Your supply is empty: choose the stock to take pieces from it.",
                           "{count} actions left. Your supply is empty: choose the stock to take pieces from it.",
                           state["actions"])
        return counted("{count} action left.", "{count} actions left.", state["actions"])
    return _PROMPTS[phase](state.get(phase, {}), Phrases(board(state["board"])))


def _held(facts: StateJson, phrases: Phrases) -> Phrase:
    """What is in the hand, alike pieces as a number of them."""
    counts = Counter(piece for _, piece in facts["held"])
    return listed([phrases.pieces(piece, count) for piece, count in counts.items()])


def _lift(facts: StateJson, phrases: Phrases) -> Phrase:
    if not facts["held"]:
        return say("Choose a piece to lift, {limit} at most.", limit=facts["limit"])
    return say("You hold {pieces} (at most {limit}): lift another piece, or put down the first.",
               pieces=_held(facts, phrases), limit=facts["limit"])


def _drop(facts: StateJson, phrases: Phrases) -> Phrase:
    if not facts["held"]:
        return say("Put it down.")
    return say("Put down {piece}; you hold {pieces}.", piece=phrases.piece(facts["held"][0][1]), pieces=_held(facts, phrases))


def _displaced(facts: StateJson, phrases: Phrases) -> Phrase:
    extras = facts["extras"]
    if facts["put"]:
        return say("Add up to {extras} more, or be done.", extras=extras)
    route = phrases.route(facts["route"])
    if facts["piece"] == "t":
        return say("The trader was displaced from {route}: put it on a house nearby; {extras} extra may come too.",
                   route=route, extras=extras)
    return say("The merchant was displaced from {route}: put it on a house nearby; {extras} extra may come too.",
               route=route, extras=extras)


def _bonus(facts: StateJson, phrases: Phrases) -> Phrase:
    name = facts["marker"]
    shown = term(name.replace("-", " "), MARKER_TERMS[name].key)
    return say("The bonus {marker}: up to {left}, or done.", marker=shown, left=facts["left"])


_PROMPTS: Mapping[str, Callable[[StateJson, Phrases], Phrase]] = {
    "lift": _lift,
    "drop": _drop,
    "displaced": _displaced,
    "remove": lambda facts, _: say("Take up to {left} pieces from houses.", left=facts["left"]),
    "bonus": _bonus,
    "toll": lambda facts, _: say("Your favour brings a trader from stock to supply."),
    "neutral": lambda facts, _: say("The neutral player's route is full: where does its office go?"),
    "draw": lambda facts, _: say("A marker is drawn."),
    "plates": lambda facts, _: say("Lay the new marker on an empty route."),
    "over": lambda facts, _: say("The game is over."),
}
