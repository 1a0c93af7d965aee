"""`hansa watch`: a recorded game, or bots as they play, with the board: step, pause, back, faster,
slower."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, replace

from hansa.cli.arguments import NumberArgument, ReaderArguments, given, option, positional, positive_speed, whole
from hansa.cli.commands import UsageError, command
from hansa.cli.keyboard import Keyboard
from hansa.cli.map_view import fitted
from hansa.cli.positions import chosen_record
from hansa.cli.screen import Screen
from hansa.cli.seats import KNOWN_BOTS, seats_of
from hansa.cli.setups import SETUP, SetupArguments, chosen_setup, read_bytes
from hansa.phrases import NOTHING, Phrase, joined, say
from hansa.record import Record, append_record
from hansa.review import Judgement
from hansa.review_file import read_judgements, review_path
from hansa.state import State
from hansa.table.session import CHANCE, Session
from hansa.views import views_of
from hansa.views.terminal import Canvas, Frame
from hansa.views.words.naming import bot_name, player_phrase

DEFAULT_SPEED = 1.0                 # moves a second
FASTER = 1.5                        # a touch of + or -
FASTEST, SLOWEST = 100.0, 0.05
RECENT = 3                          # moves told below the board, and lines that they may take
MISTAKES = ("mistake", "blunder")
KEYS = say("space pauses, arrows step, PgUp PgDn by turns, m M to mistakes, Home, End, + - speed, q quits")
# where the screen has no room for all
FEW_KEYS = say("space pauses, arrows step, ? all keys, q quits")
LOOKS = 0.05                        # seconds between two looks at the keys


@dataclass(frozen=True, kw_only=True)
class WatchArguments(NumberArgument, ReaderArguments, SetupArguments):
    """What to watch, and how fast."""

    file: str | None = positional("RECORD", "a file of records; - for standard input", nargs="?", default=None)
    ply: int = option("--ply", "start after N moves", metavar="N", type=whole, default=0)
    bots: tuple[str, ...] = option(
        "--bots", "watch these bots play a new game: one for all seats, or one per seat; "
                  f"{KNOWN_BOTS}", metavar="BOT", nargs="+",
        default=())
    speed: float = option("--speed", f"moves per second (default {DEFAULT_SPEED:.0f})", metavar="M", type=positive_speed,
                          default=DEFAULT_SPEED)
    out: str | None = option("--out", "append the record of the bots' game to this file", metavar="FILE")


def run(arguments: WatchArguments) -> int:
    """Shows it with keys on a terminal, or tells it line by line in a pipe."""
    screen = Screen(plain=arguments.plain, language=arguments.language)
    show = record_show(arguments, arguments.file) if arguments.file is not None else bots_show(arguments)
    keys = Keyboard.of_terminal(arguments.file)
    try:
        if keys is None or sys.stdout is None or not sys.stdout.isatty():
            tell_all(show, screen)
        else:
            with keys:
                try:
                    Watching(show, screen, keys, arguments.speed, arguments.ply).run()
                finally:
                    screen.line()       # below the last line of the drawing
    finally:            # also what Ctrl-C has interrupted
        if show.session is not None:
            show.session.close()
            if arguments.out is not None:
                append_record(arguments.out, show.session.record())
                screen.line(say("the record is in {path}", path=arguments.out))
    return 0


class Show:
    """A game as it unfolds: from a record, or from a session of bots that plays on when the viewer
    wants to see more."""

    def __init__(
        self, names: list[str], states: list[State], moves: list[str], told: list[Phrase], session: Session | None
    ) -> None:
        self.names, self.states, self.moves, self.told, self.session = names, states, moves, told, session
        self.mistakes: list[int] = []       # plies before which a review has found one

    def turn(self, ply: int) -> int:
        """The number of the turn in which a ply is."""
        return int(self.states[ply].to_json()["turns"])

    def has(self, ply: int) -> bool:
        """Whether there is a position before this ply; bots play to reach it."""
        while ply >= len(self.states) and self.session is not None and not self.session.state.over:
            happened = self.session.step()
            self.states.append(self.session.state)
            self.moves.append(happened.move)
            self.told.append(in_words(happened.mover, happened.words, self.names))
        return ply < len(self.states)


def in_words(mover: object, words: Phrase, names: list[str]) -> Phrase:
    """`Blue (greedy) ends the turn`."""
    if mover == CHANCE:
        return joined(" ", [say("chance"), words])
    return joined(" ", [player_phrase(int(str(mover)), names[int(str(mover))] if names else ""), words])


def record_show(arguments: WatchArguments, file: str) -> Show:
    """A game of a file, every move of it told."""
    flags = given(arguments, ("bots", *SETUP, "out"))
    if flags:
        raise UsageError(f"a record and {flags[0]} exclude each other; the game is what it is")
    record, _, _ = chosen_record(read_bytes(file), file, arguments.number)
    if arguments.ply > len(record.moves):
        raise UsageError(f"there is no ply {arguments.ply}; the game has {len(record.moves)} moves")
    show = told_record(record)
    if file != "-":
        judged = read_judgements(review_path(file)).values()
        show.mistakes = sorted({each.ply for each in judged if is_mistake_in(show, each)})
    return show


def is_mistake_in(show: Show, judged: Judgement) -> bool:
    """Whether a judgement is of a mistake in this game; a file of reviews may hold several
    games."""
    if judged.verdict not in MISTAKES or judged.ply >= len(show.moves):
        return False
    played = show.moves[judged.ply] == f"{judged.seat} {judged.played.move}"
    return played and len(show.states[judged.ply].legal_moves) == judged.choices


def told_record(record: Record) -> Show:
    """Every position of a record, and every move in words."""
    states = [step.state for step in record.steps()]
    names = [bot_name(spec) for spec in record.seats]
    told = []
    for before, after, text in zip(states, states[1:], record.moves, strict=False):
        mover, _, move = text.partition(" ")
        told.append(in_words(mover, views_of(before).words.describe(before, before.parse(move), after), names))
    return Show(names, states, list(record.moves), told, None)


def bots_show(arguments: WatchArguments) -> Show:
    """A new game of bots."""
    if not arguments.bots:
        raise UsageError("watch what? give a record, or bots: hansa watch --bots prestige greedy markers network")
    if arguments.number is not None:
        raise UsageError("--number is for records")
    if arguments.players is None and arguments.setup_file is None and len(arguments.bots) > 1:
        arguments = replace(arguments, players=len(arguments.bots))
    setup = chosen_setup(arguments)
    players = State.from_setup(setup, seed=arguments.seed).players
    seats = seats_of(players, [], arguments.bots)
    session = Session(setup, seats, seed=arguments.seed if arguments.seed is not None else setup.get("seed"))
    return Show([bot_name(spec) for spec in seats], [session.state], [], [], session)


def tell_all(show: Show, screen: Screen) -> None:
    """For pipes: the board at the start and at the end, every move between in words."""
    screen.canvas(drawn(show, 0, screen))
    screen.line()
    ply = 0
    while show.has(ply + 1):
        screen.line(f"{ply:>4} {screen.tell(show.told[ply])}")
        ply += 1
    screen.line()
    screen.canvas(drawn(show, ply, screen))


def drawn(show: Show, ply: int, screen: Screen, below: int = 0) -> Canvas:
    """The board before a ply, with `below` lines left free under it; the move that led to it is
    highlighted."""
    fresh = show.moves[ply - 1 : ply] if ply else ()
    frame = Frame(screen.width, seat_names=list(map(screen.tell, show.names)), latest_moves=fresh, legend=False,
                  language=screen.language)
    return fitted(show.states[ply], frame, screen.height - below)


class Watching:
    """One viewer at a terminal."""

    def __init__(self, show: Show, screen: Screen, keys: Keyboard, speed: float, ply: int) -> None:
        self.show, self.screen, self.keys = show, screen, keys
        self.speed, self.ply, self.paused, self.done = speed, 0, False, False
        self.note = NOTHING     # said once, instead of the keys
        self.telling_keys = False       # all of them, instead of the last moves
        while self.ply < ply and show.has(self.ply + 1):
            self.ply += 1

    def run(self) -> None:
        """Shows the game, until its end or until the viewer quits."""
        self.draw()
        due = time.monotonic() + 1 / self.speed
        while not self.done:
            key = self.keys.pressed(LOOKS)
            if key:
                self.obey(key)
                due = time.monotonic() + 1 / self.speed
            elif not self.paused and time.monotonic() >= due:
                self.forward()
                due = time.monotonic() + 1 / self.speed

    def forward(self) -> None:
        """One move on; at the end it pauses."""
        if self.show.has(self.ply + 1):
            self.ply += 1
        else:
            self.paused = True
        self.draw()

    def obey(self, key: str) -> None:
        """One key."""
        if key in ("q", "\x1b", "\x04"):
            self.done = True
        elif key in (" ", "p"):
            self.paused = not self.paused
            self.draw()
        elif key in ("n", "\r", "\n", "right"):
            self.paused = True
            self.forward()
        elif key in ("b", "left"):
            self.paused = True
            self.ply = max(0, self.ply - 1)
            self.draw()
        elif key in ("page down", "t", "page up", "T"):
            self.jump(self.next_turn() if key in ("page down", "t") else self.turn_before())
        elif key in ("home", "end"):
            self.jump(0 if key == "home" else len(self.show.states) - 1)
        elif key in ("m", "M"):
            self.mistake(1 if key == "m" else -1)
        elif key in ("?", "h"):
            self.telling_keys = not self.telling_keys
            self.draw()
        elif key in ("+", "-"):
            self.speed = min(FASTEST, max(SLOWEST, self.speed * (FASTER if key == "+" else 1 / FASTER)))
            self.draw()

    def jump(self, ply: int) -> None:
        """Pauses at another ply."""
        self.paused, self.ply = True, ply
        self.draw()

    def next_turn(self) -> int:
        """The first ply of the next turn, or the last there is; bots play to reach it."""
        ply, turn = self.ply, self.show.turn(self.ply)
        while self.show.has(ply + 1):
            ply += 1
            if self.show.turn(ply) != turn:
                break
        return ply

    def turn_before(self) -> int:
        """The first ply of this turn, or of the one before if this is the first."""
        ply = max(0, self.ply - 1)
        while ply > 0 and self.show.turn(ply - 1) == self.show.turn(ply):
            ply -= 1
        return ply

    def mistake(self, step: int) -> None:
        """On to the next mistake that a review has found, or back to the one before."""
        known = [ply for ply in self.show.mistakes if (ply - self.ply) * step > 0]
        self.note = NOTHING if known else say("no other mistake") if self.show.mistakes else say(
            "no mistakes known: first 'hansa review'")
        self.jump((min(known) if step > 0 else max(known)) if known else self.ply)

    def draw(self) -> None:
        """The board, the last moves, what the keys do."""
        told = self.screen.wrapped(KEYS) if self.telling_keys else self.recent()
        self.screen.clear(history=False)
        board = drawn(self.show, self.ply, self.screen, below=len(told) + 1)
        self.screen.canvas(board)
        room = max(0, self.screen.height - 1 - len(board.rows))
        for line in told[max(0, len(told) - room):]:
            self.screen.line(line)
        last = not self.show.has(self.ply + 1) if self.show.session is None else self.show.states[self.ply].over
        how = say("the end") if last else say("paused") if self.paused else say("{speed:.1f} moves a second", speed=self.speed)
        where = f"{self.screen.tell(say('ply {ply}, {state}', ply=self.ply, state=how))} | "
        keys = self.screen.tell(KEYS)
        if len(where) + len(keys) >= self.screen.width:
            keys = self.screen.tell(FEW_KEYS)
        self.screen.last_line(f"{where}{self.screen.tell(self.note) or keys}"[: self.screen.width - 1], style="reverse")
        self.note = NOTHING

    def recent(self) -> list[str]:
        """The last moves in words."""
        return [
            line for number in range(max(0, self.ply - RECENT), self.ply)
            for line in self.screen.wrapped(f"{number:>4} {self.screen.tell(self.show.told[number])}", indent="     ")
        ][-RECENT:]


COMMAND = command(
    WatchArguments,
    run,
    name="watch",
    purpose="Watch a recorded game, or bots playing, on the board: pause, step forward and back, change the speed.",
    examples="""
        hansa watch games.jsonl --ply 100 --speed 2
        hansa watch --bots mcts:seconds=1 prestige greedy --players 3
        hansa watch games.jsonl | less
    """,
    read_on="'hansa docs records' for records; 'hansa bots' for who can play.",
)
