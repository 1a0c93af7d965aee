#!/usr/bin/env python3
"""The AI of whatever hansa is installed for this Python, as a program: for matches between
versions.

    hansa compare \\
        "exec:seconds=0.1:.venv/bin/python examples/programs/installed_hansa.py" \\
        "exec:seconds=0.1:../old/.venv/bin/python examples/programs/installed_hansa.py"
"""

import json
import sys
import threading

from hansa import State
from hansa.thinking import Budget, Thinker

SIMULATIONS = 1000      # of a decision, if no budget is given


def answer(**what):
    """One line of JSON, at once."""
    print(json.dumps(what), flush=True)


def decide(number, thinker, state, budget, stop):
    """Thinks, in a thread of its own, and answers."""
    thought = thinker.think(state, budget, lines=1, stop=stop)
    answer(id=number, move=str(thought.move), values=list(thought.values))


def main():
    """Answers what is asked until the input ends (MOVES.md, 7, "The other side")."""
    thinker, state, stop = Thinker(), None, threading.Event()
    for line in sys.stdin:
        try:
            request = json.loads(line)
            number, command = request.get("id"), request.get("cmd")
        except (ValueError, AttributeError):
            continue
        if command == "hello":
            answer(id=number, version=1, name="installed hansa")
        elif command == "new":
            thinker = Thinker(seed=request.get("seed", 0))
            answer(id=number)
        elif command == "position":
            state = State.from_json(request["state"])
        elif command == "go":
            stop = threading.Event()
            budget = Budget(
                request.get("simulations", None if "seconds" in request else SIMULATIONS), request.get("seconds"),
                decide=True)
            threading.Thread(target=decide, args=(number, thinker, state, budget, stop)).start()
        elif command == "stop":
            stop.set()
        elif command == "quit":
            break
        elif number is not None:
            answer(id=number, error={"code": "unknown-command", "message": f"I do not know {command!r}"})
    stop.set()


if __name__ == "__main__":
    main()
