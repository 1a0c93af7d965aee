"""How far reviews can be trusted: `python -m tests.review_stability --games 50 --out
stability.jsonl`.

Games between levels 1, 4, 7, 10 and full strength are reviewed at the default budget. Every mistake
that is named, and a sample of the other decisions, is then judged with 20 times the budget.
*Precision*: how many of the named mistakes still cost 3 % of the win. *Recall*: how many of those
that the deep look finds were named; each decision of the sample stands for as many as it was drawn
from. *Accuracy*: how often the stronger of two seats of one game has the higher one.

Every game is a line of the file, and the same command goes on where it was stopped. `--report` only
prints.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

from hansa import State
from hansa.bots.registry import make_bot
from hansa.json_lines import append_line, read_json
from hansa.judgement import MISTAKES, NAMED_FROM, UNCERTAIN
from hansa.judging import look_again
from hansa.record import Record
from hansa.review import DEFAULT_SIMULATIONS, decisions, review
from hansa.thinking import Budget

DEEPER = 20
LEVELS = ("mcts:level=1", "mcts:level=4", "mcts:level=7", "mcts:level=10", "mcts:simulations=800")
SETUPS: Sequence[dict[str, Any]] = (
    {"board": "hansa-45", "players": 4}, {"board": "hansa-23", "players": 3}, {"board": "east", "players": 4},
    {"game": "hansa2004", "players": 3}, {"board": "britannia-45", "players": 4},
)


def mixed_game(number: int, limit: int) -> tuple[Record, list[int]]:
    """A game between different strengths, and the strength of each seat as its place in
    `LEVELS`."""
    rng = random.Random(number)
    setup = SETUPS[number % len(SETUPS)]
    state = State.from_setup(setup, seed=number)
    start = state.setup or {}
    strengths = rng.sample(range(len(LEVELS)), state.players)
    bots = [make_bot(LEVELS[strength], seed=number * 7 + seat) for seat, strength in enumerate(strengths)]
    moves: list[str] = []
    while not state.over and len(moves) < limit:
        mover = state.to_move
        if isinstance(mover, int):
            move = state.forced or bots[mover].choose(state.view(mover))
            moves.append(f"{mover} {state.play(move)}")
        else:
            moves.append(f"* {state.play_chance(rng)}")
    end = state.result["reason"] if state.over else "moves"
    return Record(setup=start, moves=tuple(moves), end=end, id=f"mixed-{number}"), strengths


def measured(number: int, simulations: int, share: float, limit: int) -> dict[str, Any]:
    """One game: each decision that was judged deeply, with what it stands for."""
    record, strengths = mixed_game(number, limit)
    found = review(record, Budget(simulations=simulations))
    at = {each.ply: each for each in decisions(record)}
    rng = random.Random(number)
    rows = []
    for judged in found.judgements:
        named = judged.verdict in MISTAKES
        if not named and judged.verdict != UNCERTAIN and rng.random() >= share:
            continue
        weight = 1.0 if named or judged.verdict == UNCERTAIN else 1 / share
        decision = at[judged.ply]
        deep = look_again(
            # Other seeds
            decision.state, decision.move, replace(judged, looks=(*judged.looks, *judged.looks)),
            Budget(simulations=DEEPER * simulations))
        rows.append({"ply": judged.ply, "verdict": judged.verdict, "loss": judged.loss, "quick": judged.looks[0].loss,
                     "deep": deep.looks[-1].loss, "weight": weight})
    return {
        "game": number, "setup": SETUPS[number % len(SETUPS)], "simulations": simulations, "strengths": strengths,
        "plies": found.plies, "decisions": len(found.judgements), "rows": rows,
        "accuracy": [found.accuracy(seat) for seat in range(found.players)],
    }


def results(path: Path) -> list[dict[str, Any]]:
    """The games of a file."""
    return [read_json(line) for line in path.read_bytes().splitlines()] if path.exists() else []


def report(games: Sequence[dict[str, Any]]) -> Iterator[str]:
    """What the games say."""
    rows = [row for game in games for row in game["rows"]]
    yield f"{len(games)} games, {sum(game['decisions'] for game in games)} decisions, {len(rows)} of them judged deeply"
    named = [row for row in rows if row["verdict"] in MISTAKES]
    still = [row for row in named if row["deep"] >= NAMED_FROM]
    yield f"precision: {shown(len(still), len(named))} of the mistakes named still are mistakes at {DEEPER} times the budget"
    quick = [row for row in rows if row["quick"] >= NAMED_FROM]
    yield f"  (a quick look alone would have: {shown(sum(row['deep'] >= NAMED_FROM for row in quick), len(quick))})"
    missed = [row for row in rows if row["verdict"] not in MISTAKES and row["deep"] >= NAMED_FROM]
    all_found = len(still) + sum(row["weight"] for row in missed)
    doubted = sum(row["weight"] for row in missed if row["verdict"] == UNCERTAIN)
    if all_found:
        yield (f"recall: {len(still) / all_found:.0%} of the mistakes that the deep look finds are named, "
               f"{doubted / all_found:.0%} more are called uncertain (from {len(missed)} that were not named)")
    pairs = [
        (game["accuracy"][weaker], game["accuracy"][stronger], game["strengths"][weaker], game["strengths"][stronger])
        for game in games for weaker, stronger in ordered(game["strengths"])
    ]
    known = [pair for pair in pairs if pair[0] is not None and pair[1] is not None]
    right = sum(low < high for low, high, *_ in known)
    yield f"accuracy: {shown(right, len(known))} of pairs in one game are in the right order"
    for strength, name in enumerate(LEVELS):
        own = [value for game in games for value, each in zip(game["accuracy"], game["strengths"], strict=True)
               if each == strength and value is not None]
        if own:
            yield f"  {name}: {sum(own) / len(own):.3f} on the average, {min(own):.3f} to {max(own):.3f} ({len(own)} games)"


def ordered(strengths: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Pairs of seats, the weaker first."""
    for one, other in combinations(range(len(strengths)), 2):
        yield (one, other) if strengths[one] < strengths[other] else (other, one)


def wilson(count: int, whole: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's 95 % interval of a share, as if the cases were independent."""
    middle = (count + z * z / 2) / (whole + z * z)
    half = z / (whole + z * z) * math.sqrt(count * (whole - count) / whole + z * z / 4)
    return middle - half, middle + half


def shown(count: int, whole: int) -> str:
    """A share with Wilson's interval."""
    if not whole:
        return "none of 0"
    low, high = wilson(count, whole)
    return f"{count / whole:.0%} ({low:.0%} to {high:.0%}; {count} of {whole})"


def main() -> None:
    """Reads the arguments, plays, reviews, measures, prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--simulations", type=int, default=DEFAULT_SIMULATIONS)
    parser.add_argument("--share", type=float, default=0.05, help="of the decisions that are not named, judged deeply")
    parser.add_argument("--limit", type=int, default=2000, help="moves of a game at most")
    parser.add_argument("--out", type=Path, default=Path("stability.jsonl"))
    parser.add_argument("--report", action="store_true", help="print what the file says, and play nothing")
    arguments = parser.parse_args()
    done = {game["game"] for game in results(arguments.out)}
    for number in range(0 if arguments.report else arguments.games):
        if number not in done:
            append_line(arguments.out, measured(number, arguments.simulations, arguments.share, arguments.limit))
            print(f"game {number} is done", flush=True)
    for line in report(results(arguments.out)):
        print(line)


if __name__ == "__main__":
    main()
