"""A candidate against a rival at equal time: one seat of the candidate, copies of the rival at the
others.

Equal time does not depend on a clock during the games, so that a busy machine changes nothing:
first the speed of both is measured (in processor time, by turns), then the candidate gets as many
simulations as the rival's time allows. The same seeds, speeds and minds give the same games.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from engine_c.mind import Mind
from engine_c.position import Position
from engine_c.search.options import SearchOptions
from engine_c.search.search import Search
from hansa.board_entry import BoardSetup
from hansa.play_style import Style, count_game
from hansa.state import Move, State
from hansa.training.decisions import decisions
from hansa.training.recipe import Gating
from hansa.vocabulary import Taste

MOST_MOVES = 4000           # of a game; one that takes longer is divided evenly
TREE_MEMORY = 96            # megabytes a seat
CHECKS = 16                 # looks at whether a choice is decided, in a decision
SPEED_POSITIONS, SPEED_ROUNDS = 6, 3
# Seconds. Where processor time is limited (`ulimit -t`), its clock may stand still during a search.
SHORTEST = 1e-6
FEWEST_BLOCKS = 6           # before the spread of the blocks is known well enough
SPREAD_FLOOR = 1e-3  # of a block's share: blocks that are all alike must not make anybody certain


# Chooses a move for the seat that is to move.
Chooser = Callable[[Position, int], int]


@dataclass(frozen=True)
class Player:
    """A mind and how long it thinks."""

    mind: Mind
    simulations: int
    options: SearchOptions = field(default_factory=lambda: SearchOptions(memory=TREE_MEMORY))

    def chooser(self, seed: int) -> Chooser:
        """What plays a game for this player."""
        search = Search(self.mind, self.options, seed=seed)

        def choose(position: Position, mover: int) -> int:
            search.begin(position, mover)
            return chosen_move(search, self.simulations)

        return choose


@dataclass(frozen=True)
class PlanPlayer:
    """A plan without a search: its taste."""

    taste: Taste

    def chooser(self, seed: int) -> Chooser:
        """What plays a game for this player."""
        rng = random.Random(seed)
        return lambda position, mover: position.plan_move(self.taste, rng.getrandbits(60))


AnyPlayer = Player | PlanPlayer


def chosen_move(search: Search, simulations: int) -> int:
    """The move tried most often, as soon as nothing can change it."""
    done, slice_ = 0, max(1, simulations // CHECKS)
    while done < simulations:
        search.run(min(slice_, simulations - done))
        done += slice_
        *_, second, first = sorted([edge[1] for edge in search.edges()])
        if first - second > simulations - done:
            break
    return max(search.edges(), key=lambda edge: (edge[1], edge[2]))[0]


@dataclass(frozen=True)
class PlayedGame:
    """One game: its moves from the first one on, the shares (D20), and the standing at the end."""

    start: State
    moves: tuple[int, ...]
    shares: list[float]
    standing: list[float]

    def steps(self) -> Iterator[tuple[State, Move | None]]:
        """Every position with the move played in it; the last one with None."""
        state = self.start.copy()
        for code in self.moves:
            move = state.move(code)
            yield state, move
            state.play(move)
        yield state, None


def play_game(setup: BoardSetup, players: Sequence[AnyPlayer], seed: int) -> PlayedGame:
    """One game; the seed decides everything."""
    rng = random.Random(seed)
    start = State.new(board=setup.board, players=setup.players, seed=seed)
    position, moves = start.position.copy(), list[int]()
    choosers = [player.chooser(seed * 8 + seat) for seat, player in enumerate(players)]
    for mover in decisions(position, rng, MOST_MOVES, moves.append):
        moves.append(choosers[mover](position, mover))
        position.play(moves[-1])
    shares = position.shares() if position.to_move is None else [1 / setup.players] * setup.players
    return PlayedGame(start, tuple(moves), shares, position.standing())


@dataclass(frozen=True)
class PlayedBlock:
    """One game from each seat: the candidate's mean share, and how both played."""

    share: float
    candidate: Style
    rivals: Style


def play_block(setup: BoardSetup, candidate: AnyPlayer, rival: AnyPlayer, seed: int) -> PlayedBlock:
    """One game with the candidate in each seat, against copies of the rival."""
    total, own, others = 0.0, Style(), Style()
    for seat in range(setup.players):
        players = [candidate if number == seat else rival for number in range(setup.players)]
        game = play_game(setup, players, seed)
        count_game(game.steps(), [own if number == seat else others for number in range(setup.players)], game.shares)
        total += game.shares[seat]
    return PlayedBlock(total / setup.players, own, others)


def equal_time(setup: BoardSetup, mind: Mind, rival: Player, seed: int) -> Player:
    """A player with this mind that takes as long as its rival on this machine."""
    rng, ratios = random.Random(seed), []
    for number in range(SPEED_POSITIONS):
        state = State.new(board=setup.board, players=setup.players, seed=seed + number)
        state.position.play_on(rival.mind, seed + number, rng.randint(0, 160))
        if not isinstance(state.to_move, int):
            continue
        best = [math.inf, math.inf]
        for _ in range(SPEED_ROUNDS):
            for place, one in enumerate((mind, rival.mind)):
                search = Search(one, rival.options, seed=number)
                search.begin(state.position, state.to_move)
                begun = time.thread_time()
                search.run(rival.simulations)
                best[place] = min(best[place], max(SHORTEST, time.thread_time() - begun))
        ratios.append(best[1] / best[0])
    return Player(mind, max(1, round(rival.simulations * float(np.median(ratios)))), rival.options)


@dataclass(frozen=True)
class GateResult:
    """The progress of a sequential test: the candidate's share, its 95 % interval, the decision."""

    blocks: int
    share: float
    plus_minus: float
    ratio: float                # logarithm of the generalised likelihood ratio
    accepted: bool | None       # None while it is open


def even_share(elo: float, players: int) -> float:
    """The share of one seat that is stronger than its rivals by so much."""
    return 1 / (1 + (players - 1) * 10 ** (-elo / 400))


def elo_of(share: float, players: int) -> float:
    """The inverse, finite."""
    share = min(max(share, 1e-3), 1 - 1e-3)
    return 400 * math.log10(share * (players - 1) / (1 - share))


def gate_result(shares: Sequence[float], players: int, gating: Gating) -> GateResult:
    """The generalised likelihood ratio of "`elo1` or more" against "`elo0` or less", with Wald's
    bounds.

    Both are open at their far end, so that a lopsided match is over soon.
    """
    count = len(shares)
    if not count:
        return GateResult(0, 0.0, math.inf, 0.0, None)
    mean = float(np.mean(shares))
    spread = max(float(np.var(shares)), SPREAD_FLOOR)
    above = max(0.0, mean - even_share(gating.elo0, players))
    below = max(0.0, even_share(gating.elo1, players) - mean)
    ratio = count / 2 * (math.log(spread + above**2) - math.log(spread + below**2))
    accepted: bool | None = None
    if count >= FEWEST_BLOCKS and abs(ratio) >= gating.bound:
        accepted = ratio > 0
    elif count >= gating.blocks:
        accepted = False
    error = math.sqrt(spread / (count - 1)) if count > 1 else math.inf
    return GateResult(count, mean, 1.96 * error, ratio, accepted)
