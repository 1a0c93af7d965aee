"""How far reviews can be trusted.

    python -m tests.review_stability --games 50 --out stability.jsonl

Games between levels 1, 4, 7, 10 and 800 simulations are reviewed. Decisions in which a look found
some loss (`--share`), and fewer of the others (`--others`), are judged once more with 20 times the
budget, by other random numbers. Each of them stands for as many as it was drawn from.

*Precision*: how many of the mistakes that were named still cost 3 % of the win. *Recall*: how many
of those that the deep look finds were named. *Accuracy*: how often the stronger of two seats of one
game has the higher one.

Every row of the file holds all three looks, also those that the review did without: `--report`
applies the rules of `hansa.review` to them, so a change of the rules is measured without a new
search (but for the accuracy, which is as it was). What is done is kept row by row; the same command
goes on with the next game.
"""

from __future__ import annotations

import argparse
import contextlib
import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

from hansa import State
from hansa.bots.registry import make_bot
from hansa.json_lines import NotJson, append_line, read_json
from hansa.judgement import MISTAKES, NAMED_FROM, UNCERTAIN, Judgement, Look, Way
from hansa.judging import look_again
from hansa.record import Record
from hansa.review import CLOSER, DEFAULT_SIMULATIONS, decisions, review
from hansa.thinking import Budget

DEEPER = 20
SUSPECTED_FROM = 0.005      # the loss of a look
OTHER_SEED = 9      # of a deep look: as if so many looks had gone before
# The weakest first; level 10 has 1,500 simulations.
LEVELS = ("mcts:level=1", "mcts:level=4", "mcts:level=7", "mcts:simulations=800", "mcts:level=10")
SETUPS: Sequence[dict[str, Any]] = (
    {"board": "hansa-45", "players": 4}, {"board": "hansa-23", "players": 2}, {"board": "hansa-23", "players": 3},
    {"board": "east", "players": 4},
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


@dataclass(frozen=True)
class Shares:
    """How many decisions are judged deeply."""

    suspected: float        # of those of whose looks one found a loss
    others: float


def measure(number: int, simulations: int, shares: Shares, limit: int, put: Callable[[dict[str, Any]], None]) -> None:
    """One game: a row for it, and one for each decision that was judged deeply."""
    record, strengths = mixed_game(number, limit)
    budget = Budget(simulations=simulations)
    at = {each.ply: each for each in decisions(record)}
    found = review(record, budget)
    rng = random.Random(number)
    for judged in found.judgements:
        suspected = any(look.loss >= SUSPECTED_FROM for look in judged.looks)
        share = shares.suspected if suspected else shares.others
        if judged.proven or rng.random() >= share:
            continue
        decision, looks = at[judged.ply], judged.looks
        for factor in CLOSER[len(looks) - 1 :]:
            looks = look_again(decision.state, decision.move, replace(judged, looks=looks),
                               Budget(simulations=factor * simulations)).looks
        deep = look_again(decision.state, decision.move, replace(judged, looks=looks[:1] * OTHER_SEED),
                          Budget(simulations=DEEPER * simulations)).looks[-1]
        put({"game": number, "ply": judged.ply, "strength": strengths[judged.seat], "weight": 1 / share,
             "looks": [look.to_json() for look in looks],
             "deep": deep.to_json()})
    put({"game": number, "setup": SETUPS[number % len(SETUPS)], "strengths": strengths, "plies": found.plies,
         "decisions": len(found.judgements), "simulations": simulations,
         "accuracy": [found.accuracy(seat) for seat in range(found.players)],
         "spent": sum(_spent(judged.looks) for judged in found.judgements)})


def _spent(looks: Sequence[Look]) -> int:
    """Simulations, about: of a closer look each move that is compared has half as much again."""
    return looks[0].simulations + sum(2 * look.simulations for look in looks[1:])


def rows_of(path: Path) -> list[dict[str, Any]]:
    """What the file holds; a line that was cut off is none.

    Of a game that was begun again the last rows count.
    """
    rows = {}
    for line in path.read_bytes().splitlines() if path.exists() else ():
        with contextlib.suppress(NotJson):
            row = read_json(line)
            rows[row["game"], row.get("ply")] = row
    return list(rows.values())


def as_reviewed(row: dict[str, Any]) -> Judgement:
    """What the review says of a decision, by its looks and the rules of now."""
    looks = tuple(Look(**look) for look in row["looks"])

    def after(count: int) -> Judgement:
        best, played = (Way(move, (0.5 - loss,), (), ()) for move, loss in (("a", 0.0), ("b", looks[count - 1].loss)))
        return Judgement(row["ply"], 0, 2, played, best, looks=looks[:count])

    return next((judged for judged in map(after, range(2, len(looks))) if judged.stable), after(len(looks)))


def report(lines: Sequence[dict[str, Any]]) -> Iterator[str]:
    """What the file says."""
    games, rows = [row for row in lines if "strengths" in row], [row for row in lines if "deep" in row]
    judged = [(as_reviewed(row), row["deep"]["loss"] >= NAMED_FROM, row["weight"]) for row in rows]
    yield f"{len(games)} games, {sum(game['decisions'] for game in games)} decisions, {len(rows)} of them judged deeply"
    if not rows:
        return
    named = [(deep, weight) for each, deep, weight in judged if each.verdict in MISTAKES]
    right = sum(weight for deep, weight in named if deep)
    yield (f"precision: {right / (sum(weight for _, weight in named) or 1):.0%} of the mistakes named still are mistakes "
           f"at {DEEPER} times the budget; unweighted {shown(sum(deep for deep, _ in named), len(named))}")
    all_found = sum(weight for _, deep, weight in judged if deep) or 1
    doubted = sum(weight for each, deep, weight in judged if deep and each.verdict == UNCERTAIN)
    yield (f"recall: {right / all_found:.0%} of the mistakes that the deep look finds are named, {doubted / all_found:.0%} "
           f"more are called uncertain; unweighted {shown(sum(deep for deep, _ in named), sum(deep for _, deep, _ in judged))}")
    for count in range(1, len(CLOSER) + 2):
        lost = [weight for each, deep, weight in judged
                if deep and each.verdict not in (*MISTAKES, UNCERTAIN) and len(each.looks) == count]
        yield f"  missed after look {count}: {sum(lost) / all_found:.0%} ({len(lost)} decisions)"
    for strength, name in enumerate(LEVELS):
        own = [each.verdict in MISTAKES for (each, deep, _), row in zip(judged, rows, strict=True)
               if deep and row["strength"] == strength]
        if own:
            yield f"  of {name}'s mistakes are named, unweighted: {shown(sum(own), len(own))}"
    whole = sum(weight for *_, weight in judged)
    cost = sum(_spent(each.looks) / each.looks[0].simulations * weight for each, _, weight in judged) / whole
    unsure = sum(weight for each, _, weight in judged if each.verdict == UNCERTAIN) / whole
    yield f"{unsure:.1%} of all decisions are called uncertain; a decision costs {cost:.1f} quick looks"
    yield from accuracies(games)


def accuracies(games: Sequence[dict[str, Any]]) -> Iterator[str]:
    """How far the accuracy of a seat tells its strength."""
    pairs = [
        (game["accuracy"][weaker], game["accuracy"][stronger])
        for game in games for weaker, stronger in ordered(game["strengths"])
    ]
    known = [pair for pair in pairs if None not in pair]
    yield f"accuracy: {shown(sum(low < high for low, high in known), len(known))} of pairs in one game are in the right order"
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
    parser.add_argument("--share", type=float, default=1.0, help="of the decisions that a look found a loss in, judged deeply")
    parser.add_argument("--others", type=float, default=0.1, help="of the other decisions, judged deeply")
    parser.add_argument("--limit", type=int, default=2000, help="moves of a game at most")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--out", type=Path, default=Path("stability.jsonl"))
    parser.add_argument("--report", action="store_true", help="print what the file says, and play nothing")
    arguments = parser.parse_args()
    shares = Shares(arguments.share, arguments.others)
    done = {row["game"] for row in rows_of(arguments.out) if "strengths" in row}
    for number in range(arguments.first, arguments.first + (0 if arguments.report else arguments.games)):
        if number not in done:
            measure(number, arguments.simulations, shares, arguments.limit, partial(append_line, arguments.out))
            print(f"game {number} is done", flush=True)
    for line in report(rows_of(arguments.out)):
        print(line)


if __name__ == "__main__":
    main()
