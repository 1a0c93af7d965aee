"""Answers to those who learn: rules, the course of a game, drills, exercises, lessons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hansa.members import Listed, Object, OrNull, Truth
from hansa.messages import member
from hansa.plain_values import Anything, Count, Integer, Plain, Real, Text, Texts
from hansa.web.answers import POSITION


@dataclass(frozen=True, kw_only=True)
class RulesFound:
    """To `rules`, if something was asked."""

    found: tuple[str, ...] = member(Texts("texts"), "the rules, each with its number")


@dataclass(frozen=True, kw_only=True)
class RulesOverview:
    """To `rules`, if nothing was asked."""

    summary: tuple[str, ...] = member(Texts("texts"), "what the game is about")
    sections: list[tuple[str, ...]] = member(Listed(Texts("texts")), "heading, first rule and last rule of each chapter")


@dataclass(frozen=True, kw_only=True)
class CourseFound:
    """To `course`."""

    course: list[tuple[int, list[int]]] = member(
        Listed(Anything("a list of a ply and the list of points by seat")), "before each turn, and at the end")


@dataclass(frozen=True, kw_only=True)
class DrillListed:
    """A mistake of a person."""

    game: str = member(Text(), "the game in which it was made")
    ply: int = member(Count(), "the number of moves before it")
    seat: int = member(Integer(), "who made it")
    loss: float = member(Real(), "the share that it lost (D20)")
    verdict: str = member(Text(), "how bad it is, in a word")


@dataclass(frozen=True, kw_only=True)
class DrillList:
    """To `drills`."""

    drills: list[DrillListed] = member(
        Listed(Object(DrillListed, "an object of `game`, `ply`, `seat`, `loss`, `verdict`")), "the worst first")


@dataclass(frozen=True, kw_only=True)
class DrillFound:
    """To `drill`."""

    judgement: Mapping[str, Any] = member(Plain("an object, section 10, and words"), "how good the move was")


@dataclass(frozen=True, kw_only=True)
class GameTaught:
    """A game with lessons."""

    game: str = member(Text(), "the game")
    title: str = member(Text(), "what it is called")
    letter: str = member(Text(), "with which the numbers of its rules begin")
    lessons: tuple[str, ...] = member(Texts("titles"), "its lessons, in order")


@dataclass(frozen=True, kw_only=True)
class LessonList:
    """To `lessons`."""

    games: list[GameTaught] = member(
        Listed(Object(GameTaught, "an object of `game`, `title`, `letter`, `lessons`")), "the games that are taught")


@dataclass(frozen=True, kw_only=True)
class LessonShown:
    """To `lesson`."""

    game: str = member(Text(), "what the game is called")
    title: str = member(Text(), "of the lesson")
    text: str = member(Text(), "what to know first")
    of: int = member(Count(), "how many lessons there are")
    done: tuple[str, ...] = member(Texts("moves"), "the right ones so far")
    asks: str = member(Text(), "what to do next; empty at the end")
    finished: bool = member(Truth(), "whether nothing is left to do")
    said: str = member(Text(), "what is said of the last move; empty if there was none")
    right: bool = member(Truth(), "whether that move was right")
    position: Mapping[str, Any] = member(POSITION, "the position drawn, with the moves that may be played")


@dataclass(frozen=True, kw_only=True)
class PracticeScore:
    """How well exercises were answered, on the terminal and here."""

    rating: int = member(Integer(), "a rating, against that of each exercise when it was new")
    answered: int = member(Count(), "how many were answered")
    right: int = member(Count(), "how many of them rightly")
    streak: int = member(Count(), "right answers in a row, up to the last")
    due: int = member(Count(), "how many are to be repeated now")
    exercises: int = member(Count(), "how many there are")


SCORE = Object(PracticeScore, "an object, below")


@dataclass(frozen=True, kw_only=True)
class ExerciseSet:
    """To `exercise`."""

    name: str = member(Text(), "the exercise")
    grade: int = member(Count(), "how hard it is ...")
    grades: int = member(Count(), "... from 1 to this")
    seat: int = member(Integer(), "who is to move")
    hint: str = member(Text(), "half of the answer")
    score: PracticeScore = member(SCORE, "how well others were answered")
    position: Mapping[str, Any] = member(POSITION, "the position drawn, with the moves that may be played")


@dataclass(frozen=True, kw_only=True)
class ExerciseSolved:
    """To `solve`."""

    right: bool = member(Truth(), "whether the move begins the best plan")
    said: tuple[str, ...] = member(Texts("texts"), "what is said of it, and of the best plan")
    best: str = member(Text(), "the best move")
    words: str = member(Text(), "what it does")
    targets: tuple[str, ...] = member(Texts("places"), "its places on the board")
    score: PracticeScore = member(SCORE, "the score with this answer")


@dataclass(frozen=True, kw_only=True)
class MoveExplored:
    """A move that strong players played."""

    move: str = member(Text(), "the move")
    words: str = member(Text(), "what it does")
    targets: tuple[str, ...] = member(Texts("places"), "its places on the board")
    games: int = member(Count(), "in how many games it was played there")
    share: float = member(Real(), "the share of the win that its seat got, on the average")
    interval: list[float] = member(Listed(Real()), "of the share: 95 %")
    points: float = member(Real(), "points of its seat at the end, on the average")


@dataclass(frozen=True, kw_only=True)
class PositionExplored:
    """To `explore`."""

    player: str = member(Text(), "who played the games")
    games: int = member(Count(), "how many of them came to this position")
    similar: bool = member(
        Truth(), "whether positions with the markers in another order are counted too, since hardly any game came here")
    even: float = member(Real(), "the share of the win if all play equally well")
    last: int | None = member(
        OrNull(Count()), "if no game came here: the last ply of this game before it that games came to; `null` if none did")
    moves: list[MoveExplored] = member(
        Listed(Object(MoveExplored, "an object, below")), "what was played, the most frequent first")
