#!/usr/bin/env python3
"""A player in Python, without any dependency: claims when it can, else builds on, else plays any
legal move.

    hansa check "python3 examples/programs/claimer.py"
    hansa tournament "exec:python3 examples/programs/claimer.py" random --players 2 --blocks 5
"""

import json
import random
import sys

LIKED = ("claim", "place", "income")        # beginnings of moves, the best first
GOOD_CLAIMS = (" office", " develop")       # a claim should bring something


def choose(legal, rng):
    """The move to play, of the texts of all legal moves."""
    for liked in LIKED:
        moves = [move for move in legal if move.startswith(liked)]
        good = [move for move in moves if any(word in move for word in GOOD_CLAIMS)]
        if moves:
            return rng.choice(good or moves)
    return rng.choice(legal)


def answer(**what):
    """One line of JSON, at once."""
    print(json.dumps(what), flush=True)


def main():
    """Answers what is asked until the input ends (MOVES.md, 7, "The other side")."""
    rng, legal = random.Random(0), []
    for line in sys.stdin:
        try:
            request = json.loads(line)
            number, command = request.get("id"), request.get("cmd")
        except (ValueError, AttributeError):
            continue
        if command == "hello":
            answer(id=number, version=1, name="claimer")
        elif command == "new":
            rng = random.Random(request.get("seed", 0))
            answer(id=number)
        elif command == "position":
            legal = request["legal"]
        elif command == "go":
            answer(id=number, move=choose(legal, rng))
        elif command == "quit":
            return
        elif number is not None:
            answer(id=number, error={"code": "unknown-command", "message": f"I do not know {command!r}"})


if __name__ == "__main__":
    main()
