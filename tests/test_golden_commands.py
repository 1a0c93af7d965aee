"""Commands print what was reviewed, line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden_commands import outcome, scripts, steps, surroundings


@pytest.mark.parametrize("script", scripts(), ids=lambda path: path.stem)
def test_commands_print_what_was_reviewed(script: Path, tmp_path: Path) -> None:
    """If a change is meant: `python -m tests.golden_commands`, and read the diff."""
    kept = script.read_text(encoding="utf-8")
    assert steps(kept)
    with surroundings(tmp_path):
        now = outcome(kept)
    if script.stem == "help":       # Pythons break its lines in different places
        assert now.split() == kept.split()
    else:
        assert now.splitlines() == kept.splitlines()
