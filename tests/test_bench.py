"""What `hansa bench` measures: every figure by numbers and a clock of the tests' own, and what a
signature is made of."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from engine_c import bench as engine
from hansa import State
from hansa import bench as measuring
from hansa.bench import (
    BATCH_GAMES,
    BATCHES,
    MOST_MOVES,
    Run,
    all_setups,
    batch_load,
    fastest,
    game_signature,
    guided_load,
    measure,
    measure_game,
    observation_load,
    random_load,
    sampled_positions,
    search_load,
    searched,
    timed,
    together,
    usual_start,
)
from hansa.games import GAMES, board_entries, fitted_mind
from hansa.json_lines import json_line
from hansa.record import play_random

EAST = {"game": "teutonica", "board": "east", "players": 3, "edition": "bigbox", "modules": []}


# --- every figure -------------------------------------------------------------------------------

def test_every_figure_of_a_game_is_that_of_its_load(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of three positions, each of which one load goes through."""
    counts = {
        "legal lists": 20, "copies": 41, "guided": 5, "evaluation": 201, "playout": 101, "observations": 6, "the API": 2,
        "nothing": 10, "numbers": 9, "masks numbers": 8, "masks numbers observations": 7, "alone": 31, "searched": 15,
    }
    shares: set[float] = set()

    def named(name: str) -> Callable[[int], str]:
        return lambda count: name

    def fastest(load: Callable[[int], str], seconds: float) -> Run:
        shares.add(seconds)
        return Run(counts[load(1)], 2.0, 0)

    of_engine = SimpleNamespace(legal_lists=lambda sample, count: "legal lists", copies=lambda position, count: "copies")
    monkeypatch.setattr(measuring, "fastest", fastest)
    monkeypatch.setattr(measuring, "bench", of_engine)
    monkeypatch.setattr(measuring, "sampled_positions", lambda game: [SimpleNamespace(state_bytes=600 + len(game))] * 3)
    monkeypatch.setattr(measuring, "guided_load", lambda game: named("guided"))
    monkeypatch.setattr(measuring, "search_load", lambda game, leaf: named(leaf))
    monkeypatch.setattr(measuring, "observation_load", lambda sample: named("observations"))
    monkeypatch.setattr(measuring, "batch_load", lambda game, writes: named(
        " ".join(sorted(writes, key="masks numbers observations".find)) or "nothing"))
    monkeypatch.setattr(measuring, "vector_api_load", lambda count, setup: named("the API"))
    monkeypatch.setattr(measuring, "JUDGED", {"by a": lambda start: named("alone"), "by b": lambda start: named("searched")})
    monkeypatch.setattr(measuring, "game_signature", "signature of {}".format)
    steps: list[str] = []
    found = measure_game("hansa2004", 0.25, steps.append)
    assert found.table == "hansa2004/2" and found.state_bytes == 609 and found.signature == "signature of hansa2004"
    assert (found.legal_lists_per_second, found.copies_per_second, found.guided_games_per_second) == (30, 20, 2.5)
    assert found.simulations_per_second == {"evaluation": 100, "playout": 50} and found.observations_per_second == 9
    assert list(found.batch_moves_per_second.items()) == [
        ("moves drawn inside", 5 * 256), ("action numbers", 4.5 * 256), ("with masks", 4 * 256),
        ("with masks and observations", 3.5 * 256), ("all of it by Gymnasium's vector API", 256)]
    assert found.judged_per_second == {"by a": 16, "by b": 8}
    assert shares == {0.25}
    assert steps == [f"{what} hansa2004" for what in (
        "legal lists of", "copies of", "guided games of", "simulations of", "observations of", "batches of", "a net about",
        "signature of")]
    # As if Gymnasium were not installed
    monkeypatch.setattr(measuring, "vector_api_load", lambda count, setup: None)
    assert list(measure_game("hansa2004", 0.25, steps.append).batch_moves_per_second) == list(BATCHES)


def test_boards_share_the_time_with_the_loads_of_both_games(monkeypatch: pytest.MonkeyPatch) -> None:
    shares: list[float] = []

    def fastest(load: str, seconds: float) -> Run:
        shares.append(seconds)
        return Run(1000 + len(shares), 3.0, 10)

    def measure_game(game: str, share: float, progress: Callable[[str], None]) -> Any:
        shares.append(share)
        return SimpleNamespace(signature=game)

    monkeypatch.setattr(measuring, "fastest", fastest)
    monkeypatch.setattr(measuring, "measure_game", measure_game)
    starts: list[tuple[Any, ...]] = []
    monkeypatch.setattr(measuring, "random_load", lambda start: starts.append((start.players, start.key())))
    steps: list[str] = []
    found = measure(28.0, ["hansa-23"], steps.append)
    assert list(found.random_moves_per_second.items()) == [("hansa-23/2", 334), ("hansa-23/3", 334)]
    assert found.games_per_second == {"hansa-23/2": 3.3, "hansa-23/3": 3.3}
    # 13 loads of each game
    assert shares == [1.0] * 4
    assert steps == ["random games on hansa-23/2", "random games on hansa-23/3"]
    assert starts == [(players, State.new(board="hansa-23", players=players, seed=1).key) for players in (2, 3)]
    assert found.signature == together(["teutonica", "hansa2004"]) and list(found.games) == list(GAMES)
    assert list(measure(1.0).random_moves_per_second) == [
        f"{entry.name}/{players}" for entry in board_entries() for players in entry.players]


# --- the clock ----------------------------------------------------------------------------------

@pytest.mark.parametrize(("seconds", "trials", "count", "runs"), [
    (3.0, [1, 4, 16, 64], 256, 12),         # A quarter of a second each.
    (0.3, [1, 4, 16], 102, 3), (1e-9, [1], 1, 3),
])
def test_the_best_of_some_runs_counts(
    seconds: float, trials: list[int], count: int, runs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A load of 1,024 a second, but for one run that is quicker."""
    now, asked = 0.0, list[int]()

    def load(count: int) -> int:
        nonlocal now
        asked.append(count)
        now += count / (2048 if len(asked) == len(trials) + 2 else 1024)
        return len(asked)

    monkeypatch.setattr(measuring, "time", SimpleNamespace(perf_counter=lambda: now))
    best = fastest(load, seconds)
    assert asked == trials + [count] * runs
    assert (best.count, best.result, round(best.rate)) == (count, len(trials) + 2, 2048)


def test_a_run_takes_some_time_in_any_case(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "time", SimpleNamespace(perf_counter=lambda: 5.0))
    assert timed(lambda count: count + 1, 6) == Run(6, 1e-9, 7)


# --- loads --------------------------------------------------------------------------------------

def test_a_search_load_runs_as_many_simulations_as_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []

    class Searched:
        """A search that notes what it is asked for."""

        def __init__(self, mind: object, options: Any) -> None:
            self.asked: list[object] = [options.leaf, options.memory, options.cut]
            made.append(self)

        nodes = 77

        def begin(self, position: Any, simulations: int) -> None:
            self.asked += [position.key(), simulations]

        def run(self, count: int) -> None:
            self.asked.append(count)

    monkeypatch.setattr(measuring, "Search", Searched)
    load = search_load("teutonica", "playout")
    assert load(50) == load(60) == 77
    key = usual_start("teutonica").position.key()
    assert [search.asked for search in made] == [["playout", 512, 60, key, 0, count] for count in (50, 60)]


@pytest.mark.parametrize("writes", BATCHES.values())
def test_a_batch_load_steps_as_often_as_it_is_asked_for(writes: frozenset[str], monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    class Batch:
        """Half of whose games end with each step."""

        def __init__(self, games: int, **settings: Any) -> None:
            asked.append((games, settings))

        def reset(self) -> None:
            asked.append("reset")

        def random_actions(self) -> str:
            return "numbers"

        def step(self, actions: str) -> Any:
            return self.stepped(actions)

        def step_random(self) -> Any:
            return self.stepped("")

        def stepped(self, actions: str) -> Any:
            asked.append(actions)
            return SimpleNamespace(terminated=SimpleNamespace(sum=lambda: 3))

    monkeypatch.setattr(measuring, "VectorEnv", Batch)
    assert batch_load("teutonica", writes)(4) == 12
    assert asked == [(BATCH_GAMES, {
        "limit": 1 << 20, "starts": 1, "masks": "masks" in writes, "observations": "observations" in writes,
        "game": "teutonica", **GAMES["teutonica"].vocabulary.usual,
    }), "reset", *["numbers" if "numbers" in writes else ""] * 4]


def test_other_loads_do_what_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    start = State.new(board="hansa-23", players=2, seed=1).position
    assert random_load(start)(90_000) > random_load(start)(10) == 0
    assert guided_load("hansa2004")(3) == 3
    sample = sampled_positions("hansa2004")
    assert observation_load(sample)(2) == 2 * observation_load(sample)(1) > 0
    record = play_random({"game": "hansa2004", **GAMES["hansa2004"].vocabulary.usual}, seed=1, limit=12_000)
    assert [position.key() for position in sample] == [
        record.replay(ply).position.key() for ply in range(0, len(record.moves), 40)]
    assert len(sample) > 3


# --- the signature ------------------------------------------------------------------------------

def test_a_signature_is_made_of_what_the_engine_does_in_every_setup(monkeypatch: pytest.MonkeyPatch) -> None:
    facts: list[Any] = []

    def noted(values: Any) -> str:
        facts.append(values)
        return json_line(values)

    setups = [EAST, EAST | {"players": 4, "edition": "classic"}]
    monkeypatch.setattr(measuring, "all_setups", lambda game: setups)
    monkeypatch.setattr(measuring, "json_line", noted)
    found = game_signature.__wrapped__("teutonica")
    for setup, (named, perft, *played, moves, result, key, visits) in zip(setups, facts, strict=True):
        start, record = State.from_setup(setup, seed=1), play_random(setup, seed=1, limit=300, kind_first=True)
        assert named == setup and perft == start.perft(3) and moves == list(record.moves) and result == record.result
        assert tuple(played) == tuple(engine.random_games(start.position, 1, 100_000))
        after = start.position.copy()
        after.play_on(fitted_mind("teutonica"), 1, MOST_MOVES)
        assert key == after.key() and sum(visits) == 200 and [key, visits] == searched("teutonica", start.position)
    whole = "".join(map(json_line, facts)).encode()
    assert found == hashlib.blake2b(whole, digest_size=8).hexdigest() and len(found) == 16


def test_signatures_of_games_make_one() -> None:
    assert together(["a", "b"]) == hashlib.blake2b(b"ab", digest_size=8).hexdigest() != together(["b", "a"])


def test_every_setup_is_there_once() -> None:
    """With both modules where they are allowed (T100), in the newest edition."""
    editions = ("bigbox", "classic", "classic-16")
    found = {(setup["board"], setup["players"], setup.get("edition"), *setup.get("modules", []))
             for game in GAMES for setup in all_setups(game)}
    wanted = {(board, players, edition) for edition in editions for board, players in (
        ("hansa-23", 2), ("hansa-23", 3), ("hansa-45", 4), ("hansa-45", 5), ("east", 3), ("east", 4), ("east", 5),
        ("britannia-3", 3), ("britannia-45", 4), ("britannia-45", 5))}
    modules = {(board, players, "bigbox", "missions", "favours")
               for board, players in (("hansa-23", 3), ("hansa-45", 4), ("hansa-45", 5))}
    assert found == wanted | modules | {("hansa2004", players, None) for players in (2, 3, 4)}
    assert sum(len(list(all_setups(game))) for game in GAMES) == len(found) == 36
