"""What measures the house: the overhead of a runner, the loads of learners, and the duel with
OpenSpiel's search, by a clock of their own."""

from __future__ import annotations

import itertools
import json
import sys
from collections.abc import Iterable
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray

from hansa.bots.bot import Bot
from hansa.envs import duel, loads
from hansa.envs.duel import Duel, DuelOutcome
from hansa.envs.loads import sample_net, vector_api_load
from hansa.guided import Evaluator
from hansa.state import Move, State
from hansa.tournaments import overhead
from hansa.tournaments.play import play
from hansa.tournaments.schedule import TableSetup, Tournament, games


def test_the_plain_loop_plays_the_same_game() -> None:
    """As long as it may, by bots that do nothing else when they have no choice."""
    plan = Tournament(("greedy", "greedy:seed=1"), (TableSetup("hansa-23", 2),), blocks=1, limit=40)
    for game in games(plan):
        record = play(game)
        assert record.replay(40).position.key() == overhead.bare(game).position.key()


def test_speeds_are_games_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overhead, "time", SimpleNamespace(perf_counter=itertools.count(10, 4).__next__))
    monkeypatch.setattr(overhead, "bare", lambda game: None)
    ran: list[object] = []

    def run(some: list[object]) -> list[object]:
        ran.extend(some)
        return some

    runner: Any = SimpleNamespace(run=run)
    some: Any = ["one", "two", "three", "four", "five", "six"]
    assert overhead.bare_speed(some) == 1.5 == overhead.runner_speed(runner, some) and ran == some


def test_overhead_is_printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    made: list[tuple[int, str]] = []
    asked: list[tuple[object, int]] = []

    def runner(workers: int, digest: str) -> Any:
        made.append((workers, digest))
        return nullcontext(workers)

    def runner_speed(workers: int, some: Iterable[Any]) -> float:
        asked.append((workers, len(list(some))))
        return 150.0 * workers

    monkeypatch.setattr(overhead, "Runner", runner)
    monkeypatch.setattr(overhead, "runner_speed", runner_speed)
    def bare_speed(some: list[Any]) -> float:
        asked.append(("bare", len(some)))
        return 200.0

    monkeypatch.setattr(overhead, "bare_speed", bare_speed)
    monkeypatch.setattr(overhead.psutil, "Process", lambda: SimpleNamespace(    # type: ignore[attr-defined]
        memory_info=lambda: SimpleNamespace(rss=123 << 20)))
    assert overhead.main(["--games", "30", "--rounds", "1", "--workers", "3"]) == 0
    assert made == [(1, "overhead"), (3, "overhead")]
    assert asked == [(1, 16), (3, 16), ("bare", 30), (1, 30), (3, 30)]
    assert capsys.readouterr().out == (
        "bare loop   200.0 games/s   one worker   150.0 ( 75%)   3 workers   450.0 (3.00 times one)\n"
        "runner's memory 123 MB\n")
    asked.clear()
    assert overhead.main([]) == 0
    assert asked == [(1, 16), (2, 16), *[("bare", 200), (1, 200), (2, 200)] * 3]


# --- loads of learners --------------------------------------------------------------------------

def test_the_net_of_a_load_answers_as_an_evaluator_must() -> None:
    start = State.new(board="east", players=3, seed=1)
    seen = np.random.default_rng(1).random((5, start.position.feature_count), np.float32)
    masks = np.zeros((5, start.position.action_count), np.bool_)
    masks[:, 3:40] = True
    likely, shares = map(np.asarray, sample_net(start)(seen, masks))
    assert likely.shape == masks.shape and (likely[masks] > 0).all() and not likely[~masks].any()
    assert shares.shape == (5, 3) and shares.sum(axis=1) == pytest.approx(np.ones(5), abs=1e-5)
    nothing, even = map(np.asarray, sample_net(start)(np.zeros_like(seen), masks))
    assert (nothing[masks] == 1).all() and even == pytest.approx(np.full((5, 3), 1 / 3))
    again, _ = map(np.asarray, sample_net(start)(seen, masks))
    assert np.array_equal(likely, again) and len(np.unique(likely[:, 3])) == 5


def test_loads_do_as_much_as_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    start, asked = State.new(board="hansa-23", players=2, seed=1), list[int]()

    def counted(state: State) -> Evaluator:
        net = sample_net(state)

        def evaluate(seen: NDArray[np.float32], masks: NDArray[np.bool_]) -> tuple[ArrayLike, ArrayLike]:
            assert masks.any(axis=1).all() and seen.any(axis=1).all()
            asked.append(len(seen))
            return net(seen, masks)

        return evaluate

    monkeypatch.setattr(loads, "sample_net", counted)
    assert loads.net_load(start)(130) == 130 and asked == [64, 64, 64]
    asked.clear()
    assert loads.guided_load(start)(1000) == 1000 and 100 < sum(asked) <= 1100


# --- the duel -----------------------------------------------------------------------------------

def outcome_of(plan: Duel, number: int) -> DuelOutcome:
    return DuelOutcome(0.5 * number, (30 + number, 20), 100 + number, number > 0, (0.0123, 0.0456), 78.9)


@pytest.mark.parametrize("as_json", [False, True])
def test_a_duel_is_printed(as_json: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    plans: list[Duel] = []

    def play_one(plan: Duel, number: int) -> DuelOutcome:
        plans.append(plan)
        return outcome_of(plan, number)

    monkeypatch.setattr(duel, "play", play_one)
    words = ["--game", "hansa2004", "--games", "2", "--seconds", "0.5", "--limit", "99", "--seed", "7", "--bot", "uct",
             "--exploration", "2.5"]
    monkeypatch.setattr(sys, "argv", ["duel", *words, *(["--json"] if as_json else [])])
    assert duel.main() == 0
    plan = Duel("hansa2004", 2, 0.5, 99, 7, "uct", 2.5)
    assert plans == [plan, plan]
    out = capsys.readouterr().out
    if as_json:
        said = json.loads(out)
        assert said["share"] == 0.25 and said["duel"]["exploration"] == 2.5
        assert said["games"][1] == {"share": 0.5, "points": [31, 20], "moves": 101, "over": True,
                                    "mean_seconds": [0.0123, 0.0456], "mean_simulations": 78.9}
    else:
        assert out == (
            "game 0: share 0, points 30:20, 100 moves (cut off), 0.012 and 0.046 s a decision, 79 simulations of OpenSpiel's\n"
            "game 1: share 0.5, points 31:20, 101 moves, 0.012 and 0.046 s a decision, 79 simulations of OpenSpiel's\n"
            "uct has 25% of the win in 2 games against OpenSpiel's MCTS\n")


def test_a_duel_is_as_it_is_declared_if_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    plans: list[tuple[Duel, int]] = []

    def play_one(plan: Duel, number: int) -> DuelOutcome:
        plans.append((plan, number))
        return outcome_of(plan, number)

    monkeypatch.setattr(duel, "play", play_one)
    monkeypatch.setattr(sys, "argv", ["duel"])
    assert duel.main() == 0 and plans == [(Duel(), number) for number in range(4)]


@pytest.mark.parametrize("words", ["--games 0", "--seconds 0", "--seconds -1"])
def test_a_duel_of_nothing_is_refused(words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["duel", *words.split()])
    with pytest.raises(SystemExit) as end:
        duel.main()
    assert end.value.code == 2 and "games and seconds must be above 0" in capsys.readouterr().err


def test_what_stops_a_duel(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["duel"])
    for error, code in ((ImportError("install it"), 2), (KeyboardInterrupt(), 130)):
        def fail(plan: Duel, number: int, error: BaseException = error) -> DuelOutcome:
            raise error

        monkeypatch.setattr(duel, "play", fail)
        assert duel.main() == code
    assert capsys.readouterr().err == "install it\n"


class First(Bot):
    """The house, which plays its first move and notes whom it plays for."""

    seats: list[int] = []           # noqa: RUF012
    closed = 0

    def choose(self, state: State) -> Move:
        """Its first move."""
        First.seats.append(int(str(state.to_move)))
        return state.legal_moves[0]

    def close(self) -> None:
        """Counts."""
        First.closed += 1


def test_a_game_of_a_duel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seats change from game to game, the setup stays for two."""
    pytest.importorskip("pyspiel")
    asked: list[tuple[str, int]] = []

    def make(spec: str, seed: int) -> First:
        asked.append((spec, seed))
        return First()

    monkeypatch.setattr(duel, "make_bot", make)
    monkeypatch.setattr(duel, "FEWEST", 4)
    plan, outcomes = Duel("hansa2004", seconds=2.0, limit=60, seed=5, bot="greedy:seed=1"), []
    for number in (0, 1, 2):
        monkeypatch.setattr(duel, "time", SimpleNamespace(perf_counter=itertools.count(0, 4).__next__))
        First.seats.clear()
        outcomes.append(duel.play(plan, number))
        assert set(First.seats) == {number % 2} and First.closed == number + 1
    assert asked == [("greedy:seed=1,seconds=2.0", 5 + number) for number in (0, 1, 2)]
    assert all(outcome.moves == 60 and not outcome.over for outcome in outcomes)
    assert all(outcome.mean_seconds == (4.0, 4.0) and outcome.mean_simulations == 4 for outcome in outcomes)
    again = duel.play(plan, 0)
    assert (again.share, again.points) == (outcomes[0].share, outcomes[0].points)
    assert all((outcome.share > 0) == (outcome.points[0] > outcome.points[1]) for outcome in outcomes
               if outcome.points[0] != outcome.points[1])
    made = duel.play(Duel("hansa2004", seconds=0.5, limit=30), 1)
    assert asked[-1] == ("mcts:seconds=0.5", 2) and made.moves == 30


def test_the_load_of_the_vector_api_makes_as_many_steps_as_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    vectors = pytest.importorskip("hansa.envs.gymnasium_vector")
    stepped: list[int] = []
    monkeypatch.setattr(vectors.HansaVectorEnv, "step", lambda env, actions: stepped.append(len(actions)))
    run = vector_api_load(3, {"board": "hansa-23", "players": 2})
    assert run is not None and run(4) == 4 and stepped == [3] * 4
