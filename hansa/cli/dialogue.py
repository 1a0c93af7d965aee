"""The dialogue of a game on a terminal: shows, asks, understands what is typed. It knows no rules: the session does."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from hansa.cli.advice import Advice
from hansa.cli.conversation import Conversation, Quit, Word
from hansa.cli.screen import Screen, warn
from hansa.cli.table_view import TableView
from hansa.errors import HansaError
from hansa.record import Record, append_record
from hansa.state import Move, State
from hansa.table.choices import found
from hansa.table.games_folder import GameFile, games_folder
from hansa.table.session import CHANCE, BotFailed, Session
from hansa.views.words.naming import player_name, spoken


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
        yield Word("help", "", "this list", self.help)
        yield Word("moves", "[WORDS]", "all legal moves, or those that begin with WORDS", self.moves)
        yield Word("more", "", "what did not fit on the screen: map, signs, moves", lambda rest: self.view.more())
        yield Word("legend", "", "every sign and abbreviation on the screen", lambda rest: self.view.legend())
        yield Word("map", "", "the board and the desks again", lambda rest: self.view.show())
        yield Word("log", "", "everything that happened", lambda rest: self.view.tell(self.session.happened))
        yield Word("score", "", "the points by category, if the game ended now", lambda rest: self.view.score())
        yield Word("hint", "", "what the AI would play", self.hint)
        yield Word("why", "[MOVE]", "what the AI thinks of each choice, or of one", self.why)
        yield Word("undo", "", "take back your last decision, and all since", self.undo)
        yield Word("save", "FILE", "a copy of the game so far", self.save)
        yield Word("load", "FILE", "another recorded game instead of this one", self.load)
        yield Word("rules", "[T12 | WORDS]", "a rule, T12-T17, those with some words, or 'rules summary'", self.rules)
        yield Word("quit", "", "leave; 'hansa play --continue' resumes the game", self.quit)

    # --- the course of the game -------------------------------------------------------------------------------------

    def run(self) -> None:
        """Until the game is over and nobody wants anything more, or somebody quits."""
        self.keep()
        where = f"kept in {self.file.path}"
        self.screen.line(f"game {self.session.name}, seed {self.session.seed}, {where}", style="bold")
        self.screen.paragraph(f"at the table: {', '.join(map(self.view.player, range(self.session.state.players)))}")
        self.screen.line("type a move or its number; 'help' lists the other commands")
        try:
            while True:
                self.others()
                if self.session.state.over:
                    self.view.ending()
                else:
                    self.present()
                self.ask()
        except Quit:
            self.farewell()
        except (KeyboardInterrupt, BotFailed):
            self.screen.line()
            self.farewell()
            raise
        finally:
            self.session.close()

    def farewell(self) -> None:
        """Where the game is."""
        state = self.session.state
        which = "" if self.file.path.parent == games_folder() else f" {self.file.path}"
        then = f"review it: hansa review {self.file.path}" if state.over else f"continue with: hansa play --continue{which}"
        self.screen.line(f"the game is in {self.file.path}; {then}")

    def others(self) -> None:
        """Bots and chance, until a person is to decide."""
        while self.session.waits_for in ("bot", CHANCE):
            mover = self.session.state.to_move
            if isinstance(mover, int):
                with self.screen.waiting(f"{self.view.player(mover)} is thinking"):
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
            name = player_name(seat)
            if self.prompt.ask(f"{name} is next; Enter when only {name} is looking ").strip() == "quit":
                raise Quit
        self.view.present(seat)

    def ask(self) -> None:
        """Until something was typed that changes the game."""
        while True:
            before = self.session.plies, self.session
            asked = "game over" if self.session.state.over else player_name(self.view.looking())
            self.understand(self.prompt.ask(f"{asked}> "))
            if (self.session.plies, self.session) != before:
                self.keep()
                return

    def keep(self) -> None:
        """On disk before anything else happens. What cannot be written is said; the game goes on."""
        try:
            self.file.write(self.kept())
            self.warned = ""
        except (OSError, HansaError) as error:
            why = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
            if why != self.warned:
                warn(f"the game is not kept: {why}")
            self.warned = why

    def kept(self) -> Record:
        """What is written."""
        return self.session.record()

    def play(self, move: Move) -> None:
        """The person's own move."""
        self.screen.message(f"you: {spoken(self.session.play(move).words)}")

    # --- the words --------------------------------------------------------------------------------------------------

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
            raise HansaError("the game is over: there is nothing to decide")
        return self.session.view(seat), seat

    def undo(self, rest: str) -> None:
        """Back to the last decision."""
        taken = self.session.undo()
        self.screen.line(f"{taken} move{'s' * (taken != 1)} taken back")

    def save(self, rest: str) -> None:
        """A copy; what is there already is overwritten only if whoever is asked agrees."""
        if not rest:
            raise HansaError("save where? 'save FILE'")
        path = path_of(rest)
        if path.exists() and not (self.prompt.interactive and self.agreed(path)):
            raise HansaError(f"{path} exists already; choose another name")
        path.unlink(missing_ok=True)
        append_record(path, self.kept())
        self.screen.line(f"saved in {path}")

    def agreed(self, path: Path) -> bool:
        """Whether a file may be overwritten; the game's own never, for it is kept there anyway."""
        if path.resolve() == self.file.path.resolve():
            raise HansaError(f"this game is kept in {path} anyway; save a copy under another name")
        return self.prompt.ask(f"{path} exists already; overwrite it? y or n: ").strip().casefold() in ("y", "yes")

    def load(self, rest: str) -> None:
        """Another game; it goes on in a new file, its own stays as it is."""
        if not rest:
            raise HansaError("load what? 'load FILE'")
        path = path_of(rest)
        session = Session.from_record(GameFile(path).read())
        if not session.humans:
            raise HansaError(f"no person plays in {path}; take a seat with 'hansa play --continue {path} --seat 0'")
        self.file = GameFile.new(self.file.path.parent, session.name or path.stem)
        self.session.close()
        self.session, self.view = session, TableView(session, self.screen)
        self.screen.line(f"loaded {path}, {session.plies} moves; it continues in {self.file.path}")



def path_of(text: str) -> Path:
    """The file that somebody has typed."""
    try:
        path = Path(text).expanduser()
        path.exists()
        os.fsencode(path)
    except (ValueError, RuntimeError, OSError) as error:
        raise HansaError(f"{text[:60]!r} is no name of a file: {error}") from error
    if "\0" in text:
        raise HansaError("a name of a file holds no zero byte")
    return path
