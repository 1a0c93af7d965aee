"""Parsers survive the inputs of the corpus, and fuzzing finds a parser that crashes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from hansa.errors import HansaError
from hansa.games import GAMES
from hansa.json_lines import NotJson, read_json
from hansa.mind_file import minds_of, read_array
from hansa.notation import read_games
from hansa.review_file import read_judgements
from hansa.tournaments.log_header import LogError
from hansa.tournaments.log_reading import read_log
from hansa.tournaments.seal import sealed, unsealed
from hansa.training.ledger import Ledger
from hansa.training.recipe import Recipe
from hansa.vocabulary import MindError
from tests.fuzz.doors import DOORS, log_seeds, mind_seeds, review_seeds
from tests.fuzz.explorer import CORPUS, Door, Explorer, kept_corpus
from tests.fuzz.libfuzzer import Harness, installed, search
from tests.minds import minds_with
from tests.patience import wait_until

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("name", DOORS)
def test_every_door_bears_its_corpus(name: str) -> None:
    for data in [*kept_corpus(DOORS[name]), *DOORS[name].seeds()[:2]]:
        DOORS[name].take(data)


def test_the_corpus_is_small_and_of_doors_there_are() -> None:
    paths = [path for path in CORPUS.rglob("*") if path.is_file()]
    assert {path.parent.name for path in paths} <= {*DOORS}
    assert sum(path.stat().st_size for path in paths) < 200_000


def refuses_deep_numbers(data: bytes) -> None:
    """A door with a fault behind three steps that bytes at random would not find."""
    try:
        value = read_json(data)
    except NotJson:
        return
    if isinstance(value, dict) and isinstance(value.get("a"), list) and len(value["a"]) > 2:
        raise KeyError("found")


def test_fuzzing_finds_a_fault_that_is_not_at_the_surface() -> None:
    explorer = Explorer(Door("example", refuses_deep_numbers, lambda: [b'{"a": 1}', b'{"b": [1, 2, 3]}']), seed=1)
    explorer.begin()
    while not explorer.findings:
        explorer.step()
    (finding,) = explorer.findings.values()
    assert "KeyError: 'found'" in finding.trace


def test_steps_are_counted_and_lead_to_new_inputs() -> None:
    explorer = Explorer(DOORS["ledgers"], seed=1)
    explorer.begin()
    seeds, steps = len(explorer.inputs), len(explorer.seen)
    while not explorer.found:
        explorer.step()
    assert explorer.inputs[seeds:] == explorer.found and len(explorer.seen) > steps


def test_libfuzzer_writes_a_fault_down_once_and_goes_on(tmp_path: Path) -> None:
    harness = Harness(Door("example", refuses_deep_numbers, lambda: [b'{"a": 1}']), 1e9, tmp_path, lambda data, longest: b"")
    for data in (b"{}", b'{"a": [1, 2, 3]}', b'{"a": [1, 2, 4]}'):
        harness.take(data)
    assert harness.tried == 3
    ((where, path),) = harness.findings.items()
    assert where.startswith("KeyError") and Path(path).read_bytes() == b'{"a": [1, 2, 3]}'
    assert "KeyError: 'found'" in Path(path).with_suffix(".txt").read_text() and len([*tmp_path.iterdir()]) == 2


def test_libfuzzer_makes_a_part_of_the_inputs(tmp_path: Path) -> None:
    harness = Harness(DOORS["ledgers"], 1e9, tmp_path, lambda data, longest: b"libfuzzer")
    made = [harness.changed(b'{"step": "begin"}', 30, seed) for seed in range(1000)]
    assert 150 < made.count(b"libfuzzer") < 250 and max(map(len, made)) == 30
    assert harness.changed(b"{}", 30, 7) == harness.changed(b"{}", 30, 7)


@pytest.mark.parametrize(("seconds", "stopped"), [(0.0, False), (1e9, True)])
def test_a_search_by_libfuzzer_ends_at_its_time_or_when_it_is_stopped(
    seconds: float, stopped: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leave(code: int) -> NoReturn:
        raise SystemExit(code)

    monkeypatch.setattr(os, "_exit", leave)
    harness = Harness(DOORS["ledgers"], seconds, tmp_path, lambda data, longest: data)
    harness.stopped = stopped
    with pytest.raises(SystemExit, match="0"):
        harness.take(b"{}")
    said = json.loads((tmp_path / "ledgers.json").read_text())
    assert said["inputs"] == 0 and said["findings"] == {} and said["seconds"] > 0


@pytest.mark.skipif(not installed(), reason="without Atheris")
def test_a_search_by_libfuzzer_goes_on_from_the_last_one(tmp_path: Path) -> None:
    first = search("ledgers", seconds=2, seed=1, folder=tmp_path)
    assert first.inputs > 100 and first.steps > 20 and not first.findings and not first.stopped
    corpus = tmp_path / "corpus" / "ledgers"
    assert {*DOORS["ledgers"].seeds(), *first.fresh} <= {path.read_bytes() for path in corpus.iterdir()}
    assert search("ledgers", seconds=0, seed=1, folder=tmp_path).fresh == []


@pytest.mark.skipif(not installed(), reason="without Atheris")
def test_a_search_that_dies_names_its_log(tmp_path: Path) -> None:
    dead = search("no-door", seconds=1, seed=1, folder=tmp_path)
    ((where, log),) = dead.findings.items()
    assert where == "the process ended with 1" and "KeyError: 'no-door'" in log.read_text()


@pytest.mark.skipif(not installed(), reason="without Atheris")
def test_a_search_that_is_stopped_tells_what_it_has_done(tmp_path: Path) -> None:
    code = f"from tests.fuzz.libfuzzer import *; print(search('ledgers', seconds=1e9, seed=1, folder=Path({str(tmp_path)!r})))"
    process = subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True)
    log = tmp_path / "ledgers.log"
    wait_until(lambda: log.exists() and b"NEW" in log.read_bytes())
    os.killpg(process.pid, signal.SIGINT)
    said = process.communicate()[0]
    assert "stopped=True" in said and "findings={}" in said and "inputs=0" not in said


SLOW_DOORS = {"moves": 100, "page": 500, "positions": 500}


@pytest.mark.long
@pytest.mark.parametrize("name", DOORS)
def test_a_short_search_finds_nothing(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", name, "--inputs", str(SLOW_DOORS.get(name, 1000)), "--seed", "1"],
        cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


# --- what was found this way --------------------------------------------------------------------

def test_weights_beyond_all_bounds_are_a_line_and_no_fault() -> None:
    name = GAMES["hansa2004"].vocabulary.evaluation[0]
    with pytest.raises(MindError, match="is not a weight"):
        minds_with("hansa2004", evaluation={name: (1e9, 0.0)}).of()


def test_a_judgement_of_a_seat_that_is_not_there_is_computed_again(tmp_path: Path) -> None:
    line = review_seeds()[0].split(b"\n")[0]
    (tmp_path / "good").write_bytes(line)
    (tmp_path / "bad").write_bytes(line.replace(b'"seat": 0', b'"seat": 7'))
    assert len(read_judgements(tmp_path / "good")) == 1 and line != (tmp_path / "bad").read_bytes()
    assert not read_judgements(tmp_path / "bad")


def test_a_judgement_whose_ways_are_of_different_seats_is_computed_again(tmp_path: Path) -> None:
    judged = json.loads(review_seeds()[0].split(b"\n")[0])
    best = judged["best"]
    for column in ("values", "points"):
        best[column] = best[column] * 2
    (tmp_path / "reviewed").write_text(json.dumps(judged))
    assert not read_judgements(tmp_path / "reviewed")


def test_a_log_of_a_game_that_nobody_knows_names_its_line(tmp_path: Path) -> None:
    header, game = (unsealed(line)[0] for line in log_seeds()[0].splitlines()[:2])
    path = tmp_path / "log.jsonl"
    path.write_text("".join(f"{sealed(line.decode())}\n" for line in (header.replace(b"teutonica", b"chess"), game)))
    with pytest.raises(LogError, match=r"log\.jsonl: line 2: unknown game 'chess'"):
        read_log(path)


def test_what_cannot_be_read_of_a_game_is_told_in_one_line() -> None:
    text = DOORS["games"].seeds()[0].decode()
    with pytest.raises(HansaError, match=r"this cannot be read: \] 1\. red") as refused:
        read_games(text + "\n]\n\n1. red: place")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(("part", "value", "said"), [
    ("plan", 100, "plan is 100"), ("tuning", [], r"tuning is \[\]"), ("fitting", {"x\r\n": 1}, "unexpected keyword argument")])
def test_a_recipe_with_a_part_that_is_none_is_one_line(part: str, value: object, said: str, tmp_path: Path) -> None:
    begun = {"step": "begin", "game": "teutonica", "recipe": Recipe().to_json() | {part: value}}
    (tmp_path / "ledger.jsonl").write_text(json.dumps(begun) + "\n")
    with pytest.raises(HansaError, match=said) as refused:
        Ledger(tmp_path).recipe()
    assert "\n" not in str(refused.value)


def test_the_mind_seeds_are_minds() -> None:
    assert len(mind_seeds()) == len(GAMES)
    with pytest.raises(MindError):
        minds_of(mind_seeds()[0], GAMES["teutonica"].vocabulary, "teutonica")


@pytest.mark.parametrize("kind", [[], {}, None, 7, "float99"])
def test_an_array_of_a_type_that_is_none_is_a_line_and_no_fault(kind: object) -> None:
    with pytest.raises(MindError, match="where the net of a part begin, and their shape, is not said properly"):
        read_array({"type": kind, "at": 0, "shape": [1]}, "net", b"0000")
