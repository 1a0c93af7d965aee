"""Moves and decisions of Hansa (2004) in words, with what came of them.

>>> start = State.new(game="hansa2004", players=2, seed=7)
>>> move = start.parse("found LUB")
>>> Hansa2004Words().describe(start, move, start.after(move))
'puts two booths into Lübeck'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hansa.hansa2004.board import board
from hansa.hansa2004.terms import GOODS_COLOURS, city_name, goods_words
from hansa.phrases import Phrase, counted, joined, phrases, say, seat
from hansa.state import Move, State
from hansa.views import StateJson
from hansa.views.words import Words

HEADINGS = phrases({
    "found": "two booths into a city",
    "refill": "goods for all empty spaces",
    "skip": "no refill",
    "reveal": "goods, by chance",
    "sail": "along an arrow, for a taler",
    "buy": "goods from the city of the ship",
    "build": "booths, for goods",
    "sell": "goods, for a booth",
    "done": "no more of this sale",
    "lose": "goods that another has sold",
    "drop": "goods above three",
    "end": "the turn",
})
ENDS = phrases({
    "markers": "the last pile was begun",
    "cut off": "it was cut off",
})



# What a move does, and what you may do with it.
CLAUSES = {
    "found": (say("puts two booths into {city}"), say("put two booths into {city}")),
    "refill": (say("refills the warehouses"), say("refill the warehouses")),
    "skip": (say("skips the refill"), say("skip the refill")),
    "reveal": (say("turns up {goods}"), say("turn up {goods}")),
    "sail": (say("sails to {city}"), say("sail to {city}")),
    "buy": (say("buys {goods} in {city}"), say("buy {goods} in {city}")),
    "build": (say("builds in {city} for {goods}"), say("build in {city} for {goods}")),
    "sell": (say("sells {goods} in {city}"), say("sell {goods} in {city}")),
    "done": (say("ends the sale"), say("end the sale")),
    "lose": (say("loses {goods}"), say("lose {goods}")),
    "drop": (say("gives up {goods}"), say("give up {goods}")),
    "end": (say("ends the turn"), say("end the turn")),
}


class Hansa2004Words(Words):
    """The words of the game; stateless."""

    headings = HEADINGS

    def describe(self, before: State, move: Move, after: State, *, wish: bool = False) -> Phrase:
        """What a move did, or what you did, and then what it brought whom."""
        earlier, later = before.to_json(), after.to_json()
        clause = phrase(str(move), earlier["ship"], wish=wish)
        return joined("; ", [clause, *_consequences(str(move), earlier, later, None)])

    def outcome(self, before: State, move: Move, after: State, you: int | None) -> list[Phrase]:
        """What a move brought whom; one of the seats may be told as `you`."""
        return list(_consequences(str(move), before.to_json(), after.to_json(), you))

    def signs(self) -> Sequence[tuple[str, Phrase]]:
        """Of the map and the desks."""
        from hansa.views.words.signs import HANSA2004

        return HANSA2004

    def place_names(self, state: State) -> Mapping[str, str]:
        """The cities of the board."""
        return {city.code: city_name(city.code) for city in board().cities}


def _consequences(move: str, earlier: StateJson, later: StateJson, you: int | None) -> Iterator[Phrase]:
    if move.startswith("buy"):
        desks = zip(earlier["desks"], later["desks"], strict=True)
        gains = [new["talers"] - old["talers"] for old, new in desks]
        if max(gains) > 0:
            paid = gains.index(max(gains))
            yield say("a taler to you") if paid == you else say("a taler to {player}", player=seat(paid))
        else:
            yield say("a taler to the bank") if gains[earlier["turn"]] else say("for nothing")
    if later["phase"] == "over":
        yield say("the game is over: {reason}", reason=ENDS[later["result"]["reason"]])


def phrase(move: str, ship: str, *, wish: bool = False) -> Phrase:
    """A move as a clause without its subject or, as a `wish`, in the infinitive.

    `ship` is the code of the city where the ship lies.
    """
    verb, _, what = move.partition(" ")
    places = verb in ("found", "sail")
    city = city_name(what if places else ship)
    form, other = CLAUSES[verb]
    return (other if wish else form).filled(city=city, goods=goods_words(what) if what and not places else "")


def prompt(state: StateJson) -> Phrase:
    """What is to be decided in a state as JSON, in a sentence."""
    phase = state["phase"]
    if phase == "turn":
        money = talers(state["desks"][state["turn"]]["talers"])
        if state["acted"]:
            return say("{money}; the action of this stop is used: sail on, or end the turn.", money=money)
        return say("{money}; buy, build or sell in {city}, sail on, or end the turn.",
                   money=money, city=city_name(state["ship"]))
    if phase == "sell":
        colours = joined(", ", [GOODS_COLOURS[colour] for colour in state["sell"]["colours"]])
        if state["sell"]["single"]:
            return say("Sold so far: {colours}; another of the last colour must follow.", colours=colours)
        return say("Sold so far: {colours}; sell more, or end the sale.", colours=colours)
    if phase == "lose":
        return say("{player} has sold {colour}: give up one of yours.",
                   player=seat(state["turn"], first=True), colour=GOODS_COLOURS[state["lose"]["colour"]])
    return _PROMPTS[phase]


def talers(count: int) -> Phrase:
    """An amount of money."""
    return counted("{count} taler", "{count} talers", count)


_PROMPTS = phrases({
    "found": "Put two booths into a city.",
    "refill": "Refill all empty warehouse spaces, or skip it.",
    "reveal": "A marker is turned up.",
    "keep": "Three unsold markers may be kept: give up the others.",
    "over": "The game is over.",
})
