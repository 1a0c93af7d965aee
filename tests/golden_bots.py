"""What the registered bots can be told; and of those with a plan the weights, and the moves of a
short game.

`python -m tests.golden_bots` writes `tests/golden/bots.json` anew; a bot that plays otherwise than
before is meant to.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from hansa.bots.plan import PlanBot
from hansa.bots.registry import BOTS, bot_class, make_bot, parameters
from hansa.table.session import Session

FILE = Path(__file__).parent / "golden" / "bots.json"
SETUPS = {"teutonica": {"board": "hansa-45", "players": 4}, "hansa2004": {"game": "hansa2004", "players": 3}}
PLIES = 40


def plans() -> list[str]:
    """The registered bots that differ in their weights alone."""
    return [name for name in BOTS if issubclass(bot_class(name), PlanBot)]


def facts(name: str) -> dict[str, object]:
    """The weights by name, the idea in words, and a game from seed 3."""
    found = bot_class(name)
    assert issubclass(found, PlanBot)
    bot = make_bot(name)
    assert isinstance(bot, PlanBot)
    session = Session(SETUPS[found.game], [name] * int(str(SETUPS[found.game]["players"])), seed=3)
    moves = [session.step().move for _ in range(PLIES)]
    return {"weights": bot.weights, "explains": bot.explain(session.state), "moves": moves}


def settings(name: str) -> list[dict[str, object]]:
    """What a registered bot can be told, without the help."""
    listed = json.loads(json.dumps([asdict(parameter) for parameter in parameters(name)]))
    return [{key: value for key, value in each.items() if key != "help"} for each in listed]


def main() -> None:
    found = {"plans": {name: facts(name) for name in plans()}, "settings": {name: settings(name) for name in BOTS}}
    FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
