"""What a player has answered: which drills are due, and how strong the answers were.

Answers are lines of a file that only grows, so nothing is lost when a program is killed; all else
follows from them. A drill that was solved comes again after a day, then after three, seven, ...
days; one that was not, after ten minutes. The score is a rating: the first answer to a drill
is a game between it and the player, and the harder its grade, the stronger the drill.

>>> practice = Practice()
>>> practice.note(Attempt("a", 3, right=True, at=0.0))
>>> practice.note(Attempt("b", 1, right=False, at=60.0))
>>> practice.due(now=120.0), practice.due(now=700.0), practice.due(now=90_000.0)
([], ['b'], ['b', 'a'])
>>> practice.score.rating, practice.score.answered, practice.score.right
(994, 2, 1)
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from hansa.drills.drill import Drill
from hansa.json_lines import NotJson, append_line, read_json

__all__ = ["Attempt", "Practice", "Score", "practice_path"]

DAY = 86_400.0
AFTER_A_MISS = 600.0                        # seconds
AFTER_HITS = (1, 3, 7, 21, 60, 180)         # days, after 1, 2, 3, ... right answers in a row
FIRST_RATING = 1000
EASIEST, STEP = 800, 150  # the rating of a drill of grade 1, and what each grade adds
SWING = 40  # points that a game against a drill moves a rating at most


@dataclass(frozen=True)
class Attempt:
    """One answer; `at` is in seconds since 1970."""

    drill: str
    grade: int
    right: bool
    at: float

    @classmethod
    def from_json(cls, data: Any) -> Attempt:
        """A line of the file; KeyError, TypeError or ValueError if it is none."""
        return cls(str(data["drill"]), int(data["grade"]), bool(data["right"]), float(data["at"]))


@dataclass(frozen=True)
class Score:
    """How well a player answers. `streak` counts the right answers in a row, up to the last."""

    rating: int
    answered: int
    right: int
    streak: int


@dataclass
class _Card:
    """What is known of a drill: right answers in a row, and when it comes again."""

    row: int
    due: float


class Practice:
    """All answers so far, kept in a file if there is one."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.attempts: list[Attempt] = []
        self._cards: dict[str, _Card] = {}
        self._rating = float(FIRST_RATING)
        for attempt in read_attempts(path) if path is not None else ():
            self._learn(attempt)

    def note(self, attempt: Attempt) -> None:
        """One more answer, on disk when this returns."""
        if self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            append_line(self.path, asdict(attempt))
        self._learn(attempt)

    def _learn(self, attempt: Attempt) -> None:
        if attempt.drill not in self._cards:        # what one has seen before proves little
            strength = EASIEST + STEP * (attempt.grade - 1)
            expected = 1 / (1 + 10 ** ((strength - self._rating) / 400))
            self._rating += SWING * (attempt.right - expected)
        card = self._cards.setdefault(attempt.drill, _Card(0, attempt.at))
        card.row = card.row + 1 if attempt.right else 0
        wait = DAY * AFTER_HITS[min(card.row, len(AFTER_HITS)) - 1] if card.row else AFTER_A_MISS
        card.due = attempt.at + wait
        self.attempts.append(attempt)

    def due(self, now: float) -> list[str]:
        """The names of the drills that should be repeated, the longest overdue first."""
        late = [(card.due, name) for name, card in self._cards.items() if card.due <= now]
        return [name for _, name in sorted(late)]

    def next(self, drills: Sequence[Drill], now: float) -> Drill:
        """The drill to be asked: one that is due, else a new one about as strong as the answers,
        else the next due.

        ValueError if there are no drills.
        """
        known = {drill.name: drill for drill in drills}
        if not known:
            raise ValueError("there are no drills")
        for name in self.due(now):
            if name in known:
                return known[name]
        new = [drill for drill in drills if drill.name not in self._cards]
        if new:
            return min(new, key=lambda drill: abs(EASIEST + STEP * (drill.grade - 1) - self._rating))
        return min(drills, key=lambda drill: self._cards[drill.name].due)

    @property
    def score(self) -> Score:
        """How well the answers were."""
        rights = [attempt.right for attempt in self.attempts]
        streak = next((count for count, right in enumerate(reversed(rights)) if not right), len(rights))
        return Score(round(self._rating), len(rights), sum(rights), streak)


def read_attempts(path: Path) -> Iterable[Attempt]:
    """The answers of a file; lines that a crash cut off are left out."""
    for line in path.read_bytes().splitlines() if path.exists() else ():
        try:
            yield Attempt.from_json(read_json(line))
        except (NotJson, KeyError, TypeError, ValueError):
            continue


def practice_path() -> Path:
    """Where answers are kept: `$HANSA_PRACTICE`, or `practice.jsonl` among the user's data."""
    chosen = os.environ.get("HANSA_PRACTICE")
    if chosen:
        return Path(chosen)
    return user_data_path("hansa", appauthor=False) / "practice.jsonl"
