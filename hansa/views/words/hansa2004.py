"""Moves and decisions of Hansa (2004) in words, with what came of them.

>>> start = State.new(game="hansa2004", players=2, seed=7)
>>> move = start.parse("found LUB")
>>> Hansa2004Words().describe(start, move, start.after(move))
'puts two booths into Lübeck'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hansa.hansa2004.board import board
from hansa.state import Move, State
from hansa.views import StateJson
from hansa.views.words import Words

HEADINGS = {
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
}
ENDS = {
    "markers": "the last pile was begun",
    "cut off": "it was cut off",
}


def goods_words(kind: str) -> str:
    """`red2` as people write it: `red 2`."""
    return f"{kind[:-1]} {kind[-1]}"


class Hansa2004Words(Words):
    """It has no state of its own."""

    headings = HEADINGS

    def describe(self, before: State, move: Move, after: State) -> str:
        """What a move did, and then what it brought whom."""
        earlier, later = before.to_json(), after.to_json()
        clause = phrase(str(move), earlier["ship"])
        return "; ".join([clause, *_consequences(str(move), earlier, later)])

    def signs(self) -> Sequence[tuple[str, str]]:
        """Of the map and the desks."""
        from hansa.views.words.signs import HANSA2004

        return HANSA2004

    def place_names(self, state: State) -> Mapping[str, str]:
        """The cities of the board."""
        return {city.code: city.name for city in board().cities}


def _consequences(move: str, earlier: StateJson, later: StateJson) -> Iterator[str]:
    if move.startswith("buy"):
        desks = zip(earlier["desks"], later["desks"], strict=True)
        gains = [new["talers"] - old["talers"] for old, new in desks]
        if max(gains) > 0:
            yield f"a taler to seat {gains.index(max(gains))}"
        else:
            yield "a taler to the bank" if gains[earlier["turn"]] else "for nothing"
    if later["phase"] == "over":
        yield f"the game is over: {ENDS[later['result']['reason']]}"


def phrase(move: str, ship: str) -> str:
    """A move as a clause without its subject; the ship is in the city with this code."""
    verb, _, what = move.partition(" ")
    here = f"in {board().city(ship).name}"
    if verb in ("found", "sail"):
        name = board().city(what).name
        return f"sails to {name}" if verb == "sail" else f"puts two booths into {name}"
    goods = goods_words(what) if what else ""
    return {
        "refill": "refills the warehouses",
        "skip": "skips the refill",
        "reveal": f"turns up {goods}",
        "buy": f"buys {goods} {here}",
        "build": f"builds {here} for {goods}",
        "sell": f"sells {goods} {here}",
        "done": "ends the sale",
        "lose": f"loses {goods}",
        "drop": f"gives up {goods}",
        "end": "ends the turn",
    }[verb]


def prompt(state: StateJson) -> str:
    """What is to be decided in a state as JSON, in a sentence."""
    phase = state["phase"]
    if phase == "turn":
        talers = state["desks"][state["turn"]]["talers"]
        money = f"{talers} taler{'s' * (talers != 1)}"
        if state["acted"]:
            return f"{money}; the action of this stop is used: sail on, or end the turn."
        city = board().city(state["ship"]).name
        return f"{money}; buy, build or sell in {city}, sail on, or end the turn."
    if phase == "sell":
        sale = state["sell"]
        must = "another of the last colour must follow"
        more = must if sale["single"] else "sell more, or end the sale"
        return f"Sold so far: {', '.join(sale['colours'])}; {more}."
    if phase == "lose":
        return f"Seat {state['turn']} has sold {state['lose']['colour']}: give up one of yours."
    return _PROMPTS[phase]


_PROMPTS = {
    "found": "Put two booths into a city.",
    "refill": "Refill all empty warehouse spaces, or skip it.",
    "reveal": "A marker is turned up.",
    "keep": "Three unsold markers may be kept: give up the others.",
    "over": "The game is over.",
}
