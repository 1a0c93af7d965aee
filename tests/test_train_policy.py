"""The example that trains a policy: it beats random play after a few rounds, and its command says so."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np

from hansa.envs.vector import VectorEnv

EXAMPLE = Path(__file__).parents[1] / "examples" / "train_policy.py"


def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("train_policy", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_what_it_draws_is_legal_and_as_likely_as_it_says() -> None:
    train = example()
    env = VectorEnv(8, board="east", players=3, seed=1)
    policy = train.Policy(env.features, env.actions, 1)
    policy.weights[2] += np.random.default_rng(1).normal(0, 1, env.actions).astype(np.float32)
    turn = env.reset()
    for _ in range(30):
        choice = policy.choose(turn)
        assert turn.masks[np.arange(8), choice.chosen].all()
        sums = np.bincount(choice.games, choice.likely, minlength=8)
        assert np.allclose(sums, 1, atol=1e-4)
        turn = env.step(choice.chosen)
    likely = policy.choose(turn).likely[turn.masks[0].nonzero()[0].size - 1]
    drawn = [policy.choose(turn).taken[0] == turn.masks[0].sum() - 1 for _ in range(400)]
    assert abs(np.mean(drawn) - likely) < 4 * (likely / 400) ** 0.5 + 0.01


def share_after(rounds: int) -> int:
    """What the command says of a policy after so many rounds, in per cent."""
    ran = subprocess.run(
        [sys.executable, EXAMPLE, "--rounds", str(rounds)], capture_output=True, text=True, timeout=300, check=True
    )
    found = re.search(rf"after {rounds} rounds of 64 games: (\d+)% ± \d+% of the win against random play", ran.stdout)
    assert found and not ran.stderr
    return int(found[1])


def test_it_learns_to_beat_random_play() -> None:
    assert 35 < share_after(0) < 65     # it begins as random play
    assert share_after(10) > 80
