"""The doors: what each takes, what it may refuse, and what must hold of what it lets in."""

from __future__ import annotations

import asyncio
import json
import random
import struct
import tempfile
import zlib
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from hansa.errors import HansaError, MoveError
from hansa.games import GAMES
from hansa.json_lines import NotJson, json_line, read_json
from hansa.mind_file import MAGIC, VERSION, minds_of
from hansa.notation import read_games, read_position, read_save, write_game, write_position
from hansa.protocol.conversation import Conversation
from hansa.record import parse_records, play_random
from hansa.review import Judgement, review
from hansa.review_file import read_judgements
from hansa.state import State
from hansa.table.choices import found
from hansa.table.refusals import refusal
from hansa.thinking import Budget
from hansa.tournaments.log_header import LogError, new_header
from hansa.tournaments.log_reading import read_log
from hansa.tournaments.play import play
from hansa.tournaments.schedule import TableSetup, Tournament, games
from hansa.tournaments.seal import sealed, unsealed
from hansa.tournaments.standings import standings
from hansa.training.ledger import Ledger
from hansa.training.recipe import Recipe
from hansa.vocabulary import MindError
from hansa.web.access_keys import Access, AccessKeys
from hansa.web.connection import Connection, Server
from hansa.web.live import Searches
from hansa.web.outbox import Outbox
from hansa.web.search_turns import SearchTurns
from hansa.web.tables import Tables
from hansa.web.tournaments import Logs
from tests.fuzz.explorer import Door
from tests.skid_program import Program

SETUPS: tuple[dict[str, Any], ...] = (
    {"board": "hansa-45", "players": 4, "modules": ["missions", "favours"]}, {"board": "hansa-23", "players": 2},
    {"board": "britannia-45", "players": 5}, {"board": "east", "players": 3}, {"game": "hansa2004", "players": 3},
)
PLAN = Tournament(("markers", "random"), (TableSetup("hansa-23", 2),), blocks=1, limit=30)
ROOT = Path(__file__).parents[2]
# They think; what they are asked is checked before
SLOW_COMMANDS = ("go", "perft", "analyse", "why", "hint", "review")
KEY = AccessKeys(b"x" * 32)


# --- positions and moves ------------------------------------------------------------------------

@cache
def states() -> tuple[State, ...]:
    """Positions of both games, from their beginning to their end."""
    found = []
    for number, setup in enumerate(SETUPS):
        for limit in (0, 40, 200, 2000):
            found.append(play_random(setup, seed=number + limit, limit=limit).replay())
    return tuple(found)


def take_state(data: bytes) -> None:
    """A state is possible, the same after writing and reading, and can be played."""
    try:
        state = State.from_json(read_json(data))
    except (HansaError, NotJson) as error:
        return plain(error)
    assert state.problems() == []
    assert State.from_json(state.to_json()) == state
    assert State.from_bytes(bytes(state)) == state
    rng = random.Random(1)
    for _ in range(5):
        if not state.over:
            state.play(rng.choice(state.legal_moves))
            assert state.problems() == []
    return None


def take_bytes(data: bytes) -> None:
    """Compressed states. What fuzzing changes is the JSON inside."""
    take_state_bytes(data)
    take_state_bytes(b"hansa1" + zlib.compress(data))


def take_state_bytes(data: bytes) -> None:
    """One of them."""
    try:
        assert State.from_bytes(data).problems() == []
    except HansaError as error:
        plain(error)


def take_setup(data: bytes) -> None:
    """A setup gives a state with moves."""
    try:
        state = State.from_setup(read_json(data), seed=1)
    except (HansaError, NotJson) as error:
        return plain(error)
    assert state.problems() == [] and state.legal_moves
    return None


def take_moves(data: bytes) -> None:
    """Each line is a move in some position: legal or refused with a reason; both ways of reading
    agree."""
    for number, line in enumerate(data.split(b"\n")[:20]):
        text, state = line.decode(errors="replace"), states()[number % len(states())]
        before = bytes(state)
        try:
            move = state.parse(text)
        except MoveError as error:
            plain(HansaError(error.brief))
            if not state.over:
                for said in refusal(state, text):
                    assert "\n" not in said
        else:
            assert move in state.legal_moves
        if not state.over:
            for choice in found(state, text):
                assert choice in state.legal_moves
        assert bytes(state) == before


def take_position_notation(data: bytes) -> None:
    """A position in the notation for people is the same after writing and reading."""
    try:
        state = read_position(data.decode(errors="replace"))
    except HansaError as error:
        return plain(error)
    assert state.problems() == []
    for block in (False, True):
        assert read_position(write_position(state, block=block)) == state
    return None


def take_save(data: bytes) -> None:
    """A save of another program is a possible position, the same after writing and reading."""
    try:
        found = read_save(read_json(data))
    except (HansaError, NotJson) as error:
        return plain(error)
    if found is not None:
        assert found.state.problems() == [] and State.from_json(found.state.to_json()) == found.state
        assert all("\n" not in remark for remark in found.remarks)
    return None


def take_game_notation(data: bytes) -> None:
    """Games in the notation for people replay, and are the same after writing and reading."""
    try:
        records = read_games(data.decode(errors="replace"))
    except HansaError as error:
        return plain(error)
    for record in records[:3]:
        (again,) = read_games(write_game(record))
        assert again.moves == record.moves and again.replay() == record.replay()
    return None


# --- files --------------------------------------------------------------------------------------

def take_records(data: bytes) -> None:
    """Records replay or say why not; what is read is the same after writing."""
    try:
        records, _ = parse_records(data, "the file")
    except HansaError as error:
        return plain(error)
    for record in records[:5]:
        line = json_line(record.to_json()).encode()
        assert parse_records(line, "again")[0] == [record]
        try:
            record.verify()
        except HansaError as error:
            plain(error)
    return None


def take_log(data: bytes) -> None:
    """A log with good checksums, whatever is in its lines, is read and rated, or refused with its
    line."""
    lines = []
    for line in data.split(b"\n"):
        try:
            content = unsealed(line)[0].rstrip(b"\n")
        except ValueError:
            content = line
        lines.append(sealed(content.decode("latin-1")).encode("latin-1") if content.endswith(b"}") else content)
    with tempfile.NamedTemporaryFile(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as file:
        for sealed_or_not in (data, b"\n".join(lines)):
            file.seek(0)
            file.truncate()
            file.write(sealed_or_not)
            file.flush()
            try:
                contents = read_log(file.name)
            except LogError as error:
                plain(error)
            else:
                if contents.games:
                    standings(list(contents.games))


def take_mind(data: bytes) -> None:
    """A header (the data up to the first newline) and arrays, with the right frame around them: a
    mind or a reason."""
    header, _, arrays = data.partition(b"\n")
    body = MAGIC + struct.pack("<II", VERSION, len(header)) + header + arrays
    for content in (data, body + struct.pack("<I", zlib.crc32(body))):
        for game, entry in GAMES.items():
            try:
                minds = minds_of(content, entry.vocabulary, game)
                for board, players in (("", 0), *minds.parts):
                    minds.of(board, players)
            except MindError as error:
                plain(HansaError(str(error)))


def take_ledger(data: bytes) -> None:
    """A ledger of training."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "ledger.jsonl").write_bytes(data)
        try:
            ledger = Ledger(Path(folder))
            ledger.recipe()
            ledger.game()
        except HansaError as error:
            plain(error)


def take_review(data: bytes) -> None:
    """Kept judgements: what cannot be read is computed again."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        for key, judged in read_judgements(Path(file.name)).items():
            assert isinstance(key, str) and judged.loss >= 0 and judged.verdict and 0 <= judged.accuracy <= 1
            assert "\n" not in judged.why and Judgement.from_json(judged.to_json()) == judged


# --- conversations ------------------------------------------------------------------------------

def take_protocol(data: bytes) -> None:
    """Every line gets one answer, and none is a fault of hansa."""
    sink = BytesIO()
    with ThreadPoolExecutor(1) as pool:
        conversation = Conversation(sink, pool)
        said = 0
        for line in data.split(b"\n")[:30]:
            if not slow(line) and not conversation.engine.ended:
                conversation.hear(line)
                said += 1
        conversation.finish()
    answers = [json.loads(line) for line in sink.getvalue().splitlines()]
    assert len([answer for answer in answers if "info" not in answer]) == said, (said, answers)
    for answer in answers:
        check_answer(answer)


def take_page(data: bytes) -> None:
    """What a browser says, line by line: every one is answered, and none by a fault of hansa."""
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
        asyncio.run(page_conversation(Path(folder), [line for line in data.split(b"\n")[:30] if not slow(line)]))


async def page_conversation(folder: Path, lines: Iterable[bytes]) -> None:
    """One browser of the host, from its first message to its last."""
    sent: list[str] = []

    async def send(text: str) -> None:
        sent.append(text)

    tables = Tables(folder, 1)
    outbox = Outbox(send)
    connection = Connection(Server(tables, Logs((folder,)), KEY, Searches(SearchTurns(1), 1)), outbox, Access())
    sending = asyncio.create_task(outbox.run())
    try:
        await connection.receive('{"id": 0, "cmd": "hello"}')
        count = 1
        for line in lines:
            await connection.receive(line)
            count += 1
        await connection.close()
        await asyncio.sleep(0)
    finally:
        sending.cancel()
        await tables.close()
    answers = [answer for answer in map(json.loads, sent) if "push" not in answer]
    assert len(answers) == count, (count, answers)
    for answer in answers:
        check_answer(answer)


def check_answer(answer: Mapping[str, Any]) -> None:
    """No fault of hansa, and one line."""
    error = answer.get("error")
    if error is not None:
        assert error["code"] != "internal-error" and "fault of hansa" not in error["message"], error
        assert "\n" not in error["message"], error


def slow(line: bytes) -> bool:
    """Whether a line asks for something that may take long, rightly."""
    try:
        request = read_json(line)
    except NotJson:
        return False
    if not isinstance(request, dict):
        return False
    quick = request.get("depth") in (0, 1) if request.get("cmd") == "perft" else request.get("simulations") in (1, 2, 5)
    return request.get("cmd") in SLOW_COMMANDS and not (quick and request.get("seconds") is None)


def plain(error: Exception) -> None:
    """Messages are one line, and say something."""
    said = str(error)
    assert "\n" not in said and len(said) > 5, repr(said)


# --- seeds --------------------------------------------------------------------------------------

def state_seeds() -> list[bytes]:
    """The positions, as JSON."""
    return [json.dumps(state.to_json()).encode() for state in states()]


def move_seeds() -> list[bytes]:
    """Legal moves of each position, a line each."""
    rng = random.Random(1)
    lines = [str(rng.choice(state.legal_moves)) if not state.over else "end" for state in states()]
    return ["\n".join(lines).encode(), "\n".join(line.upper() for line in lines).encode(), b"claim\nplace\nbre ham t\n1\n"]


def position_notation_seeds() -> list[bytes]:
    """The positions as people write them."""
    return [write_position(state, block=number % 2 > 0).encode() for number, state in enumerate(states())]


def save_seeds() -> list[bytes]:
    """A save in each phase, of both revisions, and a row of the database."""
    found = []
    for revision in ("context", "current"):
        program = Program(revision=revision)
        marked = program.route_of("Osnabruck", "Bremen")
        program.me["readyMarkers"] = ["Upgrade", "Move 3"]
        for post in ([marked, 0], [marked, 1], [marked, 2]):
            program.me["personalSupply"]["t"] += 1
            program.me["generalStock"]["t"] -= 1
            program.act("place", post=post)
        program.now["actions"].clear()
        actions: tuple[tuple[str, dict[str, Any]], ...] = (
            ("route", {"route": marked}), ("route-office", {"city": "Osnabruck"}), ("place", {"post": [0, 0]}), ("done", {}),
            ("marker-place", {"route": 1}), ("done", {}), ("displace", {"post": [0, 0]}), ("displace-place", {"post": [1, 0]}),
            ("done", {}), ("move-collect", {"post": [0, 0]}))
        for name, params in actions:
            found.append(json.dumps(program.saved()).encode())
            program.act(name, **params)
        found.append(json.dumps({"id": "7f", "state": json.dumps(program.saved())}).encode())
    return found


def game_notation_seeds() -> list[bytes]:
    """Short games as people write them."""
    games = [write_game(play_random(setup, seed=2, limit=14)) for setup in SETUPS]
    return [*(text.encode() for text in games), "\n\n".join(games[:2]).encode()]


def record_seeds() -> list[bytes]:
    """Short records, one from a position, several in a file."""
    found = [json_line(play_random(setup, seed=2, limit=12).to_json()).encode() for setup in SETUPS]
    ended = json_line(play_random(SETUPS[-1], seed=2).to_json()).encode()
    return [*found, b"\n".join(found[:2]) + b"\n", ended]


def log_seeds() -> list[bytes]:
    """A log of two games."""
    header = new_header(PLAN, {bot: bot for bot in PLAN.bots}, "an example")
    lines = [json_line(header.to_json()), *(json_line(play(game).to_json()) for game in games(PLAN))]
    return ["".join(f"{sealed(line)}\n" for line in lines).encode(), "".join(f"{line}\n" for line in lines[:2]).encode()]


def mind_seeds() -> list[bytes]:
    """The headers of shipped minds, with few numbers behind."""
    found = []
    for name in GAMES:
        content = (ROOT / "hansa" / name / "mind.bin").read_bytes()
        length = struct.unpack("<I", content[12:16])[0]
        header = json.loads(content[16 : 16 + length])
        header["parts"] = header["parts"][:1]
        found.append(json.dumps(header).encode() + b"\n" + content[16 + length : -4][:40_000])
    return found


def protocol_seeds() -> list[bytes]:
    """Conversations."""
    requests: list[dict[str, Any]] = [
        {"id": 1, "cmd": "hello"}, {"id": 2, "cmd": "new", "setup": {"board": "hansa-23", "players": 2}, "seed": 7},
        {"id": 3, "cmd": "legal"}, {"id": 4, "cmd": "play", "moves": ["place t BRE-HAM", "end"]}, {"cmd": "state", "view": 1},
        {"id": 6, "cmd": "go", "simulations": 2, "lines": 2, "moves": ["end"]}, {"id": 7, "cmd": "undo", "count": 1},
        {"id": 8, "cmd": "option", "name": "seed", "value": 3}, {"id": 9, "cmd": "stop"}, {"cmd": "perft", "depth": 1},
        {"id": "x", "cmd": "new", "state": states()[1].to_json()}, {"cmd": "go", "simulations": 1, "without": ["end"]},
    ]
    requests += [{"cmd": "hello", "version": 2}, *({"id": 20, "cmd": name, "game": ""} for name in (
        "games", "board", "svg", "words", "strength", "close"))]
    lines = [json_line(request).encode() for request in requests]
    return [b"\n".join(lines), b"\n".join(lines[:6]), lines[10], b"\n".join((lines[1], b'{"cmd": "quit"}', lines[2]))]


def page_seeds() -> list[bytes]:
    """Browsers that make a game, play, study, edit."""
    new = {"cmd": "new", "setup": {"board": "hansa-23", "players": 2}, "seats": [{"who": "here"}, {"who": "here"}], "seed": 7}
    state = states()[5].to_json()
    talks: list[list[dict[str, Any]]] = [
        [new, {"cmd": "games"}, {"cmd": "remove", "game": "x"}],
        [{"cmd": "fresh", "setup": {"board": "east", "players": 3}}, {"cmd": "edit", "state": state, "change": {}},
         {"cmd": "look", "state": state, "moves": []}, {"cmd": "outcomes", "state": state, "moves": []}],
        [{"cmd": "load", "text": record_seeds()[1].decode()}, {"cmd": "tournaments"}, {"cmd": "tournament", "name": "x"}],
        [{**new, "seats": [{"who": "link", "name": "Anna"}, {"who": "random"}]}, {"cmd": "pace", "seconds": 1}, {"cmd": "step"},
         {"cmd": "undo"}, {"cmd": "show", "seat": 0}, {"cmd": "record"}, {"cmd": "leave"}, {"cmd": "stop", "what": "why"}],
        [{"cmd": "open", "game": "hansa-23"}, {"cmd": "play", "move": "end", "ply": 0}],
    ]
    return [
        b"\n".join(json_line({"id": number, **request}).encode() for number, request in enumerate(talk, 1)) for talk in talks]


def ledger_seeds() -> list[bytes]:
    """The beginning of a run."""
    lines: list[dict[str, Any]] = [
        {"step": "begin", "game": "teutonica", "recipe": Recipe().to_json()}, {"step": "asked", "setups": [], "generations": 1},
        {"step": "block", "setup": "hansa-23/2", "generation": 1, "seed": 1, "share": 0.5},
    ]
    return [b"".join(json_line(line).encode() + b"\n" for line in lines)]


def review_seeds() -> list[bytes]:
    """Judgements."""
    record = play_random(SETUPS[1], seed=4, limit=4)
    found: list[bytes] = []

    def keep(judged: Judgement | None, key: str, done: int, todo: int) -> None:
        if judged is not None:
            found.append(json_line({"key": key} | judged.to_json()).encode())

    review(record, Budget(simulations=2), report=keep)
    return [b"\n".join(found)]


def setup_seeds() -> list[bytes]:
    """Setups with everything in them."""
    return [json.dumps(setup).encode() for setup in (*SETUPS, *(state.setup for state in states() if state.setup))]


DOORS: Mapping[str, Door] = {door.name: door for door in (
    Door("states", take_state, state_seeds), Door("bytes", take_bytes, state_seeds), Door("setups", take_setup, setup_seeds),
    Door("positions", take_position_notation, position_notation_seeds),
    Door("saves", take_save, save_seeds),
    Door("games", take_game_notation, game_notation_seeds), Door("moves", take_moves, move_seeds),
    Door("records", take_records, record_seeds), Door("logs", take_log, log_seeds),
    Door("minds", take_mind, mind_seeds), Door("protocol", take_protocol, protocol_seeds), Door("page", take_page, page_seeds),
    Door("ledgers", take_ledger, ledger_seeds), Door("reviews", take_review, review_seeds),
)}
