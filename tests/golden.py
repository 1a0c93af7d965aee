"""Golden playthroughs and perft files: small texts, written by `make golden`, reviewed in the diff.

A playthrough has a line a ply (mover, number of legal moves, checksum of the whole state, the move
chosen) and the full state now and then. A perft file has a position a block: the numbers first,
then what it starts from. `review.json` is the review of a short game.
"""

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hansa import State
from hansa.record import play_random
from hansa.review import review
from hansa.thinking import Budget
from tests.lockstep import SPORTS
from tests.scramble import abroad, neutral

FOLDER = Path(__file__).parent / "golden"
PLIES = 260
EVERY = 65      # plies from one full state to the next
SAMPLES = {"hansa2004": 6}      # odd games whose phases are kept, where not one
NATURAL = 0.5   # `odd_start` without its special positions
DEPTHS = {"start": 5, "middle": 3}


def setups() -> list[dict[str, Any]]:
    """Those of every game."""
    return [setup for sport in SPORTS.values() for setup in sport.setups()]


def setup_name(setup: dict[str, Any]) -> str:
    """A short name of a setup, of whichever game."""
    return SPORTS[setup["game"]].setup_name(setup)


BOARDS = tuple(dict.fromkeys(setup["board"] for setup in setups()))


def checksum(state: State) -> str:
    """Of the state and its legal moves as a set: independent of how the engine stores and orders
    them."""
    text = json.dumps([state.to_json(), sorted(state.legal_moves)], sort_keys=True, ensure_ascii=False)
    return f"{zlib.crc32(text.encode()):08x}"


def playthrough(setup: dict[str, Any]) -> str:
    """A whole game, or the first plies of one, as text."""
    rng = random.Random(setup_name(setup))
    state = State.from_setup(setup, seed=rng.randrange(10**6))
    lines = [f"setup {as_line(state.setup)}"]
    sorts = SPORTS[setup["game"]].choosers(rng)
    for ply in range(PLIES):
        if ply % EVERY == 0:
            lines.append(f"state {as_line(state.to_json())}")
        if state.over:
            break
        move = sorts[ply % 90 < 15](list(state.legal_moves), rng, state.to_json())
        lines.append(f"{ply:3} {state.to_move} {len(state.legal_moves):3} {checksum(state)} {move}")
        state.play(move)
    lines.append(f"end {checksum(state)} {as_line(state.to_json())}")
    return "\n".join(lines) + "\n"


def replay(text: str) -> Iterator[tuple[str, str]]:
    """What a stored playthrough says and what the engine says, line by line."""
    first, *lines = text.splitlines()
    state = State.from_setup(json.loads(first.removeprefix("setup ")))
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        if word == "state":
            yield line, f"state {as_line(state.to_json())}"
        elif word == "end":
            yield line, f"end {checksum(state)} {as_line(state.to_json())}"
        else:
            move = rest.split(maxsplit=3)[3]
            yield line, f"{int(word):3} {state.to_move} {len(state.legal_moves):3} {checksum(state)} {move}"
            state.play(move)


def perft_positions(board: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Names, depths and positions: starts of every sort, and positions of every phase met on the
    way."""
    for setup in setups():
        if setup["board"] == board and setup.get("edition") != "classic":
            rng = random.Random(setup_name(setup))
            state = State.from_setup(setup, seed=rng.randrange(10**6))
            yield f"start {setup_name(setup)}", "start", {"setup": state.setup}
            for _ in range(SAMPLES.get(board, 1)):
                yield from middles(setup, rng)
    for seed in range(3):
        if board == "hansa-23":
            yield f"neutral claims {seed}", "middle", {"state": neutral("bigbox", seed)}
        if board == "britannia-45":
            yield f"abroad {seed}", "middle", {"state": abroad(seed)}


def middles(setup: dict[str, Any], rng: random.Random) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The first position of each phase but the turn's, in a game from an odd start."""
    sport = SPORTS[setup["game"]]
    state = State.from_json(sport.odd_start(setup, rng.randrange(10**6), NATURAL))
    sorts, phases = sport.choosers(rng), {"over"}
    yield f"odd turn {setup_name(setup)}", "middle", {"state": state.to_json()}
    for ply in range(60):
        if state.phase != "turn" and state.phase not in phases:
            phases.add(state.phase)
            yield f"{state.phase} {setup_name(setup)}", "middle", {"state": state.to_json()}
        if state.over:
            break
        state.play(sorts[ply % 2](list(state.legal_moves), rng, state.to_json()))


def perft_file(board: str) -> str:
    """The perft numbers of a board's positions."""
    blocks = []
    for name, sort, start in perft_positions(board):
        state = state_of(start)
        numbers = [state.perft(depth) for depth in range(1, DEPTHS[sort] + 1)]
        blocks.append(f"{name}\n{' '.join(map(str, numbers))}\n{as_line(start)}\n")
    return "\n".join(blocks)


def review_file() -> str:
    """The review of a short game, a member a line: it changes with the search, and with the words.

    Without the variations: at their ends moves are tried equally often, and any order of edges may
    choose another.
    """
    judged = review(play_random({"board": "east", "players": 3}, seed=5, limit=30), Budget(simulations=100)).to_json()
    for judgement in judged["decisions"]:
        del judgement["played"]["variation"], judgement["best"]["variation"]
    lines = [f'"{name}": {as_line(value)}' for name, value in judged.items() if name != "decisions"]
    lines.append('"decisions": [\n' + ",\n".join(map(as_line, judged["decisions"])) + "\n]")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read_perft(text: str) -> Iterator[tuple[str, list[int], State]]:
    """Names, numbers and positions of a perft file."""
    for block in text.strip().split("\n\n"):
        name, numbers, start = block.splitlines()
        yield name, [int(number) for number in numbers.split()], state_of(json.loads(start))


def state_of(start: dict[str, Any]) -> State:
    return State.from_setup(start["setup"]) if "setup" in start else State.from_json(start["state"])


def as_line(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def main() -> None:
    (FOLDER / "play").mkdir(parents=True, exist_ok=True)
    (FOLDER / "perft").mkdir(exist_ok=True)
    for setup in setups():
        (FOLDER / "play" / f"{setup_name(setup)}.txt").write_text(playthrough(setup), encoding="utf-8")
    for board in BOARDS:
        (FOLDER / "perft" / f"{board}.txt").write_text(perft_file(board), encoding="utf-8")
    (FOLDER / "review.json").write_text(review_file(), encoding="utf-8")


if __name__ == "__main__":
    main()
