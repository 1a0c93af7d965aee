"""Conversations of browsers with the server of the page, as they were reviewed: requests, and every
member of the answers.

Each file in `tests/golden/page` is a script and its outcome at once. A line `> WHO CMD {...}` is a
request of the browser of somebody; `? WHO PUSH {...}` waits for something pushed that has these
members, whichever else came before. WHO is `host`, `watcher`, `nobody`, or the number of a seat, in
the game that was begun last; all their browsers stay connected. `$NAME` in a request is what an
earlier answer had in its member NAME. What follows is the answer, in lines of JSON that are told
apart by their depth; long texts are checksums. `python -m tests.golden_page` runs all again and
writes the outcomes anew, or those of the scripts that are named; review the diff.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from starlette.testclient import TestClient

from hansa.cli import main as hansa
from hansa.record import append_record, play_random
from hansa.version import VERSION
from hansa.web.app import Settings, make_app
from tests.talk import HOST, Talk, keys

FOLDER = Path(__file__).parent / "golden" / "page"
LONGEST = 160               # characters of a line


def about(found: re.Match[str]) -> str:
    """Times that are left, to a hundred seconds."""
    return f'"left": {[None if left is None else round(left, -2) for left in json.loads(found[1])]}'


# What differs from run to run.
VARYING: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r"\d{8}-\d{6}|\d{4}-\d\d-\d\dT[\d:]+Z"), "DATE"),
    (re.compile(r'"key": "[^"]+"'), '"key": KEY'), (re.compile(re.escape(VERSION)), "VERSION"),
    (re.compile(r'"(seconds|played|bytes)": [\d.e+-]+'), r'"\1": N'),
    (re.compile(r'"left": (\[[^]]+\])'), about),
)
GONE = {"version"}          # members that are different each time


class Visitors:
    """The browsers of a script."""

    def __init__(self, client: TestClient, stack: contextlib.ExitStack) -> None:
        self.client, self.stack = client, stack
        self.talks: dict[str, Talk] = {}
        self.known: dict[str, Any] = {"the_host": keys(client).host()}

    def talk(self, who: str) -> Talk:
        """Somebody's browser."""
        if who not in self.talks:
            known, game = keys(self.client), self.known.get("game", "")
            if who.isdigit():
                key: str | None = known.seat(game, int(who))
            else:
                key = {"host": known.host(), "watcher": known.watcher(game), "nobody": None}[who]
            socket = self.stack.enter_context(self.client.websocket_connect("/socket", headers=HOST))
            self.talks[who] = Talk(socket, key)
        return self.talks[who]

    def answer(self, line: str) -> str:
        """What comes of a line of a script."""
        sign, who, what, *rest = line.split(" ", 3)
        members = self.filled(json.loads(rest[0])) if rest else {}
        if sign == ">":
            found = self.talk(who).ask(what, **members)
            self.known |= found
        else:
            found = self.pushed(who, what, members)
        found.pop("id", None)
        text = "\n".join(lines_of(found))
        for pattern, mask in VARYING:
            text = pattern.sub(mask, text)
        return text + "\n"

    def filled(self, value: Any) -> Any:
        """Members of a request, with what earlier answers had."""
        if isinstance(value, dict):
            return {name: self.filled(inner) for name, inner in value.items()}
        if isinstance(value, list):
            return [self.filled(inner) for inner in value]
        return self.known[value[1:]] if isinstance(value, str) and value.startswith("$") else value

    def pushed(self, who: str, what: str, members: dict[str, Any]) -> dict[str, Any]:
        """The first push that has these members."""
        def fits(message: dict[str, Any]) -> bool:
            return message.get("push") == what and members.items() <= message.items()

        talk = self.talk(who)
        before = next(filter(fits, talk.pushed), None)
        if before is None:
            before = talk.until(fits)
        else:
            talk.pushed.remove(before)
        return dict(before)


def lines_of(value: Any, indent: str = "", name: str = "") -> Iterator[str]:
    """A value as lines that are short enough to be compared by eye."""
    start = f"{indent}{json.dumps(name)}: " if name else indent
    if isinstance(value, dict):
        value = {key: inner for key, inner in value.items() if key not in GONE}
    text = start + json.dumps(value, ensure_ascii=False)
    if len(text) <= LONGEST or not value:
        yield text
    elif isinstance(value, dict):
        yield start + "{"
        for key, inner in value.items():
            yield from lines_of(inner, indent + " ", key)
    elif isinstance(value, list) and len(value) <= 12:
        yield start + "["
        for inner in value:
            yield from lines_of(inner, indent + " ")
    else:
        long = json.dumps(value, ensure_ascii=False)
        for pattern, mask in VARYING:
            long = pattern.sub(mask, long)
        yield f"{start}{long[:70]} ... {zlib.crc32(long.encode()):08x}"


def requests(text: str) -> list[str]:
    """The lines of a script that are asked."""
    return [line for line in text.splitlines() if line.startswith(("> ", "? "))]


def outcome(text: str, folder: Path) -> str:
    """A script with what is answered now; the server has three games, and its searches do not
    depend on the time."""
    games = folder / "games"
    games.mkdir()
    two = play_random({"board": "hansa-23", "players": 2}, seed=11, limit=30)
    append_record(games / "two.jsonl", replace(two, seats=("human", "human")))
    append_record(games / "bots.jsonl", replace(two, seats=("random", "random")))
    append_record(games / "booths.jsonl", play_random({"board": "hansa2004", "players": 2}, seed=3, limit=5000))
    logs = folder / "logs"
    logs.mkdir()
    hansa(["tournament", "random", "other=random", "--board", "hansa2004", "--players", "2", "--blocks", "1", "--seed", "1",
           "--workers", "0", "--quiet", "--log", str(logs / "quick.jsonl")])
    with contextlib.ExitStack() as stack:
        stack.enter_context(patch.dict(os.environ, HANSA_PRACTICE=str(folder / "practice.jsonl")))
        for name, simulations in {"WHY": 40, "HINT": 60, "REVIEW": 4}.items():
            stack.enter_context(patch(f"hansa.web.live.{name}_SIMULATIONS", simulations))
        client = stack.enter_context(
            TestClient(make_app(Settings(games, (logs,), threads=1)), base_url="http://127.0.0.1:8484"))
        visitors = Visitors(client, stack)
        return "\n".join(f"{line}\n{visitors.answer(line)}" for line in requests(text))


def scripts() -> list[Path]:
    """All files."""
    return sorted(FOLDER.glob("*.txt"))


def main(names: Sequence[str]) -> None:
    for path in scripts() if not names else (FOLDER / f"{name}.txt" for name in names):
        with tempfile.TemporaryDirectory() as folder:
            path.write_text(outcome(path.read_text(encoding="utf-8"), Path(folder)), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
