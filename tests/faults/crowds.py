"""Too many and too much: browsers that vanish, 200 at once, 10,000 games, a log of 2 GB, a record
of 100,000 plies."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from hansa.json_lines import json_line
from hansa.record import Record, play_random
from hansa.tournaments.log_header import new_header
from hansa.tournaments.play import start_of
from hansa.tournaments.schedule import TableSetup, Tournament, games
from hansa.tournaments.seal import sealed
from hansa.tournaments.worker import finish
from hansa.web.app import MOST_BY_KEY, MOST_STRANGERS
from tests.faults.machine import Outcome, hansa, one_line

BROWSERS = 200
GAMES = 10_000
PLIES = 100_000
SPARSE = 2 << 30            # bytes of a log that is one line without an end
# Bytes of a log of real lines
WHOLE = int(os.environ.get("HANSA_LOG_MEGABYTES", "2048")) << 20
LOG_MEMORY = 2 << 30        # bytes that reading it may take


class Serving:
    """A server in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "hansa", "serve", "--port", "0", "--games", str(folder)], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, env={**os.environ, "HANSA_LOG": str(folder / "hansa.log")})
        assert self.process.stdout is not None
        found = re.search(r"http://([\w.]+):(\d+)/#key=(\S+)", self.process.stdout.readline())
        assert found
        self.host, self.port, self.key = found[1], int(found[2]), found[3]

    def megabytes(self) -> float:
        """What it holds."""
        fields = dict(line.split(":", 1) for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines())
        return int(fields["VmRSS"].split()[0]) / 1024

    def open(self, key: str | None = "") -> ClientConnection:
        """A browser's socket; with the host's key, another one or none."""
        made = connect(f"ws://{self.host}:{self.port}/socket", max_size=None, open_timeout=300, close_timeout=5)
        if key is not None:
            assert "error" not in ask(made, "hello", key=key or self.key)
        return made


def ask(talk: ClientConnection, command: str, **fields: Any) -> Any:
    """The answer to a request; what is pushed meanwhile is ignored."""
    talk.send(json.dumps({"id": command, "cmd": command, **fields}))
    while True:
        message = json.loads(talk.recv(timeout=600))
        if message.get("id") == command:
            return message


@contextmanager
def serving(folder: Path) -> Iterator[Serving]:
    """A server; at its end it has neither said nor logged that anything went wrong."""
    server = Serving(folder)
    try:
        yield server
        server.process.send_signal(signal.SIGINT)
        _, errors = server.process.communicate(timeout=300)
        logged = folder / "hansa.log"
        assert not errors and (not logged.exists() or "Traceback" not in logged.read_text()), errors
    finally:
        server.process.kill()
        server.process.wait()


def new_game(talk: ClientConnection) -> str:
    """A game of two people."""
    answer = ask(talk, "new", setup={"board": "hansa-23", "players": 2}, seats=[{"who": "here"}] * 2, seed=1)
    game: str = answer["game"]
    return game


# --- browsers -----------------------------------------------------------------------------------

def vanished_browsers(folder: Path) -> Outcome:
    """Browsers whose machine is gone in the middle of a move, of a message, and of an analysis."""
    with serving(folder) as server:
        host = server.open()
        game = new_game(host)
        for number in range(30):
            gone = server.open()
            ply = ask(gone, "open", game=game)["table"]["ply"]
            if number % 3 == 0:
                gone.send(json.dumps({"id": 1, "cmd": "analyse", "game": game, "seconds": 600, "lines": 5}))
            elif number % 3 == 1:
                gone.send(json.dumps({"id": 1, "cmd": "play", "move": "end", "ply": ply}))
            else:
                gone.socket.sendall(b"\x81\xfe\x10")        # the beginning of a message
            # No goodbye
            gone.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            gone.socket.close()
        table = ask(host, "open", game=game)["table"]
        assert "error" not in ask(host, "play", move="end", ply=ask(host, "open", game=game)["table"]["ply"])
        host.send(json.dumps({"id": "a", "cmd": "analyse", "game": game, "seconds": 1, "lines": 1}))
        while json.loads(host.recv(timeout=600)).get("push") != "thought":
            pass            # whoever has gone does not keep a place for searching
    return Outcome("30 browsers vanish in the middle of moves, messages and analyses", "nothing",
                   f"those who stay play on ({table['ply']} moves were heard) and may search")


def two_hundred_browsers(folder: Path) -> Outcome:
    """As many sockets as can be: with one key, then without any."""
    with serving(folder) as server:
        host = server.open()
        game = new_game(host)
        opened, turned_away = [], 0
        for _ in range(BROWSERS):
            try:
                opened.append(server.open())
                ask(opened[-1], "open", game=game)
            except (WebSocketException, OSError, KeyError, AssertionError):
                turned_away += 1
        assert turned_away == BROWSERS - (MOST_BY_KEY - 1), turned_away
        strangers = [server.open(None) for _ in range(BROWSERS - 1)]
        assert "error" not in ask(host, "play", move="end", ply=ask(host, "open", game=game)["table"]["ply"])
        held = server.megabytes()
        for one in (*opened, *strangers):
            one.socket.close()
    return Outcome(f"{BROWSERS} sockets with one key, {BROWSERS - 1} more without any", "nothing",
                   f"{MOST_BY_KEY} with a key stay, {turned_away} are told that there are too many; of those without one "
                   f"{MOST_STRANGERS} stay; moves go on; {held:.0f} MB")


# --- sizes --------------------------------------------------------------------------------------

def ten_thousand_games(folder: Path) -> Outcome:
    """A folder with very many games."""
    record = play_random({"board": "hansa-23", "players": 2}, seed=1, limit=30)
    for number in range(GAMES):
        one = replace(record, end="interrupted", result=None, id=f"game-{number}", seats=("human",) * 2)
        (folder / f"game-{number}.jsonl").write_text(json_line(one.to_json()) + "\n")
    listed = hansa("games", "--plain", HANSA_GAMES=str(folder))
    assert listed.returncode == 0 and f"game-{GAMES - 1}" in listed.stdout, listed.stderr
    with serving(folder) as server:
        host = server.open()
        found = ask(host, "games")["games"]
        assert len(found) == 500 and "problem" not in found[0], len(found)
        assert "error" not in ask(host, "open", game="game-7")
        held = server.megabytes()
    return Outcome(f"{GAMES:,} games in the folder", "nothing", f"the page lists the last 500 of them; {held:.0f} MB")


def endless_line(folder: Path) -> Outcome:
    """A log of 2 GB that is one line without an end."""
    log = folder / "log.jsonl"
    plan = Tournament(("markers", "random"), (TableSetup("hansa-23", 2),))
    log.write_text(sealed(json_line(new_header(plan, {}, "x").to_json())) + "\n")
    os.truncate(log, SPARSE)
    seen = one_line(hansa("rate", str(log)), 2)
    assert "line 2: more than" in seen
    return Outcome("a log of 2 GB without an end of line (zeros), for rate", "nothing", seen.replace(f"{folder}/", ""))


def two_gigabytes(folder: Path) -> Outcome:
    """A log of 2 GB of games that differ, rated with a limit on memory."""
    log, plan = folder / "log.jsonl", Tournament(("markers", "random"), (TableSetup("hansa-23", 2),))
    size = count = 0
    with log.open("w") as file:
        size += file.write(sealed(json_line(new_header(plan, {}, "x").to_json())) + "\n")
        for game in games(plan.endless()):
            if size >= WHOLE:
                break
            if game.block == 0:
                first = json.loads(finish(game, plan.digest).line)
                # As long as a game of the search with its thoughts
                first["thoughts"] = ["x" * 20_000]
                ranks = first["result"]["ranks"]
            line = {**first, "id": game.id, "block": game.block, "rotation": game.rotation, "seats": list(game.seats),
                    "setup": start_of(game).setup}
            assert ranks
            size += file.write(sealed(json_line(line)) + "\n")
            count += 1
    done = subprocess.run(
        [sys.executable, "-m", "hansa", "rate", str(log), "--plain"], capture_output=True, text=True, timeout=7200, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (LOG_MEMORY, LOG_MEMORY)),
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"})
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    assert done.returncode == 0 and f"{count}" in done.stdout.replace(",", ""), done.stderr[-500:]
    return Outcome(f"rate a log of {size >> 20:,} MB with {count:,} games", "nothing", f"the table; at most {most:.0f} MB")


def endless_game(folder: Path) -> Outcome:
    """A record of 100,000 plies: everybody ends their turn."""
    path = folder / "long.jsonl"
    moves = tuple(f"{number % 2} end" for number in range(PLIES))
    record = Record(
        setup={"board": "hansa-23", "players": 2}, moves=moves, end="interrupted", id="long", seed=1, seats=("human",) * 2)
    path.write_text(json_line(record.to_json()) + "\n")
    verified = hansa("replay", str(path))
    assert verified.returncode == 0 and "1 game verified" in verified.stdout, verified.stderr
    played = subprocess.run(
        [sys.executable, "-m", "hansa", "play", "--continue", str(path), "--plain", "--no-pause"], input="end\nquit\n",
        capture_output=True, text=True, timeout=1800, check=False)
    assert played.returncode == 0 and not played.stderr, played.stderr[-500:]
    assert len(json.loads(path.read_text())["moves"]) == PLIES + 1
    with serving(folder) as server:
        host = server.open()
        table = ask(host, "open", game="long")["table"]
        assert table["ply"] == PLIES + 1
        assert "error" not in ask(host, "play", move="end", ply=PLIES + 1)
        held = server.megabytes()
    return Outcome(f"a record of {PLIES:,} plies: replayed, continued on the terminal and on the page", "nothing",
                   f"the game; the server holds {held:.0f} MB")
