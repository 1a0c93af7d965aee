"""What the library says of mistakes: the whole message of each call in `tests/golden/messages.txt`.

A line that begins with `>>> ` is a call, the line below it the error that it raises; names are
those of `names`. `python -m tests.golden_messages` writes the errors anew: read the diff before you
commit it. A new case is one more call.
"""

# ruff: noqa: F401    what is imported is named by the calls

from __future__ import annotations

import json
import lzma
import random
import struct
import tempfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from engine_c.search.options import SearchOptions
from hansa import State, match
from hansa.annotations import Note, Variation
from hansa.bots.entries import read_entry
from hansa.bots.registry import make_bot
from hansa.drills.drill import Drill
from hansa.errors import HansaError
from hansa.exploring.book import Book, BookBuilder
from hansa.exploring.games import number_of
from hansa.exploring.strong_play import count_games, read_strong_play
from hansa.games import GAMES
from hansa.guided import GuidedSearch, Noise
from hansa.json_lines import read_json
from hansa.judgement import Judgement, Way
from hansa.live_game import Game
from hansa.mind_file import minds_of, write_minds
from hansa.notation import read_games, read_position
from hansa.packed import unpacked
from hansa.record import Record
from hansa.rules_page import rules_page
from hansa.sections import count_of, seat_of
from hansa.thinking import Budget, Thinker
from hansa.tournaments.adjudication import Adjudication
from hansa.tournaments.game_members import GameMembers
from hansa.tournaments.league import League
from hansa.tournaments.log import Log
from hansa.tournaments.log_check import ScheduleCheck
from hansa.tournaments.log_header import Header, new_header
from hansa.tournaments.log_merging import merge_files, merged
from hansa.tournaments.log_reading import LogContents, log_lines, read_log
from hansa.tournaments.openings import read_suite
from hansa.tournaments.play import play
from hansa.tournaments.ratings import RatedGame, rate
from hansa.tournaments.results import game_result
from hansa.tournaments.schedule import TableSetup, Tournament, games
from hansa.tournaments.seal import sealed
from hansa.tournaments.sprt import Hypotheses
from hansa.tournaments.tuning import Knob, TuningPlan, TuningRun, knob_of, plan_of
from hansa.training.ledger import Ledger
from hansa.training.loop import TrainingRun
from hansa.training.recipe import Recipe
from tests.minds import minds_with

FILE = Path(__file__).parent / "golden" / "messages.txt"
MOST = 400              # characters of a message that are kept, besides its end
START = State.new(board="hansa-45", players=4, seed=7)
MISSIONS = State.new(board="hansa-45", players=4, modules=["missions"], seed=7)
EAST = (TableSetup("east", 3),)
TWO = ("markers", "random")
GAME_MEMBERS = GameMembers.__dataclass_fields__


def even(seen: Any, masks: Any) -> tuple[Any, Any]:
    """A net that knows nothing."""
    return masks / masks.sum(axis=1, keepdims=True), np.full((len(masks), 4), 0.25, np.float32)


def chance_to_move() -> State:
    """The first position of a game in which chance decides."""
    game, rng = Game(State.new(game="hansa2004", players=2, seed=1)), random.Random(1)
    while game.state.to_move != "*":
        game.push(rng.choice(list(game.state.legal_moves)))
    return game.state


def ended() -> State:
    """A game that is over."""
    state = START.copy()
    state.cut_off()
    return state


def names(folder: Path) -> dict[str, Any]:
    """What the calls may name, besides everything that this module imports."""
    content = _weights(folder)
    way = Way("end", (0.5, 0.5), (), ())
    plan, played = Tournament(TWO, EAST, blocks=4), Game(START)
    played.push("end")
    short = replace(plan, limit=30)

    def written(name: str, data: bytes) -> Path:
        path = folder / name
        path.write_bytes(data)
        return path

    def weights(data: bytes, game: str = "teutonica") -> object:
        return minds_of(data, GAMES[game].vocabulary, game)

    def headed(change: Callable[[Any], object]) -> bytes:
        """The file of weights with another header, and the right checksum."""
        length = struct.unpack("<I", content[12:16])[0]
        header = json.loads(content[16:16 + length])
        change(header)
        text = json.dumps(header).encode()
        inner = content[:8] + struct.pack("<II", 1, len(text)) + text + content[16 + length:-4]
        return inner + struct.pack("<I", zlib.crc32(inner))

    def written_in(inner: str, name: str, data: bytes) -> Path:
        (folder / inner).mkdir()
        return written(f"{inner}/{name}", data)

    done = play(next(iter(games(short))))

    def game(**members: Any) -> object:
        """The result of a tournament's game with other members."""
        parts: tuple[dict[str, Any], ...] = ({}, {}, {})
        for name, value in members.items():
            parts[0 if name in (done.result or {}) else 1 if name in GAME_MEMBERS else 2][name] = value
        result, more, others = parts
        return game_result(replace(done, result={**(done.result or {}), **result}, more={**done.more, **more}, **others), "")

    def tuning(seed: int) -> TuningPlan:
        return TuningPlan("mcts", (Knob("exploration", 0.5, 0.1, 0, 9),), TableSetup("hansa-23", 2), seed)

    def suite(name: str, *states: State) -> list[State]:
        return read_suite(written(name, b"".join(json.dumps(state.to_json()).encode() + b"\n" for state in states)))

    return globals() | {
        "BEGUN": '[Board "hansa-45, 4 players"]\n[Seed "7"]\n', "CHANCE": chance_to_move(), "OVER": ended(), "FOLDER": folder,
        "RECORD": replace(played.to_record(), id="1"), "CONTENT": content,
        "JUDGED": Judgement(4, 0, 10, way, way).to_json(), "PLAN": plan, "DESCRIBED": plan.to_json(),
        "HEADER": line_of(plan).encode() + b"\n", "OTHER": line_of(replace(plan, seed=9)).encode() + b"\n",
        "SEALED": sealed(json.dumps(new_header(plan, {}, "test").to_json())).encode() + b"\n",
        "LEAGUE": League.begin(folder / "league", replace(plan, blocks=None)), "BOT": make_bot("random"),
        "PLAYED": done, "game": game, "CHECK": ScheduleCheck(short),
        "RULED": ScheduleCheck(replace(short, adjudication=Adjudication(agree=0.9))),
        "written_in": written_in, "tuning": tuning, "written": written, "weights": weights, "headed": headed, "suite": suite,
    }


def line_of(plan: Tournament) -> str:
    """The first line of a log without checksums."""
    return json.dumps(replace(new_header(plan, {}, "test"), checksums=None).to_json())


def removed(log: Log) -> Log:
    """A log whose file is gone."""
    log.path.unlink()
    return log


def twice(path: Path) -> object:
    """Two processes write one log; one of them is this."""
    with Log.create(path, new_header(Tournament(TWO, EAST, blocks=4), {}, "test")):
        return Log.resume(path)


def busy(league: League) -> None:
    """Two processes play one league; both are this."""
    with league.playing(), league.playing():
        """Nothing is played."""


def stale() -> Any:
    """A tree of an earlier thought."""
    guided = GuidedSearch(even)
    tree = guided.think(START, 4)
    guided.think(START.after("end"), 4)
    return tree


def _weights(folder: Path) -> bytes:
    """A file of weights without nets."""
    path = folder / "weights.bin"
    write_minds(path, minds_with("teutonica"), GAMES["teutonica"].vocabulary)
    return path.read_bytes()


def said(call: str, known: dict[str, Any]) -> str:
    """The error that a call raises, in a line; long ones are cut."""
    try:
        found = eval(call, known)
    except (HansaError, ValueError, TypeError, AttributeError, OSError) as error:
        text = f"{type(error).__name__}: {error}".replace(str(known["FOLDER"]), "FOLDER").replace("\n", "\\n")
        return text if len(text) <= MOST + 40 else f"{text[:MOST]} ... {text[-30:]}"
    return f"nothing is wrong: {found!r:.60}"


def outcome(text: str) -> Iterator[str]:
    """The file anew, line by line."""
    with tempfile.TemporaryDirectory() as folder:
        known = names(Path(folder))
        for line in text.splitlines():
            if line.startswith(">>> "):
                yield line
                yield said(line[4:], known)
            elif not line or line.startswith("#"):
                yield line


if __name__ == "__main__":
    FILE.write_text("\n".join(outcome(FILE.read_text(encoding="utf-8"))) + "\n", encoding="utf-8")
