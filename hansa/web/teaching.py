"""What the page explains: rules that are looked up, lessons, and how a game came to its end."""

from __future__ import annotations

from hansa.games import GAMES
from hansa.languages import Language
from hansa.lessons import NoSuchLesson, lessons
from hansa.rules_page import NoSuchRule, rules_page
from hansa.table.session import Session
from hansa.web.school_answers import GameTaught, LessonShown, RulesFound, RulesOverview
from hansa.web.shown_position import position_json


def games(language: Language) -> list[GameTaught]:
    """The games that are taught: their names, what they are called, and the letter of their rules.

    >>> from hansa.languages import ENGLISH
    >>> [(game.title, game.letter) for game in games(ENGLISH)]
    [('Hansa Teutonica', 'T'), ('Hansa (2004)', 'H')]
    """
    return [
        GameTaught(game=name, title=game.views.title, letter=game.rules_of_end[0],
                   lessons=tuple(language.tell(lesson.title) for lesson in game.views.lessons))
        for name, game in GAMES.items()
    ]


def rules(game: str, asked: str, language: Language) -> RulesFound | RulesOverview:
    """The rules that were asked for, by number or by words; without a question what a game is about, and its chapters.

    >>> from hansa.languages import ENGLISH
    >>> rules("teutonica", "T40", ENGLISH).found[0][:11]
    'T40 Control'
    >>> [section[0] for section in rules("hansa2004", "", ENGLISH).sections][:2]
    ['Setup', 'The turn']
    """
    if game not in GAMES:
        raise NoSuchRule(f"there are no rules of {game!r}; there are of {' and '.join(GAMES)}")
    page, letter = rules_page(), GAMES[game].rules_of_end[0]
    if asked.strip():
        return RulesFound(found=tuple(text for text in page.find(asked, language) if text.startswith((letter, "..."))))
    return RulesOverview(
        summary=tuple(language.tell(point) for point in page.summaries[list(GAMES).index(game)]),
        sections=[
            (language.tell(heading), first, last) for heading, first, last in page.sections if first.startswith(letter)],
    )


def shown_lesson(game: str, number: int, moves: list[str], language: Language) -> LessonShown:
    """A lesson after some moves: the position, what to do next, and what is said of the last move.

    >>> from hansa.languages import ENGLISH
    >>> answer = shown_lesson("teutonica", 1, ["place m GOT-QUE"], ENGLISH)
    >>> answer.right, answer.done, answer.asks == shown_lesson("teutonica", 1, [], ENGLISH).asks
    (False, (), True)
    """
    known = lessons(game)
    if not 1 <= number <= len(known):
        raise NoSuchLesson(f"there is no lesson {number}; there are {len(known)}")
    lesson = known[number - 1]
    progress = lesson.at(moves)
    said, task, tell = progress.said, progress.task, language.tell
    return LessonShown(
        game=GAMES[game].views.title, title=tell(lesson.title), text=tell(lesson.text), of=len(known),
        done=progress.done, asks="" if task is None else tell(task.asks), finished=task is None,
        said="" if said is None else tell(said.says), right=said is not None and said.right,
        position=position_json(progress.state, "all", language, asked=task is not None),
    )


def course(session: Session) -> list[tuple[int, list[int]]]:
    """The points of every seat as if the game had ended there: before each turn, and at its end."""
    plies = [0]
    for ply in range(1, session.plies + 1):
        if session.position(ply).turns != session.position(plies[-1]).turns or ply == session.plies:
            plies.append(ply)
    return [(ply, [row["total"] for row in session.position(ply).scores]) for ply in plies]
