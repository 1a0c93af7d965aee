"""The examples run, as they stand, and are short enough to be read in one go."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
SCRIPTS = ("bot.py", "analyse.py", "tournament.py", "train_policy.py", "train_guided.py", "small_net.py", "drive_engine.js")


def run(folder: Path, *command: str | Path) -> str:
    """What a command prints."""
    ran = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True, timeout=600)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_a_bot_in_a_file_plays_in_tournaments(tmp_path: Path) -> None:
    printed = run(tmp_path, sys.executable, "-m", "hansa", "tournament", f"Mine={EXAMPLES / 'bot.py'}:Claimer", "random",
                  "--players", "2", "--blocks", "2", "--limit", "300", "--plain", "--log", "log.jsonl")
    assert "\nMine " in printed and "4 games in 2 blocks" in printed


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


def test_a_policy_learns_to_beat_random_play(tmp_path: Path) -> None:
    shares = [int(run(tmp_path, sys.executable, EXAMPLES / "train_policy.py", "--rounds", rounds).partition("%")[0])
              for rounds in ("0", "8")]
    assert 25 < shares[0] < 75 and shares[1] > 80     # it begins as random play


def test_a_net_learns_from_its_own_search(tmp_path: Path) -> None:
    """It plays and learns for one game; how strong it gets is no matter of a test."""
    printed = run(
        tmp_path, sys.executable, EXAMPLES / "train_guided.py", "--minutes", "0", "--simulations", "8", "--games", "2")
    assert re.fullmatch(r"1 games of self-play; \d+% of the win in 2 games against greedy\n", printed)


@pytest.mark.parametrize("name", SCRIPTS)
def test_they_are_short(name: str) -> None:
    assert 15 <= len((EXAMPLES / name).read_text(encoding="utf-8").splitlines()) <= 60
