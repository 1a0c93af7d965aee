"""The end of a game solved: exact values where the rest of the game can be searched to its end.

Every player maximises their own share of the win (max^n), by the true ranks and tie-breaks of the
rules; chance counts by its probabilities. What cannot be searched is unknown, between nothing and
all of the win. So each position has *bounds*: where they meet the value is proven, whatever the
rest holds.

>>> from hansa.notation import read_position
>>> state = read_position("hansa-23, 3 players; turn: red, 1 action; red: prestige 19; ARN-DUI: rrr; DUI: r")
>>> solution = solve(state)
>>> solution.best.move, solution.best.low, solution.proven
(Move('claim ARN-DUI'), (1.0, 0.0, 0.0), True)
"""

from __future__ import annotations

from dataclasses import dataclass

from engine_c.position import Position
from hansa.state import Move, State

__all__ = ["Solution", "SolvedMove", "solve", "solve_move"]

DEFAULT_POSITIONS = 20_000      # a tenth of a second or two
MOST_DEPTH = 40                 # decisions with a choice; an end that is further away is not small
SAME = 1e-9                     # shares that differ by less are equal
# of the share of each seat: the least, the most
Bounds = tuple[tuple[float, ...], tuple[float, ...]]


@dataclass(frozen=True)
class SolvedMove:
    """A move with the bounds of every seat's share after it.

    >>> SolvedMove(Move("end", 0), (0.0, 0.5), (0.5, 1.0)).exact
    False
    """

    move: Move
    low: tuple[float, ...]
    high: tuple[float, ...]

    @property
    def exact(self) -> bool:
        """Whether the value of every seat is known."""
        return all(high - low < SAME for low, high in zip(self.low, self.high, strict=True))


@dataclass(frozen=True)
class Solution:
    """What is proven about a decision. `moves` are all legal moves, those with the highest
    guaranteed share first.

    >>> won, open_ = (SolvedMove(Move(name, 0), (low, 0.0), (1.0, 1.0 - low)) for name, low in (("a", 1.0), ("b", 0.0)))
    >>> solution = Solution(0, (won, open_), positions=9, depth=1)
    >>> solution.best is won, solution.settled, solution.proven, solution.of(open_.move) is open_
    (True, True, True, True)
    """

    seat: int
    moves: tuple[SolvedMove, ...]
    positions: int              # that were looked at
    depth: int

    @property
    def best(self) -> SolvedMove:
        """The move with the highest guaranteed share."""
        return self.moves[0]

    @property
    def proven(self) -> bool:
        """Whether no other move can be better than the best."""
        return all(other.high[self.seat] <= self.best.low[self.seat] + SAME for other in self.moves[1:]) and self.settled

    @property
    def settled(self) -> bool:
        """Whether it is known exactly what the seat gets."""
        return self.best.high[self.seat] - self.best.low[self.seat] < SAME

    def of(self, move: Move) -> SolvedMove:
        """What is known of a move."""
        return next(solved for solved in self.moves if solved.move == move)


def solve(state: State, positions: int = DEFAULT_POSITIONS) -> Solution | None:
    """What can be proven about a decision by examining at most `positions` positions; None if
    nothing can.

    It searches one decision deeper each time, until the best move is proven, the tree is complete,
    or the positions are used up. A position with hidden cards is never solved, since their value is
    unknown.

    >>> solve(State.new(board="hansa-45", players=4, seed=7), positions=500) is None
    True
    """
    seat = state.to_move
    if not isinstance(seat, int) or state.view(seat).covered:
        return None
    solver = _Solver(positions, state.players)
    found: Solution | None = None
    for depth in range(1, MOST_DEPTH):
        solver.complete = True
        moves = solver.root(state, seat, depth)
        if solver.spent:
            break
        found = Solution(seat, moves, solver.looked, depth)
        if found.proven or solver.complete:
            break
    return found if found is not None and found.proven else None


def solve_move(state: State, move: Move, positions: int = DEFAULT_POSITIONS) -> SolvedMove:
    """The bounds of one move, as tight as this many positions make them.

    >>> from hansa.notation import read_position
    >>> state = read_position("hansa-23, 3 players; turn: red, 1 action; red: prestige 19; ARN-DUI: rrr; DUI: r")
    >>> solve_move(state, state.parse("end"), positions=9).exact
    False
    """
    solver = _Solver(positions, state.players)
    after = state.position.copy()
    after.play(move.code)
    found = SolvedMove(move, *solver.unknown)
    for depth in range(MOST_DEPTH):
        solver.complete = True
        bounds = solver.bounds(after.copy(), depth)
        if solver.spent:
            break
        found = SolvedMove(move, *bounds)
        if found.exact or solver.complete:
            break
    return found


class _Solver:
    """Depth-first search with bounds; positions that were solved are remembered by their keys."""

    def __init__(self, positions: int, players: int) -> None:
        self.most, self.looked, self.players = positions, 0, players
        self.complete = True        # nothing was left unknown by the depth
        self.known: dict[tuple[int, int], Bounds] = {}      # by key and depth
        self.solved: dict[int, Bounds] = {}                 # those that no depth would change
        self.unknown: Bounds = ((0.0,) * players, (1.0,) * players)

    @property
    def spent(self) -> bool:
        return self.looked >= self.most

    def root(self, state: State, seat: int, depth: int) -> tuple[SolvedMove, ...]:
        """Every legal move with its bounds."""
        solved = []
        for move in state.legal_moves:
            after = state.position.copy()
            after.play(move.code)
            low, high = self.bounds(after, depth - 1)
            solved.append(SolvedMove(move, low, high))
            if low[seat] > 1 - SAME:        # more than the whole win there is not
                solved += [SolvedMove(other, *self.unknown) for other in state.legal_moves[len(solved):]]
                break
        solved.sort(key=lambda each: (-each.low[seat], -each.high[seat]))
        return tuple(solved)

    def bounds(self, position: Position, depth: int) -> Bounds:
        """The bounds of a position, searching `depth` decisions deep."""
        self.looked += 1
        mover = position.to_move
        while (only := position.only_move()) is not None:       # nothing to decide
            position.play(only)
            mover = position.to_move
        if mover is None:
            shares = tuple(position.shares())
            return shares, shares
        if depth <= 0 or self.spent:
            self.complete = False
            return self.unknown
        key = position.key()
        known = self.solved.get(key) or self.known.get((key, depth))
        if known is not None:
            if key not in self.solved:
                self.complete = False
            return known
        before, self.complete = self.complete, True
        found = self.chance(position, depth) if mover == "*" else self.decision(position, mover, depth)
        if self.complete or all(high - low < SAME for low, high in zip(*found, strict=True)):
            self.solved[key] = found
            self.complete = before
        else:
            self.known[key, depth] = found
        return found

    def chance(self, position: Position, depth: int) -> Bounds:
        """The mean by the probabilities. Chance decides nothing, so it takes none of the depth."""
        chances = position.chances()
        whole = sum(chances)
        children = [self.after(position, move, depth) for move in position.moves()]
        low, high = (
            tuple(sum(chance * child[side][seat] for chance, child in zip(chances, children, strict=True)) / whole
                  for seat in range(self.players))
            for side in (0, 1))
        return low, high

    def decision(self, position: Position, mover: int | str, depth: int) -> Bounds:
        """Whoever decides takes most; of moves that may be as good any may be played."""
        assert isinstance(mover, int)
        children: list[Bounds] = []
        sure = -1.0
        for move in position.moves():
            child = self.after(position, move, depth - 1)
            children.append(child)
            sure = max(sure, child[0][mover])
            if sure > 1 - SAME:
                return child
        chosen = [child for child in children if child[1][mover] >= sure - SAME]
        low = [min(child[0][seat] for child in chosen) for seat in range(self.players)]
        high = [max(child[1][seat] for child in chosen) for seat in range(self.players)]
        low[mover] = sure
        return tuple(low), tuple(high)

    def after(self, position: Position, move: int, depth: int) -> Bounds:
        after = position.copy()
        after.play(move)
        return self.bounds(after, depth)


