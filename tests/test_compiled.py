"""Nothing that anybody passes to anything compiled crashes it, hangs it or makes it answer with
numbers that are none."""

from __future__ import annotations

import contextlib
import importlib
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from engine_c.batch import Batch
from engine_c.mind import Mind
from engine_c.search.options import SearchOptions
from engine_c.search.search import Search
from hansa.games import GAMES, fitted_mind
from hansa.state import State
from hansa.thinking import Budget, Thinker, ThinkingError
from hansa.vocabulary import MindError
from tests import nasty

ROOT = Path(__file__).parents[1]
# What has functions or classes of its own that Python can reach; the rest only C can.
MODULES = (
    "batch", "bench", "incomplete", "mind", "position", "hansa2004.position", "hansa2004.tables", "search.batched",
    "search.door", "search.search",
    "teutonica.position", "teutonica.tables",
)
INTERNAL = {
    "build", "game", "judgement", "net", *(f"teutonica.{name}" for name in (
        "actions", "appeal", "clearing", "evaluation", "facts", "march", "markers", "memory", "moves", "network",
        "observation", "plan", "playout", "policy", "rules", "score", "turn", "undertakings", "worth")),
    *(f"hansa2004.{name}" for name in (
        "actions", "evaluation", "moves", "observation", "plan", "rules", "score", "undertakings", "worth")),
    "search.crew", "search.tree",
}


def test_every_compiled_module_is_known_here() -> None:
    found = {".".join(path.relative_to(ROOT / "engine_c").with_suffix("").parts) for path in (ROOT / "engine_c").rglob("*.pyx")}
    assert found == {*MODULES, *INTERNAL}


@pytest.mark.parametrize("room", ["", "hansa2004", "search", "teutonica"])
def test_nasty_arguments_are_refused_or_borne(room: str) -> None:
    """In a process of its own, whose last line on standard error is the call that crashed it."""
    modules = [f"engine_c.{name}" for name in MODULES if name.rpartition(".")[0] == room]
    done = subprocess.run(
        [sys.executable, "-m", "tests.nasty", *modules], cwd=ROOT, capture_output=True, text=True, timeout=600)
    last = done.stderr.splitlines()[-1:]
    assert done.returncode == 0, f"{done.stdout}\nended with {done.returncode}; the last line was {last}"
    made = {line.partition(":")[0]: int(line.split()[-2]) for line in done.stdout.splitlines()}
    assert list(made) == modules and min(made.values()) > 50


# Why a call with good arguments is refused all the same: where there is nothing to do, or nobody
# may do it.
RIGHTLY_REFUSED = (
    "no default __reduce__", "cannot be converted to a Python object for pickling", "a position is made by from_fields",
    "this search has no position yet", "only chance has probabilities", "there is nothing to decide",
    "the game is over already", "cannot be used: the table of its rules has no 'moves'", "these fields are not a position",
    "is not legal here", "a search is a Search or a BatchedSearch",
)


@pytest.mark.parametrize("module", MODULES)
def test_good_arguments_are_good(module: str) -> None:
    """Else nasty ones in the other places would never be looked at."""
    good = [(words, call) for words, call in nasty.calls(importlib.import_module(f"engine_c.{module}")) if words.endswith("()")]
    for words, call in good:
        try:
            call()
        except Exception as error:
            assert any(reason in str(error) for reason in RIGHTLY_REFUSED), (words, error)
    assert good


@pytest.mark.parametrize(("change", "message"), [
    ({"memory": 0}, "memory must be from 1 to 65536, not 0"),
    ({"memory": 2**63}, "memory must be from 1 to 65536, not 9223372036854775808"),
    ({"memory": 1.5}, "memory must be a whole number, not 1.5"),
    ({"threads": 0}, "threads must be from 1 to 256, not 0"),
    ({"threads": True}, "threads must be a whole number, not True"),
    ({"temperature": 0}, "temperature must be from 0.01 to 1000, not 0"),
    ({"temperature": float("nan")}, "temperature must be from 0.01 to 1000, not nan"),
    ({"exploration": float("inf")}, "exploration must be from 0 to 1000, not inf"),
    ({"first_play": None}, "first_play must be a number, not None"),
    ({"standing": "1"}, "standing must be a number, not '1'"),
    ({"advice": 1}, "advice must be from 0 to 0.99, not 1"),
    ({"cut": -1}, "cut must be from 0 to 1000000, not -1"),
    ({"leaf": "oak"}, "leaf must be one of evaluation, playout, uniform, not 'oak'"),
    ({"formula": ["puct"]}, "formula must be one of puct, ucb1, not ['puct']"),
    ({"policy": 1}, "policy must be True or False, not 1"),
    ({"points": None}, "points must be True or False, not None"),
])
def test_options_are_checked_once(change: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError) as refused:
        SearchOptions(**change)     # type: ignore[arg-type]
    assert str(refused.value).startswith(message) and "\n" not in str(refused.value)


@pytest.mark.parametrize(("change", "message"), [
    ({"simulations": float("nan")}, "simulations must be a whole number, not nan"),
    ({"simulations": True}, "simulations must be a whole number, not True"),
    ({"simulations": 0}, "simulations must be 1 or more, not 0"),
    ({"seconds": float("nan")}, "seconds must be more than 0"), ({"seconds": "1"}, "seconds must be more than 0"),
    ({"seconds": 1, "increment": float("inf")}, "increment must be 0 or more"),
])
def test_budgets_are_checked_once(change: dict[str, object], message: str) -> None:
    with pytest.raises(ThinkingError, match=message):
        Budget(**change)            # type: ignore[arg-type]


def test_a_thinker_is_checked_when_it_is_made() -> None:
    with pytest.raises(ThinkingError, match="the options of a Thinker are SearchOptions, not 3"):
        Thinker(options=3)      # type: ignore[arg-type]
    with pytest.raises(ThinkingError, match="a mind is a Mind, or a function that gives one for a state, not 'mcts'"):
        Thinker("mcts")         # type: ignore[arg-type]


@pytest.mark.parametrize("weight", [-999_999.0, 999_999.0, 1e6, -1e6])
@pytest.mark.parametrize("game", GAMES)
def test_extreme_minds_give_shares(game: str, weight: float) -> None:
    shipped = fitted_mind(game)
    counts = (shipped.evaluation_weights, shipped.points_weights, shipped.policy_weights, shipped.plan_weights)
    evaluation, points, policy, plan = ([weight] * count for count in counts)
    mind = Mind(evaluation, points, policy, plan)
    state = State.from_setup({"game": game, **GAMES[game].vocabulary.usual}, seed=1)
    for leaf in ("evaluation", "playout"):
        search = Search(mind, SearchOptions(memory=4, leaf=leaf, points=True))
        search.begin(state.position, 0)
        search.run(50)
        assert sum(search.values()) == pytest.approx(1, abs=1e-3)
        assert sum(prior for *_, prior in search.edges()) == pytest.approx(1, abs=1e-3)
        assert np.isfinite([row for _, rows in search.points() for row in rows]).all()
    assert sum(state.position.evaluate(mind)) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize("weight", [float("nan"), float("inf"), 3e6, -1e39])
def test_a_mind_has_finite_weights(weight: float) -> None:
    with pytest.raises(ValueError, match="is not a weight"):
        Mind([weight], [0.0], [0.0], [0.0])


def refusal(work: Callable[[], object], ask: Callable[[], object]) -> str:
    """What asking is refused with while another thread works, again and again until that has
    happened."""
    refused = threading.Event()

    def go_on() -> None:
        while not refused.is_set():
            with contextlib.suppress(RuntimeError):     # the one who asks may be first
                work()

    thread = threading.Thread(target=go_on)
    thread.start()
    try:
        while True:
            try:
                ask()
            except RuntimeError as error:
                return str(error)
    finally:
        refused.set()
        thread.join()


def test_a_search_is_for_one_thread() -> None:
    position = State.new(board="hansa-45", players=4, seed=1).position
    search = Search(fitted_mind("teutonica"), SearchOptions(memory=4))
    search.begin(position, 0)
    for ask in (lambda: search.begin(position, 0), search.edges, search.values, lambda: search.run(1)):
        assert "give every thread a search of its own" in refusal(lambda: search.run(500), ask)
    assert search.edges()


def test_a_batch_is_for_one_thread() -> None:
    batch = Batch([State.new(game="hansa2004", players=3, seed=1).position], 2000, 1, 1000)
    rewards, flags = np.zeros((2000, 3), np.float32), np.zeros((2, 2000), np.uint8)

    def work() -> None:
        for _ in range(20):
            batch.step_at_random(rewards, flags[0], flags[1])

    assert "give every thread a batch of its own" in refusal(work, lambda: batch.position(1999))


def test_a_thinker_thinks_about_one_position_at_a_time() -> None:
    thinker = Thinker(options=SearchOptions(memory=4), seed=1)
    states = [State.new(board="hansa-45", players=4, seed=1), State.new(game="hansa2004", players=3, seed=1)]
    thoughts = []
    threads = [
        threading.Thread(target=lambda state=state: thoughts.append((state, thinker.think(state, simulations=300))))
        for state in states * 3
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(thoughts) == 6
    assert all(thought.simulations == 300 and thought.move in state.legal_moves for state, thought in thoughts)


@pytest.mark.parametrize("threads", [1, 3])
def test_control_c_ends_a_long_run(threads: int) -> None:
    script = (
        "import _thread, threading\n"
        "from engine_c.search.options import SearchOptions\n"
        "from engine_c.search.search import Search\n"
        "from hansa.games import fitted_mind\n"
        "from hansa.state import State\n"
        f"search = Search(fitted_mind('hansa2004'), SearchOptions(threads={threads}))\n"
        "search.begin(State.new(game='hansa2004', players=2, seed=1).position, 0)\n"
        "threading.Timer(0.3, _thread.interrupt_main).start()\n"
        "try:\n    search.run(2 ** 62)\nexcept KeyboardInterrupt:\n    print('ended', search.simulations > 0)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.stdout == "ended True\n", done.stderr


def test_a_file_without_an_end_is_no_mind() -> None:
    with pytest.raises(MindError, match="this is not a file of weights"):
        GAMES["teutonica"].minds(Path("/dev/zero"))
