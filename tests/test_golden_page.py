"""The server of the page answers what was reviewed, member by member."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden_page import outcome, requests, scripts


@pytest.mark.parametrize("script", scripts(), ids=lambda path: path.stem)
def test_the_server_answers_what_was_reviewed(script: Path, tmp_path: Path) -> None:
    """If a change is meant: `python -m tests.golden_page`, and read the diff."""
    kept = script.read_text(encoding="utf-8")
    assert requests(kept)
    assert outcome(kept, tmp_path).splitlines() == kept.splitlines()
