"""The examples run, as they stand, and are short enough to be read in one go."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tests.warm import ran

EXAMPLES = Path(__file__).parents[1] / "examples"
SCRIPTS = (
    "bot.py", "analyse.py", "tournament.py", "train_policy.py", "train_guided.py", "self_play.py", "small_net.py",
    "train_ppo.py", "ppo.py", "with_tianshou.py", "with_rllib.py", "drive_engine.js",
)


def run(folder: Path, *command: str | Path) -> str:
    """What a command prints."""
    ran = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True, timeout=600)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_a_bot_in_a_file_plays_in_tournaments(tmp_path: Path) -> None:
    done = ran("tournament", f"Mine={EXAMPLES / 'bot.py'}:Claimer", "random", "--players", "2", "--blocks", "2",
               "--limit", "300", "--plain", "--log", str(tmp_path / "log.jsonl"))
    assert done.returncode == 0, done.stderr
    assert "\nMine " in done.stdout and "4 games in 2 blocks" in done.stdout


def test_a_position_is_analysed(tmp_path: Path) -> None:
    printed = run(tmp_path, sys.executable, EXAMPLES / "analyse.py", "--turns", "6", "--seconds", "0.2")
    assert "shares of the win by seat:" in printed and printed.count("points expected") == 3


def test_a_tournament_is_run_and_plotted(tmp_path: Path) -> None:
    printed = run(tmp_path, sys.executable, EXAMPLES / "tournament.py", "--blocks", "2")
    assert printed.startswith("bot") and "<svg" in (tmp_path / "tournament.html").read_text(encoding="utf-8")


def test_the_engine_is_driven_from_node(tmp_path: Path) -> None:
    node = shutil.which("node") or pytest.skip("no node here")
    printed = run(tmp_path, node, EXAMPLES / "drive_engine.js", sys.executable, "-m", "hansa", "engine")
    assert "72 legal moves" in printed and "refused: " in printed and "best: " in printed


@pytest.mark.long
def test_a_policy_learns_to_beat_random_play(tmp_path: Path) -> None:
    shares = [int(run(tmp_path, sys.executable, EXAMPLES / "train_policy.py", "--rounds", rounds).partition("%")[0])
              for rounds in ("0", "5")]
    assert 25 < shares[0] < 75 and shares[1] > 80     # it begins as random play


def test_a_net_learns_from_its_own_search(tmp_path: Path) -> None:
    printed = run(tmp_path, sys.executable, EXAMPLES / "train_guided.py", "--rounds", "1", "--games", "2")
    assert re.fullmatch(r"1 rounds; \d+% of the win in 2 games against greedy\n", printed)


@pytest.mark.long
def test_the_net_that_learned_from_its_search_beats_greedy(tmp_path: Path) -> None:
    """After less than a third of what the example does by itself; untrained it wins nothing."""
    printed = run(tmp_path, sys.executable, EXAMPLES / "train_guided.py", "--rounds", "150", "--games", "40")
    assert int(printed.split("; ")[1].partition("%")[0]) > 50


def example(name: str) -> ModuleType:
    """A file of the examples that others import."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_what_positions_came_to_is_told_to_the_seat_that_decides() -> None:
    self_play = example("self_play")
    patience, trace = self_play.PATIENCE, self_play.TRACE
    # Two steps of two games, and where they stand then
    shares = np.array([[0.5, 0.5], [0.6, 0.7], [0.4, 0.9]])
    movers = np.array([[0, 1], [1, 1], [0, 0]])
    ended, results = np.array([[False, True], [False, False]]), np.array([[0.5, 1.0], [0.5, 0.5]])
    found = self_play.returns(shares, movers, ended, results)
    last = 0.5 + patience * (np.array([0.4, 0.9]) - 0.5)            # to seat 0
    first = 0.5 + patience * ((1 - trace) * (1 - 0.6) + trace * last[0] - 0.5)
    assert found == pytest.approx(np.array([[first, 0.0], [1 - last[0], 1 - last[1]]]))


def test_advantages_change_their_sign_with_the_seat_and_end_with_the_game() -> None:
    torch = pytest.importorskip("torch")
    ppo = example("ppo")
    discount, trace = ppo.DISCOUNT, ppo.TRACE
    found = ppo.advantages(
        torch.tensor([[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]]), torch.tensor([[0.0, 1.0], [0.0, 0.0]]),
        torch.tensor([[False, True], [False, False]]), torch.tensor([[0, 0], [1, 0], [1, 0]]))
    last = [discount * 0.5 - 0.3, discount * 0.6 - 0.4]
    expected = [[-discount * (0.3 + trace * last[0]) - 0.1, 1.0 - 0.2], last]
    assert found.tolist() == [pytest.approx(row, abs=1e-6) for row in expected]


LEARNERS = [
    ("torch", "train_ppo.py", ("--minutes", "0", "--games", "2"),
     r"16,384 moves of self-play; \d+% of the win in 2 games against greedy\n"),
    ("tianshou", "with_tianshou.py", ("--steps", "200"), r"200 steps; \d+% of the win in 20 games against random play\n"),
    ("ray", "with_rllib.py", ("--rounds", "1", "--decisions", "500"),
     r"500 decisions; \d+% of the win against random play lately\n"),
]


@pytest.mark.long
@pytest.mark.parametrize(("package", "name", "options", "expected"), LEARNERS)
def test_other_peoples_learners_learn_here(
    tmp_path: Path, package: str, name: str, options: tuple[str, ...], expected: str
) -> None:
    """With what they need; an illegal move would end its game for -1, and the share be below 0."""
    if importlib.util.find_spec(package) is None:
        pytest.skip(f"no {package} here")
    assert re.search(expected, run(tmp_path, sys.executable, EXAMPLES / name, *options))


@pytest.mark.parametrize("name", SCRIPTS)
def test_they_are_short(name: str) -> None:
    assert 15 <= len((EXAMPLES / name).read_text(encoding="utf-8").splitlines()) <= 60
