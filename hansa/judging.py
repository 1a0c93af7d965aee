"""Judges one decision, by a quick search (*look*) or by a closer one, which searches the position
after each of the two moves.

>>> start = State.new(board="hansa-45", players=4, seed=7)
>>> judged = judge(start, start.parse("income 1t"), Budget(simulations=300))
>>> judged.seat, judged.choices, judged.verdict in VERDICTS, judged.loss >= 0
(0, 72, True, True)
"""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from dataclasses import replace

from hansa.judgement import MISTAKES, VERDICTS, Judgement, Look, Way
from hansa.solving import Solution, SolvedMove, solve, solve_move
from hansa.state import Move, State
from hansa.thinking import Budget, Line, Thought, fitted_thinker

__all__ = ["MISTAKES", "VERDICTS", "judge", "look_again", "look_once"]

# A played move with less than this part of the best move's visits is judged by a search of its own.
ENOUGH_VISITS = 0.25
FIRST_IMPRESSIONS = 24      # lines from which the difficulty of a decision is computed
CONSIDERED = 12             # lines of a closer look among which the best candidates are found
LEAST_VISITS = 4            # a line needs this many visits for a meaningful value,
LEAST_SHARE = 0.01          # and this share of all simulations
MEMORY = 64                 # megabytes per search
UNSURE = 0.01               # standard error of a value if the search has none
PROOF_POSITIONS = 3_000     # positions to examine for a proof, before any search


def judge(state: State, played: Move, budget: Budget, *, ply: int = 0, stop: threading.Event | None = None) -> Judgement:
    """Judges a move of the seat to move, with the knowledge of that seat. With a budget of
    simulations, the result is deterministic.

    >>> start = State.new(board="hansa-45", players=4, seed=7)
    >>> judge(start, start.parse("end"), Budget(simulations=200)).loss > 0
    True
    """
    return replace(look_once(state, played, budget, ply=ply, stop=stop), looks=())


def look_once(state: State, played: Move, budget: Budget, *, ply: int = 0, stop: threading.Event | None = None) -> Judgement:
    """The first look at a decision: `judge`, with the look in `looks`, so that `look_again` can
    confirm it."""
    seat = state.to_move
    assert isinstance(seat, int)
    solution = solve(state, PROOF_POSITIONS)
    if solution is not None and solution.best.exact:
        solved = solution.of(played)
        if not solved.exact:        # once a win was found, other moves were not searched
            solved = solve_move(state, played, PROOF_POSITIONS)
        if solved.exact:
            return _proven(solution, solved, ply)
    thought = _think(state, budget, seat, stop, played, lines=FIRST_IMPRESSIONS)
    best = thought.lines[0]
    line = next((line for line in thought.lines if line.move == played), None)
    # A move that ends the game has an exact value after one visit.
    known = line is not None and (line.visits >= ENOUGH_VISITS * best.visits or state.after(played).over)
    if line is not None and known:
        way, error = _way(line), line.errors[seat]
    else:
        way, error = _after(state, played, budget, seat, stop)
    judged = Judgement(ply, seat, len(state.legal_moves), way, _way(best), difficulty=_difficulty(thought, seat))
    return replace(judged, looks=(_look(judged, thought.simulations, (best.errors[seat], error)),))


def tried(thought: Thought) -> list[Line]:
    """The lines with enough visits for a meaningful value, at least the first."""
    enough = max(LEAST_VISITS, thought.simulations * LEAST_SHARE)
    return [line for line in thought.lines if line.visits >= enough] or [thought.lines[0]]


def _proven(solution: Solution, played: SolvedMove, ply: int) -> Judgement:
    """A decision near the end of the game whose values are proven, without a search."""
    seat = solution.seat
    best = played if played.low[seat] >= solution.best.low[seat] else solution.best
    ways = [Way(str(each.move), _rounded(each.low), (), (f"{seat} {each.move}",)) for each in (played, best)]
    known = {each.move: each for each in (*solution.moves, played) if each.exact}
    lost = [best.low[seat] - each.low[seat] for each in known.values()]
    judged = Judgement(
        ply, seat, len(solution.moves), ways[0], ways[1], difficulty=round(sum(lost) / len(lost), 4), proven=True)
    return replace(judged, looks=(_look(judged, solution.positions, (0.0, 0.0)),))


def look_again(state: State, played: Move, before: Judgement, budget: Budget, stop: threading.Event | None = None) -> Judgement:
    """A closer look: searches the position with a new tree, then the positions after the best
    candidates and after the played move.

    The candidates are the move with the most visits and the move with the highest value, because a
    search keeps visiting a move that it preferred long after it has found a better one. They and
    the played move get the same budget, so that they can be compared.

    >>> start = State.new(board="hansa-45", players=4, seed=7)
    >>> first = look_once(start, start.parse("end"), Budget(simulations=100))
    >>> again = look_again(start, start.parse("end"), first, Budget(simulations=400))
    >>> [look.simulations for look in again.looks], again.stable, again.verdict in MISTAKES
    ([100, 400], True, True)
    """
    seat = before.seat
    seed = len(before.looks)
    thought = _think(state, budget, seat, stop, played, lines=CONSIDERED, seed=seed)
    most = thought.lines[0]
    rivals = {most.move, max(tried(thought), key=lambda line: line.values[seat]).move} - {played}
    if not rivals:
        judged = replace(before, played=_way(most), best=_way(most))
        errors = (most.errors[seat], most.errors[seat])
    else:
        half = replace(budget, simulations=budget.simulations and -(-budget.simulations // 2),
                       seconds=budget.seconds and budget.seconds / 2)
        own, own_error = _after(state, played, half, seat, stop, seed)
        found = [_after(state, move, half, seat, stop, seed) for move in sorted(rivals, key=str)]
        best, error = max(found, key=lambda each: each[0].values[seat])
        judged, errors = replace(before, played=own, best=best), (error, own_error)
    return replace(judged, looks=(*before.looks, _look(judged, thought.simulations, errors)))


def _look(judged: Judgement, simulations: int, errors: tuple[float, float]) -> Look:
    same = judged.played.move == judged.best.move
    loss = 0.0 if same else judged.best.values[judged.seat] - judged.played.values[judged.seat]
    return Look(simulations, round(loss, 4), round(math.hypot(*errors), 4))


def _difficulty(thought: Thought, seat: int) -> float:
    """The value that a player gives up on average who chooses by the policy, without a search."""
    best = thought.lines[0].values[seat]
    seen = sum(line.prior for line in thought.lines)
    lost = sum(line.prior * max(0.0, best - line.values[seat]) for line in thought.lines)
    return round(lost / seen, 4) if seen else 0.0


def _think(
    state: State, budget: Budget, seat: int, stop: threading.Event | None, also: Move | None = None, *, lines: int = 1,
    seed: int = 0,
) -> Thought:
    """A search with a new tree, so that a judgement depends only on its position."""
    thinker = fitted_thinker(memory=MEMORY, seed=seed)
    return thinker.think(state, budget, lines=lines, firm=False, seat=seat, stop=stop, also=also)


def _after(
    state: State, move: Move, budget: Budget, seat: int, stop: threading.Event | None, seed: int = 0,
) -> tuple[Way, float]:
    """Judges a move by searching the position after it. Returns also the standard error of its
    value."""
    after = state.after(move)
    first = f"{seat} {move}"
    if after.over:
        scores = tuple({name: float(points) for name, points in row.items()} for row in after.scores)
        return Way(str(move), _rounded(after.shares), scores, (first,)), 0.0
    thought = _think(after, budget, seat, stop, seed=seed)
    way = Way(str(move), _rounded(thought.values), thought.points, (first, *thought.lines[0].variation))
    errors = thought.lines[0].errors
    return way, errors[seat] if errors else UNSURE


def _way(line: Line) -> Way:
    return Way(str(line.move), _rounded(line.values), line.points, line.variation)


def _rounded(values: Sequence[float]) -> tuple[float, ...]:
    """Values rounded as in files, so that a judgement from a file equals a new one."""
    return tuple(round(value, 4) for value in values)
