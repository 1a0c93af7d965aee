"""A hint in three steps, each of which says more: where to look, what to play, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hansa.lessons import principle
from hansa.state import State
from hansa.thinking import Thought
from hansa.views.svg import drawing_of
from hansa.views.words.naming import spoken
from hansa.web.asking import outcome, told_line, wish

Json = dict[str, Any]
MOST_PLANNED = 8        # moves of the best line that are looked at for what it leads to
# What a line is played for, by the first word of its move.
AIMS = ("claim", "favour", "sell", "build")


def hint(state: State, thought: Thought) -> Json:
    """What a search has found, as a teacher tells it."""
    assert isinstance(state.to_move, int)
    shown, line = drawing_of(state), thought.lines[0]
    move = str(line.move)
    targets = shown.targets(move)
    return {
        "move": move, "words": spoken(wish(shown, move)), "targets": targets,
        "area": spoken(area(targets, shown.label)),
        "why": [*reasons(state, move, line.variation), f"You may expect {line.values[state.to_move]:.0%} of the win."],
    }


def area(targets: Sequence[str], label: Any) -> str:
    """Where to look, without what to do there.

    >>> area(["kind t", "free BRE-HAM"], str), area(["stock"], str), area([], str)
    ('Look at the route BRE-HAM.', 'Look at your desk.', 'Look at the buttons above the map.')
    """
    for target in targets:
        what, *words = target.split()
        if what in ("free", "piece", "route"):
            return f"Look at the {label('route ' + words[-1].partition('/')[0])}."
        if what in ("city", "special"):
            return f"Look at the {label(target)}."
    return "Look at your desk." if targets else "Look at the buttons above the map."


def reasons(state: State, move: str, variation: Sequence[str]) -> Iterator[str]:
    """What the move is good for, what it brings at once, and what it leads to."""
    if words := principle(state.game, move):
        yield words
    if words := outcome(state, move):
        yield f"At once: {words}."
    own = f"{state.to_move} "
    for number, text in enumerate(variation[1:MOST_PLANNED], 1):
        if text.startswith(own) and text.removeprefix(own).startswith(AIMS):
            told = told_line(state, list(variation[: number + 1]))[-1]["words"]
            yield f"Then you can {told}."
            return
