"""The names of each game's weights, with the defaults and meanings of tastes.

`python -m tests.golden_weights` writes `tests/golden/weights.txt` anew; review the diff.
"""

from __future__ import annotations

from pathlib import Path

from hansa.games import GAMES

FILE = Path(__file__).parent / "golden" / "weights.txt"


def text() -> str:
    """What belongs into the file."""
    rows = []
    for game, adapter in GAMES.items():
        words = adapter.vocabulary
        rows += [f"=== {game}, usually {words.usual}"]
        rows += [f"{name} {value}: {meaning}" for name, (value, meaning) in words.tastes.items()]
        for what, names in (("evaluation", words.evaluation), ("policy", words.policy), ("categories", words.categories),
                            ("the same for all plans", sorted(words.estimates))):
            rows += [f"--- {what}", *names]
    return "".join(f"{row}\n" for row in rows)


def main() -> None:
    FILE.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
