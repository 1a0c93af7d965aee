"""`hansa check`: examines a program that wants to play."""

from __future__ import annotations

import json
import shlex
from dataclasses import asdict, dataclass

from hansa.bots.examination import POSITIONS, Finding, examine
from hansa.bots.transcript import transcribed
from hansa.cli.arguments import PlainArgument, option, positional, positive_whole, switch
from hansa.cli.commands import UsageError, command
from hansa.cli.screen import Screen
from hansa.games import GAMES
from hansa.views.terminal.palette import BAD, GOOD

FAILED = 1


@dataclass(frozen=True, kw_only=True)
class CheckArguments(PlainArgument):
    """Which program."""

    program: tuple[str, ...] = positional("COMMAND", "command that starts the program; quoted if it has options of its own",
                                          nargs="+")
    positions: int = option("--positions", f"number of test positions (default {POSITIONS})", metavar="N", type=positive_whole,
                            default=POSITIONS)
    game: str | None = option(
        "--game", f"{' or '.join(GAMES)}, for a program that plays only one", metavar="GAME", choices=GAMES)
    debug: str | None = option("--debug", "write the dialogue with the program and its error output to this file",
                               metavar="FILE")
    json: bool = switch("--json", "print JSON")


def run(arguments: CheckArguments) -> int:
    """Examines and prints finding by finding; 0 if nothing is wrong."""
    words = arguments.program
    # Tournaments name it with `exec:`
    program = (words[0] if len(words) == 1 else shlex.join(words)).removeprefix("exec:")
    if not program.strip():
        raise UsageError("name the program, such as: hansa check 'python3 my_bot.py'")
    screen = Screen(plain=arguments.plain)
    findings: list[Finding] = []
    with transcribed(arguments.debug):
        for finding in examine(program, positions=arguments.positions, game=arguments.game):
            findings.append(finding)
            if not arguments.json:
                mark, style = ("ok    ", GOOD) if finding.passed else ("FAILED", f"bold {BAD}")
                screen.line(f"{mark}  {finding.what}  ({finding.seconds:.2f} s)", style=style)
                if not finding.passed:
                    screen.message(f"        {finding.problem}", indent=" " * 8)
    passed = all(finding.passed for finding in findings)
    if arguments.json:
        print(json.dumps({"program": program, "passed": passed, "findings": [asdict(found) for found in findings]}))
    else:
        screen.line()
        screen.line(f"it can play: hansa tournament {shlex.quote(f'exec:{program}')} random --blocks 5" if passed else
                    "it cannot play yet; 'hansa docs protocol' says what is asked")
    return 0 if passed else FAILED


COMMAND = command(
    CheckArguments,
    run,
    name="check",
    purpose="Check that a program can play as a bot: start, options, legal moves in all phases, stop, garbage, end.",
    examples="""
        hansa check ./my-bot
        hansa check python3 examples/programs/claimer.py
        hansa check "python3 -O my_bot.py" --positions 500
        hansa check ./my-bot --debug talk.txt
        hansa tournament exec:./my-bot random --players 2 --blocks 5
    """,
    read_on="'hansa docs any-language', and 'hansa docs protocol' for what a program is asked.",
)
