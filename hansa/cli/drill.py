"""`hansa drill`: positions with one clearly best plan, asked, graded and repeated."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hansa.cli.arguments import ReaderArguments, option, positional, positive_whole, switch
from hansa.cli.commands import UsageError, command
from hansa.cli.exit_codes import FAILED, INTERRUPTED
from hansa.cli.map_view import show_position
from hansa.cli.positions import records_of
from hansa.cli.prompt import Prompt
from hansa.cli.screen import ENDLESS, Screen
from hansa.cli.setups import read_bytes
from hansa.drills.collection import read_drills, shipped_drills, write_drills
from hansa.drills.drill import GRADES, Drill, DrillAnswer
from hansa.drills.making import make_drills
from hansa.drills.practice import Attempt, Practice, practice_path
from hansa.json_lines import Json
from hansa.phrases import Phrase, joined, say, seat
from hansa.record import Record
from hansa.state import Move, State
from hansa.table.choices import examples, found
from hansa.table.drilling import best_plan, hint, score_line, verdict
from hansa.table.refusals import refusal
from hansa.views.terminal import Frame

DEFAULT_COUNT = 10
# of what --json prints; it changes when a member changes its meaning or goes
JSON_VERSION = 1
MAKING = "make drills"
HELP = say("type a move, or part of it; 'moves' lists them, 'hint' helps, 'skip' leaves it, 'quit' ends")


@dataclass(frozen=True, kw_only=True)
class DrillArguments(ReaderArguments):
    """Which drills, how many; or of which games they are made."""

    records: tuple[str, ...] = positional("RECORD", "with --make: files of recorded games; - for "
                                                    "standard input", nargs="*", default=())
    set: str | None = option("--set", "use the drills of this file, written by --make, instead of those that come with hansa",
                             metavar="FILE")
    count: int = option("--count", f"number of drills to solve (default {DEFAULT_COUNT}); with --make: to make in all "
                        "(default: as many as are found)", metavar="N", type=positive_whole, default=0)
    grade: int | None = option("--grade", f"only drills of this grade, 1 (easy) to {GRADES}", metavar="N", type=positive_whole)
    score: bool = switch("--score", "only print your score, and how many drills are due")
    json: bool = switch("--json", "with --score: print it as a JSON object; otherwise print the next drill as one, and exit")
    make: str | None = option("--make", "make drills from recorded games and add them to this file; continues a run that was "
                              "stopped", metavar="FILE", group=MAKING)
    pack: bool = switch("--pack", "with --make: at the end, also write FILE.xz, compressed", group=MAKING)


def run(arguments: DrillArguments) -> int:
    """Makes drills, or asks them."""
    if arguments.make is not None:
        return made(arguments, Path(arguments.make))
    if arguments.records or arguments.pack:
        raise UsageError("games are for --make: hansa drill --make mine.jsonl games.jsonl, then hansa drill --set mine.jsonl")
    practice = Practice(practice_path())
    drills = chosen_drills(arguments)
    if arguments.score:
        show_score(practice, drills, arguments)
        return 0
    if arguments.json:
        print(json.dumps({"version": JSON_VERSION} | practice.next(drills, time.time()).to_json()))
        return 0
    screen = Screen(plain=arguments.plain, language=arguments.language)
    DrillRound(practice, drills, screen).run(arguments.count or DEFAULT_COUNT)
    return 0


def chosen_drills(arguments: DrillArguments) -> Sequence[Drill]:
    """Those of a file or of the package, perhaps of one grade."""
    drills: Sequence[Drill] = read_drills(Path(arguments.set)) if arguments.set is not None else shipped_drills()
    if arguments.grade is not None:
        drills = [drill for drill in drills if drill.grade == arguments.grade]
    if not drills:
        raise UsageError("there are no such drills; leave out --grade, or make some: hansa drill --make FILE RECORD")
    return drills


def show_score(practice: Practice, drills: Sequence[Drill], arguments: DrillArguments) -> None:
    """How well the answers were."""
    score, due = practice.score, len(set(practice.due(time.time())) & {drill.name for drill in drills})
    facts: Json = {
        "version": JSON_VERSION, "rating": score.rating, "answered": score.answered, "right": score.right,
        "streak": score.streak, "due": due, "drills": len(drills)}
    again = say("{count} of {all} drills are due again", count=due, all=len(drills))
    print(json.dumps(facts) if arguments.json else arguments.language.tell(joined("; ", [score_line(practice), again])))


# --- asking -------------------------------------------------------------------------------------

class DrillRound:
    """Drills, one after another, until enough were asked or the player quits."""

    def __init__(self, practice: Practice, drills: Sequence[Drill], screen: Screen) -> None:
        self.practice, self.drills, self.screen = practice, drills, screen

    def run(self, count: int) -> None:
        """Asks at most `count` drills."""
        self.screen.paragraph(HELP)
        left = list(self.drills)
        asked = min(count, len(left))
        for number in range(1, asked + 1):
            drill = self.practice.next(left, time.time())
            left.remove(drill)
            if not self.ask(drill, say("drill {number} of {all}", number=number, all=asked)):
                break
        self.screen.line(say("{score}; 'hansa drill' continues", score=score_line(self.practice)), style="bold")

    def ask(self, drill: Drill, heading: Phrase) -> bool:
        """Asks one drill; False if the player quits."""
        state = drill.state()
        question = self.screen.wrapped(say(
            "{drill}, grade {grade} of {grades}: {player} is to move. What is the plan?", drill=heading,
            grade=drill.grade, grades=GRADES, player=seat(drill.seat)))
        self.screen.line()
        if self.screen.height == ENDLESS:
            self.screen.drawing(str(state.view(drill.seat)))
        else:
            frame = Frame(self.screen.width, language=self.screen.language, looking=drill.seat)
            show_position(state.view(drill.seat), self.screen, frame, len(question) + 1)
        for line in question:
            self.screen.line(line, style="bold")
        prompt = Prompt(lambda: [*map(str, state.legal_moves), "moves", "hint", "skip", "quit"])
        while True:
            typed = prompt.ask("> ").strip()
            if typed in ("quit", "q", "exit"):
                return False
            if typed == "skip":
                self.screen.line(say("left open; it was {move}", move=drill.best))
                return True
            move = self.understood(drill, state, typed)
            if move is not None:
                break
        answer = drill.answer(move)
        self.practice.note(Attempt(drill.name, drill.grade, answer.right, time.time()))
        self.say(drill, answer)
        return True

    def understood(self, drill: Drill, state: State, typed: str) -> Move | None:
        """The move that was typed; else what there is to say, and None."""
        if typed in ("", "help", "?"):
            self.screen.paragraph(HELP)
        elif typed == "moves":
            self.screen.paragraph(", ".join(state.legal_moves))
        elif typed == "hint":
            self.screen.line(hint(drill))
        else:
            moves = found(state, typed)
            if len(moves) == 1:
                return moves[0]
            unclear = [say("which? {moves}", moves=", ".join(map(str, moves)))]
            for line in unclear if moves else [*refusal(state, typed), say("type a move{examples}", examples=examples(state))]:
                self.screen.paragraph(line)
        return None

    def say(self, drill: Drill, answer: DrillAnswer) -> None:
        """Whether it was right, and what the plan is."""
        self.screen.line(verdict(drill, answer), style="bold")
        for line in best_plan(drill):
            self.screen.paragraph(line)


# --- making -------------------------------------------------------------------------------------

def made(arguments: DrillArguments, path: Path) -> int:
    """Makes drills of games; what is found is on disk at once."""
    if not arguments.records:
        raise UsageError("--make needs games: hansa drill --make mine.jsonl games.jsonl")
    begun = time.monotonic()
    try:
        drills = make_drills(path, games(arguments.records), arguments.count or None, report=progress(begun))
    except KeyboardInterrupt:
        print(f"\nhansa: stopped; what was found is in {path}, the same command continues", file=sys.stderr)
        return INTERRUPTED
    if arguments.pack and drills:
        write_drills(path.with_name(f"{path.name}.xz"), drills)
    print(f"{len(drills)} drills are in {path}" + (f"; answer them: hansa drill --set {path}" if drills else ""))
    return 0 if drills else FAILED


def games(paths: Sequence[str]) -> Iterator[Record]:
    """The games of all files in turns: the first of each, then the second of each. One without a
    name gets one."""
    files = [records_of(read_bytes(path), path) for path in paths]
    named = [
        [record if record.id else unnamed(record, f"{Path(path).stem}-{number}") for number, record in enumerate(records, 1)]
        for path, records in zip(paths, files, strict=True)]
    for number in range(max(map(len, named))):
        yield from (records[number] for records in named if number < len(records))


def unnamed(record: Record, name: str) -> Record:
    """The same with a name."""
    return Record.from_json(record.to_json() | {"id": name})


def progress(begun: float) -> Callable[[int, int], None]:
    """Shows the progress in one line that changes, if standard error is a terminal."""
    def report(done: int, drills: int) -> None:
        if sys.stderr is not None and sys.stderr.isatty():
            print(f"\r{done} games, {drills} drills, {time.monotonic() - begun:.0f} s   ", end="", file=sys.stderr, flush=True)
    return report


COMMAND = command(
    DrillArguments,
    run,
    name="drill",
    purpose="Solve puzzles: find the best plan in positions where one is clearly best. Those you missed are repeated. "
    "Or make puzzles from your own games.",
    examples="""
        hansa drill                                 ten positions that match your strength
        hansa drill --grade 1 --count 5             five easy ones
        hansa drill --score                         your rating, and how many drills are due again
        hansa drill --make mine.jsonl games.jsonl   make drills from your own games
        hansa drill --set mine.jsonl
        hansa drill --lang de
    """,
    read_on="'hansa docs practise'. Your answers are saved next to your games ('hansa docs install'); set HANSA_PRACTICE to "
    "use another file.",
)
