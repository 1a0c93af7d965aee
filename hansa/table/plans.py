"""What a line is about, in a sentence: first moves, the expected answer, what it leads to.

>>> from hansa.languages import ENGLISH
>>> from hansa.notation import read_position
>>> start = read_position("hansa-23, 3 players; turn: red; HAM-LUB: rr; STA: R")
>>> ENGLISH.tell(plan_of(start, ["0 place t HAM-LUB", "0 claim HAM-LUB develop bank", "0 end", "1 income 3t"], 0))
'places a trader on Hamburg-Lübeck, then claims Hamburg-Lübeck to develop bank to 5'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hansa.phrases import NOTHING, Phrase, say
from hansa.phrases import seat as seat_name
from hansa.state import State
from hansa.views import views_of

__all__ = ["allowed_by", "plan_of"]

SILENT = ("end", "done")            # moves that are part of no plan
LEADING = ("claim", "sell")         # what a player is after, if it comes later
MOST_STEPS = 4                      # of the player's own, at first


@dataclass(frozen=True)
class PlanStep:
    """A move of a line: whose, its verb, what it does in words, whether it is aimed at the player
    of the plan."""

    seat: int
    verb: str
    words: Phrase
    hostile: bool


def plan_of(state: State, line: Sequence[str], seat: int) -> Phrase:
    """The plan of a line (moves with their movers) for a seat; empty if there is nothing to say."""
    steps = list(steps_of(state, line, seat))
    first = [step for step in steps[: next((n for n, step in enumerate(steps) if step.seat != seat), len(steps))]
             if step.verb not in SILENT]
    if not first:
        return NOTHING
    said, *others = repeated(step.words for step in first[:MOST_STEPS])
    for other in others:
        said = say("{moves}, then {move}", moves=said, move=other)
    reply = next((step for step in steps if step.seat != seat and step.hostile), None)
    if reply is not None:
        said = say("{plan}; afterwards {player} probably {move}", plan=said, player=seat_name(reply.seat), move=reply.words)
    later = next((step for step in steps if step.seat == seat and step.verb in LEADING), None)
    if later is not None and later.verb not in [step.verb for step in first]:
        said = say("{plan}; later it {move}", plan=said, move=later.words)
    return said


def allowed_by(state: State, line: Sequence[str], seat: int) -> Phrase:
    """What others do to a seat in a line that begins with its move; empty if nothing.

    >>> from hansa.languages import ENGLISH
    >>> from hansa.notation import read_position
    >>> start = read_position("hansa-23, 3 players; turn: red, 1 action; HAM-LUB: r")
    >>> ENGLISH.tell(allowed_by(start, ["0 end", "1 displace 0t HAM-LUB with t pay t", "0 put t HAM-LUN"], 0))
    "Green displaces Red's trader on Hamburg-Lübeck by a trader, paying a trader"
    """
    hostile = next((step for step in steps_of(state, line, seat) if step.seat != seat and step.hostile), None)
    return NOTHING if hostile is None else say("{player} {move}", player=seat_name(hostile.seat), move=hostile.words)


def steps_of(state: State, line: Sequence[str], seat: int) -> Iterator[PlanStep]:
    """The moves of a line as long as they can be played, without those of chance."""
    now = state.copy()
    for text in line:
        mover, _, typed = text.partition(" ")
        if str(now.to_move) != mover or typed not in now.legal_moves:
            return
        move = now.parse(typed)
        after = now.after(move)
        if isinstance(now.to_move, int):
            words = views_of(now).words.describe(now, move, after)
            verb = typed.partition(" ")[0]
            hostile = verb in LEADING or (verb == "displace" and seat_name(seat) in words)
            yield PlanStep(now.to_move, verb, words, hostile)
        now = after


def repeated(moves: Iterator[Phrase]) -> list[Phrase]:
    """Moves, each once, with how often it comes: `places a trader on A-B (twice)`."""
    times = Counter(moves)
    return [
        move if count == 1 else say("{move} (twice)", move=move) if count == 2
        else say("{move} ({count} times)", move=move, count=count)
        for move, count in times.items()
    ]
