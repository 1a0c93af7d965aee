"""Engine against twin, ply by ply: who is to move, the set of legal moves, probabilities, the whole
state.

`python -m tests.lockstep --games 200 --seed 1` plays longer than the test does.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hansa import State
from hansa.rulebook.hansa2004 import Game as Twin2004
from hansa.rulebook.teutonica import Game as TwinTeutonica
from tests import playing, playing2004, scramble
from tests.playing import Chooser

Twin = TwinTeutonica | Twin2004
Setup = dict[str, Any]


@dataclass(frozen=True)
class Sport:
    """What differs between the games: the twin, and how it is played here."""

    twin: type[TwinTeutonica] | type[Twin2004]
    setups: Callable[[], Iterator[Setup]]
    setup_name: Callable[[Setup], str]
    choosers: Callable[[random.Random], tuple[Chooser, Chooser]]
    odd_start: Callable[[Setup, int, float], Setup]
    kind_of: Callable[[str], str]
    ordered: bool = False       # both list moves in the order of MOVES.md, not only the same ones


SPORTS: Mapping[str, Sport] = {
    "teutonica": Sport(
        TwinTeutonica, playing.setups, playing.setup_name, playing.choosers, scramble.odd_start, playing.kind_of),
    "hansa2004": Sport(
        Twin2004, playing2004.setups, playing2004.setup_name, playing2004.choosers,
        lambda setup, seed, odd: playing2004.scrambled(setup, seed), playing2004.kind_of, ordered=True),
}


def all_setups() -> list[Setup]:
    """Those of every game; of the second one as many as of the first, so that it gets its share."""
    first, second = (list(sport.setups()) for sport in SPORTS.values())
    return [*first, *(second * len(first))[: len(first)]]


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


def compare(twin: Twin, state: State, *, ordered: bool = False) -> tuple[list[str], dict[str, Any]]:
    """The legal moves and the state as JSON, after checking that both sides agree on everything,
    and if asked also on the order of the moves."""
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
    assert not ordered or moves == wanted, "the same moves, but in another order [D4]"
    if state.to_move == "*":
        chances = dict(zip(wanted, twin.probabilities(), strict=True))
        for move, chance in zip(moves, state.probabilities, strict=True):
            assert abs(chances[move] - chance) < 1e-12, (move, chances[move], chance)
    return moves, actual


def play_in_lockstep(setup: dict[str, Any], seed: int, plies: int, reached: Counter[str]) -> None:
    """One game; `reached` counts phases and kinds of move."""
    rng = random.Random(seed)
    state = State.from_setup(setup, seed=seed)
    sport = SPORTS[setup["game"]]
    twin = sport.twin.from_setup(state.setup or {})
    odd = rng.random()
    if odd < 0.5:
        state = State.from_json(sport.odd_start(setup, seed, odd))
        twin = sport.twin.from_state(state.to_json())
    sorts = sport.choosers(rng)
    played: list[str] = []
    try:
        for ply in range(plies):
            moves, shown = compare(twin, state, ordered=sport.ordered)
            if state.over:
                break
            move = sorts[ply % 120 < 20](moves, rng, shown)
            reached[f"phase {state.phase}"] += 1
            reached[kind_reached(sport, move, state.phase, shown)] += 1
            state.play(move)
            twin.play(move)
            played.append(move)
        else:
            return
        reached["phase over"] += 1
        reached[f"end {state.result['reason']}"] += 1
    except Exception as error:
        error.add_note(f"{sport.setup_name(setup)}, seed {seed}, ply {len(played)}; last moves: {played[-12:]}")
        error.add_note(f"the position: {state!r}")
        raise


def kind_reached(sport: Sport, move: str, phase: str, shown: Mapping[str, Any]) -> str:
    """A kind of move with its phase, and the bonus or marker it belongs to."""
    detail = shown.get(phase)
    what = detail.get("what") or detail.get("marker") if isinstance(detail, dict) else None
    return " ".join(filter(None, ["move", phase, what, sport.kind_of(move)]))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=SPORTS, help="this game only")
    parser.add_argument("--games", type=int, default=1, help="games of each setup")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plies", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=1e9)
    chosen = parser.parse_args(arguments)
    reached: Counter[str] = Counter()
    begun, count = time.monotonic(), 0
    setups = [setup for setup in all_setups() if chosen.game in (None, setup["game"])]
    for game in range(chosen.games):
        for number, setup in enumerate(setups):
            if time.monotonic() - begun > chosen.seconds:
                break
            play_in_lockstep(setup, chosen.seed + 1000 * game + number, chosen.plies, reached)
            count += 1
    for name, times in sorted(reached.items()):
        print(f"{times:9} {name}")
    plies = sum(times for name, times in reached.items() if name.startswith("phase "))
    print(f"{count} games, {plies} plies in {time.monotonic() - begun:.0f} s, no difference")


if __name__ == "__main__":
    main()
