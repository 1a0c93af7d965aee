"""The dialogue of a game on a terminal: shows, asks, understands what is typed. It knows no rules:
the session does."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from hansa.cli.advice import Advice
from hansa.cli.conversation import Conversation, Quit, Word
from hansa.cli.screen import Screen, warn
from hansa.cli.table_view import TableView
from hansa.errors import HansaError
from hansa.phrases import counted, joined, say
from hansa.record import Record, append_record
from hansa.state import Move, State
from hansa.table.choices import found
from hansa.table.games_folder import GameFile, games_folder
from hansa.table.session import CHANCE, Session
from hansa.views import views_of
from hansa.views.words.naming import player_phrase


class Dialogue(Conversation):
    """One game with people at this terminal."""

    def __init__(
        self, session: Session, file: GameFile, screen: Screen, *, hint_seconds: float = 1.0, no_pause: bool = False
    ) -> None:
        super().__init__(session, screen)
        self.file = file
        self.advice = Advice(screen, hint_seconds)
        self.pausing = not no_pause
        self.warned = ""            # of what cannot be written; said once

    def _words(self) -> Iterator[Word]:
        yield Word("help", "", say("this list"), self.help)
        yield Word("moves", "[WORDS]", say("all legal moves, or those that begin with WORDS"), self.moves)
        yield Word("more", "", say("what did not fit on the screen: map, signs, moves"), lambda rest: self.view.more())
        yield Word("legend", "", say("every sign and abbreviation on the screen"), lambda rest: self.view.legend())
        yield Word("map", "", say("the board and the desks again"), lambda rest: self.view.show())
        yield Word("log", "", say("everything that happened"), self.log)
        yield Word("score", "", say("the points by category, if the game ended now"), lambda rest: self.view.score())
        yield Word("hint", "", say("what the AI would play"), self.hint)
        yield Word("why", "[MOVE]", say("what the AI thinks of each choice, or of one"), self.why)
        yield Word("undo", "", say("take back your last decision, and all since"), self.undo)
        yield Word("save", "FILE", say("a copy of the game so far"), self.save)
        yield Word("load", "FILE", say("another recorded game instead of this one"), self.load)
        yield Word("rules", "[T12 | WORDS]", say("a rule, T12-T17, those with some words, or 'rules summary'"), self.rules)
        yield Word("quit", "", say("leave; 'hansa play --continue' resumes the game"), self.quit)

    # --- the course of the game ------------------------------------------------------------------

    def run(self) -> None:
        """Plays until the game is over and no player wants more, or until a player quits."""
        self.keep()
        session = self.session
        self.screen.line(say("game {name}, seed {seed}, kept in {path}", name=session.name, seed=session.seed,
                             path=str(self.file.path)), style="bold")
        players = joined(", ", map(self.view.player, range(session.state.players)))
        self.screen.paragraph(say("at the table: {players}", players=players))
        self.screen.line(say("type a move or its number; 'help' lists the other commands"))
        with self.until_somebody_leaves():
            while True:
                self.others()
                if self.session.state.over:
                    self.view.ending()
                else:
                    self.present()
                self.ask()

    def farewell(self) -> None:
        """Where the game is."""
        state = self.session.state
        which = "" if self.file.path.parent == games_folder() else f" {self.file.path}"
        path = str(self.file.path)
        self.screen.line(
            say("the game is in {path}; review it: hansa review {path}", path=path) if state.over
            else say("the game is in {path}; continue with: {command}", path=path, command=f"hansa play --continue{which}"))

    def others(self) -> None:
        """Bots and chance, until a person is to decide."""
        while self.session.waits_for in ("bot", CHANCE):
            mover = self.session.state.to_move
            if isinstance(mover, int):
                with self.screen.waiting(say("{player} is thinking", player=self.view.player(mover))):
                    self.session.step()
            else:
                self.session.step()
            self.keep()

    def present(self) -> None:
        """The position and the choices, for nobody but the person who is to decide."""
        seat = self.session.state.to_move
        assert isinstance(seat, int)
        if self.pausing and self.view.seen_by not in (None, seat) and self.view.hides_something():
            self.screen.clear()
            question = say("{player} is next; Enter when only {player} is looking", player=player_phrase(seat))
            if self.prompt.ask(f"{self.screen.tell(question)} ").strip() == "quit":
                raise Quit
        self.view.present(seat)

    def ask(self) -> None:
        """Until something was typed that changes the game."""
        while True:
            before = self.session.plies, self.session
            asked = say("game over") if self.session.state.over else player_phrase(self.view.looking())
            self.understand(self.prompt.ask(f"{self.screen.tell(asked)}> "))
            if (self.session.plies, self.session) != before:
                self.keep()
                return

    def keep(self) -> None:
        """On disk before anything else happens. If it cannot be written, the player is told and
        continues.
        """
        try:
            self.file.write(self.kept())
            self.warned = ""
        except (OSError, HansaError) as error:
            why = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
            if why != self.warned:
                warn(self.screen.tell(say("the game is not kept: {reason}", reason=why)))
            self.warned = why

    def kept(self) -> Record:
        """What is written."""
        return self.session.record()

    def play(self, move: Move) -> None:
        """The person's own move."""
        before = self.session.state
        self.session.play(move)
        words = views_of(before).words.describe(before, move, self.session.state, wish=True)
        self.screen.message(say("you {move}", move=words))

    # --- the words -------------------------------------------------------------------------------

    def log(self, rest: str) -> None:
        """All moves, in words."""
        if not self.session.happened:
            self.screen.line(say("nothing has happened yet"))
        self.view.tell(self.session.happened)

    def hint(self, rest: str) -> None:
        """The best line."""
        self.advice.hint(*self.deciding())

    def why(self, rest: str) -> None:
        """A table of the best choices, or one move beside the best."""
        state, seat = self.deciding()
        moves = found(state, rest) if rest else []
        if not rest:
            self.advice.choices(state, seat)
        elif len(moves) == 1:
            self.advice.about(state, moves[0])
        elif moves:
            self.view.candidates(moves)
        else:
            self.refuse(state, rest)

    def deciding(self) -> tuple[State, int]:
        """What the person who decides may know."""
        seat = self.session.state.to_move
        if not isinstance(seat, int):
            raise HansaError(say("the game is over: there is nothing to decide"))
        return self.session.view(seat), seat

    def undo(self, rest: str) -> None:
        """Back to the last decision."""
        taken = self.session.undo()
        self.screen.line(counted("{count} move taken back", "{count} moves taken back", taken))

    def save(self, rest: str) -> None:
        """Saves a copy; an existing file is overwritten only if the player agrees."""
        if not rest:
            raise HansaError(say("save where? 'save FILE'"))
        path = path_of(rest)
        if path.exists() and not (self.prompt.interactive and self.agreed(path)):
            raise HansaError(say("{path} exists already; choose another name", path=str(path)))
        path.unlink(missing_ok=True)
        append_record(path, self.kept())
        self.screen.line(say("saved in {path}", path=str(path)))

    def agreed(self, path: Path) -> bool:
        """Whether a file may be overwritten; never the game's own, where it is kept anyway."""
        if path.resolve() == self.file.path.resolve():
            raise HansaError(say("this game is kept in {path} anyway; save a copy under another name", path=str(path)))
        question = say("{path} exists already; overwrite it? y or n:", path=str(path))
        return self.prompt.ask(f"{self.screen.tell(question)} ").strip().casefold() in ("y", "yes", "j", "ja")

    def load(self, rest: str) -> None:
        """Loads another game; it continues in a new file, and its own file stays unchanged."""
        if not rest:
            raise HansaError(say("load what? 'load FILE'"))
        path = path_of(rest)
        session = Session.from_record(GameFile(path).read())
        if not session.humans:
            raise HansaError(say(
                "no person plays in {path}; take a seat with 'hansa play --continue {path} --seat 0'", path=str(path)))
        self.file = GameFile.new(self.file.path.parent, session.name or path.stem)
        self.session.close()
        self.session, self.view = session, TableView(session, self.screen)
        self.screen.line(say("loaded {path}, {count} moves; it continues in {file}", path=str(path), count=session.plies,
                             file=str(self.file.path)))


def path_of(text: str) -> Path:
    """The path of the file that the player has typed."""
    try:
        path = Path(text).expanduser()
        path.exists()
        os.fsencode(path)
    except (ValueError, RuntimeError, OSError) as error:
        raise HansaError(
            say("{text} cannot be the name of a file: {reason}", text=repr(text[:60]), reason=str(error))) from error
    if "\0" in text:
        raise HansaError(say("a name of a file holds no zero byte"))
    return path
