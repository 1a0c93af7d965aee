"""Talking to a person at a terminal about a position: what is typed is a move, a word, or answered
in one line."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import NoReturn

from hansa.cli.prompt import Prompt
from hansa.cli.screen import Screen
from hansa.cli.table_view import TableView
from hansa.errors import HansaError
from hansa.games import GAMES
from hansa.phrases import Phrase, joined, say
from hansa.rules_page import rules_page
from hansa.state import Move, State
from hansa.table.choices import Group, examples, found, groups
from hansa.table.refusals import refusal
from hansa.table.session import BotFailed, Session
from hansa.views.terminal.palette import BAD
from hansa.views.words.naming import spoken

# What people type elsewhere for the same.
ALIASES = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "bye": "quit"}


class Quit(Exception):
    """The player wants to leave."""


@dataclass(frozen=True)
class Word:
    """A command to type that is not a move."""

    name: str
    takes: str
    help: Phrase
    act: Callable[[str], None]


class Conversation(ABC):
    """What a person may type while a session is shown. It knows no rules: the session does."""

    session: Session
    view: TableView

    def __init__(self, session: Session, screen: Screen) -> None:
        self.session, self.screen = session, screen
        self.view = TableView(session, screen)
        self.words = {word.name: word for word in self._words()}
        self.prompt = Prompt(lambda: self._completions())

    @abstractmethod
    def _words(self) -> Iterator[Word]:
        """What can be typed beside moves."""

    @abstractmethod
    def farewell(self) -> None:
        """How to continue another time."""

    @contextmanager
    def until_somebody_leaves(self) -> Iterator[None]:
        """Around the whole conversation: it ends by `quit`, by Ctrl-C, or by a bot that fails."""
        try:
            yield
        except Quit:
            self.farewell()
        except (KeyboardInterrupt, BotFailed):
            self.screen.line()
            self.farewell()
            raise
        finally:
            self.session.close()

    # --- understanding ---------------------------------------------------------------------------

    def understand(self, typed: str) -> None:
        """Plays a move, or does what a word says; mistakes are answered in one line."""
        first, _, rest = typed.strip().partition(" ")
        moves = self.session.state.legal_moves
        try:
            if first:
                self.obey(typed, first.casefold(), rest.strip())
            elif len(moves) == 1:
                self.play(moves[0])
        except HansaError as error:
            self.screen.message(spoken(error.phrase, self.screen.language), style=BAD)
        except OSError as error:
            self.screen.message(f"{error.filename}: {error.strerror}", style=BAD)

    def obey(self, typed: str, first: str, rest: str) -> None:
        """The words come before moves, moves before words that are only begun."""
        state = self.session.state
        first = ALIASES.get(first, first)
        if first in self.words:
            return self.act(self.words[first], rest)
        moves = [] if state.over else found(state, typed)
        if len(moves) == 1:
            return self.play(moves[0])
        if moves:
            return self.view.candidates(moves)
        begun = [word for name, word in self.words.items() if name.startswith(first)]
        if len(begun) == 1:
            return self.act(begun[0], rest)
        if begun:
            *others, last = (word.name for word in begun)
            return self.screen.line(say("{word} could be {others} or {last}", word=repr(first), others=", ".join(others),
                                        last=last))
        if typed.strip().isdigit() and not state.over:
            return self.screen.line(say("there is no move {number}; they are 1 to {most}", number=typed.strip(),
                                        most=len(state.legal_moves)), style=BAD)
        if state.over:
            return self.screen.line(say("the game is over; 'help' lists what you can do"), style=BAD)
        self.refuse(state, typed)
        return None

    def act(self, word: Word, rest: str) -> None:
        """Does what a word says; what it prints waits at the end of every screen."""
        with self.screen.paged(self.prompt.ask) if self.prompt.interactive else nullcontext():
            word.act(rest)

    def refuse(self, state: State, typed: str) -> None:
        """Says why a text is not a legal move, and what could be meant."""
        first, *more = refusal(state, typed)
        if not more and "; " not in first:
            first = joined(" ", [first, say("('help' lists what can be typed)")])
        self.screen.message(first, style=BAD)
        for line in more:
            self.screen.paragraph(f"  {self.screen.tell(line)}", indent="    ")

    @abstractmethod
    def play(self, move: Move) -> None:
        """The person's own move."""

    def _completions(self) -> list[str]:
        state = self.session.state
        return [*self.words, *([] if state.over else map(str, state.legal_moves))]

    # --- words that every conversation has -------------------------------------------------------

    def help(self, rest: str) -> None:
        """What can be typed."""
        self.screen.paragraph(say(
            "A move: its number, its text, or enough of it in any order{examples}; what is ambiguous is listed. "
            "Beside moves ('?' is 'help', 'q' and 'exit' are 'quit'):", examples=examples(self.session.state)), indent="")
        for word in self.words.values():
            self.screen.paragraph(f"  {f'{word.name} {word.takes}':<21} {self.screen.tell(word.help)}", indent=" " * 24)

    def moves(self, rest: str) -> None:
        """All of them, or the candidates for some words."""
        state = self.session.state
        if state.over:
            raise HansaError(say("the game is over"))
        chosen = {str(move) for move in found(state, rest)} if rest else None
        for group in groups(state):
            choices = tuple(choice for choice in group.choices if chosen is None or str(choice.move) in chosen)
            if choices:
                self.view.group(Group(group.stem, group.title, choices))
        if chosen == set():
            self.screen.line(say("no legal move fits {text}", text=repr(rest)), style=BAD)

    def rules(self, rest: str) -> None:
        """A rule, some rules, or what there is."""
        page = rules_page()
        if rest.casefold() in ("summary", "short", "in short"):
            for point in page.summaries[list(GAMES).index(self.session.state.game)]:
                self.screen.paragraph(f"- {self.screen.tell(point)}")
            return
        if not rest:
            for heading, first, last in page.sections:
                span = first if first == last else f"{first}-{last}"
                self.screen.line(f"{span:<10} {self.screen.tell(heading)}")
            self.screen.paragraph(say(
                "'rules summary' is the game in short; 'rules T12' prints a rule, 'rules T20-T26' some, "
                "'rules extra office' those that have these words"), indent="")
            return
        for text in page.find(rest, self.screen.language):
            self.screen.paragraph(text)

    def quit(self, rest: str) -> NoReturn:
        """Leaves; the file has everything."""
        raise Quit
