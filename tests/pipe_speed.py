"""How many decisions a second a program plays through the pipe: `python -m tests.pipe_speed`, or
with another command.

The sample in Python is made to think for exactly a millisecond, and not at all; the time is that of
`choose` and `observe`.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from pathlib import Path

from hansa import State
from hansa.bots.registry import make_bot

SAMPLE = Path(__file__).parents[1] / "examples" / "programs" / "claimer.py"
DECISIONS = 1000
BOARDS = {"hansa-23": 2, "hansa-45": 4}
THINKING = """
            until = time.perf_counter() + 0.001
            while time.perf_counter() < until:
                pass"""


def thinking_sample(folder: Path) -> str:
    """The command of the sample that thinks for a millisecond."""
    go, text = '        elif command == "go":', SAMPLE.read_text(encoding="utf-8")
    assert go in text
    path = folder / "thinking.py"
    path.write_text(text.replace("import json\n", "import json\nimport time\n", 1).replace(go, go + THINKING), encoding="utf-8")
    return f"{sys.executable} {path}"


def decisions_a_second(command: str, board: str, players: int) -> float:
    """Of a program in seat 0 against random moves."""
    bot, rng, count, spent = make_bot(f"exec:{command}"), random.Random(1), 0, 0.0
    try:
        while count < DECISIONS:
            state = State.new(board=board, players=players, seed=count)
            bot.new_game(0, state.setup or {})
            while not state.over and count < DECISIONS:
                mover, began = state.to_move, time.perf_counter()
                move = bot.choose(state.view(0)) if mover == 0 else rng.choice(state.legal_moves)
                spent += (time.perf_counter() - began) * (mover == 0)
                count += mover == 0
                state.play(move)
                began = time.perf_counter()
                bot.observe(f"{mover} {move}")
                spent += time.perf_counter() - began
    finally:
        bot.close()
    return count / spent


def main(commands: list[str]) -> None:
    """Prints a line for each program and board."""
    with tempfile.TemporaryDirectory() as folder:
        chosen = {command: command for command in commands} or {
            "1 ms": thinking_sample(Path(folder)), "at once": f"{sys.executable} {SAMPLE}"}
        for name, command in chosen.items():
            for board, players in BOARDS.items():
                print(f"{name:<10} {board:<9} {decisions_a_second(command, board, players):>7,.0f} decisions/s")


if __name__ == "__main__":
    main(sys.argv[1:])
