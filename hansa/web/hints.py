"""A hint in three steps, each of which says more: where to look, what to play, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from hansa.json_lines import Json
from hansa.languages import Language
from hansa.lessons import principle
from hansa.phrases import Phrase, say
from hansa.state import State
from hansa.thinking import Thought
from hansa.views.svg import drawing_of
from hansa.web.shown_moves import outcome

MOST_PLANNED = 8        # moves of the best line that are looked at for what it leads to
# What a line is played for, by the first word of its move.
AIMS = ("claim", "favour", "sell", "build")
# What a piece is lifted for comes before that.
MOVED = ("drop",)


def hint(state: State, thought: Thought, language: Language) -> Json:
    """What a search has found, as a teacher tells it."""
    assert isinstance(state.to_move, int)
    shown, line = drawing_of(state), thought.lines[0]
    move = str(line.move)
    targets = shown.targets(move)
    expected = say("You may expect {share:.0%} of the win.", share=line.values[state.to_move])
    return {
        "move": move, "words": language.tell(shown.wish(move)), "targets": targets,
        "area": language.tell(area(targets, shown.label)),
        "why": list(map(language.tell, [*reasons(state, move, line.variation), expected])),
    }


def area(targets: Sequence[str], label: Callable[[str], str]) -> Phrase:
    """Where to look, without what to do there.

    >>> area(["kind t", "free BRE-HAM"], str), area(["stock"], str), area([], str)
    ('Look at the route BRE-HAM.', 'Look at your desk.', 'Look at the buttons above the map.')
    """
    for target in targets:
        what, *words = target.split()
        if what in ("free", "piece", "route"):
            return say("Look at the {place}.", place=label("route " + words[-1].partition("/")[0]))
        if what in ("city", "special"):
            return say("Look at the {place}.", place=label(target))
    return say("Look at your desk.") if targets else say("Look at the buttons above the map.")


def reasons(state: State, move: str, variation: Sequence[str]) -> Iterator[Phrase]:
    """What the move is good for, what it brings at once, and what it leads to."""
    if words := principle(state.game, move):
        yield words
    if words := outcome(state, move):
        yield say("At once: {words}.", words=words)
    own, goals = str(state.to_move), [*([MOVED] if move.startswith("lift ") else []), AIMS]
    state = state.after(move)
    for text in variation[1:MOST_PLANNED]:
        mover, _, played = text.partition(" ")
        if mover == own and played.startswith(goals[0]):
            yield say("Then you can {move}.", move=drawing_of(state).wish(played))
            if not (goals := goals[1:]):
                return
        state = state.after(played)
