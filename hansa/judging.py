"""Judging one decision: a quick look, and a closer one that gives both moves searches of their own.

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

# A move that was tried less than this part of the best one's visits is judged by a search of its
# own.
ENOUGH_VISITS = 0.25
FIRST_IMPRESSIONS = 24      # lines that say how hard a decision is
CONSIDERED = 12             # lines of a closer look that may be better than the one tried most
LEAST_VISITS = 4            # of a line whose value says something,
LEAST_SHARE = 0.01          # and the share of all simulations that it needs
MEMORY = 64                 # megabytes a search
UNSURE = 0.01               # the standard error of a loss where a search has none
PROOF_POSITIONS = 3_000     # that are looked at for a proof, before any search


def judge(state: State, played: Move, budget: Budget, *, ply: int = 0, stop: threading.Event | None = None) -> Judgement:
    """A decision of the seat to move, by what that seat knows. The same for the same budget of
    simulations, always.

    >>> start = State.new(board="hansa-45", players=4, seed=7)
    >>> judge(start, start.parse("end"), Budget(simulations=200)).loss > 0
    True
    """
    return replace(look_once(state, played, budget, ply=ply, stop=stop), looks=())


def look_once(state: State, played: Move, budget: Budget, *, ply: int = 0, stop: threading.Event | None = None) -> Judgement:
    """The same with its look: whether it holds has still to be seen."""
    seat = state.to_move
    assert isinstance(seat, int)
    solution = solve(state, PROOF_POSITIONS)
    if solution is not None and solution.best.exact:
        solved = solution.of(played)
        if not solved.exact:        # given a sure win, the other moves were not searched
            solved = solve_move(state, played, PROOF_POSITIONS)
        if solved.exact:
            return _proven(solution, solved, ply)
    thought = _think(state, budget, seat, stop, played, lines=FIRST_IMPRESSIONS)
    best = thought.lines[0]
    line = next((line for line in thought.lines if line.move == played), None)
    # A move that ends the game is known after one visit, and by the same measure as the best one.
    known = line is not None and (line.visits >= ENOUGH_VISITS * best.visits or state.after(played).over)
    if line is not None and known:
        way, error = _way(line), line.errors[seat]
    else:
        way, error = _after(state, played, budget, seat, stop)
    judged = Judgement(ply, seat, len(state.legal_moves), way, _way(best), difficulty=_difficulty(thought, seat))
    return replace(judged, looks=(_look(judged, thought.simulations, (best.errors[seat], error)),))


def tried(thought: Thought) -> list[Line]:
    """The lines whose visits are enough for their values to mean something; always the first."""
    enough = max(LEAST_VISITS, thought.simulations * LEAST_SHARE)
    return [line for line in thought.lines if line.visits >= enough] or [thought.lines[0]]


def _proven(solution: Solution, played: SolvedMove, ply: int) -> Judgement:
    """A decision near the end that needs no search: what both moves are worth is known."""
    seat = solution.seat
    best = played if played.low[seat] >= solution.best.low[seat] else solution.best
    ways = [Way(str(each.move), _rounded(each.low), (), (f"{seat} {each.move}",)) for each in (played, best)]
    lost = [best.low[seat] - each.low[seat] for each in (*solution.moves, played) if each.exact]
    judged = Judgement(
        ply, seat, len(solution.moves), ways[0], ways[1], difficulty=round(sum(lost) / len(lost), 4), proven=True)
    return replace(judged, looks=(_look(judged, solution.positions, (0.0, 0.0)),))


def look_again(state: State, played: Move, before: Judgement, budget: Budget, stop: threading.Event | None = None) -> Judgement:
    """A closer look: searches the position anew, then the moves that may be the best, and the played one.

    Those are the move tried most and the one that seemed to be worth most: a search goes on trying
    a move that it liked long after it has seen that another one is better. They and the move that
    was played get the same search, so that none is flattered.

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
    """What a player would give up who chooses by the policy, before any search."""
    best = thought.lines[0].values[seat]
    seen = sum(line.prior for line in thought.lines)
    lost = sum(line.prior * max(0.0, best - line.values[seat]) for line in thought.lines)
    return round(lost / seen, 4) if seen else 0.0


def _think(
    state: State, budget: Budget, seat: int, stop: threading.Event | None, also: Move | None = None, *, lines: int = 1,
    seed: int = 0,
) -> Thought:
    """A search that knows nothing from before: so a judgement depends on its position alone."""
    thinker = fitted_thinker(memory=MEMORY, seed=seed)
    return thinker.think(state, budget, lines=lines, firm=False, seat=seat, stop=stop, also=also)


def _after(
    state: State, move: Move, budget: Budget, seat: int, stop: threading.Event | None, seed: int = 0,
) -> tuple[Way, float]:
    """A move by a search of the position after it, and the standard error of its value."""
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
    """As they are written: what is kept in a file is the same as what was just computed."""
    return tuple(round(value, 4) for value in values)
