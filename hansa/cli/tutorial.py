"""`hansa tutorial`: the lessons of a game on the terminal, each a position and tasks that are
answered by playing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from hansa.cli.arguments import ReaderArguments, option, positional, positive_whole, switch
from hansa.cli.commands import command, resolve
from hansa.cli.conversation import ALIASES, Conversation, Quit, Word
from hansa.cli.screen import Screen, warn
from hansa.cli.table_view import Line, ScreenLayout
from hansa.errors import HansaError, MoveError
from hansa.games import DEFAULT_GAME, GAMES
from hansa.json_lines import NotJson, json_line, read_json
from hansa.lessons import NoSuchLesson, lessons
from hansa.lessons.lesson import LessonProgress
from hansa.phrases import say
from hansa.state import Move
from hansa.table.games_folder import games_folder
from hansa.table.session import HUMAN, Session
from hansa.views.terminal.palette import DOUBTFUL, GOOD
from hansa.whole_file import write_whole

BOOKMARK = "tutorial.json"
LEAVING = {"quit", *(word for word, name in ALIASES.items() if name == "quit")}


@dataclass(frozen=True, kw_only=True)
class TutorialArguments(ReaderArguments):
    """Which lesson of which game."""

    lesson: int | None = positional("LESSON", "number of the lesson (default: where you left off, else the first)", nargs="?",
                                    type=positive_whole, default=None)
    game: str | None = option("--game", f"{' or '.join(GAMES)} (default: the one you played last, else {DEFAULT_GAME})",
                              metavar="GAME")
    list: bool = switch("--list", "only list the lessons")


@dataclass(frozen=True)
class Place:
    """Where the player is: a lesson of a game, from 1, and the right moves played in it."""

    game: str
    lesson: int = 1
    moves: tuple[str, ...] = ()

    def progress(self) -> LessonProgress:
        """The position and the task there; the beginning of the lesson if its moves are those of
        another version."""
        lesson = lessons(self.game)[self.lesson - 1]
        with suppress(MoveError):
            return lesson.at(self.moves)
        return lesson.at(())


@dataclass(frozen=True)
class Bookmark:
    """Keeps the place in every game's lessons in a file, beside the games that are kept."""

    path: Path

    def place(self, game: str | None) -> Place:
        """Where the player stopped, in the given game or in the latest; the beginning if that is
        not known."""
        kept = self._kept()
        game = game or next(iter(kept), DEFAULT_GAME)
        return kept.get(game, Place(game))

    def keep(self, place: Place) -> None:
        """Writes the place to disk; its game is the latest one now. If that fails, a message says
        so, and the lesson continues."""
        kept = {place.game: place} | {game: other for game, other in self._kept().items() if game != place.game}
        text = json_line({game: {"lesson": other.lesson, "moves": other.moves} for game, other in kept.items()}) + "\n"
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, lambda file: file.write(text.encode()))
        except OSError as error:
            warn(f"where you are is not kept: {error.strerror or error}")

    def _kept(self) -> dict[str, Place]:
        """What is in the file, as far as that can be."""
        found = {}
        with suppress(OSError, NotJson, AttributeError, TypeError, KeyError):
            for game, there in read_json(self.path.read_bytes()).items():
                if game in GAMES and there["lesson"] in range(1, len(lessons(game)) + 1):
                    found[game] = Place(game, there["lesson"], tuple(map(str, there["moves"])))
        return found


class Tutorial(Conversation):
    """Lessons at this terminal."""

    def __init__(self, place: Place, bookmark: Bookmark, screen: Screen) -> None:
        self.place, self.bookmark = place, bookmark
        self.progress = place.progress()
        super().__init__(self.table(), screen)
        self.said = ""              # of the last right move
        self.look()

    def _words(self) -> Iterator[Word]:
        yield Word("help", "", say("this list"), self.help)
        yield Word("hint", "", say("what to type"), self.hint)
        yield Word("map", "", say("the board and the task again"), lambda rest: self.show())
        yield Word("moves", "[WORDS]", say("all legal moves, or those that begin with WORDS"), self.moves)
        yield Word("legend", "", say("every sign and abbreviation on the screen"), lambda rest: self.view.legend())
        yield Word("rules", "[T12 | WORDS]", say("a rule, T12-T17, those with some words, or 'rules summary'"), self.rules)
        yield Word("lessons", "[N]", say("the list of lessons, or lesson N"), self.choose)
        yield Word("next", "", say("the next lesson"), lambda rest: self.go(self.place.lesson + 1))
        yield Word("back", "", say("this lesson again from its beginning, or the one before"), self.back)
        yield Word("quit", "", say("leave; 'hansa tutorial' continues here"), self.quit)

    # --- the course of the lessons ---------------------------------------------------------------

    def run(self) -> None:
        """Runs until the player leaves, or there is no lesson left."""
        self.screen.paragraph(
            say("type a move or enough of it, or 'help'; 'quit' leaves, and next time you continue here"), indent="")
        with self.until_somebody_leaves():
            self.show()
            while True:
                self.understand(self.prompt.ask(f"{self.screen.tell(say('lesson {number}', number=self.place.lesson))}> "))

    def farewell(self) -> None:
        """How to continue."""
        of = len(lessons(self.place.game))
        if self.progress.task is None and self.place.lesson == of:
            self.screen.line(say("you know the game; play it: {command}", command=f"hansa play{self.flag}"))
        else:
            self.screen.line(say("you are at lesson {number} of {all}; continue with: {command}", number=self.place.lesson,
                                 all=of, command=f"hansa tutorial{self.flag}"))

    @property
    def flag(self) -> str:
        """What says which game it is, where that must be said."""
        return "" if self.place.game == DEFAULT_GAME else f" --game {self.place.game}"

    def show(self) -> None:
        """Shows the map, what the player should know, and the task; one after the other, where the
        screen is too small for all."""
        if not self.progress.done and not self.view.has_room_for(self.below):
            for text, style in self.introduction(joined=False):
                self.screen.line(text, style)
            typed = self.prompt.ask(f"{self.screen.tell(say('Enter shows the board'))}> ").strip()
            if typed in LEAVING:
                raise Quit
            self.view.fit(self.view.layouts(first_time=False), lambda layout: list(self.answer_and_task()))
            if typed:
                self.understand(typed)
        else:
            self.view.fit(self.view.layouts(first_time=False), self.below)

    def below(self, layout: ScreenLayout) -> list[Line]:
        """The lines below the map."""
        air = [] if layout.compact else [("", "")]
        return [*air, *([] if self.progress.done else self.introduction(joined=layout.compact)), *self.answer_and_task()]

    def introduction(self, *, joined: bool) -> Iterator[Line]:
        """The title of the lesson, and what the player should know."""
        known = lessons(self.place.game)
        lesson = known[self.place.lesson - 1]
        title = self.screen.tell(say("Lesson {number} of {all}: {title}", number=self.place.lesson, all=len(known),
                                     title=lesson.title))
        text = self.screen.tell(lesson.text)
        if joined:
            text = f"{title}. {text}"
        else:
            yield title, "bold"
        yield from ((line, "") for line in self.screen.wrapped(text, indent=""))

    def answer_and_task(self) -> Iterator[Line]:
        """What is said of the last move, and what to do now."""
        known, task = lessons(self.place.game), self.progress.task
        if self.said:
            yield from ((line, GOOD) for line in self.screen.wrapped(self.said, indent=""))
        if task is not None:
            yield from ((line, "bold") for line in self.screen.wrapped(f"> {self.screen.tell(task.asks)}"))
        elif self.place.lesson < len(known):
            yield say("Done. Enter continues with lesson {number}: {title}", number=self.place.lesson + 1,
                      title=known[self.place.lesson].title), "bold"
        else:
            yield say("Done: that was the last lesson. Now play: {command}", command=f"hansa play{self.flag}"), "bold"

    # --- what is typed ---------------------------------------------------------------------------

    def understand(self, typed: str) -> None:
        """Enter continues after a lesson."""
        if not typed.strip() and self.progress.task is None:
            self.go(self.place.lesson + 1)
        else:
            super().understand(typed)

    def play(self, move: Move) -> None:
        """An answer to the task: after a right one the lesson continues, others are explained."""
        if self.progress.task is None:
            raise HansaError(say("this lesson is done; Enter continues, 'back' begins it again"))
        after = lessons(self.place.game)[self.place.lesson - 1].at((*self.progress.done, str(move)))
        assert after.said is not None
        if not after.said.right:
            self.screen.paragraph(after.said.says, DOUBTFUL, indent="")
            return
        self.said = after.said.says
        self.move_to(Place(self.place.game, self.place.lesson, after.done))

    def hint(self, rest: str) -> None:
        """A right move."""
        task = self.progress.task
        if task is None:
            raise HansaError(say("this lesson is done; Enter continues"))
        right = next(move for move in self.session.state.legal_moves if task.answer_to(str(move)).right)
        self.screen.line(say("type: {move}", move=str(right)))

    def choose(self, rest: str) -> None:
        """The list, or one of it."""
        if rest.isdigit():
            self.go(int(rest))
        else:
            list_lessons(self.place.game, self.screen, self.place.lesson)

    def back(self, rest: str) -> None:
        """To the beginning of this lesson, or of the one before."""
        self.go(self.place.lesson if self.progress.done else max(1, self.place.lesson - 1))

    def go(self, number: int) -> None:
        """Another lesson."""
        known = lessons(self.place.game)
        if number == len(known) + 1:
            raise Quit
        check_lesson(self.place.game, number)
        self.said = ""
        self.move_to(Place(self.place.game, number))

    def move_to(self, place: Place) -> None:
        """Kept, then shown."""
        self.place = place
        self.bookmark.keep(place)
        self.progress = place.progress()
        self.session.close()
        self.session = self.view.session = self.table()
        self.look()
        self.show()

    def table(self) -> Session:
        """The position, with the learner in the first seat."""
        state = self.progress.state
        return Session.from_position(state, (HUMAN,) * state.players, name="lesson")

    def look(self) -> None:
        """The screen is the learner's."""
        self.view.seen_by = 0
        self.view.called = [self.screen.tell(say("you")), *[""] * (self.session.state.players - 1)]


def check_lesson(game: str, number: int) -> None:
    """`NoSuchLesson` if there is none of that number."""
    count = len(lessons(game))
    if not 1 <= number <= count:
        raise NoSuchLesson(say("there is no lesson {number} of {game}; they are 1 to {count}", number=number,
                               game=GAMES[game].views.title, count=count))


def list_lessons(game: str, screen: Screen, here: int) -> None:
    """Lists the lessons of a game; the current one is marked."""
    screen.line(GAMES[game].views.title, style="bold")
    for number, lesson in enumerate(lessons(game), 1):
        mark, style = (">", "bold") if number == here else (" ", "")
        screen.line(f"{mark}{number:>2} {screen.tell(lesson.title)}", style)


def run(arguments: TutorialArguments) -> int:
    """Teaches."""
    game = None if arguments.game is None else resolve("game", arguments.game, list(GAMES))
    screen, bookmark = Screen(plain=arguments.plain, language=arguments.language), Bookmark(games_folder() / BOOKMARK)
    place = bookmark.place(game)
    if arguments.lesson is not None:
        check_lesson(place.game, arguments.lesson)
        place = Place(place.game, arguments.lesson)
    if arguments.list:
        list_lessons(place.game, screen, place.lesson)
    else:
        Tutorial(place, bookmark, screen).run()
    return 0


COMMAND = command(
    TutorialArguments,
    run,
    name="tutorial",
    purpose="Learn a game in short lessons: each shows a position, sets a task, and explains what is "
            "right or wrong with your move.",
    examples=f"""
        hansa tutorial                      continue where you left off
        hansa tutorial 3
        hansa tutorial --game {[*GAMES][-1]}
        hansa tutorial --list
        hansa tutorial --lang de
    """,
    read_on="'rules summary' in a lesson; 'hansa docs rules' for all rules; 'hansa play' for a game.",
)
