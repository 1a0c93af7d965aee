"""What the player to move can choose from: legal moves in words with the places to click, and what
these places are called.

>>> from hansa.languages import ENGLISH
>>> state = State.new(board="hansa-45", players=4, seed=7)
>>> choices(state, drawing_of(state), ENGLISH)[6]
{'move': 'place t BRE-HAM', 'words': 'place a trader on Bremen-Hamburg', 'targets': ('kind t', 'free BRE-HAM')}
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hansa.json_lines import Json
from hansa.languages import Language
from hansa.phrases import Phrase, joined
from hansa.state import State
from hansa.table.refusals import reasons_against
from hansa.views import views_of
from hansa.views.svg import drawing_of
from hansa.views.svg.contract import PositionDrawing
from hansa.web.answers import PlayedMove

CODE = re.compile(r"\b[A-Z]{3}\b")
MOST_LACKING = 3        # routes to a city of which it is said what they lack


def choices(state: State, shown: PositionDrawing, language: Language) -> list[Json]:
    """Every legal move of the seat to decide, or of chance."""
    return [
        {"move": move, "words": language.tell(shown.wish(move)), "targets": shown.targets(move)}
        for move in map(str, state.legal_moves)
    ]


def played_move(state: State, move: str, language: Language) -> PlayedMove:
    """A move that a variation plays."""
    shown = drawing_of(state)
    return PlayedMove(
        mover=state.to_move, move=move, words=language.tell(shown.wish(move)), targets=tuple(shown.targets(move)))


def told_line(state: State, variation: Sequence[str], language: Language) -> list[PlayedMove]:
    """The moves of a line (`2 place t BRE-HAM`), one after another."""
    line = []
    for text in variation:
        move = text.partition(" ")[2]
        line.append(played_move(state, move, language))
        state = state.after(move)
    return line


def outcome(state: State, text: str) -> Phrase:
    """What a move brings whom, as its mover is told it; empty if nobody gets anything by it at once.

    >>> start = State.new(board="hansa-45", players=4, seed=7)
    >>> outcome(start, "place t BRE-HAM")
    ''
    """
    move, you = state.parse(text), state.to_move
    after = state.after(move)
    return joined("; ", views_of(state).words.outcome(state, move, after, you if isinstance(you, int) else None))


def why_not(state: State, target: str, language: Language) -> list[str]:
    """Why a player who chose a place cannot do anything there, in sentences with rules.

    >>> from hansa.languages import ENGLISH
    >>> state = State.new(board="hansa-45", players=4, seed=7).after("place t HAM-LUB")
    >>> why_not(state, "route HAM-LUB", ENGLISH)
    ['not every house of Hamburg-Lübeck holds a piece of Red [T20]']
    >>> why_not(state, "city LUB", ENGLISH)
    ['Hamburg-Lübeck: 2 of 3 houses lack a piece of yours [T20]']
    """
    shown, words = drawing_of(state), views_of(state).words
    what, _, place = target.partition(" ")
    found = reasons_against(state, shown.wishes(target))
    if what == "city":
        lacking = words.lacking(state, "claim", [place])[:MOST_LACKING]
        found += [joined(" ", [reason, f"[{words.claim_rule}]"]) for reason in lacking]
    names = words.place_names(state)
    told = (language.tell(_first_things_first(reason, shown)) for reason in found)
    return list(dict.fromkeys(CODE.sub(lambda code: names.get(code[0], code[0]), reason) for reason in told))


def _first_things_first(reason: Phrase, shown: PositionDrawing) -> Phrase:
    """Replaces a reason that names a phase, which no player knows, by the prompt."""
    if "the phase" not in reason or "[" not in reason:
        return reason
    return joined(" ", [shown.prompt(), reason[reason.rindex("["):]])


def labels(shown: PositionDrawing, moves: list[Json], language: Language) -> dict[str, str]:
    """The targets of moves as people call them, for labels that are read aloud."""
    targets = dict.fromkeys(target for move in moves for target in move["targets"])
    return {target: language.tell(shown.label(target)) for target in targets}
