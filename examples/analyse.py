"""What a position is worth, and why: a game is played half way, then the search looks at it.

    python examples/analyse.py
"""

import argparse
import random

from hansa import State, analyse, make_bot


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=16, help="turns that are played before")
    parser.add_argument("--seconds", type=float, default=2.0)
    options = parser.parse_args()

    rng = random.Random(3)
    state, bot = State.new(board="hansa-45", players=4, seed=3), make_bot("markers", seed=3)
    while not state.over and (state.turns < options.turns or state.to_move == "*"):
        if state.to_move == "*":
            state.play_chance(rng)
        else:
            state.play(bot.choose(state))
    print(state)

    thought = analyse(state, seconds=options.seconds, lines=3)
    print(f"\n{thought.simulations} simulations; shares of the win by seat:",
          " ".join(f"{value:.0%}" for value in thought.values))
    for line in thought.lines:
        if not line.visits:         # a move that the search did not come to
            continue
        mine = line.points[state.seat]
        parts = ", ".join(f"{name} {points:.1f}" for name, points in mine.items() if points and name != "total")
        print(f"{line.visits:>7}  {line.move}: {mine['total']:.1f} points expected ({parts})")


if __name__ == "__main__":
    main()
