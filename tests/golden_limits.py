"""How large, long and many the members of every message and of every change by the editor may be,
what they are if they are left out, and what they mean.

`python -m tests.golden_limits` writes `tests/golden/limits.txt` anew; review the diff.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from hansa.bots.program_messages import ANSWERS, TOLD
from hansa.hansa2004 import editing as editing2004
from hansa.members import members_of
from hansa.protocol.commands import COMMANDS as ENGINE_COMMANDS
from hansa.reading import Reader
from hansa.record_members import RecordMembers
from hansa.teutonica import editing
from hansa.tournaments.game_members import GameMembers
from hansa.tournaments.log_header import Header
from hansa.web.connection import COMMANDS as PAGE_COMMANDS

FILE = Path(__file__).parent / "golden" / "limits.txt"
EDITS: dict[str, Mapping[str, type]] = {"teutonica": editing.EDITS, "hansa2004": editing2004.EDITS}
KINDS: dict[str, type] = {
    **{f"engine {name}": command.request for name, command in ENGINE_COMMANDS.items()},
    **{f"page {name}": command.request for name, command in PAGE_COMMANDS.items()},
    **{f"program {name}": kind for name, kind in TOLD.items()},
    **{f"program's answer to {name}": kind for name, kind in ANSWERS.items()},
    **{f"change {game} {name}": kind for game, edits in EDITS.items() for name, kind in edits.items()},
    "record": RecordMembers, "game of a tournament": GameMembers, "log": Header,
}
SCENE = SimpleNamespace(players=4)
VAST = 1 << 70              # no limit is larger
LONG, MANY = 1 << 21, 1 << 12
ITEMS: tuple[Any, ...] = ("a", 1, {})
TRIED: tuple[Any, ...] = ("a", "", 1, 0, 0.5, True, None, [], ["a"], [1], {}, {"a": 1})


def text() -> str:
    """What belongs into the file."""
    return "".join(f"{row}\n" for name, kind in KINDS.items() for row in (f"=== {name}", *limits(kind)))


def limits(kind: type) -> Iterator[str]:
    """A line for each member of a message."""
    for name, declared in members_of(kind).items():
        def taken(value: Any, codec: Any = declared.codec) -> bool:
            reader = Reader()
            try:
                codec.read(reader, SCENE, value, "it")
            except (ValueError, TypeError, AttributeError, KeyError):
                return False
            return not reader.problems

        facts = [f"takes {', '.join(repr(value) for value in TRIED if taken(value))}"]
        if taken(1):
            facts.append(f"from {last(taken, int, -VAST)} to {last(taken, int, VAST)}")
        if taken("a"):
            facts.append(f"up to {last(taken, partial(operator.mul, 'a'), LONG)} characters")
        for item in ITEMS:
            if taken([item]):
                facts.append(f"up to {last(taken, partial(operator.mul, [item]), MANY)} times {item!r}")
        facts.append(f"{declared.codec.said()}: {declared.meaning}")
        facts.append("required" if declared.default is None else f"default {declared.default()!r}")
        yield f"{name}: {'; '.join(facts)}"


def last(taken: Callable[[Any], bool], value: Callable[[int], Any], bad: int) -> int | str:
    """The last number from 1 towards a bad one whose value is taken."""
    good, end = 1, bad
    while abs(good - bad) > 1:
        middle = (good + bad) // 2
        good, bad = (middle, bad) if taken(value(middle)) else (good, middle)
    return "any" if bad == end else good


def main() -> None:
    FILE.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
