"""Who may see, play and take back what at a table of the page is as reviewed."""

from __future__ import annotations

import pytest

pytest.importorskip("starlette")

from tests.golden_rights import FILE, text


def test_rights_are_those_that_were_reviewed() -> None:
    """If a change is meant: `python -m tests.golden_rights`, and read the diff."""
    assert text().splitlines() == FILE.read_text(encoding="utf-8").splitlines()
