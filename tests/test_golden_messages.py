"""What the library says of mistakes is what was reviewed, word by word."""

from __future__ import annotations

from tests.golden_messages import FILE, outcome


def test_mistakes_are_told_as_they_were_reviewed() -> None:
    """If a change is meant: `python -m tests.golden_messages`, and read the diff."""
    kept = FILE.read_text(encoding="utf-8")
    now = list(outcome(kept))
    assert now == kept.splitlines() and not any(line.startswith("nothing is wrong") for line in now)
