"""A lesson: a position, tasks one after another, and comments on the moves that may answer them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from hansa.games import GAMES
from hansa.phrases import declared, say
from hansa.state import State

SEED = 7
OTHERWISE = say("That is a legal move, but not what the task asks for.")


@dataclass(frozen=True)
class Start:
    """A position: a setup and what happened then, as texts of moves and changes of the editor."""

    setup: Mapping[str, Any]
    steps: tuple[str | Mapping[str, Any], ...] = ()

    def state(self) -> State:
        """A new state each time; the seed is fixed, so it is always the same."""
        state = State.from_setup(self.setup, seed=SEED)
        for step in self.steps:
            if isinstance(step, str):
                state = state.after(step)
            else:
                state = State.from_json(GAMES[state.game].changes[step["what"]](state.position, step))
        return state


@dataclass(frozen=True)
class Answer:
    """The comment on moves that fit a pattern (`*` is anything); `right` ones continue the
    lesson."""

    moves: str
    says: str
    right: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "says", declared(self.says))


@dataclass(frozen=True)
class Task:
    """What to do, in words, and the answers: the first that fits a move is given."""

    asks: str
    answers: tuple[Answer, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "asks", declared(self.asks))

    def answer_to(self, move: str) -> Answer:
        """What is said of a legal move."""
        return next((answer for answer in self.answers if fnmatchcase(move, answer.moves)), Answer(move, OTHERWISE))


@dataclass(frozen=True)
class LessonProgress:
    """Where the player is in a lesson."""

    state: State                # after the right moves
    done: tuple[str, ...]       # the right moves
    task: Task | None           # None: the lesson is finished
    said: Answer | None         # of the last move that was tried; None if there was none


@dataclass(frozen=True)
class Lesson:
    """A lesson. `text` says what the player should know first, with the numbers of its rules."""

    title: str
    text: str
    start: Start
    tasks: tuple[Task, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", declared(self.title))
        object.__setattr__(self, "text", declared(self.text))

    def at(self, moves: Sequence[str]) -> LessonProgress:
        """The progress after moves, of which wrong ones change nothing; `MoveError` for illegal
        ones."""
        state, said = self.start.state(), None
        done: list[str] = []
        for text in moves:
            if len(done) == len(self.tasks):
                break
            move = state.parse(text)
            said = self.tasks[len(done)].answer_to(str(move))
            if said.right:
                done.append(str(move))
                state = state.after(move)
        task = self.tasks[len(done)] if len(done) < len(self.tasks) else None
        return LessonProgress(state, tuple(done), task, said)
