"""What is said of mistakes is what was reviewed."""

from __future__ import annotations

import pytest

from hansa.games import GAMES
from tests.golden_mistakes import FOLDER, file_of, text


@pytest.mark.parametrize("game", GAMES)
def test_mistakes_are_answered_as_reviewed(game: str) -> None:
    """If a change is meant: `python -m tests.golden_mistakes`, and read the diff."""
    assert {*FOLDER.iterdir()} == set(map(file_of, GAMES))
    assert text(game).splitlines() == file_of(game).read_text(encoding="utf-8").splitlines()
