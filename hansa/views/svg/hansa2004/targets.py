"""What a move of Hansa (2004) touches: the places to click for it, and its mark on the map."""

from __future__ import annotations

from hansa.hansa2004.terms import city_name, goods_words
from hansa.phrases import Phrase, say
from hansa.views import StateJson
from hansa.views.svg.hansa2004.board_map import places
from hansa.views.svg.marks import arrow, ring


def targets(move: str, at_ship: str) -> tuple[str, ...]:
    """The places of a move while the ship is in a city: `city LUB`, on the desk `goods red2`.

    >>> targets("sail LUB", "COP"), targets("sell red2", "LUB"), targets("end", "LUB")
    (('city LUB',), ('goods red2', 'city LUB'), ())
    """
    verb, _, what = move.partition(" ")
    if verb in ("found", "sail"):
        return (f"city {what}",)
    if verb == "buy":
        return (f"city {at_ship}",)
    if verb in ("build", "sell"):
        return f"goods {what}", f"city {at_ship}"
    return (f"goods {what}",) if verb in ("lose", "drop") else ()


def wishes(target: str, state: StateJson) -> tuple[str, ...]:
    """Moves that a person who chose a place may have wanted.

    >>> wishes("city LUB", {"phase": "turn", "ship": "COP"}), wishes("goods red2", {"phase": "turn"})
    (('sail LUB',), ('sell red2', 'build red2'))
    """
    what, _, name = target.partition(" ")
    if what == "city":
        if state["phase"] == "found":
            return (f"found {name}",)
        if name != state["ship"]:
            return (f"sail {name}",)
        goods = state["cities"].get(name, {}).get("goods", ())
        return tuple(f"buy {kind}" for kind in goods[:1])
    return (f"sell {name}", f"build {name}") if what == "goods" else ()


def label(target: str) -> Phrase:
    """A target as people call it."""
    what, name = target.split()
    return goods_words(name) if what == "goods" else say("city {city}", city=city_name(name))


def ring_at(target: str) -> str:
    """A ring around a city; nothing if it is not on the map."""
    what, _, code = target.partition(" ")
    return ring(places()[code]) if what == "city" and code in places() else ""


def move_mark(move: str, state: StateJson) -> str:
    """A move on the map: an arrow from the ship, or a ring around a city."""
    on_map = [target for target in targets(move, state["ship"]) if target.startswith("city")]
    if not on_map:
        return ""
    if move.startswith("sail"):
        return arrow(places()[state["ship"]], places()[on_map[0].split()[1]])
    return ring_at(on_map[0])
