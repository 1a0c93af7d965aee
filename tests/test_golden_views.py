"""Words, maps, drawings and bitmaps are those that were reviewed."""

from __future__ import annotations

from typing import Any

import pytest

from hansa.games import GAMES
from tests.golden_views import FOLDER, SETUPS, file_of, rare, rare_file, text


def test_none_is_missing_and_none_left_over() -> None:
    assert {*FOLDER.iterdir()} == {*map(file_of, SETUPS), *map(rare_file, GAMES)}


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup["board"])
def test_views_are_those_that_were_reviewed(setup: dict[str, Any]) -> None:
    """If a change is meant: `python -m tests.golden_views`, read the diff, and look at the
    pictures."""
    assert text(setup).splitlines() == file_of(setup).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("game", GAMES)
def test_rare_phases_and_moves_are_told_as_reviewed(game: str) -> None:
    assert rare(game).splitlines() == rare_file(game).read_text(encoding="utf-8").splitlines()
