"""Plays a bot of hansa against OpenSpiel's MCTS on the same game, at equal time:
`python -m hansa.envs.duel`.

OpenSpiel's bot is `open_spiel.python.algorithms.mcts.MCTSBot`: UCT, one random playout a
simulation. (The one in C++, `pyspiel.MCTSBot`, crashes on games written in Python, OpenSpiel's
`python_tic_tac_toe` too, in version 2.0.2.) It takes a number of simulations and not a time, so
each decision gets as many as the one before had time for.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from dataclasses import asdict, dataclass

from hansa.bots.registry import make_bot
from hansa.errors import HansaError
from hansa.games import DEFAULT_GAME, GAMES

FEWEST = 4              # simulations of a decision, however slow the machine


@dataclass(frozen=True)
class Duel:
    """The settings of a duel: games of two players on the game's first board for two, alternating
    seats, with a time per decision."""

    game: str = DEFAULT_GAME
    games: int = 4
    seconds: float = 0.1
    limit: int = 500
    seed: int = 1
    bot: str = "mcts"
    # c of OpenSpiel's UCT; its own examples take 2, but its utilities go from -1 to 1
    exploration: float = 1.4


@dataclass(frozen=True)
class DuelOutcome:
    """How one game went, the house first: its share, points, seconds a decision, and simulations of
    OpenSpiel's bot."""

    share: float
    points: tuple[int, int]
    moves: int
    over: bool
    mean_seconds: tuple[float, float]
    mean_simulations: float


def play(duel: Duel, number: int) -> DuelOutcome:
    """One game; the house has seat 0 in the even ones."""
    from hansa.envs.openspiel import load  # first: it says what to install

    game = load(duel.game, players=2, limit=duel.limit)
    import numpy as np
    from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

    # two games of one setup, with seats changed
    rng = random.Random(f"{duel.seed}/{number // 2}")
    luck = np.random.RandomState(duel.seed + number)
    guest = MCTSBot(game, duel.exploration, FEWEST, RandomRolloutEvaluator(1, luck), solve=False, random_state=luck)
    separator = "," if ":" in duel.bot else ":"
    house = make_bot(f"{duel.bot}{separator}seconds={duel.seconds}", seed=duel.seed + number)
    seat = number % 2
    state = game.new_initial_state()
    house_times: list[float] = []
    guest_times: list[float] = []
    simulations = []
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, weights)[0])
            continue
        legal = state.legal_actions()
        begun = time.perf_counter()
        if len(legal) == 1:
            state.apply_action(legal[0])
            continue
        if state.current_player() == seat:
            reached = state.reached
            move = house.choose(reached.view(seat))
            action = reached.position.action_of(move.code)
            house_times.append(time.perf_counter() - begun)
        else:
            action = guest.step(state)
            guest_times.append(time.perf_counter() - begun)
            simulations.append(guest.max_simulations)
            guest.max_simulations = max(FEWEST, round(guest.max_simulations * duel.seconds / guest_times[-1]))
        state.apply_action(action)
    final = state.reached
    house.close()
    points = [score["total"] for score in final.scores]
    means = [sum(values) / max(1, len(values)) for values in (house_times, guest_times, simulations)]
    return DuelOutcome(
        state.returns()[seat], (points[seat], points[1 - seat]), state.course.played, final.over,
        (round(means[0], 4), round(means[1], 4)), round(means[2], 1),
    )


def main() -> int:
    """Plays, and prints a line a game and the sum."""
    parser = argparse.ArgumentParser(prog="python -m hansa.envs.duel", description=__doc__)
    parser.add_argument("--game", choices=GAMES, default=DEFAULT_GAME, help=f"default {DEFAULT_GAME}")
    parser.add_argument("--games", type=int, default=Duel.games, help=f"default {Duel.games}; an even number is fair")
    parser.add_argument("--seconds", type=float, default=Duel.seconds, help=f"a decision, default {Duel.seconds}")
    parser.add_argument("--limit", type=int, default=Duel.limit, help=f"moves of a game, default {Duel.limit} [T76]")
    parser.add_argument("--seed", type=int, default=Duel.seed)
    parser.add_argument("--bot", default=Duel.bot, help="a bot of the house that takes seconds, default mcts")
    parser.add_argument("--exploration", type=float, default=Duel.exploration, help=f"of UCT, default {Duel.exploration}")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = vars(parser.parse_args())
    as_json = options.pop("json")
    if options["games"] < 1 or options["seconds"] <= 0:
        parser.error("games and seconds must be above 0")
    duel = Duel(**options)
    outcomes = []
    try:
        for number in range(duel.games):
            outcomes.append(play(duel, number))
            if not as_json:
                won = outcomes[-1]
                print(
                    f"game {number}: share {won.share:g}, points {won.points[0]}:{won.points[1]}, {won.moves} moves"
                    f"{'' if won.over else ' (cut off)'}, {won.mean_seconds[0]:.3f} and {won.mean_seconds[1]:.3f} s "
                    f"a decision, {won.mean_simulations:.0f} simulations of OpenSpiel's",
                    flush=True,
                )
    except (HansaError, ImportError) as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    mean = sum(outcome.share for outcome in outcomes) / len(outcomes)
    if as_json:
        print(json.dumps({"duel": asdict(duel), "share": mean, "games": [asdict(outcome) for outcome in outcomes]}))
    else:
        print(f"{duel.bot} has {mean:.0%} of the win in {len(outcomes)} games against OpenSpiel's MCTS")
    return 0


if __name__ == "__main__":
    sys.exit(main())
