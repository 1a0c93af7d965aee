"""What is asked of whoever decides: legal moves in words with the places to click, and what these places are called.

>>> state = State.new(board="hansa-45", players=4, seed=7)
>>> choices(state, drawing_of(state))[6]
{'move': 'place t BRE-HAM', 'words': 'place a trader on Bremen-Hamburg', 'targets': ('kind t', 'free BRE-HAM')}
"""

from __future__ import annotations

import re
from typing import Any

from hansa.state import State
from hansa.table.refusals import reasons_against
from hansa.views import views_of
from hansa.views.svg import drawing_of
from hansa.views.svg.contract import PositionDrawing
from hansa.views.words.naming import COLOURS, spoken

Json = dict[str, Any]
CODE = re.compile(r"\b[A-Z]{3}\b")
MOST_LACKING = 3        # routes to a city of which it is said what they lack


def choices(state: State, shown: PositionDrawing) -> list[Json]:
    """Every legal move of the seat to decide, or of chance."""
    return [
        {"move": move, "words": spoken(wish(shown, move)), "targets": shown.targets(move)}
        for move in map(str, state.legal_moves)
    ]


def wish(shown: PositionDrawing, move: str) -> str:
    """A move in words, as what one would do: "place a trader on Bremen-Hamburg"."""
    verb, _, rest = shown.phrase(move).partition(" ")
    return f"{'do' if verb == 'does' else verb.removesuffix('s')} {rest}".strip()


def played(state: State, move: str) -> Json:
    """A move that a variation plays."""
    shown = drawing_of(state)
    return {"mover": state.to_move, "move": move, "words": spoken(wish(shown, move)), "targets": shown.targets(move)}


def told_line(state: State, variation: list[str]) -> list[Json]:
    """The moves of a line (`2 place t BRE-HAM`), one after another."""
    line = []
    for text in variation:
        move = text.partition(" ")[2]
        line.append(played(state, move))
        state = state.after(move)
    return line


def outcome(state: State, text: str) -> str:
    """What a move brings whom, as its mover is told it; empty if nobody gets anything by it at once.

    >>> start = State.new(board="hansa-45", players=4, seed=7)
    >>> outcome(start, "place t BRE-HAM")
    ''
    """
    move = state.parse(text)
    told = views_of(state).words.describe(state, move, state.after(move))
    words = spoken("; ".join(told.split("; ")[1:]))
    return to_mover(words, state.to_move) if isinstance(state.to_move, int) else words


def to_mover(words: str, seat: int) -> str:
    """A text about all seats as one of them is told it.

    >>> to_mover("Red takes the marker swap; prestige Red +1, Green +1", 0)
    'you take the marker swap; prestige you +1, Green +1'
    """
    colour = COLOURS[seat]
    for verb, own in (("takes", "take"), ("has", "have")):
        words = words.replace(f"{colour} {verb} ", f"you {own} ")
    return re.sub(rf"\b{colour} (?=\+)", "you ", words)


def why_not(state: State, target: str) -> list[str]:
    """Why somebody who chose a place may do nothing there, in sentences with rules.

    >>> state = State.new(board="hansa-45", players=4, seed=7).after("place t HAM-LUB")
    >>> why_not(state, "route HAM-LUB")
    ['not every house of Hamburg-Lübeck holds a piece of Red [T20]']
    >>> why_not(state, "city LUB")
    ['Hamburg-Lübeck: 2 of 3 houses lack a piece of yours']
    """
    shown, words = drawing_of(state), views_of(state).words
    what, _, place = target.partition(" ")
    found = reasons_against(state, shown.wishes(target))
    if what == "city":
        found += words.lacking(state, "claim", [place])[:MOST_LACKING]
    names = words.place_names(state)
    return list(dict.fromkeys(
        spoken(CODE.sub(lambda code: names.get(code[0], code[0]), _first_things_first(reason, shown))) for reason in found
    ))


def _first_things_first(reason: str, shown: PositionDrawing) -> str:
    """What has to be decided now, for a reason that names a phase of the game: no player knows those."""
    if "the phase" not in reason or "[" not in reason:
        return reason
    return f"{shown.prompt()} {reason[reason.rindex('['):]}"


def labels(shown: PositionDrawing, moves: list[Json]) -> dict[str, str]:
    """The targets of moves as people call them, for labels that are read aloud."""
    targets = dict.fromkeys(target for move in moves for target in move["targets"])
    return {target: spoken(shown.label(target)) for target in targets}
