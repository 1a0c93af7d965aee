"""A program that plays by the protocol of MOVES.md, 7, or misbehaves in the way its first argument
says."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from typing import Any


def say(**answer: Any) -> None:
    """One line."""
    print(json.dumps(answer), flush=True)


def main(manner: str, after: int) -> None:
    """Answers until the input ends."""
    rng, legal = random.Random(0), [""]
    for line in sys.stdin:
        if manner == "patient" and not line.startswith("{"):
            continue
        request = json.loads(line)
        number, command = request.get("id"), request["cmd"]
        if command == "hello":
            say(id=str(number) if manner == "words" else number, version=1, name=f"test {manner}")
        elif command == "new":
            rng = random.Random(os.getpid() if manner == "fickle" else request["seed"])
            say(id=number)
        elif command == "position":
            plays = manner.removeprefix("only-")
            legal = request["legal"] if plays in (manner, request["state"]["game"]) else [""]
        elif command == "go":
            if request["decision"] > after:
                misbehave(manner)
            if manner == "illegal" and request["decision"] > after:
                legal = ["fly Hamburg-Moon"]
            if manner == "essay" and request["decision"] > after:
                legal = ["place t BRE-HAM " * 10_000]
            say(id=number, move=rng.choice(legal), values=[10**400, 0] if manner == "grumble" else [0.5, 0.5], line=legal[:1])
        elif command == "quit":
            return


def misbehave(manner: str) -> None:
    """What programs do."""
    if manner == "hang":
        time.sleep(1000)
    elif manner == "die":
        sys.exit(3)
    elif manner == "realtime":
        os.kill(os.getpid(), 35)
    elif manner == "leave":
        subprocess.Popen(["sleep", "30"])
        sys.exit(3)
    elif manner == "grumble":
        say(error="nobody asked me this")
        say(id=0, error="nor this")
    elif manner == "nonsense":
        print("I would rather not say", flush=True)
    elif manner == "chatter":
        while True:
            say(info="thinking aloud")
    elif manner == "flood":
        sys.stdout.write("x" * (1 << 22))
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "play", int(sys.argv[2]) if len(sys.argv) > 2 else 5)
