"""Drills as terminal and page ask them: which comes next, what is said of an answer, what the best
plan is."""

from __future__ import annotations

from collections.abc import Callable

from hansa.drills.drill import Drill, DrillAnswer
from hansa.drills.practice import Practice
from hansa.phrases import Phrase, joined, say
from hansa.table.plans import plan_of
from hansa.thinking import Budget, fitted_thinker
from hansa.views import views_of

__all__ = ["best_plan", "hint", "score_line", "verdict"]

LINE_SIMULATIONS = 800      # that show how the best plan may go on
MEMORY = 64                 # megabytes for them


def hint(drill: Drill) -> Phrase:
    """Half of the answer: what kind of move, without where."""
    kind = drill.best.partition(" ")[0]
    begins = say("the move begins with {word}", word=repr(kind))
    return joined("; ", [begins, say("{count} moves are right", count=len(drill.also) + 1)]) if drill.also else begins


def verdict(drill: Drill, answer: DrillAnswer, called: Callable[[str], str] = str) -> Phrase:
    """Whether an answer was right; moves are what is typed for them, or what they are `called`."""
    best = called(drill.best)
    if answer.right:
        return say("Right.") if answer.exact else say("Right: it begins the same plan as {best}.", best=best)
    return say("No: that gives up at least {loss:.0%} of the win. Best is {best}.", loss=answer.loss, best=best)


def best_plan(drill: Drill, called: Callable[[str], str] = str) -> list[Phrase]:
    """What the best move does, how it may go on, and what the best other plan gives up. A short
    search finds it."""
    state = drill.state()
    best = state.parse(drill.best)
    words = views_of(state).words.describe(state, best, state.after(best))
    thought = fitted_thinker(memory=MEMORY).think(state, Budget(simulations=LINE_SIMULATIONS), lines=1, moves=[best])
    plan = plan_of(state, thought.lines[0].variation, drill.seat)
    following = [say("The plan: {plan}.", plan=plan)] if plan else []
    return [
        joined(" ", [say("It {move}.", move=words), *following]),
        say("The best of the other plans, {move}, gives up {loss:.1%} of the win.",
            move=called(drill.rival), loss=drill.margin),
    ]


def score_line(practice: Practice) -> Phrase:
    """The score in a line."""
    score = practice.score
    return say("rating {rating}; {right} of {answered} right, {streak} in a row", rating=score.rating, right=score.right,
               answered=score.answered, streak=score.streak)
