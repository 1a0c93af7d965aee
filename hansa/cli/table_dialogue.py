"""The dialogue of `hansa play --table`: the person at the keyboard writes a real game down, move by
move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hansa.cli.conversation import Word
from hansa.cli.dialogue import Dialogue
from hansa.cli.screen import Screen
from hansa.cli.table_view import TableView
from hansa.errors import HansaError
from hansa.phrases import Phrase, counted, joined, say
from hansa.record import Record
from hansa.sections import seat_of
from hansa.state import Move
from hansa.table.games_folder import GameFile
from hansa.table.questions import mission_card
from hansa.table.recording import last_choice, names_in, note_down, note_forced, put_right, with_mission, with_names
from hansa.table.session import CHANCE, HUMAN, Happened, Session
from hansa.views.words.naming import player_phrase

LAST_SHOWN = 12         # moves in `log` without a number


class TableDialogue(Dialogue):
    """One game of people at a table. Chance is asked for, what is forced is noted by itself, nobody
    gets a hint unasked."""

    names: Sequence[str] = ()

    @classmethod
    def going_on(cls, file: GameFile, screen: Screen, names: Sequence[str] = (), *, hint_seconds: float = 1.0) -> TableDialogue:
        """The game of a file, with its names or new ones."""
        record = file.read()
        session = Session.from_record(record, (HUMAN,) * record.start().players)
        dialogue = cls(session, file, screen, hint_seconds=hint_seconds, no_pause=True)
        dialogue.call(names or names_in(record))
        return dialogue

    def call(self, names: Sequence[str]) -> None:
        """Calls the players by their names; `HansaError` if some have none."""
        if names and len(names) != self.session.state.players:
            raise HansaError(say("{names} names for {players} players; give one for each", names=len(names),
                                 players=self.session.state.players))
        self.names = self.view.called = tuple(names)

    def _words(self) -> Iterator[Word]:
        for word in super()._words():
            if word.name not in ("undo", "load", "log"):
                yield word
        yield Word("log", "[N]", say("the last moves with their numbers: {count}, or N", count=LAST_SHOWN), self.log)
        yield Word("undo", "", say("take back the last move that was noted"), self.undo)
        yield Word("fix", "N MOVE", say("move N was another one; those after it stay as far as they fit"), self.fix)
        if (self.session.state.setup or {}).get("missions"):
            yield Word("mission", "PLAYER CITY CITY CITY", say("a mission that was secret has been shown"), self.mission)

    def others(self) -> None:
        """What is forced is noted by itself; chance is never drawn."""
        for entry in note_forced(self.session):
            self.tell(entry)
        self.keep()

    def present(self) -> None:
        """The board for everybody; where chance decides, what may have come up."""
        if self.session.waits_for == CHANCE:
            moves = ", ".join(str(move).partition(" ")[2] for move in self.session.state.legal_moves)
            self.screen.paragraph(say("what came up at the table? {choices}", choices=moves))
        else:
            self.view.seen_by = self.view.looking()
            self.view.present(self.view.looking())

    def ask(self) -> None:
        """Until something was typed that changes the game."""
        while True:
            before = self.session.plies
            self.understand(self.prompt.ask(f"{self.screen.tell(self.asked())}> "))
            if self.session.plies != before or self.changed:
                self.changed = False
                self.keep()
                return

    changed = False         # by a correction, which may leave as many moves as there were

    def asked(self) -> Phrase:
        """Whose move is awaited."""
        state = self.session.state
        if state.over:
            return say("game over")
        return self.name(state.to_move) if isinstance(state.to_move, int) else say("came up")

    def name(self, seat: int) -> Phrase:
        """A player as the table calls them."""
        return player_phrase(seat, self.names[seat] if self.names else "")

    def play(self, move: Move) -> None:
        """Writes down a move that was played at the table."""
        self.tell(note_down(self.session, move))

    def tell(self, entry: Happened) -> None:
        """What was noted, in words."""
        self.screen.message(joined("", [f"{entry.ply + 1}. ", self.mover(entry), ": ", entry.words]))

    def mover(self, entry: Happened) -> Phrase:
        """Whose move it was."""
        return self.name(entry.mover) if isinstance(entry.mover, int) else say("chance")

    def kept(self) -> Record:
        """The record, with the names of those who play."""
        return with_names(super().kept(), self.names)

    def farewell(self) -> None:
        """Where the game is."""
        path = self.file.path
        then = f"hansa review {path}" if self.session.state.over else f"hansa play --continue {path}"
        self.screen.line(say("the game is in {path}; continue with: {command}", path=str(path), command=then))

    # --- the words -------------------------------------------------------------------------------

    def log(self, rest: str) -> None:
        """The last moves, with the numbers that `fix` wants."""
        if rest and not rest.isdigit():
            raise HansaError(say("how many? 'log 30'"))
        for entry in self.session.happened[-int(rest or LAST_SHOWN):]:
            self.screen.line(joined("", [f"{entry.ply + 1:>4}. ", self.mover(entry), f": {entry.move}"]))

    def undo(self, rest: str) -> None:
        """Back to before the last move that was not forced."""
        ply = last_choice(self.session)
        if ply is None:
            raise HansaError(say("there is nothing to take back"))
        self.screen.line(counted("{count} move taken back", "{count} moves taken back", self.session.back_to(ply)))

    def mission(self, rest: str) -> None:
        """Corrects a mission that hansa dealt: the player gets the card that is named, and a player
        who had that card gets the one that was dealt."""
        who, *cities = rest.split() or [""]
        if not cities:
            raise HansaError(say("whose mission is it, and which? 'mission red OSN STE PAD'"))
        try:
            seat, card = self.seat(who), mission_card(self.session.state, " ".join(cities))
        except ValueError as error:
            raise HansaError(str(error)) from error
        self.session, self.changed = with_mission(self.session, seat, card), True
        self.view = TableView(self.session, self.screen)
        self.call(self.names)
        self.screen.line(say("the mission of {player} is {cities}", player=self.name(seat), cities=" ".join(cities)))

    def seat(self, who: str) -> int:
        """A player by name, or by colour."""
        called = [seat for seat, name in enumerate(self.names) if name.casefold() == who.casefold()]
        return called[0] if called else seat_of(who, self.session.state.players)

    def fix(self, rest: str) -> None:
        """An earlier move was another one."""
        number, _, typed = rest.partition(" ")
        if not number.isdigit() or not typed.strip():
            raise HansaError(say(
                "which move was it, and what was played? 'fix 12 place t BRE-HAM'; 'log' has the numbers"))
        lost = put_right(self.session, int(number) - 1, typed)
        self.changed = True
        self.screen.line(say("move {number} is {move} now", number=number, move=self.session.happened[int(number) - 1].move))
        if lost:
            self.screen.paragraph(say("{count} moves after it no longer fit; note them again: {moves}", count=len(lost),
                                      moves="; ".join(lost[:LAST_SHOWN])))
