"""`hansa new`: the start of a game."""

from __future__ import annotations

import argparse

from hansa.cli.commands import Command, Parser
from hansa.cli.readable import readable_json
from hansa.cli.screen import Screen, add_plain_argument
from hansa.cli.setups import add_setup_arguments, chosen_start


def run(arguments: argparse.Namespace) -> int:
    """Prints the state, its drawing or the setup."""
    start = chosen_start(arguments, default_seed=None)
    if arguments.draw:
        Screen(plain=arguments.plain).drawing(str(start))
    elif arguments.setup:
        print(readable_json(start.setup or {}))
    else:
        print(readable_json(start.to_json()))
    return 0


def add_arguments(parser: Parser) -> None:
    """Which game, and in which form."""
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--draw", action="store_true", help="draw the position")
    form.add_argument("--setup", action="store_true", help="print the complete setup: all that chance has chosen")
    add_plain_argument(parser)
    add_setup_arguments(parser, file_option="--from")


COMMAND = Command(
    name="new",
    purpose="Prints the start of a game as JSON, which can be edited and given to other commands, or draws it.",
    examples="""
        hansa new --draw
        hansa new --board east --players 3 --seed 7 > state.json
        hansa new --board hansa-45 --modules missions,favours --setup > setup.json
    """,
    read_on="MOVES.md, section 4 for setups, section 5 for states.",
    add_arguments=add_arguments,
    run=run,
)
