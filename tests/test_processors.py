"""Engines that were compiled for different processors play the same games and print the same
numbers, digit by digit."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def what_it_prints(place: Path) -> str:
    """The text of `tests/processors.py` with the engine in a place."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.processors"], cwd=place, env={**os.environ, "PYTHONPATH": str(place)},
        capture_output=True, text=True, timeout=1800)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.mark.long
@pytest.mark.skipif(platform.machine() != "x86_64", reason="compiles for processors of this kind")
@pytest.mark.parametrize("processor", ["x86-64", "native"])
def test_every_processor_computes_the_same(processor: str, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    subprocess.run(
        [sys.executable, "setup.py", "-q", "build", "--build-base", str(tmp_path / "base"), "--build-lib", str(tree)], cwd=ROOT,
        env={**os.environ, "HANSA_PROCESSOR": processor}, check=True, timeout=3000, capture_output=True)
    shutil.copytree(ROOT / "tests", tree / "tests")
    here, there = what_it_prints(ROOT).splitlines(), what_it_prints(tree).splitlines()
    assert len(here) > 20 and len(here[1]) > 1000
    assert here == there
