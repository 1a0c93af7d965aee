"""What moves bring about that lasts, as short texts which games have in common: offices, upgrades, markers.

A *deed* is a topic and a name: `("city", "HAM")` for an office, `("upgrade", "actions")` for a step on a
track, `("marker", "plus-3")` for a marker that is used, `("special", "8")` for a space of the board.

>>> from hansa import State
>>> state = State.new(board="hansa-45", players=4, seed=7)
>>> [deed_of(state.move(text)) for text in ("place t BRE-HAM", "claim BRE-HAM office HAM", "use swap LUB 1", "end")]
[None, ('city', 'HAM'), ('marker', 'swap'), None]
"""

from __future__ import annotations

from hansa.moves import Move

__all__ = ["deed_of", "deed_text", "first_turn_text"]

NOT_ONES_OWN = "neutral"        # kinds of moves that serve nobody


def deed_of(move: Move) -> tuple[str, str] | None:
    """The topic and the name of what a move brings about; None for moves that prepare something.

    >>> from hansa import State
    >>> state = State.new(board="hansa-45", players=4, seed=7)
    >>> deed_of(state.move("claim GOT-QUE develop actions")), deed_of(state.move("use develop keys"))
    (('upgrade', 'actions'), ('upgrade', 'keys'))
    >>> deed_of(State.new(game="hansa2004", players=2, seed=1).move("found LUB"))
    ('city', 'LUB')
    """
    kind = move.kind
    if kind.startswith(NOT_ONES_OWN):
        return None
    if move.track is not None:
        return "upgrade", move.track
    if kind.startswith("use"):
        return "marker", move.marker or kind.partition(" ")[2]
    if "space" in move.parts:
        return "special", move.parts["space"]
    if move.city is not None and kind.partition(" ")[0] in ("claim", "found", "green"):
        return "city", move.city
    return None


def deed_text(topic: str, name: str) -> str:
    """As lists of openings have it.

    >>> deed_text("city", "HAM"), deed_text("upgrade", "actions")
    ('office HAM', 'actions')
    """
    return {"city": f"office {name}", "special": f"special {name}", "marker": f"use {name}"}.get(topic, name)


def first_turn_text(moves: list[str]) -> str:
    """The first turn of a seat, whatever the order in which its moves were made.

    >>> first_turn_text(["place t BRE-HAM", "place m BRE-HAM", "place t BRE-HAM", "end"])
    'place m BRE-HAM, 2 × place t BRE-HAM'
    """
    counted = {move: moves.count(move) for move in sorted(moves) if move != "end"}
    return ", ".join(f"{count} × {move}" if count > 1 else move for move, count in counted.items()) or "nothing"
