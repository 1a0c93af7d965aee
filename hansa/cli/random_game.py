"""`hansa random`: plays a random game and prints it, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hansa.cli.arguments import PlainArgument, option, switch, whole
from hansa.cli.commands import command
from hansa.cli.screen import Screen
from hansa.cli.setups import SetupArguments, chosen_setup
from hansa.json_lines import json_line
from hansa.languages import ENGLISH
from hansa.phrases import seat as colour
from hansa.record import Record, append_record, play_random
from hansa.state import State

MOST_PARTS = 7          # columns of points, the total among them
DEFAULT_LIMIT = 400     # random players need some 10 000 moves to end a game; too long to read


@dataclass(frozen=True, kw_only=True)
class RandomArguments(PlainArgument, SetupArguments):
    """How long, how moves are chosen, and where the record goes."""

    limit: int = option("--limit", f"end the game after N moves (default {DEFAULT_LIMIT})", metavar="N", type=whole,
                        default=DEFAULT_LIMIT, exclusive="length")
    to_the_end: bool = switch("--to-the-end", "play to the end: about 5,000 to 15,000 moves", exclusive="length")
    uniform: bool = switch("--uniform", "choose uniformly among all legal moves, instead of a kind of move first")
    out: str | None = option("--out", "append the record to this file", metavar="FILE")
    json: bool = switch("--json", "print the record as one line of JSON instead")


def run(arguments: RandomArguments) -> int:
    """Plays, prints, and keeps the record."""
    record = play_random(
        chosen_setup(arguments), arguments.seed, None if arguments.to_the_end else arguments.limit,
        kind_first=not arguments.uniform,
    )
    if arguments.out is not None:
        append_record(arguments.out, record)
    if arguments.json:
        print(json_line(record.to_json()))
        return 0
    screen = Screen(plain=arguments.plain)
    setup = record.setup
    chosen = "".join(f", {word}" for word in (*filter(None, [setup.get("edition")]), *setup.get("modules", ())))
    screen.line(f"{setup['board']}, {setup['players']} players{chosen}, seed {record.seed}", style="bold")
    for line in turns(record):
        screen.line(line)
    screen.line()
    print_result(record, screen)
    if arguments.out is not None:
        screen.line(f"the record is in {arguments.out}; look at it with: hansa show {arguments.out}")
    return 0


def turns(record: Record) -> Iterator[str]:
    """One line a turn; the moves of others, and of chance, have their mover before them."""
    number, seat, said = 0, -1, ""
    for _, state, move in record.steps():
        if move is None:
            break
        if state.turn != seat:
            if said:
                yield said
            number, seat = number + 1, state.turn
            said = f"{number:>4}. {called(seat)}: "
        elif said:
            said += ", "
        said += move if state.to_move == seat else f"({called(state.to_move)}) {move}"
    if said:
        yield said


def called(mover: int | str | None) -> str:
    """The name of the seat that moves, or `chance`."""
    return ENGLISH.tell(colour(mover)) if isinstance(mover, int) else "chance"


def print_result(record: Record, screen: Screen) -> None:
    """Who got how many points for what."""
    final: State = record.verify()
    result = final.result
    how = "cut off" if record.end == "moves" else f"game over ({record.end})"
    screen.line(f"{how} after {len(record.moves)} moves", style="bold")
    parts = shown_parts(result["scores"])
    screen.table(
        ["player", "rank", *parts],
        [
            [called(seat), str(rank), *(str(score[part]) for part in parts)]
            for seat, (rank, score) in enumerate(zip(result["ranks"], result["scores"], strict=True))
        ],
    )


def shown_parts(scores: Sequence[Mapping[str, int]]) -> list[str]:
    """All categories of points; if they are too many for a terminal of eighty columns, not the last
    ones that nobody has."""
    parts = list(scores[0])
    while len(parts) > MOST_PARTS and not any(score[parts[-1]] for score in scores):
        parts.pop()
    return parts


COMMAND = command(
    RandomArguments,
    run,
    name="random",
    purpose="Play a random game and print every move, one line per turn, and the final table.",
    examples="""
        hansa random --seed 7
        hansa random --board britannia-45 --players 5 --limit 100 --out games.jsonl
        hansa random --to-the-end --json | hansa replay -
    """,
    read_on="'hansa docs moves' for the notation of moves.",
)
