"""`hansa new`: the start of a game."""

from __future__ import annotations

from dataclasses import dataclass

from hansa.cli.arguments import PlainArgument, option, switch
from hansa.cli.commands import command
from hansa.cli.readable import readable_json
from hansa.cli.screen import Screen
from hansa.cli.setups import WHICH_GAME, SetupArguments, chosen_start


@dataclass(frozen=True, kw_only=True)
class NewArguments(PlainArgument, SetupArguments):
    """Which game, and in which form."""

    draw: bool = switch("--draw", "draw the position", exclusive="form")
    setup: bool = switch("--setup", "print the complete setup, including the random choices", exclusive="form")
    setup_file: str | None = option("--from", "read the setup from this JSON file instead; - for "
                                              "standard input", metavar="FILE",
                                    group=WHICH_GAME)


def run(arguments: NewArguments) -> int:
    """Prints the state, its drawing or the setup."""
    start = chosen_start(arguments, default_seed=None)
    if arguments.draw:
        Screen(plain=arguments.plain).drawing(str(start))
    elif arguments.setup:
        print(readable_json(start.setup or {}))
    else:
        print(readable_json(start.to_json()))
    return 0


COMMAND = command(
    NewArguments,
    run,
    name="new",
    purpose="Print the start of a game as JSON, which you can edit and pass to other commands, or draw it.",
    examples="""
        hansa new --draw
        hansa new --board east --players 3 --seed 7 > state.json
        hansa new --board hansa-45 --modules missions,favours --setup > setup.json
    """,
    read_on="'hansa docs states' for setups and states.",
)
