"""Whether a position has one clearly best plan: a glance, then searches of the plan and of
everything else.

The plan that seems best and all other moves get the same search each, from the position itself.
Only if the best of the others gives up much, in two such pairs with different seeds, the deeper the
later, is it a drill.

>>> state = State.new(board="hansa-45", players=4, seed=7)
>>> glance(state, 60).gap >= 0
True
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from engine_c.search.options import SearchOptions
from engine_c.search.search import Search
from hansa.drills.drill import GRADES, plan_key
from hansa.games import mind_for
from hansa.moves import Move
from hansa.samples import samples_of
from hansa.state import State

__all__ = ["DEEP", "LEAST_MARGIN", "Glance", "Proof", "glance", "grade_of", "prove"]

DEEP = 4000                 # simulations for each side, in the deepest pair
STAGES = (0.25, 1.0)        # parts of it, pair by pair
LEAST_MARGIN = 0.06         # of the win
# that is left when two standard errors are taken away: what reviews call an inaccuracy
SURE_MARGIN = 0.03
SIGMAS = 2.0
SAME = 0.02                 # what two moves of one plan may differ by
FAMILIAR = (0.9, 0.7, 0.4, 0.15)      # how likely first impressions choose the plan, grade by grade
MEMORY = 64                 # megabytes


@dataclass(frozen=True)
class Glance:
    """What a short search believes: the best plan, what others give up, how familiar it looks."""

    plan: tuple[Move, ...]      # the moves that begin it
    gap: float
    prior: float


@dataclass(frozen=True)
class Proof:
    """That a plan is clearly best."""

    best: Move
    also: tuple[Move, ...]
    rival: Move
    margin: float
    error: float
    simulations: int            # for each side


def glance(state: State, simulations: int, seed: int = 0) -> Glance:
    """A short search; its gap is 0 where all moves belong to one plan."""
    edges = searched(state, (), simulations, seed).edges()
    moves = {code: state.move(code) for code, *_ in edges}
    best = max(edges, key=lambda edge: (edge[1], edge[2]))
    key = plan_key(moves[best[0]])
    plan = [edge for edge in edges if plan_key(moves[edge[0]]) == key]
    rivals = [edge for edge in edges if plan_key(moves[edge[0]]) != key and edge[1]]
    gap = best[2] - max(edge[2] for edge in rivals) if rivals else 0.0
    return Glance(tuple(moves[code] for code, *_ in plan), max(0.0, gap), sum(prior for *_, prior in plan))


def prove(state: State, plan: Sequence[Move], deep: int = DEEP, seed: int = 0) -> Proof | None:
    """The proof that a plan is clearly best; None where it is not, or not clearly."""
    others = [move for move in state.legal_moves if move not in plan]
    if not others:
        return None
    proof = None
    for number, part in enumerate(STAGES):
        simulations = max(1, round(deep * part))
        proof = _pair(state, plan, others, simulations, seed + 1 + number)
        if proof is None:
            return None
    return proof


def _pair(state: State, plan: Sequence[Move], others: Sequence[Move], simulations: int, seed: int) -> Proof | None:
    """A search of the plan and one of everything else; None if the difference is not clear."""
    assert isinstance(state.to_move, int)
    seat = state.to_move
    own, other = (searched(state, moves, simulations, seed) for moves in (plan, others))
    first, rival = (max(found.edges(), key=lambda edge: (edge[1], edge[2])) for found in (own, other))
    margin = first[2] - rival[2]
    error = math.hypot(samples_of(own)[first[0]].errors[seat], samples_of(other)[rival[0]].errors[seat])
    if margin < LEAST_MARGIN or margin - SIGMAS * error < SURE_MARGIN:
        return None
    # Where a plan may begin in several ways, those that were tried and found as good are right,
    # too.
    also = [code for code, visits, value, _ in own.edges() if visits and value >= first[2] - SAME and code != first[0]]
    return Proof(
        state.move(first[0]), tuple(state.move(code) for code in also), state.move(rival[0]),
        round(margin, 4), round(error, 4), simulations)


def searched(state: State, moves: Sequence[Move], simulations: int, seed: int) -> Search:
    """A search of some moves, or of all, for the seat to move."""
    assert isinstance(state.to_move, int)
    search = Search(mind_for(state.game, state.position), SearchOptions(memory=MEMORY), seed=seed)
    search.begin(state.position, state.to_move, moves=tuple(move.code for move in moves))
    search.run(simulations)
    return search


def grade_of(prior: float) -> int:
    """How hard a plan is to find, by how likely first impressions choose it.

    >>> [grade_of(prior) for prior in (0.95, 0.5, 0.01)]
    [1, 3, 5]
    """
    return next((grade for grade, least in enumerate(FAMILIAR, 1) if prior >= least), GRADES)
