"""`hansa show`: draws a position of a record, or of a state or setup file."""

from __future__ import annotations

import json
from dataclasses import dataclass

from hansa.cli.arguments import PlyArguments, ReaderArguments, positional, switch
from hansa.cli.commands import command
from hansa.cli.map_view import show_position
from hansa.cli.positions import position_in
from hansa.cli.screen import ENDLESS, Screen
from hansa.views.terminal import Frame


@dataclass(frozen=True, kw_only=True)
class ShowArguments(PlyArguments, ReaderArguments):
    """Which file, game and ply."""

    file: str = positional("RECORD", "a file with a record, a state, a setup or notation, or a position itself; "
                           "- for standard input")
    json: bool = switch("--json", "print the state as JSON")


def run(arguments: ShowArguments) -> int:
    """Finds the position and prints it."""
    shown = position_in(arguments.file, arguments.number, arguments.ply)
    if arguments.json:
        print(json.dumps(shown.state.to_json()))
        return 0
    screen = Screen(plain=arguments.plain, language=arguments.language)
    if shown.heading:
        screen.line(shown.heading, style="bold")
        screen.line()
    if screen.height == ENDLESS or arguments.plain:
        screen.drawing(str(shown.state))
    else:           # as 'play' and 'watch' show it
        show_position(shown.state, screen, Frame(screen.width, language=screen.language), 1 + 2 * bool(shown.heading))
    return 0


COMMAND = command(
    ShowArguments,
    run,
    name="show",
    purpose="Draw a position of a recorded game, or of a file with one state: as a map in a terminal, as tables in a pipe "
    "or with --plain.",
    examples="""
        hansa show games.jsonl --number 3 --ply 40
        hansa show state.json
        hansa new --board east | hansa show -
    """,
    read_on="'hansa docs moves' for the terms, 'hansa docs records' for records.",
)
