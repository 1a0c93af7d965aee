"""A game at the table: who sits where, what was played, what happened in words, undo, and the
record as it grows.

A session knows no screen and no page. Whatever shows it asks: whose move is it (`waits_for`), what
may be played (`hansa.table.choices`), what happened since (`since`). Nothing here depends on what
was thrown or drawn before: chance is a function of the seed and the ply, so a game that is
continued, or taken back, goes on as it would have.
"""

from __future__ import annotations

import contextlib
import logging
import random
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hansa.annotations import Note
from hansa.bots.bot import Bot, let_go, seen_setup
from hansa.bots.entries import read_entry
from hansa.bots.registry import check_plays, make_bot
from hansa.bots.traces import failure_of, trace_of
from hansa.errors import HansaError
from hansa.phrases import Phrase, say
from hansa.phrases import seat as seat_name
from hansa.record import Record, setup_of
from hansa.state import Move, State
from hansa.version import VERSION
from hansa.views import views_of

LOG = logging.getLogger(__name__)
HUMAN = "human"
CHANCE = "*"


class TableError(HansaError):
    """Something that cannot be done at this table now."""

    code = "bad-request"


class BotFailed(TableError):
    """A bot crashed or did not choose a legal move. The moves before that are kept."""

    code = "bad-bot"


@dataclass(frozen=True)
class Happened:
    """A move that was played: by whom (a seat, or `*` for chance), its text, and what it did in
    words."""

    ply: int
    mover: int | str
    move: str
    words: Phrase


class Session:
    """A game between people and bots. `seats` are `human` or entries of bots, one for each player.

    >>> session = Session({"board": "hansa-45", "players": 4}, ["human", "random", "random", "random"], seed=7)
    >>> session.play("place t BRE-HAM").words, session.play("end").words
    ('places a trader on Bremen-Hamburg', 'ends the turn')
    >>> while session.waits_for != HUMAN:
    ...     happened = session.step()
    >>> session.undo(), session.plies          # back to the last decision of a person
    (8, 1)
    """

    def __init__(
        self, setup: Mapping[str, Any], seats: Sequence[str], *, seed: int | None = None, moves: Sequence[str] = (),
        name: str = "", state: Mapping[str, Any] | None = None,
    ) -> None:
        self.seed = random.SystemRandom().randrange(1 << 32) if seed is None else seed
        self._begun_from = state
        start = State.from_setup(setup, seed=setup.get("seed", self.seed)) if state is None else State.from_json(state)
        if len(seats) != start.players:
            raise TableError(f"{len(seats)} seats are taken, but {start.players} play")
        self.name = name or f"game-{self.seed}"
        self.seats = tuple(seats)
        self.setup = {**setup, **setup_of(start)} if start.setup is None else start.setup
        self.seconds = 0.0
        self._states = [start]              # before each ply, and the present one
        self.happened: list[Happened] = []
        self.notes: dict[int, Note] = {}    # what is said about moves, by ply
        self._bots: dict[int, Bot] = {}
        self._begun: dict[int, Bot] = {}    # those of them that have been told of the game
        for text in moves:
            self._advance(self.state.parse(text.partition(" ")[2]))
        self._seat_bots()

    @classmethod
    def from_record(cls, record: Record, seats: Sequence[str] = ()) -> Session:
        """A recorded game, continued from its last position; `seats` replaces the people and bots
        of the record."""
        final = record.replay()         # a move that is none names its ply
        seats = seats or record.seats or (HUMAN,) * final.players
        session = cls(
            record.setup, seats, seed=record.seed or 0, moves=record.moves, name=record.id, state=record.state
        )
        session.seconds = record.seconds or 0.0
        session.notes = {note.ply: note for note in record.notes}
        return session

    @classmethod
    def from_position(cls, state: State, seats: Sequence[str], *, seed: int | None = None, name: str = "") -> Session:
        """A new game that begins with a given position, from another game or set up by a user.

        >>> state = State.new(board="east", players=3, seed=1).after("place t DAN-MAL")
        >>> session = Session.from_position(state, ["human", "random", "random"], seed=7)
        >>> session.record().replay() == state
        True
        """
        if state.over:
            raise TableError(say("the game is over in this position; take an earlier one"))
        if state.covered:
            raise TableError(say("this position hides cards; a game can only begin from one that is known"))
        return cls(setup_of(state), seats, seed=seed, name=name, state=state.to_json())

    # --- looking ---------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The current position; play through the session, not on this object."""
        return self._states[-1]

    @property
    def plies(self) -> int:
        """How many moves have been played."""
        return len(self.happened)

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, spec in enumerate(self.seats) if spec == HUMAN)

    @property
    def waits_for(self) -> str | None:
        """Who decides next: `human`, `bot` or `*`; None when the game is over."""
        mover = self.state.to_move
        if isinstance(mover, int):
            return HUMAN if self.seats[mover] == HUMAN else "bot"
        return mover

    def position(self, ply: int) -> State:
        """The position before a ply."""
        return self._states[ply]

    def view(self, seat: int) -> State:
        """The position as a seat may see it (D3)."""
        return self.state.view(seat)

    def since(self, seat: int) -> list[Happened]:
        """What was played since the last move of a seat; everything if it has not moved yet."""
        for number in range(len(self.happened), 0, -1):
            if self.happened[number - 1].mover == seat:
                return self.happened[number:]
        return list(self.happened)

    # --- playing ---------------------------------------------------------------------------------

    def play(self, move: Move | str) -> Happened:
        """A move of the person who is to decide; `MoveError` if it is not legal."""
        if self.waits_for != HUMAN:
            raise TableError(say("the game is over") if self.state.over else say("no person is to move"))
        return self._advance(self.state.parse(move))

    def step(self, choice: Move | None = None) -> Happened:
        """The next move, of a bot or of chance: what `choice()` has found, or else as long as the
        bot thinks."""
        return self._advance(self.choice() if choice is None else choice)

    def choice(self) -> Move:
        """What the bot to move, or chance, plays. The session does not change, so that a move can
        be taken back while a bot thinks."""
        state, mover = self.state, self.state.to_move
        if mover == CHANCE:
            return random.Random(self._seed("chance", self.plies)).choices(state.legal_moves, state.probabilities)[0]
        if not isinstance(mover, int) or mover not in self._bots:
            raise TableError("the game is over" if mover is None else f"seat {mover} is a person's")
        if (forced := state.forced) is not None:
            return forced
        began = time.perf_counter()
        with self._blamed(mover):
            move = state.own(self._begun_bot(mover).choose(state.view(mover)))
        self.seconds += time.perf_counter() - began
        return move

    def undo(self) -> int:
        """Takes back to the last decision of a person that left a choice; how many moves that
        were."""
        for ply in range(self.plies - 1, -1, -1):
            mover = self.happened[ply].mover
            if isinstance(mover, int) and self.seats[mover] == HUMAN and len(self._states[ply].legal_moves) > 1:
                return self.back_to(ply)
        raise TableError(say("there is nothing to take back"))

    def back_to(self, ply: int) -> int:
        """Takes back to the position before a ply; how many moves that were."""
        if not 0 <= ply <= self.plies:
            raise TableError(say("there is no ply {ply}; the game has {count} moves", ply=ply, count=self.plies))
        taken = self.plies - ply
        del self._states[ply + 1 :], self.happened[ply:]
        self.notes = {noted: note for noted, note in self.notes.items() if noted < ply}
        if taken:
            self._seat_bots()       # those there are have heard of moves that nobody has made now
        return taken

    def close(self) -> None:
        """The bots are needed no more."""
        self._part_with(self._unseated(), self.state.result if self.state.over else None)

    def _seat_bots(self) -> None:
        """New ones; nobody is needed when the game is over. The old ones go by themselves: programs
        may take seconds to end."""
        leaving = self._unseated()
        if leaving:
            threading.Thread(target=self._part_with, args=(leaving, None), daemon=True).start()
        if self.state.over:
            return
        for seat, spec in enumerate(self.seats):
            if spec != HUMAN:
                self._bots[seat] = self._new_bot(seat, spec)

    def _new_bot(self, seat: int, spec: str) -> Bot:
        bot = make_bot(read_entry(spec).spec, seed=self._seed("bot", seat))
        check_plays(bot, self.state.game)
        return bot

    def reseat(self, seat: int, spec: str) -> None:
        """Gives a seat to another player, `human` or a bot; the other bots are not affected.

        >>> session = Session({"board": "hansa-45", "players": 4}, ["human", "random", "random", "random"], seed=7)
        >>> session.reseat(0, "greedy")
        >>> session.waits_for, session.seats
        ('bot', ('greedy', 'random', 'random', 'random'))
        """
        bot = None if spec == HUMAN or self.state.over else self._new_bot(seat, spec)
        self._bots.pop(seat, None)
        if (leaving := self._begun.pop(seat, None)) is not None:
            threading.Thread(target=self._part_with, args=([leaving], None), daemon=True).start()
        if bot is not None:
            self._bots[seat] = bot
        self.seats = (*self.seats[:seat], spec, *self.seats[seat + 1 :])

    def _unseated(self) -> list[Bot]:
        """Nobody sits any more; those who have heard of the game and must be let go."""
        leaving, self._bots, self._begun = list(self._begun.values()), {}, {}
        return leaving

    @staticmethod
    def _part_with(bots: Sequence[Bot], result: Mapping[str, Any] | None) -> None:
        for bot in bots:
            let_go(bot, result)

    def _begun_bot(self, seat: int) -> Bot:
        """The bot of a seat, told what has happened so far. It may be a program that takes long to
        start: only the caller that needs its move waits for it."""
        bot = self._bots.get(seat)
        if bot is None:
            raise TableError("someone has taken this seat meanwhile")
        if self._begun.get(seat) is not bot:
            try:
                bot.new_game(seat, seen_setup(self.setup, seat))
                for entry in list(self.happened):
                    bot.observe(f"{entry.mover} {entry.move}")
                if self._bots.get(seat) is not bot:
                    raise TableError("someone has taken moves back meanwhile")
            except BaseException:
                let_go(bot, None)       # nobody else knows that it has begun
                raise
            self._begun[seat] = bot
        return bot

    @contextlib.contextmanager
    def _blamed(self, seat: int) -> Iterator[None]:
        """Whatever a bot does wrong becomes one line that names it."""
        try:
            yield
        except (Exception, SystemExit) as error:
            failed = BotFailed(say("{player} ({bot}) has failed: {reason}", player=seat_name(seat), bot=self.seats[seat],
                                   reason=failure_of(error)))
            trace = trace_of(error)
            if trace:
                LOG.error("%s\n%s", failed, trace)
            if ".py:" in self.seats[seat]:      # its author needs it; for others it is in the log
                failed.trace = trace
            raise failed from error

    def _advance(self, move: Move) -> Happened:
        before = self.state
        mover = before.to_move
        assert mover is not None
        after = before.after(move)
        happened = Happened(self.plies, mover, str(move), views_of(before).words.describe(before, move, after))
        self._states.append(after)
        self.happened.append(happened)
        for seat, bot in self._begun.items():
            with self._blamed(seat):
                bot.observe(f"{happened.mover} {happened.move}")
        return happened

    def _seed(self, what: str, number: int) -> int:
        return random.Random(f"{self.seed}/{what}/{number}").getrandbits(32)

    # --- keeping ---------------------------------------------------------------------------------

    def record(self) -> Record:
        """The game so far; `interrupted` as long as it is not over."""
        over = self.state.over
        return Record(
            setup=self.setup, state=self._begun_from, moves=tuple(f"{entry.mover} {entry.move}" for entry in self.happened),
            end=self.state.result["reason"] if over else "interrupted", id=self.name, seats=self.seats, seed=self.seed,
            result=self.state.result if over else None, engine=VERSION, seconds=round(self.seconds, 3),
            notes=tuple(note for _, note in sorted(self.notes.items())),
        )
