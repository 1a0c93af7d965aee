"""Engine against twin, ply by ply: who is to move, the set of legal moves, probabilities, the whole state.

`python -m tests.lockstep --games 200 --seed 1` plays longer than the test does.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

from hansa import State
from hansa.rulebook.teutonica import Game
from tests.playing import choosers, kind_of, setup_name, setups
from tests.scramble import abroad, neutral, scrambled


def difference(expected: Any, actual: Any, path: str = "") -> str:
    """Where two JSON values differ first."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        for member in [*expected, *(name for name in actual if name not in expected)]:
            if expected.get(member) != actual.get(member) or (member in expected) != (member in actual):
                return difference(expected.get(member, "(absent)"), actual.get(member, "(absent)"), f"{path}.{member}")
    if isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        for place, (left, right) in enumerate(zip(expected, actual, strict=True)):
            if left != right:
                return difference(left, right, f"{path}[{place}]")
    return f"{path}: twin {expected!r}, engine {actual!r}"


def compare(twin: Game, state: State) -> list[str]:
    """The legal moves, after checking that both sides agree on everything."""
    expected = twin.state()
    actual = state.to_json()
    assert actual == expected, difference(expected, actual)
    assert state.to_move == twin.to_move
    moves = [str(move) for move in state.legal_moves]
    assert len(set(moves)) == len(moves), f"a move is listed twice [D4]: {Counter(moves).most_common(1)}"
    wanted = twin.legal()
    if set(moves) != set(wanted):
        raise AssertionError(
            f"only twin: {sorted(set(wanted) - set(moves))[:8]}, only engine: {sorted(set(moves) - set(wanted))[:8]}"
        )
    if state.to_move == "*":
        chances = dict(zip(wanted, twin.probabilities(), strict=True))
        for move, chance in zip(moves, state.probabilities, strict=True):
            assert abs(chances[move] - chance) < 1e-12, (move, chances[move], chance)
    return moves


def play_in_lockstep(setup: dict[str, Any], seed: int, plies: int, reached: Counter[str]) -> None:
    """One game; `reached` counts phases and kinds of move."""
    rng = random.Random(seed)
    state = State.from_setup(setup, seed=seed)
    twin = Game.from_setup(state.setup or {})
    odd = rng.random()
    if odd < 0.5:
        state = State.from_json(odd_start(setup, seed, odd))
        twin = Game.from_state(state.to_json())
    sorts = choosers(rng)
    played: list[str] = []
    try:
        for ply in range(plies):
            moves = compare(twin, state)
            if state.over:
                break
            move = sorts[ply % 120 < 20](moves, rng, state.to_json())
            reached[f"phase {state.phase}"] += 1
            reached[kind_reached(move, state)] += 1
            state.play(move)
            twin.play(move)
            played.append(move)
        else:
            return
        reached["phase over"] += 1
        reached[f"end {state.result['reason']}"] += 1
    except Exception as error:
        error.add_note(f"{setup_name(setup)}, seed {seed}, ply {len(played)}; last moves: {played[-12:]}")
        error.add_note(f"the position: {state!r}")
        raise


def odd_start(setup: dict[str, Any], seed: int, odd: float) -> dict[str, Any]:
    """A position far from natural play."""
    if setup["players"] == 2 and odd < 0.2:
        return neutral(setup["edition"], seed)
    return abroad(seed) if odd < 0.03 else scrambled(setup, seed)


def kind_reached(move: str, state: State) -> str:
    """A kind of move with its phase, and the bonus or marker it belongs to."""
    detail = state.to_json().get(state.phase)
    what = detail.get("what") or detail.get("marker") if isinstance(detail, dict) else None
    return " ".join(filter(None, ["move", state.phase, what, kind_of(move)]))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1, help="games of each setup")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plies", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=1e9)
    chosen = parser.parse_args(arguments)
    reached: Counter[str] = Counter()
    begun, count = time.monotonic(), 0
    for game in range(chosen.games):
        for number, setup in enumerate(setups()):
            if time.monotonic() - begun > chosen.seconds:
                break
            play_in_lockstep(setup, chosen.seed + 1000 * game + number, chosen.plies, reached)
            count += 1
    for name, times in sorted(reached.items()):
        print(f"{times:9} {name}")
    print(f"{count} games in {time.monotonic() - begun:.0f} s, no difference")


if __name__ == "__main__":
    main()
