"""What moves bring about that lasts, as short texts which games have in common: offices, upgrades,
markers.

A *deed* is a topic and a name: `("city", "HAM")` for an office, `("upgrade", "actions")` for a step
on a track, `("marker", "plus-3")` for a marker that is used, `("special", "8")` for a space of the
board.

>>> from hansa import State
>>> state = State.new(board="hansa-45", players=4, seed=7)
>>> [deeds_of(state.move(text)) for text in ("place t BRE-HAM", "claim BRE-HAM office HAM", "use swap LUB 1", "end")]
[[], [('city', 'HAM')], [('marker', 'swap')], []]
"""

from __future__ import annotations

from hansa.moves import Move

__all__ = ["deed_text", "deeds_of", "first_turn_text"]

FOR_A_CITY = ("claim", "found", "green")        # moves that bring the mover an office or a booth


def deeds_of(move: Move) -> list[tuple[str, str]]:
    """Topic and name of all that a move brings about, the weightiest first; nothing for moves that prepare something.

    >>> from hansa import State
    >>> state = State.new(board="hansa-45", players=4, seed=7)
    >>> deeds_of(state.move("claim GOT-QUE develop actions")), deeds_of(state.move("use develop keys"))
    ([('upgrade', 'actions')], [('upgrade', 'keys'), ('marker', 'develop')])
    >>> deeds_of(State.new(game="hansa2004", players=2, seed=1).move("found LUB"))
    [('city', 'LUB')]
    """
    kind = move.kind
    verb, _, rest = kind.partition(" ")
    found: list[tuple[str, str]] = []
    if move.track is not None:
        found.append(("upgrade", move.track))
    if verb == "use":
        found.append(("marker", move.marker or rest))
    if "space" in move.parts:
        found.append(("special", move.parts["space"]))
    if move.city is not None and verb in FOR_A_CITY:
        found.append(("city", move.city))
    return found


def deed_text(topic: str, name: str) -> str:
    """As lists of openings have it.

    >>> deed_text("city", "HAM"), deed_text("upgrade", "actions")
    ('city HAM', 'actions')
    """
    return {"city": f"city {name}", "special": f"special {name}", "marker": f"use {name}"}.get(topic, name)


def first_turn_text(moves: list[str]) -> str:
    """The first turn of a seat, whatever the order in which its moves were made.

    >>> first_turn_text(["place t BRE-HAM", "place m BRE-HAM", "place t BRE-HAM", "end"])
    'place m BRE-HAM, 2 × place t BRE-HAM'
    """
    counted = {move: moves.count(move) for move in sorted(moves) if move != "end"}
    return ", ".join(f"{count} × {move}" if count > 1 else move for move, count in counted.items()) or "nothing"
