"""Environments declare, give and refuse what was reviewed."""

from __future__ import annotations

import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")
pytest.importorskip("pyspiel")

from tests.golden_envs import FILE, text


def test_environments_are_those_that_were_reviewed() -> None:
    """If a change is meant: `python -m tests.golden_envs`, and read the diff."""
    assert text().splitlines() == FILE.read_text(encoding="utf-8").splitlines()
