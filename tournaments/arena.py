"""A thin, honest measure of bots: blocks of games, one setup each, with all rotations of the seats.

    python -m hansa.tournaments.arena prestige network actions markers --board hansa-45 --blocks 50 --workers 2
    python -m hansa.tournaments.arena --focus mcts:seconds=1 prestige

Seats differ, so games are compared within blocks only, and the intervals take a block as the unit. With more specs than
players each block seats another selection of them; with fewer they are repeated. A game is a pure function of its `Game`.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from multiprocessing import get_context
from typing import Any

from hansa.bots.registry import make_bot
from hansa.errors import HansaError
from hansa.state import State
from hansa.teutonica.names import CATEGORIES


@dataclass(frozen=True)
class Game:
    """All there is to know about a game before it is played; `seats` are specs."""

    seats: tuple[str, ...]
    board: str
    edition: str
    modules: tuple[str, ...]
    seed: str
    rotation: int
    limit: int

    def random_seed(self, what: object) -> int:
        """A seed that depends on the game and on what it is for."""
        return random.Random(f"{self.seed}/{what}").getrandbits(32)


@dataclass(frozen=True)
class Outcome:
    """What came of a game, by seat. `seconds` and `decisions` measure the machine, the rest is the game."""

    game: Game
    shares: tuple[float, ...]
    ranks: tuple[int, ...]
    scores: tuple[dict[str, int], ...]
    end: str
    moves: int
    turns: float
    decisions: tuple[int, ...]
    seconds: tuple[float, ...] = field(compare=False)


def play(game: Game) -> Outcome:
    """Plays a game to its end, or to its limit of moves (T76)."""
    players = len(game.seats)
    setup = {"board": game.board, "players": players, "edition": game.edition, "modules": list(game.modules)}
    state = State.from_setup(setup, seed=game.random_seed("setup"))
    chance = random.Random(game.random_seed(("chance", game.rotation)))
    bots = [make_bot(spec, seed=game.random_seed((game.rotation, seat))) for seat, spec in enumerate(game.seats)]
    for seat, bot in enumerate(bots):
        bot.new_game(seat, _seen_setup(state, seat))
    decisions, seconds, moves = [0] * players, [0.0] * players, 0
    while not state.over and moves < game.limit:
        mover = state.to_move
        if isinstance(mover, int):
            before = time.perf_counter()
            move = bots[mover].choose(state.view(mover))
            seconds[mover] += time.perf_counter() - before
            decisions[mover] += 1
        else:
            move = chance.choices(state.legal_moves, state.probabilities)[0]
        state.play(move)
        moves += 1
    turns = (state.to_json()["turns"] + state.over) / players
    if not state.over:
        state.cut_off()
    return Outcome(
        game, tuple(state.shares), tuple(state.ranks), tuple(state.scores), state.result["reason"], moves, turns,
        tuple(decisions), tuple(seconds),
    )


def _seen_setup(state: State, seat: int) -> dict[str, Any]:
    """The setup without the other seats' missions (D3)."""
    setup = state.setup or {}
    if "missions" in setup:
        setup["missions"] = [card if owner == seat else None for owner, card in enumerate(setup["missions"])]
    setup.pop("seed", None)
    return setup


def schedule(options: argparse.Namespace) -> Iterator[Game]:
    """Every game of a measurement: blocks, and in a block all rotations that differ."""
    specs, players = list(options.specs), options.players
    if options.focus:
        specs = [options.focus[0], *[options.focus[1]] * (players - 1)]
    elif len(specs) < players:
        specs = (specs * players)[:players]
    selections = list(combinations(specs, players))
    random.Random(options.seed).shuffle(selections)
    for block in range(options.blocks):
        chosen = selections[block % len(selections)]
        rotations = dict.fromkeys(chosen[turn:] + chosen[:turn] for turn in range(players))
        for rotation, seats in enumerate(rotations):
            yield Game(
                seats, options.board, options.edition, tuple(options.modules), f"{options.seed}/{block}", rotation,
                options.limit,
            )


def run(games: Sequence[Game], workers: int) -> Iterator[Outcome]:
    """Plays games, in order; in processes of their own if there is more than one worker."""
    if workers <= 1:
        yield from map(play, games)
        return
    with get_context("spawn").Pool(workers) as pool:
        yield from pool.imap(play, games)


@dataclass(frozen=True)
class Line:
    """How one spec did."""

    spec: str
    games: int
    share: float
    plus_minus: float           # half of the 95 % interval, clustered by block
    rank: float
    points: float
    winning_points: float | None  # when it won
    categories: dict[str, float]
    ms: float                   # a decision


def mean(values: Iterable[float]) -> float:
    """The mean; 0 of nothing."""
    listed = list(values)
    return sum(listed) / len(listed) if listed else 0.0


def half_interval(by_block: Sequence[float]) -> float:
    """Half of the 95 % interval of the mean of independent blocks; infinite with one block."""
    if len(by_block) < 2:
        return math.inf
    middle = mean(by_block)
    variance = sum((value - middle) ** 2 for value in by_block) / (len(by_block) - 1)
    return 1.96 * math.sqrt(variance / len(by_block))


def table(outcomes: Sequence[Outcome]) -> list[Line]:
    """A line for each spec, the best first."""
    seats = [(outcome, seat, spec) for outcome in outcomes for seat, spec in enumerate(outcome.game.seats)]
    lines = []
    for spec in dict.fromkeys(spec for _, _, spec in seats):
        mine = [(outcome, seat) for outcome, seat, owner in seats if owner == spec]
        blocks: dict[str, list[float]] = {}
        for outcome, seat in mine:
            blocks.setdefault(outcome.game.seed, []).append(outcome.shares[seat])
        totals = [outcome.scores[seat]["total"] for outcome, seat in mine if outcome.ranks[seat] == 1]
        decisions = sum(outcome.decisions[seat] for outcome, seat in mine)
        lines.append(Line(
            spec, len(mine), mean(outcome.shares[seat] for outcome, seat in mine),
            half_interval([mean(shares) for shares in blocks.values()]),
            mean(outcome.ranks[seat] for outcome, seat in mine),
            mean(outcome.scores[seat]["total"] for outcome, seat in mine), mean(totals) if totals else None,
            {name: mean(outcome.scores[seat][name] for outcome, seat in mine) for name in CATEGORIES},
            1000 * sum(outcome.seconds[seat] for outcome, seat in mine) / max(decisions, 1),
        ))
    return sorted(lines, key=lambda line: -line.share)


def report(outcomes: Sequence[Outcome]) -> str:
    """The table as text."""
    head = "".join(f"{name[:8]:>9}" for name in CATEGORIES)
    rows = [f"{'spec':<28} games  share  95 %    rank points  won with{head}     ms"]
    for line in table(outcomes):
        won = "-" if line.winning_points is None else f"{line.winning_points:.1f}"
        parts = "".join(f"{line.categories[name]:>9.1f}" for name in CATEGORIES)
        rows.append(
            f"{line.spec:<28} {line.games:>5} {line.share:>6.1%} ±{line.plus_minus:>5.1%} {line.rank:>6.2f} "
            f"{line.points:>6.1f} {won:>9}{parts} {line.ms:>6.2f}"
        )
    turns = sorted(outcome.turns for outcome in outcomes)
    ends = [outcome.end for outcome in outcomes]
    rows.append(
        f"{len(outcomes)} games: {mean(outcome.moves for outcome in outcomes):.0f} moves, {mean(turns):.1f} turns a player "
        f"({turns[0]:.0f} to {turns[-1]:.0f}); ends: "
        + ", ".join(f"{end} {ends.count(end)}" for end in sorted(set(ends)))
    )
    return "\n".join(rows)


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m hansa.tournaments.arena", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("specs", nargs="*", metavar="SPEC", help="bots, such as prestige or mcts:seconds=1")
    parser.add_argument("--focus", nargs=2, metavar=("A", "B"), help="one seat of A against copies of B")
    parser.add_argument("--board", default="hansa-45")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--edition", default="bigbox")
    parser.add_argument("--modules", nargs="*", default=[])
    parser.add_argument("--blocks", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--limit", type=int, default=4000, help="moves after which a game is cut off")
    parser.add_argument("--json", action="store_true", help="the table and every outcome as one JSON object")
    options = parser.parse_args(arguments)
    if bool(options.specs) == bool(options.focus):
        parser.error("give specs or --focus A B")
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays and prints."""
    options = parse(arguments)
    try:
        for spec in [*options.specs, *(options.focus or ())]:
            make_bot(spec)
        outcomes = list(run(list(schedule(options)), options.workers))
    except HansaError as error:
        print(f"arena: {error}", file=sys.stderr)
        return 2
    if options.json:
        found = {"table": [asdict(line) for line in table(outcomes)], "games": [asdict(outcome) for outcome in outcomes]}
        print(json.dumps(found))
    else:
        print(report(outcomes))
    return 0


if __name__ == "__main__":
    sys.exit(main())
