"""`hansa review`: every decision of a game judged, and the mistakes that mattered."""

from __future__ import annotations

import contextlib
import json
import shlex
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hansa.cli.arguments import (
    CORES,
    NumberArgument,
    ReaderArguments,
    ThinkingArguments,
    option,
    positional,
    positive_seconds,
    switch,
    whole,
    words_for,
)
from hansa.cli.commands import UsageError, command
from hansa.cli.positions import chosen_record, record_name
from hansa.cli.screen import Screen, rich_console, warn
from hansa.cli.setups import read_bytes
from hansa.cli.thoughts import in_colours
from hansa.judgement import VERDICT_NAMES
from hansa.notation.review_report import html_report, markdown_report, player
from hansa.phrases import Phrase, joined, say, seat
from hansa.record import Record
from hansa.record_members import END_NAMES
from hansa.review import COUNTED, DEFAULT_SIMULATIONS, MISTAKES, UNCERTAIN, Judgement, Review, review
from hansa.review_file import review_beside, review_path
from hansa.table.plans import plan_of
from hansa.thinking import Budget
from hansa.views import views_of

DEFAULT_WORST = 10
# of what --json prints; it changes when a member changes its meaning or goes
JSON_VERSION = 2
CURVE_POINTS = 16       # of the values over the game
BETTER_MOVES = 6        # of the better line
Report = Callable[[int, int], None]


@dataclass(frozen=True, kw_only=True)
class ReviewArguments(NumberArgument, ThinkingArguments, ReaderArguments):
    """Which game, how thoroughly, how much of it."""

    file: str = positional("RECORD", "a file of records; - for standard input")
    worst: int = option("--worst", f"number of mistakes to list (default {DEFAULT_WORST})", metavar="N", type=whole,
                        default=DEFAULT_WORST)
    seconds: float | None = option(
        "--seconds", f"time of the first search of each decision, instead of {DEFAULT_SIMULATIONS} simulations, "
        "whose result does not depend on the machine; the second search takes 4 times as long, the third, "
        "of possible mistakes, 16 times",
        metavar="S", type=positive_seconds)
    html: str | None = option("--html", "write a self-contained page with maps and the graph into this new file",
                              metavar="FILE")
    markdown: str | None = option("--markdown", "the same as Markdown", metavar="FILE")
    json: bool = switch("--json", "print all decisions as one JSON object ('hansa docs analysis')")


def run(arguments: ReviewArguments) -> int:
    """Judges, keeps, prints."""
    name = "standard input" if arguments.file == "-" else arguments.file
    record, number, games = chosen_record(read_bytes(arguments.file), name, arguments.number)
    simulations = arguments.simulations or (None if arguments.seconds else DEFAULT_SIMULATIONS)
    budget = Budget(simulations, arguments.seconds)
    screen = Screen(plain=arguments.plain, language=arguments.language)
    reports = [(path, make) for path, make in ((arguments.html, html_report), (arguments.markdown, markdown_report)) if path]
    for path, _ in reports:
        if Path(path).exists():
            raise UsageError(f"{path} exists already; choose another name")
        if not Path(path).parent.is_dir():
            raise UsageError(f"there is no folder {Path(path).parent} for {Path(path).name}; make it first")
    try:
        with progress() as report:
            found = judged(record, budget, arguments, report)
    except KeyboardInterrupt:
        if arguments.file != "-":
            print(f"\nthe judgements so far are in {review_path(arguments.file)}; the same command continues", file=sys.stderr)
        raise
    for path, make in reports:
        Path(path).write_text(make(found, record, screen.language), encoding="utf-8")
    if arguments.json:
        print(json.dumps({"version": JSON_VERSION, "game": number, "id": record.id} | found.to_json()))
        return 0
    screen.line(say("{game} of {games}, {plies} moves, end {end}", game=record_name(record, number), games=games,
                    plies=found.plies, end=END_NAMES[record.end]), style="bold")
    print_seats(found, record, screen)
    print_curve(found, screen)
    print_mistakes(found, record, arguments.worst, screen)
    teach(arguments, screen)
    return 0


def teach(arguments: ReviewArguments, screen: Screen) -> None:
    """The next command, where the judgements are beside the file."""
    if arguments.file != "-":
        where = shlex.join([arguments.file, *words_for(arguments, ["number"])])
        screen.line()
        screen.message(say("watch the mistakes, with the keys m and M: {command}", command=f"hansa watch {where}"))


def judged(record: Record, budget: Budget, arguments: ReviewArguments, report: Report) -> Review:
    """With a file what is known is taken from beside it, and what is new is added."""
    threads = arguments.threads or CORES
    if arguments.file == "-":
        return review(
            record, budget, threads=threads, report=lambda judgement, key, done, todo: report(done, todo)
        )
    return review_beside(
        arguments.file, record, budget, threads=threads, warn=warn,
        report=lambda judgement, done, todo: report(done, todo),
    )


@contextlib.contextmanager
def progress() -> Iterator[Report]:
    """A bar on standard error, if that is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda done, todo: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("looking at decisions"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=rich_console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, todo: bar.update(task, completed=done, total=todo)


def print_seats(found: Review, record: Record, screen: Screen) -> None:
    """How well everybody played."""
    screen.line()
    best_first = COUNTED[::-1]
    rows = []
    for number in range(found.players):
        who = screen.tell(player(record, number))[:24].strip()
        accuracy = found.accuracy(number)
        counts = found.counts(number)
        rows.append([
            who, "-" if accuracy is None else f"{accuracy:.1%}", str(len(found.of(number))),
            *(str(counts[name]) for name in best_first),
        ])
    headings = ["?" if name == UNCERTAIN else VERDICT_NAMES[name] for name in best_first]
    screen.table([say("player"), say("accuracy"), say("decisions"), *headings], rows)


def print_curve(found: Review, screen: Screen) -> None:
    """The value of each seat at some places of the game, its end among them."""
    values = found.values()
    if not values:
        return
    last = len(values) - 1
    chosen = sorted({round(last * place / (CURVE_POINTS - 1)) for place in range(CURVE_POINTS)})
    screen.line()
    screen.line(say("expected share of the win of each seat, in %, before these plies:"), style="bold")
    screen.line(f"{screen.tell(say('ply')):<7}" + "".join(f"{values[place][0]:>4}" for place in chosen))
    for number in range(found.players):
        shares = (100 * values[place][1][number] for place in chosen)
        screen.line(f"{screen.tell(seat(number))[:6]:<7}" + "".join(f"{share:>4.0f}" for share in shares))


def print_mistakes(found: Review, record: Record, most: int, screen: Screen) -> None:
    """The worst ones, with the better line and why."""
    mistakes = found.mistakes()
    screen.line()
    uncertain = len(found.uncertain())
    doubt = say("{count} more may have cost something (?): the searches do not agree; --simulations N looks deeper",
                count=uncertain)
    if not mistakes:
        screen.line(say("no mistakes: nothing is sure to have cost as much as 3 % of the win"), style="bold")
        if uncertain:
            screen.paragraph(doubt, indent="")
        return
    worst = mistakes[:most]
    if worst:
        kinds = joined(", ", [VERDICT_NAMES[name] for name in reversed(MISTAKES)])
        if len(mistakes) > len(worst):
            screen.line(say("the worst {count} of {all} that cost something ({kinds}):",
                            count=len(worst), all=len(mistakes), kinds=kinds), style="bold")
        else:
            screen.line(say("{count} that cost something ({kinds}):", count=len(worst), kinds=kinds), style="bold")
    if uncertain:
        screen.paragraph(doubt, indent="")
    for judgement in worst:
        print_mistake(judgement, record, screen)


def print_mistake(judgement: Judgement, record: Record, screen: Screen) -> None:
    """One of them in three lines."""
    screen.line()
    state = record.replay(judgement.ply)
    move = state.parse(judgement.played.move)
    words = views_of(state).words.describe(state, move, state.after(move))
    low, high = judgement.interval
    sure = say("proven") if judgement.proven else say("{low:.1f} to {high:.1f}", low=100 * low, high=100 * high)
    screen.paragraph(say(
        "ply {ply}, {player}: {verdict}, -{loss:.1%} ({sure}): {move}", ply=judgement.ply,
        player=player(record, judgement.seat), verdict=VERDICT_NAMES[judgement.verdict],
        loss=judgement.loss, sure=sure, move=judgement.played.move), style="bold")

    def below(phrase: Phrase, indent: str) -> None:
        screen.paragraph(f"  {screen.tell(phrase)}", indent=indent)
    below(say("it {reason}", reason=words), "  ")
    moves = judgement.best.variation or (f"{judgement.seat} {judgement.best.move}",)
    below(say("better: {moves}", moves=in_colours(moves[:BETTER_MOVES], screen.language)), "    ")
    plan = plan_of(state, moves, judgement.seat)
    if plan:
        below(say("plan: {plan}", plan=plan), "    ")
    below(say("why: it {reason}", reason=judgement.why), "    ")


COMMAND = command(
    ReviewArguments,
    run,
    name="review",
    purpose="Judge every decision of a game: accuracy, values, the worst mistakes and better moves.",
    examples="""
        hansa review games.jsonl
        hansa review games.jsonl --number 3 --simulations 5000
        hansa review games.jsonl --json > review.json
        hansa review games.jsonl --html review.html
        hansa review games.jsonl --lang de
    """,
    read_on="'hansa docs analysis'. Results are saved in RECORD.review, so that nothing is computed twice.",
)
