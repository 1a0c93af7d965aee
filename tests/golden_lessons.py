"""The lessons as they were reviewed: every position, task and answer, the legal moves that get each
answer, and what kinds of moves are good for.

`python -m tests.golden_lessons` writes the files in `tests/golden/lessons` anew; review the diff.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

from hansa.games import GAMES
from hansa.lessons import Lesson, lessons, principle
from hansa.notation import write_position

FOLDER = Path(__file__).parent / "golden" / "lessons"
WIDTH = 100


def text(game: str) -> str:
    """What belongs into the file of a game."""
    rows = [row for number, lesson in enumerate(lessons(game), 1) for row in shown(number, lesson)]
    kinds = [f"{pattern}: {words}" for pattern, words in GAMES[game].views.principles.items()]
    return "".join(f"{row}\n" for row in [*rows, "=== what moves are good for", *kinds])


def shown(number: int, lesson: Lesson) -> Iterator[str]:
    """A lesson from its first position to its last, with the first right move of each task."""
    yield f"=== {number}: {lesson.title}"
    yield from wrapped(lesson.text)
    done: list[str] = []
    while (progress := lesson.at(done)).task is not None:
        task, state = progress.task, progress.state
        yield from write_position(state, block=True).splitlines()
        yield f"--- {task.asks}"
        given: dict[tuple[bool, str], list[str]] = {}
        for move in map(str, state.legal_moves):
            answer = task.answer_to(move)
            given.setdefault((answer.right, answer.says), []).append(move)
        for (right, says), moves in given.items():
            yield f"{'right' if right else 'wrong'}: {says}"
            yield from wrapped(", ".join(moves), indent="  ")
        done.append(next(moves[0] for (right, _), moves in given.items() if right))
        yield f"principle of {done[-1]!r}: {principle(state.game, done[-1])}"
    yield f"--- done: {', '.join(done)}"
    yield from write_position(progress.state, block=True).splitlines()


def wrapped(words: str, indent: str = "") -> list[str]:
    """A text in lines."""
    return textwrap.wrap(words, WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)


def file_of(game: str) -> Path:
    return FOLDER / f"{game}.txt"


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game in GAMES:
        file_of(game).write_text(text(game), encoding="utf-8")


if __name__ == "__main__":
    main()
